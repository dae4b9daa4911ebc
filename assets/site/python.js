// Python in its worker: what the page tells it, and hears from it. What it is told waits until it has started, and what it
// shows until the client takes it.
/* exported Python */
const { tr } = tesseraWords;
const SAVING_TIMEOUT = 1000;  // milliseconds in which Python saves what is still being typed

/** @returns {Promise<void>} */
const pause = (/** @type {number} */ milliseconds) => new Promise((over) => { setTimeout(over, milliseconds); });

// How browsers say that a script or a file cannot be loaded, or is of another version.
const UNLOADED = /failed to fetch|networkerror|load failed|(importing a|imported|requested) module/i;

// Return what the worker says in one word; other words are why it could not start.
function sentenceOf(/** @type {string} */ word) {
  switch (word) {
    case "getting": return tr("Getting Tessera ready …");
    case "opening": return tr("Opening your data …");
    case "missing": return tr("Tessera cannot start: a part of it cannot be loaded. Check the network, then try again. If "
      + "that does not help, its site is not whole: upload all of it again, or ask who runs it. What you entered is kept.");
    case "held": return tr("Tessera cannot start: another tab or window still holds the data. Close it, then try again. "
      + "What you entered is kept.");
    default: return tr("Tessera cannot start: {why}. What you entered is kept.", { why: word });
  }
}

async function showProgress(/** @type {string} */ words) {
  await tessera.body;
  for (const id of ["loading", "starting"]) document.getElementById(id)?.setAttribute("data-doing", words);
}

class Python {
  base = new URL(".", document.baseURI).href;
  /** @type {Worker | null} */
  worker = null;  // as long as this tab has the data
  running = false;
  brought = "";  // the fragments of a link that are not on the screen yet
  /** @type {Frames | null} */
  receive = null;
  /** @type {Uint8Array[]} */
  frames = [];  // for the client
  /** @type {[message: object, moved: Transferable[]][]} */
  unsent = [];
  /** @type {((id: string) => void)[]} */
  calls = [];  // who waits for the id of fragments
  left = () => {};
  begun = () => {};
  /** @type {(why: Error) => void} */
  failed = () => {};
  has = () => {};

  constructor() {
    this.shown = new Promise((done) => { addEventListener("tessera-shown", done, { once: true }); });
    /** @type {Promise<void>} */
    this.started = new Promise((done, fail) => { Object.assign(this, { begun: done, failed: fail }); });
    this.started.catch(() => {});
    /** @type {Promise<void>} */
    this.holding = new Promise((done) => { this.has = done; });  // until this tab has the data
    tessera.lacking.then(() => this.fail("missing"));
  }

  start(lasts = true) {
    this.has();
    this.worker = new Worker(`${this.base}${tesseraSite.scripts}worker.js`, { type: "module" });
    this.worker.onmessage = ({ data }) => this.hear(data);
    this.worker.onerror = (event) => this.fail(event.message || "missing");
    const kept = Boolean(navigator.serviceWorker?.controller);  // its files, which come unpacked
    this.worker.postMessage({ start: { base: this.base, site: tesseraSite, kept, address: document.URL, lasts } });
  }

  hear(/** @type {any} */ data) {
    if (data instanceof Uint8Array) this.receive ? this.receive(data) : this.frames.push(data);
    else if (data.doing) showProgress(sentenceOf(data.doing));
    else if (data.started) this.run();
    else if (data.failed) this.fail(data.failed);
    else if (data.nowhere) this.startWithoutKeeping();
    else if (data.left) this.left();
    else if (data.phones) this.askPhones(data.phones, data.frame);
    else if (data.wish) dispatchEvent(new CustomEvent("tessera-wish", { detail: data.wish }));
    else if (data.call) this.calls[data.call - 1](data.answer);
  }

  run() {
    this.running = true;
    for (const [message, moved] of this.unsent.splice(0)) this.send(message, moved);
    this.begun();
  }

  fail(/** @type {string} */ words) {
    const why = UNLOADED.test(words) ? "missing" : words;
    this.failed(new Error(why));
    tessera.display(sentenceOf(why), tr("Try again"), () => this.reload());
  }

  startWithoutKeeping() {
    this.worker?.terminate();
    const words = tr("This page cannot keep anything, as in some private windows and at addresses without https: everything "
      + "you enter is gone when you close it. Open Tessera in an ordinary window, or go on anyway.");
    tessera.display(words, tr("Go on"), () => {
      tessera.dismiss();
      this.start(false);
      this.report({ lasts: false });
    });
  }

  async askPhones(/** @type {string} */ words, /** @type {Uint8Array} */ frame) {
    const { hear } = await import(`${this.base}${tesseraSite.scripts}phones.js`);
    hear(words, frame);
  }

  /** @param {object} message @param {Transferable[]} moved */
  send(message, moved = []) {
    if (this.running) this.worker?.postMessage(message, moved);
    else this.unsent.push([message, moved]);
  }

  report(/** @type {object} */ state) {
    this.send({ state: JSON.stringify(state) });
  }

  // Hand over the fragments of links; return the id by which the app finds them, once it is there.
  async arrive(/** @type {string} */ fragments) {
    this.brought = fragments;
    const id = await new Promise((answer) => { this.send({ arrive: fragments, call: this.calls.push(answer) }); });
    await this.shown;
    this.brought = "";
    return id;
  }

  async connect(/** @type {Frames} */ receive) {
    this.receive = receive;
    await this.started;
    for (const frame of this.frames.splice(0)) receive(frame);
  }

  // Have Python save what is still being typed, and let go of the data.
  async leave() {
    const gone = /** @type {Promise<void>} */ (new Promise((done) => { this.left = done; }));
    this.worker?.postMessage({ leave: true });
    await gone;
  }

  end() {
    this.worker?.terminate();
    this.worker = null;
    this.running = false;
    dispatchEvent(new Event("tessera-over"));
  }

  // Load the page anew; nothing of a link is lost by that.
  async reload() {
    if (this.running) await Promise.race([this.leave(), pause(SAVING_TIMEOUT)]);
    if (this.brought) history.replaceState(history.state, "", `#${this.brought}`);
    location.reload();
  }
}

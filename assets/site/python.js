// What the client calls Python by. The worker starts at once, beside the client. One tab holds the data; another one
// gets them as soon as that one is closed, or when it is asked for them here: it saves what was typed, and lets go.
//
// The frame in which a guest sees the screens of another phone has no Python of its own: the page around it has the
// channel. Nothing that comes over it is kept in this browser, or reads what is kept here.
(() => {
  const { tr } = tesseraWords;
  const { body, display, dismiss } = tessera;
  const LOCK_TIMEOUT = 1500;  // milliseconds that a tab which is just closing may still hold the data
  const HAND_OVER_TIMEOUT = 4000;  // milliseconds in which a tab hands over the data, if it can at all
  const TYPING_DELAY = 300;  // milliseconds in which the client hands on what was typed into a field that is left
  const SAVING_TIMEOUT = 1000;  // milliseconds in which Python saves what is still being typed
  const LOCK = "tessera";
  const base = new URL(".", document.baseURI).href;
  const pause = (milliseconds) => new Promise((over) => { setTimeout(over, milliseconds); });
  const phones = () => import(`${base}${window.tesseraSite.scripts}phones.js`);
  const shown = new Promise((done) => { addEventListener("tessera-shown", done, { once: true }); });

  const progress = async (words) => {
    await body;
    for (const id of ["loading", "starting"]) document.getElementById(id)?.setAttribute("data-doing", words);
  };

  // How browsers say that a script or a file cannot be loaded, or is of another version.
  const UNLOADED = /failed to fetch|networkerror|load failed|(importing a|imported|requested) module/i;

  // What the worker says in one word; other words are why it could not start.
  const sentenceOf = (word) => {
    switch (word) {
      case "getting": return tr("Getting Tessera ready …");
      case "opening": return tr("Opening your data …");
      case "missing": return tr("Tessera cannot start: a part of it cannot be loaded. Check the network, then try again. If "
        + "that does not help, its site is not whole: upload all of it again, or ask who runs it. What you entered is kept.");
      case "held": return tr("Tessera cannot start: another tab or window still holds the data. Close it, then try again. "
        + "What you entered is kept.");
      default: return tr("Tessera cannot start: {why}. What you entered is kept.", { why: word });
    }
  };

  // Python in its worker, as long as this tab has the data.
  class Python {
    worker = null;
    running = false;
    brought = "";  // the fragments of a link that are not on the screen yet
    receive = null;
    frames = [];  // what Python has sent before the client takes it
    unsent = [];  // what Python is sent as soon as it has started
    calls = new Map();
    number = 0;
    left = () => {};

    constructor() {
      this.started = new Promise((done, fail) => { Object.assign(this, { begun: done, failed: fail }); });
      this.started.catch(() => {});
      this.holding = new Promise((done) => { this.has = done; });  // until this tab has the data
    }

    start(lasts = true) {
      this.has();
      this.worker = new Worker(`${base}${window.tesseraSite.scripts}worker.js`, { type: "module" });
      this.worker.onmessage = ({ data }) => this.hear(data);
      this.worker.onerror = (event) => this.fail(event.message || "missing");
      const kept = Boolean(navigator.serviceWorker?.controller);  // its files, which come unpacked
      this.worker.postMessage({ start: { base, site: window.tesseraSite, kept, address: document.URL, lasts } });
    }

    hear(data) {
      if (data instanceof Uint8Array) this.receive ? this.receive(data) : this.frames.push(data);
      else if (data.doing) progress(sentenceOf(data.doing));
      else if (data.started) this.run();
      else if (data.failed) this.fail(data.failed);
      else if (data.nowhere) this.startWithoutKeeping();
      else if (data.left) this.left();
      else if (data.phones) phones().then(({ hear }) => hear(data.phones, data.frame));
      else if (data.wish) dispatchEvent(new CustomEvent("tessera-wish", { detail: data.wish }));
      else if (data.call) {
        this.calls.get(data.call)(data.answer);
        this.calls.delete(data.call);
      }
    }

    run() {
      this.running = true;
      for (const [message, moved] of this.unsent.splice(0)) this.worker.postMessage(message, moved);
      this.begun();
    }

    fail(words) {
      const why = UNLOADED.test(words) ? "missing" : words;
      this.failed(new Error(why));
      display(sentenceOf(why), tr("Try again"), () => this.reload());
    }

    startWithoutKeeping() {
      this.worker.terminate();
      const words = tr("This page cannot keep anything, as in some private windows and at addresses without https: everything "
        + "you enter is gone when you close it. Open Tessera in an ordinary window, or go on anyway.");
      display(words, tr("Go on"), () => {
        dismiss();
        this.start(false);
        this.report({ lasts: false });
      });
    }

    send(message, moved = []) {
      if (this.running) this.worker.postMessage(message, moved);
      else this.unsent.push([message, moved]);
    }

    report(state) {
      this.send({ state: JSON.stringify(state) });
    }

    async arrive(fragments) {
      this.brought = fragments;
      const id = await new Promise((answer) => {
        this.calls.set(++this.number, answer);
        this.send({ arrive: fragments, call: this.number });
      });
      await shown;
      this.brought = "";
      return id;
    }

    async connect(receive) {
      this.receive = receive;
      await this.started;
      for (const frame of this.frames.splice(0)) receive(frame);
    }

    // Have Python save what is still being typed, and let go of the data.
    async leave() {
      const gone = new Promise((done) => { this.left = done; });
      this.worker?.postMessage({ leave: true });
      await gone;
    }

    end() {
      this.worker.terminate();
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

  // Which of the tabs has the data: this one asks for a lock, and starts Python once it has it.
  class Hold {
    channel = new BroadcastChannel(LOCK);
    release = null;  // lets go of the data, once this tab has them
    over = false;  // whether this tab had them: its client is of no use any more
    handing = false;

    constructor(python) {
      this.python = python;
      this.channel.onmessage = () => this.handOver();
      document.addEventListener("visibilitychange", () => {
        if (python.worker) python.report({ hidden: document.hidden });  // what can wait is done while nobody looks
        setTimeout(() => this.goOn(), HAND_OVER_TIMEOUT);  // the other tab may have been closed, or is just loaded anew
      });
      addEventListener("pagehide", (event) => { if (event.persisted && python.worker) this.end(); });
      addEventListener("pageshow", (event) => { if (event.persisted) python.reload(); });
    }

    async ask(how = { signal: AbortSignal.timeout(LOCK_TIMEOUT) }, busy = () => this.sayWhere()) {
      try {
        // a page without https has no locks, and keeps nothing
        await (navigator.locks ? navigator.locks.request(LOCK, how, (lock) => lock && this.begin()) : this.begin());
      } catch (error) {
        if (this.python.worker && error.name === "AbortError") {  // another tab took the data, as this one had been asleep
          this.end();
          this.sayWhere();
        } else if (["TimeoutError", "AbortError"].includes(error.name)) {
          busy();
        } else {
          this.python.fail(error.message);
        }
      }
    }

    begin() {
      if (this.over || window.tessera?.stale) {
        this.python.reload();
        return new Promise(() => {});
      }
      dismiss();
      this.python.start();
      return new Promise((done) => { this.release = done; });
    }

    end() {
      this.over = true;
      this.python.end();
      this.release?.();
    }

    async handOver() {
      if (!this.python.worker || this.handing) return;
      this.handing = true;
      let focused = document.activeElement;
      while (focused?.shadowRoot?.activeElement) focused = focused.shadowRoot.activeElement;
      focused?.blur();
      await pause(TYPING_DELAY);
      await this.python.leave();
      if (!this.python.worker) return;
      this.end();
      this.sayWhere();
    }

    takeOver() {
      dismiss();
      this.channel.postMessage("hand over");
      this.ask({ signal: AbortSignal.timeout(HAND_OVER_TIMEOUT) }, () => this.ask({ steal: true }));
    }

    sayWhere() {
      const words = this.over
        ? tr("Tessera goes on in another tab or window. Everything is saved.")
        : tr("Tessera is open in another tab or window. Only one of them can save what you enter.");
      return display(words, tr("Go on here"), () => this.takeOver());
    }

    goOn() {
      if (!document.hidden && !this.python.worker && document.getElementById("said")) this.ask({ ifAvailable: true });
    }
  }

  const forgetful = () => {  // what a page takes for a storage
    const kept = new Map();
    return {
      get length() { return kept.size; },
      key: (at) => [...kept.keys()][at] ?? null,
      getItem: (key) => kept.get(key) ?? null,
      setItem: (key, value) => { kept.set(key, value); },
      removeItem: (key) => { kept.delete(key); },
    };
  };

  const python = new Python();
  const { started, holding } = python;
  const reload = () => python.reload();
  tessera.lacking.then(() => python.fail("missing"));
  Object.assign(tessera, { started, shown, holding, reload });  // shown once the first screen is

  if (window.frameElement?.matches("#phone > iframe")) {
    const { tesseraPhones } = parent;
    for (const name of ["localStorage", "sessionStorage"]) Object.defineProperty(window, name, { value: forgetful() });
    Object.assign(tessera, { holds: () => false, report: () => {} });
    globalThis.jsConnect = async (_, __, taking) => tesseraPhones.connect((frame) => taking(new Uint8Array(frame)));
    globalThis.jsSend = async (_, data) => tesseraPhones.send(data);
  } else {
    Object.assign(tessera, {
      holds: () => python.worker !== null,  // whether the data is this tab's
      report: (state) => python.report(state),
      open: (name, content) => python.send({ file: name, content }, [content.buffer]),
      tell: (words, frame) => python.send({ phones: words, frame }, frame ? [frame.buffer] : []),  // what phones.js has to say
      arrive: (fragments) => python.arrive(fragments),
    });
    globalThis.jsConnect = async (_, __, taking) => python.connect(taking);
    globalThis.jsSend = async (_, data) => python.send(data, [data.buffer]);
    new Hold(python).ask();
    // A link that carries something shows it as soon as the app is there.
    if (tessera.carries(location.hash)) tessera.take(location.hash).then(tessera.show);
  }
  globalThis.jsDisconnect = async () => {};
})();

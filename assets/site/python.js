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
  const channel = new BroadcastChannel(LOCK);
  const calls = new Map();
  const frames = [];  // what Python has sent before the client takes it
  const unsent = [];  // what Python is sent as soon as it has started
  let receive = null, worker = null, running = false, begun, failed, number = 0;
  let brought = "";  // the fragments of a link that are not on the screen yet
  let release = null;  // lets go of the data, once this tab has them
  let over = false;  // whether this tab had them: its client is of no use any more
  let handing = false, left = () => {}, has;
  const holding = new Promise((done) => { has = done; });  // until this tab has the data
  const started = new Promise((done, fail) => { begun = done; failed = fail; });
  started.catch(() => {});
  const shown = new Promise((done) => { addEventListener("tessera-shown", done, { once: true }); });

  const letGo = async () => {  // Python saves what is still being typed
    const gone = new Promise((done) => { left = done; });
    worker?.postMessage({ leave: true });
    await gone;
  };
  const reload = async () => {  // nothing of a link is lost by that
    if (running) await Promise.race([letGo(), new Promise((late) => { setTimeout(late, SAVING_TIMEOUT); })]);
    if (brought) history.replaceState(history.state, "", `#${brought}`);
    location.reload();
  };

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

  const fail = (words) => {
    const why = UNLOADED.test(words) ? "missing" : words;
    failed(new Error(why));
    display(sentenceOf(why), tr("Try again"), reload);
  };

  tessera.lacking.then(() => fail("missing"));

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

  if (window.frameElement?.matches("#phone > iframe")) {
    const { tesseraPhones } = parent;
    for (const name of ["localStorage", "sessionStorage"]) Object.defineProperty(window, name, { value: forgetful() });
    Object.assign(window.tessera, { started, shown, holding, reload, holds: () => false, report: () => {} });
    globalThis.jsConnect = async (_, __, taking) => tesseraPhones.connect((frame) => taking(new Uint8Array(frame)));
    globalThis.jsSend = async (_, data) => tesseraPhones.send(data);
    globalThis.jsDisconnect = async () => {};
    return;
  }

  const start = (lasts = true) => {
    has();
    worker = new Worker(`${base}${window.tesseraSite.scripts}worker.js`, { type: "module" });
    worker.onmessage = ({ data }) => {
      if (data instanceof Uint8Array) receive ? receive(data) : frames.push(data);
      else if (data.doing) progress(sentenceOf(data.doing));
      else if (data.started) run();
      else if (data.failed) fail(data.failed);
      else if (data.nowhere) startWithoutKeeping();
      else if (data.left) left();
      else if (data.phones) phones().then(({ hear }) => hear(data.phones, data.frame));
      else if (data.wish) dispatchEvent(new CustomEvent("tessera-wish", { detail: data.wish }));
      else if (data.call) {
        calls.get(data.call)(data.answer);
        calls.delete(data.call);
      }
    };
    worker.onerror = (event) => fail(event.message || "missing");
    const kept = Boolean(navigator.serviceWorker?.controller);  // its files, which come unpacked
    worker.postMessage({ start: { base, site: window.tesseraSite, kept, address: document.URL, lasts } });
  };
  const run = () => {
    running = true;
    for (const [message, moved] of unsent.splice(0)) worker.postMessage(message, moved);
    begun();
  };
  const send = (message, moved = []) => {
    if (running) worker.postMessage(message, moved);
    else unsent.push([message, moved]);
  };
  const phones = () => import(`${base}${window.tesseraSite.scripts}phones.js`);
  const startWithoutKeeping = () => {
    worker.terminate();
    const words = tr("This page cannot keep anything, as in some private windows and at addresses without https: everything "
      + "you enter is gone when you close it. Open Tessera in an ordinary window, or go on anyway.");
    display(words, tr("Go on"), () => {
      dismiss();
      start(false);
      window.tessera.report({ lasts: false });
    });
  };

  const end = () => {
    over = true;
    worker.terminate();
    worker = null;
    running = false;
    dispatchEvent(new Event("tessera-over"));
    release?.();
  };
  const handOver = async () => {
    if (!worker || handing) return;
    handing = true;
    let focused = document.activeElement;
    while (focused?.shadowRoot?.activeElement) focused = focused.shadowRoot.activeElement;
    focused?.blur();
    await new Promise((done) => { setTimeout(done, TYPING_DELAY); });
    await letGo();
    if (!worker) return;
    end();
    elsewhere();
  };

  const held = () => {  // a page without https has no locks, and keeps nothing
    if (over || window.tessera?.stale) {
      reload();
      return new Promise(() => {});
    }
    dismiss();
    start();
    return new Promise((done) => { release = done; });
  };
  const hold = async (how, busy) => {
    try {
      await (navigator.locks ? navigator.locks.request(LOCK, how, (lock) => lock && held()) : held());
    } catch (error) {
      if (worker && error.name === "AbortError") {  // another tab took the data, as this one had been asleep
        end();
        elsewhere();
      } else if (["TimeoutError", "AbortError"].includes(error.name)) {
        busy();
      } else {
        fail(error.message);
      }
    }
  };
  const takeOver = () => {
    dismiss();
    channel.postMessage("hand over");
    hold({ signal: AbortSignal.timeout(HAND_OVER_TIMEOUT) }, () => hold({ steal: true }, elsewhere));
  };
  const elsewhere = () => {
    const words = over
      ? tr("Tessera goes on in another tab or window. Everything is saved.")
      : tr("Tessera is open in another tab or window. Only one of them can save what you enter.");
    return display(words, tr("Go on here"), takeOver);
  };
  channel.onmessage = handOver;
  const goOn = () => {
    if (!document.hidden && !worker && document.getElementById("said")) hold({ ifAvailable: true }, elsewhere);
  };
  document.addEventListener("visibilitychange", () => {  // the other tab may have been closed, or is just loaded anew
    setTimeout(goOn, HAND_OVER_TIMEOUT);
  });
  addEventListener("pagehide", (event) => { if (event.persisted && worker) end(); });
  addEventListener("pageshow", (event) => { if (event.persisted) reload(); });
  hold({ signal: AbortSignal.timeout(LOCK_TIMEOUT) }, elsewhere);

  window.tessera = {
    ...window.tessera,
    started,
    shown,  // once the first screen is
    holding,
    reload,
    holds: () => worker !== null,  // whether the data is this tab's
    report: (state) => send({ state: JSON.stringify(state) }),
    open: (name, content) => send({ file: name, content }, [content.buffer]),
    tell: (phones, frame) => send({ phones, frame }, frame ? [frame.buffer] : []),  // what phones.js has to say
    arrive: async (fragments) => {
      brought = fragments;
      const id = await new Promise((answer) => {
        calls.set(++number, answer);
        send({ arrive: fragments, call: number });
      });
      await shown;
      brought = "";
      return id;
    },
  };
  globalThis.jsConnect = async (_, __, taking) => {
    receive = taking;
    await started;
    for (const frame of frames.splice(0)) receive(frame);
  };
  globalThis.jsSend = async (_, data) => send(data, [data.buffer]);
  globalThis.jsDisconnect = async () => {};
})();

// What the client calls Python by. The worker starts at once, beside the client. One tab holds the data; another one
// gets them as soon as that one is closed, or when it is asked for them here: it saves what was typed, and lets go.
(() => {
  const { tr } = tesseraWords;
  const { body, display, dismiss, refuse } = tessera;
  const MODULES = [  // which not every browser checks
    "worker.js", "check.js", "opfs.js", "runtime.js", "archive.js", "canvaskit/canvaskit.js",
  ];
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

  const fail = (why) => {
    failed(new Error(why));
    refuse(why, reload);
  };

  const sayRenewed = () => {
    const words = tr("The data of this site were cleared in this browser while Tessera was open. Everything you entered is "
      + "saved again, and you can go on. If you want it gone, close Tessera before you clear it.");
    display(words, tr("Go on"), dismiss);
  };
  const offer = ({ name, content }) => {
    const words = tr("The data of this site were cleared in this browser, and what you enter is not kept any more. Save it as "
      + "a file now; then load this page again, and put the file back under “In and out” in the history.");
    const address = URL.createObjectURL(new Blob([content], { type: "application/octet-stream" }));
    const file = Object.assign(document.createElement("a"), { href: address, download: name });
    display(words, tr("Save the file"), () => file.click());
  };

  const start = (lasts = true) => {
    has();
    worker = new Worker(`${base}worker.js`, { type: "module" });
    worker.onmessage = ({ data }) => {
      if (data instanceof Uint8Array) receive ? receive(data) : frames.push(data);
      else if (data.doing) progress(data.doing === "getting" ? tr("Getting Tessera ready …") : tr("Opening your data …"));
      else if (data.started) run();
      else if (data.failed) fail(data.failed);
      else if (data.nowhere) startWithoutKeeping();
      else if (data.left) left();
      else if (data.renewed) sayRenewed();
      else if (data.gone) offer(data.gone);
      else if (data.wish) dispatchEvent(new CustomEvent("tessera-wish", { detail: data.wish }));
      else if (data.call) {
        calls.get(data.call)(data.answer);
        calls.delete(data.call);
      }
    };
    worker.onerror = (event) => fail(event.message || "missing");
    worker.postMessage({ start: { base, site: window.tesseraSite, address: document.URL, lasts } });
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
  const whole = window.tesseraSite.kept ? Promise.resolve() : Promise.all(MODULES.map((file) => fetch(base + file)));
  whole.then(() => hold({ signal: AbortSignal.timeout(LOCK_TIMEOUT) }, elsewhere), () => fail("missing"));

  window.tessera = {
    ...window.tessera,
    started,
    shown,  // once the first screen is
    holding,
    reload,
    holds: () => worker !== null,  // whether the data is this tab's
    report: (state) => send({ state: JSON.stringify(state) }),
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

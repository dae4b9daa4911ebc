// What the client calls Python by. The worker starts at once, beside the client. One tab holds the data.
(() => {
  const HELD = 1500;  // milliseconds that a tab which is just closing may still hold the data
  const LOCK = "tessera";
  const TAKES = "tessera-takes";  // what a tab remembers that is to have the data
  const base = new URL(".", document.baseURI).href;
  const calls = new Map();
  const frames = [], unsent = [];
  let receive = null, worker = null, begun, failed, number = 0;
  let elsewhere = false, has;  // whether another tab has the data; what is called when this one has it
  const held = new Promise((done) => { has = done; });
  const started = new Promise((done, fail) => { begun = done; failed = fail; });
  started.catch(() => {});
  const body = new Promise((done) => {
    if (document.body) done();
    else addEventListener("DOMContentLoaded", done, { once: true });
  });

  const say = async (words, label, act) => {  // above what the client shows
    await body;
    document.getElementById("said")?.remove();
    const said = Object.assign(document.createElement("div"), { id: "said", role: "alertdialog" });
    said.append(Object.assign(document.createElement("p"), { textContent: words }));
    said.append(Object.assign(document.createElement("button"), { textContent: label, onclick: act }));
    document.body.append(said);
    said.lastChild.focus();
  };

  const progress = async (words) => {
    await body;
    for (const id of ["loading", "starting"]) document.getElementById(id)?.setAttribute("data-doing", words);
  };

  const fail = (words) => {
    failed(new Error(words));
    say(`Tessera cannot start: ${words}. What you entered is kept.`, "Try again", () => location.reload());
  };

  const start = () => {
    has();
    worker = new Worker(`${base}worker.js`, { type: "module" });
    worker.onmessage = ({ data }) => {
      if (data instanceof Uint8Array) receive ? receive(data) : frames.push(data);
      else if (data.doing) progress(data.doing);
      else if (data.started) begun();
      else if (data.failed) fail(data.failed);
      else if (data.wish) dispatchEvent(new CustomEvent("tessera-wish", { detail: data.wish }));
      else if (data.call) {
        calls.get(data.call)(data.answer);
        calls.delete(data.call);
      }
    };
    worker.onerror = (event) => fail(event.message || "a part of it is missing");
    worker.postMessage({ start: { base, site: window.tesseraSite, address: document.URL } });
    for (const [message, moved] of unsent.splice(0)) worker.postMessage(message, moved);
  };
  const send = (message, moved = []) => {
    if (worker) worker.postMessage(message, moved);
    else unsent.push([message, moved]);
  };

  // The page is loaded anew for that: there may be another version by now, to which the data belongs.
  const goOnHere = () => {
    sessionStorage.setItem(TAKES, "now");
    location.reload();
  };

  // A page without https has no locks.
  const hold = (how) => !navigator.locks ? start() : navigator.locks.request(LOCK, how, () => {
    start();
    return new Promise(() => {});  // until this page is gone
  }).catch((error) => {
    elsewhere = ["AbortError", "TimeoutError"].includes(error.name);
    if (error.name === "AbortError" && worker) {  // another tab took over
      worker.terminate();
      say("Tessera goes on in another tab.", "Go on here", goOnHere);
    } else if (elsewhere) {
      say("Tessera is open in another tab.", "Go on here", goOnHere);
    } else {
      fail(error.message);
    }
  });
  hold(sessionStorage.getItem(TAKES) ? { steal: true } : { signal: AbortSignal.timeout(HELD) });
  sessionStorage.removeItem(TAKES);

  window.tessera = {
    ...window.tessera,
    started,
    held,
    elsewhere: () => elsewhere,
    tell: (state) => send({ told: JSON.stringify(state) }),
    arrive: (fragment) => new Promise((answer) => {
      calls.set(++number, answer);
      send({ arrive: fragment, call: number });
    }),
  };
  globalThis.jsConnect = async (_, __, taking) => {
    receive = taking;
    await started;
    for (const frame of frames.splice(0)) receive(frame);
  };
  globalThis.jsSend = async (_, data) => send(data, [data.buffer]);
  globalThis.jsDisconnect = async () => {};
})();

// What the client calls Python by. The worker starts at once, beside the client. One tab holds the data.
(() => {
  const HELD = 1500;  // milliseconds that a tab which is just closing may still hold the data
  const LOCK = "tessera";
  const base = new URL(".", document.baseURI).href;
  const calls = new Map();
  const frames = [], unsent = [];
  let receive = null, worker = null, begun, failed, number = 0;
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
    worker = new Worker(`${base}worker.js`, { type: "module" });
    worker.onmessage = ({ data }) => {
      if (data instanceof Uint8Array) receive ? receive(data) : frames.push(data);
      else if (data.doing) progress(data.doing);
      else if (data.started) begun();
      else if (data.failed) fail(data.failed);
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

  const hold = (how) => navigator.locks.request(LOCK, how, () => {
    start();
    return new Promise(() => {});  // until this page is gone
  }).catch((error) => {
    if (error.name === "AbortError" && worker) {  // another tab took over
      worker.terminate();
      say("Tessera goes on in another tab.", "Go on here", () => location.reload());
    } else if (error.name === "TimeoutError" || error.name === "AbortError") {
      say("Tessera is open in another tab.", "Go on here", () => {
        document.getElementById("said").remove();
        hold({ steal: true });
      });
    } else {
      fail(error.message);
    }
  });
  hold({ signal: AbortSignal.timeout(HELD) });

  window.tessera = {
    ...window.tessera,
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

// After a lost connection comes back the client takes no more changes, and may hang over the first; it would also
// clear the screen at once. So it never hears of it: what it showed stays, dimmed, and takes no taps and no keys; once
// the server answers the page is loaded anew, and the session goes on. Where the server answers, but refuses or ends
// each connection, the page is not loaded over and over. The same where a part of the client did not come.
(() => {
  const { tr } = tesseraWords;
  const PATIENCE = 1500;  // milliseconds without a connection after which something is said
  const PAUSE = 1000;  // milliseconds between two questions whether the server is back
  const UNANSWERED = 10000;  // milliseconds after which it is asked once more
  const LEAST = 10000;  // milliseconds from one time that the page is loaded anew to the next
  const earliest = performance.getEntriesByType("navigation")[0]?.type === "reload" ? LEAST : 0;
  const away = document.createElement("div");
  away.id = "away";
  away.hidden = true;
  const words = document.createElement("p");
  words.hidden = true;
  words.role = "alert";
  away.append(words);
  addEventListener("DOMContentLoaded", () => document.body.append(away));
  let leaving = false;
  addEventListener("pagehide", () => {
    leaving = true;
    away.remove();
  });
  addEventListener("pageshow", (event) => { if (event.persisted) location.reload(); });  // its connection is closed
  for (const what of ["keydown", "keyup", "beforeinput"]) {
    addEventListener(what, (event) => {
      if (away.hidden || !away.isConnected) return;
      event.preventDefault();
      event.stopImmediatePropagation();
    }, true);
  }
  // A phone that was put out finds a page in this place which says so.
  const ask = async (from = earliest) => {
    const signal = AbortSignal.timeout?.(UNANSWERED);
    const answer = await fetch(location.href, { method: "HEAD", cache: "no-store", signal }).catch(() => null);
    const back = answer?.ok && performance.now() >= from;
    if (!leaving && (back || answer?.status === 403)) location.reload();
    else setTimeout(ask, PAUSE, from);
  };
  tessera.reload = () => ask(0);
  const lose = () => {
    if (!away.hidden) return;
    away.hidden = false;
    setTimeout(() => {
      words.textContent = tr("Tessera does not answer: it was closed, or the connection was lost. What you entered is saved. "
        + "This page goes on by itself as soon as Tessera answers.");
      words.hidden = false;
      away.classList.add("said");
    }, PATIENCE);
    ask();
  };
  tessera.lacking.then(lose);
  window.WebSocket = new Proxy(window.WebSocket, {
    construct(Native, given) {
      const socket = new Native(...given);
      let opened = false;
      socket.addEventListener("open", () => { opened = true; });
      for (const what of ["error", "close"]) {
        socket.addEventListener(what, (event) => {
          if (opened) event.stopImmediatePropagation();
          else away.classList.add("empty");
          lose();
        });
      }
      return socket;
    },
  });
})();

// A part of the client that cannot be loaded ends its start, mostly without a word. `lacking` says so to whoever runs it.
tessera.lacking = new Promise((lacks) => {
  const STARTING = 3000;  // milliseconds in which the client may begin all the same
  const base = new URL(".", document.baseURI).href;
  let starting = true;
  addEventListener("flutter-first-frame", () => { starting = false; }, { once: true });
  addEventListener("error", ({ target }) => {
    if (starting && target instanceof HTMLScriptElement && target.src.startsWith(base)) lacks();
  }, true);
  addEventListener("unhandledrejection", ({ reason }) => {  // a browser’s own, or the client’s
    const missing = reason instanceof TypeError || String(reason).includes("HTTP request");
    if (missing) setTimeout(() => { if (starting) lacks(); }, STARTING);
  });
});

// The words of the page itself, as those of the app, are in the language of who reads them.
(() => {
  const { language, tr } = tesseraWords;
  const keep = Storage.prototype.setItem;
  Storage.prototype.setItem = function (key, value) {  // by which the app says what language was chosen
    keep.call(this, key, value);
    if (key === "flutter.language") document.documentElement.lang = language();
  };
  document.documentElement.lang = language();
  document.documentElement.style.setProperty("--starting", JSON.stringify(tr("Tessera is starting …")));
})();

// What is shown while the client loads stays until the first screen is there: the client begins with a page in its own
// colors and letters, and its colors turn into those of the app before the eyes. A theme that was chosen in the app
// is remembered for the next start; else it is that of the system.
(() => {
  const PATIENCE = 30000;  // milliseconds after the first picture of the client, after which it is seen as it is
  const TURNED = 2000;  // milliseconds without another picture, after which its colors are those of the app
  const FIRST = "flt-semantics-host :is(h1, h2, h3, [role=heading], [role=button])";
  try {
    document.documentElement.dataset.theme = JSON.parse(localStorage.getItem("flutter.theme"));
  } catch {
    // a browser that remembers nothing
  }
  addEventListener("flutter-first-frame", () => {
    const loading = document.getElementById("loading");
    if (!loading) return;
    const cover = loading.cloneNode(true);
    cover.id = "starting";
    cover.ariaHidden = "true";
    cover.removeAttribute("role");
    document.body.append(cover);
    const seen = new Promise((there) => {
      const watch = () => { if (document.querySelector(FIRST)) there(watcher.disconnect()); };
      const watcher = new MutationObserver(watch);
      watcher.observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ["role"] });
    });
    let isLate = false;
    const late = new Promise((over) => { setTimeout(over, PATIENCE); }).then(() => { isLate = true; });
    const frame = () => new Promise(requestAnimationFrame);
    Promise.race([seen, late]).then(async () => {
      await frame();
      const turning = await frame();  // on a busy device long after the one before; only now do they begin to turn
      const ground = getComputedStyle(cover).backgroundColor;
      const turned = (now) => tessera.drawnOn() === ground || now - Math.max(turning, tessera.drawn()) > TURNED;
      while (!turned(await frame()) && !isLate);
      await frame();
      cover.remove();
      dispatchEvent(new Event("tessera-shown"));
    });
  }, { once: true });
})();

// A part of the client that nothing here uses would fetch a script from another host. Nothing leaves this machine.
(() => {
  const append = Element.prototype.append;
  const foreign = (node) => node instanceof HTMLScriptElement && node.src
    && new URL(node.src, document.baseURI).origin !== location.origin;
  Element.prototype.append = function (...nodes) {
    return append.apply(this, nodes.filter((node) => !foreign(node)));
  };
})();

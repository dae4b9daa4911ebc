// The tree for screen readers is there before the first screen: Flutter would wait for a press on a button that nobody
// sees, and on phones 300 ms longer. Where a field has the focus before that, Flutter never again takes letters from the
// fields of the tree, which are those that are tapped.
(() => {
  const watcher = new MutationObserver(() => {
    const button = document.querySelector("flt-semantics-placeholder");
    if (!button) return;
    watcher.disconnect();
    const place = button.getBoundingClientRect();
    const { setTimeout: wait } = window;
    window.setTimeout = (act) => wait(act);
    button.dispatchEvent(new MouseEvent("click", {
      bubbles: true, cancelable: true, view: window,
      clientX: place.left + place.width / 2, clientY: place.top + place.height / 2,
    }));
    window.setTimeout = wait;
  });
  watcher.observe(document, { subtree: true, childList: true });
})();

// What the client reads out takes the place of what it said in the same moment, and while a window is open its place
// lies in it: after two sentences there it went with the window, and nothing was read out any more. Here each sentence
// stands for itself, and the place comes back.
(() => {
  const append = Element.prototype.append, text = Object.getOwnPropertyDescriptor(Node.prototype, "textContent");
  const keep = (place, home) => {
    if (Object.hasOwn(place, "parentElement")) return;
    Object.defineProperties(place, {
      parentElement: { get: () => home },
      textContent: {
        get: () => text.get.call(place),
        set: (words) => {
          if (words) append.call(place, Object.assign(document.createElement("div"), { textContent: words }));
          else place.firstChild?.remove();
        },
      },
    });
  };
  Element.prototype.append = function (...nodes) {
    if (this.localName === "flt-announcement-host") for (const place of nodes) keep(place, this);
    return append.apply(this, nodes);
  };
})();

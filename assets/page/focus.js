// What has the focus keeps it where the client puts what is around it into another place, as when a notice comes. The
// browser would take it away, and the client would go on to draw a field as the one that is typed in. Nor would there be
// a click on what is pressed meanwhile, and the client would take that tap and the next one for one.
(() => {
  const { focus } = HTMLElement.prototype;
  let moving = false, away = null, pressed = null, displaced = false, clicked = null;
  for (const what of ["blur", "focus", "focusin", "focusout"]) {
    addEventListener(what, (event) => { if (moving) event.stopImmediatePropagation(); }, true);
  }
  const keeping = (move) => function (...nodes) {
    const focused = away ?? document.activeElement;
    moving = nodes.some((node) => node instanceof Element && node.contains(focused));
    displaced ||= nodes.some((node) => pressed && node instanceof Element && node.contains(pressed));
    const moved = move.apply(this, nodes);
    if (moving) {
      focus.call(focused, { preventScroll: true });
      away = focused.isConnected ? null : focused;  // what it lies in is put into the page last
      queueMicrotask(() => { away = null; });
    }
    moving = false;
    return moved;
  };
  Element.prototype.append = keeping(Element.prototype.append);
  Node.prototype.insertBefore = keeping(Node.prototype.insertBefore);
  addEventListener("mousedown", ({ target }) => {
    pressed = target;
    displaced = false;
    clicked = null;
  }, true);
  addEventListener("mouseup", (event) => {
    clicked = displaced && event.target === pressed ? pressed : null;
    pressed = null;
    if (!clicked) return;
    const click = new MouseEvent("click", event);
    Object.defineProperty(click, "timeStamp", { value: event.timeStamp });  // tells the client that it had this tap
    clicked.dispatchEvent(click);
  }, true);
  addEventListener("click", (event) => {
    if (event.isTrusted && event.target === clicked) event.stopImmediatePropagation();  // of a browser that goes on
  }, true);
})();

// A frame around what has the focus, for those who use the keyboard; the client only tints it, beneath what it shows.
// A field has a border of its own for that; the element for its letters is larger, and covers its name.
(() => {
  const LASTING = 500;  // milliseconds for which things may still move after the last key, change or scroll
  const frame = document.createElement("div");
  frame.id = "focused";
  frame.ariaHidden = "true";
  let keys = false, following = false, until = 0;
  const focused = () => {
    let element = document.activeElement;
    while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
    return element?.matches("flt-semantics-host :not(input, textarea)") ? element : null;
  };
  const place = () => {
    const box = keys ? focused()?.getBoundingClientRect() : null;
    const shown = box?.width && box.height < innerHeight / 2;  // a sheet marks its cell itself
    frame.style.display = shown ? "block" : "none";
    if (shown) {
      Object.assign(frame.style, {
        left: `${box.left}px`, top: `${box.top}px`, width: `${box.width}px`, height: `${box.height}px`,
      });
    }
    following = keys && performance.now() < until;
    if (following) requestAnimationFrame(place);
  };
  const follow = () => {
    until = performance.now() + LASTING;
    if (!following) place();
  };
  const by = (one) => () => { keys = one; follow(); };
  addEventListener("DOMContentLoaded", () => document.body.append(frame));
  addEventListener("keydown", by(true), true);
  addEventListener("pointerdown", by(false), true);
  for (const what of ["focusin", "focusout", "scroll", "resize"]) addEventListener(what, follow, true);
})();

// A field that was tapped or typed in takes the letters. What the server sends then may still have the field before as
// the one with the focus; the client would go back there, and give the letters to neither or to the wrong one. And what
// the client itself gives the focus, it is not told again: it would go back from where it went meanwhile, as to a new
// field, where the button that had the focus has gone.
(() => {
  const LASTING = 1000;  // milliseconds in which the client may want to go back
  const AGAIN = 50;  // milliseconds after which it has gone back, where it could not be stopped
  const FIELDS = "flt-semantics-host :is(input, textarea)";
  const focus = HTMLElement.prototype.focus;
  let tapped = null, until = 0, client = false;
  const held = () => tapped?.isConnected && performance.now() < until;
  const give = (element, by, options) => {
    const before = client;
    client = by;
    focus.call(element, options);
    client = before;
  };
  HTMLElement.prototype.focus = function (options) { give(this, true, options); };
  let giving = false;
  tessera.focus = (element) => {
    if (giving) return;  // the client answers by taking it away: nobody would ever stop
    giving = true;
    give(element, false);
    giving = false;
  };
  const take = (event) => {
    if (!event.target.matches?.(FIELDS)) return;
    tapped = event.target;
    until = performance.now() + LASTING;
  };
  const leave = () => { tapped = null; };
  addEventListener("pointerdown", leave, true);
  addEventListener("keydown", (event) => { if (["Enter", "Escape", "Tab"].includes(event.key)) leave(); }, true);
  for (const what of ["mousedown", "click", "input"]) addEventListener(what, take, true);
  addEventListener("blur", (event) => {
    if (held() && event.target === tapped && event.relatedTarget) event.stopImmediatePropagation();
  }, true);
  addEventListener("focus", (event) => {
    if (event.target === window) return;
    const back = held() && event.target !== tapped;
    if (back || (client && event.target.matches(FIELDS))) event.stopImmediatePropagation();
    if (back) tessera.focus(tapped);
    if (back && !tapped.matches(":focus")) setTimeout(() => { if (held()) tessera.focus(tapped); }, AGAIN);
  }, true);
})();

// Keys wait for the field that they are for. One that was tapped takes letters only some frames later, and what was typed
// before is taken out of it again; and Enter leads to another field in a while, also over the network.
(() => {
  const LASTING = 3000;  // milliseconds for which keys wait at most
  const OFTEN = 10;  // milliseconds between two looks whether they still have to
  const HOST = "flt-semantics-host";
  const FIELDS = `${HOST} :is(input, textarea)`;
  const NUMBER = /^[-−]?\d+$/;  // what is typed takes the place of one, and does not stand before or behind it
  const SET = 100;  // milliseconds after a tap until the client has put its cursor there
  const TAKES = "autocorrect";  // what the client turns on in a field in the moment from which it takes letters
  let from = null, until = 0, waiting = false, keys = [];
  let fresh = null;  // the field that was come to, until a key; on a busy device the client puts its cursor there late
  const begin = (field) => {
    from = field;
    until = performance.now() + LASTING;
    if (!waiting) look();
  };
  const look = () => {
    const at = document.activeElement;
    const there = at?.matches(FIELDS) ? at.getAttribute(TAKES) === "on" : at?.matches(`${HOST} [tabindex]`);
    waiting = performance.now() < until && (!there || at === from);
    if (waiting) {
      setTimeout(look, OFTEN);
      return;
    }
    if (there && at !== from) {
      fresh = at;
      if (NUMBER.test(at.value)) at.select();
    }
    release();
  };
  const release = () => {
    const at = document.activeElement ?? document.body, inField = at.matches(FIELDS);
    if (at === from && inField) at.setSelectionRange(at.value.length, at.value.length);  // Enter led nowhere
    for (from = null; keys.length && !waiting;) {
      const key = keys.shift();
      if (inField && (key.key.length === 1 || key.key === "Backspace")) {
        put(at, key.key);
      } else {
        for (const what of ["keydown", "keyup"]) at.dispatchEvent(new KeyboardEvent(what, key));
        if (inField) begin(at);
      }
    }
  };
  const put = (field, key) => {
    const { selectionStart: start, selectionEnd: end } = field, back = key === "Backspace";
    field.setRangeText(back ? "" : key, back && start === end ? Math.max(start - 1, 0) : start, end, "end");
    const inputType = back ? "deleteContentBackward" : "insertText";
    field.dispatchEvent(new InputEvent("input", { bubbles: true, inputType, data: back ? null : key }));
  };
  const isZero = (field) => field?.matches?.(FIELDS) && field.value === "0";  // 3 before or behind it is no 30
  addEventListener("pointerdown", () => { fresh = from = null; }, true);  // who taps waits for no other field
  addEventListener("pointerup", () => {
    const at = document.activeElement;
    if (!isZero(at)) return;
    fresh = at;
    setTimeout(() => { if (fresh === at) at.select(); }, SET);
  }, true);
  addEventListener("focus", ({ target }) => {
    if (target !== window && target.matches?.(FIELDS) && target.getAttribute(TAKES) !== "on") begin(from);
  }, true);
  addEventListener("blur", ({ target }) => {
    if (target !== window && target.matches?.(FIELDS)) target.removeAttribute(TAKES);
  }, true);
  addEventListener("keydown", (event) => {
    const { key, code, keyCode, shiftKey, target } = event;
    if (!event.isTrusted || event.isComposing || event.ctrlKey || event.altKey || event.metaKey) return;
    if (target === fresh && key.length === 1 && NUMBER.test(fresh.value)) fresh.select();
    if (key !== "Shift") fresh = null;
    if (waiting && (key.length === 1 || ["Backspace", "Enter", "Tab"].includes(key))) {
      keys.push({ key, code, keyCode, shiftKey, bubbles: true, cancelable: true });
      event.preventDefault();
      event.stopImmediatePropagation();
    } else if (key === "Enter" && target.matches?.(`${HOST} input`)) {
      begin(target);
    }
  }, true);
})();

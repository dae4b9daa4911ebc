// Brings the picture back. A browser may take the graphics context from a page that lay in the background, or end the
// process that draws; the client does not survive that (flutter/flutter#190192), and shows an empty page for good. Its
// picture may also stand still while all the rest goes on. A canvas of our own hears of the first in that moment. The
// second shows in what the client does: whatever it tells screen readers anew, it draws as well. Then the page is loaded
// anew, as soon as somebody looks at it, and what was half typed goes back into its field; but not over and over.
(() => {
  const { tr } = tesseraWords;
  const TOGETHER = 200;  // milliseconds by which a frame may come before what screen readers are told of it
  const LATE = 2000;  // milliseconds by which it may come after that
  const ASKED = 500;  // the last of these, for a frame that the page itself asks for
  const BUSY = 500;  // milliseconds by which a timer is late where the device is too busy to tell
  const MOST = 2;  // times that the page is loaded anew
  const WITHIN = 60000;  // milliseconds
  const TAKING = 1000;  // milliseconds in which a field that got the focus takes letters
  const TAKEN = 100;  // milliseconds after which a field that has its letters keeps them
  const TIMES = "tessera.picture", TYPED = "tessera.typed";  // what the tab remembers
  const HOST = "flt-semantics-host";
  const FIELDS = `${HOST} :is(input, textarea)`;
  const { prototype } = window.ImageBitmapRenderingContext ?? { prototype: {} };
  const show = prototype.transferFromImageBitmap;
  const pause = (milliseconds) => new Promise((over) => { setTimeout(over, milliseconds); });
  const frame = () => new Promise(requestAnimationFrame);
  let context = null;  // the graphics of a canvas of our own
  let draws = false;  // whether the client shows its frames in the way that is counted
  let fresh = 0;  // the timer that runs for a moment after each frame
  let latest = 0;  // when the last frame was shown, of those that are counted
  let color = null;  // of its left margin, as long as the page waits for that of the app
  let probe = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
  let since = 0;  // when something was changed that is not drawn yet
  let lost = null;  // why the page is to be loaded anew, as soon as it is seen
  let leaving = false;

  const recall = (name) => {
    try {
      return JSON.parse(sessionStorage.getItem(name)) ?? [];
    } catch {
      return [];  // a browser that remembers nothing
    }
  };
  const remember = (name, value) => {
    try {
      sessionStorage.setItem(name, JSON.stringify(value));
      return true;
    } catch {
      return false;
    }
  };

  // Fields are known by what screen readers say: the dialog that they are in, their name, and which one of that name. At
  // a table all is saved that was typed, but for the field that has the focus; a form elsewhere may be saved at its end.
  const began = new Map();  // what stood in the fields that were typed into
  let typing = null;
  const named = () => {
    const count = {};
    return [...document.querySelectorAll(FIELDS)].map((field) => {
      const dialog = field.closest("[role=dialog], [role=alertdialog]");
      const name = JSON.stringify([dialog?.ariaLabel, dialog?.querySelector("h1, h2, h3")?.textContent, field.ariaLabel]);
      count[name] = (count[name] ?? 0) + 1;
      return [`${name} ${count[name]}`, field];
    });
  };
  let byHand = 0;  // when somebody typed last
  addEventListener("beforeinput", ({ target, timeStamp }) => {
    byHand = timeStamp;
    const name = named().find(([, field]) => field === target)?.[0];
    if (name && name !== typing) began.set(name, target.value);
    typing = name ?? null;
  }, true);
  addEventListener("focusout", () => { typing = null; }, true);
  const keep = () => {
    const whole = !location.href.includes("/table/");
    const kept = named().map(([name, field]) => ({
      name, text: field.value, before: began.get(name), focused: field === document.activeElement, at: location.href,
      selected: [field.selectionStart, field.selectionEnd],
    })).filter(({ before, focused }) => focused || (whole && before !== undefined));
    remember(TYPED, kept.sort((one, other) => one.focused - other.focused));
  };

  const fill = async (field, { text, before, focused, selected }) => {
    const begun = performance.now();
    for (let tries = 3; tries && field.isConnected; tries--) {
      field.removeAttribute("autocorrect");  // the client gives it to a field that takes letters from then on
      field.blur();
      tessera.focus(field);
      const end = performance.now() + TAKING;
      while (!field.hasAttribute("autocorrect") && performance.now() < end) await frame();
      if (!focused && field.value !== before) return;
      if (field.value !== text) {
        field.value = text;
        field.setSelectionRange(...selected);
        field.dispatchEvent(new InputEvent("input", { bubbles: true, inputType: "insertText", data: text }));
      }
      await pause(TAKEN);
      if (byHand > begun) return;
      field.setSelectionRange(...selected);  // the client may have selected all
      if (field.value === text) return;
    }
  };
  const putBack = () => {
    let missing = recall(TYPED), filling = false;
    sessionStorage.removeItem(TYPED);
    const look = async () => {
      if (filling) return;
      filling = true;
      for (let next = {}; next;) {
        const fields = new Map(named());
        missing = missing.filter(({ at }) => at === location.href);
        next = missing.find(({ name }) => fields.has(name));
        missing = missing.filter((one) => one !== next);
        if (next) {
          began.set(next.name, next.before);
          await fill(fields.get(next.name), next);
        }
      }
      filling = false;
      if (!missing.length) watcher.disconnect();
    };
    const watcher = new MutationObserver(look);
    watcher.observe(document, { subtree: true, childList: true });
    look();
  };
  if (recall(TYPED).length) addEventListener("tessera-shown", putBack, { once: true });

  const recover = () => {
    if (!lost || leaving || document.hidden) return;
    leaving = true;
    console.warn(lost);
    keep();  // before anything else takes the focus
    const now = Date.now();
    const times = recall(TIMES).filter((time) => Math.abs(now - time) < WITHIN);
    if (times.length < MOST && remember(TIMES, [...times, now])) {
      tessera.reload();
      return;
    }
    const words = tr("Your browser keeps failing to draw this page. What you entered is saved. Close other tabs and apps, then "
      + "reload the page. If that does not help, restart the browser.");
    tessera.display(words, tr("Reload"), () => tessera.reload());
  };
  const lose = (why) => {
    lost ??= why;
    recover();
  };
  const listen = () => {  // for a while after a loss a browser may give no context, also not to the client
    if (context && !context.isContextLost()) return;
    const canvas = Object.assign(document.createElement("canvas"), { width: 1, height: 1 });
    canvas.addEventListener("webglcontextlost", () => lose("the graphics context was lost"));
    context = canvas.getContext("webgl", { powerPreference: "low-power" });
  };
  listen();
  addEventListener("flutter-first-frame", listen, { once: true });
  document.addEventListener("visibilitychange", () => {
    since = 0;  // what is hidden is not drawn
    if (context?.isContextLost()) lose("the graphics context was lost meanwhile");
    recover();
  });

  // A frame may be late because the device is busy; then timers are late as well, and nothing is sure. Or what screen
  // readers are told is late, and its frame came long before; then the client shows another one when it is asked to.
  const judge = async (changed) => {
    const asked = performance.now();
    await pause(LATE - ASKED);
    if (since === changed) {
      (window.visualViewport ?? window).dispatchEvent(new Event("resize"));
      context?.getError();  // waits for the process that draws, which another page may keep busy, as one that starts
    }
    await pause(ASKED);
    const busy = performance.now() - asked > LATE + BUSY;
    await frame();
    await frame();
    await pause(0);
    if (since !== changed) return;
    if (busy) judge(changed);
    else lose("the picture stands still");
  };
  const change = (records) => {
    if (!draws || fresh || since || document.hidden) return;
    if (!records.some(({ target }) => (target.closest ? target : target.parentElement)?.closest(HOST))) return;
    since = performance.now();
    judge(since);
  };
  if (show) {
    prototype.transferFromImageBitmap = function (...bitmap) {
      draws = true;
      since = 0;
      latest = performance.now();
      if (probe && bitmap[0]) {
        probe.drawImage(bitmap[0], 1, bitmap[0].height >> 1, 1, 1, 0, 0, 1, 1);
        color = `rgb(${[...probe.getImageData(0, 0, 1, 1).data].slice(0, 3).join(", ")})`;
      }
      clearTimeout(fresh);
      fresh = setTimeout(() => { fresh = 0; }, TOGETHER);
      return show.apply(this, bitmap);
    };
  }
  new MutationObserver(change).observe(document, {
    subtree: true, childList: true, characterData: true, attributes: true, attributeFilter: ["aria-label"],
  });
  addEventListener("tessera-shown", () => { probe = null; }, { once: true });
  tessera.drawn = () => latest;
  tessera.drawnOn = () => color;
  tessera.shows = () => !since;  // whether all that was changed is drawn, as far as that is known
})();

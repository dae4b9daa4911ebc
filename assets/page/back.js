// Back closes what is open, a dialog or the keys of a sheet, and then leaves the table: its players and tabs are one
// entry of the history. What is open has an entry of its own, above that of its screen. It stays there when that closes,
// since going back takes a moment in which the app may lead on: Back then goes past the screen's entry, too.
(() => {
  const CLOSING = {  // what may be open, the uppermost first, and the key that closes it
    "[role=dialog], [role=alertdialog]": { key: "Escape", code: "Escape", keyCode: 27 },
    "[flt-semantics-identifier=keys]": { key: "BrowserBack", code: "BrowserBack", keyCode: 166 },
  };
  const uppermost = () => Object.keys(CLOSING).find((what) => document.querySelector(`flt-semantics-host :is(${what})`));
  const push = history.pushState.bind(history), replace = history.replaceState.bind(history);
  const routeOf = (url) => (flet.routeUrlStrategy === "hash" ? url.hash.slice(1) : url.pathname);
  const table = (path) => /^\/table\/[^/]+/.exec(path)?.[0];
  const stays = (from, to) => (from === "/new" && table(to))
    || (table(from) && (table(from) === table(to) || to.startsWith("/play/")));
  let open, last;
  const note = () => { last = { state: history.state, address: location.href }; };
  note();
  history.replaceState = (state, title, address) => {
    const dialog = history.state?.dialog;
    replace(dialog ? { ...state, dialog } : state, title, address);
    note();
  };
  history.pushState = (state, title, address) => {
    const from = routeOf(location), to = routeOf(new URL(address ?? location.href, location.href));
    if (stays(from, to)) history.replaceState(state, title, address);
    else if (history.state?.dialog && from !== to) replace(state, title, address);
    else push(state, title, address);
    note();
  };
  new MutationObserver(() => {
    const now = uppermost();
    if (open === now) return;
    open = now;
    if (!open || history.state?.dialog) return;
    const dialog = Date.now();
    replace({ ...history.state, below: dialog }, "");
    push({ ...history.state, below: undefined, dialog }, "");
    note();
  }).observe(document, { subtree: true, childList: true, attributeFilter: ["role", "flt-semantics-identifier"] });
  addEventListener("popstate", (event) => {
    const { state, address } = last;
    note();
    const past = state?.dialog && state.dialog === event.state?.below;
    if (past) event.stopImmediatePropagation();  // an address that was typed leads on, also from a dialog
    if (open) {
      if (past) history.replaceState({ ...state, dialog: undefined }, "", address);  // a tab that was shown since
      for (const what of ["keydown", "keyup"]) {
        dispatchEvent(new KeyboardEvent(what, { ...CLOSING[open], cancelable: true }));
      }
    } else if (past) {
      history.back();
    }
  });
})();

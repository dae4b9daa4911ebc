// What links and codes bring to the app. Who runs the app adds `arrive`, which hands over the fragments of links, one a
// line, and returns the id by which the app finds them.
Object.assign(tessera, {
  carries: (hash) => /^#[pst][0-9]/.test(hash),
  // Return the id of what a fragment brought. It is taken from the address at once, so that the history has none of it.
  take: (hash) => {
    history.replaceState(history.state, "", location.pathname + location.search);
    return tessera.arrive(hash.slice(1)).catch(() => "lost");  // the screen says that nothing arrived
  },
  // Go to the screen of what arrived, within the client that runs.
  show: (id) => {
    const address = flet.routeUrlStrategy === "hash" ? `#/take/${id}` : new URL(`take/${id}`, document.baseURI);
    history.replaceState(history.state, "", address);
    dispatchEvent(new PopStateEvent("popstate", { state: history.state }));
  },
});
addEventListener("popstate", (event) => {  // the client has no such screen
  if (tessera.carries(location.hash)) event.stopImmediatePropagation();
});
addEventListener("hashchange", (event) => {
  const { hash } = new URL(event.newURL);
  if (tessera.carries(hash)) tessera.take(hash).then(tessera.show);
});

// What other apps hand over: files that are opened with Tessera, and files and links that are shared to it. A file is
// imported; what else is shared should be a link that carries something.
(() => {
  const { tessera } = window;
  const SHARED = "#shared";  // the fragment to which the service worker leads, which keeps what was shared
  const SHARE = new URL("share", document.baseURI).href;

  const importFiles = async (files) => {
    for (const file of files) tessera.open(file.name, new Uint8Array(await file.arrayBuffer()));
    await tessera.shown;
    history.replaceState(history.state, "", "#/exchange");
    dispatchEvent(new PopStateEvent("popstate", { state: history.state }));
  };
  const take = async () => {
    history.replaceState(history.state, "", location.pathname);
    const shared = await caches.open(SHARE);
    const form = await (await shared.match(SHARE))?.formData().catch(() => null) ?? new FormData();  // it may be damaged
    const files = form.getAll("file"), words = ["url", "text", "title"].map((field) => form.get(field) ?? "").join("\n").trim();
    await tessera.started;
    if (files.length) await importFiles(files);
    else tessera.show(words ? await tessera.arrive(fragmentsOf(words)) : "lost");
    await shared.delete(SHARE);
  };
  const fragmentsOf = (words) => words.match(/(?<=#)[st][0-9]\S*/g)?.join("\n") ?? words;

  if (location.hash === SHARED) take();
  window.launchQueue?.setConsumer(async ({ files }) => {
    if (files.length) await importFiles(await Promise.all(files.map((file) => file.getFile())));
  });
})();

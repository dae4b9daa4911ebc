// Where a script of the page is missing or of another version, or something else that it starts with, nothing goes on.
// Digests are not asked for where a service worker has looked at the files, which it also keeps unpacked.
(() => {
  const base = new URL(".", document.baseURI).href;
  const site = window.tesseraSite;
  site.kept = Boolean(navigator.serviceWorker?.controller);
  const { integrityOf, checked } = window.tesseraCheck(base, site.kept ? {} : site.digests);
  const [visit] = performance.getEntriesByType("navigation");
  let starting = true;
  addEventListener("tessera-shown", () => { starting = false; }, { once: true });
  window.tesseraFiles = { integrityOf };
  window.fetch = async (asked, how) => {
    const answer = await checked(asked, how).catch((error) => ({ ok: false, error }));
    const address = new URL(asked.url ?? asked, base).href;
    if (starting && !answer.ok && integrityOf(address)) window.tessera.refuse("missing");
    if (answer.error) throw answer.error;
    return answer;
  };
  addEventListener("error", async ({ target: { localName, src } }) => {
    if (localName !== "script" || !src.startsWith(base)) return;
    const there = await checked(src).then(({ ok }) => ok, () => false);
    if (there && visit.type !== "reload") location.reload();  // the browser had an older one, and has the right one now
    else window.tessera.refuse("missing");
  }, true);
})();

// One whole version of the site, kept for use without a network: all of its files, or none. The build writes what it
// consists of here, so that this script changes with every version, by which browsers know that there is a new one. A
// version answers from its own cache alone: no page ever gets files of two. The next one waits until nobody uses this
// one any more, or until a page asks it to take over.
const SITE = {listing};
const DIGEST = "x-digest";
const UNPACKED = "x-unpacked";  // of what comes compressed: unpacking it at each start would take longer than reading more
const MAX_DOWNLOADS = 8;  // at once
const SPARE_BYTES = 32 << 20;  // which are left to what players enter
const base = new URL("./", self.location).href;
const PREFIX = `tessera ${base} `;  // other sites of this host may be Tessera, too
const name = PREFIX + SITE.version;

self.addEventListener("install", (event) => event.waitUntil(fill().catch(async (error) => {
  const full = error.name === "QuotaExceededError";
  if (full) await caches.delete(name);  // what is there of it would only take room from what players enter
  const why = full ? "room" : error.name === "DataError" ? "mixed" : "broken";
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  for (const page of pages) page.postMessage({ failed: why });
  throw error;
})));

async function fill() {
  const { quota = Infinity, usage = 0 } = await navigator.storage?.estimate?.() ?? {};
  const others = (await caches.keys()).filter((one) => one.startsWith(PREFIX) && one !== name);
  if (!(await caches.has(name)) && quota - usage < SITE.bytes + SPARE_BYTES) {
    throw new DOMException("", "QuotaExceededError");
  }
  const cache = await caches.open(name);
  const before = await Promise.all(others.map((one) => caches.open(one)));
  const left = Object.entries(SITE.files);
  const next = async () => {
    for (let one; (one = left.shift());) await keep(cache, before, ...one);
  };
  try {
    await Promise.all(Array.from({ length: MAX_DOWNLOADS }, next));
  } finally {
    left.length = 0;
  }
}

async function keep(cache, before, file, digest) {
  const url = urlOf(file);
  const same = (found) => found?.headers.get(DIGEST) === digest;
  if (same(await cache.match(url))) return;  // an installation that was cut short
  for (const old of before) {
    const found = await old.match(url);
    if (same(found)) {
      await cache.put(url, found);
      return;
    }
  }
  for (const how of ["no-cache", "reload"]) {  // what the page has fetched just now is asked for, not sent again
    const answer = await fetch(url, { cache: how });
    const bytes = await answer.arrayBuffer();
    if (answer.ok && await digestOf(bytes) === digest) {
      await cache.put(url, kept(file, bytes, { "content-type": answer.headers.get("content-type") ?? "", [DIGEST]: digest }));
      return;
    }
  }
  throw new DOMException(`${file} is of another version: the host is being updated`, "DataError");
}

function kept(file, bytes, headers) {
  if (!file.endsWith(".gz")) return new Response(bytes, { headers });
  const unpacked = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(unpacked, { headers: { ...headers, [UNPACKED]: "yes" } });
}

function urlOf(file) {
  return base + (file === "index.html" ? "" : file);
}

async function digestOf(bytes) {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return [...digest].map((one) => one.toString(16).padStart(2, "0")).join("");
}

self.addEventListener("activate", (event) => event.waitUntil((async () => {
  const all = await caches.keys();
  await Promise.all(all.filter((one) => one.startsWith(PREFIX) && one !== name).map((one) => caches.delete(one)));
  await self.clients.claim();
})()));

self.addEventListener("message", (event) => {
  if (event.data === "which") event.source.postMessage({ version: SITE.version });
  else if (event.data === "take over") self.skipWaiting();
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const [address] = request.url.split(/[?#]/, 1);
  const file = address.slice(base.length) || "index.html";
  if (request.method !== "GET" || !address.startsWith(base) || !Object.hasOwn(SITE.files, file)) return;
  event.respondWith((async () => (await (await caches.open(name)).match(urlOf(file))) ?? fetch(request))());
});

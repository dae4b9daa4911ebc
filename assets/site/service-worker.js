// One whole version of the site, kept for use without a network: all of its files, or none. The build writes what it
// consists of here, so that this script changes with every version, by which browsers know that there is a new one. A
// version answers from its own cache alone: no page ever gets files of two. The next one waits until nobody uses this
// one any more, or until a page asks it to take over.
const SITE = {listing};
const PREFIX = "tessera-";
const DIGEST = "x-digest";
const UNPACKED = "x-unpacked";  // of what comes compressed: unpacking it at each start would take longer than reading more
const AT_ONCE = 4;
const base = new URL("./", self.location).href;
const name = PREFIX + SITE.version;

self.addEventListener("install", (event) => event.waitUntil(fill()));

async function fill() {
  const cache = await caches.open(name);
  const others = (await caches.keys()).filter((one) => one.startsWith(PREFIX) && one !== name);
  const before = await Promise.all(others.map((one) => caches.open(one)));
  const left = Object.entries(SITE.files);
  const next = async () => {
    for (let one; (one = left.shift());) await keep(cache, before, ...one);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, next));
}

async function keep(cache, before, file, digest) {
  const url = base + (file === "index.html" ? "" : file);
  const same = (found) => found?.headers.get(DIGEST) === digest;
  if (same(await cache.match(url))) return;  // an installation that was cut short
  for (const old of before) {
    const found = await old.match(url);
    if (same(found)) {
      await cache.put(url, found);
      return;
    }
  }
  const answer = await fetch(url, { cache: "no-cache" });
  if (!answer.ok) throw new Error(`${file}: ${answer.status}`);
  const bytes = await answer.arrayBuffer();
  if (await digestOf(bytes) !== digest) throw new Error(`${file} is of another version`);  // the host is being updated
  const headers = { "content-type": answer.headers.get("content-type") ?? "", [DIGEST]: digest };
  if (!file.endsWith(".gz")) {
    await cache.put(url, new Response(bytes, { headers }));
    return;
  }
  const unpacked = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  await cache.put(url, new Response(unpacked, { headers: { ...headers, [UNPACKED]: "yes" } }));
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

self.addEventListener("message", ({ data }) => { if (data === "take over") self.skipWaiting(); });

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || !request.url.startsWith(base)) return;
  const url = new URL(request.url);
  url.search = url.hash = "";
  const file = request.mode === "navigate" ? base : url.href;
  event.respondWith((async () => (await (await caches.open(name)).match(file)) ?? fetch(request))());
});

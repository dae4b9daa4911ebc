// One whole version of the site, kept for use without a network: all of its files, or none. The build writes what it
// consists of here, so that this script changes with every version, by which browsers know that there is a new one. A
// version answers from its own cache alone, and gets what that has lost anew: no page ever gets files of two. The next
// one waits until nobody uses this one any more, or until a page asks it to take over.
const SITE = {listing};
const DIGEST = "x-digest";  // of the file, in the version before: what is the same is not downloaded again
const UNPACKED = "x-unpacked";  // of what comes compressed: unpacking it at each start would take longer than reading more
const MAX_DOWNLOADS = 8;  // at once
const SPARE_BYTES = 32 << 20;  // which are left to what players enter
const base = new URL("./", self.location).href;
const PREFIX = `tessera ${base} `;  // other sites of this host may be Tessera, too
const name = PREFIX + SITE.version;
const SHARE = `${base}share`;  // where the browser puts what another app shares, see the manifest

self.addEventListener("install", (event) => event.waitUntil(fill().catch(async (error) => {
  const full = error.name === "QuotaExceededError";
  if (full) await caches.delete(name);  // what is there of it would only take room from what players enter
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  for (const page of pages) page.postMessage({ failed: reasonOf(error) });
  throw error;
})));

function reasonOf({ name: kind }) {
  return { QuotaExceededError: "room", DataError: "mixed" }[kind] ?? "broken";
}

async function fill() {
  const { quota = Infinity, usage = 0 } = await navigator.storage?.estimate?.() ?? {};
  const others = (await caches.keys()).filter((one) => one.startsWith(PREFIX) && one !== name);
  if (!(await caches.has(name)) && quota - usage < SITE.bytes + SPARE_BYTES) {
    throw new DOMException("", "QuotaExceededError");
  }
  const cache = await caches.open(name);
  const before = await Promise.all(others.map((one) => caches.open(one)));
  const there = new Set((await cache.keys()).map(({ url }) => url));
  const left = Object.entries(SITE.files).filter(([file]) => !there.has(urlOf(file)));
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
  for (const old of before) {
    const found = await old.match(url);
    if (found?.headers.get(DIGEST) === digest) {
      await cache.put(url, found);
      return;
    }
  }
  await cache.put(url, await download(file, digest));
}

// Returns a file as it is kept; whatever else the host has in its place is refused.
async function download(file, digest) {
  const url = urlOf(file);
  for (const how of ["no-cache", "reload"]) {  // what the page has fetched just now is asked for, not sent again
    const answer = await fetch(url, { cache: how });
    const bytes = await answer.arrayBuffer();
    if (answer.ok && await digestOf(bytes) === digest) {
      return kept(file, bytes, { "content-type": answer.headers.get("content-type") ?? "", [DIGEST]: digest });
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
  if (event.data === "which") event.waitUntil(say(event.source));
  else if (event.data === "take over") self.skipWaiting();
});

// Says which version is kept here once all of it is: a browser may have lost a part.
async function say(page) {
  try {
    await fill();
    page.postMessage({ version: SITE.version });
  } catch (error) {
    page.postMessage({ failed: reasonOf(error), lacking: true });
  }
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const [address] = request.url.split(/[?#]/, 1);
  const file = address.slice(base.length) || "index.html";
  if (request.method === "POST" && address === SHARE) event.respondWith(keepShared(request));
  if (request.method !== "GET" || !address.startsWith(base) || !Object.hasOwn(SITE.files, file)) return;
  if (request.integrity && file.endsWith(".gz")) return;  // a page that began before this version was kept wants it packed
  event.respondWith(answer(file));
});

async function answer(file) {
  const cache = await caches.open(name);
  const found = await cache.match(urlOf(file));
  if (found) return found;
  const anew = await download(file, SITE.files[file]);
  await cache.put(urlOf(file), anew.clone()).catch(() => {});  // there may be no room for it
  return anew;
}

// Keeps what was shared until a page takes it, see `handed.js`, and leads there: the host gets nothing of it. Any other
// page may post something here, too: what is no form as the browser shares one, or has no room, is not kept.
async function keepShared(request) {
  const shared = await caches.open(SHARE);
  await shared.delete(SHARE);
  const type = request.headers.get("content-type") ?? "";
  if (type.startsWith("multipart/form-data")) {
    const content = new Response(await request.blob(), { headers: { "content-type": type } });
    await shared.put(SHARE, content).catch(() => {});
  }
  return Response.redirect(`${base}#shared`, 303);
}

// The worker in which Python runs: it imports the app, or starts from a memory in which that was done, once the site is
// kept; opens the data, and goes on as Flet's own worker would. Messages in bytes are Flet's; the others are ours:
//   from the page   { start: { base, site, kept, address, lasts } }, { arrive: fragments, call }, { state },
//                   { file: name, content }, { leave: true }, { phones: words, frame }
//   to the page     { doing: word }, { started: true }, { failed: words }, { nowhere: words }, { left: true },
//                   { call, answer }, { wish }, { phones: words, frame }
// What is said of phones is in phones.js.
import { mountOpfs } from "./opfs.js";
import { offerLater, settingsOf, unpackApp } from "./runtime.js";

const DATA = "/data";
const FOLDER = "tessera";  // of the data, in the storage of this origin

self.flet_js = {};
self.importModule = (path) => import(path);  // for Python, which has no import of this kind
let context = null;
let leave = async () => {};  // saves what is still being typed, and lets go of the data
let lacking = false;  // whether a file of the start could not be got, by whomever it was asked for
let giveUp = null;  // ends a start that would wait for such a file for ever

const fetchFile = self.fetch.bind(self);

// Gives a start the files alone that its page was built with: its host may be in the midst of an update. What the browser
// has of an earlier visit may be older, too. The service worker has looked at the files that it keeps, and unpacked them.
const fetchOwn = ({ base, site, kept }) => async (asked, how) => {
  const url = asked.url ?? String(asked);
  const digest = !kept && url.startsWith(base) && site.digests[url.slice(base.length)];
  if (digest) {
    const known = await fetchFile(url, { ...how, integrity: digest }).catch(() => null);
    if (known?.ok) return unpacked(known, url);
  }
  const answer = await fetchFile(url, digest ? { ...how, integrity: digest, cache: "reload" } : how).catch(lack);
  return answer.ok ? unpacked(answer, url) : lack(new Error(`${url}: ${answer.status}`));
};

function unpacked(answer, url) {
  const packed = url.endsWith(".gz") && !answer.headers.has("x-unpacked");
  return packed ? new Response(answer.body.pipeThrough(new DecompressionStream("gzip"))) : answer;
}

function lack(error) {
  lacking = true;
  giveUp(error);
  throw error;
}

self.onmessage = async ({ data }) => {
  if (data.start) {
    try {
      await Promise.race([new Promise((_, fail) => { giveUp = fail; }), start(data.start)]);
    } catch (error) {
      console.error(error);
      const why = lacking ? "missing" : (error.message || String(error)).trim().split("\n").at(-1);  // Python's errors are whole tracebacks
      self.postMessage({ [error.nowhere ? "nowhere" : "failed"]: why });
    }
  } else if (data.leave) {
    try { await leave(); } finally { self.postMessage({ left: true }); }
  } else if (data.arrive !== undefined) {
    self.postMessage({ call: data.call, answer: context?.links.add(data.arrive) ?? "" });
  } else if (data.file) {
    context?.browser.hand_over(data.file, self.pyodide.toPy(data.content).tobytes());
  } else if (data.phones) {
    hearPhones(data.phones, data.frame);
  } else if (data.state) {
    context?.browser.hear(data.state);
  } else {
    self.flet_js.send(data);
  }
};

async function start({ base, site, kept, address, lasts }) {
  self.fetch = fetchOwn({ base, site, kept });
  const urlOf = (name) => base + name;
  self.postMessage({ doing: "getting" });
  const archive = bytesOf(urlOf("app.zip.gz"));
  const memory = kept ? once(bytesOf(urlOf("memory.gz"))) : null;  // getting it takes longer than to import the app
  if (!kept) for (const [, file] of site.libraries) fetch(urlOf(file)).catch(() => {});  // which Python asks for one by one
  const scripts = ["pyodide.mjs", "pyodide.asm.mjs"].map((name) => import(urlOf(site.pyodide + name)).catch(lack));
  const [{ loadPyodide }, { default: create }] = await Promise.all(scripts);
  const pyodide = await loadPyodide(settingsOf(site, urlOf, {
    _loadSnapshot: memory,
    createPyodideModule: (settings) => create(syncing(settings)),
    stdout: (text) => console.log(text),
    stderr: (text) => console.error(text),
  }));
  self.pyodide = pyodide;
  self.fetch = fetchFile;  // what the app asks for is its own affair
  unpackApp(pyodide, site, await archive);
  offerLater(pyodide, site, (name) => bytesAtOnce(urlOf(name)));
  self.postMessage({ doing: "opening" });
  pyodide.FS.mkdirTree(DATA);
  const close = lasts ? await mountOpfs(pyodide, DATA, FOLDER, hearCleared).catch(nowhere) : () => {};
  pyodide.registerJsModule("flet_js", self.flet_js);
  self.flet_js.documentUrl = address;
  pyodide.pyimport("random").seed();  // else chance would go on where the memory was kept
  const folder = pyodide.pyimport("pathlib").Path(DATA);
  const ask = (wish) => self.postMessage({ wish });
  const running = pyodide.pyimport("companion.browser.app").start(folder, base, ask, navigator.languages, askPhones, sendToPhone);
  context = running?.context;  // there is none where the data cannot be opened, which Python says
  leave = async () => {
    await running?.leave();
    await close();
  };
  await self.flet_js.start_connection((message) => {
    const bytes = message.toJs();
    self.postMessage(bytes, [bytes.buffer]);
  });
  self.postMessage({ started: true });
}

function hearPhones(words, frame) {
  if (frame) context?.browser.phones.take(JSON.parse(words).channel, self.pyodide.toPy(frame));
  else context?.browser.phones.hear(words);
}

function askPhones(words) {
  self.postMessage({ phones: words });
}

function sendToPhone(channel, message) {
  const frame = message.toJs();
  self.postMessage({ phones: JSON.stringify({ do: "send", channel }), frame }, [frame.buffer]);
}

// Tells the app and the page what became of data that were cleared under them.
function hearCleared(cleared) {
  context?.browser.hear(JSON.stringify({ cleared }));
  self.postMessage({ wish: "cleared" });
}

// A browser that gives no folder at all keeps nothing, as in some private windows; other errors may pass.
function nowhere(error) {
  throw Object.assign(error, { nowhere: ["SecurityError", "TypeError", "UnknownError"].includes(error.name) });
}

// Pyodide keeps its settings for good, so they hand over what is promised once and forget it: a memory takes 60 MB.
function once(promise) {
  return {
    then: (...callbacks) => {
      promise.then(...callbacks);
      promise = null;
    },
  };
}

async function bytesOf(url) {
  const answer = await fetch(url);
  return new Uint8Array(await answer.arrayBuffer().catch(lack));  // it may break off, or not be what was packed
}

// Python waits for a file that it opens, so this waits, too.
function bytesAtOnce(url) {
  const request = new XMLHttpRequest();
  request.open("GET", url, false);
  request.responseType = "arraybuffer";
  request.send();
  if (request.status !== 200) throw new Error(`${url}: ${request.status}`);
  return new Uint8Array(request.response);
}

// Emscripten takes `fdatasync`, by which SQLite saves, for done; here it reaches the file system. And a memory that was
// kept may be larger than the one that Pyodide begins with.
function syncing(settings) {
  const instantiate = settings.instantiateWasm;
  const streamOf = (number) => settings.FS?.streams[number] ?? self.pyodide?.FS.streams[number];
  settings.instantiateWasm = (imports, receive) => {
    imports.env.__syscall_fdatasync = (number) => {
      try {
        const stream = streamOf(number);
        return stream?.stream_ops?.fsync?.(stream) ?? 0;
      } catch (error) {
        if (error.errno === undefined) throw error;
        return -error.errno;
      }
    };
    return instantiate(imports, (instance, module) => {
      const { memory } = instance.exports;
      const missing = (settings.INITIAL_MEMORY ?? 0) - memory.buffer.byteLength;
      if (missing > 0) memory.grow(Math.ceil(missing / 65536));
      return receive(instance, module);
    });
  };
  return settings;
}

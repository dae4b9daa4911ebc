// The worker in which Python runs: it starts from a memory in which the app is imported, opens the data, and goes on as
// Flet's own worker would. Messages in bytes are Flet's; the others are ours:
//   from the page   { start: { base, site, address } }, { arrive: fragment, call }, 
//   to the page     { doing: words }, { done: total, of: total }, { started: true }, { failed: words }, { call, answer }
import { mountOpfs } from "./opfs.js";
import { settingsOf, unpackApp } from "./runtime.js";

const DATA = "/data";
const FOLDER = "tessera";  // of the data, in the storage of this origin

self.flet_js = {};
const early = [];  // messages that came before Python could take them
let links = null;

self.onmessage = async ({ data }) => {
  if (data.start) {
    try {
      await start(data.start);
    } catch (error) {
      console.error(error);
      self.postMessage({ failed: String(error?.message ?? error) });
    }
  } else if (data.arrive !== undefined) {
    await started;
    self.postMessage({ call: data.call, answer: links.add(data.arrive) });
  } else if (typeof self.flet_js.send === "function") {
    self.flet_js.send(data);
  } else {
    early.push(data);
  }
};

let ready;
const started = new Promise((done) => { ready = done; });

async function start({ base, site, address }) {
  const urlOf = (name) => base + name;
  self.postMessage({ doing: "Getting Tessera ready …" });
  const memory = bytesOf(urlOf("memory.gz"));
  const [{ loadPyodide }, { default: create }, archive] = await Promise.all([
    import(urlOf("pyodide/pyodide.mjs")), import(urlOf("pyodide/pyodide.asm.mjs")), bytesOf(urlOf("app.zip.gz")),
  ]);
  const pyodide = await loadPyodide(settingsOf(site, urlOf, {
    _loadSnapshot: memory,
    createPyodideModule: (settings) => create(syncing(settings)),
    stdout: (text) => console.log(text),
    stderr: (text) => console.error(text),
  }));
  self.pyodide = pyodide;
  unpackApp(pyodide.FS, site, archive);
  self.postMessage({ doing: "Opening your data …" });
  pyodide.FS.mkdirTree(DATA);
  await mountOpfs(pyodide, DATA, FOLDER);
  pyodide.registerJsModule("flet_js", self.flet_js);
  self.flet_js.documentUrl = address;
  pyodide.pyimport("random").seed();  // else chance would go on where the memory was kept
  const runtime = pyodide.pyimport("companion.browser.app").start(pyodide.pyimport("pathlib").Path(DATA));
  links = runtime?.context.links ?? { add: () => "" };  // data that cannot be opened take no link
  await self.flet_js.start_connection((message) => {
    const bytes = message.toJs();
    self.postMessage(bytes, [bytes.buffer]);
  });
  ready();
  self.postMessage({ started: true });
  for (const message of early.splice(0)) self.flet_js.send(message);
}

// Returns the bytes of a file; one that is compressed is unpacked, unless the service worker has kept it so.
async function bytesOf(url) {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
  const packed = url.endsWith(".gz") && !answer.headers.has("x-unpacked");
  const content = packed ? new Response(answer.body.pipeThrough(new DecompressionStream("gzip"))) : answer;
  return new Uint8Array(await content.arrayBuffer());
}

// Emscripten takes `fdatasync`, by which SQLite saves, for done; here it reaches the file system. And a memory that was
// kept may be larger than the one that Pyodide begins with.
function syncing(settings) {
  const instantiate = settings.instantiateWasm;
  const streamOf = (number) => settings.FS?.streams[number] ?? self.pyodide?.FS.streams[number];
  settings.instantiateWasm = (imports, receive) => {
    imports.env.__syscall_fdatasync = (number) => {
      const stream = streamOf(number);
      return stream?.stream_ops?.fsync?.(stream) ?? 0;
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

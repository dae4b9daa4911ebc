// How Pyodide is started, the same by the build, which keeps its memory, and by a page, which goes on from there.
// The extension modules are loaded before Python begins, always in this order, so that they lie where the memory that
// was kept expects them.
import { unpack } from "./archive.js";

export const APP = "/app";
const EIO = 29;  // in the numbers of WASI

export function settingsOf(site, urlOf, more) {
  const places = new Map(site.libraries.map(([path, file]) => [`${APP}/${path}`, urlOf(file)]));
  return {
    indexURL: urlOf(site.pyodide),
    packageBaseUrl: urlOf(site.pyodide),
    stdLibURL: urlOf("library.zip.gz"),
    lockFileContents: { info: site.info, packages: {} },
    env: { HOME: "/home/pyodide", PYTHONDONTWRITEBYTECODE: "1", PYTHONHASHSEED: "0", PYTHONNODEBUGRANGES: "1" },
    ...more,
    createPyodideModule: (settings) => {
      const locate = settings.locateFile;
      settings.dynamicLibraries = [...places.keys()];
      settings.preRun = [giveTrampoline, ...settings.preRun];
      settings.locateFile = (name) => places.get(name) ?? locate(name);
      return more.createPyodideModule(settings);
    },
  };
}

// Python calls functions of other signatures by a piece of WebAssembly that not every browser can run; on iPhones it is
// left out. A memory that was kept expects it in its place in the table of functions, so these get one in JavaScript.
function giveTrampoline(module) {
  const { HEAP32, wasmTable } = module;
  const place = (module.__PyRuntime + HEAP32[module.__PyEM_EMSCRIPTEN_TRAMPOLINE_OFFSET >> 2]) >> 2;
  if (HEAP32[place]) return;
  HEAP32[place] = module.addFunction((success, called, ...given) => {
    module.HEAP32[success >> 2] = 1;
    return wasmTable.get(called)(...given);
  }, "iiiiii");
}

// Offers Python what few readers want: the catalogues of other languages, and the letters of all fonts. Each is got by
// `read` when Python opens it first. What cannot be had is an error of reading, which Python knows.
export function offerLater({ FS }, site, read) {
  for (const [path, folder, name, size] of site.later) {
    const node = FS.create(`${APP}/${path}`, 0o444);
    let bytes = null;
    node.usedBytes = size;
    Object.defineProperty(node, "contents", {
      get: () => {
        try {
          return bytes ??= read((site[folder] ?? `${folder}/`) + name);
        } catch {
          throw new FS.ErrnoError(EIO);
        }
      },
      set: () => {},
    });
  }
}

// Puts the app where Python finds it, but for the modules that were loaded in a memory; of an extension module, which is
// loaded already, it wants to see the file alone.
export function unpackApp(pyodide, site, archive) {
  const { FS } = pyodide;
  const files = pyodide.runPython(`
import json, sys

json.dumps([vars(module).get("__file__") for module in sys.modules.values() if hasattr(module, "__dict__")])
`);
  unpack(FS, archive, APP, new Set(JSON.parse(files).filter((file) => file?.startsWith(APP))));
  for (const [path] of site.libraries) {
    const place = `${APP}/${path}`;
    FS.mkdirTree(place.slice(0, place.lastIndexOf("/")));
    FS.writeFile(place, "");
  }
  pyodide.runPython(`
import sys

if "${APP}" not in sys.path:
    sys.path.insert(0, "${APP}")
`);
}

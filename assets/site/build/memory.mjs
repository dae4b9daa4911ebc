// Keeps the memory of a Python that has imported the app, so that a page need not import it again:
//   node memory.mjs SITE FILE
import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";

process.on("uncaughtException", (error) => {  // Node itself would print the line, which may be a whole minified file
  console.error(error.message);
  process.exit(1);
});

const [folder, file] = process.argv.slice(2).map((one) => path.resolve(one));
const load = (name) => import(pathToFileURL(path.join(folder, name)).href);
const { loadPyodide } = await load("pyodide/pyodide.mjs");
const { default: create } = await load("pyodide/pyodide.asm.mjs");
const { APP, settingsOf, unpackApp } = await load("runtime.js");

const site = JSON.parse(fs.readFileSync(path.join(folder, "python.json"), "utf8"));
const pyodide = await loadPyodide(
  settingsOf(site, (name) => path.join(folder, name) + (name.endsWith("/") ? "/" : ""), { _makeSnapshot: true, createPyodideModule: create }),
);
unpackApp(pyodide.FS, site, new Uint8Array(fs.readFileSync(path.join(folder, "app.zip"))));
await pyodide.runPythonAsync(`
import sys

sys.path.insert(0, "${APP}")
from companion.browser import warm_up

warm_up.warm_up()
`);
fs.writeFileSync(file, pyodide.makeMemorySnapshot());
process.exit(0);  // Pyodide keeps Node waiting

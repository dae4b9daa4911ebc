// Keeps the memory of a Python that has imported the app, so that a page need not import it again:
//   node memory.mjs SITE WORK
// WORK holds app.zip, library.zip and python.json, what there is to know of this Python. It gets the memory.
import crypto from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { offerLater, settingsOf, unpackApp } from "../runtime.js";

process.on("uncaughtException", (error) => {  // Node itself would print the line, which may be a whole minified file
  console.error(error.message);
  process.exit(1);
});

// Without a clock and without chance each build of the same sources keeps the same memory. A page seeds chance anew.
let now = Date.UTC(2026, 0, 1);
Date.now = () => now++;
performance.now = () => now++ - Date.UTC(2026, 0, 1);
crypto.randomFillSync = (bytes) => bytes.fill(7);

const [folder, work] = process.argv.splice(1).slice(1).map((one) => path.resolve(one));  // their names would be kept, too
const load = (name) => import(pathToFileURL(path.join(folder, name)).href);
const { loadPyodide } = await load("pyodide/pyodide.mjs");
const { default: create } = await load("pyodide/pyodide.asm.mjs");

const site = JSON.parse(fs.readFileSync(path.join(work, "python.json"), "utf8"));
const urlOf = (name) => path.join(folder, name);
const stdLibURL = path.join(work, "library.zip");
const more = { _makeSnapshot: true, stdLibURL, createPyodideModule: create };
const pyodide = await loadPyodide(settingsOf(site, urlOf, more));
unpackApp(pyodide, site, new Uint8Array(fs.readFileSync(path.join(work, "app.zip"))));
offerLater(pyodide, site, (name) => { throw new Error(`${name} is not to be kept`); });
pyodide.runPython(`
from companion.browser.app import warm_up

warm_up()
`);
fs.writeFileSync(path.join(work, "memory"), pyodide.makeMemorySnapshot());
process.exit(0);  // Pyodide keeps Node waiting

"""The worker in which the site runs Python, started by Node: what it says where its host has not all of the site."""

from __future__ import annotations

import json
import shutil
import subprocess
from typing import TYPE_CHECKING, Final
from zipfile import ZipFile

import pytest

from companion.site.build import find_node
from companion.system.paths import assets

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

MODULES: Final = ("worker.js", "opfs.js", "runtime.js", "archive.js")
PYODIDE: Final = {
    "pyodide/pyodide.mjs": """
        export const loadPyodide = async ({ _loadSnapshot, stdLibURL }) => {
          await Promise.all([_loadSnapshot, fetch(stdLibURL).catch(() => new Promise(() => {}))]);
          await fetch("pyodide/pyodide.asm.wasm").catch(() => new Promise(() => {}));  // as Pyodide does
          throw new Error("no room");
        };""",
    "pyodide/pyodide.asm.mjs": "export default () => {};",
}
START: Final = """
const told = [], missing = process.argv[1], kept = /memory|cut|nothing/.test(missing);
globalThis.self = globalThis;
self.postMessage = (message) => told.push(message);
self.fetch = async (asked, how) => {
  if (missing === "network") throw new TypeError("Failed to fetch");
  if (missing === "fit" && how?.integrity) throw new TypeError("Failed to fetch");
  if (missing === "cut off" && asked.endsWith("memory.gz")) {
    return new Response(new ReadableStream({ pull: (answer) => answer.error(new TypeError("Failed to fetch")) }));
  }
  return new Response("", { status: missing && asked.endsWith(missing) ? 404 : 200, headers: { "x-unpacked": "yes" } });
};
console.error = () => {};
process.on("unhandledRejection", () => {});  // the memory is waited for later than it may fail
const base = `file://${process.cwd()}/`;
await import(`${base}worker.js`);
const site = { libraries: [], pyodide: "pyodide/", digests: { "app.zip.gz": "sha256-0" } };
await self.onmessage({ data: { start: { base, site, address: base, kept, lasts: true } } });
console.log(JSON.stringify(told.at(-1)));
"""


KEEPS_SETTINGS: Final = {
    **PYODIDE,
    "pyodide/pyodide.mjs": """
        export const loadPyodide = async (settings) => {
          globalThis.settings = settings;  // as Pyodide does
          const memory = new WeakRef(await settings._loadSnapshot);
          await new Promise((rested) => { setTimeout(rested); });
          gc();
          throw new Error(memory.deref() ? "it is held" : "it is let go of");
        };""",
}

UNPACK: Final = """
import fs from "node:fs";
const { unpack } = await import(`file://${process.cwd()}/archive.js`);
const archive = new Uint8Array(fs.readFileSync("app.zip")), loaded = new Set(JSON.parse(process.argv[1])), nodes = {};
unpack({ mkdirTree: () => {}, create: (path) => (nodes[path] = {}) }, archive, "/app", loaded);
const seen = Object.entries(nodes).map(([path, { contents, usedBytes }]) => {
  return [path, new TextDecoder().decode(contents), usedBytes, contents.buffer === archive.buffer];
});
console.log(JSON.stringify(seen));
"""


def started(folder: Path, missing: str, pyodide: Mapping[str, str] = PYODIDE) -> object:
    """Return what the worker says last where a file is missing."""
    for name in MODULES:
        shutil.copy(assets() / "site" / name, folder)
    (folder / "package.json").write_text('{"type": "module"}')
    (folder / "pyodide").mkdir()
    for name, content in pyodide.items():
        if name != missing:
            (folder / name).write_text(content)
    command = [str(find_node()), "--expose-gc", "--input-type=module", "-e", START, missing]
    done = subprocess.run(command, cwd=folder, check=True, capture_output=True, text=True, timeout=60)
    return json.loads(done.stdout)


@pytest.mark.parametrize(
    "missing",
    ["memory.gz", "app.zip.gz", "library.zip.gz", *PYODIDE, "pyodide/pyodide.asm.wasm", "network", "fit", "cut off"],
)
def test_a_missing_part_is_told_in_a_word_that_the_page_knows(tmp_path: Path, missing: str) -> None:
    assert started(tmp_path, missing) == {"failed": "missing"}


def test_another_fault_of_a_start_is_told_as_it_is(tmp_path: Path) -> None:
    assert started(tmp_path, "") == {"failed": "no room"}


def test_the_memory_that_python_starts_from_is_not_kept(tmp_path: Path) -> None:
    assert started(tmp_path, "nothing", KEEPS_SETTINGS) == {"failed": "it is let go of"}


@pytest.mark.parametrize(
    ("loaded", "unpacked"),
    [
        ([], [["/app/a.pyc", "first", 5, True], ["/app/b/c.pyc", "second", 6, True]]),
        (["/app/a.pyc"], [["/app/b/c.pyc", "second", 6, False]]),
    ],
)
def test_files_are_parts_of_the_archive_unless_some_are_loaded_already(
    tmp_path: Path, loaded: list[str], unpacked: list[object]
) -> None:
    shutil.copy(assets() / "site/archive.js", tmp_path)
    (tmp_path / "package.json").write_text('{"type": "module"}')
    with ZipFile(tmp_path / "app.zip", "w") as archive:
        archive.writestr("a.pyc", "first")
        archive.writestr("b/c.pyc", "second")
    command = [str(find_node()), "--input-type=module", "-e", UNPACK, json.dumps(loaded)]
    done = subprocess.run(command, cwd=tmp_path, check=True, capture_output=True, text=True, timeout=60)
    assert json.loads(done.stdout) == unpacked

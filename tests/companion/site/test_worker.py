"""The worker in which the site runs Python, started by Node: what it says where its host has not all of the site."""

from __future__ import annotations

import json
import shutil
import subprocess
from typing import TYPE_CHECKING, Final

import pytest

from companion.site.build import find_node
from companion.system.paths import assets

if TYPE_CHECKING:
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
const told = [], missing = process.argv[1], kept = /memory|cut/.test(missing);
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


def started(folder: Path, missing: str) -> object:
    """Return what the worker says last where a file is missing."""
    for name in MODULES:
        shutil.copy(assets() / "site" / name, folder)
    (folder / "package.json").write_text('{"type": "module"}')
    (folder / "pyodide").mkdir()
    for name, content in PYODIDE.items():
        if name != missing:
            (folder / name).write_text(content)
    command = [str(find_node()), "--input-type=module", "-e", START, missing]
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

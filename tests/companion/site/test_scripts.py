"""What the pages of the site take of what is shared, and say of a start that failed, run by Node."""

from __future__ import annotations

import json
import subprocess
from typing import Any, Final

import pytest

from companion.site.build import find_node
from companion.system.paths import assets

PAGE: Final = """
const told = [], entries = new Map(), workers = [];
const cache = { match: async (url) => entries.get(url), delete: async (url) => entries.delete(url) };
const location = { hash: "#shared", pathname: "/games/" };
const define = (name, value) => Object.defineProperty(globalThis, name, { value, writable: true });
define("caches", { open: async () => cache });
define("navigator", {});
define("location", location);
define("history", { replaceState: () => {} });
define("document", { baseURI: "https://host/games/", URL: "", addEventListener: () => {} });
define("addEventListener", () => {});
define("Worker", class { constructor() { workers.push(this); } postMessage() {} });
define("BroadcastChannel", class {});
define("tesseraSite", { scripts: "scripts/" });
define("tesseraWords", { tr: (template) => template });
define("tessera", {
  body: null, started: null, lacking: new Promise(() => {}), dismiss: () => {}, show: (words) => told.push(words),
  display: (words) => told.push(words), carries: () => false,
});
globalThis.window = globalThis;
const rest = () => new Promise((done) => { setTimeout(done, 10); });
"""

PYTHON: Final = "python.js hold.js client.js"
MISSING: Final = "Tessera cannot start: a part of it cannot be loaded."


def run(scripts: str, before: str, after: str) -> Any:
    """Run scripts of the page, between something done before and after them; return what the page says, and keeps."""
    content = json.dumps("\n".join((assets() / "site" / name).read_text(encoding="utf-8") for name in scripts.split()))
    end = "await rest(); console.log(JSON.stringify([told, entries.size])); process.exit();"
    whole = f"{PAGE}\n(async () => {{ {before} (0, eval)({content}); await rest(); {after} {end} }})();"
    done = subprocess.run([find_node(), "-e", whole], check=True, capture_output=True, text=True, timeout=60)
    return json.loads(done.stdout)


@pytest.mark.parametrize("kind", ["text/plain", "multipart/form-data", "multipart/form-data; boundary=x"])
def test_what_is_no_form_is_told_as_lost_and_nothing_of_it_stays(kind: str) -> None:
    headers = json.dumps({"headers": {"content-type": kind}})
    kept = f'entries.set("https://host/games/share", new Response("text", {headers}));'
    assert run("handed.js", kept, "") == [["lost"], 0]


@pytest.mark.parametrize(
    "words",
    [
        "missing",
        "TypeError: Failed to fetch",
        "NetworkError when attempting to fetch resource.",
        "Load failed",
        "Failed to fetch dynamically imported module: https://host/games/scripts/opfs.js",
        "The requested module './runtime.js' does not provide an export named 'settingsOf'",
    ],
)
def test_a_part_that_cannot_be_loaded_or_is_of_another_version_is_said_with_what_to_do(words: str) -> None:
    (said, *_), _ = run(PYTHON, "", f"workers[0].onmessage({{ data: {{ failed: {json.dumps(words)} }} }});")
    assert said.startswith(MISSING)


def test_another_fault_is_said_as_it_is() -> None:
    (said, *_), _ = run(PYTHON, "", 'workers[0].onmessage({ data: { failed: "no room" } });')
    assert said == "Tessera cannot start: {why}. What you entered is kept."

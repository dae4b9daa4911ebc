"""What a page of the site takes of what is shared, run by Node."""

from __future__ import annotations

import json
import subprocess
from typing import Any, Final

import pytest

from companion.site.build import find_node
from companion.system.paths import assets

PAGE: Final = """
const told = [], entries = new Map();
const cache = { match: async (url) => entries.get(url), delete: async (url) => entries.delete(url) };
const location = { hash: "#shared", pathname: "/games/" };
const define = (name, value) => Object.defineProperty(globalThis, name, { value, writable: true });
define("caches", { open: async () => cache });
define("navigator", {});
define("location", location);
define("history", { replaceState: () => {} });
define("document", { baseURI: "https://host/games/" });
define("tessera", { started: null, show: (words) => told.push(words) });
globalThis.window = globalThis;
const rest = () => new Promise((done) => { setTimeout(done, 10); });
"""


def run(before: str) -> Any:
    """Run the script after something was done; return what the page says, and keeps."""
    content = json.dumps((assets() / "site/handed.js").read_text(encoding="utf-8"))
    end = "await rest(); console.log(JSON.stringify([told, entries.size])); process.exit();"
    whole = f"{PAGE}\n(async () => {{ {before} (0, eval)({content}); {end} }})();"
    done = subprocess.run([find_node(), "-e", whole], check=True, capture_output=True, text=True, timeout=60)
    return json.loads(done.stdout)


@pytest.mark.parametrize("kind", ["text/plain", "multipart/form-data", "multipart/form-data; boundary=x"])
def test_what_is_no_form_is_told_as_lost_and_nothing_of_it_stays(kind: str) -> None:
    headers = json.dumps({"headers": {"content-type": kind}})
    kept = f'entries.set("https://host/games/share", new Response("text", {headers}));'
    assert run(kept) == [["lost"], 0]

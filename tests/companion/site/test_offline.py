"""What the page of the site says of its use without a network, run by Node."""

from __future__ import annotations

import json
import subprocess
from typing import Any, Final

from companion.site.build import find_node
from companion.system.paths import assets

BROWSER: Final = """
const listening = () => {
  const known = {};
  return {
    addEventListener: (what, hear) => { (known[what] ??= []).push(hear); },
    say: (what, event) => { for (const hear of known[what] ?? []) hear(event); },
  };
};
const state = {}, page = listening(), next = listening();
const registration = { installing: next, active: null, waiting: null };
const serviceWorker = { ...listening(), register: async () => registration, getRegistration: async () => registration };
Object.defineProperty(globalThis, "navigator", { value: { serviceWorker } });
globalThis.document = { ...listening(), hidden: false };
globalThis.matchMedia = () => ({ matches: false });
globalThis.addEventListener = page.addEventListener;
globalThis.window = { tesseraSite: { version: "1" }, tessera: {
  shown: null, started: null, holding: Promise.resolve(), report: (more) => Object.assign(state, more),
} };
const rest = () => new Promise((done) => { setTimeout(done, 10); });
const breakOff = () => next.say("statechange", next.state = "redundant");
"""


def run(doing: str) -> Any:
    """Do something in a browser that begins to keep the site, and return what the page says of it."""
    content = json.dumps((assets() / "site/offline.js").read_text(encoding="utf-8"))
    show = "console.log(JSON.stringify(state)); process.exit();"
    script = f"{BROWSER}\n(0, eval)({content});\n(async () => {{ await rest(); {doing} await rest(); {show} }})();"
    done = subprocess.run([find_node(), "-e", script], check=True, capture_output=True, text=True, timeout=60)
    return json.loads(done.stdout)


def test_a_download_that_broke_off_is_told_but_not_where_the_data_were_cleared_which_also_ends_it() -> None:
    assert run("breakOff();") == {"trouble": "broken"}
    assert run('breakOff(); await rest(); page.say("tessera-wish", { detail: "cleared" });') == {
        "offline": None,
        "trouble": None,
    }

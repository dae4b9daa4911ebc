"""What the page of the site remembers in its browser, run by Node."""

from __future__ import annotations

import json
import subprocess
from typing import Any, Final

from companion.services.browser_page import BrowserPage
from companion.site.build import find_node
from companion.system.paths import assets

BROWSER: Final = """
const stored = () => {
  const values = new Map();
  return { getItem: (key) => values.get(key) ?? null, setItem: (key, value) => { values.set(key, value); } };
};
let listener, state;
globalThis.addEventListener = (what, listening) => { listener = listening; };
Object.defineProperty(globalThis, "navigator", { value: {} });
globalThis.window = { localStorage: stored(), tessera: { report: (more) => Object.assign(state, more) } };
const openTab = () => { window.sessionStorage = stored(); };
const load = () => {
  state = {};
  (0, eval)(SCRIPT);
  return { ...state };
};
const wish = (detail) => listener({ detail });
"""


def run(doing: str) -> Any:
    """Do something in a browser, and return what that gives."""
    content = json.dumps((assets() / "site/storage.js").read_text(encoding="utf-8"))
    script = f"const SCRIPT = {content};{BROWSER}\nconsole.log(JSON.stringify((() => {{ {doing} }})()));"
    done = subprocess.run([find_node(), "-e", script], check=True, capture_output=True, text=True, timeout=60)
    return json.loads(done.stdout)


def test_a_search_of_the_history_outlives_a_reload_but_not_the_tab() -> None:
    asked: list[str] = []
    BrowserPage(asked.append).remember_search({"filter": {"text": "azul"}})
    doing = f"openTab(); load(); wish({json.dumps(asked[0])}); const reloaded = load(); openTab();"
    reloaded, opened = run(f"{doing} return [reloaded, load()];")
    assert reloaded["search"] == {"filter": {"text": "azul"}}
    assert opened["search"] is None


def test_that_something_was_entered_is_remembered_longer() -> None:
    assert run('openTab(); load(); wish("remember data"); openTab(); return load();')["remembered"]
    assert not run('openTab(); load(); wish("remember data"); wish("forget data"); return load();')["remembered"]


def test_a_browser_that_remembers_nothing_says_so() -> None:
    nothing = "delete window.localStorage; delete window.sessionStorage;"
    expected = {"asked": False, "remembered": False, "search": None}
    assert run(f'{nothing} load(); wish("search {{}}"); wish("remember data"); return load();') == expected

"""Back closes a dialog, and then leaves the table, whose tabs are one entry of the history."""

from __future__ import annotations

import json
from typing import Final

import pytest

from tests.javascript.page import run

SCRIPTS: Final = ["page/back.js"]

APP: Final = """
const heard = [];
addEventListener("popstate", () => { heard.push(location.pathname); });
addEventListener("keydown", ({ key }) => { heard.push(key); });
const paths = () => history.entries.map(({ url }) => url.pathname);
const go = (path) => history.pushState({ path }, "", path);
const here = () => [heard, location.pathname];
const back = async () => { history.back(); await pass(10); };
const host = made("flt-semantics-host");
document.body.append(host);
const DIALOG = { role: "dialog" }, KEYS = { "flt-semantics-identifier": "keys" };
const open = async (what = DIALOG) => { host.append(made("flt-semantics", what)); await pass(1); };
const close = async () => { host.firstChild.remove(); await pass(1); };
"""


@pytest.mark.parametrize(
    ("way", "entries"),
    [
        (["/table/7", "/table/7/ana", "/play/7"], ["/", "/play/7"]),
        (["/new", "/table/7"], ["/", "/table/7"]),
        (["/table/7", "/table/8"], ["/", "/table/7", "/table/8"]),
        (["/history", "/settings"], ["/", "/history", "/settings"]),
    ],
)
def test_a_table_is_one_entry_of_the_history(way: list[str], entries: list[str]) -> None:
    assert run(SCRIPTS, f"{APP} {json.dumps(way)}.forEach(go); return paths();") == entries


def test_a_site_has_its_routes_in_the_fragment() -> None:
    doing = "flet.routeUrlStrategy = 'hash'; go('#/table/7'); go('#/table/7/ana'); return history.entries.length;"
    assert run(SCRIPTS, APP + doing) == 2


def test_back_closes_an_open_dialog_and_stays_where_it_was_opened() -> None:
    doing = "go('/history'); await open(); const { length } = paths(); await back(); return [length, ...here()];"
    assert run(SCRIPTS, APP + doing) == [3, ["Escape"], "/history"]


def test_back_closes_the_keys_of_a_sheet_and_then_leaves_the_table() -> None:
    doing = "go('/table/7'); await open(KEYS); await back(); await close(); await back(); return here();"
    assert run(SCRIPTS, APP + doing) == [["BrowserBack", "/"], "/"]


def test_back_closes_a_dialog_over_the_keys_first() -> None:
    doing = (
        "go('/table/7'); await open(KEYS); await open(); await back(); host.lastChild.remove(); await pass(1);"
        "await back(); await close(); await back(); return here();"
    )
    assert run(SCRIPTS, APP + doing) == [["Escape", "BrowserBack", "/"], "/"]


def test_back_goes_past_the_entry_of_a_dialog_that_was_closed_otherwise() -> None:
    doing = (
        "go('/history'); await open(); await close(); await back(); await pass(10); return [heard, location.pathname];"
    )
    assert run(SCRIPTS, APP + doing) == [["/"], "/"]


def test_what_a_dialog_leads_to_takes_its_entry() -> None:
    doing = "go('/history'); await open(); await close(); go('/settings'); return paths();"
    assert run(SCRIPTS, APP + doing) == ["/", "/history", "/settings"]

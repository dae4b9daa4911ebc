"""What is there while the client starts: words, colors, a cover, and who is told of a part that does not come."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from babel.messages.catalog import Catalog

from companion.system.paths import assets
from tests.javascript.page import ours, run
from tests.test_languages import builder

if TYPE_CHECKING:
    from pathlib import Path

SCRIPTS = ["page/words.js", "page/start.js"]

LOADING = """
const heard = [];
addEventListener("tessera-shown", () => { heard.push("shown"); });
tessera.drawn = () => 0;
tessera.drawnOn = () => color;
let color = "rgb(0, 0, 0)";
document.body.append(made("div", { id: "loading", role: "status" }));
await pass(100);
dispatchEvent(new Event("flutter-first-frame"));
const cover = () => document.getElementById("starting") !== null;
const screen = () => document.body.append(made("flt-semantics-host", {}, [made("h1")]));
"""


def test_the_page_waits_in_the_language_and_the_theme_that_were_chosen() -> None:
    chosen = """localStorage.setItem("flutter.language", '"de"'); localStorage.setItem("flutter.theme", '"dark"');"""
    look = (
        "const { lang, style, dataset } = document.documentElement; return [lang, style['--starting'], dataset.theme];"
    )
    assert run(SCRIPTS, look, before=chosen) == ["de", '"Tessera startet …"', "dark"]
    assert run(SCRIPTS, look) == ["en", '"Tessera is starting …"', None]


def test_a_language_that_is_chosen_later_is_that_of_the_page_at_once() -> None:
    doing = """localStorage.setItem("flutter.language", '"de"'); return document.documentElement.lang;"""
    assert run(SCRIPTS, doing) == "de"


def test_a_language_that_is_begun_is_that_of_the_page_where_it_is_chosen_alone(tmp_path: Path) -> None:
    dutch = Catalog(locale="nl")
    dutch.add("Go on", "Ga door")
    words = tmp_path / "words.js"
    words.write_text(builder.words_of_page({"nl": dutch}), encoding="utf-8")
    of_browser = """Object.defineProperty(navigator, "languages", { value: ["nl-BE", "en"] });"""
    chosen = """localStorage.setItem("flutter.language", '"nl"');"""
    doing = """return [tesseraWords.language(), tesseraWords.tr("Go on"), tesseraWords.tr("Close")];"""
    assert run([str(words)], doing, before=of_browser) == ["en", "Go on", "Close"]
    assert run([str(words)], doing, before=chosen) == ["nl", "Ga door", "Close"]


def test_the_cover_goes_once_the_first_screen_has_the_colors_of_the_app() -> None:
    doing = """
    const states = [[cover(), document.getElementById("starting").role]];
    await pass(3000); states.push(cover());
    screen(); await pass(500); states.push(cover());
    color = getComputedStyle().backgroundColor; await pass(100);
    return [...states, cover(), heard];
    """
    assert run(SCRIPTS, LOADING + doing) == [[True, None], True, True, False, ["shown"]]


@pytest.mark.parametrize("doing", ["screen(); await pass(2200);", "await pass(30100);"])
def test_no_start_stays_covered_for_ever(doing: str) -> None:
    assert run(SCRIPTS, f"{LOADING} {doing} return [cover(), heard];") == [False, ["shown"]]


@pytest.mark.parametrize(
    ("happens", "lacks"),
    [
        ("await failed('/main.dart.js');", True),
        ("await failed('http://elsewhere.example/main.dart.js');", False),
        ("dispatchEvent(new Event('flutter-first-frame')); await failed('/main.dart.js');", False),
        ("await rejected(new TypeError('Failed to fetch')); await pass(3000);", True),
        ("await rejected('HTTP request failed'); await pass(2900);", False),
        ("await rejected(new Error('else')); await pass(3000);", False),
    ],
)
def test_a_part_of_the_client_that_does_not_come_is_told(happens: str, *, lacks: bool) -> None:
    doing = """
    let told = false;
    tessera.lacking.then(() => { told = true; });
    const failed = async (src) => {
      const script = made("script");
      script.src = new URL(src, document.baseURI).href;
      document.body.insertBefore(script, null);
      script.dispatchEvent(new Event("error"));
    };
    const rejected = async (reason) => { dispatchEvent(Object.assign(new Event("unhandledrejection"), { reason })); };
    """
    assert run(SCRIPTS, f"{doing} {happens} await pass(); return told;") is lacks


def test_no_script_of_another_host_comes_into_the_page() -> None:
    doing = """
    for (const src of ["https://elsewhere.example/x.js", "/own.js"]) {
      document.body.append(Object.assign(made("script"), { src }));
    }
    return document.body.children.map(({ src }) => src);
    """
    assert run(SCRIPTS, doing) == ["/own.js"]


@pytest.mark.parametrize("addition", ["server.html", ""])
def test_the_scripts_of_a_page_go_together(addition: str) -> None:
    lacking = """
    globalThis.WebSocket = class {};
    globalThis.OffscreenCanvas = class { getContext() {} };
    HTMLElement.prototype.getContext = () => ({ isContextLost: () => false });
    """
    scripts = [*ours("head.html"), *(ours(addition) if addition else [])]
    expected = {"scripts", "lacking", "carries", "display", "drawn", "focus"}
    expected |= {"arrive", "tell", "reload"} if addition else set()
    assert expected <= set(run(scripts, "return Object.keys(tessera);", before=lacking))


@pytest.mark.parametrize("addition", ["page/head.html", "page/server.html", "site/head.html"])
def test_an_addition_itself_has_no_script_but_where_the_client_lies(addition: str) -> None:
    text = (assets() / addition).read_text(encoding="utf-8")
    lines = [
        line for script in re.findall("<script>(.*?)</script>", text, re.DOTALL) for line in script.strip().splitlines()
    ]
    assert not [line for line in lines if "{client}" not in line and not line.strip().startswith("//")]

"""The site in a real browser: nothing runs beside it."""

from __future__ import annotations

import gzip
import json
import re
from typing import TYPE_CHECKING, Any, Final

from playwright.sync_api import expect

from companion.formatting.languages import FOLDER
from companion.games import KITS
from companion.tables.state import STYLES, Extras, TableState, stored_of
from companion.ui.editors import EDITORS, SCREENS
from companion.ui.routes import ROUTES
from scoring.score_pad.game import SCORE_PAD
from storage.exchange.tessera_jsonl import export_jsonl
from storage.repositories import history, people, plays
from storage.repositories.history import Filter
from tests.browser.conftest import FIRST_VISIT
from tests.browser.kept import opened
from tests.browser.program import Program, tessera
from tests.browser.screen import DESKTOP, PHONE
from tests.browser.test_codes import photographed
from tests.browser.test_history import keep
from tests.built_site import UNDER
from tests.companion.pad_tables import table_of
from tests.companion.pads import KINGDOMINO
from tests.companion.payloads import copies

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from storage.repositories.tables import Store
    from tests.browser.screen import Screen
    from tests.browser.site import Site

SAID: Final = """
() => [...document.querySelectorAll("flt-semantics-host flt-semantics")]
    .map((one) => one.getAttribute("aria-label") || one.textContent).join("\\n")
"""
"""What a screen reader finds."""

OTHER: Final = f"""
before => {{
    const said = ({SAID})();
    return said && said !== before && !["One moment …", "is being opened …"].some((words) => said.includes(words));
}}
"""

NOTHING: Final = re.compile("nothing at this address|not in play any more|went wrong")


MAX_FILES: Final = 700
"""Of the whole site, most of them letters of other scripts: a host may limit them, and a copy for offline has all."""

MAX_REQUESTS: Final = 30
"""Until a first visit is usable: each costs a round trip on a phone's network, though some run at once."""

MAX_BYTES: Final = 18_000_000
"""Until a first visit is usable, compressed as hosts send it; the memory of a Python that has started comes later."""


def keeps_the_budget(asked: list[str], site: Site, folder: Path) -> None:
    """A visit until now has asked for as little as a first one may; `asked` are addresses, `folder` has the site."""
    files = {(url.removeprefix(site.base) or "index.html").partition("?")[0] for url in asked if "http" in url[:4]}
    assert len(files) <= MAX_REQUESTS
    assert sum(sent_bytes(folder / file) for file in files) <= MAX_BYTES
    assert sum(path.is_file() for path in folder.rglob("*")) <= MAX_FILES


def sent_bytes(file: Path) -> int:
    """Return how many bytes a host sends of a file."""
    return file.stat().st_size if file.suffix in {".gz", ".png", ".woff2"} else len(gzip.compress(file.read_bytes()))


def begun(store: Store) -> dict[str, str]:
    """Put a table of each game into a store; return their numbers by game."""
    store.keep(SCORE_PAD.key, "pads", "4f2c", KINGDOMINO)
    pad = TableState(table=table_of(KINGDOMINO, "Anna", "Ben"), extras=Extras(seats=STYLES[:2]))
    tables = {SCORE_PAD.key: store.begin(f"{SCORE_PAD.key}:4f2c", stored_of(pad)).id}
    for game, kit in KITS.items():
        if game not in tables:
            state = kit.begin(["Anna", "Ben"], STYLES[:2], next(iter(kit.variants)), copies(game))
            tables[game] = store.begin(game, stored_of(state)).id
    return tables


def addresses(store: Store) -> Iterator[str]:
    """Put tables and plays into a store, and return the addresses of all that can be seen of them, each kind once.

    A table of each game opens; what its other tabs and help hold is the same Python as elsewhere.
    """
    tables = begun(store)
    play, _ = (play.id for play in history.stream(store, Filter()))
    table = tables["carpe-diem"]
    yield from (f"/part/{table}", f"/code/part/{table}/0")
    yield from (
        "/new",
        "/new/games",
        "/new/pad",
        "/new/pad/4f2c",
        "/settings/score-pad/pad",
        "/settings/score-pad/pad/4f2c",
    )
    yield from (f"/table/{number}" for number in tables.values())
    yield from ("/help/carpe-diem", "/settings/carpe-diem")
    yield from (f"/table/{table}/{tab.key}" for tab in EDITORS["carpe-diem"].tabs[1:])
    yield from (f"/table/{table}/{tab}/1" for tab in ("setup", "sheet", "end"))
    yield from (f"/help/carpe-diem/{table}", f"/seating/{table}", f"/dice/{table}", f"/code/table/{table}")
    yield from (f"/phones/{table}", f"/phones/{table}/code", "/code/copy/carpe-diem", f"/phones/{table}/code/0")
    yield from (f"/phones/{table}/pair/{seat}" for seat in ("0", "watch"))
    yield from (f"/watch/{table}", f"/help/carpe-diem/{table}/setup")
    yield from (f"/play/{play}{what}" for what in ("", "/correct", "/picture", "/watch"))
    revision = next(earlier.play.revision for earlier in plays.revisions(store, play))
    yield from (f"/play/{play}/earlier/{revision}", f"/code/play/{play}", "/history", "/history/deleted")
    yield from (
        "/game/carpe-diem",
        "/statistics/carpe-diem",
        "/exchange",
        "/people",
        "/statistics",
        "/settings",
        "/take",
        "/take/nothing",
        "/devices",
        "/devices/add",
    )
    player, place = people.players(store)[0].id, people.places(store)[0].id
    yield from (f"/people/player/{player}", f"/people/place/{place}", f"/statistics/carpe-diem/{player}")
    yield from (f"/{screen.path}" for screen in SCREENS)


def test_every_screen_opens(site: Site, open_screen: Callable[[str], Screen]) -> None:
    keep(site.data)
    with opened(site) as store:
        visited = list(addresses(store))
    reached = [re.sub(r":\w+", r"[^/]+", route.path) for route in ROUTES if route.path]
    assert [path for path in reached if not any(re.fullmatch(f"/{path}", address) for address in visited)] == []
    screen = open_screen(site.address).open()
    for address in visited:
        before = screen.page.evaluate(SAID)
        screen.page.evaluate("route => { location.hash = route }", address)
        screen.page.wait_for_function(OTHER, arg=before)
        assert not NOTHING.search(screen.page.evaluate(SAID)), address
        assert not screen.errors, address
        screen.shot(f"site{address.replace('/', '-')}")


def exported(program: Program) -> bytes:
    """The plays of a program, read beside it."""
    written: list[bytes] = []
    with opened(program) as store:
        export_jsonl(store, Filter(), written.append)
    return b"".join(written)


def choose(screen: Screen, file: Path) -> None:
    with screen.page.expect_file_chooser() as chooser:
        screen.tap("Choose a file")
    chooser.value.set_files(file)


def without_source(plays: bytes) -> list[dict[str, Any]]:
    """Return plays as they are exported, without where they came from."""
    return [json.loads(line) | {"source": ""} for line in plays.splitlines()]


def test_a_first_visit_takes_a_history_in_by_a_file_and_gives_it_on_by_a_file_and_a_link(
    site: Site, site_root: Path, open_screen: Callable[[str], Screen], tmp_path: Path
) -> None:
    """Between a desktop and a browser, without a difference, and there when the page is loaded again."""
    desktop = Program(tessera, tmp_path)
    keep(desktop.data)
    file = tmp_path / "plays.jsonl"
    file.write_bytes(exported(desktop))
    screen = open_screen(site.address)
    asked: list[str] = []
    screen.page.add_init_script(FIRST_VISIT)
    screen.page.on("request", lambda request: asked.append(request.url))
    screen.open()
    expect(screen.button("New table")).to_be_visible()
    keeps_the_budget(asked, site, site_root / UNDER)
    screen.shot("site-home", DESKTOP, PHONE)
    screen.open("/history").open("/exchange")
    choose(screen, file)
    screen.sees(re.compile("^To be added: 2 plays"))
    screen.tap("Import")
    screen.sees(re.compile("^plays.jsonl: 2 plays and .* added"))
    screen.reload()
    choose(screen, file)
    screen.sees("Already here: 2 plays.")
    screen.tap("Close")
    with screen.page.expect_download() as download:
        screen.tap("Everything (.jsonl)")
    download.value.save_as(file)
    assert without_source(file.read_bytes()) == without_source(exported(desktop))
    screen.page.go_back()
    screen.sees("Carpe Diem")
    screen.press("Shift+?")
    screen.sees("undo the last step")
    screen.press("Escape")
    is_opened_by_a_link(open_screen(site.address), link_of_a_play(screen, site))


def test_a_language_is_got_when_it_is_shown(site: Site, open_screen: Callable[[str], Screen]) -> None:
    screen = open_screen(site.address)
    asked: list[str] = []
    screen.page.on("request", lambda request: asked.append(request.url))
    screen.open("/settings").sees("Settings")
    assert not [url for url in asked if f"/{FOLDER}-" in url]
    screen.tap("Deutsch")
    screen.sees("Einstellungen")
    expect(screen.button("125\N{NO-BREAK SPACE}%")).to_be_visible()
    assert [url.rpartition("/")[2] for url in asked if f"/{FOLDER}-" in url] == ["de.zip"]
    screen.reload()
    screen.sees("Einstellungen")


def link_of_a_play(screen: Screen, site: Site) -> str:
    """Return what the code of the oldest play in the history says."""
    screen.button(re.compile("^Carpe Diem, ")).last.click()
    screen.tap("Share")
    screen.tap("Show as a code")
    link = photographed(screen)[1]
    assert link.startswith(site.address)
    return link


def is_opened_by_a_link(screen: Screen, link: str) -> None:
    """Open the site by a link with a play, keep the play, and come to a damaged link."""
    screen.page.goto(link)
    expect(screen.ready().page).to_have_url(re.compile(r"#/take/[\w-]+$"))
    screen.tap("Add: Result of Carpe Diem")
    screen.sees("Result of Carpe Diem added.")
    screen.open("/history").sees("Carpe Diem")
    screen.page.evaluate("link => { location.hash = new URL(link).hash.slice(0, -5) }", link)
    screen.sees("is damaged")

"""The site in a real browser: nothing runs beside it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from playwright.sync_api import expect

from companion.games import KITS
from companion.tables.state import STYLES, Extras, TableState, stored_documents
from companion.ui.editors import EDITORS
from companion.ui.routes import ROUTES
from scoring import GAMES
from scoring.score_pad.game import SCORE_PAD
from storage.repositories import history, people, plays
from storage.repositories.history import Filter
from tests.browser.kept import opened
from tests.browser.test_history import keep
from tests.companion.pad_tables import table_of
from tests.companion.pads import KINGDOMINO
from tests.companion.payloads import copies

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

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


def test_the_first_visit_shows_the_home_screen(site: Site, open_screen: Callable[[str], Screen]) -> None:
    screen = open_screen(site.address).open()
    expect(screen.button("New table")).to_be_visible()
    screen.shot("site-home")


def begun(store: Store) -> dict[str, str]:
    """Put a table of each game into a store; return their numbers by game."""
    store.keep(SCORE_PAD.key, "pads", "4f2c", KINGDOMINO)
    pad = TableState(table=table_of(KINGDOMINO, "Anna", "Ben"), extras=Extras(seats=STYLES[:2]))
    tables = {SCORE_PAD.key: store.begin(f"{SCORE_PAD.key}:4f2c", *stored_documents(SCORE_PAD, pad)).id}
    for game, kit in KITS.items():
        if game not in tables:
            state = kit.begin(["Anna", "Ben"], STYLES[:2], next(iter(kit.variants)), copies(game))
            tables[game] = store.begin(game, *stored_documents(GAMES[game], state)).id
    return tables


def addresses(store: Store) -> Iterator[str]:
    """Put tables and plays into a store, and return the addresses of all that can be seen of them."""
    tables = begun(store)
    play, other = (play.id for play in history.stream(store, Filter()))
    table = tables["carpe-diem"]
    yield from ("/new", "/new/pad", "/new/pad/4f2c", "/settings/score-pad/pad", "/settings/score-pad/pad/4f2c")
    for game, number in tables.items():
        yield from (f"/help/{game}", f"/table/{number}", f"/settings/{game}")
        yield from (f"/table/{number}/{tab.key}" for tab in EDITORS[game].tabs[1:])
    yield from (f"/table/{table}/{tab}/1" for tab in ("setup", "sheet", "end"))
    yield from (f"/help/carpe-diem/{table}", f"/seating/{table}", f"/dice/{table}", f"/code/table/{table}")
    yield from (f"/phones/{table}", f"/phones/{table}/code", "/code/copy/carpe-diem", f"/phones/{table}/code/0")
    yield from (f"/play/{one}{what}" for one in (play, other) for what in ("", "/correct", "/picture"))
    number = next(one.number for one in plays.revisions(store, play))
    yield from (f"/play/{play}/earlier/{number}", f"/code/play/{play}", "/history", "/history/deleted")
    yield from (
        "/game/carpe-diem",
        "/statistics/carpe-diem",
        "/exchange",
        "/people",
        "/statistics",
        "/settings",
        "/take",
        "/take/nothing",
    )
    player, place = people.players(store)[0].id, people.places(store)[0].id
    yield from (f"/people/player/{player}", f"/people/place/{place}", f"/statistics/carpe-diem/{player}")
    yield from (f"/{one.path}" for editor in EDITORS.values() for one in editor.screens)


def test_every_screen_opens(site: Site, open_screen: Callable[[str], Screen]) -> None:
    keep(site.data)
    with opened(site) as store:
        found = list(addresses(store))
    reached = [re.sub(r":\w+", r"[^/]+", one.path) for one in ROUTES if one.path]
    assert [path for path in reached if not any(re.fullmatch(f"/{path}", one) for one in found)] == []
    screen = open_screen(site.address).open()
    for address in found:
        before = screen.page.evaluate(SAID)
        screen.page.evaluate("route => { location.hash = route }", address)
        try:
            screen.page.wait_for_function(OTHER, arg=before, timeout=8000)
        except Exception:
            print("TIMEOUT", address)
        if NOTHING.search(screen.page.evaluate(SAID)):
            print("NOTHING", address, screen.page.evaluate(SAID)[:300])
        if screen.errors:
            print(address, *screen.errors, sep="\n  ")
        screen.errors.clear()

"""The screens of Little Town in a real browser, with the longest names on every size of screen."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from playwright.sync_api import expect

from companion.tables.state import STYLES, Extras, TableState
from scoring.little_town.game import LITTLE_TOWN
from scoring.little_town.moves import laid_out
from scoring.little_town.state import BOARD_COLUMNS, BOARD_SQUARES, Building, Cube, Tile, Worker
from tests.browser.evenings import LONG, begins, tap
from tests.browser.screen import LANDSCAPE, NARROW, Screen

if TYPE_CHECKING:
    from collections.abc import Callable

    from companion.games.little_town.actions import LittleTownTable
    from tests.browser.program import Program


LOOKS: Final = (NARROW, LANDSCAPE)


def in_the_midst() -> LittleTownTable:
    """Four players with the longest names in the last round; the castle stands among houses of others."""
    standing = (
        (Tile.BREWERY, "C3", 1),
        (Tile.WHEAT_FIELD, "D2", 0),
        (Tile.CASTLE, "E4", 1),
        (Tile.BARN, "F3", 0),
        (Tile.SHOP, "D4", 2),
        (Tile.WATCHTOWER, "G3", 0),
        (Tile.CATHEDRAL, "D5", 3),
        (Tile.RESIDENCE, "H4", 2),
    )
    laid = laid_out(LONG)
    held = {Cube.WOOD: 3, Cube.STONE: 3, Cube.FISH: 1}
    table = replace(
        laid,
        round=4,
        turn=1,
        players=tuple(
            replace(player, score=-9 + 12 * seat, coins=4, cubes=held) for seat, player in enumerate(laid.players)
        ),
        buildings=tuple(Building(tile=tile, cell=cell, owner=LONG[owner]) for tile, cell, owner in standing),
        workers=(Worker(cell="C4", owner=LONG[0]), Worker(cell="F2", owner=LONG[3])),
    )
    return TableState(table=table, extras=Extras(seats=STYLES))


def tops_of_the_board(screen: Screen, address: str) -> float:
    """How far down the board begins."""
    screen.go(address)
    screen.sees("A1, mountain")
    screen.rest()
    (box,) = screen.boxes(screen.button("A1, mountain"))
    return box["y"]


def test_arrows_lead_the_focus_from_square_to_square(
    start: Callable[..., tuple[Program, str]], open_screen: Callable[[str], Screen]
) -> None:
    program, table = start(LITTLE_TOWN, TableState(table=laid_out(("Anna", "Ben")), extras=Extras(seats=STYLES[:2])))
    screen = open_screen(program.address).open(f"{table}/town/0")
    screen.tap("E3")
    for key, cell in {"ArrowRight": "F3", "ArrowDown": "F4", "ArrowLeft": "E4", "ArrowUp": "E3"}.items():
        screen.press(key)
        expect(screen.page.get_by_role("heading", name=cell, exact=True)).to_be_visible()
        expect(screen.button(cell)).to_be_focused()


def test_everything_stays_on_the_screen_and_can_be_tapped(
    start: Callable[..., tuple[Program, str]], open_screen: Callable[[str], Screen]
) -> None:
    """With text twice as large, which leaves more room nowhere."""
    program, table = start(LITTLE_TOWN, in_the_midst(), text=2.0)
    screen = open_screen(program.address).open(f"{table}/town/0")
    for look in screen.sizes(*LOOKS):
        screen.can_tap(begins(f"{LONG[1]}’s turn, 3 workers left"), exact=False)
        for cell in BOARD_SQUARES[:BOARD_COLUMNS]:
            (box,) = screen.boxes(screen.button(re.compile(f"^{cell}(,|$)")))
            assert (box["width"] >= 30, box["height"] >= 32, box["x"] >= 0) == (True, True, True)
            assert box["x"] + box["width"] <= look.width
        screen.can_tap("E3")
        screen.shot("little-town-town")
    assert tops_of_the_board(screen, f"{table}/town/1") == tops_of_the_board(screen, f"{table}/town/0")
    screen.tap("E3")
    for _ in screen.sizes(*LOOKS):
        screen.sees(f"For {LONG[1]}")
        screen.can_tap("Round")
        screen.shot("little-town-square")
    screen.tap("Round")
    for _ in screen.sizes(*LOOKS):
        screen.sees(f"{LONG[2]} uses the residence")
        screen.can_tap("Market")
        screen.shot("little-town-round")
    screen.tap("Market")
    for _ in screen.sizes(*LOOKS):
        screen.sees("Once it is entered")
        screen.can_tap("Stock")
        screen.shot("little-town-market")
    screen.tap("Stock")
    for _ in screen.sizes(*LOOKS):
        screen.sees("0 of 2 completed, 0 points")
        screen.can_tap("End")
        screen.shot("little-town-player")
    screen.tap("End")
    for _ in screen.sizes(*LOOKS):
        screen.sees("Which houses around the castle count?")
        screen.can_tap("Everybody’s")
    screen.tap("Everybody’s")
    tap(screen, "Castle")
    for _ in screen.sizes(*LOOKS):
        screen.sees("3 houses around E4, 4 each.")
        screen.shot("little-town-castle")

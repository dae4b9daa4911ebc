"""The screens of Mayor in a real browser, with the longest names on every size of screen."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from playwright.sync_api import expect

from companion.tables.state import STYLES, Extras, TableState
from companion.ui.core.theme import TARGET
from scoring.mayor.game import MAYOR
from scoring.mayor.state import Area, Building, Icons, Kind, Player, Ring, Street, Table, Tile, Variant
from tests.browser.evenings import LONG, begins, tap
from tests.browser.screen import LANDSCAPE, NARROW, PHONE, Look, Screen

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.browser.program import Program

COPY: Final = (("rondel", "after_shop", "church"), ("rondel", "church_street", "blue"))
"""What only one's own copy shows of the rondel."""


LOOKS: Final = (NARROW, LANDSCAPE)


def in_the_midst() -> TableState[Table]:
    """Four players with the longest names; one has a bank and a park to place."""
    spots = ((11, 26, 2), (9, 18, 1), (20, 0, 0), (47, 61, 0))
    players = tuple(
        Player(name=name, citizen=points, banker=gold, tiles=tiles)
        for name, (points, gold, tiles) in zip(LONG, spots, strict=True)
    )
    icons = Icons(street=Street.YELLOW, area=Area.NORTH, ring=Ring.INNER)
    park = Tile(kind=Kind.PARK, park={Building.SHOP: 2, Building.CHURCH: 1})
    table = Table(
        players=players,
        tile_lines={Kind.SHOP: 3, Kind.BANK: 1, Kind.CHURCH: 0, Kind.STATUE: 2, Kind.PARK: 4},
        variants=tuple(Variant),
        markers=(Kind.BANK, Kind.BANK, Kind.BANK, Kind.BANK),
        held=((Tile(kind=Kind.BANK, icons=icons), park), (Tile(kind=Kind.STATUE),), (), ()),
    )
    return TableState(table=table, extras=Extras(seats=STYLES))


def test_everything_stays_on_the_screen_and_can_be_tapped(
    start: Callable[..., tuple[Program, str]], open_screen: Callable[[str], Screen]
) -> None:
    """With text twice as large, which leaves more room nowhere."""
    program, table = start(MAYOR, in_the_midst(), *COPY, text=2.0)
    screen = open_screen(program.address).open(table)
    names = ("Bank, red", "Shop, yellow", "Church, blue", "Park, green", "Statue, Rainbow")
    for look in screen.sizes(*LOOKS):
        screen.sees(f"{LONG[0]}’s turn")
        within(screen, look, [begins(name) for name in names], least=TARGET)
        screen.can_tap(begins("Shop, yellow"), exact=False)
        screen.shot("mayor-turn")
    tap(screen, "Shop, yellow")
    for _ in screen.sizes(*LOOKS):
        screen.can_tap(begins("Place:"), exact=False)
    tap(screen, "Place:")
    cells = [re.compile(f"^{area}, {ring}:") for area in ("north", "south") for ring in ("outer", "inner")]
    for look in screen.sizes(*LOOKS):
        if screen.text("1. The tile").count():  # where another arrangement begins, the choice of the tile begins again
            screen.tap("Bank: yellow, north, inner")
        within(screen, look, cells, least=TARGET - 8)
        screen.shot("mayor-pad")
        screen.button(begins("north, outer:"), group="yellow and red").click()
        screen.sees("What everybody gets")
        screen.can_tap("Track")
    screen.tap("Track")
    for _ in screen.sizes(*LOOKS):
        screen.sees(re.compile("Tap a piece"))
        screen.can_tap("Market")
        screen.shot("mayor-track")
    screen.tap("Market")
    for _ in screen.sizes(*LOOKS):
        screen.sees("1 line is empty; the game ends with 3.")
        screen.shot("mayor-market")


def within(screen: Screen, look: Look, names: list[re.Pattern[str]], *, least: int) -> None:
    """All of these can be seen whole from left to right, and are wide enough for a finger."""
    for name in names:
        button = screen.button(name, exact=False)
        expect(button.first).to_be_attached()
        box = screen.boxes(button)[0]
        assert box["width"] >= least
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= look.width


def test_a_phone_is_large_enough_for_the_track(
    start: Callable[..., tuple[Program, str]], open_screen: Callable[[str], Screen]
) -> None:
    program, table = start(MAYOR, in_the_midst(), *COPY)
    screen = open_screen(program.address).open(f"{table}/track/0")
    tap(screen, "Maximiliane-Alexandrina von Hohenlohe-La's Citizen on")
    boxes = [screen.button(re.compile(f"^{space}\\b")).bounding_box() for space in (0, 9, 25, 49, 50)]
    assert all(box is not None and box["x"] >= 0 and box["x"] + box["width"] <= PHONE.width for box in boxes)
    screen.tap("12")
    expect(screen.button(re.compile(f"^{LONG[0]}, 12 points"))).to_be_visible()

"""A district drawn over the board with a finger, then with a mouse."""

from __future__ import annotations

import re
from random import Random
from typing import TYPE_CHECKING, Final

from playwright.sync_api import expect

from scoring.carpe_diem.state import Kind, Table
from storage.documents import codec
from tests.browser.drawing_hand import DrawingHand
from tests.browser.hand import begin, lying
from tests.browser.kept import only_table
from tests.browser.screen import DESKTOP, DESKTOP_DARK, PHONE_DARK
from tests.companion.games.carpe_diem.walks import equivalent
from tests.scoring.carpe_diem.test_placement import grown

if TYPE_CHECKING:
    from playwright.sync_api import Locator

    from tests.browser.program import Program
    from tests.browser.screen import Screen

SEED: Final = 16
TILES: Final = 10


def test_a_district_is_drawn_with_a_finger_and_put_right_with_a_mouse(program: Program, screen: Screen) -> None:
    district = grown(Random(SEED), TILES)
    begin(screen, ("Anna", "Ben"))
    screen.shot("drawing-empty")
    hand = DrawingHand(screen)
    hand.district(district)
    expect(named(screen, lying())).to_have_count(TILES)

    hand.choose(Kind.POND)
    free = next(row for row in range(6) if not {f"A{row + 1}", f"B{row + 1}"} & {tile.cell for tile in district.tiles})
    corner = named(screen, re.compile("^A1(, |$)"))
    before = screen.boxes(corner)
    hand.stroke([(0.5, free + 0.5), (1.5, free + 0.5)])
    expect(screen.button(re.compile("^Undo: pond A"))).to_be_visible()
    assert screen.boxes(corner) == before, "the page scrolled beneath the finger"
    hand.stroke([(0.5, free + 0.5)])
    screen.sees("Draw the pond from square to square, or tap the side of A")
    screen.shot("drawing-refused")
    screen.tap(re.compile("^Undo: pond A"))
    expect(named(screen, lying())).to_have_count(TILES)

    screen.shot("drawing-done", PHONE_DARK, DESKTOP_DARK, DESKTOP)
    screen.resize(DESKTOP)
    screen.press("Escape")
    mouse = DrawingHand(screen, "mouse")
    mouse.choose(Kind.BAKERY)
    mouse.stroke([(0.5, free + 0.5)])
    expect(screen.button(re.compile("^Undo: bakery A"))).to_be_visible()
    mouse.stroke([(0.5, free + 0.5)])
    expect(screen.button(re.compile("^Undo: bakery A.: removed"))).to_be_visible()

    screen.page.goto("about:blank")
    program.stop()
    table = codec.read_table(only_table(program)).table
    assert isinstance(table, Table)
    assert table.players[0].district is not None
    assert equivalent(table.players[0].district) == equivalent(district)


def named(screen: Screen, name: re.Pattern[str]) -> Locator:
    """Return the squares of a name, which are no buttons while something is drawn."""
    return screen.page.get_by_label(name).or_(screen.page.get_by_text(name))

"""The board of a player: tapped, moved over by keys, and drawn as it lies."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import flet as ft
import pytest

from companion.formatting.text import sentence
from companion.games.carpe_diem import actions
from companion.ui.components.layout import SQUARE_GAP
from companion.ui.core.context import Viewport
from companion.ui.core.theme import DARK, LIGHT
from companion.ui.editors.carpe_diem.district import DistrictTab, square_size
from companion.ui.editors.carpe_diem.drawing_layer import HINT
from companion.ui.editors.carpe_diem.square_pictures import FRAME
from scoring.carpe_diem.district import sides_asked
from scoring.carpe_diem.placement import turned
from scoring.carpe_diem.state import DISTRICT_SQUARES, FRAME_LINES, District, FrameGoal, Kind, Tile
from scoring.carpe_diem.wording import label
from scoring.grid import DIRECTIONS
from storage.documents import codec
from tests.companion.carpe_diem_tables import begun, change, district, laid_out, lying, player_with, table_state, tile
from tests.companion.spoken import name_of
from tests.scoring.carpe_diem.test_placement import outwards

if TYPE_CHECKING:
    from collections.abc import Iterator

    from companion.tables.live_table import LiveTable
    from tests.companion.headless import Headless, Screen


WIDE = Viewport(width=1280, height=800)

CATHY_AND_HANK: Final = Path(__file__).parent / "cathy-and-hank.json"

TAPS: Final = 65
"""What the 16 tiles of Cathy take by pictures; they are made up, as no printed ones are."""

LAY: Final = "Lay "
MORE: Final = "More tiles"
FILTER: Final = "Only with"

CHIMNEYS: Final = re.compile(", [0-9]+ chimneys?")


def board(live: LiveTable, seat: int = 0) -> Any:
    return actions.district_of(live.state, seat)


def picked(screen: Screen) -> str | None:
    """The place that the panel below the board is about."""
    headings = [
        name_of(control.content)
        for control, _ in screen.controls()
        if isinstance(control, ft.Semantics) and control.header
    ]
    return next(
        (heading for heading in headings if heading in DISTRICT_SQUARES or heading.startswith("Frame goals: ")), None
    )


def test_the_board_has_all_squares_and_lines_and_says_how_to_go_on(app: Headless) -> None:
    screen = app.show(DistrictTab, laid_out(app), 0)
    assert set(DISTRICT_SQUARES) <= set(screen.names)
    assert sum(name.startswith(("Row ", "Column ")) for name in screen.names) == len(FRAME_LINES)
    assert screen.has(HINT)


def test_a_tap_picks_a_square_and_a_second_one_lets_it_go(app: Headless) -> None:
    _, screen = lying(app, tile("C4", "market"))
    screen.tap("C4, market, completed")
    assert picked(screen) == "C4"
    screen.tap("D4")
    assert picked(screen) == "D4"
    screen.tap("D4")
    assert picked(screen) is None
    assert screen.has(HINT)


def test_a_tap_on_the_frame_shows_the_goals_there(app: Headless) -> None:
    _, screen = lying(app, frame=(FrameGoal(kind=Kind.POND, points=3, line="4"),))
    screen.tap("Row 4, pond 3, not met")
    assert picked(screen) == "Frame goals: row 4"
    screen.tap("Column B")
    assert picked(screen) == "Frame goals: column B"
    assert screen.has("pond", group="Add frame goal")
    assert not screen.has("Draw")
    screen.tap("Close")
    assert picked(screen) is None


def test_a_board_is_told_in_few_words(app: Headless) -> None:
    """A screen reader says less than four words a square, with everything that can be laid on one."""
    _, screen = lying(app)
    screen.tap("C3")
    assert len(" ".join(screen.names).split()) <= 4 * len(DISTRICT_SQUARES)


def test_only_what_changes_is_sent(app: Headless) -> None:
    live, screen = lying(app, tile("C4", "pond E"))
    before = {name: screen.find(name)._i for name in screen.names if name in DISTRICT_SQUARES}
    change(app, live, lambda state: actions.lay(state, 0, tile("D4", "pond W")))
    after = {name: screen.find(name)._i for name in screen.names if name in before}
    assert screen.has("C4, pond, completed")
    assert after == {name: number for name, number in before.items() if name != "D4"}


FEW: Final = 5 * len(DISTRICT_SQUARES)
"""The most controls of a board: three for each square with a tile, and the frame."""


def controls_of_board(screen: Screen) -> list[int]:
    """The controls of the board, as the browser knows them."""
    words = next(name for name in screen.names if name.startswith(f"{len(DISTRICT_SQUARES)} squares"))
    return [control._i for control, around in screen.controls(unsaid=True) if words in map(name_of, around)]


def test_a_board_that_is_full_has_few_controls(app: Headless) -> None:
    _, screen = lying(app, *(tile(cell, "market") for cell in DISTRICT_SQUARES))
    assert len(controls_of_board(screen)) <= FEW


def test_a_board_stays_as_it_is_when_a_kind_is_picked(app: Headless) -> None:
    _, screen = lying(app, tile("C4", "pond E"))
    before = controls_of_board(screen)
    screen.tap("market", group="Draw")
    assert controls_of_board(screen) == before
    assert screen.has("A1")
    assert screen.has("C4, pond")
    assert not screen.can_be_tapped("A1")


def test_an_impossible_board_says_what_is_wrong_and_where(app: Headless) -> None:
    live, screen = lying(app, tile("C4", "pond E"), tile("D4", "villa W1"))
    (problem,) = live.problems
    assert screen.has(sentence(problem.message))
    for name in (f"C4, pond, {problem.message}", f"D4, villa, 1 chimney, {problem.message}"):
        assert screen.has(name)
    screen.tap(f"D4, villa, 1 chimney, {problem.message}")
    assert screen.has(sentence(problem.message))
    screen.tap("Remove")
    assert not live.problems
    assert not screen.says(str(problem.message))


def test_what_is_wrong_with_somebody_else_is_not_said_here(app: Headless) -> None:
    live = begun(app, table_state(player_with("Anna"), player_with("Ben", tile("A1", "pond N"), stack=1)))
    screen = app.show(DistrictTab, live, 0)
    assert live.problems
    assert not screen.says("frame, which counts as grass")


def test_a_tile_is_moved_to_an_empty_square_and_turned_where_it_must_be(app: Headless) -> None:
    live, screen = lying(app, tile("C4", "pond E"), tile("B4", "market"))
    screen.tap("C4, pond")
    screen.tap("Move")
    assert screen.has("Tap the empty square that the tile of C4 moves to.")
    screen.tap("F4")
    assert board(live) == district(tile("B4", "market"), tile("F4", "pond S"))
    assert picked(screen) == "F4"
    app.run(live.undo())
    assert actions.tile_on(board(live), "C4") == tile("C4", "pond E")


def test_a_tile_that_fits_in_no_way_stays_and_it_is_said(app: Headless) -> None:
    live, screen = lying(app, tile("C4", "pond E"), tile("C5", "market"), tile("D5", "bakery"))
    for target, words in (
        ("D4", "The tile does not fit on D4, whichever way it is turned."),
        ("D5, bakery, completed", "D5 is taken: tap an empty square."),
    ):
        screen.tap("C5, market, completed")
        screen.tap("Move")
        screen.tap(target)
        assert screen.has(words)
        assert {"C5", "D5"} <= {lies.cell for lies in board(live).tiles}
        assert picked(screen) == target[:2]


@pytest.mark.parametrize("letting_go", ["C4, market, completed", "Column A", "Escape", "Cancel"])
def test_a_tile_that_is_let_go_is_not_moved_later(app: Headless, letting_go: str) -> None:
    live, screen = lying(app, tile("C4", "market"))
    screen.tap("C4, market, completed")
    screen.tap("Move")
    if letting_go == "Escape":
        screen.press("Escape")
    else:
        screen.tap(letting_go)
    assert not screen.says("moves to")
    screen.tap("D4")
    assert board(live) == district(tile("C4", "market"))
    assert screen.has("Lay bakery")


def test_the_same_tile_is_laid_again_by_a_tap_on_each_square(app: Headless) -> None:
    live, screen = lying(app, tile("C4", "pond E"))
    screen.tap("C4, pond")
    screen.tap("Lay again")
    assert screen.says("Tap the empty squares that get this tile.")
    screen.tap("D4")
    screen.tap("A1")
    screen.tap("A1, pond")
    assert board(live) == district(tile("C4", "pond E"), tile("D4", "pond W"), tile("A1", "pond S"))
    screen.tap("Done")
    screen.tap("B1")
    assert picked(screen) == "B1"
    assert len(board(live).tiles) == 3


@pytest.mark.parametrize("ending", ["Escape", "Column A"])
def test_a_tile_laid_last_is_taken_up_again_and_let_go(app: Headless, ending: str) -> None:
    live, screen = lying(app, tile("C4", "pond E"), tile("D4", "pond W"), tile("C1", "garden EW"), tile("A6", "market"))
    screen.tap("garden east and west", group="Lay again")
    screen.tap("A6, market, completed")
    assert screen.has("A6 is taken: tap an empty square.")
    screen.tap("F6")
    assert screen.has("The tile does not fit on F6, whichever way it is turned.")
    if ending == "Escape":
        screen.press("Escape")
    else:
        screen.tap(ending)
    assert not screen.says("Tap the empty squares")
    tiles = board(live).tiles
    screen.tap("F6")
    assert board(live).tiles == tiles


def test_arrows_move_over_the_board_and_stop_at_the_frame_until_escape_lets_go(app: Headless) -> None:
    _, screen = lying(app)
    screen.tap("B2")
    went = []
    for key in ("Arrow Left", "Arrow Left", "Arrow Up", "Arrow Up", "Arrow Right", "Arrow Down"):
        screen.press(key)
        went.append(picked(screen))
    assert went == ["A2", "A2", "A1", "A1", "B1", "B2"]
    screen.press("Arrow Left", ctrl=True)
    screen.press("Arrow Left", alt=True)
    screen.press("Escape", ctrl=True)
    assert picked(screen) == "B2"
    screen.press("Escape")
    assert picked(screen) is None


@pytest.mark.parametrize(("shovel", "first"), [(None, "C3"), ("D4", "D4")])
def test_the_first_arrow_goes_to_the_middle_of_the_board(app: Headless, shovel: str | None, first: str) -> None:
    live, screen = lying(app)
    change(app, live, lambda state: actions.put_shovel(state, 0, shovel))
    screen.press("Arrow Down")
    assert picked(screen) == first
    screen.tap("Column B")
    screen.press("Arrow Down")
    assert picked(screen) == first


@pytest.mark.parametrize(
    ("width", "height"), [(320, 700), (360, 640), (390, 844), (844, 390), (759, 900), (760, 900), (1280, 800)]
)
def test_the_board_fits_the_screen(width: int, height: int) -> None:
    viewport = Viewport(width=width, height=height)
    board = FRAME + 6 * (square_size(viewport) + SQUARE_GAP)
    assert board <= (width / 2 if viewport.wide else width)
    assert square_size(viewport) >= (47 if width >= 360 else 40)


def test_a_wide_screen_shows_the_stock_beside_the_board(app: Headless) -> None:
    live = laid_out(app)
    assert app.show(DistrictTab, live, 0, viewport=WIDE).has("On the resource board")
    assert not app.show(DistrictTab, live, 0).has("On the resource board")


@pytest.mark.parametrize(("dark", "scale"), [*product([True, False], [1.0, 2.0])])
def test_every_viewport_shows_the_same(app: Headless, dark: bool, scale: float) -> None:  # noqa: FBT001 - a theme
    viewport = Viewport(palette=DARK if dark else LIGHT, scale=scale)
    screen = app.show(
        DistrictTab, begun(app, table_state(player_with("Anna", tile("C4", "pond E")))), 0, viewport=viewport
    )
    screen.tap("C4, pond")
    assert screen.has("Remove")


def shape(name: object) -> frozenset[str]:
    """The parts of a tile that a picture shows, in any order and without their chimneys."""
    return frozenset(CHIMNEYS.sub("", str(name).removeprefix(LAY)).split("; "))


def turns(tile: Tile) -> list[Tile]:
    return [replace(tile, features=turned(tile.features, quarters)) for quarters in range(4)]


class Hand:
    """A hand that lays tiles by their pictures, and counts its taps."""

    def __init__(self, screen: Screen) -> None:
        self.screen = screen
        self.taps = 0

    def tap(self, name: str, group: str = "") -> None:
        self.screen.tap(name, group=group)
        self.taps += 1

    def square(self, cell: str) -> str:
        return next(name for name in self.screen.names if name.startswith(f"{cell}, "))

    def said(self, tile: Tile) -> str:
        """What the panel says of a tile that lies as it should, with any chimneys."""
        return next((name for name in self.screen.names if shape(name) == shape(label(tile)) and LAY not in name), "")

    def lay(self, tile: Tile, laid: District) -> None:
        """Lay a tile by the first picture of it that comes into sight, turn it, and count its chimneys."""
        self.tap(tile.cell)
        for narrowing in self._narrowings(tile, laid):
            if narrowing:
                self.tap(narrowing, group="" if narrowing == MORE else FILTER)
            shapes = {shape(name): name for name in self.screen.names if name.startswith(LAY)}
            offered = next((shapes[shape(label(turn))] for turn in turns(tile) if shape(label(turn)) in shapes), None)
            if offered:
                self.tap(offered)
                break
        else:
            pytest.fail(f"nowhere is {label(tile)} offered on {tile.cell}")
        for _ in range(4):
            if self.said(tile):
                break
            self.tap("Turn")
        self._count_chimneys(tile)

    def _count_chimneys(self, tile: Tile) -> None:
        villas = [feature for feature in tile.features if feature.kind is Kind.VILLA]
        for villa in villas:
            if str(label(replace(tile, features=(villa,)))) not in self.said(tile):
                sides = " and ".join(str(DIRECTIONS[side]) for side in villa.opens)
                self.tap(f"Chimneys{f': {sides}' if len(villas) > 1 else ''}: {villa.chimneys}")

    def _narrowings(self, tile: Tile, laid: District) -> Iterator[str]:
        """What a player taps until the tile comes into sight: nothing, its kinds one after the other, more tiles."""
        asked = sides_asked(laid, tile.cell)
        free = {part.kind for part in tile.features if not part.opens or set(part.opens) - set(asked)}
        yield ""
        yield from (name for kind in Kind if kind in free and self.screen.has(name := kind.value, group=FILTER))
        while self.screen.has(MORE):
            yield MORE


def unordered(board: District) -> District:
    """A district without the order in which its tiles were laid, and their parts entered."""
    tiles = (
        replace(board_tile, features=tuple(sorted(board_tile.features, key=lambda part: (part.kind, part.opens))))
        for board_tile in board.tiles
    )
    return replace(board, tiles=tuple(sorted(tiles, key=lambda board_tile: board_tile.cell)))


def test_a_whole_district_is_laid_by_taps_on_pictures(app: Headless) -> None:
    cathy = codec.read_table(json.loads(CATHY_AND_HANK.read_text())).table.players[0]
    live, screen = lying(app)
    hand = Hand(screen)
    tiles = outwards(cathy.district)
    for number, board_tile in enumerate(tiles):
        hand.lay(board_tile, district(*tiles[:number]))
    assert hand.taps <= TAPS
    hand.tap(hand.square(cathy.district.shovel))
    hand.tap("Shovel space")
    assert unordered(board(live)) == unordered(cathy.district)

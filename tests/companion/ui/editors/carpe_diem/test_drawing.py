"""A district drawn over the board: strokes, taps, what they ask, why they are refused, and both ways to edit it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import flet as ft
import pytest

from companion.games.carpe_diem import actions
from companion.ui.components.layout import SQUARE_GAP
from companion.ui.core.context import Viewport
from companion.ui.editors.carpe_diem.district import DistrictTab, square_size
from companion.ui.editors.carpe_diem.drawing_layer import HINT
from companion.ui.editors.carpe_diem.tile_picker import KINDS
from scoring.carpe_diem.state import DISTRICT_SQUARES, Kind
from tests.companion.carpe_diem_tables import begun, change, district, player_with, table_state, tile

if TYPE_CHECKING:
    from collections.abc import Iterator

    from companion.tables.live_table import LiveTable
    from scoring.carpe_diem.state import Tile
    from tests.companion.headless import Headless, Screen

Point = tuple[float, float]

STEP = square_size(Viewport()) + SQUARE_GAP


def lying(app: Headless, *tiles: Tile) -> tuple[LiveTable, Screen]:
    live = begun(app, table_state(player_with("Anna", *tiles)))
    return live, app.show(DistrictTab, live, 0)


def board(live: LiveTable) -> Any:
    return actions.district_of(live.state, 0)


def layer(screen: Screen) -> ft.GestureDetector:
    """What takes strokes over the board."""
    layers = [control for control, _ in screen.controls(unsaid=True) if isinstance(control, ft.GestureDetector)]
    assert len(layers) == 1
    return layers[0]


def at(point: Point) -> dict[str, Any]:
    position = {"x": point[0] * STEP, "y": point[1] * STEP}
    return {"l": position, "g": position, "k": "touch", "v": {"x": 0.0, "y": 0.0}}


def begin_stroke(screen: Screen, *points: Point) -> None:
    screen.event(layer(screen), "horizontal_drag_down", at(points[0]))
    for point in points[1:]:
        screen.event(layer(screen), "vertical_drag_update", at(point))


def draw(screen: Screen, *points: Point) -> None:
    begin_stroke(screen, *points)
    screen.event(layer(screen), "vertical_drag_end", at(points[-1]))


def tap(screen: Screen, *point: float) -> None:
    x, y = point
    screen.event(layer(screen), "horizontal_drag_down", at((x, y)))
    screen.event(layer(screen), "tap", at((x, y)))


B4, C4, D4, C5 = (1.5, 3.5), (2.5, 3.5), (3.5, 3.5), (2.5, 4.5)


def trail(screen: Screen) -> Iterator[ft.Container]:
    """The bars of the trail that a hand leaves."""
    for control, around in screen.controls(unsaid=True):
        if isinstance(control, ft.Container) and isinstance(around[-1], ft.Stack) and control.border:
            yield from [control] if any(isinstance(outer, ft.GestureDetector) for outer in around) else []


def test_the_bar_names_every_kind_and_says_how_each_is_drawn(app: Headless) -> None:
    _, screen = lying(app)
    assert set(KINDS) == set(Kind)
    assert screen.has(HINT)
    screen.tap("pond")
    assert screen.says("Drag a finger over the squares of the pond")
    screen.tap("merchant")
    assert screen.says("Draw each merchant from half to half.")
    screen.tap("market")
    assert screen.says("Tap each market.")
    screen.tap("market")
    assert screen.has(HINT)


def test_a_stroke_lays_its_tiles_and_undo_takes_it_back(app: Headless) -> None:
    live, screen = lying(app)
    screen.tap("pond")
    draw(screen, B4, C4, C5)
    assert board(live) == district(tile("B4", "pond E"), tile("C4", "pond SW"), tile("C5", "pond N"))
    assert screen.has("C4, pond, completed")
    assert str(live.undo_state.undo) == "pond B4 C4 C5"
    app.run(live.undo())
    assert board(live) == district()
    assert {f"{cell}" for cell in DISTRICT_SQUARES} <= set(screen.names)


def test_the_trail_follows_the_hand_and_only_where_it_comes_to_another_square(app: Headless) -> None:
    live, screen = lying(app, tile("D4", "market"))
    screen.tap("pond")
    begin_stroke(screen, B4, (1.7, 3.5), (2.4, 3.5))
    (bar,) = trail(screen)
    sent = screen.updates
    screen.event(layer(screen), "horizontal_drag_update", at((2.5, 3.5)))
    assert screen.updates == sent
    screen.event(layer(screen), "horizontal_drag_update", at((3.4, 3.5)))
    bars = list(trail(screen))
    assert len(bars) == 2
    assert {segment.bgcolor for segment in bars} == {ft.Colors.ERROR} != {bar.bgcolor}
    screen.event(layer(screen), "horizontal_drag_end", at((3.5, 3.5)))
    assert not list(trail(screen))
    assert board(live) == district(tile("D4", "market"))
    assert screen.says("A market stands on D4")


def test_a_refused_stroke_says_why_until_the_next_one(app: Headless) -> None:
    live, screen = lying(app)
    app.run(live.change("Market", lambda state: actions.lay(state, 0, tile("C4", "market"))))
    steps = live.revision
    screen.tap("pond")
    draw(screen, B4, C4)
    reason = "A market stands on C4: choose market and tap it to remove it."
    assert screen.has(reason)
    assert live.revision == steps
    draw(screen, B4, (1.5, 4.5))
    assert not screen.has(reason)


def test_a_tap_in_the_middle_of_a_free_square_offers_the_tiles_that_show_the_landscape(app: Headless) -> None:
    live, screen = lying(app)
    screen.tap("pond")
    tap(screen, *C4)
    assert live.undo_state.undo is None
    offered = [name for name in screen.names if name.startswith("Lay ")]
    assert offered
    assert all("pond" in name for name in offered)
    screen.tap(offered[0])
    assert [laid.cell for laid in board(live).tiles] == ["C4"]


def test_where_none_of_a_kind_fits_a_tap_offers_all_tiles_that_do(app: Headless) -> None:
    pond = tile("B3", "pond E"), *(tile(f"{column}3", "pond EW") for column in "CDE"), tile("F2", "market")
    _, screen = lying(app, *pond)
    screen.tap("villa")
    tap(screen, 5.5, 2.5)
    assert [name for name in screen.names if name.startswith("Lay p")] == ["Lay pond south and west"]


def test_a_tap_lays_a_single_tile_and_opens_a_side(app: Headless) -> None:
    live, screen = lying(app)
    screen.tap("bakery")
    tap(screen, *B4)
    screen.tap("garden")
    tap(screen, 2.9, 3.5)
    assert board(live) == district(tile("B4", "bakery"), tile("C4", "garden E"))


def test_a_villa_asks_for_its_chimneys_in_one_row(app: Headless) -> None:
    live, screen = lying(app)
    screen.tap("villa")
    draw(screen, B4, C4)
    title = "Chimneys, B4 C4"
    digits = [name for name in screen.names if name.startswith(f"{title}: ")]
    assert digits == [f"{title}: {number}" for number in range(10)]
    screen.tap(f"{title}: 3")
    assert board(live) == district(tile("B4", "villa E3"), tile("C4", "villa W"))
    assert str(live.undo_state.undo) == "3 chimneys on B4 C4"
    screen.tap(f"{title}: 9")
    screen.tap(f"{title}: 12")
    assert board(live) == district(tile("B4", "villa E9"), tile("C4", "villa W3"))
    app.run(live.undo())
    app.run(live.undo())
    app.run(live.undo())
    app.run(live.undo())
    assert not screen.says("Chimneys, ")


def test_pieces_that_a_stroke_left_apart_are_joined_by_a_tap(app: Headless) -> None:
    live, screen = lying(app, tile("B4", "pond E"), tile("C4", "pond W"))
    screen.tap("pond")
    draw(screen, (2.8, 3.5), D4)
    assert actions.tile_on(board(live), "C4") == tile("C4", "pond W", "pond E")
    assert screen.has("Pond on C4")
    screen.tap("Join the pieces")
    assert actions.tile_on(board(live), "C4") == tile("C4", "pond EW")
    screen.tap("Split in two")
    assert actions.tile_on(board(live), "C4") == tile("C4", "pond W", "pond E")
    change(app, live, lambda state: actions.remove(state, 0, "C4"))
    assert not screen.has("Pond on C4")


def test_a_stroke_that_lays_one_tile_asks_for_its_writ(app: Headless) -> None:
    live, screen = lying(app, tile("C4", "pond E"))
    screen.tap("pond")
    draw(screen, C4, D4)
    assert screen.names[-2:] == ["A writ was here", "Take 1 fish"]  # at the thumb
    screen.tap("A writ was here")
    assert live.state.table.players[0].prestige == 1
    screen.tap("merchant")
    draw(screen, (4.5, 4.5), (4.5, 5.5))
    assert not screen.says("writ")


def test_a_stroke_where_all_writs_are_taken_says_how_to_go_on(app: Headless) -> None:
    live = begun(app, table_state(player_with("Anna", tile("C4", "pond E"), writs_left=0)))
    screen = app.show(DistrictTab, live, 0)
    screen.tap("pond")
    draw(screen, C4, D4)
    assert screen.says("Drag a finger over the squares of the pond")


def test_both_ways_edit_the_same_district(app: Headless) -> None:
    live, screen = lying(app)
    screen.tap("pond")
    draw(screen, B4, C4)
    screen.tap("pond")
    screen.tap("D4")
    screen.tap("Lay market")
    assert board(live) == district(tile("B4", "pond E"), tile("C4", "pond W"), tile("D4", "market"))
    screen.tap("Close")
    screen.tap("bakery")
    tap(screen, *D4)
    assert actions.tile_on(board(live), "D4") == tile("D4", "bakery")


@pytest.mark.parametrize("key", ["Escape", "Arrow Down"])
def test_keys_end_drawing(app: Headless, key: str) -> None:
    live, screen = lying(app)
    screen.tap("pond")
    screen.press(key)
    assert not [control for control, _ in screen.controls(unsaid=True) if isinstance(control, ft.GestureDetector)]
    assert board(live) == district()


def test_the_frame_can_be_tapped_while_drawing(app: Headless) -> None:
    _, screen = lying(app)
    screen.tap("pond")
    screen.tap("Column B")
    assert screen.has("Frame goals: column B")


@pytest.mark.parametrize("size", [(320, 568), (390, 844), (844, 390), (1280, 800)])
def test_the_bar_is_there_on_every_screen(app: Headless, size: tuple[int, int]) -> None:
    live = begun(app, table_state(player_with("Anna")))
    screen = app.show(DistrictTab, live, 0, viewport=Viewport(width=size[0], height=size[1]))
    assert {"Draw", *(kind.value for kind in Kind)} <= set(screen.names)
    screen.tap("C4")
    screen.tap("Lay market")
    assert screen.has("Draw") == (size != (390, 844))  # else the panel of a square needs the room
    screen.tap("Lay again")
    assert {"Draw", *(kind.value for kind in Kind)} <= set(screen.names)

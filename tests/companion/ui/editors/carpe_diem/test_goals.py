"""The goals of the frame."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import flet as ft

from companion.games.carpe_diem import actions
from companion.tables.state import with_player
from companion.ui.editors.carpe_diem.district import DistrictTab
from scoring.carpe_diem.state import FrameGoal, Kind
from tests.companion.carpe_diem_tables import GAME, begun, change, player_with, table_state, tile

if TYPE_CHECKING:
    from companion.tables.live_table import LiveTable
    from tests.companion.headless import Headless, Screen

ROW_4 = FrameGoal(kind=Kind.POND, points=3, line="4")


def lying(app: Headless, *tiles: Any, **fields: Any) -> tuple[LiveTable, Screen]:
    live = begun(app, table_state(player_with("Anna", *tiles, **fields)))
    return live, app.show(DistrictTab, live, 0)


def frame(live: LiveTable) -> tuple[FrameGoal, ...]:
    goals: tuple[FrameGoal, ...] = live.state.table.players[0].frame
    return goals


def test_a_goal_is_added_with_what_the_rulebook_prints(app: Headless) -> None:
    live, screen = lying(app)
    screen.tap("Column C")
    screen.tap("granary", group="Add frame goal")
    assert frame(live) == ()
    screen.tap("frame goal granary: 4")
    assert frame(live) == (FrameGoal(kind=Kind.GRANARY, points=4, line="C"),)
    assert str(live.undo_state.undo) == "frame goal granary"
    assert screen.has("Column C, granary 4, not met")
    assert screen.value("Points for granary") == "4"


def test_points_that_were_entered_are_kept_for_the_next_table(app: Headless) -> None:
    live, screen = lying(app)
    screen.tap("Row 4")
    screen.tap("pond", group="Add frame goal")
    screen.tap("frame goal pond: 3")
    assert frame(live) == (ROW_4,)
    assert app.tables.copies[GAME].part("frame_goal") == {"pond 3": {"kind": "pond", "points": 3}}
    screen.type_into("Points for pond", "6")
    assert frame(live) == (FrameGoal(kind=Kind.POND, points=6, line="4"),)
    assert str(live.undo_state.undo) == "frame goal pond: 6 points"
    assert set(app.tables.copies[GAME].part("frame_goal")) == {"pond 3", "pond 6"}
    next_table, elsewhere = lying(app)
    elsewhere.tap("Row 4")
    elsewhere.tap("pond", group="Add frame goal")
    asked = [name for name in elsewhere.names if name.startswith("frame goal pond: ")]
    assert asked[:3] == ["frame goal pond: 3", "frame goal pond: 6", "frame goal pond: 1"]
    elsewhere.tap("frame goal pond: 6")
    assert frame(next_table)[0].points == 6


def test_no_points_are_made_up(app: Headless) -> None:
    live, screen = lying(app)
    screen.tap("Row 4")
    screen.tap("pond", group="Add frame goal")
    assert screen.says("How many points does it show?")
    assert screen.has("Frame goal pond")
    (window,) = (control for control, _ in screen.controls() if isinstance(control, ft.AlertDialog))
    screen.event(window, "dismiss")
    assert not screen.says("How many points does it show?")
    assert frame(live) == ()


def test_points_that_cannot_be_are_held(app: Headless) -> None:
    live, screen = lying(app, frame=(ROW_4,))
    screen.tap("Row 4, pond 3, not met")
    screen.type_into("Points for pond", "21")
    assert screen.says("Points for pond: a whole number from 1 to 20.")
    assert frame(live) == (ROW_4,)


def test_a_goal_is_met_by_what_is_laid(app: Headless) -> None:
    live, screen = lying(app, tile("C4", "pond E"), frame=(ROW_4,))
    screen.tap("Row 4, pond 3, not met")
    assert screen.has("not met")
    change(app, live, lambda state: actions.lay(state, 0, tile("D4", "pond W")))
    assert screen.has("met")
    assert screen.has("Row 4, pond 3, met")


def test_a_goal_is_taken_away_and_brought_back(app: Headless) -> None:
    villa_goal = FrameGoal(kind=Kind.VILLA, points=5, line="4")
    live, screen = lying(app, frame=(ROW_4, villa_goal))
    screen.tap("Row 4, pond 3, not met, villa 5, not met")
    screen.tap("Remove frame goal pond")
    assert frame(live) == (villa_goal,)
    assert screen.has("Frame goal pond: removed.")
    assert screen.value("Points for villa") == "5"
    screen.tap("Undo")
    assert frame(live) == (ROW_4, villa_goal)


def test_only_the_goals_of_the_line_are_shown(app: Headless) -> None:
    _, screen = lying(app, frame=(ROW_4, FrameGoal(kind=Kind.VILLA, points=5, line="A")))
    screen.tap("Column A, villa 5, not met")
    assert screen.has("Remove frame goal villa")
    assert not screen.has("Remove frame goal pond")


def test_the_frame_has_room_for_eight_goals(app: Headless) -> None:
    lines = "ABCDEF12"
    _, screen = lying(app, frame=tuple(FrameGoal(kind=Kind.POND, points=3, line=line) for line in lines))
    screen.tap("Row 4")
    assert screen.has("Frame goals: row 4")
    assert not screen.says("Add frame goal")


def test_goals_stand_in_words_below_the_board_and_those_that_are_met_are_ticked(app: Headless) -> None:
    ponds = FrameGoal(kind=Kind.POND, points=3, line="4"), FrameGoal(kind=Kind.VILLA, points=1, line="A")
    live, screen = lying(app)
    assert not screen.has("Frame goals:")
    change(app, live, lambda state: with_player(state, 0, frame=ponds))
    assert screen.has("pond 3, not met")
    assert screen.has("villa 1, not met")
    change(app, live, lambda state: actions.lay(state, 0, tile("A4", "pond E")))
    change(app, live, lambda state: actions.lay(state, 0, tile("B4", "pond W")))
    assert screen.has("pond 3, met")

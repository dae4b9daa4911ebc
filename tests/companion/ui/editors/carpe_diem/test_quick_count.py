"""The quick count: what a district has, where nobody wants to lay its tiles."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import flet as ft

from companion.formatting.text import sentence
from companion.games.carpe_diem import actions
from companion.ui.core.context import Viewport
from companion.ui.editors.carpe_diem.district import DistrictTab
from scoring.carpe_diem.state import COUNTS, FrameGoal, Kind, Tally
from tests.companion.carpe_diem_tables import begun, change, district, player_with, table_state

if TYPE_CHECKING:
    from companion.tables.live_table import LiveTable
    from tests.companion.headless import Headless, Screen


def counted(app: Headless, tally: Tally | None = None, **fields: Any) -> tuple[LiveTable, Screen]:
    nothing = Tally(counts={}, villas=(), chimneys=0)
    live = begun(app, table_state(player_with("Anna", tally=tally or nothing, **fields)))
    return live, app.show(DistrictTab, live, 0)


def tally(live: LiveTable) -> Any:
    return live.state.table.players[0].tally


def test_every_kind_is_counted(app: Headless) -> None:
    live, screen = counted(app)
    for number, kind in enumerate(COUNTS):
        screen.type_into(kind.value.capitalize(), str(number))
    assert tally(live).counts == {kind: number for number, kind in enumerate(COUNTS) if number}
    screen.tap("Fountain, −1")
    assert str(live.undo_state.undo) == "Fountain: 9"


def test_villas_are_counted_with_their_chimneys(app: Headless) -> None:
    live, screen = counted(app)
    screen.tap("Add villa")
    screen.tap("Add villa")
    screen.type_into("Villa 2, chimneys", "4")
    assert tally(live) == Tally(counts={}, villas=(1, 4), chimneys=5)
    assert screen.value("All chimneys") == "5"
    assert not screen.enabled("All chimneys, −1")
    screen.tap("All chimneys, +1")
    assert tally(live).chimneys == 6
    screen.tap("Remove villa 1")
    assert tally(live) == Tally(counts={}, villas=(4,), chimneys=6)
    assert screen.value("Villa 1, chimneys") == "4"
    screen.tap("Undo")
    assert tally(live).villas == (1, 4)


def test_chimneys_are_never_fewer_than_those_of_the_villas(app: Headless) -> None:
    live, screen = counted(app, Tally(counts={}, villas=(3,), chimneys=3))
    screen.type_into("All chimneys", "2")
    assert screen.says("All chimneys: a whole number from 3 to 999.")
    assert tally(live).chimneys == 3


def test_a_goal_that_is_added_is_met_and_counts_at_once(app: Headless) -> None:
    live, screen = counted(app)
    screen.tap("pond", group="Add frame goal")
    screen.tap("frame goal pond: 3")
    assert live.state.table.players[0].frame == (FrameGoal(kind=Kind.POND, points=3, met=True),)
    assert live.columns[0].total == 3
    assert getattr(screen.find("Met", ft.Semantics), "selected", False)
    assert screen.value("Pond") == "1"
    assert not live.problems
    screen.tap("Met")
    assert [goal.met for goal in live.state.table.players[0].frame] == [False]
    assert (live.columns[0].total, tally(live).counts) == (0, {Kind.POND: 1})


def test_a_villa_that_meets_a_goal_is_entered_with_its_chimneys(app: Headless) -> None:
    live, screen = counted(app)
    screen.tap("villa", group="Add frame goal")
    screen.tap("frame goal villa: 3")
    (problem,) = live.problems
    assert screen.has(sentence(problem.message))
    screen.tap("Add villa")
    assert not live.problems


def test_a_goal_that_is_met_by_nothing_is_said(app: Headless) -> None:
    live, screen = counted(app, frame=(FrameGoal(kind=Kind.POND, points=3, met=True),))
    (problem,) = live.problems
    assert screen.has(sentence(problem.message))
    screen.tap("Pond, +1")
    assert not live.problems
    assert not screen.has(sentence(problem.message))


def test_one_goes_back_to_tiles_after_a_question(app: Headless) -> None:
    live, screen = counted(app, Tally(counts={Kind.POND: 1}, villas=(), chimneys=0))
    before = live.state
    screen.tap("Lay tiles instead")
    assert screen.says("This clears the counts")
    screen.tap("Cancel")
    assert live.state == before
    assert not screen.says("This clears the counts")
    screen.tap("Lay tiles instead")
    screen.tap("Lay tiles")
    assert live.state.table.players[0].district == district()
    assert screen.has("C4")
    assert not screen.says("This clears the counts")
    screen.tap("Undo")
    assert live.state == before
    assert screen.value("Pond") == "1"


def test_what_others_count_is_shown(app: Headless) -> None:
    live, screen = counted(app)
    change(app, live, lambda state: actions.lay_tiles(state, 0))
    assert screen.has("C4")
    app.run(live.undo())
    assert screen.value("Pond") == "0"


def test_a_wide_screen_shows_the_stock_beside_the_count(app: Headless) -> None:
    live, phone = counted(app)
    wide = app.show(DistrictTab, live, 0, viewport=Viewport(width=1280, height=800))
    assert wide.has("On the resource board")
    assert not phone.has("On the resource board")

"""The questions about the villa chart, and what becomes of the answers."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from companion.games.carpe_diem.copy_values import villa_values
from companion.ui.editors.carpe_diem.villa_chart import VillaQuestions
from scoring.carpe_diem.state import Tally
from tests.companion.carpe_diem_tables import GAME, begun, player_with, table_state

if TYPE_CHECKING:
    from collections.abc import Mapping

    from companion.tables.live_table import LiveTable
    from scoring.carpe_diem.state import Player
    from tests.companion.headless import Headless, Screen

CHART = {"3": 3, "5": 7}


def counted(name: str, *villas: int, stack: int = 0) -> Player:
    return player_with(name, tally=Tally(counts={}, villas=villas, chimneys=sum(villas)), stack=stack)


def asked(app: Headless, *villas: int, chart: Mapping[str, int] | None = None) -> tuple[LiveTable, Screen]:
    live = begun(app, table_state(counted("Anna", *villas), villa_chart=dict(CHART if chart is None else chart)))
    return live, app.show(VillaQuestions, live)


def keep(screen: Screen, chimneys: int, value: str) -> None:
    screen.type_into(f"Points for a villa with {chimneys} chimneys", value)
    screen.tap(f"Save points for {chimneys} chimneys")


def test_a_value_is_kept_at_the_table_and_in_my_copy(app: Headless) -> None:
    live, screen = asked(app, 4)
    keep(screen, 4, "5")
    assert live.state.table.villa_chart == {"3": 3, "4": 5, "5": 7}
    assert villa_values(app.tables.copies[GAME]) == {"3": 3, "4": 5, "5": 7}
    assert str(live.undo_state.undo) == "4 chimneys: 5 points"
    assert not screen.says("A villa with 4 chimneys")


def test_enter_keeps_a_value(app: Headless) -> None:
    live, screen = asked(app, 4)
    screen.type_into("Points for a villa with 4 chimneys", "5")
    screen.submit("Points for a villa with 4 chimneys")
    assert live.state.table.villa_chart["4"] == 5


@pytest.mark.parametrize("typed", ["1000", "five", "-1", ""])
def test_what_is_no_value_is_held_with_a_sentence(app: Headless, typed: str) -> None:
    live, screen = asked(app, 4)
    keep(screen, 4, typed)
    assert screen.value("Points for a villa with 4 chimneys") == typed
    assert screen.says("Points for a villa with 4 chimneys: a whole number from 0 to 999.")
    assert live.state.table.villa_chart == CHART


def test_a_doubtful_value_is_asked_about_and_not_refused(app: Headless) -> None:
    live, screen = asked(app, 4)
    keep(screen, 4, "2")
    assert screen.says("Do 4 chimneys give only 2 points?")
    assert live.state.table.villa_chart == CHART
    screen.tap("Save 2 points for 4 chimneys")
    assert live.state.table.villa_chart["4"] == 2


def test_another_value_is_doubted_anew(app: Headless) -> None:
    live, screen = asked(app, 4)
    keep(screen, 4, "2")
    screen.type_into("Points for a villa with 4 chimneys", "1")
    assert not screen.says("Do 4 chimneys give")
    screen.tap("Save points for 4 chimneys")
    assert screen.says("Do 4 chimneys give only 1 point?")
    assert live.state.table.villa_chart == CHART


def test_the_last_entry_may_stand_for_more(app: Headless) -> None:
    live, screen = asked(app, 6)
    screen.tap("More chimneys count the same")
    keep(screen, 6, "9")
    assert live.state.table.villa_chart == {**CHART, "6+": 9}
    assert villa_values(app.tables.copies[GAME]) == {**CHART, "6+": 9}


def test_every_question_keeps_what_was_typed_into_it(app: Headless) -> None:
    _, screen = asked(app, 4, 6)
    screen.type_into("Points for a villa with 6 chimneys", "9")
    keep(screen, 4, "5")
    assert screen.value("Points for a villa with 6 chimneys") == "9"


def test_what_my_copy_knows_by_now_is_proposed(app: Headless) -> None:
    app.run(app.tables.copies[GAME].keep("villa_chart", "4", 5))
    live, screen = asked(app, 4)
    assert screen.value("Points for a villa with 4 chimneys") == "5"
    screen.tap("Save points for 4 chimneys")
    assert live.state.table.villa_chart["4"] == 5

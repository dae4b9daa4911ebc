"""The villa chart: what it lacks, what is asked, and what becomes of the answer."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from companion.games.carpe_diem.copy_values import villa_values
from companion.ui.editors.carpe_diem.villa_chart import VillaChart, can_be_last, doubt, lacking, owners, with_value
from scoring.carpe_diem import villa_chart
from scoring.carpe_diem.state import Tally
from tests.companion.carpe_diem_tables import GAME, begun, diner, dinner, tile

if TYPE_CHECKING:
    from collections.abc import Mapping

    from companion.tables.live_table import LiveTable
    from scoring.carpe_diem.state import Player
    from tests.companion.headless import Headless, Screen

CHART = {"3": 3, "5": 7}


def counted(name: str, *villas: int, stack: int = 0) -> Player:
    return diner(name, tally=Tally(counts={}, villas=villas, chimneys=sum(villas)), stack=stack)


def asked(app: Headless, *villas: int, chart: Mapping[str, int] | None = None) -> tuple[LiveTable, Screen]:
    live = begun(app, dinner(counted("Anna", *villas), villa_chart=dict(CHART if chart is None else chart)))
    return live, app.show(VillaChart, live)


def keep(screen: Screen, chimneys: int, value: str) -> None:
    screen.type_into(f"Points for a villa with {chimneys} chimneys", value)
    screen.tap(f"Keep the value for {chimneys} chimneys")


# -- what is lacking


def test_what_no_entry_covers_is_lacking_once_and_in_order() -> None:
    table = dinner(counted("Anna", 6, 4, 3, 0), counted("Ben", 4, stack=1), villa_chart=CHART).table
    assert lacking(table) == (4, 6)
    assert owners(table, 4) == ("Anna", "Ben")
    assert owners(table, 6) == ("Anna",)


def test_an_entry_for_more_covers_all_that_have_more() -> None:
    assert lacking(dinner(counted("Anna", 6, 9), villa_chart={"3": 3, "5+": 7}).table) == ()


def test_a_villa_that_is_not_completed_needs_no_value() -> None:
    assert lacking(dinner(diner("Anna", tile("C3", "villa E4"))).table) == ()


@pytest.mark.parametrize(
    ("chart", "chimneys", "last"), [(CHART, 4, False), (CHART, 6, False), (CHART, 8, True), ({"9": 1}, 8, False)]
)
def test_only_what_nothing_goes_beyond_can_stand_for_more(chart: dict[str, int], chimneys: int, last: bool) -> None:  # noqa: FBT001
    assert can_be_last(dinner(counted("Anna", 4, 6, 8), villa_chart=chart).table, chimneys) is last


def test_a_value_is_put_where_it_belongs_by_chimneys() -> None:
    state = with_value(with_value(dinner(diner("Anna"), villa_chart=CHART), "10+", 20), "4", 5)
    assert list(state.table.villa_chart.items()) == [("3", 3), ("4", 5), ("5", 7), ("10+", 20)]


@pytest.mark.parametrize(
    ("points", "question"),
    [
        (2, "3 chimneys give 3 points. Do 4 chimneys give only 2 points?"),
        (3, "None"),
        (7, "None"),
        (8, "5 chimneys give 7 points. Do 4 chimneys give 8 points?"),
    ],
)
def test_a_value_out_of_order_is_doubted(points: int, question: str) -> None:
    assert str(doubt(villa_chart.VillaChart.read(CHART), 4, points)) == question


# -- what is asked


def test_a_value_is_kept_at_the_table_and_in_my_copy(app: Headless) -> None:
    live, screen = asked(app, 4)
    keep(screen, 4, "5")
    assert live.state.table.villa_chart == {"3": 3, "4": 5, "5": 7}
    assert villa_values(app.tables.copies[GAME]) == {"3": 3, "4": 5, "5": 7}
    assert live.undo_state.undo == "Villa chart: 4 chimneys, 5 points"
    assert not screen.says("A villa with 4 chimneys")


def test_enter_keeps_a_value(app: Headless) -> None:
    live, screen = asked(app, 4)
    screen.type_into("Points for a villa with 4 chimneys", "5")
    screen.submit("Points for a villa with 4 chimneys")
    assert live.state.table.villa_chart["4"] == 5


@pytest.mark.parametrize(("typed", "shown"), [("1000", "1000"), ("five", "five"), ("-1", "-1"), ("", "nothing")])
def test_what_is_no_value_is_held_with_a_sentence(app: Headless, typed: str, shown: str) -> None:
    live, screen = asked(app, 4)
    keep(screen, 4, typed)
    assert screen.value("Points for a villa with 4 chimneys") == typed
    assert screen.says(f"Points for a villa with 4 chimneys: a whole number from 0 to 999, not {shown}.")
    assert live.state.table.villa_chart == CHART


def test_a_doubtful_value_is_asked_about_and_not_refused(app: Headless) -> None:
    live, screen = asked(app, 4)
    keep(screen, 4, "2")
    assert screen.says("Do 4 chimneys give only 2 points?")
    assert live.state.table.villa_chart == CHART
    screen.tap("Yes, 2 points for 4 chimneys")
    assert live.state.table.villa_chart["4"] == 2


def test_another_value_is_doubted_anew(app: Headless) -> None:
    live, screen = asked(app, 4)
    keep(screen, 4, "2")
    screen.type_into("Points for a villa with 4 chimneys", "1")
    assert not screen.says("Do 4 chimneys give")
    screen.tap("Keep the value for 4 chimneys")
    assert screen.says("Do 4 chimneys give only 1 point?")
    assert live.state.table.villa_chart == CHART


def test_the_last_entry_may_stand_for_more(app: Headless) -> None:
    live, screen = asked(app, 6)
    screen.tap("6 or more chimneys count the same")
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
    screen.tap("Keep the value for 4 chimneys")
    assert live.state.table.villa_chart["4"] == 5

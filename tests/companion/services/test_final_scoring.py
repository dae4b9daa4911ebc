"""The steps of the walk through the end of a game, and where things are mended."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.services.end_sheet import (
    NOTHING,
    RESULT,
    SETTLE,
    first_unchecked,
    rules_to_check,
    scoring_steps,
    tab_for,
    where_entered,
)
from companion.ui.editors.carpe_diem.editor import CARPE_DIEM as EDITOR
from companion.ui.editors.palaces_of_carrara.editor import PALACES_OF_CARRARA
from scoring.carpe_diem.game import CARPE_DIEM
from scoring.carpe_diem.state import RULES
from scoring.messages import say
from scoring.problems import Problem, problems_in
from scoring.sheet import Column, Line
from tests.companion.carpe_diem_tables import player_with, table_state, tile

TABS = EDITOR.entered


def test_the_walk_goes_through_the_rules_to_the_result() -> None:
    walk = scoring_steps(RULES, ("items",), unsettled=False)
    assert [step.key for step in walk] == [*RULES, RESULT]
    assert [step.key for step in walk if step.done] == ["items"]


def test_what_is_to_be_settled_comes_first() -> None:
    walk = scoring_steps(RULES, tuple(RULES), unsettled=True)
    assert [step.key for step in walk][:2] == [SETTLE, "victory_cards"]
    assert first_unchecked(walk) == SETTLE


@pytest.mark.parametrize(
    ("checked", "key"), [((), "victory_cards"), (("victory_cards", "prestige"), "items"), (tuple(RULES), RESULT)]
)
def test_the_walk_is_taken_up_where_nothing_was_checked_yet(checked: tuple[str, ...], key: str) -> None:
    assert first_unchecked(scoring_steps(RULES, checked, unsettled=False)) == key


def test_squares_that_do_not_match_are_mended_in_the_district() -> None:
    table = table_state(
        player_with("Anna"), player_with("Ben", tile("C3", "pond E"), tile("D3", "villa W1"), stack=1)
    ).table
    (problem,) = problems_in(table, CARPE_DIEM.limits)
    location = where_entered(problem, TABS)
    assert (location.seat, location.tab, location.problem) == (1, "district", problem)


def test_what_a_player_has_is_mended_in_the_stock() -> None:
    table = table_state(player_with("Anna", prestige=30)).table
    (problem,) = problems_in(table, CARPE_DIEM.limits)
    location = where_entered(problem, TABS)
    assert (location.seat, location.tab) == (0, "stock")


def test_a_problem_of_the_table_has_no_seat() -> None:
    location = where_entered(Problem(path="villa_chart.5", message=say("twice")), TABS)
    assert (location.seat, location.tab) == (None, None)


def test_a_problem_of_the_table_is_mended_where_its_field_is_entered() -> None:
    location = where_entered(Problem(path="cards", message=say("missing")), PALACES_OF_CARRARA.entered)
    assert (location.seat, location.tab) == (None, "goals")


def test_a_field_with_a_place_of_its_own_is_mended_there() -> None:
    location = where_entered(Problem(path="players[0].district", message=say("no squares are named")), TABS)
    assert location.tab == "district"


def test_where_there_is_no_stock_all_is_mended_at_the_first_place() -> None:
    location = where_entered(Problem(path="players[0].coins", message=say("too many")), {"district": TABS["district"]})
    assert location.tab == "district"


@pytest.mark.parametrize(
    ("rule", "place"), [("villas", "district"), ("frame", "district"), ("items", "stock"), ("fountains", "stock")]
)
def test_a_rule_is_corrected_where_it_is_entered(rule: str, place: str) -> None:
    assert tab_for(rule, TABS) == place


def test_every_rule_is_entered_somewhere() -> None:
    assert set(RULES) <= set().union(*TABS.values())


def test_a_rule_alone_that_gives_nobody_a_point_has_no_step_of_zeros() -> None:
    titles = {"cards": say("Cards"), "villas": say("Villas")}
    lines = tuple(
        Line(rule=rule, points=points, because=say("so"), ref=say("p. 1"))
        for rule, points in (("cards", 3), ("villas", 0))
    )
    assert tuple(rules_to_check(titles, [Column(player="Anna", lines=lines)])) == ("cards", NOTHING)
    lines = (lines[0], replace(lines[1], lacks=True))
    assert tuple(rules_to_check(titles, [Column(player="Anna", lines=lines)])) == ("cards", "villas")

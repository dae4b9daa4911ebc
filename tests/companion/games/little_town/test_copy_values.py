"""My copy: what the gameplay aid says, when it is asked for, and cards of one's own."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from companion.games.little_town.copy_values import (
    CASTLE,
    CATHEDRAL,
    COINS,
    QUESTIONS,
    UNSAID,
    WATCHTOWER,
    answer_in_force,
    asked_at_a_round_end,
    asked_at_the_end,
    keep_answer,
    play_by_answer,
)
from companion.games.little_town.kit import LITTLE_TOWN, begin
from companion.tables.state import STYLES
from scoring import GAMES
from scoring.little_town.state import Whose
from tests.companion.little_town_tables import NAMES, house, player, table_state, worker

if TYPE_CHECKING:
    from companion.games.little_town.copy_values import AidQuestion
    from companion.tables.my_copy import MyCopy
    from tests.companion.headless import Headless


BESIDE_CASTLE = (house("castle", "C3"), house("well", "C4", "Ben"))


BESIDE_TOWER = {"buildings": (house("watchtower", "C3"),), "workers": (worker("C4"),)}


CATHEDRAL_AMONG_OTHERS: dict[str, Any] = {"buildings": (house("cathedral", "C3"),), "workers": (worker("C4", "Ben"),)}


@pytest.mark.parametrize(
    ("fields", "asked"),
    [
        ({}, ()),
        ({"buildings": BESIDE_CASTLE}, (CASTLE,)),
        ({"buildings": (house("castle", "C3"), house("well", "C4"))}, ()),
        ({"buildings": BESIDE_CASTLE[1:]}, ()),
        (BESIDE_TOWER, (WATCHTOWER,)),
        ({**BESIDE_TOWER, "workers": (worker("E5"),)}, ()),
    ],
)
def test_at_the_end_it_asks_for_what_changes_the_score(fields: dict[str, Any], asked: tuple[AidQuestion, ...]) -> None:
    assert asked_at_the_end(table_state(**fields)) == asked


def test_at_the_end_of_a_round_it_asks_for_what_changes_a_meal_or_the_cathedral() -> None:
    fed = player("Anna", fish=5)
    assert asked_at_a_round_end(table_state(), 0) == (COINS,)
    assert asked_at_a_round_end(table_state(player("Anna", coins=2), player("Ben")), 0) == ()
    assert asked_at_a_round_end(table_state(fed, player("Ben"), **CATHEDRAL_AMONG_OTHERS), 0) == (CATHEDRAL,)
    assert asked_at_a_round_end(table_state(player("Anna"), player("Ben", fish=5), **CATHEDRAL_AMONG_OTHERS), 1) == ()
    assert asked_at_a_round_end(table_state(coins_feed=False), 0) == (COINS,)


@pytest.mark.parametrize(
    ("fields", "asked"),
    [
        ({"buildings": BESIDE_CASTLE}, (CASTLE,)),
        ({"buildings": (house("castle", "C3"), house("well", "C4"))}, ()),
        (BESIDE_TOWER, (WATCHTOWER,)),
        ({**BESIDE_TOWER, "workers": (worker("E5"),)}, ()),
    ],
)
def test_at_the_end_of_a_round_the_owner_of_castle_or_watchtower_is_asked(
    fields: dict[str, Any], asked: tuple[AidQuestion, ...]
) -> None:
    state = table_state(player("Anna", fish=5), player("Ben", fish=5), **fields)
    assert (asked_at_a_round_end(state, 0), asked_at_a_round_end(state, 1)) == (asked, ())


def test_what_was_answered_is_not_asked_again() -> None:
    state = table_state(buildings=BESIDE_CASTLE)
    assert answer_in_force(state.table, CASTLE) == CASTLE.choices[0]
    any_house = play_by_answer(state, CASTLE, CASTLE.choices[1])
    assert (any_house.table.castle_counts, asked_at_the_end(any_house)) == (Whose.ANY, ())
    unsaid = play_by_answer(any_house, CASTLE, None)
    assert (unsaid.table.castle_counts, unsaid.table.answered) == (Whose.OWN, ("castle_counts",))


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda question: question.field)
def test_a_new_table_plays_by_my_copy(app: Headless, copies: MyCopy, question: AidQuestion) -> None:
    choice = question.choices[1]
    app.run(keep_answer(copies, question, choice))
    state = begin(NAMES[:2], STYLES[:2], "side-1", copies)
    assert getattr(state.table, question.field) == choice.value
    assert state.table.answered == (question.field,)
    app.run(keep_answer(copies, question, None))
    silent = begin(NAMES[:2], STYLES[:2], "side-1", copies)
    assert getattr(silent.table, question.field) == question.choices[0].value
    assert (copies.part("aid_card")[question.field], silent.table.answered) == (UNSAID, (question.field,))


def test_the_first_choice_is_what_a_table_plays_by_without_an_answer() -> None:
    for question in QUESTIONS:
        assert answer_in_force(table_state().table, question) == question.choices[0]


def test_the_set_up_list_is_for_this_number_of_players() -> None:
    words = [str(item.message) for item in LITTLE_TOWN.setup(table_state(*(player(name) for name in NAMES)))]
    assert "3 workers of one color" in words


def test_what_was_close_is_said_of_each_player() -> None:
    table = table_state(player("Anna", score=3), player("Ben", score=1)).table
    said = [str(message) for message in LITTLE_TOWN.margins(table, GAMES["little-town"].score(table))]
    assert said[0].startswith("Ben: ")

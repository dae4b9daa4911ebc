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
    aid_answers,
    answer_in_force,
    asked_at_a_round_end,
    asked_at_the_end,
    keep_answer,
    keep_card,
    my_cards,
    play_by_answer,
)
from companion.games.little_town.kit import begin
from companion.tables.state import STYLES
from companion.ui.editors.little_town.my_copy_screen import MyCopyScreen
from companion.ui.screens.final_scoring import FinalScoring
from scoring.little_town.state import Whose
from tests.companion.little_town_tables import NAMES, begun, house, player, town, worker

if TYPE_CHECKING:
    from companion.games.little_town.copy_values import AidQuestion
    from companion.tables.my_copy import MyCopy
    from tests.companion.headless import Headless

BESIDE_CASTLE = (house("castle", "C3"), house("well", "C4", "Ben"))
BESIDE_TOWER = {"buildings": (house("watchtower", "C3"),), "workers": (worker("C4"),)}
CATHEDRAL_AMONG_OTHERS: dict[str, Any] = {"buildings": (house("cathedral", "C3"),), "workers": (worker("C4", "Ben"),)}


@pytest.mark.parametrize(
    ("given", "asked"),
    [
        ({}, ()),
        ({"buildings": BESIDE_CASTLE}, (CASTLE,)),
        ({"buildings": (house("castle", "C3"), house("well", "C4"))}, ()),
        ({"buildings": BESIDE_CASTLE[1:]}, ()),
        (BESIDE_TOWER, (WATCHTOWER,)),
        ({**BESIDE_TOWER, "workers": (worker("E5"),)}, ()),
    ],
)
def test_at_the_end_it_asks_for_what_changes_the_score(given: dict[str, Any], asked: tuple[AidQuestion, ...]) -> None:
    assert asked_at_the_end(town(**given)) == asked


def test_at_the_end_of_a_round_it_asks_for_what_changes_a_meal_or_the_cathedral() -> None:
    fed = player("Anna", fish=5)
    assert asked_at_a_round_end(town(), 0) == (COINS,)
    assert asked_at_a_round_end(town(player("Anna", coins=2), player("Ben")), 0) == ()
    assert asked_at_a_round_end(town(fed, player("Ben"), **CATHEDRAL_AMONG_OTHERS), 0) == (CATHEDRAL,)
    assert asked_at_a_round_end(town(player("Anna"), player("Ben", fish=5), **CATHEDRAL_AMONG_OTHERS), 1) == ()
    assert asked_at_a_round_end(town(coins_feed=False), 0) == (COINS,)


def test_what_was_answered_is_not_asked_again() -> None:
    state = town(buildings=BESIDE_CASTLE)
    assert answer_in_force(state.table, CASTLE) == CASTLE.choices[0]
    any_house = play_by_answer(CASTLE, CASTLE.choices[1])(state)
    assert (any_house.table.castle_counts, asked_at_the_end(any_house)) == (Whose.ANY, ())
    unsaid = play_by_answer(CASTLE, None)(any_house)
    assert (unsaid.table.castle_counts, unsaid.extras.answered) == (Whose.OWN, ("castle_counts",))


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda one: one.field)
def test_a_new_table_plays_by_my_copy(app: Headless, copies: MyCopy, question: AidQuestion) -> None:
    other = question.choices[1]
    app.run(keep_answer(copies, question, other))
    state = begin(NAMES[:2], STYLES[:2], "side-1", copies)
    assert getattr(state.table, question.field) == other.value
    assert state.extras.answered == (question.field,)
    app.run(keep_answer(copies, question, None))
    silent = begin(NAMES[:2], STYLES[:2], "side-1", copies)
    assert getattr(silent.table, question.field) == question.choices[0].value
    assert (copies.part("aid_card")[question.field], silent.extras.answered) == (UNSAID, (question.field,))


def test_the_first_choice_is_what_a_table_plays_by_without_an_answer() -> None:
    for question in QUESTIONS:
        assert answer_in_force(town().table, question) == question.choices[0]


def test_cards_that_were_kept_otherwise_are_passed_over(app: Headless, copies: MyCopy) -> None:
    app.run(keep_card(copies, "own the castle", 4))
    app.run(copies.keep("objective", "odd", "many"))
    assert my_cards(copies) == {"own the castle": 4}


def test_the_end_asks_the_aid_and_keeps_the_answer(app: Headless, copies: MyCopy) -> None:
    live = begun(app, town(buildings=BESIDE_CASTLE))
    screen = app.show(FinalScoring, live)
    assert screen.says("Which houses around the castle count?")
    assert screen.says("Until then: The castle counts its owner's other houses.")
    screen.tap("Everybody’s")
    assert live.state.table.castle_counts is Whose.ANY
    assert aid_answers(copies) == {"castle_counts": Whose.ANY}
    assert live.undo_state.undo == "Castle: Everybody’s"
    assert [column.total for column in live.columns] == [4 + 1, 1]
    assert not screen.says("Which houses around the castle count?")


def test_my_copy_shows_and_changes_what_the_aid_says(app: Headless, copies: MyCopy) -> None:
    screen = app.show(MyCopyScreen)
    assert screen.says("Not looked up yet: asked when a table needs it.")
    screen.tap("Coins as food: No, only food")
    assert aid_answers(copies) == {"coins_feed": False}
    assert screen.says("At this table coins do not feed workers.")
    screen.tap("Coins as food: The aid does not say it")
    assert aid_answers(copies) == {"coins_feed": None}


def test_cards_of_my_own_are_removed_and_brought_back(app: Headless, copies: MyCopy) -> None:
    app.run(keep_card(copies, "own the castle", 4))
    screen = app.show(MyCopyScreen)
    assert screen.says("own the castle: 4 points")
    screen.tap("Remove own the castle from my copy")
    assert not my_cards(copies)
    assert screen.says("None yet.")
    screen.tap("Undo")
    assert my_cards(copies) == {"own the castle": 4}

"""The forum as it is entered, step by step: its cards and markers."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.carpe_diem import forum
from companion.games.carpe_diem import wording as words
from companion.games.carpe_diem.forum import CardDraft, TwoCardsAnswer, TwoCardsQuestion, next_empty
from companion.games.carpe_diem.wording import Asks
from companion.ui.components.drafts import read_kept
from scoring.carpe_diem.data import KNOWN_FORUM_CARDS
from scoring.carpe_diem.district import built_by
from scoring.carpe_diem.forum.visits import PAIRS, cards_lying, forum_visit, markers, owned
from scoring.carpe_diem.limits import LIMITS
from scoring.carpe_diem.moves import laid_out
from scoring.carpe_diem.state import (
    FORUM_SQUARES,
    PRESTIGE_END,
    REWARDS,
    Card,
    Edition,
    Good,
    Kind,
    Objective,
    Reward,
    Table,
    Tally,
    Thing,
)
from scoring.fields import numbers_of
from scoring.messages import Message
from scoring.problems import problems_in
from storage.documents.codec import plain
from tests.companion.carpe_diem_tables import player_with, table_state
from tests.scoring.carpe_diem import strategies

if TYPE_CHECKING:
    from companion.games.carpe_diem.actions import CarpeDiemTable
    from scoring.carpe_diem.forum.answers import VisitAsk


HERBS, FISH = KNOWN_FORUM_CARDS[0].card, KNOWN_FORUM_CARDS[2].card
CARDS = [entry.card for entry in KNOWN_FORUM_CARDS]


def state(*squares: str, players: int = 2) -> CarpeDiemTable:
    """A table with cards on some squares."""
    names = ("Anna", "Ben", "Cleo", "Dora")[:players]
    table = laid_out(names)
    begun: CarpeDiemTable = table_state(*table.players, forum=table.forum)
    for square, card in zip(squares, CARDS, strict=False):
        begun = forum.with_card(begun, square, card)
    return begun


def test_with_two_players_the_corners_stay_empty() -> None:
    assert forum.left_empty(state().table) == {"A1", "D1", "A3", "D3"}


def test_with_three_players_the_first_corner_tells_which_two_stay_empty() -> None:
    assert forum.left_empty(state(players=3).table) == frozenset()
    assert forum.left_empty(state("D1", players=3).table) == {"A1", "D3"}
    assert forum.left_empty(state("A3", players=3).table) == {"A1", "D3"}
    assert forum.left_empty(state("A1", players=3).table) == {"D1", "A3"}


def test_with_four_players_none_stays_empty() -> None:
    assert forum.left_empty(state(players=4).table) == frozenset()


def test_a_card_on_a_corner_that_should_stay_empty_is_taken_as_it_is() -> None:
    at = state("A1")
    assert list(cards_lying(at.table)) == ["A1"]
    assert forum.left_empty(at.table) == frozenset()


def test_cards_are_laid_row_by_row() -> None:
    at, laid = state(), []
    square = next_empty(at.table, "")
    while square is not None:
        laid.append(square)
        at = forum.with_card(at, square, HERBS)
        square = next_empty(at.table, square)
    assert laid == ["B1", "C1", "A2", "B2", "C2", "D2", "B3", "C3"]


def test_a_card_that_is_taken_away_takes_the_markers_beside_it_along() -> None:
    at = forum.with_marker(forum.with_marker(state("B1", "C1", "B2", "C2"), ("B1", "C1")), ("B2", "C2"))
    at = forum.without_card(at, "B1")
    assert set(cards_lying(at.table)) == {"C1", "B2", "C2"}
    assert markers(at.table) == (("B2", "C2"),)


def test_two_cards_change_places_and_the_markers_stay() -> None:
    at = forum.with_marker(state("B1", "C1"), ("B1", "C1"))
    swapped = forum.swap(at, "B1", "C1")
    assert cards_lying(swapped.table) == {"B1": CARDS[1], "C1": CARDS[0]}
    assert markers(swapped.table) == (("B1", "C1"),)


def test_a_card_that_moves_to_an_empty_square_leaves_its_markers_behind() -> None:
    at = forum.with_marker(state("B1", "C1"), ("B1", "C1"))
    moved = forum.swap(at, "B1", "D3")
    assert cards_lying(moved.table) == {"D3": CARDS[0], "C1": CARDS[1]}
    assert markers(moved.table) == ()
    assert forum.swap(at, "B1", "B1") == at


@given(st.lists(st.tuples(st.sampled_from(FORUM_SQUARES), st.sampled_from(FORUM_SQUARES)), max_size=6), st.data())
def test_whatever_is_moved_the_forum_can_be_so(moves: list[tuple[str, str]], data: st.DataObject) -> None:
    at = state(*FORUM_SQUARES[:9], players=4)
    for pair in data.draw(st.lists(st.sampled_from(PAIRS), max_size=5)):
        at = forum.with_marker(at, pair)
    for origin, target in moves:
        at = forum.swap(at, origin, target)
        assert len(cards_lying(at.table)) == 9
    at = forum.without_card(at, data.draw(st.sampled_from(FORUM_SQUARES)))
    assert not problems_in(at.table, LIMITS)


def test_a_marker_lies_between_two_cards_once() -> None:
    at = state("B1", "C1")
    marked = forum.with_marker(at, ("B1", "C1"))
    assert forum.has_marker(marked.table, ("B1", "C1"))
    assert forum.with_marker(marked, ("B1", "C1")) == marked
    assert forum.with_marker(at, ("C1", "D1")) == at
    assert forum.without_marker(marked, ("B1", "C1")) == at


def test_nothing_lies_where_there_is_no_forum() -> None:
    at: CarpeDiemTable = table_state(player_with("Anna"))
    assert cards_lying(at.table) == {}
    assert markers(at.table) == ()
    assert forum.without_marker(at, ("B1", "C1")) == at
    assert forum.with_marker(at, ("B1", "C1")) == at


def test_two_markers_at_one_height_leave_the_order_unclear() -> None:
    assert not forum.order_unclear(table_state(player_with("Anna", prestige=1), player_with("Ben")).table)
    level: CarpeDiemTable = table_state(player_with("Anna", prestige=2), player_with("Ben", prestige=2))
    (problem,) = forum.order_unclear(level.table)
    assert problem.path == "players[1].stack"


TWO_HERBS = Card(pay={Good.HERBS: 2}, reward=Reward(points=4))
LANDSCAPES = Card(own={Thing.LANDSCAPE: 3}, reward=Reward(coins=1, bread=1))
POND_AND_GARDEN = Card(own={Thing.POND: 1, Thing.GARDEN: 1}, reward=Reward(points=7))
CHIMNEYS = Card(own={Thing.CHIMNEYS: 2, Thing.VILLA: 1}, reward=Reward(bread=1))
EACH = Card(own={Thing.POND: 1, Thing.GARDEN: 1, Thing.VINEYARD: 1, Thing.FARMYARD: 1}, reward=Reward(points=9))


def answered(question: TwoCardsQuestion) -> TwoCardsAnswer:
    answer = forum.answer_for_two_cards(question)
    assert isinstance(answer, TwoCardsAnswer)
    return answer


def test_only_what_the_cards_ask_for_is_asked() -> None:
    assert forum.owned_things(TwoCardsQuestion()) == ()
    assert forum.owned_things(TwoCardsQuestion(cards=(TWO_HERBS, None))) == ()
    assert forum.owned_things(TwoCardsQuestion(cards=(POND_AND_GARDEN, LANDSCAPES))) == (
        Thing.POND,
        Thing.GARDEN,
        Thing.LANDSCAPE,
    )


def test_all_landscapes_are_not_asked_for_where_every_kind_is() -> None:
    question = TwoCardsQuestion(cards=(EACH, LANDSCAPES), owned=dict.fromkeys(EACH.own or {}, 2))
    assert Thing.LANDSCAPE not in forum.owned_things(question)
    assert [visit.sets for visit in answered(question).visits[Objective.POINTS].visits] == [2, 2]


def test_hank_owns_seven_landscapes_among_them_two_ponds_and_a_garden() -> None:
    owned = {Thing.POND: 2, Thing.GARDEN: 1, Thing.LANDSCAPE: 7}
    visit = answered(TwoCardsQuestion(cards=(POND_AND_GARDEN, LANDSCAPES), owned=owned)).visits[Objective.POINTS]
    gained = {visit.card: visit.gained for visit in visit.visits}
    assert (visit.points, gained[1].coins, gained[1].bread) == (7, 2, 2)


def test_fewer_in_all_than_by_kind_is_said() -> None:
    owned = {Thing.POND: 2, Thing.GARDEN: 1, Thing.LANDSCAPE: 2}
    answer = forum.answer_for_two_cards(TwoCardsQuestion(cards=(POND_AND_GARDEN, LANDSCAPES), owned=owned))
    assert str(answer) == "All landscapes: 2 is not possible, because 3 are counted by kind."


def test_what_was_entered_for_another_card_does_not_count() -> None:
    question = TwoCardsQuestion(cards=(TWO_HERBS, LANDSCAPES), owned={Thing.POND: 9, Thing.LANDSCAPE: 3})
    counted = forum.tally_owned(question)
    assert isinstance(counted, Tally)
    assert sum(counted.counts.values()) == 3


def test_villas_and_chimneys_are_counted_apart() -> None:
    question = TwoCardsQuestion(cards=(TWO_HERBS, CHIMNEYS), owned={Thing.CHIMNEYS: 5, Thing.VILLA: 2})
    counted = forum.tally_owned(question)
    assert isinstance(counted, Tally)
    assert (counted.chimneys, len(counted.villas)) == (5, 2)
    assert not problems_in(forum.table_of_question(question, counted), LIMITS)


def test_without_two_cards_there_is_no_answer() -> None:
    assert forum.answer_for_two_cards(TwoCardsQuestion(cards=(TWO_HERBS, None))) is None


def test_the_edition_decides_what_lies_past_the_end_of_the_bar() -> None:
    steps = Card(own={Thing.MARKET: 1}, reward=Reward(prestige=2))
    question = TwoCardsQuestion(cards=(TWO_HERBS, steps), prestige=19, goods={Good.HERBS: 2}, owned={Thing.MARKET: 1})
    assert answered(question).visits[Objective.POINTS].points == 5
    first = replace(question, edition=Edition.FIRST)
    assert answered(first).visits[Objective.POINTS].points == 4


@given(strategies.visits())
def test_the_answer_is_that_of_a_whole_table(asked: tuple[Table, VisitAsk]) -> None:
    """Whatever lies on a table: entered as a question, two of its cards pay the same."""
    drawn, ask = asked
    players = tuple(replace(player, prestige=min(player.prestige, PRESTIGE_END)) for player in drawn.players)
    table = Table(players=players, edition=drawn.edition)
    player = next(player for player in players if player.name == ask.player)
    built = built_by(player)
    question = TwoCardsQuestion(
        cards=(ask.cards[0], ask.cards[1]),
        edition=table.edition,
        goods=player.goods,
        coins=player.coins,
        bread=player.bread,
        stored_tiles=player.stored_tiles,
        prestige=player.prestige,
        owned={thing: owned(thing, built) for thing in Thing},
    )
    mine, whole = answered(question).visits[ask.objective], forum_visit(table, ask)
    assert replace(mine, others=None) == replace(whole, others=None)


def test_a_question_outlives_the_process() -> None:
    question = forum.with_card_at(TwoCardsQuestion(), 1, LANDSCAPES)
    question = replace(question, goods={Good.FISH: 3}, owned={Thing.LANDSCAPE: 6})
    assert question.cards == (None, LANDSCAPES)
    assert read_kept(plain(question), TwoCardsQuestion()) == question


def test_kinds_beyond_those_asked_for_are_counted_where_none_is_named() -> None:
    question = TwoCardsQuestion(cards=(POND_AND_GARDEN, LANDSCAPES), owned={Thing.POND: 1, Thing.LANDSCAPE: 4})
    counted = forum.tally_owned(question)
    assert not isinstance(counted, Message)
    assert counted.counts == {Kind.POND: 1, Kind.GARDEN: 0, Kind.VINEYARD: 3}


MIXED = Card(pay={Good.GRAPES: 1, Good.FISH: 2}, reward=Reward(points=1))


def entered(*steps: tuple[Good | Thing | str, int], sort: Asks = Asks.PAY, typed: str = "") -> CardDraft:
    """A draft after numbers were entered, one after the other."""
    draft = forum.with_sort(CardDraft(typed=typed), sort)
    for what, number in steps:
        if isinstance(what, (Good, Thing)):
            draft = forum.with_asked(draft, what, number)
        else:
            draft = forum.with_reward(draft, numbers_of(Reward)[what], number)
    return draft


@given(strategies.cards)
def test_every_card_can_be_entered(card: Card) -> None:
    numbers = [*words.asked(card).items(), *((part.field, part.of(card.reward)) for part in REWARDS)]
    assert forum.finished_card(entered(*numbers, sort=words.asks(card))) == card


@given(strategies.cards)
def test_a_draft_outlives_the_process(card: Card) -> None:
    draft = CardDraft(card=card, typed="  half a na")
    assert read_kept(plain(draft), CardDraft()) == draft


@pytest.mark.parametrize("kept", [None, 3, [], {"cards": [None]}, {"card": {"pay": {"fish": 99}}}, {"future": 1}])
@pytest.mark.parametrize("empty", [TwoCardsQuestion(), CardDraft()])
def test_what_cannot_be_read_is_an_empty_draft(kept: object, empty: object) -> None:
    assert read_kept(kept, empty) == empty


def test_an_unfinished_card_says_what_it_lacks() -> None:
    assert [str(lack) for lack in lacks(CardDraft())] == [
        "Say which goods the card asks for.",
        "Say what the card gives.",
    ]
    assert [str(lack) for lack in lacks(entered(("points", 2), sort=Asks.OWN))] == [
        "Say what the card wants you to own."
    ]


def test_any_landscapes_stand_alone() -> None:
    (lack,) = lacks(entered((Thing.LANDSCAPE, 3), (Thing.VILLA, 1), ("coins", 1), sort=Asks.OWN))
    assert "stands alone" in str(lack)


def test_a_number_of_0_takes_a_thing_off_the_card() -> None:
    draft = entered((Good.FISH, 2), (Good.HERBS, 1), (Good.FISH, 0))
    assert words.asked(draft.card) == {Good.HERBS: 1}


def test_the_other_sort_of_card_keeps_the_reward() -> None:
    draft = forum.with_sort(entered((Good.FISH, 2), ("points", 4)), Asks.OWN)
    assert (words.asked(draft.card), draft.card.reward.points) == ({}, 4)
    assert forum.with_sort(draft, Asks.OWN) is draft
    assert words.asks(forum.with_sort(draft, Asks.PAY).card) is Asks.PAY


def test_a_name_is_trimmed_and_wrong_ones_are_held_with_a_sentence() -> None:
    numbers = ((Good.FISH, 1), ("points", 1))
    named = forum.finished_card(entered(*numbers, typed="  Feast "))
    assert isinstance(named, Card)
    assert named.name == "Feast"
    assert forum.name_problem(entered(*numbers, typed=" ")) is None
    too_long = entered(*numbers, typed="x" * 41)
    assert "a name of 1 to 40 characters" in str(forum.name_problem(too_long))
    assert [str(lack) for lack in lacks(too_long)] == [str(forum.name_problem(too_long))]


def test_a_card_to_be_corrected_comes_with_its_name() -> None:
    feast = Card(name="Feast", pay={Good.FISH: 1}, reward=Reward(points=2))
    assert forum.finished_card(forum.draft_of(feast)) == feast
    assert forum.draft_of(MIXED).typed == ""


def lacks(draft: CardDraft) -> tuple[object, ...]:
    problems = forum.finished_card(draft)
    assert not isinstance(problems, Card)
    return problems

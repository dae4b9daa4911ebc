"""What would these two cards pay? The question, what is asked for it, and its answer."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given

from companion.games.carpe_diem import two_cards
from companion.games.carpe_diem.two_cards import TwoCardsAnswer, TwoCardsQuestion
from companion.ui.core.context import read_kept
from scoring.carpe_diem.district import built_by
from scoring.carpe_diem.forum.visits import forum_visit, owned
from scoring.carpe_diem.limits import LIMITS
from scoring.carpe_diem.state import (
    PRESTIGE_END,
    Card,
    Edition,
    Good,
    Kind,
    Objective,
    Reward,
    Table,
    Tally,
    Thing,
    VisitAsk,
)
from scoring.messages import Message
from scoring.problems import problems_in
from storage.documents.codec import plain
from tests.scoring.carpe_diem import strategies

HERBS = Card(pay={Good.HERBS: 2}, reward=Reward(points=4))
LANDSCAPES = Card(own={Thing.LANDSCAPE: 3}, reward=Reward(coins=1, bread=1))
POND_AND_GARDEN = Card(own={Thing.POND: 1, Thing.GARDEN: 1}, reward=Reward(points=7))
CHIMNEYS = Card(own={Thing.CHIMNEYS: 2, Thing.VILLA: 1}, reward=Reward(bread=1))
EACH = Card(
    own={Thing.POND: 1, Thing.GARDEN: 1, Thing.VINEYARD: 1, Thing.FARMYARD: 1},
    reward=Reward(points=9),
)


def answered(question: TwoCardsQuestion) -> TwoCardsAnswer:
    answer = two_cards.answer(question)
    assert isinstance(answer, TwoCardsAnswer)
    return answer


def test_only_what_the_cards_ask_for_is_asked() -> None:
    assert two_cards.owned_things(TwoCardsQuestion()) == ()
    assert two_cards.owned_things(TwoCardsQuestion(cards=(HERBS, None))) == ()
    assert two_cards.owned_things(TwoCardsQuestion(cards=(POND_AND_GARDEN, LANDSCAPES))) == (
        Thing.POND,
        Thing.GARDEN,
        Thing.LANDSCAPE,
    )


def test_all_landscapes_are_not_asked_for_where_every_kind_is() -> None:
    question = TwoCardsQuestion(cards=(EACH, LANDSCAPES), owned=dict.fromkeys(EACH.own or {}, 2))
    assert Thing.LANDSCAPE not in two_cards.owned_things(question)
    assert [visit.sets for visit in answered(question).visits[Objective.POINTS].visits] == [2, 2]


def test_hank_owns_seven_landscapes_among_them_two_ponds_and_a_garden() -> None:
    owned = {Thing.POND: 2, Thing.GARDEN: 1, Thing.LANDSCAPE: 7}
    visit = answered(TwoCardsQuestion(cards=(POND_AND_GARDEN, LANDSCAPES), owned=owned)).visits[Objective.POINTS]
    gained = {visit.card: visit.gained for visit in visit.visits}
    assert (visit.points, gained[1].coins, gained[1].bread) == (7, 2, 2)


def test_fewer_in_all_than_by_kind_is_said() -> None:
    owned = {Thing.POND: 2, Thing.GARDEN: 1, Thing.LANDSCAPE: 2}
    answer = two_cards.answer(TwoCardsQuestion(cards=(POND_AND_GARDEN, LANDSCAPES), owned=owned))
    assert str(answer) == "All landscapes: 2 is not possible, because 3 are counted by kind."


def test_what_was_entered_for_another_card_does_not_count() -> None:
    question = TwoCardsQuestion(cards=(HERBS, LANDSCAPES), owned={Thing.POND: 9, Thing.LANDSCAPE: 3})
    counted = two_cards.tally(question)
    assert isinstance(counted, Tally)
    assert sum(counted.counts.values()) == 3


def test_villas_and_chimneys_are_counted_apart() -> None:
    question = TwoCardsQuestion(cards=(HERBS, CHIMNEYS), owned={Thing.CHIMNEYS: 5, Thing.VILLA: 2})
    counted = two_cards.tally(question)
    assert isinstance(counted, Tally)
    assert (counted.chimneys, len(counted.villas)) == (5, 2)
    assert not problems_in(two_cards.table(question, counted), LIMITS)


def test_without_two_cards_there_is_no_answer() -> None:
    assert two_cards.answer(TwoCardsQuestion(cards=(HERBS, None))) is None


def test_the_edition_decides_what_lies_past_the_end_of_the_bar() -> None:
    steps = Card(own={Thing.MARKET: 1}, reward=Reward(prestige=2))
    question = TwoCardsQuestion(cards=(HERBS, steps), prestige=19, goods={Good.HERBS: 2}, owned={Thing.MARKET: 1})
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
    question = two_cards.with_card(TwoCardsQuestion(), 1, LANDSCAPES)
    question = replace(question, goods={Good.FISH: 3}, owned={Thing.LANDSCAPE: 6})
    assert question.cards == (None, LANDSCAPES)
    assert read_kept(plain(question), TwoCardsQuestion()) == question


@pytest.mark.parametrize("kept", [None, 3, {"cards": [None]}])
def test_what_cannot_be_read_is_an_empty_question(kept: object) -> None:
    assert read_kept(kept, TwoCardsQuestion()) == TwoCardsQuestion()


def test_kinds_beyond_those_asked_for_are_counted_where_none_is_named() -> None:
    question = TwoCardsQuestion(cards=(POND_AND_GARDEN, LANDSCAPES), owned={Thing.POND: 1, Thing.LANDSCAPE: 4})
    counted = two_cards.tally(question)
    assert not isinstance(counted, Message)
    assert counted.counts == {Kind.POND: 1, Kind.GARDEN: 0, Kind.VINEYARD: 3}

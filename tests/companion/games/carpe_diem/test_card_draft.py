"""A forum card while it is being entered."""

from __future__ import annotations

import pytest
from hypothesis import given

from companion.games.carpe_diem import card_draft
from companion.games.carpe_diem import wording as words
from companion.games.carpe_diem.card_draft import CardDraft
from companion.games.carpe_diem.wording import Asks
from companion.ui.core.context import read_kept
from scoring.carpe_diem.state import REWARDS, Card, Good, Reward, Thing
from scoring.fields import numbers_of
from storage.documents.codec import plain
from tests.scoring.carpe_diem import strategies

MIXED = Card(pay={Good.GRAPES: 1, Good.FISH: 2}, reward=Reward(points=1))


def entered(*steps: tuple[Good | Thing | str, int], sort: Asks = Asks.PAY, typed: str = "") -> CardDraft:
    """A draft after numbers were entered, one after the other."""
    draft = card_draft.with_sort(CardDraft(typed=typed), sort)
    for what, number in steps:
        if isinstance(what, (Good, Thing)):
            draft = card_draft.with_asked(draft, what, number)
        else:
            draft = card_draft.with_reward(draft, numbers_of(Reward)[what], number)
    return draft


@given(strategies.cards)
def test_every_card_can_be_entered(card: Card) -> None:
    numbers = [*words.asked(card).items(), *((part.field, part.of(card.reward)) for part in REWARDS)]
    assert card_draft.finished(entered(*numbers, sort=words.asks(card))) == card


@given(strategies.cards)
def test_a_draft_outlives_the_process(card: Card) -> None:
    draft = CardDraft(card=card, typed="  half a na")
    assert read_kept(plain(draft), CardDraft()) == draft


@pytest.mark.parametrize("kept", [None, [], {"card": {"pay": {"fish": 99}}}, {"future": 1}])
def test_what_cannot_be_read_is_an_empty_draft(kept: object) -> None:
    assert read_kept(kept, CardDraft()) == CardDraft()


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
    draft = card_draft.with_sort(entered((Good.FISH, 2), ("points", 4)), Asks.OWN)
    assert (words.asked(draft.card), draft.card.reward.points) == ({}, 4)
    assert card_draft.with_sort(draft, Asks.OWN) is draft
    assert words.asks(card_draft.with_sort(draft, Asks.PAY).card) is Asks.PAY


def test_a_name_is_trimmed_and_wrong_ones_are_held_with_a_sentence() -> None:
    numbers = ((Good.FISH, 1), ("points", 1))
    named = card_draft.finished(entered(*numbers, typed="  Feast "))
    assert isinstance(named, Card)
    assert named.name == "Feast"
    assert card_draft.name_problem(entered(*numbers, typed=" ")) is None
    too_long = entered(*numbers, typed="x" * 41)
    assert "a name of 1 to 40 characters" in str(card_draft.name_problem(too_long))
    assert [str(lack) for lack in lacks(too_long)] == [str(card_draft.name_problem(too_long))]


def test_a_card_to_be_corrected_comes_with_its_name() -> None:
    feast = Card(name="Feast", pay={Good.FISH: 1}, reward=Reward(points=2))
    assert card_draft.finished(card_draft.draft_of(feast)) == feast
    assert card_draft.draft_of(MIXED).typed == ""


def lacks(draft: CardDraft) -> tuple[object, ...]:
    problems = card_draft.finished(draft)
    assert not isinstance(problems, Card)
    return problems

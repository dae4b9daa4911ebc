"""Forum cards in words and marks, found among others, and entered."""

from __future__ import annotations

import pytest
from hypothesis import given

from companion.games.carpe_diem import wording as words
from companion.games.carpe_diem.wording import Asks, CardDraft, Piece
from companion.ui.core.glyphs import MARKS
from companion.ui.editors.carpe_diem.card_face import face_height, given_lines, lines, measures
from scoring.carpe_diem.data import KNOWN_FORUM_CARDS
from scoring.carpe_diem.state import Card, Good, Reward, Thing
from tests import strategies

VILLAS = Card(own={Thing.VILLA: 2}, reward=Reward(coins=1, bread=1, prestige=1))
MIXED = Card(pay={Good.GRAPES: 1, Good.FISH: 2}, reward=Reward(points=1))


def entered(*steps: tuple[Good | Thing | str, int], sort: Asks = Asks.PAY, typed: str = "") -> CardDraft:
    """A draft after numbers were entered, one after the other."""
    draft = words.asking(CardDraft(typed=typed), sort)
    for what, number in steps:
        if isinstance(what, (Good, Thing)):
            draft = words.with_asked(draft, what, number)
        else:
            draft = words.with_reward(draft, what, number)
    return draft


def test_a_card_is_said_whole() -> None:
    assert str(words.said(VILLAS)) == "own 2 villas, get 1 coin, 1 bread and 1 step"
    assert str(words.said(MIXED)) == "pay 1 grape and 2 fish, get 1 point"
    assert str(words.said(Card(name="Feast", pay={Good.FISH: 1}, reward=Reward(points=2)))) == (
        "“Feast”: pay 1 fish, get 2 points"
    )


def test_a_card_is_called_by_its_name_or_by_what_it_asks_for() -> None:
    assert str(words.short(VILLAS)) == "2 villas"
    assert str(words.short(Card(name="Feast", pay={Good.FISH: 1}, reward=Reward(points=2)))) == "Feast"


def test_one_of_something_is_drawn_without_a_number_and_points_always_with() -> None:
    assert words.asked_pieces(MIXED) == (Piece(number=None, mark="grapes"), Piece(number=2, mark="fish"))
    assert words.given_pieces(MIXED) == (Piece(number=1, mark="victory_card"),)
    assert [piece.mark for piece in words.given_pieces(VILLAS)] == ["coin", "bread", "prestige"]


@given(strategies.cards)
def test_everything_on_a_card_has_a_mark(card: Card) -> None:
    drawn = [*words.asked_pieces(card), *words.given_pieces(card)]
    assert all(piece.mark in MARKS for piece in drawn)
    assert len(words.asked_pieces(card)) == len(words.asked(card))


# -- found among others


def test_cards_are_found_by_everything_that_is_tapped() -> None:
    cards = [known.card for known in KNOWN_FORUM_CARDS]
    fish = words.asking_for(cards, frozenset({Good.FISH}))
    assert [sorted(card.pay or {}) for card in fish] == [
        ["fish"],
        ["chicken", "fish", "grapes"],
        ["chicken", "fish", "grapes", "herbs"],
    ]
    assert words.asking_for(fish, frozenset({Good.FISH, Good.HERBS})) == (fish[2],)
    assert words.asking_for(cards, frozenset()) == tuple(cards)


def test_what_cards_ask_for_is_named_once_goods_first() -> None:
    assert words.asked_among([VILLAS, MIXED, MIXED]) == (Good.GRAPES, Good.FISH, Thing.VILLA)


# -- entered


@given(strategies.cards)
def test_every_card_can_be_entered(card: Card) -> None:
    numbers = [*words.asked(card).items(), *((name, getattr(card.reward, name)) for name in words.REWARDS)]
    assert words.finished(entered(*numbers, sort=words.asks(card))) == card


@given(strategies.cards)
def test_a_draft_outlives_the_process(card: Card) -> None:
    draft = CardDraft(card=card, typed="  half a na")
    assert words.read_draft(words.plain_draft(draft)) == draft


@pytest.mark.parametrize("kept", [None, [], {"card": {"pay": {"fish": 99}}}, {"future": 1}])
def test_what_cannot_be_read_is_an_empty_draft(kept: object) -> None:
    assert words.read_draft(kept) == CardDraft()


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
    draft = words.asking(entered((Good.FISH, 2), ("points", 4)), Asks.OWN)
    assert (words.asked(draft.card), draft.card.reward.points) == ({}, 4)
    assert words.asking(draft, Asks.OWN) is draft
    assert words.asks(words.asking(draft, Asks.PAY).card) is Asks.PAY


def test_a_name_is_trimmed_and_wrong_ones_are_held_with_a_sentence() -> None:
    numbers = ((Good.FISH, 1), ("points", 1))
    named = words.finished(entered(*numbers, typed="  Feast "))
    assert isinstance(named, Card)
    assert named.name == "Feast"
    assert words.name_problem(entered(*numbers, typed=" ")) is None
    too_long = entered(*numbers, typed="x" * 41)
    assert "41 characters" in str(words.name_problem(too_long))
    assert [str(lack) for lack in lacks(too_long)] == [str(words.name_problem(too_long))]


def test_a_card_to_be_corrected_comes_with_its_name() -> None:
    feast = Card(name="Feast", pay={Good.FISH: 1}, reward=Reward(points=2))
    assert words.finished(words.draft_of(feast)) == feast
    assert words.draft_of(MIXED).typed == ""


def lacks(draft: CardDraft) -> tuple[object, ...]:
    found = words.finished(draft)
    assert not isinstance(found, Card)
    return found


# -- drawn


@given(strategies.cards)
def test_a_face_holds_its_card_at_every_size_of_text(card: Card) -> None:
    for scale in (1.0, 2.0):
        sizes = measures(64, scale)
        taken = lines(words.asked_pieces(card), sizes) + lines(words.given_pieces(card), sizes)
        assert face_height((card,), 64, scale) > taken * sizes.line
        assert face_height((card, VILLAS), 64, scale) >= face_height((card,), 64, scale)
        assert given_lines((card, VILLAS), 64, scale) >= given_lines((card,), 64, scale)

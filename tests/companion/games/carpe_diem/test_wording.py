"""Forum cards in words and marks, and found among others."""

from __future__ import annotations

from hypothesis import given

from companion.games.carpe_diem import wording as words
from companion.games.carpe_diem.wording import CardPiece
from companion.ui.core.theme import MARKS
from scoring.carpe_diem.data import KNOWN_FORUM_CARDS
from scoring.carpe_diem.state import Card, Good, Reward, Thing
from tests.scoring.carpe_diem import strategies

VILLAS = Card(own={Thing.VILLA: 2}, reward=Reward(coins=1, bread=1, prestige=1))
MIXED = Card(pay={Good.GRAPES: 1, Good.FISH: 2}, reward=Reward(points=1))


def test_a_card_is_said_whole() -> None:
    assert str(words.card_text(VILLAS)) == "own 2 villas, get 1 coin, 1 bread and 1 step"
    assert str(words.card_text(MIXED)) == "pay 1 grape and 2 fish, get 1 point"
    assert str(words.card_text(Card(name="Feast", pay={Good.FISH: 1}, reward=Reward(points=2)))) == (
        "“Feast”: pay 1 fish, get 2 points"
    )


def test_a_card_is_called_by_its_name_or_by_what_it_asks_for() -> None:
    assert str(words.short_card_text(VILLAS)) == "2 villas"
    assert str(words.short_card_text(Card(name="Feast", pay={Good.FISH: 1}, reward=Reward(points=2)))) == "Feast"


def test_one_of_something_is_drawn_without_a_number_and_points_always_with() -> None:
    assert words.asked_pieces(MIXED) == (CardPiece(number=None, mark="grapes"), CardPiece(number=2, mark="fish"))
    assert words.given_pieces(MIXED) == (CardPiece(number=1, mark="victory_card"),)
    assert [piece.mark for piece in words.given_pieces(VILLAS)] == ["coin", "bread", "prestige"]


@given(strategies.cards)
def test_everything_on_a_card_has_a_mark(card: Card) -> None:
    drawn = [*words.asked_pieces(card), *words.given_pieces(card)]
    assert all(piece.mark in MARKS for piece in drawn)
    assert len(words.asked_pieces(card)) == len(words.asked(card))


def test_cards_are_found_by_everything_that_is_tapped() -> None:
    cards = [entry.card for entry in KNOWN_FORUM_CARDS]
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

"""The objects on the buildings of my copy, and the cards of the expansion in words."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

import pytest

from companion.games.palaces_of_carrara import kit
from companion.games.palaces_of_carrara.kit import CARD_TITLES, CARDS, card_text, end_text
from scoring.palaces_of_carrara.state import BonusCard, BuildingCard, Kind, Object, ObjectCard, TopCard

if TYPE_CHECKING:
    from companion.games.palaces_of_carrara.kit import Card
    from companion.tables.my_copy import MyCopy
    from tests.companion.headless import Headless


def test_the_objects_are_known_once_all_are_entered(app: Headless, copies: MyCopy) -> None:
    app.run(kit.OBJECTS.keep(copies, Kind.VILLA, Object.CUP))
    assert kit.objects_known(copies) == {}


EVERY = [card for cards in CARDS.values() for card in cards]


def test_all_31_cards_are_there_by_color() -> None:
    assert list(CARD_TITLES) == list(CARDS)
    assert len(EVERY) == 31


@pytest.mark.parametrize(("card", "players"), list(product(EVERY, (2, 3, 4))), ids=str)
def test_every_card_says_what_it_asks_and_what_it_gives(card: Card, players: int) -> None:
    assert str(card_text(card, players))
    assert str(end_text(card))


def test_cards_of_a_color_differ_in_words() -> None:
    for cards in CARDS.values():
        assert len({(str(card_text(card, 4)), str(end_text(card))) for card in cards}) == len(cards)


@pytest.mark.parametrize(
    ("card", "words"),
    [
        (TopCard.COINS, "at the end a point for every 2 coins"),
        (ObjectCard.FOUR_DIFFERENT, "at the end 2, 3, 4, 5 and 6 give 3, 7, 12, 18 and 24 points, other objects 1"),
        (BuildingCard.COST_8, "at the end 34, 26, 19, 13, 8 and 4 points each, from Livorno to Lerici"),
        (BonusCard.REGION_MAJORITIES, "at the end 9 points each for Livorno, Pisa and Lucca, and for the other three"),
        (BonusCard.CITY_MAJORITIES, "14, 12, 10, 8, 6 and 4 points each, from Livorno to Lerici"),
    ],
)
def test_the_printed_numbers_are_said(card: Card, words: str) -> None:
    assert words in str(end_text(card))

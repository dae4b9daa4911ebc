"""What the fields of players are called: said at the types of all games, with drawings that there are."""

from __future__ import annotations

from dataclasses import fields
from typing import Final, get_args, get_type_hints

import pytest

from companion.tables.state import Colour
from companion.ui.core.theme import MARKS
from scoring import GAMES
from scoring.carpe_diem.state import Edition, Objective
from scoring.fields import NounKey, nouns_of, numbers_of
from scoring.little_town.state import Side, Terrain
from scoring.palaces_of_carrara.state import Category, City, Color, Location

PLAYERS: Final = {
    key: get_args(get_type_hints(game.table)["players"])[0] for key, game in GAMES.items() if key != "score-pad"
}


@pytest.mark.parametrize("key", PLAYERS)
def test_every_field_of_a_player_says_what_it_is_called(key: str) -> None:
    named = {field.name for field in fields(PLAYERS[key])} - {"name"}
    assert named == nouns_of(PLAYERS[key]).keys()


@pytest.mark.parametrize("key", PLAYERS)
def test_the_numbers_of_a_player_have_drawings_and_titles_of_their_own(key: str) -> None:
    numbers = numbers_of(PLAYERS[key]).values()
    assert {number.mark for number in numbers} - {""} <= MARKS.keys()
    assert len({str(number.title) for number in numbers}) == len(numbers)


UNDRAWN: Final = (Colour, Edition, Objective, Color, City, Category, Location, Side)
"""Keys that no screen draws with a mark."""

DRAWN: Final = [keys for keys in NounKey.__subclasses__() if keys not in UNDRAWN and keys.__module__[:6] != "tests."]


@pytest.mark.parametrize("key", [key for keys in DRAWN for key in keys if key is not Terrain.GRASS], ids=str)
def test_every_key_that_is_drawn_has_a_drawing(key: NounKey) -> None:
    assert key.noun.mark in MARKS

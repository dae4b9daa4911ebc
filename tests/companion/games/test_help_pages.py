"""The numbers on the help pages are those of the rules, each named after its paragraph of the rulebook."""

from __future__ import annotations

import re
from typing import Final

import pytest

from companion.games import KITS, OWN_KITS
from scoring.carpe_diem import data as carpe_diem
from scoring.carpe_diem.state import Kind
from scoring.little_town import data as little_town
from scoring.little_town.state import FOOD, LAST_ROUND, SQUARES_AROUND
from scoring.mayor import data as mayor
from scoring.mayor.state import Building
from scoring.palaces_of_carrara import data as carrara
from tests.companion.headless import GAMES_WITH_RULES

WORDS: Final = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")

NUMBER: Final = re.compile(rf"\b(?:\d+|{'|'.join(WORDS[2:])})\b", re.IGNORECASE)
"""A number from two on, or one in digits."""

GOODS: Final = carpe_diem.LANDSCAPE_GOODS
REWARDS: Final = mayor.REWARDS
STEPS: Final = [str(gold) for gold in mayor.RONDEL_PRICES[1:]]
LIMITS: Final = {players: WORDS[limit] for players, limit in mayor.TILE_LIMIT.items()}

FACTS: Final[dict[str, dict[str, tuple[str, ...]]]] = {
    "carpe-diem": {
        "Game Play": ("Four building phases of seven rounds",),
        "Movement Rules": ("In the first edition you move along a line to one of the two opposite spaces",),
        "2- and 3-player Games": (
            f"With two players the last {WORDS[carpe_diem.LEFT_OVER_TILES[2]]} tiles of a blueprint go back",
            f"with three players the last {WORDS[carpe_diem.LEFT_OVER_TILES[3]]}",
        ),
        "Landscapes": (
            f"have {carpe_diem.LANDSCAPE_TILES[0]} to {carpe_diem.LANDSCAPE_TILES[1]} tiles and give goods: one fewer",
            f"Vineyards give {GOODS[Kind.VINEYARD].value}",
            *(f"{kind.value}s {good.value}" for kind, good in GOODS.items() if kind is not Kind.VINEYARD),
        ),
        "Merchant": (f"turns all goods into coins and adds {WORDS[carpe_diem.MERCHANT_COINS]}",),
        "Granary": (f"A granary gives {carpe_diem.GRANARY_BREAD} bread",),
        "Administration": (f"an administration {carpe_diem.ADMINISTRATION_STEPS} steps",),
        "Forum Phase": (
            "Each player marks a place between two cards",
            f"A card that is not met costs {carpe_diem.UNMET_CARD_COST} points",
        ),
    },
    "little-town": {
        "Setup": (f"which {WORDS[little_town.MARKET_TILES]} tiles are laid out",),
        "Game Play": (f"In each of {WORDS[LAST_ROUND]} rounds",),
        "Gather Resources": (f"from the {WORDS[SQUARES_AROUND]} squares around",),
        "Activate a Building": (f"another player’s costs {little_town.FEE} coin",),
        "Feed the Workers": (
            f"eats a {', a '.join(food.value for food in FOOD)} or {little_town.COINS_FOR_A_CUBE} coins",
            f"an unfed one costs {little_town.UNFED_COST} points",
        ),
    },
    "palaces-of-carrara": {
        "Action I: Buy Blocks": ("fill it to eleven blocks",),
        "Action III: Score": (f"{WORDS[carrara.SCORING_MARKERS]} times at most",),
        "The End of the Game": (
            f"With all three objectives met you may announce the end: {carrara.ANNOUNCING_POINTS} points",
        ),
    },
    "mayor": {
        "Move": (f"1 to {len(STEPS)} spaces more cost {', '.join(STEPS[:-1])} or {STEPS[-1]} gold",),
        "Pass": (f"pass for {mayor.PASS_GOLD} gold",),
        "Buy a Tile": (
            f"{WORDS[mayor.GOLD_FOR_A_PIECE]} more for each other marker",
            f"With {LIMITS[3]} tiles in front of you, or {LIMITS[2]} with two players",
        ),
        "Place a Tile": (
            f"a shop {REWARDS[Building.SHOP].gold} gold",
            f"a church {REWARDS[Building.CHURCH].points} points",
            f"a bank {REWARDS[Building.BANK].points} point and {REWARDS[Building.BANK].gold} gold",
            f"a statue {REWARDS[Building.STATUE].points} points for {-REWARDS[Building.STATUE].gold} gold",
            "Everybody with a piece on a street beside the square gets it once as well",
        ),
        "Civic Amenities": (f"{mayor.AMENITY_REWARDS[0].points} points or {mayor.AMENITY_REWARDS[1].gold} gold",),
        "Game End": (
            f"Whoever reaches {mayor.MAYOR_SPACE} first wins at once",
            f"when {WORDS[mayor.EMPTY_LINES]} lines are empty",
        ),
    },
}
"""What a help page says, in its words, by the paragraph of the rulebook; numbers that are printed come from there."""


def page(game: str) -> str:
    return "\n".join(map(str, (*KITS[game].help_page.enter, *KITS[game].help_page.rules)))


@pytest.mark.parametrize(("game", "paragraph"), [(game, one) for game, facts in FACTS.items() for one in facts])
def test_a_help_page_says_what_the_rulebook_prints(game: str, paragraph: str) -> None:
    assert [fact for fact in FACTS[game][paragraph] if fact not in page(game)] == []


@pytest.mark.parametrize("game", [game for game in GAMES_WITH_RULES if game in OWN_KITS])
def test_a_help_page_has_no_number_without_a_paragraph(game: str) -> None:
    words = page(game)
    for fact in (fact for facts in FACTS[game].values() for fact in facts):
        words = words.replace(fact, "")
    assert NUMBER.findall(words) == []


@pytest.mark.parametrize("game", ["little-town", "palaces-of-carrara"])
def test_a_help_page_is_read_in_half_a_minute(game: str) -> None:
    assert len(page(game).split()) <= 80

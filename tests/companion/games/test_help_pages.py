"""The numbers on the help pages are those of the rules, each named after its paragraph of the rulebook."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

import pytest

from companion.games import KITS, OWN_KITS
from scoring.carpe_diem import data as carpe_diem
from scoring.carpe_diem.state import ROUNDS
from scoring.little_town import data as little_town
from scoring.little_town.state import FOOD, LAST_ROUND, SQUARES_AROUND
from scoring.mayor import data as mayor
from scoring.mayor.state import Building
from scoring.palaces_of_carrara import data as carrara
from tests.companion.headless import GAMES_WITH_RULES

if TYPE_CHECKING:
    from collections.abc import Mapping

WORDS: Final = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")

NUMBER: Final = re.compile(rf"\b(?:\d+|{'|'.join(WORDS[2:])})\b", re.IGNORECASE)
"""A number from two on, or one in digits."""

REWARDS: Final = mayor.REWARDS
STEPS: Final = [str(gold) for gold in mayor.RONDEL_PRICES[1:]]

FACTS: Final[Mapping[str, Mapping[str, tuple[str, ...]]]] = {
    "carpe-diem": {
        "Setup": ("You begin with points by seat",),
        "Game Play": (
            f"{WORDS[carpe_diem.BUILDING_PHASES].title()} building phases of {WORDS[ROUNDS]} rounds; each ends",
        ),
        "Forum Phase": (f"A card that is not met costs {carpe_diem.UNMET_CARD_COST} points",),
    },
    "little-town": {
        "Setup": (f"the {WORDS[little_town.MARKET_TILES]} tiles once",),
        "Game Play": (f"{WORDS[LAST_ROUND].title()} rounds",),
        "Gather Resources": (f"from the {WORDS[SQUARES_AROUND]} squares around",),
        "Activate a Building": (f"another player’s costs {little_town.FEE} coin",),
        "Feed the Workers": (
            f"eats a {' or a '.join(food.value for food in FOOD)}",
            f"or costs {little_town.UNFED_COST} points",
        ),
    },
    "palaces-of-carrara": {
        "Action I: Buy Blocks": ("fill it to eleven,",),
        "Action III: Score": (f"at most {WORDS[carrara.SCORING_MARKERS]} times",),
        "The End of the Game": (
            f"With all three objectives met you may announce the end: {carrara.ANNOUNCING_POINTS} points",
        ),
    },
    "mayor": {
        "Move": (f"1 to {len(STEPS)} extra rondel steps cost {', '.join(STEPS[:-1])} or {STEPS[-1]} gold",),
        "Place a Tile": (
            f"shop {REWARDS[Building.SHOP].gold} gold",
            f"church {REWARDS[Building.CHURCH].points} points",
            f"bank {REWARDS[Building.BANK].points} point and {REWARDS[Building.BANK].gold} gold",
            f"statue {REWARDS[Building.STATUE].points} points for {-REWARDS[Building.STATUE].gold} gold",
        ),
        "Game End": (f"{mayor.MAYOR_SPACE} wins at once", f"after {WORDS[mayor.EMPTY_LINES]} empty lines"),
    },
}
"""What a help page says, in its words, by the paragraph of the rulebook; numbers that are printed come from there."""


def page(game: str) -> str:
    return "\n".join(map(str, (*KITS[game].help_page.enter, *KITS[game].help_page.rules)))


@pytest.mark.parametrize(
    ("game", "paragraph"), [(game, paragraph) for game, facts in FACTS.items() for paragraph in facts]
)
def test_a_help_page_says_what_the_rulebook_prints(game: str, paragraph: str) -> None:
    assert [fact for fact in FACTS[game][paragraph] if fact not in page(game)] == []


@pytest.mark.parametrize("game", [game for game in GAMES_WITH_RULES if game in OWN_KITS])
def test_a_help_page_has_no_number_without_a_paragraph(game: str) -> None:
    words = page(game)
    for fact in (fact for facts in FACTS[game].values() for fact in facts):
        words = words.replace(fact, "")
    assert NUMBER.findall(words) == []

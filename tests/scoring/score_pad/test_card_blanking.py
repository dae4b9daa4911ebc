"""Cards that blank one another, need one another, or clear what others say."""

from __future__ import annotations

import pytest

from scoring.score_pad.tableau import tableau
from storage.documents import codec
from tests.scoring.score_pad.card_tables import card, hand, points, read, realms, small
from tests.scoring.score_pad.pads import category, line


def test_cards_that_need_one_another_count_and_those_that_blank_one_another_do_not() -> None:
    needs = [card(key, number=1, blanked=[{"of": [rival], "at_most": 0}]) for key, rival in ("ab", "ba")]
    pair = small(*needs, numbers_count=True)
    assert (tableau(pair, hand("a b")).points, tableau(pair, hand("a")).points) == (2, 0)
    blank = [card(key, number=1, blanks=[{"of": [rival]}]) for key, rival in ("ab", "bc", "ca")]
    ring = small(*blank, card("d", number=5), numbers_count=True)
    assert tableau(ring, hand("a b c d")).points == 5
    assert tableau(ring, hand("a b d")).points == 1 + 5
    alone = small(
        card("a", number=1, blanked=[{"of": ["a", "b"], "at_least": 2}]),
        card("b", number=1, blanked=[{"of": ["a"]}]),
        numbers_count=True,
    )
    assert tableau(alone, hand("a b")).points == 1


def test_two_circles_are_no_circle() -> None:
    pair = [card(key, number=1, blanks=[{"of": [rival]}]) for key, rival in ("ab", "ba")]
    lamp = card("lamp", number=7, tags=["light"], blanked=[{"of": ["light"], "at_most": 0}])
    apart = small(*pair, lamp, numbers_count=True)
    assert points(apart, hand("a b lamp")) == {"a": 0, "b": 0, "lamp": 7}


@pytest.mark.parametrize(
    ("names", "worth"),
    [
        # Wildfire, Blizzard, Great Flood and Wildfire again: of these three, Blizzard and Great Flood blank each other.
        ("wildfire smoke great_flood blizzard book_of_changes book_of_changes.blizzard.land", 40 + 27 + 3),
        # A Blizzard that is a flood blanks itself, and with it none of the circle.
        ("wildfire candle great_flood blizzard book_of_changes book_of_changes.blizzard.flood", 32 + 3),
        # Great Flood counts and blanks Wildfire: Rainstorm, which blanks Wildfire and is blanked by it, counts.
        ("wildfire great_flood rainstorm book_of_changes book_of_changes.rainstorm.flood", 32 + 8 + 10 * 2 + 3),
        ("wildfire basilisk book_of_changes book_of_changes.wildfire.army", 3),
        ("wildfire basilisk protection_rune book_of_changes book_of_changes.wildfire.army", 40 + 35 + 1 + 3),
    ],
)
def test_two_that_blank_each_other_do_not_count(names: str, worth: int) -> None:
    assert tableau(realms(), hand(names)).points == worth


def test_a_word_that_is_cleared_holds_for_that_word_alone() -> None:
    clears = card("peace", clears=[{"of": [], "word": "army"}])
    tags = {"army": "Army", "foe": "Foe"}
    foes = [card("spear", tags=["army"]), card("wolf", tags=["foe"])]
    rules = [
        card("village", number=9, points=[{"each": -4, "of": ["army", "foe"], "penalty": True}]),
        card("tower", number=9, points=[{"each": -4, "of": ["army"], "penalty": True}]),
        card("gate", number=9, points=[{"each": -4, "penalty": True, "when": [{"of": ["army"]}]}]),
        card("fort", number=9, blanked=[{"of": ["army"]}]),
        card("mist", number=9, blanks=[{"of": ["army"]}]),
    ]
    held = read({"tags": tags, "numbers_count": True, "cards": [clears, *foes, *rules]})
    entry = hand("spear wolf village tower gate fort")
    before = points(held, entry)
    assert (before["village"], before["tower"], before["gate"], before["fort"]) == (1, 5, 5, 0)
    after = points(held, {**entry, "peace": 1})
    assert (after["village"], after["tower"], after["gate"], after["fort"]) == (5, 9, 9, 9)
    assert points(held, hand("mist spear peace")) == {"mist": 9, "spear": 0, "peace": 0}
    assert points(held, {"spear": 2, "peace": 1}) == {"spear": 0, "peace": 0}


def test_cards_that_blank_others_in_a_row_are_no_circle() -> None:
    row = [card(f"c{at}", number=1, blanks=[{"of": [f"c{at + 1}"]}]) for at in range(9)]
    held = small(*row, card("c9", number=1), numbers_count=True)
    pad = category("cards", deck=codec.plain(held))
    assert line(pad, {each.key: 1 for each in held.cards})[0] == 5

"""What the rulebook prints is preset, and nothing else."""

from __future__ import annotations

from collections import Counter

import pytest

from scoring.carpe_diem.data import (
    KNOWN_FORUM_CARDS,
    KNOWN_FOUNTAIN_CARDS,
    KNOWN_FRAME_GOALS,
    KNOWN_VILLA_CHART,
    KnownCard,
)
from scoring.carpe_diem.limits import LIMITS
from scoring.carpe_diem.state import LANDSCAPES, NUMBERS, ROUNDS, Good, Kind, Thing
from scoring.carpe_diem.villa_chart import Chimneys, VillaChart
from scoring.problems import problems_in


def test_game_material_24_coins_and_18_bread() -> None:
    assert [number.in_the_box for number in (NUMBERS["coins"], NUMBERS["bread"])] == [24, 18]


def test_playing_the_game_each_building_phase_has_seven_rounds() -> None:
    assert ROUNDS == 7


def test_the_stated_forum_cards_are_thirteen_different_ones() -> None:
    assert Counter(stated.stack for stated in KNOWN_FORUM_CARDS) == {"A": 3, "B": 2, "C": 4, "D": 4}
    assert all(KNOWN_FORUM_CARDS.count(stated) == 1 for stated in KNOWN_FORUM_CARDS)
    assert sum(stated.card.reward.points for stated in KNOWN_FORUM_CARDS) == 4 + 7 + 7 + 5 + 8 + 3 + 3 + 7 + 3


@pytest.mark.parametrize("stated", KNOWN_FORUM_CARDS)
def test_a_stated_card_is_a_possible_one_and_asks_for_what_its_letter_stands_for(stated: KnownCard) -> None:
    assert problems_in(stated.card, LIMITS) == []
    of_villas = {Thing.CHIMNEYS, Thing.VILLA}
    letters = {
        "A": stated.card.pay is not None and len(stated.card.pay) == 1,
        "B": stated.card.pay is not None and len(stated.card.pay) > 1,
        "C": stated.card.own is not None and of_villas.issuperset(stated.card.own),
        "D": stated.card.own is not None and of_villas.isdisjoint(stated.card.own),
    }
    assert [letter for letter, right in letters.items() if right] == [stated.stack]


def test_the_largest_payment_takes_one_of_each_good() -> None:
    assert [stated.card.reward.points for stated in KNOWN_FORUM_CARDS if set(stated.card.pay or ()) == set(Good)] == [8]


def test_stated_points_of_fountain_cards_frame_goals_and_villas() -> None:
    assert {(stated.kind, stated.points) for stated in KNOWN_FOUNTAIN_CARDS} == {
        (Kind.MERCHANT, 2),
        (Kind.GARDEN, 2),
        (Kind.MARKET, 2),
        (Kind.VILLA, 2),
    }
    assert [(goal.kind, goal.points) for goal in KNOWN_FRAME_GOALS] == [(Kind.GRANARY, 4), (Kind.VILLA, 3)]
    assert KNOWN_VILLA_CHART == {"3": 3, "5": 7}


def test_no_landscape_goal_is_made_up() -> None:
    assert not [goal for goal in KNOWN_FRAME_GOALS if goal.kind in LANDSCAPES]


@pytest.mark.parametrize("key", ["1", "3", "5+", "999", "999+"])
def test_a_key_is_read_and_written_the_same(key: str) -> None:
    assert Chimneys.read(key).key == key


@pytest.mark.parametrize("key", ["", "0", "03", "-3", "1000", "6++", "+", " 4", "4\n", "many", "٤"])
def test_what_is_no_key_is_refused(key: str) -> None:
    with pytest.raises(ValueError, match="is not the key of an entry of the villa chart"):
        Chimneys.read(key)


def test_entries_are_sorted_by_their_chimneys() -> None:
    chart = VillaChart.read({"10+": 30, "2": 2, "1": 1})
    assert [chimneys.key for chimneys, _ in chart.entries] == ["1", "2", "10+"]
    assert (chart.highest, VillaChart.read({}).highest) == (10, 0)


def test_only_an_entry_with_more_covers_more_chimneys() -> None:
    chart = VillaChart.read({"1": 1, "3+": 9})
    assert [chart.points(chimneys) for chimneys in range(6)] == [0, 1, None, 9, 9, 9]

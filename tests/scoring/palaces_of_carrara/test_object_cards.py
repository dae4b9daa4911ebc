"""The Cards in Detail: Object Cards, each with the rulebook's example, and slow searches as judges."""

from __future__ import annotations

from itertools import product

import pytest

from scoring.palaces_of_carrara.cards import (
    COLLECTIONS,
    OBJECT_COUNTED,
    collected,
    different_sets,
    groups_of_three,
    pairs_with_quadruplets,
)
from scoring.palaces_of_carrara.state import Object, ObjectCard
from tests.scoring.palaces_of_carrara.boards import held
from tests.scoring.palaces_of_carrara.judge import best_sets, most_groups


def worth(card: ObjectCard, objects: str) -> tuple[int, int, list[str]]:
    """What is counted for the objective, the points at the end, and why."""
    made = collected(card, held(objects))
    return OBJECT_COUNTED[card](held(objects)), made.points, [str(part) for part in made.because]


def test_objects_three_points_each() -> None:
    assert worth(ObjectCard.OBJECTS, "3 book, 4 cup") == (7, 21, ["21 for 7 objects (3 each)"])


def test_three_pairs_and_the_others_one_point_each() -> None:
    because = ["15 for 3 pairs (5 each)", "2 for 2 objects beyond that"]
    assert worth(ObjectCard.THREE_PAIRS, "2 cup, 3 flag, 2 book, 1 gate") == (3, 17, because)


def test_three_pairs_four_alike_are_two_pairs() -> None:
    assert worth(ObjectCard.THREE_PAIRS, "4 crown")[:2] == (2, 10)
    assert worth(ObjectCard.THREE_PAIRS, "6 crown")[:2] == (3, 15)


def test_two_triplets() -> None:
    because = ["7 for 1 triplet (7 each)", "3 for 3 objects beyond that"]
    assert worth(ObjectCard.TWO_TRIPLETS, "4 crown, 1 flag, 1 coat_of_arms") == (1, 10, because)
    assert worth(ObjectCard.TWO_TRIPLETS, "6 crown")[:2] == (2, 14)


def test_quadruplet() -> None:
    because = ["10 for 4 cups", "6 for 3 gates"]
    assert worth(ObjectCard.QUADRUPLET, "4 cup, 3 gate") == (4, 16, because)


@pytest.mark.parametrize(("alike", "points"), [(0, 0), (1, 1), (2, 3), (3, 6), (4, 10), (5, 15), (6, 21)])
def test_quadruplet_by_number_alike(alike: int, points: int) -> None:
    assert worth(ObjectCard.QUADRUPLET, f"{alike} cup")[:2] == (alike, points)


def test_pair_and_quadruplet() -> None:
    because = ["20 for 1 pair with a quadruplet (20 each)", "2 for 2 objects beyond that"]
    assert worth(ObjectCard.PAIR_AND_QUADRUPLET, "4 gate, 2 book, 2 flag") == (1, 22, because)


def test_pair_and_quadruplet_six_alike_are_both() -> None:
    assert worth(ObjectCard.PAIR_AND_QUADRUPLET, "6 gate")[:2] == (1, 20)
    assert worth(ObjectCard.PAIR_AND_QUADRUPLET, "5 gate") == (0, 5, ["5 for 5 gates alone"])


def test_four_different() -> None:
    because = ["18 for 5 different ones", "3 for 2 different ones"]
    assert worth(ObjectCard.FOUR_DIFFERENT, "2 cup, 2 book, 1 gate, 1 flag, 1 crown") == (5, 21, because)


@pytest.mark.parametrize(("different", "points"), [(0, 0), (1, 1), (2, 3), (3, 7), (4, 12), (5, 18), (6, 24)])
def test_four_different_by_number(different: int, points: int) -> None:
    objects = ", ".join(f"1 {kind}" for kind in list(Object)[:different])
    assert worth(ObjectCard.FOUR_DIFFERENT, objects)[:2] == (different, points)


def test_two_groups_of_three() -> None:
    because = ["16 for 2 groups of 3 different objects (8 each)", "1 for 1 object beyond that"]
    assert worth(ObjectCard.TWO_GROUPS_OF_THREE, "2 cup, 2 book, 2 flag, 1 gate") == (2, 17, because)


def test_two_groups_of_three_may_be_alike_but_each_is_of_different_objects() -> None:
    assert worth(ObjectCard.TWO_GROUPS_OF_THREE, "3 cup, 3 book, 3 flag")[:2] == (3, 24)
    assert worth(ObjectCard.TWO_GROUPS_OF_THREE, "6 cup, 6 book")[:2] == (0, 12)


def test_pairs_multiplied() -> None:
    because = ["12 for 3 flags × 2 books × 2 gates", "3 for 3 objects beyond that"]
    objects = "3 flag, 2 book, 2 gate, 2 coat_of_arms, 1 crown"
    assert worth(ObjectCard.PAIRS_MULTIPLIED, objects) == (4, 15, because)


def test_pairs_multiplied_a_kind_is_one_group() -> None:
    assert worth(ObjectCard.PAIRS_MULTIPLIED, "6 flag") == (3, 6, ["6 for 6 flags"])
    assert worth(ObjectCard.PAIRS_MULTIPLIED, "6 flag, 1 book") == (
        3,
        7,
        ["6 for 6 flags", "1 for 1 object beyond that"],
    )


def test_pairs_multiplied_without_a_group_each_object_counts_one() -> None:
    assert worth(ObjectCard.PAIRS_MULTIPLIED, "1 flag, 1 cup") == (0, 2, ["2 for 1 flag and 1 cup alone"])


@pytest.mark.parametrize("card", ObjectCard)
def test_no_objects_are_worth_nothing(card: ObjectCard) -> None:
    assert worth(card, "") == (0, 0, [])


def test_every_object_card_is_known() -> None:
    assert set(COLLECTIONS) == set(OBJECT_COUNTED) == set(ObjectCard)


COLLECTED = [counts for counts in product(range(7), repeat=6) if list(counts) == sorted(counts)]
"""Every collection, but for which object is which."""

SOME = COLLECTED[::5]


def objects_of(counts: tuple[int, ...]) -> dict[Object, int]:
    return dict(zip(Object, counts, strict=True))


def test_no_division_into_different_ones_is_worth_more() -> None:
    values = (0, 1, 3, 7, 12, 18, 24)
    for counts in SOME:
        assert collected(ObjectCard.FOUR_DIFFERENT, objects_of(counts)).points == best_sets(counts, values)
        assert sum(different_sets(objects_of(counts))) == sum(counts)


def test_no_division_has_more_groups_of_three() -> None:
    for counts in SOME:
        assert groups_of_three(objects_of(counts)) == most_groups(counts, ((1, 1, 1),))


def test_no_division_has_more_pairs_with_a_quadruplet() -> None:
    for counts in COLLECTED:
        assert pairs_with_quadruplets(objects_of(counts)) == most_groups(counts, ((4, 2), (6,)))


def test_identical_objects_are_worth_most_undivided() -> None:
    worth_of = {number: collected(ObjectCard.QUADRUPLET, {Object.CUP: number}).points for number in range(7)}
    for number in range(2, 7):
        assert worth_of[number] >= max(worth_of[part] + worth_of[number - part] for part in range(1, number))


@pytest.mark.parametrize("card", ObjectCard)
def test_another_object_never_costs_points(card: ObjectCard) -> None:
    for counts in SOME:
        objects = objects_of(counts)
        before = collected(card, objects).points
        for kind in Object:
            if objects[kind] < 6:
                assert collected(card, {**objects, kind: objects[kind] + 1}).points > before

"""The Cards in Detail: Building Cards, each with the rulebook's example."""

from __future__ import annotations

from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.palaces_of_carrara.cards import BUILDING_COUNTED, ESTATES
from scoring.palaces_of_carrara.state import LAND_KINDS, Building, BuildingCard, City, Kind
from tests.scoring.palaces_of_carrara.boards import built, player
from tests.strategies import examples


def worth(card: BuildingCard, buildings: str) -> tuple[int, int, list[str]]:
    """What is counted for the objective, the points at the end, and why."""
    who = player(buildings=buildings)
    estate = ESTATES[card](who)
    return BUILDING_COUNTED[card](who), estate.points, [str(part) for part in estate.because]


def in_cities(**numbers: int) -> str:
    """So many buildings in each city, all of them different."""
    tiles = iter([(kind, cost) for kind in Kind for cost in (1, 2, 3, 4, 5, 8)])
    return ", ".join(
        f"{' '.join(map(str, next(tiles)))} {city}" for city, number in numbers.items() for _ in range(number)
    )


def test_cost_total_is_the_sum_of_costs() -> None:
    assert worth(BuildingCard.COST_TOTAL, "villa 3 pisa, porta 5 massa") == (8, 8, ["2 buildings, 8 in costs"])


def test_two_buildings_in_each_of_three_cities() -> None:
    because = ["18 for 2 × 2 in Pisa", "3 for 2 in Massa"]
    assert worth(BuildingCard.TWO_IN_THREE_CITIES, in_cities(pisa=4, massa=2, lerici=1)) == (2, 21, because)


def test_three_buildings_in_each_of_two_cities() -> None:
    because = ["11 for 3 in Lucca", "5 for 3 in Massa", "4 for 2 × 3 in Lerici"]
    assert worth(BuildingCard.THREE_IN_TWO_CITIES, in_cities(lucca=3, massa=4, lerici=6)) == (3, 20, because)


def test_four_buildings_in_one_city() -> None:
    assert worth(BuildingCard.FOUR_IN_ONE_CITY, in_cities(lerici=5)) == (1, 3, ["3 for 4 in Lerici"])


@pytest.mark.parametrize(
    ("card", "size", "points"),
    [
        (BuildingCard.TWO_IN_THREE_CITIES, 2, (11, 9, 7, 5, 3, 1)),
        (BuildingCard.THREE_IN_TWO_CITIES, 3, (17, 14, 11, 8, 5, 2)),
        (BuildingCard.FOUR_IN_ONE_CITY, 4, (23, 19, 15, 11, 7, 3)),
    ],
)
def test_buildings_in_a_city_by_city(card: BuildingCard, size: int, points: tuple[int, ...]) -> None:
    for city, each in zip(City, points, strict=True):
        assert worth(card, in_cities(**{city: size}))[:2] == (1, each)
        assert worth(card, in_cities(**{city: size - 1}))[:2] == (0, 0)


def test_a_building_with_a_cost_of_8() -> None:
    assert worth(BuildingCard.COST_8, "villa 8 lucca, villa 5 lucca") == (1, 19, ["19 for the villa in Lucca"])
    assert worth(BuildingCard.COST_8, "villa 8 massa, porta 8 massa")[:2] == (2, 16)


@pytest.mark.parametrize(
    ("city", "points"), [("livorno", 34), ("pisa", 26), ("lucca", 19), ("viareggio", 13), ("massa", 8), ("lerici", 4)]
)
def test_a_building_with_a_cost_of_8_by_city(city: str, points: int) -> None:
    assert worth(BuildingCard.COST_8, f"castello 8 {city}")[:2] == (1, points)


def test_land_buildings() -> None:
    three = "villa 1 pisa, villa 2 pisa, castello 1 massa, porta 1 massa"
    assert worth(BuildingCard.LAND, three) == (3, 18, ["3 land buildings (6 each)"])
    assert worth(BuildingCard.LAND, "castello 5 lerici") == (1, 6, ["1 land building (6 each)"])


def test_city_buildings() -> None:
    seven = "palazzo 1 pisa, palazzo 2 pisa, porta 1 massa, porta 2 pisa, porta 3 pisa, porta 4 pisa, porta 5 pisa"
    assert worth(BuildingCard.CITY, seven) == (7, 21, ["7 city buildings (3 each)"])
    assert worth(BuildingCard.CITY, "porta 1 pisa, porta 2 pisa, porta 3 pisa, villa 1 pisa")[:2] == (3, 9)


def test_cities_multiplied_takes_the_three_cities_with_the_most_buildings() -> None:
    because = ["3 × 3 × 2 in Lucca, Massa and Pisa"]
    assert worth(BuildingCard.CITIES_MULTIPLIED, in_cities(pisa=2, lucca=3, viareggio=2, massa=3)) == (4, 18, because)


def test_cities_multiplied_fewer_cities_are_fewer_factors() -> None:
    assert worth(BuildingCard.CITIES_MULTIPLIED, in_cities(pisa=4))[:2] == (1, 4)
    assert worth(BuildingCard.CITIES_MULTIPLIED, in_cities(pisa=4, massa=1))[:2] == (1, 4)


def test_pairs_of_land_and_city_buildings() -> None:
    three_players = "porta 5 pisa, porta 4 pisa, porta 2 pisa, palazzo 2 pisa, villa 4 massa, villa 1 massa"
    assert worth(BuildingCard.LAND_CITY_PAIRS, three_players) == (2, 14, ["4 + 5", "1 + 4"])
    two_players = "porta 4 pisa, palazzo 4 pisa, palazzo 3 pisa, palazzo 1 pisa, villa 5 massa, villa 4 massa, "
    two_players += "villa 2 massa, villa 1 massa"
    assert worth(BuildingCard.LAND_CITY_PAIRS, two_players)[:2] == (4, 24)


@pytest.mark.parametrize("card", BuildingCard)
def test_no_buildings_are_worth_nothing(card: BuildingCard) -> None:
    assert worth(card, "") == (0, 0, [])


def test_every_building_card_is_known() -> None:
    assert set(ESTATES) == set(BUILDING_COUNTED) == set(BuildingCard)


tiles = st.builds(
    Building,
    kind=st.sampled_from(list(Kind)),
    cost=st.sampled_from([1, 2, 3, 4, 5, 8]),
    city=st.sampled_from(list(City)),
)


@given(st.lists(tiles, max_size=8, unique_by=lambda tile: (tile.kind, tile.cost)))
@examples(60)
def test_no_other_pairs_are_worth_more(buildings: list[Building]) -> None:
    land = [building.cost for building in buildings if building.kind in LAND_KINDS]
    city = [building.cost for building in buildings if building.kind not in LAND_KINDS]
    few, many = sorted((land, city), key=len)
    best = max(sum(few) + sum(partners) for partners in permutations(many, len(few)))
    estate = ESTATES[BuildingCard.LAND_CITY_PAIRS](player(buildings=tuple(buildings)))
    assert estate.points == best


def test_text_becomes_buildings() -> None:
    assert built("villa 3 pisa") == (Building(kind=Kind.VILLA, cost=3, city=City.PISA),)

"""The bonus points card (green): points and coins at the end, whatever was scored in play."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from itertools import combinations
from typing import TYPE_CHECKING, Final

from scoring.messages import Message, say
from scoring.palaces_of_carrara.board import (
    Payment,
    cost_of,
    of_kind,
    standing_in,
    together,
    value,
    worth,
    worth_in_its_city,
)
from scoring.palaces_of_carrara.data import MAJORITIES, TWO_CITIES_OF
from scoring.palaces_of_carrara.objectives import coins_for_a_point
from scoring.palaces_of_carrara.state import BonusCard, City, Kind, Location, Player, Table
from scoring.palaces_of_carrara.wording import building_in_city, given, joined

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping


FEATURES_CHOSEN: Final = 2
"""How many cities or kinds a card leaves to choose."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Bonus:
    """What the bonus points card gives a player, and why; the coins join the player's coins."""

    points: int
    coins: int
    because: Message


@dataclass(frozen=True, slots=True, kw_only=True)
class _Feature:
    """A city, a kind or a building that a card scores, and what it pays."""

    named: Message
    paid: Payment


def bonus(table: Table, player: Player) -> Bonus:
    """Return what the bonus points card gives a player at the end; no object comes of it. Expansion, Final Scoring."""
    if table.cards is None:
        return Bonus(points=0, coins=0, because=say("no bonus points card in the base game"))
    return BONUSES[table.cards.green](table, player)


def two_cities(table: Table, player: Player) -> Bonus:
    """Any two cities are scored, the best ones. Expansion, Bonus Points Cards."""
    return _best_two(table, player, [_city(table, player, city) for city in City])


def named_cities(cities: tuple[City, City], table: Table, player: Player) -> Bonus:
    """The two cities that the card names are scored. Expansion, Bonus Points Cards."""
    return _paid(_city(table, player, city) for city in cities)


def two_kinds(table: Table, player: Player) -> Bonus:
    """Any two kinds of buildings are scored, the best ones. Expansion, Bonus Points Cards."""
    return _best_two(table, player, [_kind(table, player, kind) for kind in Kind])


def smallest_of_each_kind(table: Table, player: Player) -> Bonus:
    """The cheapest building of each kind is scored where it stands. Expansion, Bonus Points Cards."""
    smallest = [min(of_kind(player, kind), key=lambda one: one.cost, default=None) for kind in Kind]
    return _paid(
        _Feature(
            named=building_in_city(one),
            paid=worth_in_its_city(table, player, one),
        )
        for one in smallest
        if one is not None
    )


def majorities(card: BonusCard, table: Table, player: Player) -> Bonus:
    """The highest total cost gets the points, all who are level, nobody with 0. Expansion, Bonus Points Cards."""
    points = 0
    won: list[Message] = []
    missed: list[Message] = []
    for cities, prize in MAJORITIES[card]:
        mine = cost_of(standing_in(player, *cities))
        highest = max(cost_of(standing_in(other, *cities)) for other in table.players)
        where = joined(cities)
        if not mine:
            continue
        if mine == highest:
            points += prize
            won.append(say("{points} for cost {mine} in {where}", points=prize, mine=mine, where=where))
        else:
            missed.append(say("{where}, {mine} to {highest}", where=where, mine=mine, highest=highest))
    because = say("{text}", text=tuple(won)) if won else say("nothing built that the card counts")
    if missed:
        because = say("{won}; not the highest cost in {missed}", won=tuple(won), missed=tuple(missed))
    return Bonus(points=points, coins=0, because=because)


def _city(table: Table, player: Player, city: City) -> _Feature:
    cost = cost_of(standing_in(player, city))
    return _Feature(named=city.noun.name, paid=worth(cost, value(table, player, Location(city))))


def _kind(table: Table, player: Player, kind: Kind) -> _Feature:
    paid = together(worth_in_its_city(table, player, building) for building in of_kind(player, kind))
    return _Feature(named=kind.noun.name, paid=paid)


def _best_two(table: Table, player: Player, features: Iterable[_Feature]) -> Bonus:
    """Score the two features that give the highest total, then the most points, then the most coins."""
    rate = coins_for_a_point(table)

    def merit(bonus: Bonus) -> tuple[int, int, int]:
        return bonus.points + (player.coins + bonus.coins) // rate, bonus.points, bonus.coins

    return max((_paid(two) for two in combinations(features, FEATURES_CHOSEN)), key=merit)


def _paid(features: Iterable[_Feature]) -> Bonus:
    every = tuple(features)
    paid = together(one.paid for one in every)
    because = tuple(
        say("{points} for {what}", points=given(one.paid.points, one.paid.coins), what=one.named)
        for one in every
        if one.paid != Payment()
    )
    said = say("{text}", text=because) if because else say("nothing built that the card scores")
    return Bonus(points=paid.points, coins=paid.coins, because=said)


BONUSES: Final[Mapping[BonusCard, Callable[[Table, Player], Bonus]]] = {
    BonusCard.TWO_CITIES: two_cities,
    **{card: partial(named_cities, cities) for card, cities in TWO_CITIES_OF.items()},
    BonusCard.TWO_KINDS: two_kinds,
    BonusCard.SMALLEST_OF_EACH_KIND: smallest_of_each_kind,
    **{card: partial(majorities, card) for card in MAJORITIES},
}
"""What each bonus points card gives."""

"""The final scoring of The Palaces of Carrara: each heading, the bonus points card, tie-breaks; and the objectives.

The cards on the Objectives board say what is counted at the end, and how far everybody is.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from itertools import combinations
from typing import TYPE_CHECKING, Final

from scoring.messages import Message, counted, say
from scoring.palaces_of_carrara import board, data
from scoring.palaces_of_carrara.cards import BUILDING_COUNTED, ESTATES, OBJECT_COUNTED, collected
from scoring.palaces_of_carrara.state import (
    BLOCKS_OF_A_COLOR,
    BonusCard,
    BuildingCard,
    City,
    Kind,
    Location,
    ObjectCard,
    Player,
    Table,
    TopCard,
    What,
)
from scoring.palaces_of_carrara.wording import building_in_city, given, joined
from scoring.sheet import Better, Column, Criterion, Line, most_points

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from scoring.palaces_of_carrara.state import Color, ObjectivesAsk


@dataclass(frozen=True, slots=True, kw_only=True)
class ObjectiveProgress:
    """A player's progress with an objective: how much they have, how much is needed, and whether it is met."""

    have: int
    need: int
    met: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerObjectives:
    """A player's progress with the three objectives; with all met the player may announce the end of the game."""

    name: str
    brown: ObjectiveProgress
    purple: ObjectiveProgress
    gray: ObjectiveProgress
    may_announce: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Objectives:
    """The objectives of all players, in seat order."""

    players: tuple[PlayerObjectives, ...]


def cards(table: Table) -> tuple[TopCard, ObjectCard, BuildingCard]:
    """Return the objectives in play: those printed on the board, or the expansion's cards. Rulebook, Objectives."""
    if table.cards is None:
        return data.BASE_CARDS
    return table.cards.brown, table.cards.purple, table.cards.gray


def coins_for_a_point(table: Table) -> int:
    """Return how many coins give a point at the end. Rulebook, Final Scoring; Expansion, the top card `coins`."""
    top, _, _ = cards(table)
    return data.COINS_FOR_A_POINT_WITH_CARD if top is TopCard.COINS else data.COINS_FOR_A_POINT


TOP_COUNTED: Final[Mapping[TopCard, Callable[[Player], int]]] = {
    TopCard.SCORE_4: lambda player: len(player.scored),
    TopCard.BIG_BUILDINGS: lambda player: sum(building.cost >= data.BIG_COST for building in player.buildings),
    TopCard.BUILDINGS: lambda player: len(player.buildings),
    TopCard.POINTS: lambda player: player.score,
    TopCard.CITIES: lambda player: len(board.scored_by(player, What.CITY)),
    TopCard.COINS: lambda player: player.coins,
}
"""What the objective of each top card counts. Rulebook, The Three Objectives; Expansion, The Cards in Detail."""


def objectives(table: Table, _ask: ObjectivesAsk | None = None) -> Objectives:
    """Return the progress of all players; more than needed also meets an objective. Rulebook, The Three Objectives."""
    return Objectives(players=tuple(objectives_of(table, player) for player in table.players))


def objectives_of(table: Table, player: Player) -> PlayerObjectives:
    """Return the progress of one player."""
    number = len(table.players)
    top, purple, gray = cards(table)
    three = (
        _objective(TOP_COUNTED[top](player), data.TOP_NEEDS[top][number]),
        _objective(OBJECT_COUNTED[purple](player.objects), data.OBJECT_NEEDS[purple][number]),
        _objective(BUILDING_COUNTED[gray](player), data.BUILDING_NEEDS[gray][number]),
    )
    first, second, third = three
    met = all(objective.met for objective in three)
    return PlayerObjectives(name=player.name, brown=first, purple=second, gray=third, may_announce=met)


def _objective(have: int, need: int) -> ObjectiveProgress:
    return ObjectiveProgress(have=have, need=need, met=have >= need)


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
    paid: board.Payment


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
    smallest = [min(board.of_kind(player, kind), key=lambda building: building.cost, default=None) for kind in Kind]
    return _paid(
        _Feature(named=building_in_city(building), paid=board.worth_in_its_city(table, player, building))
        for building in smallest
        if building is not None
    )


def majorities(card: BonusCard, table: Table, player: Player) -> Bonus:
    """The highest total cost gets the points, all who are level, nobody with 0. Expansion, Bonus Points Cards."""
    points = 0
    won: list[Message] = []
    missed: list[Message] = []
    for cities, prize in data.MAJORITIES[card]:
        mine = board.cost_of(board.standing_in(player, *cities))
        highest = max(board.cost_of(board.standing_in(rival, *cities)) for rival in table.players)
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
    cost = board.cost_of(board.standing_in(player, city))
    return _Feature(named=city.noun.name, paid=board.worth(cost, board.value(table, player, Location(city))))


def _kind(table: Table, player: Player, kind: Kind) -> _Feature:
    paid = board.together(board.worth_in_its_city(table, player, building) for building in board.of_kind(player, kind))
    return _Feature(named=kind.noun.name, paid=paid)


def _best_two(table: Table, player: Player, features: Iterable[_Feature]) -> Bonus:
    """Score the two features that give the highest total, then the most points, then the most coins."""
    rate = coins_for_a_point(table)

    def merit(bonus: Bonus) -> tuple[int, int, int]:
        return bonus.points + (player.coins + bonus.coins) // rate, bonus.points, bonus.coins

    return max((_paid(two) for two in combinations(features, FEATURES_CHOSEN)), key=merit)


def _paid(features: Iterable[_Feature]) -> Bonus:
    every = tuple(features)
    paid = board.together(feature.paid for feature in every)
    because = tuple(
        say("{points} for {what}", points=given(feature.paid.points, feature.paid.coins), what=feature.named)
        for feature in every
        if feature.paid != board.Payment()
    )
    said = say("{text}", text=because) if because else say("nothing built that the card scores")
    return Bonus(points=paid.points, coins=paid.coins, because=said)


BONUSES: Final[Mapping[BonusCard, Callable[[Table, Player], Bonus]]] = {
    BonusCard.TWO_CITIES: two_cities,
    **{card: partial(named_cities, cities) for card, cities in data.TWO_CITIES_OF.items()},
    BonusCard.TWO_KINDS: two_kinds,
    BonusCard.SMALLEST_OF_EACH_KIND: smallest_of_each_kind,
    **{card: partial(majorities, card) for card in data.MAJORITIES},
}
"""What each bonus points card gives."""


_FINAL: Final = say("Rulebook, Final Scoring")


def columns(table: Table) -> tuple[Column, ...]:
    """Score all players; the majorities of a bonus points card look at everybody."""
    return tuple(column(table, player) for player in table.players)


def compares_players(table: Table) -> bool:
    """Return whether the bonus points card has majorities."""
    return table.cards is not None and table.cards.green in data.MAJORITIES


def column(table: Table, player: Player) -> Column:
    """Score one player."""
    extra = bonus(table, player)
    lines = (
        scoring_track(player),
        objects(table, player),
        buildings(table, player),
        coins(table, player, extra),
        bonus_points(table, extra),
    )
    return Column(player=player.name, lines=lines)


def scoring_track(player: Player) -> Line:
    """The points scored in play, those for announcing the end among them. Rulebook, Action III."""
    because = say("on space {space}", space=player.score)
    return Line(rule="track", points=player.score, because=because, ref=say("Rulebook, Action III: Score"))


def objects(table: Table, player: Player) -> Line:
    """Objects count as the object card says. Rulebook, Final Scoring; Expansion, Object Cards."""
    _, card, _ = cards(table)
    made = collected(card, player.objects)
    because = say("{text}", text=made.because) if made.because else say("no objects")
    ref = _FINAL if table.cards is None else say("Expansion, The Cards in Detail: Object Cards")
    return Line(rule="objects", points=made.points, because=because, ref=ref)


def buildings(table: Table, player: Player) -> Line:
    """Buildings count as the building card says. Rulebook, Final Scoring; Expansion, Building Cards."""
    _, _, card = cards(table)
    estate = ESTATES[card](player)
    because = say("{text}", text=estate.because)
    if not estate.because:
        because = say("none that the card counts") if player.buildings else say("no buildings")
    ref = _FINAL if table.cards is None else say("Expansion, The Cards in Detail: Building Cards")
    return Line(rule="buildings", points=estate.points, because=because, ref=ref)


def coins(table: Table, player: Player, extra: Bonus) -> Line:
    """Each five coins are a point, or each two with that top card. Rulebook, Final Scoring.

    The coins of the bonus points card join the others first (a ruling).
    """
    rate = coins_for_a_point(table)
    because = say("no coins left")
    if extra.coins:
        because = counted(
            player.coins,
            "{number} coin and {more} of the bonus points card, a point for every {rate}",
            "{number} coins and {more} of the bonus points card, a point for every {rate}",
            more=extra.coins,
            rate=rate,
        )
    elif player.coins:
        because = counted(
            player.coins,
            "{number} coin, a point for every {rate}",
            "{number} coins, a point for every {rate}",
            rate=rate,
        )
    points = (player.coins + extra.coins) // rate
    return Line(rule="coins", points=points, because=because, ref=_FINAL)


def bonus_points(table: Table, extra: Bonus) -> Line:
    """The points of the bonus points card. Expansion, Bonus Points Cards."""
    ref = _FINAL if table.cards is None else say("Expansion, The Cards in Detail: Bonus Points Cards")
    return Line(rule="bonus", points=extra.points, because=extra.because, ref=ref)


def blocks_left(table: Table, color: Color) -> int:
    """Return the number of blocks of a color that no player has."""
    return BLOCKS_OF_A_COLOR - sum(player.blocks.get(color, 0) for player in table.players)


def blocks_held(player: Player) -> int:
    """Return how many blocks a player has; their colors do not matter."""
    return sum(player.blocks.values())


def ties(_table: Table) -> tuple[Criterion[Table], ...]:
    """Return what decides the game: most points, then most blocks; after that the win is shared. Rulebook, Ties."""
    blocks: Criterion[Table] = Criterion(
        name="blocks",
        title=say("blocks"),
        better=Better.MOST,
        figure=lambda table, seat, _column: blocks_held(table.players[seat]),
        ref=say("Rulebook, How are ties resolved?"),
    )
    return most_points(_FINAL), blocks

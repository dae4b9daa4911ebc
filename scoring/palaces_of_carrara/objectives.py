"""The cards on the Objectives board, and how far everybody is with the three objectives."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from scoring.palaces_of_carrara import building_card, object_card
from scoring.palaces_of_carrara.board import scored_by
from scoring.palaces_of_carrara.data import (
    BASE_CARDS,
    BIG_COST,
    BUILDING_NEEDS,
    COINS_FOR_A_POINT,
    COINS_FOR_A_POINT_WITH_CARD,
    OBJECT_NEEDS,
    TOP_NEEDS,
)
from scoring.palaces_of_carrara.state import BuildingCard, ObjectCard, Player, Table, TopCard, What

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from scoring.palaces_of_carrara.state import ObjectivesAsk


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
        return BASE_CARDS
    return table.cards.brown, table.cards.purple, table.cards.gray


def coins_for_a_point(table: Table) -> int:
    """Return how many coins give a point at the end. Rulebook, Final Scoring; Expansion, the top card `coins`."""
    top, _, _ = cards(table)
    return COINS_FOR_A_POINT_WITH_CARD if top is TopCard.COINS else COINS_FOR_A_POINT


TOP_COUNTED: Final[Mapping[TopCard, Callable[[Player], int]]] = {
    TopCard.SCORE_4: lambda player: len(player.scored),
    TopCard.BIG_BUILDINGS: lambda player: sum(building.cost >= BIG_COST for building in player.buildings),
    TopCard.BUILDINGS: lambda player: len(player.buildings),
    TopCard.POINTS: lambda player: player.score,
    TopCard.CITIES: lambda player: len(scored_by(player, What.CITY)),
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
        _objective(TOP_COUNTED[top](player), TOP_NEEDS[top][number]),
        _objective(object_card.COUNTED[purple](player.objects), OBJECT_NEEDS[purple][number]),
        _objective(building_card.COUNTED[gray](player), BUILDING_NEEDS[gray][number]),
    )
    first, second, third = three
    met = all(objective.met for objective in three)
    return PlayerObjectives(name=player.name, brown=first, purple=second, gray=third, may_announce=met)


def _objective(have: int, need: int) -> ObjectiveProgress:
    return ObjectiveProgress(have=have, need=need, met=have >= need)

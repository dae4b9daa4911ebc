"""The options of a player, side by side, with the result of each before it is done."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from scoring.messages import counted, say, wordless
from scoring.palaces_of_carrara.board import BuildingTile, buildings_named, category, objects_of, tile_key, value, worth
from scoring.palaces_of_carrara.moves import score
from scoring.palaces_of_carrara.rules import column
from scoring.palaces_of_carrara.scoring_action import NAMES, Gain, gain, refused, taken
from scoring.palaces_of_carrara.state import GREAT_COST, SMALL_COSTS, Kind, Location, Table, What
from scoring.palaces_of_carrara.wording import building_in_city, given

if TYPE_CHECKING:
    from scoring.messages import Message
    from scoring.palaces_of_carrara.state import Building


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoringChoice:
    """A scoring action: what it pays, and why it is not allowed (`refused`, empty where it is).

    `final` is the change of the player's total if the game ended right after it.
    """

    what: What
    name: str
    gain: Gain
    final: int
    refused: tuple[Message, ...]


def scoring_choices(table: Table, seat: int) -> tuple[ScoringChoice, ...]:
    """Return every scoring action of a player: kinds, cities, with the expansion categories. Rulebook, Action III."""
    possible = (What.KIND, What.CITY, What.CATEGORY) if table.expansion else (What.KIND, What.CITY)
    return tuple(scoring_choice(table, seat, what, name) for what in possible for name in NAMES[what])


def scoring_choice(table: Table, seat: int, what: What, name: str) -> ScoringChoice:
    """Return what one scoring action would bring."""
    after = score(table, seat, what, name)
    before = column(table, table.players[seat]).total
    return ScoringChoice(
        what=what,
        name=name,
        gain=gain(table, table.players[seat], what, name),
        final=column(after, after.players[seat]).total - before,
        refused=tuple(problem.message for problem in refused(table, seat, what, name)),
    )


def reckoning(table: Table, seat: int, what: What, name: str) -> tuple[Message, ...]:
    """Return the working of a scoring action: what each building pays, then the objects that the supply lacks.

    Rulebook, Action III; Expansion, Building Category Spaces.
    """
    built = buildings_named(table.players[seat], what, name)
    each = tuple(_paid(table, seat, building, name if what is not What.KIND else building.city) for building in built)
    return each if what is What.CATEGORY else (*each, *_lacking(table, built))


def _paid(table: Table, seat: int, building: Building, location: str) -> Message:
    worth_each = value(table, table.players[seat], Location(location))
    paid = worth(building.cost, worth_each)
    each = given(worth_each.points, worth_each.coins)
    return wordless(
        "{building}: {cost} × {value} = {paid}",
        building=building_in_city(building),
        cost=building.cost,
        value=wordless("({value})", value=each) if worth_each.points and worth_each.coins else each,
        paid=given(paid.points, paid.coins),
    )


def _lacking(table: Table, built: tuple[Building, ...]) -> tuple[Message, ...]:
    belongs, there = objects_of(table), taken(table, built)
    missing = Counter(belongs[building.kind] for building in built) - Counter(there)
    return tuple(
        say("{objects} not taken: the supply has no more", objects=counted(number, *object_type.noun.forms))
        for object_type, number in missing.items()
    )


def unbuilt(table: Table) -> tuple[BuildingTile, ...]:
    """Return the building tiles that nobody has built and none are known to be out of the game, by kind and cost."""
    built = {(building.kind, building.cost) for player in table.players for building in player.buildings}
    costs = (*SMALL_COSTS, GREAT_COST) if table.expansion else SMALL_COSTS
    return tuple(
        BuildingTile(kind=kind, cost=cost, category=category(kind))
        for kind in Kind
        for cost in costs
        if (kind, cost) not in built and tile_key(kind, cost) not in table.gone
    )


def free_upgrades(table: Table) -> tuple[Location, ...]:
    """Return the upgrade tiles that nobody has; none without the expansion. Expansion, Upgrade Tiles."""
    held = {location for player in table.players for location in player.upgrades}
    return tuple(location for location in Location if location not in held) if table.expansion else ()

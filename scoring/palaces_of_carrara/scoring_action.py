"""Action III, Score: what it pays, and why it is not allowed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from scoring.messages import Message, counted, say
from scoring.palaces_of_carrara import board
from scoring.palaces_of_carrara.data import BUILDINGS_TO_SCORE, SCORING_MARKERS
from scoring.palaces_of_carrara.state import Building, Category, City, Kind, Location, Object, Player, Table, What
from scoring.problems import Problem

NAMES: Final[Mapping[What, tuple[str, ...]]] = {
    What.KIND: tuple(Kind),
    What.CITY: tuple(City),
    What.CATEGORY: tuple(Category),
}
"""The names of what can be scored."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Gain:
    """What a scoring action pays: points, coins, and the objects taken, those above 0."""

    points: int
    coins: int
    objects: Mapping[Object, int]


def gain(table: Table, player: Player, what: What, name: str) -> Gain:
    """Return what a scoring action pays, whether or not it may be done now. Rulebook, Action III.

    A city pays the costs of its buildings times its value, a category likewise, but no objects.
    """
    built = board.buildings_named(player, what, name)
    objects = {} if what is What.CATEGORY else taken(table, built)
    if what is What.KIND:
        return _gain(building_type(table, player, built), objects)
    return _gain(board.worth(board.cost_of(built), board.value(table, player, Location(name))), objects)


def building_type(table: Table, player: Player, built: Iterable[Building]) -> board.Payment:
    """Each building of the type pays its cost times the value of its city. Rulebook, The player scores a type."""
    return board.together(board.worth_in_its_city(table, player, building) for building in built)


def _gain(paid: board.Payment, objects: Mapping[Object, int]) -> Gain:
    return Gain(points=paid.points, coins=paid.coins, objects=objects)


def taken(table: Table, buildings: Iterable[Building]) -> Mapping[Object, int]:
    """Return the objects for some buildings, one each while the supply lasts. Rulebook, Action III."""
    belongs, left = board.objects_of(table), board.supply(table)
    due = Counter(belongs[building.kind] for building in buildings)
    return {wooden: min(due[wooden], left[wooden]) for wooden in Object if min(due[wooden], left[wooden]) > 0}


def needed(what: What, name: str) -> int:
    """Return how many buildings a scoring action needs. Rulebook, Action III."""
    return BUILDINGS_TO_SCORE[City(name)] if what is What.CITY else 1


def categories_belong_to_the_expansion(table: Table, _seat: int, what: What, _name: str) -> Iterator[Problem]:
    """Categories are scored with the expansion alone. Expansion, Building Category Spaces."""
    if what is What.CATEGORY and not table.expansion:
        yield Problem(path="what", message=say("category: the building category spaces belong to the expansion"))


def six_scoring_actions(table: Table, seat: int, _what: What, _name: str) -> Iterator[Problem]:
    """A player has six scoring markers. Rulebook, Action III."""
    player = table.players[seat]
    if len(player.scored) >= SCORING_MARKERS:
        message = counted(
            len(player.scored),
            "{name} has scored {number} time: no marker is left",
            "{name} has scored {number} times: no marker is left",
            name=player.name,
        )
        yield Problem(path="player", message=message)


def each_type_once(table: Table, seat: int, what: What, name: str) -> Iterator[Problem]:
    """A player scores each type and category once. Rulebook, The player scores a type of building."""
    if what is What.CITY or name not in NAMES[what] or name not in board.scored_by(table.players[seat], what):
        return
    scored = Category(name) if what is What.CATEGORY else Kind(name)
    yield Problem(path="name", message=scored_already(scored.noun.name, table.players[seat].name))


def scored_already(what: str | Message, player: str | Message) -> Message:
    """Return the message that a player has scored something."""
    return say("{what}: {player} has scored this already", what=what, player=player)


def each_city_once_in_the_game(table: Table, _seat: int, what: What, name: str) -> Iterator[Problem]:
    """A city is scored once, by whomever. Rulebook, The player scores a city."""
    if what is not What.CITY or name not in NAMES[what]:
        return
    for seat, player in enumerate(table.players):
        if name in board.scored_by(player, What.CITY):
            yield Problem(path="name", message=scored_already(City(name).noun.name, board.called(seat, player)))


def enough_buildings(table: Table, seat: int, what: What, name: str) -> Iterator[Problem]:
    """A city needs two or three buildings, all else one. Rulebook, Action III."""
    if name not in NAMES[what]:
        return
    built = len(board.buildings_named(table.players[seat], what, name))
    if built >= needed(what, name):
        return
    if what is What.CITY:
        message = say("{number} of {needed} buildings", number=built, needed=needed(what, name))
    else:
        message = say("not built")
    yield Problem(path="name", message=message)


Refusal = Callable[[Table, int, What, str], Iterator[Problem]]

REFUSALS: Final[tuple[Refusal, ...]] = (
    categories_belong_to_the_expansion,
    six_scoring_actions,
    each_type_once,
    each_city_once_in_the_game,
    enough_buildings,
)
"""The rules that a scoring action can break."""


def refused(table: Table, seat: int, what: What, name: str) -> tuple[Problem, ...]:
    """Return every reason why a player may not do a scoring action; none where it is allowed."""
    return tuple(problem for rule in REFUSALS for problem in rule(table, seat, what, name))

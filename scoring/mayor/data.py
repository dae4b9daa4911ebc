"""Printed numbers of Mayor, each with where it is printed, and two that are rulings."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from scoring.mayor.state import Building, Kind, Street
from scoring.messages import Message, say

if TYPE_CHECKING:
    from collections.abc import Mapping


@dataclass(frozen=True, slots=True, kw_only=True)
class Reward:
    """What a building pays once: points, and gold, which may be a cost."""

    points: int = 0
    gold: int = 0


REWARDS: Final[Mapping[Building, Reward]] = {
    Building.SHOP: Reward(gold=4),
    Building.BANK: Reward(points=1, gold=2),
    Building.CHURCH: Reward(points=2),
    Building.STATUE: Reward(points=3, gold=-1),
}
"""What each building pays for a match. Rulebook, Place a Tile."""


MAYOR_SPACE: Final = 50
"""Points that make a mayor at once. Rulebook, Game End; the last numbered space of the City board."""


EMPTY_LINES: Final = 3
"""Empty tile lines that end the game. Rulebook, Game End."""


RONDEL_PRICES: Final = (0, 1, 3, 6, 10)
"""Gold for so many extra steps on the rondel. Rulebook, Move."""


GOLD_FOR_A_PIECE: Final = 1
"""Extra gold for each other piece on the space of the rondel. Rulebook, Buy a Tile."""


RAINBOW_POINTS: Final = 1
"""Points that placing by the Rainbow costs. Rulebook, Place a Tile."""


PASS_GOLD: Final = 2
"""Rulebook, Pass."""


TILE_LIMIT: Final[Mapping[int, int]] = {2: 4, 3: 3, 4: 3}
"""Unplaced tiles that forbid to buy another one, by number of players. Rulebook, Game Play."""


BANKER_START: Final = 25
"""Rulebook, Game Introduction: pieces begin there; that these are the Bankers is a ruling."""


CITIZEN_START: Final = 0
"""A ruling: the rulebook names only one space on which several pieces begin."""


EVENT_TILES: Final = 10
"""Event tiles, the Festival included. Rulebook, Events."""


AMENITY_TILES: Final = 9
"""Civic Amenity tiles, one for each main block. Rulebook, Civic Amenities."""


AMENITY_REWARDS: Final = (Reward(points=2), Reward(gold=4))
"""What an amenity pays; the player chooses one of the two. Rulebook, Civic Amenities."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RondelSpace:
    """A space of the rondel: its tile line, and the color to place alongside, `None` for the Rainbow (any)."""

    kind: Kind
    street: Street | None
    source: Message


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownEvent:
    """An Event that the rulebook shows: its name where that is printed, closed streets, and what tiles cost more."""

    name: str | None
    closed: tuple[Street, ...]
    dearer: Mapping[Kind, int]
    source: Message


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownPark:
    """The icons of a park that the rulebook names; a park may show more."""

    icons: Mapping[Building, int]
    source: Message


_MOVE: Final = say("Rulebook, Move")


_PLACE: Final = say("Rulebook, Place a Tile")


_EVENTS: Final = say("Rulebook, Events")


KNOWN_RONDEL_SPACES: Final = (
    RondelSpace(kind=Kind.BANK, street=Street.RED, source=_MOVE),
    RondelSpace(kind=Kind.SHOP, street=Street.YELLOW, source=_MOVE),
    RondelSpace(kind=Kind.PARK, street=Street.GREEN, source=_MOVE),
    RondelSpace(kind=Kind.STATUE, street=None, source=_EVENTS),
)
"""Four of the five spaces, in no order; the rulebook does not name the fifth."""


KNOWN_EVENTS: Final = (
    KnownEvent(name="Festival", closed=(), dearer={}, source=_EVENTS),
    KnownEvent(name=None, closed=(Street.YELLOW,), dearer={Kind.BANK: 1}, source=_EVENTS),
)
"""Two of the ten Events."""


KNOWN_PARKS: Final = (KnownPark(icons={Building.CHURCH: 1, Building.SHOP: 2}, source=_PLACE),)


ON_NO_STREET: Final = (0, 9, 13, 17, 21, 25, 50)
"""Spaces known to lie on no street: the two ends, and some of the white corners. Rulebook, Place a Tile."""

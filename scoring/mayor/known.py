"""What the rulebook prints of the material, each piece with where it stands; all else is entered from a copy."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from scoring.mayor.state import Area, Building, Icons, Kind, Ring, Street

if TYPE_CHECKING:
    from collections.abc import Mapping


@dataclass(frozen=True, slots=True, kw_only=True)
class RondelSpace:
    """A space of the rondel: its tile line, and the colour to place alongside, `None` for the Rainbow (any)."""

    kind: Kind
    street: Street | None
    source: str


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownEvent:
    """An Event that the rulebook shows: its name where that is printed, closed streets, and what tiles cost more."""

    name: str | None
    closed: tuple[Street, ...]
    dearer: Mapping[Kind, int]
    source: str


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownBuilding:
    """A building tile that the rulebook shows."""

    kind: Building
    icons: Icons
    source: str


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownPark:
    """The icons of a park that the rulebook names; a park may show more."""

    icons: Mapping[Building, int]
    source: str


_MOVE: Final = "Rulebook, Move, example"
_PLACE: Final = "Rulebook, Place a Tile, example"
_EVENTS: Final = "Rulebook, Events"

RONDEL: Final = (
    RondelSpace(kind=Kind.BANK, street=Street.RED, source=_MOVE),
    RondelSpace(kind=Kind.SHOP, street=Street.YELLOW, source=_MOVE),
    RondelSpace(kind=Kind.PARK, street=Street.GREEN, source=_MOVE),
    RondelSpace(kind=Kind.STATUE, street=None, source=_EVENTS),
)
"""Four of the five spaces, in no order: what the rulebook does not name is not guessed."""

EVENTS: Final = (
    KnownEvent(name="Festival", closed=(), dearer={}, source=_EVENTS),
    KnownEvent(name=None, closed=(Street.YELLOW,), dearer={Kind.BANK: 1}, source=f"{_EVENTS}, example"),
)
"""Two of the ten Events."""

BUILDINGS: Final = (
    KnownBuilding(
        kind=Building.BANK, icons=Icons(street=Street.YELLOW, area=Area.NORTH, ring=Ring.INNER), source=_PLACE
    ),
)

PARKS: Final = (KnownPark(icons={Building.CHURCH: 1, Building.SHOP: 2}, source=f"{_PLACE} of a park"),)

ON_NO_STREET: Final = (0, 9, 13, 17, 21, 25, 50)
"""Spaces known to lie on no street: the two ends, and some of the white corners. Rulebook, Place a Tile."""

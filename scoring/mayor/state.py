"""What is known of a table of Mayor. Attribute names are the field names of the documents (contract, section 6)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Annotated, Final

from scoring.fields import ENTERED, Amount, Between, EnteredPoints, Keys, Length, Name
from scoring.messages import say


class Kind(StrEnum):
    """The five lines of tiles on the Market board."""

    SHOP = "shop"
    BANK = "bank"
    CHURCH = "church"
    STATUE = "statue"
    PARK = "park"


class Building(StrEnum):
    """The tiles that pay by themselves; a park pays by the buildings in its block."""

    SHOP = "shop"
    BANK = "bank"
    CHURCH = "church"
    STATUE = "statue"


class Street(StrEnum):
    """The colours of the streets."""

    RED = "red"
    YELLOW = "yellow"
    GREEN = "green"
    BLUE = "blue"


class Area(StrEnum):
    """The half of a block that a square lies in."""

    NORTH = "N"
    SOUTH = "S"


class Ring(StrEnum):
    """The section that a square lies in."""

    OUTER = "+"
    INNER = "o"


CITIZEN_RANGE, BANKER_RANGE, TILES_RANGE = Between(0, 99), Between(0, 999), Between(0, 4)
"""The ranges of the fields of a player."""

SQUARES_BESIDE_A_PARK = 3
"""The other squares of a block."""


RULES: Final = {"citizen": say("Citizen")}
"""The lines of the sheet in their order, by the rule that each is about."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Player:
    """A player: where the Citizen and the Banker stand, and the tiles that lie in front of the player."""

    name: Name
    citizen: Annotated[int, CITIZEN_RANGE, "the points: the number of the Citizen's space, or what is past 50"]
    banker: Annotated[int, BANKER_RANGE, "the gold: the number of the Banker's space, or what is past 50"]
    tiles: Annotated[int, TILES_RANGE, "tiles bought and not placed"] = 0
    entered: Annotated[Mapping[str, EnteredPoints] | None, Keys(tuple(RULES), "rule"), ENTERED] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """A whole table, players in seat order."""

    players: Annotated[tuple[Player, ...], Length(2, 4), "in seat order"]
    tile_lines: Annotated[
        Mapping[Kind, Amount], "tiles left in each line of the Market; a line that is absent is not known"
    ] = field(default_factory=dict)


PRICE_RANGE, ICONS_RANGE = Between(0, 99), Between(1, 3)
"""The ranges of the price that a line shows, and of the icons of each building on a park."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PriceAsk:
    """What does the tile cost?"""

    shown: Annotated[int, PRICE_RANGE, "the price on the next visible space of the line"]
    others: Annotated[int, Between(0, 9), "other pieces on the same space of the rondel, neutral ones included"] = 0
    event: Annotated[int, Between(0, 9), "what the Event in effect adds"] = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class RondelAsk:
    """What do extra steps on the rondel cost?"""

    extra: Annotated[int, Between(0, 4), "steps beyond the first one, which is free"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Icons:
    """The three icons of a building tile."""

    street: Street
    area: Annotated[Area, "N north, S south"]
    ring: Annotated[Ring, "+ outer section, o inner section"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Square:
    """A square of the city, as the board shows it.

    In documents it lies beside a street; `streets` are empty for one that lies beside space 0 or 50 alone.
    """

    streets: Annotated[tuple[Street, ...], Length(1, 2), "the colours of the streets next to the square"]
    area: Annotated[Area, "N north, S south"]
    ring: Annotated[Ring, "+ outer section, o inner section"]


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaceAsk:
    """What does a building bring to everybody when it is placed?"""

    player: Annotated[str, "the name of the active player"]
    kind: Annotated[Building, "the building on the tile; for a park there is the check place_park"]
    icons: Icons
    square: Square
    beside: Annotated[
        tuple[Name, ...],
        "who has a Citizen or a Banker on a street next to the square, once the Rainbow is paid; corners are no street",
    ] = ()
    rainbow: Annotated[bool, "whether the tile is placed by the Rainbow, for 1 point"] = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ParkAsk:
    """What does a park bring when it is placed?"""

    player: Annotated[str, "the name of the active player"]
    icons: Annotated[
        Mapping[Building, Annotated[int, ICONS_RANGE]], "how many icons of each building the park shows"
    ] = field(default_factory=dict)
    block: Annotated[
        tuple[Building, ...], Length(0, SQUARES_BESIDE_A_PARK), "the buildings that stand in the block of the park"
    ] = ()
    rainbow: Annotated[bool, "whether the tile is placed by the Rainbow, for 1 point"] = False


Placing = PlaceAsk | ParkAsk
"""A question about a tile that is placed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EndAsk:
    """Is the game over, and who is mayor? Nothing is asked beyond the table."""

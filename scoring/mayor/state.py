"""What is known of a table of Mayor. Attribute names are the field names of the documents (contract, section 6)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Annotated, Final

from scoring.fields import (
    IN_PLAY,
    Amount,
    Between,
    Entered,
    Keys,
    Length,
    Name,
    Noun,
    NounKey,
    Number,
    Pattern,
    PerPlayer,
    Seat,
    numbers_of,
)
from scoring.messages import Message, counted, forms, say


class Kind(NounKey):
    """The five lines of tiles on the Market board."""

    SHOP = "shop", Noun(say("shop"), say("Shop"), forms("{number} shop", "{number} shops"), "mayor_shop")
    BANK = "bank", Noun(say("bank"), say("Bank"), forms("{number} bank", "{number} banks"), "mayor_bank")
    CHURCH = "church", Noun(say("church"), say("Church"), forms("{number} church", "{number} churches"), "mayor_church")
    STATUE = "statue", Noun(say("statue"), say("Statue"), forms("{number} statue", "{number} statues"), "mayor_statue")
    PARK = "park", Noun(say("park"), say("Park"), forms("{number} park", "{number} parks"), "mayor_park")


PLURALS: Final[Mapping[Kind, Message]] = {
    Kind.SHOP: say("shops"),
    Kind.BANK: say("banks"),
    Kind.CHURCH: say("churches"),
    Kind.STATUE: say("statues"),
    Kind.PARK: say("parks"),
}
"""What several tiles of a kind are called."""


def gold(number: int) -> Message:
    """Return a number of gold in words."""
    return counted(number, "{number} gold", "{number} gold")


class Building(NounKey):
    """The tiles that pay by themselves; a park pays by the buildings in its block."""

    SHOP = "shop", Kind.SHOP.noun
    BANK = "bank", Kind.BANK.noun
    CHURCH = "church", Kind.CHURCH.noun
    STATUE = "statue", Kind.STATUE.noun


class Street(StrEnum):
    """The colors of the streets."""

    RED = "red"
    YELLOW = "yellow"
    GREEN = "green"
    BLUE = "blue"


STREETS: Final = {
    Street.RED: say("red"),
    Street.YELLOW: say("yellow"),
    Street.GREEN: say("green"),
    Street.BLUE: say("blue"),
}
"""The colors of the streets."""


class Area(StrEnum):
    """The half of a block that a square lies in."""

    NORTH = "N"
    SOUTH = "S"


class Ring(StrEnum):
    """The section that a square lies in."""

    OUTER = "+"
    INNER = "o"


class Variant(StrEnum):
    """The variants that may be added, one or both. Rulebook, Variant Tiles."""

    EVENTS = "events"
    AMENITIES = "amenities"


class Piece(StrEnum):
    """The two pieces of a player on the track; each is the name of the field that holds its space."""

    CITIZEN = "citizen"
    BANKER = "banker"


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
    citizen: Annotated[
        int,
        CITIZEN_RANGE,
        Number(say("Citizen"), say("Citizen: points"), mark="prestige"),
        "the points: the number of the Citizen's space, or what is past 50",
    ]
    banker: Annotated[
        int,
        BANKER_RANGE,
        Number(say("Banker"), say("Banker: gold"), mark="coin"),
        "the gold: the number of the Banker's space, or what is past 50",
    ]
    tiles: Annotated[
        int,
        TILES_RANGE,
        Number(say("tiles to place"), say("Tiles to place"), mark="stored_tile"),
        "tiles bought and not placed",
    ] = 0
    entered: Annotated[Entered, Keys(tuple(RULES))] = None


NUMBERS: Final = numbers_of(Player)
"""The numbers of a player by their fields."""

PRICE_RANGE, ICONS_RANGE, DEARER_RANGE = Between(0, 99), Between(1, 3), Between(1, 9)
"""The ranges of the price that a line shows, of the icons of each building on a park, and of what an Event adds."""

MAX_EVENT_WORDS = 60
"""The most characters of the name of an Event, and of its note."""

EventWords = Annotated[str, Pattern(f"[^\\x00-\\x1f\\x7f]{{0,{MAX_EVENT_WORDS}}}", say("a line of words"))]

Order = Sequence[Kind]
"""The kinds of the five spaces of the rondel, clockwise."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Icons:
    """The three icons of a building tile."""

    street: Street
    area: Annotated[Area, "N north, S south"]
    ring: Annotated[Ring, "+ outer section, o inner section"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Tile:
    """A known tile in front of a player.

    `kind` is `None` for a Civic Amenity; `icons` are those of a building, `park` the number of each kind on a park.
    Either may be unknown still.
    """

    kind: Kind | None = None
    icons: Icons | None = None
    park: Mapping[Building, Annotated[int, ICONS_RANGE]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """What an Event does: the streets that it closes, and the gold that tiles cost more. The Festival does neither.

    `name` is its name, `note` what else it does, in the players' words; both may be empty.
    """

    closed: tuple[Street, ...] = ()
    dearer: Mapping[Kind, Annotated[int, DEARER_RANGE]] = field(default_factory=dict)
    name: EventWords = ""
    note: EventWords = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class MovedPiece:
    """A piece that has just moved on the track, and whether it moved forwards."""

    seat: Seat
    piece: Piece
    forwards: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """A whole table, players in seat order.

    In play, `turn` is the seat that plays now, `walked` whether its Action marker has moved. `markers` are the spaces
    of the rondel, named by their tile lines, on which the Action markers stand: in seat order, then the neutral ones.
    `held` are the known tiles in front of each seat, `shown` the prices that lines show now. `moves` are the pieces
    that moved last, which may have come to a number that is taken. `event_due` says that the Event is to be replaced;
    `closing` that three lines ran out, and `still` who may then place a last tile, in this order.
    """

    players: Annotated[tuple[Player, ...], Length(2, 4), "in seat order"]
    tile_lines: Annotated[
        Mapping[Kind, Amount],
        Noun(say("tile lines"), say("Tile lines")),
        "tiles left in each line of the Market; a line that is absent is not known",
    ] = field(default_factory=dict)
    variants: tuple[Variant, ...] = field(default=(), metadata=IN_PLAY)
    turn: Seat = field(default=0, metadata=IN_PLAY)
    walked: bool = field(default=False, metadata=IN_PLAY)
    markers: Annotated[tuple[Kind | None, ...], PerPlayer(may_go_on=True)] = field(default=(), metadata=IN_PLAY)
    held: Annotated[tuple[tuple[Tile, ...], ...], PerPlayer()] = field(default=(), metadata=IN_PLAY)
    shown: Mapping[Kind, int] = field(default_factory=dict, metadata=IN_PLAY)
    moves: tuple[MovedPiece, ...] = field(default=(), metadata=IN_PLAY)
    event: Event = field(default_factory=Event, metadata=IN_PLAY)
    event_due: bool = field(default=False, metadata=IN_PLAY)
    closing: bool = field(default=False, metadata=IN_PLAY)
    still: tuple[Seat, ...] = field(default=(), metadata=IN_PLAY)


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
class Square:
    """A square of the city, as the board shows it.

    In documents it lies beside a street; `streets` are empty for one that lies beside space 0 or 50 alone.
    """

    streets: Annotated[tuple[Street, ...], Length(1, 2), "the colors of the streets next to the square"]
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

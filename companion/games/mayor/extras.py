"""What Tessera keeps of a table of Mayor apart from its document."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Annotated

from companion.tables.state import Extras, TableState
from scoring.fields import Between, Pattern, PerPlayer, Seat
from scoring.mayor.moves import Piece
from scoring.mayor.setup import Variant
from scoring.mayor.state import ICONS_RANGE, Building, Icons, Kind, Street, Table
from scoring.messages import say


@dataclass(frozen=True, slots=True, kw_only=True)
class Tile:
    """A known tile in front of a player.

    `kind` is `None` for a Civic Amenity; `icons` are those of a building, `park` the number of each kind on a park.
    Either may be unknown still.
    """

    kind: Kind | None = None
    icons: Icons | None = None
    park: Mapping[Building, Annotated[int, ICONS_RANGE]] = field(default_factory=dict)


DEARER_RANGE = Between(1, 9)
"""The range of the gold that an Event makes tiles dearer."""

MAX_EVENT_WORDS = 60
"""The most characters of the name of an Event, and of its note."""

EventWords = Annotated[str, Pattern(f"[^\\x00-\\x1f\\x7f]{{0,{MAX_EVENT_WORDS}}}", say("a line of words"))]


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
class MayorExtras(Extras):
    """What Tessera keeps of a table of Mayor apart from its document.

    `turn` is the seat that plays now, `walked` whether its Action marker has moved. `markers` are the spaces of the
    rondel, named by their tile lines, on which the Action markers stand: in seat order, then the neutral ones.
    `held` are the known tiles in front of each seat, `shown` the prices that lines show now. `moves` are the pieces
    that moved last, which may have come to a number that is taken. `event_due` says that the Event is to be replaced;
    `closing` that three lines ran out, and `still` who may then place a last tile, in this order.
    """

    variants: tuple[Variant, ...] = ()
    turn: Seat = 0
    walked: bool = False
    markers: Annotated[tuple[Kind | None, ...], PerPlayer(may_go_on=True)] = ()
    held: Annotated[tuple[tuple[Tile, ...], ...], PerPlayer()] = ()
    shown: Mapping[Kind, int] = field(default_factory=dict)
    moves: tuple[MovedPiece, ...] = ()
    event: Event = field(default_factory=Event)
    event_due: bool = False
    closing: bool = False
    still: tuple[Seat, ...] = ()


MayorTable = TableState[Table, MayorExtras]

Transition = Callable[[MayorTable], MayorTable]

Order = Sequence[Kind]
"""The kinds of the five spaces of the rondel, clockwise."""

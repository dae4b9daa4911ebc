"""What is kept of a table of Mayor beside its document."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated

from companion.tables.seat_fields import PerPlayer, Seat
from companion.tables.state import Extras
from scoring.fields import Between
from scoring.mayor.moves import Piece
from scoring.mayor.setup import Variant
from scoring.mayor.state import Building, Icons, Kind, Street


@dataclass(frozen=True, slots=True, kw_only=True)
class Tile:
    """A tile in front of a player, as far as it is known.

    `kind` is absent for a Civic Amenity; `icons` are those of a building, `park` how many of each kind a park shows.
    """

    kind: Kind | None = None
    icons: Icons | None = None
    park: Mapping[Building, Annotated[int, Between(1, 3)]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """What an Event does: streets that it closes, and gold that tiles cost more. The Festival does nothing."""

    closed: tuple[Street, ...] = ()
    dearer: Mapping[Kind, Annotated[int, Between(1, 9)]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Moved:
    """A piece that has just moved on the track, and whether it moved forwards."""

    seat: Seat
    piece: Piece
    forwards: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class MayorExtras(Extras):
    """What is kept of a table of Mayor beside its document.

    `turn` is the seat that plays now, `walked` whether its Action marker has moved. `markers` are the spaces of the
    rondel, named by their tile lines, on which the Action markers stand: first those of the seats, then neutral ones.
    `held` are the tiles known in front of each seat, `shown` the price that each line shows now. `moves` are the pieces
    moved last, which may have come to a number that is taken. `event_due` says that the Event is to be replaced;
    `closing` that three lines ran out, `still` who may place a last tile then, in this order.
    """

    variants: tuple[Variant, ...] = ()
    turn: Seat = 0
    walked: bool = False
    markers: Annotated[tuple[Kind | None, ...], PerPlayer(may_go_on=True)] = ()
    held: Annotated[tuple[tuple[Tile, ...], ...], PerPlayer()] = ()
    shown: Mapping[Kind, int] = field(default_factory=dict)
    moves: tuple[Moved, ...] = ()
    event: Event = field(default_factory=Event)
    event_due: bool = False
    closing: bool = False
    still: tuple[Seat, ...] = ()

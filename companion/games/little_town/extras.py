"""What is kept of a table of Little Town beside its document."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated

from companion.tables.seat_fields import PerPlayer, Seat
from companion.tables.state import Extras
from scoring.fields import Between
from scoring.little_town.state import BoardSquare, Cube, Tile

AROUND = 8
"""The most squares around a square."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Visit:
    """What is being used around a square: the squares of the buildings there that were activated already.

    `cell` is that of a worker who was just put on the board, or at the end of a round that of the residence;
    `gathered` are the cubes that it brought.
    """

    seat: Seat
    cell: BoardSquare
    gathered: Mapping[Cube, Annotated[int, Between(0, AROUND)]] = field(default_factory=dict)
    used: tuple[BoardSquare, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Completed:
    """An objective card that a player completed: the key of a known card or the words of another one, its points."""

    seat: Seat
    card: str
    points: Annotated[int, Between(0, 20)]


@dataclass(frozen=True, slots=True, kw_only=True)
class LittleTownExtras(Extras):
    """What is kept of a table of Little Town beside its document.

    `turn` is the seat that plays now, `first` the one with the first player token, `site` how many workers of each seat
    are at the construction site. With `books` off, entering what stands on the board pays, gathers and scores nothing.
    `market` are the tiles laid out beside the wheat fields, none while that was not said. At the end of a round `fed`
    are the seats whose workers ate, and `settled` says that the residence was used or left. `answered` are the
    questions about the aid card that need not be asked at this table any more.
    """

    turn: Seat = 0
    first: Seat = 0
    site: Annotated[tuple[int, ...], PerPlayer(may_be_empty=True)] = ()
    books: bool = True
    visit: Visit | None = None
    market: tuple[Tile, ...] = ()
    fed: tuple[Seat, ...] = ()
    settled: bool = False
    completed: tuple[Completed, ...] = ()
    answered: tuple[str, ...] = ()

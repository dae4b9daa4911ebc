"""What the app keeps of a table of Little Town in addition to its document."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated

from companion.tables.state import Extras
from scoring.fields import Between, PerPlayer, Seat
from scoring.little_town.state import BoardSquare, Cube, Tile

SQUARES_AROUND = 8
"""The most squares around a square."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Visit:
    """The use of the squares around a worker that was just placed, or around the residence at the end of a round.

    `cell` is the square of the worker or residence; `gathered` are the cubes that it brought; `used` are the squares
    of the buildings that were activated.
    """

    seat: Seat
    cell: BoardSquare
    gathered: Mapping[Cube, Annotated[int, Between(0, SQUARES_AROUND)]] = field(default_factory=dict)
    used: tuple[BoardSquare, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class CompletedObjective:
    """An objective card that a player completed; `card` is the key of a known card, or the words of another one."""

    seat: Seat
    card: str
    points: Annotated[int, Between(0, 20)]


@dataclass(frozen=True, slots=True, kw_only=True)
class LittleTownExtras(Extras):
    """What the app keeps of a table of Little Town in addition to its document.

    `turn` is the seat that plays now, `first` the seat with the first player token, `site` the number of workers of
    each seat at the construction site. With `books` the table keeps count of cubes, coins and points; without, entering
    a piece pays, gathers and scores nothing. `market` are the tiles laid out in addition to the wheat fields, as
    far as they are entered. At the end of a round `fed` are the seats whose workers have eaten, and `settled` says that
    the residence was used or left. `answered` are the fields of the gameplay aid that are not asked any more.
    """

    turn: Seat = 0
    first: Seat = 0
    site: Annotated[tuple[int, ...], PerPlayer(may_be_empty=True)] = ()
    books: bool = True
    visit: Visit | None = None
    market: tuple[Tile, ...] = ()
    fed: tuple[Seat, ...] = ()
    settled: bool = False
    completed: tuple[CompletedObjective, ...] = ()
    answered: tuple[str, ...] = ()

"""Whether extras fit the players of a table: no seat that is not there, and an entry for each player."""

from __future__ import annotations

from collections.abc import Mapping  # noqa: TC003 - the types of the fields are read
from dataclasses import dataclass, field
from typing import Annotated

import pytest

from companion.tables.seat_fields import PerPlayer, Seat, SeatText, fits_players
from companion.tables.state import STYLES, Extras


@dataclass(frozen=True, slots=True, kw_only=True)
class Move:
    seat: Seat
    steps: int


@dataclass(frozen=True, slots=True, kw_only=True)
class AllKinds(Extras):
    turn: Seat = 0
    last: Seat | None = None
    order: tuple[Seat, ...] = ()
    moves: tuple[Move, ...] = ()
    shown: Mapping[str, Seat] = field(default_factory=dict)
    settled: tuple[SeatText, ...] = ()
    workers: Annotated[tuple[int, ...], PerPlayer(may_be_empty=True)] = ()
    markers: Annotated[tuple[str, ...], PerPlayer(may_go_on=True)] = ("", "")


@pytest.mark.parametrize(
    ("extras", "fits"),
    [
        (AllKinds(seats=STYLES[:2]), True),
        (AllKinds(seats=STYLES[:3]), False),
        (AllKinds(seats=STYLES[:2], turn=1, last=1, order=(1, 0), moves=(Move(seat=1, steps=9),)), True),
        (AllKinds(seats=STYLES[:2], turn=2), False),
        (AllKinds(seats=STYLES[:2], turn=-1), False),
        (AllKinds(seats=STYLES[:2], last=2), False),
        (AllKinds(seats=STYLES[:2], order=(0, 2)), False),
        (AllKinds(seats=STYLES[:2], moves=(Move(seat=2, steps=0),)), False),
        (AllKinds(seats=STYLES[:2], shown={"bank": 1}), True),
        (AllKinds(seats=STYLES[:2], shown={"bank": 2}), False),
        (AllKinds(seats=STYLES[:2], settled=("0 pond C3", "1 villa")), True),
        (AllKinds(seats=STYLES[:2], settled=("2 pond C3",)), False),
        (AllKinds(seats=STYLES[:2], settled=("Ben’s pond",)), False),
        (AllKinds(seats=STYLES[:2], workers=(5, 5)), True),
        (AllKinds(seats=STYLES[:2], workers=(5,)), False),
        (AllKinds(seats=STYLES[:2], markers=("", "", "")), True),
        (AllKinds(seats=STYLES[:2], markers=("",)), False),
    ],
)
def test_extras_fit_the_players(extras: AllKinds, fits: bool) -> None:  # noqa: FBT001 - a case
    assert fits_players(extras, 2) is fits

"""Whether what is kept of a table fits its players: no seat that is not there, and an entry for each player."""

from __future__ import annotations

import json
from collections.abc import Mapping  # noqa: TC003 - the types of the fields are read
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any, cast

import pytest

from companion.tables.my_copy import MyCopy
from companion.tables.players import by_id, by_seat, fits_players, players_named_in, with_owners
from companion.tables.state import STYLES, Extras, TableState, stored_of
from scoring import GAMES
from scoring.fields import IN_PLAY, PerPlayer, Seat, SeatText
from storage.documents import codec
from tests.companion.little_town_tables import house, table_state
from tests.companion.played import in_play

FILES = sorted(Path(__file__).parents[2].glob("golden/*/*.json"))
GOLDEN = [file for file in FILES if "check" not in json.loads(file.read_text(encoding="utf-8"))]


@dataclass(frozen=True, slots=True, kw_only=True)
class Move:
    seat: Seat
    steps: int


@dataclass(frozen=True, slots=True, kw_only=True)
class AllKinds:
    players: tuple[str, ...] = ("Anna", "Ben")
    dealer: Seat = field(default=0, metadata=IN_PLAY)
    last: Seat | None = field(default=None, metadata=IN_PLAY)
    order: tuple[Seat, ...] = field(default=(), metadata=IN_PLAY)
    moves: tuple[Move, ...] = field(default=(), metadata=IN_PLAY)
    shown: Mapping[str, Seat] = field(default_factory=dict, metadata=IN_PLAY)
    noted: tuple[SeatText, ...] = field(default=(), metadata=IN_PLAY)
    workers: Annotated[tuple[int, ...], PerPlayer(may_be_empty=True)] = field(default=(), metadata=IN_PLAY)
    markers: Annotated[tuple[str, ...], PerPlayer(may_go_on=True)] = field(default=("", ""), metadata=IN_PLAY)


@pytest.mark.parametrize(
    ("table", "fits"),
    [
        (AllKinds(), True),
        (AllKinds(dealer=1, last=1, order=(1, 0), moves=(Move(seat=1, steps=9),)), True),
        (AllKinds(dealer=2), False),
        (AllKinds(dealer=-1), False),
        (AllKinds(last=2), False),
        (AllKinds(order=(0, 2)), False),
        (AllKinds(moves=(Move(seat=2, steps=0),)), False),
        (AllKinds(shown={"bank": 1}), True),
        (AllKinds(shown={"bank": 2}), False),
        (AllKinds(noted=("0 pond C3", "1 villa")), True),
        (AllKinds(noted=("2 pond C3",)), False),
        (AllKinds(workers=(5, 5)), True),
        (AllKinds(workers=(5,)), False),
        (AllKinds(markers=("", "", "")), True),
        (AllKinds(markers=("",)), False),
    ],
)
def test_what_is_kept_of_a_table_fits_its_players(table: AllKinds, fits: bool) -> None:  # noqa: FBT001 - a case
    assert fits_players(TableState(table=table, extras=Extras(seats=STYLES[:2]))) is fits


@pytest.mark.parametrize(
    ("extras", "fits"),
    [
        (Extras(seats=STYLES[:3]), False),
        (Extras(seats=STYLES[:2], ids=(3, 1)), True),
        (Extras(seats=STYLES[:2], ids=(3, 1, 0)), True),
        (Extras(seats=STYLES[:2], ids=(3,)), False),
        (Extras(seats=STYLES[:2], ids=(3, 3)), False),
    ],
)
def test_extras_fit_the_players(extras: Extras, fits: bool) -> None:  # noqa: FBT001 - a case
    assert fits_players(TableState(table=AllKinds(), extras=extras)) is fits


def test_owners_are_renamed_and_the_pieces_of_nobody_go() -> None:
    table = table_state(buildings=(house("barn", "C3"), house("pier", "D3", "Ben"))).table
    after = with_owners(GAMES["little-town"], table, {"Anna": "Ann", "Ben": None})
    assert after.buildings == (house("barn", "C3", "Ann"),)
    assert players_named_in(GAMES["little-town"].table) == ("buildings", "workers")
    assert players_named_in(GAMES["mayor"].table) == ()


@pytest.mark.parametrize("file", GOLDEN, ids=lambda file: f"{file.parent.name}/{file.stem}")
def test_a_table_by_id_is_the_same_by_seat_again(file: Path) -> None:
    read = codec.read_table(json.loads(file.read_text(encoding="utf-8")))
    state = in_play(read, MyCopy(cast("Any", None), read.game.key, ()))
    stored = stored_of(state)
    ids = [*range(7, 7 + len(state.table.players)), 3]
    stored["extras"]["ids"] = ids
    whole = by_id(read.game, stored)
    assert [*whole["table"]["players"]] == [str(player_id) for player_id in ids[:-1]]
    assert by_seat(read.game, whole) == stored

"""What players enter on a pad: part by part, it becomes the entry of the document."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given

from companion.games.score_pad.actions import (
    EntryPart,
    number_in,
    parts_of,
    rounds_to_enter,
    with_number,
    with_tick,
)
from companion.tables.state import Extras, TableState, styles
from scoring.problems import problems_in
from scoring.score_pad.game import SCORE_PAD
from scoring.score_pad.state import Pad, Player, Points, Products, Rounds, Table, Tick
from tests.scoring.score_pad import strategies

POINTS = Points(key="points_of_all", title="Points")
ROUNDS = Rounds(key="rounds", title="Rounds")
REGIONS = Products(key="regions", title="Regions")
CASTLE = Tick(key="castle", title="Castle", worth=10)
PAD = Pad(title="A game", categories=(POINTS, ROUNDS, REGIONS, CASTLE))

State = TableState[Table]


def state_of(*entries: dict[str, Any], pad: Pad = PAD) -> State:
    players = tuple(Player(name=f"Player {seat}", entries=each) for seat, each in enumerate(entries))
    return TableState(table=Table(pad=pad, players=players), extras=Extras(seats=styles(len(entries))))


def entered(before: dict[str, Any], name: str, number: int | None) -> dict[str, Any]:
    """The entries of a player after a number was entered, while another player keeps theirs."""
    state = with_number(state_of(before, {"rounds": (7,)}), 0, EntryPart.read(name), number)
    assert dict(state.table.players[1].entries) == {"rounds": (7,)}
    return dict(state.table.players[0].entries)


@pytest.mark.parametrize(
    ("before", "name", "number", "after"),
    [
        ({}, "points_of_all", 0, {"points_of_all": 0}),
        ({"points_of_all": 4}, "points_of_all", -12, {"points_of_all": -12}),
        ({"points_of_all": 4}, "points_of_all", None, {}),
        ({}, "rounds.0", 20, {"rounds": (20,)}),
        ({"rounds": (20,)}, "rounds.1", -10, {"rounds": (20, -10)}),
        ({"rounds": (20,)}, "rounds.3", 5, {"rounds": (20, 0, 0, 5)}),
        ({"rounds": (20, -10, 30)}, "rounds.1", 15, {"rounds": (20, 15, 30)}),
        ({"rounds": (20, -10, 30)}, "rounds.1", None, {"rounds": (20, 0, 30)}),
        ({"rounds": (20, -10)}, "rounds.1", None, {"rounds": (20,)}),
        ({"rounds": (20,)}, "rounds.0", None, {}),
        ({"rounds": (20,)}, "rounds.4", None, {"rounds": (20,)}),
        ({}, "regions.0.0", 5, {"regions": ((5, 0),)}),
        ({"regions": ((5, 0),)}, "regions.0.1", 2, {"regions": ((5, 2),)}),
        ({"regions": ((5, 2),)}, "regions.1.1", 3, {"regions": ((5, 2), (0, 3))}),
        ({"regions": ((5, 2), (3, 1))}, "regions.0.1", None, {"regions": ((3, 1),)}),
        ({"regions": ((5, 2),)}, "regions.0.0", None, {}),
    ],
)
def test_a_number_becomes_part_of_the_entry(
    before: dict[str, Any], name: str, number: int | None, after: dict[str, Any]
) -> None:
    assert entered(before, name, number) == after


def test_a_tick_is_set_and_taken_away() -> None:
    ticked = with_tick(state_of({}, {}), 1, "castle", ticked=True)
    assert [dict(player.entries) for player in ticked.table.players] == [{}, {"castle": True}]
    assert number_in(ticked.table.players[1], EntryPart(key="castle")) == 1
    assert not with_tick(ticked, 1, "castle", ticked=False).table.players[1].entries


@pytest.mark.parametrize("name", ["crowns", "rounds.12", "regions.3.1"])
def test_a_part_is_read_as_it_is_named(name: str) -> None:
    assert EntryPart.read(name).name == name


def test_there_is_room_for_one_more_round_and_one_more_pair() -> None:
    state = state_of({"rounds": (1, 2), "regions": ((5, 2),)}, {"rounds": (4,)})
    anna, ben = state.table.players
    assert rounds_to_enter(state.table.players, "rounds") == 3
    assert [part.name for part in parts_of(ROUNDS, ben, 3)] == ["rounds.0", "rounds.1", "rounds.2"]
    assert [part.name for part in parts_of(REGIONS, anna, 0)] == [
        "regions.0.0",
        "regions.0.1",
        "regions.1.0",
        "regions.1.1",
    ]
    assert [number_in(ben, part) for part in parts_of(ROUNDS, ben, 3)] == [4, None, None]
    assert [number_in(anna, part) for part in parts_of(REGIONS, anna, 0)] == [5, 2, None, None]


def test_there_is_no_room_beyond_what_a_document_holds() -> None:
    state = state_of({"rounds": (1,) * 100, "regions": ((1, 1),) * 50})
    player = state.table.players[0]
    assert rounds_to_enter(state.table.players, "rounds") == 100
    assert len(parts_of(REGIONS, player, 0)) == 100


@given(strategies.tables(among=strategies.TYPED))
def test_a_table_that_is_entered_part_by_part_is_the_same_table(table: Table) -> None:
    blank = tuple(Player(name=player.name) for player in table.players)
    state = TableState(table=replace(table, players=blank), extras=Extras(seats=styles(len(blank))))
    for seat, player in enumerate(table.players):
        for category in table.pad.categories:
            for part in parts_of(category, player, rounds_to_enter(table.players, category.key)):
                number = number_in(player, part)
                if isinstance(category, Tick):
                    state = with_tick(state, seat, part.key, ticked=bool(number))
                elif number is not None:
                    state = with_number(state, seat, part, number)
    for player, wanted in zip(state.table.players, table.players, strict=True):
        assert player.entries == {key: one for key, one in wanted.entries.items() if one is not False and one != ()}
    assert not list(problems_in(state.table, SCORE_PAD.limits))
    assert SCORE_PAD.score(state.table) == SCORE_PAD.score(table)

"""Strategies of Mayor: tables, buildings placed and parks placed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypothesis import strategies as st

from scoring.mayor import state as mayor
from tests.strategies import names

if TYPE_CHECKING:
    from hypothesis.strategies import DrawFn


@st.composite
def tables(draw: DrawFn) -> mayor.Table:
    """A table without problems: one Citizen on 50 or more at most."""
    called = draw(st.lists(names, min_size=2, max_size=4, unique_by=str.casefold))
    citizens = draw(st.lists(st.integers(0, 49), min_size=len(called), max_size=len(called)))
    if draw(st.booleans()):
        citizens[draw(st.integers(0, len(called) - 1))] = draw(st.integers(50, mayor.CITIZEN_RANGE.high))
    seated = tuple(
        mayor.Player(
            name=name,
            citizen=citizen,
            banker=draw(st.one_of(st.integers(0, 4), st.integers(0, mayor.BANKER_RANGE.high))),
            tiles=draw(st.integers(0, mayor.TILES_RANGE.high)),
        )
        for name, citizen in zip(called, citizens, strict=True)
    )
    lines = draw(st.dictionaries(st.sampled_from(mayor.Kind), st.integers(0, 2)))
    return mayor.Table(players=seated, tile_lines=lines)


@st.composite
def placings(draw: DrawFn) -> tuple[mayor.Table, mayor.PlaceAsk]:
    """A building placed on any square, whether or not the active player has the gold."""
    table = draw(tables())
    at_the_table = st.sampled_from([player.name for player in table.players])
    areas, rings, streets = (st.sampled_from(kind) for kind in (mayor.Area, mayor.Ring, mayor.Street))
    square = mayor.Square(
        streets=tuple(draw(st.lists(streets, min_size=1, max_size=2, unique=True))), area=draw(areas), ring=draw(rings)
    )
    return table, mayor.PlaceAsk(
        player=draw(at_the_table),
        kind=draw(st.sampled_from(mayor.Building)),
        icons=mayor.Icons(street=draw(streets), area=draw(areas), ring=draw(rings)),
        square=square,
        beside=tuple(draw(st.lists(at_the_table, unique=True))),
        rainbow=draw(st.booleans()),
    )


@st.composite
def parks(draw: DrawFn) -> tuple[mayor.Table, mayor.ParkAsk]:
    """A park placed in any block, whether or not the active player has the gold."""
    table = draw(tables())
    buildings = st.sampled_from(mayor.Building)
    return table, mayor.ParkAsk(
        player=draw(st.sampled_from([player.name for player in table.players])),
        icons=draw(st.dictionaries(buildings, st.integers(1, 3))),
        block=tuple(draw(st.lists(buildings, max_size=3))),
        rainbow=draw(st.booleans()),
    )

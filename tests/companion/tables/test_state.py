"""A table as it is played: what is stored of it comes back, whatever lies there."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.tables.state import (
    STYLES,
    Colour,
    Extras,
    PlayerStyle,
    Shape,
    TableState,
    state_after,
    state_of,
    stored_of,
    toggle_tick,
    with_player,
)
from scoring.carpe_diem.game import CARPE_DIEM
from scoring.carpe_diem.state import (
    DISTRICT_SQUARES,
    OPENINGS,
    SHOVEL_SQUARES,
    BookedVisit,
    District,
    Feature,
    Objective,
)
from scoring.carpe_diem.state import Tile as TileOf
from storage.documents.codec import DocumentError
from tests.companion.carpe_diem_tables import player_with, table_state, tile
from tests.scoring.carpe_diem import strategies

few = st.integers(0, 3)
words = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
cells = st.sampled_from(DISTRICT_SQUARES)
seats = st.builds(PlayerStyle, colour=st.sampled_from(Colour), shape=st.sampled_from(Shape))
visits = st.builds(
    BookedVisit,
    phase=st.integers(1, 4),
    seat=few,
    cells=st.tuples(cells, cells),
    points=st.integers(-8, 99),
    prestige=few,
)
notes = st.builds(
    Extras,
    seats=st.lists(seats, min_size=2, max_size=4).map(tuple),
    ticked=st.lists(words).map(tuple),
    checked=st.lists(words).map(tuple),
)
tables = st.builds(
    replace,
    strategies.tables(),
    phase=st.integers(1, 5),
    order=st.permutations(range(3)).map(tuple),
    round=st.none() | st.integers(1, 7),
    visits=st.lists(visits, max_size=4).map(tuple),
    objective=st.sampled_from(Objective),
    settled=st.lists(st.builds("{} pond {}".format, few, cells)).map(tuple),
    writs=st.lists(st.builds("{} {}".format, few, cells)).map(tuple),
)

features = st.builds(Feature, kind=strategies.kinds, opens=st.sampled_from(OPENINGS), chimneys=st.integers(0, 9))
heaps = st.builds(
    District,
    shovel=st.one_of(st.none(), st.sampled_from(SHOVEL_SQUARES)),
    tiles=st.lists(
        st.builds(TileOf, cell=cells, features=st.lists(features, min_size=1, max_size=4).map(tuple)), max_size=8
    ).map(tuple),
)
"""Districts that nobody looked over: whatever can be entered, wherever."""


def stored(state: TableState[Any]) -> TableState[Any]:
    """What comes back of an state that went through JSON."""
    return state_of(CARPE_DIEM, json.loads(json.dumps(stored_of(state))))


@given(table=tables, extras=notes)
def test_what_is_stored_comes_back(table: Any, extras: Extras) -> None:
    state = TableState(table=table, extras=extras)
    assert stored(state) == state


@given(table=tables, later_table=tables, extras=notes, later=notes)
def test_what_comes_back_is_the_same_object_where_it_is_as_before(
    table: Any, later_table: Any, extras: Extras, later: Extras
) -> None:
    before = TableState(table=table, extras=extras)
    assert state_after(stored(before), before) is before
    after = state_after(stored(TableState(table=later_table, extras=later)), before)
    assert after == TableState(table=later_table, extras=later)
    one_more = with_player(before, 0, prestige=(table.players[0].prestige + 1) % 100)
    again = state_after(stored(one_more), before)
    assert again == one_more
    assert again.extras is extras
    assert [now is was for now, was in zip(again.table.players, table.players, strict=True)] == [
        seat > 0 for seat in range(len(table.players))
    ]


@given(table=strategies.tables(), heap=heaps, space=st.integers(0, 99))
def test_a_board_that_cannot_be_is_stored_as_well(table: Any, heap: District, space: int) -> None:
    state = table_state(*table.players)
    impossible = with_player(state, 0, district=heap, prestige=space)
    assert stored(impossible) == impossible


def test_two_tiles_on_one_square_and_a_marker_past_the_bar_come_back() -> None:
    anna = player_with("Anna", tile("A1", "pond N"), tile("A1", "market"), tile("F6", "villa"), prestige=99)
    state = table_state(anna)
    assert stored(state) == state


@pytest.mark.parametrize(
    ("spoil", "path"),
    [
        (lambda table, _: table["players"][0].pop("writs_left"), "players[0].writs_left"),
        (lambda table, _: table.update(colour="red"), "colour"),
        (lambda table, _: table.update(phase="four"), "phase"),
        (lambda _, extras: extras["seats"][1].update(colour="pink"), "seats[1].colour"),
        (lambda _, extras: extras.pop("seats"), "seats"),
        (lambda _, extras: extras.update(later=1), "later"),
    ],
)
def test_what_has_other_fields_is_not_read(spoil: Any, path: str) -> None:
    content = stored_of(table_state(player_with("Anna")))
    spoil(content["table"], content["extras"])
    with pytest.raises(DocumentError) as refused:
        state_of(CARPE_DIEM, content)
    assert [problem.path for problem in refused.value.problems] == [path]


def test_a_tick_comes_and_goes() -> None:
    assert toggle_tick((), "forum") == ("forum",)
    assert toggle_tick(("forum",), "writs") == ("forum", "writs")
    assert toggle_tick(("forum", "writs"), "forum") == ("writs",)


def test_fields_of_one_player_change_and_of_no_other() -> None:
    before = table_state(player_with("Anna"), player_with("Ben"))
    after = with_player(before, 1, coins=3, bread=1)
    assert after.table.players == (before.table.players[0], replace(before.table.players[1], coins=3, bread=1))
    assert after.extras is before.extras


def test_nobody_looks_like_another() -> None:
    assert len({style.colour for style in STYLES}) == len({style.shape for style in STYLES}) == 4

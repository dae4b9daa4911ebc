"""What players enter on a pad: part by part, it becomes the entry of the document."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from companion.games.score_pad.copy_values import round_is_complete
from companion.games.score_pad.kinds import kit_of, with_number
from companion.games.score_pad.kinds.kind import EntryPart, number_in, with_entry
from companion.games.score_pad.kinds.marked import is_marked, mark
from companion.games.score_pad.only_totals import REST, keeping_totals, may_have_only_totals
from companion.tables.state import Extras, TableState, styles
from scoring.problems import problems_in
from scoring.score_pad.game import SCORE_PAD
from scoring.score_pad.kinds import Bids, BidWorth, Lookups, Marked, MarkedRule, Points, Products, Rounds, Tick
from scoring.score_pad.rules import columns
from scoring.score_pad.state import Pad, Player, Table, number_of
from scoring.sheet import Winner
from tests.scoring.score_pad import strategies
from tests.strategies import examples

POINTS = Points(key="points_of_all", title="Points")
ROUNDS = Rounds(key="rounds", title="Rounds")
REGIONS = Products(key="regions", title="Regions")
CASTLE = Tick(key="castle", title="Castle", worth=10)
TRICKS = Bids(key="tricks", title="Tricks", made=BidWorth(base=20), missed=BidWorth(per_off=-10))
HANDS = Marked(key="hands", title="Hands", rule=MarkedRule.DOUBLE)
TREES = Lookups(key="trees", title="Trees", values=(0, 1, 3))
PAD = Pad(title="A game", categories=(POINTS, ROUNDS, REGIONS, CASTLE, TRICKS, HANDS, TREES))

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
        ({}, "trees.0", 4, {"trees": (4,)}),
        ({"trees": (4, 1)}, "trees.2", 0, {"trees": (4, 1, 0)}),
        ({"trees": (4, 1)}, "trees.0", None, {"trees": (1,)}),
        ({"trees": (4,)}, "trees.0", None, {}),
        ({}, "hands.0", 12, {"hands": ((12, False),)}),
        ({"hands": ((12, True),)}, "hands.0", 9, {"hands": ((9, True),)}),
        ({"hands": ((12, True),)}, "hands.2", 9, {"hands": ((12, True), (0, False), (9, False))}),
        ({"hands": ((12, True),)}, "hands.0", None, {}),
        ({"tricks": ((2, 1), (0, 0))}, "tricks.0.0", 1, {"tricks": ((1, 1), (0, 0))}),
        ({"tricks": ((2, 1), (0, 0))}, "tricks.0.1", 3, {"tricks": ((2, 3), (0, 0))}),
        ({"tricks": ((2, 1), (0, 0))}, "tricks.0.1", None, {"tricks": ((2, 0), (0, 0))}),
        ({"tricks": ((2, 1), (0, 0))}, "tricks.1.1", None, {"tricks": ((2, 1),)}),
        ({"tricks": ((2, 1),)}, "tricks.0.2", -5, {"tricks": ((2, 1, -5),)}),
        ({"tricks": ((2, 1, 30),)}, "tricks.0.1", 2, {"tricks": ((2, 2, 30),)}),
        ({"tricks": ((2, 1, 30),)}, "tricks.0.2", None, {"tricks": ((2, 1),)}),
        ({"tricks": ((2, 1),)}, "tricks.1.1", 2, {"tricks": ((2, 1),)}),
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
    ticked = with_number(state_of({}, {}), 1, EntryPart.read("castle"), 1)
    assert [dict(player.entries) for player in ticked.table.players] == [{}, {"castle": True}]
    assert number_in(ticked.table, 1, EntryPart(key="castle")) == 1
    assert not with_number(ticked, 1, EntryPart.read("castle"), 0).table.players[1].entries


def bidding(state: State, *numbers: tuple[int, str, int | None]) -> State:
    """The table after numbers of bids: the seat, the part, and the number."""
    for seat, name, number in numbers:
        state = with_number(state, seat, EntryPart.read(name), number)
    return state


def test_a_bid_waits_until_it_is_said_what_was_made_of_it() -> None:
    bid = bidding(state_of({}, {}), (0, "tricks.0.0", 2), (1, "tricks.0.0", 0))
    assert bid.table.bids == ({"tricks": 2}, {"tricks": 0})
    assert not any(player.entries for player in bid.table.players)
    assert not round_is_complete(bid.table, TRICKS)
    made = bidding(bid, (0, "tricks.0.1", 1))
    assert made.table.bids == ({}, {"tricks": 0})
    assert made.table.players[0].entries == {"tricks": ((2, 1),)}
    assert kit_of(TRICKS).rounds_to_enter(TRICKS, made.table.players) == 1
    complete = bidding(made, (1, "tricks.0.1", 1))
    assert complete.table.bids == ()
    assert round_is_complete(complete.table, TRICKS)
    assert kit_of(TRICKS).rounds_to_enter(TRICKS, complete.table.players) == 2
    back = bidding(complete, (1, "tricks.0.1", None))
    assert back.table == made.table
    assert bidding(bid, (0, "tricks.0.0", None), (1, "tricks.0.0", None)).table == state_of({}, {}).table


def test_a_list_of_cards_says_how_many_rounds_are_bid_in() -> None:
    listed = replace(TRICKS, cards=(2, 1))
    players = state_of({"tricks": ((1, 1), (0, 0))}, {"tricks": ((0, 1), (1, 1))}).table.players
    assert kit_of(TRICKS).rounds_to_enter(TRICKS, players) == 3
    assert kit_of(listed).rounds_to_enter(listed, players) == 2
    assert kit_of(replace(listed, cards=(2,))).rounds_to_enter(replace(listed, cards=(2,)), players) == 2


def test_one_player_at_most_is_marked_in_a_round() -> None:
    state, second = state_of({"hands": ((4, True), (7, False))}, {"hands": ((3, False),)}), EntryPart.read("hands.1")
    marked = mark(state, 1, second)
    assert [player.entries["hands"] for player in marked.table.players] == [
        ((4, True), (7, False)),
        ((3, False), (0, True)),
    ]
    assert [is_marked(marked.table, seat, second) for seat in (0, 1)] == [False, True]
    taken = mark(marked, 0, second)
    assert [is_marked(taken.table, seat, second) for seat in (0, 1)] == [True, False]
    assert not any(is_marked(mark(taken, 0, second).table, seat, second) for seat in (0, 1))


@pytest.mark.parametrize("name", ["crowns", "rounds.12", "regions.3.1"])
def test_a_part_is_read_as_it_is_named(name: str) -> None:
    assert EntryPart.read(name).name == name


def test_there_is_room_for_one_more_round_and_one_more_pair() -> None:
    state = state_of({"rounds": (1, 2), "regions": ((5, 2),)}, {"rounds": (4,)})
    table = state.table
    assert kit_of(ROUNDS).rounds_to_enter(ROUNDS, table.players) == 3
    assert [part.name for part in kit_of(ROUNDS).parts(ROUNDS, table, 1, 3)] == ["rounds.0", "rounds.1", "rounds.2"]
    assert [part.name for part in kit_of(REGIONS).parts(REGIONS, table, 0, 0)] == [
        "regions.0.0",
        "regions.0.1",
        "regions.1.0",
        "regions.1.1",
    ]
    assert [number_in(table, 1, part) for part in kit_of(ROUNDS).parts(ROUNDS, table, 1, 3)] == [4, None, None]
    assert [number_in(table, 0, part) for part in kit_of(REGIONS).parts(REGIONS, table, 0, 0)] == [5, 2, None, None]


def test_there_is_no_room_beyond_what_a_document_holds() -> None:
    state = state_of({"rounds": (1,) * 100, "regions": ((1, 1),) * 50})
    assert kit_of(ROUNDS).rounds_to_enter(ROUNDS, state.table.players) == 100
    assert len(kit_of(REGIONS).parts(REGIONS, state.table, 0, 0)) == 100


@given(strategies.tables(among=strategies.TYPED))
def test_a_table_that_is_entered_part_by_part_is_the_same_table(table: Table) -> None:
    blank = tuple(Player(name=player.name, joined=player.joined, left=player.left) for player in table.players)
    state = TableState(table=replace(table, players=blank), extras=Extras(seats=styles(len(blank))))
    for seat in range(len(blank)):
        for category in table.pad.categories:
            for part in kit_of(category).parts(
                category, table, seat, kit_of(category).rounds_to_enter(category, table.players)
            ):
                number = number_in(table, seat, part)
                if number is not None:
                    state = with_number(state, seat, part, number)
                if isinstance(category, Marked) and is_marked(table, seat, part):
                    state = mark(state, seat, part)
    for player, expected in zip(state.table.players, table.players, strict=True):
        assert player.entries == {
            key: entry for key, entry in expected.entries.items() if entry is not False and entry != ()
        }
    assert not list(problems_in(state.table, SCORE_PAD.limits))
    assert SCORE_PAD.score(state.table) == SCORE_PAD.score(table)


@given(strategies.tables(), st.data())
@examples(30)
def test_totals_that_were_entered_stay_whatever_is_entered_in_a_line(table: Table, data: st.DataObject) -> None:
    pad = replace(
        table.pad, categories=(*table.pad.categories[:5], Points(key=REST, title="In no line")), tie_breaks=()
    )
    keys = {category.key for category in pad.categories}
    assume(all(key in keys for category in pad.categories for key in category.sources))
    players = tuple(
        replace(player, entries={key: entry for key, entry in player.entries.items() if key in keys} | {REST: 7})
        for player in table.players
    )
    state = TableState(table=replace(table, pad=pad, players=players), extras=Extras(seats=styles(len(players))))
    totals = [column.total for column in columns(state.table)]
    seat, rival = (data.draw(st.sampled_from(range(len(players)))) for _ in range(2))
    key = data.draw(st.sampled_from([category.key for category in pad.categories[:-1]]))
    entry = players[rival].entries.get(key)
    after = keeping_totals(lambda before: with_entry(before, seat, key, entry))(state)
    assert [column.total for column in columns(after.table)] == totals
    again = keeping_totals(lambda before: with_entry(before, seat, REST, 9))(after)
    moved = 9 - number_of(after.table.players[seat], REST)
    expected = [total + moved * (at == seat) for at, total in enumerate(totals)]
    assert [column.total for column in columns(again.table)] == expected


def test_only_the_totals_are_for_pads_whose_lines_come_to_one() -> None:
    tricks = Pad(title="Tricks", categories=(TRICKS,))
    points = Points(key="points_made", title="Points")
    assert not may_have_only_totals(tricks)
    assert may_have_only_totals(replace(tricks, categories=(TRICKS, points)))
    assert not may_have_only_totals(replace(tricks, categories=(TRICKS, points), winner=Winner.TOGETHER))
    full = tuple(replace(points, key=f"points_{number}") for number in range(40))
    assert not may_have_only_totals(replace(tricks, categories=full))

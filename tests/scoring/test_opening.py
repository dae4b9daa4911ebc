"""The lines of a sheet are opened in the order that keeps the winner open longest: every order is the judge."""

from __future__ import annotations

from itertools import permutations
from random import Random
from typing import TYPE_CHECKING

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from scoring.messages import say
from scoring.opening import in_front, leads, opening, opening_order, settled_after
from scoring.sheet import Better, Column, Criterion, Line, Sheet, Standing, most_points, standings

if TYPE_CHECKING:
    from collections.abc import Sequence

    Lines = list[tuple[int, ...]]

POINTS = st.integers(-2, 9)
SHEETS = st.integers(1, 4).flatmap(lambda seats: st.lists(st.tuples(*[POINTS] * seats), min_size=1, max_size=6))


def sums(lines: Lines) -> tuple[int, ...]:
    return tuple(map(sum, zip(*lines, strict=True)))


def latest(lines: Lines, winners: frozenset[int]) -> int:
    """When the winner is settled in the order that keeps it open longest: every order was tried."""
    return max(settled_after(lines, winners, order) for order in permutations(range(len(lines))))


def flat_first(lines: Lines, order: Sequence[int]) -> bool:
    flat = [number for number, line in enumerate(lines) if len(set(line)) == 1]
    return list(order[: len(flat)]) == flat


@given(SHEETS, st.sampled_from(["by points", "by a tie-break"]))
@example([(5, 1, 0), (4, 0, 4), (3, 2, 1)], "by points")
@example([(3, 3, 1), (3, 3, 1)], "by points")
@example([(3, 3, 1), (4, 3, 1), (3, 4, 0)], "by points")
def test_no_order_keeps_the_winner_open_longer_nor_any_as_long_with_smaller_leads(lines: Lines, decided: str) -> None:
    winners = in_front(sums(lines))
    winners = frozenset({min(winners)}) if decided == "by a tie-break" else winners
    order = opening_order(lines, winners)
    assert sorted(order) == list(range(len(lines)))
    last = latest(lines, winners)
    assert settled_after(lines, winners, order) == last
    equals = [each for each in permutations(range(len(lines))) if settled_after(lines, winners, each) == last]
    assert leads(lines, order) == min(leads(lines, each) for each in equals if flat_first(lines, each))


@given(SHEETS, st.data())
def test_a_line_that_decides_comes_last_with_the_smallest_leads_before_it(lines: Lines, data: st.DataObject) -> None:
    decisive = data.draw(st.sampled_from(range(len(lines))))
    flat = [number for number, line in enumerate(lines) if len(set(line)) == 1 and number != decisive]
    order = opening_order(lines, frozenset({0}), decisive)
    equals = [
        each for each in permutations(range(len(lines))) if each[-1] == decisive and list(each[: len(flat)]) == flat
    ]
    assert order in equals
    assert leads(lines, order) == min(leads(lines, each) for each in equals)


def fewest_left_out(lines: Lines, winner: int) -> int:
    """How many lines have to be left out, of each pair the best ones, for the winner not to be alone in front."""
    totals = sums(lines)
    counts = []
    for rival in range(len(totals)):
        gains = sorted((line[winner] - line[rival] for line in lines), reverse=True)
        gap = totals[winner] - totals[rival]
        if rival != winner:
            counts.append(next(n for n in range(len(lines) + 1) if sum(gains[:n]) >= gap))
    return min(counts)


@pytest.mark.parametrize("seed", range(12))
def test_a_long_sheet_is_kept_open_as_long_as_can_be_too(seed: int) -> None:
    chance = Random(seed)
    seats, top = chance.randint(2, 8), chance.choice([1, 9, 60])
    ahead = chance.randrange(seats)
    lines = [
        tuple(chance.randint(0, top) + (top // 2 if seat == ahead else 0) for seat in range(seats)) for _ in range(30)
    ]
    winners = in_front(sums(lines))
    order = opening_order(lines, winners)
    assert sorted(order) == list(range(len(lines)))
    if len(winners) == 1:
        assert settled_after(lines, winners, order) == len(lines) - fewest_left_out(lines, min(winners)) + 1


def test_who_is_in_front_from_the_first_line_on_is_settled_with_it() -> None:
    assert settled_after([(3, 1), (4, 2)], frozenset({0}), (0, 1)) == 1
    assert settled_after([(0, 0)], frozenset({0, 1}), (0,)) == 0
    assert opening_order([(0, 0), (1, 1)], frozenset({0, 1})) == (0, 1)


REF = say("the rules")


def sheet(*columns: dict[str, int], criteria: tuple[Criterion[None], ...] = (most_points(REF),)) -> Sheet:
    made = tuple(
        Column(
            player=name,
            lines=tuple(Line(rule=rule, points=points, because=REF, ref=REF) for rule, points in column.items()),
        )
        for name, column in zip(("Anna", "Ben", "Cleo"), columns, strict=False)
    )
    return Sheet(columns=made, standings=standings(None, made, criteria))


def of_line(rule: str) -> Criterion[None]:
    def figure(_table: None, _seat: int, column: Column) -> int:
        return next(line.points for line in column.lines if line.rule == rule)

    return Criterion(name=rule, title=say("points"), better=Better.MOST, figure=figure, ref=REF)


def test_the_line_that_turns_it_comes_last() -> None:
    towns = sheet({"fish": 9, "bread": 1, "wine": 2}, {"fish": 1, "bread": 4, "wine": 6})
    assert towns.winners == ("Anna",)
    assert opening(towns, Better.MOST) == (1, 2, 0)


def test_where_the_fewest_points_win_the_least_is_in_front() -> None:
    criteria = (Criterion(name="points", title=say("points"), better=Better.FEWEST, figure=total, ref=REF),)
    strokes = sheet({"first": 9, "second": 2}, {"first": 4, "second": 5}, criteria=criteria)
    assert strokes.winners == ("Ben",)
    assert opening(strokes, Better.FEWEST) == (1, 0)


def total(_table: None, _seat: int, column: Column) -> int:
    return column.total


def test_the_line_that_breaks_a_tie_comes_last() -> None:
    level = sheet({"coins": 4, "fish": 3}, {"coins": 3, "fish": 4}, criteria=(most_points(REF), of_line("coins")))
    assert level.winners == ("Anna",)
    assert opening(level, Better.MOST) == (1, 0)


def test_where_nobody_stands_before_anybody_else_the_lines_open_as_on_the_sheet() -> None:
    assert opening(sheet({"coins": 4, "fish": 3}, {"coins": 3, "fish": 4}), Better.MOST) == (0, 1)
    columns = sheet({"coins": 1, "fish": 3}, {"coins": 3, "fish": 4}).columns
    lost = tuple(Standing(place=2, player=name, total=4, decided_by="", because=REF) for name in ("Anna", "Ben"))
    assert opening(Sheet(columns=columns, standings=lost), Better.MOST) == (0, 1)
    assert opening(sheet({"coins": 4, "fish": 3}), Better.MOST) == (0, 1)

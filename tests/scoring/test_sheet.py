"""What every game speaks: places, what decided them, messages, and problems found part by part."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import pytest

from scoring.messages import counted, say
from scoring.problems import (
    MAX_PROBLEMS,
    UNREADABLE,
    Limits,
    Problem,
    UnreadableError,
    checked_after,
    for_each,
    problems_in,
)
from scoring.sheet import Better, Column, Criterion, Line, Standing, standings, tie_break

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator


@dataclass(frozen=True, slots=True, kw_only=True)
class Seat:
    points: int
    writs: int = 0
    steps: int = 0


def column(player: str, points: int) -> Column:
    return Column(player=player, lines=(Line(rule="track", points=points, because=say("so"), ref=say("here")),))


Figure = Callable[[tuple[Seat, ...], int, Column], int]


def criterion(name: str, title: str, figure: Figure, better: Better = Better.MOST) -> Criterion[tuple[Seat, ...]]:
    return Criterion(name=name, title=say(title), better=better, figure=figure, ref=say("here"))


MAX_POINTS = criterion("points", "points", lambda _table, _seat, column: column.total)
MAX_WRITS = criterion("writs", "writs", lambda table, seat, _column: table[seat].writs)
FEWEST_STEPS = criterion("steps", "steps", lambda table, seat, _column: table[seat].steps, Better.FEWEST)
PAST_THE_END = criterion("mayor", "mayors", lambda table, seat, _column: table[seat].steps)


def ranked(
    *seats: Seat, criteria: tuple[Criterion[tuple[Seat, ...]], ...] = (MAX_POINTS, MAX_WRITS, FEWEST_STEPS)
) -> list[tuple[int, str, str]]:
    columns = tuple(column("ABCD"[number], seat.points) for number, seat in enumerate(seats))
    return [(standing.place, standing.player, standing.decided_by) for standing in standings(seats, columns, criteria)]


def test_most_points_come_first() -> None:
    assert ranked(Seat(points=3), Seat(points=5)) == [(1, "B", "points"), (2, "A", "")]


def test_a_tie_falls_by_the_first_criterion_that_separates() -> None:
    seats = (Seat(points=5, writs=1, steps=4), Seat(points=5, writs=1, steps=3), Seat(points=5, writs=0))
    assert ranked(*seats) == [(1, "B", "steps"), (2, "A", "writs"), (3, "C", "")]


def test_players_level_on_everything_share_a_place_and_the_next_is_skipped() -> None:
    assert ranked(Seat(points=5), Seat(points=5), Seat(points=2)) == [
        (1, "A", "points"),
        (1, "B", "points"),
        (3, "C", ""),
    ]


def test_all_level_share_the_first_place_and_nothing_decides() -> None:
    assert ranked(Seat(points=5), Seat(points=5)) == [(1, "A", ""), (1, "B", "")]


def test_the_winner_need_not_have_most_points() -> None:
    seats = (Seat(points=70, steps=0), Seat(points=10, steps=1))
    assert ranked(*seats, criteria=(PAST_THE_END, MAX_POINTS)) == [(1, "B", "mayor"), (2, "A", "")]


def because(*seats: Seat) -> list[str]:
    columns = tuple(column("ABCD"[number], seat.points) for number, seat in enumerate(seats))
    return [str(standing.because) for standing in standings(seats, columns, (MAX_POINTS, MAX_WRITS, FEWEST_STEPS))]


def test_the_reason_of_a_place_names_the_figures() -> None:
    assert because(Seat(points=5), Seat(points=2)) == ["most points: 5 to 2", "last place"]


def test_the_reason_of_a_tie_names_what_was_level() -> None:
    assert because(Seat(points=5, steps=1), Seat(points=5, steps=9)) == [
        "level on points and writs; fewest steps: 1 to 9",
        "last place",
    ]


def test_a_tie_break_has_what_was_counted_and_both_figures() -> None:
    seats = (Seat(points=5, steps=1), Seat(points=5, steps=9), Seat(points=2))
    columns = tuple(column("ABC"[number], seat.points) for number, seat in enumerate(seats))
    first, second, last = standings(seats, columns, (MAX_POINTS, MAX_WRITS, FEWEST_STEPS))
    assert tie_break(first) == (FEWEST_STEPS.title, (1, 9))
    assert tie_break(second) is tie_break(last) is None


def test_the_reason_of_a_shared_place_names_the_others() -> None:
    shared = "level with B on everything, the place is shared"
    assert because(Seat(points=5), Seat(points=5)) == [shared, shared.replace("B", "A")]


def test_a_total_is_the_sum_of_the_lines() -> None:
    lines = tuple(Line(rule="r", points=points, because=say("so"), ref=say("here")) for points in (3, -5, 0))
    assert Column(player="A", lines=lines).total == -2


@pytest.mark.parametrize(
    ("message", "text"),
    [
        (say("{who} wins", who="Nick"), "Nick wins"),
        (say("{goods}", goods=()), "nothing"),
        (say("{goods}", goods=("fish",)), "fish"),
        (say("{goods}", goods=("fish", "herbs", say("{n} coins", n=2))), "fish, herbs and 2 coins"),
        (counted(1, "{number} coin", "{number} coins"), "1 coin"),
        (counted(-1, "{number} coin", "{number} coins"), "-1 coin"),
        (counted(0, "{number} coin", "{number} coins"), "0 coins"),
        (say("{name}", name="{braces}"), "{braces}"),
    ],
)
def test_messages_put_values_into_templates(message: object, text: str) -> None:
    assert str(message) == text


@dataclass(frozen=True, slots=True, kw_only=True)
class Plot:
    size: int
    owner: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Field:
    plots: tuple[Plot | None, ...]
    sizes: int = 0


def too_small(plot: Plot) -> Iterable[Problem]:
    if plot.size < 1:
        yield Problem(path="size", message=say("{size} is too small", size=plot.size))


def owned_twice(field: Field) -> Iterator[Problem]:
    seen: set[str] = set()

    def owned_once(index: int, plot: Plot | None) -> Iterator[Problem]:
        if plot is not None and plot.owner in seen:
            yield Problem(path=f"plots[{index}].owner", message=say("twice"))
        if plot is not None:
            seen.add(plot.owner)

    yield from for_each(field.plots, owned_once)


def test_limits_are_applied_to_every_part_with_paths_from_the_root() -> None:
    field = Field(plots=(Plot(size=1, owner="A"), None, Plot(size=0, owner="A")))
    problems = problems_in(field, {Plot: (too_small,), Field: (owned_twice,)})
    assert [problem.path for problem in problems] == ["plots[2].owner", "plots[2].size"]


def test_a_limit_that_needs_an_unreadable_value_is_passed_over_and_no_other() -> None:
    plots = (Plot(size=UNREADABLE, owner="A"), Plot(size=0, owner=UNREADABLE), UNREADABLE, Plot(size=2, owner="A"))
    problems = problems_in(Field(plots=plots), {Plot: (too_small,), Field: (owned_twice,)})
    assert [problem.path for problem in problems] == ["plots[3].owner", "plots[1].size"]


def test_a_limit_finds_so_many_problems_and_no_more_until_some_are_gone() -> None:
    small = [Plot(size=0, owner="A")] * 2 * MAX_PROBLEMS
    limits: Limits = {Plot: (too_small,)}
    checked = checked_after(Field(plots=tuple(small)), limits, None)
    assert len(checked.problems) == MAX_PROBLEMS
    small[:MAX_PROBLEMS] = [Plot(size=1, owner="A")] * MAX_PROBLEMS
    assert len(checked_after(Field(plots=tuple(small)), limits, checked).problems) == MAX_PROBLEMS


def test_an_unreadable_state_has_no_further_problems() -> None:
    assert problems_in(UNREADABLE, {Plot: (too_small,)}) == []


@pytest.mark.parametrize(
    "use",
    [
        lambda value: value.name,
        lambda value: value == 1,
        lambda value: value < 1,
        lambda value: value + 1,
        lambda value: 1 - value,
        list,
        lambda value: {value},
        bool,
        lambda value: value["x"],
        lambda value: "x" in value,
        len,
    ],
)
def test_any_use_of_an_unreadable_value_is_refused(use: object) -> None:
    assert callable(use)
    with pytest.raises(UnreadableError):
        use(UNREADABLE)


def test_a_standing_is_a_value() -> None:
    last = Standing(place=1, player="A", total=3, decided_by="", because=say("last place"))
    assert last == Standing(place=1, player="A", total=3, decided_by="", because=say("last place"))

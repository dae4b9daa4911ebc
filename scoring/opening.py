"""The order in which the lines of a final sheet are opened one by one, so that the winner stays open longest.

Whoever looks on sees the sums of the open lines, and of a closed one nothing. For them the game is over when the winner
goes in front and stays there. So the winner is settled after so many open lines if from then on the winners, and nobody
else, are in front; the longest open is the winner that is settled latest. What decides and is no sum, as where players
are level, is opened after all else, and no order settles the winner before.

Many orders do that. The best of them has the smallest lead before its last line, then before the line before that, and
so on: the smaller the lead, the more a line can turn. Lines in which all have the same turn nothing, and come first.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from scoring.sheet import Better

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from scoring.sheet import Sheet

    Points = tuple[int, ...]
    """A line of a sheet: what it gives each seat; the most are the best."""

MAX_LEVEL: Final = 70
"""The most orders that are equally good so far and are followed further; with eight lines there are no more.

Where there are, the lead may not be the smallest one; the winner is settled as late all the same.
"""


def opening(sheet: Sheet, better: Better) -> tuple[int, ...]:
    """Return the numbers of a sheet's lines in the order in which they are opened.

    `better` says whether the most or the fewest points win. A line by which a tie was broken, or that decides whatever
    the points, comes last. Where nobody stands before anybody else, the lines are opened as on the sheet.
    """
    sign = 1 if better is Better.MOST else -1
    rows = zip(*(column.lines for column in sheet.columns), strict=True)
    lines = tuple(tuple(sign * line.points for line in row) for row in rows)
    names = sheet.winners
    if not names or len(names) == len(sheet.columns):
        return tuple(range(len(lines)))
    winners = frozenset(seat for seat, column in enumerate(sheet.columns) if column.player in names)
    decided_by = next(place.decided_by for place in sheet.standings if place.place == 1)
    decisive = [number for number, line in enumerate(sheet.columns[0].lines) if line.rule == decided_by]
    return opening_order(lines, winners, decisive[0] if decisive else None)


def settled_after(lines: Sequence[Points], winners: frozenset[int], order: Sequence[int]) -> int:
    """Return how many lines are open when the winners are settled; one more than there are where no sum decides.

    Ben is in front until the last line:

    >>> settled_after([(7, 0), (0, 5), (0, 1)], frozenset({0}), (1, 2, 0))
    3
    >>> settled_after([(7, 0), (0, 5), (0, 1)], frozenset({0}), (0, 1, 2))
    1
    """
    sums = (0,) * len(lines[0])
    settled = 0 if in_front(sums) == winners else 1
    for number, line in enumerate(order, 1):
        sums = _plus(sums, lines[line])
        if in_front(sums) != winners:
            settled = number + 1
    return settled


def leads(lines: Sequence[Points], order: Sequence[int]) -> tuple[int, ...]:
    """Return the lead before each line of an order but the first, the last line first.

    >>> leads([(7, 0), (0, 5), (0, 1)], (1, 2, 0))
    (6, 5)
    """
    sums, before = (0,) * len(lines[0]), []
    for line in order[:-1]:
        sums = _plus(sums, lines[line])
        before.append(lead(sums))
    return tuple(reversed(before))


def in_front(sums: Points) -> frozenset[int]:
    """Return the seats that have the most."""
    most = max(sums)
    return frozenset(seat for seat, points in enumerate(sums) if points == most)


def lead(sums: Points) -> int:
    """Return by how much the first is ahead of the second, 0 where they are level.

    >>> lead((4, 9, 7)), lead((4, 4)), lead((4,))
    (2, 0, 0)
    """
    first, second, *_ = (*sorted(sums, reverse=True), *sums)
    return first - second


def opening_order(lines: Sequence[Points], winners: frozenset[int], decisive: int | None = None) -> tuple[int, ...]:
    """Return the order of lines that settles the winners latest, and of these the one with the smallest leads.

    The line that is `decisive` whatever the sums is opened last. Among equals, the last line of the sheet comes last.

    >>> opening_order([(7, 0), (0, 0), (0, 5), (0, 1)], frozenset({0}))
    (1, 3, 2, 0)
    """
    flat = [number for number, line in enumerate(lines) if len(set(line)) == 1 and number != decisive]
    free = {number: line for number, line in enumerate(lines) if number not in (*flat, decisive)}
    sums = tuple(map(sum, zip(*lines, strict=True)))
    is_sum = decisive is None and in_front(sums) == winners
    closed = _fewest_closed(tuple(free.values()), winners, sums) if is_sum else 0
    ends = [_End(sums if decisive is None else _minus(sums, lines[decisive]))]
    for number in range(1, len(free) + 1):
        longer = [after for end in ends for after in _longer(free, end)]
        if number <= closed:
            longer = [end for end in longer if _leaves_open(free, end, winners, closed)]
        least = min(lead(end.sums) for end in longer)
        different = {frozenset(end.closed): end for end in reversed(longer) if lead(end.sums) == least}
        ends = [*reversed(different.values())][:MAX_LEVEL]
    return (*flat, *ends[0].closed, *([] if decisive is None else [decisive]))


@dataclass(frozen=True, slots=True)
class _End:
    """The end of an order: the sums before it, and its lines, which are closed then."""

    sums: Points
    closed: tuple[int, ...] = ()


def _longer(lines: Mapping[int, Points], end: _End) -> Iterator[_End]:
    """Yield an end with each further line before it; of lines that make the same difference, only with the last one."""
    differences: set[Points] = set()
    for number in sorted(lines.keys() - set(end.closed), reverse=True):
        difference = _minus(lines[number], (lines[number][0],) * len(end.sums))
        if difference not in differences:
            differences.add(difference)
            yield _End(_minus(end.sums, lines[number]), (number, *end.closed))


def _fewest_closed(lines: Sequence[Points], winners: frozenset[int], sums: Points) -> int:
    """Return how many lines have to be closed, at least, for the winners not to be settled.

    That is 1 where winners who share the win differ in a line. Else they have the same in each, and against a rival the
    line that gains most is closed first, then the next.
    """
    if any(in_front(_minus(sums, line)) != winners for line in lines):
        return 1
    numbers = (
        next(number for number in range(2, len(lines) + 1) if sum(gains[:number]) >= gap)
        for gap, gains in _gaps(lines, winners, sums)
    )
    return min(numbers, default=0)


def _gaps(lines: Sequence[Points], winners: frozenset[int], sums: Points) -> Iterator[tuple[int, list[int]]]:
    """Yield by how much the winners are ahead of each rival, and what each line gives of that, the most first."""
    winner = min(winners)
    for rival in range(len(sums)):
        if rival not in winners:
            yield sums[winner] - sums[rival], sorted((line[winner] - line[rival] for line in lines), reverse=True)


def _leaves_open(lines: Mapping[int, Points], end: _End, winners: frozenset[int], closed: int) -> bool:
    """Return whether some end of so many closed lines, which ends like this one, begins before they are settled."""
    left = closed - len(end.closed)
    if not left:
        return in_front(end.sums) != winners
    others = [line for number, line in lines.items() if number not in end.closed]
    return any(sum(gains[:left]) >= gap for gap, gains in _gaps(others, winners, end.sums))


def _plus(sums: Points, line: Points) -> Points:
    return tuple(points + more for points, more in zip(sums, line, strict=True))


def _minus(sums: Points, line: Points) -> Points:
    return tuple(points - less for points, less in zip(sums, line, strict=True))

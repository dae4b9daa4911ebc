"""What was close on a pad: the smallest change of one number that would have changed who wins."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final

from scoring.messages import Message, say
from scoring.score_pad.kinds.category import Entry, number_in, parts_in
from scoring.score_pad.limits import TOTAL
from scoring.score_pad.rules import scored_alike, stands_whatever_the_points, tie_figure
from scoring.score_pad.state import Table, attended, entries_of, is_there, titles_of, with_entries
from scoring.sheet import CLOSE, Better, Winner, outcome, share

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from scoring.score_pad.kinds import Category
    from scoring.score_pad.state import Player
    from scoring.sheet import Sheet

MAX_SAID: Final = 2
"""The most that is said of what was close."""

MAX_TRIED: Final = 4000
"""After so many changes only what was found is said: an evening of twelve in a hundred rounds has too many."""

A_TENTH: Final = 10
"""Who is close is less than this part of the winner's total apart."""


def margins(table: Table, sheet: Sheet) -> tuple[Message, ...]:
    """Return the smallest changes of one number that would have changed who wins; `sheet` is that of the table.

    They are at most two, and none where the winner is a tenth of the points ahead or more, or a tick decided. A gap is
    said once, and after the smallest change those of players who are close themselves.
    """
    if not _was_close(table, sheet):
        return ()
    titles = titles_of(table.pad)
    winning = sheet.standings[0].total
    near = {each.player for each in sheet.standings if each.total == winning or is_close(winning, each.total)}
    of_pair: dict[frozenset[str], Message] = {}
    for turn in turns(table, sheet):
        if of_pair and not near.issuperset(turn.winners):
            continue
        change, name = turn.change, turn.name
        said = change.category.change_text(titles[change.category.key], change.number, change.index, change.part)
        words = outcome(turn.winners, name, share(sheet.winners, name))
        sentence = say("{what}: {value}.", what=name, value=replace(words, values={**words.values, "change": said}))
        of_pair.setdefault(frozenset({name, *sheet.winners, *turn.winners}), sentence)
        if len(of_pair) == MAX_SAID:
            break
    return tuple(of_pair.values())


def _was_close(table: Table, sheet: Sheet) -> bool:
    """Return whether a tie-break decided, or less than a tenth of the winner's points, or nothing did."""
    if len(sheet.standings) == 1 or table.pad.winner is Winner.TOGETHER:
        return False
    first, second = sheet.standings[:2]
    if first.total == second.total:
        return first.total != 0 or second.place > 1
    return first.decided_by == TOTAL and is_close(first.total, second.total)


def is_close(total: int, rival: int) -> bool:
    """Return whether a total is less than a tenth of the winner's total away from that.

    >>> is_close(101, 91), is_close(101, 90), is_close(-101, -91)
    (True, False, True)
    """
    return A_TENTH * abs(total - rival) < abs(total)


@dataclass(frozen=True, slots=True, kw_only=True)
class NumberChange:
    """Another number in an entry of a player: the whole of it, or a part of what is at an index of a list.

    `number` is what stands there, and what would.
    """

    seat: int
    category: Category
    number: tuple[int, int]
    index: int | None = None
    part: int = 0

    @property
    def size(self) -> int:
        """By how much the number changes."""
        before, after = self.number
        return abs(after - before)

    def entry(self, entry: Entry | None) -> Entry:
        """Return the changed entry of the player."""
        after = self.number[1]
        if self.index is None:
            return bool(after) if self.category.shape.is_tick else after
        parts = parts_in(entry)
        group = parts[self.index]
        new = (*group[: self.part], after, *group[self.part + 1 :]) if isinstance(group, tuple) else after
        return (*parts[: self.index], new, *parts[self.index + 1 :])


@dataclass(frozen=True, slots=True, kw_only=True)
class _Place:
    """Where a number stands that may change, and the sizes of its changes."""

    seat: int
    category: Category
    number: int
    index: int | None
    part: int
    sizes: frozenset[int]

    def changed(self, table: Table, size: int) -> Iterator[NumberChange]:
        """Yield the number so much larger and smaller, where that can be."""
        category, index, part = self.category, self.index, self.part
        allowed = category.range_of(part, index or 0)
        for after in (self.number + size, self.number - size) if size in self.sizes else ():
            if allowed.low <= after <= allowed.high and not _is_taken(table, category, self.seat, after):
                yield NumberChange(
                    seat=self.seat, category=category, number=(self.number, after), index=index, part=part
                )


def _places(table: Table, totals: Sequence[int], winning: int) -> Iterator[_Place]:
    """Yield the numbers that may change: all by up to ten, points of those who are close by as many as they are apart.

    `totals` are those of all players, `winning` that of the winner. Ticks that decide whatever the points stay, as do
    lines in which nobody has an entry, or somebody none who left early; of rounds that are all alike the last one
    changes.
    """
    sources = {key for category in table.pad.categories for key in category.sources}
    for category in table.pad.categories:
        used = any(category.key in player.entries for player in table.players)
        if category.wins_at_once or category.stands_behind or not used:
            continue
        each = 0 if category.key in sources else category.each_more or 0
        for seat, total in enumerate(totals):
            sizes = {*range(1, CLOSE + 1)}
            for distance in _distances(totals, total, winning) if each else ():
                reached = -(-distance // abs(each))
                sizes |= {reached, reached + 1}
            for number, index, part in _numbers(category, table.players[seat]):
                yield _Place(
                    seat=seat, category=category, number=number, index=index, part=part, sizes=frozenset(sizes)
                )


def _distances(totals: Sequence[int], total: int, winning: int) -> set[int]:
    """Return how far a player is from those who are close to the winner, nothing for who is not."""
    close = [rival for rival in totals if is_close(winning, rival)]
    return {abs(rival - total) for rival in close} - {0} if total in close else set()


def _numbers(category: Category, player: Player) -> Iterator[tuple[int, int | None, int]]:
    """Yield the numbers of a player that may change, with their index in a list and their part of what is there."""
    shape, entry = category.shape, player.entries.get(category.key)
    if isinstance(entry, Mapping):
        return
    if not shape.most:
        if entry is not None or player.left is None:
            yield number_in(entry), None, 0
        return
    parts = list(enumerate(parts_in(entry)))
    if shape.in_rounds:
        parts = [(index, group) for index, group in parts if is_there(player, index)]
    for index, group in parts[-1:] if category.each_more is not None else parts:
        for part, number in enumerate(group if isinstance(group, tuple) else (group,)):
            if shape.ranges[part] is not None:
                yield number, index, part


def _is_taken(table: Table, category: Category, seat: int, after: int) -> bool:
    """Return whether somebody else has what one player alone can have."""
    if not category.shape.is_tick or not any(category.of_one_player(bool(after))):
        return False
    return any(number_in(entry) for rival, entry in enumerate(entries_of(table.players, category.key)) if rival != seat)


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """A change, the player whose number it is, who would have won, and how many points of that player it moves."""

    change: NumberChange
    name: str
    winners: tuple[str, ...]
    moved: int


def turns(table: Table, sheet: Sheet) -> Iterator[Turn]:
    """Yield the changes that change who wins, the smallest first.

    Of equally small ones that comes first with which the player would have won, then that which moves fewer points.
    """
    was, order = _Scored.of(table, sheet), [standing.player for standing in sheet.standings]
    places = tuple(_places(table, was.totals, sheet.standings[0].total))
    tried = 0
    for size in sorted(frozenset().union(*(place.sizes for place in places))):
        same_size = [change for place in places for change in place.changed(table, size)]
        tried += len(same_size)
        if tried > MAX_TRIED:
            return
        turned = [turn for change in same_size if (turn := was.turn(change)) is not None]
        yield from sorted(
            turned,
            key=lambda turn: (
                turn.name not in turn.winners,
                turn.moved,
                turn.name in sheet.winners,
                order.index(turn.name),
            ),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class _Scored:
    """A scored table, of which one number after the other is changed.

    `points` are those of all players by category, `leading` the seats that neither a tick nor leaving early puts behind
    others, `before` the points of parts of lists as they stand.
    """

    table: Table
    sheet: Sheet
    points: tuple[Mapping[str, int], ...]
    totals: tuple[int, ...]
    leading: tuple[int, ...]
    derived: tuple[Category, ...]
    titles: Mapping[str, str]
    before: dict[tuple[str, int, int], list[int]] = field(default_factory=dict)

    @classmethod
    def of(cls, table: Table, sheet: Sheet) -> _Scored:
        """Return a table with its points."""
        stands = [stands_whatever_the_points(table, seat) for seat in range(len(table.players))]
        return cls(
            table=table,
            sheet=sheet,
            points=tuple({line.rule: line.points for line in column.lines} for column in sheet.columns),
            totals=tuple(column.total for column in sheet.columns),
            leading=tuple(seat for seat, merit in enumerate(stands) if merit == max(stands)),
            derived=tuple(category for category in table.pad.categories if category.shape.derived),
            titles={category.key: category.title for category in table.pad.categories},
        )

    def turn(self, change: NumberChange) -> Turn | None:
        """Return what a change would have changed, `None` where the same players win."""
        players, seat = self.table.players, change.seat
        key = change.category.key
        changed = with_entries(self.table, seat, {key: change.entry(players[seat].entries.get(key))})
        after = self._points_after(changed, change)
        totals = [sum(after[at].values()) if at in after else total for at, total in enumerate(self.totals)]
        winners = self._winners(changed, after, totals)
        if set(winners) == set(self.sheet.winners):
            return None
        moved = abs(totals[seat] - self.totals[seat])
        return Turn(change=change, name=players[seat].name, winners=winners, moved=moved)

    def _winners(
        self, changed: Table, after: Mapping[int, Mapping[str, int]], totals: Sequence[int]
    ) -> tuple[str, ...]:
        """Return who wins: by the points, and of those who are level by what breaks ties."""
        best = (max if changed.pad.winner is Winner.MOST else min)(totals[seat] for seat in self.leading)
        first = [seat for seat in self.leading if totals[seat] == best]
        for tie_break in changed.pad.tie_breaks if len(first) > 1 else ():
            figures = [tie_figure(changed, tie_break, seat, after.get(seat, self.points[seat])) for seat in first]
            better = (max if tie_break.wanted is Better.MOST else min)(figures)
            first = [seat for seat, figure in zip(first, figures, strict=True) if figure == better]
        return tuple(changed.players[seat].name for seat in first)

    def _points_after(self, changed: Table, change: NumberChange) -> dict[int, dict[str, int]]:
        """Return the points by category of those whose points a change may move."""
        key = change.category.key
        own = {change.seat: 0} if change.category.shape.derived else self._of_category(changed, change)
        after = {seat: {**self.points[seat], key: self.points[seat][key] + more} for seat, more in own.items()}
        for line in (line for line in self.derived if key in (line.key, *line.sources)):
            for seat, points in after.items():
                points[line.key] = line.worked_out(changed.players[seat].entries, points, self.titles)[0]
        return after

    def _of_category(self, changed: Table, change: NumberChange) -> dict[int, int]:
        """Return how many points of the category itself a change moves: of a list only its part is scored again."""
        key, index, seat = change.category.key, change.index, change.seat
        seats = range(len(self.totals)) if change.category.compares else (seat,)
        now = self._scores(changed, change, seats)
        if index is None:
            return {at: score - self.points[at][key] for at, score in zip(seats, now, strict=True)}
        if (key, index, seat) not in self.before:
            self.before[key, index, seat] = self._scores(self.table, change, seats)
        return {at: score - then for at, score, then in zip(seats, now, self.before[key, index, seat], strict=True)}

    def _scores(self, table: Table, change: NumberChange, seats: Sequence[int]) -> list[int]:
        """Return the points of some players for a category, or for what is at an index of its list."""
        category, index = change.category, change.index
        players = [table.players[seat] for seat in seats]
        if index is None:
            return [points for points, _ in scored_alike(category, players)]
        alone = [parts_in(entry)[index : index + 1] for entry in attended(players, category)]
        names = [player.name for player in players]
        return [points for points, _ in category.of_round(index).scored(alone, names)]

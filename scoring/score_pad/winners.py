"""Who wins on a pad: by points and tie-breaks, at once by a tick, or all together (contract, section 7)."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from scoring.messages import Message, as_typed, say
from scoring.score_pad.kinds import By
from scoring.score_pad.state import Table, keys_of, number_of
from scoring.sheet import Better, Column, Criterion, Outcome, Standing, Winner, most_points, standings

if TYPE_CHECKING:
    from collections.abc import Mapping

    from scoring.score_pad.kinds import Category
    from scoring.score_pad.state import TieBreak

AT_ONCE: Final = "at once"
"""The criterion of ticks that win whatever the points; no category has such a key."""


def criteria(table: Table) -> tuple[Criterion[Table], ...]:
    """The most points win, or the fewest, unless a tick wins at once; then the tie-breaks decide in their order.

    Where all win together, nothing decides between them.
    """
    pad = table.pad
    if pad.winner is Winner.TOGETHER:
        return ()
    ref = as_typed(pad.title)
    titles = {category.key: category.title for category in pad.categories}
    better = Better.FEWEST if pad.winner is Winner.FEWEST else Better.MOST
    total: Criterion[Table] = replace(most_points(ref), better=better)
    at_once = (_at_once(ref),) if _winning_ticks(table) else ()
    return (*at_once, total, *(_tie_break(tie_break, titles, ref) for tie_break in pad.tie_breaks))


def places(table: Table, columns: tuple[Column, ...], criteria: tuple[Criterion[Table], ...]) -> tuple[Standing, ...]:
    """Return who stands where: by the criteria, or all in the first place or the second where they play together."""
    if table.pad.winner is not Winner.TOGETHER:
        ranked = standings(table, columns, criteria)
        level = Counter(standing.place for standing in ranked)
        return tuple(_under_its_tick(table, standing, level[standing.place]) for standing in ranked)
    lost = table.outcome is Outcome.LOST
    because = say("lost together") if lost else say("won together")
    return tuple(
        Standing(place=2 if lost else 1, player=column.player, total=column.total, decided_by="", because=because)
        for column in columns
    )


def _winning_ticks(table: Table, seat: int | None = None) -> tuple[Category, ...]:
    """Return the categories that win at once, in the order of the pad; of a seat, those that are ticked."""
    ticks = (category for category in table.pad.categories if category.wins_at_once)
    return tuple(tick for tick in ticks if seat is None or number_of(table.players[seat], tick.key))


def _at_once(ref: Message) -> Criterion[Table]:
    return Criterion(
        name=AT_ONCE,
        title=say("a win at once"),
        better=Better.MOST,
        figure=lambda table, seat, _column: int(bool(_winning_ticks(table, seat))),
        ref=ref,
        named=False,
    )


def _under_its_tick(table: Table, standing: Standing, level: int) -> Standing:
    """Return a standing of which a tick decided with the key of that tick; `level` players share the place."""
    if standing.decided_by != AT_ONCE:
        return standing
    seat = next(seat for seat, player in enumerate(table.players) if player.name == standing.player)
    tick = _winning_ticks(table, seat)[0]
    because = say("{title}, whatever the points", title=tick.title) if level == 1 else standing.because
    return replace(standing, decided_by=tick.key, because=because)


def _tie_break(tie_break: TieBreak, titles: Mapping[str, str], ref: Message) -> Criterion[Table]:
    keys = keys_of(tie_break)
    title = " + ".join(titles.get(key, key) for key in keys)

    def entry(table: Table, seat: int, _column: Column) -> int:
        return sum(number_of(table.players[seat], key) for key in keys)

    def line(_table: Table, _seat: int, column: Column) -> int:
        return sum(sheet_line.points for sheet_line in column.lines if sheet_line.rule in keys)

    by_entry = tie_break.by is By.ENTRY
    return Criterion(
        name="+".join(keys),
        title=as_typed(title) if by_entry else say("points for {title}", title=title),
        better=tie_break.wanted,
        figure=entry if by_entry else line,
        ref=ref,
    )

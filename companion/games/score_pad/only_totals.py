"""Only the totals: a table of a pad on which one number of each player is entered, and later perhaps the lines."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from companion.games.score_pad.kinds.kind import with_entry
from companion.tables.state import with_table
from scoring.messages import Message, say, tr, with_commas, wordless
from scoring.score_pad.kinds import Points
from scoring.score_pad.rules import columns
from scoring.score_pad.state import MAX_CATEGORIES, number_of, worded
from scoring.sheet import Winner

if TYPE_CHECKING:
    from collections.abc import Callable

    from companion.games.score_pad.kinds.kind import State
    from scoring.score_pad.state import Pad, Table

    Transition = Callable[[Any], Any]

REST: Final = "in_no_line"
"""The key of the line with the points of a player that are in no other line: at first all of them."""

IN_NO_LINE: Final = say("In no line")


def may_have_only_totals(pad: Pad) -> bool:
    """Return whether the totals of a pad's players can be entered before its lines."""
    keys = {category.key for category in pad.categories}
    return 1 < len(keys) < MAX_CATEGORIES and REST not in keys and pad.winner is not Winner.TOGETHER


def with_only_totals(state: State) -> State:
    """Return a table before its first turn on whose pad there is nothing but the total."""
    pad = replace(state.table.pad, categories=(Points(key=REST, title=tr("Total")),), tie_breaks=(), ends=None)
    return with_table(state, pad=replace(pad, titles=None))


def has_only_totals(table: Table) -> bool:
    """Return whether there is nothing but the total."""
    return [category.key for category in table.pad.categories] == [REST]


def with_lines(state: State, pad: Pad) -> State:
    """Return a table of totals with the lines of its pad; all points are in none of them yet."""
    lines = worded(pad)
    rest = Points(key=REST, title=str(IN_NO_LINE))
    return with_totals_of(state, with_table(state, pad=replace(lines, categories=(*lines.categories, rest))))


def with_totals_of(before: State, after: State) -> State:
    """Return a table after a change, in which the totals that were entered stay: the rest is in no line.

    A total that was itself changed is another one from now on.
    """
    scored = zip(columns(before.table), columns(after.table), strict=True)
    for seat, (then, now) in enumerate(scored):
        was, entered = (state.table.players[seat].entries.get(REST) for state in (before, after))
        if was is not None and was == entered and then.total != now.total:
            after = with_entry(after, seat, REST, number_of(after.table.players[seat], REST) + then.total - now.total)
    return after


def keeping_totals(change: Transition) -> Transition:
    """Return a change of a pad's table that leaves the totals that were entered."""

    def changed(state: State) -> State:
        after: State = change(state)
        has_rest = any(category.key == REST for category in state.table.pad.categories)
        return with_totals_of(state, after) if has_rest else after

    return changed


def adds_up(table: Table) -> Message | None:
    """Return whether the lines add up to the totals, `None` where there are no totals, or no lines yet."""
    totals = any(category.key == REST for category in table.pad.categories)
    if not totals or not any(player.entries.keys() - {REST} for player in table.players):
        return None
    rest = {player.name: number_of(player, REST) for player in table.players}
    off = [wordless("{name} {points}", name=name, points=points) for name, points in rest.items() if points]
    if not off:
        return say("the lines add up to the totals")
    return say("{what}: {value}", what=IN_NO_LINE, value=with_commas(off))

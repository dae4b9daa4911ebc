"""What was not entered on a pad: it counts as 0, and somebody may only have been forgotten."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from scoring.messages import say
from scoring.score_pad.entries import PLAYED_ROUND_BY_ROUND, has_entry, length_of
from scoring.score_pad.rules import columns
from scoring.score_pad.state import Marked, Tick, Winner
from scoring.score_pad.titles import titles_of
from scoring.score_pad.winners import criteria, places

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from scoring.messages import Message
    from scoring.score_pad.state import AnyCategory, Player, Table


@dataclass(frozen=True, slots=True, kw_only=True)
class Gap:
    """A category in which some players, by seat, have no entry or fewer rounds, while somebody else has."""

    category: AnyCategory
    seats: tuple[int, ...]


def gaps(table: Table) -> tuple[Gap, ...]:
    """Return what was not entered.

    A tick is no gap, nor is a category in which nobody has anything, nor a round in which somebody took no part.
    """
    all_gaps = (
        Gap(category=category, seats=_lacking(category, table.players))
        for category in table.pad.categories
        if has_entry(category) and not isinstance(category, (Tick, Marked))
    )
    return tuple(gap for gap in all_gaps if gap.seats)


def _lacking(category: AnyCategory, players: Sequence[Player]) -> tuple[int, ...]:
    entered = [_entered(category, player) for player in players]
    return tuple(seat for seat, number in enumerate(entered) if number < max(entered))


def _entered(category: AnyCategory, player: Player) -> int:
    """Return how many rounds a player has entered, of other categories 1 where there is an entry."""
    if isinstance(category, PLAYED_ROUND_BY_ROUND):
        return length_of(player, category.key)
    return category.key in player.entries


def gap_text(gap: Gap, table: Table) -> Message:
    """Return a gap as a sentence."""
    players = tuple(table.players[seat].name for seat in gap.seats)
    title = titles_of(table.pad)[gap.category.key]
    if isinstance(gap.category, PLAYED_ROUND_BY_ROUND):
        return say(
            "Rounds are missing for {players} in {category}: they count as 0.",
            players=players,
            category=title,
        )
    return say(
        "Nothing was entered for {players} in {category}: it counts as 0.",
        players=players,
        category=title,
    )


def gap_texts(table: Table) -> tuple[Message, ...]:
    """Return what was not entered, in sentences."""
    return tuple(gap_text(gap, table) for gap in gaps(table))


def deciding_gaps(table: Table) -> tuple[Gap, ...]:
    """Return the gaps that may decide who wins: others would, with another player's entries in their place.

    Where the fewest points win, each gap of a winner is one: nobody knows how many points it hides.
    """
    winners, all_gaps = _winners(table), gaps(table)
    fewest = table.pad.winner is Winner.FEWEST
    deciding = {
        seat
        for seat, player in enumerate(table.players)
        if (fewest and player.name in winners)
        or any(_winners(filled) != winners for filled in _filled(table, all_gaps, seat))
    }
    kept = (replace(gap, seats=tuple(seat for seat in gap.seats if seat in deciding)) for gap in all_gaps)
    return tuple(gap for gap in kept if gap.seats)


def _filled(table: Table, all_gaps: Sequence[Gap], seat: int) -> Iterator[Table]:
    """Yield the table with the gaps of a player filled with what each of the others has there."""
    keys = [gap.category.key for gap in all_gaps if seat in gap.seats]
    player = table.players[seat]
    for rival in table.players if keys else ():
        theirs = {key: rival.entries[key] for key in keys if key in rival.entries}
        for gap in all_gaps:
            key = gap.category.key
            mine, entry = player.entries.get(key), theirs.get(key)
            if isinstance(mine, tuple) and isinstance(entry, tuple) and isinstance(gap.category, PLAYED_ROUND_BY_ROUND):
                theirs[key] = (*mine, *entry[len(mine) :])
        filled = replace(player, entries={**player.entries, **theirs})
        yield replace(table, players=(*table.players[:seat], filled, *table.players[seat + 1 :]))


def _winners(table: Table) -> set[str]:
    return {standing.player for standing in places(table, columns(table), criteria(table)) if standing.place == 1}

"""The score of a pad: the lines of everybody's column, and who wins (contract, section 7)."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from scoring.messages import Message, as_typed, say
from scoring.score_pad.kinds import By, Category
from scoring.score_pad.state import Player, Table, TieBreak, entries_of, keys_of, length_of, number_of
from scoring.sheet import Better, Column, Criterion, Line, Outcome, Standing, Winner, most_points, standings

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from scoring.score_pad.kinds.category import Scored


def columns(table: Table) -> tuple[Column, ...]:
    """Score all players, category by category; first those that others are worked out from."""
    pad, ref = table.pad, as_typed(table.pad.title)
    by_key: dict[str, tuple[Scored, ...]] = {}
    for category in pad.categories:
        if not category.shape.derived:
            by_key.setdefault(category.key, scored(category, table.players))
    titles = {category.key: category.title for category in pad.categories}
    points = [{key: those[seat][0] for key, those in by_key.items()} for seat in range(len(table.players))]
    for category in pad.categories:
        if category.shape.derived:
            by_key[category.key] = tuple(
                _with_gap(category, player, category.worked_out(player.entries, points[seat], titles), 0)
                for seat, player in enumerate(table.players)
            )
    return tuple(
        Column(
            player=player.name,
            lines=tuple(
                Line(rule=category.key, points=points, because=because, ref=ref, blank=not points and lacking)
                for category, (points, because), lacking in (
                    (category, by_key[category.key][seat], _lacks(category, player)) for category in pad.categories
                )
            ),
        )
        for seat, player in enumerate(table.players)
    )


def compares_players(table: Table) -> bool:
    """Return whether a category of the pad compares players, or has rounds, of which somebody may lack some."""
    return any(category.compares or category.shape.in_rounds for category in table.pad.categories)


def scored(category: Category, players: Sequence[Player]) -> tuple[Scored, ...]:
    """Return what all players score in a category that is not worked out from others, in seat order."""
    scores = category.scored(entries_of(players, category.key), [player.name for player in players])
    most = max(length_of(player, category.key) for player in players)
    return tuple(_with_gap(category, player, score, most) for player, score in zip(players, scores, strict=True))


def _with_gap(category: Category, player: Player, scored: Scored, most: int) -> Scored:
    """Return what a player scores, with the reason that says where nothing is entered, or fewer than `most` rounds."""
    points, because = scored
    rounds = length_of(player, category.key)
    if category.shape.in_rounds and 0 < rounds < most:
        return points, say("{sum}: {number} of {most} rounds entered", sum=because, number=rounds, most=most)
    if category.shape.most or not _lacks(category, player):
        return scored
    return points, say("nothing entered: {because}", because=because) if points else say("nothing entered")


def _lacks(category: Category, player: Player) -> bool:
    """Return whether a player has no number where one is entered; a tick is none."""
    return category.key not in player.entries and category.has_entry and not category.shape.is_tick


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

"""The score of a pad: the lines of everybody's column, and who wins (contract, section 7)."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from scoring.messages import Message, as_typed, points_text, say, wordless
from scoring.score_pad.kinds import By, Category
from scoring.score_pad.kinds.category import parts_in
from scoring.score_pad.state import Player, Table, TieBreak, attended, keys_of, number_of, rounds_entered, rounds_there
from scoring.sheet import LEFT_EARLY, Better, Column, Criterion, Line, Outcome, Standing, Winner, most_points, standings

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from scoring.score_pad.kinds.category import Scored
    from scoring.score_pad.state import Pad


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
                _with_gap(category, player, category.worked_out(player.entries, points[seat], titles))
                for seat, player in enumerate(table.players)
            )
    return tuple(
        Column(
            player=player.name,
            lines=tuple(
                Line(
                    rule=category.key,
                    points=points,
                    because=because,
                    ref=ref,
                    blank=not points and lacking,
                    counted=category.worthless(player.entries.get(category.key)),
                )
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
    entries, scores = attended(players, category), scored_alike(category, players)
    most = max(len(parts_in(entry)) for entry in entries) if category.shape.in_rounds else 0
    there = [
        [rounds_there(player, number) for number in (len(parts_in(entry)), most)]
        for player, entry in zip(players, entries, strict=True)
    ]
    return tuple(
        _as_there(category, player, _with_gap(category, player, score, *rounds))
        for player, score, rounds in zip(players, scores, there, strict=True)
    )


def scored_alike(category: Category, players: Sequence[Player]) -> tuple[Scored, ...]:
    """Return what all players score by their entries, whoever came late.

    Who left before a line was entered that compares players is not compared in it.
    """
    seats = [
        seat for seat, player in enumerate(players) if not (category.compares and _is_passed_over(category, player))
    ]
    entries, names = attended(players, category), [player.name for player in players]
    scores = category.scored([entries[seat] for seat in seats], [names[seat] for seat in seats])
    by_seat = dict(zip(seats, scores, strict=True))
    return tuple(by_seat.get(seat, (0, say("nothing entered"))) for seat in range(len(players)))


def _is_passed_over(category: Category, player: Player) -> bool:
    """Return whether a player left before anything, or a tick, was entered in a line that is not one of rounds.

    An empty list says no more than none.
    """
    entry = player.entries.get(category.key, False)
    return player.left is not None and not category.shape.in_rounds and (entry is False or entry == ())


def _with_gap(category: Category, player: Player, scored: Scored, rounds: int = 0, most: int = 0) -> Scored:
    """Return what a player scores, with the reason that says where nothing is entered, or fewer than `most` rounds.

    Neither counts rounds that the player was not there for.
    """
    points, because = scored
    if 0 < rounds < most:
        return points, say("{sum}: {number} of {most} rounds entered", sum=because, number=rounds, most=most)
    if _is_passed_over(category, player) and category.has_entry:
        return points, _left(player)
    if category.shape.most or not _lacks(category, player):
        return scored
    return points, say("nothing entered: {because}", because=because) if points else say("nothing entered")


def _as_there(category: Category, player: Player, scored: Scored) -> Scored:
    """Return what a player scores with the points of the beginning, and a reason that says who came late, or left."""
    points, because = scored
    if not category.shape.in_rounds:
        return scored
    if player.joined is not None:
        start = player.joined.points.get(category.key, 0)
        because = because if rounds_entered(player, category.key) else say("no rounds")
        begun = say("joined in round {number} with {points}", number=player.joined.round, points=points_text(start))
        points, because = points + start, wordless("{first}; {second}", first=begun, second=because)
    return points, because if player.left is None else wordless(
        "{first}; {second}", first=because, second=_left(player)
    )


def _left(player: Player) -> Message:
    return say("left after round {number}", number=player.left)


def _lacks(category: Category, player: Player) -> bool:
    """Return whether a player has no number where one is entered; a tick is none."""
    return player.entries.get(category.key, ()) == () and category.has_entry and not category.shape.is_tick


AT_ONCE, BEHIND, LEFT = "at once", "behind all others", "left early"
"""The criteria of ticks that win, or lose, whatever the points, and of who left early; no category has such a key."""


def criteria(table: Table) -> tuple[Criterion[Table], ...]:
    """The most points win, or the fewest, unless a tick wins or loses; then the tie-breaks decide in their order.

    Where the fewest points win, who left early stands behind all who stayed: later rounds would have brought more.
    Where all win together, nothing decides between them.
    """
    pad = table.pad
    if pad.winner is Winner.TOGETHER:
        return ()
    ref = as_typed(pad.title)
    titles = {category.key: category.title for category in pad.categories}
    better = Better.FEWEST if pad.winner is Winner.FEWEST else Better.MOST
    total: Criterion[Table] = replace(most_points(ref), better=better)
    ticks = tuple(_by_tick(name, better, ref) for name, better in _TICKS.items() if _ticks(table, name))
    left = (_by_left(ref),) if any(leaves_behind(pad, player) for player in table.players) else ()
    return (*ticks, *left, total, *(_tie_break(tie_break, titles, ref) for tie_break in pad.tie_breaks))


def places(table: Table, columns: tuple[Column, ...], criteria: tuple[Criterion[Table], ...]) -> tuple[Standing, ...]:
    """Return who stands where: by the criteria, or all in the first place or the second where they play together."""
    if table.pad.winner is not Winner.TOGETHER:
        ranked = standings(table, columns, criteria)
        return tuple(_under_its_tick(table, standing, ranked) for standing in ranked)
    lost = table.outcome is Outcome.LOST
    because = say("lost together") if lost else say("won together")
    return tuple(
        Standing(place=2 if lost else 1, player=column.player, total=column.total, decided_by="", because=because)
        for column in columns
    )


def winners_of(table: Table) -> tuple[str, ...]:
    """Return the names of the players in first place, in the order of the standings."""
    ranked = places(table, columns(table), criteria(table))
    return tuple(standing.player for standing in ranked if standing.place == 1)


def leaves_behind(pad: Pad, player: Player) -> bool:
    """Return whether a player stands behind all who stayed, whatever the points."""
    return pad.winner is Winner.FEWEST and player.left is not None


def stands_whatever_the_points(table: Table, seat: int) -> tuple[bool, bool, bool]:
    """Return where ticks put a player, and leaving early: the larger, the better."""
    left = leaves_behind(table.pad, table.players[seat])
    return bool(_ticks(table, AT_ONCE, seat)), not _ticks(table, BEHIND, seat), not left


def is_behind_who_stayed(table: Table, seat: int) -> bool:
    """Return whether a player left early and so stands behind all who stayed: no tick puts one of them further back."""
    stayed = [rival for rival, player in enumerate(table.players) if player.left is None]
    mine = stands_whatever_the_points(table, seat)
    is_behind = all(mine < stands_whatever_the_points(table, rival) for rival in stayed)
    return leaves_behind(table.pad, table.players[seat]) and bool(stayed) and is_behind


_TICKS: Final[Mapping[str, Better]] = {AT_ONCE: Better.MOST, BEHIND: Better.FEWEST}
"""The criteria of ticks in their order, and who stands before: who has such a tick, or who has none."""

_TICK_TITLES: Final = {AT_ONCE: say("a win at once"), BEHIND: say("a place behind all others")}


def _ticks(table: Table, name: str, seat: int | None = None) -> tuple[Category, ...]:
    """Return the categories of a criterion, in the order of the pad; of a seat, those that are ticked."""
    categories = table.pad.categories
    ticks = (tick for tick in categories if (tick.wins_at_once if name == AT_ONCE else tick.stands_behind))
    return tuple(tick for tick in ticks if seat is None or number_of(table.players[seat], tick.key))


def _by_tick(name: str, better: Better, ref: Message) -> Criterion[Table]:
    return Criterion(
        name=name,
        title=_TICK_TITLES[name],
        better=better,
        figure=lambda table, seat, _column: int(bool(_ticks(table, name, seat))),
        ref=ref,
        named=False,
    )


def _by_left(ref: Message) -> Criterion[Table]:
    return Criterion(
        name=LEFT,
        title=say("a place behind those who stayed"),
        better=Better.FEWEST,
        figure=lambda table, seat, _column: int(leaves_behind(table.pad, table.players[seat])),
        ref=ref,
        named=False,
    )


def _under_its_tick(table: Table, standing: Standing, ranked: Sequence[Standing]) -> Standing:
    """Return a standing of which a tick decided with the key of that tick: the player's, or that of the next lower.

    Where it was that somebody left early, the reason says so.
    """
    name = standing.decided_by
    if name not in (*_TICKS, LEFT):
        return standing
    lower = next(lower for lower in ranked if lower.place > standing.place)
    named = standing.player if name == AT_ONCE else lower.player
    seat = next(seat for seat, player in enumerate(table.players) if player.name == named)
    is_shared = Counter(rival.place for rival in ranked)[standing.place] > 1
    if name == LEFT:
        number = table.players[seat].left
        because = say("{player} left after round {number}", player=named, number=number)
        return replace(standing, decided_by=LEFT_EARLY, because=standing.because if is_shared else because)
    tick = _ticks(table, name, seat)[0]
    if is_shared:
        because = standing.because
    elif name == AT_ONCE:
        because = say("{title}, whatever the points", title=tick.title)
    else:
        because = say("{player}: {title}, whatever the points", player=named, title=tick.title)
    return replace(standing, decided_by=tick.key, because=because)


def _tie_break(tie_break: TieBreak, titles: Mapping[str, str], ref: Message) -> Criterion[Table]:
    keys = keys_of(tie_break)
    title = " + ".join(titles.get(key, key) for key in keys)

    by_entry = tie_break.by is By.ENTRY
    return Criterion(
        name="+".join(keys),
        title=as_typed(title) if by_entry else say("points for {title}", title=title),
        better=tie_break.wanted,
        figure=lambda table, seat, column: tie_figure(
            table, tie_break, seat, {line.rule: line.points for line in column.lines}
        ),
        ref=ref,
    )


def tie_figure(table: Table, tie_break: TieBreak, seat: int, points: Mapping[str, int]) -> int:
    """Return the figure of a player in a tie-break; `points` are the player's by category."""
    keys, player = keys_of(tie_break), table.players[seat]
    return sum(number_of(player, key) if tie_break.by is By.ENTRY else points[key] for key in keys)

"""What decided a game and by how little: short true statements, each found by scoring the table that it speaks of.

Only the table is looked at, never what lay hidden. A change is one thing more or fewer, all else as it is.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING, Any, Final, cast

from scoring.carpe_diem.data import VILLA_TILES_LEAST, WRITS
from scoring.carpe_diem.district import Structure, built_by, structures
from scoring.carpe_diem.game import CARPE_DIEM
from scoring.carpe_diem.moves import moved
from scoring.carpe_diem.rules import end_of_the_game, frame_achievements, item_count, villa_value
from scoring.carpe_diem.state import District, Feature, FrameGoal, Kind, Player, Table, Tile
from scoring.fields import MAX_INTEGER
from scoring.margins import Change, Effect, Margin, Share, of_each, outcome, smallest_first
from scoring.messages import Message, counted, say

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from scoring.sheet import Sheet


NEAR: Final = 5
"""Items or steps up to which a difference is called small."""


def margins(table: Table, sheet: Sheet) -> tuple[Margin, ...]:
    """Return up to three statements for each player, in seat order, the smallest difference first.

    `sheet` is that of the table. Who did not win alone hears what would have made them win or share, a sole winner what
    would have cost the win.
    """
    return of_each(len(table.players), lambda seat: _statements(table, sheet, seat))


def _statements(table: Table, sheet: Sheet, seat: int) -> tuple[Message, ...]:
    name = sheet.columns[seat].player
    series = _losses(table, seat) if sheet.winners == (name,) else _gains(table, seat)
    found = [effect for changes in series for effect in islice(_effects(sheet, changes, seat), 1)]
    return smallest_first(_lead(table, sheet, seat), name, found)


def _effects(sheet: Sheet, changes: Iterable[Change[Table]], seat: int) -> Iterator[Effect]:
    """Score the changed tables and yield what would have been otherwise for a player."""
    before = sheet.columns[seat].total
    for change in changes:
        after = CARPE_DIEM.score(change.table)
        outcome = _outcome(change.table, sheet, after, seat)
        if outcome is not None:
            message = say("{what} {outcome}", what=change.what, outcome=outcome)
            yield Effect(size=abs(after.columns[seat].total - before), message=message)


def _lead(table: Table, sheet: Sheet, seat: int) -> Message:
    """Return how far a player is behind the winner, or ahead of who comes next."""
    name = sheet.columns[seat].player
    won = sheet.winners
    if name in won and len(won) > 1:
        others = tuple(other for other in won if other != name)
        return say("{name} shares the win with {others}", name=name, others=others)
    first, second, *_ = sheet.standings
    rivals = won if name != first.player else (second.player,)
    rival = next(number for number, column in enumerate(sheet.columns) if column.player in rivals)
    gap = sheet.columns[seat].total - sheet.columns[rival].total
    points = counted(abs(gap), "point", "points")
    if gap > 0:
        return say("{name} is {points} ahead of {rivals}", name=name, points=points, rivals=rivals)
    if gap < 0:
        return say("{name} is {points} behind {rivals}", name=name, points=points, rivals=rivals)
    mine, theirs, criterion = next(
        (mine, theirs, criterion)
        for criterion in end_of_the_game(table)
        for mine, theirs in [[criterion.figure(table, place, sheet.columns[place]) for place in (seat, rival)]]
        if mine != theirs
    )
    return say(
        "{name} is level on points with {rivals}, and {wanted} {title} decided, {mine} to {theirs}",
        name=name,
        rivals=rivals,
        wanted=criterion.wanted.value,
        title=criterion.title,
        mine=mine,
        theirs=theirs,
    )


def _outcome(table: Table, before: Sheet, after: Sheet, seat: int) -> Message | None:
    """Return what a change to `table` means for a player, or `None` where it means nothing."""
    name = before.columns[seat].player
    then, now = before.winners, after.winners
    if then == (name,):
        return _lost(now, name)
    if now == (name,):
        return _won(table, before, after, seat)
    return say("would have meant a shared win") if name in now and name not in then else None


def _lost(now: tuple[str, ...], name: str) -> Message | None:
    return None if now == (name,) else outcome(now, name, Share.SOLE)


def _won(table: Table, before: Sheet, after: Sheet, seat: int) -> Message:
    first = after.standings[0]
    if first.decided_by == "points":
        return say("would have won alone") if first.player in before.winners else say("would have won the game")
    if before.columns[seat].total == before.standings[0].total:
        return say("would have decided the tie")
    criterion = next(one for one in end_of_the_game(table) if one.name == first.decided_by)
    return say(
        "would have tied the points, and {wanted} {title} would have decided for {name}",
        wanted=criterion.wanted.value,
        title=criterion.title,
        name=first.player,
    )


# -- what could have been otherwise


def _gains(table: Table, seat: int) -> tuple[Iterable[Change[Table]], ...]:
    """Return what could have been better for a player; of each series the smallest change is sought."""
    player = table.players[seat]
    built = built_by(player)
    missed = [goal for goal in player.frame if not frame_achievements(replace(player, frame=(goal,)), built).points]
    return (
        _more_items(table, seat),
        _more_steps(table, seat),
        _more_writs(table, seat),
        *((_met(table, seat, goal),) for goal in missed),
        *((_completed(table, seat, villa),) for villa in _unfinished_villas(player, table.villa_chart)),
    )


def _losses(table: Table, seat: int) -> tuple[Iterable[Change[Table]], ...]:
    """Return what could have been worse for a player; of each series the smallest change is sought."""
    player = table.players[seat]
    return (
        _fewer_items(table, seat),
        _fewer_writs(table, seat),
        *((_without_goal(table, seat, number),) for number in range(len(player.frame))),
        *((_without_card(table, seat, number),) for number in range(len(player.fountain_cards))),
    )


def _more_items(table: Table, seat: int) -> Iterator[Change[Table]]:
    stored = table.players[seat].stored_tiles
    for number in range(1, min(NEAR, MAX_INTEGER - stored) + 1):
        what = counted(number, "more item on the resource board", "more items on the resource board")
        yield Change(what=what, table=_with(table, seat, stored_tiles=stored + number))


def _fewer_items(table: Table, seat: int) -> Iterator[Change[Table]]:
    """Items all count alike, so that it does not matter which of them are taken."""
    player = table.players[seat]
    for number in range(1, min(NEAR, item_count(player)) + 1):
        player = _less_an_item(player)
        what = counted(number, "fewer item on the resource board", "fewer items on the resource board")
        yield Change(what=what, table=_seated(table, seat, player))


def _less_an_item(player: Player) -> Player:
    for stock in ("stored_tiles", "bread", "coins"):
        held = getattr(player, stock)
        if held:
            return replace(player, **{stock: held - 1})
    good = next(good for good, held in player.goods.items() if held)
    return replace(player, goods={**player.goods, good: player.goods[good] - 1})


def _more_steps(table: Table, seat: int) -> Iterator[Change[Table]]:
    for steps in range(1, min(NEAR, table.prestige_end - table.players[seat].prestige) + 1):
        what = counted(steps, "more step on the prestige bar", "more steps on the prestige bar")
        yield Change(what=what, table=moved(table, seat, steps)[0])


def _more_writs(table: Table, seat: int) -> Iterator[Change[Table]]:
    left = table.players[seat].writs_left
    for number in range(1, WRITS - left + 1):
        what = counted(number, "more writ left", "more writs left")
        yield Change(what=what, table=_with(table, seat, writs_left=left + number))


def _fewer_writs(table: Table, seat: int) -> Iterator[Change[Table]]:
    left = table.players[seat].writs_left
    for number in range(1, left + 1):
        what = counted(number, "fewer writ left", "fewer writs left")
        yield Change(what=what, table=_with(table, seat, writs_left=left - number))


def _met(table: Table, seat: int, goal: FrameGoal) -> Change[Table]:
    """A goal gives its points whichever structure meets it, so here they lie on victory point cards."""
    cards = table.players[seat].victory_cards + goal.points
    return Change(what=say("{goal}", goal=_named(goal)), table=_with(table, seat, victory_cards=cards))


def _without_goal(table: Table, seat: int, number: int) -> Change[Table]:
    frame = table.players[seat].frame
    others = frame[:number] + frame[number + 1 :]
    return Change(what=say("missing {goal}", goal=_named(frame[number])), table=_with(table, seat, frame=others))


def _named(goal: FrameGoal) -> Message:
    points = counted(goal.points, "point", "points")
    if goal.line is None:
        return say("the {kind} goal ({points})", kind=goal.kind.value, points=points)
    line = "row" if goal.line.isdigit() else "column"
    sentence = "the {kind} goal along {line} {name} ({points})"
    return say(sentence, kind=goal.kind.value, line=line, name=goal.line, points=points)


def _without_card(table: Table, seat: int, number: int) -> Change[Table]:
    cards = table.players[seat].fountain_cards
    what = say("being without the {kind} fountain card", kind=cards[number].kind.value)
    return Change(what=what, table=_with(table, seat, fountain_cards=cards[:number] + cards[number + 1 :]))


def _unfinished_villas(player: Player, villa_chart: Mapping[str, int]) -> list[Structure]:
    """Return the villas that would be complete if nothing were open, and whose value is known."""
    every = structures(player.district) if player.district is not None else ()
    return [
        one
        for one in every
        if one.kind is Kind.VILLA
        and one.waiting
        and len(one.cells) >= VILLA_TILES_LEAST
        and villa_value(villa_chart, one.chimneys) is not None
    ]


def _completed(table: Table, seat: int, villa: Structure) -> Change[Table]:
    """The villa without its open sides, so that cards and goals count it too."""
    district = cast("District", table.players[seat].district)  # the villa stands in it
    tiles = tuple(
        replace(tile, features=tuple(_closed(tile, number, villa) for number in range(len(tile.features))))
        for tile in district.tiles
    )
    chimneys = counted(villa.chimneys, "chimney", "chimneys")
    return Change(
        what=say("completing the villa on {cells} with its {chimneys}", cells=villa.cells, chimneys=chimneys),
        table=_with(table, seat, district=replace(district, tiles=tiles)),
    )


def _closed(tile: Tile, number: int, villa: Structure) -> Feature:
    feature = tile.features[number]
    if (tile.cell, number) not in villa.parts:
        return feature
    return replace(feature, opens="".join(side for side in feature.opens if tile.cell + side not in villa.waiting))


def _with(table: Table, seat: int, **changed: Any) -> Table:  # noqa: ANN401 - any field of a player
    return _seated(table, seat, replace(table.players[seat], **changed))


def _seated(table: Table, seat: int, player: Player) -> Table:
    players = (*table.players[:seat], player, *table.players[seat + 1 :])
    return replace(table, players=players)

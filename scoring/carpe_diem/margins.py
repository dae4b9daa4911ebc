"""What decided a game of Carpe Diem, and by how little; only what lies on the table is looked at."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final, cast

from scoring.carpe_diem.data import VILLA_TILES_LEAST, WRITS
from scoring.carpe_diem.district import Structure, built_by, structures
from scoring.carpe_diem.game import CARPE_DIEM
from scoring.carpe_diem.moves import move_marker
from scoring.carpe_diem.rules import end_of_the_game, frame_achievements, item_count
from scoring.carpe_diem.state import ITEMS_ON_BOARD, District, Feature, FrameGoal, Kind, Player, Table, Tile
from scoring.carpe_diem.wording import line_name
from scoring.fields import MAX_INTEGER
from scoring.messages import Message, counted, forms, points_text, say
from scoring.players import with_player
from scoring.sheet import (
    SHARED_WIN,
    WON,
    WON_ALONE,
    Better,
    Change,
    Share,
    first_effect,
    of_close_seats,
    outcome,
    smallest_first,
    up_to,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from scoring.carpe_diem.villa_chart import VillaChart
    from scoring.sheet import Sheet


NEAR: Final = 5
"""The most items or steps that make a small difference."""


def margins(table: Table, sheet: Sheet) -> tuple[Message, ...]:
    """Return the statements about those who were close; `sheet` is that of the table."""
    return of_close_seats(sheet, lambda seat: statements(table, sheet, seat))


def statements(table: Table, sheet: Sheet, seat: int) -> tuple[Message, ...]:
    """Return up to three statements about a player, the smallest difference first.

    A sole winner reads what would have cost the win, everybody else what would have won the game or shared the win.
    """
    name = sheet.columns[seat].player
    series = _losses(table, seat) if sheet.winners == (name,) else _gains(table, seat)
    effects = (
        first_effect(
            sheet, seat, changes, CARPE_DIEM.score, lambda changed, after: _outcome(changed, sheet, after, seat)
        )
        for changes in series
    )
    return smallest_first(name, effects)


def _outcome(table: Table, before: Sheet, after: Sheet, seat: int) -> Message | None:
    """Return what a changed table means for a player, or `None` where it changes nothing that matters."""
    name = before.columns[seat].player
    then, now = before.winners, after.winners
    if then == (name,):
        return None if now == (name,) else outcome(now, name, Share.SOLE)
    if now == (name,):
        return _won(table, before, after, seat)
    return SHARED_WIN if name in now and name not in then else None


def _won(table: Table, before: Sheet, after: Sheet, seat: int) -> Message:
    first = after.standings[0]
    if first.decided_by == "points":
        return WON_ALONE if first.player in before.winners else WON
    if before.columns[seat].total == before.standings[0].total:
        return say("{change} would have decided the tie")
    criterion = next(criterion for criterion in end_of_the_game(table) if criterion.name == first.decided_by)
    words = _TIED_AND_MOST if criterion.better is Better.MOST else _TIED_AND_FEWEST
    return replace(words, values={"title": criterion.title})


_TIED_AND_MOST: Final = say("{change} would have tied, and most {title} would have won")
_TIED_AND_FEWEST: Final = say("{change} would have tied, and fewest {title} would have won")


def _gains(table: Table, seat: int) -> tuple[Iterable[Change[Table]], ...]:
    """Return the series of changes for the better, each from the smallest on."""
    player = table.players[seat]
    built = built_by(player)
    goals = () if "frame" in (player.entered or {}) else player.frame
    missed = [goal for goal in goals if not frame_achievements(replace(player, frame=(goal,)), built).points]
    return (
        _more_items(table, seat),
        _more_steps(table, seat),
        _more_writs(table, seat),
        *((_met(table, seat, goal),) for goal in missed),
        *((_completed(table, seat, villa),) for villa in _unfinished_villas(player, table.chart)),
    )


def _losses(table: Table, seat: int) -> tuple[Iterable[Change[Table]], ...]:
    """Return the series of changes for the worse, each from the smallest on."""
    player = table.players[seat]
    return (
        _fewer_items(table, seat),
        _fewer_writs(table, seat),
        *((_without_goal(table, seat, number),) for number in range(len(player.frame))),
        *((_without_card(table, seat, number),) for number in range(len(player.fountain_cards))),
    )


def _more_items(table: Table, seat: int) -> Iterator[Change[Table]]:
    stored = table.players[seat].stored_tiles
    return up_to(
        min(NEAR, MAX_INTEGER - stored),
        *forms("{number} more item on the resource board", "{number} more items on the resource board"),
        lambda number: with_player(table, seat, stored_tiles=stored + number),
    )


def _fewer_items(table: Table, seat: int) -> Iterator[Change[Table]]:
    return up_to(
        min(NEAR, item_count(table.players[seat])),
        *forms("{number} fewer item on the resource board", "{number} fewer items on the resource board"),
        lambda number: with_player(table, seat, **_items_left(table.players[seat], number)),
    )


def _items_left(player: Player, fewer: int) -> dict[str, Any]:
    """Return the item fields of a player with some items fewer; all items count alike, so any may go."""
    left: dict[str, Any] = {}
    for item in reversed(ITEMS_ON_BOARD):
        held = item.of(player)
        left[item.field] = max(held - fewer, 0)
        fewer -= held - left[item.field]
    goods = dict(player.goods)
    for good, held in player.goods.items():
        goods[good] = max(held - fewer, 0)
        fewer -= held - goods[good]
    return {**left, "goods": goods}


def _more_steps(table: Table, seat: int) -> Iterator[Change[Table]]:
    return up_to(
        min(NEAR, table.prestige_end - table.players[seat].prestige),
        *forms("{number} more step on the prestige bar", "{number} more steps on the prestige bar"),
        lambda steps: move_marker(table, seat, steps)[0],
    )


def _more_writs(table: Table, seat: int) -> Iterator[Change[Table]]:
    left = table.players[seat].writs_left
    return up_to(
        WRITS - left,
        *forms("{number} more writ left", "{number} more writs left"),
        lambda number: with_player(table, seat, writs_left=left + number),
    )


def _fewer_writs(table: Table, seat: int) -> Iterator[Change[Table]]:
    left = table.players[seat].writs_left
    return up_to(
        left,
        *forms("{number} fewer writ left", "{number} fewer writs left"),
        lambda number: with_player(table, seat, writs_left=left - number),
    )


def _met(table: Table, seat: int, goal: FrameGoal) -> Change[Table]:
    """A goal gives its points whichever structure meets it, so they are entered with those that are met."""
    player = table.players[seat]
    met = frame_achievements(player, built_by(player)).points + goal.points
    entered = {**(player.entered or {}), "frame": met}
    return Change(what=_named(goal), table=with_player(table, seat, entered=entered))


def _without_goal(table: Table, seat: int, number: int) -> Change[Table]:
    frame = table.players[seat].frame
    others = frame[:number] + frame[number + 1 :]
    return Change(what=say("missing {goal}", goal=_named(frame[number])), table=with_player(table, seat, frame=others))


def _named(goal: FrameGoal) -> Message:
    points = points_text(goal.points)
    kind = goal.kind.noun.name
    if goal.line is None:
        return say("the {kind} goal ({points})", kind=kind, points=points)
    return say("the {kind} goal along {line} ({points})", kind=kind, line=line_name(goal.line), points=points)


def _without_card(table: Table, seat: int, number: int) -> Change[Table]:
    cards = table.players[seat].fountain_cards
    what = say("being without the {kind} fountain card", kind=cards[number].kind.noun.name)
    return Change(what=what, table=with_player(table, seat, fountain_cards=cards[:number] + cards[number + 1 :]))


def _unfinished_villas(player: Player, chart: VillaChart) -> list[Structure]:
    """Return the villas that only need to be closed, and whose value is known."""
    every = structures(player.district) if player.district is not None else ()
    return [
        villa
        for villa in every
        if villa.kind is Kind.VILLA
        and villa.waiting
        and len(villa.cells) >= VILLA_TILES_LEAST
        and chart.points(villa.chimneys) is not None
    ]


def _completed(table: Table, seat: int, villa: Structure) -> Change[Table]:
    """Close the open sides of a villa, so that cards and goals count it too."""
    district = cast("District", table.players[seat].district)  # the villa stands in it
    tiles = tuple(
        replace(tile, features=tuple(_closed(tile, number, villa) for number in range(len(tile.features))))
        for tile in district.tiles
    )
    return Change(
        what=counted(
            villa.chimneys,
            "completing the villa on {cells} with its {number} chimney",
            "completing the villa on {cells} with its {number} chimneys",
            cells=villa.cells,
        ),
        table=with_player(table, seat, district=replace(district, tiles=tiles)),
    )


def _closed(tile: Tile, number: int, villa: Structure) -> Feature:
    feature = tile.features[number]
    if (tile.cell, number) not in villa.parts:
        return feature
    return replace(feature, opens="".join(side for side in feature.opens if tile.cell + side not in villa.waiting))

"""The sheet that opens at the end before who watches, line by line, and who won."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Final

import flet as ft

from companion.games import KITS
from companion.services.history import load_sheet
from companion.services.results import headline, place_reason, result_of_play, total_of, winning_margin
from companion.tables.access import WATCH
from companion.ui.components.controls import outlined, text
from companion.ui.components.foot import AtThumb
from companion.ui.components.layout import screen, topbar, waiting
from companion.ui.components.outcome import points_of_rounds, rounds_of
from companion.ui.core.context import use_motion, use_stored, use_subscription, use_ui
from companion.ui.core.error_boundary import component
from companion.ui.core.hooks import keyed, use_effect, use_ref, use_value
from companion.ui.screens.scoreboard import Board, BoardRow, board_of, lead_text, use_board
from scoring.messages import Message, as_typed, say, tr, wordless
from scoring.opening import opening
from scoring.sheet import Better
from storage.repositories.play_content import StoredPlay
from storage.repositories.values import game_of

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from companion.services.results import Result
    from companion.ui.components.outcome import Totals

PAUSE_S, LONGEST_S = 2.5, 45
"""Seconds for which a line stands alone, and about how many the whole opening takes at most."""

OPENS: Final = say("The sheet opens, line by line")


@component
def OpenedSheet() -> ft.Control:
    """Show the result of the play that the address names as its sheet opens; back in play, it leads to its table."""
    play_id = ft.use_route_params()["play"]
    ui, page = use_ui(), ft.context.page
    play, load_again = use_stored(load_sheet, play_id)
    ended = play if isinstance(play, StoredPlay) else None
    table_id = None if ended is None else ended.table_id

    def follow() -> None:
        if ended is not None and ended.reopened:
            page.navigate(f"/{WATCH}/{table_id}")

    use_subscription(ui.tables.begins.subscribe, load_again, [table_id], lambda begun: begun == table_id)
    use_effect(follow, [ended is not None and ended.reopened])
    if play is None:
        return waiting(topbar(tr("Result"), back="/"))
    if isinstance(play, Message):
        return screen(topbar(tr("Result"), back="/"), [text(play)])
    what = f"watched {play_id} {play.revision}"
    return keyed(what, OpeningSheet, result_of_play(play), what)


@component
def OpeningSheet(result: Result, what: str) -> ft.Control:
    """Show a result as its sheet opens, once in a browser; *Skip* opens it at once, as does less motion."""
    order, rounds = ft.use_memo(lambda: (order_of(result), rounds_of(result)), [what])
    lines = len(rounds or order)
    moves = use_motion()
    number, skip = use_opened_lines(what, lines, moves=moves)
    is_open = number > lines
    bar = topbar(result.title, back="/")
    ways = [] if is_open else [AtThumb(lambda: [outlined(tr("Skip"), skip, icon=ft.Icons.SKIP_NEXT)])]
    if is_open:
        board = final_board(result)
    else:
        board = board_after(result, rounds, number) if rounds else board_at(result, order, number)
    return use_board(bar, board, moves=moves, opens=True, below=ways)


def order_of(result: Result) -> tuple[int, ...]:
    """Return the numbers of the rows of a result as they open, without those in which nobody has anything."""
    if not result.rows or None in result.totals:
        return ()
    columns, better = result.sheet.columns, better_of(result)
    names = {columns[seat].player for seat in compared(result)}
    sheet = replace(
        result.sheet,
        columns=tuple(each for each in columns if each.player in names),
        standings=tuple(place for place in result.sheet.standings if place.player in names),
    )
    order = opening(sheet, better)
    return tuple(row for row in order if any(each.lines[row].points or each.lines[row].counted for each in columns))


def compared(result: Result) -> tuple[int, ...]:
    """Return the seats whose points are compared: where the fewest win, who left early stands behind all who stayed."""
    seats = tuple(range(len(result.sheet.columns)))
    if result.game is None or result.table is None or better_of(result) is Better.MOST:
        return seats
    return tuple(seat for seat in seats if KITS[result.game].away(result.table, seat) is None) or seats


def better_of(result: Result) -> Better:
    """Return whether the most or the fewest points are better at the table of a result; the places say it without."""
    game = None if result.game is None else game_of(result.game)
    if game is not None and result.table is not None:
        criteria = game.at(result.table).criteria(result.table)
        return next((criterion.better for criterion in criteria if criterion.name == "points"), Better.MOST)
    totals = [place.total for place in result.sheet.standings]
    return Better.FEWEST if totals[0] < totals[-1] else Better.MOST


def use_opened_lines(what: str, lines: int, *, moves: bool | None) -> tuple[int, Callable[[], None]]:
    """Return how many lines are open, one more than there are at the end, and a call that opens all at once.

    They open one after the other, all at once where nothing may move, and `what` opens once in a browser.
    """
    store = ft.context.page.session.store
    number, set_number = use_value(0 if lines and not store.contains_key(what) else lines + 1)
    waiting_for = use_ref(asyncio.Event)

    def open_up_to(line: int) -> None:
        set_number(lambda old: max(old, line))

    def skip() -> None:
        store.set(what, value=True)
        waiting_for.current.set()
        open_up_to(lines + 1)

    async def run() -> None:
        if moves is False:
            skip()
        if moves is None or not lines or store.contains_key(what):
            return
        skipped = waiting_for.current = asyncio.Event()
        for reached in range(1, lines + 2):
            with suppress(TimeoutError):
                await asyncio.wait_for(skipped.wait(), pause_s(reached, lines))
                return
            open_up_to(reached)
        skip()

    use_effect(run, [moves], cleanup=lambda: waiting_for.current.set())  # noqa: PLW0108 - what it is by then
    return number, skip


def pause_s(number: int, lines: int) -> float:
    """Return how many seconds pass before a line opens, and after the last one; before and after that one more.

    >>> pause_s(1, 5), pause_s(5, 5), pause_s(6, 5), pause_s(1, 30)
    (2.5, 5.0, 5.0, 1.5)
    """
    each = min(PAUSE_S, LONGEST_S / lines)
    return 2 * each if number >= lines else each


def board_at(result: Result, order: Sequence[int], number: int) -> Board:
    """Return what the board shows of a result of which so many lines of an order are open, the last one just now."""
    columns, opened = result.sheet.columns, order[:number]
    points = [sum(each.lines[row].points for row in opened) for each in columns]
    first = by_points = _first_seats(result, points)
    if len(opened) == len(order) and result.has_places:  # a line may decide that is no sum
        first = [seat for seat, each in enumerate(columns) if each.player in result.winners]
    gains = [each.lines[opened[-1]].figure if opened else "" for each in columns]
    rows = _rows(result, points, gains, first)
    if not opened:
        return board_of(OPENS, rows)
    title = as_typed(result.rows[opened[-1]][1])
    so_far = wordless("{number} / {all}", number=number, all=len(order)) if len(order) > 1 else None
    return board_of(title, rows, so_far, lead_text(rows) if first == by_points else None)


def _first_seats(result: Result, points: Sequence[int]) -> list[int]:
    """Return the seats that are in front, none where all are level."""
    of_seats = {seat: points[seat] for seat in compared(result)}
    if not result.has_places or len(set(points)) == 1:
        return []
    best = (min if better_of(result) is Better.FEWEST else max)(of_seats.values())
    return [seat for seat, own in of_seats.items() if own == best]


def board_after(result: Result, rounds: Sequence[Totals], number: int) -> Board:
    """Return what the board shows of a result of rounds alone after so many rounds, which open in their order."""
    opened = rounds[:number]
    points = [
        next((totals[seat] for totals in reversed(opened) if totals[seat] is not None), 0) or 0
        for seat in range(len(result.seats))
    ]
    title, gains = [*points_of_rounds(result, rounds)][number - 1] if number else ("", [""] * len(points))
    rows = _rows(result, points, gains, _first_seats(result, points))
    if not number:
        return board_of(OPENS, rows)
    return board_of(
        as_typed(title), rows, wordless("{number} / {all}", number=number, all=len(rounds)), lead_text(rows)
    )


def _rows(result: Result, points: Sequence[int], gains: Sequence[object], first: Sequence[int]) -> tuple[BoardRow, ...]:
    """Return the players with their points so far, and what each gained by the line that was opened last."""
    return tuple(
        BoardRow(
            seat=seat,
            name=each.player,
            total=str(own),
            points=own,
            gain=_gain(gain),
            first=at in first,
            lit=at in first,
        )
        for at, (seat, each, own, gain) in enumerate(
            zip(result.seats, result.sheet.columns, points, gains, strict=True)
        )
    )


def _gain(figure: object) -> str:
    return f"{figure:+}" if isinstance(figure, int) and figure else str(figure)


def final_board(result: Result) -> Board:
    """Return what the board shows of a result that is open: who won, and by what."""
    places = {place.player: place for place in result.sheet.standings}
    rows = []
    for seat, each in zip(result.seats, result.sheet.columns, strict=True):
        total = total_of(result, each.player)
        place = f"{places[each.player].place}." if result.has_places else ""
        shown = "" if total is None else str(total)
        first = each.player in result.winners
        rows.append(
            BoardRow(seat=seat, name=each.player, total=shown, points=total or 0, place=place, first=first, lit=first)
        )
    is_alone = len(result.winners) == 1 and not result.unknown
    note = winning_margin(result) or (place_reason(result, result.sheet.standings[0]) if is_alone else None)
    return board_of(headline(result), tuple(rows), note, over=True)

"""The sheet of a result: who won and why, the points of every player for every rule, and how each comes about."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, Final

import flet as ft

from companion.formatting.text import sentence
from companion.services.results import Result, best_seats, decisive_row, headline, track_field
from companion.tables.players import with_owners
from companion.tables.replay import TrackStep, load_track
from companion.ui.components.controls import (
    caption,
    card,
    group,
    heading,
    labelled,
    name_text,
    notice,
    plain_button,
    seat_mark,
    silent,
    tappable,
    text,
)
from companion.ui.components.dialogs import Report, words_to_copy
from companion.ui.components.fields import switch, wrapped
from companion.ui.components.layout import HighlightedBoard, column
from companion.ui.components.number_sheet import NOTHING
from companion.ui.components.outcome import outcome, points_of_rounds, rounds_of
from companion.ui.components.sheet_layout import SheetLayout, sheet_layouts
from companion.ui.core.context import Viewport, use_stored, use_ui
from companion.ui.core.error_boundary import component, safe
from companion.ui.core.hooks import use_dialog, use_toggle, use_value
from companion.ui.core.theme import RADIUS, SPACE, Style, seat_wash
from companion.ui.editors import EDITORS
from scoring import GAMES
from scoring.messages import Message, points_text, say, tr
from scoring.sheet import MISSING, Winner
from storage.documents import codec
from storage.repositories.values import game_key

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from companion.ui.core.theme import Palette
    from scoring.game import Game
    from scoring.sheet import Line

DIFFERS: Final = say(
    "These are the figures of the day. Tessera counts some of them differently today; nothing in the play was changed."
)
BOARD_WIDTH: Final = 312
"""The width of a board below the arithmetic, in px."""

OUTCOME_WIDTH, BESIDE_WIDTH = 448, 960
"""The width of an outcome beside its sheet, and the least width of both, in px."""

HAND_SIZE: Final = 12
"""The size of the pencil next to a number that was entered, in px."""

ENTERED: Final = say("A pencil: as entered, not checked.")

NUMBER_PADDING: Final = 3.5 * SPACE
"""The padding above and below a number that makes it large enough to be tapped, in px."""


@component
def SheetView(
    result: Result,
    width: float,
    actions: tuple[ft.Control, ...] = (),
    *,
    ways: ft.Control | None = None,
    opens: bool = False,
) -> ft.Control:
    """Show the sheet of a result in a width, in px; it `opens` once.

    Further controls stand below the table; the `ways` on from here stand above it, right below the outcome.
    """
    viewport = use_ui().viewport
    nothing: tuple[int, int] | None = None
    opened, set_opened = use_value(nothing)

    def close() -> None:
        set_opened(lambda _: None)

    def show(seat: int, number: int) -> None:
        set_opened(lambda _: (seat, number))

    use_dialog(None if opened is None else _arithmetic(result, *opened, viewport, close))
    figures = [
        figure
        for column, total in zip(result.sheet.columns, result.totals, strict=True)
        for figure in (total or 0, *(x.points for x in column.lines))
    ]
    rounds = ft.use_memo(lambda: rounds_of(result), [result])
    of_rounds = tuple(points_of_rounds(result, rounds))
    figures += [figure for _, points in of_rounds for figure in points if isinstance(figure, int)]
    names = [column.player for column in result.sheet.columns]
    titles = [*([title for title, _ in of_rounds] or [str(title) for _, title in result.rows]), tr("Total")]
    left = outcome_width(width)
    right = width if left == width else width - left - 4 * SPACE
    layouts = sheet_layouts(right - 6 * SPACE, viewport.scale, titles, names, figures)
    tables = [_table(result, seats, lay, show, viewport.palette, of_rounds) for seats, lay in layouts]
    entered = [caption(ENTERED, text_align=ft.TextAlign.CENTER)] if _is_entered(result) else []
    above = [outcome(result, left, rounds, opens=opens), *([] if ways is None else [ways])]
    differs = [notice(DIFFERS, live=False)] if result.differs else []
    missing = [] if result.missing is None else [notice(sentence(result.missing), live=False)]
    below = (
        *_listed(tr("What was close"), result.close),
        *_listed(tr("Worth knowing"), result.rulings),
        *_report(result.game, result.table),
    )
    if left == width:
        sheet = column([*above, *missing, *tables, *entered], spacing=4 * SPACE)
        return column([*differs, group(sheet, headline(result)), *actions, *below], spacing=4 * SPACE)
    first = column([*above, *actions], spacing=4 * SPACE, width=left)
    second = column([*missing, *tables, *entered, *below], spacing=4 * SPACE, width=right)
    both = ft.Row([first, second], spacing=4 * SPACE, vertical_alignment=ft.CrossAxisAlignment.START)
    return column([*differs, group(both, headline(result))], spacing=4 * SPACE)


def outcome_width(width: float) -> float:
    """Return the width of an outcome in a width, in px: beside its sheet where both have room.

    >>> outcome_width(688), outcome_width(1088)
    (688, 448)
    """
    return OUTCOME_WIDTH if width >= BESIDE_WIDTH else width


def _report(game: str | None, table: Any) -> list[ft.Control]:  # noqa: ANN401 - the table of any game
    if game is None or table is None:
        return []
    return [Report(tr("Report a fault in Tessera"), lambda: WrongNumber(game, table))]


@component
def WrongNumber(game: str, table: Any) -> ft.Control:  # noqa: ANN401 - the table of any game
    """Show the document of a table, to be pasted into a report; without names unless they are wanted."""
    named, name = use_value(initial=False)
    document = reported_table(GAMES[game_key(game)], table, named=named)
    with_names = switch(tr("With names"), lambda: name(lambda now: not now), on=named)
    hint = caption(tr("Paste this into your report, and say which number is wrong."))
    return card([column([hint, with_names, words_to_copy(document, Style.SMALL)], spacing=2 * SPACE)])


def reported_table(game: Game[Any], table: Any, *, named: bool) -> str:  # noqa: ANN401 - the table of any game
    """Return the document of a table as JSON, for a report; without names players are called by their seats."""
    if not named:
        names = {player.name: f"Player {seat}" for seat, player in enumerate(table.players, start=1)}
        players = tuple(_without_names(player, names[player.name]) for player in table.players)
        table = replace(with_owners(game, table, names), players=players)
    return json.dumps(codec.table_document(game, table), indent=1, ensure_ascii=False)


def _without_names(player: Any, called: str) -> Any:  # noqa: ANN401 - a player of any game
    """Return a player who is called otherwise, as are the members of a team."""
    members = getattr(player, "members", None)
    teams = {"members": tuple(f"{called}.{at}" for at in range(1, len(members) + 1))} if members else {}
    return replace(player, name=called, **teams)


def _table(
    result: Result,
    seats: range,
    lay: SheetLayout,
    show: Callable[[int, int], None],
    palette: Palette,
    of_rounds: Sequence[tuple[str, Sequence[Any]]],
) -> ft.Control:
    """Return the points of the players on some seats, who stand beside each other; the best lie on their colour."""
    decisive = decisive_row(result)
    columns = [result.sheet.columns[seat] for seat in seats]
    rows: list[ft.Control] = [
        _heads(result, seats, lay),
        *(_round(result, number, of_round, seats, lay) for number, of_round in enumerate(of_rounds)),
    ]
    lines = [] if of_rounds else enumerate(zip(result.rows, result.titles, strict=True))
    for number, ((rule, title), short) in lines:
        if rule in result.headings:
            rows.append(ft.Container(heading(result.headings[rule], 3), padding=ft.Padding.only(top=4 * SPACE)))
        best = best_seats(result, number)
        cells = [
            _number(
                column.lines[number],
                column.player,
                lay,
                partial(show, seat, number),
                seat_wash(result.seats[seat].colour, palette) if seat in best else None,
            )
            for seat, column in zip(seats, columns, strict=True)
        ]
        words = text(short, Style.STRONG if number == decisive else Style.TEXT, semantics_label="")
        rows.append(group(_row(words, cells, lay, ft.BorderSide(1, ft.Colors.OUTLINE_VARIANT)), title))

    def total(seat: int) -> ft.Control:
        points = "" if result.totals[seat] is None else result.totals[seat]
        figure, said = _figure(points, lay), f"{result.sheet.columns[seat].player}: {points}"
        return tappable(figure, said, partial(show, seat, 0)) if of_rounds else figure

    words = text(tr("Total"), Style.STRONG, semantics_label="")
    last = _row(words, [*map(total, seats)], lay, ft.BorderSide(2, ft.Colors.ON_SURFACE))
    rows.append(group(last, tr("Total")) if of_rounds else silent(last))  # the places above say the latter
    return card(rows, spacing=0, padding=3 * SPACE)


def _round(result: Result, number: int, of_round: Any, seats: range, lay: SheetLayout) -> ft.Control:  # noqa: ANN401
    """Return the points of a round, the best on their colour, with a flag at who closed it; said in one sentence."""
    (title, figures), players, pad = of_round, result.table.players, result.table.pad
    points, category, palette = {*figures} - {MISSING}, pad.categories[0], use_ui().viewport.palette
    best = (min if pad.winner is Winner.FEWEST else max)(points, default=0) if len(points) > 1 else None

    def cell(seat: int) -> ft.Control:
        lit = figures[seat] == best
        figure = text(figures[seat], Style.STRONG if lit else Style.TEXT, no_wrap=True, semantics_label="")
        marked = number in {*category.marked_in(players[seat].entries.get(category.key))}
        mark = [ft.Icon(ft.Icons.FLAG, color=ft.Colors.SECONDARY, size=HAND_SIZE)] if marked else []
        return ft.Container(
            ft.Row([*mark, figure], spacing=SPACE // 2, alignment=ft.MainAxisAlignment.END),
            width=lay.column,
            bgcolor=seat_wash(result.seats[seat].colour, palette) if lit else None,
            padding=ft.Padding.only(right=2 * SPACE, top=SPACE, bottom=SPACE),
            border_radius=RADIUS,
        )

    label = f"{title}: {', '.join(f'{players[seat].name} {figures[seat]}' for seat in seats)}"
    return labelled(_row(text(title), [*map(cell, seats)], lay, ft.BorderSide(1, ft.Colors.OUTLINE_VARIANT)), label)


def _is_entered(result: Result) -> bool:
    """Return whether there is a number that somebody entered, and nobody checked."""
    return any(line.entered for column in result.sheet.columns for line in column.lines)


def _row(title: ft.Text, cells: Sequence[ft.Control], lay: SheetLayout, line: ft.BorderSide) -> ft.Control:
    title.value = lay.title(title.value)
    if lay.titles:
        title.width, title.margin = lay.titles - SPACE, ft.Margin.only(right=SPACE)
        inside: ft.Control = ft.Row([title, *cells], spacing=0)
    else:
        title.margin = ft.Margin.only(top=2 * SPACE)
        inside = ft.Column([title, ft.Row(list(cells), spacing=0)], spacing=0, tight=True)
    return ft.Container(inside, border=ft.Border.only(top=line))


def _heads(result: Result, seats: range, lay: SheetLayout) -> ft.Control:
    heads = [
        ft.Column(
            [seat_mark(result.seats[seat], 24), name_text(name, lay.name_size, text_align=ft.TextAlign.RIGHT)],
            spacing=SPACE,
            tight=True,
            horizontal_alignment=ft.CrossAxisAlignment.END,
            width=lay.column - 2 * SPACE,
            margin=ft.Margin.only(right=2 * SPACE, bottom=2 * SPACE),
        )
        for seat, name in zip(seats, lay.names, strict=True)
    ]
    left = ft.Margin.only(left=lay.titles)
    return silent(ft.Row(list(heads), spacing=0, margin=left, vertical_alignment=ft.CrossAxisAlignment.END))


def _number(line: Line, player: str, lay: SheetLayout, do: Callable[[], None], ground: str | None) -> ft.Control:
    """Return the points of a player, in the group of their line; the best ones have a ground."""
    style = Style.TEXT if ground is None else Style.STRONG
    face: ft.Control = text(line.figure, style, text_align=ft.TextAlign.RIGHT, no_wrap=True)
    if line.entered:
        hand = ft.Icon(ft.Icons.EDIT_OUTLINED, size=HAND_SIZE, color=ft.Colors.ON_SURFACE_VARIANT)
        face = ft.Row([hand, face], spacing=SPACE // 2, tight=True)
    return tappable(
        face,
        tr("{player}: {points}, as entered", player=player, points=line.points)
        if line.entered
        else f"{player}: {NOTHING if line.blank else line.figure}",
        do,
        width=lay.column,
        bgcolor=ground,
        alignment=ft.Alignment.CENTER_RIGHT,
        padding=ft.Padding.only(right=2 * SPACE, top=NUMBER_PADDING, bottom=NUMBER_PADDING),
    )


def _figure(figure: object, lay: SheetLayout) -> ft.Control:
    return text(
        figure,
        Style.STRONG if lay.tight else Style.HEADING,
        color=ft.Colors.ON_SURFACE,
        no_wrap=True,
        text_align=ft.TextAlign.RIGHT,
        width=lay.column - 2 * SPACE,
        margin=ft.Margin.only(right=2 * SPACE, top=2 * SPACE, bottom=2 * SPACE),
    )


def _arithmetic(
    result: Result, seat: int, number: int, viewport: Viewport, close: Callable[[], None]
) -> ft.DialogControl:
    """Return the window on a number: why it is so, where the rule is printed, and the squares that earned it."""
    column = result.sheet.columns[seat]
    line = column.lines[number]
    points = MISSING if line.blank else points_text(line.points)
    title = heading(tr("{what}: {value}", what=result.rows[number][1], value=points))
    parts: list[ft.Control] = [
        ft.Row([seat_mark(result.seats[seat]), text(column.player, expand=True)], spacing=2 * SPACE),
        text(sentence(line.because).replace("; ", "\n")),  # each card and round on a line of its own
        caption(line.ref),
    ]
    width = min(viewport.width - 16 * SPACE, BOARD_WIDTH)
    field = track_field(result, seat, number)
    if result.table_id is not None and field is not None:
        parts.append(TrackSteps(result.table_id, seat, field, line.points))
    if result.game is not None and line.cells:
        parts.append(HighlightedBoard(EDITORS[result.game].board, result.table, seat, line.cells, width))
    return ft.AlertDialog(
        title=title,
        content=ft.Container(ft.Column(parts, spacing=3 * SPACE, tight=True), width=width),
        actions=[plain_button(tr("Close"), close)],
        bgcolor=ft.Colors.SURFACE_CONTAINER,
        shape=ft.RoundedRectangleBorder(radius=2 * RADIUS),
        inset_padding=4 * SPACE,
        title_padding=ft.Padding.only(left=4 * SPACE, right=4 * SPACE, top=4 * SPACE),
        content_padding=4 * SPACE,
        scrollable=True,
        on_dismiss=safe(close),
    )


def _listed(title: str, messages: Sequence[Message]) -> list[ft.Control]:
    if not messages:
        return []
    lines = [
        ft.Row(
            [silent(text("•", color=ft.Colors.ON_SURFACE_VARIANT)), text(sentence(message), expand=True)],
            spacing=2 * SPACE,
            vertical_alignment=ft.CrossAxisAlignment.START,
        )
        for message in messages
    ]
    return [ft.Column([heading(title), *lines], spacing=2 * SPACE, tight=True)]


FIGURE_WIDTH: Final = 10 * SPACE
"""The width of a figure at the end of a step, in px, with text of its usual size."""

TRACK_HEADING: Final = say("Step by step")


@component
def TrackSteps(table_id: str, seat: int, field: str, points: int, *, folded: bool = False) -> ft.Control:
    """Show each step that moved the track of a player up to these points; nothing where they are not known."""
    ui = use_ui()
    steps, _ = use_stored(load_track, table_id, seat, field, points)
    opened, toggle = use_toggle(on=not folded)
    if not steps:
        return ft.Container()
    icon = ft.Icons.EXPAND_LESS if opened else ft.Icons.EXPAND_MORE
    more = wrapped([plain_button(TRACK_HEADING, toggle, icon=icon)])
    rows = [_step(step, ui.viewport.scale) for step in steps] if opened else []
    return column([more if folded else caption(TRACK_HEADING), *rows])


def _step(step: TrackStep, scale: float) -> ft.Control:
    right = ft.TextAlign.RIGHT
    words = sentence(step.label).removesuffix(".")
    moved = f"{step.points:+}" if step.points else ""
    figures = [
        text(moved, Style.STRONG, width=FIGURE_WIDTH * scale, text_align=right, no_wrap=True),
        caption(step.total, width=FIGURE_WIDTH * scale, text_align=right, no_wrap=True),
    ]
    start = ft.CrossAxisAlignment.START
    row = ft.Row([text(words, Style.SMALL, expand=True), *figures], spacing=0, vertical_alignment=start)
    after = points_text(step.total)
    return labelled(row, f"{words}: {moved or 0}, {after}")

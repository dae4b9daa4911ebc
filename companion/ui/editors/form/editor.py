"""The editor of a game that has none of its own: a tab for each player, and one for what lies on the table."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

import flet as ft

from companion.formatting.text import sentence
from companion.games.plain_game import PLAYER_TAB, TABLE_TAB, has_table_fields
from companion.ui.components.controls import caption, card, heading, text
from companion.ui.components.layout import column, max_width, scrolling, spread_row, two_columns
from companion.ui.core.context import use_revision, use_ui
from companion.ui.core.error_boundary import component
from companion.ui.core.theme import SPACE, Style
from companion.ui.editors.base import Editor, Tab
from companion.ui.editors.form.parts import record_controls
from companion.ui.editors.form.values import Place, with_problems
from scoring.messages import say, tr
from storage.documents.codec import plain
from storage.documents.records import record_of

if TYPE_CHECKING:
    from companion.tables.live_table import LiveTable
    from scoring.game import Game

PLAYERS: Final = "players"

ELSEWHERE: Final = frozenset({"name", "entered"})
"""The fields of a player that have screens of their own: the seats, and the end sheet."""

NOTHING_ASKED: Final = say("This game asks nothing about your own copy.")


def form_editor(game: Game[Any]) -> Editor:
    """Return the editor of a game, made from the types of its state."""
    table: Any = record_of(game.table)
    of_player, of_table = table.fields[PLAYERS].entry.fields, [name for name in table.fields if name != PLAYERS]
    tabs = [
        Tab(
            key="player",
            title=PLAYER_TAB,
            icon=ft.Icons.PERSON_OUTLINE,
            view=PlayerForm,
            fills=True,
            enters=frozenset(of_player) | frozenset(game.rules),
        )
    ]
    if has_table_fields(game):
        enters = frozenset(of_table)
        tabs.append(
            Tab(
                key="table",
                title=TABLE_TAB,
                icon=ft.Icons.TABLE_RESTAURANT_OUTLINED,
                view=TableForm,
                of_a_seat=False,
                enters=enters,
            )
        )
    return Editor(game=game.key, tabs=tuple(tabs), my_copy=lambda: caption(NOTHING_ASKED))


def _whole(live: LiveTable) -> Place:
    """Return the place of the whole table."""
    return Place(live=live, document=plain(live.state.table), field=record_of(live.game.table))


@component
def PlayerForm(live: LiveTable, seat: int) -> ft.Control:
    """Show the fields of a player, and the points so far with their reasons."""
    use_revision(live)
    player = replace(_whole(live).part(PLAYERS).entry(seat), title=live.names[seat], of="")
    record: Any = player.field
    names = tuple(name for name in record.fields if name not in ELSEWHERE)
    fields = card([heading(player.title), column(record_controls(player, names), 4 * SPACE)])
    points = PointsCard(live, seat)
    if use_ui().viewport.wide:
        return two_columns([fields], [points])
    return scrolling([ft.Row([max_width(ft.Column([fields, points]))], alignment=ft.MainAxisAlignment.CENTER)])


@component
def TableForm(live: LiveTable, _seat: int) -> ft.Control:
    """Show what lies on the table, and what holds for everybody."""
    use_revision(live)
    table = _whole(live)
    record: Any = table.field
    names = tuple(name for name in record.fields if name != PLAYERS)
    seats = table.part(PLAYERS)
    wrong = table.wrong([*map(table.part, names), *(seats.entry(seat) for seat in range(len(seats.value)))])
    return card([with_problems([heading(TABLE_TAB)], wrong), column(record_controls(table, names), 4 * SPACE)])


@component
def PointsCard(live: LiveTable, seat: int) -> ft.Control:
    """Show the points of each line so far, each with its reason."""
    use_revision(live)
    score = live.columns[seat]
    titles = live.game.at(live.state.table).rules
    lines: list[ft.Control] = []
    for line in score.lines:
        lines += [
            spread_row([text(titles.get(line.rule, line.rule)), text(line.points, Style.STRONG)]),
            caption(sentence(line.because)),
        ]
    total = spread_row([text(tr("Total"), Style.STRONG), text(score.total, Style.HEADING)])
    return card([heading(tr("Points")), *lines, total])

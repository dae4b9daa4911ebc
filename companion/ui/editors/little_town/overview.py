"""The overview below the board while no square is selected: problems, what comes next, cubes and coins of all."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import flet as ft

from companion.formatting.text import sentence
from companion.games.little_town import actions
from companion.tables.state import with_table
from companion.ui.components.controls import button, caption, glyph, notice, plain_button, seat_mark, tappable, text
from companion.ui.components.fields import switch
from companion.ui.components.layout import column
from companion.ui.core.context import use_revision
from companion.ui.core.error_boundary import component
from companion.ui.core.glyphs import MARKS
from companion.ui.core.theme import SPACE, Style
from companion.ui.editors.little_town.activation import TurnPanel
from companion.ui.editors.little_town.turn_order import out_of_turn_note
from scoring.little_town.board import houses_left
from scoring.little_town.data import cubes_listed
from scoring.little_town.moves import workers_at_hand, workers_to_place
from scoring.little_town.state import Cube, Side, Terrain
from scoring.messages import counted, say, tr, with_commas

if TYPE_CHECKING:
    from companion.tables.live_table import LiveTable
    from companion.ui.editors.little_town.board import BoardSelection
    from companion.ui.editors.little_town.drawings import Pick
    from companion.ui.editors.little_town.turn_order import Entering
    from scoring.little_town.state import Table
    from scoring.messages import Message

HINT: Final = say("Tap an empty square.")
AS_IF_OVER: Final = say("The totals count as if the game ended now.")
EDIT_BOARD: Final = say("Edit the board")
BARE_BOARD: Final = say("Enter the forests, mountains and lakes first.")
KEEP_COUNT: Final = say("Keep count of cubes, coins and points")


@component
def Overview(live: LiveTable, entering: Entering, selection: BoardSelection, pick: Pick) -> ft.Control:
    """Show problems, what comes next, and what each player has."""
    use_revision(live)
    page = ft.context.page
    state = live.state
    visit = state.table.visit
    bare = not isinstance(state.table.board, Side) and state.table.board == actions.GRASS_BOARD

    def end_round() -> None:
        page.navigate(f"/table/{live.id}/round/{entering.seat}")

    def paint() -> None:
        selection.brush = Terrain.FOREST

    async def keep_count() -> None:
        books = not state.table.books
        await live.change(KEEP_COUNT, lambda before: with_table(before, books=books))

    parts: list[ft.Control] = [notice(sentence(problem.message), wrong=True) for problem in live.problems]
    if bare:
        parts += [notice(BARE_BOARD), ft.Row([button(EDIT_BOARD, paint)], wrap=True)]
    if visit is not None:
        parts.append(TurnPanel(live, pick))
    elif not workers_to_place(state.table):
        end = tr("End of round {round}", round=state.table.round)
        parts.append(ft.Row([button(end, end_round, icon=ft.Icons.RESTAURANT)], wrap=True))
    else:
        parts += [caption(HINT), *out_of_turn_note(state, entering)]
    parts += [Holdings(live), caption(AS_IF_OVER)]
    parts.append(switch(KEEP_COUNT, keep_count, on=state.table.books))
    if not state.table.books:
        parts.append(caption(tr("You enter only what is on the board.")))
    parts.append(ft.Row([plain_button(EDIT_BOARD, paint, icon=ft.Icons.EDIT_OUTLINED)], wrap=True))
    return column(parts)


@component
def Holdings(live: LiveTable) -> ft.Control:
    """Show the cubes and coins of each player, and the workers and houses left."""
    use_revision(live)
    return column([_holdings_of(live, seat) for seat in range(len(live.state.table.players))], SPACE)


def _holdings_of(live: LiveTable, seat: int) -> ft.Control:
    page = ft.context.page
    state = live.state
    player = state.table.players[seat]
    coins = counted(player.coins, "{number} coin", "{number} coins")
    has = with_commas((coins, *cubes_listed(player.cubes), *_left(state.table, seat)))
    label = tr("{what}: {value}", what=player.name, value=has)
    numbers = [
        _number("coin", player.coins),
        *(_number(cube.noun.mark, player.cubes.get(cube, 0)) for cube in Cube),
    ]
    name = ft.Row(
        [
            seat_mark(state.extras.seats[seat]),
            text(player.name, Style.STRONG, expand=True, expand_loose=True),
        ],
        spacing=2 * SPACE,
        tight=True,
    )
    title = ft.Row(
        [name, caption(left_text(state.table, seat))],
        alignment=ft.MainAxisAlignment.SPACE_BETWEEN,
        wrap=True,
        run_spacing=0,
    )
    row = ft.Row(numbers, spacing=4 * SPACE, run_spacing=SPACE, wrap=True)
    return tappable(
        column([title, row], SPACE),
        label,
        lambda: page.navigate(f"/table/{live.id}/player/{seat}"),
        padding=2 * SPACE,
        bgcolor=ft.Colors.SURFACE_CONTAINER,
        border=ft.Border.all(1, ft.Colors.OUTLINE_VARIANT),
    )


def left_text(table: Table, seat: int) -> Message:
    """Return the workers and houses that a player has left."""
    return say("left: {left}", left=_left(table, seat))


def _left(table: Table, seat: int) -> tuple[Message, Message]:
    workers, houses = workers_at_hand(table, seat), max(houses_left(table, table.players[seat].name), 0)
    return (
        counted(workers, "{number} worker", "{number} workers"),
        counted(houses, "{number} house", "{number} houses"),
    )


def _number(drawing: str, number: int) -> ft.Control:
    ink = ft.Colors.ON_SURFACE if number else ft.Colors.ON_SURFACE_VARIANT
    return ft.Row(
        [glyph(MARKS[drawing], 20, ink), text(number, Style.STRONG, color=ink, no_wrap=True)], spacing=SPACE, tight=True
    )

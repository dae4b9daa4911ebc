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
from scoring.little_town.state import Cube, Side, Terrain
from scoring.little_town.turns import workers_at_hand, workers_to_place
from scoring.little_town.wording import cubes_listed
from scoring.messages import counted, say, tr

if TYPE_CHECKING:
    from companion.tables.live_table import LiveTable
    from companion.ui.editors.little_town.board import BoardSelection
    from companion.ui.editors.little_town.drawings import Pick
    from companion.ui.editors.little_town.turn_order import Entering

HINT: Final = say("Tap an empty square to see what a worker gathers there, and what can be built.")
AS_IF_OVER: Final = say("The totals at the top count as if the game ended now: 3 coins are a point, for example.")
BARE_BOARD: Final = say("This board is all grass. Enter its forests, mountains and lakes first.")


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
        words = say("cubes, coins and points are counted") if books else say("cubes, coins and points are not counted")
        await live.change(words, lambda before: with_table(before, books=books))

    parts: list[ft.Control] = [notice(sentence(problem.message), wrong=True) for problem in live.problems]
    if bare:
        parts += [notice(BARE_BOARD), ft.Row([button(tr("Enter the board"), paint)], wrap=True)]
    if visit is not None:
        parts.append(TurnPanel(live, pick))
    elif not workers_to_place(state.table):
        end = tr("End of round {round}", round=state.table.round)
        parts.append(ft.Row([button(end, end_round, icon=ft.Icons.RESTAURANT)], wrap=True))
    else:
        parts += [caption(HINT), *out_of_turn_note(state, entering)]
    parts += [Holdings(live), caption(AS_IF_OVER)]
    parts.append(switch(tr("Keep count of cubes, coins and points"), keep_count, on=state.table.books))
    if not state.table.books:
        parts.append(
            caption(tr("From now on you enter only what is on the board; cubes, coins and points stay as they are."))
        )
    parts.append(ft.Row([plain_button(tr("Change the board"), paint, icon=ft.Icons.EDIT_OUTLINED)], wrap=True))
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
    workers, houses = workers_at_hand(state.table, seat), houses_left(state.table, player.name)
    coins = counted(player.coins, "{number} coin", "{number} coins")
    left = (
        counted(workers, "{number} worker", "{number} workers"),
        counted(max(houses, 0), "{number} house", "{number} houses"),
    )
    stock = (coins, *cubes_listed(player.cubes))
    label = tr("{name}: {stock}; left {left}", name=player.name, stock=stock, left=left)
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
        [name, caption(say("left: {left}", left=left))],
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


def _number(drawing: str, number: int) -> ft.Control:
    ink = ft.Colors.ON_SURFACE if number else ft.Colors.ON_SURFACE_VARIANT
    return ft.Row(
        [glyph(MARKS[drawing], 20, ink), text(number, Style.STRONG, color=ink, no_wrap=True)], spacing=SPACE, tight=True
    )

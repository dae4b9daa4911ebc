"""How everybody stands, when no square is tapped: cubes and coins, what is wrong, and what can be done next."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import flet as ft

from companion.editors.little_town import acts
from companion.editors.little_town.pieces import column
from companion.editors.little_town.visiting import TurnsVisit
from companion.editors.little_town.words import CUBE_MARKS
from companion.guards import component
from companion.parts.basics import button, glyph, notice, plain_button, quiet, seat_mark, tappable, text
from companion.parts.fields import switch
from companion.pictures import MARKS
from companion.theme import SPACE, Style
from companion.ui import use_live, use_ui
from companion.words import sentence
from scoring.little_town.board import houses_left
from scoring.little_town.state import Cube, Side, Terrain
from scoring.little_town.wording import cubes_listed
from scoring.messages import counted, say

if TYPE_CHECKING:
    from companion.editors.little_town.board import Picked
    from companion.editors.little_town.pieces import Pick
    from companion.live import LiveTable

HINT: Final = "Tap an empty square: what a worker gathers there, and what can be built."
PAINT: Final = "This board is all grass. Enter its forests, mountains and lakes first."


@component
def Overview(live: LiveTable, seat: int, picked: Picked, pick: Pick) -> ft.Control:
    """Show what is wrong, what waits, and what each player has."""
    use_live(live)
    page = ft.context.page
    palette = use_ui().look.palette
    evening = live.evening
    visit = evening.beside.visit
    bare = not isinstance(evening.table.board, Side) and evening.table.board == acts.MEADOW

    def to(place: str) -> None:
        page.navigate(f"/table/{live.id}/{place}/{seat}")

    def paint() -> None:
        picked.brush = Terrain.FOREST

    async def book() -> None:
        books = not evening.beside.books
        words = "cubes, coins and points are counted" if books else "cubes, coins and points are not counted"
        await live.change(words, lambda before: acts.with_beside(before, books=books))

    parts: list[ft.Control] = [notice(sentence(problem.message), palette, wrong=True) for problem in live.problems]
    if bare:
        parts += [notice(PAINT, palette), ft.Row([button("Enter the board", paint)], wrap=True)]
    if visit is not None:
        parts.append(TurnsVisit(live, pick))
    elif not acts.to_place(evening):
        end = f"End of round {evening.table.round}"
        parts += [ft.Row([button(end, lambda: to("round"), icon=ft.Icons.RESTAURANT)], wrap=True)]
    else:
        parts.append(quiet(HINT, palette))
    parts.append(Holdings(live))
    parts.append(
        switch("Keep count of cubes, coins and points", book, palette, on=evening.beside.books),
    )
    if not evening.beside.books:
        parts.append(
            quiet("Now only what stands on the board is entered; cubes, coins and points stay as they are.", palette)
        )
    parts.append(ft.Row([plain_button("Change the board", paint, icon=ft.Icons.EDIT_OUTLINED)], wrap=True))
    return column(parts)


@component
def Holdings(live: LiveTable) -> ft.Control:
    """Show the cubes and coins of each player, and what they have left to place."""
    use_live(live)
    return column([_holding(live, seat) for seat in range(len(live.evening.table.players))], SPACE)


def _holding(live: LiveTable, seat: int) -> ft.Control:
    page = ft.context.page
    palette = use_ui().look.palette
    evening = live.evening
    player = acts.player_of(evening, seat)
    workers, houses = acts.at_hand(evening, seat), houses_left(evening.table, player.name)
    coins = counted(player.coins, "coin", "coins")
    left = (counted(workers, "worker", "workers"), counted(max(houses, 0), "house", "houses"))
    held = (coins, *cubes_listed(player.cubes))
    label = str(say("{name}: {held}; left {left}", name=player.name, held=held, left=left))
    numbers = [
        _number("coin", player.coins),
        *(_number(CUBE_MARKS[cube], player.cubes.get(cube, 0)) for cube in Cube),
    ]
    name = ft.Row(
        [
            seat_mark(evening.beside.seats[seat], palette),
            text(player.name, Style.STRONG, expand=True, expand_loose=True),
        ],
        spacing=2 * SPACE,
        tight=True,
    )
    title = ft.Row(
        [name, quiet(say("left: {left}", left=left), palette)],
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
        bgcolor=palette.surface,
        border=ft.Border.all(1, palette.line),
    )


def _number(drawing: str, number: int) -> ft.Control:
    palette = use_ui().look.palette
    ink = palette.ink if number else palette.quiet
    return ft.Row(
        [glyph(MARKS[drawing], 20, ink), text(number, Style.STRONG, color=ink, no_wrap=True)], spacing=SPACE, tight=True
    )

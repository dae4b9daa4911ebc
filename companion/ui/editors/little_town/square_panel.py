"""The panel of the selected square: placing a worker, building, or correcting the piece that stands there."""

from __future__ import annotations

from typing import TYPE_CHECKING

import flet as ft

from companion.formatting.text import sentence
from companion.games.little_town import actions
from companion.games.little_town.wording import cost_text, effect_text, possessive, terrain_name, tile_name
from companion.ui.components.controls import (
    button,
    caption,
    card,
    heading,
    icon_button,
    notice,
    outlined,
    seat_mark,
    text,
)
from companion.ui.components.dialogs import undo_of_last_step
from companion.ui.components.fields import chip, wrapped
from companion.ui.components.layout import column
from companion.ui.core.context import use_revision
from companion.ui.core.error_boundary import component, show_snackbar
from companion.ui.core.hooks import keyed
from companion.ui.core.theme import SPACE, Style
from companion.ui.editors.little_town.activation import TurnPanel, activation_preview, usable_buildings
from companion.ui.editors.little_town.board import BoardPainting
from companion.ui.editors.little_town.building_picker import BuildingPicker
from companion.ui.editors.little_town.drawings import cubes_row, square_contents
from companion.ui.editors.little_town.overview import Overview
from companion.ui.editors.little_town.turn_order import out_of_turn_note
from scoring.little_town.board import reserve, terrain, workers_left
from scoring.little_town.data import GATHERED, TILES, WORKERS
from scoring.little_town.gather_and_activate import gather_resources, resources_around
from scoring.little_town.moves import gathered
from scoring.little_town.state import RULES, Building, Terrain, Tile, Worker
from scoring.little_town.wording import LANDS, NAMES, cubes_listed
from scoring.messages import counted, say

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from companion.tables.live_table import LiveTable
    from companion.tables.state import PlayerStyle
    from companion.ui.editors.little_town.board import BoardSelection
    from companion.ui.editors.little_town.drawings import Pick
    from companion.ui.editors.little_town.turn_order import Entering

SCORED_LATER = {Tile.CASTLE: "castle", Tile.WATCHTOWER: "watchtower"}
"""Buildings that score at the end of the game, with the rule of the sheet."""


@component
def SquarePanel(live: LiveTable, entering: Entering, selection: BoardSelection, pick: Pick) -> ft.Control:
    """Show what can be done with the selected square, or without one the overview."""
    use_revision(live)
    state = live.state
    cell = selection.cell
    if selection.brush is not None:
        return BoardPainting(live, selection)
    if cell is None:
        return Overview(live, entering, selection, pick)
    one = actions.piece_on(state, cell)
    wrong = [problem for problem in live.problems if cell in problem.cells]
    if isinstance(one, Building):
        panel = keyed(f"building {cell}", BuildingPanel, live, cell, pick)
    elif isinstance(one, Worker):
        panel = keyed(f"worker {cell}", WorkerPanel, live, cell, pick)
    elif terrain(state.table)[cell] is Terrain.GRASS:
        panel = keyed(f"empty {cell} {entering.seat}", EmptySquare, live, entering, cell, pick)
    else:
        panel = keyed(f"land {cell}", LandPanel, live, cell, pick)
    return column([*(notice(sentence(problem.message), wrong=True) for problem in wrong), panel])


@component
def EmptySquare(live: LiveTable, entering: Entering, cell: str, pick: Pick) -> ft.Control:
    """Show what a worker would bring on an empty square, and the buildings that can be built there."""
    use_revision(live)
    state = live.state
    seat = entering.seat
    style = state.extras.seats[seat]
    name = state.table.players[seat].name
    below = f"{square_contents(Terrain.GRASS, None).capitalize()}. For {name}."
    visit = state.extras.visit
    parts: list[ft.Control] = [selection_heading(cell, below, pick, style)]
    if visit is not None:
        parts.append(caption(f"{possessive(state.table.players[visit.seat].name)} turn on {visit.cell} is not over."))
    parts += out_of_turn_note(state, entering)
    parts.append(WorkerHere(live, entering, cell, pick))
    if not entering.waits:
        parts.append(BuildingPicker(live, seat, cell, pick))
    return column(parts, 3 * SPACE)


@component
def WorkerHere(live: LiveTable, entering: Entering, cell: str, pick: Pick) -> ft.Control:
    """Show what a worker on a square would gather and activate, with the button that places it."""
    use_revision(live)
    state = live.state
    seat = entering.seat
    table = state.table
    name = state.table.players[seat].name
    brings = gather_resources(table, cell)
    after = gathered(table, name, cell)

    async def put() -> None:
        brought = cubes_listed(brings)
        what = say(": {brought}", brought=brought) if brought and state.extras.books else say("")
        await live.change(f"{possessive(name)} worker on {cell}{what}", actions.put_worker(seat, cell))
        if not live.state.extras.books:
            await pick(None)

    scarce = tuple(cube.value for cube, number in resources_around(table, cell).items() if number > brings[cube])
    row = cubes_row(brings) or [text("nothing", Style.SMALL)]
    parts: list[ft.Control] = [
        heading(f"{name} places a worker here", 3),
        ft.Row([caption("Gathers"), *row], wrap=True, spacing=3 * SPACE, run_spacing=SPACE),
    ]
    if scarce:
        parts.append(text(say("The reserve has no more {scarce}.", scarce=scarce), Style.SMALL, color=ft.Colors.ERROR))
    number = WORKERS[len(table.players)]
    if workers_left(table, name) < 1:
        parts.append(text(f"All {counted(number, 'worker', 'workers')} of {name} are on the board.", Style.SMALL))
    elif not entering.waits:
        if not actions.workers_at_hand(state, seat):
            parts.append(text(f"All workers of {name} are placed in this round.", Style.SMALL))
        words = "Put the worker here" if state.extras.books else "A worker stands here"
        parts.append(ft.Row([button(words, put)], wrap=True))
    around = usable_buildings(table, name, cell)
    parts.append(caption("The worker can then activate" if around else "There is no building around to activate."))
    parts += [activation_preview(after, name, building) for building in around]
    return card(parts, padding=3 * SPACE)


@component
def WorkerPanel(live: LiveTable, cell: str, pick: Pick) -> ft.Control:
    """Show a worker: what it may still activate, its owner, and corrections."""
    use_revision(live)
    state = live.state
    one = actions.piece_on(state, cell)
    if not isinstance(one, Worker):
        return ft.Container()
    owner = actions.seat_of(state, one.owner)
    style = None if owner is None else state.extras.seats[owner]
    parts: list[ft.Control] = [selection_heading(cell, f"Worker of {one.owner}", pick, style)]
    visit = state.extras.visit
    if visit is not None and visit.cell == cell:
        parts.append(TurnPanel(live, pick))
    parts.append(PieceCorrections(live, cell, "worker", pick))
    return column(parts, 3 * SPACE)


@component
def BuildingPanel(live: LiveTable, cell: str, pick: Pick) -> ft.Control:
    """Show a building: its effect, its points now, its owner, and corrections."""
    use_revision(live)
    state = live.state
    one = actions.piece_on(state, cell)
    if not isinstance(one, Building):
        return ft.Container()
    owner = actions.seat_of(state, one.owner)
    style = None if owner is None else state.extras.seats[owner]
    points = counted(TILES[one.tile].points, "point", "points")
    parts: list[ft.Control] = [
        selection_heading(f"{tile_name(one.tile)} {cell}", one.owner, pick, style),
        text(sentence(effect_text(one.tile))),
        caption(f"It cost {cost_text(one.tile)} and brought {points}."),
    ]
    if one.tile in SCORED_LATER and owner is not None:
        number = list(RULES).index(SCORED_LATER[one.tile])
        line = live.columns[owner].lines[number]
        parts.append(text(f"Now {counted(line.points, 'point', 'points')}: {line.because}.", Style.SMALL))
    parts.append(PieceCorrections(live, cell, NAMES[one.tile], pick))
    return column(parts, 2 * SPACE)


@component
def PieceCorrections(live: LiveTable, cell: str, what: str, pick: Pick) -> ft.Control:
    """Let the piece on a square get another owner, or be taken off."""
    use_revision(live)
    state = live.state
    one = actions.piece_on(state, cell)
    if one is None:
        return ft.Container()

    async def away() -> None:
        await live.change(f"{what} taken off {cell}", actions.take_off(cell))
        await pick(None)
        words = f"The {what} was taken off {cell}; points, coins and cubes are as they were."
        show_snackbar(words, undo=undo_of_last_step(live))

    def giving(seat: int) -> Callable[[], Awaitable[None]]:
        name = state.table.players[seat].name
        return lambda: live.change(f"{what} on {cell}: {possessive(name)}", actions.give_to(cell, seat))

    whose = [
        chip(
            player.name,
            giving(seat),
            selected=player.name == one.owner,
            leading=seat_mark(state.extras.seats[seat]),
            label=f"{what.capitalize()} of {player.name}",
        )
        for seat, player in enumerate(state.table.players)
    ]
    take = outlined("Take it off the board", away, icon=ft.Icons.DELETE_OUTLINE)
    return card(
        [heading("Correct", 3), caption("Whose is it?"), wrapped(whose), ft.Row([take], wrap=True)],
        padding=3 * SPACE,
    )


@component
def LandPanel(live: LiveTable, cell: str, pick: Pick) -> ft.Control:
    """Show what a worker gathers beside a square of terrain."""
    use_revision(live)
    table = live.state.table
    land = terrain(table)[cell]
    if land is Terrain.GRASS:
        return ft.Container()
    cube = GATHERED[land]
    left = reserve(table)[cube]
    return column(
        [
            selection_heading(cell, terrain_name(land), pick),
            text(f"A worker beside the {LANDS[land]} gathers 1 {cube.value}."),
            caption(f"{left} {cube.value} in the reserve."),
        ]
    )


def selection_heading(title: str, below: str, pick: Pick, seat: PlayerStyle | None = None) -> ft.Control:
    """Return the heading of the panel, with a button that ends the selection."""
    words: list[ft.Control] = [heading(title), caption(below)]
    if seat is not None:
        words[1] = ft.Row([seat_mark(seat, 16), caption(below, expand=True)], spacing=SPACE)
    title_and_text = ft.Column(words, spacing=0, tight=True, expand=True)
    return ft.Row([title_and_text, icon_button(ft.Icons.CLOSE, "Close", lambda: pick(None))])

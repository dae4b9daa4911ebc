"""The tray below the board: what can be done on the square that was tapped, or how everybody stands."""

from __future__ import annotations

from typing import TYPE_CHECKING

import flet as ft

from companion.formatting.text import sentence
from companion.games.little_town import actions
from companion.games.little_town.wording import cost, effect, land_said, possessive, titled
from companion.ui.components.controls import button, caption, card, heading, notice, outlined, seat_mark, text
from companion.ui.components.dialogs import undoing
from companion.ui.components.fields import chip, wrapped
from companion.ui.core.context import use_revision
from companion.ui.core.error_boundary import component, show_snackbar
from companion.ui.core.hooks import keyed
from companion.ui.core.theme import SPACE, Style
from companion.ui.editors.little_town.building_picker import Offers
from companion.ui.editors.little_town.overview import Overview
from companion.ui.editors.little_town.painting import Painting
from companion.ui.editors.little_town.pieces import column, cubes_row, head
from companion.ui.editors.little_town.square_pictures import said
from companion.ui.editors.little_town.visiting import TurnsVisit, preview, reached
from scoring.little_town.board import reserve, terrain, workers_left
from scoring.little_town.data import GATHERED, TILES, WORKERS
from scoring.little_town.gather_and_activate import gather_resources, resources_around
from scoring.little_town.moves import gathered
from scoring.little_town.rules import RULES
from scoring.little_town.state import Building, Terrain, Tile, Worker
from scoring.little_town.wording import LANDS, NAMES, cubes_listed
from scoring.messages import counted, say

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from companion.tables.live_table import LiveTable
    from companion.ui.editors.little_town.board import Picked
    from companion.ui.editors.little_town.pieces import Pick

LATER = {Tile.CASTLE: "castle", Tile.WATCHTOWER: "watchtower"}
"""Buildings that count at the end, with their rule."""


@component
def SquarePanel(live: LiveTable, seat: int, picked: Picked, pick: Pick) -> ft.Control:
    """Show what can be done with the square that was tapped."""
    use_revision(live)
    state = live.state
    place = picked.place
    if picked.brush is not None:
        return Painting(live, picked)
    if place is None:
        return Overview(live, seat, picked, pick)
    one = actions.on_square(state, place)
    wrong = [problem for problem in live.problems if place in problem.cells]
    if isinstance(one, Building):
        shown = keyed(f"building {place}", BuildingPanel, live, place, pick)
    elif isinstance(one, Worker):
        shown = keyed(f"worker {place}", WorkerPanel, live, place, pick)
    elif terrain(state.table)[place] is Terrain.GRASS:
        shown = keyed(f"empty {place} {seat}", EmptySquare, live, seat, place, pick)
    else:
        shown = keyed(f"land {place}", LandPanel, live, place, pick)
    return column([*(notice(sentence(problem.message), wrong=True) for problem in wrong), shown])


# -- an empty square


@component
def EmptySquare(live: LiveTable, seat: int, cell: str, pick: Pick) -> ft.Control:
    """Show what a worker would gather here, which buildings it reaches and what that costs, and what can be built."""
    use_revision(live)
    state = live.state
    style = state.extras.seats[seat]
    name = actions.name_of(state, seat)
    below = f"{said(Terrain.GRASS, None).capitalize()}. For {name}."
    visit = state.extras.visit
    parts: list[ft.Control] = [head(cell, below, pick, style)]
    if visit is not None:
        parts.append(caption(f"{possessive(actions.name_of(state, visit.seat))} turn on {visit.cell} is not over."))
    parts += [WorkerHere(live, seat, cell, pick), Offers(live, seat, cell, pick)]
    return column(parts, 3 * SPACE)


@component
def WorkerHere(live: LiveTable, seat: int, cell: str, pick: Pick) -> ft.Control:
    """Show what a worker on a square would bring, with the button that puts it there."""
    use_revision(live)
    state = live.state
    table = state.table
    name = actions.name_of(state, seat)
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
        heading(f"A worker of {name} here", 3),
        ft.Row([caption("Gathers"), *row], wrap=True, spacing=3 * SPACE, run_spacing=SPACE),
    ]
    if scarce:
        parts.append(text(say("The reserve has no more {scarce}.", scarce=scarce), Style.SMALL, color=ft.Colors.ERROR))
    number = WORKERS[len(table.players)]
    if workers_left(table, name) < 1:
        parts.append(text(f"All {counted(number, 'worker', 'workers')} of {name} are on the board.", Style.SMALL))
    else:
        if not actions.at_hand(state, seat):
            parts.append(text(f"All workers of {name} are placed in this round.", Style.SMALL))
        words = "Put the worker here" if state.extras.books else "A worker stands here"
        parts.append(ft.Row([button(words, put)], wrap=True))
    around = reached(table, name, cell)
    parts.append(caption("It may then activate" if around else "It reaches no building to activate."))
    parts += [preview(after, name, building) for building in around]
    return card(parts, padding=3 * SPACE)


# -- what stands there


@component
def WorkerPanel(live: LiveTable, cell: str, pick: Pick) -> ft.Control:
    """Show a worker: what it may still activate, whose it is, and the way to take it away."""
    use_revision(live)
    state = live.state
    one = actions.on_square(state, cell)
    if not isinstance(one, Worker):
        return ft.Container()
    owner = actions.seat_of(state, one.owner)
    style = None if owner is None else state.extras.seats[owner]
    parts: list[ft.Control] = [head(cell, f"Worker of {one.owner}", pick, style)]
    visit = state.extras.visit
    if visit is not None and visit.cell == cell:
        parts.append(TurnsVisit(live, pick))
    parts.append(Correcting(live, cell, "worker", pick))
    return column(parts, 3 * SPACE)


@component
def BuildingPanel(live: LiveTable, cell: str, pick: Pick) -> ft.Control:
    """Show a building: what it does and counts, whose it is, and the way to take it away."""
    use_revision(live)
    state = live.state
    one = actions.on_square(state, cell)
    if not isinstance(one, Building):
        return ft.Container()
    owner = actions.seat_of(state, one.owner)
    style = None if owner is None else state.extras.seats[owner]
    points = counted(TILES[one.tile].points, "point", "points")
    parts: list[ft.Control] = [
        head(f"{titled(one.tile)} {cell}", one.owner, pick, style),
        text(sentence(effect(one.tile))),
        caption(f"It cost {cost(one.tile)} and brought {points}."),
    ]
    if one.tile in LATER and owner is not None:
        number = list(RULES).index(LATER[one.tile])
        line = live.columns[owner].lines[number]
        parts.append(text(f"Now {counted(line.points, 'point', 'points')}: {line.because}.", Style.SMALL))
    parts.append(Correcting(live, cell, NAMES[one.tile], pick))
    return column(parts, 2 * SPACE)


@component
def Correcting(live: LiveTable, cell: str, what: str, pick: Pick) -> ft.Control:
    """Let what stands on a square belong to somebody else, or take it away."""
    use_revision(live)
    state = live.state
    one = actions.on_square(state, cell)
    if one is None:
        return ft.Container()

    async def away() -> None:
        await live.change(f"{what} taken off {cell}", actions.take_off(cell))
        await pick(None)
        show_snackbar(f"The {what} was taken off {cell}; points, coins and cubes are as they were.", undo=undoing(live))

    def giving(seat: int) -> Callable[[], Awaitable[None]]:
        name = actions.name_of(state, seat)
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
        [heading("Put right", 3), caption("Whose is it?"), wrapped(whose), ft.Row([take], wrap=True)],
        padding=3 * SPACE,
    )


@component
def LandPanel(live: LiveTable, cell: str, pick: Pick) -> ft.Control:
    """Show what a square of terrain gives."""
    use_revision(live)
    table = live.state.table
    land = terrain(table)[cell]
    if land is Terrain.GRASS:
        return ft.Container()
    cube = GATHERED[land]
    left = reserve(table)[cube]
    return column(
        [
            head(cell, land_said(land), pick),
            text(f"A worker beside the {LANDS[land]} gathers 1 {cube.value}."),
            caption(f"{left} {cube.value} in the reserve."),
        ]
    )

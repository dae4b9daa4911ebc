"""The tray below the board: what can be done on the square that was tapped, or how everybody stands."""

from __future__ import annotations

from typing import TYPE_CHECKING

import flet as ft

from companion.editors.little_town import acts
from companion.editors.little_town.offers import Offers
from companion.editors.little_town.overview import Overview
from companion.editors.little_town.painting import Painting
from companion.editors.little_town.pieces import column, cubes_row, head
from companion.editors.little_town.squares import said
from companion.editors.little_town.visiting import TurnsVisit, preview, reached
from companion.editors.little_town.words import cost, effect, land_said, possessive, titled
from companion.guards import component, tell
from companion.hooks import keyed
from companion.parts.basics import button, card, heading, notice, outlined, quiet, seat_mark, text
from companion.parts.fields import chip, wrapped
from companion.parts.undoing import undoing
from companion.theme import SPACE, Style
from companion.ui import use_live, use_ui
from companion.words import sentence
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

    from companion.editors.little_town.board import Picked
    from companion.editors.little_town.pieces import Pick
    from companion.live import LiveTable

LATER = {Tile.CASTLE: "castle", Tile.WATCHTOWER: "watchtower"}
"""Buildings that count at the end, with their rule."""


@component
def Tray(live: LiveTable, seat: int, picked: Picked, pick: Pick) -> ft.Control:
    """Show what can be done with the square that was tapped."""
    use_live(live)
    evening = live.evening
    place = picked.place
    if picked.brush is not None:
        return Painting(live, picked)
    if place is None:
        return Overview(live, seat, picked, pick)
    one = acts.on_square(evening, place)
    wrong = [problem for problem in live.problems if place in problem.cells]
    if isinstance(one, Building):
        shown = keyed(f"building {place}", BuildingPanel, live, place, pick)
    elif isinstance(one, Worker):
        shown = keyed(f"worker {place}", WorkerPanel, live, place, pick)
    elif terrain(evening.table)[place] is Terrain.GRASS:
        shown = keyed(f"empty {place} {seat}", EmptySquare, live, seat, place, pick)
    else:
        shown = keyed(f"land {place}", LandPanel, live, place, pick)
    palette = use_ui().look.palette
    return column([*(notice(sentence(problem.message), palette, wrong=True) for problem in wrong), shown])


# -- an empty square


@component
def EmptySquare(live: LiveTable, seat: int, cell: str, pick: Pick) -> ft.Control:
    """Show what a worker would gather here, which buildings it reaches and what that costs, and what can be built."""
    use_live(live)
    palette = use_ui().look.palette
    evening = live.evening
    look = evening.beside.seats[seat]
    name = acts.name_of(evening, seat)
    below = f"{said(Terrain.GRASS, None).capitalize()}. For {name}."
    visit = evening.beside.visit
    parts: list[ft.Control] = [head(cell, below, palette, pick, look)]
    if visit is not None:
        parts.append(
            quiet(f"{possessive(acts.name_of(evening, visit.seat))} turn on {visit.cell} is not over.", palette)
        )
    parts += [WorkerHere(live, seat, cell, pick), Offers(live, seat, cell, pick)]
    return column(parts, 3 * SPACE)


@component
def WorkerHere(live: LiveTable, seat: int, cell: str, pick: Pick) -> ft.Control:
    """Show what a worker on a square would bring, with the button that puts it there."""
    use_live(live)
    palette = use_ui().look.palette
    evening = live.evening
    table = evening.table
    name = acts.name_of(evening, seat)
    brings = gather_resources(table, cell)
    after = gathered(table, name, cell)

    async def put() -> None:
        brought = cubes_listed(brings)
        what = say(": {brought}", brought=brought) if brought and evening.beside.books else say("")
        await live.change(f"{possessive(name)} worker on {cell}{what}", acts.put_worker(seat, cell))
        if not live.evening.beside.books:
            await pick(None)

    scarce = tuple(cube.value for cube, number in resources_around(table, cell).items() if number > brings[cube])
    row = cubes_row(brings, palette) or [text("nothing", Style.SMALL)]
    parts: list[ft.Control] = [
        heading(f"A worker of {name} here", 3),
        ft.Row([quiet("Gathers", palette), *row], wrap=True, spacing=3 * SPACE, run_spacing=SPACE),
    ]
    if scarce:
        parts.append(text(say("The reserve has no more {scarce}.", scarce=scarce), Style.SMALL, color=palette.error))
    number = WORKERS[len(table.players)]
    if workers_left(table, name) < 1:
        parts.append(text(f"All {counted(number, 'worker', 'workers')} of {name} are on the board.", Style.SMALL))
    else:
        if not acts.at_hand(evening, seat):
            parts.append(text(f"All workers of {name} are placed in this round.", Style.SMALL))
        words = "Put the worker here" if evening.beside.books else "A worker stands here"
        parts.append(ft.Row([button(words, put)], wrap=True))
    around = reached(table, name, cell)
    parts.append(quiet("It may then activate" if around else "It reaches no building to activate.", palette))
    parts += [preview(after, name, building, palette) for building in around]
    return card(parts, palette, padding=3 * SPACE)


# -- what stands there


@component
def WorkerPanel(live: LiveTable, cell: str, pick: Pick) -> ft.Control:
    """Show a worker: what it may still activate, whose it is, and the way to take it away."""
    use_live(live)
    palette = use_ui().look.palette
    evening = live.evening
    one = acts.on_square(evening, cell)
    if not isinstance(one, Worker):
        return ft.Container()
    owner = acts.seat_of(evening, one.owner)
    look = None if owner is None else evening.beside.seats[owner]
    parts: list[ft.Control] = [head(cell, f"Worker of {one.owner}", palette, pick, look)]
    visit = evening.beside.visit
    if visit is not None and visit.cell == cell:
        parts.append(TurnsVisit(live, pick))
    parts.append(Correcting(live, cell, "worker", pick))
    return column(parts, 3 * SPACE)


@component
def BuildingPanel(live: LiveTable, cell: str, pick: Pick) -> ft.Control:
    """Show a building: what it does and counts, whose it is, and the way to take it away."""
    use_live(live)
    palette = use_ui().look.palette
    evening = live.evening
    one = acts.on_square(evening, cell)
    if not isinstance(one, Building):
        return ft.Container()
    owner = acts.seat_of(evening, one.owner)
    look = None if owner is None else evening.beside.seats[owner]
    points = counted(TILES[one.tile].points, "point", "points")
    parts: list[ft.Control] = [
        head(f"{titled(one.tile)} {cell}", one.owner, palette, pick, look),
        text(sentence(effect(one.tile))),
        quiet(f"It cost {cost(one.tile)} and brought {points}.", palette),
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
    use_live(live)
    palette = use_ui().look.palette
    evening = live.evening
    one = acts.on_square(evening, cell)
    if one is None:
        return ft.Container()

    async def away() -> None:
        await live.change(f"{what} taken off {cell}", acts.take_off(cell))
        await pick(None)
        tell(f"The {what} was taken off {cell}; points, coins and cubes are as they were.", undo=undoing(live))

    def giving(seat: int) -> Callable[[], Awaitable[None]]:
        name = acts.name_of(evening, seat)
        return lambda: live.change(f"{what} on {cell}: {possessive(name)}", acts.give_to(cell, seat))

    whose = [
        chip(
            player.name,
            giving(seat),
            palette,
            selected=player.name == one.owner,
            leading=seat_mark(evening.beside.seats[seat], palette),
            label=f"{what.capitalize()} of {player.name}",
        )
        for seat, player in enumerate(evening.table.players)
    ]
    take = outlined("Take it off the board", away, icon=ft.Icons.DELETE_OUTLINE)
    return card(
        [heading("Put right", 3), quiet("Whose is it?", palette), wrapped(whose), ft.Row([take], wrap=True)],
        palette,
        padding=3 * SPACE,
    )


@component
def LandPanel(live: LiveTable, cell: str, pick: Pick) -> ft.Control:
    """Show what a square of terrain gives."""
    use_live(live)
    palette = use_ui().look.palette
    table = live.evening.table
    land = terrain(table)[cell]
    if land is Terrain.GRASS:
        return ft.Container()
    cube = GATHERED[land]
    left = reserve(table)[cube]
    return column(
        [
            head(cell, land_said(land), palette, pick),
            text(f"A worker beside the {LANDS[land]} gathers 1 {cube.value}."),
            quiet(f"{left} {cube.value} in the reserve.", palette),
        ]
    )

"""The panel of the selected square: a worker, a building, what stands there; the overview while none is selected."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

import flet as ft

from companion.formatting.text import sentence
from companion.games.kit import AS_IF_OVER
from companion.games.little_town import actions
from companion.games.little_town.kit import cost_text, effect_text
from companion.tables.state import PlayerStyle, transition, with_table
from companion.ui.components.controls import (
    button,
    caption,
    card,
    glyph,
    heading,
    icon_button,
    notice,
    outlined,
    plain_button,
    seat_mark,
    tappable,
    text,
)
from companion.ui.components.dialogs import change_and_say
from companion.ui.components.fields import chip, switch, wrapped
from companion.ui.components.foot import AtThumb
from companion.ui.components.layout import column
from companion.ui.core.context import Viewport, use_next_seat, use_revision, use_ui
from companion.ui.core.error_boundary import component
from companion.ui.core.hooks import keyed
from companion.ui.core.theme import MARKS, SPACE, Style
from companion.ui.editors.little_town.activation import TurnPanel, activation_preview, usable_buildings
from companion.ui.editors.little_town.board import BoardPalette, out_of_turn_note, turn_passed
from companion.ui.editors.little_town.drawings import gathers_row
from companion.ui.editors.little_town.market import BuildingPicker
from scoring.little_town import moves
from scoring.little_town.actions import gather_resources, resources_around
from scoring.little_town.board import houses_left, owner_seat, reserve, standing, terrain, workers_left
from scoring.little_town.data import GATHERED, TILES, cubes_listed
from scoring.little_town.limits import no_worker_left
from scoring.little_town.moves import workers_at_hand, workers_to_place
from scoring.little_town.state import RULES, Building, Cube, Side, Table, Terrain, Tile, Worker
from scoring.messages import Message, counted, points_text, say, titled, tr, with_commas, wordless

if TYPE_CHECKING:
    from collections.abc import Sequence

    from companion.tables.live_table import LiveTable
    from companion.ui.editors.little_town.board import Actor, BoardSelection
    from companion.ui.editors.little_town.drawings import Pick


EDIT_BOARD: Final = say("Edit the board")
BARE_BOARD: Final = say("Enter the forests, mountains and lakes first.")
KEEP_COUNT: Final = say("Keep count of cubes, coins and points")


@component
def Overview(live: LiveTable, actor: Actor, selection: BoardSelection, pick: Pick) -> ft.Control:
    """Show problems, what comes next, and what each player has."""
    use_revision(live)
    page = ft.context.page
    state = live.state
    visit = state.table.visit
    bare = not isinstance(state.table.board, Side) and state.table.board == actions.GRASS_BOARD

    def end_round() -> None:
        page.navigate(f"/table/{live.id}/round/{actor.seat}")

    def paint() -> None:
        selection.brush = Terrain.FOREST

    async def keep_count() -> None:
        books = not state.table.books
        await live.change(KEEP_COUNT, lambda before: with_table(before, books=books))

    parts: list[ft.Control] = [notice(sentence(problem.message), wrong=True) for problem in live.problems]
    if bare:
        parts += [notice(BARE_BOARD), AtThumb(lambda: [button(EDIT_BOARD, paint)])]
    if visit is not None:
        parts.append(TurnPanel(live, pick))
    elif not workers_to_place(state.table):
        end = tr("End of round {round}", round=state.table.round)
        parts.append(AtThumb(lambda: [button(end, end_round, icon=ft.Icons.RESTAURANT)]))
    else:
        parts += out_of_turn_note(state, actor)
    parts += [Holdings(live), caption(AS_IF_OVER)]
    parts.append(switch(KEEP_COUNT, keep_count, on=state.table.books))
    if not state.table.books:
        parts.append(caption(tr("You enter only what is on the board.")))
    if not bare:
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
    who = [seat_mark(state.extras.seats[seat]), text(player.name, Style.STRONG, expand=True, expand_loose=True)]
    name = ft.Row(who, spacing=2 * SPACE, tight=True)
    title = ft.Row(
        [name, caption(left_text(state.table, seat))],
        alignment=ft.MainAxisAlignment.SPACE_BETWEEN,
        wrap=True,
        run_spacing=0,
    )
    numbers = [("coin", player.coins), *((cube.noun.mark, player.cubes.get(cube, 0)) for cube in Cube)]
    return tappable(
        column([title, _numbers(numbers, use_ui().viewport)], SPACE),
        label,
        lambda: page.navigate(f"/table/{live.id}/player/{seat}"),
        padding=2 * SPACE,
        bgcolor=ft.Colors.SURFACE_CONTAINER,
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


ROOMY: Final = 320
"""The least width of a screen in px, divided by the scale of the text, on which five numbers share a line."""


def _numbers(numbers: Sequence[tuple[str, int]], viewport: Viewport) -> ft.Control:
    """Return drawings with their numbers, in one line where there is room."""
    roomy = viewport.width / viewport.scale >= ROOMY
    pairs: list[list[ft.Control]] = []
    for drawing, number in numbers:
        ink = ft.Colors.ON_SURFACE if number else ft.Colors.ON_SURFACE_VARIANT
        after = ft.Margin.only(right=3 * SPACE) if roomy else None
        figure = text(number, Style.STRONG, color=ink, no_wrap=True, margin=after)
        pairs.append([glyph(MARKS[drawing], 20, ink), figure])
    if roomy:
        return ft.Row([part for pair in pairs for part in pair], spacing=SPACE)
    rows = [ft.Row(pair, spacing=SPACE, tight=True) for pair in pairs]
    return ft.Row(list(rows), spacing=4 * SPACE, run_spacing=SPACE, wrap=True)


SCORED_LATER = {Tile.CASTLE: "castle", Tile.WATCHTOWER: "watchtower"}
"""Buildings that score at the end of the game, with the rule of the sheet."""


@component
def SquarePanel(live: LiveTable, actor: Actor, selection: BoardSelection, pick: Pick) -> ft.Control:
    """Show what can be done with the selected square, or without one the overview."""
    use_revision(live)
    state = live.state
    cell = selection.cell
    if selection.brush is not None:
        return BoardPalette(live, selection)
    if cell is None:
        return Overview(live, actor, selection, pick)
    piece = standing(state.table).get(cell)
    wrong = [problem for problem in live.problems if cell in problem.cells]
    if isinstance(piece, Building):
        panel = keyed(f"building {cell}", BuildingPanel, live, cell, pick)
    elif isinstance(piece, Worker):
        panel = keyed(f"worker {cell}", WorkerPanel, live, cell, pick)
    elif terrain(state.table)[cell] is Terrain.GRASS:
        panel = keyed(f"empty {cell} {actor.seat}", EmptySquare, live, actor, cell, pick)
    else:
        panel = keyed(f"land {cell}", LandPanel, live, cell, pick)
    return column([*(notice(sentence(problem.message), wrong=True) for problem in wrong), panel])


@component
def EmptySquare(live: LiveTable, actor: Actor, cell: str, pick: Pick) -> ft.Control:
    """Show what a worker would bring on an empty square, and the buildings that can be built there."""
    use_revision(live)
    state = live.state
    seat = actor.seat
    style = state.extras.seats[seat]
    name = state.table.players[seat].name
    below = tr("For {name}", name=name)
    visit = state.table.visit
    gathers = gathers_row(gather_resources(state.table, cell))
    parts: list[ft.Control] = [selection_heading(cell, below, pick, style, gathers)]
    if visit is not None:
        parts.append(
            caption(
                tr(
                    "A worker here ends {name}’s turn on {cell}.",
                    name=state.table.players[visit.seat].name,
                    cell=visit.cell,
                )
            )
        )
    parts += out_of_turn_note(state, actor)
    parts.append(WorkerHere(live, actor, cell, pick))
    if not actor.waits:
        parts.append(BuildingPicker(live, seat, cell, pick))
    return column(parts, 2 * SPACE)


@component
def WorkerHere(live: LiveTable, actor: Actor, cell: str, pick: Pick) -> ft.Control:
    """Show what a worker on a square would activate, with the button that places it."""
    use_revision(live)
    page = ft.context.page
    shown_next = use_next_seat(live.id)
    state = live.state
    seat = actor.seat
    table = state.table
    name = state.table.players[seat].name
    brings = gather_resources(table, cell)
    after = moves.begin_visit(table, seat, cell)

    async def put() -> None:
        brought = cubes_listed(brings)
        label = say("{name}’s worker on {cell}", name=name, cell=cell)
        if brought and state.table.books:
            label = say("{what}: {value}", what=label, value=brought)
        await live.change(label, transition(moves.put_worker, seat, cell))
        if live.state.table.visit is None:
            await pick(None, entered=cell)
        if turn_passed(live) and not workers_to_place(live.state.table):
            page.navigate(f"/table/{live.id}/round/{shown_next(live.state.table.turn)}")

    scarce = tuple(cube.noun.name for cube, number in resources_around(table, cell).items() if number > brings[cube])
    parts: list[ft.Control] = []
    if scarce:
        parts.append(text(say("The reserve has no more {scarce}.", scarce=scarce), Style.SMALL, color=ft.Colors.ERROR))
    if workers_left(table, name) < 1:
        parts.append(text(sentence(no_worker_left(table, name)), Style.SMALL))
    elif not actor.waits:
        if not workers_at_hand(state.table, seat):
            parts.append(text(tr("All workers of {name} are placed in this round.", name=name), Style.SMALL))
        parts.append(AtThumb(lambda: [button(tr("Place a worker"), put)]))
    around = (activation_preview(after, name, near, brief=True) for near in usable_buildings(table, name, cell))
    return column([*parts, *around], SPACE)


@component
def WorkerPanel(live: LiveTable, cell: str, pick: Pick) -> ft.Control:
    """Show a worker: what it may still activate, its owner, and corrections."""
    use_revision(live)
    state = live.state
    piece = standing(state.table).get(cell)
    if not isinstance(piece, Worker):
        return ft.Container()
    owner = owner_seat(state.table, piece)
    style = None if owner is None else state.extras.seats[owner]
    whose = titled(say("{piece} of {name}", piece=say("worker"), name=piece.owner))
    visit = state.table.visit
    activates = visit is not None and visit.cell == cell
    head = TurnPanel(live, pick) if activates else selection_heading(cell, whose, pick, style)
    return column([head, PieceCorrections(live, cell, pick)], 3 * SPACE)


@component
def BuildingPanel(live: LiveTable, cell: str, pick: Pick) -> ft.Control:
    """Show a building: its effect, its points now, its owner, and corrections."""
    use_revision(live)
    state = live.state
    piece = standing(state.table).get(cell)
    if not isinstance(piece, Building):
        return ft.Container()
    owner = owner_seat(state.table, piece)
    style = None if owner is None else state.extras.seats[owner]
    points = points_text(TILES[piece.tile].points)
    parts: list[ft.Control] = [
        selection_heading(f"{piece.tile.noun.title} {cell}", piece.owner, pick, style),
        text(sentence(effect_text(piece.tile))),
        caption(f"{tr('Costs {cost}.', cost=cost_text(piece.tile))} {sentence(points)}"),
    ]
    if piece.tile in SCORED_LATER and owner is not None:
        number = list(RULES).index(SCORED_LATER[piece.tile])
        line = live.columns[owner].lines[number]
        parts.append(
            text(tr("Now {points}: {because}.", points=points_text(line.points), because=line.because), Style.SMALL)
        )
    parts.append(PieceCorrections(live, cell, pick))
    return column(parts, 2 * SPACE)


@component
def PieceCorrections(live: LiveTable, cell: str, pick: Pick) -> ft.Control:
    """Let the piece on a square get another owner, or be removed."""
    use_revision(live)
    state = live.state
    piece = standing(state.table).get(cell)
    if piece is None:
        return ft.Container()

    what = piece.tile.noun.name if isinstance(piece, Building) else say("worker")

    named = wordless("{piece} {cell}", piece=what, cell=cell)

    async def away() -> None:
        words = tr("Points, coins and cubes stay as they are.")
        label = say("{what}: {value}", what=say("Remove"), value=named)
        await change_and_say(live, label, lambda state: actions.take_off(state, cell), words)
        await pick(None)

    async def give(seat: int) -> None:
        label = say("{what}: {value}", what=named, value=state.table.players[seat].name)
        await live.change(label, lambda state: actions.give_to(state, cell, seat))

    whose = [
        chip(
            player.name,
            partial(give, seat),
            selected=player.name == piece.owner,
            leading=seat_mark(state.extras.seats[seat]),
            label=titled(say("{piece} of {name}", piece=what, name=player.name)),
        )
        for seat, player in enumerate(state.table.players)
    ]
    take = outlined(tr("Remove"), away, icon=ft.Icons.DELETE_OUTLINE)
    return card(
        [heading(tr("Edit"), 3), caption(tr("Whose is it?")), wrapped(whose), ft.Row([take], wrap=True)],
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
    gathered, left = (counted(number, *cube.noun.forms) for number in (1, reserve(table)[cube]))
    return column(
        [
            selection_heading(cell, land.noun.title, pick),
            text(tr("A worker beside the {land} gathers {cubes}.", land=land.noun.name, cubes=gathered)),
            caption(tr("In the reserve: {kinds}.", kinds=left)),
        ]
    )


def selection_heading(
    title: str, said: Message | str, pick: Pick, seat: PlayerStyle | None = None, below: ft.Control | None = None
) -> ft.Control:
    """Return the heading of the panel, with a button that ends the selection."""
    signs = [] if seat is None else [seat_mark(seat, 16)]
    words = ft.Row([heading(title), *signs, caption(said)], wrap=True, spacing=2 * SPACE, run_spacing=0)
    title_and_text = ft.Column([words, *([below] if below else [])], spacing=0, tight=True, expand=True)
    return ft.Row([title_and_text, icon_button(ft.Icons.CLOSE, tr("Close"), lambda: pick(None))])

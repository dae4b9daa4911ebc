"""What a player uses around a square: the buildings that can be activated, each with what it pays and gains."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final

import flet as ft

from companion.formatting.text import sentence
from companion.games.little_town import actions
from companion.games.little_town.wording import CUBE_MARKS, instead, meant, missing, possessive, titled, used
from companion.ui.components.controls import button, caption, card, heading, mark, outlined, tappable, text
from companion.ui.components.fields import wrapped
from companion.ui.core.context import use_next, use_revision
from companion.ui.core.error_boundary import component, safe
from companion.ui.core.hooks import keyed, use_value
from companion.ui.core.theme import SPACE, TARGET, Style
from companion.ui.editors.little_town.pieces import column, cubes_row, tile_line
from scoring.little_town.data import TILES, Stock
from scoring.little_town.gather_and_activate import Swap, activate_a_building, use
from scoring.little_town.state import Building, Cube
from scoring.little_town.wording import NAMES, cubes_listed
from scoring.messages import say

if TYPE_CHECKING:
    from collections.abc import Callable

    from companion.tables.live_table import LiveTable
    from companion.ui.editors.little_town.pieces import Pick
    from scoring.little_town.state import Table

SWAPPED: Final = 2
"""Cubes that the shop takes, and gives. Shop tile."""


def reached(table: Table, player: str, cell: str) -> tuple[Building, ...]:
    """Return the buildings around a square that do something when a player activates them, by rows."""
    lying = {building.cell: building for building in table.buildings}
    return tuple(lying[one.cell] for one in activate_a_building(table, player, cell))


def preview(table: Table, player: str, building: Building) -> ft.Control:
    """Return what activating a building would pay and gain, and what is lacking for it."""
    use_ = use(table, player, building)
    below: list[ft.Control] = [text(sentence(meant(use_, building.tile, building.owner)), Style.SMALL)]
    coins = instead(use_, building.tile)
    if coins is not None:
        below.append(caption(sentence(coins)))
    if use_.paid.short:
        below.append(text(sentence(missing(use_.paid.short, player)), Style.SMALL, color=ft.Colors.ERROR))
    return tile_line(building.tile, _title(building, player), below)


def _title(building: Building, player: str) -> str:
    whose = "" if building.owner == player else f", {possessive(building.owner)}"
    return f"{titled(building.tile)} {building.cell}{whose}"


@component
def Visiting(live: LiveTable, done: Callable[[], object], words: str) -> ft.Control:
    """Show what was gathered around a square, and what else can be used there; the button with `words` ends it."""
    use_revision(live)
    page = ft.context.page
    state = live.state
    visit = state.extras.visit
    if visit is None:
        return ft.Container()
    name = actions.name_of(state, visit.seat)
    around = reached(state.table, name, visit.cell)
    gathered = cubes_row(visit.gathered) or [caption("Nothing to gather there.")]
    parts: list[ft.Control] = [
        heading(f"{name} on {visit.cell}", 3),
        ft.Row([caption("Gathered"), *gathered], wrap=True, spacing=3 * SPACE, run_spacing=SPACE),
    ]
    parts += [keyed(f"use {one.cell}", Activation, live, visit.seat, one.cell) for one in around]
    if not around:
        parts.append(caption("No building to activate around it."))

    def objective() -> None:
        page.navigate(f"/table/{live.id}/player/{visit.seat}")

    feet = [button(words, done), outlined("Objective completed?", objective)]
    return card([*parts, wrapped(feet)], padding=3 * SPACE)


@component
def TurnsVisit(live: LiveTable, pick: Pick) -> ft.Control:
    """Show what the worker that was just placed may activate, and end the turn."""
    use_revision(live)
    page = ft.context.page
    shown_next = use_next(live.id)
    state = live.state
    visit = state.extras.visit
    if visit is None:
        return ft.Container()
    placed = not actions.to_place(state)
    following = actions.following(state, visit.seat)
    name = actions.name_of(state, visit.seat)

    async def over() -> None:
        await live.change(f"{possessive(name)} turn is over", actions.turn_over(visit.seat))
        await pick(None)
        place = "round" if placed else "town"
        page.navigate(f"/table/{live.id}/{place}/{shown_next(following)}")

    words = "Done: the round ends" if placed else f"Done: {actions.name_of(state, following)} plays"
    shown: ft.Control = Visiting(live, over, words)
    return shown


@component
def Activation(live: LiveTable, seat: int, cell: str) -> ft.Control:
    """Show a building that can be activated once, with the button that does it."""
    use_revision(live)
    choosing, set_choosing = use_value(initial=False)
    state = live.state
    building, visit = actions.on_square(state, cell), state.extras.visit
    if not isinstance(building, Building) or visit is None:
        return ft.Container()
    name = actions.name_of(state, seat)
    called = f"{NAMES[building.tile]} on {cell}"

    async def activate(swap: Swap | None = None) -> None:
        set_choosing(lambda _: False)
        await live.change(f"{name} activates the {NAMES[building.tile]}", actions.activate(seat, building, swap))

    async def use_it() -> None:
        await activate()

    def choose() -> None:
        set_choosing(lambda before: not before)

    if cell in visit.used:
        ticked = ft.Row(
            [ft.Icon(ft.Icons.CHECK, color=ft.Colors.SECONDARY, size=20), text("Activated", Style.SMALL)], spacing=SPACE
        )
        return tile_line(building.tile, _title(building, name), [ticked])
    shop = bool(TILES[building.tile].takes.of_choice)
    short = use(state.table, name, building).paid.short
    label = f"Choose cubes for the {called}" if shop else f"Activate the {called}"
    face = ft.Text("Choose cubes" if shop else "Activate", semantics_label=label)
    do = ft.OutlinedButton(face, on_click=safe(choose if shop else use_it), disabled=short > 0)
    parts: list[ft.Control] = [
        preview(state.table, name, building),
        ft.Row([do], alignment=ft.MainAxisAlignment.END),
    ]
    if choosing:
        parts.append(Swapping(live, seat, cell, activate))
    return column(parts, SPACE)


@component
def Swapping(live: LiveTable, seat: int, cell: str, swap: Callable[[Swap], object]) -> ft.Control:
    """Let the player choose which two cubes go to the shop, and which two others come."""
    use_revision(live)
    nothing: tuple[Cube, ...] = ()
    given, set_given = use_value(nothing)
    taken, set_taken = use_value(nothing)
    state = live.state
    building = actions.on_square(state, cell)
    if not isinstance(building, Building):
        return ft.Container()
    name = actions.name_of(state, seat)
    chosen = Swap(takes=Stock(cubes=Counter(given)), gives=Stock(cubes=Counter(taken)))
    swapped = use(state.table, name, building, chosen)
    whole = len(given) == len(taken) == SWAPPED

    def give(cube: Cube) -> Callable[[], None]:
        return lambda: set_given(lambda old: (*old, cube)[-SWAPPED:])

    def take(cube: Cube) -> Callable[[], None]:
        return lambda: set_taken(lambda old: (*old, cube)[-SWAPPED:])

    parts: list[ft.Control] = [
        _kinds("Gives", given, tuple(Cube), give),
        _kinds("Takes", taken, tuple(cube for cube in Cube if cube not in given), take),
    ]
    if whole and swapped.paid.short:
        parts.append(text(sentence(missing(swapped.paid.short, name)), Style.SMALL, color=ft.Colors.ERROR))
    elif whole:
        parts.append(text(sentence(used(swapped, building.owner)), Style.SMALL))
    swapping = button("Swap them", lambda: swap(chosen), disabled=not whole or swapped.paid.short > 0)
    return column([*parts, ft.Row([swapping], alignment=ft.MainAxisAlignment.END)])


def _kinds(
    title: str,
    chosen: tuple[Cube, ...],
    kinds: tuple[Cube, ...],
    choosing: Callable[[Cube], Callable[[], None]],
) -> ft.Control:
    """Return the kinds of cubes, each with how many of it are chosen; the last two taps count."""

    def kind(cube: Cube) -> ft.Control:
        number = chosen.count(cube)
        face = ft.Row(
            [mark(CUBE_MARKS[cube], 24, ft.Colors.ON_SURFACE), *([text(number, Style.STRONG)] if number else [])],
            alignment=ft.MainAxisAlignment.CENTER,
            spacing=SPACE,
        )
        return tappable(
            face,
            f"{title} {cube.value}, {number} chosen",
            choosing(cube),
            selected=number > 0,
            width=TARGET + 2 * SPACE,
            height=TARGET,
            bgcolor=ft.Colors.PRIMARY_CONTAINER if number else ft.Colors.SURFACE_CONTAINER,
            border=ft.Border.all(2 if number else 1, ft.Colors.PRIMARY if number else ft.Colors.OUTLINE_VARIANT),
        )

    counts = cubes_listed(Counter(chosen))
    said = f"{title}: {say('{counts}', counts=counts)}" if counts else f"{title}: tap twice"
    return column([caption(said), wrapped(kind(cube) for cube in kinds)], SPACE)

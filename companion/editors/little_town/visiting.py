"""What a player uses around a square: the buildings that can be activated, each with what it pays and gains."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final

import flet as ft

from companion.editors.little_town import acts
from companion.editors.little_town.pieces import column, cubes_row, tile_line
from companion.editors.little_town.words import CUBE_MARKS, instead, meant, missing, possessive, titled, used
from companion.guards import component, safe
from companion.hooks import keyed, use_value
from companion.parts.basics import button, card, heading, mark, outlined, quiet, tappable, text
from companion.parts.fields import wrapped
from companion.theme import SPACE, TARGET, Style
from companion.ui import use_live, use_next, use_ui
from companion.words import sentence
from scoring.little_town.data import TILES, Stock
from scoring.little_town.gather_and_activate import Swap, activate_a_building, use
from scoring.little_town.state import Building, Cube
from scoring.little_town.wording import NAMES, cubes_listed
from scoring.messages import say

if TYPE_CHECKING:
    from collections.abc import Callable

    from companion.editors.little_town.pieces import Pick
    from companion.live import LiveTable
    from companion.theme import Palette
    from scoring.little_town.state import Table

SWAPPED: Final = 2
"""Cubes that the shop takes, and gives. Shop tile."""


def reached(table: Table, player: str, cell: str) -> tuple[Building, ...]:
    """Return the buildings around a square that do something when a player activates them, by rows."""
    lying = {building.cell: building for building in table.buildings}
    return tuple(lying[one.cell] for one in activate_a_building(table, player, cell))


def preview(table: Table, player: str, building: Building, palette: Palette) -> ft.Control:
    """Return what activating a building would pay and gain, and what is lacking for it."""
    use_ = use(table, player, building)
    below: list[ft.Control] = [text(sentence(meant(use_, building.tile, building.owner)), Style.SMALL)]
    coins = instead(use_, building.tile)
    if coins is not None:
        below.append(quiet(sentence(coins), palette))
    if use_.paid.short:
        below.append(text(sentence(missing(use_.paid.short, player)), Style.SMALL, color=palette.error))
    return tile_line(building.tile, _title(building, player), below, palette)


def _title(building: Building, player: str) -> str:
    whose = "" if building.owner == player else f", {possessive(building.owner)}"
    return f"{titled(building.tile)} {building.cell}{whose}"


@component
def Visiting(live: LiveTable, done: Callable[[], object], words: str) -> ft.Control:
    """Show what was gathered around a square, and what else can be used there; the button with `words` ends it."""
    use_live(live)
    page = ft.context.page
    palette = use_ui().look.palette
    evening = live.evening
    visit = evening.beside.visit
    if visit is None:
        return ft.Container()
    name = acts.name_of(evening, visit.seat)
    around = reached(evening.table, name, visit.cell)
    gathered = cubes_row(visit.gathered, palette) or [quiet("Nothing to gather there.", palette)]
    parts: list[ft.Control] = [
        heading(f"{name} on {visit.cell}", 3),
        ft.Row([quiet("Gathered", palette), *gathered], wrap=True, spacing=3 * SPACE, run_spacing=SPACE),
    ]
    parts += [keyed(f"use {one.cell}", Activation, live, visit.seat, one.cell) for one in around]
    if not around:
        parts.append(quiet("No building to activate around it.", palette))

    def objective() -> None:
        page.navigate(f"/table/{live.id}/player/{visit.seat}")

    feet = [button(words, done), outlined("Objective completed?", objective)]
    return card([*parts, wrapped(feet)], palette, padding=3 * SPACE)


@component
def TurnsVisit(live: LiveTable, pick: Pick) -> ft.Control:
    """Show what the worker that was just placed may activate, and end the turn."""
    use_live(live)
    page = ft.context.page
    shown_next = use_next(live.id)
    evening = live.evening
    visit = evening.beside.visit
    if visit is None:
        return ft.Container()
    placed = not acts.to_place(evening)
    following = acts.following(evening, visit.seat)
    name = acts.name_of(evening, visit.seat)

    async def over() -> None:
        await live.change(f"{possessive(name)} turn is over", acts.turn_over(visit.seat))
        await pick(None)
        place = "round" if placed else "town"
        page.navigate(f"/table/{live.id}/{place}/{shown_next(following)}")

    words = "Done: the round ends" if placed else f"Done: {acts.name_of(evening, following)} plays"
    shown: ft.Control = Visiting(live, over, words)
    return shown


@component
def Activation(live: LiveTable, seat: int, cell: str) -> ft.Control:
    """Show a building that can be activated once, with the button that does it."""
    use_live(live)
    palette = use_ui().look.palette
    choosing, set_choosing = use_value(initial=False)
    evening = live.evening
    building, visit = acts.on_square(evening, cell), evening.beside.visit
    if not isinstance(building, Building) or visit is None:
        return ft.Container()
    name = acts.name_of(evening, seat)
    called = f"{NAMES[building.tile]} on {cell}"

    async def activate(swap: Swap | None = None) -> None:
        set_choosing(lambda _: False)
        await live.change(f"{name} activates the {NAMES[building.tile]}", acts.activate(seat, building, swap))

    async def use_it() -> None:
        await activate()

    def choose() -> None:
        set_choosing(lambda before: not before)

    if cell in visit.used:
        ticked = ft.Row(
            [ft.Icon(ft.Icons.CHECK, color=palette.secondary, size=20), text("Activated", Style.SMALL)], spacing=SPACE
        )
        return tile_line(building.tile, _title(building, name), [ticked], palette)
    shop = bool(TILES[building.tile].takes.of_choice)
    short = use(evening.table, name, building).paid.short
    label = f"Choose cubes for the {called}" if shop else f"Activate the {called}"
    face = ft.Text("Choose cubes" if shop else "Activate", semantics_label=label)
    do = ft.OutlinedButton(face, on_click=safe(choose if shop else use_it), disabled=short > 0)
    parts: list[ft.Control] = [
        preview(evening.table, name, building, palette),
        ft.Row([do], alignment=ft.MainAxisAlignment.END),
    ]
    if choosing:
        parts.append(Swapping(live, seat, cell, activate))
    return column(parts, SPACE)


@component
def Swapping(live: LiveTable, seat: int, cell: str, swap: Callable[[Swap], object]) -> ft.Control:
    """Let the player choose which two cubes go to the shop, and which two others come."""
    use_live(live)
    palette = use_ui().look.palette
    nothing: tuple[Cube, ...] = ()
    given, set_given = use_value(nothing)
    taken, set_taken = use_value(nothing)
    evening = live.evening
    building = acts.on_square(evening, cell)
    if not isinstance(building, Building):
        return ft.Container()
    name = acts.name_of(evening, seat)
    chosen = Swap(takes=Stock(cubes=Counter(given)), gives=Stock(cubes=Counter(taken)))
    swapped = use(evening.table, name, building, chosen)
    whole = len(given) == len(taken) == SWAPPED

    def give(cube: Cube) -> Callable[[], None]:
        return lambda: set_given(lambda old: (*old, cube)[-SWAPPED:])

    def take(cube: Cube) -> Callable[[], None]:
        return lambda: set_taken(lambda old: (*old, cube)[-SWAPPED:])

    parts: list[ft.Control] = [
        _kinds("Gives", given, tuple(Cube), give, palette),
        _kinds("Takes", taken, tuple(cube for cube in Cube if cube not in given), take, palette),
    ]
    if whole and swapped.paid.short:
        parts.append(text(sentence(missing(swapped.paid.short, name)), Style.SMALL, color=palette.error))
    elif whole:
        parts.append(text(sentence(used(swapped, building.owner)), Style.SMALL))
    swapping = button("Swap them", lambda: swap(chosen), disabled=not whole or swapped.paid.short > 0)
    return column([*parts, ft.Row([swapping], alignment=ft.MainAxisAlignment.END)])


def _kinds(
    title: str,
    chosen: tuple[Cube, ...],
    kinds: tuple[Cube, ...],
    choosing: Callable[[Cube], Callable[[], None]],
    palette: Palette,
) -> ft.Control:
    """Return the kinds of cubes, each with how many of it are chosen; the last two taps count."""

    def kind(cube: Cube) -> ft.Control:
        number = chosen.count(cube)
        face = ft.Row(
            [mark(CUBE_MARKS[cube], 24, palette.ink), *([text(number, Style.STRONG)] if number else [])],
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
            bgcolor=palette.primary_wash if number else palette.surface,
            border=ft.Border.all(2 if number else 1, palette.primary if number else palette.line),
        )

    counts = cubes_listed(Counter(chosen))
    said = f"{title}: {say('{counts}', counts=counts)}" if counts else f"{title}: tap twice"
    return column([quiet(said, palette), wrapped(kind(cube) for cube in kinds)], SPACE)

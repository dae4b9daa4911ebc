"""Activating buildings around a worker or the residence: what each one pays and gains, and the swap of the shop."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Final

import flet as ft

from companion.formatting.text import sentence
from companion.games.little_town import actions
from companion.games.little_town.kit import instead_text, lacking_text, use_preview, use_text
from companion.tables.state import transition
from companion.ui.components.controls import (
    button,
    caption,
    card,
    heading,
    mark,
    outlined,
    plain_button,
    raised,
    tappable,
    text,
)
from companion.ui.components.fields import chip, wrapped
from companion.ui.components.foot import AtThumb
from companion.ui.components.layout import column, spread_row
from companion.ui.core.context import use_next_seat, use_revision
from companion.ui.core.error_boundary import component, key_of_act, on_press, once
from companion.ui.core.hooks import Setter, keyed, use_value, value_now
from companion.ui.core.theme import SPACE, TARGET, Style
from companion.ui.editors.little_town.board import turn_passed
from companion.ui.editors.little_town.drawings import gathers_row, tile_line
from scoring.little_town import moves
from scoring.little_town.actions import NOTHING_KEPT, Swap, Use, activate_a_building, activation, use
from scoring.little_town.board import standing
from scoring.little_town.data import COINS_FOR_A_CUBE, TILES, Stock, cubes_listed, listed
from scoring.little_town.moves import next_seat, workers_to_place
from scoring.little_town.objectives import ObjectiveCard, met_in_turn, open_cards
from scoring.little_town.state import Building, Cube, Player, Table, Tile
from scoring.messages import Message, counted, points_text, say, tr
from scoring.players import player_of

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Collection, Mapping

    from companion.tables.live_table import LiveTable
    from companion.ui.editors.little_town.drawings import Pick


def may_keep(player: Player, kinds: Collection[Cube] = tuple(Cube), coins_due: int = 0) -> bool:
    """Return whether coins, apart from those that are due, can pay for a cube of these kinds that a player has."""
    return player.coins - coins_due >= COINS_FOR_A_CUBE and any(player.cubes.get(cube) for cube in kinds)


def _kept_of(player: Player, kept: Mapping[Cube, int], cube: Cube) -> str:
    return tr("{number} of {all}", number=kept.get(cube, 0), all=player.cubes[cube])


@component
def KeptCubes(
    player: Player, kept: Mapping[Cube, int], keep: Setter[Mapping[Cube, int]], kinds: Collection[Cube] = tuple(Cube)
) -> ft.Control:
    """Let a player keep cubes and pay coins for them: each tap keeps one cube more, the last one none again."""
    expanded, set_expanded = use_value(initial=False)

    def toggle() -> None:
        keep(lambda _: NOTHING_KEPT)
        set_expanded(lambda before: not before)

    def keep_more(cube: Cube) -> None:
        held = player.cubes[cube]
        keep(lambda old: {**old, cube: (old.get(cube, 0) + 1) % (held + 1)})

    if not expanded:
        return ft.Row([plain_button(tr("Keep cubes, and pay with coins"), toggle)], wrap=True)
    chips = [
        chip(
            _kept_of(player, kept, cube),
            partial(keep_more, cube),
            selected=kept.get(cube, 0) > 0,
            leading=mark(cube.noun.mark, 20, ft.Colors.ON_SURFACE),
            label=tr("{what}: {value}", what=cube.noun.title, value=_kept_of(player, kept, cube)),
        )
        for cube in Cube
        if cube in kinds and player.cubes.get(cube)
    ]
    words = tr(
        "Tap what {name} keeps; each missing cube then costs {coins} coins.", name=player.name, coins=COINS_FOR_A_CUBE
    )
    return column([caption(words), wrapped(chips), ft.Row([plain_button(tr("Cancel"), toggle)], wrap=True)])


@component
def ObjectiveProposals(live: LiveTable, seat: int, keys: frozenset[str]) -> ft.Control:
    """Propose the cards with these keys that nobody has completed; a tap scores one for the player who holds it."""
    use_revision(live)
    state = live.state
    name = state.table.players[seat].name
    cards = open_cards(state.table, keys)
    if not cards:
        return ft.Container()

    async def complete(card: ObjectiveCard) -> None:
        words = say("{what}: {value}", what=name, value=_title(card))
        await live.change(words, lambda state: actions.complete_objective(state, seat, card.key, card.points))

    chips = [chip(_title(card), partial(complete, card)) for card in cards]
    return column([caption(tr("Just met, if {name} holds the card:", name=name)), wrapped(chips)], SPACE)


def _title(card: ObjectiveCard) -> Message:
    return say("{what}: {value}", what=card.message, value=points_text(card.points))


CUBES_SWAPPED: Final = 2
"""The number of cubes that the shop takes, and gives. Shop tile."""


def usable_buildings(table: Table, player: str, cell: str) -> tuple[Building, ...]:
    """Return the buildings around a square that a player can activate, row by row."""
    lying = {building.cell: building for building in table.buildings}
    return tuple(lying[usable.cell] for usable in activate_a_building(table, player, cell))


def activation_preview(
    table: Table, player: str, building: Building, kept: Mapping[Cube, int] = NOTHING_KEPT, *, brief: bool = False
) -> ft.Control:
    """Return what activating a building would pay and gain, and what is lacking; `brief` has no line for its title."""
    use_ = use(table, player, building, kept=kept)
    title, does = _building_title(building, player), use_preview(use_, building.tile, building.owner)
    words = sentence(tr("{what}: {value}", what=title, value=does) if brief else does)
    below: list[ft.Control] = [text(words, Style.SMALL)]
    takes = TILES[building.tile].takes
    if use_.paid.short:
        below.append(_lacking(table, player, use_, takes))
    elif use_.paid.coins > takes.coins:
        below.append(caption(sentence(instead_text(takes, use_.paid))))
    if brief:
        sign = mark(building.tile.noun.mark, 20, ft.Colors.ON_SURFACE)
        return ft.Row([sign, ft.Column(below, spacing=0, tight=True, expand=True)], spacing=2 * SPACE)
    return tile_line(building.tile, title, below)


def _lacking(table: Table, player: str, use_: Use, takes: Stock) -> ft.Control:
    """Return what a player lacks for the use of a building, its fee included."""
    words = lacking_text(player_of(table, player), replace(takes, coins=takes.coins + use_.fee), use_.paid)
    return text(sentence(words), Style.SMALL, color=ft.Colors.ERROR)


def _building_title(building: Building, player: str) -> str:
    title = f"{building.tile.noun.title} {building.cell}"
    return title if building.owner == player else f"{title}, {building.owner}"


@component
def VisitPanel(
    live: LiveTable, done: Callable[[], object], words: Message, passed: Callable[[], Awaitable[None]] | None = None
) -> ft.Control:
    """Show the cubes gathered around a square and the buildings to activate; the button with `words` ends the visit.

    The main button activates the first of them, then ends the visit. `passed` is called where the last has ended it.
    """
    use_revision(live)
    page = ft.context.page
    state = live.state
    visit = state.table.visit
    if visit is None:
        return ft.Container()
    name = state.table.players[visit.seat].name
    around = usable_buildings(state.table, name, visit.cell)
    objectives = plain_button(tr("Objectives"), lambda: page.navigate(f"/table/{live.id}/player/{visit.seat}"))
    waits = [near for near in around if near.cell not in visit.used and not use(state.table, name, near).paid.short]
    parts: list[ft.Control] = [
        spread_row([heading(tr("{what} on {cell}", what=name, cell=visit.cell), 3), objectives]),
        gathers_row(visit.gathered),
    ]
    parts += [
        keyed(f"use {near.cell}", Activation, live, visit.seat, near.cell, passed, main=near in waits[:1])
        for near in around
    ]
    parts.append(ObjectiveProposals(live, visit.seat, met_in_turn(state.table, visit.seat)))
    further = bool(waits)
    end = keyed(f"end {further}", AtThumb, lambda: [(outlined if waits else button)(words, done)], further=further)
    return card([*parts, end], padding=3 * SPACE)


@component
def TurnPanel(live: LiveTable, pick: Pick) -> ft.Control:
    """Show what the worker that was just placed may activate, with the end of the turn."""
    use_revision(live)
    page = ft.context.page
    shown_next = use_next_seat(live.id)
    state = live.state
    visit = state.table.visit
    if visit is None:
        return ft.Container()
    placed = not workers_to_place(state.table)
    following = next_seat(state.table, visit.seat)
    name = state.table.players[following].name
    words = say("Done: the round ends") if placed else say("Done: {name}’s turn", name=name)

    async def passed() -> None:
        await pick(None, entered=visit.cell)

    async def over() -> None:
        await live.change(words, transition(moves.end_turn, visit.seat))
        await passed()
        if placed:
            page.navigate(f"/table/{live.id}/round/{shown_next(following)}")

    panel: ft.Control = VisitPanel(live, over, words, passed)
    return panel


@component
def Activation(
    live: LiveTable,
    seat: int,
    cell: str,
    passed: Callable[[], Awaitable[None]] | None = None,
    *,
    main: bool = False,
) -> ft.Control:
    """Show a building with the button that activates it, once: the `main` one stands at the thumb.

    `passed` is called where that ends the turn.
    """
    use_revision(live)
    page = ft.context.page
    shown_next = use_next_seat(live.id)
    choosing, set_choosing = use_value(initial=False)
    chosen, set_kept = use_value(NOTHING_KEPT)
    state = live.state
    building, visit = standing(state.table).get(cell), state.table.visit
    if not isinstance(building, Building) or visit is None:
        return ft.Container()
    name = state.table.players[seat].name
    label = say("Activate the {tile} on {cell}", tile=building.tile.noun.name, cell=cell)

    async def activate(swap: Swap | None = None) -> None:
        set_choosing(lambda _: False)
        keeping = value_now(set_kept) if keepable else NOTHING_KEPT
        await live.change(label, transition(moves.activate, seat, building, swap, keeping))
        if not turn_passed(live):
            return
        if passed is not None:
            await passed()
        if not workers_to_place(live.state.table):
            page.navigate(f"/table/{live.id}/round/{shown_next(live.state.table.turn)}")

    async def use_it() -> None:
        await activate()

    def choose() -> None:
        set_choosing(lambda before: not before)

    if cell in visit.used:
        ticked = ft.Row(
            [ft.Icon(ft.Icons.CHECK, color=ft.Colors.SECONDARY, size=20), text(tr("Activated"), Style.SMALL)],
            spacing=SPACE,
        )
        return tile_line(building.tile, _building_title(building, name), [ticked])
    player = state.table.players[seat]
    keepable = _kinds_to_keep(player, building)
    kept = chosen if keepable else NOTHING_KEPT
    shop = bool(TILES[building.tile].takes.of_choice)
    short = use(state.table, name, building, kept=kept).paid.short
    at_thumb = main and not choosing
    do = partial(_button, label, choose if shop else use_it, building.tile, main=at_thumb, lacks=short > 0)
    parts: list[ft.Control] = [
        activation_preview(state.table, name, building, kept),
        *([KeptCubes(player, kept, set_kept, keepable)] if keepable else []),
        AtThumb(lambda: [do()]) if at_thumb else ft.Row([do()], alignment=ft.MainAxisAlignment.END),
    ]
    if choosing:
        parts.append(SwapEntry(live, seat, cell, kept, activate))
    return column(parts, SPACE)


def _button(label: Message, do: Callable[[], object], tile: Tile, *, main: bool, lacks: bool) -> ft.Control:
    """Return the button that activates a building, with its title where it is the `main` one."""
    words = tr("{what}: {value}", what=say("Activate"), value=tile.noun.title) if main else tr("Activate")
    way, said = ft.FilledButton if main else ft.OutlinedButton, str(label)
    return way(ft.Text(words, semantics_label=said), **on_press(once(said, do)), key=key_of_act(said), disabled=lacks)


def _kinds_to_keep(player: Player, building: Building) -> tuple[Cube, ...]:
    """Return the kinds of cubes that a building takes, where its player can pay coins instead; else none."""
    takes = TILES[building.tile].takes
    kinds = tuple(Cube) if takes.of_choice else tuple(takes.cubes)
    fee = activation(building, player.name).fee
    return kinds if may_keep(player, kinds, takes.coins + fee) else ()


@component
def SwapEntry(
    live: LiveTable, seat: int, cell: str, kept: Mapping[Cube, int], swap: Callable[[Swap], object]
) -> ft.Control:
    """Let a player choose two cubes for the shop, and the two others that it gives."""
    use_revision(live)
    nothing: tuple[Cube, ...] = ()
    cubes_given, set_cubes_given = use_value(nothing)
    picked, set_picked = use_value(nothing)
    taken = _not_in(picked, cubes_given)
    state = live.state
    building = standing(state.table).get(cell)
    if not isinstance(building, Building):
        return ft.Container()
    name = state.table.players[seat].name
    chosen = _swap(cubes_given, taken)
    swapped = use(state.table, name, building, chosen, kept)
    whole = len(cubes_given) == len(taken) == CUBES_SWAPPED

    def give(cube: Cube) -> None:
        set_cubes_given(lambda old: (*old, cube)[-CUBES_SWAPPED:])

    def take(cube: Cube) -> None:
        set_picked(lambda old: (*_not_in(old, value_now(set_cubes_given)), cube)[-CUBES_SWAPPED:])

    def swap_now() -> object:
        given_now = value_now(set_cubes_given)
        return swap(_swap(given_now, _not_in(value_now(set_picked), given_now)))

    parts: list[ft.Control] = [
        _cube_chips(tr("Give"), cubes_given, tuple(Cube), give),
        _cube_chips(tr("Take"), taken, _not_in(tuple(Cube), cubes_given), take),
    ]
    if whole and swapped.paid.short:
        parts.append(_lacking(state.table, name, swapped, chosen.takes))
    elif whole:
        parts.append(text(sentence(use_text(swapped, building.owner)), Style.SMALL))
    lacks = not whole or swapped.paid.short > 0
    return column([*parts, AtThumb(lambda: [button(tr("Swap"), swap_now, disabled=lacks)])])


def _not_in(cubes: tuple[Cube, ...], excluded: tuple[Cube, ...]) -> tuple[Cube, ...]:
    """Return the cubes that the shop can give for those given: it gives other kinds."""
    return tuple(cube for cube in cubes if cube not in excluded)


def _swap(cubes_given: tuple[Cube, ...], taken: tuple[Cube, ...]) -> Swap:
    return Swap(takes=Stock(cubes=Counter(cubes_given)), gives=Stock(cubes=Counter(taken)))


def _cube_chips(
    title: str, chosen: tuple[Cube, ...], kinds: tuple[Cube, ...], choose: Callable[[Cube], None]
) -> ft.Control:
    """Return a chip for each kind of cube, with the number chosen; the last two taps count."""

    def kind(cube: Cube) -> ft.Control:
        number = chosen.count(cube)
        face = ft.Row(
            [mark(cube.noun.mark, 24, ft.Colors.ON_SURFACE), *([text(number, Style.STRONG)] if number else [])],
            alignment=ft.MainAxisAlignment.CENTER,
            spacing=SPACE,
        )
        return tappable(
            face,
            tr("{what}: {value}", what=title, value=counted(number, *cube.noun.forms) if number else cube.noun.name),
            partial(choose, cube),
            selected=number > 0,
            width=TARGET + 2 * SPACE,
            height=TARGET,
            **raised(chosen=number > 0),
        )

    counts = cubes_listed(Counter(chosen)) or listed(Stock(of_choice=CUBES_SWAPPED))
    title_and_counts = say("{what}: {value}", what=title, value=counts)
    return column([caption(title_and_counts), wrapped(kind(cube) for cube in kinds)], SPACE)

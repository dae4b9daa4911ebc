"""Feeding the workers of one player at the end of a round."""

from __future__ import annotations

from typing import TYPE_CHECKING

import flet as ft

from companion.formatting.text import sentence
from companion.games.little_town import round_end
from companion.games.little_town.copy_values import CATHEDRAL, COINS, answer_in_force, asked_at_a_round_end
from companion.games.little_town.round_end import (
    food_left,
    meal_message,
    usual_plate,
    with_bought,
    with_fish,
    with_wheat,
)
from companion.games.little_town.wording import possessive
from companion.ui.components.controls import (
    button,
    caption,
    card,
    heading,
    outlined,
    seat_mark,
    text,
)
from companion.ui.components.fields import wrapped
from companion.ui.components.layout import column
from companion.ui.components.stepper import Counter, Stepper
from companion.ui.core.context import use_revision
from companion.ui.core.error_boundary import component
from companion.ui.core.glyphs import MARKS
from companion.ui.core.hooks import keyed, use_lazy_state
from companion.ui.core.theme import SPACE, Style
from companion.ui.editors.little_town.my_copy_screen import AidQuestions
from scoring.little_town.board import built
from scoring.little_town.data import COINS_FOR_A_CUBE, UNFED_COST, WORKERS
from scoring.little_town.round_end import special_buildings
from scoring.little_town.state import Cube, Tile
from scoring.messages import counted

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from companion.games.little_town.round_end import Plate
    from companion.tables.live_table import LiveTable
    from scoring.little_town.state import Player


@component
def Feeding(live: LiveTable, seat: int, on: Callable[[], None]) -> ft.Control:
    """Show what a player's workers eat, and what the cathedral gives; one tap books it."""
    use_revision(live)
    page = ft.context.page
    state = live.state
    table = state.table
    player = state.table.players[seat]
    hungry = WORKERS[len(table.players)]
    plate, set_plate = use_lazy_state(lambda: usual_plate(table, player))
    name = ft.Row([seat_mark(state.extras.seats[seat]), heading(player.name)], spacing=2 * SPACE)
    name.controls[1].expand = True

    def objectives() -> None:
        page.navigate(f"/table/{live.id}/player/{seat}")

    shown = outlined("Objective completed?", objectives)
    if seat in state.extras.fed:
        words = f"{possessive(player.name)} workers have eaten in this round."
        return card([name, text(words), wrapped([button("On", on), shown])])
    eats = plate.meal(table)
    gives = special_buildings(table, player)

    async def feed() -> None:
        await live.change(f"{possessive(player.name)} workers eat", round_end.feed(seat, eats))
        on()

    parts: list[ft.Control] = [name]
    tile = built(table, Tile.CATHEDRAL)
    if tile is not None and tile.owner == player.name:
        gained = counted(gives, "point", "points")
        parts += [
            text(f"Cathedral {tile.cell}: {gained} for the workers around it."),
            caption(answer_in_force(table, CATHEDRAL).ruling),
        ]
    parts.append(text(f"{counted(hungry, 'worker', 'workers')} to feed.", Style.STRONG))
    parts += [
        _eaten(seat, counter, number, keep) for counter, number, keep in _plates(player, plate, hungry, set_plate)
    ]
    if table.coins_feed and player.coins >= COINS_FOR_A_CUBE:
        parts.append(_fed_with_coins(seat, player, plate, hungry, set_plate))
    if eats.coins or eats.unfed:
        parts.append(caption(answer_in_force(table, COINS).ruling))
    ink = ft.Colors.ERROR if eats.unfed else ft.Colors.SECONDARY
    parts.append(
        ft.Semantics(
            content=text(sentence(meal_message(eats)), Style.STRONG, color=ink), live_region=True, container=True
        )
    )
    if eats.unfed and food_left(player, plate):
        parts.append(text("There is food left: workers that can be fed are fed.", Style.SMALL, color=ft.Colors.ERROR))
    change = gives - UNFED_COST * eats.unfed
    parts.append(caption(f"Score track: {player.score} now, then {player.score + change}"))
    parts += [wrapped([button("Feed the workers", feed), shown])]
    asked = asked_at_a_round_end(state, seat)
    return column([*([AidQuestions(live, asked)] if asked else []), card(parts)], 3 * SPACE)


def _plates(
    player: Player, plate: Plate, hungry: int, set_plate: Callable[[Callable[[Plate], Plate]], None]
) -> list[tuple[Counter, int, Callable[[int], Awaitable[None]]]]:
    """Return what can be eaten of each kind of food that the player has."""

    async def fish(number: int) -> None:
        set_plate(lambda old: with_fish(old, number, hungry))

    async def wheat(number: int) -> None:
        set_plate(lambda old: with_wheat(old, number, hungry))

    ink = ft.Colors.ON_SURFACE
    kinds = ((Cube.FISH, plate.fish, fish), (Cube.WHEAT, plate.wheat, wheat))
    return [
        (_counter(cube, min(player.cubes.get(cube, 0), hungry), ink), number, keep)
        for cube, number, keep in kinds
        if player.cubes.get(cube, 0)
    ]


def _counter(cube: Cube, most: int, ink: str) -> Counter:
    return Counter(name=f"{cube.value.capitalize()} eaten", most=most, char=MARKS[cube.value], ink=ink)


def _eaten(seat: int, counter: Counter, number: int, keep: Callable[[int], Awaitable[None]]) -> ft.Control:
    return keyed(f"{seat} {counter.name}", Stepper, counter, number, keep)


def _fed_with_coins(
    seat: int, player: Player, plate: Plate, hungry: int, set_plate: Callable[[Callable[[Plate], Plate]], None]
) -> ft.Control:
    async def keep(number: int) -> None:
        set_plate(lambda old: with_bought(old, number, hungry))

    counter = Counter(
        name=f"Fed with {COINS_FOR_A_CUBE} coins each",
        most=min(player.coins // COINS_FOR_A_CUBE, hungry),
        char=MARKS["coin"],
        ink=ft.Colors.ON_SURFACE,
    )
    return keyed(f"{seat} coins", Stepper, counter, plate.bought, keep)

"""Feeding the workers of one player at the end of a round."""

from __future__ import annotations

from typing import TYPE_CHECKING

import flet as ft

from companion.formatting.text import sentence
from companion.games.little_town.actions import food_left, meal_message, usual_plate, with_bought, with_fish, with_wheat
from companion.games.little_town.copy_values import CATHEDRAL, COINS, answer_in_force, asked_at_a_round_end
from companion.tables.state import transition
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
from companion.ui.core.hooks import keyed, use_lazy_state, value_now
from companion.ui.core.theme import SPACE, Style
from companion.ui.editors.little_town.my_copy_screen import AidQuestions
from companion.ui.editors.little_town.objective_proposals import ObjectiveProposals
from scoring.little_town import moves
from scoring.little_town.board import built
from scoring.little_town.data import COINS_FOR_A_CUBE, UNFED_COST, WORKERS
from scoring.little_town.objectives import met_by_meal
from scoring.little_town.round_end import special_buildings
from scoring.little_town.state import Cube, Tile
from scoring.messages import counted, points_text, say, tr

if TYPE_CHECKING:
    from collections.abc import Callable

    from companion.games.little_town.actions import Plate
    from companion.tables.live_table import LiveTable
    from scoring.little_town.state import Player, Table

    WithNumber = Callable[[Plate, int, int], Plate]


@component
def Feeding(live: LiveTable, seat: int, proceed: Callable[[], None]) -> ft.Control:
    """Show the meal of a player's workers, or that they have eaten."""
    use_revision(live)
    if seat not in live.state.table.fed:
        meal: ft.Control = MealEntry(live, seat, proceed)
        return meal
    words = tr("{name}’s workers have eaten in this round.", name=live.state.table.players[seat].name)
    ways = [button(tr("Next"), proceed), _objectives_button(live, seat)]
    return card([_player_heading(live, seat), text(words), wrapped(ways)])


@component
def MealEntry(live: LiveTable, seat: int, proceed: Callable[[], None]) -> ft.Control:
    """Let the food of a player's workers be chosen, with what it means and what the cathedral gives."""
    use_revision(live)
    table: Table = live.state.table
    player = table.players[seat]
    plate, set_plate = use_lazy_state(lambda: usual_plate(table, player))

    async def feed() -> None:
        meal = value_now(set_plate).meal(table)
        await live.change(
            say("{what}: {value}", what=player.name, value=say("Feed the workers")), transition(moves.feed, seat, meal)
        )
        proceed()

    hungry = counted(WORKERS[len(table.players)], "{number} worker to feed.", "{number} workers to feed.")
    starves = bool(plate.meal(table).unfed and food_left(player, plate))
    meal = card(
        [
            _player_heading(live, seat),
            *_cathedral_points(table, player),
            text(hungry, Style.STRONG),
            *_plate_steppers(table, seat, plate, set_plate),
            *_meal_result(table, player, plate),
            ObjectiveProposals(live, seat, met_by_meal(table, plate.meal(table))),
            wrapped([button(tr("Feed the workers"), feed, disabled=starves), _objectives_button(live, seat)]),
        ]
    )
    questions = asked_at_a_round_end(live.state, seat)
    return column([AidQuestions(live, questions), meal] if questions else [meal], 3 * SPACE)


def _player_heading(live: LiveTable, seat: int) -> ft.Control:
    name = heading(live.state.table.players[seat].name)
    name.expand = True
    return ft.Row([seat_mark(live.state.extras.seats[seat]), name], spacing=2 * SPACE)


def _objectives_button(live: LiveTable, seat: int) -> ft.Control:
    page = ft.context.page
    return outlined(tr("Objectives"), lambda: page.navigate(f"/table/{live.id}/player/{seat}"))


def _cathedral_points(table: Table, player: Player) -> list[ft.Control]:
    """Return what the cathedral gives its owner, with the ruling."""
    tile = built(table, Tile.CATHEDRAL)
    if tile is None or tile.owner != player.name:
        return []
    gained = points_text(special_buildings(table, player))
    words = text(tr("{what}: {value}", what=f"{tile.tile.noun.title} {tile.cell}", value=gained))
    return [words, caption(answer_in_force(table, CATHEDRAL).ruling)]


def _plate_steppers(
    table: Table, seat: int, plate: Plate, set_plate: Callable[[Callable[[Plate], Plate]], None]
) -> list[ft.Control]:
    """Return a stepper for each kind of food that the player has, and for coins where they can feed workers."""
    player, hungry = table.players[seat], WORKERS[len(table.players)]

    def stepper(name: str, drawing: str, available: int, number: int, with_number: WithNumber) -> ft.Control:
        async def keep(entered: int) -> None:
            set_plate(lambda before: with_number(before, entered, hungry))

        counter = Counter(name=name, most=min(available, hungry), char=MARKS[drawing], ink=ft.Colors.ON_SURFACE)
        return keyed(f"{seat} {name}", Stepper, counter, number, keep)

    fish, wheat = player.cubes.get(Cube.FISH, 0), player.cubes.get(Cube.WHEAT, 0)
    meals_bought = player.coins // COINS_FOR_A_CUBE if table.coins_feed else 0
    bought = tr("Fed with {coins} coins each", coins=COINS_FOR_A_CUBE)
    return [
        *([stepper(str(Cube.FISH.noun.title), "fish", fish, plate.fish, with_fish)] if fish else []),
        *([stepper(str(Cube.WHEAT.noun.title), "wheat", wheat, plate.wheat, with_wheat)] if wheat else []),
        *([stepper(bought, "coin", meals_bought, plate.bought, with_bought)] if meals_bought else []),
    ]


def _meal_result(table: Table, player: Player, plate: Plate) -> list[ft.Control]:
    """Return what a plate means: workers that go without, food left over, and the score after it."""
    meal = plate.meal(table)
    ink = ft.Colors.ERROR if meal.unfed else ft.Colors.SECONDARY
    words = text(sentence(meal_message(meal)), Style.STRONG, color=ink)
    parts: list[ft.Control] = [ft.Semantics(content=words, live_region=True, container=True)]
    if meal.coins or meal.unfed:
        parts.insert(0, caption(answer_in_force(table, COINS).ruling))
    if meal.unfed and food_left(player, plate):
        parts.append(
            text(tr("There is food left: workers that can be fed must be fed."), Style.SMALL, color=ft.Colors.ERROR)
        )
    change = special_buildings(table, player) - UNFED_COST * meal.unfed
    return [
        *parts,
        caption(tr("Score track: {score} now, then {later}", score=player.score, later=player.score + change)),
    ]

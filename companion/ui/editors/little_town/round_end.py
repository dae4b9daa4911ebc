"""The end of a round as a short walk: the residence, what each player's workers eat, and the next round."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import flet as ft

from companion.formatting.text import sentence
from companion.games.little_town import actions
from companion.games.little_town.copy_values import CATHEDRAL, COINS, asked_at_a_round_end, chosen
from companion.games.little_town.round_steps import (
    NEXT,
    RESIDENCE,
    Step,
    first_open,
    food_left,
    outcome,
    steps,
    usual_plate,
    who_begins,
    with_bought,
    with_fish,
    with_wheat,
)
from companion.games.little_town.wording import possessive
from companion.ui.components.controls import (
    button,
    caption,
    card,
    glyph,
    heading,
    notice,
    outlined,
    plain_button,
    seat_mark,
    tappable,
    text,
)
from companion.ui.components.fields import wrapped
from companion.ui.components.stepper import Counter, Stepper
from companion.ui.core.context import use_next, use_revision
from companion.ui.core.error_boundary import component
from companion.ui.core.glyphs import MARKS
from companion.ui.core.hooks import keyed, use_lazy_state, use_value
from companion.ui.core.theme import SPACE, TARGET, Style
from companion.ui.editors.little_town.aid import AidQuestions
from companion.ui.editors.little_town.corrections import PutRight
from companion.ui.editors.little_town.pieces import column, cubes_row
from companion.ui.editors.little_town.visiting import Visiting, preview, reached
from scoring.little_town.board import built
from scoring.little_town.data import COINS_FOR_A_CUBE, UNFED_COST, WORKERS
from scoring.little_town.gather_and_activate import gather_resources
from scoring.little_town.moves import resources_taken
from scoring.little_town.round_end import special_buildings
from scoring.little_town.state import LAST_ROUND, Cube, Tile
from scoring.messages import counted, say

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from companion.games.little_town.round_steps import Plate
    from companion.tables.live_table import LiveTable
    from scoring.little_town.state import Player

TITLES: Final = {RESIDENCE: "Residence", NEXT: "Next round"}


@component
def RoundTab(live: LiveTable, _seat: int) -> ft.Control:
    """Walk through the end of the round."""
    use_revision(live)
    state = live.state
    walk = steps(state)
    nowhere: str | None = None
    at, set_at = use_value(nowhere)
    key = at if at in {step.key for step in walk} else first_open(walk)
    here = next(step for step in walk if step.key == key)
    waiting = tuple(
        f"{player.name} {actions.at_hand(state, seat)}"
        for seat, player in enumerate(state.table.players)
        if actions.at_hand(state, seat)
    )

    def go(to: str | None) -> None:
        set_at(lambda _: to)

    parts: list[ft.Control] = [heading(f"End of round {state.table.round} of {LAST_ROUND}")]
    if waiting and not state.extras.fed:
        parts.append(notice(say("Workers still to be placed: {waiting}.", waiting=waiting)))
    parts.append(_dots(live, walk, here, go))
    if here.seat is not None:
        fed = " fed" if here.done else ""
        name = f"{state.table.round} {here.seat}{fed} {state.table.coins_feed}"
        parts.append(keyed(name, Feeding, live, here.seat, lambda: go(None)))
    elif here.key == RESIDENCE:
        parts.append(Residence(live, lambda: go(None)))
    else:
        parts.append(NextRound(live))
    parts.append(PutRight(live))
    return column(parts, 4 * SPACE)


def _dots(live: LiveTable, walk: tuple[Step, ...], here: Step, go: Callable[[str | None], None]) -> ft.Control:

    def dot(step: Step) -> ft.Control:
        chosen_ = step is here
        ink = ft.Colors.ON_PRIMARY if chosen_ else ft.Colors.SECONDARY if step.done else ft.Colors.ON_SURFACE
        title = TITLES.get(step.key, "")
        face: ft.Control = glyph(MARKS["residence"], 22, ink)
        if step.key == NEXT:
            face = ft.Icon(ft.Icons.ARROW_FORWARD, color=ink)
        if step.seat is not None:
            title = actions.name_of(live.state, step.seat)
            face = seat_mark(live.state.extras.seats[step.seat], 22)
        if step.done:
            face = ft.Icon(ft.Icons.CHECK, color=ink)
        ground = ft.Colors.SECONDARY_CONTAINER if step.done else ft.Colors.SURFACE_CONTAINER
        if chosen_:
            ground = ft.Colors.PRIMARY_CONTAINER if step.seat is not None and not step.done else ft.Colors.PRIMARY
        return tappable(
            face,
            f"{title}{', done' if step.done else ''}",
            lambda: go(step.key),
            selected=chosen_,
            width=TARGET,
            height=TARGET,
            bgcolor=ground,
            border=ft.Border.all(2 if chosen_ else 1, ft.Colors.PRIMARY if chosen_ else ft.Colors.OUTLINE_VARIANT),
            border_radius=TARGET / 2,
            alignment=ft.Alignment.CENTER,
        )

    return ft.Row(
        [dot(step) for step in walk],
        wrap=True,
        spacing=SPACE,
        run_spacing=SPACE,
        alignment=ft.MainAxisAlignment.CENTER,
    )


# -- a player


@component
def Feeding(live: LiveTable, seat: int, on: Callable[[], None]) -> ft.Control:
    """Show what a player's workers eat, and what the cathedral gives; one tap books it."""
    use_revision(live)
    page = ft.context.page
    state = live.state
    table = state.table
    player = actions.player_of(state, seat)
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
        await live.change(f"{possessive(player.name)} workers eat", actions.feed(seat, eats))
        on()

    parts: list[ft.Control] = [name]
    tile = built(table, Tile.CATHEDRAL)
    if tile is not None and tile.owner == player.name:
        gained = counted(gives, "point", "points")
        parts += [
            text(f"Cathedral {tile.cell}: {gained} for the workers around it."),
            caption(chosen(table, CATHEDRAL).ruling),
        ]
    parts.append(text(f"{counted(hungry, 'worker', 'workers')} to feed.", Style.STRONG))
    parts += [
        _eaten(seat, counter, number, keep) for counter, number, keep in _plates(player, plate, hungry, set_plate)
    ]
    if table.coins_feed and player.coins >= COINS_FOR_A_CUBE:
        parts.append(_fed_with_coins(seat, player, plate, hungry, set_plate))
    if eats.coins or eats.unfed:
        parts.append(caption(chosen(table, COINS).ruling))
    ink = ft.Colors.ERROR if eats.unfed else ft.Colors.SECONDARY
    parts.append(
        ft.Semantics(content=text(sentence(outcome(eats)), Style.STRONG, color=ink), live_region=True, container=True)
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


# -- the residence, and the next round


@component
def Residence(live: LiveTable, on: Callable[[], None]) -> ft.Control:
    """Let the owner of the residence use the squares around it, or leave it."""
    use_revision(live)
    state = live.state
    tile = built(state.table, Tile.RESIDENCE)
    if tile is None:
        return ft.Container()
    owner = tile.owner

    async def leave() -> None:
        await live.change("done with the residence", actions.leave_residence)
        on()

    async def use_it() -> None:
        await live.change(f"{owner} uses the residence", actions.use_residence)

    title = heading(f"Residence {tile.cell}")
    visit = state.extras.visit
    if state.extras.settled:
        return card([title, text("Done for this round."), wrapped([button("On", on)])])
    if visit is not None and visit.cell == tile.cell:
        return column([title, Visiting(live, leave, "Done with the residence")], 3 * SPACE)
    brings = gather_resources(state.table, tile.cell)
    after = resources_taken(state.table, owner, tile.cell)
    row = cubes_row(brings) or [text("nothing", Style.SMALL)]
    around = reached(state.table, owner, tile.cell)
    parts: list[ft.Control] = [
        title,
        text(f"{owner} may use the squares around it now."),
        ft.Row([caption("Gathers"), *row], wrap=True, spacing=3 * SPACE, run_spacing=SPACE),
        *(preview(after, owner, building) for building in around),
        wrapped([button("Use it", use_it), outlined("Leave it", leave)]),
    ]
    return card(parts)


@component
def NextRound(live: LiveTable) -> ft.Control:
    """Prepare the next round, or go to the end of the game."""
    use_revision(live)
    page = ft.context.page
    shown_next = use_next(live.id)
    state = live.state
    hungry = tuple(player.name for seat, player in enumerate(state.table.players) if seat not in state.extras.fed)

    async def begin() -> None:
        await live.change(f"round {state.table.round + 1} begins", actions.begin_round)
        page.navigate(f"/table/{live.id}/town/{shown_next(live.state.extras.turn)}")

    def to_the_end() -> None:
        page.navigate(f"/table/{live.id}/end/0")

    if state.table.round == LAST_ROUND:
        parts: list[ft.Control] = [heading("The last round is over"), text("The workers stay where they are.")]
        do = button("To the end of the game", to_the_end, icon=ft.Icons.FLAG_OUTLINED)
    else:
        parts = [heading("Next round"), text(sentence(who_begins(state)))]
        parts.append(text("All workers are picked up; houses and buildings stay."))
        do = button(f"Begin round {state.table.round + 1}", begin)
    if hungry:
        parts.append(text(say("Still to be fed: {hungry}.", hungry=hungry), color=ft.Colors.ERROR))
        do = plain_button("Go on all the same", to_the_end if state.table.round == LAST_ROUND else begin)
    return card([*parts, wrapped([do])])

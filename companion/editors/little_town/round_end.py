"""The end of a round as a short walk: the residence, what each player's workers eat, and the next round."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import flet as ft

from companion.editors.little_town import acts
from companion.editors.little_town.aid import AidQuestions
from companion.editors.little_town.copy import CATHEDRAL, COINS, asked_at_a_round_end, chosen
from companion.editors.little_town.pieces import column, cubes_row
from companion.editors.little_town.righting import PutRight
from companion.editors.little_town.round_steps import (
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
from companion.editors.little_town.visiting import Visiting, preview, reached
from companion.editors.little_town.words import possessive
from companion.guards import component
from companion.hooks import keyed, use_made, use_value
from companion.parts.basics import (
    button,
    card,
    glyph,
    heading,
    notice,
    outlined,
    plain_button,
    quiet,
    seat_mark,
    tappable,
    text,
)
from companion.parts.fields import wrapped
from companion.parts.stepper import Counter, Stepper
from companion.pictures import MARKS
from companion.theme import SPACE, TARGET, Style
from companion.ui import use_live, use_next, use_ui
from companion.words import sentence
from scoring.little_town.board import built
from scoring.little_town.data import COINS_FOR_A_CUBE, UNFED_COST, WORKERS
from scoring.little_town.gather_and_activate import gather_resources
from scoring.little_town.moves import resources_taken
from scoring.little_town.round_end import special_buildings
from scoring.little_town.state import LAST_ROUND, Cube, Tile
from scoring.messages import counted, say

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from companion.editors.little_town.round_steps import Plate
    from companion.live import LiveTable
    from scoring.little_town.state import Player

TITLES: Final = {RESIDENCE: "Residence", NEXT: "Next round"}


@component
def RoundPlace(live: LiveTable, _seat: int) -> ft.Control:
    """Walk through the end of the round."""
    use_live(live)
    palette = use_ui().look.palette
    evening = live.evening
    walk = steps(evening)
    nowhere: str | None = None
    at, set_at = use_value(nowhere)
    key = at if at in {step.key for step in walk} else first_open(walk)
    here = next(step for step in walk if step.key == key)
    waiting = tuple(
        f"{player.name} {acts.at_hand(evening, seat)}"
        for seat, player in enumerate(evening.table.players)
        if acts.at_hand(evening, seat)
    )

    def go(to: str | None) -> None:
        set_at(lambda _: to)

    parts: list[ft.Control] = [heading(f"End of round {evening.table.round} of {LAST_ROUND}")]
    if waiting and not evening.beside.fed:
        parts.append(notice(say("Workers still to be placed: {waiting}.", waiting=waiting), palette))
    parts.append(_dots(live, walk, here, go))
    if here.seat is not None:
        fed = " fed" if here.done else ""
        name = f"{evening.table.round} {here.seat}{fed} {evening.table.coins_feed}"
        parts.append(keyed(name, Feeding, live, here.seat, lambda: go(None)))
    elif here.key == RESIDENCE:
        parts.append(Residence(live, lambda: go(None)))
    else:
        parts.append(NextRound(live))
    parts.append(PutRight(live))
    return column(parts, 4 * SPACE)


def _dots(live: LiveTable, walk: tuple[Step, ...], here: Step, go: Callable[[str | None], None]) -> ft.Control:
    palette = use_ui().look.palette

    def dot(step: Step) -> ft.Control:
        chosen_ = step is here
        ink = palette.on_primary if chosen_ else palette.secondary if step.done else palette.ink
        title = TITLES.get(step.key, "")
        face: ft.Control = glyph(MARKS["residence"], 22, ink)
        if step.key == NEXT:
            face = ft.Icon(ft.Icons.ARROW_FORWARD, color=ink)
        if step.seat is not None:
            title = acts.name_of(live.evening, step.seat)
            face = seat_mark(live.evening.beside.seats[step.seat], palette, 22)
        if step.done:
            face = ft.Icon(ft.Icons.CHECK, color=ink)
        ground = palette.secondary_wash if step.done else palette.surface
        if chosen_:
            ground = palette.primary_wash if step.seat is not None and not step.done else palette.primary
        return tappable(
            face,
            f"{title}{', done' if step.done else ''}",
            lambda: go(step.key),
            selected=chosen_,
            width=TARGET,
            height=TARGET,
            bgcolor=ground,
            border=ft.Border.all(2 if chosen_ else 1, palette.primary if chosen_ else palette.line),
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
    use_live(live)
    page = ft.context.page
    palette = use_ui().look.palette
    evening = live.evening
    table = evening.table
    player = acts.player_of(evening, seat)
    hungry = WORKERS[len(table.players)]
    plate, set_plate = use_made(lambda: usual_plate(table, player))
    name = ft.Row([seat_mark(evening.beside.seats[seat], palette), heading(player.name)], spacing=2 * SPACE)
    name.controls[1].expand = True

    def objectives() -> None:
        page.navigate(f"/table/{live.id}/player/{seat}")

    shown = outlined("Objective completed?", objectives)
    if seat in evening.beside.fed:
        words = f"{possessive(player.name)} workers have eaten in this round."
        return card([name, text(words), wrapped([button("On", on), shown])], palette)
    eats = plate.meal(table)
    gives = special_buildings(table, player)

    async def feed() -> None:
        await live.change(f"{possessive(player.name)} workers eat", acts.feed(seat, eats))
        on()

    parts: list[ft.Control] = [name]
    tile = built(table, Tile.CATHEDRAL)
    if tile is not None and tile.owner == player.name:
        gained = counted(gives, "point", "points")
        parts += [
            text(f"Cathedral {tile.cell}: {gained} for the workers around it."),
            quiet(chosen(table, CATHEDRAL).ruling, palette),
        ]
    parts.append(text(f"{counted(hungry, 'worker', 'workers')} to feed.", Style.STRONG))
    parts += [
        _eaten(seat, counter, number, keep) for counter, number, keep in _plates(player, plate, hungry, set_plate)
    ]
    if table.coins_feed and player.coins >= COINS_FOR_A_CUBE:
        parts.append(_fed_with_coins(seat, player, plate, hungry, set_plate))
    if eats.coins or eats.unfed:
        parts.append(quiet(chosen(table, COINS).ruling, palette))
    ink = palette.error if eats.unfed else palette.secondary
    parts.append(
        ft.Semantics(content=text(sentence(outcome(eats)), Style.STRONG, color=ink), live_region=True, container=True)
    )
    if eats.unfed and food_left(player, plate):
        parts.append(text("There is food left: workers that can be fed are fed.", Style.SMALL, color=palette.error))
    change = gives - UNFED_COST * eats.unfed
    parts.append(quiet(f"Score track: {player.score} now, then {player.score + change}", palette))
    parts += [wrapped([button("Feed the workers", feed), shown])]
    asked = asked_at_a_round_end(evening, seat)
    return column([*([AidQuestions(live, asked)] if asked else []), card(parts, palette)], 3 * SPACE)


def _plates(
    player: Player, plate: Plate, hungry: int, set_plate: Callable[[Callable[[Plate], Plate]], None]
) -> list[tuple[Counter, int, Callable[[int], Awaitable[None]]]]:
    """Return what can be eaten of each kind of food that the player has."""

    async def fish(number: int) -> None:
        set_plate(lambda old: with_fish(old, number, hungry))

    async def wheat(number: int) -> None:
        set_plate(lambda old: with_wheat(old, number, hungry))

    ink = use_ui().look.palette.ink
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
        ink=use_ui().look.palette.ink,
    )
    return keyed(f"{seat} coins", Stepper, counter, plate.bought, keep)


# -- the residence, and the next round


@component
def Residence(live: LiveTable, on: Callable[[], None]) -> ft.Control:
    """Let the owner of the residence use the squares around it, or leave it."""
    use_live(live)
    palette = use_ui().look.palette
    evening = live.evening
    tile = built(evening.table, Tile.RESIDENCE)
    if tile is None:
        return ft.Container()
    owner = tile.owner

    async def leave() -> None:
        await live.change("done with the residence", acts.leave_residence)
        on()

    async def use_it() -> None:
        await live.change(f"{owner} uses the residence", acts.use_residence)

    title = heading(f"Residence {tile.cell}")
    visit = evening.beside.visit
    if evening.beside.settled:
        return card([title, text("Done for this round."), wrapped([button("On", on)])], palette)
    if visit is not None and visit.cell == tile.cell:
        return column([title, Visiting(live, leave, "Done with the residence")], 3 * SPACE)
    brings = gather_resources(evening.table, tile.cell)
    after = resources_taken(evening.table, owner, tile.cell)
    row = cubes_row(brings, palette) or [text("nothing", Style.SMALL)]
    around = reached(evening.table, owner, tile.cell)
    parts: list[ft.Control] = [
        title,
        text(f"{owner} may use the squares around it now."),
        ft.Row([quiet("Gathers", palette), *row], wrap=True, spacing=3 * SPACE, run_spacing=SPACE),
        *(preview(after, owner, building, palette) for building in around),
        wrapped([button("Use it", use_it), outlined("Leave it", leave)]),
    ]
    return card(parts, palette)


@component
def NextRound(live: LiveTable) -> ft.Control:
    """Prepare the next round, or go to the end of the game."""
    use_live(live)
    page = ft.context.page
    palette = use_ui().look.palette
    shown_next = use_next(live.id)
    evening = live.evening
    hungry = tuple(player.name for seat, player in enumerate(evening.table.players) if seat not in evening.beside.fed)

    async def begin() -> None:
        await live.change(f"round {evening.table.round + 1} begins", acts.begin_round)
        page.navigate(f"/table/{live.id}/town/{shown_next(live.evening.beside.turn)}")

    def to_the_end() -> None:
        page.navigate(f"/table/{live.id}/end/0")

    if evening.table.round == LAST_ROUND:
        parts: list[ft.Control] = [heading("The last round is over"), text("The workers stay where they are.")]
        do = button("To the end of the game", to_the_end, icon=ft.Icons.FLAG_OUTLINED)
    else:
        parts = [heading("Next round"), text(sentence(who_begins(evening)))]
        parts.append(text("All workers are picked up; houses and buildings stay."))
        do = button(f"Begin round {evening.table.round + 1}", begin)
    if hungry:
        parts.append(text(say("Still to be fed: {hungry}.", hungry=hungry), color=palette.error))
        do = plain_button("Go on all the same", to_the_end if evening.table.round == LAST_ROUND else begin)
    return card([*parts, wrapped([do])], palette)

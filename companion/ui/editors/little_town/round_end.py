"""The Round tab: the end of a round step by step (residence, feeding, next round), and corrections of the round."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, Final

import flet as ft

from companion.formatting.text import sentence
from companion.games.little_town import actions
from companion.games.little_town.actions import (
    feed_text,
    food_left,
    meal_message,
    next_round_text,
    usual_plate,
    with_bought,
    with_fish,
    with_wheat,
)
from companion.games.little_town.copy_values import CATHEDRAL, COINS, answer_in_force, asked_at_a_round_end
from companion.tables.state import transition, with_table
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
    text,
)
from companion.ui.components.dialogs import asking, use_confirmation
from companion.ui.components.fields import chip, swatch, wrapped
from companion.ui.components.foot import AtThumb
from companion.ui.components.layout import column
from companion.ui.components.stepper import Counter, Stepper
from companion.ui.core.context import use_next_seat, use_revision
from companion.ui.core.error_boundary import component
from companion.ui.core.hooks import keyed, use_lazy_state, use_toggle, use_value, value_now
from companion.ui.core.theme import MARKS, SPACE, Style
from companion.ui.editors.little_town.activation import (
    ObjectiveProposals,
    VisitPanel,
    activation_preview,
    usable_buildings,
)
from companion.ui.editors.little_town.drawings import gathers_row
from companion.ui.editors.little_town.my_copy_screen import AidQuestionCard
from scoring.little_town import moves
from scoring.little_town.actions import gather_resources
from scoring.little_town.board import built
from scoring.little_town.data import COINS_FOR_A_CUBE, UNFED_COST, WORKERS
from scoring.little_town.moves import turns_are_kept, workers_at_hand, workers_at_site, workers_to_place
from scoring.little_town.objectives import met_by_meal
from scoring.little_town.rules import NEXT_ROUND, RESIDENCE, RoundStep, first_open, round_steps, special_buildings
from scoring.little_town.state import LAST_ROUND, Cube, Player, Table, Tile
from scoring.messages import Message, counted, points_text, say, tr

if TYPE_CHECKING:
    from collections.abc import Callable

    from companion.games.little_town.actions import Plate
    from companion.tables.live_table import LiveTable

    WithNumber = Callable[[Plate, int, int], Plate]


@component
def MealCard(live: LiveTable, seat: int, proceed: Callable[[], None]) -> ft.Control:
    """Show the meal of a player's workers, or that they have eaten."""
    use_revision(live)
    if seat not in live.state.table.fed:
        meal: ft.Control = MealEntry(live, seat, proceed)
        return meal
    words = tr("{name}’s workers have eaten in this round.", name=live.state.table.players[seat].name)
    ways = AtThumb(lambda: [_objectives_button(live, seat), button(tr("Next"), proceed)])
    return card([_player_heading(live, seat), text(words), ways])


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

    eats = plate.meal(table)
    ask = use_confirmation(asking(feed_text(eats), _still_to_be_placed(table)), feed)
    do = ask if _is_mid_round(table) else feed
    hungry = counted(WORKERS[len(table.players)], "{number} worker to feed.", "{number} workers to feed.")
    starves = bool(eats.unfed and food_left(player, plate))
    questions = asked_at_a_round_end(live.state, seat)
    first = next((question for question in questions if question in (CATHEDRAL, COINS)), None)
    if first is not None:  # the meal depends on its answer
        return column([_player_heading(live, seat), keyed(first.field, AidQuestionCard, live, first, at_thumb=True)])
    meal = card(
        [
            _player_heading(live, seat),
            *_cathedral_points(table, player),
            text(hungry, Style.STRONG),
            *_plate_steppers(table, seat, plate, set_plate),
            *_meal_result(table, player, plate),
            ObjectiveProposals(live, seat, met_by_meal(table, eats)),
            AtThumb(lambda: [_objectives_button(live, seat), button(feed_text(eats), do, disabled=starves)]),
        ]
    )
    return column([*(AidQuestionCard(live, question) for question in questions), meal], 3 * SPACE)


def _is_mid_round(table: Table) -> bool:
    """Return whether nobody has eaten, and some workers of a table that keeps count were placed, but not all."""
    placed = bool(table.workers) or any(table.site)
    return turns_are_kept(table) and placed and not table.fed


def _still_to_be_placed(table: Table) -> Message:
    """Return whose workers are still to be placed in this round, and how many."""
    at_hand = ((player.name, workers_at_hand(table, seat)) for seat, player in enumerate(table.players))
    waiting = tuple(f"{name} {number}" for name, number in at_hand if number)
    return say("Workers still to be placed: {waiting}.", waiting=waiting)


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
    if meal.coins or (meal.unfed and player.coins >= COINS_FOR_A_CUBE):
        parts.insert(0, caption(answer_in_force(table, COINS).ruling))
    if meal.unfed and food_left(player, plate):
        left = tr("There is food left: workers that can be fed must be fed.")
        parts.append(text(left, Style.SMALL, color=ft.Colors.ERROR))
    later = player.score + special_buildings(table, player) - UNFED_COST * meal.unfed
    return [*parts, caption(tr("Score track: {score} now, then {later}", score=player.score, later=later))]


TITLES: Final = {RESIDENCE: Tile.RESIDENCE.noun.title, NEXT_ROUND: say("Next round")}

RESIDENCE_DONE: Final = say("Done with the residence")


@component
def RoundTab(live: LiveTable, _seat: int) -> ft.Control:
    """Show the steps of the end of the round, one at a time."""
    use_revision(live)
    state = live.state
    steps = round_steps(state.table)
    nowhere: str | None = None
    at, set_at = use_value(nowhere)
    key = at if at in {step.key for step in steps} else first_open(steps)
    current = next(step for step in steps if step.key == key)

    def go(to: str | None) -> None:
        set_at(lambda _: to)

    parts: list[ft.Control] = [heading(tr("End of round {round}", round=state.table.round))]
    if workers_to_place(state.table) and not state.table.fed:
        parts.append(notice(_still_to_be_placed(state.table)))
    parts.append(_step_dots(live, steps, current, go))
    if current.seat is not None:
        name = f"{state.table.round} {current.seat} {current.done} {state.table.coins_feed}"
        parts.append(keyed(name, MealCard, live, current.seat, lambda: go(None)))
    elif current.key == RESIDENCE:
        parts.append(Residence(live, lambda: go(None)))
    else:
        parts.append(NextRound(live))
    parts.append(RoundCorrections(live))
    return column(parts, 4 * SPACE)


def _step_dots(
    live: LiveTable, steps: tuple[RoundStep, ...], current: RoundStep, go: Callable[[str | None], None]
) -> ft.Control:

    def dot(step: RoundStep) -> ft.Control:
        ink = ft.Colors.SECONDARY if step.done else ft.Colors.ON_SURFACE
        title: object = TITLES.get(step.key, "")
        face: ft.Control = glyph(MARKS["residence"], 22, ink)
        if step.key == NEXT_ROUND:
            face = ft.Icon(ft.Icons.ARROW_FORWARD, color=ink)
        if step.seat is not None:
            title = live.state.table.players[step.seat].name
            face = seat_mark(live.state.extras.seats[step.seat], 22)
        if step.done:
            face = ft.Icon(ft.Icons.CHECK, color=ink)
        label = tr("{title}, done", title=title) if step.done else title
        return swatch(face, label, lambda: go(step.key), chosen=step is current)

    return ft.Row(
        [dot(step) for step in steps],
        wrap=True,
        spacing=SPACE,
        run_spacing=SPACE,
        alignment=ft.MainAxisAlignment.CENTER,
    )


@component
def Residence(live: LiveTable, proceed: Callable[[], None]) -> ft.Control:
    """Let the owner of the residence use the squares around it, or leave it unused."""
    use_revision(live)
    state = live.state
    tile = built(state.table, Tile.RESIDENCE)
    if tile is None:
        return ft.Container()
    owner = tile.owner
    words = say("{owner} uses the residence", owner=owner)

    async def leave() -> None:
        await live.change(RESIDENCE_DONE, transition(moves.leave_residence))
        proceed()

    async def use_it() -> None:
        await live.change(words, transition(moves.use_residence))

    title = heading(f"{tile.tile.noun.title} {tile.cell}")
    visit = state.table.visit
    if state.table.settled:
        return card([title, text(tr("Done for this round.")), AtThumb(lambda: [button(tr("Next"), proceed)])])
    if visit is not None and visit.cell == tile.cell:
        return column([title, VisitPanel(live, leave, RESIDENCE_DONE)], 3 * SPACE)
    brings = gather_resources(state.table, tile.cell)
    after = moves.use_residence(state.table)
    around = usable_buildings(state.table, owner, tile.cell)
    parts: list[ft.Control] = [
        title,
        gathers_row(brings),
        *(activation_preview(after, owner, building) for building in around),
        AtThumb(lambda: [outlined(RESIDENCE_DONE, leave), button(words, use_it)]),
    ]
    return card(parts)


@component
def NextRound(live: LiveTable) -> ft.Control:
    """Begin the next round, or after the last one lead to the end of the game."""
    use_revision(live)
    page = ft.context.page
    shown_next = use_next_seat(live.id)
    state = live.state
    start = say("Start round {round}", round=state.table.round + 1)
    hungry = tuple(player.name for seat, player in enumerate(state.table.players) if seat not in state.table.fed)

    async def begin() -> None:
        await live.change(start, transition(moves.begin_next_round))
        page.navigate(f"/table/{live.id}/town/{shown_next(live.state.table.turn)}")

    def to_the_end() -> None:
        page.navigate(f"/table/{live.id}/end/0")

    if state.table.round == LAST_ROUND:
        parts: list[ft.Control] = [heading(tr("The last round is over: the workers stay"))]
        do = partial(button, tr("To the end of the game"), to_the_end, icon=ft.Icons.FLAG_OUTLINED)
    else:
        parts = [heading(tr("Next round")), text(sentence(next_round_text(state.table)))]
        parts.append(text(tr("All workers are picked up; houses and buildings stay.")))
        do = partial(button, start, begin)
    if hungry:
        parts.append(text(say("Still to be fed: {hungry}.", hungry=hungry), color=ft.Colors.ERROR))
        do = partial(plain_button, tr("Go on anyway"), to_the_end if state.table.round == LAST_ROUND else begin)
    return card([*parts, AtThumb(lambda: [do()])])


EDIT: Final = say("Edit round and turn")
TOKEN: Final = say("The first player token")
AT_THE_SITE: Final = say("Workers at the construction site")

ROUND: Final = Counter(name=say("Round"), least=1, most=LAST_ROUND)


@component
def RoundCorrections(live: LiveTable) -> ft.Control:
    """Let the round, the first player, the present player and the workers at the construction site be corrected."""
    use_revision(live)
    opened, toggle = use_toggle()
    state = live.state

    async def keep(number: int) -> None:
        await live.change(
            say("{what}: {value}", what=ROUND.name, value=number), lambda state: actions.with_round(state, number)
        )

    if not opened:
        return ft.Row([plain_button(EDIT, toggle, icon=ft.Icons.EDIT_OUTLINED)], wrap=True)

    async def hand_token(seat: int) -> None:
        words = say("{what}: {value}", what=TOKEN, value=state.table.players[seat].name)
        await live.change(words, lambda before: with_table(before, first=seat))

    async def pass_turn(seat: int) -> None:
        words = say("{name}’s turn", name=state.table.players[seat].name)
        await live.change(words, lambda before: with_table(before, turn=seat))

    return card(
        [
            heading(EDIT, 3),
            Stepper(ROUND, state.table.round, keep),
            _seat_chips(live, TOKEN, state.table.first, hand_token),
            _seat_chips(live, tr("Who plays now"), state.table.turn, pass_turn),
            caption(AT_THE_SITE),
            *(_site_stepper(live, seat) for seat in range(len(state.table.players))),
            ft.Row([plain_button(tr("Close"), toggle)]),
        ]
    )


def _seat_chips(live: LiveTable, title: object, now: int, choose: Callable[[int], Any]) -> ft.Control:
    chips = [
        chip(
            player.name,
            partial(choose, seat),
            selected=seat == now,
            leading=seat_mark(live.state.extras.seats[seat]),
            label=f"{title}: {player.name}",
        )
        for seat, player in enumerate(live.state.table.players)
    ]
    return column([caption(title), wrapped(chips)], SPACE)


def _site_stepper(live: LiveTable, seat: int) -> ft.Control:
    name = live.state.table.players[seat].name
    counter = Counter(name=name, most=WORKERS[len(live.state.table.players)])

    async def keep(number: int) -> None:
        at_the_site = say("{what}: {value}", what=AT_THE_SITE, value=number)
        label = say("{what}: {value}", what=name, value=at_the_site)
        await live.change(label, transition(moves.with_site, seat, number))

    return keyed(f"site {seat}", Stepper, counter, workers_at_site(live.state.table, seat), keep)

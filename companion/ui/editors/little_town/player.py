"""The Player tab: score track, coins and cubes of a player, and the objective cards as a check list."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import flet as ft

from companion.formatting.text import sentence
from companion.games.little_town import actions
from companion.games.little_town.copy_values import CARD_POINTS, keep_card, my_cards
from companion.games.little_town.wording import CUBE_MARKS
from companion.tables.state import with_player
from companion.ui.components.controls import button, caption, card, heading, notice, plain_button, text
from companion.ui.components.fields import chip, field, tick, wrapped
from companion.ui.components.layout import column
from companion.ui.components.stepper import Counter, Stepper, player_stepper
from companion.ui.core.context import use_revision, use_ui
from companion.ui.core.error_boundary import component, safe
from companion.ui.core.glyphs import MARKS
from companion.ui.core.hooks import keyed, use_value
from companion.ui.core.theme import RADIUS, SPACE, Style
from scoring.little_town.board import houses_left, reserve
from scoring.little_town.data import OBJECTIVES_DEALT
from scoring.little_town.objectives import OBJECTIVES, objectives_met
from scoring.little_town.state import CUBES_OF_A_KIND, Cube
from scoring.little_town.wording import cubes_listed
from scoring.messages import counted, say

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from companion.games.little_town.actions import LittleTownTable
    from companion.games.little_town.extras import CompletedObjective
    from companion.tables.live_table import LiveTable

SCORE: Final = Counter(name="Score track", least=-999, most=999, char=MARKS["point"], ink=ft.Colors.ON_SURFACE)

COINS: Final = Counter(name="Coins", most=999, char=MARKS["coin"], ink=ft.Colors.ON_SURFACE)

CUBES_PATH: Final = ".cubes."
"""Part of the path of a problem about the cubes of all players together."""


@component
def PlayerTab(live: LiveTable, seat: int) -> ft.Control:
    """Show score, coins, cubes and objectives of a player."""
    use_revision(live)
    state = live.state
    player = state.table.players[seat]
    wrong = [one for one in live.problems if one.path.startswith(f"players[{seat}]") or CUBES_PATH in one.path]
    workers, houses = actions.workers_at_hand(state, seat), max(houses_left(state.table, player.name), 0)
    left = (counted(workers, "worker", "workers"), counted(houses, "house", "houses"))
    kinds = cubes_listed(reserve(state.table))
    items: list[ft.Control] = [heading(player.name), player_stepper(live, seat, SCORE, "score")]
    items.append(player_stepper(live, seat, COINS, "coins"))
    items += [_cubes(live, seat, cube) for cube in Cube]
    items.append(caption(say("{name} has {left} left to place.", name=player.name, left=left)))
    items.append(caption(say("In the reserve: {kinds}.", kinds=kinds)))
    return column(
        [
            *(notice(sentence(problem.message), wrong=True) for problem in wrong),
            card(items),
            keyed(f"objectives {seat}", ObjectiveCards, live, seat),
        ],
        3 * SPACE,
    )


def _cubes(live: LiveTable, seat: int, cube: Cube) -> ft.Control:
    player = live.state.table.players[seat]
    counter = Counter(
        name=cube.value.capitalize(), most=CUBES_OF_A_KIND, char=MARKS[CUBE_MARKS[cube]], ink=ft.Colors.ON_SURFACE
    )

    async def keep(number: int) -> None:
        def apply(state: LittleTownTable) -> LittleTownTable:
            cubes = {**state.table.players[seat].cubes, cube: number}
            return with_player(state, seat, cubes={kind: left for kind, left in cubes.items() if left})

        await live.change(f"{player.name}, {cube.value}: {number}", apply)

    return keyed(f"{seat} {cube}", Stepper, counter, player.cubes.get(cube, 0), keep)


MAX_CARD_WORDS: Final = 80
"""The most characters of an objective card that players enter."""

DEALT: Final = "Cards are dealt face down: tick one when it is shown, and its points are on the score track."


@dataclass(frozen=True, slots=True, kw_only=True)
class ObjectiveEntry:
    """An objective card on the list: its key, its objective in words, its points."""

    card: str
    words: str
    points: int


def listed_cards(mine: Mapping[str, int], completed: tuple[CompletedObjective, ...]) -> tuple[ObjectiveEntry, ...]:
    """Return the listed cards: the known ones, those of my copy, and others completed at this table."""
    known = {one.key: ObjectiveEntry(card=one.key, words=str(one.message), points=one.points) for one in OBJECTIVES}
    others = {words: ObjectiveEntry(card=words, words=words, points=points) for words, points in mine.items()}
    here = {one.card: ObjectiveEntry(card=one.card, words=one.card, points=one.points) for one in completed}
    return tuple({**here, **others, **known}[key] for key in dict.fromkeys((*known, *others, *here)))


@component
def ObjectiveCards(live: LiveTable, seat: int) -> ft.Control:
    """Show all cards in this order: completed by the player, met as the table lies, others, completed by others."""
    use_revision(live)
    ui = use_ui()
    state = live.state
    copies = ui.tables.copies[live.game.key]
    name = state.table.players[seat].name
    dealt = OBJECTIVES_DEALT[len(state.table.players)]
    done = {one.card: one for one in state.extras.completed}
    mine = [one for one in state.extras.completed if one.seat == seat]
    met = {one.key for one in objectives_met(state.table, name)}
    entries = listed_cards(my_cards(copies), state.extras.completed)
    order = sorted(entries, key=lambda one: _objective_rank(done.get(one.card), seat, one.card in met))
    points = sum(one.points for one in mine)
    counts = say("{done} of {dealt} completed, {points}", done=len(mine), dealt=dealt, points=_points(points))
    parts: list[ft.Control] = [heading("Objectives"), text(counts, Style.STRONG), caption(DEALT)]
    if len(mine) > dealt:
        parts.append(text(f"{name} was dealt {dealt} cards.", Style.SMALL, color=ft.Colors.ERROR))
    parts += [_objective_line(live, seat, one, done.get(one.card), met=one.card in met) for one in order]
    parts.append(OtherCard(live, seat))
    return card(parts)


def _points(number: int) -> str:
    return str(counted(number, "point", "points"))


def _objective_rank(done: CompletedObjective | None, seat: int, met: bool) -> int:  # noqa: FBT001
    if done is not None:
        return 0 if done.seat == seat else 3
    return 1 if met else 2


def _objective_line(
    live: LiveTable, seat: int, one: ObjectiveEntry, done: CompletedObjective | None, *, met: bool
) -> ft.Control:
    viewport = use_ui().viewport
    words = f"{one.words[:1].upper()}{one.words[1:]}: {_points(one.points)}"
    name = live.state.table.players[seat].name
    if done is not None and done.seat != seat:
        other = live.state.table.players[done.seat].name
        words_and_owner = column(
            [text(words, color=ft.Colors.ON_SURFACE_VARIANT), caption(f"{other} completed it.")], 0
        )
        return ft.Container(
            words_and_owner, padding=ft.Padding.only(left=SPACE * 10, right=2 * SPACE, bottom=2 * SPACE)
        )

    async def turn() -> None:
        if done is None:
            await live.change(f"{name}: {words}", actions.complete_objective(seat, one.card, one.points))
        else:
            await live.change(f"{name}, not completed: {one.words}", actions.take_back_objective(done))

    line = tick(words, turn, viewport, ticked=done is not None)
    if done is not None or not met:
        return line
    hint = ft.Container(caption("Met as the table lies."), padding=ft.Padding.only(left=SPACE * 10, bottom=2 * SPACE))
    return ft.Container(column([line, hint], 0), bgcolor=ft.Colors.SECONDARY_CONTAINER, border_radius=RADIUS)


@component
def OtherCard(live: LiveTable, seat: int) -> ft.Control:
    """Let a card that is not on the list be completed; my copy keeps it."""
    use_revision(live)
    ui = use_ui()
    opened, set_opened = use_value(initial=False)
    words, set_words = use_value("")
    points, set_points = use_value(2)
    tried, set_tried = use_value(initial=False)
    copies = ui.tables.copies[live.game.key]
    name = live.state.table.players[seat].name
    entered = " ".join(words.split())
    wrong = card_problem(entered, listed_cards(my_cards(copies), live.state.extras.completed))

    def toggle() -> None:
        set_opened(lambda before: not before)

    def type_in(typed: str) -> None:
        set_words(lambda _: typed)
        set_tried(lambda _: False)

    def choose(number: int) -> None:
        set_points(lambda _: number)

    async def add() -> None:
        if wrong is not None:
            set_tried(lambda _: True)
            return
        await live.change(f"{name}: {entered}: {_points(points)}", actions.complete_objective(seat, entered, points))
        await keep_card(copies, entered, points)
        set_words(lambda _: "")
        set_opened(lambda _: False)

    if not opened:
        return ft.Row([plain_button("A card that is not on the list", toggle, icon=ft.Icons.ADD)], wrap=True)
    shown_wrong = wrong if tried else None
    box = field(ui, "What the card asks for", words, type_in, wrong=shown_wrong, on_submit=safe(add))
    feet = wrapped([button("Completed", add), plain_button("Leave it", toggle)])
    return column([box, caption("Its points"), _points_chips(points, choose), feet], 3 * SPACE)


def _points_chips(points: int, choose: Callable[[int], None]) -> ft.Control:
    def points_chip(number: int) -> ft.Control:
        label = f"The card gives {_points(number)}"
        return chip(str(number), lambda: choose(number), selected=number == points, label=label)

    return wrapped(points_chip(number) for number in CARD_POINTS)


def card_problem(entered: str, listed: tuple[ObjectiveEntry, ...]) -> str | None:
    """Return what is wrong with the words of a card, or `None`.

    >>> card_problem("", ())
    'What does the card ask for? A few words are enough.'
    """
    if not entered:
        return "What does the card ask for? A few words are enough."
    if len(entered) > MAX_CARD_WORDS:
        return f"At most {MAX_CARD_WORDS} characters, here are {len(entered)}."
    if any(entered.casefold() in (one.words.casefold(), one.card.casefold()) for one in listed):
        return sentence("this card is on the list")
    return None

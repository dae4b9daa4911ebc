"""Objective cards as a check list: a tick adds the points of a card, and takes them back."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import flet as ft

from companion.formatting.text import sentence
from companion.games.little_town import actions
from companion.games.little_town.copy_values import CARD_POINTS, keep_card, my_cards
from companion.ui.components.controls import button, caption, card, heading, plain_button, text
from companion.ui.components.fields import chip, field, tick, wrapped
from companion.ui.core.context import use_revision, use_ui
from companion.ui.core.error_boundary import component, safe
from companion.ui.core.hooks import use_value
from companion.ui.core.theme import RADIUS, SPACE, Style
from companion.ui.editors.little_town.pieces import column
from scoring.little_town.data import OBJECTIVES_DEALT
from scoring.little_town.objectives import OBJECTIVES, objectives_met
from scoring.messages import counted, say

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from companion.games.little_town.extras import Completed
    from companion.tables.live_table import LiveTable

MOST_WORDS: Final = 80
"""The most characters of a card that one enters."""

DEALT: Final = "Cards are dealt face down: tick one when it is shown, and its points are on the score track."


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """A card on the list: its key, what it asks for, its points."""

    card: str
    words: str
    points: int


def cards(mine: Mapping[str, int], completed: tuple[Completed, ...]) -> tuple[Shown, ...]:
    """Return the cards on the list: the known ones, those of my copy, and others that were completed at this table."""
    known = {one.key: Shown(card=one.key, words=str(one.message), points=one.points) for one in OBJECTIVES}
    others = {words: Shown(card=words, words=words, points=points) for words, points in mine.items()}
    here = {one.card: Shown(card=one.card, words=one.card, points=one.points) for one in completed}
    return tuple({**here, **others, **known}[key] for key in dict.fromkeys((*known, *others, *here)))


@component
def ObjectiveCards(live: LiveTable, seat: int) -> ft.Control:
    """Show all cards: those that a player completed first, then those that the table shows to be met."""
    use_revision(live)
    ui = use_ui()
    state = live.state
    copies = ui.tables.copies[live.game.key]
    name = actions.name_of(state, seat)
    dealt = OBJECTIVES_DEALT[len(state.table.players)]
    done = {one.card: one for one in state.extras.completed}
    mine = [one for one in state.extras.completed if one.seat == seat]
    met = {one.key for one in objectives_met(state.table, name)}
    shown = cards(my_cards(copies), state.extras.completed)
    order = sorted(shown, key=lambda one: _rank(done.get(one.card), seat, one.card in met))
    points = sum(one.points for one in mine)
    counts = say("{done} of {dealt} completed, {points}", done=len(mine), dealt=dealt, points=_points(points))
    parts: list[ft.Control] = [heading("Objectives"), text(counts, Style.STRONG), caption(DEALT)]
    if len(mine) > dealt:
        parts.append(text(f"{name} was dealt {dealt} cards.", Style.SMALL, color=ft.Colors.ERROR))
    parts += [_line(live, seat, one, done.get(one.card), met=one.card in met) for one in order]
    parts.append(OtherCard(live, seat))
    return card(parts)


def _points(number: int) -> str:
    return str(counted(number, "point", "points"))


def _rank(done: Completed | None, seat: int, met: bool) -> int:  # noqa: FBT001
    if done is not None:
        return 0 if done.seat == seat else 3
    return 1 if met else 2


def _line(live: LiveTable, seat: int, one: Shown, done: Completed | None, *, met: bool) -> ft.Control:
    viewport = use_ui().viewport
    words = f"{one.words[:1].upper()}{one.words[1:]}: {_points(one.points)}"
    name = actions.name_of(live.state, seat)
    if done is not None and done.seat != seat:
        other = actions.name_of(live.state, done.seat)
        said = column([text(words, color=ft.Colors.ON_SURFACE_VARIANT), caption(f"{other} completed it.")], 0)
        return ft.Container(said, padding=ft.Padding.only(left=SPACE * 10, right=2 * SPACE, bottom=2 * SPACE))

    async def turn() -> None:
        if done is None:
            await live.change(f"{name}: {words}", actions.complete(seat, one.card, one.points))
        else:
            await live.change(f"{name}, not completed: {one.words}", actions.give_up(done))

    line = tick(words, turn, viewport, ticked=done is not None)
    if done is not None or not met:
        return line
    hint = ft.Container(caption("Met as the table lies."), padding=ft.Padding.only(left=SPACE * 10, bottom=2 * SPACE))
    return ft.Container(column([line, hint], 0), bgcolor=ft.Colors.SECONDARY_CONTAINER, border_radius=RADIUS)


@component
def OtherCard(live: LiveTable, seat: int) -> ft.Control:
    """Let a card be entered that is not on the list; it is kept in my copy."""
    use_revision(live)
    ui = use_ui()
    opened, set_opened = use_value(initial=False)
    words, set_words = use_value("")
    points, set_points = use_value(2)
    tried, set_tried = use_value(initial=False)
    copies = ui.tables.copies[live.game.key]
    name = actions.name_of(live.state, seat)
    entered = " ".join(words.split())
    wrong = wrong_words(entered, cards(my_cards(copies), live.state.extras.completed))

    def turn() -> None:
        set_opened(lambda before: not before)

    def type_in(typed: str) -> None:
        set_words(lambda _: typed)
        set_tried(lambda _: False)

    def choosing(number: int) -> Callable[[], None]:
        return lambda: set_points(lambda _: number)

    async def add() -> None:
        if wrong is not None:
            set_tried(lambda _: True)
            return
        await live.change(f"{name}: {entered}: {_points(points)}", actions.complete(seat, entered, points))
        await keep_card(copies, entered, points)
        set_words(lambda _: "")
        set_opened(lambda _: False)

    if not opened:
        return ft.Row([plain_button("A card that is not on the list", turn, icon=ft.Icons.ADD)], wrap=True)
    chips = [
        chip(str(number), choosing(number), selected=number == points, label=f"The card gives {_points(number)}")
        for number in CARD_POINTS
    ]
    shown_wrong = wrong if tried else None
    box = field(ui, "What the card asks for", words, type_in, wrong=shown_wrong, on_submit=safe(add))
    feet = wrapped([button("Completed", add), plain_button("Leave it", turn)])
    return column([box, caption("Its points"), wrapped(chips), feet], 3 * SPACE)


def wrong_words(entered: str, listed: tuple[Shown, ...]) -> str | None:
    """Return what is wrong with the words of a card, `None` where nothing is.

    >>> wrong_words("", ())
    'What does the card ask for? A few words are enough.'
    """
    if not entered:
        return "What does the card ask for? A few words are enough."
    if len(entered) > MOST_WORDS:
        return f"At most {MOST_WORDS} characters, here are {len(entered)}."
    if any(entered.casefold() in (one.words.casefold(), one.card.casefold()) for one in listed):
        return sentence("this card is on the list")
    return None

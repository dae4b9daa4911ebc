"""Objective cards as a check list: a tick adds the points of a card, and takes them back."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import flet as ft

from companion.editors.little_town import acts
from companion.editors.little_town.copy import CARD_POINTS, keep_card, my_cards
from companion.editors.little_town.pieces import column
from companion.guards import component, safe
from companion.hooks import use_value
from companion.parts.basics import button, card, heading, plain_button, quiet, text
from companion.parts.fields import chip, field, tick, wrapped
from companion.theme import RADIUS, SPACE, Style
from companion.ui import use_live, use_ui
from companion.words import sentence
from scoring.little_town.data import OBJECTIVES_DEALT
from scoring.little_town.objectives import OBJECTIVES, objectives_met
from scoring.messages import counted, say

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from companion.editors.little_town.beside import Completed
    from companion.live import LiveTable

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
    use_live(live)
    ui = use_ui()
    palette = ui.look.palette
    evening = live.evening
    copies = ui.tables.copies[live.game.key]
    name = acts.name_of(evening, seat)
    dealt = OBJECTIVES_DEALT[len(evening.table.players)]
    done = {one.card: one for one in evening.beside.completed}
    mine = [one for one in evening.beside.completed if one.seat == seat]
    met = {one.key for one in objectives_met(evening.table, name)}
    shown = cards(my_cards(copies), evening.beside.completed)
    order = sorted(shown, key=lambda one: _rank(done.get(one.card), seat, one.card in met))
    points = sum(one.points for one in mine)
    counts = say("{done} of {dealt} completed, {points}", done=len(mine), dealt=dealt, points=_points(points))
    parts: list[ft.Control] = [heading("Objectives"), text(counts, Style.STRONG), quiet(DEALT, palette)]
    if len(mine) > dealt:
        parts.append(text(f"{name} was dealt {dealt} cards.", Style.SMALL, color=palette.error))
    parts += [_line(live, seat, one, done.get(one.card), met=one.card in met) for one in order]
    parts.append(OtherCard(live, seat))
    return card(parts, palette)


def _points(number: int) -> str:
    return str(counted(number, "point", "points"))


def _rank(done: Completed | None, seat: int, met: bool) -> int:  # noqa: FBT001
    if done is not None:
        return 0 if done.seat == seat else 3
    return 1 if met else 2


def _line(live: LiveTable, seat: int, one: Shown, done: Completed | None, *, met: bool) -> ft.Control:
    look = use_ui().look
    palette = look.palette
    words = f"{one.words[:1].upper()}{one.words[1:]}: {_points(one.points)}"
    name = acts.name_of(live.evening, seat)
    if done is not None and done.seat != seat:
        other = acts.name_of(live.evening, done.seat)
        said = column([text(words, color=palette.quiet), quiet(f"{other} completed it.", palette)], 0)
        return ft.Container(said, padding=ft.Padding.only(left=SPACE * 10, right=2 * SPACE, bottom=2 * SPACE))

    async def turn() -> None:
        if done is None:
            await live.change(f"{name}: {words}", acts.complete(seat, one.card, one.points))
        else:
            await live.change(f"{name}, not completed: {one.words}", acts.give_up(done))

    line = tick(words, turn, look, ticked=done is not None)
    if done is not None or not met:
        return line
    hint = ft.Container(
        quiet("Met as the table lies.", palette), padding=ft.Padding.only(left=SPACE * 10, bottom=2 * SPACE)
    )
    return ft.Container(column([line, hint], 0), bgcolor=palette.secondary_wash, border_radius=RADIUS)


@component
def OtherCard(live: LiveTable, seat: int) -> ft.Control:
    """Let a card be entered that is not on the list; it is kept in my copy."""
    use_live(live)
    ui = use_ui()
    palette = ui.look.palette
    opened, set_opened = use_value(initial=False)
    words, set_words = use_value("")
    points, set_points = use_value(2)
    tried, set_tried = use_value(initial=False)
    copies = ui.tables.copies[live.game.key]
    name = acts.name_of(live.evening, seat)
    entered = " ".join(words.split())
    wrong = wrong_words(entered, cards(my_cards(copies), live.evening.beside.completed))

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
        await live.change(f"{name}: {entered}: {_points(points)}", acts.complete(seat, entered, points))
        await keep_card(copies, entered, points)
        set_words(lambda _: "")
        set_opened(lambda _: False)

    if not opened:
        return ft.Row([plain_button("A card that is not on the list", turn, icon=ft.Icons.ADD)], wrap=True)
    chips = [
        chip(
            str(number), choosing(number), palette, selected=number == points, label=f"The card gives {_points(number)}"
        )
        for number in CARD_POINTS
    ]
    shown_wrong = wrong if tried else None
    box = field(ui, "What the card asks for", words, type_in, wrong=shown_wrong, on_submit=safe(add))
    feet = wrapped([button("Completed", add), plain_button("Leave it", turn)])
    return column([box, quiet("Its points", palette), wrapped(chips), feet], 3 * SPACE)


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

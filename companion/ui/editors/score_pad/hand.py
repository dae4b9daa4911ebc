"""What is done with the cards of one player, what they ask, and what a browser shows of them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any

import flet as ft

from companion.formatting.text import sentence
from companion.games.score_pad.kinds.cards import PLAYED_WITH, PLAYED_WITHOUT, CardTable, Lying
from companion.games.score_pad.only_totals import keeping_totals
from companion.tables.attempt import Attempt
from companion.ui.components.controls import caption, icon_button, labelled, raised, tappable, text
from companion.ui.components.dialogs import change_and_say
from companion.ui.components.layout import column
from companion.ui.components.number_grid import LESS, MORE, WORDS
from companion.ui.core.error_boundary import repeated, show_snackbar
from companion.ui.core.theme import RADIUS, SPACE, TARGET, Style
from scoring.messages import Message, points_text, say, tr, with_commas, wordless
from scoring.score_pad.choices import MAX_ASKED
from scoring.score_pad.deck import name_of

if TYPE_CHECKING:
    from companion.tables.attempt import Transition
    from companion.tables.live_table import LiveTable
    from companion.ui.core.hooks import Setter
    from scoring.score_pad.choices import Asked
    from scoring.score_pad.tableau import CardScore


@dataclass(frozen=True, slots=True, kw_only=True)
class Taken:
    """What was done to a card: the number of the step, what lay there before and after, and the points it brought."""

    step: int
    key: str
    before: Lying
    after: Lying
    points: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """What a browser shows of the cards: a tab, the card that is held, the letters that are searched, what was done.

    While it `asks`, each card says what one more would bring.
    """

    tab: int = 0
    held: str = ""
    letters: str = ""
    taken: tuple[Taken, ...] = ()
    asks: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Hand:
    """The cards of a player as they lie on a table now, what this browser shows of them, and what changes either."""

    live: LiveTable
    cards: CardTable
    title: Message
    shown: Shown
    set_shown: Setter[Shown]

    def show(self, **values: Any) -> None:  # noqa: ANN401 - fields of any type
        """Show something else."""
        self.set_shown(lambda old: replace(old, **values))

    def name(self, key: str) -> Message:
        """Return what a card is called, or what it asks or may stand for."""
        deck = self.cards.deck
        card, *rest = key.split(".")
        if not rest:
            return name_of(deck, card)
        if any(asked.key == key for asked in self.cards.asked):
            return with_commas((name_of(deck, card), name_of(deck, key)))
        what = with_commas(name_of(deck, part) for part in rest)
        return say("{what}: {value}", what=name_of(deck, card), value=what)

    @property
    def asked_now(self) -> Asked | None:
        """What the card asks that was taken last, else the first question that nobody has answered.

        Of more than one, it is the one that was tapped last until it can be no more, then the first that is open.
        """
        last = "" if self.last is None else self.last.key
        of_card = [asked for asked in self.cards.asked if asked.card == last.partition(".")[0]]
        tapped = [asked for asked in of_card if asked.key == last and 0 < (asked.answer or 0) < asked.most]
        still_open = [asked for asked in of_card or self.cards.asked if asked.is_open]
        return next(iter([*tapped, *still_open, *of_card]), None)

    @property
    def last(self) -> Taken | None:
        """What was done here last, `None` where that was undone, or cannot be taken back as other things were since."""
        last = self.live.last
        if last is None or self.cards.points_entered is not None:
            return None
        done = next((done for done in reversed(self.shown.taken) if done.step <= last), None)
        if done is None or done.step == last or self.cards.without(done.before, done.after) is not None:
            return done
        return None

    async def tap(self, key: str) -> None:
        """Take one more of a card; an answer that is the largest begins again at 0."""
        asked = {asked.key: asked.most for asked in self.cards.asked}
        most, number = asked.get(key, 1 if "." in key else None), self.cards.lying.get(key, 0)
        await self.add(key, -number if most == number else 1)

    async def hold(self, key: str) -> None:
        """Show what one more of a card would bring."""
        self.show(held=key.partition(".")[0])

    async def add(self, key: str, by: int) -> None:
        """Take so many more of a card, or fewer, unless the table does not take that."""
        attempt = self._tried(lambda state: self.cards.added(state, key, by))
        if attempt is None:
            return
        before, after = (self.cards.at(version.evaluated) for version in (attempt.before, attempt.after))
        made = await self.live.change(self._label(key, after.lying), attempt)
        if made is not None:
            points = after.points - before.points
            done = Taken(step=made, key=key, before=before.lying, after=after.lying, points=points)
            self.set_shown(lambda old: replace(old, held="", taken=(*old.taken, done)))

    def _label(self, key: str, lying: Lying) -> Message:
        count = wordless("{card} {number}", card=self.name(key), number=lying.get(key, 0))
        return say("{what}: {value}", what=self.title, value=count)

    async def turn(self, part: str) -> None:
        """Let all play with a part of the deck, or no more, unless cards of it lie there."""
        attempt = self._tried(lambda state: self.cards.turned(state, part))
        if attempt is not None:
            category = self.cards.category
            what = PLAYED_WITHOUT if part in category.parts else PLAYED_WITH
            label = say("{what}: {value}", what=what, value=name_of(category.deck, part))
            await change_and_say(self.live, label, attempt.change)

    async def keep_points(self) -> None:
        """Keep nothing of the cards but their points."""
        attempt = self._tried(self.cards.points_alone)
        if attempt is not None:
            await self.live.change(say("{what}: {value}", what=self.title, value=self.cards.points), attempt)
            self.show(tab=0, held="", taken=())

    def _tried(self, change: Transition) -> Attempt | None:
        """Return what a change makes of the table, `None` where that cannot be, which it says."""
        attempt = Attempt.at(self.live.now, keeping_totals(change))
        if attempt.refusal is None:
            return attempt
        show_snackbar(sentence(attempt.refusal))
        return None

    async def take_back(self) -> None:
        """Take back what was done last; where something else was done since, that alone, and the rest stays."""
        done = self.last
        if done is None:
            return
        if await self.live.undo(done.step) is None:
            attempt = self._tried(lambda state: self.cards.restored(state, done.before, done.after))
            if attempt is None:
                return
            await self.live.change(self._label(done.key, self.cards.at(attempt.after.evaluated).lying), attempt)
        earlier = tuple(before for before in self.shown.taken if before.step < done.step)
        self.show(taken=earlier)


def question_row(hand: Hand, asked: Asked) -> ft.Control:
    """Return what a card asks, with the numbers it can be, or 0 while it is open, and one less and one more."""
    number, question = asked.answer or 0, _question(hand, asked)
    said = wordless("{what} {value}", what=question, value=number)
    count = labelled(text(number, Style.HEADING), said, live_region=True)
    more = step_button(hand, asked.key, MORE)
    if asked.most == 1:
        answers = [_answer(hand, asked, 0), _answer(hand, asked, 1)]
    elif asked.is_open:
        answers = [_answer(hand, asked, 0), more]
    else:
        answers = [*([step_button(hand, asked.key, LESS)] if number else []), count, more]
    row = ft.Row([text(question, Style.SMALL, expand=True), *answers], spacing=SPACE)
    padding = ft.Padding.only(left=2 * SPACE)
    return ft.Container(row, bgcolor=ft.Colors.PRIMARY_CONTAINER, border_radius=RADIUS, padding=padding)


def _question(hand: Hand, asked: Asked) -> Message:
    """Return what a card asks, as one would ask it at the table: how many of it are so, or how many there are."""
    card, what = name_of(hand.cards.deck, asked.card), name_of(hand.cards.deck, asked.key)
    if asked.most == MAX_ASKED:
        return say("How many do you have: {what}?", what=what)
    return say("{card}, {what}: how many?", card=card, what=what)


def _answer(hand: Hand, asked: Asked, number: int) -> ft.Control:
    """Return the button for a number that is the answer."""
    is_answer = not asked.is_open and (asked.answer or 0) == number
    return tappable(
        text(number, Style.HEADING),
        wordless("{what} {value}", what=_question(hand, asked), value=number),
        repeated(partial(hand.add, asked.key, number - (asked.answer or 0))),
        selected=is_answer,
        width=TARGET,
        height=TARGET,
        alignment=ft.Alignment.CENTER,
        **raised(chosen=is_answer),
    )


def step_button(hand: Hand, key: str, step: str) -> ft.Control:
    """Return the button for one more or one less of a card."""
    by, icon = (1, ft.Icons.ADD) if step == MORE else (-1, ft.Icons.REMOVE)
    label = say("{what}: {value}", what=hand.name(key), value=WORDS[step])
    return icon_button(icon, label, repeated(partial(hand.add, key, by)))


def held_card(hand: Hand, key: str) -> tuple[ft.Control, list[ft.Control]]:
    """Return what one more of a card would bring, and why it is worth what it is, with the way to one less."""
    gain = hand.cards.gain(key)
    brings = say("One more {card}: {points}", card=hand.name(key), points=signed(gain))
    worth = next((score for score in hand.cards.scored.cards if score.key == key), None)
    lines: list[ft.Control] = [text(brings, Style.STRONG, max_lines=2)]
    if worth is not None:
        now = points_text(worth.points)
        if has_reason(worth):
            now = say("{what}: {value}", what=now, value=worth.because) if worth.points else worth.because
        lines.append(caption(now, max_lines=2, overflow=ft.TextOverflow.ELLIPSIS))
    ways = [icon_button(ft.Icons.CLOSE, tr("Close"), lambda: hand.show(held=""))]
    if hand.cards.lying.get(key, 0):
        ways.insert(0, step_button(hand, key, LESS))
    return ft.Semantics(content=column(lines, spacing=0), live_region=True, container=True), ways


def taken_card(hand: Hand, done: Taken) -> ft.Control:
    """Return what was just taken and what it brought."""
    name = hand.name(done.key)
    words = text(name, max_lines=2, overflow=ft.TextOverflow.ELLIPSIS, expand=True)
    points = text(signed(done.points), Style.STRONG, no_wrap=True)
    return labelled(
        ft.Row([words, points], spacing=SPACE), wordless("{what} {value}", what=name, value=points_text(done.points))
    )


def has_reason(score: CardScore) -> bool:
    """Return whether it is said of a card why it is worth what it is, and not the number alone."""
    return str(score.because) != str(score.points)


def signed(points: int) -> str:
    """Return points as they are gained or lost."""
    return f"{points:+}" if points else "0"

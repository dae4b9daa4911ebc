"""What would these two cards pay? A question that needs no table."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Final

import flet as ft

from companion.games.carpe_diem import forum
from companion.games.carpe_diem.copy_values import GAME
from companion.games.carpe_diem.forum import TwoCardsAnswer, TwoCardsQuestion, owned_things, rulings_of_visit
from companion.games.carpe_diem.wording import card_text, visit_gains
from companion.ui.components.async_state import use_computed
from companion.ui.components.controls import caption, card, heading, notice, outlined, plain_button, text
from companion.ui.components.dialogs import use_window
from companion.ui.components.drafts import use_typed
from companion.ui.components.fields import chip, wrapped
from companion.ui.components.foot import AtThumb
from companion.ui.components.layout import screen, topbar
from companion.ui.components.stepper import Stepper, counter_of
from companion.ui.core.context import use_ui
from companion.ui.core.error_boundary import component
from companion.ui.core.hooks import keyed, use_value
from companion.ui.core.theme import SPACE, Style
from companion.ui.editors.carpe_diem.card_picker import CardPicker, CardsOnTable
from companion.ui.editors.carpe_diem.forum_grid import card_face, face_height
from scoring.carpe_diem.state import (
    CHIMNEYS,
    GOODS,
    ITEMS_ON_BOARD,
    NUMBERS,
    PRESTIGE_END,
    Card,
    Edition,
    Objective,
    Thing,
)
from scoring.fields import AMOUNT_RANGE, Between, Number, numbers_under
from scoring.messages import Message, points_text, say, tr, with_commas

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from scoring.carpe_diem.forum.answers import ForumVisit

    Step = Callable[[TwoCardsQuestion], TwoCardsQuestion]
    ChangeQuestion = Callable[[Step], Awaitable[None]]

DRAFT: Final = "two_cards"
"""What the question is kept as; 1.0 had a setting of this name."""

NAMES: Final = (say("First card"), say("Second card"))
FACE: Final = 96
"""The width of a card, in px."""

EDGES: Final = 5 * SPACE
"""By how much the edges around a stepper are wider than at a table, in px."""


def _owned_name(thing: Thing) -> Message:
    if thing is Thing.CHIMNEYS:
        return CHIMNEYS.title
    if thing in forum.SORTS:
        return say("All completed {things}", things=thing.noun.name)
    return say("Completed {things}", things=thing.noun.name)


OWNED: Final = {
    thing: replace(number, title=_owned_name(thing), range=Between(0, 99 if thing is Thing.CHIMNEYS else 36))
    for thing, number in numbers_under(Thing, "owned", AMOUNT_RANGE).items()
}
"""The numbers of things that are owned."""

SPACE_ON_BAR: Final = replace(NUMBERS["prestige"], range=Between(0, PRESTIGE_END))

BOTH: Final = with_commas(objective.noun.title for objective in Objective)


@component
def TwoCards() -> ft.Control:
    """Ask for two cards, the stock and what is owned, and answer at once."""
    question, change = _use_question()
    answer = use_computed(forum.answer_for_two_cards, question)
    closed: int | None = None
    picking, set_picking = use_value(closed)

    async def choose(chosen: Card) -> None:
        place = picking or 0
        set_picking(lambda _: None)
        await change(lambda old: forum.with_card_at(old, place, chosen))

    async def clear() -> None:
        await change(lambda old: TwoCardsQuestion(edition=old.edition))

    def pick(place: int | None) -> None:
        set_picking(lambda _: place)

    picker = (
        None
        if picking is None
        else keyed(
            f"card {picking}",
            CardPicker,
            GAME,
            choose,
            others=CardsOnTable(lying={}, drawn={}, edition=question.edition),
        )
    )
    use_window(NAMES[picking or 0], picker, lambda: pick(None), tall=True)
    body = [
        _cards(question, pick),
        *_owned_and_stock(question, change),
        *_place_and_edition(question, change),
        *_answer(question, answer),
        wrapped([plain_button(tr("Clear all"), clear)]),
        *_foot(question, answer),
    ]
    return screen(topbar(tr("Two cards"), back="/"), body)


def _use_question() -> tuple[TwoCardsQuestion, ChangeQuestion]:
    """Return the question, which outlives the process, and what changes it."""
    question, set_question = use_typed(DRAFT, TwoCardsQuestion())

    async def change(step: Step) -> None:
        set_question(step)

    return question, change


def _cards(question: TwoCardsQuestion, pick: Callable[[int | None], None]) -> ft.Control:
    """Return the two cards, each with the button that picks it."""
    viewport = use_ui().viewport
    width = FACE * max(1.0, (viewport.scale + 1) / 2)
    height = face_height([forum_card for forum_card in question.cards if forum_card is not None], width, viewport.scale)
    rows: list[ft.Control] = []
    for place, forum_card in enumerate(question.cards):
        if forum_card is None:
            rows.append(wrapped([outlined(NAMES[place], partial(pick, place), icon=ft.Icons.ADD)]))
        else:
            rows.append(_card(place, forum_card, card_face(forum_card, viewport, width, height), pick))
    return card(rows)


def _card(place: int, forum_card: Card, face: ft.Control, pick: Callable[[int | None], None]) -> ft.Control:
    change = outlined(tr("Edit {name}", name=NAMES[place]), partial(pick, place))
    words = ft.Column(
        [text(f"{card_text(forum_card)}."), wrapped([change])], spacing=2 * SPACE, tight=True, expand=True
    )
    return ft.Row([face, words], spacing=3 * SPACE, vertical_alignment=ft.CrossAxisAlignment.START)


def _owned_and_stock(question: TwoCardsQuestion, change: ChangeQuestion) -> list[ft.Control]:
    """Return the steppers for what the cards ask to be owned, and for the stock."""
    owned = [_stepper(OWNED[thing], question, change) for thing in owned_things(question)]
    items = [_stepper(item, question, change) for item in (*GOODS, *ITEMS_ON_BOARD)]
    asked = [heading(tr("What you own")), card(owned)] if owned else []
    return [*asked, heading(tr("What you hold")), card(items)]


def _stepper(number: Number, question: TwoCardsQuestion, change: ChangeQuestion) -> ft.Control:
    def keep(value: int) -> Awaitable[None]:
        return change(lambda old: number.put(old, value))

    return keyed(str(number.title), Stepper, counter_of(number, inset=EDGES), number.of(question), keep)


def _place_and_edition(question: TwoCardsQuestion, change: ChangeQuestion) -> list[ft.Control]:
    """Return the space on the prestige bar, and the choice of the edition."""
    return [
        card([_stepper(SPACE_ON_BAR, question, change)]),
        wrapped(_edition_chip(edition, question, change) for edition in reversed(Edition)),
    ]


def _edition_chip(edition: Edition, question: TwoCardsQuestion, change: ChangeQuestion) -> ft.Control:
    def choose() -> Awaitable[None]:
        return change(lambda old: replace(old, edition=edition))

    return chip(edition.noun.title, choose, selected=edition is question.edition)


def _answer(question: TwoCardsQuestion, answer: TwoCardsAnswer | Message | None) -> list[ft.Control]:
    if None in question.cards:
        return []
    if answer is None:
        return [ft.ProgressBar(semantics_label=tr("One moment …"))]
    if isinstance(answer, Message):
        return [notice(answer, wrong=True)]
    now, final = answer.visits[Objective.POINTS], answer.visits[Objective.FINAL]
    if now.final_gain == final.final_gain:
        return [_visit(BOTH, now, answer)]
    return [_visit(objective.noun.title, visit, answer) for objective, visit in answer.visits.items()]


def _foot(question: TwoCardsQuestion, answer: TwoCardsAnswer | Message | None) -> list[ft.Control]:
    """Return the sum of the answer, which stays in sight while the screen scrolls."""
    if None in question.cards or not isinstance(answer, TwoCardsAnswer):
        return []
    now, final = answer.visits[Objective.POINTS], answer.visits[Objective.FINAL]
    words = say(
        "{points} now, the final total changes by {gain:+}", points=points_text(now.points), gain=now.final_gain
    )
    if now.final_gain != final.final_gain:
        words = say(
            "{points} now, or the final total changes by {gain:+}",
            points=points_text(now.points),
            gain=final.final_gain,
        )
    return [AtThumb(lambda: [ft.Semantics(content=text(words, Style.HEADING), live_region=True, container=True)])]


def _visit(title: Message, visit: ForumVisit, answer: TwoCardsAnswer) -> ft.Control:
    words: list[ft.Control] = [
        heading(title, 3),
        text(points_text(visit.points), Style.TITLE),
        text(f"{visit_gains(visit)}.", Style.SMALL),
        caption(visit.because),
        *[caption(ruling) for ruling in rulings_of_visit(answer.table, answer.cards, visit)],
    ]
    return card(words)

"""What would these two cards pay? A question that needs no table."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

import flet as ft

from companion.games.carpe_diem import two_cards
from companion.games.carpe_diem.two_cards import Answer, Question, owned_things
from companion.games.carpe_diem.wording import nouns, said, short, thing_mark
from companion.ui.components.async_state import use_computed
from companion.ui.components.controls import caption, card, heading, notice, outlined, plain_button, text
from companion.ui.components.dialogs import use_window
from companion.ui.components.fields import chip, wrapped
from companion.ui.components.layout import screen, topbar
from companion.ui.components.stepper import Counter, Stepper
from companion.ui.core.context import use_ui
from companion.ui.core.error_boundary import component
from companion.ui.core.glyphs import MARKS
from companion.ui.core.hooks import keyed, use_lazy_state, use_ref, use_value
from companion.ui.core.theme import SPACE, WIDEST, Style
from companion.ui.editors.carpe_diem.card_face import CardFace, face_height
from companion.ui.editors.carpe_diem.cards import CardPicker
from companion.ui.editors.carpe_diem.forum_answers import besides, points, rulings
from scoring.carpe_diem.game import CARPE_DIEM
from scoring.carpe_diem.state import PRESTIGE_END, Card, Edition, Good, Objective, Thing
from scoring.carpe_diem.wording import given, payment, times
from scoring.messages import Message, say

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from companion.ui.core.context import Viewport
    from scoring.carpe_diem.forum.answers import CardVisit, ForumVisit

    Become = Callable[[Callable[[Question], Question]], Awaitable[None]]

DRAFT: Final = "two_cards"
"""The setting that holds the question."""

NAMES: Final = ("First card", "Second card")
FACE: Final = 96

MOST_STRUCTURES, MOST_CHIMNEYS = 36, 99

TITLES: Final = {Objective.POINTS: "Most points now", Objective.FINAL: "Best for the final total"}
BOTH: Final = "Best for points now, and for the final total"


@component
def TwoCards() -> ft.Control:
    """Ask for two cards, what one holds and owns, and answer at once."""
    ui = use_ui()
    question, set_question = use_lazy_state(lambda: two_cards.read_question(ui.settings.get(DRAFT)))
    latest = use_ref(Question)
    latest.current = question
    closed: int | None = None
    picking, set_picking = use_value(closed)
    found = use_computed(two_cards.answer, question)

    async def become(step: Callable[[Question], Question]) -> None:
        new = latest.current = step(latest.current)
        set_question(lambda _: new)
        await ui.set(DRAFT, two_cards.plain_question(new))

    async def choose(chosen: Card) -> None:
        place = picking or 0
        set_picking(lambda _: None)
        await become(lambda old: two_cards.with_card(old, place, chosen))

    async def clear() -> None:
        await become(lambda old: Question(edition=old.edition))

    def pick(place: int | None) -> None:
        set_picking(lambda _: place)

    picker = None if picking is None else keyed(NAMES[picking], CardPicker, CARPE_DIEM.key, choose)
    use_window(NAMES[picking or 0], picker, lambda: pick(None))
    body = [
        heading("What would these two cards pay?"),
        caption("Pick two neighbouring cards of the forum and say what you hold: the answer is there at once."),
        _cards(question, ui.viewport, pick),
        *_held(question, become),
        *_rest(question, become),
        *_answer(question, found),
        wrapped([plain_button("Clear all", clear)]),
    ]
    return screen(topbar("Two cards", back="/"), body, foot=_foot(question, found))


def _cards(question: Question, viewport: Viewport, pick: Callable[[int | None], None]) -> ft.Control:
    width = FACE * max(1.0, (viewport.scale + 1) / 2)
    height = face_height([one for one in question.cards if one is not None], width, viewport.scale)
    lines = [
        _card(place, one, (CardFace(one, viewport, width, height) if one else None), pick)
        for place, one in enumerate(question.cards)
    ]
    return card(lines)


def _card(place: int, one: Card | None, face: ft.Control | None, pick: Callable[[int | None], None]) -> ft.Control:
    name = NAMES[place]
    if one is None or face is None:
        return wrapped([outlined(f"Pick the {name.lower()}", lambda: pick(place), icon=ft.Icons.ADD)])
    words = ft.Column(
        [text(f"{said(one)}."), wrapped([outlined(f"Change the {name.lower()}", lambda: pick(place))])],
        spacing=2 * SPACE,
        tight=True,
        expand=True,
    )
    return ft.Row([face, words], spacing=3 * SPACE, vertical_alignment=ft.CrossAxisAlignment.START)


def _held(question: Question, become: Become) -> list[ft.Control]:
    """Ask what one owns, as far as the cards ask for it, and what one holds."""
    things = owned_things(question)
    owned = [
        _stepper(
            Counter(
                name=_owned_name(thing),
                most=MOST_CHIMNEYS if thing is Thing.CHIMNEYS else MOST_STRUCTURES,
                char=MARKS[thing_mark(thing)],
                ink=ft.Colors.ON_SURFACE,
            ),
            question.owned.get(thing, 0),
            become,
            _owning(thing),
        )
        for thing in things
    ]
    goods = [
        _stepper(_counter(nouns(good)[1], good.value), question.goods.get(good, 0), become, _holding(good))
        for good in Good
    ]
    items = [
        _stepper(_counter(name, picture), getattr(question, key), become, _setting(key))
        for key, name, picture in (
            ("coins", "coins", "coin"),
            ("bread", "bread", "bread"),
            ("stored_tiles", "stored tiles", "stored_tile"),
        )
    ]
    asked = [heading("What you own"), card(owned)] if owned else []
    return [*asked, heading("What you hold"), card([*goods, *items])]


def _owned_name(thing: Thing) -> str:
    if thing is Thing.CHIMNEYS:
        return "All chimneys"
    if thing in two_cards.SORTS:
        return f"All completed {nouns(thing)[1]}"
    return f"Completed {nouns(thing)[1]}"


def _rest(question: Question, become: Become) -> list[ft.Control]:
    space = Counter(
        name="Space on the prestige bar", most=PRESTIGE_END, char=MARKS["prestige"], ink=ft.Colors.ON_SURFACE
    )
    editions = [
        chip(
            f"{edition.value.capitalize()} edition",
            _calling(become, _setting("edition")(edition)),
            selected=edition is question.edition,
        )
        for edition in reversed(Edition)
    ]
    return [
        heading("Where you stand"),
        card([_stepper(space, question.prestige, become, _setting("prestige"))]),
        wrapped(editions),
    ]


def _counter(name: str, picture: str) -> Counter:
    return Counter(name=name.capitalize(), char=MARKS[picture], ink=ft.Colors.ON_SURFACE)


def _stepper(
    counter: Counter, number: int, become: Become, step: Callable[[Any], Callable[[Question], Question]]
) -> ft.Control:
    return keyed(counter.name, Stepper, counter, number, lambda new: become(step(new)))


def _holding(good: Good) -> Callable[[int], Callable[[Question], Question]]:
    return lambda number: lambda old: two_cards.with_goods(old, good, number)


def _owning(thing: Thing) -> Callable[[int], Callable[[Question], Question]]:
    return lambda number: lambda old: two_cards.with_owned(old, thing, number)


def _setting(key: str) -> Callable[[Any], Callable[[Question], Question]]:
    return lambda value: lambda old: replace(old, **{key: value})


def _calling(call: Callable[[Any], Any], value: object) -> Callable[[], Any]:
    return lambda: call(value)


# -- the answer


def _answer(question: Question, found: Answer | Message | None) -> list[ft.Control]:
    if None in question.cards:
        return []
    if found is None:
        return [ft.ProgressBar(semantics_label="Working out what the two cards pay")]
    if isinstance(found, Message):
        return [notice(found, wrong=True)]
    now, final = found.visits[Objective.POINTS], found.visits[Objective.FINAL]
    if now.final_gain == final.final_gain:
        return [_visit(BOTH, now, found)]
    return [_visit(TITLES[wish], visit, found) for wish, visit in found.visits.items()]


def _foot(question: Question, found: Answer | Message | None) -> ft.Control | None:
    """Keep the sum of the answer in sight, whatever is scrolled to."""
    if None in question.cards or not isinstance(found, Answer):
        return None
    now, final = found.visits[Objective.POINTS], found.visits[Objective.FINAL]
    words = say("{points} now, final total {gain:+}", points=points(now), gain=now.final_gain)
    if now.final_gain != final.final_gain:
        words = say("{points} now, or final total {gain:+}", points=points(now), gain=final.final_gain)
    sum_up = ft.Semantics(content=text(words, Style.HEADING), live_region=True, container=True)
    return ft.Container(
        ft.Row([ft.Container(sum_up, expand=True)], width=WIDEST),
        alignment=ft.Alignment.CENTER,
        bgcolor=ft.Colors.SURFACE_CONTAINER,
        border=ft.Border.only(top=ft.BorderSide(1, ft.Colors.OUTLINE_VARIANT)),
        padding=ft.Padding.symmetric(horizontal=4 * SPACE, vertical=3 * SPACE),
    )


def _visit(title: str, visit: ForumVisit, found: Answer) -> ft.Control:
    steps = [
        text(_met(number, found.cards[met.card], met), Style.SMALL) for number, met in enumerate(visit.visits, start=1)
    ]
    words: list[ft.Control] = [
        heading(title, 3),
        text(points(visit), Style.TITLE),
        text(f"{besides(visit)}.", Style.SMALL),
        *steps,
        caption(visit.because),
        *[caption(ruling) for ruling in rulings(found.table, found.cards, visit)],
    ]
    return card(words)


def _met(number: int, one: Card, visit: CardVisit) -> Message:
    """Return how a card is met, in the order of the visit."""
    if not visit.sets:
        return say("{number}. {card}: not met, {given}.", number=number, card=short(one), given=given(visit.gained))
    return say(
        "{number}. {card}: met {times}, pays {paid}, gains {given}.",
        number=number,
        card=short(one),
        times=times(visit.sets),
        paid=payment(visit.paid),
        given=given(visit.gained),
    )

"""What would these two cards pay? A question that needs no table."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

import flet as ft

from companion.editors.carpe_diem import two_cards
from companion.editors.carpe_diem.card_face import CardFace, face_height
from companion.editors.carpe_diem.card_words import nouns, said, short, thing_mark
from companion.editors.carpe_diem.cards import CardPicker
from companion.editors.carpe_diem.forum_answers import besides, points, rulings
from companion.editors.carpe_diem.two_cards import Answer, Question, owned_things
from companion.guards import component
from companion.hooks import keyed, use_kept, use_made, use_value
from companion.parts.answers import use_answer
from companion.parts.basics import card, heading, notice, outlined, plain_button, quiet, text
from companion.parts.fields import chip, wrapped
from companion.parts.stepper import Counter, Stepper
from companion.parts.topbar import screen, topbar
from companion.parts.window import use_window
from companion.pictures import MARKS
from companion.theme import SPACE, WIDEST, Style
from companion.ui import use_ui
from scoring.carpe_diem.game import CARPE_DIEM
from scoring.carpe_diem.state import PRESTIGE_END, Card, Edition, Good, Objective, Thing
from scoring.carpe_diem.wording import given, payment, times
from scoring.messages import Message, say

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from companion.theme import Palette
    from companion.ui import Look
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
    question, set_question = use_made(lambda: two_cards.read_question(ui.settings.get(DRAFT)))
    latest = use_kept(Question)
    latest.current = question
    closed: int | None = None
    picking, set_picking = use_value(closed)
    found = use_answer(two_cards.answer, question)

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
    palette = ui.look.palette
    body = [
        heading("What would these two cards pay?"),
        quiet("Pick two neighbouring cards of the forum and say what you hold: the answer is there at once.", palette),
        _cards(question, ui.look, pick),
        *_held(question, become, palette),
        *_rest(question, become, palette),
        *_answer(question, found, palette),
        wrapped([plain_button("Clear all", clear)]),
    ]
    return screen(topbar("Two cards", back="/"), body, foot=_foot(question, found, palette))


def _cards(question: Question, look: Look, pick: Callable[[int | None], None]) -> ft.Control:
    width = FACE * max(1.0, (look.scale + 1) / 2)
    height = face_height([one for one in question.cards if one is not None], width, look.scale)
    lines = [
        _card(place, one, (CardFace(one, look, width, height) if one else None), pick)
        for place, one in enumerate(question.cards)
    ]
    return card(lines, look.palette)


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


def _held(question: Question, become: Become, palette: Palette) -> list[ft.Control]:
    """Ask what one owns, as far as the cards ask for it, and what one holds."""
    things = owned_things(question)
    owned = [
        _stepper(
            Counter(
                name=_owned_name(thing),
                most=MOST_CHIMNEYS if thing is Thing.CHIMNEYS else MOST_STRUCTURES,
                char=MARKS[thing_mark(thing)],
                ink=palette.ink,
            ),
            question.owned.get(thing, 0),
            become,
            _owning(thing),
        )
        for thing in things
    ]
    goods = [
        _stepper(_counter(nouns(good)[1], good.value, palette), question.goods.get(good, 0), become, _holding(good))
        for good in Good
    ]
    items = [
        _stepper(_counter(name, picture, palette), getattr(question, key), become, _setting(key))
        for key, name, picture in (
            ("coins", "coins", "coin"),
            ("bread", "bread", "bread"),
            ("stored_tiles", "stored tiles", "stored_tile"),
        )
    ]
    asked = [heading("What you own"), card(owned, palette)] if owned else []
    return [*asked, heading("What you hold"), card([*goods, *items], palette)]


def _owned_name(thing: Thing) -> str:
    if thing is Thing.CHIMNEYS:
        return "All chimneys"
    if thing in two_cards.SORTS:
        return f"All completed {nouns(thing)[1]}"
    return f"Completed {nouns(thing)[1]}"


def _rest(question: Question, become: Become, palette: Palette) -> list[ft.Control]:
    space = Counter(name="Space on the prestige bar", most=PRESTIGE_END, char=MARKS["prestige"], ink=palette.ink)
    editions = [
        chip(
            f"{edition.value.capitalize()} edition",
            _calling(become, _setting("edition")(edition)),
            palette,
            selected=edition is question.edition,
        )
        for edition in reversed(Edition)
    ]
    return [
        heading("Where you stand"),
        card([_stepper(space, question.prestige, become, _setting("prestige"))], palette),
        wrapped(editions),
    ]


def _counter(name: str, picture: str, palette: Palette) -> Counter:
    return Counter(name=name.capitalize(), char=MARKS[picture], ink=palette.ink)


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


def _answer(question: Question, found: Answer | Message | None, palette: Palette) -> list[ft.Control]:
    if None in question.cards:
        return []
    if found is None:
        return [ft.ProgressBar(semantics_label="Working out what the two cards pay")]
    if isinstance(found, Message):
        return [notice(found, palette, wrong=True)]
    now, final = found.visits[Objective.POINTS], found.visits[Objective.FINAL]
    if now.final_gain == final.final_gain:
        return [_visit(BOTH, now, found, palette)]
    return [_visit(TITLES[wish], visit, found, palette) for wish, visit in found.visits.items()]


def _foot(question: Question, found: Answer | Message | None, palette: Palette) -> ft.Control | None:
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
        bgcolor=palette.surface,
        border=ft.Border.only(top=ft.BorderSide(1, palette.line)),
        padding=ft.Padding.symmetric(horizontal=4 * SPACE, vertical=3 * SPACE),
    )


def _visit(title: str, visit: ForumVisit, found: Answer, palette: Palette) -> ft.Control:
    steps = [
        text(_met(number, found.cards[met.card], met), Style.SMALL) for number, met in enumerate(visit.visits, start=1)
    ]
    words: list[ft.Control] = [
        heading(title, 3),
        text(points(visit), Style.TITLE),
        text(f"{besides(visit)}.", Style.SMALL),
        *steps,
        quiet(visit.because, palette),
        *[quiet(ruling, palette) for ruling in rulings(found.table, found.cards, visit)],
    ]
    return card(words, palette)


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

"""Forum cards: picked from those known, or entered once from one's own copy and kept."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

import flet as ft

from companion.games.carpe_diem.copy_values import Entry, Source, forum_cards, keep_card, stack
from companion.games.carpe_diem.wording import (
    REWARDS,
    Asks,
    CardDraft,
    asked,
    asked_among,
    asking,
    asking_for,
    asks,
    draft_of,
    finished,
    name_problem,
    nouns,
    plain_draft,
    read_draft,
    said,
    thing_mark,
    with_asked,
    with_reward,
)
from companion.ui.components.controls import button, caption, heading, mark, tappable, text
from companion.ui.components.fields import chip, field, swatch, wrapped
from companion.ui.components.stepper import Counter, Stepper
from companion.ui.core.context import use_ui
from companion.ui.core.error_boundary import component
from companion.ui.core.glyphs import MARKS
from companion.ui.core.hooks import keyed, use_lazy_state, use_ref, use_value
from companion.ui.core.theme import SPACE
from companion.ui.editors.carpe_diem.card_face import CardFace, face_height, given_lines
from scoring.carpe_diem.state import Card, Good, Thing

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from companion.ui.core.context import Viewport

    Become = Callable[[Callable[[CardDraft], CardDraft]], Awaitable[None]]

DRAFT: Final = "forum_card"
"""The setting that holds the card that is being entered."""

FACE: Final = 76
"""The width of a card among others to pick from, in px."""

STACKS: Final = {
    "A": "A · pay one good",
    "B": "B · pay several goods",
    "C": "C · own villas and chimneys",
    "D": "D · own anything else",
}


@component
def CardPicker(game: str, choose: Callable[[Card], Awaitable[None]], start: Card | None = None) -> ft.Control:
    """Let a card be picked from those known or entered; `start` is one to be corrected. What is entered is kept."""
    ui = use_ui()
    copies = ui.tables.copies[game]
    entering, set_entering = use_value(start is not None)

    async def keep(card: Card) -> None:
        await keep_card(copies, card)
        set_entering(lambda _: False)
        await choose(card)

    ways = wrapped(
        [
            chip("Known cards", lambda: set_entering(lambda _: False), selected=not entering),
            chip("Another card", lambda: set_entering(lambda _: True), selected=entering),
        ]
    )
    body: ft.Control = CardEntry(keep, start) if entering else KnownCards(forum_cards(copies), choose)
    return ft.Column([ways, body], spacing=4 * SPACE, tight=True, horizontal_alignment=ft.CrossAxisAlignment.STRETCH)


@component
def KnownCards(entries: tuple[Entry[Card], ...], choose: Callable[[Card], Awaitable[None]]) -> ft.Control:
    """Show the cards known by the letters on their backs; marks that are tapped leave those that ask for them."""
    viewport = use_ui().viewport
    nothing: frozenset[Good | Thing] = frozenset()
    sought, set_sought = use_value(nothing)
    cards = [entry.value for entry in entries]
    left = asking_for(cards, sought)
    shown = [entry for entry in entries if entry.value in left]
    filters = [
        swatch(
            mark(thing_mark(thing), 24, ft.Colors.ON_SURFACE),
            f"Only cards with {nouns(thing)[1]}",
            _calling(set_sought, lambda old, thing=thing: old ^ {thing}),
            chosen=thing in sought,
        )
        for thing in asked_among(left if sought else cards)
    ]
    width = FACE * max(1.0, (viewport.scale + 1) / 2)
    size = (width, face_height(cards, width, viewport.scale), given_lines(cards, width, viewport.scale))
    parts: list[ft.Control] = [caption("Tap what is on the card to find it, then the card."), wrapped(filters)]
    for letter, title in STACKS.items():
        of_letter = [entry for entry in shown if stack(entry.value) == letter]
        if of_letter:
            faces = wrapped(_face(entry, viewport, size, choose) for entry in of_letter)
            parts += [text(title), faces]
    return ft.Column(parts, spacing=3 * SPACE, tight=True, horizontal_alignment=ft.CrossAxisAlignment.STRETCH)


def _face(
    entry: Entry[Card], viewport: Viewport, size: tuple[float, float, int], choose: Callable[[Card], Awaitable[None]]
) -> ft.Control:
    width, height, given = size
    source = entry.printed if entry.source is Source.RULEBOOK else "my copy"
    below = caption(
        entry.value.name or ("mine" if entry.source is Source.MINE else "rulebook"),
        max_lines=2,
        overflow=ft.TextOverflow.ELLIPSIS,
        text_align=ft.TextAlign.CENTER,
        width=width,
    )
    face = ft.Column([CardFace(entry.value, viewport, width, height, given=given), below], spacing=0, tight=True)
    return tappable(face, f"{said(entry.value)} ({source})", _calling(choose, entry.value))


@component
def CardEntry(keep: Callable[[Card], Awaitable[None]], start: Card | None = None) -> ft.Control:
    """Let a card be entered, or `start` be corrected; what was entered of it outlives the process."""
    ui = use_ui()
    draft, set_draft = use_lazy_state(lambda: read_draft(ui.settings.get(DRAFT)) if start is None else draft_of(start))
    latest = use_ref(CardDraft)
    card = finished(draft)
    latest.current = draft

    async def become(step: Callable[[CardDraft], CardDraft]) -> None:
        new = latest.current = step(latest.current)
        set_draft(lambda _: new)
        if start is None:
            await ui.set(DRAFT, plain_draft(new))

    async def done() -> None:
        if isinstance(card, Card):
            await become(lambda _: CardDraft())
            await keep(card)

    sorts = wrapped(
        [
            chip(
                "Pay goods",
                lambda: become(lambda old: asking(old, Asks.PAY)),
                selected=asks(draft.card) is Asks.PAY,
            ),
            chip(
                "Own things",
                lambda: become(lambda old: asking(old, Asks.OWN)),
                selected=asks(draft.card) is Asks.OWN,
            ),
        ]
    )
    parts: list[ft.Control] = [
        caption("A card with a red stripe is paid, one with a green stripe asks what you own."),
        sorts,
        *_asked_fields(draft, become),
        heading("For that it gives", 3),
        *[_reward_field(draft, name, become) for name in REWARDS],
        field(
            ui,
            "Name of the card, if you want one",
            draft.typed,
            lambda typed: become(lambda old: replace(old, typed=typed)),
            wrong=name_problem(draft),
        ),
        *_result(card, ui.viewport),
        button("Take this card", done, disabled=not isinstance(card, Card)),
    ]
    return ft.Column(parts, spacing=3 * SPACE, tight=True, horizontal_alignment=ft.CrossAxisAlignment.STRETCH)


def _result(card: Card | tuple[Any, ...], viewport: Viewport) -> list[ft.Control]:
    """Show the card as entered so far, or what it lacks."""
    if not isinstance(card, Card):
        return [caption(" ".join(str(lack) for lack in card))]
    face = CardFace(card, viewport, FACE, face_height((card,), FACE, viewport.scale))
    return [ft.Row([face, text(said(card), expand=True)], spacing=3 * SPACE)]


def _asked_fields(draft: CardDraft, become: Become) -> list[ft.Control]:
    if asks(draft.card) is Asks.PAY:
        return [_asked_field(draft, good, become) for good in Good]
    chosen = asked(draft.card)
    chips = [
        chip(
            nouns(thing)[1],
            _calling(become, _toggling(thing)),
            selected=thing in chosen,
            leading=mark(thing_mark(thing), 20, ft.Colors.ON_SURFACE),
        )
        for thing in Thing
    ]
    return [wrapped(chips), *[_asked_field(draft, thing, become) for thing in chosen]]


def _asked_field(draft: CardDraft, thing: Good | Thing, become: Become) -> ft.Control:
    name = nouns(thing)[1].capitalize()
    counter = Counter(name=name, most=9, char=MARKS[thing_mark(thing)], ink=ft.Colors.ON_SURFACE)
    number = asked(draft.card).get(thing, 0)
    return keyed(thing.value, Stepper, counter, number, lambda new: become(lambda old: with_asked(old, thing, new)))


def _reward_field(draft: CardDraft, name: str, become: Become) -> ft.Control:
    picture, _, many = REWARDS[name]
    said_so = {"prestige": "Steps on the prestige bar"}.get(name, many.capitalize())
    counter = Counter(name=said_so, most=30, char=MARKS[picture], ink=ft.Colors.ON_SURFACE)
    number: int = getattr(draft.card.reward, name)
    return keyed(name, Stepper, counter, number, lambda new: become(lambda old: with_reward(old, name, new)))


def _toggling(thing: Thing) -> Callable[[CardDraft], CardDraft]:
    return lambda old: with_asked(old, thing, 0 if thing in asked(old.card) else 1)


def _calling(call: Callable[[Any], Any], value: object) -> Callable[[], Any]:
    return lambda: call(value)

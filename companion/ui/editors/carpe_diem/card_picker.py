"""Forum cards: the choice of one of those known, or entered once from one's own copy and kept."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Final

import flet as ft

from companion.games.carpe_diem.copy_values import FORUM_CARDS, card_key, stack
from companion.games.carpe_diem.forum import (
    CardDraft,
    draft_of,
    finished_card,
    name_problem,
    with_asked,
    with_reward,
    with_sort,
)
from companion.games.carpe_diem.wording import Asks, asked, asked_among, asking_for, asks, card_text, short_card_label
from companion.ui.components.controls import button, caption, group, heading, mark, plain_button, tappable, text
from companion.ui.components.drafts import use_typed
from companion.ui.components.fields import chip, field, swatch, wrapped
from companion.ui.components.foot import AtThumb
from companion.ui.components.layout import column
from companion.ui.components.stepper import Stepper, counter_of
from companion.ui.core.context import Viewport, use_ui
from companion.ui.core.error_boundary import component
from companion.ui.core.hooks import keyed, use_value, value_now
from companion.ui.core.theme import SPACE, Style
from companion.ui.editors.carpe_diem.forum_grid import SORT_NAMES, card_face, face_height, given_lines, place_for_a_card
from scoring.carpe_diem.state import ASKED_RANGE, REWARDS, Card, Edition, Good, Thing
from scoring.fields import Between, Number, numbers_under
from scoring.messages import Message, say, tr, wordless
from storage.documents.codec import plain

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping

    from companion.games.kit import KnownValue
    from scoring.carpe_diem.data import Stack

    Choose = Callable[[Card], Awaitable[None]]
    ChangeDraft = Callable[[Callable[[CardDraft], CardDraft]], Awaitable[None]]


DRAFT: Final = "forum_card"
"""What the draft of a new card is kept as; 1.0 had a setting of this name."""

FACE: Final = 64
"""The width of a card among others to pick from, in px: a phone has room for five."""

ASKED: Final[Mapping[Good | Thing, Number]] = {
    **numbers_under(Good, "pay", Between(0, ASKED_RANGE.high)),
    **numbers_under(Thing, "own", Between(0, ASKED_RANGE.high)),
}
"""The numbers of goods and things that a card may ask for."""

FEW_CARDS: Final = 20
"""As many cards are found without marks that narrow them."""

LIES: Final = 0.5
"""The opacity of a card that lies already."""

_SORTS: Final[Mapping[Stack, Asks]] = {"A": Asks.PAY, "B": Asks.PAY, "C": Asks.OWN, "D": Asks.OWN}

STACKS: Final[Mapping[Stack, Message]] = {
    letter: say("Back {letter}, {sort}", letter=letter, sort=SORT_NAMES[sort]) for letter, sort in _SORTS.items()
}
"""The titles of the cards by the letters on their backs."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CardsOnTable:
    """The cards that lie in a forum by their squares, how many of each letter are drawn, and the edition."""

    lying: Mapping[str, Card]
    drawn: Mapping[Stack, int]
    edition: Edition = Edition.SECOND

    def square(self, card: Card) -> str | None:
        """Return the first square on which a card lies, or `None`."""
        return next((square for square, lying_card in self.lying.items() if lying_card == card), None)

    def laid(self, letter: Stack) -> int:
        """Return how many cards of a letter lie there."""
        return sum(stack(card) == letter for card in self.lying.values())

    def left(self, letter: Stack) -> int | None:
        """Return how many cards of a letter are still to be laid, `None` where nobody knows."""
        return max(self.drawn[letter] - self.laid(letter), 0) if letter in self.drawn else None


NO_TABLE: Final = CardsOnTable(lying={}, drawn={})


@component
def CardPicker(game: str, choose: Choose, start: Card | None = None, others: CardsOnTable = NO_TABLE) -> ft.Control:
    """Let a card be picked from those known, or entered and kept; `start` is corrected, `others` lie already."""
    copies = use_ui().tables.copies[game]
    card_part = FORUM_CARDS[others.edition]
    entering, set_entering = use_value(None if start is None else asks(start))

    def enter(sort: Asks | None) -> None:
        set_entering(lambda _: sort)

    async def keep(card: Card) -> None:
        await card_part.keep(copies, card_key(card), card)
        enter(None)
        await choose(card)

    if entering is None:
        return KnownCards(card_part.known(copies), choose, others, enter)
    way = plain_button(tr("Known cards"), lambda: enter(None))
    return column([wrapped([way]), CardEntry(keep, start, entering)], spacing=4 * SPACE)


@component
def KnownCards(
    entries: tuple[KnownValue[str, Card], ...], choose: Choose, others: CardsOnTable, enter: Callable[[Asks], None]
) -> ft.Control:
    """Show the cards known by the letters on their backs, each always in its place; marks narrow many.

    Behind those of each letter, `enter` is offered for one that is not known yet.
    """
    viewport = use_ui().viewport
    nothing: frozenset[Good | Thing] = frozenset()
    sought, set_sought = use_value(nothing)
    cards = [entry.value for entry in entries]
    left = asking_for(cards, sought)

    def toggle(thing: Good | Thing) -> None:
        set_sought(lambda old: old ^ {thing})

    filters = [
        swatch(
            mark(thing.noun.mark, 24, ft.Colors.ON_SURFACE),
            thing.noun.name,
            partial(toggle, thing),
            chosen=thing in sought,
        )
        for thing in asked_among(left if sought else cards)
    ]
    width = FACE * max(1.0, (viewport.scale + 1) / 2)
    size = (width, face_height(cards, width, viewport.scale), given_lines(cards, width, viewport.scale))
    parts: list[ft.Control] = [group(wrapped(filters), tr("Only with"))] if len(cards) > FEW_CARDS else []
    for letter in STACKS:
        of_letter = [entry for entry in entries if entry.value in left and stack(entry.value) == letter]
        faces = [_known_card(entry, viewport, size, choose, others.square(entry.value)) for entry in of_letter]
        if faces or not sought:
            spoken = wordless("{what}, {letter}", what=say("Another card"), letter=letter)
            more = tappable(place_for_a_card(width, size[1]), spoken, partial(enter, _SORTS[letter]))
            row = ft.Row([*faces, more], wrap=True, spacing=SPACE, run_spacing=2 * SPACE)
            parts += [heading(_stack_title(letter, others), 3), row]
    return column(parts, spacing=3 * SPACE)


def _stack_title(letter: Stack, others: CardsOnTable) -> Message:
    """Return the title of the cards of a letter, and how many of them are laid."""
    if letter not in others.drawn:
        return STACKS[letter]
    return say("{what}: {value}", what=STACKS[letter], value=f"{others.laid(letter)}/{others.drawn[letter]}")


def _known_card(
    entry: KnownValue[str, Card],
    viewport: Viewport,
    size: tuple[float, float, int],
    choose: Choose,
    lies_on: str | None,
) -> ft.Control:
    """Return a card to pick, its square over it or nothing; `size` is width, height, lines of the lower half."""
    width, height, lower_lines = size
    drawn = card_face(
        entry.value, viewport, width, height, lower_lines=lower_lines, worded=False, ground=ft.Colors.SURFACE
    )
    parts: list[ft.Control] = [drawn]
    if lies_on is not None:
        drawn.opacity = LIES
        square = text(lies_on, Style.TITLE)
        parts = [ft.Stack([drawn, ft.Container(square, width=width, height=height, alignment=ft.Alignment.CENTER)])]
    if entry.value.name:
        below = caption(
            entry.value.name,
            max_lines=2,
            overflow=ft.TextOverflow.ELLIPSIS,
            text_align=ft.TextAlign.CENTER,
            width=width,
        )
        parts.append(below)
    spoken = short_card_label(entry.value)
    label = spoken if lies_on is None else f"{spoken}, {tr('lies on {square}', square=lies_on)}"
    return tappable(ft.Column(parts, spacing=0, tight=True), label, lambda: choose(entry.value))


@component
def CardEntry(keep: Choose, start: Card | None = None, sort: Asks = Asks.PAY) -> ft.Control:
    """Let a card of a sort be entered, or `start` be corrected; the draft of a new card outlives the process."""
    viewport = use_ui().viewport
    draft, change, take = _use_draft(start, sort, keep)
    card = finished_card(draft)
    return column(
        [
            wrapped(
                [
                    _sort_chip(tr("Pay goods"), Asks.PAY, draft, change),
                    _sort_chip(tr("Own things"), Asks.OWN, draft, change),
                ]
            ),
            *_asked_fields(draft, change),
            heading(tr("For that it gives"), 3),
            *(_reward_field(draft, part, change) for part in REWARDS),
            _name_field(draft, change),
            *_preview(card, viewport),
            AtThumb(lambda: [button(tr("Save"), take, disabled=not isinstance(card, Card))]),
        ],
        spacing=3 * SPACE,
    )


def _use_draft(
    start: Card | None, sort: Asks, keep: Choose
) -> tuple[CardDraft, ChangeDraft, Callable[[], Awaitable[None]]]:
    """Return the draft of a card, what changes it, and what hands the finished card to `keep`."""
    blank = with_sort(CardDraft(), sort) if start is None else draft_of(start)
    draft, set_draft = use_typed(DRAFT if start is None else f"card {plain(blank)}", blank)

    async def change(step: Callable[[CardDraft], CardDraft]) -> None:
        set_draft(step)

    async def take() -> None:
        card = finished_card(value_now(set_draft))
        if isinstance(card, Card):
            set_draft(lambda _: blank)
            await keep(card)

    return draft, change, take


def _sort_chip(words: str, sort: Asks, draft: CardDraft, change: ChangeDraft) -> ft.Control:
    return chip(words, lambda: change(lambda old: with_sort(old, sort)), selected=asks(draft.card) is sort)


def _name_field(draft: CardDraft, change: ChangeDraft) -> ft.Control:
    def type_in(typed: str) -> Awaitable[None]:
        return change(lambda old: replace(old, typed=typed))

    return field(use_ui(), tr("Name"), draft.typed, type_in, wrong=name_problem(draft))


def _preview(card: Card | tuple[Message, ...], viewport: Viewport) -> list[ft.Control]:
    """Return the card as entered, or what it lacks."""
    if not isinstance(card, Card):
        return [caption(" ".join(str(lack) for lack in card))]
    height = face_height((card,), FACE, viewport.scale)
    face = card_face(card, viewport, FACE, height, ground=ft.Colors.SURFACE)
    return [ft.Row([face, text(card_text(card), expand=True)], spacing=3 * SPACE)]


def _asked_fields(draft: CardDraft, change: ChangeDraft) -> list[ft.Control]:
    """Return the fields for what a card asks for: all goods, or the things chosen by chips."""
    if asks(draft.card) is Asks.PAY:
        return [_asked_field(draft, good, change) for good in Good]
    chosen = asked(draft.card)
    return [
        wrapped(_thing_chip(thing, change, chosen=thing in chosen) for thing in Thing),
        *(_asked_field(draft, thing, change) for thing in chosen),
    ]


def _thing_chip(thing: Thing, change: ChangeDraft, *, chosen: bool) -> ft.Control:
    def toggle() -> Awaitable[None]:
        return change(lambda old: with_asked(old, thing, 0 if thing in asked(old.card) else 1))

    return chip(thing.noun.name, toggle, selected=chosen, leading=mark(thing.noun.mark, 20, ft.Colors.ON_SURFACE))


def _asked_field(draft: CardDraft, thing: Good | Thing, change: ChangeDraft) -> ft.Control:
    counter = counter_of(ASKED[thing])
    number = asked(draft.card).get(thing, 0)
    return keyed(thing.value, Stepper, counter, number, lambda new: change(lambda old: with_asked(old, thing, new)))


def _reward_field(draft: CardDraft, part: Number, change: ChangeDraft) -> ft.Control:
    number = part.of(draft.card.reward)
    return keyed(
        part.field, Stepper, counter_of(part), number, lambda new: change(lambda old: with_reward(old, part, new))
    )

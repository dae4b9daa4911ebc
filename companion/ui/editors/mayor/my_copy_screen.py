"""My copy of Mayor: all that is known of it, with its source, and the ways to enter, change and remove mine."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import flet as ft

from companion.formatting.text import sentence
from companion.games.mayor import copy_values
from companion.games.mayor.wording import colour_text, event_text, park_text, plural, plural_title
from companion.ui.components.controls import button, card, heading, outlined, text
from companion.ui.components.my_copy import CopyPage, CopyPages, Refresh, remove_button, value_card, with_source
from companion.ui.components.stepper import Counter, Stepper
from companion.ui.core.error_boundary import component, show_snackbar
from companion.ui.core.hooks import keyed, use_lazy_state, use_value, value_now
from companion.ui.editors.mayor.drawings import gold_counter, kind_counter
from companion.ui.editors.mayor.event import EventEntry
from companion.ui.editors.mayor.pads import ParkIcons
from companion.ui.editors.mayor.rondel_questions import RondelQuestions
from scoring.mayor.data import KNOWN_RONDEL_SPACES
from scoring.mayor.state import PRICE_RANGE, Kind
from scoring.messages import Message, say, tr

if TYPE_CHECKING:
    from collections.abc import Mapping

    from companion.games.copy_parts import KnownValue
    from companion.tables.my_copy import MyCopy
    from scoring.mayor.state import Building, Event


def _rondel(_: MyCopy, again: Refresh) -> list[ft.Control]:
    printed = [
        with_source([text(f"{plural_title(space.kind)}: {colour_text(space.street)}")], space.source)
        for space in KNOWN_RONDEL_SPACES
    ]
    return [RondelQuestions(copy_values.GAME, again), *printed]


def _lines(copies: MyCopy, again: Refresh) -> list[ft.Control]:
    rows: list[ft.Control] = []
    known = copy_values.lines(copies)
    for kind in Kind:
        rows.append(heading(plural_title(kind), 3))
        rows.append(_line(kind, known.get(kind), copies, again))
        for left, price in copy_values.prices(copies, kind).items():
            rows.append(_price(kind, left, price, copies, again))
        rows.append(keyed(f"add {kind.value}", AddPrice, kind, copies, again))
    return rows


def _line(kind: Kind, number: int | None, copies: MyCopy, again: Refresh) -> ft.Control:
    async def keep(entered: int) -> None:
        if entered:
            await copy_values.keep_line(copies, kind, entered)
        else:
            await copies.drop(copy_values.LINE_PART, kind.value)
        again()

    counter = kind_counter(kind, tr("{kinds} at the start", kinds=plural_title(kind)), copy_values.MAX_LINE)
    stepper = keyed(f"line {kind.value}", Stepper, counter, number or 0, keep)
    if number is None:
        return with_source([stepper], tr("0 means not known."))
    remove = remove_button(
        copies, copy_values.LINE_PART, kind.value, tr("the line of {kinds}", kinds=plural(kind)), again
    )
    return value_card(stepper, None, remove)


def _price(kind: Kind, left: int, price: int, copies: MyCopy, again: Refresh) -> ft.Control:
    name = tr("Price of a {kind} with {left} left", kind=kind.noun.name, left=left)

    async def keep(entered: int) -> None:
        await copy_values.keep_price(copies, kind, left, entered)
        again()

    counter = gold_counter(name, PRICE_RANGE.high)
    stepper = keyed(f"price {kind.value} {left}", Stepper, counter, price, keep)
    key = copy_values.price_key(kind, left)
    removed = tr("the price of a {kind} with {left} left", kind=kind.noun.name, left=left)
    remove = remove_button(copies, copy_values.PRICE_PART, key, removed, again)
    return value_card(stepper, None, remove)


@component
def AddPrice(kind: Kind, copies: MyCopy, again: Refresh) -> ft.Control:
    """Let the price be entered that a line shows at another number of tiles left."""
    entering, set_entering = use_value(initial=False)
    left, set_left = use_value(1)
    price, set_price = use_value(1)

    def toggle() -> None:
        set_entering(lambda old: not old)

    async def with_left(number: int) -> None:
        set_left(lambda _: number)

    async def with_price(number: int) -> None:
        set_price(lambda _: number)

    async def keep() -> None:
        await copy_values.keep_price(copies, kind, value_now(set_left), value_now(set_price))
        toggle()
        again()

    if not entering:
        return outlined(tr("Add a price of {kinds}", kinds=plural(kind)), toggle, icon=ft.Icons.ADD)
    lines = Counter(name=tr("{kinds} left", kinds=plural_title(kind)), least=1, most=copy_values.MAX_LINE)
    return card(
        [
            Stepper(lines, left, with_left),
            Stepper(gold_counter(tr("Price shown then"), PRICE_RANGE.high), price, with_price),
            button(tr("Save {price} gold with {left} left", price=price, left=left), keep),
        ],
    )


def _parks(copies: MyCopy, again: Refresh) -> list[ft.Control]:
    rows = [
        _known_value(park, park_text(park.value), copies, copy_values.PARK_PART, again)
        for park in copy_values.parks(copies)
    ]
    return [*rows, AddPark(copies, again)]


def _events(copies: MyCopy, again: Refresh) -> list[ft.Control]:
    async def keep(event: Event) -> None:
        await copy_values.keep_event(copies, event)
        again()
        show_snackbar(tr("Kept: {event}.", event=event_text(event)))

    rows = [
        _known_value(event, event_text(event.value), copies, copy_values.EVENT_PART, again)
        for event in copy_values.events(copies)
    ]
    return [
        *rows,
        card([heading(tr("Add an Event"), 3), keyed(f"event {len(rows)}", EventEntry, "Event of my copy", keep)]),
    ]


def _known_value(known: KnownValue[Any], words: Message, copies: MyCopy, part: str, again: Refresh) -> ft.Control:
    return value_card(text(sentence(words)), known.printed, remove_button(copies, part, known.key, str(words), again))


def _no_icons() -> Mapping[Building, int]:
    return {}


@component
def AddPark(copies: MyCopy, again: Refresh) -> ft.Control:
    """Let the icons of another park be entered."""
    icons, set_icons = use_lazy_state(_no_icons)

    async def change(entered: Mapping[Building, int]) -> None:
        set_icons(lambda _: entered)

    async def keep() -> None:
        await copy_values.keep_park(copies, value_now(set_icons))
        set_icons(lambda _: {})
        again()

    return card(
        [
            heading(tr("Add a park"), 3),
            ParkIcons(icons, (), change),
            button(tr("Save this park"), keep, disabled=not icons),
        ]
    )


COPY_PAGES: Final = (
    CopyPage(title=say("Rondel"), about=say("The five spaces, clockwise, and the colour of each."), shown=_rondel),
    CopyPage(
        title=say("Tile lines"),
        about=say("How many tiles lie in each line at the start, and the price that is visible with each number left."),
        shown=_lines,
    ),
    CopyPage(
        title=say("Parks"),
        about=say("The icons of parks. What you enter at a table or here can be tapped from then on."),
        shown=_parks,
    ),
    CopyPage(title=say("Events"), about=say("What Events close, and what they make more expensive."), shown=_events),
)


@component
def MyCopyScreen() -> ft.Control:
    """Show what is known of my copy of Mayor, a part at a time."""
    return CopyPages(copy_values.GAME, COPY_PAGES)

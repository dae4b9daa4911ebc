"""My copy of Mayor: all that is known of it, with its source, and the ways to enter, change and remove mine."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, Final

import flet as ft

from companion.formatting.text import sentence
from companion.games.copy_parts import KnownValue
from companion.games.mayor import copy_values
from companion.games.mayor.copy_values import EVENTS, LINES, PARKS, PRICES, RONDEL
from companion.games.mayor.wording import colour_text, event_text
from companion.ui.components.controls import button, card, heading, outlined, text
from companion.ui.components.my_copy import CopyPage, CopyPages, PartPage, with_source
from companion.ui.components.stepper import Counter, Stepper
from companion.ui.core.error_boundary import component, show_snackbar
from companion.ui.core.hooks import keyed, use_lazy_state, use_value, value_now
from companion.ui.editors.mayor.pads import ParkIcons, gold_counter, kind_counter
from companion.ui.editors.mayor.questions import EventEntry
from companion.ui.editors.mayor.rondel import RondelQuestions
from scoring.mayor.data import KNOWN_RONDEL_SPACES
from scoring.mayor.state import PLURALS, PRICE_RANGE, Kind
from scoring.messages import say, tr

if TYPE_CHECKING:
    from collections.abc import Mapping

    from scoring.mayor.state import Building, Event, Tile


def _rondel(page: PartPage[str, Any]) -> list[ft.Control]:
    printed = [
        with_source([text(f"{PLURALS[space.kind].title}: {colour_text(space.street)}")], space.source)
        for space in KNOWN_RONDEL_SPACES
    ]
    return [RondelQuestions(copy_values.GAME, page.again), *printed]


def _lines(page: PartPage[Kind, int]) -> list[ft.Control]:
    prices = PartPage(PRICES, page.copies, page.again)
    numbers = page.part.values(page.copies)
    rows: list[ft.Control] = []
    for kind in Kind:
        of_line = (_price(prices, entry) for entry in copy_values.prices(page.copies, kind))
        add = keyed(f"add {kind.value}", AddPrice, prices, kind)
        rows += [heading(PLURALS[kind].title, 3), _line(page, kind, numbers.get(kind)), *of_line, add]
    return rows


def _line(page: PartPage[Kind, int], kind: Kind, number: int | None) -> ft.Control:
    async def keep(entered: int) -> None:
        if entered:
            await page.keep(kind, entered)
        else:
            await page.drop(kind)

    counter = kind_counter(kind, tr("{kinds} at the start", kinds=PLURALS[kind].title), copy_values.MAX_LINE)
    stepper = keyed(f"line {kind.value}", Stepper, counter, number or 0, keep)
    if number is None:
        return with_source([stepper], tr("0 means not known."))
    return page.card(KnownValue(key=kind, value=number), [stepper])


def _price(page: PartPage[str, int], entry: KnownValue[str, int]) -> ft.Control:
    kind, left = copy_values.priced(entry.key)
    name = tr("Price of a {kind} with {left} left", kind=kind.noun.name, left=left)
    counter = gold_counter(name, PRICE_RANGE.high)
    stepper = keyed(f"price {entry.key}", Stepper, counter, entry.value, partial(page.keep, entry.key))
    return page.card(entry, [stepper])


@component
def AddPrice(page: PartPage[str, int], kind: Kind) -> ft.Control:
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
        await page.keep(copy_values.price_key(kind, value_now(set_left)), value_now(set_price))
        toggle()

    if not entering:
        return outlined(tr("Add a price of {kinds}", kinds=PLURALS[kind].name), toggle, icon=ft.Icons.ADD)
    lines = Counter(name=tr("{kinds} left", kinds=PLURALS[kind].title), least=1, most=copy_values.MAX_LINE)
    return card(
        [
            Stepper(lines, left, with_left),
            Stepper(gold_counter(tr("Price shown then"), PRICE_RANGE.high), price, with_price),
            button(tr("Save {price} gold with {left} left", price=price, left=left), keep),
        ],
    )


def _entries(page: PartPage[Any, Any]) -> list[ft.Control]:
    return [page.card(entry, [text(sentence(page.words(entry)))]) for entry in page.known]


def _parks(page: PartPage[str, Tile]) -> list[ft.Control]:
    return [*_entries(page), AddPark(page)]


def _events(page: PartPage[str, Event]) -> list[ft.Control]:
    async def keep(event: Event) -> None:
        await page.keep(copy_values.event_key(event), event)
        show_snackbar(tr("Kept: {event}.", event=event_text(event)))

    rows = _entries(page)
    entry = keyed(f"event {len(rows)}", EventEntry, "Event of my copy", keep)
    return [*rows, card([heading(tr("Add an Event"), 3), entry])]


def _no_icons() -> Mapping[Building, int]:
    return {}


@component
def AddPark(page: PartPage[str, Tile]) -> ft.Control:
    """Let the icons of another park be entered."""
    icons, set_icons = use_lazy_state(_no_icons)

    async def change(entered: Mapping[Building, int]) -> None:
        set_icons(lambda _: entered)

    async def keep() -> None:
        entered = value_now(set_icons)
        await page.keep(copy_values.park_key(entered), copy_values.park_tile(entered))
        set_icons(lambda _: {})

    return card(
        [
            heading(tr("Add a park"), 3),
            ParkIcons(icons, (), change),
            button(tr("Save this park"), keep, disabled=not icons),
        ]
    )


COPY_PAGES: Final = (
    CopyPage(part=RONDEL, about=say("The five spaces, clockwise, and the colour of each."), shown=_rondel),
    CopyPage(
        part=LINES,
        about=say("How many tiles lie in each line at the start, and the price that is visible with each number left."),
        shown=_lines,
    ),
    CopyPage(
        part=PARKS,
        about=say("The icons of parks. What you enter at a table or here can be tapped from then on."),
        shown=_parks,
    ),
    CopyPage(part=EVENTS, about=say("What Events close, and what they make more expensive."), shown=_events),
)


@component
def MyCopyScreen() -> ft.Control:
    """Show what is known of my copy of Mayor, a part at a time."""
    return CopyPages(copy_values.GAME, COPY_PAGES)

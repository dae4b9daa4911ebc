"""My copy of Mayor: all that is known of it, with its source, and the ways to enter, change and remove mine."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

import flet as ft

from companion.formatting.text import sentence
from companion.games.mayor import copy_values
from companion.games.mayor.wording import colour_of, event_said, many, one
from companion.ui.components.controls import button, card, heading, outlined, text
from companion.ui.components.my_copy import CopyPage, CopyPages, Refresh, remove_button, with_source
from companion.ui.components.stepper import Counter, Stepper
from companion.ui.core.error_boundary import component, show_snackbar
from companion.ui.core.glyphs import MARKS
from companion.ui.core.hooks import keyed, use_lazy_state, use_value
from companion.ui.editors.mayor.event import EventEntry
from companion.ui.editors.mayor.pads import ParkIcons
from companion.ui.editors.mayor.rondel_questions import AboutTheRondel
from scoring.mayor.data import KNOWN_RONDEL_SPACES
from scoring.mayor.state import Kind

if TYPE_CHECKING:
    from collections.abc import Mapping

    from companion.games.mayor.extras import Event
    from companion.tables.my_copy import MyCopy
    from scoring.mayor.state import Building

GAME: Final = "mayor"
LINE: Final = Counter(name="", most=99)


# -- the rondel


def _rondel(_: MyCopy, again: Refresh) -> list[ft.Control]:
    printed = [
        with_source([text(f"{many(space.kind).capitalize()}: {colour_of(space.street)}")], space.source)
        for space in KNOWN_RONDEL_SPACES
    ]
    return [AboutTheRondel(GAME, again), *printed]


# -- the Market


def _lines(copies: MyCopy, again: Refresh) -> list[ft.Control]:
    made: list[ft.Control] = []
    known = copy_values.lines(copies)
    for kind in Kind:
        made.append(heading(many(kind).capitalize(), 3))
        made.append(_start(kind, known.get(kind), copies, again))
        for left, price in copy_values.prices(copies, kind).items():
            made.append(_price(kind, left, price, copies, again))
        made.append(keyed(f"add {kind.value}", AddPrice, kind, copies, again))
    return made


def _start(kind: Kind, number: int | None, copies: MyCopy, again: Refresh) -> ft.Control:
    counter = replace(
        LINE,
        name=f"{many(kind).capitalize()} at the start",
        char=MARKS[f"mayor_{kind.value}"],
        ink=ft.Colors.ON_SURFACE,
    )

    async def keep(entered: int) -> None:
        if entered:
            await copy_values.keep_line(copies, kind, entered)
        else:
            await copies.drop(copy_values.LINE_PART, kind.value)
        again()

    stepper = keyed(f"line {kind.value}", Stepper, counter, number or 0, keep)
    if number is None:
        return with_source([stepper], "Not known: 0 stands for that.")
    remove = remove_button(copies, copy_values.LINE_PART, kind.value, f"the line of {many(kind)}", again)
    return with_source([stepper], "Mine", remove)


def _price(kind: Kind, left: int, price: int, copies: MyCopy, again: Refresh) -> ft.Control:
    name = f"Price of a {one(kind)} with {left} left"

    async def keep(entered: int) -> None:
        await copy_values.keep_price(copies, kind, left, entered)
        again()

    counter = Counter(name=name, most=copy_values.PRICE_MOST, char=MARKS["coin"], ink=ft.Colors.ON_SURFACE)
    stepper = keyed(f"price {kind.value} {left}", Stepper, counter, price, keep)
    remove = remove_button(
        copies, copy_values.PRICE_PART, copy_values.price_key(kind, left), f"the {name.lower()}", again
    )
    return with_source([stepper], "Mine", remove)


@component
def AddPrice(kind: Kind, copies: MyCopy, again: Refresh) -> ft.Control:
    """Let the price be entered that a line shows at another number of tiles left."""
    entering, set_entering = use_value(initial=False)
    left, set_left = use_value(1)
    price, set_price = use_value(1)

    def turn() -> None:
        set_entering(lambda old: not old)

    async def with_left(number: int) -> None:
        set_left(lambda _: number)

    async def with_price(number: int) -> None:
        set_price(lambda _: number)

    async def keep() -> None:
        await copy_values.keep_price(copies, kind, left, price)
        turn()
        again()

    if not entering:
        return outlined(f"Add a price of {many(kind)}", turn, icon=ft.Icons.ADD)
    return card(
        [
            Stepper(Counter(name=f"{many(kind).capitalize()} left", least=1, most=99), left, with_left),
            Stepper(
                Counter(
                    name="Price shown then", most=copy_values.PRICE_MOST, char=MARKS["coin"], ink=ft.Colors.ON_SURFACE
                ),
                price,
                with_price,
            ),
            button(f"Keep {price} gold with {left} left", keep),
        ],
    )


# -- parks and Events


def _parks(copies: MyCopy, again: Refresh) -> list[ft.Control]:
    rows = [_shown(park, copies, copy_values.PARK_PART, again) for park in copy_values.parks(copies)]
    return [*rows, AddPark(copies, again)]


def _events(copies: MyCopy, again: Refresh) -> list[ft.Control]:
    async def keep(event: Event) -> None:
        await copy_values.keep_event(copies, event)
        again()
        show_snackbar(f"Kept: {event_said(event)}.")

    rows = [_shown(event, copies, copy_values.EVENT_PART, again) for event in copy_values.events(copies)]
    return [*rows, card([heading("Add an Event", 3), keyed(f"event {len(rows)}", EventEntry, keep)])]


def _shown(one: copy_values.Shown, copies: MyCopy, part: str, again: Refresh) -> ft.Control:
    words = text(sentence(one.key))
    if one.printed:
        return with_source([words], one.printed)
    return with_source([words], "Mine", remove_button(copies, part, one.key, one.key, again))


def _no_icons() -> Mapping[Building, int]:
    return {}


@component
def AddPark(copies: MyCopy, again: Refresh) -> ft.Control:
    """Let the icons of another park be entered."""
    icons, set_icons = use_lazy_state(_no_icons)

    async def change(entered: Mapping[Building, int]) -> None:
        set_icons(lambda _: entered)

    async def keep() -> None:
        await copy_values.keep_park(copies, icons)
        set_icons(lambda _: {})
        again()

    nothing: tuple[Any, ...] = ()
    entry = ParkIcons(icons, nothing, change)
    return card([heading("Add a park", 3), entry, button("Keep this park", keep, disabled=not icons)])


PARTS: Final = (
    CopyPage(title="Rondel", about="The five spaces, clockwise, and the colour of each.", shown=_rondel),
    CopyPage(
        title="Tile lines",
        about="How many tiles lie in each line at the start, and the price that is visible at each number left.",
        shown=_lines,
    ),
    CopyPage(
        title="Parks",
        about="The icons of parks. What is entered at a table or here can be tapped from then on.",
        shown=_parks,
    ),
    CopyPage(title="Events", about="What Events close and what they make dearer.", shown=_events),
)


@component
def MyCopyScreen() -> ft.Control:
    """Show what is known of my copy, a part at a time."""
    return CopyPages(GAME, PARTS)

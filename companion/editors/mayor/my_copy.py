"""My copy of Mayor: all that is known of it, with its source, and the ways to enter, change and remove mine."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

import flet as ft

from companion.editors.mayor import copy
from companion.editors.mayor.event import EventEntry
from companion.editors.mayor.pads import ParkIcons
from companion.editors.mayor.rondel_questions import AboutTheRondel
from companion.editors.mayor.words import colour_of, event_said, many, one
from companion.guards import component, tell
from companion.hooks import keyed, use_made, use_value
from companion.parts.basics import button, card, heading, outlined, text
from companion.parts.my_copy import Again, Part, Parts, remove_button, with_source
from companion.parts.stepper import Counter, Stepper
from companion.pictures import MARKS
from companion.ui import use_ui
from companion.words import sentence
from scoring.mayor.data import KNOWN_RONDEL_SPACES
from scoring.mayor.state import Kind

if TYPE_CHECKING:
    from collections.abc import Mapping

    from companion.copies import Copies
    from companion.editors.mayor.beside import Event
    from companion.theme import Palette
    from scoring.mayor.state import Building

GAME: Final = "mayor"
LINE: Final = Counter(name="", most=99)


# -- the rondel


def _rondel(_: Copies, again: Again, palette: Palette) -> list[ft.Control]:
    printed = [
        with_source([text(f"{many(space.kind).capitalize()}: {colour_of(space.street)}")], space.source, palette)
        for space in KNOWN_RONDEL_SPACES
    ]
    return [AboutTheRondel(GAME, again), *printed]


# -- the Market


def _lines(copies: Copies, again: Again, palette: Palette) -> list[ft.Control]:
    made: list[ft.Control] = []
    known = copy.lines(copies)
    for kind in Kind:
        made.append(heading(many(kind).capitalize(), 3))
        made.append(_start(kind, known.get(kind), copies, again, palette))
        for left, price in copy.prices(copies, kind).items():
            made.append(_price(kind, left, price, copies, again))
        made.append(keyed(f"add {kind.value}", AddPrice, kind, copies, again))
    return made


def _start(kind: Kind, number: int | None, copies: Copies, again: Again, palette: Palette) -> ft.Control:
    counter = replace(
        LINE, name=f"{many(kind).capitalize()} at the start", char=MARKS[f"mayor_{kind.value}"], ink=palette.ink
    )

    async def keep(entered: int) -> None:
        if entered:
            await copy.keep_line(copies, kind, entered)
        else:
            await copies.drop(copy.LINE_PART, kind.value)
        again()

    stepper = keyed(f"line {kind.value}", Stepper, counter, number or 0, keep)
    if number is None:
        return with_source([stepper], "Not known: 0 stands for that.", palette)
    remove = remove_button(copies, copy.LINE_PART, kind.value, f"the line of {many(kind)}", again)
    return with_source([stepper], "Mine", palette, remove)


def _price(kind: Kind, left: int, price: int, copies: Copies, again: Again) -> ft.Control:
    palette = use_ui().look.palette
    name = f"Price of a {one(kind)} with {left} left"

    async def keep(entered: int) -> None:
        await copy.keep_price(copies, kind, left, entered)
        again()

    counter = Counter(name=name, most=copy.PRICE_MOST, char=MARKS["coin"], ink=palette.ink)
    stepper = keyed(f"price {kind.value} {left}", Stepper, counter, price, keep)
    remove = remove_button(copies, copy.PRICE_PART, copy.price_key(kind, left), f"the {name.lower()}", again)
    return with_source([stepper], "Mine", palette, remove)


@component
def AddPrice(kind: Kind, copies: Copies, again: Again) -> ft.Control:
    """Let the price be entered that a line shows at another number of tiles left."""
    palette = use_ui().look.palette
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
        await copy.keep_price(copies, kind, left, price)
        turn()
        again()

    if not entering:
        return outlined(f"Add a price of {many(kind)}", turn, icon=ft.Icons.ADD)
    return card(
        [
            Stepper(Counter(name=f"{many(kind).capitalize()} left", least=1, most=99), left, with_left),
            Stepper(
                Counter(name="Price shown then", most=copy.PRICE_MOST, char=MARKS["coin"], ink=palette.ink),
                price,
                with_price,
            ),
            button(f"Keep {price} gold with {left} left", keep),
        ],
        palette,
    )


# -- parks and Events


def _parks(copies: Copies, again: Again, palette: Palette) -> list[ft.Control]:
    rows = [_shown(park, copies, copy.PARK_PART, again, palette) for park in copy.parks(copies)]
    return [*rows, AddPark(copies, again)]


def _events(copies: Copies, again: Again, palette: Palette) -> list[ft.Control]:
    async def keep(event: Event) -> None:
        await copy.keep_event(copies, event)
        again()
        tell(f"Kept: {event_said(event)}.")

    rows = [_shown(event, copies, copy.EVENT_PART, again, palette) for event in copy.events(copies)]
    return [*rows, card([heading("Add an Event", 3), keyed(f"event {len(rows)}", EventEntry, keep)], palette)]


def _shown(one: copy.Shown, copies: Copies, part: str, again: Again, palette: Palette) -> ft.Control:
    words = text(sentence(one.key))
    if one.printed:
        return with_source([words], one.printed, palette)
    return with_source([words], "Mine", palette, remove_button(copies, part, one.key, one.key, again))


def _no_icons() -> Mapping[Building, int]:
    return {}


@component
def AddPark(copies: Copies, again: Again) -> ft.Control:
    """Let the icons of another park be entered."""
    icons, set_icons = use_made(_no_icons)

    async def change(entered: Mapping[Building, int]) -> None:
        set_icons(lambda _: entered)

    async def keep() -> None:
        await copy.keep_park(copies, icons)
        set_icons(lambda _: {})
        again()

    nothing: tuple[Any, ...] = ()
    palette = use_ui().look.palette
    entry = ParkIcons(icons, nothing, change)
    return card([heading("Add a park", 3), entry, button("Keep this park", keep, disabled=not icons)], palette)


PARTS: Final = (
    Part(title="Rondel", about="The five spaces, clockwise, and the colour of each.", shown=_rondel),
    Part(
        title="Tile lines",
        about="How many tiles lie in each line at the start, and the price that is visible at each number left.",
        shown=_lines,
    ),
    Part(
        title="Parks",
        about="The icons of parks. What is entered at a table or here can be tapped from then on.",
        shown=_parks,
    ),
    Part(title="Events", about="What Events close and what they make dearer.", shown=_events),
)


@component
def MyCopy() -> ft.Control:
    """Show what is known of my copy, a part at a time."""
    return Parts(GAME, PARTS)

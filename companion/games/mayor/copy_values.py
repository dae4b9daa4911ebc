"""My copy of Mayor: the rondel, the tile lines and their prices, parks and Events; some of it the rulebook prints."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from companion.games.copy_parts import (
    CopyPart,
    KnownValue,
    PrintedValue,
    entered_values,
    is_number,
    plain_values,
    read_value,
    whole_number,
    with_mine,
)
from companion.games.mayor.wording import colour_text, event_text, park_text, plural, plural_title
from scoring.mayor.data import KNOWN_EVENTS, KNOWN_PARKS, KNOWN_RONDEL_SPACES
from scoring.mayor.state import PRICE_RANGE, Building, Event, Kind, Street, Tile
from scoring.mayor.wording import gold
from scoring.messages import say
from storage.documents.codec import plain

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from companion.tables.my_copy import MyCopy
    from scoring.messages import Message


GAME: Final = "mayor"

RONDEL_PART: Final = "rondel"
LINE_PART: Final = "tile_line"
PRICE_PART: Final = "price"
PARK_PART: Final = "park"
EVENT_PART: Final = "event"


AFTER_SHOP, CHURCH_STREET = "after_shop", "church_street"
"""The keys of what only a copy shows of the rondel: the space that follows the shop, and the colour of the church."""

MAX_LINE: Final = 99
"""The largest number of tiles in a line."""

AFTER_SHOP_CANDIDATES: Final = (Kind.CHURCH, Kind.STATUE)
"""The spaces of the rondel whose place no rulebook prints: one follows the shop, the other the park."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RondelSpace:
    """A space of the rondel: its tile line, and the colour to place alongside, `None` for the Rainbow."""

    kind: Kind
    street: Street | None


def rondel(copies: MyCopy) -> tuple[RondelSpace, ...] | None:
    """Return the five spaces clockwise from the bank; `None` until my copy has what the rulebook does not print.

    The rulebook's example moves from the bank by one space to the shop, and by two more to the park.
    """
    following, colour = after_shop(copies), church_street(copies)
    if following is None or colour is None:
        return None
    other = next(kind for kind in AFTER_SHOP_CANDIDATES if kind is not following)
    streets = {space.kind: space.street for space in KNOWN_RONDEL_SPACES} | {Kind.CHURCH: colour}
    order = (Kind.BANK, Kind.SHOP, following, Kind.PARK, other)
    return tuple(RondelSpace(kind=kind, street=streets[kind]) for kind in order)


def after_shop(copies: MyCopy) -> Kind | None:
    """Return the space that follows the shop, or `None` if it was not entered."""
    entered = copies.part(RONDEL_PART).get(AFTER_SHOP)
    return next((kind for kind in AFTER_SHOP_CANDIDATES if kind.value == entered), None)


def church_street(copies: MyCopy) -> Street | None:
    """Return the colour of the church's space, or `None` if it was not entered."""
    entered = copies.part(RONDEL_PART).get(CHURCH_STREET)
    return next((street for street in Street if street.value == entered), None)


async def keep_after_shop(copies: MyCopy, kind: Kind) -> None:
    """Keep which space follows the shop."""
    await copies.keep(RONDEL_PART, AFTER_SHOP, kind.value)


async def keep_church_street(copies: MyCopy, street: Street) -> None:
    """Keep the colour of the church's space."""
    await copies.keep(RONDEL_PART, CHURCH_STREET, street.value)


def lines(copies: MyCopy) -> dict[Kind, int]:
    """Return the number of tiles at the start by line, of the lines that were entered."""
    kept = copies.part(LINE_PART)
    return {kind: number for kind in Kind if (number := whole_number(kept.get(kind.value))) is not None}


async def keep_line(copies: MyCopy, kind: Kind, number: int) -> None:
    """Keep the number of tiles of a line at the start."""
    await copies.keep(LINE_PART, kind.value, number)


def price(copies: MyCopy, kind: Kind, left: int | None) -> int | None:
    """Return the price that a line shows with `left` tiles in it, or `None` if it was not entered."""
    return None if left is None else whole_number(copies.part(PRICE_PART).get(price_key(kind, left)))


def prices(copies: MyCopy, kind: Kind) -> dict[int, int]:
    """Return the prices of a line that were entered, by the number of tiles left, largest number first."""
    numbers: dict[int, int] = {}
    for key, value in copies.part(PRICE_PART).items():
        name, _, left = key.partition(" ")
        known = whole_number(value)
        if name == kind.value and left.isdecimal() and known is not None:
            numbers[int(left)] = known
    return dict(sorted(numbers.items(), reverse=True))


async def keep_price(copies: MyCopy, kind: Kind, left: int, shown: int) -> None:
    """Keep the price that a line shows with `left` tiles in it."""
    await copies.keep(PRICE_PART, price_key(kind, left), shown)


def price_key(kind: Kind, left: int) -> str:
    """Return the key under which a price is kept.

    >>> price_key(Kind.SHOP, 7)
    'shop 7'
    """
    return f"{kind.value} {left}"


def parks(copies: MyCopy) -> tuple[KnownValue[Mapping[Building, int]], ...]:
    """Return the icons of the parks that are known, those of the rulebook first."""
    printed = (_printed_park(park.icons, park.source) for park in KNOWN_PARKS)
    return with_mine(printed, copies, PARK_PART, _park_icons)


async def keep_park(copies: MyCopy, icons: Mapping[Building, int]) -> None:
    """Keep the icons of a park, unless it is known."""
    key = park_key(icons)
    if key and all(park.key != key for park in parks(copies)):
        await copies.keep(PARK_PART, key, plain(Tile(kind=Kind.PARK, park=icons)))


def park_key(icons: Mapping[Building, int]) -> str:
    """Return the key of a park, such as "shop 2 church 1"."""
    return " ".join(f"{kind.value} {icons[kind]}" for kind in Building if kind in icons)


def events(copies: MyCopy) -> tuple[KnownValue[Event], ...]:
    """Return the Events that are known, the Festival first."""
    known = ((Event(closed=one.closed, dearer=dict(one.dearer)), one.source) for one in KNOWN_EVENTS)
    printed = (KnownValue(key=event_key(event), value=event, printed=source) for event, source in known)
    return with_mine(printed, copies, EVENT_PART, lambda _, value: read_value(Event, value, GAME))


async def keep_event(copies: MyCopy, event: Event) -> None:
    """Keep an Event, unless it is known."""
    key = event_key(event)
    if all(known.key != key for known in events(copies)):
        await copies.keep(EVENT_PART, key, plain(event))


def event_key(event: Event) -> str:
    """Return the key of an Event: the streets that it closes, what it makes dearer, its name and its note.

    >>> event_key(Event(closed=(Street.YELLOW,), dearer={Kind.BANK: 1}, name="Strike"))
    'yellow; bank 1; Strike; '
    """
    closed = " ".join(street.value for street in Street if street in event.closed)
    dearer = " ".join(f"{kind.value} {event.dearer[kind]}" for kind in Kind if kind in event.dearer)
    return f"{closed}; {dearer}; {event.name}; {event.note}"


def _printed_park(icons: Mapping[Building, int], source: Message) -> KnownValue[Mapping[Building, int]]:
    return KnownValue(key=park_key(icons), value=icons, printed=source)


def _park_icons(_key: str, value: Any) -> Mapping[Building, int] | None:  # noqa: ANN401 - any JSON
    tile = read_value(Tile, value, GAME)
    return None if tile is None else dict(tile.park)


def _rondel_print(key: str, value: Any) -> PrintedValue | None:  # noqa: ANN401 - any JSON
    if not isinstance(value, str):
        return None
    if key == AFTER_SHOP and value in {kind.value for kind in AFTER_SHOP_CANDIDATES}:
        return PrintedValue(about=key, what=say("After the shops"), worth=plural(Kind(value)))
    if key == CHURCH_STREET and value in {street.value for street in Street}:
        return PrintedValue(about=key, what=say("Colour of the churches"), worth=colour_text(Street(value)))
    return None


def _line_print(key: str, value: Any) -> PrintedValue | None:  # noqa: ANN401 - any JSON
    if key not in set(Kind) or not is_number(value, 1, MAX_LINE):
        return None
    return PrintedValue(about=key, what=say("{kinds} at the start", kinds=plural_title(Kind(key))), worth=str(value))


_PRICE_KEY: Final = re.compile(r"([a-z]+) ([1-9][0-9]?)", re.ASCII)


def _price_print(key: str, value: Any) -> PrintedValue | None:  # noqa: ANN401 - any JSON
    found = _PRICE_KEY.fullmatch(key)
    if found is None or found[1] not in set(Kind) or not is_number(value, PRICE_RANGE.low, PRICE_RANGE.high):
        return None
    return PrintedValue(
        about=key,
        what=say("A {kind} with {left} left", kind=Kind(found[1]).noun.name, left=found[2]),
        worth=gold(value),
    )


def _park_print(key: str, value: Any) -> PrintedValue | None:  # noqa: ANN401 - any JSON
    read = read_value(Tile, value, GAME)
    if read is None or read.kind is not Kind.PARK or not read.park or park_key(read.park) != key:
        return None
    return PrintedValue(about=key, what=park_text(read.park))


def _event_print(key: str, value: Any) -> PrintedValue | None:  # noqa: ANN401 - any JSON
    read = read_value(Event, value, GAME)
    if read is None or event_key(read) != key:
        return None
    return PrintedValue(about=key, what=event_text(read))


def _known_parks(copies: MyCopy) -> Iterable[tuple[str, Any]]:
    return ((park.key, plain(Tile(kind=Kind.PARK, park=park.value))) for park in parks(copies))


COPY_PARTS: Final[Mapping[str, CopyPart]] = {
    RONDEL_PART: CopyPart(title=say("Rondel"), read=_rondel_print, known_here=entered_values(RONDEL_PART)),
    LINE_PART: CopyPart(title=say("Tile lines"), read=_line_print, known_here=entered_values(LINE_PART)),
    PRICE_PART: CopyPart(title=say("Prices"), read=_price_print, known_here=entered_values(PRICE_PART)),
    PARK_PART: CopyPart(title=say("Parks"), read=_park_print, known_here=_known_parks),
    EVENT_PART: CopyPart(
        title=say("Events"), read=_event_print, known_here=lambda copies: plain_values(events(copies))
    ),
}
"""The parts of the copy, in the order of the screen."""

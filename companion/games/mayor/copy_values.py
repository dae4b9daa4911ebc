"""My copy of Mayor: what the rulebook prints of the material, and what was entered from one's own copy."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, TypeVar

from companion.games.mayor.extras import Event, Tile
from companion.games.mayor.wording import event_said, park_said
from scoring.mayor.data import KNOWN_EVENTS, KNOWN_PARKS, KNOWN_RONDEL_SPACES
from scoring.mayor.state import Building, Kind, Street
from storage.documents.codec import plain
from storage.documents.records import record_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from companion.tables.my_copy import MyCopy
    from scoring.problems import Problem

V = TypeVar("V")

RONDEL_PART: Final = "rondel"
LINE_PART: Final = "tile_line"
PRICE_PART: Final = "price"
PARK_PART: Final = "park"
EVENT_PART: Final = "event"

NEXT, CHURCH_STREET = "after_shop", "church_street"
"""What of the rondel only one's own copy shows: which space follows the shop, and the colour of the church's."""

PRICE_MOST: Final = 99
"""The largest price that a line may show."""

CANDIDATES: Final = (Kind.CHURCH, Kind.STATUE)
"""The spaces of the rondel whose place the rulebook does not tell: one follows the shop, the other the park."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Space:
    """A space of the rondel: its tile line, and the colour to place alongside, `None` for the Rainbow."""

    kind: Kind
    street: Street | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """Something that my copy shows, by its key; `printed` says where the rulebook prints it, "" where it is mine."""

    key: str
    value: Any
    printed: str = ""


# -- the rondel


def rondel(copies: MyCopy) -> tuple[Space, ...] | None:
    """Return the five spaces clockwise from the bank; `None` before my copy told what the rulebook does not.

    The move from the bank by one space to the shop, and by two more to the park, is an example of the rulebook.
    """
    following, colour = after_shop(copies), church_street(copies)
    if following is None or colour is None:
        return None
    other = next(kind for kind in CANDIDATES if kind is not following)
    streets = {space.kind: space.street for space in KNOWN_RONDEL_SPACES} | {Kind.CHURCH: colour}
    order = (Kind.BANK, Kind.SHOP, following, Kind.PARK, other)
    return tuple(Space(kind=kind, street=streets[kind]) for kind in order)


def after_shop(copies: MyCopy) -> Kind | None:
    """Return the space that follows the shop, as far as it was entered."""
    entered = copies.part(RONDEL_PART).get(NEXT)
    return next((kind for kind in CANDIDATES if kind.value == entered), None)


def church_street(copies: MyCopy) -> Street | None:
    """Return the colour of the church's space, as far as it was entered."""
    entered = copies.part(RONDEL_PART).get(CHURCH_STREET)
    return next((street for street in Street if street.value == entered), None)


async def keep_after_shop(copies: MyCopy, kind: Kind) -> None:
    """Keep which space follows the shop."""
    await copies.keep(RONDEL_PART, NEXT, kind.value)


async def keep_church_street(copies: MyCopy, street: Street) -> None:
    """Keep the colour of the church's space."""
    await copies.keep(RONDEL_PART, CHURCH_STREET, street.value)


# -- the Market


def lines(copies: MyCopy) -> dict[Kind, int]:
    """Return the tiles that lie in each line at the start, as far as they were entered."""
    kept = copies.part(LINE_PART)
    return {kind: number for kind in Kind if (number := _number(kept.get(kind.value))) is not None}


async def keep_line(copies: MyCopy, kind: Kind, number: int) -> None:
    """Keep the tiles of a line at the start."""
    await copies.keep(LINE_PART, kind.value, number)


def price(copies: MyCopy, kind: Kind, left: int | None) -> int | None:
    """Return the price that a line shows when so many tiles are left in it, as far as it was entered."""
    return None if left is None else _number(copies.part(PRICE_PART).get(price_key(kind, left)))


def prices(copies: MyCopy, kind: Kind) -> dict[int, int]:
    """Return the prices known of a line, by the tiles left in it, from the full line on."""
    numbers: dict[int, int] = {}
    for key, value in copies.part(PRICE_PART).items():
        name, _, left = key.partition(" ")
        known = _number(value)
        if name == kind.value and left.isdecimal() and known is not None:
            numbers[int(left)] = known
    return dict(sorted(numbers.items(), reverse=True))


async def keep_price(copies: MyCopy, kind: Kind, left: int, shown: int) -> None:
    """Keep the price that a line shows when so many tiles are left in it."""
    await copies.keep(PRICE_PART, price_key(kind, left), shown)


def price_key(kind: Kind, left: int) -> str:
    """Return under what a price is kept.

    >>> price_key(Kind.SHOP, 7)
    'shop 7'
    """
    return f"{kind.value} {left}"


# -- parks and Events


def parks(copies: MyCopy) -> tuple[Shown, ...]:
    """Return the icons of the parks that were entered; the rulebook names some icons of one."""
    printed = [Shown(key=park_said(one.icons), value=dict(one.icons), printed=one.source) for one in KNOWN_PARKS]
    read = ((key, _read(Tile, value)) for key, value in copies.part(PARK_PART).items())
    mine = [Shown(key=key, value=dict(tile.park)) for key, tile in read if tile is not None]
    return tuple({park.key: park for park in (*printed, *mine)}.values())


async def keep_park(copies: MyCopy, icons: Mapping[Building, int]) -> None:
    """Keep the icons of a park, unless they are known."""
    key = park_said(icons)
    if key and all(park.key != key for park in parks(copies)):
        await copies.keep(PARK_PART, key, plain(Tile(kind=Kind.PARK, park=icons)))


def events(copies: MyCopy) -> tuple[Shown, ...]:
    """Return the Events known, the Festival first."""
    does = [(Event(closed=one.closed, dearer=dict(one.dearer)), one.source) for one in KNOWN_EVENTS]
    printed = [Shown(key=event_said(event), value=event, printed=source) for event, source in does]
    read = ((key, _read(Event, value)) for key, value in copies.part(EVENT_PART).items())
    mine = [Shown(key=key, value=event) for key, event in read if event is not None]
    return tuple({event.key: event for event in (*printed, *mine)}.values())


async def keep_event(copies: MyCopy, event: Event) -> None:
    """Keep an Event, unless it is known."""
    key = event_said(event)
    if all(known.key != key for known in events(copies)):
        await copies.keep(EVENT_PART, key, plain(event))


def _number(value: object) -> int | None:
    return value if type(value) is int else None


def _read(of: type[V], value: Any) -> V | None:  # noqa: ANN401 - what JSON can hold
    problems: list[Problem] = []
    read: V = record_of(of).read(value, None, problems)
    return None if problems else read

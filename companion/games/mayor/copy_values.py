"""My copy of Mayor: the rondel, the tile lines and their prices, parks and Events; some of it the rulebook prints."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal

from companion.games.kit import ANY_KEY, CopyPart, KnownValue, by_name
from companion.games.mayor.wording import color_text, event_text, park_text
from scoring.fields import Between, KeyPattern
from scoring.mayor.data import KNOWN_EVENTS, KNOWN_PARKS, KNOWN_RONDEL_SPACES
from scoring.mayor.state import PRICE_RANGE, Building, Event, Kind, Street, Tile, gold
from scoring.messages import Message, say
from storage.documents.records import field_of, record_of

if TYPE_CHECKING:
    from companion.tables.my_copy import MyCopy


GAME: Final = "mayor"

AFTER_SHOP, CHURCH_STREET = "after_shop", "church_street"
"""The keys of what only a copy shows of the rondel: the space that follows the shop, and the color of the church."""

AFTER_SHOP_TITLE: Final = say("After the shop, clockwise")
CHURCH_STREET_TITLE: Final = say("Color of the church")

MAX_LINE: Final = 99
"""The largest number of tiles in a line."""

AFTER_SHOP_CANDIDATES: Final = (Kind.CHURCH, Kind.STATUE)
"""The spaces of the rondel whose place no rulebook prints: one follows the shop, the other the park."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RondelSpace:
    """A space of the rondel: its tile line, and the color to place alongside, `None` for the Rainbow."""

    kind: Kind
    street: Street | None


@dataclass(frozen=True, slots=True, kw_only=True)
class UnprintedSpaces:
    """What only a copy shows of the rondel: the space after the shop, and the color of the church's space."""

    after_shop: Literal[Kind.CHURCH, Kind.STATUE] | None = None
    church_street: Street | None = None


def price_key(kind: Kind, left: int) -> str:
    """Return the key under which a price is kept.

    >>> price_key(Kind.SHOP, 7)
    'shop 7'
    """
    return f"{kind.value} {left}"


def park_key(icons: Mapping[Building, int]) -> str:
    """Return the key of a park, such as "shop 2 church 1"."""
    return " ".join(f"{kind.value} {icons[kind]}" for kind in Building if kind in icons)


def event_key(event: Event) -> str:
    """Return the key of an Event: the streets that it closes, what it makes dearer, its name and its note.

    >>> event_key(Event(closed=(Street.YELLOW,), dearer={Kind.BANK: 1}, name="Strike"))
    'yellow; bank 1; Strike; '
    """
    closed = " ".join(street.value for street in Street if street in event.closed)
    dearer = " ".join(f"{kind.value} {event.dearer[kind]}" for kind in Kind if kind in event.dearer)
    return f"{closed}; {dearer}; {event.name}; {event.note}"


def _rondel_text(_: str, value: Kind | Street) -> Message:
    if isinstance(value, Kind):
        return say("{what}: {value}", what=AFTER_SHOP_TITLE, value=value.noun.title)
    return say("{what}: {value}", what=CHURCH_STREET_TITLE, value=color_text(value))


def priced(key: str) -> tuple[Kind, int]:
    """Return the line of a price that is kept, and the number of tiles left in it."""
    kind, left = key.split()
    return Kind(kind), int(left)


def price_title(kind: Kind, left: int) -> Message:
    """Return what a price is called that a line shows with `left` tiles in it."""
    return say("Price of a {kind} with {left} left", kind=kind.noun.name, left=left)


def line_title(kind: Kind) -> Message:
    """Return what the number of tiles is called that lie in a line at the start."""
    return say("{kind} tiles at the start", kind=kind.noun.title)


def _price_text(key: str, price: int) -> Message:
    kind, left = priced(key)
    return say("{what}: {value}", what=price_title(kind, left), value=gold(price))


def park_tile(icons: Mapping[Building, int]) -> Tile:
    """Return the tile of a park, as a copy keeps it."""
    return Tile(kind=Kind.PARK, park=icons)


RONDEL: Final[CopyPart[str, Any]] = CopyPart(
    game=GAME, name="rondel", title=say("Rondel"), entries=record_of(UnprintedSpaces), words=_rondel_text
)

LINES: Final[CopyPart[Kind, int]] = CopyPart(
    game=GAME,
    name="tile_line",
    title=say("Tile lines"),
    entries=field_of(Mapping[Kind, Annotated[int, Between(1, MAX_LINE)]]),
    words=lambda kind, number: say("{what}: {value}", what=line_title(kind), value=number),
    order=lambda entry: list(Kind).index(entry.key),
)

PRICES: Final[CopyPart[str, int]] = CopyPart(
    game=GAME,
    name="price",
    title=say("Prices"),
    entries=field_of(
        Annotated[
            Mapping[str, Annotated[int, PRICE_RANGE]],
            KeyPattern(f"(?:{'|'.join(Kind)}) [1-9][0-9]?", "a kind and the number of tiles left"),
        ]
    ),
    words=_price_text,
    order=lambda entry: -priced(entry.key)[1],
)

PARKS: Final[CopyPart[str, Tile]] = CopyPart(
    game=GAME,
    name="park",
    title=say("Parks"),
    entries=field_of(Annotated[Mapping[str, Tile], ANY_KEY]),
    words=lambda _, tile: park_text(tile.park),
    printed=tuple(
        KnownValue(key=park_key(park.icons), value=park_tile(park.icons), printed=park.source) for park in KNOWN_PARKS
    ),
    key_of=lambda tile: park_key(tile.park) if tile.kind is Kind.PARK and tile.park else None,
)

EVENTS: Final[CopyPart[str, Event]] = CopyPart(
    game=GAME,
    name="event",
    title=say("Events"),
    entries=field_of(Annotated[Mapping[str, Event], ANY_KEY]),
    words=lambda _, event: event_text(event),
    printed=tuple(
        KnownValue(key=event_key(event), value=event, printed=printed.source)
        for printed in KNOWN_EVENTS
        for event in [Event(closed=printed.closed, dearer=dict(printed.dearer))]
    ),
    key_of=event_key,
)

COPY_PARTS: Final = by_name(RONDEL, LINES, PRICES, PARKS, EVENTS)


def unprinted_spaces(copies: MyCopy) -> UnprintedSpaces:
    """Return what my copy shows of the rondel, as far as it was entered."""
    return UnprintedSpaces(**RONDEL.values(copies))


def rondel(copies: MyCopy) -> tuple[RondelSpace, ...] | None:
    """Return the five spaces clockwise from the bank; `None` until my copy has what the rulebook does not print.

    The rulebook's example moves from the bank by one space to the shop, and by two more to the park.
    """
    mine = unprinted_spaces(copies)
    if mine.after_shop is None or mine.church_street is None:
        return None
    last = next(kind for kind in AFTER_SHOP_CANDIDATES if kind is not mine.after_shop)
    streets = {space.kind: space.street for space in KNOWN_RONDEL_SPACES} | {Kind.CHURCH: mine.church_street}
    order = (Kind.BANK, Kind.SHOP, mine.after_shop, Kind.PARK, last)
    return tuple(RondelSpace(kind=kind, street=streets[kind]) for kind in order)


def price(copies: MyCopy, kind: Kind, left: int | None) -> int | None:
    """Return the price that a line shows with `left` tiles in it, or `None` if it was not entered."""
    return None if left is None else PRICES.values(copies).get(price_key(kind, left))


def prices(copies: MyCopy, kind: Kind) -> tuple[KnownValue[str, int], ...]:
    """Return the prices of a line that were entered, that with the most tiles left first."""
    return tuple(entry for entry in PRICES.known(copies) if priced(entry.key)[0] is kind)


async def keep_park(copies: MyCopy, icons: Mapping[Building, int]) -> None:
    """Keep the icons of a park."""
    await PARKS.keep(copies, park_key(icons), park_tile(icons))

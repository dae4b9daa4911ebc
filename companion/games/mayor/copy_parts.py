"""What a copy of Mayor prints, part by part."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

from companion.games.mayor import copy_values
from companion.games.mayor.extras import Event, Tile
from companion.games.mayor.wording import event_said, many, one, park_said
from scoring.mayor.state import Kind, Street
from storage.documents.codec import plain

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from companion.tables.my_copy import MyCopy
from companion.games.copy_parts import CopyPart, PrintedValue, entered_values, is_number, read_value

MOST_TILES: Final = 99
"""The most tiles of a line."""


def _space(key: str, value: Any) -> PrintedValue | None:  # noqa: ANN401 - any JSON
    if not isinstance(value, str):
        return None
    if key == copy_values.NEXT and value in {kind.value for kind in copy_values.CANDIDATES}:
        return PrintedValue(about=key, what="After the shops", worth=many(Kind(value)))
    if key == copy_values.CHURCH_STREET and value in {street.value for street in Street}:
        return PrintedValue(about=key, what="Colour of the churches", worth=value)
    return None


def _line(key: str, value: Any) -> PrintedValue | None:  # noqa: ANN401 - any JSON
    if key not in set(Kind) or not is_number(value, 1, MOST_TILES):
        return None
    return PrintedValue(about=key, what=f"{many(Kind(key)).capitalize()} at the start", worth=str(value))


_PRICE: Final = re.compile(r"([a-z]+) ([1-9][0-9]?)", re.ASCII)


def _price(key: str, value: Any) -> PrintedValue | None:  # noqa: ANN401 - any JSON
    found = _PRICE.fullmatch(key)
    if found is None or found[1] not in set(Kind) or not is_number(value, 0, copy_values.PRICE_MOST):
        return None
    return PrintedValue(about=key, what=f"A {one(Kind(found[1]))} with {found[2]} left", worth=f"{value} gold")


def _park(key: str, value: Any) -> PrintedValue | None:  # noqa: ANN401 - any JSON
    read = read_value(Tile, value, "mayor")
    if read is None or read.kind is not Kind.PARK or not read.park or park_said(read.park) != key:
        return None
    return PrintedValue(about=key, what=key)


def _event(key: str, value: Any) -> PrintedValue | None:  # noqa: ANN401 - any JSON
    read = read_value(Event, value, "mayor")
    return None if read is None or event_said(read) != key else PrintedValue(about=key, what=key)


def _parks(copies: MyCopy) -> Iterable[tuple[str, Any]]:
    return ((park.key, plain(Tile(kind=Kind.PARK, park=park.value))) for park in copy_values.parks(copies))


def _events(copies: MyCopy) -> Iterable[tuple[str, Any]]:
    return ((event.key, plain(event.value)) for event in copy_values.events(copies))


PARTS: Final[Mapping[str, CopyPart]] = {
    copy_values.RONDEL_PART: CopyPart(title="Rondel", read=_space, known_here=entered_values(copy_values.RONDEL_PART)),
    copy_values.LINE_PART: CopyPart(title="Tile lines", read=_line, known_here=entered_values(copy_values.LINE_PART)),
    copy_values.PRICE_PART: CopyPart(title="Prices", read=_price, known_here=entered_values(copy_values.PRICE_PART)),
    copy_values.PARK_PART: CopyPart(title="Parks", read=_park, known_here=_parks),
    copy_values.EVENT_PART: CopyPart(title="Events", read=_event, known_here=_events),
}
"""The parts of the copy, in the order in which they are shown."""

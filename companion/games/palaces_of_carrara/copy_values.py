"""My copy of The Palaces of Carrara: the values of the upgrade tiles, and the objects of the buildings."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from companion.games.copy_parts import (
    CopyPart,
    KnownValue,
    PrintedValue,
    entered_values,
    plain_values,
    read_value,
    with_mine,
)
from companion.tables.state import with_table
from scoring.messages import say
from scoring.palaces_of_carrara.data import KNOWN_UPGRADES, OBJECTS_OF, OBJECTS_UNSURE
from scoring.palaces_of_carrara.state import Kind, Location, Object, Value
from scoring.palaces_of_carrara.wording import given, location_name
from storage.documents.codec import plain

if TYPE_CHECKING:
    from collections.abc import Mapping

    from companion.games.palaces_of_carrara.actions import CarraraTable, Transition
    from companion.tables.my_copy import MyCopy

GAME: Final = "palaces-of-carrara"

UPGRADE_PART: Final = "upgrade"
OBJECT_PART: Final = "object_of"

RULEBOOK: Final = say("Rulebook of the expansion, Upgrade Tiles, example")
"""Where the rulebook prints the values of some upgrade tiles."""


def upgrades(copies: MyCopy) -> Mapping[Location, KnownValue[Value]]:
    """Return the known values of the upgrade tiles, with their source."""
    printed = (KnownValue(key=one.value, value=value, printed=RULEBOOK) for one, value in KNOWN_UPGRADES.items())
    entries = with_mine(printed, copies, UPGRADE_PART, _read_upgrade)
    return {Location(entry.key): entry for entry in entries}


def upgrade_values(copies: MyCopy) -> dict[Location, Value]:
    """Return the known values of the upgrade tiles; those of my copy replace those of the rulebook."""
    return {location: entry.value for location, entry in upgrades(copies).items()}


def _read_upgrade(key: str, value: Any) -> Value | None:  # noqa: ANN401 - any JSON
    return read_value(Value, value, GAME) if key in set(Location) else None


async def keep_upgrade(copies: MyCopy, location: Location, value: Value) -> None:
    """Keep the value of an upgrade tile, unless the rulebook prints the same."""
    if upgrade_values(copies).get(location) != value:
        await copies.keep(UPGRADE_PART, location.value, plain(value))


def objects_known(copies: MyCopy) -> dict[Kind, Object]:
    """Return the objects on the buildings of my copy, `{}` until all of them are entered."""
    kept = copies.part(OBJECT_PART)
    shown = {kind: Object(kept[kind]) for kind in OBJECTS_UNSURE if kept.get(kind) in set(Object)}
    return shown if len(set(shown.values())) == len(OBJECTS_UNSURE) else {}


def objects_supposed(known: Mapping[Kind, Object]) -> dict[Kind, Object]:
    """Return the objects of the kinds that no rulebook names: the known ones, else our guess."""
    return {kind: known.get(kind, OBJECTS_OF[kind]) for kind in OBJECTS_UNSURE}


def with_exchange(objects: Mapping[Kind, Object], kind: Kind, one: Object) -> dict[Kind, Object]:
    """Return the objects after a kind took one from another kind, which gets the old object in exchange.

    >>> with_exchange({Kind.CASTELLO: Object.FLAG, Kind.VILLA: Object.CUP}, Kind.VILLA, Object.FLAG)
    {<Kind.CASTELLO: 'castello'>: <Object.CUP: 'cup'>, <Kind.VILLA: 'villa'>: <Object.FLAG: 'flag'>}
    """
    moved = {one: objects[kind], objects[kind]: one}
    return {other: moved.get(before, before) for other, before in objects.items()}


def has_unsure_objects(state: CarraraTable, seat: int) -> bool:
    """Return whether a player has built a kind whose object nobody has entered at this table."""
    built = {building.kind for building in state.table.players[seat].buildings}
    return bool(built.intersection(OBJECTS_UNSURE).difference(state.table.objects_of))


async def keep_objects(copies: MyCopy, objects: Mapping[Kind, Object]) -> None:
    """Keep the objects on the buildings of my copy."""
    for kind, one in objects.items():
        await copies.keep(OBJECT_PART, kind.value, one.value)


def with_objects(objects: Mapping[Kind, Object]) -> Transition:
    """Set the objects on the buildings at a table."""
    return lambda state: with_table(state, objects_of=dict(objects))


def _upgrade_print(key: str, value: Any) -> PrintedValue | None:  # noqa: ANN401 - any JSON
    read = _read_upgrade(key, value)
    if read is None:
        return None
    return PrintedValue(about=key, what=location_name(Location(key)), worth=given(read.points, read.coins))


def _object_print(key: str, value: Any) -> PrintedValue | None:  # noqa: ANN401 - any JSON
    if key not in set(OBJECTS_UNSURE) or not isinstance(value, str) or value not in set(Object):
        return None
    what = say("Object of the {kind}", kind=Kind(key).noun.name)
    return PrintedValue(about=key, what=what, worth=Object(value).noun.name)


COPY_PARTS: Final[Mapping[str, CopyPart]] = {
    UPGRADE_PART: CopyPart(
        title=say("Upgrade tiles"),
        read=_upgrade_print,
        known_here=lambda copies: plain_values(upgrades(copies).values()),
    ),
    OBJECT_PART: CopyPart(
        title=say("Objects of the buildings"), read=_object_print, known_here=entered_values(OBJECT_PART)
    ),
}
"""The parts of the copy, in the order of the screen."""

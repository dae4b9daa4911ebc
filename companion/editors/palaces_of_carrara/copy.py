"""My copy of The Palaces of Carrara: the values of the upgrade tiles, and which object a building shows."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from scoring.palaces_of_carrara.data import KNOWN_UPGRADES, OBJECTS_OF, OBJECTS_UNSURE
from scoring.palaces_of_carrara.state import Kind, Location, Object, Value
from storage.codec import plain
from storage.records import record_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from companion.copies import Copies
    from companion.editors.palaces_of_carrara.acts import Act
    from scoring.problems import Problem

GAME: Final = "palaces-of-carrara"

UPGRADE_PART: Final = "upgrade"
OBJECT_PART: Final = "object_of"


def upgrade_values(copies: Copies) -> dict[Location, Value]:
    """Return what the upgrade tiles print, as far as it is known: mine stands in the place of the rulebook's."""
    mine = {place: _value(copies.part(UPGRADE_PART).get(place)) for place in Location}
    return {**KNOWN_UPGRADES, **{place: value for place, value in mine.items() if value is not None}}


def is_mine(copies: Copies, place: Location) -> bool:
    """Return whether the value of an upgrade tile was entered from my copy."""
    return place in copies.part(UPGRADE_PART)


async def keep_upgrade(copies: Copies, place: Location, value: Value) -> None:
    """Keep what an upgrade tile prints, unless the rulebook says just that."""
    if upgrade_values(copies).get(place) != value:
        await copies.keep(UPGRADE_PART, place.value, plain(value))


def objects_known(copies: Copies) -> dict[Kind, Object]:
    """Return the objects that the buildings of my copy show, empty until that was said."""
    kept = copies.part(OBJECT_PART)
    shown = {kind: Object(kept[kind]) for kind in OBJECTS_UNSURE if kept.get(kind) in set(Object)}
    return shown if len(set(shown.values())) == len(OBJECTS_UNSURE) else {}


def objects_supposed(known: Mapping[Kind, Object]) -> dict[Kind, Object]:
    """Return the objects of the kinds that no text at hand is sure of: as they are known, else as they are supposed."""
    return {kind: known.get(kind, OBJECTS_OF[kind]) for kind in OBJECTS_UNSURE}


def exchanged(shown: Mapping[Kind, Object], kind: Kind, one: Object) -> dict[Kind, Object]:
    """Return what the kinds show where one shows another object: whose it was takes the object in exchange.

    >>> exchanged({Kind.CASTELLO: Object.FLAG, Kind.VILLA: Object.CUP}, Kind.VILLA, Object.FLAG)
    {<Kind.CASTELLO: 'castello'>: <Object.CUP: 'cup'>, <Kind.VILLA: 'villa'>: <Object.FLAG: 'flag'>}
    """
    return {other: one if other is kind else shown[kind] if held is one else held for other, held in shown.items()}


async def keep_objects(copies: Copies, shown: Mapping[Kind, Object]) -> None:
    """Keep what the buildings of my copy show."""
    for kind, one in shown.items():
        await copies.keep(OBJECT_PART, kind.value, one.value)


def with_objects(shown: Mapping[Kind, Object]) -> Act:
    """Say at a table what its buildings show."""
    return lambda evening: replace(evening, table=replace(evening.table, objects_of=dict(shown)))


def _value(kept: Any) -> Value | None:  # noqa: ANN401 - what JSON can hold
    if kept is None:
        return None
    problems: list[Problem] = []
    read: Value = record_of(Value).read(kept, None, problems)
    return None if problems else read

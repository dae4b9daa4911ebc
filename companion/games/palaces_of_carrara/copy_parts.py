"""What a copy of The Palaces of Carrara prints, part by part."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from companion.games.palaces_of_carrara import copy_values
from scoring.palaces_of_carrara.data import OBJECTS_UNSURE
from scoring.palaces_of_carrara.state import Object, Place, Value
from scoring.palaces_of_carrara.wording import given, placed
from storage.documents.codec import plain

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from companion.tables.my_copy import MyCopy
from companion.games.copy_parts import CopyPart, PrintedValue, entered_values, read_value


def _upgrade(key: str, value: Any) -> PrintedValue | None:  # noqa: ANN401 - any JSON
    read = read_value(Value, value, "palaces-of-carrara")
    if read is None or key not in set(Place):
        return None
    return PrintedValue(about=key, what=placed(Place(key)), worth=str(given(read.points, read.coins)))


def _object(key: str, value: Any) -> PrintedValue | None:  # noqa: ANN401 - any JSON
    if key not in set(OBJECTS_UNSURE) or not isinstance(value, str) or value not in set(Object):
        return None
    return PrintedValue(about=key, what=f"Object of the {key}", worth=value.replace("_", " "))


def _upgrades(copies: MyCopy) -> Iterable[tuple[str, Any]]:
    return ((place.value, plain(value)) for place, value in copy_values.upgrade_values(copies).items())


PARTS: Final[Mapping[str, CopyPart]] = {
    copy_values.UPGRADE_PART: CopyPart(title="Upgrade tiles", read=_upgrade, known=_upgrades),
    copy_values.OBJECT_PART: CopyPart(
        title="Objects of the buildings", read=_object, known=entered_values(copy_values.OBJECT_PART)
    ),
}
"""The parts of the copy, in the order in which they are shown."""

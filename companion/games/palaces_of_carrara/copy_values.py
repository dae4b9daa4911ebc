"""My copy of The Palaces of Carrara: the values of the upgrade tiles, and the objects of the buildings."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Final

from companion.games.kit import CopyPart, KnownValue, by_name
from companion.tables.state import with_table
from scoring.fields import Keys
from scoring.messages import say
from scoring.palaces_of_carrara.data import KNOWN_UPGRADES, OBJECTS_OF, OBJECTS_UNSURE
from scoring.palaces_of_carrara.state import Kind, Location, Object, Value
from scoring.palaces_of_carrara.wording import given
from storage.documents.records import field_of

if TYPE_CHECKING:
    from companion.games.palaces_of_carrara.actions import CarraraTable
    from companion.tables.my_copy import MyCopy

GAME: Final = "palaces-of-carrara"

RULEBOOK: Final = say("Rulebook of the expansion, Upgrade Tiles, example")
"""Where the rulebook prints the values of some upgrade tiles."""

UPGRADES: Final[CopyPart[Location, Value]] = CopyPart(
    game=GAME,
    name="upgrade",
    title=say("Upgrade tiles"),
    entries=field_of(Mapping[Location, Value]),
    words=lambda location, value: say(
        "{what}: {value}", what=location.noun.name, value=given(value.points, value.coins)
    ),
    printed=tuple(
        KnownValue(key=location, value=value, printed=RULEBOOK) for location, value in KNOWN_UPGRADES.items()
    ),
)

OBJECTS: Final[CopyPart[Kind, Object]] = CopyPart(
    game=GAME,
    name="object_of",
    title=say("Objects of the buildings"),
    entries=field_of(Annotated[Mapping[Kind, Object], Keys(OBJECTS_UNSURE)]),
    words=lambda kind, shown: say("{what}: {value}", what=kind.noun.title, value=shown.noun.name),
)

COPY_PARTS: Final = by_name(UPGRADES, OBJECTS)


def objects_known(copies: MyCopy) -> dict[Kind, Object]:
    """Return the objects on the buildings of my copy, `{}` until all of them are entered."""
    shown = OBJECTS.values(copies)
    return shown if len(set(shown.values())) == len(OBJECTS_UNSURE) else {}


def objects_supposed(entered: Mapping[Kind, Object]) -> dict[Kind, Object]:
    """Return the objects of the kinds that no rulebook names: the known ones, else our guess."""
    return {kind: entered.get(kind, OBJECTS_OF[kind]) for kind in OBJECTS_UNSURE}


def with_exchange(objects: Mapping[Kind, Object], kind: Kind, wooden: Object) -> dict[Kind, Object]:
    """Return the objects after a kind took one from another kind, which gets the old object in exchange.

    >>> with_exchange({Kind.CASTELLO: Object.FLAG, Kind.VILLA: Object.CUP}, Kind.VILLA, Object.FLAG)
    {<Kind.CASTELLO: 'castello'>: <Object.CUP: 'cup'>, <Kind.VILLA: 'villa'>: <Object.FLAG: 'flag'>}
    """
    moved = {wooden: objects[kind], objects[kind]: wooden}
    return {holder: moved.get(before, before) for holder, before in objects.items()}


def has_unsure_objects(state: CarraraTable, seat: int) -> bool:
    """Return whether a player has built a kind whose object nobody has entered at this table."""
    built = {building.kind for building in state.table.players[seat].buildings}
    return bool(built.intersection(OBJECTS_UNSURE).difference(state.table.objects_of))


async def keep_objects(copies: MyCopy, objects: Mapping[Kind, Object]) -> None:
    """Keep the objects on the buildings of my copy."""
    for kind, wooden in objects.items():
        await OBJECTS.keep(copies, kind, wooden)


def with_objects(state: CarraraTable, objects: Mapping[Kind, Object]) -> CarraraTable:
    """Set the objects on the buildings at a table."""
    return with_table(state, objects_of=dict(objects))

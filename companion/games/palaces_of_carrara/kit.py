"""What The Palaces of Carrara adds to the app apart from its rules: its help, and my copy.

My copy has the values of the upgrade tiles, and the objects of the buildings.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Final

from companion.games.kit import CopyPart, GameKit, HelpPage, KnownValue, by_name
from companion.tables.state import Extras, PlayerStyle, TableState, with_table
from scoring.fields import Keys
from scoring.messages import say, titled
from scoring.palaces_of_carrara.data import KNOWN_UPGRADES, OBJECTS_OF, OBJECTS_UNSURE
from scoring.palaces_of_carrara.margins import margins
from scoring.palaces_of_carrara.moves import COLORS_OF_CARDS, laid_out, setup
from scoring.palaces_of_carrara.state import Kind, Location, Object, Value
from scoring.palaces_of_carrara.wording import given
from storage.documents.records import field_of

if TYPE_CHECKING:
    from companion.games.palaces_of_carrara.actions import CarraraTable
    from companion.tables.my_copy import MyCopy
    from scoring.sheet import Column


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


HELP: Final = HelpPage(
    enter=(say("Wheel: tap blocks to buy. Board: tap a city to build."),),
    rules=(
        say("Each turn: buy, build or score."),
        say("Buy: turn the wheel, fill it to eleven, take blocks of one section."),
        say(
            "Score at most six times: each kind once, or a city nobody has scored. A building pays its cost times its "
            "city’s value, and an object."
        ),
        say("With all three objectives met you may announce the end: 5 points."),
    ),
)


BASE, EXPANSION = "base", "expansion"


BEHIND_A_SCREEN: Final = frozenset({"objects", "coins"})
"""The rules of the sheet that count what is behind the screen of a player."""


def open_points(state: CarraraTable, column: Column) -> int:
    """Return the points of a player that lie open; all of them where nothing is hidden."""
    hidden = BEHIND_A_SCREEN if state.table.secret else frozenset()
    return sum(line.points for line in column.lines if line.rule not in hidden)


def begin(names: Sequence[str], seats: Sequence[PlayerStyle], variant: str, copies: MyCopy) -> CarraraTable:
    """Return the table before the first turn; the cards of the expansion are picked at the table."""
    table = replace(laid_out(names, objects_of=objects_known(copies)), sold=())
    if variant == EXPANSION:
        table = replace(table, expansion=True, upgrades=UPGRADES.values(copies))
    return TableState(table=table, extras=Extras(seats=tuple(seats)))


def with_variant(state: CarraraTable, variant: str, copies: MyCopy) -> CarraraTable:
    """Return a table with or without the expansion; without it nothing is left of its cards."""
    if variant == EXPANSION:
        return with_table(state, expansion=True, upgrades=UPGRADES.values(copies))
    return with_table(state, expansion=False, upgrades={}, cards=None, **dict.fromkeys(COLORS_OF_CARDS))


PALACES_OF_CARRARA: Final = GameKit(
    game=GAME,
    mark="palazzo",
    variants={BASE: titled(say("base game")), EXPANSION: titled(say("with the expansion"))},
    begin=begin,
    help_page=HELP,
    variant_of=lambda state: EXPANSION if state.table.expansion else BASE,
    with_variant=with_variant,
    setup=lambda state: setup(len(state.table.players), expansion=state.table.expansion),
    copy_parts=COPY_PARTS,
    margins=margins,
    fields={"track": "score", "blocks": "blocks"},
    open_points=open_points,
    unused=lambda state: frozenset() if state.table.expansion else frozenset({"bonus"}),
    blank={"coins": 0, "blocks": {}},
)

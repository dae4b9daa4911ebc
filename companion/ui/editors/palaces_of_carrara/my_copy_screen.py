"""My copy of The Palaces of Carrara: the values of the upgrade tiles, and the objects of the buildings."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from companion.games.palaces_of_carrara import copy_values
from companion.ui.components.controls import caption, card, text
from companion.ui.components.my_copy import CopyPage, CopySections, PartPage, with_source
from companion.ui.components.stepper import Counter, Stepper
from companion.ui.core.error_boundary import component
from companion.ui.core.hooks import keyed
from companion.ui.core.theme import Style
from companion.ui.editors.palaces_of_carrara.objects import ObjectsEntry
from scoring.messages import say, titled, tr, wordless
from scoring.palaces_of_carrara.state import VALUE_RANGE, Location, Value

if TYPE_CHECKING:
    from collections.abc import Mapping

    import flet as ft

    from companion.games.copy_parts import KnownValue
    from scoring.messages import Message
    from scoring.palaces_of_carrara.state import Kind, Object

NOT_KNOWN: Final = say("Not known yet: Tessera asks when a table needs it.")
NOTHING: Final = Value(points=0, coins=0)
"""The value from which an unknown upgrade tile is entered."""


@component
def MyCopyScreen() -> ft.Control:
    """Show the upgrade tiles and the objects of my copy, and let them be entered."""
    return CopySections(copy_values.GAME, PARTS)


def _upgrades(page: PartPage[Location, Value]) -> list[ft.Control]:
    entered = {entry.key: entry for entry in page.known}
    return [_upgrade(page, location, entered.get(location)) for location in Location]


def _upgrade(
    page: PartPage[Location, Value], location: Location, entry: KnownValue[Location, Value] | None
) -> ft.Control:
    name = location.noun.name
    mine = entry is not None and entry.is_mine

    def value_stepper(label: Message, field: str) -> ft.Control:
        async def keep(number: int) -> None:
            before = page.part.values(page.copies).get(location, NOTHING)
            await page.keep(location, replace(before, **{field: number}))

        counter = Counter(name=label, most=VALUE_RANGE.high)
        return keyed(f"{field} {mine}", Stepper, counter, getattr(entry.value if entry else NOTHING, field), keep)

    steppers = [
        value_stepper(wordless("{what}, {location}", what=say("Points"), location=name), "points"),
        value_stepper(wordless("{what}, {location}", what=titled(say("coins")), location=name), "coins"),
    ]
    content = [text(location.noun.title, Style.STRONG), *steppers]
    return with_source(content, NOT_KNOWN) if entry is None else page.card(entry, content)


def _objects(page: PartPage[Kind, Object]) -> list[ft.Control]:
    async def keep(objects: Mapping[Kind, Object]) -> None:
        await copy_values.keep_objects(page.copies, objects)
        page.again()

    entered = copy_values.objects_known(page.copies)
    source = tr("Mine") if entered else tr("Assumed: save what your tiles show.")
    entry = keyed(f"objects {sorted(entered.values())}", ObjectsEntry, copy_values.objects_supposed(entered), keep)
    return [card([entry, caption(source)])]


PARTS: Final = (
    CopyPage(
        part=copy_values.UPGRADES,
        about=say("What each upgrade tile shows, for each block of building cost."),
        shown=_upgrades,
    ),
    CopyPage(
        part=copy_values.OBJECTS,
        about=say("Which object each of these buildings shows."),
        shown=_objects,
    ),
)

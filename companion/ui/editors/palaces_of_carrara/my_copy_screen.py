"""My copy of The Palaces of Carrara: the values of the upgrade tiles, and the objects of the buildings."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from companion.games.palaces_of_carrara import copy_values
from companion.ui.components.controls import caption, card, text
from companion.ui.components.my_copy import CopyPage, CopySections, Refresh, remove_button, with_source
from companion.ui.components.stepper import Counter, Stepper
from companion.ui.core.error_boundary import component, show_snackbar
from companion.ui.core.hooks import keyed
from companion.ui.core.theme import Style
from companion.ui.editors.palaces_of_carrara.objects import ObjectsEntry
from scoring.messages import say, tr
from scoring.palaces_of_carrara.state import VALUE_RANGE, Location, Value
from scoring.palaces_of_carrara.wording import location_name, location_title

if TYPE_CHECKING:
    from collections.abc import Mapping

    import flet as ft

    from companion.tables.my_copy import MyCopy
    from scoring.messages import Message
    from scoring.palaces_of_carrara.state import Kind, Object

NOT_KNOWN: Final = say("Not known yet: Tessera asks when the tile is taken.")
NOTHING: Final = Value(points=0, coins=0)
"""The value from which an unknown upgrade tile is entered."""


@component
def MyCopyScreen() -> ft.Control:
    """Show the upgrade tiles and the objects of my copy, and let them be entered."""
    return CopySections(copy_values.GAME, PARTS)


def _upgrades(copies: MyCopy, again: Refresh) -> list[ft.Control]:
    return [_upgrade(copies, location, again) for location in Location]


def _upgrade(copies: MyCopy, location: Location, again: Refresh) -> ft.Control:
    name = location_name(location)
    entry = copy_values.upgrades(copies).get(location)
    mine = entry is not None and entry.is_mine

    def value_stepper(label: Message, field: str) -> ft.Control:
        async def keep(number: int) -> None:
            before = copy_values.upgrade_values(copies).get(location, NOTHING)
            await copy_values.keep_upgrade(copies, location, replace(before, **{field: number}))
            again()

        counter = Counter(name=label, most=VALUE_RANGE.high)
        return keyed(f"{field} {mine}", Stepper, counter, getattr(entry.value if entry else NOTHING, field), keep)

    steppers = [
        value_stepper(say("Points, {location}", location=name), "points"),
        value_stepper(say("Coins, {location}", location=name), "coins"),
    ]
    content = [text(location_title(location), Style.STRONG), *steppers]
    if mine:
        remove = remove_button(copies, copy_values.UPGRADE_PART, location.value, name, again)
        return with_source(content, tr("Mine"), remove)
    return with_source(content, entry.printed if entry else NOT_KNOWN)


def _objects(copies: MyCopy, again: Refresh) -> list[ft.Control]:
    async def keep(objects: Mapping[Kind, Object]) -> None:
        await copy_values.keep_objects(copies, objects)
        again()
        show_snackbar(tr("Kept in “My copy”."))

    known = copy_values.objects_known(copies)
    source = tr("Mine") if known else tr("Only assumed: look at the tiles, and save what they show.")
    entry = keyed(f"objects {sorted(known.values())}", ObjectsEntry, copy_values.objects_supposed(known), keep)
    return [card([entry, caption(source)])]


PARTS: Final = (
    CopyPage(
        title=say("Upgrade tiles"),
        about=say("What each upgrade tile of the expansion shows, for each block of building cost."),
        shown=_upgrades,
    ),
    CopyPage(
        title=say("Objects"),
        about=say(
            "Which object each of these buildings shows; the rulebook gives those of biblioteca, palazzo and porta."
        ),
        shown=_objects,
    ),
)

"""My copy of The Palaces of Carrara: the values of the upgrade tiles, and the objects of the buildings."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Final

import flet as ft

from companion.games.palaces_of_carrara import kit
from companion.games.palaces_of_carrara.kit import (
    keep_objects,
    objects_known,
    objects_supposed,
    with_exchange,
    with_objects,
)
from companion.ui.components.controls import button, caption, card, heading, mark, outlined, text
from companion.ui.components.fields import chip, wrapped
from companion.ui.components.foot import AtThumb
from companion.ui.components.layout import column
from companion.ui.components.my_copy import CopyPage, CopySections, PartPage, with_source
from companion.ui.components.stepper import Counter, Stepper
from companion.ui.core.context import use_revision, use_ui
from companion.ui.core.error_boundary import component
from companion.ui.core.hooks import keyed, use_lazy_state, use_value, value_now
from companion.ui.core.theme import SPACE, Style
from scoring.messages import Message, say, titled, tr, wordless
from scoring.palaces_of_carrara.state import VALUE_RANGE, Kind, Location, Object, Value

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping

    from companion.games.kit import KnownValue
    from companion.tables.live_table import LiveTable

    ObjectsOfKinds = Mapping[Kind, Object]


WHAT_BUILDINGS_SHOW: Final = say("What the buildings show")

TAKEN_BEFORE: Final = say("Objects taken before stay as they are.")


@component
def ObjectsQuestion(live: LiveTable) -> ft.Control:
    """Say which objects are supposed at a table, and on demand ask for them."""
    use_revision(live)
    ui = use_ui()
    copies = ui.tables.copies[live.game.key]
    asking, set_asking = use_value(initial=False)
    start = objects_supposed(objects_known(copies))
    supposed = objects_supposed(live.state.table.objects_of)
    scored = any(player.scored for player in live.state.table.players)

    async def keep(objects: ObjectsOfKinds) -> None:
        await keep_objects(copies, objects)
        await live.change(WHAT_BUILDINGS_SHOW, lambda state: with_objects(state, objects))

    def ask() -> None:
        set_asking(lambda _: True)

    if not asking:
        named = tuple(
            say("{what}: {value}", what=kind.noun.name, value=wooden.noun.name) for kind, wooden in supposed.items()
        )
        words = caption(say("Assumed: {objects}.", objects=named))
        return card([words, ft.Row([outlined(WHAT_BUILDINGS_SHOW, ask)], wrap=True)], padding=3 * SPACE)
    after = [caption(TAKEN_BEFORE)] if scored else []
    form: ft.Control = ObjectsEntry(start, keep)
    return card([heading(WHAT_BUILDINGS_SHOW), *after, form])


@component
def ObjectsEntry(start: ObjectsOfKinds, keep: Callable[[ObjectsOfKinds], Awaitable[None]]) -> ft.Control:
    """Let the object of each kind be chosen; each object belongs to one kind alone."""
    objects, set_objects = use_lazy_state(lambda: dict(start))

    def choose(kind: Kind, wooden: Object) -> None:
        set_objects(lambda before: with_exchange(before, kind, wooden))

    def object_chip(kind: Kind, wooden: Object) -> ft.Control:
        name = wooden.noun.name
        leading = mark(wooden.value, 20, ft.Colors.ON_SURFACE)
        label = tr("{what}: {value}", what=kind.noun.title, value=name)
        return chip(name, partial(choose, kind, wooden), selected=objects[kind] is wooden, leading=leading, label=label)

    rows: list[ft.Control] = [
        ft.Column(
            [
                ft.Row([mark(kind.value, 22, ft.Colors.ON_SURFACE), text(kind.noun.title)], spacing=2 * SPACE),
                wrapped(object_chip(kind, wooden) for wooden in start.values()),
            ],
            spacing=SPACE,
            tight=True,
        )
        for kind in objects
    ]

    async def done() -> None:
        shown = value_now(set_objects)
        await keep(shown)

    return column([*rows, AtThumb(lambda: [button(tr("Save"), done)])], spacing=3 * SPACE)


NOT_KNOWN: Final = say("Not known yet: Tessera asks when a table needs it.")
NOTHING: Final = Value(points=0, coins=0)
"""The value from which an unknown upgrade tile is entered."""


@component
def MyCopyScreen() -> ft.Control:
    """Show the upgrade tiles and the objects of my copy, and let them be entered."""
    return CopySections(kit.GAME, PARTS)


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
        await kit.keep_objects(page.copies, objects)
        page.again()

    entered = kit.objects_known(page.copies)
    source = tr("Mine") if entered else tr("Assumed: save what your tiles show.")
    entry = keyed(f"objects {sorted(entered.values())}", ObjectsEntry, kit.objects_supposed(entered), keep)
    return [card([entry, caption(source)])]


PARTS: Final = (
    CopyPage(
        part=kit.UPGRADES, about=say("What each upgrade tile shows, for each block of building cost."), shown=_upgrades
    ),
    CopyPage(part=kit.OBJECTS, about=say("Which object each of these buildings shows."), shown=_objects),
)

"""The objects on buildings that no rulebook names: asked once, and kept in my copy."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

import flet as ft

from companion.games.palaces_of_carrara.copy_values import (
    keep_objects,
    objects_known,
    objects_supposed,
    with_exchange,
    with_objects,
)
from companion.ui.components.controls import button, caption, card, heading, mark, outlined, text
from companion.ui.components.fields import chip, wrapped
from companion.ui.components.layout import column
from companion.ui.core.context import use_revision, use_ui
from companion.ui.core.error_boundary import component
from companion.ui.core.hooks import use_lazy_state, use_value, value_now
from companion.ui.core.theme import SPACE
from scoring.messages import say, tr

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping

    from companion.tables.live_table import LiveTable
    from scoring.palaces_of_carrara.state import Kind, Object

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

    return column([*rows, ft.Row([button(tr("Save"), done)], wrap=True)], spacing=3 * SPACE)

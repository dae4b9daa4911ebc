"""Which object a building shows, where no text at hand is sure of it: asked once, kept as my copy."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import flet as ft

from companion.games.palaces_of_carrara import actions
from companion.games.palaces_of_carrara.copy_values import (
    exchanged,
    keep_objects,
    objects_known,
    objects_supposed,
    with_objects,
)
from companion.ui.components.controls import button, caption, card, heading, mark, outlined, text
from companion.ui.components.fields import chip, wrapped
from companion.ui.core.context import use_revision, use_ui
from companion.ui.core.error_boundary import component
from companion.ui.core.hooks import use_lazy_state, use_value
from companion.ui.core.theme import SPACE
from scoring.messages import say
from scoring.palaces_of_carrara.data import OBJECTS_UNSURE
from scoring.palaces_of_carrara.wording import OBJECTS

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping

    from companion.tables.live_table import LiveTable
    from scoring.palaces_of_carrara.state import Kind, Object

    Shown = Mapping[Kind, Object]

ASKED: Final = "Each building tile shows its object. Which ones are on yours? It is asked once, and kept as my copy."
SUPPOSED: Final = (
    "Which objects these buildings bring is on the tiles alone. Until you say it, this is supposed: {objects}."
)
TAKEN_BEFORE: Final = "What was taken before stays. Objects are counted under Stock."


def unsure(live: LiveTable, seat: int) -> bool:
    """Return whether a player has built a kind whose object was not said yet."""
    built = {building.kind for building in actions.player_of(live.state, seat).buildings}
    return bool(built.intersection(OBJECTS_UNSURE).difference(live.state.table.objects_of))


@component
def ShownObjects(live: LiveTable) -> ft.Control:
    """Ask at a table what the buildings show."""
    use_revision(live)
    ui = use_ui()
    copies = ui.tables.copies[live.game.key]
    asking, set_asking = use_value(initial=False)
    start = objects_supposed(objects_known(copies))
    supposed = objects_supposed(live.state.table.objects_of)
    scored = any(player.scored for player in live.state.table.players)

    async def keep(shown: Shown) -> None:
        await keep_objects(copies, shown)
        await live.change("What the buildings show", with_objects(shown))

    def ask() -> None:
        set_asking(lambda _: True)

    if not asking:
        named = tuple(
            say("{kind} a {object}", kind=kind.value, object=OBJECTS[one][0]) for kind, one in supposed.items()
        )
        words = caption(say(SUPPOSED, objects=named))
        return card([words, ft.Row([outlined("Say what the tiles show", ask)], wrap=True)], padding=3 * SPACE)
    after = [caption(TAKEN_BEFORE)] if scored else []
    form: ft.Control = Asking(start, keep)
    return card([heading("What do these buildings show?"), text(ASKED), *after, form])


@component
def Asking(start: Shown, keep: Callable[[Shown], Awaitable[None]]) -> ft.Control:
    """Let the objects of the kinds be chosen; each belongs to one kind alone."""
    shown, set_shown = use_lazy_state(lambda: dict(start))

    def choosing(kind: Kind, one: Object) -> Callable[[], None]:
        return lambda: set_shown(lambda before: exchanged(before, kind, one))

    def offer(kind: Kind, one: Object) -> ft.Control:
        name = OBJECTS[one][0]
        leading = mark(one.value, 20, ft.Colors.ON_SURFACE)
        said = f"The {kind.value} shows the {name}"
        return chip(name, choosing(kind, one), selected=shown[kind] is one, leading=leading, label=said)

    rows: list[ft.Control] = [
        ft.Column(
            [
                ft.Row([mark(kind.value, 22, ft.Colors.ON_SURFACE), text(kind.value.capitalize())], spacing=2 * SPACE),
                wrapped(offer(kind, one) for one in start.values()),
            ],
            spacing=SPACE,
            tight=True,
        )
        for kind in shown
    ]

    async def done() -> None:
        await keep(shown)

    return ft.Column(
        [*rows, ft.Row([button("Keep what they show", done)], wrap=True)],
        spacing=3 * SPACE,
        tight=True,
        horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
    )

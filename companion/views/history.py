"""The finished plays, the last one first."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import flet as ft

from companion.guards import component, tell
from companion.hooks import use_value
from companion.parts.basics import button, icon_button, outlined, quiet, tappable, text
from companion.parts.plays import play_face, play_label
from companion.parts.topbar import screen, topbar
from companion.theme import RADIUS, SPACE
from companion.times import now
from companion.ui import use_loaded, use_ui
from storage.store import Store

if TYPE_CHECKING:
    from collections.abc import Callable

    from companion.theme import Palette
    from storage.store import StoredPlay

PAGE: Final = 30
"""How many plays are shown at first, and how many more with each tap."""

NOTHING_YET: Final = (
    "No play has been finished yet. At the end of an evening Tessera keeps its sheet here: "
    "who won, with how many points, and why."
)


@component
def History() -> ft.Control:
    """List the finished plays."""
    ui = use_ui()
    page = ft.context.page
    keeper = ui.tables.keeper
    shown, set_shown = use_value(PAGE)

    async def load() -> tuple[StoredPlay, ...]:
        return await keeper.ask(Store.plays, shown + 1, 0)

    loaded, again = use_loaded(load, [shown])
    bar = topbar("History", back="/")
    if loaded is None:
        return screen(bar, [quiet("The plays are being looked up …", ui.look.palette)])
    plays: tuple[StoredPlay, ...] = loaded
    if not plays:
        return screen(bar, [text(NOTHING_YET), button("New table", lambda: page.navigate("/new"), icon=ft.Icons.ADD)])

    def show_more() -> None:
        set_shown(lambda number: number + PAGE)

    def deleting(play: StoredPlay) -> Callable[[], Any]:
        async def bring_back() -> None:
            await keeper.ask(Store.restore_play, play.id)
            again()

        async def delete() -> None:
            await keeper.ask(Store.remove_play, play.id)
            again()
            tell("The play was deleted.", undo=bring_back)

        return delete

    entries = [_entry(play, deleting(play), ui.look.palette) for play in plays[:shown]]
    more = [outlined("Show more", show_more)] if len(plays) > shown else []
    return screen(bar, [*entries, *more])


def _entry(play: StoredPlay, delete: Callable[[], Any], palette: Palette) -> ft.Control:
    page = ft.context.page
    label = play_label(play, now())
    opening = tappable(
        play_face(play, now(), palette), label, lambda: page.navigate(f"/play/{play.id}"), padding=4 * SPACE
    )
    remove = icon_button(ft.Icons.DELETE_OUTLINE, f"Delete {label}", delete, icon_color=palette.quiet)
    return ft.Container(
        ft.Stack([opening, ft.Container(remove, right=0, top=0)]),
        bgcolor=palette.surface,
        border=ft.Border.all(1, palette.line),
        border_radius=RADIUS,
    )

"""The deleted plays: restored, or deleted for good."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, Final

import flet as ft

from companion.services.results import relative_end
from companion.system import now
from companion.tables.offers import done_once
from companion.ui.components.controls import caption, loading_text, outlined, plain_button, text
from companion.ui.components.dialogs import asking, use_confirmation
from companion.ui.components.layout import column, screen, topbar
from companion.ui.components.plays import game_title, play_button, play_label
from companion.ui.core.context import use_stored, use_ui
from companion.ui.core.error_boundary import component, show_snackbar
from companion.ui.core.hooks import use_value
from companion.ui.core.theme import RADIUS, SPACE
from scoring.messages import say, tr
from storage.repositories import history, plays
from storage.repositories.history import Filter

if TYPE_CHECKING:
    from collections.abc import Callable

    from storage.repositories.play_content import ListedPlay

PAGE_SIZE: Final = 30
"""How many plays are shown at first, and how many more with each tap."""

EMPTY: Final = say("No play is deleted.")
KEPT: Final = say("These plays count nowhere. They stay here until you delete them for good.")
FOR_GOOD: Final = say("Its sheet, its earlier versions and its table go with it. This cannot be undone.")
DELETE_FOR_GOOD: Final = say("Delete for good")


@component
def DeletedPlays() -> ft.Control:
    """List the deleted plays."""
    number, set_number = use_value(PAGE_SIZE)
    listed, again = use_stored(history.page, Filter(removed=True), number)

    def more() -> None:
        set_number(lambda old: old + PAGE_SIZE)

    bar = topbar(tr("Deleted plays"), back="/history")
    if listed is None:
        return screen(bar, [loading_text()])
    if not listed.plays:
        return screen(bar, [text(EMPTY)])
    ways = [outlined(tr("Show more"), more)] if listed.after else []
    return screen(bar, [caption(KEPT), DeletedList(listed.plays, again), *ways])


@component
def DeletedList(shown: tuple[ListedPlay, ...], again: Callable[[], None]) -> ft.Control:
    """List plays that can be restored or deleted for good; `again` is called after one was."""
    ui = use_ui()
    worker = ui.tables.worker
    nobody: ListedPlay | None = None
    doomed, set_doomed = use_value(nobody)

    async def forget() -> None:
        if doomed is not None:
            await worker.run(plays.delete_for_good, doomed.id)
            again()

    confirm = use_confirmation(asking(DELETE_FOR_GOOD, f"{_play_title(doomed)}. {FOR_GOOD}"), forget)

    def ask(play: ListedPlay) -> None:
        set_doomed(lambda _: play)
        confirm()

    async def remove(play: ListedPlay) -> None:
        await worker.run(plays.remove, play.id)
        again()

    async def restore(play: ListedPlay) -> None:
        await done_once(worker.run, plays.restore, play.id)
        again()
        show_snackbar(tr("{what} restored.", what=_play_title(play)), undo=partial(remove, play))

    entries = [_entry(play, partial(restore, play), partial(ask, play)) for play in shown]
    return column(entries, spacing=4 * SPACE)


def _play_title(play: ListedPlay | None) -> str:
    return "" if play is None else f"{game_title(play)}, {relative_end(play, now())}"


def _entry(play: ListedPlay, restore: Callable[[], Any], forget: Callable[[], Any]) -> ft.Control:
    page = ft.context.page
    label = play_label(play, now())
    opening = play_button(play, lambda: page.navigate(f"/play/{play.id}"))
    ways = ft.Row(
        [
            plain_button(DELETE_FOR_GOOD, forget, of=label),
            outlined(tr("Restore"), restore, of=label),
        ],
        wrap=True,
        spacing=2 * SPACE,
        run_spacing=2 * SPACE,
        alignment=ft.MainAxisAlignment.END,
    )
    inside = ft.Container(ways, padding=ft.Padding.only(left=3 * SPACE, right=3 * SPACE, bottom=3 * SPACE))
    return ft.Container(
        column([opening, inside], spacing=0),
        bgcolor=ft.Colors.SURFACE_CONTAINER,
        border_radius=RADIUS,
    )

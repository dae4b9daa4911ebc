"""The deleted plays: brought back, or deleted for good."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import flet as ft

from companion.formatting.relative import relative_time
from companion.system.clock import now
from companion.tables.offers import done_once
from companion.ui.components.controls import caption, outlined, tappable, text
from companion.ui.components.dialogs import Confirmation, use_confirmation
from companion.ui.components.layout import column, screen, topbar
from companion.ui.components.plays import game_title, play_face, play_label
from companion.ui.core.context import use_stored, use_ui
from companion.ui.core.error_boundary import component, on_press, once, safe, show_snackbar
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

EMPTY: Final = say(
    "There are no deleted plays. A play deleted from the history stays here until you delete it for good."
)
KEPT: Final = say("These plays count nowhere. They stay here until you delete them for good.")
FOR_GOOD: Final = say("Its sheet, its earlier versions and its table go with it. Nothing brings it back.")


@component
def DeletedPlays() -> ft.Control:
    """List the deleted plays."""
    number, set_number = use_value(PAGE_SIZE)
    listed, again = use_stored(history.page, Filter(removed=True), number)

    def more() -> None:
        set_number(lambda old: old + PAGE_SIZE)

    bar = topbar(tr("Deleted plays"), back="/history")
    if listed is None:
        return screen(bar, [caption(tr("The plays are being looked up …"))])
    if not listed.plays:
        return screen(bar, [text(EMPTY)])
    ways = [outlined(tr("Show more"), more)] if listed.after else []
    return screen(bar, [caption(KEPT), DeletedList(listed.plays, again), *ways])


@component
def DeletedList(shown: tuple[ListedPlay, ...], again: Callable[[], None]) -> ft.Control:
    """List plays that can be brought back or deleted for good; `again` is called after one was."""
    ui = use_ui()
    worker = ui.tables.worker
    nobody: ListedPlay | None = None
    doomed, set_doomed = use_value(nobody)

    async def forget() -> None:
        if doomed is not None:
            await worker.run(plays.delete_for_good, doomed.id)
            again()
            show_snackbar(tr("The play was deleted for good."))

    confirm = use_confirmation(delete_for_good(f"{_play_title(doomed)}. {FOR_GOOD}"), forget)

    def forgetting(play: ListedPlay) -> Callable[[], Any]:
        def ask() -> None:
            set_doomed(lambda _: play)
            confirm()

        return ask

    def restoring(play: ListedPlay) -> Callable[[], Any]:
        async def undo() -> None:
            await worker.run(plays.remove, play.id)
            again()

        async def bring_back() -> None:
            await done_once(worker.run, plays.restore, play.id)
            again()
            show_snackbar(tr("The play is in the history again."), undo=undo)

        return bring_back

    entries = [_entry(play, restoring(play), forgetting(play)) for play in shown]
    return column(entries, spacing=4 * SPACE)


def delete_for_good(words: object) -> Confirmation:
    """Return the question before a play is deleted for good."""
    return Confirmation(
        title=tr("Delete this play for good?"), words=words, do=tr("Delete it for good"), leave=tr("Leave it here")
    )


def _play_title(play: ListedPlay | None) -> str:
    return "" if play is None else f"{game_title(play)}, {relative_time(play.finished, now())}"


def _entry(play: ListedPlay, restore: Callable[[], Any], forget: Callable[[], Any]) -> ft.Control:
    page = ft.context.page
    label = play_label(play, now())
    opening = tappable(play_face(play, now()), label, lambda: page.navigate(f"/play/{play.id}"), padding=4 * SPACE)
    ways = ft.Row(
        [
            ft.TextButton(
                ft.Text(tr("Delete for good"), semantics_label=tr("Delete for good: {play}", play=label)),
                **on_press(safe(forget)),
            ),
            ft.OutlinedButton(
                ft.Text(tr("Bring it back"), semantics_label=tr("Bring back: {play}", play=label)),
                **on_press(once(label, restore)),
            ),
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
        border=ft.Border.all(1, ft.Colors.OUTLINE_VARIANT),
        border_radius=RADIUS,
    )

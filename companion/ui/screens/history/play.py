"""A finished play: its sheet, when and where it was, what it was before, and what can be done with it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

import flet as ft

from companion.formatting.relative import when
from companion.services.corrections import correct, corrected, draft_of
from companion.services.results import of_play
from companion.system.clock import now
from companion.ui.components.controls import (
    button,
    caption,
    card,
    heading,
    notice,
    outlined,
    plain_button,
    tappable,
    text,
)
from companion.ui.components.dialogs import Confirmation, use_confirmation
from companion.ui.components.fields import chip, wrapped
from companion.ui.components.layout import column, screen, topbar
from companion.ui.components.plays import facts
from companion.ui.core.context import use_loaded, use_ui
from companion.ui.core.error_boundary import component, safe, show_snackbar
from companion.ui.core.theme import SPACE, WIDEST, Style
from companion.ui.screens.history.deleted_plays import FOR_GOOD
from companion.ui.screens.history.play_sharing import sharing
from companion.ui.screens.sheet import SheetView
from storage.repositories import people, plays

if TYPE_CHECKING:
    from collections.abc import Callable

    from companion.services.results import Result
    from storage.repositories.people import KnownPlace
    from storage.repositories.play_content import PlayRevision, StoredPlay
    from storage.repositories.tables import Store

PROPOSED_PLACES: Final = 3
"""How many places are proposed, those seen last."""

MISSING: Final = "There is no such play; it may have been deleted for good."
RUNNING: Final = "The table of this play was taken up again. Finishing it corrects the play."


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayDetails:
    """A play with what its page shows of it; `places` are proposed where none is known."""

    play: StoredPlay
    result: Result
    earlier: tuple[PlayRevision, ...]
    places: tuple[KnownPlace, ...]


def load_play(store: Store, play_id: str) -> PlayDetails | None:
    """Return a play with all that its page needs, `None` where it is not there."""
    play = plays.play(store, play_id)
    if play is None:
        return None
    return PlayDetails(
        play=play,
        result=of_play(play),
        earlier=plays.revisions(store, play_id) if play.revision > 1 else (),
        places=() if play.place else people.places(store)[:PROPOSED_PLACES],
    )


@component
def Play() -> ft.Control:
    """Show a finished play."""
    ui = use_ui()
    play_id = ft.use_route_params()["play"]

    async def load() -> PlayDetails | str:
        return await ui.tables.worker.run(load_play, play_id) or MISSING

    loaded, again = use_loaded(load, [play_id, ui.turn])
    if loaded is None or isinstance(loaded, str):
        return screen(topbar("Play", back="/history"), [text(loaded or "The play is being opened …")])
    return PlayPage(loaded, again)


@component
def PlayPage(opened: PlayDetails, again: Callable[[], None]) -> ft.Control:
    """Show a finished play with what can be done with it."""
    ui = use_ui()
    page = ft.context.page
    worker = ui.tables.worker
    play, result = opened.play, opened.result

    async def forget() -> None:
        await worker.run(plays.delete_for_good, play.id)
        page.navigate("/history/deleted")
        show_snackbar("The play was deleted for good.")

    question = Confirmation(
        title="Delete this play for good?", words=FOR_GOOD, do="Delete it for good", leave="Leave it here"
    )
    asking = use_confirmation(question, forget)

    async def take_up() -> None:
        table = await worker.run(plays.reopen, play.id)
        page.navigate(f"/table/{table.id}/end/0")

    async def delete() -> None:
        await worker.run(plays.remove, play.id)
        page.navigate("/history")
        show_snackbar("The play was deleted.", undo=undo)

    async def undo() -> None:
        await worker.run(plays.restore, play.id)
        page.navigate(f"/play/{play.id}")

    async def bring_back() -> None:
        await worker.run(plays.restore, play.id)
        again()

    body: list[ft.Control] = []
    below: tuple[ft.Control, ...] = (_facts(opened, again),)
    if play.removed is not None:
        body.append(notice("This play was deleted."))
        actions = [button("Bring it back", bring_back), plain_button("Delete for good", asking)]
        below = (card([facts(play)]),)
    else:
        actions = [plain_button("Delete", delete, icon=ft.Icons.DELETE_OUTLINE)]
        if play.table_id is not None:
            words = "Go on at the table" if play.reopened else "Take it up again"
            actions.insert(0, outlined(words, take_up, icon=ft.Icons.UNDO))
    if play.reopened:
        body.append(notice(RUNNING))
    doing = ft.Row(actions, wrap=True, spacing=2 * SPACE, run_spacing=2 * SPACE, alignment=ft.MainAxisAlignment.CENTER)
    room = min(ui.viewport.width, WIDEST) - 8 * SPACE
    body.append(SheetView(result, room, (*below, *sharing(play), doing)))
    if opened.earlier:
        body.append(_earlier_versions(opened))
    back = "/history" if play.removed is None else "/history/deleted"
    return screen(topbar(result.title, back=back), body)


def _facts(opened: PlayDetails, again: Callable[[], None]) -> ft.Control:
    """Return what is known of the play, and the way to correct it; a place that is not known is asked for."""
    ui = use_ui()
    page = ft.context.page
    play = opened.play

    def was_at(place: str) -> Callable[[], Any]:
        async def enter() -> None:
            found = corrected(play, replace(draft_of(play), place=place), now())
            if found is not None:
                await ui.tables.worker.run(correct, play, *found)
            again()

        return enter

    parts = [facts(play)]
    if opened.places:
        asked = [chip(one.name, was_at(one.name), label=f"It was at {one.name}") for one in opened.places]
        parts += [caption("Where was it?"), wrapped(asked)]
    words = "Correct this" if play.place else "Enter place and note"
    correcting = ft.OutlinedButton(
        ft.Text(words, semantics_label=f"{words}, or the date" if not play.place else "Correct date, place or note"),
        icon=ft.Icons.EDIT_OUTLINED,
        on_click=safe(lambda: page.navigate(f"/play/{play.id}/correct")),
    )
    parts.append(ft.Row([correcting], alignment=ft.MainAxisAlignment.START, wrap=True))
    return card(parts)


def _earlier_versions(opened: PlayDetails) -> ft.Control:
    """Return the ways to what the play was before each correction."""
    page = ft.context.page

    def to(revision: PlayRevision) -> Callable[[], None]:
        return lambda: page.navigate(f"/play/{opened.play.id}/earlier/{revision.number}")

    lines = [
        tappable(
            ft.Row(
                [
                    ft.Column(
                        [
                            text(f"Version {revision.number}", Style.STRONG),
                            caption(version_label(revision)),
                        ],
                        spacing=0,
                        tight=True,
                        expand=True,
                    ),
                    ft.Icon(ft.Icons.CHEVRON_RIGHT, color=ft.Colors.ON_SURFACE_VARIANT),
                ],
                spacing=2 * SPACE,
            ),
            f"Version {revision.number}, {version_label(revision)}",
            to(revision),
            border=ft.Border.all(1, ft.Colors.OUTLINE_VARIANT),
            padding=3 * SPACE,
        )
        for revision in opened.earlier
    ]
    return column([heading("Earlier versions"), *lines])


def version_label(revision: PlayRevision) -> str:
    """Return until when a version was the play, and what was corrected then."""
    return f"until {when(revision.at, now())}: {revision.what}"

"""A finished play: its sheet and facts, its earlier versions, what can be done with it, and how it is handed on."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit

import flet as ft

from companion.formatting.dates import relative_time
from companion.formatting.text import sentence
from companion.services.corrections import correct, corrected_play, draft_of, with_photo
from companion.services.history import PlayDetails, load_play, load_version
from companion.services.new_table import can_be_played_again
from companion.services.results import result_of_play
from companion.services.share_codes.outgoing import no_code_of
from companion.system import now
from companion.tables.offers import done_once
from companion.ui.components.controls import (
    button,
    caption,
    card,
    heading,
    loading_text,
    notice,
    outlined,
    plain_button,
    tappable,
    text,
)
from companion.ui.components.dialogs import asking, use_confirmation
from companion.ui.components.fields import chip, wrapped
from companion.ui.components.layout import button_grid, column, screen, screen_room, topbar
from companion.ui.components.pictures import PhotoChoice, PhotoView, photo_shown
from companion.ui.components.plays import DELETED, facts, game_of_play
from companion.ui.core.context import use_loaded, use_stored, use_ui
from companion.ui.core.error_boundary import component, show_snackbar
from companion.ui.core.hooks import keyed, nothing, use_ref
from companion.ui.core.share_sheet import play_file_name
from companion.ui.core.theme import SPACE, Style
from companion.ui.screens.history.deleted_plays import DELETE_FOR_GOOD, FOR_GOOD
from companion.ui.screens.new_table import AGAIN, use_again
from companion.ui.screens.sheet import SheetView
from scoring.messages import Message, say, tr
from storage.documents.messages import message_of
from storage.exchange import bgstats, tessera_jsonl
from storage.repositories import plays
from storage.repositories.photos import photo_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from storage.repositories.games import KnownGame
    from storage.repositories.play_content import PlayRevision, StoredPlay

RUNNING: Final = say("The table of this play is open again. Finishing it changes the play.")


def use_play(play_id: str) -> tuple[PlayDetails | Message | None, Callable[[], None]]:
    """Return a play with all that its page shows, a sentence where there is none, and a call that loads it again."""
    ui = use_ui()
    return use_loaded(lambda: ui.tables.worker.run(load_play, play_id), [play_id, ui.turn])


@component
def Play() -> ft.Control:
    """Show the play that the address names."""
    play_id = ft.use_route_params()["play"]
    loaded, again = use_play(play_id)
    if loaded is None or isinstance(loaded, Message):
        return screen(topbar(tr("Play"), back="/history"), _no_play(loaded))
    back = "/history" if loaded.play.removed is None else "/history/deleted"
    return screen(topbar(loaded.result.title, back=back), [PlayPage(loaded, again)])


@component
def OpenPlay(play_id: str, changed: Callable[[], None]) -> ft.Control:
    """Show a play beside the list of plays; `changed` is called after it was deleted, or is there again."""
    loaded, again = use_play(play_id)
    if loaded is None or isinstance(loaded, Message):
        return screen(topbar(tr("Play")), _no_play(loaded))
    return screen(topbar(loaded.result.title), [PlayPage(loaded, again, changed)])


def _no_play(words: Message | None) -> list[ft.Control]:
    return [text(words) if words else loading_text()]


@component
def PlayPage(details: PlayDetails, again: Callable[[], None], changed: Callable[[], None] | None = None) -> ft.Control:
    """Show a play with what can be done with it; `again` loads it anew."""
    ui = use_ui()
    play = details.play
    body: list[ft.Control] = []
    about, actions = PlayFacts(details, again), PlayActions(play, changed)
    if play.removed is not None:
        body.append(notice(DELETED, live=False))
        about, actions = card([facts(play)]), DeletedPlayActions(play, again)
    if play.reopened:
        body.append(notice(RUNNING, live=False))
    room = screen_room(ui.viewport)
    photo = keyed("photo", PlayPhoto, play, room, again)
    body.append(
        SheetView(
            details.result, room, (about, photo, *game_of_play(play, again), *sharing(play, details.game), actions)
        )
    )
    if details.earlier:
        body.append(_earlier_versions(details))
    return column(body, spacing=4 * SPACE)


@component
def PlayPhoto(play: StoredPlay, room: float, again: Callable[[], None]) -> ft.Control:
    """Show the photo of a play, and let another one be taken or chosen while the play is here to be corrected."""
    worker = use_ui().tables.worker
    number = photo_of(play.extras)

    async def keep(chosen: str | None) -> None:
        edited, what = with_photo(play, chosen)
        kept = await worker.run(correct, play, edited, what)

        async def undo() -> None:
            await worker.run(correct, kept, *with_photo(kept, number))
            again()

        again()
        show_snackbar(f"{what}.", undo=undo)

    if play.reopened or play.removed is not None:
        return ft.Container(visible=False) if number is None else PhotoView(number, room)
    return card([PhotoChoice(number, room - 8 * SPACE, keep)])


@component
def PlayActions(play: StoredPlay, changed: Callable[[], None] | None = None) -> ft.Control:
    """Show the buttons that reopen the table of a play, and delete the play.

    `changed` is called where the play stands beside a list: after it was deleted, and after it was restored.
    """
    page = ft.context.page
    worker = use_ui().tables.worker
    again = use_again(play)

    async def reopen() -> None:
        table = await done_once(worker.run, plays.reopen, play.id)
        page.navigate(f"/table/{table.id}/end/0")

    async def delete() -> None:
        await done_once(worker.run, plays.remove, play.id)
        if changed is None:
            page.navigate("/history")
        else:
            changed()
        show_snackbar(DELETED, undo=undo)

    async def undo() -> None:
        await worker.run(plays.restore, play.id)
        if changed is None:
            page.navigate(f"/play/{play.id}")
        else:
            changed()

    actions = [plain_button(tr("Delete"), delete, icon=ft.Icons.DELETE_OUTLINE)]
    if can_be_played_again(play):
        actions.insert(0, outlined(AGAIN, again, icon=ft.Icons.REPLAY))
    if play.table_id is not None:
        words = tr("Go to the table") if play.reopened else tr("Reopen the table")
        actions.insert(0, outlined(words, reopen, icon=ft.Icons.UNDO))
    return _centered(actions)


@component
def DeletedPlayActions(play: StoredPlay, again: Callable[[], None]) -> ft.Control:
    """Show the buttons that restore a deleted play, and delete it for good."""
    page = ft.context.page
    worker = use_ui().tables.worker

    async def forget() -> None:
        await worker.run(plays.delete_for_good, play.id)
        page.navigate("/history/deleted")

    async def restore() -> None:
        await done_once(worker.run, plays.restore, play.id)
        again()

    confirm = use_confirmation(asking(DELETE_FOR_GOOD, FOR_GOOD), forget)
    return _centered([button(tr("Restore"), restore), plain_button(DELETE_FOR_GOOD, confirm)])


def _centered(buttons: list[ft.Control]) -> ft.Control:
    row = wrapped(buttons)
    row.alignment = ft.MainAxisAlignment.CENTER
    return row


@component
def PlayFacts(details: PlayDetails, again: Callable[[], None]) -> ft.Control:
    """Show what is known of a play, and the way to edit it; places are proposed where it has none."""
    ui = use_ui()
    page = ft.context.page
    play = details.play

    def was_at(place: str) -> Callable[[], Any]:
        async def enter() -> None:
            correction = corrected_play(play, replace(draft_of(play), place=place), now())
            if correction is not None:
                await ui.tables.worker.run(correct, play, *correction)
            again()

        return enter

    parts = [facts(play)]
    if details.places:
        asked = [chip(place.name, was_at(place.name)) for place in details.places]
        parts += [caption(tr("Where was it?")), wrapped(asked)]
    editing = outlined(tr("Edit"), lambda: page.navigate(f"/play/{play.id}/correct"), icon=ft.Icons.EDIT_OUTLINED)
    parts.append(wrapped([editing]))
    return card(parts)


def _earlier_versions(details: PlayDetails) -> ft.Control:
    """Return the ways to the versions before each correction."""
    page = ft.context.page

    def to(revision: PlayRevision) -> Callable[[], None]:
        return lambda: page.navigate(f"/play/{details.play.id}/earlier/{revision.play.revision}")

    def version(revision: PlayRevision) -> str:
        return tr("Version {number}", number=revision.play.revision)

    lines = [
        tappable(
            ft.Row(
                [
                    ft.Column(
                        [
                            text(version(revision), Style.STRONG),
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
            f"{version(revision)}, {version_label(revision)}",
            to(revision),
            bgcolor=ft.Colors.SURFACE_CONTAINER,
            padding=3 * SPACE,
        )
        for revision in details.earlier
    ]
    return column([heading(tr("Earlier versions")), *lines])


def version_label(revision: PlayRevision) -> str:
    """Return until when a version was valid, and what was edited then."""
    return tr("until {when}: {what}", when=relative_time(revision.at, now()), what=message_of(revision.what))


@component
def EarlierVersion() -> ft.Control:
    """Show an earlier version of a play."""
    params = ft.use_route_params()
    play_id, number = params["play"], params["revision"]

    loaded, _ = use_stored(load_version, play_id, number)
    bar = topbar(tr("Version {number}", number=number), back=f"/play/{play_id}")
    if loaded is None or isinstance(loaded, Message):
        return screen(bar, [text(loaded) if loaded else loading_text()])
    play, revision = loaded
    room = screen_room(use_ui().viewport)
    body = [
        notice(sentence(version_label(revision)), live=False),
        SheetView(result_of_play(play), room, (card([facts(play)]), *photo_shown(play, room))),
    ]
    return screen(bar, body)


LEAST_BUTTON: Final = 210
"""The least width of a way to share, in px, with text of its usual size."""

BG_STATS: Final = f"BG Stats ({urlsplit(bgstats.LINK).hostname})"
"""The way to BG Stats, with who gets the play."""


def sharing(play: StoredPlay, game: KnownGame) -> list[ft.Control]:
    """Return the card that hands a play on, with what is known of its game; a deleted play has none."""
    return [] if play.removed is not None else [PlaySharing(play, game)]


@component
def PlaySharing(play: StoredPlay, game: KnownGame) -> ft.Control:
    """Show the ways to hand a play on."""
    page = ft.context.page
    picker = use_ref(ft.FilePicker)

    def save(ending: str, content: Callable[[StoredPlay], bytes]) -> Callable[[], Any]:
        async def saved() -> None:
            await picker.current.save_file(file_name=play_file_name(play, ending), src_bytes=content(play))

        return saved

    link = ft.OpenUrl(bgstats.bgstats_link(play, game), target=ft.UrlTarget.BLANK)
    refusal = no_code_of(play)
    show_code = outlined(tr("Show as a code"), lambda: page.navigate(f"/code/play/{play.id}"), icon=ft.Icons.QR_CODE)
    ways = [
        outlined(
            tr("Picture and text"), lambda: page.navigate(f"/play/{play.id}/picture"), icon=ft.Icons.IMAGE_OUTLINED
        ),
        *([] if refusal is not None else [show_code]),
        outlined(BG_STATS, nothing, icon=ft.Icons.OPEN_IN_NEW, action=link),
        outlined(f"{tr('Save')} (.json)", save("json", tessera_jsonl.export_play), icon=ft.Icons.DOWNLOAD),
        outlined(
            f"{tr('Save')} (.bgsplay)",
            save("bgsplay", partial(bgstats.export_play, game=game)),
            icon=ft.Icons.DOWNLOAD,
        ),
    ]
    viewport = use_ui().viewport
    grid = button_grid(ways, screen_room(viewport) - 8 * SPACE - 2, LEAST_BUTTON * viewport.scale)
    not_as_a_code = [] if refusal is None else [caption(sentence(refusal))]
    return card([heading(tr("Share")), grid, *not_as_a_code])

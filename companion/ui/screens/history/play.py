"""A finished play: its sheet and facts, its earlier versions, and what can be done with it."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Final

import flet as ft

from companion.formatting.dates import relative_time
from companion.formatting.text import sentence
from companion.services.corrections import correct, corrected_play, draft_of, with_photo
from companion.services.history import PlayDetails, load_play, load_version
from companion.services.new_table_data import can_be_played_again
from companion.services.results import result_of_play
from companion.system import now
from companion.tables.attempt import done_once
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
from companion.ui.components.correction import note_reopened
from companion.ui.components.dialogs import asking, use_confirmation
from companion.ui.components.fields import chip, wrapped
from companion.ui.components.foot import AtThumb
from companion.ui.components.friends import asked_of_play, came_from, is_from_friend
from companion.ui.components.layout import button_grid, column, screen, screen_room, topbar
from companion.ui.components.pictures import PhotoChoice, PhotoView, photo_shown
from companion.ui.components.plays import DELETED, facts, game_of_play
from companion.ui.core.context import use_loaded, use_stored, use_turn, use_ui
from companion.ui.core.error_boundary import component, show_snackbar
from companion.ui.core.hooks import keyed
from companion.ui.core.page import opened_from
from companion.ui.core.theme import SPACE, WIDEST, WIDEST_RESULT, Style
from companion.ui.screens.history.picture_and_text import share_button
from companion.ui.screens.new_table import AGAIN, use_again
from companion.ui.screens.sheet import SheetView, outcome_width
from scoring.messages import Message, say, tr
from storage.documents.messages import message_of
from storage.repositories import plays
from storage.repositories.photos import photo_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from storage.repositories.play_content import PlayRevision, StoredPlay

FOR_GOOD: Final = say("Its sheet, its earlier versions and its table go with it. This cannot be undone.")
DELETE_FOR_GOOD: Final = say("Delete for good")
RUNNING: Final = say("The table of this play is open again. Finishing it changes the play.")


def use_play(play_id: str) -> tuple[PlayDetails | Message | None, Callable[[], None]]:
    """Return a play with all that its page shows, a sentence where there is none, and a call that loads it again."""
    ui = use_ui()
    return use_loaded(lambda: ui.tables.worker.run(load_play, play_id), [play_id, use_turn()])


@component
def Play() -> ft.Control:
    """Show the play that the address names."""
    play_id = ft.use_route_params()["play"]
    loaded, again = use_play(play_id)
    back = opened_from(ft.context.page, play_id)
    if loaded is None or isinstance(loaded, Message):
        return screen(topbar(tr("Play"), back=back), _no_play(loaded))
    back = back if loaded.play.removed is None else "/history/deleted"
    page = PlayPage(loaded, again, widest=WIDEST_RESULT)
    return screen(topbar(loaded.result.title, back=back), [page], widest=WIDEST_RESULT)


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
def PlayPage(
    details: PlayDetails, again: Callable[[], None], changed: Callable[[], None] | None = None, widest: float = WIDEST
) -> ft.Control:
    """Show a play with what can be done with it; `again` loads it anew."""
    ui = use_ui()
    play = details.play
    body: list[ft.Control] = []
    room = screen_room(ui.viewport, widest)
    about, ways = PlayFacts(details, again), PlayWays(play, outcome_width(room))
    if play.removed is not None:
        body.append(notice(DELETED, live=False))
        about, ways = card([facts(play)]), DeletedPlayActions(play, again)
    if play.reopened:
        body.append(notice(RUNNING, live=False))
    if details.collision is not None:
        body.append(Collision(details, again))
    body += asked_of_play(play)
    photo = keyed("photo", PlayPhoto, play, outcome_width(room), again)
    below = (about, photo, *game_of_play(play, again))
    body.append(SheetView(details.result, room, below, ways=ways))
    if details.earlier:
        body.append(_earlier_versions(details))
    if play.removed is None:
        body.append(Deletion(play, changed))
    return column(body, spacing=4 * SPACE)


@component
def Collision(details: PlayDetails, again: Callable[[], None]) -> ft.Control:
    """Say that another version was written without knowing of this one, and let one of the two be chosen."""
    worker = use_ui().tables.worker
    play = details.play
    if details.collision is None:
        return ft.Container(visible=False)
    version, differing = details.collision
    what = message_of(version.what)

    async def choose(name: str) -> None:
        await done_once(worker.run, plays.take_version, play.id, name)
        again()

    said = say(
        "Two devices changed this play, and neither knew of the other. The later change counts. Version {number} says "
        "otherwise: {what}.",
        number=version.play.revision,
        what=differing,
    )
    if is_from_friend(what):
        said = say(
            "Version {number} ({device}) says otherwise: {what}. What is here stays unless you take that.",
            number=version.play.revision,
            device=what,
            what=differing,
        )
    ways = [
        outlined(tr("Take that"), partial(choose, version.play.version)),
        plain_button(tr("This is right"), partial(choose, play.version)),
    ]
    return card([notice(said, live=False), wrapped(ways)])


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


LEAST_WAY: Final = 150
"""The least width of a button beside another one, in px, with text of its usual size."""


@component
def PlayWays(play: StoredPlay, room: float) -> ft.Control:
    """Show what one does after a game: play again, share the result, or edit what is wrong in it."""
    ui = use_ui()
    page = ft.context.page
    again = use_again(play)

    async def reopen() -> None:
        table = await done_once(ui.tables.worker.run, plays.reopen, play.id)
        note_reopened(table.id)
        page.navigate(f"/table/{table.id}")
        if not play.reopened:
            show_snackbar(RUNNING)

    main = []
    if play.reopened:
        main = [AtThumb(lambda: [button(tr("Go to the table"), reopen)])]
    elif can_be_played_again(play):
        main = [AtThumb(lambda: [button(AGAIN, again, icon=ft.Icons.REPLAY)])]
    others = [share_button(play)]
    if draft_of(play).totals:
        others.append(edit_button(play, say("Edit the result")))
    elif play.table_id is not None and not play.reopened:
        others.append(outlined(tr("Edit the result"), reopen, icon=ft.Icons.EDIT_OUTLINED))
    return column([button_grid(others, room, LEAST_WAY * ui.viewport.scale), *main])


def edit_button(play: StoredPlay, words: Message) -> ft.Control:
    """Return the way to the page on which is edited what is known of a play."""
    page = ft.context.page
    return outlined(words, lambda: page.navigate(f"/play/{play.id}/correct"), icon=ft.Icons.EDIT_OUTLINED)


@component
def Deletion(play: StoredPlay, changed: Callable[[], None] | None = None) -> ft.Control:
    """Show the button that deletes a play.

    `changed` is called where the play stands beside a list: after it was deleted, and after it was restored.
    """
    page = ft.context.page
    worker = use_ui().tables.worker

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

    way = plain_button(tr("Delete"), delete, icon=ft.Icons.DELETE_OUTLINE)
    return ft.Row([way], alignment=ft.MainAxisAlignment.CENTER)


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
    return AtThumb(lambda: [plain_button(DELETE_FOR_GOOD, confirm), button(tr("Restore"), restore)])


@component
def PlayFacts(details: PlayDetails, again: Callable[[], None]) -> ft.Control:
    """Show what is known of a play, and the way to edit it; places are proposed where it has none."""
    ui = use_ui()
    play = details.play

    async def enter(place: str) -> None:
        correction = corrected_play(play, replace(draft_of(play), place=place), now())
        if correction is not None:
            await ui.tables.worker.run(correct, play, *correction)
        again()

    parts = [facts(play), *came_from(play)]
    if details.places:
        asked = [chip(place.name, partial(enter, place.name)) for place in details.places]
        parts += [caption(tr("Where was it?")), wrapped(asked)]
    if not draft_of(play).totals:  # else the way stands above
        parts.append(wrapped([edit_button(play, say("Edit"))]))
    return card(parts)


def _earlier_versions(details: PlayDetails) -> ft.Control:
    """Return the ways to the versions before each correction."""
    lines = [_earlier_version(details.play.id, revision) for revision in details.earlier]
    return column([heading(tr("Earlier versions")), *lines])


def _earlier_version(play_id: str, revision: PlayRevision) -> ft.Control:
    number, label = revision.play.revision, version_label(revision)
    name = tr("Version {number}", number=number)
    words = column([text(name, Style.STRONG), caption(label)], 0, expand=True)
    face = ft.Row([words, ft.Icon(ft.Icons.CHEVRON_RIGHT, color=ft.Colors.ON_SURFACE_VARIANT)], spacing=2 * SPACE)
    go = partial(ft.context.page.navigate, f"/play/{play_id}/earlier/{number}")
    return tappable(face, f"{name}, {label}", go, bgcolor=ft.Colors.SURFACE_CONTAINER, padding=3 * SPACE)


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

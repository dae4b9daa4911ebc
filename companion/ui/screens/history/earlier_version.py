"""An earlier version of a play: its sheet and facts before a correction."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import flet as ft

from companion.formatting.relative import relative_time
from companion.formatting.text import sentence
from companion.services.corrections import earlier_play
from companion.services.results import result_of_play
from companion.system.clock import now
from companion.ui.components.controls import card, notice, text
from companion.ui.components.layout import screen, screen_room, topbar
from companion.ui.components.photo import photo_shown
from companion.ui.components.plays import facts
from companion.ui.core.context import use_loaded, use_ui
from companion.ui.core.error_boundary import component
from companion.ui.screens.sheet import SheetView
from scoring.messages import Message, say, tr
from storage.documents.messages import message_of
from storage.repositories import plays

if TYPE_CHECKING:
    from storage.repositories.play_content import PlayRevision, StoredPlay
    from storage.repositories.tables import Store

MISSING: Final = say("There is no such version of this play.")


def load_version(store: Store, play_id: str, number: str) -> tuple[StoredPlay, PlayRevision] | None:
    """Return a play as it was in a version, with its correction; `None` where there is no such version."""
    play = plays.play(store, play_id)
    revisions = () if play is None else plays.revisions(store, play_id)
    revision = next((one for one in revisions if str(one.play.revision) == number), None)
    return None if play is None or revision is None else (earlier_play(play, revision), revision)


@component
def EarlierVersion() -> ft.Control:
    """Show an earlier version of a play."""
    ui = use_ui()
    params = ft.use_route_params()
    play_id, number = params["play"], params["revision"]

    async def load() -> tuple[StoredPlay, PlayRevision] | Message:
        return await ui.tables.worker.run(load_version, play_id, number) or MISSING

    loaded, _ = use_loaded(load, [play_id, number])
    bar = topbar(tr("Version {number}", number=number), back=f"/play/{play_id}")
    if loaded is None or isinstance(loaded, Message):
        return screen(bar, [text(loaded or tr("The version is being opened …"))])
    play, revision = loaded
    room = screen_room(ui.viewport)
    until = relative_time(revision.at, now())
    words = tr("This is how the play was kept until {when}: {what}", when=until, what=message_of(revision.what))
    body = [
        notice(sentence(words), live=False),
        SheetView(result_of_play(play), room, (card([facts(play)]), *photo_shown(play, room))),
    ]
    return screen(bar, body)

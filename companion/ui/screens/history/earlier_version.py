"""An earlier version of a play: its sheet and facts before a correction."""

from __future__ import annotations

import flet as ft

from companion.formatting.text import sentence
from companion.services.history import load_version
from companion.services.results import result_of_play
from companion.ui.components.controls import card, loading_text, notice, text
from companion.ui.components.layout import screen, screen_room, topbar
from companion.ui.components.photo import photo_shown
from companion.ui.components.plays import facts
from companion.ui.core.context import use_stored, use_ui
from companion.ui.core.error_boundary import component
from companion.ui.screens.history.play import version_label
from companion.ui.screens.sheet import SheetView
from scoring.messages import Message, tr


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

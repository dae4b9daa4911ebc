"""How a play is handed on: to people, to another Tessera, to BG Stats, as a file."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

import flet as ft

from companion.formatting.text import sentence
from companion.services.share_codes.outgoing import no_code_of
from companion.ui.components.controls import caption, card, heading, outlined
from companion.ui.components.layout import button_grid, screen_room
from companion.ui.core.context import use_ui
from companion.ui.core.error_boundary import component
from companion.ui.core.hooks import nothing, use_ref
from companion.ui.core.share_sheet import play_file_name
from companion.ui.core.theme import SPACE
from scoring.messages import tr
from storage.exchange import bgstats, tessera_jsonl

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from storage.repositories.games import KnownGame
    from storage.repositories.play_content import StoredPlay

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

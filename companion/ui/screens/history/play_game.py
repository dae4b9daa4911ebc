"""What the page of a play says of a game without rules of its own: its pad, and the way to its page."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final
from urllib.parse import quote

import flet as ft

from companion.games.score_pad import pad_summary
from companion.services.history import has_page
from companion.services.kept_pads import drop_pad, is_kept, keep_pad, pad_of_play
from companion.ui.components.controls import button, caption, card, heading, outlined
from companion.ui.components.fields import wrapped
from companion.ui.components.layout import column
from companion.ui.core.context import use_ui
from companion.ui.core.error_boundary import component, show_snackbar
from scoring.messages import say, tr
from storage.repositories.games import is_of_pad
from storage.repositories.values import PAD_PREFIX

if TYPE_CHECKING:
    from collections.abc import Callable

    from scoring.score_pad import Pad
    from storage.repositories.play_content import StoredPlay

NO_PAD: Final = say("Only the totals of this game are known here. You can give it a pad.")
NOT_MINE: Final = say("This pad is not among yours yet.")


def game_of_play(play: StoredPlay, again: Callable[[], None]) -> list[ft.Control]:
    """Return the card on the game of a play; a game with rules, and a deleted play, have none."""
    if play.removed is not None or not has_page(play.game):
        return []
    page = ft.context.page
    pad = pad_of_play(play)
    words = () if pad is None else pad_summary(pad)
    without_pad = pad is None and not is_of_pad(play.game)
    parts: list[ft.Control] = [heading(tr("Game")), *map(caption, (NO_PAD,) if without_pad else words)]
    if pad is not None and play.game.startswith(PAD_PREFIX):
        parts.append(KeepPad(play.game, pad, again))
    about = outlined(tr("About this game"), lambda: page.navigate(game_address(play.game)), icon=ft.Icons.INFO_OUTLINE)
    return [card([*parts, wrapped([about])])]


def game_address(key: str) -> str:
    """Return the address of the page of a game.

    >>> game_address("other-home made")
    '/game/other-home%20made'
    """
    return f"/game/{quote(key, safe='')}"


@component
def KeepPad(key: str, pad: Pad, again: Callable[[], None]) -> ft.Control:
    """Offer to add the pad of a game that is not kept here; one that was made from score sheets came with them."""
    tables = use_ui().tables

    async def undo() -> None:
        await drop_pad(tables, key)
        again()

    async def keep() -> None:
        await keep_pad(tables, key, pad)
        again()
        show_snackbar(tr("{what} added.", what=pad.title), undo=undo)

    if is_kept(tables, key) or not is_of_pad(key):
        return ft.Container(visible=False)
    return column([caption(NOT_MINE), wrapped([button(tr("Add"), keep, icon=ft.Icons.BOOKMARK_ADD_OUTLINED)])])

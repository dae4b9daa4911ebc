"""The help page of a game: how to enter it, and its rules in short."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import flet as ft

from companion.games import KITS
from companion.services.history import GONE
from companion.ui.components.controls import caption, card, heading, silent, text
from companion.ui.components.layout import screen, topbar
from companion.ui.core.error_boundary import component
from companion.ui.core.theme import SPACE
from scoring import GAMES
from scoring.messages import Message, say, tr

if TYPE_CHECKING:
    from collections.abc import Iterable

IN_SHORT: Final = say("The rulebook decides.")


@component
def HelpForGame() -> ft.Control:
    """Show the help page of the game that the address names, on the way back to the table that it names."""
    params = ft.use_route_params()
    game, table = params["game"], params.get("table")
    back = "/" if table is None else f"/table/{table}"
    if game not in KITS:
        return screen(topbar(tr("How it works"), back=back), [text(GONE)])
    page = KITS[game].help_page
    rules = [heading(tr("In short")), caption(IN_SHORT), *_points(page.rules)]
    entering = card([heading(tr("Entering")), *_points(page.enter)])
    return screen(topbar(GAMES[game].name, back=back), [entering, card(rules)])


def _points(lines: Iterable[Message]) -> list[ft.Control]:
    return [
        ft.Row(
            [silent(text("–")), text(line, expand=True)],
            spacing=2 * SPACE,
            vertical_alignment=ft.CrossAxisAlignment.START,
        )
        for line in lines
    ]

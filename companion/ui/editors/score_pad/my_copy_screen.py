"""The pads that are kept here."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from companion.games.score_pad.copy_values import GAME, PADS_PART, pads
from companion.games.score_pad.wording import category_text
from companion.ui.components.controls import text
from companion.ui.components.my_copy import CopyPage, CopySections, remove_button, with_source
from companion.ui.core.error_boundary import component

if TYPE_CHECKING:
    from collections.abc import Sequence

    import flet as ft

    from companion.tables.my_copy import MyCopy
    from companion.ui.components.my_copy import Refresh


@component
def MyCopyScreen() -> ft.Control:
    """Show the pads."""
    shown: ft.Control = CopySections(GAME, PAGES)
    return shown


def _pads(copies: MyCopy, again: Refresh) -> Sequence[ft.Control]:
    return [
        with_source(
            [text(pad.title), *(text(category_text(one)) for one in pad.categories)],
            "Mine",
            remove_button(copies, PADS_PART, key, pad.title, again),
        )
        for key, pad in pads(copies).items()
    ]


PAGES: Final = (CopyPage(title="Pads", about="", shown=_pads),)

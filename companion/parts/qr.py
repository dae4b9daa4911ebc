"""A link as a code that a phone's camera reads off the screen."""

from __future__ import annotations

import flet as ft

from storage.travel import pictures


def qr(link: str, label: str, side: float) -> ft.Control:
    """Return the code of a link as a square no wider than so many px, black on white in every theme.

    Its modules are whole px, so that none is blurred. `label` says what it leads to.
    """
    modules = len(pictures.matrix(link))
    width = max(int(side) // modules, 1) * modules
    drawn = ft.Image(
        src=pictures.png(link),
        width=width,
        height=width,
        fit=ft.BoxFit.FILL,
        filter_quality=ft.FilterQuality.NONE,
        gapless_playback=True,
    )
    return ft.Semantics(content=drawn, label=label, image=True, container=True)

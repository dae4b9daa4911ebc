"""Pictures that are drawn here and shown there."""

from __future__ import annotations

from base64 import b64encode

import flet as ft


def image(png: bytes, *, quality: ft.FilterQuality, fit: ft.BoxFit, side: float | None = None) -> ft.Image:
    """Return a picture that its frame describes, in the room that it has or as a square, its `side` in px.

    It goes as text: of bytes, a browser without an image decoder of its own, such as a phone that came by plain
    HTTP, would read the whole message in which they came, and show nothing.
    """
    return ft.Image(
        b64encode(png).decode(),
        width=side,
        height=side,
        fit=fit,
        filter_quality=quality,
        gapless_playback=True,
        exclude_from_semantics=True,
    )

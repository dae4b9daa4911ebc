"""Codes on the screen, which a phone's camera reads off it: black on white in every theme, no module blurred."""

from __future__ import annotations

from base64 import b64encode

import flet as ft

from companion.services.share_codes.outgoing import enlarged
from companion.ui.components.controls import labelled
from storage.codes import qr_codes


def whole_module(room: float, modules: int, ratio: float) -> float:
    """Return how large each of so many modules is in a room, both in px, so that its pixels are whole.

    `ratio` is how many pixels there are to a px.

    >>> whole_module(358, 57, 2.0), whole_module(10, 57, 2.0)
    (6.0, 0.5)
    """
    return max(1, int(room * ratio / modules)) / ratio


def code_image(picture: bytes, modules: int, module: float, ratio: float) -> ft.Image:
    """Return a code from its picture of a pixel a module; browsers, which would blur it, have nothing to enlarge."""
    return image(
        enlarged(picture, round(module * ratio)),
        quality=ft.FilterQuality.NONE,
        fit=ft.BoxFit.FILL,
        side=module * modules,
    )


def qr(link: str, label: str, room: float) -> ft.Control:
    """Return the code of a link as a square that is no wider than the room, in px; `label` says what it leads to."""
    ratio = ft.context.page.media.device_pixel_ratio or 1
    modules = len(qr_codes.matrix(link))
    return labelled(
        code_image(qr_codes.png(link, 1), modules, whole_module(room, modules, ratio), ratio), label, image=True
    )


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

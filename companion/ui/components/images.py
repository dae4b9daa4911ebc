"""Pictures on the screen, and QR codes that a phone's camera reads off it: sharp, black on white in every theme."""

from __future__ import annotations

from base64 import b64encode

import flet as ft

from companion.ui.components.controls import labelled
from storage.codes import qr_codes


def whole_module(room: float, modules: int, ratio: float) -> float:
    """Return the size of one of so many modules in a room, in px, but whole pixels: `ratio` pixels make a px.

    >>> whole_module(358, 57, 2.0), whole_module(10, 57, 2.0)
    (6.0, 0.5)
    """
    return max(1, int(room * ratio / modules)) / ratio


def code_image(link: str, module: float, ratio: float) -> ft.Image:
    """Return the QR code of a link, drawn in the pixels of the screen, since browsers would blur it.

    A module has a size in px; `ratio` pixels make a px.
    """
    return image(
        qr_codes.png(link, round(module * ratio)),
        quality=ft.FilterQuality.NONE,
        fit=ft.BoxFit.FILL,
        side=module * qr_codes.side(link),
    )


def qr(link: str, label: str, room: float) -> ft.Control:
    """Return the QR code of a link as a square no wider than `room`, in px; `label` says where it leads."""
    ratio = ft.context.page.media.device_pixel_ratio or 1
    module = whole_module(room, qr_codes.side(link), ratio)
    return labelled(code_image(link, module, ratio), label, image=True)


def image(png: bytes, *, quality: ft.FilterQuality, fit: ft.BoxFit, side: float | None = None) -> ft.Image:
    """Return a picture in all the room it has, or as a square with a `side` in px; its frame describes it.

    It travels as base64: from bytes, a browser without an image decoder, such as a phone on plain HTTP, would decode
    the whole message in which they came, and show nothing.
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

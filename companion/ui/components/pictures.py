"""Pictures on the screen: the photo of a table, taken, kept and removed, and QR codes that a camera reads off it."""

from __future__ import annotations

from base64 import b64encode
from typing import TYPE_CHECKING, Final

import flet as ft

from companion.formatting.text import sentence
from companion.services.seating import with_photo
from companion.system import machine
from companion.system.pictures import PictureError
from companion.ui.components.async_state import progress_bar, use_task
from companion.ui.components.controls import caption, card, labelled, loading_text, notice, outlined, plain_button
from companion.ui.components.dialogs import change_and_say
from companion.ui.components.fields import NOT_ARRIVED, use_files, wrapped
from companion.ui.components.layout import column, screen_room
from companion.ui.core.context import use_loaded, use_selector, use_ui
from companion.ui.core.error_boundary import component
from companion.ui.core.hooks import keyed, use_value
from companion.ui.core.theme import RADIUS, SPACE
from scoring.messages import say, tr
from storage.codes import links
from storage.repositories import photos
from storage.repositories.photos import MAX_PHOTO_BYTES

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from companion.tables.live_table import LiveTable
    from storage.repositories.play_content import StoredPlay

MAX_SIDE: Final = 1600
"""The longest side of a photo that is kept, in pixels; the writing on cards can still be read."""


async def shrunk(file: bytes) -> bytes:
    """Return a photo as a JPEG of at most `MAX_PHOTO_BYTES`; only its pixels come from the file.

    Raises:
        PictureError: it is no picture, damaged, or larger than any picture that is read.

    """
    return await machine.pictures().small_jpeg(file, MAX_SIDE, MAX_PHOTO_BYTES)


TABLE: Final = say("Photo of the table")
ABOUT: Final = say("Where and when the photo was taken is not kept.")
LOST: Final = say("The photo is not here: it did not come with the play, or was removed.")

PHOTO_WIDTH: Final = 480
"""The greatest width of a photo, in px."""


@component
def PhotoView(number: str, room: float) -> ft.Control:
    """Show the photo of an id no wider than `room`, in px, or say why it cannot be shown."""
    ui = use_ui()

    async def load() -> tuple[str | None]:
        return (await ui.tables.worker.run(photos.photo, number),)

    loaded, _ = use_loaded(load, [number, ui.turn])
    if loaded is None:
        return loading_text()
    (picture,) = loaded
    if picture is None:
        return caption(LOST)
    shown = ft.Image(
        picture,
        width=min(room, PHOTO_WIDTH),
        fit=ft.BoxFit.CONTAIN,
        border_radius=RADIUS,
        gapless_playback=True,
        exclude_from_semantics=True,
    )
    return ft.Row([labelled(shown, TABLE, image=True)])  # a column would stretch it


def photo_shown(play: StoredPlay, room: float) -> list[ft.Control]:
    """Return the photo of a play, if it has one, no wider than `room`, in px."""
    number = photos.photo_of(play.extras)
    return [] if number is None else [keyed(number, PhotoView, number, room)]


@component
def PhotoChoice(number: str | None, room: float, keep: Callable[[str | None], Awaitable[None]]) -> ft.Control:
    """Show a photo with the buttons to take or choose another one, and to remove it.

    `keep` gets the id of the photo that was chosen and stored, or `None` for none.
    """
    ui = use_ui()
    task, run = use_task()
    wrong, set_wrong = use_value("")

    async def lost() -> None:
        set_wrong(lambda _: str(NOT_ARRIVED))

    choose = use_files(lost)

    async def store(file: bytes) -> str:
        return await ui.tables.worker.run(photos.keep, await shrunk(file))

    async def pick() -> None:
        set_wrong(lambda _: "")
        picked = await choose(file_type=ft.FilePickerFileType.IMAGE)
        if not picked:
            return
        content = picked[0].bytes
        if content is None:
            await lost()
            return
        try:
            chosen = await run(TABLE, lambda _: store(content))
        except PictureError as error:
            words = sentence(error.message)
            set_wrong(lambda _: words)
            return
        await keep(chosen)

    parts = [] if number is None else [keyed(number, PhotoView, number, room)]
    parts += [notice(wrong, wrong=True)] if wrong else []
    parts.append(progress_bar(task) if task is not None else _ways(number, pick, keep))
    parts += [caption(ABOUT)] if number is None else []
    return column(parts)


@component
def TablePhoto(live: LiveTable) -> ft.Control:
    """Show the photo of a table, which the play keeps; the host takes or chooses another one."""
    ui = use_ui()
    number = use_selector(live, lambda: live.state.extras.photo)
    room = screen_room(ui.viewport)

    async def keep(chosen: str | None) -> None:
        await change_and_say(live, TABLE, lambda state: with_photo(state, chosen))

    if not ui.visitor.host:
        return ft.Container(visible=False) if number is None else PhotoView(number, room)
    return card([PhotoChoice(number, room - 8 * SPACE, keep)])


def _ways(
    number: str | None, pick: Callable[[], Awaitable[None]], keep: Callable[[str | None], Awaitable[None]]
) -> ft.Control:
    """Return the buttons that choose a photo, and remove the one that is there."""
    words = tr("Add a photo") if number is None else tr("Another photo")
    ways = [outlined(words, pick, icon=ft.Icons.ADD_A_PHOTO_OUTLINED)]
    if number is not None:
        ways.append(plain_button(tr("Remove the photo"), lambda: keep(None), icon=ft.Icons.DELETE_OUTLINE))
    return wrapped(ways)


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
        links.png(link, round(module * ratio)),
        quality=ft.FilterQuality.NONE,
        fit=ft.BoxFit.FILL,
        side=module * links.side(link),
    )


def qr(link: str, label: str, room: float) -> ft.Control:
    """Return the QR code of a link as a square no wider than `room`, in px; `label` says where it leads."""
    ratio = ft.context.page.media.device_pixel_ratio or 1
    module = whole_module(room, links.side(link), ratio)
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

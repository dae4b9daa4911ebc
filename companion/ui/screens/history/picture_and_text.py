"""A play is shared: its sheet as a picture and as text, and the play as a code, as a file and for BG Stats."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

import flet as ft

from companion.formatting.text import sentence
from companion.services.history import load_result
from companion.services.results import Result, headline, result_of_play
from companion.services.share_codes.outgoing import no_code_of
from companion.ui.components.controls import button, caption, card, heading, labelled, loading_text, outlined, text
from companion.ui.components.fields import chip, wrapped
from companion.ui.components.foot import AtThumb
from companion.ui.components.layout import button_grid, column, screen, screen_room, topbar
from companion.ui.components.pictures import image
from companion.ui.components.sheet_image import height_of, sheet_picture
from companion.ui.core.context import use_loaded, use_stored, use_ui
from companion.ui.core.error_boundary import component, show_snackbar
from companion.ui.core.hooks import nothing, use_ref, use_value
from companion.ui.core.share_sheet import SharePicture, can_share, is_trusted, play_file_name, sheet_text
from companion.ui.core.theme import DARK, LIGHT, SPACE
from scoring.messages import Message, say, tr
from storage.exchange import bgstats, tessera_jsonl

if TYPE_CHECKING:
    from collections.abc import Callable

    from storage.repositories.games import KnownGame
    from storage.repositories.play_content import StoredPlay

MAX_WIDTH: Final = 480
"""The greatest width of a picture on the screen, in px."""

COPIED: Final = say("The text is copied.")
SELECT: Final = say("Select the text to copy it.")


def share_button(play: StoredPlay) -> ft.Control:
    """Return the way to all ways to share a play."""
    page = ft.context.page
    return outlined(tr("Share"), lambda: page.navigate(f"/play/{play.id}/picture"), icon=ft.Icons.SHARE)


@component
def PictureAndText() -> ft.Control:
    """Show the sheet of a play as a picture and as text, and the other ways to share it."""
    play_id = ft.use_route_params()["play"]
    loaded, _ = use_stored(load_result, play_id)
    bar = topbar(tr("Share"), back=f"/play/{play_id}")
    if loaded is None or isinstance(loaded, Message):
        return screen(bar, [text(loaded) if loaded else loading_text()])
    play, game = loaded
    result = result_of_play(play)
    return screen(bar, [SheetPicture(play, result), SheetText(play, result), *sharing(play, game)])


@component
def SheetPicture(play: StoredPlay, result: Result) -> ft.Control:
    """Show the picture of a sheet in light or dark colors, and let it be saved and shared."""
    viewport = use_ui().viewport
    dark, set_dark = use_value(viewport.dark)

    async def load() -> tuple[bytes, bytes]:
        return await sheet_picture(play, result, LIGHT), await sheet_picture(play, result, DARK)

    pictures, _ = use_loaded(load, [play.id, play.revision])

    def colors(words: str, *, deep: bool) -> ft.Control:
        return chip(words, lambda: set_dark(lambda _: deep), selected=dark is deep)

    parts: list[ft.Control] = [wrapped([colors(tr("Light"), deep=False), colors(tr("Dark"), deep=True)])]
    content = None if pictures is None else pictures[dark]
    picture: ft.Control = ft.Container(loading_text(), padding=4 * SPACE)
    if content is not None:
        parts.append(PictureActions(play, str(result.title), content))
        shown = image(content, quality=ft.FilterQuality.MEDIUM, fit=ft.BoxFit.CONTAIN)
        picture = labelled(shown, headline(result), image=True)
    width = min(viewport.width - 8 * SPACE, MAX_WIDTH)
    frame = ft.Border.all(1, ft.Colors.OUTLINE_VARIANT)
    framed = ft.Container(picture, width=width, height=width * height_of(play, result, LIGHT, content), border=frame)
    return column([*parts, ft.Row([framed], alignment=ft.MainAxisAlignment.CENTER)], 4 * SPACE)


@component
def PictureActions(play: StoredPlay, title: str, content: bytes) -> ft.Control:
    """Let a picture be saved, and shared where the browser can."""
    picker = use_ref(ft.FilePicker)
    name = play_file_name(play, "png")

    async def save() -> None:
        await picker.current.save_file(file_name=name, src_bytes=content)

    def ways() -> list[ft.Control]:
        saved = button(tr("Save the picture"), save, icon=ft.Icons.DOWNLOAD)
        if not can_share(ft.context.page):
            return [saved]
        sharing = SharePicture(content=content, name=name, title=title)
        return [outlined(tr("Share"), nothing, icon=ft.Icons.SHARE, action=sharing), saved]

    return AtThumb(ways)


@component
def SheetText(play: StoredPlay, result: Result) -> ft.Control:
    """Show a sheet as text, and let it be copied and shared where the browser can."""
    page = ft.context.page
    words = sheet_text(play, result)
    ways: list[ft.Control] = []
    if is_trusted(page):
        copy = ft.CopyToClipboard(words)
        ways.append(outlined(tr("Copy the text"), lambda: show_snackbar(COPIED), icon=ft.Icons.COPY, action=copy))
    if can_share(page):
        share = ft.ShareText(words, title=str(result.title))
        ways.append(outlined(tr("Share"), nothing, icon=ft.Icons.SHARE, action=share, of=tr("As text")))
    actions = wrapped(ways) if ways else caption(SELECT)
    return card([heading(tr("As text")), text(words, selectable=True), actions])


LEAST_BUTTON: Final = 210
"""The least width of a way to share, in px, with text of its usual size."""

BG_STATS: Final = f"BG Stats ({urlsplit(bgstats.LINK).hostname})"
"""The way to BG Stats, with who gets the play."""


def sharing(play: StoredPlay, game: KnownGame) -> list[ft.Control]:
    """Return the card that hands a play on, with what is known of its game; a deleted play has none."""
    return [] if play.removed is not None else [PlaySharing(play, game)]


@component
def PlaySharing(play: StoredPlay, game: KnownGame) -> ft.Control:
    """Show the ways to hand a play on as a code, as a file, and to BG Stats."""
    page = ft.context.page
    picker = use_ref(ft.FilePicker)

    async def save(ending: str, content: Callable[[StoredPlay], bytes]) -> None:
        await picker.current.save_file(file_name=play_file_name(play, ending), src_bytes=content(play))

    link = ft.OpenUrl(bgstats.bgstats_link(play, game), target=ft.UrlTarget.BLANK)
    refusal = no_code_of(play)
    show_code = outlined(tr("Show as a code"), lambda: page.navigate(f"/code/play/{play.id}"), icon=ft.Icons.QR_CODE)
    ways = [
        *([] if refusal is not None else [show_code]),
        outlined(BG_STATS, nothing, icon=ft.Icons.OPEN_IN_NEW, action=link),
        outlined(f"{tr('Save')} (.json)", partial(save, "json", tessera_jsonl.export_play), icon=ft.Icons.DOWNLOAD),
        outlined(
            f"{tr('Save')} (.bgsplay)",
            partial(save, "bgsplay", partial(bgstats.export_play, game=game)),
            icon=ft.Icons.DOWNLOAD,
        ),
    ]
    viewport = use_ui().viewport
    grid = button_grid(ways, screen_room(viewport) - 8 * SPACE - 2, LEAST_BUTTON * viewport.scale)
    not_as_a_code = [] if refusal is None else [caption(sentence(refusal))]
    return card([heading(tr("As a code or a file")), grid, *not_as_a_code])

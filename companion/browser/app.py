"""The app in a browser's worker, started once its storage is mounted, or kept warm when the site is built."""

from __future__ import annotations

import asyncio
import gc
import importlib
import io
import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

import flet as ft

from companion.formatting.languages import WANTED
from companion.formatting.text import sentence
from companion.games import KITS
from companion.games.score_pad import ready_pads
from companion.runtime import Runtime, open_runtime
from companion.services.browser_page import BrowserPage, Phones
from companion.system import paths
from companion.system.machine import leave_out_of_search, offload
from companion.ui import app
from companion.ui.components.controls import button, caption, heading, notice
from companion.ui.core.hooks import unmount
from companion.ui.core.page import begin_reading
from companion.ui.core.theme import SPACE, WIDEST
from companion.ui.editors import EDITORS
from scoring import GAMES
from scoring.messages import Message, say, tr
from storage.backup import backups
from storage.database.errors import NewerDatabaseError, StoreError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

KEEP: Final = say(
    "Nothing was changed. Save the file first, so that you have a copy of it; then load this page again. Tessera on "
    "a computer may be able to open the file."
)

NEWER: Final = say(
    "What is stored here was written by a newer version of Tessera. This browser gets that version from the site "
    "once it is available: load this page again when you are online."
)

SAVING_TIMEOUT_S: Final = 1
"""Seconds in which what is still being typed is saved."""


class RunningApp:
    """The app that the page of this worker shows."""

    def __init__(self, runtime: Runtime, phones: Phones) -> None:
        """Show what a runtime has open, also to the phones that it admits."""
        self.context = runtime.context
        self.phones = phones
        self._runtime = runtime
        self._pages: list[ft.Page] = []

    def main(self, page: ft.Page) -> None:
        """Show the app to the page; a backup that was due as the app ended is made soon."""
        if not self._pages:
            self._catching_up = asyncio.get_running_loop().create_task(self.context.tables.catch_up())
        self._pages.append(page)
        self._runtime.main(page)

    async def leave(self) -> None:
        """Save what is still being typed, as where a screen is left, back up what is due, and close the database."""
        before = asyncio.all_tasks()
        self.phones.close_all()
        for page in self._pages:
            await asyncio.wrap_future(page.run_task(_unmount, page))
        await asyncio.sleep(0)  # the tasks begin
        saving = asyncio.all_tasks() - before
        if saving:
            await asyncio.wait(saving, timeout=SAVING_TIMEOUT_S)
        await self.context.tables.backed_up()
        self._runtime.close()


async def _unmount(page: ft.Page) -> None:
    unmount(page)


def start(
    data: Path,
    address: str,
    ask: Callable[[str], object],
    languages: Iterable[str],
    ask_phones: Callable[[str], object],
    send: Callable[[str, bytes], object],
) -> RunningApp | None:
    """Open the database in a folder, and show the app to the page of this worker as soon as it connects.

    `address` is where the page lies: links in codes lead there. `ask` hands the page a wish. `languages` are those
    that the browser asks for, best first. The worker hands the fragment of an opened link to `context.links.add` of the
    app, which returns its id, and what the page says of itself to `context.browser.hear`. `ask_phones` hands the page
    a wish about the channels to other phones, `send` what goes over one. Where the database cannot be opened, the page
    says why, and nothing runs.
    """
    from companion.browser.connection import connect, guest_connection  # noqa: PLC0415 - there is none where the app is only imported

    WANTED.set(tuple(languages))
    file = data / paths.DATABASE
    phones = Phones(ask_phones, send)
    browser = BrowserPage(ask, phones)
    try:
        runtime = open_runtime(paths.database(data), data, browser=browser, address=address)
        browser.entered = backups.is_entered(file)
    except StoreError as error:
        message = NEWER if isinstance(error, NewerDatabaseError) else error.message
        connect(lambda page: show_refusal(page, message, file))
        return None
    running = RunningApp(runtime, phones)
    tables = runtime.context.tables
    browser.observers.subscribe(lambda: tables.hurry() if browser.state.hidden else tables.take_time())
    phones.serve = lambda visitor, hello, *ways: guest_connection(runtime.main, visitor, hello.languages, *ways)
    connect(running.main)
    leave_out_of_search()  # as in the program; on a first visit also what was imported
    return running


def show_refusal(page: ft.Page, message: Message, file: Path) -> None:
    """Say why the database cannot be opened, and let its file be saved elsewhere, which nothing else can reach."""
    picker = ft.FilePicker()

    async def save() -> None:
        await picker.save_file(file_name=file.name, src_bytes=await offload(file.read_bytes))

    page.title = app.TITLE
    app.apply_theme(page, {})
    begin_reading(page, {})
    parts: list[ft.Control] = [heading(tr("Tessera cannot open your data"), 1), notice(sentence(message), wrong=True)]
    if file.is_file():
        parts += [caption(KEEP), button(tr("Save the file"), save, icon=ft.Icons.DOWNLOAD)]
    column = ft.Column(parts, spacing=4 * SPACE, tight=True, horizontal_alignment=ft.CrossAxisAlignment.STRETCH)
    page.horizontal_alignment = ft.CrossAxisAlignment.CENTER
    page.add(ft.SafeArea(ft.Container(column, width=WIDEST, padding=2 * SPACE)))


WARM_FOLDER: Final = Path("/warm")

WARM_SCREENS: Final = ("history.correct_play", "history.play", "history.play_list", "people", "settings")
"""What is soon asked for; a server loads it only then."""

STANDARD_ERROR: Final = 2
"""The last of the files that are always open."""


def warm_up() -> None:
    """Open a database once, which prepares much, and let go of every file: a memory that is kept must hold none.

    What is loaded then is left out of the search for garbage.

    Raises:
        RuntimeError: a file is still open.

    """
    for module in ("flet.messaging.session", *(f"companion.ui.screens.{screen}" for screen in WARM_SCREENS)):
        importlib.import_module(module)  # Flet, too, imports its own only when it runs
    for registry in (GAMES, KITS, EDITORS, ready_pads()):
        tuple(registry.values())  # each loads its games
    WARM_FOLDER.mkdir()
    open_runtime(paths.database(WARM_FOLDER), WARM_FOLDER).close()
    shutil.rmtree(WARM_FOLDER)
    importlib.invalidate_caches()  # which holds the zip of the standard library
    sys.path_importer_cache.clear()
    gc.collect()
    files = [file for file in gc.get_objects() if isinstance(file, io.FileIO) and not file.closed]
    held = [file.name for file in files if file.fileno() > STANDARD_ERROR]
    if held:
        raise RuntimeError(held)
    leave_out_of_search()

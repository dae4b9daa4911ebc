"""The screen of imports, exports and backups, and the export of all plays to a file."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import flet as ft

from companion.services.history import NO_PLAYS
from companion.services.import_export import (
    LEFT_OUT,
    TooLargeError,
    export_file,
    file_name,
)
from companion.system.clock import now
from companion.ui.components.async_state import progress_bar, use_task
from companion.ui.components.controls import caption, card, heading, outlined
from companion.ui.components.fields import too_large, wrapped
from companion.ui.components.sections import EXCHANGE, section_screen, section_topbar
from companion.ui.core.context import use_ui
from companion.ui.core.error_boundary import component, show_snackbar
from companion.ui.core.hooks import use_ref
from companion.ui.screens.exchange.backups import Backups
from companion.ui.screens.exchange.import_plays import ImportPlays
from scoring.messages import as_typed, say, tr
from storage.repositories.history import Filter

if TYPE_CHECKING:
    from collections.abc import Callable

    from companion.ui.components.async_state import OnProgress


@component
def Exchange() -> ft.Control:
    """Import plays, export them, and back everything up."""
    bar = section_topbar(tr("Import and export"), back="/history")
    return section_screen(EXCHANGE, bar, [ImportPlays(), ExportPlays()], [Backups()])


TOO_MUCH: Final = too_large("tessera export")

EXPORT: Final = say("Export")

FORMATS_TO_SAVE: Final = (("jsonl", say("Everything")), ("csv", say("Spreadsheet")), ("bgsplay", as_typed("BG Stats")))


@component
def ExportPlays() -> ft.Control:
    """Show the formats in which all plays can be exported."""
    ui = use_ui()
    picker = use_ref(ft.FilePicker)
    task, run = use_task()

    def save(ending: str) -> Callable[[], Any]:
        async def saved() -> None:
            async def write(on_progress: OnProgress) -> bytes:
                return await ui.tables.worker.run(export_file, ending, Filter(), on_progress)

            try:
                content = await run(EXPORT, write)
            except TooLargeError:
                show_snackbar(TOO_MUCH)
                return
            if not content:
                show_snackbar(NO_PLAYS)
                return
            name = file_name(ending, now().astimezone().date())
            await picker.current.save_file(file_name=name, src_bytes=content)

        return saved

    ways = [
        outlined(f"{words} (.{ending})", save(ending), icon=ft.Icons.DOWNLOAD, disabled=task is not None)
        for ending, words in FORMATS_TO_SAVE
    ]
    return card([heading(EXPORT), wrapped(ways), caption(LEFT_OUT), *([progress_bar(task)] if task else [])])

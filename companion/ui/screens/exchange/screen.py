"""The screen of imports, exports and backups, and the export of all plays to a file."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import flet as ft

from companion.services.import_export import (
    LEFT_OUT,
    TooLargeError,
    export_file,
    file_name,
)
from companion.system.clock import now
from companion.ui.components.async_state import progress_bar, use_task
from companion.ui.components.controls import caption, card, heading, outlined
from companion.ui.components.sections import EXCHANGE, section_screen, section_topbar
from companion.ui.core.context import use_ui
from companion.ui.core.error_boundary import component, show_snackbar
from companion.ui.core.hooks import use_ref
from companion.ui.core.theme import SPACE
from companion.ui.screens.exchange.backups import Backups
from companion.ui.screens.exchange.import_plays import ImportPlays
from scoring.messages import say, tr
from storage.repositories.history import Filter

if TYPE_CHECKING:
    from collections.abc import Callable

    from companion.ui.components.async_state import OnProgress


@component
def Exchange() -> ft.Control:
    """Import plays, save them, and back everything up."""
    bar = section_topbar(tr("In and out"), back="/history")
    return section_screen(EXCHANGE, bar, [ImportPlays(), ExportPlays()], [Backups()])


TOO_MUCH: Final = say("That is more than a browser can take at once. Write it with the command `tessera export FILE`.")

NOTHING_YET: Final = say("There is nothing to save yet: no play has been finished.")

FORMATS_TO_SAVE: Final = (
    (
        "jsonl",
        say("Everything"),
        say("the whole history, friends, places and copies, to keep or to move. {left_out}", left_out=LEFT_OUT),
    ),
    ("csv", say("As a table"), say("one line for each player, for a spreadsheet.")),
    ("bgsplay", say("For BG Stats"), say("results with their points, for the Board Game Stats app.")),
)


@component
def ExportPlays() -> ft.Control:
    """Show the formats in which all plays can be saved."""
    ui = use_ui()
    picker = use_ref(ft.FilePicker)
    task, run = use_task()

    def save(ending: str) -> Callable[[], Any]:
        async def saved() -> None:
            async def write(on_progress: OnProgress) -> bytes:
                return await ui.tables.worker.run(export_file, ending, Filter(), on_progress)

            try:
                content = await run(tr("Writing the plays"), write)
            except TooLargeError:
                show_snackbar(TOO_MUCH)
                return
            if not content:
                show_snackbar(NOTHING_YET)
                return
            name = file_name(ending, now().astimezone().date())
            await picker.current.save_file(file_name=name, src_bytes=content)

        return saved

    lines = [
        ft.Column(
            [
                ft.Row([outlined(words, save(ending), icon=ft.Icons.DOWNLOAD, disabled=task is not None)], wrap=True),
                caption(f".{ending}: {about}"),
            ],
            spacing=SPACE,
            tight=True,
        )
        for ending, words, about in FORMATS_TO_SAVE
    ]
    return card([heading(tr("Save all plays")), *lines, *([progress_bar(task)] if task else [])])

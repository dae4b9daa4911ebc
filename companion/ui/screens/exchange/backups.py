"""Backups: those that are there, a new one, and the restoring of one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import flet as ft

from companion.formatting.dates import relative_time
from companion.services.backup_files import restore_listed
from companion.services.import_export import MAX_DOWNLOAD_BYTES
from companion.system.clock import now
from companion.system.machine import offload
from companion.ui.components.async_state import progress_bar, use_task
from companion.ui.components.controls import caption, card, heading, outlined, plain_button, text
from companion.ui.components.dialogs import asking, use_confirmation
from companion.ui.components.fields import wrapped
from companion.ui.components.layout import spread_row
from companion.ui.core.context import use_loaded, use_ui
from companion.ui.core.error_boundary import component, show_snackbar
from companion.ui.core.hooks import keyed, use_ref, use_value
from companion.ui.screens.exchange.backup_file import RESTORE, BackupFile, restore_question, use_restored
from companion.ui.screens.exchange.check_data import CheckData
from scoring.messages import say, tr
from storage.backup import backups
from storage.backup.doctor import size_text

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable
    from pathlib import Path

    from companion.ui.components.async_state import OnProgress
    from storage.backup.backups import Backup

BACKUPS_AT_FIRST: Final = 3
"""How many backups are listed at first."""

ABOUT: Final = say("Of the older ones, only some remain.")


@component
def Backups() -> ft.Control:
    """List the backups; make one, save one as a file, restore one or a file, and check the data."""
    ui = use_ui()
    task, run = use_task()
    unfolded, unfold = use_value(initial=False)
    nothing: Path | None = None
    new_file, set_new_file = use_value(nothing)

    async def load() -> tuple[tuple[Backup, ...], tuple[Path, ...]]:
        return await offload(lambda: (backups.backups(ui.tables.folder), backups.set_aside(ui.tables.folder)))

    loaded, again = use_loaded(load, [ui.turn])

    async def keep() -> None:
        async def made(_: OnProgress) -> Backup:
            return await ui.tables.worker.run(backups.backup, ui.tables.folder, now())

        backup = await run(tr("Back up now"), made)
        set_new_file(lambda _: backup.path)
        again()

    listed, aside = loaded or ((), ())
    shown = listed if unfolded else listed[:BACKUPS_AT_FIRST]
    more = plain_button(tr("Show more"), lambda: unfold(lambda _: True))
    new = outlined(tr("Back up now"), keep, icon=ft.Icons.SAVE_OUTLINED, disabled=task is not None)
    return card(
        [
            heading(tr("Backups")),
            caption(ABOUT),
            wrapped([new]),
            *([progress_bar(task)] if task else []),
            *(keyed(backup.path.name, BackupRow, backup, backup.path == new_file) for backup in shown),
            *([more] if len(shown) < len(listed) else []),
            *(keyed(file.name, AsideRow, file, again) for file in aside),
            BackupFile(),
            CheckData(),
        ],
    )


@component
def BackupRow(backup: Backup, new: bool) -> ft.Control:  # noqa: FBT001 - what a component takes
    """Show a backup with the buttons that save it as a file, and restore it; a `new` one is read out."""
    ui = use_ui()
    save = use_saving(backup.path)
    show = use_restored()
    at = relative_time(backup.at, now())

    async def restore() -> None:
        left = await ui.tables.worker.run(restore_listed, backup, ui.tables.folder)
        await show(at, left)

    ask = use_confirmation(restore_question(at), restore)
    size = size_text(backup.size)
    kept = size if backup.whole else tr("{size}, partly damaged", size=size)
    facts = ft.Column([text(at), caption(kept)], spacing=0, tight=True)
    words = ft.Semantics(content=facts, live_region=new, container=True)
    saving, restoring = plain_button(tr("Save"), save, of=at), outlined(RESTORE, ask, of=at)
    return spread_row([words, ft.Row([saving, restoring], tight=True, wrap=True)])


@component
def AsideRow(file: Path, gone: Callable[[], None]) -> ft.Control:
    """Show a damaged file that was replaced, with the buttons that save and delete it; `gone` is called then."""
    save = use_saving(file)

    async def delete() -> None:
        await offload(backups.remove_aside, file)
        gone()

    question = asking(
        tr("Delete"),
        tr(
            "{name} was damaged or empty, and a backup took its place. What only this file holds is lost.",
            name=file.name,
        ),
    )
    ask = use_confirmation(question, delete)
    words = ft.Column([text(tr("Set aside as damaged")), caption(file.name)], spacing=0, tight=True)
    saving = plain_button(tr("Save"), save, of=file.name)
    deleting = plain_button(tr("Delete"), ask, of=file.name)
    return spread_row([words, ft.Row([saving, deleting], tight=True, wrap=True)])


def use_saving(file: Path) -> Callable[[], Awaitable[None]]:
    """Return a call that saves a file on the device of the player."""
    ui = use_ui()
    picker = use_ref(ft.FilePicker)

    async def save() -> None:
        size = (await offload(file.stat)).st_size
        if ui.browser is None and size > MAX_DOWNLOAD_BYTES:
            show_snackbar(tr("This is too large for a browser. It lies at {file}.", file=file))
            return
        await picker.current.save_file(file_name=file.name, src_bytes=await offload(file.read_bytes))

    return save

"""Backups: those that are there, a new one, and putting one back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import flet as ft

from companion.formatting.relative import relative_time
from companion.services.import_export import MAX_DOWNLOAD_BYTES
from companion.system.clock import now
from companion.system.machine import offload
from companion.ui.components.async_state import progress_bar, use_task
from companion.ui.components.controls import caption, card, heading, outlined, plain_button, text
from companion.ui.components.dialogs import Confirmation, use_confirmation
from companion.ui.components.fields import wrapped
from companion.ui.components.layout import spread_row
from companion.ui.core.context import use_loaded, use_ui
from companion.ui.core.error_boundary import component, safe, show_snackbar
from companion.ui.core.hooks import keyed, use_ref, use_value
from companion.ui.screens.exchange.backup_file import BackupFile, restore_question, use_restored
from companion.ui.screens.exchange.check_data import CheckData
from storage.backup import backups
from storage.backup.doctor import size_text

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable
    from pathlib import Path

    from companion.ui.components.async_state import OnProgress
    from storage.backup.backups import Backup
    from storage.repositories.tables import Store

BACKUPS_AT_FIRST: Final = 5
"""How many backups are listed at first."""

ABOUT: Final = "Checked copies of everything, kept beside the data. Older ones are thinned out."

DAMAGED: Final = ", with something damaged in it"

NONE_YET: Final = "There is no backup yet."


def back_up(store: Store, folder: Path) -> Backup:
    """Back a store up as it is now."""
    return backups.backup(store, folder, now())


def restore_backup(store: Store, chosen: Backup, folder: Path) -> Backup:
    """Replace what a store holds by a backup; return the backup of what it held."""
    return backups.restore(store, chosen, folder, now())


@component
def Backups() -> ft.Control:
    """List the backups; make one, save one as a file, restore one or a file, and check the data."""
    ui = use_ui()
    task, run = use_task()
    unfolded, unfold = use_value(initial=False)

    async def load() -> tuple[Backup, ...]:
        return await offload(backups.backups, ui.tables.folder)

    async def load_aside() -> tuple[Path, ...]:
        return await offload(backups.set_aside, ui.tables.folder)

    found, again = use_loaded(load, [ui.turn])
    aside, again_aside = use_loaded(load_aside, [ui.turn])

    async def keep() -> None:
        async def made(_: OnProgress) -> Backup:
            return await ui.tables.worker.run(back_up, ui.tables.folder)

        one = await run("Backing everything up", made)
        again()
        show_snackbar(f"Everything is backed up as it was {relative_time(one.at, now())}.")

    known = found or ()
    shown = known if unfolded else known[:BACKUPS_AT_FIRST]
    more = plain_button(f"Show all {len(known)}", lambda: unfold(lambda _: True))
    new = outlined("Back up now", keep, icon=ft.Icons.SAVE_OUTLINED, disabled=task is not None)
    return card(
        [
            heading("Backups"),
            caption(ABOUT if known or found is None else f"{NONE_YET} {ABOUT}"),
            wrapped([new]),
            *([progress_bar(task)] if task else []),
            *(keyed(one.path.name, BackupRow, one) for one in shown),
            *([more] if len(shown) < len(known) else []),
            *(keyed(file.name, AsideRow, file, again_aside) for file in aside or ()),
            BackupFile(),
            CheckData(),
        ],
    )


@component
def BackupRow(one: Backup) -> ft.Control:
    """Show a backup with the buttons that save it as a file, and restore it."""
    ui = use_ui()
    save = use_saving(one.path)
    show = use_restored()
    at = relative_time(one.at, now())

    async def restore() -> None:
        await ui.tables.worker.run(restore_backup, one, ui.tables.folder)
        await show(f"Everything is as it was {at}.")

    ask = use_confirmation(restore_question("Put this backup back?", f"Everything will be as it was {at}"), restore)
    words = ft.Column([text(at), caption(size_text(one.size) + ("" if one.whole else DAMAGED))], spacing=0, tight=True)
    saving = ft.TextButton(ft.Text("Save", semantics_label=f"Save the backup of {at} as a file"), on_click=safe(save))
    putting = ft.OutlinedButton(ft.Text("Put back", semantics_label=f"Put back the backup of {at}"), on_click=safe(ask))
    return spread_row([words, ft.Row([saving, putting], tight=True, wrap=True)])


@component
def AsideRow(file: Path, gone: Callable[[], None]) -> ft.Control:
    """Show a damaged file that was replaced, with the buttons that save and delete it; `gone` is called then."""
    save = use_saving(file)

    async def delete() -> None:
        await offload(backups.remove_aside, file)
        gone()

    question = Confirmation(
        title="Delete this file?",
        words=f"{file.name} was damaged or empty, and a backup took its place. What only this file has is gone then.",
        do="Delete it",
        leave="Leave it",
    )
    ask = use_confirmation(question, delete)
    words = ft.Column([text("Set aside as damaged"), caption(file.name)], spacing=0, tight=True)
    saving = ft.TextButton(ft.Text("Save", semantics_label=f"Save {file.name}"), on_click=safe(save))
    deleting = ft.TextButton(ft.Text("Delete", semantics_label=f"Delete {file.name}"), on_click=safe(ask))
    return spread_row([words, ft.Row([saving, deleting], tight=True, wrap=True)])


def use_saving(file: Path) -> Callable[[], Awaitable[None]]:
    """Return a call that saves a file on the device of the player."""
    ui = use_ui()
    picker = use_ref(ft.FilePicker)

    async def save() -> None:
        size = (await offload(file.stat)).st_size
        if ui.browser is None and size > MAX_DOWNLOAD_BYTES:
            show_snackbar(f"That is more than a browser takes at once. It lies at {file}.")
            return
        await picker.current.save_file(file_name=file.name, src_bytes=await offload(file.read_bytes))

    return save

"""Putting back a backup that was saved as a file, and what is shown after any backup was put back."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

import flet as ft

from companion.services.import_export import look_into, restore_file
from companion.system.limits import MAX_UPLOAD_BYTES
from companion.system.machine import offload
from companion.ui.components.controls import button, caption, notice, outlined, plain_button, text
from companion.ui.components.dialogs import Confirmation, use_confirmation
from companion.ui.components.fields import MAX_UPLOAD_MB, use_files, wrapped
from companion.ui.components.layout import column
from companion.ui.core.context import use_ui
from companion.ui.core.error_boundary import component, show_snackbar
from companion.ui.core.hooks import use_value
from companion.ui.core.theme import Style
from scoring.messages import counted, say, tr
from storage.backup import backups
from storage.database.errors import StoreError

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from companion.ui.core.context import Ui

FROM_FILE: Final = say(
    "A backup saved as a file can be put back on any device, in the browser or on a computer. So can the database "
    "file of Tessera on a computer."
)

NOT_ARRIVED: Final = say(
    "No file arrived. Choose it again; if it is larger than {size} MB, put it back with `tessera restore FILE`.",
    size=MAX_UPLOAD_MB,
)

TOO_LARGE: Final = say(
    "it is larger than {size} MB: put it back with the command `tessera restore FILE`", size=MAX_UPLOAD_MB
)


def use_restored() -> Callable[[str], Awaitable[None]]:
    """Return a call that shows the data after a backup was put back, with a sentence about it."""
    ui = use_ui()
    page = ft.context.page

    async def show(words: str) -> None:
        await ui.tables.reload_all()
        await ui.reload_settings()
        page.navigate("/")
        before = tr("The newest backup holds what was there before.")
        show_snackbar(f"{words} {before} {backups.ACCESS_NOTICE}")

    return show


def restore_question(title: str, after: str) -> Confirmation:
    """Return the question before a backup is put back; the sentence `after` says what is there then."""
    first, others = tr("What is there now is backed up first."), tr("Load other open screens again.")
    return Confirmation(
        title=title,
        words=f"{after} {first} {backups.ACCESS_NOTICE} {others}",
        do=tr("Put it back"),
        leave=tr("Leave everything as it is"),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class ChosenBackup:
    """A file that was chosen to be put back, with what is in it."""

    name: str
    content: bytes = field(repr=False)
    plays: int
    tables: int


async def _read(picked: ft.FilePickerFile, ui: Ui) -> ChosenBackup:
    """Return a file that was picked; a page that a server serves hands over smaller ones only.

    Raises:
        StoreError: it is too large, or cannot be put back.

    """
    if picked.bytes is None or (ui.browser is None and picked.size > MAX_UPLOAD_BYTES):
        raise StoreError(TOO_LARGE)
    plays, tables = await offload(look_into, picked.bytes, ui.tables.folder)
    return ChosenBackup(name=picked.name, content=picked.bytes, plays=plays, tables=tables)


@component
def BackupFile() -> ft.Control:
    """Put back a backup that was saved as a file, or the database of another device."""
    none: ChosenBackup | None = None
    chosen, set_chosen = use_value(none)
    problem, set_problem = use_value("")

    def report(backup: ChosenBackup | None, words: str = "") -> None:
        set_chosen(lambda _: backup)
        set_problem(lambda _: words)

    parts: list[ft.Control] = [ft.Divider(color=ft.Colors.OUTLINE_VARIANT), caption(FROM_FILE)]
    if problem:
        parts.append(notice(problem, wrong=True))
    return column([*parts, ChooseFile(report) if chosen is None else ChosenFile(chosen, lambda: report(None))])


@component
def ChooseFile(report: Callable[[ChosenBackup | None, str], None]) -> ft.Control:
    """Have a file chosen, and look into it."""
    ui = use_ui()

    async def lost() -> None:
        report(None, str(NOT_ARRIVED))

    choose = use_files(lost)

    async def pick() -> None:
        report(None, "")
        picked = await choose()
        if not picked:
            return
        try:
            report(await _read(picked[0], ui), "")
        except StoreError as error:
            report(None, f"{picked[0].name}: {error.message}.")

    return wrapped([outlined(tr("Put a file back"), pick, icon=ft.Icons.UPLOAD_FILE)])


@component
def ChosenFile(chosen: ChosenBackup, leave: Callable[[], None]) -> ft.Control:
    """Show what is in a file that was chosen, and put it back once that is confirmed."""
    ui = use_ui()
    show = use_restored()

    async def restore() -> None:
        await ui.tables.worker.run(restore_file, chosen.content, ui.tables.folder)
        leave()
        await show(tr("Everything is now as in {name}.", name=chosen.name))

    holds = tr(
        "It holds {plays}, and {tables} in play.",
        plays=counted(chosen.plays, "{number} play", "{number} plays"),
        tables=counted(chosen.tables, "{number} table", "{number} tables"),
    )
    after = tr("Everything will be as in {name}: plays, tables, copies and settings.", name=chosen.name)
    ask = use_confirmation(restore_question(tr("Put this file back?"), after), restore)
    buttons = wrapped([button(tr("Put this file back"), ask), plain_button(tr("Leave it"), leave)])
    return column([text(chosen.name, Style.STRONG), text(holds), buttons])

"""The restoring of a backup that was saved as a file, and what is shown after any backup was restored."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

import flet as ft

from companion.services.backup_files import look_into, restore_file
from companion.system.limits import MAX_UPLOAD_BYTES
from companion.system.machine import offload
from companion.ui.components.controls import button, notice, outlined, plain_button, text
from companion.ui.components.dialogs import CANCEL, Confirmation, use_confirmation
from companion.ui.components.fields import NOT_ARRIVED, too_large, use_files, wrapped
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
    from scoring.messages import Message

RESTORE: Final = say("Restore")

TOO_LARGE: Final = too_large("tessera restore")

AFTER: Final = say("Plays, tables, copies and settings will be as in it. What is there now is backed up first.")

OTHER_SCREENS: Final = say("Load Tessera again wherever else it is open.")


def use_restored() -> Callable[[str, Message | None], Awaitable[None]]:
    """Return a call that shows the data after a backup was restored, and says what was, and what was left behind."""
    ui = use_ui()
    page = ft.context.page

    async def show(what: str, left: Message | None) -> None:
        await ui.tables.reload_all()
        await ui.reload_settings()
        page.navigate("/")
        said = (tr("{what} restored.", what=what), backups.ACCESS_NOTICE, left)
        show_snackbar(" ".join(str(sentence) for sentence in said if sentence is not None))

    return show


def restore_question(what: str) -> Confirmation:
    """Return the question before a backup is restored."""
    return Confirmation(
        title=f"{RESTORE}: {what}?", words=f"{AFTER} {backups.ACCESS_NOTICE} {OTHER_SCREENS}", do=RESTORE
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class ChosenBackup:
    """A file that was chosen to be restored, with what is in it."""

    name: str
    content: bytes = field(repr=False)
    plays: int
    tables: int
    left: Message | None


async def _read(picked: ft.FilePickerFile, ui: Ui) -> ChosenBackup:
    """Return a file that was picked; a page that a server serves hands over smaller ones only.

    Raises:
        StoreError: it is too large, or cannot be restored.

    """
    if picked.bytes is None or (ui.browser is None and picked.size > MAX_UPLOAD_BYTES):
        raise StoreError(TOO_LARGE)
    plays, tables, left = await offload(look_into, picked.bytes, ui.tables.folder)
    return ChosenBackup(name=picked.name, content=picked.bytes, plays=plays, tables=tables, left=left)


@component
def BackupFile() -> ft.Control:
    """Restore a backup that was saved as a file, or the database of another device."""
    none: ChosenBackup | None = None
    chosen, set_chosen = use_value(none)
    problem, set_problem = use_value("")

    def report(backup: ChosenBackup | None, words: str = "") -> None:
        set_chosen(lambda _: backup)
        set_problem(lambda _: words)

    parts: list[ft.Control] = [ft.Divider(color=ft.Colors.OUTLINE_VARIANT)]
    if problem:
        parts.append(notice(problem, wrong=True))
    return column([*parts, ChooseFile(report) if chosen is None else ChosenFile(chosen, lambda: report(None))])


@component
def ChooseFile(report: Callable[[ChosenBackup | None, str], None]) -> ft.Control:
    """Have a file chosen, and look into it."""
    ui = use_ui()

    async def lost() -> None:
        report(None, f"{NOT_ARRIVED} {TOO_LARGE}")

    choose = use_files(lost)

    async def pick() -> None:
        report(None, "")
        picked = await choose()
        if not picked:
            return
        try:
            report(await _read(picked[0], ui), "")
        except StoreError as error:
            report(None, f"{picked[0].name}: {str(error.message).removesuffix('.')}.")

    return wrapped([outlined(tr("Restore a file"), pick, icon=ft.Icons.UPLOAD_FILE)])


@component
def ChosenFile(chosen: ChosenBackup, leave: Callable[[], None]) -> ft.Control:
    """Show what is in a file that was chosen, and restore it once that is confirmed."""
    ui = use_ui()
    show = use_restored()

    async def restore() -> None:
        await ui.tables.worker.run(restore_file, chosen.content, ui.tables.folder)
        leave()
        await show(chosen.name, None)

    plays = counted(chosen.plays, "{number} play", "{number} plays")
    tables = counted(chosen.tables, "{number} table", "{number} tables")
    ask = use_confirmation(restore_question(chosen.name), restore)
    buttons = wrapped([button(RESTORE, ask), plain_button(CANCEL, leave)])
    left = [] if chosen.left is None else [notice(str(chosen.left))]
    return column([text(chosen.name, Style.STRONG), text(f"{plays}, {tables}"), *left, buttons])

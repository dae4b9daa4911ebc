"""Imports, exports and backups: all plays to a file, backups made and restored, and a check of the data."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from dataclasses import field as dataclass_field
from functools import partial
from typing import TYPE_CHECKING, Final

import flet as ft

from companion.formatting.dates import relative_time
from companion.formatting.text import sentence
from companion.services.history import NO_PLAYS
from companion.services.import_export import (
    LEFT_OUT,
    MAX_DOWNLOAD_BYTES,
    TooLargeError,
    export_file,
    file_name,
    look_into,
    restore_file,
    restore_listed,
)
from companion.system import now
from companion.system.limits import MAX_UPLOAD_BYTES
from companion.system.machine import offload
from companion.ui.components.async_state import progress_bar, use_task
from companion.ui.components.controls import button, caption, card, heading, notice, outlined, plain_button, text
from companion.ui.components.dialogs import CANCEL, Confirmation, asking, use_confirmation
from companion.ui.components.fields import NOT_ARRIVED, field, too_large, use_files, wrapped
from companion.ui.components.foot import AtThumb
from companion.ui.components.layout import column, spread_row
from companion.ui.components.sections import EXCHANGE, section_screen, section_topbar
from companion.ui.core.context import Ui, use_loaded, use_rerender, use_subscription, use_ui
from companion.ui.core.error_boundary import component, safe, show_snackbar
from companion.ui.core.hooks import keyed, use_ref, use_value, value_now
from companion.ui.core.page import came_from
from companion.ui.core.theme import SPACE, Style
from companion.ui.screens.import_plays import NO_MESSAGE, ImportPlays
from companion.ui.screens.settings import FILES
from scoring.messages import Message, as_typed, counted, say, tr
from storage.backup import backups
from storage.backup.doctor import Finding, examine_open, size_text
from storage.database import whole_files
from storage.database.errors import StoreError
from storage.repositories.history import Filter

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable
    from pathlib import Path

    from companion.services.shared_folder import Sharing
    from companion.ui.components.async_state import OnProgress
    from storage.backup.backups import Backup


@component
def Exchange() -> ft.Control:
    """Import plays, export them, and back everything up."""
    page = ft.context.page
    back = use_ref(lambda: "/history" if came_from(page).startswith("/history") else "/settings").current
    bar = section_topbar(FILES, back=back)
    sharing = use_ui().sharing
    shared = [] if sharing is None else [SharedFolder(sharing)]
    return section_screen(EXCHANGE, bar, [ImportPlays(), ExportPlays()], [Backups(), *shared])


TOO_MUCH: Final = too_large("tessera export")

EXPORT: Final = say("Export")

FORMATS_TO_SAVE: Final = (("jsonl", say("Everything")), ("csv", say("Spreadsheet")), ("bgsplay", as_typed("BG Stats")))


@component
def ExportPlays() -> ft.Control:
    """Show the formats in which all plays can be exported."""
    ui = use_ui()
    picker = use_ref(ft.FilePicker)
    task, run = use_task()

    async def save(ending: str) -> None:
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

    ways = [
        outlined(f"{words} (.{ending})", partial(save, ending), icon=ft.Icons.DOWNLOAD, disabled=task is not None)
        for ending, words in FORMATS_TO_SAVE
    ]
    return card([heading(EXPORT), wrapped(ways), caption(LEFT_OUT), *([progress_bar(task)] if task else [])])


BACKUPS_AT_FIRST: Final = 3
"""How many backups are listed at first."""

ABOUT: Final = say("Of older ones, Tessera keeps fewer.")


@component
def Backups() -> ft.Control:
    """List the backups; make one, save one as a file, restore one or a file, and check the data."""
    ui = use_ui()
    task, run = use_task()
    unfolded, unfold = use_value(initial=False)
    nothing: Path | None = None
    new_file, set_new_file = use_value(nothing)

    async def load() -> tuple[tuple[Backup, ...], list[Path]]:
        folder = ui.tables.folder
        return await offload(lambda: (backups.backups(folder), whole_files.files_aside(folder.parent)))

    loaded, again = use_loaded(load, [ui.turn])

    async def keep() -> None:
        async def made(_: OnProgress) -> Backup:
            return await ui.tables.worker.run(backups.backup, ui.tables.folder, now())

        backup = await run(tr("Back up now"), made)
        set_new_file(lambda _: backup.path)
        again()

    listed, aside = loaded or ((), [])
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
        ]
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
        await offload(whole_files.remove_with_logs, file)
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


SHARED_FOLDER: Final = say(
    "Devices that share a folder have one history. Use a folder of Syncthing or of a cloud drive, or a USB stick."
)


@component
def SharedFolder(sharing: Sharing) -> ft.Control:
    """Choose the folder by which this device agrees with others, see who was there, and stop."""
    ui = use_ui()
    path, others, fault = sharing.path, sharing.others, sharing.fault

    def has_changed() -> bool:
        return (path, others, fault) != (sharing.path, sharing.others, sharing.fault)

    use_subscription(sharing.observers.subscribe, use_rerender(), [], missed=has_changed)
    typed, set_typed = use_value("")
    wrong, set_wrong = use_value(NO_MESSAGE)

    def type_in(words: str) -> None:
        set_typed(lambda _: words)
        set_wrong(lambda _: None)

    async def choose() -> None:
        try:
            await sharing.choose(value_now(set_typed))
        except StoreError as error:
            why = error.message
            set_wrong(lambda _: why)

    parts: list[ft.Control] = [heading(tr("Shared folder")), caption(SHARED_FOLDER)]
    if path is None:
        named = field(ui, tr("Where the folder is on this device"), typed, type_in, wrong=wrong, on_submit=safe(choose))
        return card([*parts, named, wrapped([outlined(tr("Use this folder"), choose, icon=ft.Icons.FOLDER_OUTLINED)])])
    seen: list[ft.Control] = [
        text(tr("{name}: {when}", name=device.name, when=relative_time(device.at, now()))) for device in others
    ]
    if fault is not None:
        seen.insert(0, notice(sentence(fault), wrong=True))
    elif not others:
        seen.append(text(tr("No other device has been here yet.")))
    return card(
        [*parts, text(str(path), selectable=True), *seen, wrapped([outlined(tr("Stop sharing"), sharing.stop)])]
    )


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


RESTORE: Final = say("Restore")

TOO_LARGE: Final = too_large("tessera restore")

AFTER: Final = say("Plays, tables, copies and settings will be as they were then; today’s are backed up first.")

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
        title=say("{question}?", question=say("{what}: {value}", what=RESTORE, value=what)),
        words=f"{AFTER} {backups.ACCESS_NOTICE} {OTHER_SCREENS}",
        do=RESTORE,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class ChosenBackup:
    """A file that was chosen to be restored, with what is in it."""

    name: str
    content: bytes = dataclass_field(repr=False)
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
    buttons = AtThumb(lambda: [plain_button(CANCEL, leave), button(RESTORE, ask)])
    left = [] if chosen.left is None else [notice(str(chosen.left))]
    return column([text(chosen.name, Style.STRONG), text(f"{plays}, {tables}"), *left, buttons])


FINDING_ICONS: Final = {
    "good": (ft.Icons.CHECK_CIRCLE_OUTLINE, ft.Colors.PRIMARY),
    "note": (ft.Icons.INFO_OUTLINE, ft.Colors.TERTIARY),
    "fault": (ft.Icons.ERROR_OUTLINE, ft.Colors.ERROR),
}
FINDING_NAMES: Final = {"good": say("Fine:"), "note": say("Worth knowing:"), "fault": say("Needs repair:")}


@component
def CheckData() -> ft.Control:
    """Examine the data and the backups, and say what was found."""
    ui = use_ui()
    task, run = use_task()
    nothing: tuple[Finding, ...] = ()
    findings, set_findings = use_value(nothing)

    async def check() -> None:
        async def examined(progress: OnProgress) -> tuple[Finding, ...]:
            await asyncio.sleep(0)  # what is being done is shown first, where there is one thread alone
            return await ui.tables.worker.run(examine_open, ui.tables.folder, lambda: now().astimezone(), progress)

        result = await run(tr("Check the data"), examined)
        set_findings(lambda _: result)

    begin = outlined(tr("Check the data"), check, icon=ft.Icons.FACT_CHECK_OUTLINED, disabled=task is not None)
    lines = column([_finding(finding) for finding in findings])
    said = ft.Semantics(content=lines, live_region=True, container=True, visible=bool(findings))
    return column([wrapped([begin]), *([progress_bar(task)] if task else []), said])


def _finding(finding: Finding) -> ft.Control:
    icon, color = FINDING_ICONS[finding.kind]
    mark = ft.Icon(icon, color=color, size=20, semantics_label=str(FINDING_NAMES[finding.kind]))
    row: list[ft.Control] = [mark, text(finding.message, Style.SMALL, expand=True)]
    return ft.Row(row, spacing=2 * SPACE, vertical_alignment=ft.CrossAxisAlignment.START)

"""The import of plays from a file: chosen, previewed, carried out, taken back."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import flet as ft

from companion.formatting.relative import relative_time
from companion.services.import_export import (
    FORMATS,
    changes_anything,
    difference_lines,
    differs_anywhere,
    import_summary,
    people_lines,
    plan_summary,
    problem_lines,
    read_file,
    undo_summary,
)
from companion.system.clock import now
from companion.system.limits import MAX_UPLOAD_BYTES
from companion.system.machine import offload
from companion.ui.components.async_state import progress_bar, use_task
from companion.ui.components.controls import button, caption, card, heading, notice, outlined, plain_button, text
from companion.ui.components.dialogs import Confirmation, use_confirmation
from companion.ui.components.fields import MAX_UPLOAD_MB, tick, use_files, wrapped
from companion.ui.components.layout import column, spread_row
from companion.ui.core.context import use_stored, use_ui
from companion.ui.core.error_boundary import component, on_press, safe
from companion.ui.core.hooks import keyed, use_value
from companion.ui.core.theme import Style
from scoring.messages import say, tr
from storage.documents.messages import message_of
from storage.exchange import importing, past_imports, planning
from storage.exchange.record import CARRIED_SETTINGS

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from companion.ui.components.async_state import OnProgress
    from storage.exchange.past_imports import Import
    from storage.exchange.planning import Plan
    from storage.exchange.record import Incoming

IMPORTS_AT_FIRST: Final = 4
"""How many earlier imports are listed at first."""

NOT_ARRIVED: Final = say(
    "No file arrived. Choose it again; if it is larger than {size} MB, take it in with `tessera import FILE`.",
    size=MAX_UPLOAD_MB,
)

ABOUT: Final = say(
    "From files of Tessera, BG Stats (.bgsplay) or BoardGameGeek (XML). You first see what would change."
)


@dataclass(frozen=True, slots=True, kw_only=True)
class ChosenFile:
    """A file that was chosen, and the plan of its import."""

    name: str
    incoming: Incoming
    plan: Plan


@component
def ImportPlays() -> ft.Control:
    """Import plays from a file after a preview, and take earlier imports back."""
    ui = use_ui()
    none: ChosenFile | None = None
    offered, offer = use_value(none)
    message, set_message = use_value("")
    earlier, again = use_stored(past_imports.imports)

    def chosen(file: ChosenFile | None, sentence: str) -> None:
        offer(lambda _: file)
        set_message(lambda _: sentence)

    async def changed(sentence: str) -> None:
        await ui.tables.reload_copies()
        await ui.reload_settings(CARRIED_SETTINGS)
        again()
        chosen(None, sentence)

    middle = ChooseFile(chosen) if offered is None else ImportPreview(offered, lambda: chosen(None, ""), changed)
    note = [notice(message)] if message else []
    before = [keyed("earlier", EarlierImports, earlier, changed)] if earlier else []
    return card([heading(tr("Take plays in")), *note, middle, *before])


@component
def ChooseFile(chosen: Callable[[ChosenFile | None, str], None]) -> ft.Control:
    """Have a file chosen, and plan its import."""
    ui = use_ui()
    task, run = use_task()

    async def lost() -> None:
        chosen(None, str(NOT_ARRIVED))

    choose = use_files(lost)

    async def pick() -> None:
        chosen(None, "")
        picked = await choose()
        if not picked:
            return
        content, name = picked[0].bytes, picked[0].name
        if content is None or picked[0].size > MAX_UPLOAD_BYTES:
            too_large = tr(
                "{name} is larger than {size} MB. Take it in with the command `tessera import FILE`.",
                name=name,
                size=MAX_UPLOAD_MB,
            )
            chosen(None, too_large)
            return
        incoming = await run(tr("Reading the file"), lambda progress: offload(read_file, content, name, progress))
        compare = ui.tables.worker.run
        plan = await run(
            tr("Comparing it with the history"), lambda progress: compare(planning.plan, incoming, progress)
        )
        chosen(ChosenFile(name=name, incoming=incoming, plan=plan), "")

    if task is not None:
        return progress_bar(task)
    return column([caption(ABOUT), wrapped([button(tr("Choose a file"), pick, icon=ft.Icons.UPLOAD_FILE)])])


@component
def ImportPreview(
    offered: ChosenFile, leave: Callable[[], None], changed: Callable[[str], Awaitable[None]]
) -> ft.Control:
    """Show what the import of a file would do, and carry it out."""
    ui = use_ui()
    task, run = use_task()
    overwrite, set_overwrite = use_value(initial=False)
    plan, name = offered.plan, offered.name

    async def carry_out(on_progress: OnProgress) -> Import:
        ask = ui.tables.worker.run
        return await ask(importing.carry_out, plan, name, overwrite_edited=overwrite, progress=on_progress)

    async def take() -> None:
        done = await run(tr("Taking the plays in"), carry_out)
        await changed(f"{name}: {import_summary(done)}")

    def turn() -> None:
        set_overwrite(lambda old: not old)

    if task is not None:
        return progress_bar(task)
    body = _preview(offered, overwrite_edited=overwrite)
    if differs_anywhere(plan):
        body.append(tick(tr("Also replace what was edited here"), turn, ui.viewport, ticked=overwrite))
    if changes_anything(plan, overwrite_edited=overwrite):
        body.append(wrapped([button(tr("Take it in"), take), plain_button(tr("Leave it"), leave)]))
    else:
        body.append(wrapped([outlined(tr("Close the file"), leave)]))
    return column(body)


def _preview(offered: ChosenFile, *, overwrite_edited: bool) -> list[ft.Control]:
    """Return what the import of a file would do, and its problems."""
    kind = FORMATS.get(offered.incoming.format)
    parts: list[ft.Control] = [text(offered.name, Style.STRONG), *([caption(kind)] if kind else [])]
    parts += [text(sentence) for sentence in plan_summary(offered.plan, overwrite_edited=overwrite_edited)]
    parts += _listed(difference_lines(offered.plan))
    parts += _listed(people_lines(offered.plan))
    problems, more = problem_lines(offered.plan)
    if problems:
        parts.append(notice(tr("This cannot be taken in:"), wrong=True))
        parts += _listed((problems, more))
    return parts


def _listed(listed: tuple[tuple[str, ...], int]) -> list[ft.Control]:
    sentences, more = listed
    return [caption(words) for words in (*sentences, *([tr("and {number} more", number=more)] if more else []))]


@component
def EarlierImports(imports: tuple[Import, ...], changed: Callable[[str], Awaitable[None]]) -> ft.Control:
    """List earlier imports."""
    unfolded, unfold = use_value(initial=False)
    shown = imports if unfolded else imports[:IMPORTS_AT_FIRST]
    lines = [keyed(past.id or "", EarlierImport, past, changed) for past in shown]
    if len(shown) < len(imports):
        lines.append(plain_button(tr("Show all {number}", number=len(imports)), lambda: unfold(lambda _: True)))
    return column([ft.Divider(color=ft.Colors.OUTLINE_VARIANT), text(tr("Taken in before"), Style.STRONG), *lines])


@component
def EarlierImport(past: Import, changed: Callable[[str], Awaitable[None]]) -> ft.Control:
    """Show an import with the button that takes it back."""
    ui = use_ui()
    at = relative_time(past.at, now())

    async def take_back() -> None:
        undone = await ui.tables.worker.run(past_imports.undo_import, past.id or "")
        await changed(" ".join(str(line) for line in undo_summary(undone)))

    confirmation = Confirmation(
        title=tr("Take back {what}?", what=message_of(past.what)),
        words=tr(
            "Whatever it added is removed, and whatever it corrected is put back. Plays edited since then stay as "
            "they are."
        ),
        do=tr("Take it back"),
        leave=tr("Leave it"),
    )
    ask = use_confirmation(confirmation, take_back)
    about = (
        import_summary(past) if past.undone is None else tr("taken back {when}", when=relative_time(past.undone, now()))
    )
    words = ft.Column([text(message_of(past.what)), caption(f"{at}: {about}")], spacing=0, tight=True)
    what = tr("Undo the import of {what}, {when}", what=message_of(past.what), when=at)
    name = ft.Text(tr("Undo"), semantics_label=what)
    undo = [ft.OutlinedButton(name, **on_press(safe(ask)))] if past.undone is None else []
    return spread_row([words, *undo])

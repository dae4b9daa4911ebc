"""The import of plays from a file: chosen, previewed, carried out, undone."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

import flet as ft

from companion.formatting.dates import relative_time
from companion.services.import_export import (
    FORMATS,
    changes_anything,
    difference_lines,
    import_summary,
    nameless_plays,
    owner_to_ask,
    people_lines,
    plan_summary,
    problem_lines,
    read_file,
    read_owner,
    undo_summary,
)
from companion.services.kept_pads import import_planned
from companion.system import now
from companion.system.limits import MAX_UPLOAD_BYTES
from companion.system.machine import offload
from companion.ui.components.async_state import progress_bar, use_task
from companion.ui.components.controls import button, caption, card, heading, notice, outlined, plain_button, text
from companion.ui.components.dialogs import CANCEL, Confirmation, use_confirmation
from companion.ui.components.fields import NOT_ARRIVED, field, too_large, use_files, wrapped
from companion.ui.components.foot import AtThumb
from companion.ui.components.layout import column, spread_row
from companion.ui.core.context import use_page_state, use_stored, use_ui
from companion.ui.core.error_boundary import component, safe
from companion.ui.core.hooks import keyed, run_on, use_effect, use_ref, use_value, value_now
from companion.ui.core.theme import Style
from scoring.messages import Message, counted, say, tr
from storage.documents.messages import message_of
from storage.exchange import past_imports, planning
from storage.exchange.record import CARRIED_SETTINGS, Incoming

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from companion.services.browser_page import BrowserPage
    from companion.ui.components.async_state import OnProgress
    from storage.exchange.past_imports import Import
    from storage.exchange.planning import Plan

IMPORTS_AT_FIRST: Final = 4
"""How many earlier imports are listed at first."""

TOO_LARGE: Final = too_large("tessera import")

IMPORT: Final = say("Import")

WHO_PLAYED: Final = say("Who played them?")
WITHOUT_NAME: Final = say("Without a name, they count as played.")

NO_MESSAGE: Final[Message | None] = None

ABOUT: Final = say("From Tessera, BG Stats (.bgsplay) or BoardGameGeek (XML).")


@dataclass(frozen=True, slots=True, kw_only=True)
class ChosenFile:
    """A file that was chosen, and the plan of its import; `owner` may have played what names no player.

    It is `None` where that need not be asked.
    """

    name: str
    incoming: Incoming
    plan: Plan
    owner: str | None = None


@component
def ImportPlays() -> ft.Control:
    """Import plays from a file after a preview, and undo earlier imports."""
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

    def leave() -> None:
        chosen(None, "")

    if offered is None:
        middle = ChooseFile(chosen)
    elif offered.owner is not None:
        middle = WhosePlays(offered, leave, lambda file: chosen(file, ""))
    else:
        middle = ImportPreview(offered, leave, changed)
    note = [notice(message)] if message else []
    before = [keyed("earlier", EarlierImports, earlier, changed)] if earlier else []
    return card([heading(IMPORT), *note, middle, *before])


@component
def ChooseFile(chosen: Callable[[ChosenFile | None, str], None]) -> ft.Control:
    """Have a file chosen, and plan its import."""
    ui = use_ui()
    task, run = use_task()

    async def lost() -> None:
        chosen(None, f"{NOT_ARRIVED} {TOO_LARGE}")

    choose = use_files(lost)

    async def pick() -> None:
        chosen(None, "")
        picked = await choose()
        if picked:
            await plan_import(picked[0].name, picked[0].bytes, picked[0].size)

    async def plan_import(name: str, content: bytes | None, size: int) -> None:
        if content is None or size > MAX_UPLOAD_BYTES:
            chosen(None, tr("{what}: {value}", what=name, value=TOO_LARGE))
            return
        incoming = await run(IMPORT, lambda progress: offload(read_file, content, name, progress))
        compare = ui.tables.worker.run
        plan = await run(IMPORT, lambda progress: compare(planning.plan, incoming, progress))
        owner = await compare(owner_to_ask, plan, incoming)
        chosen(ChosenFile(name=name, incoming=incoming, plan=plan, owner=owner), "")

    use_handed_file(ui.browser, plan_import)
    if task is not None:
        return progress_bar(task)
    return column([caption(ABOUT), wrapped([outlined(tr("Choose a file"), pick, icon=ft.Icons.UPLOAD_FILE)])])


def use_handed_file(browser: BrowserPage | None, plan_import: Callable[[str, bytes, int], Awaitable[None]]) -> None:
    """Plan the import of the next file that another app handed over; the one after it comes when this one is done."""
    page, taken = ft.context.page, use_ref(lambda: False)

    async def take() -> None:
        if browser is None or taken.current or not (file := browser.next_file()):
            return
        taken.current = True
        name, content = file
        await plan_import(name, content, len(content))

    files = use_page_state(browser).files if browser else ()
    use_effect(lambda: run_on(page, take), [files])  # an effect itself would end with the next change


@component
def WhosePlays(offered: ChosenFile, leave: Callable[[], None], go_on: Callable[[ChosenFile], None]) -> ft.Control:
    """Ask who played what names no player."""
    ui = use_ui()
    task, run = use_task()
    typed, set_typed = use_value(offered.owner or "")
    wrong, set_wrong = use_value(NO_MESSAGE)

    def type_in(words: str) -> None:
        set_typed(lambda _: words)
        set_wrong(lambda _: None)

    async def take() -> None:
        incoming, owner = offered.incoming, value_now(set_typed)
        player = read_owner(owner) if owner.strip() else ""
        if isinstance(player, Message):
            set_wrong(lambda _: player)
            return
        if player:
            incoming = incoming.played_by(player)
        compare = ui.tables.worker.run
        plan = await run(IMPORT, lambda progress: compare(planning.plan, incoming, progress))
        go_on(replace(offered, incoming=incoming, plan=plan, owner=None))

    if task is not None:
        return progress_bar(task)
    _, number = nameless_plays(offered.plan)
    said = counted(number, "{number} play names no player.", "{number} plays name no player.")
    name = field(ui, WHO_PLAYED, typed, type_in, wrong=wrong, helper=caption(WITHOUT_NAME), on_submit=safe(take))
    ways = AtThumb(lambda: [plain_button(CANCEL, leave), button(tr("Next"), take)])
    return column([text(offered.name, Style.STRONG), text(said), name, ways])


@component
def ImportPreview(
    offered: ChosenFile, leave: Callable[[], None], changed: Callable[[str], Awaitable[None]]
) -> ft.Control:
    """Show what the import of a file would do, and carry it out."""
    ui = use_ui()
    task, run = use_task()
    plan, name = offered.plan, offered.name

    async def carry_out(on_progress: OnProgress) -> Import:
        ask = ui.tables.worker.run
        return await ask(import_planned, plan, name, progress=on_progress)

    async def take() -> None:
        done = await run(IMPORT, carry_out)
        await changed(tr("{what}: {value}", what=name, value=import_summary(done)))

    if task is not None:
        return progress_bar(task)
    body = _preview(offered)
    if changes_anything(plan):
        body.append(AtThumb(lambda: [plain_button(CANCEL, leave), button(IMPORT, take)]))
    else:
        body.append(wrapped([outlined(tr("Close"), leave)]))
    return column(body)


def _preview(offered: ChosenFile) -> list[ft.Control]:
    """Return what the import of a file would do, and its problems."""
    kind = FORMATS.get(offered.incoming.format)
    parts: list[ft.Control] = [text(offered.name, Style.STRONG), *([caption(kind)] if kind else [])]
    parts += [text(sentence) for sentence in plan_summary(offered.plan)]
    parts += _listed(difference_lines(offered.plan))
    parts += _listed(people_lines(offered.plan))
    problems, more = problem_lines(offered.plan)
    if problems:
        parts.append(notice(tr("This cannot be imported:"), wrong=True))
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
        lines.append(plain_button(tr("Show more"), lambda: unfold(lambda _: True)))
    return column([ft.Divider(color=ft.Colors.OUTLINE_VARIANT), text(tr("Earlier imports"), Style.STRONG), *lines])


@component
def EarlierImport(past: Import, changed: Callable[[str], Awaitable[None]]) -> ft.Control:
    """Show an import with the button that undoes it."""
    ui = use_ui()
    at = relative_time(past.at, now())

    async def undo() -> None:
        undone = await ui.tables.worker.run(past_imports.undo_import, past.id or "")
        await changed(" ".join(str(line) for line in undo_summary(undone)))

    confirmation = Confirmation(
        title=say("{question}?", question=say("{what}: {value}", what=say("Undo"), value=message_of(past.what))),
        words=tr("What it added is removed, and what it changed is as before; plays edited since stay as they are."),
        do=tr("Undo"),
    )
    ask = use_confirmation(confirmation, undo)
    about = import_summary(past) if past.undone is None else tr("undone {when}", when=relative_time(past.undone, now()))
    under = caption(tr("{what}: {value}", what=at, value=about))
    words = ft.Column([text(message_of(past.what)), under], spacing=0, tight=True)
    ways = [outlined(tr("Undo"), ask, of=f"{message_of(past.what)}, {at}")] if past.undone is None else []
    return spread_row([words, *ways])

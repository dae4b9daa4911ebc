"""Drafts: what is half typed is kept and read, and a form asks before it goes on with what somebody left."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Generic, TypeVar, cast

import flet as ft

from companion.services.end_sheet import last_table
from companion.services.new_table import NEW_TABLE, draft_with_game
from companion.system.machine import offload
from companion.ui.components.controls import button, card, heading, outlined, text
from companion.ui.components.foot import AtThumb
from companion.ui.components.layout import screen
from companion.ui.core.context import Ui, use_ui
from companion.ui.core.error_boundary import component, show_snackbar
from companion.ui.core.hooks import keyed, run_on, use_effect, use_lazy_state, use_pause, use_ref, use_value, value_now
from companion.ui.core.page import came_from
from scoring.messages import say, tr
from storage.documents.codec import plain
from storage.documents.records import record_of

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from companion.ui.core.hooks import Setter
    from scoring.problems import Problem

D = TypeVar("D")
R = TypeVar("R")

TYPED: Final = "typed"
"""The setting that holds what is half typed, by what it is."""

TYPING_PAUSE_S: Final = 0.3
"""The pause in typing after which what is half typed is kept, in seconds."""

MAX_TYPED: Final = 30
"""How many texts that are half typed are kept, the last ones; drafts stay until they are done."""


def use_typed(what: str, start: R, *, anew: bool = False) -> tuple[R, Setter[R]]:
    """Return a text or a draft, as it was left half typed or else `start`, and its setter; `anew` begins as `start`.

    It is kept at each pause in typing, so that neither Back nor a reload loses it, until it is as `start` again.
    """
    ui = use_ui()
    page = ft.context.page
    typed, set_typed = use_lazy_state(lambda: start if anew else typed_before(ui, what, start))
    paused = use_pause()

    async def keep(latest: R) -> None:
        if await paused(TYPING_PAUSE_S):
            await keep_typed(ui, what, latest, start)

    def put(new: Callable[[R], R], /) -> None:
        before = value_now(set_typed)
        set_typed(new)
        after = value_now(set_typed)
        if after != before:
            run_on(page, keep, after)

    return typed, put


def typed_before(ui: Ui, what: str, start: R) -> R:
    """Return a text or a draft as it was left half typed, else `start`."""
    return read_kept(kept_typed(ui, what), start)


def kept_typed(ui: Ui, what: str) -> Any:  # noqa: ANN401 - what JSON can hold
    """Return what was left half typed as JSON, `None` for nothing; version 1 had settings of their own for drafts."""
    return ui.settings.get(TYPED, {}).get(what, ui.settings.get(what))


async def keep_typed(ui: Ui, what: str, latest: object, start: object = None) -> None:
    """Keep what is half typed; what is as at the start is forgotten, except where it replaces what version 1 kept."""
    kept = {name: value for name, value in ui.settings.get(TYPED, {}).items() if name != what}
    if latest != start or ui.settings.get(what) is not None:
        kept[what] = plain(latest)
    texts = [name for name, value in kept.items() if isinstance(value, str)]
    await ui.keep(TYPED, {name: value for name, value in kept.items() if name not in texts[:-MAX_TYPED]})


async def choose_game(ui: Ui, key: str) -> None:
    """Choose a game for the next table; the seats that were typed stay."""
    last = await ui.tables.worker.run(last_table, key)
    draft = draft_with_game(kept_typed(ui, NEW_TABLE), key, ui.tables.copies, last)
    await keep_typed(ui, NEW_TABLE, draft)


def use_read(
    typed: str, read: Callable[[str], R], dependencies: list[object]
) -> tuple[R | None, Callable[[str], Awaitable[R]]]:
    """Return what `read`, a pure function, made of a text, `None` before that, and a call that reads a text now.

    The latest text alone is read, after a pause in typing or where a dependency changes, and away from the loop: one
    who types holds up nobody else.
    """
    unread: R | None = None
    made, set_made = use_value(unread)
    latest, paused, turns = use_ref(lambda: (typed, read)), use_pause(), use_ref(int)
    latest.current = typed, read

    async def read_now(words: str) -> R:
        turns.current = turn = turns.current + 1
        result = await offload(latest.current[1], words)
        if turn == turns.current:
            set_made(lambda _: result)
        return result

    async def read_later() -> None:
        if await paused(TYPING_PAUSE_S):
            await read_now(latest.current[0])

    use_effect(read_later, [typed, *dependencies])
    return made, read_now


def read_kept(stored: Any, start: R) -> R:  # noqa: ANN401 - what JSON can hold
    """Return a kept text or record; `start` if there is none of this kind."""
    if isinstance(start, str):
        return cast("R", stored) if isinstance(stored, str) else start
    problems: list[Problem] = []
    read: R = record_of(type(start)).read(stored, None, problems)
    return start if problems else read


CONTINUE_DRAFT: Final = say("Continue this draft?")
PUT_ASIDE: Final = say("What was typed is put aside.")


@dataclass(frozen=True, slots=True, kw_only=True)
class LeftDraft(Generic[D]):
    """A draft that somebody left, the `fresh` one in its stead, and `words` on what was typed; `keep` keeps either."""

    stored: D
    fresh: D
    words: str
    keep: Callable[[D], Awaitable[None]]


def use_draft(
    stored: D, keep: Callable[[D], Awaitable[None]]
) -> tuple[D, Callable[[], D], Callable[[Callable[[D], D]], Awaitable[None]]]:
    """Return the draft on the screen, a call that returns the latest one, and one that changes and keeps it."""
    draft, set_draft = use_value(stored)
    latest = use_ref(lambda: stored)

    async def change(step: Callable[[D], D]) -> None:
        new = latest.current = step(latest.current)
        set_draft(lambda _: new)
        await keep(new)

    return draft, lambda: latest.current, change


def was_left(page: ft.Page, within: str) -> bool:
    """Return whether a form is opened again, neither loaded anew nor come back to from an address within it."""
    before = came_from(page)
    return bool(before) and not before.startswith(within)


@component
def LeftDraftForm(
    bar: ft.Control, left: LeftDraft[Any], form: Callable[..., ft.Control], *args: object, ask: bool
) -> ft.Control:
    """Show a form with a draft and more arguments; where it is to `ask`, only once somebody continues the draft.

    Else it begins with the fresh one, and the other can be restored.
    """
    asking, set_asking = use_value(ask)
    (number, draft), begin = use_value((0, left.stored))

    async def take(draft: Any) -> None:  # noqa: ANN401 - whatever draft the form has
        await left.keep(draft)
        begin(lambda old: (old[0] + 1, draft))

    async def start_over() -> None:
        await take(left.fresh)
        set_asking(lambda _: False)
        show_snackbar(PUT_ASIDE, undo=lambda: take(left.stored))

    if not asking:
        return keyed(str(number), form, draft, *args)

    def ways() -> list[ft.Control]:
        go_on = button(tr("Continue"), lambda: set_asking(lambda _: False))
        return [outlined(tr("Start over"), start_over), go_on]

    return screen(bar, [card([heading(CONTINUE_DRAFT), text(left.words)]), AtThumb(ways)])

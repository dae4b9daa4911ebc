"""The question before a form goes on with a draft that somebody left: it joins nothing new unasked."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Generic, TypeVar

from companion.ui.components.controls import button, card, heading, outlined, text
from companion.ui.components.fields import wrapped
from companion.ui.components.layout import screen
from companion.ui.core.error_boundary import component, show_snackbar
from companion.ui.core.hooks import keyed, use_ref, use_value
from companion.ui.core.page import came_from
from scoring.messages import say, tr

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    import flet as ft

D = TypeVar("D")

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
    ways = [button(tr("Continue"), lambda: set_asking(lambda _: False)), outlined(tr("Start over"), start_over)]
    return screen(bar, [card([heading(CONTINUE_DRAFT), text(left.words), wrapped(ways)])])

"""What breaks ties on a pad that is being made."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

import flet as ft

from companion.games.score_pad.kinds.derived import BY
from companion.games.score_pad.kinds.draft import CategoryDraft, PadDraft, TieBreakDraft, is_blank
from companion.games.score_pad.kinds.majority import WANTED
from companion.games.score_pad.pad_draft import with_tie_break
from companion.ui.components.controls import caption, card, heading, icon_button, outlined, text
from companion.ui.components.fields import chip, wrapped
from companion.ui.components.layout import column
from companion.ui.core.theme import SPACE, Style
from companion.ui.editors.score_pad.pad_maker.category import called
from scoring.messages import say, tr
from scoring.score_pad.kinds import BY_KIND, By
from scoring.score_pad.state import MAX_TIE_BREAKS

if TYPE_CHECKING:
    from collections.abc import Callable

    from companion.ui.editors.score_pad.pad_maker.kind_form import Change

NO_TIE_BREAK: Final = say("Players with the same points share their place, unless something breaks the tie.")


def tie_breaks(draft: PadDraft, change: Change) -> list[ft.Control]:
    """Return the tie-breaks in their order, and the button that adds one."""
    named = [category for category in draft.categories if not is_blank(category)]
    used = {tie_break.category for tie_break in draft.tie_breaks}
    free = next((category for category in named if category.number not in used), None)
    parts: list[ft.Control] = [heading(tr("Ties")), caption(NO_TIE_BREAK)]
    parts += [_tie_break(draft, at, named, change) for at in range(len(draft.tie_breaks))]
    if free is not None and len(draft.tie_breaks) < MAX_TIE_BREAKS:
        new = TieBreakDraft(category=free.number)
        parts.append(
            outlined(
                tr("Add a tie-break"),
                lambda: change(lambda old: with_tie_break(old, len(old.tie_breaks), new)),
                icon=ft.Icons.ADD,
            )
        )
    return parts


def _tie_break(draft: PadDraft, at: int, named: list[CategoryDraft], change: Change) -> ft.Control:
    """Return a tie-break: which category decides, which of its numbers, and whether most or fewest."""
    tie_break = draft.tie_breaks[at]

    def putting(**values: Any) -> Callable[[], Any]:  # noqa: ANN401 - fields of any type
        return lambda: change(lambda old: with_tie_break(old, at, replace(tie_break, **values)))

    places = {category.number: place for place, category in enumerate(draft.categories)}
    in_lists = {category.number for category in named if not BY_KIND[category.kind].shape.single}

    def deciding(number: int) -> Callable[[], Any]:
        return putting(category=number, by=By.POINTS if number in in_lists else tie_break.by)

    which = [
        chip(
            called(category, places[category.number]),
            deciding(category.number),
            selected=category.number == tie_break.category,
        )
        for category in named
    ]
    winners = [
        chip(words, putting(wanted=better), selected=better is tie_break.wanted) for better, words in WANTED.items()
    ]
    by = [chip(words, putting(by=choice), selected=choice is tie_break.by) for choice, words in BY.items()]
    remove = icon_button(
        ft.Icons.CLOSE,
        tr("Remove {name}", name=tr("Tie-break {number}", number=at + 1)),
        lambda: change(lambda old: with_tie_break(old, at, None)),
    )
    title = text(tr("Tie-break {number}", number=at + 1), Style.STRONG, expand=True)
    head = ft.Row([title, remove])
    rows = [head, wrapped(which), wrapped(winners), *([] if tie_break.category in in_lists else [wrapped(by)])]
    return card([column(rows, spacing=3 * SPACE)], padding=3 * SPACE)

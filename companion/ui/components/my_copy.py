"""What the pages of my copies have in common: parts to choose from, and values of mine that can be removed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import flet as ft

from companion.ui.components.controls import caption, card, heading, icon_button
from companion.ui.components.fields import chip, wrapped
from companion.ui.components.layout import column
from companion.ui.core.context import use_rerender, use_ui
from companion.ui.core.error_boundary import component, show_snackbar
from companion.ui.core.hooks import use_value
from companion.ui.core.theme import SPACE
from scoring.messages import tr

if TYPE_CHECKING:
    from collections.abc import Sequence

    from companion.tables.my_copy import MyCopy
    from scoring.messages import Message

Refresh = Callable[[], None]
"""Shows a copy again, after something of it was changed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CopyPage:
    """A part of the my-copy screen; `shown` returns its entries and the way to add one."""

    title: object
    about: object
    shown: Callable[[MyCopy, Refresh], Sequence[ft.Control]]


@component
def CopyPages(game: str, parts: tuple[CopyPage, ...]) -> ft.Control:
    """Show what is known of my copy of a game, a part at a time."""
    ui = use_ui()
    number, choose = use_value(0)
    again = use_rerender()
    part = parts[number]

    def choosing(chosen: int) -> Callable[[], None]:
        return lambda: choose(lambda _: chosen)

    chips = wrapped(chip(one.title, choosing(at), selected=at == number) for at, one in enumerate(parts))
    shown = part.shown(ui.tables.copies[game], again)
    return column([chips, heading(part.title), caption(part.about), *shown], spacing=4 * SPACE)


@component
def CopySections(game: str, parts: tuple[CopyPage, ...]) -> ft.Control:
    """Show what is known of my copy of a game, all parts below each other."""
    copies = use_ui().tables.copies[game]
    again = use_rerender()
    sections: list[ft.Control] = []
    for part in parts:
        about = [caption(part.about)] if part.about else []
        sections += [heading(part.title), *about, *part.shown(copies, again)]
    return column(sections, spacing=4 * SPACE)


def remove_button(copies: MyCopy, part: str, key: str, name: object, again: Refresh) -> ft.Control:
    """Return the button that forgets a value of mine, and lets it be brought back."""

    async def remove() -> None:
        value = copies.part(part)[key]
        await copies.drop(part, key)
        again()

        async def back() -> None:
            await copies.keep(part, key, value)
            again()

        show_snackbar(tr("Removed from your copy."), undo=back)

    return icon_button(ft.Icons.DELETE_OUTLINE, tr("Remove {name} from my copy", name=name), remove)


def with_source(content: Sequence[ft.Control], source: object, remove: ft.Control | None = None) -> ft.Control:
    """Return a value with where it is from; what is mine comes with the button that removes it."""
    foot: list[ft.Control] = [caption(source, expand=True)]
    if remove is not None:
        foot.append(remove)
    return card([*content, ft.Row(foot)], padding=3 * SPACE)


def value_card(content: ft.Control, printed: Message | None, remove: ft.Control) -> ft.Control:
    """Return a value with where it is printed, or as mine, with the button that removes it, where it is not."""
    return with_source([content], tr("Mine"), remove) if printed is None else with_source([content], printed)

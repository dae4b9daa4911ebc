"""What the pages of my copies have in common: parts to choose from, and values of mine that can be removed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import flet as ft

from companion.ui.components.controls import caption, card, heading, icon_button
from companion.ui.components.fields import chip, wrapped
from companion.ui.components.layout import column
from companion.ui.core.context import use_rerender, use_ui
from companion.ui.core.error_boundary import component, show_snackbar
from companion.ui.core.hooks import use_value
from companion.ui.core.theme import SPACE
from scoring.messages import Message, tr

if TYPE_CHECKING:
    from companion.games.kit import CopyPart, KnownValue
    from companion.tables.my_copy import MyCopy

K = TypeVar("K", bound=str)
V = TypeVar("V")

Refresh = Callable[[], None]
"""Shows a copy again, after something of it was changed."""


@dataclass(frozen=True, slots=True)
class PartPage(Generic[K, V]):
    """A part of my copy on a screen: its entries, and what keeps and removes mine; `again` shows the screen again."""

    part: CopyPart[K, V]
    copies: MyCopy
    again: Refresh

    @property
    def known(self) -> tuple[KnownValue[K, V], ...]:
        """The entries that are known."""
        return self.part.known(self.copies)

    async def keep(self, key: K, value: V) -> None:
        """Keep an entry, and show it."""
        await self.part.keep(self.copies, key, value)
        self.again()

    async def drop(self, key: K) -> None:
        """Forget a value of mine, and show that."""
        await self.copies.drop(self.part.name, key)
        self.again()

    def words(self, entry: KnownValue[K, V]) -> Message:
        """Return an entry in words."""
        return self.part.words(entry.key, entry.value)

    def card(self, entry: KnownValue[K, V], content: Sequence[ft.Control]) -> ft.Control:
        """Return an entry with where it is printed, or as mine, with the button that removes it."""
        if entry.printed is not None:
            return with_source(content, entry.printed)
        remove = remove_button(self.copies, self.part.name, entry.key, self.words(entry), self.again)
        return with_source(content, tr("Mine"), remove)


@dataclass(frozen=True, slots=True, kw_only=True)
class CopyPage:
    """A part on the my-copy screen; `shown` returns its entries and the way to add one."""

    part: CopyPart[Any, Any]
    about: Message | None = None
    shown: Callable[[PartPage[Any, Any]], Sequence[ft.Control]]

    def controls(self, copies: MyCopy, again: Refresh) -> list[ft.Control]:
        """Return the part under its title."""
        about = [] if self.about is None else [caption(self.about)]
        return [heading(self.part.title), *about, *self.shown(PartPage(self.part, copies, again))]


@component
def CopyPages(game: str, pages: tuple[CopyPage, ...]) -> ft.Control:
    """Show what is known of my copy of a game, a part at a time."""
    ui = use_ui()
    number, choose = use_value(0)
    again = use_rerender()

    def show(chosen: int) -> None:
        choose(lambda _: chosen)

    chips = wrapped(chip(page.part.title, partial(show, at), selected=at == number) for at, page in enumerate(pages))
    return column([chips, *pages[number].controls(ui.tables.copies[game], again)], spacing=4 * SPACE)


@component
def CopySections(game: str, pages: tuple[CopyPage, ...]) -> ft.Control:
    """Show what is known of my copy of a game, all parts below each other."""
    copies = use_ui().tables.copies[game]
    again = use_rerender()
    return column([control for page in pages for control in page.controls(copies, again)], spacing=4 * SPACE)


def remove_button(copies: MyCopy, part: str, key: str, name: object, again: Refresh) -> ft.Control:
    """Return the button that forgets a value of mine, and lets that be undone."""

    async def remove() -> None:
        value = copies.part(part)[key]
        await copies.drop(part, key)
        again()

        async def back() -> None:
            await copies.keep(part, key, value)
            again()

        show_snackbar(tr("{what} removed.", what=name), undo=back)

    return icon_button(ft.Icons.DELETE_OUTLINE, tr("Remove {name}", name=name), remove)


def with_source(content: Sequence[ft.Control], source: object, remove: ft.Control | None = None) -> ft.Control:
    """Return a value with where it is from; what is mine comes with the button that removes it."""
    foot: list[ft.Control] = [caption(source, expand=True)]
    if remove is not None:
        foot.append(remove)
    return card([*content, ft.Row(foot)], padding=3 * SPACE)

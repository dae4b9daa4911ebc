"""Long lists: the first entries, and on demand more of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from companion.hooks import use_value
from companion.parts.basics import outlined

if TYPE_CHECKING:
    from collections.abc import Sequence

    import flet as ft

T = TypeVar("T")


def use_more(entries: Sequence[T], at_first: int, words: str) -> tuple[Sequence[T], list[ft.Control]]:
    """Return the entries to show, `at_first` and no more, and the button that shows more while there are."""
    most, set_most = use_value(at_first)

    def show_more() -> None:
        set_most(lambda old: old + 4 * at_first)

    return entries[:most], [outlined(words, show_more)] if len(entries) > most else []

"""Work that takes a while: done by the store beside the screen, which shows how far it is."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, TypeVar

import flet as ft

from companion.hooks import use_value
from companion.parts.basics import quiet
from companion.theme import SPACE

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from companion.theme import Palette

    Told = Callable[[int, int], None]

R = TypeVar("R")


@dataclass(frozen=True, slots=True, kw_only=True)
class Work:
    """What is being done, how much of it is done, and of how much; of nothing where nobody knows."""

    words: str
    done: int = 0
    of: int = 0


def use_work() -> tuple[Work | None, Callable[[str, Callable[[Told], Awaitable[R]]], Awaitable[R]]]:
    """Return what is being done, nothing where nothing is, and what does something: by its words and a call."""
    page = ft.context.page
    idle: Work | None = None
    work, set_work = use_value(idle)

    async def show(done: int, of: int) -> None:
        set_work(lambda old: old and replace(old, done=done, of=of))

    def told(done: int, of: int) -> None:
        if page.session.connection is not None:
            page.run_task(show, done, of)

    async def run(words: str, do: Callable[[Told], Awaitable[R]]) -> R:
        set_work(lambda _: Work(words=words))
        try:
            return await do(told)
        finally:
            set_work(lambda _: None)

    return work, run


def working(work: Work, palette: Palette) -> ft.Control:
    """Return how far something is."""
    said = f"{work.words}: {work.done} of {work.of}" if work.of else f"{work.words} …"
    bar = ft.ProgressBar(
        value=min(1.0, work.done / work.of) if work.of else None, semantics_label=said, color=palette.primary
    )
    return ft.Column(
        [quiet(said, palette), bar],
        spacing=2 * SPACE,
        tight=True,
        horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
    )

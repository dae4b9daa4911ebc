"""Answers that take longer than a screen may wait: they are computed aside, and shown when they are there."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ParamSpec, TypeVar

import flet as ft

from companion.system.threads import offload
from companion.ui.components.controls import caption
from companion.ui.components.layout import column
from companion.ui.core.error_boundary import safe
from companion.ui.core.hooks import use_ref, use_value

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    Told = Callable[[int, int], None]


P = ParamSpec("P")


R = TypeVar("R")


def use_answer(question: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R | None:
    """Return what a pure function answers to these arguments, `None` until it does; other arguments ask anew."""
    asked = (args, kwargs)
    waiting: tuple[object, R | None] = (None, None)
    answer, set_answer = use_value(waiting)
    latest = use_ref(tuple[object, ...])
    latest.current = asked

    async def ask() -> None:
        found = await offload(question, *args, **kwargs)
        if latest.current == asked:
            set_answer(lambda _: (asked, found))

    ft.use_effect(safe(ask), [asked])
    return answer[1] if answer[0] == asked else None


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


def working(work: Work) -> ft.Control:
    """Return how far something is."""
    said = f"{work.words}: {work.done} of {work.of}" if work.of else f"{work.words} …"
    bar = ft.ProgressBar(
        value=min(1.0, work.done / work.of) if work.of else None, semantics_label=said, color=ft.Colors.PRIMARY
    )
    return column([caption(said), bar])

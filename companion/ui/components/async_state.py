"""Work that takes longer than a screen may wait: computed in a thread, shown with its progress."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ParamSpec, TypeVar

import flet as ft

from companion.system.machine import offload
from companion.ui.components.controls import caption, silent
from companion.ui.components.layout import column
from companion.ui.core.context import use_loading
from companion.ui.core.hooks import run_on, use_ref, use_value
from scoring.messages import tr

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    OnProgress = Callable[[int, int], None]

P = ParamSpec("P")

R = TypeVar("R")


def use_computed(function: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R | None:
    """Return the result of a pure function, computed in a thread for these arguments; `None` until it is there."""
    call = (args, kwargs)
    waiting: tuple[object, R | None] = (None, None)
    computed, set_computed = use_value(waiting)
    latest = use_ref(tuple[object, ...])
    latest.current = call

    async def compute() -> None:
        result = await offload(function, *args, **kwargs)
        if latest.current == call:
            set_computed(lambda _: (call, result))

    use_loading(compute, [call], lacks=computed[0] != call)
    return computed[1] if computed[0] == call else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """What a screen is doing: `done` of `of` steps, where `of` is 0 if nobody knows how many there are."""

    words: object
    done: int = 0
    of: int = 0


def use_task() -> tuple[Task | None, Callable[[object, Callable[[OnProgress], Awaitable[R]]], Awaitable[R]]]:
    """Return the task under way, `None` where there is none, and a call that runs one under these words."""
    page = ft.context.page
    idle: Task | None = None
    task, set_task = use_value(idle)

    async def show(done: int, of: int) -> None:
        set_task(lambda old: old and replace(old, done=done, of=of))

    def on_progress(done: int, of: int) -> None:
        run_on(page, show, done, of)

    async def run(words: object, do: Callable[[OnProgress], Awaitable[R]]) -> R:
        set_task(lambda _: Task(words=words))
        try:
            return await do(on_progress)
        finally:
            set_task(lambda _: None)

    return task, run


def progress_bar(task: Task) -> ft.Control:
    """Return the words of a task above a bar that says how far it is."""
    words = (
        tr("{words}: {done} of {of}", words=task.words, done=task.done, of=task.of) if task.of else f"{task.words} …"
    )
    bar = ft.ProgressBar(
        value=min(1.0, task.done / task.of) if task.of else None, semantics_label=words, color=ft.Colors.PRIMARY
    )
    return column([silent(caption(words)), bar])

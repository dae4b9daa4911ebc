"""Answers that take longer than a screen may wait: they are computed aside, and shown when they are there."""

from __future__ import annotations

from typing import TYPE_CHECKING, ParamSpec, TypeVar

import flet as ft

from companion.guards import safe
from companion.hooks import use_kept, use_value
from companion.offload import offload

if TYPE_CHECKING:
    from collections.abc import Callable

P = ParamSpec("P")
R = TypeVar("R")


def use_answer(question: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R | None:
    """Return what a pure function answers to these arguments, `None` until it does; other arguments ask anew."""
    asked = (args, kwargs)
    waiting: tuple[object, R | None] = (None, None)
    answer, set_answer = use_value(waiting)
    latest = use_kept(tuple[object, ...])
    latest.current = asked

    async def ask() -> None:
        found = await offload(question, *args, **kwargs)
        if latest.current == asked:
            set_answer(lambda _: (asked, found))

    ft.use_effect(safe(ask), [asked])
    return answer[1] if answer[0] == asked else None

"""Flet's hooks as the type checker reads them without doubt."""

from __future__ import annotations

from contextvars import copy_context
from typing import TYPE_CHECKING, Any, Generic, ParamSpec, Protocol, TypeVar, cast

import flet as ft

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine
from typing import TYPE_CHECKING

from companion.ui.core.error_boundary import LOG

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable


P = ParamSpec("P")


T = TypeVar("T")


class Setter(Protocol[T]):
    """Sets a state of a component by what becomes of what it is."""

    def __call__(self, new: Callable[[T], T], /) -> None:
        """Render the component again where the state became another."""


class Ref(Protocol, Generic[T]):
    """Something a component keeps between renderings, and is not rendered again for."""

    current: T


def use_value(initial: T) -> tuple[T, Setter[T]]:
    """Return a state of the component that begins as `initial`, and what sets it."""
    return cast("tuple[T, Setter[T]]", ft.use_state(cast("Any", initial)))


def use_lazy_state(make: Callable[[], T]) -> tuple[T, Setter[T]]:
    """Return a state of the component that begins as what `make` makes once, and what sets it."""
    return cast("tuple[T, Setter[T]]", ft.use_state(cast("Any", make)))


def use_ref(make: Callable[[], T]) -> Ref[T]:
    """Return what the component keeps, made once."""
    return cast("Ref[T]", ft.use_ref(cast("Any", make)))


def run_on(page: ft.Page, act: Callable[[], Coroutine[Any, Any, None]]) -> None:
    """Run something in a browser, if that is there; whatever is being done for another browser goes on in its own."""
    if page.session.connection is not None:
        copy_context().run(page.run_task, act)  # which makes this page the one that sentences are shown on


def nothing() -> None:
    """Do nothing: what is called before there is something to do."""


def keyed(key: str, of: Callable[P, ft.Control], *args: P.args, **kwargs: P.kwargs) -> ft.Control:
    """Return a component that keeps its state as long as its key stays the same, and begins anew with another one."""
    return cast("Any", of)(*args, **kwargs, key=key)  # type: ignore[no-any-return]


def use_awake(*, awake: bool) -> None:
    """Keep the screen from going dark while the component is shown; where the browser refuses, it goes dark as ever."""
    lock = use_ref(ft.Wakelock)

    async def start() -> None:
        if awake:
            await _asked(lock.current.enable)

    async def stop() -> None:
        if awake:
            await _asked(lock.current.disable)

    ft.use_effect(start, [awake], cleanup=stop)


async def _asked(do: Callable[[], Awaitable[None]]) -> None:
    try:
        await do()
    except (RuntimeError, TimeoutError) as error:
        LOG.info("the browser does not keep the screen awake: %s", error)

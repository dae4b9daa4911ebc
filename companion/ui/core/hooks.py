"""Flet's hooks with exact types, and what components do with a page."""

from __future__ import annotations

import asyncio
import functools
import inspect
from contextlib import suppress
from contextvars import copy_context
from dataclasses import fields
from functools import partial
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Generic, ParamSpec, Protocol, TypeVar, cast

import flet as ft
from flet.components.component import Component
from flet.components.hooks.use_effect import EffectHook
from flet.controls.context import _context_page

from companion.ui.core.error_boundary import LOG, contexts_here, safe, saying
from companion.ui.core.flet_walks import walk_what_is_set
from companion.ui.core.page import read_as

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Coroutine, Iterator, Mapping

    from flet.messaging.connection import Connection

P = ParamSpec("P")
T = TypeVar("T")

walk_what_is_set()


class Setter(Protocol[T]):
    """Sets a state of a component by a function of the state before."""

    def __call__(self, new: Callable[[T], T], /) -> None:
        """Set the state; the component is rendered again where that changes it."""


class Ref(Protocol, Generic[T]):
    """A value that a component keeps between renderings; changing it renders nothing."""

    current: T


def use_value(initial: T) -> tuple[T, Setter[T]]:
    """Return a state of the component that begins as `initial`, and its setter."""
    return cast("tuple[T, Setter[T]]", ft.use_state(cast("Any", initial)))


def use_toggle(*, on: bool = False) -> tuple[bool, Callable[[], None]]:
    """Return a state of the component that is on or off, and a call that turns it over."""
    now, set_now = use_value(on)
    return now, lambda: set_now(lambda before: not before)


def unless_gone() -> suppress:
    """Pass over what is asked of a control that has left its page meanwhile."""
    return suppress(RuntimeError)


def use_focus(control: Any, changes: list[Any], *, when: object = True) -> None:  # noqa: ANN401 - of any kind with a focus
    """Give the focus to a control that has just been drawn, and again after each of the changes."""

    async def take_focus() -> None:
        if when:
            with unless_gone():
                await control.focus()

    use_effect(take_focus, changes)


def value_now(setter: Setter[T]) -> T:
    """Return the state of a setter as it is now, which fast taps may have changed since it was drawn."""
    values: list[T] = []

    def read(value: T) -> T:
        values.append(value)
        return value

    setter(read)
    return values[0]


def use_lazy_state(make: Callable[[], T]) -> tuple[T, Setter[T]]:
    """Return a state of the component that `make` makes once, and its setter."""
    return cast("tuple[T, Setter[T]]", ft.use_state(cast("Any", make)))


def use_ref(make: Callable[[], T]) -> Ref[T]:
    """Return a reference to a value that the component keeps, made once."""
    return cast("Ref[T]", ft.use_ref(cast("Any", make)))


def use_changed(value: object) -> bool:
    """Return whether a value is another one than at first: what a screen says from the start is not read out."""
    first, changed = use_ref(lambda: value), use_ref(bool)
    changed.current = changed.current or first.current != value
    return changed.current


def use_pause() -> Callable[[float], Awaitable[bool]]:
    """Return a call that waits for some seconds, and returns whether it was not called again meanwhile."""
    calls = use_ref(int)

    async def paused(seconds: float) -> bool:
        calls.current = call = calls.current + 1
        await asyncio.sleep(seconds)
        return call == calls.current

    return paused


def use_effect(
    setup: Callable[[], object], dependencies: list[object], cleanup: Callable[[], object] | None = None
) -> None:
    """Run `setup` once the component is shown and when a dependency changes, and `cleanup` before that and at its end.

    What fails is said in a snack bar, as by a handler.
    """
    ft.use_effect(_guarded(setup), dependencies, cleanup=None if cleanup is None else _guarded(cleanup))


def _guarded(effect: Callable[[], object]) -> Callable[[], object]:
    """Return an effect that is guarded, at once where it is no coroutine, as Flet runs it."""
    if inspect.iscoroutinefunction(effect):
        return safe(effect)

    @functools.wraps(effect)
    def guarded() -> object:
        result: object = None
        with saying():
            result = effect()
        return result  # noqa: RET504 - `None` where it fails

    return guarded


def use_dialog(dialog: ft.DialogControl | None, contexts: Mapping[object, object] = MappingProxyType({})) -> None:
    """Show a dialog over the screen, none where it is `None`, with more contexts by their keys.

    What lies in it is rendered once more when its page is left, and then finds no context above it: it has its own.
    """
    contexts = {**dict(contexts_here()), **contexts}
    for component in _components(dialog):
        component._contexts = {**contexts, **component._contexts}  # noqa: SLF001 - no other way
    ft.use_dialog(dialog)


def _components(part: object) -> Iterator[Component]:
    """Yield the components in a control that is not rendered yet."""
    if isinstance(part, Component):
        yield part
    elif isinstance(part, list):
        for control in part:
            yield from _components(control)
    elif isinstance(part, ft.BaseControl):
        for field in fields(part):
            if not field.metadata.get("skip", False):
                yield from _components(getattr(part, field.name))


def run_on(page: ft.Page, task: Callable[..., Coroutine[Any, Any, None]], *args: object) -> None:
    """Run a task in the browser of a page, if it is connected; a task of another browser goes on in its own.

    What fails is said there in a snack bar, as by a handler.
    """
    if page.session.connection is not None:
        own = copy_context()
        own.run(read_as, page)
        own.run(page.run_task, safe(partial(task, *args)))  # which makes this page the one that shows snack bars


def show_on(page: ft.Page, change: Callable[[], None]) -> None:
    """Change what the browser of a page shows, if it is connected: at once, so that all that changes is shown together.

    In another thread than its own it is a task there. What fails is said in that browser, as by a handler.
    """
    connection: Connection | None = page.session.connection
    if connection is None:
        return
    if asyncio._get_running_loop() is not connection.loop:  # noqa: SLF001 - the public one raises where there is none
        run_on(page, _as_task, change)
        return

    def shown() -> None:
        _context_page.set(cast("Any", page))  # which Flet types as `None`
        read_as(page)
        with saying():
            change()

    copy_context().run(shown)


async def _as_task(change: Callable[[], None]) -> None:
    change()


class _FromAbove(set[ft.BaseControl]):
    """What waits to be rendered, handed out from the top of the page downwards."""

    def __iter__(self) -> Iterator[ft.BaseControl]:
        return iter(sorted(super().__iter__(), key=_depth))


def _depth(control: ft.BaseControl) -> int:
    """Return how many controls a control lies in."""
    around = control.parent
    return 0 if around is None else 1 + _depth(around)


def begin_rendering(page: ft.Page) -> None:
    """Mend what Flet does wrongly with what changes on a page together, and with taps that come late.

    It renders components that change together in any order, and what was rendered before its surroundings once more
    with them. A tap on what was gone by then ends the app.
    """
    session: Any = page.session
    session._Session__pending_updates = _FromAbove()  # noqa: SLF001 - no other way
    dispatch = session.dispatch_event

    async def dispatch_event(control_id: int, event: str, data: object) -> None:
        control = session._Session__resolve_event_control(control_id)  # noqa: SLF001 - no other way
        if control is None or session._Session__is_mounted_control(control):  # noqa: SLF001 - no other way
            await dispatch(control_id, event, data)

    session.dispatch_event = dispatch_event


def unmount(page: ft.Page) -> None:
    """End what the components of a closed page began: subscriptions, tasks, and the references among themselves.

    Flet closes a session without unmounting its components. A clean-up that asks the browser is left out: it is gone.
    """
    for component in [value for value in page.session.index.values() if isinstance(value, Component)]:
        effects = [hook for hook in component._state.hooks if isinstance(hook, EffectHook)]  # noqa: SLF001 - no other way
        component.will_unmount()  # type: ignore[no-untyped-call]
        for effect in effects:
            effect.cancel()  # type: ignore[no-untyped-call]
            if effect.cleanup is not None and not inspect.iscoroutinefunction(effect.cleanup):
                effect.cleanup()


def nothing() -> None:
    """Do nothing; it stands in until there is something to call."""


def keyed(key: str, of: Callable[P, ft.Control], *args: P.args, **kwargs: P.kwargs) -> ft.Control:
    """Return a component that keeps its state while its key stays the same, and begins anew with another key."""
    return cast("Any", of)(*args, **kwargs, key=key)  # type: ignore[no-any-return]


def use_awake(*, awake: bool) -> None:
    """Keep the screen from going dark while the component is shown, as far as the browser lets us."""
    lock = use_ref(ft.Wakelock)

    async def start() -> None:
        if awake:
            await _asked("keep the screen awake", lock.current.enable)

    async def stop() -> None:
        if awake:
            await _asked("let the screen go dark", lock.current.disable)

    use_effect(start, [awake], cleanup=stop)


def use_remembered(what: str, value: str) -> None:
    """Let the browser remember a value, such as the theme in which its page waits for the app."""
    memory = use_ref(ft.SharedPreferences)

    async def remember() -> None:
        await _asked(f"remember the {what}", lambda: memory.current.set(what, value))

    use_effect(remember, [value])


async def _asked(what: str, do: Callable[[], Awaitable[object]]) -> None:
    try:
        await do()
    except (RuntimeError, TimeoutError) as error:
        LOG.info("the browser does not %s: %s", what, error)

"""Guards around handlers and components: where one of them fails, the table stays on the screen."""

from __future__ import annotations

import functools
import inspect
import logging
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final, ParamSpec

import flet as ft
from flet.components.component import Component
from flet.components.utils import current_component, current_renderer

from companion.formatting.text import for_screen
from companion.tables.attempt import TAP, Offer, TakenError, Tap
from companion.tables.live_table import LiveTable
from companion.ui.core.page import read_as, snackbars_of
from companion.ui.core.theme import RADIUS, ROLES, SPACE, Style
from scoring.messages import say, tr
from storage.database.errors import StoreError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from flet.messaging.session_store import SessionStore

P = ParamSpec("P")

LOG: Final = logging.getLogger("tessera")

NOT_DONE: Final = say("That did not work; nothing was changed. What was entered before is saved.")
NOT_SHOWN: Final = say("This part could not be shown. What was entered is saved; go back and open it again.")

NOT_LOADED: Final = say("This could not be loaded. What was entered is saved.")
NOT_LOADED_AGAIN: Final = say("This could not be loaded again; it is shown as it was.")

_POSITIONAL: Final = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)


def safe(handler: Callable[..., Any]) -> Callable[..., Any]:
    """Return a handler whose failure shows a snack bar instead of ending the app.

    The event is passed where it takes one; Flet alone would also pass it to a handler with keyword options alone.
    """

    @functools.wraps(handler)
    async def guarded(*args: Any) -> None:  # noqa: ANN401 - the event, or nothing
        with saying():
            read_as(ft.context.page)
            taken = sum(parameter.kind in _POSITIONAL for parameter in inspect.signature(handler).parameters.values())
            result = handler(*args[:taken])
            if inspect.isawaitable(result):
                await result

    return guarded


@contextmanager
def saying() -> Iterator[None]:
    """Show a snack bar where something fails, and go on after it."""
    try:
        yield
    except TakenError:
        return  # it was done already
    except StoreError as error:
        show_snackbar(error.message)
    except Exception:
        LOG.exception("something that a screen does failed")
        show_snackbar(NOT_DONE)


ACTS: Final = "acts"
"""The key of the session under which stands how often each act was done in it, by its words."""


def once(words: str, handler: Callable[..., Any]) -> Callable[..., Any]:
    """Return a guarded handler of an act, by its words, that changes a table only once until it is drawn anew."""
    guarded, offer = supersede(handler), Offer()

    @functools.wraps(handler)
    async def taken(*args: Any) -> None:  # noqa: ANN401 - the event, or nothing
        store = ft.context.page.session.store

        def done() -> None:
            store.set(ACTS, {**_acts(store), words: _acts(store).get(words, 0) + 1})

        TAP.set(Tap(offer, done))
        await guarded(*args)

    return taken


def supersede(handler: Callable[..., Any]) -> Callable[..., Any]:
    """Return a guarded handler of something that is done: what was said before it goes."""
    guarded = safe(handler)

    @functools.wraps(handler)
    async def done(*args: Any) -> None:  # noqa: ANN401 - the event, or nothing
        bars = snackbars_of(ft.context.page)
        said = bars.last
        await guarded(*args)
        bars.outdate(said)

    return done


def on_press(do: Callable[..., Any]) -> dict[str, Any]:
    """Return the handlers of a button that does its act however slow the tap: the client tells a long one apart."""
    return {"on_click": do, "on_long_press": do}


def repeated(handler: Callable[P, Any]) -> Callable[P, Any]:
    """Return a handler that does its act at each of several quick taps, such as a key that steps by one."""

    @functools.wraps(handler)
    def again(*args: P.args, **kwargs: P.kwargs) -> Any:  # noqa: ANN401 - what the handler returns is awaited
        TAP.set(None)
        return handler(*args, **kwargs)

    return again


def key_of_act(words: str) -> str:
    """Return the key of an act's button: a new one each time it was done, so that a late tap finds nothing."""
    return f"{words} {_acts(ft.context.page.session.store).get(words, 0)}"


def _acts(store: SessionStore) -> dict[str, int]:
    acts: dict[str, int] = store.get(ACTS) or {}
    return acts


def show_snackbar(sentence: object, *, undo: Callable[..., Any] | None = None) -> None:
    """Show a sentence on this page for some seconds, with an Undo button where `undo` is given.

    It takes the place of the one before, which is no longer so.
    """
    page = ft.context.page
    snackbars_of(page).show(str(sentence), undo, page)


@dataclass(frozen=True, slots=True, kw_only=True)
class FailedLoad:
    """What a component could not load: why, and the call that tries it again; it `lacks` what was never there."""

    words: object
    again: Callable[[], None]
    lacks: bool


_FAILED_LOADS: Final[ContextVar[list[FailedLoad] | None]] = ContextVar("failed loads", default=None)
"""What the component that is being rendered could not load, and does not show yet."""


def report_failed_load(failed: FailedLoad) -> None:
    """Let the component that is being rendered say what it could not load."""
    unsaid = _FAILED_LOADS.get()
    if unsaid is not None:
        unsaid.append(failed)


def with_failed_loads(body: Sequence[ft.Control]) -> list[ft.Control]:
    """Return controls below what their component could not load, or that alone where it lacks something for them.

    What this shows is said, so that it is shown only once for each component.
    """
    unsaid = _FAILED_LOADS.get() or []
    failed = [*unsaid]
    unsaid.clear()
    return [*map(_failed_load, failed), *([] if any(load.lacks for load in failed) else body)]


def _below_failed_loads(shown: ft.Control) -> ft.Control:
    """Return what was rendered below what could not be loaded, or that alone where it is a whole screen."""
    if isinstance(shown, Component):
        return ft.SafeArea(ft.Container(ft.Column(with_failed_loads([])), padding=4 * SPACE), expand=True)
    return ft.Column([*with_failed_loads([]), shown], spacing=2 * SPACE, tight=True, expand=shown.expand)


def _failed_load(failed: FailedLoad) -> ft.Control:
    words = ft.Text(for_screen(failed.words), theme_style=ROLES[Style.SMALL], expand=True)
    line = ft.Row(
        [ft.Icon(ft.Icons.ERROR_OUTLINE, color=ft.Colors.ERROR), words], vertical_alignment=ft.CrossAxisAlignment.START
    )
    again = ft.OutlinedButton(tr("Try again"), **on_press(safe(failed.again)))
    frame = ft.Container(
        ft.Column([line, again], spacing=2 * SPACE, tight=True),
        bgcolor=ft.Colors.ERROR_CONTAINER,
        border_radius=RADIUS,
        padding=3 * SPACE,
    )
    return ft.Semantics(live_region=True, container=True, content=frame)


_DRAWN_FOR: Final[ContextVar[Any]] = ContextVar("drawn for")
"""A reference to whom and what the component that is being rendered was made for."""


def follow_players() -> None:
    """Let the component that is being rendered go on when others sit at its table, instead of being made anew."""
    _DRAWN_FOR.get().current = None


def _tables_of(arguments: Sequence[object]) -> list[tuple[object, ...]]:
    """Return who sits at the tables that a component is about, and which lines their sheets have."""
    tables = [table for table in (getattr(value, "live", value) for value in arguments) if isinstance(table, LiveTable)]
    return [(*(player.name for player in live.state.table.players), *live.game.rules) for live in tables]


def component(body: Callable[P, ft.Control]) -> Callable[P, ft.Control]:
    """Make a component that shows a sentence in its place where its rendering fails, and above it what it lacks.

    One that was made for other players or lines may be rendered once more before what lies around it has heard that
    they are gone; where that fails, it shows nothing.
    """

    @functools.wraps(body)
    def guarded(*args: P.args, **kwargs: P.kwargs) -> ft.Control:
        arguments = (*args, *kwargs.values())
        made_for: Any = ft.use_ref(lambda: _tables_of(arguments))
        unsaid, drawn_for = _FAILED_LOADS.set([]), _DRAWN_FOR.set(made_for)
        try:
            read_as(ft.context.page)
            shown = body(*args, **kwargs)
            return _below_failed_loads(shown) if _FAILED_LOADS.get() else shown
        except Exception:
            if made_for.current not in (None, _tables_of(arguments)):
                LOG.info("the component %s is left out, as what it shows has gone", body.__qualname__, exc_info=True)
                return ft.Container(visible=False)
            LOG.exception("the component %s failed", body.__qualname__)
            return ft.Text(str(NOT_SHOWN))
        finally:
            _DRAWN_FOR.reset(drawn_for)
            _FAILED_LOADS.reset(unsaid)

    return ft.component(guarded)


def memo(body: Callable[P, ft.Control]) -> Callable[P, ft.Control]:
    """Make a component that is rendered again only when an argument, a state of its own, or a context has changed.

    It hands the contexts on: Flet puts another component in its place at each rendering around it, and what lies inside
    would look for them above the one that is gone.
    """

    @functools.wraps(body)
    def within(contexts: tuple[tuple[object, Any], ...], *args: P.args, **kwargs: P.kwargs) -> ft.Control:
        renderer = current_renderer()
        for key, value in contexts:
            renderer.push_context(key, value)
        try:
            return body(*args, **kwargs)
        finally:
            for key, _ in contexts:
                renderer.pop_context(key)

    made: Callable[..., ft.Control] = ft.memo(component(within))  # type: ignore[no-untyped-call]

    @functools.wraps(body)
    def placed(*args: P.args, **kwargs: P.kwargs) -> ft.Control:
        return made(contexts_here(), *args, **kwargs)

    return placed


def contexts_here() -> tuple[tuple[object, Any], ...]:
    """Return the contexts that hold where a component is placed now, by their keys."""
    contexts = current_renderer()._snapshot_contexts()  # noqa: SLF001 - no other way
    above: Component | None = current_component()
    while above is not None:
        contexts = {**above._contexts, **contexts}  # noqa: SLF001 - no other way
        above = above._parent_component() if above._parent_component else None  # noqa: SLF001 - no other way
    return tuple(contexts.items())


def lazily(module: str, name: str) -> Callable[..., ft.Control]:
    """Return a component of a module that is imported when it is first shown, so that the app starts faster."""

    def shown(*args: object) -> ft.Control:
        control: ft.Control = getattr(import_module(module), name)(*args)
        return control

    return component(shown)

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

from companion.formatting.text import for_screen
from companion.ui.core.reader import read_as
from companion.ui.core.theme import RADIUS, ROLES, SPACE, Style
from scoring.messages import say, tr
from storage.database.errors import StoreError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

P = ParamSpec("P")

LOG: Final = logging.getLogger("tessera")

SNACKBAR_BOTTOM_MARGIN: Final = 76
"""The distance in px of snack bars from the foot of the screen, so that they cover no button there."""

LEAST_SHOWN_MS, READING_MS = 4_000, 60
"""How long a snack bar covers what is below: at least, and for each letter of one that offers no way back; in ms."""

LAST_SNACKBAR: Final = "snack bar"
"""The key of the session under which stands the snack bar that was shown last."""

NOT_DONE: Final = say("That did not work; nothing was changed. What was entered before is saved.")
NOT_SHOWN: Final = say("This part could not be shown. What was entered is saved; try going back and opening it again.")

NOT_LOADED: Final = say("This could not be loaded. What was entered is saved.")
NOT_LOADED_AGAIN: Final = say("This could not be loaded again, so it is shown as it was before.")


_POSITIONAL: Final = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)


def safe(handler: Callable[..., Any]) -> Callable[..., Any]:
    """Return a handler whose failure shows a snack bar instead of ending the app.

    The event is passed where it takes one; Flet alone would also pass it to a handler with keyword options alone.
    """

    @functools.wraps(handler)
    async def guarded(*args: Any) -> None:  # noqa: ANN401 - the event, or nothing
        with saying():
            read_as(ft.context.page)
            taken = sum(one.kind in _POSITIONAL for one in inspect.signature(handler).parameters.values())
            result = handler(*args[:taken])
            if inspect.isawaitable(result):
                await result

    return guarded


@contextmanager
def saying() -> Iterator[None]:
    """Show a snack bar where something fails, and go on after it."""
    try:
        yield
    except StoreError as error:
        show_snackbar(error.message)
    except Exception:
        LOG.exception("something that a screen does failed")
        show_snackbar(NOT_DONE)


def show_snackbar(sentence: object, *, undo: Callable[..., Any] | None = None) -> None:
    """Show a sentence at the foot of the screen for some seconds, with an Undo button where `undo` is given.

    It takes the place of the one before, which is no longer so and would otherwise be waited for.
    """
    page = ft.context.page
    before: ft.SnackBar | None = page.session.store.get(LAST_SNACKBAR)
    if before is not None and before.open:
        before.open = False
        before.update()
    action = None if undo is None else ft.SnackBarAction(label=tr("Undo"), on_click=safe(undo))
    bar = ft.SnackBar(
        ft.Text(for_screen(sentence)),
        action=action,
        persist=False,
        duration=max(LEAST_SHOWN_MS, len(str(sentence)) * READING_MS if action is None else 0),
        show_close_icon=action is None,
        behavior=ft.SnackBarBehavior.FLOATING,
        margin=ft.Margin.only(left=8, right=8, bottom=SNACKBAR_BOTTOM_MARGIN),
    )
    page.session.store.set(LAST_SNACKBAR, bar)
    page.show_dialog(bar)


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
    return [*map(_failed_load, failed), *([] if any(one.lacks for one in failed) else body)]


def _below_failed_loads(shown: ft.Control) -> ft.Control:
    """Return what was rendered below what could not be loaded, or that alone where it is a whole screen."""
    if isinstance(shown, Component):
        return ft.SafeArea(ft.Container(ft.Column(with_failed_loads([])), padding=4 * SPACE), expand=True)
    return ft.Column([*with_failed_loads([]), shown], spacing=2 * SPACE, tight=True, expand=shown.expand)


def _failed_load(failed: FailedLoad) -> ft.Control:
    words = ft.Text(for_screen(failed.words), theme_style=ROLES[Style.SMALL], expand=True)
    line = ft.Row(
        [ft.Icon(ft.Icons.ERROR_OUTLINE, color=ft.Colors.ERROR), words],
        vertical_alignment=ft.CrossAxisAlignment.START,
    )
    again = ft.OutlinedButton(tr("Try again"), on_click=safe(failed.again))
    frame = ft.Container(
        ft.Column([line, again], spacing=2 * SPACE, tight=True),
        bgcolor=ft.Colors.ERROR_CONTAINER,
        border_radius=RADIUS,
        padding=3 * SPACE,
    )
    return ft.Semantics(live_region=True, container=True, content=frame)


def component(body: Callable[P, ft.Control]) -> Callable[P, ft.Control]:
    """Make a component that shows a sentence in its place where its rendering fails, and above it what it lacks."""

    @functools.wraps(body)
    def guarded(*args: P.args, **kwargs: P.kwargs) -> ft.Control:
        unsaid = _FAILED_LOADS.set([])
        try:
            read_as(ft.context.page)
            shown = body(*args, **kwargs)
            return _below_failed_loads(shown) if _FAILED_LOADS.get() else shown
        except Exception:
            LOG.exception("the component %s failed", body.__qualname__)
            return ft.Text(str(NOT_SHOWN))
        finally:
            _FAILED_LOADS.reset(unsaid)

    return ft.component(guarded)


def memo(body: Callable[P, ft.Control]) -> Callable[P, ft.Control]:
    """Make a component that is rendered again only when an argument or a state of its own has changed."""
    made: Callable[P, ft.Control] = ft.memo(component(body))  # type: ignore[no-untyped-call]
    return made


def lazily(module: str, name: str) -> Callable[[], ft.Control]:
    """Return a screen of a module that is imported when the screen is first shown, so that the app starts faster."""

    def shown() -> ft.Control:
        found: ft.Control = getattr(import_module(module), name)()
        return found

    return component(shown)

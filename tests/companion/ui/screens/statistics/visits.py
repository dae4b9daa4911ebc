"""Statistics opened at their address, and plays that are few enough to be counted by hand."""

from __future__ import annotations

from datetime import date, timedelta
from typing import TYPE_CHECKING

import flet as ft

from companion.system import now
from companion.ui.core.error_boundary import component
from companion.ui.screens.statistics.screen import Statistics
from tests.companion.played import put_play

if TYPE_CHECKING:
    from companion.ui.core.context import Viewport
    from tests.companion.headless import Headless, Screen

DEIM = "/statistics/carpe-diem"

REST = "Show more: Statistics"
"""What brings the sections that a phone does not show at first."""

ROUTES = [
    ft.Route(path="statistics", component=Statistics),
    ft.Route(path="statistics/:game", component=Statistics),
    ft.Route(path="statistics/:game/:player", component=Statistics),
]


@component
def AtItsAddress() -> ft.Control:  # noqa: N802 - a component
    shown: ft.Control = ft.Router(ROUTES)
    return shown


def today() -> date:
    return now().astimezone().date()


def at(app: Headless, route: str, viewport: Viewport | None = None) -> Screen:
    """Statistics down to their end."""
    screen = app.show(AtItsAddress, viewport=viewport, route=route)
    if screen.has(REST):
        screen.tap(REST)
    return screen


def played(app: Headless, day: date, **points: tuple[int, ...]) -> str:
    return app.worker.run_blocking(put_play, day, points)


def three_plays(app: Headless) -> None:
    """Anna wins twice, Ben once; Ben sits first each time."""
    for back, anna, ben in ((800, 10, 4), (40, 3, 9), (0, 12, 11)):
        played(app, today() - timedelta(days=back), Ben=(ben,), Anna=(anna,))


def said(screen: Screen, start: str) -> str:
    """What is said that begins like this."""
    return next(name for name in screen.names if name.startswith(start))


def followed(app: Headless, screen: Screen) -> Screen:
    """Where the last tap leads."""
    return at(app, screen.route)

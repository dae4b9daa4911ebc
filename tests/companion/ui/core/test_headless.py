"""The client without a browser fails where an app fails."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import flet as ft
import pytest

from companion.ui.components.controls import button, text
from companion.ui.core.context import use_ui
from companion.ui.core.error_boundary import component
from companion.ui.core.hooks import use_value

if TYPE_CHECKING:
    from tests.companion.headless import Headless


@component
def Counting(start: int) -> ft.Control:  # noqa: N802 - a component
    ui = use_ui()
    count, set_count = use_value(start)

    async def more() -> None:
        await asyncio.sleep(0.01)
        set_count(lambda old: old + 1)
        await ui.set("count", count + 1)

    def fail() -> None:
        message = "as it must not be"
        raise ValueError(message)

    return ft.Column([text(f"{count}, {ui.settings.get('count')}"), button("More", more), button("Fail", fail)])


@component
def Failing() -> ft.Control:  # noqa: N802 - a component
    message = "as it must not be"
    raise ValueError(message)


def test_a_tap_returns_when_its_consequences_are_shown(app: Headless) -> None:
    screen = app.show(Counting, 3)
    screen.tap("More")
    assert screen.names[0] == "4, 4"
    assert app.show(Counting, 7).names[0] == "7, 4"


def test_a_handler_that_fails_fails_the_test(app: Headless) -> None:
    screen = app.show(Counting, 3)
    with pytest.raises(AssertionError, match="as it must not be"):
        screen.tap("Fail")


def test_a_component_that_fails_fails_the_test(app: Headless) -> None:
    with pytest.raises(AssertionError, match="as it must not be"):
        app.show(Failing)


def test_what_is_not_there_fails_the_test(app: Headless) -> None:
    with pytest.raises(pytest.fail.Exception, match="Less"):
        app.show(Counting, 3).tap("Less")

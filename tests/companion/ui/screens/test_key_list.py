"""The list of keys."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.ui.components.controls import button
from companion.ui.core.error_boundary import component
from companion.ui.core.hooks import use_value
from companion.ui.screens.key_list import KEYS, use_key_list

if TYPE_CHECKING:
    import flet as ft

    from tests.companion.headless import Headless


@component
def Asking() -> ft.Control:  # noqa: N802 - a component
    shown, set_shown = use_value(initial=False)
    use_key_list(lambda: set_shown(lambda _: False), shown=shown)
    return button("Keys, please", lambda: set_shown(lambda _: True))


def test_it_opens_with_every_key_and_what_it_does(app: Headless) -> None:
    screen = app.show(Asking)
    words = {str(part) for key in KEYS for part in key}
    assert words.isdisjoint(screen.names)
    screen.tap("Keys, please")
    assert words <= set(screen.names)
    screen.tap("Close")
    assert words.isdisjoint(screen.names)

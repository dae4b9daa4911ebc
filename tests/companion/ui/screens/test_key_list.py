"""The list of keys."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from companion.ui.components.controls import button
from companion.ui.core.error_boundary import component
from companion.ui.core.hooks import use_value
from companion.ui.screens.key_list import KEYS, use_key_list
from tests.companion.headless import opened

if TYPE_CHECKING:
    from pathlib import Path

    import flet as ft


@component
def Asking() -> ft.Control:  # noqa: N802 - a component
    shown, set_shown = use_value(initial=False)
    use_key_list(lambda: set_shown(lambda _: False), shown=shown)
    return button("Keys, please", lambda: set_shown(lambda _: True))


@pytest.mark.parametrize("words", [words for key in KEYS for words in key])
def test_it_opens_with_every_key_and_what_it_does(tmp_path: Path, words: str) -> None:
    with opened(tmp_path) as app:
        screen = app.show(Asking)
        assert not screen.has(words)
        screen.tap("Keys, please")
        assert screen.has(words)
        screen.tap("Close")
        assert not screen.has(words)

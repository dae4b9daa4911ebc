"""A running app for the tests of The Palaces of Carrara, and its copy of the game."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from companion.editors.palaces_of_carrara.copy import GAME
from tests.companion.headless import Headless, opened

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from companion.copies import Copies


@pytest.fixture
def app(tmp_path: Path) -> Iterator[Headless]:
    with opened(tmp_path) as running:
        yield running


@pytest.fixture
def copies(app: Headless) -> Copies:
    return app.tables.copies[GAME]

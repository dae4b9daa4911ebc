"""What the tests of the screens of Little Town share."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.companion.headless import Headless, opened
from tests.companion.little_town.towns import GAME

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
    """My copy of the game, of which nothing is known yet."""
    return app.tables.copies[GAME]

"""A running app for the tests of screens, and the copy of the game that they are about."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from companion.ui.components import drafts, stepper
from companion.ui.editors.palaces_of_carrara import board
from companion.ui.screens import new_table_game
from scoring import GAMES
from tests.companion.carpe_diem_tables import GAME, laid_out
from tests.companion.clock import Clock
from tests.companion.headless import opened
from tests.storage import stores

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from companion.tables.live_table import LiveTable
    from companion.tables.my_copy import MyCopy
    from storage.repositories.tables import Store
    from tests.companion.headless import Headless


@pytest.fixture
def app(tmp_path: Path) -> Iterator[Headless]:
    with opened(tmp_path) as running:
        yield running


@pytest.fixture(autouse=True)
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """Save what is typed at once, and wait for no layout; the tests of that pause have one of their own."""
    monkeypatch.setattr(board, "LAYOUT_S", (0,))
    monkeypatch.setattr(new_table_game, "LAYOUT_S", 0)
    monkeypatch.setattr(stepper, "PAUSE_S", 0)
    monkeypatch.setattr(drafts, "TYPING_PAUSE_S", 0)


@pytest.fixture
def game(request: pytest.FixtureRequest) -> str:
    """The key of the game that a test is about: the one of its folder, else Carpe Diem."""
    key = request.path.parent.name.replace("_", "-")
    return key if key in GAMES else GAME


@pytest.fixture
def copies(app: Headless, game: str) -> MyCopy:
    """My copy of the game, of which nothing is known yet."""
    return app.tables.copies[game]


@pytest.fixture
def live(app: Headless) -> LiveTable:
    """A table in play; a folder of another game, or a test that needs more, has one of its own."""
    return laid_out(app)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    """A store without an app."""
    with stores.opened(tmp_path / "t.db") as store:
        yield store


@pytest.fixture
def clock() -> Clock:
    return Clock()

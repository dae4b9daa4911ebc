"""A table of a small game that has nothing but rules."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from companion.games import KITS
from companion.tables.state import STYLES
from tests.companion.headless import opened
from tests.companion.ui.editors.form.meadow import MEADOW, on_the_shelf

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from companion.tables.live_table import LiveTable
    from tests.companion.headless import Headless


@pytest.fixture
def app(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Headless]:
    on_the_shelf(monkeypatch)
    with opened(tmp_path) as running:
        yield running


@pytest.fixture
def live(app: Headless) -> LiveTable:
    """A table of Anna and Ben on which nothing has been entered."""
    state = KITS[MEADOW.key].begin(("Anna", "Ben"), STYLES[:2], "base", app.tables.copies[MEADOW.key])
    live = app.run(app.tables.open(app.run(app.tables.begin(MEADOW.key, state))))
    assert live is not None
    return live

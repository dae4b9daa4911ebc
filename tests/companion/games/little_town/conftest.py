"""Which game the tests of the screens of Little Town are about."""

from __future__ import annotations

import pytest

from tests.companion.little_town_tables import GAME


@pytest.fixture
def game() -> str:
    return GAME

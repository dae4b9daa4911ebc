"""Which game the tests of the screens of Mayor are about."""

from __future__ import annotations

import pytest

from tests.companion.mayor_tables import GAME


@pytest.fixture
def game() -> str:
    return GAME

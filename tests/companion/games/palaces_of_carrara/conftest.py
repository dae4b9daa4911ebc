"""Which game the tests of the screens of The Palaces of Carrara are about."""

from __future__ import annotations

import pytest

from companion.games.palaces_of_carrara.kit import GAME


@pytest.fixture
def game() -> str:
    return GAME

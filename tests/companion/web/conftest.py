"""A server, and who asks it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from companion.web.auth import AuthBackend
from tests.companion.asgi import Caller, served

if TYPE_CHECKING:
    from pathlib import Path

    from tests.companion.headless import Headless


@pytest.fixture
def auth(app: Headless) -> AuthBackend:
    """What a server asks to authenticate."""
    return AuthBackend(access=app.tables.access, worker=app.worker)


@pytest.fixture
def visit(tmp_path: Path) -> Caller:
    """Asks the smallest site as somebody at this machine."""
    return Caller(served(tmp_path))

"""A server, and who asks it."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import flet.fastapi
import pytest

from companion.system.network import Lan
from companion.web import middleware
from companion.web.auth import AuthBackend
from tests.companion.asgi import Caller, joined, served

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from companion.tables.live_table import LiveTable
    from tests.companion.headless import Headless


@pytest.fixture(autouse=True)
def tidy(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Puts away the pages that were made ready."""
    monkeypatch.setattr(middleware, "CLEANUP_TIMEOUT_S", 0.01)
    yield
    asyncio.run(flet.fastapi.app_manager.shutdown())


@pytest.fixture
def lan() -> Lan:
    """A network on which phones may join."""
    network = Lan(8423)
    network.is_open = True
    return network


@pytest.fixture
def auth(app: Headless) -> AuthBackend:
    """What a server asks to authenticate."""
    return AuthBackend(access=app.tables.access, worker=app.worker)


@pytest.fixture
def cookie(app: Headless, live: LiveTable) -> str:
    """The cookie of a phone at the table."""
    return joined(app, live)


@pytest.fixture
def visit(tmp_path: Path) -> Caller:
    """Asks the smallest site as somebody at this machine."""
    return Caller(served(tmp_path))

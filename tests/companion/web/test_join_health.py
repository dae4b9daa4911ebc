"""What the process says about itself, and that it ends only when everything is saved."""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING, Any, Final

import pytest

from companion.services.share_codes.incoming import LinkInbox
from companion.system import paths
from companion.system.network import Lan
from companion.web import join
from companion.web.app import WebApp
from companion.web.auth import AuthBackend
from storage.repositories.access import AccessDeniedError
from storage.repositories.tables import Store
from tests.browser.counter import main
from tests.browser.program import PATIENCE
from tests.companion.asgi import ANOTHER, Caller, served

if TYPE_CHECKING:
    from pathlib import Path

    from tests.companion.headless import Headless

LAN: Final = "192.168.0.2:8423"


@pytest.fixture
def phone(tmp_path: Path, auth: AuthBackend) -> Caller:
    network = Lan(8423)
    network.is_open = True
    return Caller(served(tmp_path, lan=network, auth=auth), ANOTHER)


def test_it_is_ready_while_the_database_answers(phone: Caller, monkeypatch: pytest.MonkeyPatch) -> None:
    assert phone.ask("/readyz", host=LAN).status == 200

    def away(_: Store) -> dict[str, Any]:
        raise AccessDeniedError(locked=False)

    monkeypatch.setattr(Store, "settings", away)
    assert phone.ask("/readyz", host=LAN).status == 503
    assert phone.ask("/healthz", host=LAN).status == 200


def test_it_is_not_ready_once_the_data_was_removed(phone: Caller, tmp_path: Path) -> None:
    file = tmp_path / paths.DATABASE
    aside = file.rename(tmp_path / "aside")
    assert phone.ask("/readyz", host=LAN).status == 503
    aside.rename(file)
    assert phone.ask("/readyz", host=LAN).status == 200


def test_it_is_not_ready_while_the_database_is_slow(phone: Caller, monkeypatch: pytest.MonkeyPatch) -> None:
    def slow(_: Store) -> dict[str, Any]:
        time.sleep(0.3)
        return {}

    monkeypatch.setattr(join, "DATABASE_TIMEOUT_S", 0.05)
    monkeypatch.setattr(Store, "settings", slow)
    assert phone.ask("/readyz", host=LAN).status == 503


def test_nobody_is_sent_to_a_process_that_ends(app: Headless, tmp_path: Path) -> None:
    auth = AuthBackend(access=app.tables.access, worker=app.worker)
    site = WebApp(main, assets=paths.assets(), data=tmp_path, lan=Lan(8423), links=LinkInbox(), auth=auth)
    site.health.stopping = True
    assert Caller(site.asgi).ask("/readyz").status == 503


def test_what_was_asked_before_the_end_is_saved(app: Headless, tmp_path: Path) -> None:
    auth = AuthBackend(access=app.tables.access, worker=app.worker)
    site = WebApp(main, assets=paths.assets(), data=tmp_path, lan=Lan(8423), links=LinkInbox(), auth=auth)

    def saved(store: Store) -> None:
        time.sleep(0.2)
        store.set("seen", value=True)

    async def end() -> dict[str, Any]:
        saving = asyncio.ensure_future(app.worker.run(saved))
        await asyncio.sleep(0.01)
        await site.health.wait_until_saved(PATIENCE)
        assert saving.done()
        return await app.worker.run(Store.settings)

    assert app.run(end())["seen"] is True


def test_the_end_does_not_wait_for_ever(app: Headless, tmp_path: Path) -> None:
    auth = AuthBackend(access=app.tables.access, worker=app.worker)
    site = WebApp(main, assets=paths.assets(), data=tmp_path, lan=Lan(8423), links=LinkInbox(), auth=auth)

    async def end() -> float:
        stuck = asyncio.ensure_future(app.worker.run(lambda _: time.sleep(0.5)))
        await asyncio.sleep(0.01)
        begun = time.monotonic()
        await site.health.wait_until_saved(0.05)
        took = time.monotonic() - begun
        await stuck
        return took

    assert app.run(end()) < 0.4

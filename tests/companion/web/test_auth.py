"""Who is let in: the host at this machine, phones by their cookie, and nobody else."""

from __future__ import annotations

import asyncio
import gzip
import json
from typing import TYPE_CHECKING, Any, Final

import pytest

from companion.system.network import Lan
from companion.web.auth import AuthBackend, Authenticator, AuthMiddleware
from scoring.messages import say
from storage.repositories import access
from storage.repositories.tables import Store
from tests.companion.asgi import ANOTHER, HOST, Caller, hosts_own, joined, scope_of, served

if TYPE_CHECKING:
    from pathlib import Path

    from starlette.types import Message, Receive, Scope, Send

    from companion.tables.live_table import LiveTable
    from tests.companion.headless import Headless

LAN: Final = "192.168.0.2:8423"
"""By which name another machine asks."""

PAGES: Final = ["/", "/table/1", "/main.dart.mjs", "/page/head.html", "/docs", "/join/", "/healthz/", "/ws"]


@pytest.fixture
def phone(tmp_path: Path, auth: AuthBackend, lan: Lan) -> Caller:
    return Caller(served(tmp_path, lan=lan, auth=auth), ANOTHER)


@pytest.fixture
def caller(tmp_path: Path, auth: AuthBackend, lan: Lan) -> Caller:
    return Caller(served(tmp_path, lan=lan, auth=auth))


@pytest.mark.parametrize("path", PAGES)
def test_a_stranger_finds_a_page_that_says_how_to_come_in(phone: Caller, path: str) -> None:
    answer = phone.ask(path, host=LAN)
    assert answer.status == 403
    assert "scan its code" in answer.page
    assert "unsafe-inline" not in answer.headers["content-security-policy"]
    assert answer.headers["cache-control"] == "no-store"


@pytest.mark.parametrize("path", ["/arrivals", "/scans", "/", "/upload"])
def test_a_stranger_changes_nothing(phone: Caller, path: str) -> None:
    assert phone.ask(path, method="POST", host=LAN, origin=f"http://{LAN}", body=b"x").status == 403


@pytest.mark.parametrize("path", ["/join", "/join/join.js", "/join/join.css", "/favicon.png", "/readyz", "/healthz"])
def test_a_stranger_may_ask_for_what_leads_in(phone: Caller, path: str) -> None:
    assert phone.ask(path, host=LAN).status == 200


def test_a_stranger_learns_nothing_of_versions_and_paths(phone: Caller, tmp_path: Path) -> None:
    assert json.loads(phone.ask("/healthz", host=LAN).body) == {"app": "Tessera"}
    for path in ("/", "/join", "/readyz", "/join/join.js"):
        answer = phone.ask(path, host=LAN)
        whole = answer.body.decode() + str(answer.headers)
        assert "/client/" not in whole
        assert str(tmp_path) not in whole


def test_a_stranger_is_not_talked_to(phone: Caller) -> None:
    assert not phone.let_in(host=LAN)
    assert not phone.let_in(host=LAN, origin=f"http://{LAN}")


@pytest.mark.parametrize(
    "cookie", ["tessera=", "tessera=abc", "other=1", "tessera", "\x00", "tessera=%00;;=", "a=b; =; c"]
)
def test_a_made_up_cookie_is_none(phone: Caller, cookie: str) -> None:
    assert phone.ask("/", host=LAN, cookie=cookie).status == 403
    assert not phone.let_in(host=LAN, cookie=cookie)


def test_a_browser_of_this_machine_is_the_host(caller: Caller, tmp_path: Path) -> None:
    assert caller.ask("/").status == 200
    assert caller.let_in()
    assert json.loads(caller.ask("/healthz").body) == {"app": "Tessera", "data": str(tmp_path)}


@pytest.mark.parametrize("header", ["x_forwarded_for", "x_forwarded_host", "forwarded", "via", "x_real_ip"])
def test_what_came_by_a_proxy_is_not_of_this_machine(caller: Caller, header: str) -> None:
    added: dict[str, Any] = {header: "127.0.0.1"}
    assert caller.ask("/", **added).status == 403
    assert not caller.let_in(**added)
    assert json.loads(caller.ask("/healthz", **added).body) == {"app": "Tessera"}


@pytest.mark.parametrize("host", ["192.168.0.2:8423", "10.0.0.1"])
def test_this_machine_by_a_name_of_the_network_is_not_the_host(caller: Caller, host: str) -> None:
    assert caller.ask("/", host=host).status == 403


def test_another_machine_is_not_the_host_whatever_it_calls_this_one(phone: Caller) -> None:
    assert phone.ask("/", host=HOST).status == 403
    assert not phone.let_in(host=HOST)


def test_with_a_public_address_nobody_is_the_host_by_being_here(tmp_path: Path, auth: AuthBackend) -> None:
    asgi = served(tmp_path, lan=Lan(8423, "https://tessera.example"), auth=auth)
    for host in (HOST, "tessera.example"):
        assert Caller(asgi).ask("/", host=host).status == 403
        assert not Caller(asgi).let_in(host=host)


def test_the_hosts_link_makes_a_phone_the_host(app: Headless, phone: Caller) -> None:
    cookie = hosts_own(app)
    assert phone.ask("/", host=LAN, cookie=cookie).status == 200
    app.run(app.tables.access.rotate_secret(access.HOST_CODE))
    assert phone.ask("/", host=LAN, cookie=cookie).status == 403


def test_a_phone_at_a_table_is_let_in(cookie: str, phone: Caller) -> None:
    assert phone.ask("/", host=LAN, cookie=cookie).status == 200
    assert phone.let_in(host=LAN, cookie=cookie)
    assert phone.let_in(host=LAN, cookie=f"a=b; {cookie}", origin=f"http://{LAN}")
    assert not phone.let_in(host=LAN, cookie=cookie, origin="http://evil.example")
    assert json.loads(phone.ask("/healthz", host=LAN, cookie=cookie).body) == {"app": "Tessera"}


def test_what_phones_are_sent_is_compressed(cookie: str, phone: Caller) -> None:
    shown, plain = (phone.ask("/main.dart.mjs", host=LAN, cookie=cookie, accept_encoding=how) for how in ("gzip", ""))
    assert shown.headers["content-encoding"] == "gzip"
    assert gzip.decompress(shown.body) == plain.body


def test_a_phone_that_is_put_out_is_a_stranger_who_learns_that_nothing_is_lost(
    app: Headless, cookie: str, live: LiveTable, phone: Caller
) -> None:
    app.run(app.tables.access.rotate_secret(live.id))
    answer = phone.ask("/", host=LAN, cookie=cookie)
    assert answer.status == 403
    assert "no longer at a table" in answer.page
    assert not phone.let_in(host=LAN, cookie=cookie)


def test_over_https_only_a_cookie_of_this_very_host_counts(app: Headless, live: LiveTable, tmp_path: Path) -> None:
    token = joined(app, live).partition("=")[2]
    network = Lan(8423, "https://tessera.example")
    asgi = served(tmp_path, lan=network, auth=AuthBackend(access=app.tables.access, worker=app.worker))
    safe = Caller(asgi, ANOTHER, scheme="https")
    assert safe.ask("/", host="tessera.example", cookie=f"tessera={token}").status == 403
    assert safe.ask("/", host="tessera.example", cookie=f"__Host-tessera={token}").status == 200


def test_while_the_database_is_away_phones_are_asked_to_come_again(
    app: Headless, cookie: str, phone: Caller, monkeypatch: pytest.MonkeyPatch
) -> None:

    async def away(*_: object) -> None:
        raise access.SeatTakenError(say("the database is away"))

    monkeypatch.setattr(type(app.tables.access), "visitor", away)
    assert phone.ask("/", host=LAN, cookie=cookie).status == 503
    assert phone.ask("/", host=LAN).status == 403
    assert not phone.let_in(host=LAN, cookie=cookie)


def test_who_goes_in_the_moment_in_which_phones_change_is_watched_no_longer(
    app: Headless, cookie: str, live: LiveTable, auth: AuthBackend, lan: Lan
) -> None:
    observers = app.tables.access.observers

    async def page(_: Scope, __: Receive, ___: Send) -> None:
        await asyncio.sleep(0.01)
        observers.notify(live.id)
        await asyncio.sleep(0)

    async def send(_: Message) -> None:
        pytest.fail("nothing is to be said")

    async def visit() -> None:
        inside = AuthMiddleware(page, authenticator=Authenticator(lan, auth), join_app=page, public=())
        before = asyncio.all_tasks()
        await inside(scope_of("websocket", "/ws", {"host": LAN, "cookie": cookie}, ANOTHER), asyncio.Queue().get, send)
        for _ in range(20):
            await auth.worker.run(Store.settings)
        assert asyncio.all_tasks() == before

    app.run(visit())
    assert not observers._callbacks

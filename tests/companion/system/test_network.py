"""The network is let in and shut out while the app is served, and nobody who stays is disturbed."""

from __future__ import annotations

import asyncio
import re
import socket
import types
from contextlib import closing, suppress
from typing import TYPE_CHECKING, Any

import ifaddr
import pytest
from starlette.responses import PlainTextResponse

from companion.system import network
from companion.system.machine import LOOPBACK, LanError
from companion.system.network import ANY_ADDRESS, Lan, listening_socket
from companion.web.server import UvicornServer
from tests.browser.program import free_port

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from starlette.types import Receive, Scope, Send


class Talking:
    """A site that says who asks, and a page that stays until it is let go of."""

    def __init__(self) -> None:
        self.asgi = self
        self.health: Any = types.SimpleNamespace(stopping=False, wait_until_saved=self._wait)
        self.codes: list[int] = []

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            await PlainTextResponse(scope["client"][0])(scope, receive, send)
        elif scope["type"] == "lifespan":
            while True:
                message = await receive()
                await send({"type": f"{message['type']}.complete"})
                if message["type"] == "lifespan.shutdown":
                    return

    async def _wait(self, _: float) -> None:
        """Nothing is saved here."""


class Serving:
    """A server in the loop of a test."""

    def __init__(self) -> None:
        listening = listening_socket(LOOPBACK, 0)
        self.port: int = listening.getsockname()[1]
        self.begun = asyncio.Event()
        self.lan = Lan(self.port)
        self.server = UvicornServer(Talking(), proxies=None, begin=self._begin)  # type: ignore[arg-type]
        self.lan.serve(self.server)
        self.task = asyncio.ensure_future(self.server._serve([listening]))

    async def _begin(self) -> None:
        self.begun.set()

    async def end(self) -> None:
        self.server.should_exit = True
        await self.task


def others() -> str:
    """The number by which another machine would reach this one."""
    addresses = Lan(0).addresses()
    if not addresses:
        pytest.skip("this machine is on no network")
    return addresses[0]


def serving(body: Callable[[Serving], Awaitable[None]]) -> None:
    async def run() -> None:
        served = Serving()
        await served.begun.wait()
        try:
            await body(served)
        finally:
            await served.end()

    asyncio.run(run())


class Line:
    """A connection that is kept, as browsers keep it."""

    def __init__(self, host: str, port: int) -> None:
        self.host, self.port = host, port

    async def open(self) -> Line:
        self.reader, self.writer = await asyncio.open_connection(self.host, self.port)
        return self

    async def ask(self) -> str:
        """What is answered, "" where nobody is there any more."""
        with suppress(OSError, asyncio.IncompleteReadError):
            self.writer.write(f"GET / HTTP/1.1\r\nHost: {self.host}\r\n\r\n".encode())
            await self.writer.drain()
            head = await self.reader.readuntil(b"\r\n\r\n")
            (length,) = re.findall(rb"content-length: ([0-9]+)", head)
            return (await self.reader.readexactly(int(length))).decode()
        return ""

    async def close(self) -> None:
        self.writer.close()
        with suppress(OSError):
            await self.writer.wait_closed()


async def reached(host: str, port: int) -> bool:
    try:
        line = await Line(host, port).open()
    except OSError:
        return False
    await line.close()
    return True


async def reaches(served: Serving, own_address: str) -> tuple[bool, bool]:
    """Whether this machine is let in, and another one; `is_open` says the same."""
    there = await reached(own_address, served.port)
    assert served.lan.is_open is there
    return await reached(LOOPBACK, served.port), there


def test_nobody_else_reaches_it_unless_somebody_lets_them_in() -> None:
    own_address = others()

    async def body(served: Serving) -> None:
        at_home, there = await reaches(served, own_address)
        assert (at_home, there) == (True, False)
        await served.lan.open()
        at_home, there = await reaches(served, own_address)
        assert (at_home, there) == (True, True)
        await served.lan.close()
        at_home, there = await reaches(served, own_address)
        assert (at_home, there) == (True, False)

    serving(body)


def test_who_is_in_stays_when_the_network_is_let_in_and_shut_out() -> None:
    own_address = others()

    async def body(served: Serving) -> None:
        home_line = await Line(LOOPBACK, served.port).open()
        assert await home_line.ask() == LOOPBACK
        await served.lan.open()
        assert await home_line.ask() == LOOPBACK
        later, phone = await Line(LOOPBACK, served.port).open(), await Line(own_address, served.port).open()
        assert (await later.ask(), await phone.ask()) == (LOOPBACK, own_address)
        await served.lan.close()
        assert (await home_line.ask(), await later.ask()) == (LOOPBACK, LOOPBACK)
        assert await phone.ask() == ""
        for line in (home_line, later, phone):
            await line.close()

    serving(body)


def test_a_port_that_another_program_has_elsewhere_leaves_it_as_it_was() -> None:
    own_address = others()

    async def body(served: Serving) -> None:
        calls: list[bool] = []
        served.lan.subscribe(lambda: calls.append(served.lan.is_open))
        with (
            closing(listening_socket(own_address, served.port)),
            pytest.raises(LanError, match=f"port {served.port} is not available"),
        ):
            await served.lan.open()
        assert not served.lan.is_open
        assert await reached(LOOPBACK, served.port)
        assert calls == []

    serving(body)


def test_those_who_watch_are_told_once() -> None:
    async def body(served: Serving) -> None:
        calls: list[bool] = []
        stop = served.lan.subscribe(lambda: calls.append(served.lan.is_open))
        await asyncio.gather(served.lan.open(), served.lan.open())
        await served.lan.close()
        await served.lan.close()
        stop()
        await served.lan.open()
        assert calls == [True, False]

    serving(body)


def test_all_that_listen_at_a_taken_port_are_refused() -> None:
    with closing(listening_socket(LOOPBACK, 0)) as taken, pytest.raises(OSError, match="in use"):
        listening_socket(ANY_ADDRESS, taken.getsockname()[1])


@pytest.fixture
def adapters(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    def have(*numbers: Any, usual: str | None = None) -> None:
        adapter = types.SimpleNamespace(ips=[types.SimpleNamespace(ip=number) for number in numbers])
        monkeypatch.setattr(ifaddr, "get_adapters", lambda: [adapter])
        monkeypatch.setattr(network, "_default_address", lambda: usual)

    return have


def test_the_address_of_the_default_route_comes_first(adapters: Callable[..., None]) -> None:
    adapters("127.0.0.1", "172.17.0.1", "10.0.0.5", "192.168.0.7", ("fe80::1", 0, 2), usual="10.0.0.5")
    assert Lan(8423).addresses() == ("10.0.0.5", "192.168.0.7", "172.17.0.1")


def test_public_addresses_are_none_of_the_network(adapters: Callable[..., None]) -> None:
    adapters("8.8.8.8", "169.254.7.7", "100.64.0.9", "127.0.0.1", usual="8.8.8.8")
    assert Lan(8423).addresses() == ("100.64.0.9", "169.254.7.7")


def test_pages_have_addresses_while_the_network_is_let_in(adapters: Callable[..., None]) -> None:
    adapters("192.168.0.7", "10.0.0.5")
    lan = Lan(8423)
    assert lan.bases() == ()
    lan.is_open = True
    assert lan.bases() == ("http://192.168.0.7:8423", "http://10.0.0.5:8423")


def test_a_public_address_is_the_only_one() -> None:
    lan = Lan(8423, "https://tessera.example/")
    lan.is_open = True
    assert lan.bases() == ("https://tessera.example",)


def test_a_machine_without_networks_has_no_addresses(adapters: Callable[..., None]) -> None:
    adapters("127.0.0.1")
    lan = Lan(free_port())
    lan.is_open = True
    assert lan.bases() == ()


def test_asking_for_the_default_route_sends_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(socket.socket, "send", pytest.fail, raising=False)
    assert network._default_address() in {None, *Lan(0).addresses()}

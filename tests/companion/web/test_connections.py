"""Whoever holds connections open, or sends without an end, is cut off; who is in stays in."""

from __future__ import annotations

import asyncio
import os
import shlex
import socket
import subprocess
import sys
from contextlib import ExitStack, suppress
from typing import TYPE_CHECKING, Any, Final

import flet.fastapi
import pytest
from websockets.asyncio.client import connect

from companion.services.share_codes.incoming import LinkInbox
from companion.system import limits, paths
from companion.system.limits import LOG_LINES_PER_MINUTE, MAX_CONNECTIONS_OF_ADDRESS, MAX_LOG_LINE
from companion.system.machine import LOOPBACK
from companion.system.network import Lan, listening_socket
from companion.web import connections
from companion.web.app import WebApp
from companion.web.connections import OpenConnections
from companion.web.server import UvicornServer
from tests.benchmarks.phones_client import Phone
from tests.browser.counter import main
from tests.browser.program import Program, counter
from tests.forks import ROOT

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Iterator, Sequence
    from pathlib import Path

    from tests.browser.program import Process

ENDLESS: Final = 200_000_000
"""Bytes that somebody would like to send."""

BUFFERED: Final = 20_000_000
"""More bytes than systems take on the way to a program that does not read them."""

DESCRIPTORS: Final = 128

ASK: Final = b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"


def with_few_descriptors(arguments: Sequence[str], log: Path) -> Process:
    command = f"ulimit -n {DESCRIPTORS}; exec {shlex.join([sys.executable, *arguments])}"
    with log.open("ab") as said:
        return subprocess.Popen(["/bin/sh", "-c", command], cwd=ROOT, stdout=said, stderr=said)


@pytest.fixture
def program(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Program]:
    running = Program(counter, tmp_path, *getattr(request, "param", ())).start()
    yield running
    running.stop()
    assert not running.failed(), running.said()


def opened(program: Program, first: bytes = b"") -> socket.socket:
    line = socket.create_connection((LOOPBACK, program.port), timeout=10)
    line.sendall(first)
    return line


def taken(line: socket.socket) -> int:
    """Send without an end, and return how many bytes are taken before the connection is cut."""
    sent, part = 0, b"a" * 65536
    with line, suppress(ConnectionError):
        while sent < ENDLESS:
            sent += line.send(part)
    return sent


@pytest.mark.parametrize(
    "first",
    [
        b"GET / HTTP/1.1\r\nX-A: ",
        b"GET /",
        b"POST /join HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 200000000\r\n\r\n",
        b"POST /join HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\n",
    ],
    ids=["a header", "a path", "a body", "the length of a part"],
)
def test_a_request_without_an_end_is_cut_off(program: Program, first: bytes) -> None:
    assert taken(opened(program, first)) < BUFFERED
    with opened(program, ASK) as line:
        assert line.recv(12) == b"HTTP/1.1 200"


@pytest.mark.parametrize("program", [(with_few_descriptors,)], indirect=True)
def test_a_body_in_chunks_is_refused_before_it_is_read(program: Program) -> None:
    """Browsers say how long what they send is; each chunk of a byte would cost as much as a request."""
    head = b"POST /join HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\n"
    with opened(program, head + b"1\r\nx\r\n" * 1000) as line:
        assert line.recv(1000).startswith(b"HTTP/1.1 400 ")


def test_half_open_connections_shut_nobody_out(program: Program) -> None:
    with ExitStack() as open_ones, opened(program, ASK) as kept:
        while not kept.recv(1000).endswith(b"}"):
            pass
        kept.sendall(ASK.replace(b"/healthz", b"/main.dart.wasm"))  # in work, as it is not read to its end
        for number in range(2 * DESCRIPTORS):
            open_ones.enter_context(opened(program, (b"", b"GET / HTTP/1.1\r\n")[number % 2]))
        with opened(program, ASK) as line:
            assert line.recv(12) == b"HTTP/1.1 200"
        assert kept.recv(12) == b"HTTP/1.1 200"


def test_what_is_no_request_is_a_few_lines_in_the_log(program: Program) -> None:
    for _ in range(2 * LOG_LINES_PER_MINUTE):
        with opened(program, b"\x1b[2J\r\n\r\n") as line:
            assert line.recv(12) == b"HTTP/1.1 400"
    lines = program.said().splitlines()[2:]
    assert 0 < len(lines) <= LOG_LINES_PER_MINUTE + 5
    assert max(map(len, lines)) <= MAX_LOG_LINE + len("WARNING: ")


class Transport(asyncio.Transport):
    """A connection that remembers whether it was cut, and bytes of an answer that were not taken yet."""

    def __init__(self) -> None:
        super().__init__()
        self.cut = False
        self.unsent = 0

    def get_write_buffer_size(self) -> int:
        return self.unsent

    def abort(self) -> None:
        self.cut = True


def filled(open_connections: OpenConnections, address: str, count: int) -> list[Transport]:
    made = [Transport() for _ in range(count)]
    assert all(open_connections.admit(transport, address) for transport in made)
    return made


def test_another_machine_has_so_many_connections_and_this_one_more() -> None:
    connections = OpenConnections(1000, lambda address: address == LOOPBACK)
    others = filled(connections, "192.168.0.7", MAX_CONNECTIONS_OF_ADDRESS)
    first, second, *_ = others
    connections.work(first)
    assert connections.admit(Transport(), "192.168.0.7")
    assert [rival for rival in others if rival.cut] == [second]
    for rival in others:
        connections.work(rival)
    assert connections.admit(Transport(), "192.168.0.7")
    filled(connections, "192.168.0.8", 1)
    filled(connections, LOOPBACK, MAX_CONNECTIONS_OF_ADDRESS + 1)


def test_who_has_asked_stays_and_who_comes_then_does_not() -> None:
    connections = OpenConnections(3, lambda _: True)
    inside = filled(connections, LOOPBACK, 3)
    for transport in inside:
        connections.work(transport)
    assert not connections.admit(Transport(), LOOPBACK)
    assert [transport.cut for transport in inside] == [False] * 3
    connections.wait(inside[2])
    inside[2].unsent = 1
    connections.wait(inside[1])
    assert connections.admit(Transport(), LOOPBACK)
    assert [transport.cut for transport in inside] == [False, True, False]
    connections.forget(inside[0])
    assert connections.admit(Transport(), LOOPBACK)


@pytest.mark.parametrize(
    ("proxies", "address", "shared"),
    [
        (None, LOOPBACK, True),
        (None, "172.16.0.2", False),
        ("172.16.0.0/12", "172.16.0.2", True),
        ("172.16.0.0/12", "192.168.0.7", False),
        ("172.16.0.0/12", "", False),
    ],
)
def test_this_machine_and_trusted_proxies_speak_for_many(proxies: str | None, address: str, *, shared: bool) -> None:
    assert connections.shared_addresses(proxies)(address) is shared


@pytest.mark.skipif(os.name != "posix", reason="the system has no descriptors")
@pytest.mark.parametrize(("descriptors", "connections"), [(256, 96), (1024, 480), (-1, 480), (10, 1)])
def test_there_are_descriptors_for_all_connections(
    descriptors: int, connections: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("resource.getrlimit", lambda _: (descriptors, descriptors))
    assert limits.connection_limit() == connections


def serving(tmp_path: Path, body: Callable[[int], Coroutine[Any, Any, None]]) -> None:
    """Serve the smallest app while something is done at its port."""

    async def run() -> None:
        listening = listening_socket(LOOPBACK, 0)
        port = listening.getsockname()[1]
        begun = asyncio.Event()

        async def begin() -> None:
            begun.set()

        site = WebApp(main, assets=paths.assets(), data=tmp_path, lan=Lan(port), links=LinkInbox())
        server = UvicornServer(site, proxies=None, begin=begin)
        task = asyncio.ensure_future(server._serve([listening]))
        await begun.wait()
        try:
            await asyncio.wait_for(body(port), 20)
        finally:
            server.should_exit = True
            await task
            await flet.fastapi.app_manager.shutdown()

    asyncio.run(run())


@pytest.mark.parametrize(
    "first",
    [
        b"",
        b"GET / HTTP/1.1\r\nHost:",
        b"POST /join HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 9\r\n\r\n{",
        ASK,
        ASK + b"GET / ",
    ],
    ids=["nothing", "a head", "a body", "nothing more", "the next head"],
)
def test_a_connection_that_owes_a_request_is_closed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, first: bytes
) -> None:
    monkeypatch.setattr(limits, "FIRST_REQUEST_TIMEOUT_S", 0.05)
    monkeypatch.setattr("companion.system.limits.KEEP_ALIVE_S", 0.05)

    async def body(port: int) -> None:
        reader, writer = await asyncio.open_connection(LOOPBACK, port)
        writer.write(first)
        with suppress(ConnectionError):
            assert (await reader.read()).startswith(b"HTTP/1.1 200" if first.startswith(ASK) else b"")
        writer.close()

    serving(tmp_path, body)


def test_a_connection_that_takes_nothing_is_closed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "STALLED_TIMEOUT_S", 0.05)
    cut = asyncio.Event()
    lost = connections.HttpConnection.connection_lost

    def note(self: connections.HttpConnection, exc: Exception | None) -> None:
        lost(self, exc)
        cut.set()

    monkeypatch.setattr(connections.HttpConnection, "connection_lost", note)

    async def body(port: int) -> None:
        with socket.socket() as line:
            line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            line.settimeout(0)
            await asyncio.get_running_loop().sock_connect(line, (LOOPBACK, port))
            await asyncio.get_running_loop().sock_sendall(line, ASK.replace(b"/healthz", b"/main.dart.wasm"))
            await cut.wait()

    serving(tmp_path, body)


def test_a_page_that_is_open_stays_open(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("FIRST_REQUEST_TIMEOUT_S", "STALLED_TIMEOUT_S"):
        monkeypatch.setattr(limits, name, 0.05)

    async def body(port: int) -> None:
        said: asyncio.Queue[str] = asyncio.Queue()
        phone = await Phone.open(f"ws://{LOOPBACK}:{port}/ws", "/", lambda text, _: said.put_nowait(text))
        listening = asyncio.ensure_future(phone.listen())
        await asyncio.sleep(0.2)  # longer than any limit
        await phone.tap("Add")
        while await said.get() != "Count 1 at /":
            pass
        await phone.close()
        await listening

    serving(tmp_path, body)


def test_the_host_sends_files_and_nothing_is_unpacked_for_anybody(tmp_path: Path) -> None:
    async def body(port: int) -> None:
        async with connect(f"ws://{LOOPBACK}:{port}/ws", max_size=None) as line:
            assert not line.protocol.extensions
            await line.send(b"\x09" + b"a" * (limits.MAX_HOST_FRAME_BYTES - 1))
            await asyncio.wait_for(await line.ping(), 10)

    serving(tmp_path, body)

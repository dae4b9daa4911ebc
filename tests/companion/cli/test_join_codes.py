"""What the terminal shows of the way in, and what a log does not; the link that makes a browser elsewhere the host."""

from __future__ import annotations

import asyncio
import io
import json
import os
import re
import shutil
import subprocess
import time
import urllib.error
import urllib.request
from http import HTTPStatus
from typing import TYPE_CHECKING

import pytest
import zxingcpp
from PIL import Image

from companion.cli import join_codes, options
from companion.cli.join_codes import JoinCodePrinter, qr, with_qr_code
from companion.system.machine import LAN_SETTING
from companion.system.network import Lan
from companion.web.auth import AuthBackend
from storage.codes import links
from storage.repositories import access
from tests import forks
from tests.browser.kept import opened
from tests.browser.program import Program, tessera
from tests.companion.carpe_diem_tables import laid_out

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Iterator
    from pathlib import Path

    from companion.tables.live_table import LiveTable
    from tests.companion.headless import Headless


LINK = "http://192.168.0.2:8423/join#0BVWK1JmW-AcxpvfZjTrTyw1"


class Terminal(io.StringIO):
    encoding = "utf-8"

    def isatty(self) -> bool:
        return True


class Ascii(Terminal):
    encoding = "ascii"


@pytest.fixture(autouse=True)
def wide(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "get_terminal_size", lambda: os.terminal_size((80, 24)))
    monkeypatch.setattr(join_codes, "POLL_INTERVAL_S", 0.01)
    for name in ("NO_COLOR", "TERM"):
        monkeypatch.delenv(name, raising=False)


def scanned(drawn: str) -> list[str]:
    """What a phone reads from letters on a dark ground."""
    light = {" ": (0, 0), "▀": (255, 0), "▄": (0, 255), "█": (255, 255)}
    lines = [re.sub("\x1b[^m]*m", "", line) for line in drawn.splitlines()]
    rows = [bytes(light[letter][half] for letter in line) for line in lines for half in (0, 1)]
    picture = Image.frombytes("L", (len(rows[0]), len(rows)), b"".join(rows))
    return [code.text for code in zxingcpp.read_barcodes(picture.resize((400, 400 * len(rows) // len(rows[0])), 0))]


@pytest.mark.parametrize("coloured", [True, False])
@pytest.mark.parametrize("link", [LINK, "https://tessera.example/join#abc"])
def test_a_code_in_letters_is_read_by_a_phone(link: str, *, coloured: bool) -> None:
    assert scanned(qr(link, coloured=coloured)) == [link]


def test_a_code_has_its_own_colours_where_there_are_any(monkeypatch: pytest.MonkeyPatch) -> None:
    assert with_qr_code(LINK, Terminal()).startswith("\x1b[97;40m")
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b" not in with_qr_code(LINK, Terminal())
    assert with_qr_code(LINK, Terminal()).endswith(f"\n{LINK}")


def test_where_no_code_can_be_drawn_the_link_stands_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    assert with_qr_code(LINK, Ascii()) == LINK
    width = len(links.matrix(LINK))
    monkeypatch.setattr(shutil, "get_terminal_size", lambda: os.terminal_size((width - 1, 24)))
    assert with_qr_code(LINK, Terminal()) == LINK


@pytest.fixture
def lan(monkeypatch: pytest.MonkeyPatch) -> Lan:
    network = Lan(8423)
    monkeypatch.setattr(network, "addresses", lambda: ("192.168.0.2", "10.0.0.5"))
    return network


def sentences(
    app: Headless, lan: Lan, stream: io.StringIO, act: Callable[[list[str]], Coroutine[None, None, None]]
) -> list[str]:
    """The sentences that are printed while something happens."""
    printed: list[str] = []

    async def run() -> None:
        auth = AuthBackend(access=app.tables.access, worker=app.worker)
        codes = asyncio.ensure_future(JoinCodePrinter(lan, auth, printed.append, stream).run())
        await act(printed)
        codes.cancel()

    app.run(run())
    return printed


async def until(printed: list[str], number: int) -> None:
    async with asyncio.timeout(10):
        while len(printed) < number:  # noqa: ASYNC110 - a list cannot be waited for
            await asyncio.sleep(0.005)


def let_in(lan: Lan, *, is_open: bool) -> None:
    """As if somebody turned the switch in the app."""
    lan.is_open = is_open
    for notify in lan._subscribers:
        notify()


def test_a_terminal_shows_the_codes_of_the_tables_and_new_ones_as_they_come(app: Headless, lan: Lan) -> None:
    live = laid_out(app)
    lan.is_open = True
    before = app.run(app.tables.access.join_code(live.id))

    async def act(printed: list[str]) -> None:
        await until(printed, 2)
        await app.tables.access.rotate_secret(live.id)
        await until(printed, 3)
        await asyncio.sleep(0.1)

    addresses, first, second = sentences(app, lan, Terminal(), act)
    assert addresses == "Phones can reach Tessera at http://192.168.0.2:8423, http://10.0.0.5:8423"
    assert first.endswith(f"\nhttp://192.168.0.2:8423/join#{before.secret}")
    assert "Carpe Diem: " in first
    after = app.run(app.tables.access.join_code(live.id))
    assert second.endswith(f"/join#{after.secret}")


def test_a_log_is_told_no_secret(app: Headless, live: LiveTable, lan: Lan) -> None:
    lan.is_open = True

    async def act(printed: list[str]) -> None:
        await until(printed, 1)
        await asyncio.sleep(0.1)

    (said,) = sentences(app, lan, io.StringIO(), act)
    assert said.endswith("http://10.0.0.5:8423")
    assert app.run(app.tables.access.join_code(live.id)).secret not in said


def test_nothing_is_said_before_the_network_is_let_in(app: Headless, lan: Lan) -> None:
    laid_out(app)

    async def act(printed: list[str]) -> None:
        await asyncio.sleep(0.05)
        assert printed == []
        let_in(lan, is_open=True)
        await until(printed, 2)
        let_in(lan, is_open=False)
        await until(printed, 3)

    assert sentences(app, lan, Terminal(), act)[-1] == "Phones can no longer reach Tessera"


def test_names_do_not_steer_the_terminal(app: Headless, live: LiveTable) -> None:
    stored = app.worker.run_blocking(lambda store: store.tables())[0]
    stored.content["table"]["players"][0]["name"] = "A\x1b[2Jna"
    assert join_codes._caption(stored).startswith(f"{live.game.title}: A\ufffd[2Jna")


def with_lan(port: int, data: Path) -> list[str]:
    return [*tessera(port, data), "--lan"]


def behind_a_proxy(port: int, data: Path) -> list[str]:
    return [*tessera(port, data), "--address", "https://tessera.example/"]


@pytest.fixture
def program(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Program]:
    command: Callable[[int, Path], list[str]] = getattr(request, "param", tessera)
    running = Program(command, tmp_path)
    running.log.touch()
    yield running
    running.stop()
    assert not running.failed(), running.said()


def command(*arguments: str) -> subprocess.CompletedProcess[str]:
    done = forks.run("-m", "companion", *arguments)
    return subprocess.CompletedProcess(done.args, done.returncode, done.stdout.decode(), done.stderr.decode())


def status(address: str) -> int:
    try:
        with urllib.request.urlopen(address, timeout=5) as answer:  # noqa: S310 - this machine
            return int(answer.status)
    except urllib.error.HTTPError as error:
        with error:
            return error.code
    except OSError:
        return 0


def soon(address: str) -> int:
    """The answer of an address that is listened at a moment after the program itself answers."""
    end = time.monotonic() + 10
    while not (answer := status(address)) and time.monotonic() < end:
        time.sleep(0.1)
    return answer


def says_soon(program: Program, words: str) -> bool:
    end = time.monotonic() + 10
    while words not in program.said() and time.monotonic() < end:
        time.sleep(0.1)
    return words in program.said()


def others() -> str:
    """The number by which another machine would reach this one."""
    addresses = Lan(0).addresses()
    if not addresses:
        pytest.skip("this machine is on no network")
    return addresses[0]


def secret_of(program: Program) -> str:
    with opened(program) as store:
        return access.join_code(store, access.HOST_CODE).secret


def test_nothing_is_asked_for_unless_somebody_does(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("TESSERA_LAN", "TESSERA_ADDRESS", "TESSERA_PROXIES"):
        monkeypatch.delenv(name, raising=False)
    assert options.network_options(lan=False, address=None) == options.NetworkOptions(
        lan=False, address=None, proxies="127.0.0.1"
    )


@pytest.mark.parametrize(("value", "lan"), [("1", True), ("yes", True), ("True ", True), ("0", False), ("", False)])
def test_the_environment_asks_as_well(monkeypatch: pytest.MonkeyPatch, value: str, *, lan: bool) -> None:
    monkeypatch.setenv("TESSERA_LAN", value)
    monkeypatch.setenv("TESSERA_ADDRESS", "https://a.example")
    monkeypatch.setenv("TESSERA_PROXIES", "10.0.0.0/8")
    assert options.network_options(lan=False, address=None) == options.NetworkOptions(
        lan=lan, address="https://a.example", proxies="10.0.0.0/8"
    )
    assert options.network_options(lan=True, address="https://b.example").address == "https://b.example"
    assert options.network_options(lan=True, address=None).lan


def test_the_options_of_the_app_belong_to_no_command() -> None:
    for own_options in (["--lan"], ["--address", "https://tessera.example"]):
        done = command(*own_options, "games")
        assert (done.returncode, done.stdout) == (2, "")
        assert "are the app's" in done.stderr


@pytest.mark.parametrize("address", ["tessera.example", "ftp://tessera.example", "https://", "https://a.example/pad"])
def test_what_is_no_public_address_is_refused(tmp_path: Path, address: str) -> None:
    done = command("--no-browser", "--data", str(tmp_path / "data"), "--address", address)
    assert done.returncode == 2
    assert f'"{address}" is no address that browsers can be sent to' in done.stderr
    assert not (tmp_path / "data").exists()


def test_the_app_alone_is_reached_by_nobody_else(program: Program) -> None:
    program.start()
    assert status(f"http://{others()}:{program.port}/healthz") == 0


@pytest.mark.parametrize("program", [with_lan], indirect=True)
def test_the_option_lets_the_network_in(program: Program) -> None:
    lan_address = f"http://{others()}:{program.port}"
    program.start()
    assert soon(f"{lan_address}/healthz") == HTTPStatus.OK
    assert status(f"{lan_address}/") == HTTPStatus.FORBIDDEN
    assert status(program.address) == HTTPStatus.OK
    assert says_soon(program, f"Phones can reach Tessera at {lan_address}")
    assert "join#" not in program.said()


def test_what_was_switched_on_is_on_again_after_a_restart(program: Program) -> None:
    with opened(program) as store:
        store.set(LAN_SETTING, value=True)
    program.start()
    assert soon(f"http://{others()}:{program.port}/healthz") == HTTPStatus.OK
    program.stop()
    with opened(program) as store:
        store.set(LAN_SETTING, value=False)
    program.start()
    assert status(f"http://{others()}:{program.port}/healthz") == 0


@pytest.mark.parametrize("program", [behind_a_proxy], indirect=True)
def test_behind_a_proxy_this_machine_is_nobody(program: Program) -> None:
    program.start()
    assert status(program.address) == HTTPStatus.FORBIDDEN
    assert status(f"{program.address}readyz") == HTTPStatus.OK
    assert says_soon(program, "Phones can reach Tessera at https://tessera.example")
    again = command("--no-browser", "--data", str(program.data), "--port", "0")
    assert f'is already running with "{program.data}": {program.address}' in again.stderr


@pytest.mark.parametrize("program", [behind_a_proxy], indirect=True)
def test_a_proxy_that_is_trusted_says_who_comes_and_how(program: Program) -> None:
    program.start()
    body = json.dumps({"secret": secret_of(program)}).encode()
    headers = {
        "Content-Type": "application/json",
        "Host": "tessera.example",
        "Origin": "https://tessera.example",
        "X-Forwarded-For": "203.0.113.7",
        "X-Forwarded-Proto": "https",
    }
    asked = urllib.request.Request(f"{program.address}join", body, headers)  # noqa: S310 - this machine
    with urllib.request.urlopen(asked, timeout=5) as answer:  # noqa: S310
        assert answer.headers["Set-Cookie"].startswith("__Host-tessera=")
        assert "; Secure" in answer.headers["Set-Cookie"]


@pytest.mark.parametrize("program", [with_lan], indirect=True)
def test_the_link_makes_a_browser_elsewhere_the_host(program: Program) -> None:
    base = f"http://{others()}:{program.port}"
    program.start()
    done = command("host", "--data", str(program.data))
    assert (done.returncode, done.stdout, done.stderr) == (0, f"{base}/join#{secret_of(program)}\n", "")
    body = json.dumps({"secret": done.stdout.strip().partition("#")[2]}).encode()
    asked = urllib.request.Request(  # noqa: S310 - this machine
        f"{base}/join", body, {"Content-Type": "application/json", "Origin": base}
    )
    with urllib.request.urlopen(asked, timeout=5) as answer:  # noqa: S310
        assert json.load(answer) == {"go": "/"}
        cookie = answer.headers["Set-Cookie"].partition(";")[0]
    page = urllib.request.Request(f"{base}/", headers={"Cookie": cookie})  # noqa: S310
    with urllib.request.urlopen(page, timeout=5) as answer:  # noqa: S310
        assert answer.status == HTTPStatus.OK
    renewed = command("host", "--renew", "--data", str(program.data))
    assert renewed.stdout == f"{base}/join#{secret_of(program)}\n" != done.stdout
    assert "acted as the host are removed" in renewed.stderr
    with pytest.raises(urllib.error.HTTPError) as refused:
        urllib.request.urlopen(page, timeout=5)  # noqa: S310
    with refused.value:
        assert refused.value.code == HTTPStatus.FORBIDDEN
    program.stop()
    assert "join#" not in program.said()


def test_while_the_network_is_shut_out_the_link_comes_with_a_hint(program: Program) -> None:
    program.start()
    done = command("host", "--data", str(program.data))
    assert done.stdout == f"http://{others()}:{program.port}/join#{secret_of(program)}\n"
    assert "no other machine can reach the app yet" in done.stderr


def test_a_link_leads_to_the_public_address(program: Program) -> None:
    with opened(program):
        pass
    done = command("host", "--data", str(program.data), "--address", "https://tessera.example/")
    assert done.stdout == f"https://tessera.example/join#{secret_of(program)}\n"


def test_without_an_app_there_is_no_link(program: Program) -> None:
    with opened(program):
        pass
    done = command("host", "--data", str(program.data))
    assert (done.returncode, done.stdout) == (2, "")
    assert f'no app is running with the data in "{program.data}"' in done.stderr

"""What the terminal shows of the way in, and what a log does not."""

from __future__ import annotations

import asyncio
import io
import os
import re
import shutil
from typing import TYPE_CHECKING

import pytest
import zxingcpp
from PIL import Image

from companion.cli import join_codes
from companion.cli.join_codes import JoinCodePrinter, qr, with_qr_code
from companion.system.network import Lan
from companion.web.auth import AuthBackend
from storage.codes import links
from tests.companion.carpe_diem_tables import laid_out

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine

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


def test_a_log_is_told_no_secret(app: Headless, lan: Lan) -> None:
    live = laid_out(app)
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


def test_names_do_not_steer_the_terminal(app: Headless) -> None:
    live = laid_out(app)
    stored = app.worker.run_blocking(lambda store: store.tables())[0]
    stored.content["table"]["players"][0]["name"] = "A\x1b[2Jna"
    assert join_codes._caption(stored).startswith(f"{live.game.title}: A\ufffd[2Jna")

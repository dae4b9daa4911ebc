"""Several processes at one PostgreSQL behind the nginx of the README: whichever serves a phone, all see the same."""

from __future__ import annotations

import json
import re
import ssl
import subprocess
import sys
import time
import urllib.request
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Final
from urllib.error import HTTPError
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

from companion.system.machine import join_link
from companion.tables.state import STYLES, Extras, TableState, stored_of
from scoring.carpe_diem.game import CARPE_DIEM
from scoring.carpe_diem.moves import laid_out
from storage.repositories import access
from storage.repositories.tables import Store
from tests.browser import proxy
from tests.browser.conftest import stopped_at_the_end
from tests.browser.phones import AT_ONCE, chip, go_to, sit, together
from tests.browser.program import PATIENCE, Program, free_port, tessera
from tests.browser.proxy import CERTIFICATE, Proxy
from tests.forks import ROOT
from tests.storage import postgres

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from http.client import HTTPResponse
    from pathlib import Path

    from tests.browser.screen import Screen

CARDS: Final = "Points on victory cards"

COMING: Final = 10_000
"""Milliseconds in which a page, or a process that was cut off, has what it missed."""

ANNA, BELA = 8, 9
"""Points that they have before the first turn."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Cafe:
    """Two processes, what is before them, and what is behind."""

    programs: tuple[Program, Program]
    proxy: Proxy
    database: str

    @property
    def address(self) -> str:
        return self.proxy.address.rstrip("/")

    def opened(self) -> closing[Store]:
        return closing(Store(self.database, lambda: datetime.now(UTC)))

    def begun(self) -> tuple[str, str]:
        """Begin a table of two, and return its id and its secret."""
        state = TableState(table=laid_out(("Anna", "Bela")), extras=Extras(seats=STYLES[:2]))
        with self.opened() as store:
            table = store.begin(CARPE_DIEM.key, stored_of(state)).id
            return table, access.join_code(store, table).secret

    def cards(self, table_id: str) -> list[int]:
        """What is kept of the points that the players have on cards."""
        with self.opened() as store:
            table = store.table(table_id)
            assert table is not None
            return [player.get("victory_cards", 0) for player in table.content["table"]["players"]]

    def at(self, port: int) -> Program:
        (process,) = (program for program in self.programs if program.port == port)
        return process

    def other(self, than: Program) -> Program:
        (process,) = (program for program in self.programs if program is not than)
        return process


@pytest.fixture(scope="module")
def database(server: str) -> Iterator[str]:
    with postgres.own_database(server) as url:
        yield url


@pytest.fixture(scope="module")
def opened_cafe(database: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cafe]:
    proxy.program()
    folder = tmp_path_factory.mktemp("cafe")
    with ExitStack() as ends:
        environment = ends.enter_context(pytest.MonkeyPatch.context())
        programs = Program(tessera, folder / "one"), Program(tessera, folder / "other")
        before = Proxy(folder / "nginx", [program.port for program in programs])
        environment.setenv("TESSERA_DATABASE_URL", database)
        environment.setenv("TESSERA_ADDRESS", before.address)
        for program in programs:
            program.data.mkdir(parents=True)
            ends.enter_context(stopped_at_the_end(program)).start()
        yield Cafe(programs=programs, proxy=ends.enter_context(before.running()), database=database)


@pytest.fixture
def cafe(opened_cafe: Cafe) -> Cafe:
    """All of it running, whatever a test before has ended."""
    for program in opened_cafe.programs:
        if program._process is None:
            program.start()
    return opened_cafe


@pytest.fixture
def device(open_screen: Callable[[str], Screen], cafe: Cafe) -> Callable[[], Screen]:
    """Makes devices that come by the proxy."""
    return lambda: open_screen(cafe.proxy.address)


def come(cafe: Cafe, device: Callable[[], Screen], table: tuple[str, str], at: Program) -> Screen:
    """A phone that has scanned the code of a table, and is served by this process: chance decides who is."""
    for _ in range(20):
        screen = device()
        cafe.proxy.forget()
        screen.page.goto(join_link(cafe.address, table[1]), wait_until="commit")
        screen.page.wait_for_url(f"**/table/{table[0]}", wait_until="commit")
        if cafe.at(cafe.proxy.asked(f"/table/{table[0]}")) is at:
            return screen.ready()
        screen.page.goto("about:blank")
        screen.errors.clear()  # it was on its way
    message = "chance sends nobody to that process"
    raise AssertionError(message)


@contextmanager
def comes_back(screen: Screen) -> Iterator[None]:
    """See that a page comes back by itself from what happens meanwhile."""
    with screen.page.expect_event("load"):
        yield
    screen.ready().errors.clear()  # the lost connection is one


def one_more(screen: Screen, times: int = 1) -> None:
    for _ in range(times):
        screen.tap(f"{CARDS}, +1")


def all_show(points: dict[str, int], *screens: Screen, within: int = AT_ONCE) -> None:
    """See that all show these points, at once."""
    for screen in screens:
        for name, number in points.items():
            expect(chip(screen, name, points=number)).to_be_visible(timeout=within)


def test_phones_at_two_processes_share_a_table_and_outlive_each_of_them(
    cafe: Cafe, device: Callable[[], Screen]
) -> None:
    table = cafe.begun()
    first, second = cafe.programs
    anna, bela = come(cafe, device, table, first), come(cafe, device, table, second)
    sit(anna, "Anna")
    expect(bela.button("Ask for Anna’s seat")).to_be_visible(timeout=AT_ONCE)
    sit(bela, "Bela")
    for phone in (anna, bela):
        go_to(phone, "Stock")

    one_more(anna)
    all_show({"Anna": ANNA + 1, "Bela": BELA}, anna, bela)

    more = [phone.button(f"{CARDS}, +1") for phone in (anna, bela)]
    for times in range(1, 4):
        together(*more)
        all_show({"Anna": ANNA + 1 + times, "Bela": BELA + times}, anna, bela)

    with postgres.unreachable(cafe.database):
        pass
    one_more(anna)
    all_show({"Anna": ANNA + 5}, bela, within=COMING)  # they listen again
    one_more(anna)
    all_show({"Anna": ANNA + 6}, anna)  # what she is told is entered
    cafe.proxy.forget()
    with comes_back(anna):
        first.kill()
    assert cafe.at(cafe.proxy.asked(urlsplit(anna.page.url).path)) is second
    all_show({"Anna": ANNA + 6, "Bela": BELA + 3}, anna, bela, within=COMING)
    expect(anna.button("Stock")).to_have_attribute("aria-current", "true")
    one_more(anna)
    all_show({"Anna": ANNA + 7, "Bela": BELA + 3}, anna, bela)

    first.start()
    begun = time.monotonic()
    with comes_back(anna), comes_back(bela):
        assert second.stop() == 0
        assert time.monotonic() - begun < 10
    all_show({"Anna": ANNA + 7, "Bela": BELA + 3}, anna, bela, within=COMING)
    one_more(bela)
    anna.tap(re.compile(f"^Undo: {CARDS}"))
    all_show({"Anna": ANNA + 6, "Bela": BELA + 4}, anna, bela)
    assert cafe.cards(table[0]) == [ANNA + 6, BELA + 4]

    with cafe.opened() as store:
        access.rotate_secret(store, table[0])  # as the host does, at whatever process
    for phone in (anna, bela):
        expect(phone.text("This phone is no longer at a table").first).to_be_visible(timeout=2 * AT_ONCE)
        phone.errors.clear()  # what it was refused
    assert table[1] not in cafe.proxy.logged() + first.said() + second.said()


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    status: int
    cookie: str
    text: str


def ask(url: str, said: object = None, cookie: str = "", **headers: str) -> Answer:
    """Ask as a browser does; what is said is said as JSON by a page of that very place."""
    place = urlsplit(url)
    body = None if said is None else json.dumps(said).encode()
    asked = urllib.request.Request(url, body, {**headers, "Cookie": cookie})  # noqa: S310 - this machine
    if body is not None:
        asked.add_header("Content-Type", "application/json")
        asked.add_header("Origin", f"{place.scheme}://{place.netloc}")
    trusting = ssl.create_default_context()
    trusting.check_hostname, trusting.verify_mode = False, ssl.CERT_NONE
    try:
        with urllib.request.urlopen(asked, timeout=PATIENCE, context=trusting) as answer:  # noqa: S310 - likewise
            return _answer(answer.status, answer)
    except HTTPError as error:
        with error:
            return _answer(error.code, error)


def _answer(status: int, answer: HTTPResponse | HTTPError) -> Answer:
    text = answer.read().decode(errors="replace")
    return Answer(status=status, cookie=answer.headers.get("Set-Cookie", ""), text=text)


def hosts_link(cafe: Cafe) -> str:
    command = [sys.executable, "-m", "companion", "host", "--data", str(cafe.programs[0].data)]
    printed = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True).stdout
    return printed.strip()


def test_the_host_comes_by_a_link_and_strangers_find_the_door(cafe: Cafe) -> None:
    link = urlsplit(hosts_link(cafe))
    assert f"{link.scheme}://{link.netloc}" == cafe.address
    joined = ask(f"{cafe.address}/join", {"secret": link.fragment})
    assert (joined.status, json.loads(joined.text)) == (200, {"go": "/"})
    assert "Secure" not in joined.cookie
    cookie = joined.cookie.partition(";")[0]
    for address in (cafe.proxy.address, *(program.address for program in cafe.programs)):
        assert ask(address).status == 403  # nobody is the host by being at this machine
        assert ask(address, cookie=cookie).status == 200
        assert json.loads(ask(f"{address}healthz").text) == {"app": "Tessera"}
        assert ask(f"{address}readyz").status == 200
    assert ask(f"{cafe.address}/join", {"secret": "wrong"}).status == 403
    assert ask(cafe.proxy.address, Host="another.example").status == 403


def test_a_phone_is_sent_to_the_same_process_each_time_and_phones_to_all(cafe: Cafe) -> None:
    serving = set()
    _, secret = cafe.begun()
    for _ in range(20):
        phone = ask(f"{cafe.address}/join", {"secret": secret}).cookie.partition(";")[0]
        asked = set()
        for path in ("/", "/favicon.png", "/healthz"):
            cafe.proxy.forget()
            assert ask(f"{cafe.address}{path}", cookie=f"other=1; {phone}").status == 200
            asked.add(cafe.proxy.asked(path))
        assert len(asked) == 1
        serving |= asked
    assert serving == {program.port for program in cafe.programs}


def test_over_https_the_cookie_is_for_this_host_alone(cafe: Cafe, tmp_path: Path) -> None:
    made = ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]
    made += [
        "-subj",
        "/CN=localhost",
        "-keyout",
        str(tmp_path / CERTIFICATE[1]),
        "-out",
        str(tmp_path / CERTIFICATE[0]),
    ]
    subprocess.run(made, check=True, capture_output=True)
    secure = Proxy(tmp_path / "nginx", [program.port for program in cafe.programs], tmp_path)
    with secure.running():
        joined = ask(f"{secure.address}join", {"secret": cafe.begun()[1]})
        assert joined.cookie.startswith("__Host-tessera=")
        assert {"Secure", "HttpOnly"} <= set(joined.cookie.split("; "))
        cookie = joined.cookie.partition(";")[0]
        assert ask(secure.address, cookie=cookie).status == 200
        port = secure.asked("/")
        for _ in range(5):
            secure.forget()
            ask(secure.address, cookie=cookie)
            assert secure.asked("/") == port


def test_a_process_whose_database_does_not_answer_is_not_ready_until_it_does(cafe: Cafe) -> None:
    ready = [f"{program.address}readyz" for program in cafe.programs]
    with postgres.unreachable(cafe.database):
        for program, address in zip(cafe.programs, ready, strict=True):
            assert ask(address).status == 503
            assert ask(f"{program.address}healthz").status == 200
        assert ask(f"{cafe.address}/join", {"secret": "any"}).status == 503
    for address in ready:
        assert ask(address).status == 200
    assert ask(f"{cafe.address}/join", {"secret": cafe.begun()[1]}).status == 200


def test_where_no_process_answers_a_page_says_so_and_tries_again(tmp_path: Path) -> None:
    alone = Proxy(tmp_path / "nginx", (free_port(), free_port()))
    with alone.running():
        answer = ask(f"{alone.address}table/one")
        assert answer.status == 502
        assert "http-equiv=refresh" in answer.text


@pytest.mark.parametrize(("required", "outcome"), [("", pytest.skip.Exception), ("1", pytest.fail.Exception)])
def test_where_there_is_no_nginx_tests_are_skipped_or_fail_if_it_is_required(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, required: str, outcome: type[BaseException]
) -> None:
    monkeypatch.setattr(proxy, "PLACES", ())
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv(proxy.REQUIRED, required)
    with pytest.raises(outcome, match="there is no nginx here: install it"):
        proxy.program()

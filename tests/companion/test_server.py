"""The process around the app: where it answers, to whom, with what, and how it ends."""

from __future__ import annotations

import asyncio
import gzip
import json
import subprocess
import sys
import urllib.request
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import flet.fastapi
import pytest

from companion import places, server, web
from companion.hold import HeldError, held
from companion.window import View
from tests.browser.counter import main
from tests.browser.program import PATIENCE, ROOT, Program, counter, free_port

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from starlette.types import ASGIApp, Message, Receive, Scope, Send

THIS_MACHINE, ANOTHER = ("127.0.0.1", 50000), ("192.168.0.7", 50000)

HOST: Final = "127.0.0.1:8423"


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What came back; the names of headers are in lower case."""

    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def page(self) -> str:
        assert self.headers["content-type"].startswith("text/html")
        return self.body.decode()


class Visitor:
    """Asks a server as somebody on a machine would."""

    def __init__(self, asgi: ASGIApp, machine: tuple[str, int] = THIS_MACHINE) -> None:
        self._asgi = asgi
        self._machine = machine

    def ask(self, path: str, *, method: str = "GET", host: str = HOST, **headers: str) -> Answer:
        sent = self._talk("http", path, {"host": host, **headers}, {"type": "http.request", "body": b""}, method)
        start, *rest = sent
        found = {name.decode(): value.decode() for name, value in start["headers"]}
        assert len(found) == len(start["headers"]), "a header was sent twice"
        body = b"".join(message["body"] for message in rest)
        return Answer(status=start["status"], headers=found, body=body)

    def let_in(self, *, host: str = HOST, **headers: str) -> bool:
        """Whether a WebSocket is accepted."""
        sent = self._talk("websocket", "/ws", {"host": host, **headers}, {"type": "websocket.connect"})
        return [message["type"] for message in sent] == ["websocket.accept"]

    def client(self) -> str:
        """Where the files of the client lie."""
        _, _, rest = self.ask("/").page.partition('flet.assetBase = "')
        return rest.partition('"')[0]

    def _talk(self, kind: str, path: str, headers: dict[str, str], first: Message, method: str = "") -> list[Message]:
        sent: list[Message] = []
        heard: list[Message] = [{"type": "websocket.disconnect", "code": 1000}] if kind == "websocket" else []
        heard.append(first)

        async def receive() -> Message:
            return heard.pop() if heard else await asyncio.get_running_loop().create_future()

        async def send(message: Message) -> None:
            sent.append(message)

        scope = {
            "type": kind,
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "method": method,
            "scheme": "http",
            "path": path,
            "query_string": b"",
            "root_path": "",
            "headers": [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()],
            "client": self._machine,
            "server": ("127.0.0.1", 8423),
        }

        async def talk() -> None:
            await self._asgi(scope, receive, send)

        asyncio.run(talk())
        return sent


@pytest.fixture(autouse=True, scope="module")
def tidy() -> Iterator[None]:
    """Puts away the pages that were made ready."""
    yield
    asyncio.run(flet.fastapi.app_manager.shutdown())


@pytest.fixture
def visit(tmp_path: Path) -> Visitor:
    return Visitor(server.build(main, assets=places.assets(), data=tmp_path))


@pytest.fixture
def program(tmp_path: Path) -> Iterator[Program]:
    running = Program(counter, tmp_path).start()
    yield running
    running.stop()
    assert "Traceback" not in running.said()


# -- the page


@pytest.mark.parametrize("route", ["/", "/tables/7", "/settings", "/index.html"])
def test_every_route_is_the_page_with_what_is_ours(visit: Visitor, route: str) -> None:
    shown = visit.ask(route)
    assert shown.status == 200
    assert int(shown.headers["content-length"]) == len(shown.body)
    text = shown.page
    for part in ('<html lang="en">', "<title>Tessera</title>", "flutter-first-frame", "location.reload", "<noscript>"):
        assert part in text
    assert "{client}" not in text


def test_our_additions_come_before_the_client_starts(visit: Visitor) -> None:
    text = visit.ask("/").page
    assert text.index("webSocketEndpoint=") < text.index("flet.assetBase = ") < text.index("flutter_bootstrap.js")


def test_what_is_no_file_is_said_to_be_none(visit: Visitor) -> None:
    shown = visit.ask("/fonts/none.ttf")
    assert shown.status == 404
    assert '<html lang="en">' in shown.page


def test_only_the_head_of_a_page_can_be_asked_for(visit: Visitor) -> None:
    shown = visit.ask("/", method="HEAD")
    assert (shown.status, shown.body) == (200, b"")


def test_nothing_describes_the_server(visit: Visitor) -> None:
    for path in ("/docs", "/redoc", "/openapi.json"):
        found = visit.ask(path).body
        assert b"swagger" not in found
        assert b'"openapi"' not in found


def test_the_server_says_what_it_is(visit: Visitor, tmp_path: Path) -> None:
    assert json.loads(visit.ask("/healthz").body) == {"app": "Tessera", "data": str(tmp_path)}


# -- headers


@pytest.mark.parametrize("path", ["/", "/healthz", "/flutter_bootstrap.js", "/none.txt"])
def test_everything_is_sent_under_the_same_protection(visit: Visitor, path: str) -> None:
    headers = visit.ask(path).headers
    policy = dict(part.split(" ", 1) for part in headers["content-security-policy"].split("; "))
    assert policy["default-src"] == policy["connect-src"] == "'self'"
    assert not [source for sources in policy.values() for source in sources.split() if "//" in source or source == "*"]
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"
    assert "microphone=()" in headers["permissions-policy"]
    assert "access-control-allow-origin" not in headers


def test_what_another_version_has_elsewhere_is_kept_for_ever(visit: Visitor) -> None:
    kept = visit.ask(f"{visit.client()}main.dart.mjs")
    assert kept.status == 200
    assert kept.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert kept.body == visit.ask("/main.dart.mjs").body


@pytest.mark.parametrize("path", ["/", "/main.dart.mjs", "/healthz", "{client}", "{client}none", "{client}none.ttf"])
def test_all_else_is_asked_for_again(visit: Visitor, path: str) -> None:
    assert visit.ask(path.format(client=visit.client())).headers["cache-control"] == "no-cache"


def test_what_has_not_changed_is_not_sent_again(visit: Visitor) -> None:
    first = visit.ask("/main.dart.mjs")
    again = visit.ask("/main.dart.mjs", if_none_match=first.headers["etag"])
    assert (again.status, again.body) == (304, b"")


def test_the_client_lies_elsewhere_when_a_file_of_it_has_changed(tmp_path: Path) -> None:
    (tmp_path / "page").mkdir()
    for name in ("head.html", "body.html"):
        (tmp_path / "page" / name).write_text('flet.assetBase = "{client}"')

    def client() -> str:
        return Visitor(server.build(main, assets=tmp_path, data=tmp_path)).client()

    before = client()
    assert client() == before
    (tmp_path / "font.ttf").touch()
    assert client() != before


@pytest.mark.parametrize(("machine", "encoding"), [(THIS_MACHINE, None), (ANOTHER, "gzip")])
@pytest.mark.parametrize("path", ["/", "/main.dart.mjs"])
def test_only_what_goes_to_another_machine_is_compressed(
    tmp_path: Path, path: str, machine: tuple[str, int], encoding: str | None
) -> None:
    visit = Visitor(server.build(main, assets=places.assets(), data=tmp_path), machine)
    shown, plain = visit.ask(path, accept_encoding="gzip"), visit.ask(path)
    assert shown.headers.get("content-encoding") == encoding
    assert (gzip.decompress(shown.body) if encoding else shown.body) == plain.body


def test_the_fonts_that_the_client_loads_first_are_there(visit: Visitor) -> None:
    client = visit.client()
    families = json.loads(visit.ask(f"{client}assets/FontManifest.json").body)
    assert {"Tessera Sans", "MaterialIcons"} <= {family["family"] for family in families}
    for family in families:
        for font in family["fonts"]:
            assert visit.ask(f"{client}assets/{font['asset']}").status == 200


# -- who may ask


@pytest.mark.parametrize("host", ["127.0.0.1", "127.0.0.1:1", "localhost:8423", "LocalHost", "[::1]", "[::1]:8423"])
def test_this_machine_may_ask_by_its_names(visit: Visitor, host: str) -> None:
    assert visit.ask("/healthz", host=host).status == 200


@pytest.mark.parametrize(
    "host",
    [
        "evil.example",
        "evil.example:8423",
        "127.0.0.1.evil.example",
        "localhost.evil.example:8423",
        "127.0.0.1@evil.example",
        "127.0.0.1:8423:1",
        "[::1",
        "192.168.0.7",
        "",
    ],
)
def test_nobody_else_may_ask(visit: Visitor, host: str) -> None:
    refused = visit.ask("/healthz", host=host)
    assert (refused.status, refused.body) == (403, b"Tessera does not answer under this name.\n")


def test_other_names_can_be_let_in(tmp_path: Path) -> None:
    visit = Visitor(server.build(main, assets=places.assets(), data=tmp_path, hosts=("tessera.home",)))
    assert visit.ask("/healthz", host="tessera.home:8423").status == 200
    assert visit.ask("/healthz", host="evil.example").status == 403


@pytest.mark.parametrize(
    ("origin", "welcome"),
    [
        ("http://127.0.0.1:8423", True),
        ("https://127.0.0.1:8423", True),
        ("http://127.0.0.1:8424", False),
        ("http://localhost:8423", False),
        ("http://127.0.0.1", False),
        ("http://evil.example", False),
        ("http://127.0.0.1:8423.evil.example", False),
        ("null", False),
        ("", False),
    ],
)
def test_only_pages_of_its_own_may_talk_to_it(visit: Visitor, origin: str, *, welcome: bool) -> None:
    assert visit.let_in(origin=origin) is welcome


def test_programs_that_are_no_browser_may_talk_to_it_by_its_name_alone(visit: Visitor) -> None:
    assert visit.let_in()
    assert not visit.let_in(host="evil.example")


# -- pages that go


def ended(app: ASGIApp, monkeypatch: pytest.MonkeyPatch) -> None:
    """Serve a WebSocket whose page goes at once, and to which nothing can be sent."""
    monkeypatch.setattr(web, "FAREWELL", 0.01)

    async def gone() -> Message:
        return {"type": "websocket.disconnect", "code": 1006}

    async def lost(_: Message) -> None:
        raise ConnectionResetError

    async def talk() -> None:
        await asyncio.wait_for(web.Released(app)({"type": "websocket"}, gone, lost), PATIENCE)

    asyncio.run(talk())


def test_what_waits_for_a_page_that_has_gone_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    how: list[str] = []

    async def waiting(_: Scope, receive: Receive, __: Send) -> None:
        try:
            await receive()
            await asyncio.get_running_loop().create_future()
        except asyncio.CancelledError:
            how.append("ended")
            raise

    ended(waiting, monkeypatch)
    assert how == ["ended"]


def test_what_is_sent_to_a_page_that_has_gone_breaks_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    how: list[str] = []

    async def sending(_: Scope, receive: Receive, send: Send) -> None:
        await send({"type": "websocket.send", "bytes": b"1"})
        how.append((await receive())["type"])

    ended(sending, monkeypatch)
    assert how == ["websocket.disconnect"]


# -- the process


def test_the_program_says_where_it_runs_opens_the_database_and_shuts_it(program: Program) -> None:
    said = [f"opened {places.database(program.data)}", f"Tessera runs at {program.address} (Ctrl+C ends it)"]
    assert program.said().splitlines() == said
    assert program.stop() == 0
    assert program.said().splitlines() == [*said, "shut"]


def test_a_program_that_was_killed_can_be_started_again_with_its_data(program: Program) -> None:
    program.kill()
    program.start()
    assert program.said().count(f"runs at {program.address}") == 2


def test_a_taken_port_leads_to_another(program: Program, tmp_path: Path) -> None:
    other = subprocess.Popen(
        [sys.executable, *counter(program.port, tmp_path / "other")], cwd=ROOT, stdout=subprocess.PIPE, text=True
    )
    with other:
        assert other.stdout is not None
        other.stdout.readline()
        said = other.stdout.readline()
        other.terminate()
    assert said.startswith("Tessera runs at http://127.0.0.1:")
    assert f":{program.port}/" not in said


def second(data: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *counter(free_port(), data)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )


def test_a_second_program_with_the_same_data_does_not_start(program: Program) -> None:
    other = second(program.data)
    assert other.returncode != 0
    assert f"StartError: Tessera is running already with the data in {program.data}: {program.address}" in other.stderr
    assert "opened" not in other.stdout


def opening(data: Path, view: View, tell: Callable[[str], None]) -> None:
    """Open the app with data that another process holds, or that nobody can."""

    def never(*_: object) -> None:
        pytest.fail("the app was started")

    server.run(server.App(main=never, prepare=never, shut=never), data=data, port=0, view=view, tell=tell)


def test_a_second_start_opens_what_runs_already(program: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []
    monkeypatch.setattr("webbrowser.open", opened.append)
    said: list[str] = []
    opening(program.data, View.BROWSER, said.append)
    assert opened == [program.address]
    assert said == [f"Tessera is running already with the data in {program.data}: {program.address}"]


def test_a_folder_that_somebody_holds_who_does_not_answer_is_left_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server, "PATIENCE", 0.3)
    with held(tmp_path) as announce:
        announce(f"http://127.0.0.1:{free_port()}/")
        with pytest.raises(server.StartError, match="but does not answer; end it, or use --data"):
            opening(tmp_path, View.BROWSER, pytest.fail)


def test_an_address_that_is_not_of_this_machine_is_not_asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "PATIENCE", 0.3)
    monkeypatch.setattr(urllib.request, "urlopen", pytest.fail)
    with held(tmp_path) as announce:
        announce("http://evil.example/")
        with pytest.raises(server.StartError):
            opening(tmp_path, View.BROWSER, pytest.fail)


def test_data_cannot_lie_in_a_file(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    sentence = "file cannot hold Tessera's data: File exists; name another folder with --data"
    with pytest.raises(server.StartError, match=sentence):
        opening(tmp_path / "file", View.NOWHERE, pytest.fail)


def test_a_folder_is_held_until_the_end_and_then_free(tmp_path: Path) -> None:
    with held(tmp_path) as announce:
        announce("http://127.0.0.1:8423/")
        with pytest.raises(HeldError) as refused, held(tmp_path):
            pass
        assert refused.value.address == "http://127.0.0.1:8423/"
    with held(tmp_path):
        assert (tmp_path / "tessera.lock").read_text() == ""


# -- where things lie


def test_data_lies_where_the_environment_says(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("TESSERA_DATA", str(tmp_path))
    assert places.data_folder() == tmp_path
    assert places.database(tmp_path) == f"sqlite:///{tmp_path}/tessera.sqlite3"


@pytest.mark.skipif(sys.platform != "linux", reason="other systems keep data elsewhere")
def test_data_lies_in_the_folder_of_the_system_for_it(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("TESSERA_DATA", raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert places.data_folder() == tmp_path / "tessera"

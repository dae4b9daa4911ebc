"""What a browser is served: the page with what is ours, under which headers, and for how long it may keep it."""

from __future__ import annotations

import asyncio
import base64
import hashlib
import json
import re
from typing import TYPE_CHECKING, Any
from zipfile import ZipFile

import flet as ft
import flet.fastapi
import msgpack  # type: ignore[import-untyped]
import pytest
from flet.messaging.protocol import Message, MessageAction
from flet.messaging.session import Session
from flet.pubsub.pubsub_hub import PubSubHub
from starlette.websockets import WebSocketDisconnect

from companion.page_messages import EVENT, MESSAGE, UPDATE
from companion.system.paths import assets
from companion.web.app import PageConnection
from tests.companion.asgi import Caller, served

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@pytest.fixture(autouse=True, scope="module")
def tidy() -> Iterator[None]:
    """Puts away the pages that were made ready."""
    yield
    asyncio.run(flet.fastapi.app_manager.shutdown())


@pytest.mark.parametrize("route", ["/", "/tables/7", "/settings", "/index.html"])
def test_every_route_is_the_page_with_what_is_ours(visit: Caller, route: str) -> None:
    shown = visit.ask(route)
    assert shown.status == 200
    assert int(shown.headers["content-length"]) == len(shown.body)
    text = shown.page
    for part in ('<html lang="en">', "<title>Tessera</title>", "flutter-first-frame", "location.reload", "<noscript>"):
        assert part in text
    assert "{client}" not in text


def test_our_additions_come_before_the_client_starts(visit: Caller) -> None:
    text = visit.ask("/").page
    assert text.index("webSocketEndpoint=") < text.index("flet.assetBase = ") < text.index("flutter_bootstrap.js")


def test_what_is_no_file_is_said_to_be_none(visit: Caller) -> None:
    shown = visit.ask("/fonts/none.ttf")
    assert shown.status == 404
    assert '<html lang="en">' in shown.page


def test_only_the_head_of_a_page_can_be_asked_for(visit: Caller) -> None:
    shown = visit.ask("/", method="HEAD")
    assert (shown.status, shown.body) == (200, b"")


def test_nothing_describes_the_server(visit: Caller) -> None:
    for path in ("/docs", "/redoc", "/openapi.json"):
        body = visit.ask(path).body
        assert b"swagger" not in body
        assert b'"openapi"' not in body


def test_the_server_says_what_it_is(visit: Caller, tmp_path: Path) -> None:
    assert json.loads(visit.ask("/healthz").body) == {"app": "Tessera", "data": str(tmp_path)}


def test_no_script_may_stand_in_a_page_but_those_that_the_server_put_there(visit: Caller) -> None:
    shown = visit.ask("/")
    (allowed,) = re.findall("script-src (.+?);", shown.headers["content-security-policy"])
    scripts = re.findall("<script>(.*?)</script>", shown.page, re.DOTALL)
    digests = {base64.b64encode(hashlib.sha256(script.encode()).digest()).decode() for script in scripts}
    assert {*allowed.split()} == {
        "'self'",
        "'wasm-unsafe-eval'",
        "blob:",
        *(f"'sha256-{digest}'" for digest in digests),
    }
    again = visit.ask("/table/1", if_none_match=shown.headers["etag"])
    assert (again.status, again.headers["content-security-policy"]) == (304, shown.headers["content-security-policy"])
    assert "sha256" not in visit.ask("/main.dart.mjs").headers["content-security-policy"]


def test_the_scripts_of_a_page_come_with_it(visit: Caller) -> None:
    shown = visit.ask("/").page
    assert re.findall('<script[^>]* src="(.+?)"', shown) == ["flutter_bootstrap.js"]  # Flet's own
    for name in ("words", "start", "focus", "server", "away"):
        assert (assets() / f"page/{name}.js").read_text(encoding="utf-8") in shown


@pytest.mark.parametrize("path", ["/", "/healthz", "/flutter_bootstrap.js", "/none.txt"])
def test_everything_is_sent_under_the_same_protection(visit: Caller, path: str) -> None:
    headers = visit.ask(path).headers
    policy = dict(part.split(" ", 1) for part in headers["content-security-policy"].split("; "))
    assert policy["default-src"] == policy["connect-src"] == "'self'"
    sources = {source for named in policy.values() for source in named.split() if not source.startswith("'sha256-")}
    assert not [source for source in sources if "//" in source or source == "*"]  # a digest may have two slashes
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"
    assert "microphone=()" in headers["permissions-policy"]
    assert "access-control-allow-origin" not in headers


def test_what_another_version_has_elsewhere_is_kept_for_ever(visit: Caller) -> None:
    kept = visit.ask(f"{visit.client()}main.dart.mjs")
    assert kept.status == 200
    assert kept.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert kept.body == visit.ask("/main.dart.mjs").body


@pytest.mark.parametrize("path", ["/", "/main.dart.mjs", "/healthz", "{client}", "{client}none", "{client}none.ttf"])
def test_all_else_is_asked_for_again(visit: Caller, path: str) -> None:
    assert visit.ask(path.format(client=visit.client())).headers["cache-control"] == "no-cache"


def test_what_has_not_changed_is_not_sent_again(visit: Caller) -> None:
    first = visit.ask("/main.dart.mjs")
    again = visit.ask("/main.dart.mjs", if_none_match=first.headers["etag"])
    assert (again.status, again.body) == (304, b"")


def test_the_client_lies_elsewhere_when_a_file_of_it_has_changed(tmp_path: Path) -> None:
    (tmp_path / "page").mkdir()
    for name in ("head.html", "server.html", "body.html", "join.html"):
        (tmp_path / "page" / name).write_text('flet.assetBase = "{client}"')

    def client() -> str:
        return Caller(served(tmp_path, assets=tmp_path)).client()

    before = client()
    assert client() == before
    (tmp_path / "font.ttf").touch()
    assert client() != before


def test_nothing_is_compressed_on_the_way_to_this_machine(visit: Caller) -> None:
    for path in ("/", "/main.dart.mjs"):
        assert "content-encoding" not in visit.ask(path, accept_encoding="gzip").headers


def test_the_fonts_that_the_client_loads_first_are_there(visit: Caller) -> None:
    client = visit.client()
    families = json.loads(visit.ask(f"{client}assets/FontManifest.json").body)
    assert {"Tessera Sans", "MaterialIcons"} <= {family["family"] for family in families}
    for family in families:
        for font in family["fonts"]:
            assert visit.ask(f"{client}assets/{font['asset']}").status == 200


def test_a_font_for_letters_that_ours_lacks_is_kept_for_ever(visit: Caller) -> None:
    with ZipFile(assets() / "fallback.zip") as slices:
        address = slices.namelist()[-1]
        font = slices.read(address)
    client = visit.client()
    assert f'flet.fontFallbackBaseUrl = "{client}fallback/"' in visit.ask("/").page
    shown = visit.ask(f"{client}fallback/{address}")
    assert (shown.status, shown.headers["content-type"], shown.body) == (200, "font/woff2", font)
    assert "immutable" in shown.headers["cache-control"]
    assert visit.ask(f"{client}fallback/none.woff2").status == 404


def test_what_is_said_to_a_page_that_has_gone_is_said_to_nobody() -> None:
    async def gone() -> None:
        talk = PageConnection(asyncio.get_running_loop(), flet.fastapi.app_manager.executor, lambda _: None, None)
        talk._FletApp__send_queue = None  # as after the end of a connection
        talk.send_message(Message(MessageAction.PATCH_CONTROL, {}))

    asyncio.run(gone())


class Frames:
    """A socket by which a page sends messages, and is gone."""

    def __init__(self, *messages: list[Any]) -> None:
        self._left: list[bytes] = [MESSAGE + msgpack.packb(message) for message in messages]

    async def receive_bytes(self) -> bytes:
        if not self._left:
            raise WebSocketDisconnect
        return self._left.pop(0)


def talking(*controls: ft.Control) -> tuple[PageConnection, Session]:
    """A connection to a page that shows these controls."""
    talk = PageConnection(asyncio.get_running_loop(), flet.fastapi.app_manager.executor, lambda _: None, None)
    talk.pubsubhub = PubSubHub(asyncio.get_running_loop())
    session = talk._FletApp__session = Session(talk)
    session.page.controls = list(controls)
    session.get_page_patch()  # type: ignore[no-untyped-call]
    return talk, session


async def sent(talk: PageConnection, *messages: list[Any]) -> None:
    """Let Flet itself read messages of the page."""
    talk._FletApp__websocket, talk._FletApp__send_queue = Frames(*messages), asyncio.Queue()
    await talk._FletApp__receive_loop()


def test_a_field_hears_of_what_was_typed_in_the_moment_in_which_its_handler_is_called() -> None:
    """Else it might be drawn between the two, with the words of before, which would go out and replace later ones."""

    async def typing() -> None:
        heard: list[str] = []
        field = ft.TextField(value="A", on_change=lambda event: heard.append(f"{event.control.value} {event.data}"))
        talk, _ = talking(field)
        update, event = {"id": field._i, "props": {"value": "An"}}, {"target": field._i, "name": "change", "data": "An"}
        await sent(talk, [UPDATE, update], [EVENT, event])
        assert (field.value, heard) == ("A", [])
        await asyncio.sleep(0)
        assert (field.value, heard) == ("An", ["An An"])

    asyncio.run(typing())


def test_a_message_for_a_control_that_the_page_does_not_have_is_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    """Else Flet would search the whole page for it."""

    async def tapping() -> None:
        button = ft.Button("Lay")
        talk, session = talking(button)
        taken: list[int] = []

        async def take(target: int, *_: object) -> None:
            taken.append(target)

        monkeypatch.setattr(session, "dispatch_event", take)
        unknown = button._i + 1000
        taps = [[EVENT, {"target": target, "name": "click", "data": None}] for target in (unknown, button._i)]
        await sent(talk, *taps)
        await asyncio.sleep(0)
        assert taken == [button._i]

    asyncio.run(tapping())

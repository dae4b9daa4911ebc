"""Phones that come over a page of this machine: served as over a WebSocket, and cut off with their channel."""

from __future__ import annotations

import asyncio
import json
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any, Final

import msgpack  # type: ignore[import-untyped]
import pytest
from fastapi import WebSocket

from companion.page_messages import EVENT, MESSAGE, REGISTER
from companion.services.browser_page import ChannelError, ChannelState
from companion.services.share_codes.incoming import LinkInbox
from companion.system import paths
from companion.system.network import Lan
from companion.tables.access import Visitor
from companion.web import relay
from companion.web.app import WebApp
from companion.web.auth import SCOPE_KEY
from companion.web.relay import MAX_WAITING, Relays
from storage.repositories.access import Device
from tests.browser.counter import main
from tests.companion.asgi import ANOTHER, HOST, THIS_MACHINE, scope_of
from tests.companion.paired import DESCRIBED, PLAIN, hello_with

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

    from starlette.types import Message

GUEST: Final = Visitor(phone=Device(id="7", host=False, settings={}))


def frame(action: int, **body: Any) -> bytes:
    packed: bytes = msgpack.packb([action, body])
    return MESSAGE + packed


PAGE: Final = frame(REGISTER, session_id=None, page_name="", page={"route": "/", "width": 390, "height": 844})
TAP: Final = frame(EVENT, target=7, name="click", data=None)


class Page:
    """A page of a browser, as the server sees it: what it sends and is sent."""

    def __init__(self) -> None:
        self.said: asyncio.Queue[Message] = asyncio.Queue()
        self.sent: asyncio.Queue[Message] = asyncio.Queue()
        self.said.put_nowait({"type": "websocket.connect"})

    def says(self, frame: bytes | None = None, **words: object) -> None:
        text = json.dumps(words)
        message = {"text": text} if frame is None else {"bytes": text.encode() + b"\n" + frame}
        self.said.put_nowait({"type": "websocket.receive", **message})

    def goes(self) -> None:
        self.said.put_nowait({"type": "websocket.disconnect", "code": 1001})

    async def hears(self) -> dict[str, Any]:
        """What it is asked next."""
        asked: dict[str, Any] = json.loads((await self.sent.get())["text"])
        return asked

    async def shows(self) -> tuple[dict[str, Any], list[Any]]:
        """The words before the next frame that goes to a guest, and what is in the frame."""
        words, _, packed = (await self.sent.get())["bytes"].partition(b"\n")
        return json.loads(words), msgpack.unpackb(packed[1:], strict_map_key=False)


class Server:
    """The smallest app with its relays."""

    def __init__(self, data: Path) -> None:
        self.relays = Relays()
        self.phones = self.relays.phones
        self.became: list[tuple[str, ChannelState]] = []
        self.phones.observers.subscribe(lambda *what: self.became.append(what))
        site = WebApp(main, assets=paths.assets(), data=data, lan=Lan(8423), links=LinkInbox(), relays=self.relays)
        self._asgi = site.asgi

    @asynccontextmanager
    async def page(self, machine: tuple[str, int] = THIS_MACHINE, **headers: str) -> AsyncIterator[Page]:
        page = Page()
        scope = scope_of("websocket", "/relay", {"host": HOST, **headers}, machine) | {"scheme": "ws"}
        serving = asyncio.ensure_future(self._asgi(scope, page.said.get, page.sent.put))
        assert (await page.sent.get())["type"] == "websocket.accept"
        yield page
        page.goes()
        await serving

    async def admit(self, page: Page, channel: str = "a") -> None:
        """Let a guest come over a page."""
        offering = asyncio.ensure_future(self.phones.offer(channel))
        call = await page.hears()
        assert call["do"] == "offer"
        page.says(call=call["call"], answer=PLAIN)
        assert await offering == DESCRIBED
        arrived = asyncio.Event()
        unsubscribe = self.phones.greetings.subscribe(lambda *_: arrived.set())
        page.says(channel=channel, became="open")
        page.says(channel=channel, hello=hello_with(b"\x00"))
        await arrived.wait()
        unsubscribe()
        self.phones.admit(channel, GUEST, "/table/1")
        assert await page.hears() == {"do": "admit", "channel": channel, "address": "/table/1"}


@pytest.fixture
def serving(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Server:
    """A server that waits for no page which is to come."""
    monkeypatch.setattr(relay, "PAGE_TIMEOUT_S", 0)
    return Server(tmp_path)


def test_a_guest_is_shown_the_app_and_its_page_may_be_loaded_anew(serving: Server) -> None:
    async def body() -> None:
        async with serving.page() as page:
            await serving.admit(page)
            for _ in range(2):
                page.says(PAGE, channel="a")
                words, (action, shown) = await page.shows()
                assert words == {"do": "send", "channel": "a"}
                assert action == REGISTER
                assert shown["error"] == ""
                while (await page.shows())[1][0] == REGISTER:
                    pass

    asyncio.run(body())


def test_what_no_page_of_ours_sends_is_dropped_and_a_flood_cuts_the_channel(
    serving: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def body() -> None:
        async with serving.page() as page:
            await serving.admit(page)
            for nonsense in (b"", b"\x00\x92\x01", TAP, frame(REGISTER, session_id=None), PAGE + b"\x00"):
                page.says(nonsense, channel="a")
            monkeypatch.setattr(relay, "MAX_WAITING", 10)
            page.says(PAGE, channel="a")
            for _ in range(100):
                page.says(TAP, channel="a")
            while "text" not in (message := await page.sent.get()):
                pass
            assert json.loads(message["text"]) == {"do": "close", "channel": "a"}

    assert MAX_WAITING > 10
    asyncio.run(body())


def test_words_that_no_page_of_ours_sends_end_no_relay(serving: Server) -> None:
    async def body() -> None:
        async with serving.page() as page:
            for words in ("{", "[]", '{"channel": "a", "became": "gone"}', '{"call": []}'):
                page.said.put_nowait({"type": "websocket.receive", "text": words})
            for frame in (b"", b"\xff\n", b"[]\n", b"{}\n", b'{"channel": []}\n', b'{"channel": "none"}\n\0'):
                page.said.put_nowait({"type": "websocket.receive", "bytes": frame})
            await serving.admit(page)

    asyncio.run(body())


def test_a_page_that_goes_takes_its_channels_with_it_and_the_next_one_holds_new_ones(serving: Server) -> None:
    async def body() -> None:
        async with serving.page() as first:
            await serving.admit(first, "a")
            async with serving.page() as second:
                await serving.admit(second, "b")
                serving.phones.close("a")
                assert await first.hears() == {"do": "close", "channel": "a"}
            assert serving.became[-1] == ("b", ChannelState.CLOSED)
            await serving.admit(first, "c")
        assert ("c", ChannelState.CLOSED) in serving.became
        with pytest.raises(ChannelError):
            await serving.phones.accept("c", DESCRIBED)

    asyncio.run(body())


def test_an_offer_waits_for_a_page_that_was_just_opened_and_not_for_long(
    serving: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(relay, "PAGE_TIMEOUT_S", 5)

    async def body() -> None:
        early = asyncio.ensure_future(serving.phones.offer("a"))
        await asyncio.sleep(0)
        async with serving.page() as page:
            call = await page.hears()
            assert (call["do"], call["channel"]) == ("offer", "a")
            page.says(call=call["call"], answer=PLAIN)
            assert await early == DESCRIBED
        monkeypatch.setattr(relay, "PAGE_TIMEOUT_S", 0)
        with pytest.raises(ChannelError):
            await serving.phones.offer("b")

    asyncio.run(body())


def test_the_page_that_came_last_answers_the_code_of_another_device(serving: Server) -> None:
    async def body() -> None:
        async with serving.page() as page:
            answering = asyncio.ensure_future(serving.phones.answer("a", DESCRIBED, b"proof", back=True))
            call = await page.hears()
            assert (call["do"], call["channel"], call["description"]) == ("answer", "a", DESCRIBED.as_json())
            page.says(call=call["call"], answer=PLAIN)
            assert await answering == DESCRIBED
            serving.phones.say("a", "words")
            assert await page.hears() == {"do": "say", "channel": "a", "text": "words"}

    asyncio.run(body())


def test_a_phone_at_a_table_is_no_relay(serving: Server) -> None:
    async def body() -> None:
        page = Page()
        scope = scope_of("websocket", "/relay", {"host": HOST}) | {"scheme": "ws", SCOPE_KEY: GUEST}
        await serving.relays.hear(WebSocket(scope, page.said.get, page.sent.put))
        assert [(await page.sent.get())["type"] for _ in range(2)] == ["websocket.accept", "websocket.close"]
        with pytest.raises(ChannelError):
            await serving.phones.offer("a")

    asyncio.run(body())


@pytest.mark.parametrize(
    ("machine", "headers"),
    [
        (ANOTHER, {}),
        (THIS_MACHINE, {"origin": "https://elsewhere.example"}),
        (THIS_MACHINE, {"host": "elsewhere.example"}),
        (THIS_MACHINE, {"x-forwarded-for": "192.168.0.7"}),
    ],
)
def test_only_a_page_of_this_machine_is_a_relay(
    serving: Server, machine: tuple[str, int], headers: dict[str, str]
) -> None:
    async def body() -> None:
        page = Page()
        scope = scope_of("websocket", "/relay", {"host": HOST, **headers}, machine) | {"scheme": "ws"}
        await serving._asgi(scope, page.said.get, page.sent.put)
        assert (await page.sent.get())["type"] == "websocket.close"
        with pytest.raises(ChannelError):
            await serving.phones.offer("a")

    asyncio.run(body())

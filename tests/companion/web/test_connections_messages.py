"""What phones may say to Flet: what their pages say, and nothing that reaches further."""

from __future__ import annotations

import asyncio
import math
from typing import TYPE_CHECKING, Any, Final

import msgpack  # type: ignore[import-untyped]
import pytest

from companion.page_messages import ANSWER, EVENT, MESSAGE, REGISTER, UPDATE, action_of
from companion.system import limits
from companion.system.limits import EVENT_BURST, EVENT_BYTES, EVENTS_PER_SECOND, MAX_FRAME_BYTES, MAX_PAGES, PAGE_COST
from companion.tables.access import THIS_MACHINE, Visitor
from companion.web import connections
from companion.web.auth import SCOPE_KEY
from storage.repositories.access import Device

if TYPE_CHECKING:
    from starlette.types import Message, Receive, Scope, Send

GUEST: Final = Visitor(phone=Device(id="7", host=False, settings={}))
OTHER: Final = Visitor(phone=Device(id="9", host=False, settings={}))
HOSTS_OWN: Final = Visitor(phone=Device(id="8", host=True, settings={}))


def frame(action: int, **body: Any) -> bytes:
    written: bytes = msgpack.packb([action, body])
    return MESSAGE + written


def update(**props: Any) -> bytes:
    return frame(UPDATE, id=7, props=props)


HELLO: Final = frame(REGISTER, session_id=None, page_name="", page={"route": "/", "media": {"padding": {"top": 0.0}}})
TAP: Final = frame(EVENT, target=7, name="click", data=None)


@pytest.mark.parametrize(
    ("said", "action"),
    [
        (HELLO, REGISTER),
        (frame(REGISTER, session_id="a1", page_name="", page={}), REGISTER),
        (TAP, EVENT),
        (frame(EVENT, target=1, name="resize", data={"width": 390.0}), EVENT),
        (update(value="Anna"), UPDATE),
        (frame(ANSWER, control_id=1, call_id="x", result=[1], error=None), ANSWER),
    ],
)
def test_what_pages_say_is_passed_on(said: bytes, action: int) -> None:
    assert action_of(said) == action


@pytest.mark.parametrize(
    "said",
    [
        b"",
        MESSAGE,
        b"\x01" + TAP[1:],
        TAP[:-1],
        TAP + b"\x00",
        MESSAGE + b"\x91" * 5_000,
        MESSAGE + msgpack.packb([[], {}]),
        MESSAGE + msgpack.packb({"action": 3}),
        frame(2, id=1, patch=[]),
        frame(6, message="crashed"),
        frame(EVENT, target=7, name="click"),
        frame(EVENT, target=7, name="click", data=None, **{"\x1b]0;a line of its own in the log\x07": 1}),
        frame(EVENT, target="7", name="click", data=None),
        update(args=["another table"]),
        update(memoized=True),
        update(_state=None),
        update(content={"controls": [{"kwargs": {}}]}),
        update(content={"_b": 1}),
        frame(UPDATE, id=7, props={1: 2}),
        update(value="a" * MAX_FRAME_BYTES),
    ],
)
def test_what_no_page_says_is_not(said: bytes) -> None:
    assert action_of(said) is None


def test_what_lies_deep_is_looked_at() -> None:
    deep: Any = {"args": []}
    for _ in range(300):
        deep = [deep]
    assert action_of(update(value=deep)) is None


def passed(visitor: Visitor, *said: bytes) -> list[bytes]:
    """What an application hears of what somebody says."""
    coming: list[Message] = [{"type": "websocket.connect"}]
    coming += [{"type": "websocket.receive", "bytes": message} for message in said]
    coming.append({"type": "websocket.disconnect", "code": 1000})
    heard: list[Message] = []

    async def app(_: Scope, receive: Receive, __: Send) -> None:
        while not heard or heard[-1]["type"] != "websocket.disconnect":
            heard.append(await receive())

    async def receive() -> Message:
        return coming.pop(0)

    async def send(_: Message) -> None:
        pytest.fail("nothing is to be said")

    asyncio.run(connections.FletMessageFilterMiddleware(app)({"type": "websocket", SCOPE_KEY: visitor}, receive, send))
    assert not coming
    return [message["bytes"] for message in heard if message["type"] == "websocket.receive"]


def test_a_phone_says_once_who_it_is_and_before_everything_else() -> None:
    assert passed(GUEST, TAP, HELLO, TAP, HELLO, update(args=[]), TAP) == [HELLO, TAP, TAP]


def test_what_comes_faster_than_people_tap_waits_and_is_not_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    waited: list[float] = []

    async def wait(seconds: float) -> None:
        waited.append(seconds)

    monkeypatch.setattr(asyncio, "sleep", wait)
    monkeypatch.setattr(limits, "SLOWED_TIMEOUT_S", math.inf)
    taps = [TAP] * 2 * EVENT_BURST
    assert passed(GUEST, HELLO, *taps) == [HELLO, *taps]
    assert sorted(waited) == waited
    assert sum(not seconds for seconds in waited) == pytest.approx(EVENT_BURST - PAGE_COST, abs=2)
    assert waited[-1] == pytest.approx((EVENT_BURST + PAGE_COST) / EVENTS_PER_SECOND, abs=0.2)
    waited.clear()
    passed(GUEST, update(value="a" * (EVENT_BURST * EVENT_BYTES)))
    assert waited[-1] == pytest.approx((PAGE_COST + 1) / EVENTS_PER_SECOND, abs=0.2)
    waited.clear()
    assert passed(THIS_MACHINE, *taps) == taps
    assert waited == []


@pytest.mark.parametrize("visitor", [THIS_MACHINE, HOSTS_OWN])
def test_the_host_is_believed(visitor: Visitor) -> None:
    files = frame(ANSWER, control_id=1, call_id="x", result=b"\0" * MAX_FRAME_BYTES, error=None)
    assert passed(visitor, HELLO, files) == [HELLO, files]


def test_a_phone_has_a_few_pages_at_a_time() -> None:
    inside: list[str] = []

    async def app(scope: Scope, receive: Receive, _: Send) -> None:
        inside.append(scope[SCOPE_KEY].key)
        await receive()

    async def visits() -> None:
        gone = asyncio.Event()
        said: list[Message] = []

        async def receive() -> Message:
            if len(inside) <= MAX_PAGES:
                await gone.wait()
            return {"type": "websocket.disconnect"}

        async def send(message: Message) -> None:
            said.append(message)

        async def come(visitor: Visitor) -> None:
            await plain({"type": "websocket", SCOPE_KEY: visitor}, receive, send)

        plain = connections.FletMessageFilterMiddleware(app)
        pages = [asyncio.create_task(come(GUEST)) for _ in range(MAX_PAGES)]
        await asyncio.sleep(0)
        refused = asyncio.create_task(come(GUEST))
        await asyncio.sleep(0)
        assert inside == [GUEST.key] * MAX_PAGES
        await come(OTHER)
        assert inside.pop() == OTHER.key
        gone.set()
        await asyncio.gather(refused, *pages)
        assert [message["type"] for message in said] == ["websocket.close"]
        await come(GUEST)
        assert inside == [GUEST.key] * (MAX_PAGES + 1)

    asyncio.run(visits())

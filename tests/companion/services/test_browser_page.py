"""The channels to other phones, with a page that only listens."""

from __future__ import annotations

import asyncio
import json
from ipaddress import IPv4Address
from random import Random
from typing import TYPE_CHECKING, Any, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.services.browser_page import (
    CLIENT,
    MAX_HELLO_LENGTH,
    MAX_LANGUAGES,
    REASONS,
    ChannelError,
    ChannelState,
    Hello,
    Phones,
    hello_of,
)
from companion.tables.access import Visitor
from storage.codes.pairing import Candidate, Description
from storage.repositories.access import Device
from tests.malformed import broken

if TYPE_CHECKING:
    from collections.abc import Callable


GUEST: Final = Visitor(phone=Device(id="7", host=False, settings={}))

END: Final = Description(
    ufrag="FUjU",
    pwd="SSyR" * 6,
    fingerprint=bytes(range(32)),
    candidates=(Candidate(address=IPv4Address("10.0.0.3"), port=5),),
)

HELLO: Final = json.dumps({"proof": "00ff", "client": "1", "languages": ["de", "en"]})


class PageOfGuest:
    """A page of a guest, which keeps what it is sent."""

    def __init__(self) -> None:
        self.frames: list[bytes] = []
        self.closed = False

    def take(self, frame: bytes) -> None:
        self.frames.append(frame)

    def close(self) -> None:
        self.closed = True


class PageAround:
    """The page around an app; `asked` is what it was asked, and `sent` what for other phones."""

    def __init__(self) -> None:
        self.asked: list[dict[str, Any]] = []
        self.sent: list[tuple[str, bytes]] = []
        self.guest = PageOfGuest()
        self.phones = Phones(lambda words: self.asked.append(json.loads(words)), lambda *frame: self.sent.append(frame))
        self.phones.serve = self._serve

    def _serve(
        self, visitor: Visitor, hello: Hello, send: Callable[[bytes], object], cut: Callable[[], None]
    ) -> PageOfGuest:
        assert (visitor, hello) == (GUEST, Hello(proof=b"\x00\xff", client="1", languages=("de", "en")))
        self.send, self.cut = send, cut
        return self.guest

    def says(self, **words: object) -> None:
        self.phones.hear(json.dumps(words))


@pytest.fixture
def page() -> PageAround:
    return PageAround()


def test_a_channel_is_offered_answered_and_accepted(page: PageAround) -> None:
    async def pair() -> tuple[Description, Description]:
        offering = asyncio.create_task(page.phones.offer("a"))
        answering = asyncio.create_task(page.phones.answer("b", END, b"\x00\xff", back=True))
        accepting = asyncio.create_task(page.phones.accept("a", END))
        await asyncio.sleep(0)
        for number in (3, 1, 2):
            page.says(call=number, answer=None if number == 3 else END.as_json())
        await accepting
        return await offering, await answering

    assert asyncio.run(pair()) == (END, END)
    assert page.asked == [
        {"do": "offer", "call": 1, "channel": "a"},
        {"do": "answer", "call": 2, "channel": "b", "description": END.as_json(), "proof": "00ff", "client": CLIENT}
        | {"back": True},
        {"do": "accept", "call": 3, "channel": "a", "description": END.as_json()},
    ]


@pytest.mark.parametrize("reason", REASONS)
def test_what_the_page_cannot_do_is_said_in_a_sentence(page: PageAround, reason: str) -> None:
    async def offer() -> None:
        offering = asyncio.create_task(page.phones.offer("a"))
        await asyncio.sleep(0)
        page.says(call=1, failed=reason)
        page.says(call=1, failed=reason)  # once more, of which nobody hears
        await offering

    with pytest.raises(ChannelError) as failed:
        asyncio.run(offer())
    assert failed.value.message is REASONS[reason]


def test_whoever_proves_the_code_is_shown_the_app_until_the_channel_closes(page: PageAround) -> None:
    came: list[object] = []
    page.phones.greetings.subscribe(lambda *arrival: came.append(arrival))
    page.phones.observers.subscribe(lambda *change: came.append(change))
    page.phones.take("a", b"too early")
    page.says(channel="a", became="open")
    page.says(channel="a", hello=HELLO)
    page.phones.admit("a", GUEST, "/table/7")
    page.phones.take("a", b"a tap")
    page.send(b"a screen")
    page.phones.hand_over("a", "t123")
    page.says(channel="a", became="away")
    page.says(channel="a", became="closed")
    page.phones.take("a", b"too late")
    hello = Hello(proof=b"\x00\xff", client="1", languages=("de", "en"))
    states = [("a", state) for state in (ChannelState.OPEN, ChannelState.AWAY, ChannelState.CLOSED)]
    assert came == [states[0], ("a", hello), *states[1:]]
    assert (page.guest.frames, page.guest.closed, page.sent) == ([b"a tap"], True, [("a", b"a screen")])
    assert page.asked == [
        {"do": "admit", "channel": "a", "address": "/table/7"},
        {"do": "keep", "channel": "a", "text": "t123"},
    ]


def test_nobody_is_admitted_without_a_hello(page: PageAround) -> None:
    page.phones.admit("a", GUEST, "/table/7")
    assert page.asked == []


def test_a_second_hello_closes_the_channel_and_so_does_a_page_that_is_cut_off(page: PageAround) -> None:
    for channel in "ab":
        page.says(channel=channel, hello=HELLO)
    page.phones.admit("a", GUEST, "/table/7")
    page.cut()
    page.says(channel="b", hello=HELLO)
    closed = [asked["channel"] for asked in page.asked if asked["do"] == "close"]
    assert (closed, page.guest.closed) == (["a", "b"], True)


def test_all_channels_close_where_the_app_goes_on_elsewhere(page: PageAround) -> None:
    for channel in "ab":
        page.says(channel=channel, hello=HELLO)
    page.phones.admit("b", GUEST, "/table/7")
    page.phones.close_all()
    assert page.asked[-1] == {"do": "leave"}
    assert page.guest.closed
    page.phones.take("b", b"too late")
    assert not page.guest.frames


def test_a_guest_keeps_the_table_that_it_is_handed(page: PageAround) -> None:
    kept: list[tuple[str, str]] = []
    page.phones.kept.subscribe(lambda *what: kept.append(what))
    page.says(channel="b", keep="t123")
    assert kept == [("b", "t123")]


@pytest.mark.parametrize(
    "words",
    [
        "",
        "[" * 1500,
        "7",
        "{}",
        '{"proof": "xx", "client": "", "languages": []}',
        '{"proof": 7, "client": "", "languages": []}',
        '{"proof": "00"}',
        '{"proof": "00", "client": "", "languages": [7]}',
        json.dumps({"proof": "00" * MAX_HELLO_LENGTH, "client": "", "languages": []}),
    ],
)
def test_what_no_page_of_ours_says_first_is_no_hello(page: PageAround, words: str) -> None:
    assert hello_of(words) is None
    page.says(channel="a", hello=words)
    assert page.asked == [{"do": "close", "channel": "a"}]


def test_words_that_are_damaged_are_a_hello_or_close_their_channel(page: PageAround) -> None:
    came: list[str] = []
    page.phones.greetings.subscribe(lambda channel, _: came.append(channel))
    for number, words in enumerate(broken(Random(37), [HELLO.encode()], 1000)):
        page.says(channel=str(number), hello=words.decode(errors="replace"))
    closed = [asked["channel"] for asked in page.asked]
    assert sorted(came + closed, key=int) == [str(number) for number in range(1000)]
    assert came
    assert closed


def test_a_call_that_is_answered_oddly_has_failed(page: PageAround) -> None:
    async def offered(**answer: object) -> Description:
        offering = asyncio.create_task(page.phones.offer("a"))
        await asyncio.sleep(0)
        page.says(call=page.asked[-1]["call"], **answer)
        return await asyncio.wait_for(offering, timeout=1)

    for answer in ({}, {"failed": ["none"]}, {"answer": 1}, {"answer": {"ufrag": "a"}}):
        with pytest.raises(ChannelError):
            asyncio.run(offered(**answer))


ODD_JSON: Final = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.sampled_from(["a", "open", "gone"]),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=4,
)

NAMES: Final = ("call", "answer", "failed", "channel", "became", "hello", "spare", "keep")


@given(st.dictionaries(st.sampled_from(NAMES), ODD_JSON).map(json.dumps) | st.text())
def test_whatever_a_page_says_is_heard_or_left_out(words: str) -> None:
    PageAround().phones.hear(words)


@pytest.mark.parametrize(
    "words", ["{", "[" * 100_000, "7", "{}", '{"channel": "a", "became": "gone"}', '{"channel": 1}']
)
def test_what_no_page_of_ours_says_is_noted(page: PageAround, words: str, caplog: pytest.LogCaptureFixture) -> None:
    page.phones.hear(words)
    assert [record.levelname for record in caplog.records] == ["WARNING"]
    assert len(caplog.text) < 400


def test_of_many_languages_the_best_are_taken() -> None:
    hello = hello_of(json.dumps({"proof": "", "client": "", "languages": ["de"] * 50}))
    assert hello == Hello(proof=b"", languages=("de",) * MAX_LANGUAGES)

"""The page around an app without a server: what it says of the browser, and the channels to other phones that it holds.

A channel is known by an id that its ends choose each for themselves. One phone offers it and the other answers; each
`Description` travels to the other one as a code. Then the page of the phone that answered proves that it has the code.
"""

from __future__ import annotations

import asyncio
import json
import logging
from contextlib import suppress
from dataclasses import dataclass, replace
from enum import StrEnum
from importlib.metadata import version
from typing import TYPE_CHECKING, Any, Final, Protocol

from companion.tables import Observers
from scoring.messages import Message, say
from storage.codes.pairing import Description

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from companion.tables.access import Visitor


@dataclass(frozen=True, slots=True, kw_only=True)
class PageState:
    """What the page says: whether the app starts without a network, and whether a new version is `ready`.

    `offline` is `None` until that is known; it is `possible` where browsers keep sites at all. `trouble` says why the
    newest version could not be kept: "room", "mixed" (its files are of several versions) or "broken". `installed` is
    an app on the home screen; where the browser itself offers that, it is `installable`.

    What is entered `lasts` longer than the page; the browser has `promised` to clear nothing of it by itself, `None`
    until that is known, and the player was `asked` for that. It is `remembered` that something was entered here before,
    also where the browser has cleared it. What was `cleared` while the page was open is "kept", stored anew, or "lost":
    nothing that is entered now is saved.

    `search` is the last search of the history in this tab. `files` are those that other apps handed over, each with
    its name and content. A page that is `hidden` is seen by nobody.
    """

    offline: bool | None = None
    possible: bool = True
    ready: bool = False
    trouble: str | None = None
    installed: bool = False
    installable: bool = False
    lasts: bool = True
    promised: bool | None = None
    asked: bool = False
    remembered: bool = False
    cleared: str | None = None
    search: Mapping[str, Any] | None = None
    files: tuple[tuple[str, bytes], ...] = ()
    hidden: bool = False


class BrowserPage:
    """The page of this browser; `observers` hear all that it says."""

    def __init__(self, ask: Callable[[str], object], phones: Phones | None = None) -> None:
        """Know nothing yet; `ask` hands the page a wish such as "update", `phones` are its channels to other phones.

        Something was `entered` if there was anything in the data when they were opened.
        """
        self.ask = ask
        self.phones = phones
        self.entered = False
        self.state = PageState()
        self.observers: Observers[[]] = Observers()

    def hear(self, changes: str) -> None:
        """Take up what has changed, as JSON with the fields of `PageState`."""
        self.state = replace(self.state, **json.loads(changes))
        self.observers.notify()

    def hand_over(self, name: str, content: bytes) -> None:
        """Take a file that another app opened with this one, or shared to it."""
        self.state = replace(self.state, files=(*self.state.files, (name, content)))
        self.observers.notify()

    def next_file(self) -> tuple[str, bytes] | None:
        """Return the name and the content of the file to be imported next, which is then no longer here."""
        file, *others = self.state.files or (None,)
        self.state = replace(self.state, files=tuple(others))
        return file

    def remember_search(self, search: Mapping[str, Any]) -> None:
        """Let the page remember a search of the history for as long as its tab is open."""
        self.ask(f"search {json.dumps(search)}")


LOG: Final = logging.getLogger(__name__)

MAX_HELLO_LENGTH: Final = 2000
"""Characters of what the page of another phone says first: its proof, its client, and its languages."""

MAX_LANGUAGES: Final = 8

CLIENT: Final = version("flet")
"""The version of the client that shows screens here; it can show those of the same version alone."""

TO_A_FRIEND: Final = "@"
"""How begins what a device says to one of a friend."""

UNABLE: Final = "none"
UNREACHABLE: Final = "alone"

REASONS: Final[Mapping[str, Message]] = {
    UNABLE: say("This browser cannot connect phones. Hand over your part by a code instead."),
    UNREACHABLE: say(
        "This phone is in no network. Join the Wi-Fi or hotspot that the other phone is in, then try again."
    ),
    "wrong": say("This code is damaged, or too old. Scan the one that the other phone shows now."),
}
"""Why a page cannot do what it was asked."""


class ChannelError(Exception):
    """There is no channel; `message` says why, and what helps."""

    def __init__(self, reason: str) -> None:
        """Word what the page says in one word."""
        self.message = REASONS.get(reason, REASONS["wrong"])
        super().__init__(self.message.english)


class ChannelState(StrEnum):
    """What has become of a channel.

    It is `OPEN` once both ends are there, `AWAY` while the other one does not answer, and open again when it is back.
    What is `CLOSED` stays so.
    """

    OPEN = "open"
    AWAY = "away"
    CLOSED = "closed"


@dataclass(frozen=True, slots=True, kw_only=True)
class Hello:
    """What the page of another phone says first.

    That is its proof that it has the code, the version of its client, and the languages of its reader.
    """

    proof: bytes
    client: str = ""
    languages: tuple[str, ...] = ()


class GuestPage(Protocol):
    """The page of another phone, to which this app shows its screens."""

    def take(self, frame: bytes) -> None:
        """Take what it has sent, whatever that is."""

    def close(self) -> None:
        """End: what is still being typed there is saved."""


class Phones:
    """The channels of this page.

    `observers` hear the id of a channel and what has become of it, `greetings` the id and what its other end said
    first, and then it is this app's turn: `admit` it, or `close` the channel. `spares` are the ids and the ends that
    guests hold in reserve, to come back by; `kept` are the ids and texts that another phone wants this one to keep;
    `said` are the ids and texts by which my devices agree, `friends` those by which friends' devices do; `answers` are
    the ids and the ways that somebody tapped above the screens of a host.
    """

    def __init__(self, ask: Callable[[str], object], send: Callable[[str, bytes], object]) -> None:
        """Have no channels; `ask` hands the page a wish in JSON, `send` a frame for the other end of a channel."""
        self._ask = ask
        self._send = send
        self._calls: dict[int, asyncio.Future[Mapping[str, Any]]] = {}
        self._pages: dict[str, GuestPage] = {}
        self._hellos: dict[str, Hello] = {}
        self._last_call = 0
        self.serve: Callable[[Visitor, Hello, Callable[[bytes], object], Callable[[], None]], GuestPage] | None = None
        self.observers: Observers[[str, ChannelState]] = Observers()
        self.greetings: Observers[[str, Hello]] = Observers()
        self.spares: Observers[[str, Description]] = Observers()
        self.kept: Observers[[str, str]] = Observers()
        self.said: Observers[[str, str]] = Observers()
        self.friends: Observers[[str, str]] = Observers()
        self.answers: Observers[[str, str]] = Observers()

    async def offer(self, channel: str) -> Description:
        """Return this end of a new channel.

        Raises:
            ChannelError: the browser has no channels, or the phone is in no network.

        """
        return _described(await self._call("offer", channel=channel))

    async def answer(self, channel: str, offer: Description, proof: bytes, *, back: bool = False) -> Description:
        """Return this end of a channel that another phone offers; the page says the proof as soon as it is open.

        Once this phone was admitted, the page shows the screens of the other one over its own. Unless the offer is one
        to come `back` by, that was handed over before, this end is the one that the page holds in reserve, if any.

        Raises:
            ChannelError: likewise, or the offer is none.

        """
        facts = {"description": offer.as_json(), "proof": proof.hex(), "client": CLIENT, "back": back}
        return _described(await self._call("answer", channel=channel, **facts))

    async def accept(self, channel: str, answer: Description) -> None:
        """Connect a channel that this phone offered with the end that answered.

        Raises:
            ChannelError: the answer is none.

        """
        await self._call("accept", channel=channel, description=answer.as_json())

    def expect(self, channel: str, spare: Description) -> None:
        """Connect a channel that this phone offered with the end that a guest holds in reserve, if it wants that."""
        self._tell("expect", channel=channel, description=spare.as_json())

    def admit(self, channel: str, visitor: Visitor, address: str) -> None:
        """Show this app to the page at the other end of a channel: to a visitor, who begins at an address."""
        hello = self._hellos.pop(channel, None)
        if hello is None or self.serve is None:
            return
        self._pages[channel] = self.serve(
            visitor, hello, lambda frame: self._send(channel, frame), lambda: self.close(channel)
        )
        self._tell("admit", channel=channel, address=address)

    def hand_over(self, channel: str, text: str) -> None:
        """Give the phone at the other end what it goes on alone with: the fragments of its codes, one a line."""
        self._tell("keep", channel=channel, text=text)

    def say(self, channel: str, text: str) -> None:
        """Say to the device at the other end of a channel what two devices agree by."""
        self._tell("say", channel=channel, text=text)

    def note(self, channel: str, words: str, ways: Iterable[tuple[str, str]]) -> None:
        """Show a sentence above the screens of a host, with ways by their ids and words; "" takes it away."""
        self._tell("note", channel=channel, words=words, ways=list(ways))

    def close(self, channel: str) -> None:
        """Close a channel, for both ends."""
        self._tell("close", channel=channel)
        self._forget(channel)

    def close_all(self) -> None:
        """Close all channels, as this app goes on elsewhere, where their other ends may come back."""
        self._tell("leave")
        for channel in (*self._pages, *self._hellos):
            self._forget(channel)

    def hear(self, words: str) -> None:
        """Take up what the page says in JSON; what no page of ours says is left out."""
        match read_words(words):
            case {"call": int(number), **answered}:
                self._hear_answer(number, answered)
            case {"channel": str(channel), "became": str(state)} if state in {*ChannelState}:
                if state == ChannelState.CLOSED:
                    self._forget(channel)
                self.observers.notify(channel, ChannelState(state))
            case {"channel": str(channel), "hello": str(hello)}:
                self._hear_hello(channel, hello)
            case {"channel": str(channel), "spare": spare}:
                with suppress(ChannelError):
                    self.spares.notify(channel, _described(spare))
            case {"channel": str(channel), "keep": str(text)}:
                self.kept.notify(channel, text)
            case {"channel": str(channel), "said": str(text)}:
                (self.friends if text.startswith(TO_A_FRIEND) else self.said).notify(channel, text)
            case {"channel": str(channel), "way": str(way)}:
                self.answers.notify(channel, way)
            case _:
                note_odd(words)

    def take(self, channel: str, frame: bytes) -> None:
        """Take what the page at the other end of a channel has sent to the screens."""
        page = self._pages.get(channel)
        if page is not None:
            page.take(bytes(frame))

    def _hear_hello(self, channel: str, words: str) -> None:
        hello = hello_of(words)
        if hello is None or channel in self._hellos or channel in self._pages:
            self.close(channel)
            return
        self._hellos[channel] = hello
        self.greetings.notify(channel, hello)

    def _hear_answer(self, number: int, words: Mapping[Any, Any]) -> None:
        call = self._calls.pop(number, None)
        if call is None or call.done():
            return
        match words:
            case {"failed": str(reason)}:
                call.set_exception(ChannelError(reason))
            case {"answer": answer}:
                call.set_result(answer)
            case _:
                note_odd(str(words))
                call.set_exception(ChannelError(UNABLE))

    async def _call(self, what: str, **how: object) -> Mapping[str, Any]:
        self._last_call += 1
        call: asyncio.Future[Mapping[str, Any]] = asyncio.get_running_loop().create_future()
        self._calls[self._last_call] = call
        self._tell(what, call=self._last_call, **how)
        return await call

    def _tell(self, what: str, **how: object) -> None:
        self._ask(json.dumps({"do": what, **how}))

    def _forget(self, channel: str) -> None:
        self._hellos.pop(channel, None)
        page = self._pages.pop(channel, None)
        if page is not None:
            page.close()


def read_words(words: str | bytes) -> object:
    """Return the words of a page, `None` where they are no JSON."""
    try:
        return json.loads(words)
    except (ValueError, RecursionError):
        return None


def note_odd(words: str | bytes) -> None:
    """Note in the log what a page said that none of ours says."""
    LOG.warning("a page of this machine said what none of ours says: %.100r", words)


def _described(read: Mapping[str, Any]) -> Description:
    """Return this end of a channel, as the page describes it.

    Raises:
        ChannelError: the page describes none that others could reach.

    """
    try:
        return Description.from_json(read)
    except ValueError:
        raise ChannelError(UNREACHABLE) from None


def hello_of(words: str) -> Hello | None:
    """Return what a page said first, `None` where no page of ours says that."""
    match read_words(words) if len(words) <= MAX_HELLO_LENGTH else None:
        case {"proof": str(proof), "client": str(client), "languages": [*languages]} if all(
            isinstance(code, str) for code in languages
        ):
            with suppress(ValueError):
                return Hello(proof=bytes.fromhex(proof), client=client, languages=tuple(languages[:MAX_LANGUAGES]))
    return None

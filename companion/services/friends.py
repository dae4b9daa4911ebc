"""Devices of friends that meet at a table: who is whose, and the plays of both that each gets from the other.

Two that meet for the first time agree on a key, by which they know each other from then on. Whoever has it proves that
for the certificate of the host's end, as devices of mine do.
"""

from __future__ import annotations

import asyncio
import logging
import re
import secrets
from collections import deque
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import TYPE_CHECKING, Any, Final

from companion.services.agreement import DEVICE_ID, MAX_TEXT, TOO_MUCH, AgreementError, Pieces, texts_of, unpacked
from companion.services.browser_page import TO_A_FRIEND, ChannelState
from companion.services.people import FriendDevices
from companion.system import now
from companion.tables import Observers, Tasks
from scoring.messages import Message, say
from storage.database.errors import StoreError
from storage.documents.messages import text_of
from storage.exchange.friends import MAX_MESSAGE_BYTES, Taken, messages_for_friend, plays_from, take_from_friend
from storage.exchange.past_imports import AGREED_SETTING
from storage.repositories import plays
from storage.repositories.tables import Store

if TYPE_CHECKING:
    from collections.abc import Coroutine, Mapping

    from companion.services.browser_page import Phones
    from companion.services.devices import Devices
    from companion.services.pairing import Invitation, Pairing
    from companion.services.visit import Visit
    from companion.tables.registry import Tables
    from storage.codes.pairing import Offer
    from storage.repositories.play_content import StoredPlay

LOG: Final = logging.getLogger(__name__)

MAX_AT_ONCE: Final = 50
"""The most plays that go over before the other device says again what it has."""

MAX_SHARED: Final = 20_000
"""The most plays of which a device says what it has."""

MAX_BYTES: Final = MAX_MESSAGE_BYTES + 1024
"""The size of the largest message: plays, and the words before them."""

MAX_WAITING: Final = 1000
"""The most texts that wait to be read, twice as many as those of large plays; a device that sends more is cut off."""

MAX_REMARKS: Final = 3
"""The most sentences that are shown on what stayed out."""

KEY_BYTES: Final = 16

BROUGHT: Final = say("a friend’s device")
"""What brought a play, where it is not known whose device that was."""

BROUGHT_BY: Final = say("{name}’s device")
"""What brought a play."""


@dataclass(slots=True)
class _Meeting:
    """A channel to another device: the code of the host, and as far as they are known, the device and its number.

    Its `texts` wait to be read. One that sent what no friend's device sends `is_over`.
    """

    channel: str
    offer: Offer
    is_host: bool
    table: str = ""
    pieces: Pieces = field(default_factory=lambda: Pieces(MAX_BYTES))
    texts: deque[str] = field(default_factory=deque)
    is_busy: bool = False
    is_over: bool = False
    device: str = ""
    number: str = ""
    has_play: bool = False
    sent: set[str] = field(default_factory=set)


@dataclass(frozen=True, slots=True, kw_only=True)
class ReceivedPlay:
    """The end of a table on a guest's device: the play that came in, or why none did."""

    channel: str
    number: str
    play_id: str
    is_kept: bool = True
    remarks: tuple[Message, ...] = ()


class Friends:
    """The devices of friends; `observers` hear whenever something came in, or was said of who is who."""

    def __init__(
        self, tables: Tables, settings: dict[str, Any], phones: Phones, pairing: Pairing, visit: Visit, devices: Devices
    ) -> None:
        """Hear what comes over the channels, and keep in the settings whom this device has met; mine are no friends."""
        self._tables = tables
        self._worker = tables.worker
        self._known = FriendDevices(tables.worker, settings)
        self.name_of = self._known.name_of
        self._phones = phones
        self._pairing = pairing
        self._visit = visit
        self._devices = devices
        self._meetings: dict[str, _Meeting] = {}
        self._lock = asyncio.Lock()
        self._tasks = Tasks()
        self.received: ReceivedPlay | None = None
        self.observers: Observers[[]] = Observers()
        phones.friends.subscribe(self._hear)
        phones.answers.subscribe(self._hear_answer)
        phones.observers.subscribe(self._became)
        pairing.connected.subscribe(self._connected)
        pairing.takers.append(self._take_play)
        tables.ends.subscribe(self._ended_again)

    def has_met(self, channel: str) -> bool:
        """Whether the device at the other end of a channel is one of a friend."""
        return self._friend_at(channel) is not None

    def _friend_at(self, channel: str) -> _Meeting | None:
        meeting = self._meetings.get(channel)
        is_friend = meeting is not None and meeting.number and not meeting.is_over and not self._devices.is_own(channel)
        return meeting if is_friend else None

    def asks(self, play: StoredPlay) -> str:
        """Return the number of a friend's device of which it is to be said who of a play sits here, "" if of none."""
        records = self._known.all().items()
        return next((number for number, record in records if record.get("play") == play.id and "me" not in record), "")

    def _take_play(self, channel: str, play_id: str) -> bool:
        """Give the device of a guest the play of the table."""
        meeting = self._friend_at(channel)
        if meeting is not None:
            meeting.has_play = True
            self._begin(self._hand_over(meeting, play_id))
        return meeting is not None

    def _ended_again(self, table_id: str) -> None:
        """Give guests the play as it is now where its table was open again."""
        for meeting in self._meetings.values():
            if meeting.has_play and meeting.table == table_id:
                self._begin(self._hand_over_again(meeting, table_id))

    async def _hand_over_again(self, meeting: _Meeting, table_id: str) -> None:
        play_id = await self._tables.play_of(table_id)
        if play_id is not None:
            await self._hand_over(meeting, play_id)

    async def _hand_over(self, meeting: _Meeting, play_id: str) -> None:
        async with self._lock:
            if self.has_met(meeting.channel):  # and has not gone meanwhile
                number = meeting.number
                messages = await self._worker.run(messages_for_friend, [play_id])
                if not messages:
                    await self._pairing.hand_over_code(meeting.channel, play_id)
                    return
                await self._known.note_first(number, play_id)
                await self._known.note_given(number, play_id)
                await self._send_plays(meeting, messages)
                await self._guess(number, play_id)
        self.observers.notify()

    async def answer(self, number: str, play: StoredPlay, seat: int | None) -> None:
        """Note which player of a play sits at this device, `None` for nobody, and tell the friend's device."""
        me = "" if seat is None else play.players[seat].id
        await self._known.note(number, me=me, who=[play.id, seat])
        for meeting in [*self._meetings.values()]:
            if meeting.number == number:
                await self._tell_who(meeting)
        self.observers.notify()

    async def decline(self, *, is_kept: bool = False) -> None:
        """Put the play that came into the bin, or take it out again."""
        received = self.received
        if received is not None:
            await self._worker.run(plays.restore if is_kept else plays.remove, received.play_id)
            self._show(replace(received, is_kept=is_kept))

    def dismiss(self) -> None:
        """Say no more of the play that came."""
        self._show(None)

    def say_on_page(self, words: str, ways: tuple[tuple[str, str], ...]) -> None:
        """Let the page say above the screens of the host what came in, with ways by their ids and words."""
        if self.received is not None:
            self._phones.note(self.received.channel, words, ways)

    def _connected(self, invitation: Invitation) -> None:
        if not invitation.offer.is_for_device:
            meeting = _Meeting(invitation.channel, invitation.offer, is_host=True, table=invitation.table_id)
            self._meetings[meeting.channel] = meeting
            self._say(meeting, {"device": self._devices.own_id(), "table": invitation.table_id})

    def _hear(self, channel: str, text: str) -> None:
        offer = self._visit.offer if channel == self._visit.channel else None
        if channel not in self._meetings and offer is not None and not offer.is_for_device:
            self._meetings[channel] = _Meeting(channel, offer, is_host=False)
        meeting = self._meetings.get(channel)
        if meeting is None or meeting.is_over or self._devices.is_own(channel):
            return
        if len(text) > MAX_TEXT + len(TO_A_FRIEND) or len(meeting.texts) >= MAX_WAITING:
            self._cut_off(meeting, TOO_MUCH)
            return
        meeting.texts.append(text.removeprefix(TO_A_FRIEND))
        if not meeting.is_busy:
            meeting.is_busy = True
            self._begin(self._read(meeting))

    async def _read(self, meeting: _Meeting) -> None:
        """Take all that has come over a channel, in its order."""
        try:
            while meeting.texts:
                packed = meeting.pieces.take(meeting.texts.popleft())
                said, body = (None, b"") if packed is None else unpacked(packed, MAX_BYTES)
                if isinstance(said, dict):
                    await _logged(self._take(meeting, said, body))
        except AgreementError as error:
            self._cut_off(meeting, error.message)
        meeting.is_busy = False

    def _cut_off(self, meeting: _Meeting, why: Message) -> None:
        LOG.warning("a friend's device is cut off: %s", why)
        meeting.is_over = True
        meeting.texts.clear()
        self._phones.close(meeting.channel)

    async def _take(self, meeting: _Meeting, said: Mapping[Any, Any], body: bytes) -> None:
        async with self._lock:
            if meeting.number:
                await self._met(meeting, said, body)
            else:
                await self._meet(meeting, said)

    async def _meet(self, meeting: _Meeting, said: Mapping[Any, Any]) -> None:
        """Find out which device it is."""
        match said:
            case {"device": str(device)} if not DEVICE_ID.fullmatch(device):
                return
            case {"device": str(device)} if meeting.is_host:
                number = str(said.get("number"))
                if self._known.is_proved(number, meeting.offer, "guest", str(said.get("proof"))):
                    self._say(meeting, {"proof": self._known.proof(number, meeting.offer, "host")})
                else:
                    key = secrets.token_hex(KEY_BYTES)
                    number = await self._known.add(key, device)
                    self._say(meeting, {"key": key})
                await self._agree(meeting, number)
            case {"device": str(device), "table": str(table)} if not meeting.device:
                meeting.device, meeting.table, offer = device, table, meeting.offer
                records = self._known.all().items()
                number = next((number for number, record in records if record.get("device") == device), "")
                identity = {"number": number, "proof": self._known.proof(number, offer, "guest")} if number else {}
                self._say(meeting, {"device": self._devices.own_id(), **identity})
            case {"key": str(key)} if meeting.device and not meeting.is_host and _KEY.fullmatch(key):
                await self._agree(meeting, await self._known.add(key, meeting.device))
            case {"proof": str(proof)} if meeting.device and not meeting.is_host:
                for number, record in self._known.all().items():
                    is_same = record.get("device") == meeting.device
                    if is_same and self._known.is_proved(number, meeting.offer, "host", proof):
                        await self._agree(meeting, number)
                        break

    async def _met(self, meeting: _Meeting, said: Mapping[Any, Any], body: bytes) -> None:
        """Take what a device says that is known."""
        match said:
            case {"who": [str(play_id), seat]}:
                await self._hear_who(meeting, play_id, seat)
            case {"have": dict(versions)} if len(versions) <= MAX_SHARED:
                theirs = {play: str(names).split() for play, names in versions.items()}
                lacking = [
                    play
                    for play, version in (await self._known.shared(meeting.number)).items()
                    if play not in meeting.sent and version not in theirs.get(play, ())
                ]
                meeting.sent.update(lacking[:MAX_AT_ONCE])
                await self._send_plays(meeting, await self._worker.run(messages_for_friend, lacking[:MAX_AT_ONCE]))
                if len(lacking) > MAX_AT_ONCE:
                    self._say(meeting, {"more": True})
            case {"more": True}:
                await self._tell_what_is_here(meeting)
            case {"plays": True, "me": str(theirs), "you": str(mine)}:
                friend = self._known.friend(meeting.number)
                ids = {theirs: friend.they, mine: friend.me} if friend.is_known else {}
                table = "" if meeting.is_host else meeting.table
                name = await self.name_of(meeting.number)
                what = text_of(replace(BROUGHT_BY, values={"name": name}) if name else BROUGHT)
                taken = await self._worker.run(take_from_friend, friend, body, ids, what, table)
                await self._took(meeting, taken)

    async def _hear_who(self, meeting: _Meeting, play_id: str, seat: object) -> None:
        """Note who has the other device: somebody at the first table, and it is said once."""
        record = self._known.record(meeting.number)
        play = await self._worker.run(plays.play, play_id) if play_id == record.get("play") else None
        if play is None or "they" in record:
            return
        if seat is None:
            await self._known.note(meeting.number, they="")
        elif isinstance(seat, int) and 0 <= seat < len(play.players):
            await self._known.note(meeting.number, they=play.players[seat].id)
            await self._tell_what_is_here(meeting)
        self.observers.notify()

    async def _took(self, meeting: _Meeting, taken: Taken) -> None:
        """Say what became of the play of our table; all others come in silently."""
        channel, remarks = meeting.channel, tuple(taken.remarks[:MAX_REMARKS])
        if remarks:
            LOG.warning("from a friend's device, %d stayed out: %s", len(taken.remarks), " ".join(map(str, remarks)))
        if taken.new or taken.changed or taken.beside:
            self._tables.history.notify()
        if taken.heard:
            await self._known.note_heard(meeting.number, taken.heard)
        is_ours = not meeting.is_host and meeting.table in {*taken.new, *taken.changed}
        if is_ours:
            await self._known.note_first(meeting.number, meeting.table)
            await self._guess(meeting.number, meeting.table)
            self._show(ReceivedPlay(channel=channel, number=meeting.number, play_id=meeting.table, remarks=remarks))
        elif remarks:
            received = self.received or ReceivedPlay(channel=channel, number=meeting.number, play_id="")
            self._show(replace(received, remarks=(*received.remarks, *remarks)[-MAX_REMARKS:]))
        elif taken.new or taken.changed or taken.beside:
            self.observers.notify()

    async def _agree(self, meeting: _Meeting, number: str) -> None:
        meeting.number = number
        await self._tell_who(meeting)

    async def _tell_who(self, meeting: _Meeting) -> None:
        record = self._known.record(meeting.number)
        if "who" in record:
            self._say(meeting, {"who": record["who"]})
        await self._tell_what_is_here(meeting)

    async def _tell_what_is_here(self, meeting: _Meeting) -> None:
        came = await self._worker.run(plays_from, self._known.friend(meeting.number))
        versions = {**came, **await self._known.shared(meeting.number)}
        heard = self._known.record(meeting.number).get("heard", {})
        both = {play: f"{versions.get(play, '')} {heard.get(play, '')}".strip() for play in {**versions, **heard}}
        self._say(meeting, {"have": dict(islice(both.items(), MAX_SHARED))})

    async def _send_plays(self, meeting: _Meeting, messages: list[bytes]) -> None:
        if messages:  # an undo of what brought them keeps them in the bin, else they would come back
            await self._worker.run(Store.set, AGREED_SETTING, now().isoformat())
        friend = self._known.friend(meeting.number)
        for message in messages:
            self._say(meeting, {"plays": True, "me": friend.me, "you": friend.they}, message)

    def _say(self, meeting: _Meeting, words: Mapping[str, Any], body: bytes = b"") -> None:
        if meeting.channel in self._meetings and not meeting.is_over:
            for text in texts_of(words, body):
                self._phones.say(meeting.channel, TO_A_FRIEND + text)

    async def _guess(self, number: str, play_id: str) -> None:
        """Note who of a play sits here, if that is known from another friend's device."""
        record = self._known.record(number)
        play = await self._worker.run(plays.play, play_id)
        mine = {entry["me"] for entry in self._known.all().values() if entry.get("me")}
        seats = [] if play is None else [seat for seat, player in enumerate(play.players) if player.id in mine]
        if "me" not in record and play is not None and len(seats) == 1:
            await self.answer(number, play, seats[0])

    def _show(self, received: ReceivedPlay | None) -> None:
        if received is None and self.received is not None:
            self._phones.note(self.received.channel, "", ())
        self.received = received
        self.observers.notify()

    def _hear_answer(self, channel: str, way: str) -> None:
        """Take up a way that was tapped above the screens of the host."""
        received = self.received
        if received is None or received.channel != channel:
            return
        if way in {KEEP, DECLINE}:
            self._begin(self.decline(is_kept=way == KEEP))
        elif way.startswith(SEAT):
            self._begin(self._answer_by_seat(received, way.removeprefix(SEAT)))

    async def _answer_by_seat(self, received: ReceivedPlay, seat: str) -> None:
        play = await self._worker.run(plays.play, received.play_id)
        if play is not None:
            chosen = int(seat) if seat.isdecimal() else None
            await self.answer(received.number, play, chosen)

    def _became(self, channel: str, state: ChannelState) -> None:
        if state is ChannelState.CLOSED:
            self._meetings.pop(channel, None)

    def _begin(self, what: Coroutine[Any, Any, None]) -> None:
        self._tasks.start(_logged(what))


KEEP: Final = "keep"
DECLINE: Final = "decline"
SEAT: Final = "seat "
"""The ids of the ways above the screens of a host."""


_KEY: Final = re.compile(f"[0-9a-f]{{{2 * KEY_BYTES}}}")


async def _logged(what: Coroutine[Any, Any, None]) -> None:
    """Do what no player waits for; where it fails, that goes into the log."""
    try:
        await what
    except StoreError:
        LOG.warning("what came from a friend's device, or goes there, is left out", exc_info=True)
    except Exception:
        LOG.exception("two friends' devices could not agree")

"""My devices: two that met by a code and its answer agree at once, and whenever one comes to a table of the other.

They know each other by a key that was made when they met. At a table the host says for each device that it knows what
only that one can tell from chance, and the guest answers likewise: made from the key, and from the certificate of the
host's end, so that nobody between them can pass it on. Chance fills what it says up to a fixed number: whoever has no
key in common with it learns nothing, not even whether it knows any.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections import deque
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Final
from uuid import uuid4

from companion.services.agreement import (
    MAX_NAME_LENGTH,
    MAX_TEXT,
    ODD,
    Agreement,
    AgreementError,
    Introduction,
    Outcome,
    device_of,
    is_name,
    outcome_summary,
)
from companion.services.browser_page import ChannelState
from companion.system import now
from companion.system.machine import own_name
from companion.tables import Observers, Tasks
from scoring.messages import Message, say, tr
from storage.database.errors import StoreError
from storage.repositories.access import DEVICE_SETTING, DEVICE_SETTINGS, DEVICES_SETTING
from storage.repositories.tables import Store

if TYPE_CHECKING:
    from collections.abc import Mapping

    from companion.services.browser_page import Phones
    from companion.services.pairing import Invitation, Pairing
    from companion.services.visit import Visit
    from companion.tables.registry import Tables
    from storage.codes.pairing import Offer

LOG: Final = logging.getLogger(__name__)

NAME_SETTING: Final = "device_name"
"""The setting with the name of this device."""

MAX_DEVICES: Final = 16
"""The most devices that are known; the one that has not agreed for the longest time is forgotten for another one."""

KEY_BYTES: Final = 32
"""The size of a key by which two devices know each other, and of a proof."""

MAX_WAITING: Final = 2000
"""The most messages that wait to be read; a device that sends more is cut off."""

AWAY_TIMEOUT_S: Final = 15
"""Seconds for which a device that comes to no table may be away."""

NEVER: Final = datetime.min.replace(tzinfo=UTC)

QUESTION: Final = "?"
ANSWER: Final = "!"
"""How the messages begin by which two devices know each other at a table."""

BROKEN_OFF: Final = "-"
"""What a device says that stays at a table, but cannot go on to agree."""

INTERRUPTED: Final = say("the devices lost each other; what came over is kept, and the rest comes the next time")


class Stage(StrEnum):
    """How far two devices are that meet."""

    AGREEING = "agreeing"
    AGREED = "agreed"
    BROKEN = "broken"


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownDevice:
    """A device of mine: what names it here, what it says of itself, its key, and when the two last agreed."""

    id: str
    device: str
    name: str
    key: str
    agreed: datetime | None = None

    @classmethod
    def read(cls, number: str, stored: object) -> KnownDevice | None:
        """Return a device as it is stored, `None` where that is none."""
        match stored:
            case {"device": str(device), "name": str(name), "key": str(key), "agreed": str(agreed)}:
                with suppress(ValueError):  # a key that is none
                    if len(bytes.fromhex(key)) == KEY_BYTES:
                        return cls(id=number, device=device, name=name, key=key, agreed=_moment(agreed))
        return None

    def stored(self) -> Mapping[str, str]:
        """Return the device as it is stored."""
        agreed = "" if self.agreed is None else self.agreed.isoformat()
        return {"device": self.device, "name": self.name, "key": self.key, "agreed": agreed}

    def proof(self, role: str, offer: Offer) -> str:
        """Return what only those say who have the key, at an end of the channel of an offer."""
        return offer.proof(self.key, f"tessera {role}")


def _moment(stored: str) -> datetime | None:
    """Return when two devices agreed, `None` where they have not, or nobody can read it any more."""
    try:
        moment = datetime.fromisoformat(stored)
    except ValueError:
        return None
    return None if moment.tzinfo is None else moment


@dataclass(slots=True, kw_only=True, eq=False)
class Meeting:
    """Two devices that agree over a channel, which is closed after that where they meet `first`.

    `key` is that by which the other one is known, "" where it says which.
    """

    channel: str
    agreement: Agreement
    key: str
    first: bool
    stage: Stage = Stage.AGREEING
    why: Message | None = None
    is_busy: bool = False
    away: asyncio.TimerHandle | None = None
    texts: deque[str | None] = field(default_factory=deque)

    def stay(self) -> None:
        """Wait no longer for the other device to be back."""
        if self.away is not None:
            self.away.cancel()
            self.away = None

    @property
    def outcome(self) -> Outcome:
        """How far it is."""
        return self.agreement.outcome

    @property
    def name(self) -> str:
        """The name of the other device, "" until it has said it."""
        return "" if self.agreement.other is None else self.agreement.other.name


class Devices:
    """My devices; `observers` hear when something of them changes, `agreed` when two have agreed at a table."""

    def __init__(
        self, tables: Tables, settings: dict[str, Any], phones: Phones, pairing: Pairing, visit: Visit
    ) -> None:
        """Know those that the settings have."""
        self._tables = tables
        self._settings = settings
        self._phones = phones
        self._visit = visit
        self._asked: dict[str, Offer] = {}
        self._own: dict[str, Offer] = {}
        self._again: set[str] = set()
        self._meetings: dict[str, Meeting] = {}
        self._tasks = Tasks()
        self._proposed = ""
        self.last: Meeting | None = None
        self.observers: Observers[[]] = Observers()
        self.agreed: Observers[[]] = Observers()
        tables.restored.subscribe(self._become_another)
        pairing.connected.subscribe(self._connected)
        pairing.takers.append(self._take_play)
        phones.said.subscribe(self._hear)
        phones.observers.subscribe(self._became)

    @property
    def name(self) -> str:
        """The name of this device."""
        name = self._settings.get(NAME_SETTING)
        own = name if isinstance(name, str) and is_name(name) else self._proposed or own_name()
        return own[:MAX_NAME_LENGTH] or tr("Browser")

    def is_own(self, channel: str) -> bool:
        """Whether a device of mine is at the other end of a channel."""
        return channel in self._own

    def propose(self, name: str) -> None:
        """Call this device so, as long as nobody has named it."""
        self._proposed = name

    async def rename(self, name: str) -> None:
        """Call this device something else; what can be no name leaves it as it is called by itself."""
        await self._set(NAME_SETTING, name.strip())

    def all(self) -> tuple[KnownDevice, ...]:
        """Return my other devices, those first that agreed last."""
        stored = self._settings.get(DEVICES_SETTING)
        read = (KnownDevice.read(*entry) for entry in stored.items()) if isinstance(stored, dict) else ()
        devices = [device for device in read if device is not None]
        return tuple(sorted(devices, key=lambda device: device.agreed or NEVER, reverse=True))

    async def forget(self, number: str) -> None:
        """Know a device no more; both keep all that they have."""
        await self._keep([device for device in self.all() if device.id != number])

    def _become_another(self) -> None:
        """Know no other devices any more: the data are those of a backup, which has no keys."""
        for key in DEVICE_SETTINGS:
            self._settings.pop(key, None)
        self.observers.notify()

    async def _keep(self, devices: list[KnownDevice]) -> None:
        await self._set(DEVICES_SETTING, {device.id: device.stored() for device in devices[:MAX_DEVICES]})
        self.observers.notify()

    async def _set(self, key: str, value: object) -> None:
        self._settings[key] = value
        await self._tables.worker.run(Store.set, key, value)

    def _connected(self, invitation: Invitation) -> None:
        """Agree with a device that came by a code of its own; ask one that came to a table whether it is mine."""
        if invitation.offer.is_for_device:
            self._meet(invitation.channel, secrets.token_hex(KEY_BYTES), first=True)
        else:
            self._ask(invitation.channel, invitation.offer)

    def _ask(self, channel: str, offer: Offer) -> None:
        """Ask a device whether it is mine, always alike: strangers do not learn how many devices I have."""
        self._asked[channel] = offer
        proofs = [device.proof("host", offer) for device in self.all()[:MAX_DEVICES]]
        proofs += [secrets.token_hex(KEY_BYTES) for _ in range(MAX_DEVICES - len(proofs))]
        self._phones.say(channel, QUESTION + ",".join(sorted(proofs)))

    def _take_play(self, channel: str, _: str) -> bool:
        """Agree once more with a device of mine, as the table has ended."""
        if self.is_own(channel) and channel in self._meetings:
            self._again.add(channel)  # what the two compare just now may lack the play
        elif self.is_own(channel):
            self._ask(channel, self._own[channel])
        return self.is_own(channel)

    def _hear(self, channel: str, text: str) -> None:
        meeting = self._meetings.get(channel)
        offer = self._visit.offer if channel == self._visit.channel else None
        if len(text) > MAX_TEXT:
            self._phones.close(channel)
        elif meeting is not None:
            self._queue(meeting, text)
        elif text.startswith(ANSWER) and channel in self._asked:
            self._recognize("guest", self._asked.pop(channel), channel, {text[1:]})
        elif text.startswith(QUESTION) and offer is not None:
            self._recognize("host", offer, channel, {*text[1:].split(",")})
        elif offer is not None and offer.is_for_device and (self.last is None or self.last.channel != channel):
            self._queue(self._meet(channel, "", first=True), text)

    def _recognize(self, role: str, offer: Offer, channel: str, proofs: set[str]) -> None:
        """Agree with the device at the other end of a channel if one of the proofs is that of a device of mine."""
        for device in self.all():
            if offer.is_proved(device.key, f"tessera {role}", *proofs):
                if role == "host":
                    self._phones.say(channel, ANSWER + device.proof("guest", offer))
                self._own[channel] = offer
                self._meet(channel, device.key, first=False)
                return

    def _queue(self, meeting: Meeting, text: str | None) -> None:
        if len(meeting.texts) >= MAX_WAITING and text != "":
            self._phones.close(meeting.channel)
            return
        meeting.texts.append(text)
        if not meeting.is_busy:
            meeting.is_busy = True
            self._tasks.start(self._agree(meeting))

    def _meet(self, channel: str, key: str, *, first: bool) -> Meeting:
        offered = key if first else ""
        me = Introduction(device=self.own_id(), name=self.name, key=offered)
        meeting = Meeting(channel=channel, agreement=Agreement(me), key=key, first=first)
        self._meetings[channel] = self.last = meeting
        self._queue(meeting, None)
        self.observers.notify()
        return meeting

    def own_id(self) -> str:
        """Return the id of this device; the store is asked where a restored backup has taken it away."""
        number = self._settings.get(DEVICE_SETTING)
        if not isinstance(number, str):
            number = self._settings[DEVICE_SETTING] = self._tables.worker.run_blocking(device_of)
        return number

    async def _agree(self, meeting: Meeting) -> None:
        """Take what has come over a channel, and answer it."""
        try:
            while meeting.texts and meeting.stage is Stage.AGREEING:
                for answer in await self._answers(meeting, meeting.texts.popleft()):
                    self._phones.say(meeting.channel, answer)
        except (AgreementError, StoreError) as error:
            meeting.stage, meeting.why = Stage.BROKEN, error.message
        except Exception:
            LOG.exception("two devices could not agree")
            meeting.stage, meeting.why = Stage.BROKEN, INTERRUPTED
        meeting.is_busy = False
        if meeting.stage is not Stage.AGREEING:
            await self._end(meeting)
        self.observers.notify()
        if meeting.stage is not Stage.AGREEING:
            self._meet_again(meeting)

    async def _answers(self, meeting: Meeting, text: str | None) -> list[str]:
        """Return what to answer to a text, and what to say first to none; "" is the end of the channel."""
        agreement, run = meeting.agreement, self._tables.worker.run
        if text is not None and text.startswith(QUESTION) and not meeting.first:
            meeting.texts.appendleft(text)  # the other device has ended this meeting, and wants another one
            raise AgreementError(INTERRUPTED)
        if text in {"", BROKEN_OFF}:
            raise AgreementError(INTERRUPTED)
        if text is None:
            return await run(agreement.begin)
        answers = await run(agreement.take, text)
        is_over = agreement.outcome.is_over
        await self._know(meeting, at=now() if is_over else None)
        if is_over:
            meeting.stage = Stage.AGREED
        return answers

    async def _know(self, meeting: Meeting, at: datetime | None) -> None:
        """Know the other device from now on, as soon as it has said who it is; `at` is when the two agreed."""
        introduction = meeting.agreement.other
        is_known = meeting.key != "" and any(device.key == meeting.key for device in self.all())
        if introduction is None or (is_known and at is None):
            return
        key = meeting.key = meeting.key or introduction.key
        if not key:
            raise AgreementError(ODD)
        others = [device for device in self.all() if device.key != key]
        if meeting.first:  # it met this one before
            others = [device for device in others if device.device != introduction.device]
        elif len(others) == len(self.all()):  # it was forgotten meanwhile
            return
        before = [device for device in self.all() if device.key == key]
        agreed = at or next((device.agreed for device in before), None)
        number = before[0].id if before else uuid4().hex[:8]
        device = KnownDevice(id=number, device=introduction.device, name=introduction.name, key=key, agreed=agreed)
        await self._keep([device, *others])

    async def _end(self, meeting: Meeting) -> None:
        self._meetings.pop(meeting.channel, None)
        meeting.stay()
        if meeting.first:
            self._phones.close(meeting.channel)
        elif meeting.stage is Stage.BROKEN and self.is_own(meeting.channel):
            self._phones.say(meeting.channel, BROKEN_OFF)
        try:
            await self._tables.reload_copies()
        except StoreError as error:
            LOG.warning("what came from a device is not shown yet: %s", error)
        if meeting.outcome.new or meeting.outcome.changed:
            self._tables.history.notify()
        if meeting.stage is Stage.AGREED and not meeting.first:
            self.agreed.notify()

    def _meet_again(self, meeting: Meeting) -> None:
        """Ask once more where a play came to be meanwhile, and hear what the other device asked meanwhile."""
        channel = meeting.channel
        if not self.is_own(channel) or channel in self._meetings:
            return
        if channel in self._again:
            self._again.discard(channel)
            self._ask(channel, self._own[channel])
        for question in (text for text in meeting.texts if text is not None and text.startswith(QUESTION)):
            self._hear(channel, question)

    def _became(self, channel: str, state: ChannelState) -> None:
        meeting = self._meetings.get(channel)
        if state is ChannelState.CLOSED:
            self._asked.pop(channel, None)
            self._own.pop(channel, None)
            self._again.discard(channel)
        if meeting is None:
            return
        meeting.stay()
        if state is ChannelState.CLOSED:
            self._queue(meeting, "")  # after all that came over
        elif state is ChannelState.AWAY and meeting.first:
            meeting.away = asyncio.get_running_loop().call_later(AWAY_TIMEOUT_S, self._leave, meeting)

    def _leave(self, meeting: Meeting) -> None:
        self._phones.close(meeting.channel)
        self._queue(meeting, "")


def state_of(meeting: Meeting) -> Message:
    """Return how far two devices are, in a sentence."""
    match meeting.stage:
        case Stage.AGREED:
            return outcome_summary(meeting.outcome)
        case Stage.BROKEN:
            return meeting.why or INTERRUPTED
    return say("The devices are agreeing …")

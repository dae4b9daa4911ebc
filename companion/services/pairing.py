"""Phones that come to a table without a server: who may come in by a pairing code, and who is here.

The page of the browser holds the channels. Each code has one of its own, whose id is what an answer names the offer by.
"""

from __future__ import annotations

import asyncio
import hmac
import logging
import math
import secrets
import time
from contextlib import suppress
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Final

from companion.services.browser_page import CLIENT, ChannelError, ChannelState, Hello, Phones
from companion.services.share_codes.outgoing import shareable_play, shareable_table
from companion.tables import Observers, Tasks
from companion.tables.access import WATCH, Visitor
from scoring.messages import Message, say
from storage.codes import ShareCodeError, links, pairing
from storage.codes.links import fragment_of
from storage.codes.pairing import Answer, Description, Offer
from storage.database.errors import StoreError
from storage.repositories import access, plays
from storage.repositories.tables import Store

if TYPE_CHECKING:
    from collections.abc import Callable

    from companion.tables.live_table import LiveTable
    from companion.tables.registry import Tables

LOG: Final = logging.getLogger(__name__)

SHOWN_S: Final = 10 * 60
"""Seconds for which a code is shown, before another one takes its place."""

GRACE_S: Final = 2 * 60
"""Seconds for which a code is still taken after that: somebody may just have scanned it."""

MAX_GUESTS: Final = 5
"""The most phones that come to the tables of one phone."""

HAND_OVER_AFTER_S: Final = 1.0
"""Seconds after a change in which more changes may come before guests are handed the table: its code takes a while."""

SPARES_SETTING: Final = "spares"
"""The setting that keeps, by the ids of their devices, the ends that guests hold in reserve, the newest last."""

MAX_SPARES: Final = 4 * MAX_GUESTS
"""The most of them that are kept."""

MAX_OVER: Final = 100
"""The most codes that are known after they were used or too old."""

OLD_CODE: Final = say("this answers a code that is used or too old: show a new code")

TOO_MANY: Final = say("{number} phones are here, which is the most: remove one first", number=MAX_GUESTS)


class PairingError(Exception):
    """A phone cannot come; `message` says what to do."""

    def __init__(self, message: Message) -> None:
        """Keep the sentence."""
        super().__init__(message)
        self.message = message


class Stage(StrEnum):
    """How far the phone of a code has come.

    `AWAY` is one that does not answer, and may be back at any time; one of `ANOTHER_VERSION` was not let in.
    """

    OFFERED = "offered"
    ANSWERED = "answered"
    HERE = "here"
    AWAY = "away"
    ANOTHER_VERSION = "another version"


@dataclass(frozen=True, slots=True, kw_only=True)
class Invitation:
    """The code of a seat, the answer that was taken, and the phone that came; shown `until` a second of the clock.

    One for a phone to come back by has its `device_id` from the beginning. A phone `is_expected` that may come without
    an answer.
    """

    table_id: str
    offer: Offer
    until: float
    stage: Stage = Stage.OFFERED
    answer: Answer | None = None
    device_id: str = ""
    is_expected: bool = False

    @property
    def may_come(self) -> bool:
        """Whether a phone may come by it now."""
        return self.stage is Stage.ANSWERED or (self.stage is Stage.OFFERED and self.is_expected)

    @property
    def channel(self) -> str:
        """The id of its channel."""
        return channel_of(self.offer.tag)


def channel_of(tag: bytes) -> str:
    """Return the id of the channel of an offer."""
    return tag.hex()


class Pairing:
    """The phones that come to the tables of this browser; `observers` hear the id of a table whose phones change.

    `connected` hear of each invitation by which a phone came, or a device of one's own, which comes to no table. Each
    of `takers` gets a channel and the play of the table that has ended there, until one says that it hands that over.
    """

    def __init__(self, tables: Tables, phones: Phones, clock: Callable[[], float] = time.monotonic) -> None:
        """Begin without a phone; the clock counts seconds."""
        self._tables = tables
        self._phones = phones
        self._clock = clock
        self._invitations: dict[str, Invitation] = {}
        self._handing: dict[str, Callable[[], None]] = {}
        self._fragments: dict[str, tuple[int, str]] = {}
        self._ways_back: dict[str, str] = {}
        self._spares: dict[str, Any] | None = None
        self._came: set[str] = set()
        self._over: dict[str, Invitation] = {}
        self._tasks = Tasks()
        self.observers: Observers[str] = Observers()
        self.connected: Observers[Invitation] = Observers()
        self.takers: list[Callable[[str, str], bool]] = []
        tables.access.observers.subscribe(self._guests_changed)
        phones.observers.subscribe(self._became)
        phones.greetings.subscribe(lambda channel, hello: self._tasks.start(self.admit(channel, hello)))
        phones.spares.subscribe(lambda channel, spare: self._tasks.start(self._keep_spare(channel, spare)))

    def invitation(self, tag: bytes) -> Invitation | None:
        """Return the invitation that an answer names, `None` where there is none any more."""
        return self._invitations.get(channel_of(tag))

    def old_invitation(self, tag: bytes) -> Invitation | None:
        """Return the invitation that an answer names, where it was used or is too old."""
        return self._over.get(channel_of(tag))

    def seconds_left(self, invitation: Invitation) -> float:
        """Return for how long a code is still shown."""
        return invitation.until - self._clock()

    def is_here(self, device_id: str) -> bool:
        """Whether the phone of a device is connected, and answers."""
        return any(came.device_id == device_id for came in self._all(Stage.HERE))

    def has_come(self, device_id: str) -> bool:
        """Whether the phone of a device has come by a code since the app was started."""
        return device_id in self._came

    async def offer(self, table_id: str, seat: int | None) -> Offer:
        """Return the code of a seat, the same one until it is answered or no longer shown.

        The phone that has the seat needs no answer if its page still holds the end that it held in reserve, also where
        this page was loaded anew.

        Raises:
            PairingError: as many phones are here as may be, or the browser has no channel.

        """
        self._forget_old()
        for waiting in self._all(Stage.OFFERED):
            is_asked_for = (waiting.table_id, waiting.offer.seat, waiting.device_id) == (table_id, seat, "")
            if is_asked_for and self.seconds_left(waiting) > 0:
                return waiting.offer
        self._count()
        invitation = await self._invite(table_id, seat, until=self._clock() + SHOWN_S)
        holder = None if seat is None else (await self._tables.access.load(table_id)).holder(seat)
        if holder is not None and not self.is_here(holder.device_id):
            with suppress(KeyError, ValueError):  # it holds none that is known
                spare = Description.from_json((await self._loaded_spares())[holder.device_id])
                self._phones.expect(invitation.channel, spare)
                self._note(replace(invitation, is_expected=True))
        return invitation.offer

    async def offer_device(self) -> Offer:
        """Return the code for a device of one's own, the same one until it is answered or no longer shown.

        Raises:
            PairingError: the browser has no channel.

        """
        self._forget_old()
        for waiting in self._all(Stage.OFFERED):
            if waiting.offer.is_for_device and self.seconds_left(waiting) > 0:
                return waiting.offer
        return (await self._invite("", None, until=self._clock() + SHOWN_S, is_for_device=True)).offer

    async def accept(self, answer: Answer) -> Invitation:
        """Open the channel to the phone of an answer; return its invitation.

        Raises:
            PairingError: its code was answered before, or is too old; or as many phones are here as may be.

        """
        self._forget_old()
        invitation = self.invitation(answer.tag)
        if invitation is None or invitation.stage is not Stage.OFFERED:
            raise PairingError(OLD_CODE)
        self._count(but=invitation.device_id)
        answered = replace(invitation, stage=Stage.ANSWERED, answer=answer)
        self._note(answered)
        try:
            await self._phones.accept(answered.channel, answer.description)
        except ChannelError as error:
            self.drop(answered.channel)
            raise PairingError(error.message) from None
        return answered

    async def admit(self, channel: str, hello: Hello) -> None:
        """Let in the phone at the other end of a channel, or close the channel: each code lets in once.

        The phone that has the seat comes back as the device that it was; any other is a new one.
        """
        self._forget_old()
        invitation = self._invitations.get(channel)
        if (
            invitation is None
            or not invitation.may_come
            or self._is_full(but=invitation.device_id)
            or not hmac.compare_digest(invitation.offer.secret, hello.proof)
        ):
            self.drop(channel)
            return
        if invitation.offer.is_for_device:
            self._note(replace(invitation, stage=Stage.HERE))
            self.connected.notify(self._invitations[channel])
            return
        if hello.client != CLIENT:
            self._note(replace(invitation, stage=Stage.ANOTHER_VERSION))
            self._phones.close(channel)
            return
        self._note(replace(invitation, stage=Stage.HERE))  # what comes a second time finds it used
        try:
            visitor = await self._seated(invitation)
        except StoreError:
            LOG.warning("the phone of a code could not be let in", exc_info=True)
            self.drop(channel)
            return
        if channel not in self._invitations:  # it has closed meanwhile
            return
        for before in self._all():
            if before.device_id == visitor.key and before.channel != channel:
                self.drop(before.channel)
        self._came.add(visitor.key)
        self._note(replace(invitation, stage=Stage.HERE, device_id=visitor.key))
        place = WATCH if invitation.offer.seat is None else "table"  # their page takes only two parts
        self._phones.admit(channel, visitor, f"/{place}/{invitation.table_id}")
        self.connected.notify(self._invitations[channel])
        await self._hand_over(channel)

    def drop(self, channel: str) -> None:
        """Close a channel, and forget its code."""
        self._forget(channel)
        self._phones.close(channel)

    def _count(self, but: str = "") -> None:
        """Raise `PairingError` where as many phones are here as may be, but for one that comes back."""
        if self._is_full(but):
            raise PairingError(TOO_MANY)

    def _is_full(self, but: str) -> bool:
        return sum(came.device_id != but for came in self._all(Stage.HERE)) >= MAX_GUESTS

    async def _invite(
        self, table_id: str, seat: int | None, *, until: float, device_id: str = "", is_for_device: bool = False
    ) -> Invitation:
        secret = secrets.token_bytes(pairing.SECRET_BYTES)
        try:
            described: Description = await self._phones.offer(channel_of(pairing.tag_of(secret)))
        except ChannelError as error:
            raise PairingError(error.message) from None
        offer = Offer(secret=secret, seat=seat, description=described, is_for_device=is_for_device)
        invitation = Invitation(table_id=table_id, offer=offer, until=until, device_id=device_id)
        self._note(invitation)
        return invitation

    async def _seated(self, invitation: Invitation) -> Visitor:
        """Return the device that comes by an invitation, a new one where its seat is free.

        Raises:
            StoreError: the table is not in play, is full or locked, or cannot be written.

        """
        table_id, seat, known_as = invitation.table_id, invitation.offer.seat, invitation.device_id
        to_tables = self._tables.access
        guests = await to_tables.load(table_id)
        holder = None if seat is None else guests.holder(seat)
        if holder is not None and not known_as:
            known_as = holder.device_id
        device = await self._tables.worker.run(access.device, known_as) if known_as else None
        if device is not None:
            return Visitor(phone=device)
        code = await to_tables.join_code(table_id)
        _, visitor = await to_tables.redeem(code.secret, access.new_token())
        if seat is not None:
            await to_tables.sit(table_id, visitor, seat)
        return visitor

    async def _hand_over(self, channel: str) -> None:
        """Hand a guest the table, now and with every change, and the code to come back by."""
        invitation = self._invitations[channel]
        live = await self._tables.open(invitation.table_id)
        back = ""
        with suppress(PairingError, ShareCodeError):
            ticket = await self._invite(
                invitation.table_id, invitation.offer.seat, until=math.inf, device_id=invitation.device_id
            )
            back = fragment_of(pairing.link(ticket.offer, ""))
        if live is None or channel not in self._invitations:
            return
        waiting: list[asyncio.TimerHandle] = []

        def hand_over() -> None:
            waiting.clear()
            with suppress(ShareCodeError):  # a table that is too large for codes stays here
                self._phones.hand_over(channel, f"{self._fragment(live)}\n{back}")

        async def hand_over_play() -> None:
            play_id = await self._tables.play_of(live.id)
            if play_id is not None and any(take(channel, play_id) for take in self.takers):
                self._phones.hand_over(channel, f"\n{back}\n{play_id}")
            else:
                await self.hand_over_code(channel, play_id)

        def changed() -> None:
            if live.ended:
                stop()
                self._tasks.start(hand_over_play())
            elif not waiting:
                waiting.append(asyncio.get_running_loop().call_later(HAND_OVER_AFTER_S, hand_over))

        def stop() -> None:
            unsubscribe()
            for timer in waiting:
                timer.cancel()

        self._ways_back[channel] = back
        hand_over()
        unsubscribe = live.observers.subscribe(changed)
        self._handing[channel] = stop

    async def hand_over_code(self, channel: str, play_id: str | None) -> None:
        """Hand a guest a play by its code; for a taker that cannot hand it over after all, too."""
        fragment = await self._play_fragment(play_id)
        if channel in self._ways_back:  # and has not gone meanwhile
            self._phones.hand_over(channel, f"\n{self._ways_back[channel]}\n{fragment}")

    def _fragment(self, live: LiveTable) -> str:
        """Return the fragment of the link of a table, made once for all guests."""
        revision, fragment = self._fragments.get(live.id, (-1, ""))
        if revision != live.revision:
            fragment = fragment_of(links.payload_link(shareable_table(live).payload, ""))
            self._fragments = {live.id: (live.revision, fragment)}
        return fragment

    async def _play_fragment(self, play_id: str | None) -> str:
        """Return the fragment of the link of a play, "" where there is none or it has no code."""
        play = None if play_id is None else await self._tables.worker.run(plays.play, play_id)
        with suppress(ShareCodeError):
            return "" if play is None else fragment_of(links.payload_link(shareable_play(play).payload, ""))
        return ""

    async def _loaded_spares(self) -> dict[str, Any]:
        if self._spares is None:
            stored = (await self._tables.worker.run(Store.settings)).get(SPARES_SETTING, {})
            self._spares = self._spares or dict(stored)
        return self._spares

    async def _keep_spare(self, channel: str, spare: Description) -> None:
        """Keep the end that a guest holds in reserve, for when this page is loaded anew."""
        invitation = self._invitations.get(channel)
        if invitation is None or not invitation.device_id:
            return
        with suppress(StoreError):  # without it the phone comes back by two codes
            spares = await self._loaded_spares()
            spares.pop(invitation.device_id, None)
            spares[invitation.device_id] = spare.as_json()
            for old in [*spares][:-MAX_SPARES]:
                del spares[old]
            await self._tables.worker.run(Store.set, SPARES_SETTING, dict(spares))

    def _became(self, channel: str, state: ChannelState) -> None:
        invitation = self._invitations.get(channel)
        if invitation is None or invitation.stage is Stage.ANOTHER_VERSION:
            return
        if state is ChannelState.CLOSED:
            self._forget(channel)
        elif invitation.stage in (Stage.HERE, Stage.AWAY):
            self._note(replace(invitation, stage=Stage.HERE if state is ChannelState.OPEN else Stage.AWAY))

    def _guests_changed(self, table_id: str) -> None:
        """Close the channels of phones that were removed from a table."""
        present = {guest.device_id for guest in self._tables.access.guests(table_id).all}
        for invitation in self._all():
            if invitation.table_id == table_id and invitation.device_id not in {"", *present}:
                self.drop(invitation.channel)

    def _all(self, *stages: Stage) -> tuple[Invitation, ...]:
        every = self._invitations.values()
        return tuple(invitation for invitation in every if not stages or invitation.stage in stages)

    def _forget_old(self) -> None:
        for invitation in self._all(Stage.OFFERED, Stage.ANSWERED, Stage.ANOTHER_VERSION):
            if self.seconds_left(invitation) < -GRACE_S:
                self.drop(invitation.channel)

    def _note(self, invitation: Invitation) -> None:
        self._invitations[invitation.channel] = invitation
        self.observers.notify(invitation.table_id)

    def _forget(self, channel: str) -> None:
        invitation = self._invitations.pop(channel, None)
        self._ways_back.pop(channel, None)
        stop = self._handing.pop(channel, None)
        if stop is not None:
            stop()
        if invitation is not None:
            self._over[channel] = invitation
            for old in [*self._over][:-MAX_OVER]:
                del self._over[old]
            self.observers.notify(invitation.table_id)

"""The table of another phone where this one is a guest: the way in, the way back, and what it keeps to go on alone."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from companion.services.code_import import keep_new_result
from companion.services.pairing import channel_of
from companion.services.share_codes.incoming import Inbox, ReceivedLink, with_links
from companion.tables import Observers, Tasks
from storage.codes import pairing
from storage.codes.contents import OpenTable, PlayResult
from storage.codes.links import fragment_of
from storage.codes.pairing import Answer, Offer
from storage.repositories.tables import Store

if TYPE_CHECKING:
    from companion.services.browser_page import ChannelState, Phones
    from companion.tables.store_worker import StoreWorker

KEPT_SETTING: Final = "visited_table"
"""The setting that keeps the table of another phone: the fragment of its link, and in the next line that of the code to
come back by. Once the table has ended there is none, and a third line has the fragment of its play, or the id of one
that comes in by itself."""

MAX_KEPT_LENGTH: Final = 256 * 1024
"""Characters that are kept of what another phone says."""


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptTable:
    """A table of another phone as this one knew it last, and the fragments of its link and of the code back."""

    table: OpenTable
    fragment: str
    way_back: str


class Visit:
    """This phone at the table of another one; `observers` hear when its channel or what it keeps changes."""

    def __init__(self, worker: StoreWorker, settings: dict[str, Any], phones: Phones) -> None:
        """Keep in the settings what another phone hands over."""
        self._worker = worker
        self._settings = settings
        self._phones = phones
        self._tasks = Tasks()
        self.channel = ""
        self.offer: Offer | None = None
        self.state: ChannelState | None = None
        self.observers: Observers[[]] = Observers()
        phones.observers.subscribe(self._became)
        phones.kept.subscribe(self._keep)

    async def answer(self, offer: Offer) -> Answer:
        """Answer the offer of another phone, whose screens are shown here as soon as it has let this one in.

        One for a device of mine leads to no screens: the two agree.

        Raises:
            ChannelError: the browser has no channels, or the phone is in no network.

        """
        self.channel, self.offer, self.state = channel_of(offer.tag), offer, None
        back = offer.is_for_device or self.is_way_back(offer)
        described = await self._phones.answer(self.channel, offer.description, offer.secret, back=back)
        self.state = None  # an answer of before to the same offer is closed by now
        return Answer(tag=offer.tag, description=described)

    def is_way_back(self, offer: Offer) -> bool:
        """Whether an offer is the one that the other phone handed over, to come back by."""
        kept = self.kept()
        return kept is not None and kept.way_back == fragment_of(pairing.link(offer, ""))

    def state_of(self, offer: Offer) -> ChannelState | None:
        """Return what has become of the channel to the phone of an offer, `None` until it opens."""
        return self.state if self.channel == channel_of(offer.tag) else None

    def kept(self) -> KeptTable | None:
        """Return the table that this phone keeps, `None` where there is none that can be read."""
        table, back, _ = _fragments(self._settings.get(KEPT_SETTING, ""))
        arrived = with_links(Inbox(), [ReceivedLink(link=f"#{table}")]).arrived if table else {}
        for contents in arrived.values():
            if isinstance(contents, OpenTable):
                return KeptTable(table=contents, fragment=table, way_back=back)
        return None

    async def forget(self) -> None:
        """Keep no table any more."""
        await self._set("")

    def _became(self, channel: str, state: ChannelState) -> None:
        if channel == self.channel:
            self.state = state
            self.observers.notify()

    def _keep(self, channel: str, text: str) -> None:
        is_table = self.offer is not None and not self.offer.is_for_device
        if is_table and channel == self.channel and len(text) <= MAX_KEPT_LENGTH:
            self._tasks.start(self._set_with_play(text))

    async def _set_with_play(self, text: str) -> None:
        """Keep what another phone hands over; a play goes into the history, once."""
        await self._set(text)
        _, _, play = _fragments(text)
        arrived = with_links(Inbox(), [ReceivedLink(link=f"#{play}")]).arrived if play else {}
        for contents in arrived.values():
            if isinstance(contents, PlayResult):
                await self._worker.run(keep_new_result, contents)
                self.observers.notify()

    async def _set(self, text: str) -> None:
        self._settings[KEPT_SETTING] = text
        await self._worker.run(Store.set, KEPT_SETTING, text)
        self.observers.notify()


def _fragments(text: object) -> tuple[str, str, str]:
    """Return the fragments of a table, of the code to come back by, and of a play that another phone hands over."""
    table, back, play, *_ = (*str(text).split("\n"), "", "")
    return table, back, play

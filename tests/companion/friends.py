"""Two phones, each with Tessera and plays of its own, of which one comes to the table of the other one."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from companion.services.agreement import Pieces, texts_of, unpacked
from companion.services.browser_page import TO_A_FRIEND
from companion.services.devices import Devices
from companion.services.friends import Friends
from companion.services.pairing import Pairing
from companion.services.visit import Visit
from storage.repositories import history, plays
from storage.repositories.access import FRIENDS_SETTING
from storage.repositories.tables import Store
from tests.companion.carpe_diem_tables import laid_out
from tests.companion.paired import FakePage, answer_to

if TYPE_CHECKING:
    from storage.codes.pairing import Offer
    from storage.repositories.play_content import StoredPlay
    from tests.companion.headless import Headless


class Device:
    """A phone with its page, and what it has said to the other one."""

    def __init__(self, app: Headless) -> None:
        self.app = app
        self.start()

    def start(self) -> None:
        """Load the page, as for the first time."""
        app = self.app
        self.page = FakePage(app)
        settings = app.worker.run_blocking(Store.settings)
        phones = self.page.phones
        app.pairing, app.visit = Pairing(app.tables, phones), Visit(app.worker, settings, phones)
        app.devices = self.devices = Devices(app.tables, settings, phones, app.pairing, app.visit)
        app.friends = self.friends = Friends(app.tables, settings, phones, app.pairing, app.visit, self.devices)
        self.said = 0

    def unsaid(self) -> list[str]:
        """What it says to the other device, which does not know it yet."""
        asked = self.page.asked_to("say")
        said, self.said = asked[self.said :], len(asked)
        return [words["text"] for words in said]

    def texts(self) -> list[dict[str, Any]]:
        """All that it has said to the other device."""
        texts = [str(asked["text"]) for asked in self.page.asked_to("say")]
        packed = [Pieces().take(text.removeprefix(TO_A_FRIEND)) for text in texts if text.startswith(TO_A_FRIEND)]
        said: list[Any] = [unpacked(message)[0] for message in packed if message is not None]
        return said

    def hears(self, channel: str, words: object, body: bytes = b"") -> None:
        """Let somebody at the other end of a channel say something as a friend's device does."""
        said: Any = words
        for text in texts_of(said, body):
            self.page.says(channel, said=TO_A_FRIEND + text)

    def plays(self) -> list[StoredPlay]:
        return self.app.worker.run_blocking(lambda store: [*history.stream(store, history.Filter())])

    def record(self) -> dict[str, Any]:
        (record,) = self.app.worker.run_blocking(Store.settings)[FRIENDS_SETTING].values()
        return dict(record)

    def correct(self, edition: str) -> StoredPlay:
        """Say which edition was played."""
        play = self.plays()[-1]
        return self.app.worker.run_blocking(plays.correct, play.id, replace(play, edition=edition), "Edition")

    def edition(self) -> str:
        return self.plays()[-1].edition


class Both:
    """The phone of Anna, who has the table, and the one of a guest."""

    def __init__(self, anna: Device, ben: Device) -> None:
        self.anna, self.ben = anna, ben
        self.channel = ""

    def meet(self) -> None:
        """Let the guest come to a new table, and let both say all that they have to say."""
        self.come()
        self.talk()

    def evening(self) -> StoredPlay:
        """Let the guest come to a new table, and end that."""
        self.meet()
        return self.finish()

    def come(self) -> None:
        """Let the guest come to a new table, where nobody has said anything yet."""
        self.live = laid_out(self.anna.app)
        pairing = self.anna.app.pairing
        assert pairing is not None
        offer = self.anna.app.run(pairing.offer(self.live.id, 1))
        assert self.ben.app.visit is not None
        self.ben.app.run(self.ben.app.visit.answer(offer))
        self.anna.app.run(pairing.accept(answer_to(offer)))
        self.offer: Offer = offer
        self.channel = offer.tag.hex()
        self.anna.page.arrives(offer)

    def talk(self) -> None:
        """Bring what each says to the other one, until nobody says anything."""
        while (from_anna := self.anna.unsaid()) + (from_ben := self.ben.unsaid()):
            for text in from_anna:
                self.ben.page.says(self.channel, said=text)
            for text in from_ben:
                self.anna.page.says(self.channel, said=text)

    def finish(self) -> StoredPlay:
        play = self.anna.app.run(self.anna.app.tables.finish(self.live))
        for asked in self.anna.page.asked_to("keep")[-1:]:
            self.ben.page.says(self.channel, keep=asked["text"])
        self.talk()
        return play

    def part(self) -> None:
        for device in (self.anna, self.ben):
            device.page.says(self.channel, became="closed")
            device.start()

    def answer(self, device: Device, seat: int | None) -> None:
        """Let somebody say who of the play has a device."""
        (play,) = device.plays()
        number = device.friends.asks(play)
        assert number
        device.app.run(device.friends.answer(number, play, seat))
        self.talk()

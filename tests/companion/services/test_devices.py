"""My devices: they meet by a code, agree, and know each other at a table; nobody else does."""

from __future__ import annotations

import asyncio
from contextlib import ExitStack
from functools import partial
from typing import TYPE_CHECKING, Any

import pytest

from companion.services import devices as services
from companion.services.agreement import MAX_TEXT, ODD, OLDER, is_name
from companion.services.browser_page import ChannelState
from companion.services.devices import (
    INTERRUPTED,
    KEY_BYTES,
    MAX_DEVICES,
    QUESTION,
    Devices,
    KnownDevice,
    Stage,
    state_of,
)
from companion.services.kept_pads import import_planned
from companion.services.pairing import Pairing
from companion.services.shared_folder import SharedFolder
from companion.services.visit import Visit
from companion.system import now
from scoring.messages import as_typed
from storage.backup import backups
from storage.codes.pairing import Offer
from storage.database.errors import StoreError
from storage.repositories.access import DEVICE_SETTING, DEVICES_SETTING
from storage.repositories.history import Filter, count
from storage.repositories.tables import Store
from tests.companion.carpe_diem_tables import laid_out
from tests.companion.headless import Headless, opened
from tests.companion.paired import DESCRIBED, FakePage, answer_to
from tests.storage.exchange.samples import keep, number, plain

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from companion.services.devices import Meeting
    from storage.exchange.past_imports import Import


class Device:
    """An app with the page of a browser, whose channels lead to another one."""

    def __init__(self, app: Headless) -> None:
        self.app = app
        self.page = FakePage(app)
        self.pairing = Pairing(app.tables, self.page.phones)
        settings = app.worker.run_blocking(Store.settings)
        self.visit = Visit(app.worker, settings, self.page.phones)
        self.devices = Devices(app.tables, settings, self.page.phones, self.pairing, self.visit)
        self._carried = 0

    def said(self) -> list[dict[str, Any]]:
        """What it has said since it was last asked."""
        every = self.page.asked_to("say")
        said, self._carried = every[self._carried :], len(every)
        return said

    def hears(self, said: list[dict[str, Any]]) -> None:
        for words in said:
            self.page.says(words["channel"], said=words["text"])

    @property
    def last(self) -> Meeting:
        assert self.devices.last is not None
        return self.devices.last

    @property
    def plays(self) -> int:
        return self.app.worker.run_blocking(count, Filter())


def keep_play(device: Device, index: int) -> None:
    device.app.worker.run_blocking(keep, plain({"Anna": index}, days=index), number(index))


@pytest.fixture
def mine(tmp_path: Path) -> Iterator[tuple[Device, Device]]:
    with ExitStack() as until_the_end:
        first, second = (Device(until_the_end.enter_context(opened(tmp_path / name))) for name in ("a", "b"))
        first.app.run(first.devices.rename("laptop"))
        second.app.run(second.devices.rename("phone"))
        yield first, second


@pytest.fixture
def laptop(mine: tuple[Device, Device]) -> Device:
    return mine[0]


@pytest.fixture
def phone(mine: tuple[Device, Device]) -> Device:
    return mine[1]


@pytest.fixture
def channel(laptop: Device, phone: Device) -> str:
    """The channel on which both meet; neither has said anything yet."""
    return connect(laptop, phone, laptop.app.run(laptop.pairing.offer_device()))


def carry(first: Device, second: Device, most: int = 1000) -> None:
    """Carry what both say to the other one, until they say no more."""
    for _ in range(most):
        there, back = first.said(), second.said()
        if not there and not back:
            return
        second.hears(there)
        first.hears(back)


def connect(host: Device, guest: Device, offer: Offer) -> str:
    """Let a guest come by an offer; return the channel."""
    guest.app.run(guest.visit.answer(offer))
    host.app.run(host.pairing.accept(answer_to(offer)))
    host.page.arrives(offer)
    return offer.tag.hex()


def meet(host: Device, guest: Device) -> str:
    channel = connect(host, guest, host.app.run(host.pairing.offer_device()))
    carry(host, guest)
    return channel


def at_table(host: Device, guest: Device, table_id: str) -> str:
    channel = connect(host, guest, host.app.run(host.pairing.offer(table_id, None)))
    carry(host, guest)
    return channel


def begun(device: Device) -> str:
    """A table in play there."""
    return laid_out(device.app).id


def test_two_devices_meet_agree_and_know_each_other_from_then_on(mine: tuple[Device, Device]) -> None:
    laptop, phone = mine
    keep_play(laptop, 1)
    for index in (2, 3):
        keep_play(phone, index)
    meet(laptop, phone)
    assert [str(state_of(device.last)) for device in mine] == ["Agreed, 2 new.", "Agreed, 1 new."]
    assert (laptop.plays, phone.plays) == (3, 3)
    assert all(device.app.tables.history.turn for device in mine), "open screens show it"
    (known_here,), (known_there,) = laptop.devices.all(), phone.devices.all()
    assert (known_here.name, known_there.name) == ("phone", "laptop")
    assert known_here.key == known_there.key != ""
    assert None not in {known_here.agreed, known_there.agreed}
    assert laptop.page.asked_to("close")
    assert not laptop.page.asked_to("admit")
    meet(phone, laptop)
    assert [len(device.devices.all()) for device in mine] == [1, 1], "one device was listed twice"


def test_the_code_for_a_device_stays_until_it_is_used(laptop: Device, phone: Device) -> None:
    offer = laptop.app.run(laptop.pairing.offer_device())
    assert offer.is_for_device
    assert laptop.app.run(laptop.pairing.offer_device()) == offer
    connect(laptop, phone, offer)
    assert laptop.app.run(laptop.pairing.offer_device()) != offer


@pytest.mark.parametrize("is_host", [True, False])
def test_a_known_device_agrees_as_it_comes_to_a_table_as_host_or_guest(
    laptop: Device, phone: Device, *, is_host: bool
) -> None:
    meet(laptop, phone)
    keep_play(laptop, 1)
    heard: list[str] = []

    def hear(device: Device) -> None:
        heard.append(str(state_of(device.last)))

    for device in (laptop, phone):
        device.devices.agreed.subscribe(partial(hear, device))
    host, guest = (laptop, phone) if is_host else (phone, laptop)
    at_table(host, guest, begun(host))
    assert phone.plays == 1
    assert sorted(heard) == ["Agreed, 1 new.", "Agreed, nothing new."]
    assert not [asked for asked in host.page.asked_to("close")[1 + is_host :] if asked]


def test_strangers_at_a_table_agree_on_nothing_and_learn_nothing(laptop: Device, phone: Device, tmp_path: Path) -> None:
    meet(laptop, phone)
    with opened(tmp_path / "c") as app:
        stranger = Device(app)
        keep_play(stranger, 9)
        channel = at_table(laptop, stranger, begun(laptop))
        assert stranger.devices.last is None
        laptop.hears([{"channel": channel, "text": text} for text in ("!\ud800" + "0" * 64, ".AAAA")])
        assert laptop.last.channel != channel
        assert laptop.plays == 0
        at_table(stranger, laptop, begun(stranger))
        asked = [
            [said["text"][1:].split(",") for said in device.page.asked_to("say") if said["text"].startswith(QUESTION)]
            for device in (laptop, stranger)
        ]
        assert [[len({*proofs}) for proofs in questions] for questions in asked] == [[MAX_DEVICES]] * 2, (
            "who has devices asks like one who has none"
        )
        for ((*proofs,),) in asked:
            assert {len(proof) for proof in proofs} == {2 * KEY_BYTES}
            assert proofs == sorted(proofs), "the order does not tell which are made up"


def test_proofs_hold_for_the_certificate_of_the_host_alone(laptop: Device, phone: Device) -> None:
    meet(laptop, phone)
    (device,) = laptop.devices.all()
    offer = Offer(secret=bytes(16), seat=0, description=DESCRIBED)
    another = Offer(
        secret=bytes(16),
        seat=0,
        description=type(DESCRIBED)(
            ufrag=DESCRIBED.ufrag, pwd=DESCRIBED.pwd, fingerprint=bytes(32), candidates=DESCRIBED.candidates
        ),
    )
    assert len({device.proof(role, of) for role in ("host", "guest") for of in (offer, another)}) == 4
    assert phone.devices.all()[0].proof("host", offer) == device.proof("host", offer)


def test_a_forgotten_device_agrees_no_more(laptop: Device, phone: Device) -> None:
    meet(laptop, phone)
    laptop.app.run(laptop.devices.forget(laptop.devices.all()[0].id))
    assert not laptop.devices.all()
    before = laptop.last
    at_table(phone, laptop, begun(phone))
    assert laptop.last is before


def test_what_breaks_off_is_said_kept_and_goes_on_the_next_time(mine: tuple[Device, Device]) -> None:
    laptop, phone = mine
    keep_play(laptop, 1)
    channel = connect(laptop, phone, laptop.app.run(laptop.pairing.offer_device()))
    carry(laptop, phone, 2)
    for device in mine:
        device.page.says(channel, became="closed")
        assert state_of(device.last) == INTERRUPTED
        assert [entry.agreed for entry in device.devices.all()] == [None]
    carry(laptop, phone)
    at_table(laptop, phone, begun(laptop))
    assert phone.plays == 1
    assert all(entry.agreed for device in mine for entry in device.devices.all())


def test_a_device_that_is_away_for_long_is_given_up(
    laptop: Device, channel: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(services, "AWAY_TIMEOUT_S", 0)
    laptop.page.says(channel, became="away")
    assert state_of(laptop.last) == INTERRUPTED
    assert laptop.page.asked_to("close")[-1]["channel"] == channel


def test_a_device_that_is_back_in_time_is_not_given_up(
    laptop: Device, phone: Device, channel: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(services, "AWAY_TIMEOUT_S", 0.1)

    async def away_twice() -> None:
        for state in (ChannelState.AWAY, ChannelState.OPEN):
            laptop.page.phones.observers.notify(channel, state)
        monkeypatch.setattr(services, "AWAY_TIMEOUT_S", 1000)
        laptop.page.phones.observers.notify(channel, ChannelState.AWAY)
        await asyncio.sleep(0.3)
        assert laptop.last.stage is Stage.AGREEING, "the second time began anew"
        laptop.page.phones.observers.notify(channel, ChannelState.OPEN)

    laptop.app.run(away_twice())
    carry(laptop, phone)
    assert laptop.last.stage is phone.last.stage is Stage.AGREED


def test_a_meeting_that_ended_while_a_device_was_away_ends_once(laptop: Device, channel: str) -> None:
    async def away() -> None:
        laptop.page.phones.observers.notify(channel, ChannelState.AWAY)
        laptop.page.phones.said.notify(channel, "x")

    laptop.app.run(away())
    assert laptop.last.away is None, "nobody waits for it any more"
    assert laptop.last.why == ODD
    assert len(laptop.page.asked_to("close")) == 1


def test_a_full_disk_is_said_and_nothing_is_half(mine: tuple[Device, Device], monkeypatch: pytest.MonkeyPatch) -> None:
    laptop, phone = mine
    keep_play(laptop, 1)

    def full(*_: object, **__: object) -> None:
        raise StoreError(as_typed("no room"))

    with monkeypatch.context() as patched:
        patched.setattr("companion.services.agreement.import_planned", full)
        meet(laptop, phone)
        broken = [device.last for device in mine if device.last.stage is Stage.BROKEN]
        assert [meeting.why for meeting in broken] == [as_typed("no room")]
    meet(laptop, phone)
    assert phone.plays == 1


@pytest.mark.parametrize("is_said", [True, False])
def test_two_devices_at_a_table_agree_again_though_one_has_broken_off(
    laptop: Device, phone: Device, monkeypatch: pytest.MonkeyPatch, *, is_said: bool
) -> None:
    """Also where the other one does not hear of it."""
    meet(laptop, phone)
    keep_play(phone, 1)

    def import_here(store: Store, *planned: Any) -> Import:
        if store is laptop.app.worker._store:
            raise StoreError(as_typed("no room"))
        return import_planned(store, *planned)

    channel = connect(laptop, phone, laptop.app.run(laptop.pairing.offer(begun(laptop), None)))
    with monkeypatch.context() as patched:
        patched.setattr("companion.services.agreement.import_planned", import_here)
        while laptop.last.channel != channel or laptop.last.stage is not Stage.BROKEN:
            carry(laptop, phone, 1)
    assert laptop.last.why == as_typed("no room")
    if is_said:
        carry(laptop, phone)
        assert state_of(phone.last) == INTERRUPTED
    else:
        laptop.said()
        assert phone.last.stage is Stage.AGREEING
    end_table(laptop, channel)
    carry(laptop, phone)
    assert laptop.plays == 1
    assert laptop.last.stage is phone.last.stage is Stage.AGREED


def end_table(host: Device, channel: str) -> None:
    """Let the table of a guest end."""

    async def end() -> None:
        assert any(take(channel, "") for take in host.pairing.takers)

    host.app.run(end())


def test_a_play_that_ends_while_two_devices_agree_goes_over_at_once(mine: tuple[Device, Device]) -> None:
    laptop, phone = mine
    meet(laptop, phone)
    channel = at_table(laptop, phone, begun(laptop))
    before = laptop.last
    end_table(laptop, channel)
    while laptop.last is before:
        carry(laptop, phone, 1)
    keep_play(laptop, 1)
    end_table(laptop, channel)
    carry(laptop, phone)
    assert phone.plays == 1
    assert [device.last.stage for device in mine] == [Stage.AGREED] * 2


def test_what_came_is_said_though_it_cannot_be_shown_yet(
    laptop: Device, phone: Device, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown: list[str] = []
    laptop.devices.observers.subscribe(lambda: shown.append(str(state_of(laptop.last))))

    async def busy() -> None:
        raise StoreError(as_typed("busy"))

    monkeypatch.setattr(laptop.app.tables, "reload_copies", busy)
    keep_play(phone, 1)
    meet(laptop, phone)
    assert shown[-1] == "Agreed, 1 new."


@pytest.mark.parametrize(("text", "why"), [("x", ODD), (".AAAA", ODD)])
def test_a_device_that_sends_something_else_is_refused(laptop: Device, channel: str, text: str, why: object) -> None:
    laptop.hears([{"channel": channel, "text": text}])
    assert (laptop.last.stage, laptop.last.why) == (Stage.BROKEN, why)
    assert not laptop.devices.all()


def test_what_comes_after_the_end_of_a_meeting_is_not_heard(laptop: Device, phone: Device) -> None:
    channel = meet(laptop, phone)
    before = phone.last
    phone.hears([{"channel": channel, "text": ".AAAA"}])
    assert phone.last is before
    assert before.stage is Stage.AGREED


def test_what_nobody_asked_for_is_not_heard(laptop: Device) -> None:
    laptop.hears([{"channel": "ab", "text": text} for text in ("?", "!", ".AAAA", "")])
    assert laptop.devices.last is None


def test_a_message_that_is_too_long_ends_the_meeting(laptop: Device, channel: str) -> None:
    laptop.hears([{"channel": channel, "text": "+" * (MAX_TEXT + 1)}])
    assert laptop.page.asked_to("close")[-1]["channel"] == channel


def test_a_device_that_says_too_much_at_once_is_cut_off(
    laptop: Device, channel: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(services, "MAX_WAITING", 1)

    async def flood() -> None:
        for _ in range(3):
            laptop.page.phones.said.notify(channel, "+")
        laptop.page.phones.observers.notify(channel, ChannelState.CLOSED)

    laptop.app.run(flood())
    assert laptop.page.asked_to("close")[-1]["channel"] == channel
    assert state_of(laptop.last) == INTERRUPTED


def test_only_so_many_devices_are_known_and_what_is_none_is_left_out(laptop: Device) -> None:
    made = [KnownDevice(id=str(at), device=f"d{at}", name="x", key="00" * KEY_BYTES) for at in range(MAX_DEVICES + 3)]
    laptop.app.run(laptop.devices._keep(made))
    assert len(laptop.devices.all()) == MAX_DEVICES
    laptop.devices._settings[DEVICES_SETTING] = {"a": 1, "b": {"device": "x"}}
    assert laptop.devices.all() == ()
    laptop.devices._settings[DEVICES_SETTING] = "nothing"
    assert laptop.devices.all() == ()


def test_a_damaged_setting_ends_nothing(laptop: Device, phone: Device) -> None:
    meet(laptop, phone)
    stored = laptop.devices.all()[0].stored()
    damaged = {"b": {"key": "no hex"}, "c": {"key": "00"}, "d": {"key": ""}}
    damaged |= {"e": {"agreed": "yesterday"}, "f": {"agreed": "2024-03-01T10:00:00"}}
    laptop.devices._settings[DEVICES_SETTING] = {number: {**stored, **wrong} for number, wrong in damaged.items()}
    assert [(device.id, device.agreed) for device in laptop.devices.all()] == [("e", None), ("f", None)]
    keep_play(laptop, 1)
    at_table(laptop, phone, begun(laptop))
    assert phone.plays == 1


def test_a_device_has_a_name_that_fits(laptop: Device) -> None:
    assert laptop.devices.name == "laptop"
    laptop.app.run(laptop.devices.rename(" "))
    assert is_name(laptop.devices.name)
    laptop.devices.propose("Android")
    assert laptop.devices.name == "Android"


def test_a_device_has_one_id_for_channels_and_for_its_folder(laptop: Device, tmp_path: Path) -> None:
    laptop.app.worker.run_blocking(SharedFolder(tmp_path).agree)
    (file,) = tmp_path.glob("tessera-*.jsonl")
    assert file.stem.endswith(laptop.devices.own_id()), "the folder was there first"
    assert laptop.app.worker.run_blocking(Store.settings)[DEVICE_SETTING] == laptop.devices.own_id()


def test_with_the_data_of_a_backup_it_is_another_device_at_once(laptop: Device, phone: Device, tmp_path: Path) -> None:
    meet(laptop, phone)
    number, run = laptop.devices.own_id(), laptop.app.worker.run_blocking
    run(lambda store: backups.restore(store, backups.backup(store, tmp_path, now()), tmp_path, now()))
    laptop.app.run(laptop.app.tables.reload_all())
    assert not laptop.devices.all()
    assert laptop.devices.own_id() != number
    assert run(Store.settings)[DEVICE_SETTING] == laptop.devices.own_id()


def test_an_older_version_is_named(laptop: Device, phone: Device, monkeypatch: pytest.MonkeyPatch) -> None:
    connect(laptop, phone, laptop.app.run(laptop.pairing.offer_device()))
    monkeypatch.setattr("companion.services.agreement.FORMAT", 3)
    said = laptop.said()
    phone.hears(said)
    assert (phone.last.stage, phone.last.why) == (Stage.BROKEN, OLDER)

"""My devices on the screen: the code, the answer, how far two devices are, and what came of it, at both ends."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import flet as ft
import pytest

from companion.services.browser_page import ChannelState
from companion.services.devices import INTERRUPTED
from companion.services.visit import KEPT_SETTING
from companion.ui.screens.devices import FORGETS, HOW, NOBODY
from companion.ui.screens.pairing import ELSEWHERE, ELSEWHERE_DEVICE, HOLD, OWN_CODE, POINT, UNREACHED_DEVICE
from storage.codes import pairing
from storage.codes.pairing import Answer
from storage.repositories.tables import Store
from tests.companion.headless import opened
from tests.companion.paired import answer_to
from tests.companion.phones import of_host
from tests.companion.services.test_devices import Device, at_table, begun, carry, connect, keep_play, meet
from tests.companion.spoken import nameless
from tests.companion.ui.screens.test_pairing import OFFER, code_of, copied, scanned

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.companion.headless import Headless


def with_devices(app: Headless) -> Device:
    device = Device(app)
    app.pairing, app.visit, app.devices = device.pairing, device.visit, device.devices
    return device


@pytest.fixture
def laptop(app: Headless) -> Device:
    return with_devices(app)


@pytest.fixture
def phone(tmp_path: Path) -> Iterator[Device]:
    with opened(tmp_path / "phone") as app:
        yield with_devices(app)


def test_two_devices_meet_by_two_scans_and_say_what_is_new(laptop: Device, phone: Device) -> None:
    keep_play(phone, 1)
    screen = of_host(laptop.app, "/settings")
    screen.tap("My devices")
    assert screen.route == "/devices"
    screen.follow()
    assert screen.has(HOW)
    assert screen.has(NOBODY)
    assert not nameless(screen)
    screen.type_into("Name", "my laptop")
    screen.tap("Add a device")
    screen.follow()
    assert screen.has(POINT)
    assert screen.has("Code for a device of yours")
    assert not screen.has("Table as a code")
    assert not nameless(screen)
    offer = code_of(screen)
    assert offer.is_for_device
    scanned(laptop.app, screen, offer)
    assert screen.has(OWN_CODE)
    theirs = scanned(phone.app, of_host(phone.app, "/"), offer)
    assert theirs.has(HOLD)
    answer = pairing.read(copied(theirs))
    assert isinstance(answer, Answer)
    scanned(laptop.app, screen, answer)
    phone.page.says(offer.tag.hex(), became=ChannelState.OPEN)
    laptop.page.arrives(offer)
    for shown in (screen, theirs):
        shown.follow()
        assert shown.route == "/devices"
    assert [bar.semantics_label for bar, _ in screen.controls(unsaid=True) if isinstance(bar, ft.ProgressBar)] == [
        "The devices are agreeing …"
    ]
    assert not nameless(screen)
    carry(laptop, phone)
    assert screen.has("Agreed, 1 new.")
    assert theirs.has("Agreed, nothing new.")
    assert theirs.says("my laptop")
    assert theirs.says("Last agreed: ")
    assert not nameless(theirs)
    theirs.tap("Forget: my laptop")
    assert theirs.has(FORGETS)
    theirs.tap("Forget my laptop")
    assert theirs.has(NOBODY)


def test_the_host_of_a_table_is_told_in_passing_that_a_known_device_has_agreed(laptop: Device, phone: Device) -> None:
    meet(laptop, phone)
    keep_play(phone, 1)
    screen = of_host(laptop.app)
    at_table(laptop, phone, begun(laptop))
    assert screen.has("Agreed, 1 new.")


def test_a_program_answers_the_code_of_a_device_and_not_that_of_a_table(laptop: Device, phone: Device) -> None:
    screen = scanned(laptop.app, of_host(laptop.app), phone.app.run(phone.pairing.offer_device()))
    assert screen.has(HOLD)
    assert isinstance(pairing.read(copied(screen)), Answer)
    assert scanned(laptop.app, screen, replace(OFFER, secret=bytes(16))).has(ELSEWHERE)


def test_what_a_device_hands_over_is_no_table(laptop: Device, phone: Device) -> None:
    offer = phone.app.run(phone.pairing.offer_device())
    laptop.app.run(laptop.visit.answer(offer))
    laptop.page.says(offer.tag.hex(), keep="t065\np065")
    assert KEPT_SETTING not in laptop.app.worker.run_blocking(Store.settings)


def test_a_meeting_that_breaks_off_says_so(laptop: Device, phone: Device) -> None:
    screen = of_host(laptop.app, "/devices")
    channel = connect(laptop, phone, laptop.app.run(laptop.pairing.offer_device()))
    carry(laptop, phone, 2)
    laptop.page.says(channel, became=ChannelState.CLOSED)
    assert screen.says(str(INTERRUPTED)[1:])
    assert screen.has("Not yet agreed")


def test_devices_that_do_not_reach_each_other_are_told_what_helps(
    laptop: Device, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.ui.screens.pairing.CONNECT_TIMEOUT_S", 0)
    screen = of_host(laptop.app, "/devices/add")
    scanned(laptop.app, screen, answer_to(code_of(screen)))
    assert screen.has(UNREACHED_DEVICE)
    screen.tap("New code")
    assert screen.route == "/devices/add"


def test_a_name_that_is_none_is_refused_on_the_spot(laptop: Device) -> None:
    screen = of_host(laptop.app, "/devices")
    screen.type_into("Name", "den")
    screen.type_into("Name", " ")
    assert screen.says("a name of at most 40 characters"[1:])
    assert laptop.devices.name == "den"


def test_where_nothing_can_meet_there_are_no_devices(app: Headless, laptop: Device) -> None:
    offer = app.run(laptop.pairing.offer_device())
    app.visit = None
    laptop.pairing.drop(offer.tag.hex())
    assert scanned(app, of_host(app, "/"), offer).has(ELSEWHERE_DEVICE)
    app.devices = app.pairing = None
    assert not of_host(app, "/settings").has("My devices")
    for address in ("/devices", "/devices/add"):
        assert of_host(app, address).has(NOBODY)

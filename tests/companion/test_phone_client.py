"""The phones of the benchmark show what a browser would: patch by patch the same as the whole page."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgpack  # type: ignore[import-untyped]
import pytest
from flet.controls.base_control import BaseControl
from flet.messaging.protocol import Message, MessageAction, configure_encode_object_for_msgpack

from companion.ui.screens.table_screen import TableScreen
from tests.benchmarks.material import NAMES
from tests.benchmarks.phones import Watched
from tests.benchmarks.phones_client import Screen
from tests.companion.carpe_diem_tables import laid_out
from tests.companion.client import Client

if TYPE_CHECKING:
    from tests.companion.headless import Headless

STOCK = ["Coins, +1", "Fish, +1", "Space on the prestige bar, +1", "pond"]
DISTRICT = ["C4", "Lay market", "Undo: market on C4", "C5"]


class Follower:
    """A phone that is sent what a browser is sent."""

    def __init__(self) -> None:
        self.said: list[str] = []
        self.screen: Screen | None = None

    def take(self, message: Message) -> None:
        action, body = packed([message.action, message.body])
        if action == MessageAction.REGISTER_CLIENT.value:
            self.screen = Screen(body["page_patch"])
        elif action == MessageAction.PATCH_CONTROL.value:
            assert self.screen is not None
            self.said += self.screen.patch(body["id"], body["patch"])


def packed(value: object) -> Any:
    """A value as it comes out at the other end."""
    default = configure_encode_object_for_msgpack(BaseControl)  # type: ignore[no-untyped-call]
    return msgpack.unpackb(msgpack.packb(value, default=default), strict_map_key=False)


def lists(value: Any) -> dict[int, list[int]]:
    """The controls that lie in each control one after the other, by their numbers."""
    if isinstance(value, list):
        return {number: held for part in value for number, held in lists(part).items()}
    if not isinstance(value, dict):
        return {}
    children = {number: held for part in value.values() for number, held in lists(part).items()}
    inner = value.get("controls")
    return children | ({value["_i"]: [part["_i"] for part in inner]} if inner and isinstance(inner, list) else {})


@pytest.fixture
def follower(monkeypatch: pytest.MonkeyPatch) -> Follower:
    following = Follower()
    send = Client.send_message

    def sent(client: Client, message: Message) -> None:
        following.take(message)
        send(client, message)

    monkeypatch.setattr(Client, "send_message", sent)
    return following


@pytest.mark.parametrize(("place", "taps"), [("stock", STOCK), ("district", DISTRICT)])
def test_a_phone_shows_what_a_browser_would(app: Headless, follower: Follower, place: str, taps: list[str]) -> None:
    seen = app.show(TableScreen, laid_out(app).id, place, 0)
    for name in taps:
        assert follower.screen is not None
        follower.said.clear()
        app.run(seen.page.session.dispatch_event(follower.screen.tapped(name), "click", None))
        assert follower.said
        whole = Screen(packed(seen.page))
        assert sorted(filter(None, follower.screen.texts())) == sorted(filter(None, whole.texts()))
        assert lists(follower.screen.page) == lists(whole.page)


def test_what_cannot_be_tapped_is_not_found(app: Headless, follower: Follower) -> None:
    app.show(TableScreen, laid_out(app).id, "stock", 0)
    assert follower.screen is not None
    for name in ("Coins, −1", "nothing of that name"):
        with pytest.raises(LookupError):
            follower.screen.tapped(name)


def test_the_time_of_a_tap_is_that_to_the_last_of_the_others() -> None:
    watched = Watched()
    for phone in range(len(NAMES)):
        for name in NAMES:
            watched.told(phone, f"{name}, 8 points, on another phone", 0)
    watched.began = (8,) * len(NAMES)
    watched.tapped[NAMES[0]] = [10, 11]
    for phone, at in ((0, 10.9), (1, 10.1), (2, 10.3), (3, 10.2)):
        watched.told(phone, f"{NAMES[0]}, 9 points", at)
    watched.told(3, f"{NAMES[0]}, 1 coin", 12)
    for phone in range(len(NAMES)):
        watched.told(phone, f"{NAMES[0]}, 10 points", 11.5)
    assert list(watched.taken(10)) == pytest.approx([0.3, 0.5])
    assert list(watched.taken(10.5)) == pytest.approx([0.5])

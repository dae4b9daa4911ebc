"""What Flet sends is the same but for numbers, by all fields of a control or by what is set."""

from __future__ import annotations

import dataclasses
import re
from typing import TYPE_CHECKING, Any

import flet as ft
import msgpack  # type: ignore[import-untyped]
import pytest
from flet.controls.base_control import BaseControl
from flet.controls.object_patch import DiffBuilder
from flet.messaging.protocol import MessageAction, configure_encode_object_for_msgpack
from flet.version import flet_version

from companion.games import KITS
from companion.tables.state import STYLES
from companion.ui.app import App
from companion.ui.core.flet_walks import KNOWN, WALKS, walk_what_is_set, with_fields_by
from companion.ui.editors import EDITORS
from companion.ui.screens.table_screen import END, SHEET
from tests.companion import mayor_tables, pad_tables, phones
from tests.companion.client import Client
from tests.companion.headless import GAMES_WITH_RULES

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from flet.messaging.protocol import Message

    from tests.companion.headless import Headless

OTHERS = ("/", "/new", "/new/pad", "/history", "/statistics", "/people", "/exchange", "/settings", "/cards", "/take")


def renumbered(value: Any, numbers: dict[int, int]) -> Any:
    """Return a message with its controls numbered as they are met: Flet counts on from page to page."""
    if isinstance(value, list):
        return [renumbered(part, numbers) for part in value]
    if not isinstance(value, dict):
        return value
    return {
        key: numbers.setdefault(part, len(numbers)) if key in {"_i", "id", "service_id"} else renumbered(part, numbers)
        for key, part in value.items()
    }


def sent(app: Headless, monkeypatch: pytest.MonkeyPatch, routes: Sequence[str]) -> list[Any]:
    """Return how the page changes in a browser that goes to these addresses."""
    patches: list[Any] = []
    numbers: dict[int, int] = {}
    send = Client.send_message

    def keep(self: Client, message: Message) -> None:
        packing = configure_encode_object_for_msgpack(BaseControl)  # type: ignore[no-untyped-call]
        send(self, message)
        if message.action is MessageAction.PATCH_CONTROL:
            body = msgpack.unpackb(msgpack.packb(message.body, default=packing), strict_map_key=False)
            if "_services" not in repr(body["patch"][0]):  # these go whenever Python collects them
                patches.append(renumbered(body, numbers))

    with monkeypatch.context() as patch:
        patch.setattr(Client, "send_message", keep)
        screen = app.show(App, phones.context_of(app))
        for route in routes:
            screen.go(route)
    return patches


def kinds(kind: Any = BaseControl) -> Iterator[Any]:
    """Yield all kinds of controls that are made by what they are given."""
    for below in kind.__subclasses__():
        if "__wrapped__" in vars(vars(below).get("__init__", None) or object):
            yield below
        yield from kinds(below)


def same_either_way(app: Headless, monkeypatch: pytest.MonkeyPatch, routes: Sequence[str]) -> None:
    quick = sent(app, monkeypatch, routes)
    for name in WALKS:
        monkeypatch.setattr(DiffBuilder, name, with_fields_by(getattr(DiffBuilder, name), dataclasses))
    for kind in kinds():
        monkeypatch.setattr(kind, "__init__", kind.__init__.__wrapped__)
    assert quick == sent(app, monkeypatch, routes)
    assert len(quick) > len(routes)


@pytest.mark.parametrize("game", [*GAMES_WITH_RULES, "score-pad"])
def test_the_screens_of_a_table_are_sent_the_same(app: Headless, monkeypatch: pytest.MonkeyPatch, game: str) -> None:
    if game == "mayor":
        mayor_tables.know_the_rondel(app)
    if game == "score-pad":
        live = pad_tables.begun(app, pad_tables.OTTERS, "Anna", "Ben", entries=[{"fish": 3}])
    else:
        state = KITS[game].begin(("Anna", "Ben"), STYLES[:2], next(iter(KITS[game].variants)), app.tables.copies[game])
        opened = app.run(app.tables.open(app.run(app.tables.begin(game, state))))
        assert opened is not None
        live = opened
    tabs = [*(tab.key for tab in EDITORS[game].tabs), SHEET.key, END.key]
    places = [f"/table/{live.id}/{tab}/0" for tab in tabs]
    same_either_way(app, monkeypatch, [*places, f"/seating/{live.id}", f"/help/{game}/{live.id}", f"/settings/{game}"])


def test_all_other_screens_are_sent_the_same(app: Headless, monkeypatch: pytest.MonkeyPatch) -> None:
    same_either_way(app, monkeypatch, OTHERS)


def made(make: Any, kind: Any, *args: Any, **named: Any) -> dict[str, str] | str:
    """Return all that is set at a new control, in the order in which it was set, or what is wrong with the call."""
    control = object.__new__(kind)
    try:
        make(control, *args, **named)
    except Exception as wrong:  # noqa: BLE001 - whatever it says, it says
        return f"{type(wrong).__name__}: {wrong}"
    values = {name: value for name, value in vars(control).items() if name not in {"_i", "_dirty"}}
    return {"order": repr([*control._values])} | {
        name: re.sub(r"\b_i=\d+|'uid': '\w+'|0x\w+", "", repr(values[name])) for name in values
    }


def test_a_control_of_each_kind_is_made_the_same_from_nothing() -> None:
    controls = {kind: made(kind.__init__, kind) for kind in {*kinds()}}
    assert controls == {kind: made(kind.__init__.__wrapped__, kind) for kind in controls}
    assert sum(isinstance(control, dict) for control in controls.values()) > len(controls) / 2


@pytest.mark.parametrize(
    ("args", "named", "is_wrong"),
    [
        (("Anna",) * 99, {}, True),
        (("Anna",), {"value": "Ben"}, True),
        ((), {"valeu": "Anna"}, True),
        (("Anna",), {"size": 20, "color": None, "key": "name"}, False),
    ],
    ids=["positions", "twice", "mistyped", "well"],
)
def test_what_a_control_is_given_is_read_as_ever(
    args: tuple[Any, ...], named: dict[str, Any], *, is_wrong: bool
) -> None:
    init: Any = ft.Text.__init__
    text = made(init, ft.Text, *args, **named)
    assert text == made(init.__wrapped__, ft.Text, *args, **named)
    assert isinstance(text, str) == is_wrong


def test_a_control_that_is_declared_later_is_made_by_what_it_is_given() -> None:
    @ft.control("Otter")  # type: ignore[arg-type]  # Flet's own types
    class Otter(ft.LayoutControl):
        fish: int = 3
        friends: list[str] = dataclasses.field(default_factory=list)

    assert Otter in {*kinds()}
    otter = Otter(tooltip="an otter")
    assert (otter.fish, otter.friends, otter.tooltip, otter.visible) == (3, [], "an otter", True)


def test_another_version_of_flet_walks_as_it_does(caplog: pytest.LogCaptureFixture) -> None:
    walks = {name: getattr(DiffBuilder, name) for name in WALKS}
    walk_what_is_set(f"{KNOWN}.1")
    assert {name: getattr(DiffBuilder, name) for name in WALKS} == walks
    assert caplog.messages == [
        f"Flet {KNOWN}.1 walks over all fields of a control: only those of Flet {KNOWN} are known here"
    ]


def test_it_is_the_version_that_is_installed() -> None:
    assert flet_version == KNOWN

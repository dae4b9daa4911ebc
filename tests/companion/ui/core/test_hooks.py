"""States of components, the keys of the keyboard, and what is loaded for a screen."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import flet as ft

from companion import ui
from companion.tables.attempt import Version
from companion.tables.state import with_player
from companion.ui.components import drafts
from companion.ui.components.async_state import use_computed
from companion.ui.components.drafts import TYPED, use_typed
from companion.ui.components.layout import screen as screen_of
from companion.ui.core.context import LOW_HEIGHT, Viewport, use_loaded, use_revision, use_selector, use_ui
from companion.ui.core.error_boundary import NOT_DONE, NOT_LOADED, NOT_LOADED_AGAIN, component, safe
from companion.ui.core.hooks import keyed, nothing, run_on, use_effect, use_lazy_state, use_ref, use_value
from companion.ui.core.keyboard import LEAVE, Keys, text_focus_handlers, use_keys
from companion.ui.core.theme import DARK, LIGHT
from scoring.messages import say
from storage.database.errors import StoreError
from storage.repositories.tables import Store
from tests.companion.carpe_diem_tables import change, laid_out

if TYPE_CHECKING:
    from collections.abc import Callable

    import pytest

    from companion.tables.live_table import LiveTable
    from tests.companion.headless import Headless


@component
def tapped(name: str) -> ft.Control:
    """Count the taps on a name."""
    count, set_count = use_value(0)
    return ft.Button(f"{name} {count}", on_click=safe(lambda: set_count(lambda before: before + 1)))


def test_a_state_becomes_what_is_made_of_it(app: Headless) -> None:
    screen = app.show(tapped, "Anna")
    screen.tap("Anna 0")
    screen.tap("Anna 1")
    assert screen.names == ["Anna 2"]


def test_a_state_is_kept_with_its_key_and_begins_anew_with_another(app: Headless) -> None:
    @component
    def shown() -> ft.Control:
        name, set_name = use_value("Anna")
        rename = ft.Button("Other", on_click=safe(lambda: set_name(lambda now: "Ben" if now == "Anna" else "Anna")))
        again = ft.Button("Longer", on_click=safe(lambda: set_name(lambda now: f"{now}!")))
        return ft.Column([rename, again, keyed(name.rstrip("!"), tapped, name)])

    screen = app.show(shown)
    screen.tap("Anna 0")
    screen.tap("Longer")
    assert screen.has("Anna! 1")
    screen.tap("Other")
    assert screen.has("Anna 1")
    screen.tap("Other")
    assert screen.has("Ben 0")


def test_what_is_made_is_made_once_and_what_is_kept_shows_nothing(app: Headless) -> None:
    made: list[str] = []

    def make() -> list[str]:
        made.append("made")
        return []

    @component
    def shown() -> ft.Control:
        count, set_count = use_lazy_state(lambda: len(made))
        kept = use_ref(make)
        return ft.Column(
            [
                ft.Text(f"{count} and {len(kept.current)}"),
                ft.Button("Keep", on_click=safe(lambda: kept.current.append("one"))),
                ft.Button("Show", on_click=safe(lambda: set_count(lambda before: before + 1))),
            ]
        )

    screen = app.show(shown)
    assert screen.has("0 and 0")
    screen.tap("Keep")
    assert screen.has("0 and 0")
    screen.tap("Show")
    assert screen.has("1 and 1")
    assert made == ["made"]
    nothing()


def test_a_part_follows_the_table_or_what_it_sees_of_it(app: Headless) -> None:
    live = laid_out(app)
    rendered: list[str] = []

    @component
    def everything(live: LiveTable) -> ft.Control:
        rendered.append("all")
        return ft.Text(f"revision {use_revision(live)}")

    @component
    def coins_of(live: LiveTable, seat: int) -> ft.Control:
        rendered.append("coins")
        return ft.Text(f"{use_selector(live, lambda: live.state.table.players[seat].coins, seat)} coins")

    @component
    def both(live: LiveTable) -> ft.Control:
        return ft.Column([everything(live), coins_of(live, 0)])

    screen = app.show(both, live)
    rendered.clear()
    change(app, live, lambda state: with_player(state, 0, bread=1))
    assert (screen.names, rendered) == (["revision 1", "0 coins"], ["all"])
    change(app, live, lambda state: with_player(state, 0, coins=4))
    assert (screen.names, sorted(rendered)) == (["revision 2", "4 coins"], ["all", "all", "coins"])


def test_what_changes_before_a_part_listens_is_shown(app: Headless) -> None:
    """As where several phones come at once, and one of them taps."""
    live = laid_out(app)
    shared = live._shared

    def change_it() -> None:
        shared.now = Version(live.game, with_player(live.state, 0, coins=7), shared.now)
        shared.revision += 1
        live.observers.notify()

    @component
    def follower() -> ft.Control:
        return ft.Text(f"revision {use_revision(live)}")

    @component
    def selector() -> ft.Control:
        return ft.Text(f"coins {use_selector(live, lambda: live.state.table.players[0].coins)}")

    @component
    def both() -> ft.Control:
        use_lazy_state(lambda: asyncio.get_running_loop().call_soon(change_it))
        return ft.Column([follower(), selector()])

    screen = app.show(both)
    assert screen.has(f"revision {live.revision}")
    assert screen.has("coins 7")


def test_parts_that_change_together_are_rendered_once_each(app: Headless) -> None:
    live = laid_out(app)
    rendered: list[int] = []
    depth = 12

    @component
    def layer(live: LiveTable, below: int) -> ft.Control:
        rendered.append(below)
        words = ft.Text(f"revision {use_revision(live)}")
        return ft.Column([words, *([layer(live, below - 1)] if below else [])])

    screen = app.show(layer, live, depth)
    rendered.clear()
    change(app, live, lambda state: with_player(state, 0, bread=1))
    assert screen.names == ["revision 1"] * (depth + 1)
    assert rendered == list(range(depth, -1, -1))


def test_what_is_typed_is_kept_when_typing_pauses(app: Headless, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(drafts, "TYPING_PAUSE_S", 0.05)
    kept: list[Any] = []

    @component
    def typing() -> ft.Control:
        _, set_typed = use_typed("name", "")

        def type_in() -> None:
            for _ in "Ann":
                set_typed(lambda before: "Ann"[: len(before) + 1])

        return ft.Button("Type", on_click=safe(type_in))

    screen = app.show(typing)
    monkeypatch.setattr(Store, "set", lambda _, *setting: kept.append(setting))
    screen.tap("Type")
    assert kept == [(TYPED, {"name": "Ann"})]


def test_a_part_sees_the_seat_that_it_was_given_last(app: Headless) -> None:
    live = laid_out(app)

    @component
    def coins_of(live: LiveTable, seat: int) -> ft.Control:
        return ft.Text(f"{use_selector(live, lambda: live.state.table.players[seat].coins, seat)} coins")

    @component
    def turned(live: LiveTable) -> ft.Control:
        seat, set_seat = use_value(0)
        return ft.Column(
            [ft.Button("Turn", on_click=safe(lambda: set_seat(lambda now: 1 - now))), coins_of(live, seat)]
        )

    screen = app.show(turned, live)
    change(app, live, lambda state: with_player(state, 0, coins=1))
    screen.tap("Turn")
    assert screen.has("0 coins")
    change(app, live, lambda state: with_player(state, 1, coins=7))
    assert screen.has("7 coins")


def test_nobody_watches_for_a_part_that_is_gone(app: Headless) -> None:
    live = laid_out(app)

    @component
    def everything(live: LiveTable) -> ft.Control:
        return ft.Text(f"revision {use_revision(live)}")

    @component
    def shown(live: LiveTable) -> ft.Control:
        visible, set_visible = use_value(initial=True)
        return ft.Column(
            [
                ft.Button("Go", on_click=safe(lambda: set_visible(lambda now: not now))),
                *([everything(live)] if visible else []),
            ]
        )

    screen = app.show(shown, live)
    assert len(live.observers._callbacks) == 1
    screen.tap("Go")
    assert live.observers._callbacks == []
    change(app, live, lambda state: with_player(state, 0, coins=1))
    screen.tap("Go")
    assert screen.has("revision 1")


def test_what_is_loaded_comes_when_it_is_there_and_can_be_loaded_again(app: Headless) -> None:
    asked: list[str] = []
    there = asyncio.Event()

    @component
    def loaded(what: str) -> ft.Control:
        async def load() -> str:
            asked.append(what)
            await there.wait()
            return f"{what} {len(asked)}"

        value, again = use_loaded(load, [what])
        return ft.Button(value or "not there yet", on_click=safe(again))

    @component
    def shown() -> ft.Control:
        return loaded("Anna")

    async def later() -> None:
        there.set()

    app.run(later())
    screen = app.show(shown)
    assert screen.names == ["Anna 1"]
    screen.tap("Anna 1")
    assert screen.names == ["Anna 2"]


def test_a_load_that_fails_says_so_and_can_be_tried_again(app: Headless) -> None:
    faults: list[Exception] = [ZeroDivisionError(), StoreError(say("the disk is full"))]

    async def load() -> str:
        if faults:
            raise faults.pop(0)
        return "all the plays"

    @component
    def shown() -> ft.Control:
        loaded, again = use_loaded(load, [])
        return screen_of(
            ft.Text("Plays"), [ft.Text(loaded or "One moment …"), ft.Button("Again", on_click=safe(again))]
        )

    with app.failing() as caught:
        screen = app.show(shown)
        assert screen.names == ["Plays", str(NOT_LOADED), "Try again"]
        assert "ZeroDivisionError" in caught[0]
        screen.tap("Try again")
    assert screen.names == ["Plays", "The disk is full.", "Try again"]
    screen.tap("Try again")
    assert screen.names == ["Plays", "all the plays", "Again"]
    faults.append(ZeroDivisionError())
    with app.failing():
        screen.tap("Again")
    assert screen.names == ["Plays", str(NOT_LOADED_AGAIN), "Try again", "all the plays", "Again"]


def test_a_part_of_a_screen_that_cannot_be_loaded_says_so_in_its_place(app: Headless) -> None:
    async def load() -> str:
        raise ZeroDivisionError

    def compute(number: int) -> int:
        return 1 // number

    @component
    def loading() -> ft.Control:
        use_loaded(load, [])
        return ft.Text("a form")

    @component
    def computing() -> ft.Control:
        return ft.Text(str(use_computed(compute, 0)))

    @component
    def both() -> ft.Control:
        return ft.Column([loading(), computing()])

    with app.failing():
        screen = app.show(both)
    assert screen.names == [str(NOT_LOADED), "Try again", "a form", str(NOT_LOADED), "Try again", "None"]


def test_what_fails_in_the_background_is_said(app: Headless) -> None:
    async def later() -> None:
        raise ZeroDivisionError

    def at_once() -> None:
        raise ZeroDivisionError

    @component
    def shown(effect: Callable[[], object]) -> ft.Control:
        use_effect(effect, [])
        page = ft.context.page
        return ft.Button("Run", on_click=safe(lambda: run_on(page, later)))

    for effect in (later, at_once, nothing):
        with app.failing() as caught:
            screen = app.show(shown, effect)
            assert screen.has(NOT_DONE) is (effect is not nothing)
            screen.tap("Run")
        assert screen.has(NOT_DONE)
        assert "ZeroDivisionError" in caught[-1]


def test_every_task_of_a_screen_is_begun_where_its_failures_are_said() -> None:
    unguarded = re.compile(r"ft\.use_effect|[.]run_task|create_task|ensure_future|run_coroutine_threadsafe")
    folder = Path(ui.__file__).parent
    files = [file for file in folder.rglob("*.py") if unguarded.search(file.read_text(encoding="utf-8"))]
    assert [str(file.relative_to(folder)) for file in files] == ["core/hooks.py"]


def test_a_look_says_what_fits(app: Headless) -> None:
    assert not Viewport().wide
    assert Viewport(width=760).wide
    assert not Viewport().low
    assert Viewport(width=844, height=LOW_HEIGHT - 1).low
    assert Viewport(palette=DARK).dark
    assert not Viewport(palette=LIGHT).dark

    @component
    def shown() -> ft.Control:
        return ft.Text(f"{use_ui().viewport.width} px")

    assert app.show(shown, viewport=Viewport(width=320)).names == ["320 px"]


@component
def listener(heard: list[str], name: str, keys: tuple[str, ...]) -> ft.Control:
    """Hear of some keys, and of no others."""
    count, set_count = use_value(0)

    async def press(event: ft.KeyboardEvent) -> bool:
        if event.key not in keys:
            return False
        heard.append(f"{name} {count} {event.key}")
        set_count(lambda before: before + 1)
        return True

    use_keys(use_ui().keys, press)
    return ft.Text(f"{name} {count}")


@component
def rooms(heard: list[str]) -> ft.Control:
    """Show one listener over another, which may be closed, beside a text field."""
    over, set_over = use_value(initial=True)
    parts: list[ft.Control] = [
        ft.Button("Close", on_click=safe(lambda: set_over(lambda now: not now))),
        ft.TextField(label="Name", value="", **text_focus_handlers(use_ui().keys)),
        listener(heard, "below", ("Escape", "Z", LEAVE)),
    ]
    return ft.Column([*parts, *([listener(heard, "over", ("Escape",))] if over else [])])


def test_a_key_is_for_the_last_that_came_and_knows_it(app: Headless) -> None:
    heard: list[str] = []
    screen = app.show(rooms, heard)
    screen.press("Escape")
    screen.press("Escape")
    screen.press("Z")
    screen.press("Q")
    assert heard == ["over 0 Escape", "over 1 Escape", "below 0 Z"]
    heard.clear()
    screen.tap("Close")
    screen.press("Escape")
    assert heard == ["below 1 Escape"]


def test_a_field_that_is_typed_into_keeps_its_letters(app: Headless) -> None:
    heard: list[str] = []
    screen = app.show(rooms, heard)
    screen.event(screen.find("Name", ft.TextField), "focus")
    screen.press("Z")
    screen.press("Z", ctrl=True)
    screen.press(LEAVE)
    assert heard == ["below 0 Z", f"below 1 {LEAVE}"]
    screen.leave("Name")
    screen.press("Z")
    assert heard[2:] == ["below 2 Z"]


def test_who_stopped_to_listen_hears_nothing() -> None:
    keys = Keys()
    heard: list[str] = []

    async def take(event: Any) -> bool:
        heard.append(event.key)
        return True

    page: Any = None

    def event(key: str) -> ft.KeyboardEvent:
        held = {"shift": False, "ctrl": False, "alt": False, "meta": False}
        return ft.KeyboardEvent(name="keyboard_event", control=page, key=key, **held)

    stop = keys.subscribe(take)
    asyncio.run(keys.press(event("A")))
    stop()
    stop()
    asyncio.run(keys.press(event("B")))
    assert heard == ["A"]

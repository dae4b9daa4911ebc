"""A number that is stepped or typed."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import flet as ft
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.ui.components import stepper
from companion.ui.components.controls import outlined
from companion.ui.components.stepper import Counter, Stepper, read_number
from companion.ui.core import page
from companion.ui.core.context import use_ui
from companion.ui.core.error_boundary import component
from companion.ui.core.hooks import use_value
from companion.ui.core.keyboard import use_keys
from companion.ui.core.theme import LIGHT
from scoring.messages import say
from storage.database.errors import StoreError

if TYPE_CHECKING:
    from tests.companion.headless import Headless, Screen

FISH = Counter(name="Fish", most=20)
DEBT = Counter(name="Points", least=-99, most=999)


@pytest.mark.parametrize(
    ("counter", "typed", "number"),
    [
        (FISH, "0", 0),
        (FISH, "20", 20),
        (FISH, " 7 ", 7),
        (FISH, "007", 7),
        (FISH, "00012", 12),
        (DEBT, "-0099", -99),
        (DEBT, "-99", -99),
        (DEBT, "−12", -12),
        (DEBT, "999", 999),
    ],
)
def test_what_was_typed_is_a_number(counter: Counter, typed: str, number: int) -> None:
    assert read_number(counter, typed) == number


@pytest.mark.parametrize(
    ("counter", "typed", "sentence"),
    [
        (FISH, "", "Fish: a whole number from 0 to 20."),
        (FISH, "  ", "Fish: a whole number from 0 to 20."),
        (FISH, "21", "Fish: a whole number from 0 to 20."),
        (FISH, "-1", "Fish: a whole number from 0 to 20."),
        (FISH, "1.5", "Fish: a whole number from 0 to 20."),
        (FISH, "many", "Fish: a whole number from 0 to 20."),
        (FISH, "²", "Fish: a whole number from 0 to 20."),
        (FISH, "1_0", "Fish: a whole number from 0 to 20."),
        (DEBT, "-100", "Points: a whole number from -99 to 999."),
        (DEBT, "--5", "Points: a whole number from -99 to 999."),
        (DEBT, "-", "Points: a whole number from -99 to 999."),
    ],
)
def test_what_is_no_such_number_is_a_sentence(counter: Counter, typed: str, sentence: str) -> None:
    assert read_number(counter, typed) == sentence


@pytest.mark.parametrize(("typed", "number"), [("6+10+2", 18), ("20 - 3", 17), ("−1 + 4", 3), ("6+", 6), ("03+1", 4)])
def test_a_sum_is_its_number(typed: str, number: int) -> None:
    assert read_number(FISH, typed) == number


def test_a_sum_stays_as_it_is_typed_until_the_field_is_left(app: Headless) -> None:
    screen, kept = shown(app)
    screen.type_into("Fish", "6+10")
    assert kept == [16]
    assert screen.value("Fish") == "6+10"
    screen.leave("Fish")
    assert screen.value("Fish") == "16"


def test_very_long_numbers_are_a_sentence_too() -> None:
    assert isinstance(read_number(FISH, "9" * 100_000), str)


@given(typed=st.text(), least=st.integers(-99, 0), most=st.integers(1, 9999))
def test_whatever_is_typed_is_a_number_in_its_limits_or_a_sentence(typed: str, least: int, most: int) -> None:
    read = read_number(Counter(name="Fish", least=least, most=most), typed)
    assert isinstance(read, str) or least <= read <= most


def shown(app: Headless, first: int = 3, counter: Counter = FISH) -> tuple[Screen, list[int]]:
    """A number, and all that were kept of it; seven cannot be kept, and "Undo" makes it the first again."""
    kept: list[int] = []

    @component
    def number() -> ft.Control:
        value, set_value = use_value(first)

        async def keep(another: int) -> None:
            if another == 7:
                raise StoreError(say("the disk is full"))
            kept.append(another)
            set_value(lambda _: another)

        undo = outlined("Take back", lambda: set_value(lambda _: first))
        return ft.Column([Stepper(counter, value, keep), undo])

    return app.show(number), kept


def field(screen: Screen) -> Any:
    return screen.find("Fish", ft.TextField)


def test_a_tap_is_one_more_or_one_less(app: Headless) -> None:
    screen, kept = shown(app)
    screen.tap("Fish, +1")
    screen.tap("Fish, +1")
    screen.tap("Fish, −1")
    assert kept == [4, 5, 4]
    assert screen.value("Fish") == "4"


def test_the_buttons_end_where_the_numbers_do(app: Headless) -> None:
    screen, _ = shown(app, 19)
    screen.tap("Fish, +1")
    assert not screen.enabled("Fish, +1")
    lowest, _ = shown(app, -99, DEBT)
    assert lowest.value("Points") == "−99"
    assert (lowest.enabled("Points, −1"), lowest.enabled("Points, +1")) == (False, True)


def test_a_number_that_is_typed_is_kept_at_once(app: Headless) -> None:
    screen, kept = shown(app)
    for typed in ("1", "12"):
        screen.type_into("Fish", typed)
    assert kept == [1, 12]
    assert screen.value("Fish") == "12"
    screen.leave("Fish")
    assert screen.value("Fish") == "12"


def test_the_number_that_stands_there_is_not_kept_again(app: Headless) -> None:
    screen, kept = shown(app)
    screen.type_into("Fish", "03")
    assert kept == []
    assert screen.value("Fish") == "03"
    screen.leave("Fish")
    assert screen.value("Fish") == "3"


@pytest.mark.parametrize("act", ["type", "Take back"])
def test_what_cannot_be_goes_with_the_next_act(app: Headless, monkeypatch: pytest.MonkeyPatch, act: str) -> None:
    monkeypatch.setattr(page, "SAME_TAP_S", 0)
    screen, kept = shown(app)
    screen.type_into("Fish", "40")
    sentence = "Fish: a whole number from 0 to 20. It stays 3."
    assert screen.has(sentence)
    assert screen.value("Fish") == "40"
    assert field(screen).fill_color == ft.Colors.ERROR_CONTAINER
    screen.leave("Fish")
    assert screen.value("Fish") == "3"
    assert screen.has(sentence)
    assert field(screen).fill_color == ft.Colors.SURFACE_CONTAINER_HIGHEST
    assert kept == []
    screen.type_into("Fish", "4") if act == "type" else screen.tap(act)
    assert not screen.has(sentence)
    assert kept == ([4] if act == "type" else [])


@pytest.mark.parametrize("typed", [("2", "25"), ("",)])
def test_of_what_cannot_be_no_first_figures_are_kept(app: Headless, typed: tuple[str, ...]) -> None:
    screen, kept = shown(app, 12)
    for figures in typed:
        screen.type_into("Fish", figures)
    assert screen.has("Fish: a whole number from 0 to 20. It stays 12.")
    screen.leave("Fish")
    assert (screen.value("Fish"), [12, *kept][-1]) == ("12", 12)


def test_a_number_is_saved_once_it_is_typed_to_its_end(app: Headless, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stepper, "PAUSE_S", 60)
    screen, kept = shown(app)

    async def typed() -> None:
        for entered in ("1", "12"):
            screen.page.session.apply_patch(field(screen)._i, {"value": entered})
            typing.append(asyncio.create_task(screen.page.session.dispatch_event(field(screen)._i, "change", entered)))
            await asyncio.sleep(0.01)
        await screen.page.session.dispatch_event(field(screen)._i, "blur", None)
        for task in typing:
            task.cancel()

    typing: list[asyncio.Task[None]] = []
    app.run(typed())
    assert kept == [12]
    assert screen.value("Fish") == "12"


def test_a_tap_beside_what_cannot_be_goes_on_from_the_last_number(app: Headless) -> None:
    screen, kept = shown(app)
    screen.type_into("Fish", "x")
    screen.tap("Fish, +1")
    assert kept == [4]
    assert screen.value("Fish") == "4"
    assert not screen.says("a whole number")


def test_what_could_not_be_saved_is_said_and_the_number_stays(app: Headless) -> None:
    screen, kept = shown(app, 6)
    screen.tap("Fish, +1")
    assert screen.has("the disk is full")
    assert screen.value("Fish") == "6"
    assert kept == []


def test_what_was_typed_goes_where_the_number_became_another(app: Headless) -> None:
    screen, _ = shown(app)
    screen.type_into("Fish", "12")
    screen.tap("Take back")
    assert screen.value("Fish") == "3"


@pytest.mark.parametrize("left", [False, True], ids=["goes on", "was left"])
def test_what_is_typed_stays_while_what_was_typed_before_is_being_saved(
    app: Headless, monkeypatch: pytest.MonkeyPatch, *, left: bool
) -> None:
    monkeypatch.setattr(stepper, "PAUSE_S", 0.3 if left else 0)
    saved = asyncio.Event()
    kept: list[int] = []

    @component
    def number() -> ft.Control:
        value, set_value = use_value(0)

        async def keep(another: int) -> None:
            await saved.wait()
            kept.append(another)
            set_value(lambda _: another)

        return Stepper(FISH, value, keep)

    screen = app.show(number)
    seen: list[str] = []

    async def typed() -> None:
        for event, text in (("change", "1"), *([("blur", None)] if left else []), ("change", "12")):
            if text is not None:
                screen.page.session.apply_patch(field(screen)._i, {"value": text})
            asyncio.create_task(screen.page.session.dispatch_event(field(screen)._i, event, text))  # noqa: RUF006
            await asyncio.sleep(0.01)
            seen.append(field(screen).value)
        saved.set()
        await asyncio.sleep(0.01)
        seen.append(field(screen).value)

    app.run(typed())
    assert (seen[0], seen[-2:]) == ("1", ["12", "12"])
    assert (kept, screen.value("Fish")) == ([1, 12], "12")


def test_no_tap_is_lost_while_others_are_being_saved_and_shown(app: Headless) -> None:
    kept: list[int] = []
    lock = asyncio.Lock()

    @component
    def number() -> ft.Control:
        value, set_value = use_value(0)

        async def keep(another: int) -> None:
            async with lock:
                await asyncio.sleep(0.02)
                kept.append(another)
                set_value(lambda _: another)

        return Stepper(FISH, value, keep)

    screen = app.show(number)
    more = screen.find("Fish, +1", ft.IconButton)

    async def tapped() -> None:
        taps = []
        for _ in range(6):
            taps.append(asyncio.create_task(screen.page.session.dispatch_event(more._i, "click", None)))
            await asyncio.sleep(0.012)
        await asyncio.gather(*taps)

    app.run(tapped())
    assert kept == [1, 2, 3, 4, 5, 6]
    assert screen.value("Fish") == "6"


def test_taps_that_could_not_be_saved_count_for_nothing(app: Headless) -> None:
    asked: list[int] = []

    @component
    def number() -> ft.Control:
        value, set_value = use_value(3)

        async def keep(another: int) -> None:
            asked.append(another)
            await asyncio.sleep(0)
            if len(asked) < 3:
                raise StoreError(say("the disk is full"))
            set_value(lambda _: another)

        return Stepper(FISH, value, keep)

    screen = app.show(number)
    more = screen.find("Fish, +1", ft.IconButton)

    async def tapped() -> None:
        await asyncio.gather(*(screen.page.session.dispatch_event(more._i, "click", None) for _ in range(4)))

    app.run(tapped())
    assert asked == [4, 4, 4, 5]
    assert screen.value("Fish") == "5"


def test_the_keyboard_is_the_fields_while_it_is_typed_into(app: Headless) -> None:
    pressed: list[str] = []

    @component
    def number() -> ft.Control:
        async def press(event: ft.KeyboardEvent) -> bool:
            pressed.append(event.key)
            return True

        async def keep(_: int) -> None:
            """Keep nothing."""

        use_keys(use_ui().keys, press)
        return Stepper(FISH, 3, keep)

    screen = app.show(number)
    screen.event(field(screen), "focus")
    screen.press("Arrow Left")
    assert pressed == []
    screen.leave("Fish")
    screen.press("Arrow Left")
    assert pressed == ["Arrow Left"]


def test_what_was_typed_and_not_saved_is_not_shown_as_if_it_were(app: Headless) -> None:
    screen, _ = shown(app)
    screen.type_into("Fish", "7")
    assert screen.has("the disk is full")
    screen.leave("Fish")
    assert screen.value("Fish") == "3"


def test_the_mark_and_the_name_beside_a_field_say_nothing_more(app: Headless) -> None:
    screen, _ = shown(app, counter=Counter(name="Fish", most=20, char="\ue000", ink=LIGHT.ink))
    assert [name for name in screen.names if name != "Take back"] == ["Fish, −1", "Fish", "Fish, +1"]

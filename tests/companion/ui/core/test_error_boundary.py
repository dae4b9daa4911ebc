"""Whatever is wrong with a handler or a part, the table stays on the screen."""

from __future__ import annotations

import gc
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NoReturn

import flet as ft
import pytest

from companion.ui.core.context import use_ui
from companion.ui.core.error_boundary import NOT_DONE, NOT_SHOWN, component, memo, safe, show_snackbar
from companion.ui.core.hooks import use_value
from scoring.messages import say
from storage.database.errors import StoreError

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.companion.headless import Headless


@component
def counting(fault: Callable[[], Any]) -> ft.Control:
    """Count the taps of one button, next to another one that fails."""
    count, set_count = use_value(0)
    return ft.Column(
        [
            ft.Text(f"{count} taps"),
            ft.Button("Tap", on_click=safe(lambda: set_count(lambda before: before + 1))),
            ft.Button("Fail", on_click=safe(fault)),
        ]
    )


def not_saved() -> NoReturn:
    raise StoreError(say("the disk is full"))


async def not_saved_later() -> NoReturn:
    not_saved()


def broken() -> NoReturn:
    raise ZeroDivisionError


async def broken_later() -> NoReturn:
    broken()


@pytest.mark.parametrize("fault", [not_saved, not_saved_later])
def test_what_could_not_be_saved_is_said(app: Headless, fault: Callable[[], Any]) -> None:
    screen = app.show(counting, fault)
    screen.tap("Fail")
    assert screen.has("the disk is full")
    screen.tap("Tap")
    assert screen.has("1 taps")


@pytest.mark.parametrize("fault", [broken, broken_later])
def test_a_fault_of_a_handler_is_a_sentence_and_a_line_in_the_log(app: Headless, fault: Callable[[], Any]) -> None:
    screen = app.show(counting, fault)
    with app.failing() as caught:
        screen.tap("Fail")
    assert screen.has(NOT_DONE)
    assert len(caught) == 1
    assert "ZeroDivisionError" in caught[0]
    screen.tap("Tap")
    assert screen.has("1 taps")


def test_a_handler_is_told_of_its_event_or_of_nothing(app: Headless) -> None:
    seen: list[object] = []

    async def with_event(event: ft.Event[ft.Button]) -> None:
        seen.append(event.name)

    def without() -> None:
        seen.append("nothing")

    async def with_options(*, author: str = "host") -> None:
        seen.append(author)

    def buttons() -> ft.Control:
        handlers: dict[str, Any] = {"With": with_event, "Without": without, "Options": with_options}
        return ft.Column([ft.Button(name, on_click=safe(handler)) for name, handler in handlers.items()])

    screen = app.show(component(buttons))
    screen.tap("With")
    screen.tap("Without")
    screen.tap("Options")
    assert seen == ["click", "nothing", "host"]


def test_what_is_said_can_be_taken_back_where_that_is_possible(app: Headless) -> None:
    taken_back: list[str] = []

    def remove() -> None:
        show_snackbar("The tile was taken away.", undo=lambda: taken_back.append("tile"))

    screen = app.show(counting, remove)
    screen.tap("Fail")
    assert screen.has("The tile was taken away.")
    screen.tap("Undo")
    assert taken_back == ["tile"]


def test_what_is_said_takes_the_place_of_what_was_said_before(app: Headless) -> None:
    said = iter(("The tile was laid.", "The tile was turned.", "The tile was taken away."))
    screen = app.show(counting, lambda: show_snackbar(next(said)))
    for _ in range(3):
        screen.tap("Fail")
    assert [name for name in screen.names if name.startswith("The tile")] == ["The tile was taken away."]


def test_an_undo_that_fails_is_said_as_well(app: Headless) -> None:
    screen = app.show(counting, lambda: show_snackbar("The tile was taken away.", undo=not_saved_later))
    screen.tap("Fail")
    screen.tap("Undo")
    assert screen.has("the disk is full")


def test_a_part_that_cannot_be_shown_says_so_in_its_place(app: Headless) -> None:
    @component
    def part(wrong: bool) -> ft.Control:  # noqa: FBT001 - a state
        if wrong:
            broken()
        return ft.Text("all is well")

    @component
    def whole() -> ft.Control:
        wrong, set_wrong = use_value(initial=False)
        turn = ft.Button("Turn", on_click=safe(lambda: set_wrong(lambda before: not before)))
        return ft.Column([turn, part(wrong)])

    screen = app.show(whole)
    assert screen.has("all is well")
    with app.failing() as caught:
        screen.tap("Turn")
    assert screen.has(NOT_SHOWN)
    assert len(caught) == 1
    assert "part failed" in caught[0]
    screen.tap("Turn")
    assert screen.has("all is well")


@dataclass(frozen=True, slots=True)
class Words:
    """What a part is given; equal ones are as good as the same."""

    words: str


def test_a_memo_is_rendered_again_only_when_it_is_given_something_else(app: Headless) -> None:
    rendered: list[str] = []

    @memo
    def part(label: Words) -> ft.Control:
        rendered.append(label.words)
        return ft.Text(label.words)

    @component
    def whole() -> ft.Control:
        count, set_count = use_value(0)
        more = ft.Button("More", on_click=safe(lambda: set_count(lambda before: before + 1)))
        return ft.Column([more, ft.Text(f"count {count}"), part(Words(f"half {count // 2}"))])

    screen = app.show(whole)
    screen.tap("More")
    assert screen.has("count 1")
    assert rendered == ["half 0"]
    screen.tap("More")
    assert screen.has("half 1")
    assert rendered == ["half 0", "half 1"]


@memo
def around(words: str) -> ft.Control:
    """Show a field in something that is not drawn anew with what is around it."""
    return ft.Column([ft.Text(words), inner()])


@component
def inner() -> ft.Control:
    """Count taps, and say how wide the page is."""
    count, set_count = use_value(0)
    width = use_ui().viewport.width
    return ft.Button(f"{count} at {width}", on_click=safe(lambda: set_count(lambda before: before + 1)))


@component
def drawn_anew() -> ft.Control:
    """Draw what is around again and again."""
    count, set_count = use_value(0)
    more = ft.Button(f"around {count}", on_click=safe(lambda: set_count(lambda before: before + 1)))
    return ft.Column([more, around("the same")])


def test_what_lies_below_a_memoised_component_keeps_its_context(app: Headless) -> None:
    screen = app.show(drawn_anew)
    for number in range(3):
        screen.tap(f"around {number}")
        gc.collect()
        screen.tap(f"{number} at 390")
    assert screen.has("3 at 390")

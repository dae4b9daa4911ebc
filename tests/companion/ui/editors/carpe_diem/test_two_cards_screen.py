"""The two-card question on the screen."""

from __future__ import annotations

from typing import TYPE_CHECKING

import flet as ft
import pytest

from companion.games.carpe_diem.forum import TwoCardsQuestion
from companion.ui.core.context import Viewport
from companion.ui.editors.carpe_diem.two_cards_screen import TwoCards
from scoring.carpe_diem.state import Card, Good, Reward, Thing
from storage.documents.codec import plain
from tests.companion.headless import Headless, Screen, opened

if TYPE_CHECKING:
    from pathlib import Path

POND_AND_GARDEN = "pond, garden: 7 points"
LANDSCAPES = "3 landscapes: coin, bread"
HERBS = "2 herbs: 4 points"
FISH = "3 fish: 7 points"


def picked(app: Headless, first: str, second: str) -> Screen:
    screen = app.show(TwoCards)
    screen.tap("First card")
    screen.tap(first)
    screen.tap("Second card")
    screen.tap(second)
    return screen


def test_an_empty_question_says_what_to_do(app: Headless) -> None:
    screen = app.show(TwoCards)
    assert screen.has("First card")
    assert not screen.says("final total")
    assert not screen.has("What you own")


def test_hank_owns_seven_landscapes(app: Headless) -> None:
    screen = picked(app, POND_AND_GARDEN, LANDSCAPES)
    assert screen.says("−8 points now")
    screen.type_into("Completed ponds", "2")
    assert screen.has("All landscapes: 0 is not possible, because 2 are counted by kind.")
    screen.type_into("Completed gardens", "1")
    screen.type_into("All completed landscapes", "7")
    assert screen.has("7 points now, the final total changes by +9")
    assert screen.says("“3 landscapes” is met twice by what is owned: 2 coins and 2 bread.")


@pytest.mark.parametrize(("width", "in_one_row"), [(390, True), (320, False)])
def test_a_narrow_phone_breaks_no_word_next_to_a_number(app: Headless, *, width: int, in_one_row: bool) -> None:
    screen = app.show(TwoCards, viewport=Viewport(width=width, height=700))
    rows = [control.controls for control, _ in screen.controls() if isinstance(control, ft.Row)]
    row = next(row for row in rows if any(getattr(part, "value", "") == "Chicken" for part in row))
    assert any(isinstance(part, ft.Row) for part in row) is in_one_row


def test_nothing_is_asked_of_the_district_for_cards_that_are_paid(app: Headless) -> None:
    screen = picked(app, HERBS, FISH)
    assert not screen.has("What you own")
    screen.type_into("Herbs", "4")
    screen.tap("Coins, +1")
    assert screen.has("4 points now, the final total changes by +2")


def test_points_now_and_the_final_total_are_told_apart_where_they_differ(app: Headless) -> None:
    dear = Card(pay={Good.GRAPES: 4}, reward=Reward(points=1))
    bread = Card(own={Thing.BAKERY: 1}, reward=Reward(points=2))
    question = TwoCardsQuestion(cards=(dear, bread), goods={Good.GRAPES: 8}, owned={Thing.BAKERY: 1})
    screen = app.show(TwoCards, settings={"two_cards": plain(question)})
    assert screen.has("4 points now, or the final total changes by +1")
    assert screen.has("Points now")
    assert screen.has("Final total")
    assert screen.says("“4 grapes” is met twice for 8 grapes: 2 points.")
    assert screen.says("“4 grapes” is met once for 4 grapes: 1 point.")


def test_a_kept_card_that_cannot_be_is_shown_and_can_be_changed(app: Headless) -> None:
    question = TwoCardsQuestion(cards=(Card(pay={}, reward=Reward(points=1)), Card(own={}, pay={})))
    screen = app.show(TwoCards, settings={"two_cards": plain(question)})
    screen.tap("Edit First card")
    assert screen.has("Another card, A")


def test_the_question_is_still_there_after_a_restart(tmp_path: Path) -> None:
    with opened(tmp_path) as app:
        screen = picked(app, HERBS, FISH)
        screen.type_into("Herbs", "4")
        screen.tap("First edition")
    with opened(tmp_path) as app:
        screen = app.show(TwoCards)
        assert screen.value("Herbs") == "4"
        assert screen.has("4 points now, the final total changes by +2")
        screen.tap("Clear all")
        assert screen.has("First card")
        assert screen.value("Herbs") == "0"


def test_a_card_is_changed_for_another_that_is_entered(app: Headless) -> None:
    screen = picked(app, HERBS, FISH)
    screen.tap("Edit Second card")
    screen.tap("Another card, D")
    screen.tap("bakeries")
    screen.type_into("Points", "9")
    screen.tap("Save")
    assert screen.has("own 1 bakery, get 9 points.")
    assert screen.has("Completed bakeries")

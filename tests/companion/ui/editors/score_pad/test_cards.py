"""The cards of a pad on the screen: a tap takes one, what was taken goes back, and each says why it is worth what."""

from __future__ import annotations

import asyncio
from functools import partial
from random import Random
from typing import TYPE_CHECKING, Any, cast

import flet as ft
import pytest
from fontTools.ttLib import TTFont  # type: ignore[import-untyped]

from companion.formatting.languages import catalogue, languages
from companion.games.score_pad.kinds.cards import (
    IN_A_ROW,
    MAX_ROWS,
    found,
    is_searched,
    tabs_of,
    with_one,
    without_step,
)
from companion.games.score_pad.shelf import decks, key_on_shelf, ready_pads
from companion.system.paths import assets
from companion.tables.access import THIS_MACHINE
from companion.ui.app import App
from companion.ui.core.context import Viewport
from companion.ui.core.theme import LINE_HEIGHT, SMALL_SPACING, Style, line_height
from companion.ui.editors.score_pad.cards_view import ASKED, ROUNDED, tab_title, width_in_two_lines
from companion.ui.screens.new_table_game import PadOfTable
from companion.ui.screens.table_screen import TableScreen
from scoring.messages import as_typed, reading
from scoring.score_pad.deck import Ask, Card, Deck, deck_of_parts, name_of
from storage.documents.codec import plain
from tests.benchmarks.cards import random_forest, tapped
from tests.companion.pad_tables import FOREST, HAND, begun, entries_of, type_in
from tests.companion.phones import context_of, on_phone, seated
from tests.companion.spoken import inside, nameless, said_twice, small_targets
from tests.companion.spoken import name_of as spoken_name

if TYPE_CHECKING:
    from collections.abc import Iterator

    from companion.tables.live_table import LiveTable
    from tests.companion.headless import Headless, Screen

DESKTOP = Viewport(width=1280, height=800)


def opened(app: Headless, live: LiveTable, name: str = "", **more: Any) -> Screen:
    """Show the cards of the first player, which open by themselves where nothing is entered, or those of a cell."""
    screen = app.show(TableScreen, live.id, None, 0, **more)
    if name:
        screen.tap(name)
    return screen


def cards_of(live: LiveTable, seat: int = 0) -> Any:
    return entries_of(live)[seat].get("cards")


def take(screen: Screen, *names: str) -> None:
    """Tap cards, each with the number that it has by then."""
    for name in names:
        starts = name if name.endswith("? ") else f"{name}: "
        screen.tap(next(shown for shown in screen.names if shown == name or shown.startswith(starts)))


def hold(screen: Screen, name: str) -> None:
    screen.event(screen.tapped(name), "long_press")


def test_a_tap_is_one_more_with_the_points_that_it_brings(app: Headless) -> None:
    live = begun(app, FOREST, "Anna", "Ben")
    screen = opened(app, live)
    take(screen, "Roe Deer", "Wolf", "Roe Deer")
    assert cards_of(live) == {"roe": 2, "wolf": 1}
    assert screen.has("Roe Deer: 2")
    assert screen.has("Roe Deer 8 points")
    assert screen.has("3 cards")
    assert screen.has("16 points")
    screen.press("Escape")
    assert screen.has("Anna: 3 cards, 16 points", group="Cards")
    screen.tap("Anna: 3 cards, 16 points", group="Cards")
    assert screen.has("Roe Deer: 2")


def test_next_leads_to_the_player_who_has_no_cards_yet_and_done_back_to_the_sheet(app: Headless) -> None:
    pad = {**FOREST, "categories": [*FOREST["categories"], {"key": "fish", "title": "Fish", "kind": "points"}]}
    live = begun(app, pad, "Anna", "Ben", "Clara", entries=[{}, {"cards": 87}])
    screen = app.show(TableScreen, live.id, None, 0)
    screen.tap("Anna: nothing entered", group="Cards")
    assert screen.has("Done"), "nothing lies there: one looked, and goes back"
    take(screen, "Oak")
    assert not screen.has("Done")
    screen.tap("Next")
    assert screen.has("Clara, Cards")
    assert not screen.has("Undo: Oak")
    take(screen, "Wolf")
    screen.tap("Done")
    assert entries_of(live) == [{"cards": {"oak": 1}}, {"cards": 87}, {"cards": {"wolf": 1}}]
    assert screen.has("Anna: 1 card, 10 points", group="Cards")
    screen.tap("Anna: 1 card, 10 points", group="Cards")
    assert screen.has("Done"), "all have cards by now"


def test_next_is_gone_once_a_phone_has_the_last_cards(app: Headless) -> None:
    live = begun(app, FOREST, "Anna", "Ben")
    screen = opened(app, live)
    take(screen, "Oak")
    assert screen.has("Next")
    ben = on_phone(app, seated(app, live, 1), f"/table/{live.id}/entries/0")
    ben.tap("Ben: nothing entered", group="Cards")
    take(ben, "Wolf")
    assert ben.has("Done")
    assert screen.has("Done")
    screen.tap("Done")
    assert screen.has("Ben: 1 card, 0 points", group="Cards")


def test_what_was_just_taken_is_taken_back_step_by_step(app: Headless) -> None:
    live = begun(app, FOREST, "Anna", "Ben")
    screen = opened(app, live)
    take(screen, "Oak", "Wolf", "Oak")
    screen.tap("Undo: Oak")
    assert cards_of(live) == {"oak": 1, "wolf": 1}
    screen.tap("Undo: Wolf")
    assert cards_of(live) == {"oak": 1}
    screen.press("Backspace")
    assert cards_of(live) is None
    assert not screen.has("Undo: Oak")


def test_undo_and_redo_take_one_card_each_and_what_was_undone_is_not_taken_back_again(app: Headless) -> None:
    live = begun(app, FOREST, "Anna", "Ben")
    screen = opened(app, live)
    take(screen, "Oak", "Wolf")
    screen.tap("Undo: Anna, Cards: Wolf 1")
    assert cards_of(live) == {"oak": 1}
    assert screen.has("Undo: Oak")
    screen.tap("Redo: Anna, Cards: Wolf 1")
    assert cards_of(live) == {"oak": 1, "wolf": 1}


def test_what_was_taken_elsewhere_since_stays(app: Headless) -> None:
    live = begun(app, FOREST, "Anna", "Ben")
    screen, second = opened(app, live), opened(app, live)
    take(screen, "Oak")
    take(second, "Wolf")
    screen.tap("Undo: Oak")
    assert cards_of(live) == {"wolf": 1}


def test_what_was_decided_or_asked_before_comes_back_though_something_else_was_done_since(app: Headless) -> None:
    cards = {"beech": 2, "chaffinch": 1, "chaffinch.beech": 1}
    live = begun(app, FOREST, "Anna", "Ben", entries=[{"cards": cards}])
    screen, second = opened(app, live, "Anna: 3 cards, 5 points"), opened(app, live, "Anna: 3 cards, 5 points")
    screen.tap("Cards taken, with their points")
    screen.tap("Beech: One less")
    screen.tap("Beech: One less")
    assert cards_of(live) == {"chaffinch": 1}
    take(second, "Wolf")
    screen.tap("Undo: Beech")
    assert cards_of(live) == {"beech": 1, "chaffinch": 1, "chaffinch.beech": 1, "wolf": 1}
    screen.tap("Undo: Beech")
    assert cards_of(live) == {**cards, "wolf": 1}


def test_a_step_is_taken_back_while_it_is_clear_what_was_before() -> None:
    wild = Card(key="mirage", name="M")
    played = Deck(tags={}, cards=(wild, Card(key="wolf", name="W")))
    before, after = {"mirage": 1, "mirage.rain": 1}, {"mirage": 1, "mirage.smoke": 1}
    assert without_step(played, {**after, "wolf": 2}, before, after) == {**before, "wolf": 2}
    assert without_step(played, before, before, after) is None, "decided anew since"
    assert without_step(played, {"mirage": 1, "mirage.fog": 1}, before, {"mirage": 1}) is None, "decided since"
    assert without_step(played, {"wolf": 1}, {}, {"mirage": 1}) is None, "it is gone"


ON_A_BEECH = "Chaffinch, on a Beech: how many?"


def test_a_card_asks_only_where_the_answer_can_be(app: Headless) -> None:
    live = begun(app, FOREST, "Anna", "Ben")
    screen = opened(app, live)
    take(screen, "Chaffinch")
    assert not screen.says("Questions of the cards")
    take(screen, "Beech", "Chaffinch")
    screen.tap("Chaffinch, on a Beech: One more")
    assert cards_of(live) == {"beech": 1, "chaffinch": 2, "chaffinch.beech": 1}
    assert screen.has("5 points")
    screen.tap("Questions of the cards")
    screen.tap("Chaffinch, on a Beech: One more", group="Questions of the cards")
    assert cards_of(live)["chaffinch.beech"] == 2
    screen.tap("Chaffinch, on a Beech: One less")
    screen.tap("Chaffinch, on a Beech: One less")
    assert cards_of(live) == {"beech": 1, "chaffinch": 2, "chaffinch.beech": 0}, "it is answered"
    assert screen.has(f"{ON_A_BEECH} 0", group="Questions of the cards")


def test_a_question_stays_until_it_is_answered_and_is_named_before_the_end(app: Headless) -> None:
    live = begun(app, FOREST, "Anna", "Ben", entries=[{}, {"cards": 4}])
    screen = opened(app, live, "Anna: nothing entered")
    take(screen, "Beech", "Chaffinch", "Wolf", "Oak")
    assert screen.has("Questions of the cards: 1")
    assert screen.has(ON_A_BEECH), "other cards do not take its place"
    open_ = "Chaffinch, on a Beech: how many? Nobody answered, so it counts as 0"
    assert open_ in str(live.columns[0].lines[0].because)
    screen.tap("Done")
    assert screen.has(f"Cards, Anna: {open_}.")
    walk = app.show(TableScreen, live.id, "end", 0)
    assert walk.has("1 question of the cards is open.")
    walk.tap("Finish")
    assert walk.says(f"Cards, Anna: {open_}.")
    walk.tap("Cancel")
    screen.tap("Anna: 4 cards, 10 points")
    screen.tap(f"{ON_A_BEECH} 0")
    assert cards_of(live) == {"beech": 1, "chaffinch": 1, "wolf": 1, "oak": 1, "chaffinch.beech": 0}
    assert screen.has("Questions of the cards")
    assert not screen.says("nothing entered")
    assert not app.show(TableScreen, live.id, "end", 0).says("open")
    screen.tap("Undo: Chaffinch, on a Beech")
    assert screen.has("Questions of the cards: 1"), "it is open again"


def test_a_question_takes_no_room_from_the_cards(app: Headless) -> None:
    live = begun(app, FOREST, "Anna", "Ben", entries=[{"cards": {"beech": 1}}])
    screen = opened(app, live, "Anna: 1 card, 0 points")

    def strip(last: str) -> list[str]:
        shown = ([*map(spoken_name, row.controls)] for row, _ in screen.controls() if isinstance(row, ft.Row))
        return next(names for names in shown if names[-1:] == [last])

    assert strip("Next")[1] == "Cards taken, with their points", "what takes back has its place before that"
    take(screen, "Chaffinch")
    assert strip("Next: Ben")[0] == "Undo: Chaffinch"
    assert not screen.has("Cards taken, with their points")
    screen.tap("Questions of the cards: 1")
    screen.tap("Cards taken, with their points")
    assert screen.has("1 × Chaffinch")


def test_of_two_questions_of_a_card_the_second_follows_a_0_and_stays_while_it_is_tapped(app: Headless) -> None:
    screen = opened(app, begun(app, plain(ready_pads()["everdell"].pad()), "Anna", "Ben"))
    take(screen, "King")
    assert not screen.says("Special Event: how many")
    screen.tap("How many do you have: Basic Event? 0")
    for _ in range(3):
        assert not screen.says("Basic Event: how many")
        screen.tap("King, Special Event: One more")
    assert screen.has("How many do you have: Special Event? 3")


def test_more_copies_than_the_game_has_are_said_at_once_and_an_answer_of_0_is_taken_back(app: Headless) -> None:
    live = begun(app, FOREST, "Anna", entries=[{"cards": {"beech": 1, "chaffinch": 1, "wolf": 3}}])
    screen, second = opened(app, live, "Anna: 5 cards, 0 points"), opened(app, live, "Anna: 5 cards, 0 points")
    screen.tap(f"{ON_A_BEECH} 0")
    take(second, "Wolf")
    assert not second.says("the game has")
    screen.tap("Undo: Chaffinch, on a Beech")
    assert cards_of(live) == {"beech": 1, "chaffinch": 1, "wolf": 4}
    take(screen, "Wolf")
    assert screen.has("Wolf: 5 at the table, the game has 4.")


def test_what_a_card_lay_on_takes_the_answer_along(app: Headless) -> None:
    live = begun(app, FOREST, "Anna", "Ben", entries=[{"cards": {"beech": 1, "chaffinch": 1, "chaffinch.beech": 1}}])
    screen = opened(app, live, "Anna: 2 cards, 5 points")
    hold(screen, "Beech: 1")
    screen.tap("Beech: One less")
    assert cards_of(live) == {"chaffinch": 1}
    assert not screen.has("Questions of the cards")


def test_holding_a_card_says_what_one_more_would_bring_and_why_it_is_worth_what_it_is(app: Headless) -> None:
    live = begun(app, FOREST, "Anna", "Ben", entries=[{"cards": {"roe": 2, "wolf": 1, "beech": 3}}])
    screen = opened(app, live, "Anna: 6 cards, 16 points")
    hold(screen, "Beech: 3")
    assert screen.has("One more Beech: +20")
    hold(screen, "Oak")
    assert screen.has("One more Oak: +10")
    assert not screen.says("One less")
    hold(screen, "Wolf: 1")
    assert screen.has("One more Wolf: +10")
    assert screen.has("10 points: 5 × 2 (Deer)")
    screen.tap("Wolf: One less")
    assert cards_of(live) == {"roe": 2, "beech": 3}
    assert screen.has("Wolf −10 points") or screen.has("Wolf -10 points")
    assert live.revision == 1


@pytest.mark.parametrize(("scale", "in_one_row"), [(1.0, True), (2.0, False)])
def test_with_large_text_what_one_more_would_bring_stands_above_its_buttons(
    app: Headless, *, scale: float, in_one_row: bool
) -> None:
    live = begun(app, FOREST, "Anna", "Ben", entries=[{"cards": {"oak": 1}}])
    screen = opened(app, live, "Anna: 1 card, 10 points", viewport=Viewport(width=320, height=700, scale=scale))
    hold(screen, "Oak: 1")
    assert screen.has("10 points"), "why is not said of a card that is worth its number alone"
    said = next(around for control, around in screen.controls() if spoken_name(control) == "One more Oak: +10")
    rows = [control for control in said if isinstance(control, ft.Row)]
    assert any("Close" in map(spoken_name, inside(row)) for row in rows) is in_one_row


def test_without_holding_a_button_says_on_all_cards_what_one_more_would_bring(app: Headless) -> None:
    live = begun(app, FOREST, "Anna", "Ben", entries=[{"cards": {"roe": 2}}])
    screen = opened(app, live, "Anna: 2 cards, 6 points")
    screen.tap("What would one more bring?")
    screen.tap("Wolf +10")
    assert cards_of(live) == {"roe": 2, "wolf": 1}
    assert screen.has("Wolf: 1 +10")


def test_the_best_choice_is_worked_out_and_said(app: Headless) -> None:
    live = begun(app, HAND, "Anna", "Ben")
    screen = opened(app, live)
    take(screen, "Candle", "Mirage")
    assert screen.has("Mirage is Rainstorm")
    assert live.columns[0].total == 22
    screen.tap("Cards taken, with their points")
    assert screen.says("20")
    screen.tap("Candle: One less")
    assert cards_of(live) == {"mirage": 1}
    screen.tap("Mirage: One more")
    assert cards_of(live) == {"mirage": 2}
    screen.tap("Cards")
    assert screen.has("Mirage: 2")


def test_one_number_is_entered_instead_and_cards_take_its_place(app: Headless) -> None:
    live = begun(app, FOREST, "Anna", "Ben")
    screen = opened(app, live)
    screen.tap("Only the points")
    type_in(screen, 87)
    assert entries_of(live) == [{"cards": 87}, {}]
    screen.tap("Anna: 87", group="Cards")
    screen.tap("Card by card")
    assert screen.has("Cards take the place of the 87 points entered.")
    take(screen, "Oak")
    assert cards_of(live) == {"oak": 1}
    screen.tap("Undo: Oak")
    assert cards_of(live) == 87


def test_one_number_is_entered_beside_the_cards_of_others(app: Headless) -> None:
    live = begun(app, FOREST, "Anna", "Ben", entries=[{"cards": {"oak": 1}}, {}])
    wide = opened(app, live, "Ben: nothing entered", viewport=DESKTOP)
    assert wide.names.count("Tap: one card more. The bulb: what each would bring.") == 1
    screen = opened(app, live, "Ben: nothing entered")
    screen.tap("Only the points")
    type_in(screen, 87)
    assert entries_of(live) == [{"cards": {"oak": 1}}, {"cards": 87}]
    screen.tap("Ben: 87", group="Cards")
    screen.tap("Card by card")
    assert not screen.has("Only the points")


def test_the_points_alone_can_be_kept(app: Headless) -> None:
    live = begun(app, FOREST, "Anna", "Ben", entries=[{"cards": {"oak": 3}}])
    screen = opened(app, live, "Ben: nothing entered")
    screen.press("Escape")
    screen.press("1")
    assert cards_of(live, 1) is None
    screen.tap("Anna: 3 cards, 30 points")
    screen.press("5")
    screen.press("Browser Back")
    assert cards_of(live) == {"oak": 3}


def test_nothing_but_the_points_of_cards_is_kept_and_comes_back(app: Headless) -> None:
    pad = {**FOREST, "categories": [{"key": "fish", "title": "Fish", "kind": "points"}, *FOREST["categories"]]}
    live = begun(app, pad, "Anna", entries=[{"cards": {"oak": 3}}])
    screen = app.show(TableScreen, live.id, None, 0)
    screen.tap("Anna: nothing entered", group="Fish")
    screen.press("Arrow Down")
    assert not screen.has("7"), "cards are not typed over"
    screen.tap("Only the points")
    assert entries_of(live) == [{"cards": 30}]
    assert screen.has("7")
    screen.tap("Undo: Anna, Cards: 30")
    screen.tap("Card by card")
    screen.tap("Cards taken, with their points")
    screen.tap("Only the points")
    assert cards_of(live) == 30
    assert screen.has("Cards take the place of the 30 points entered.")
    screen.tap("Undo: Anna, Cards: 30")
    assert cards_of(live) == {"oak": 3}


def test_where_only_the_points_were_kept_no_card_is_taken_back_and_the_points_stay(app: Headless) -> None:
    live = begun(app, FOREST, "Anna", "Ben")
    screen, second = opened(app, live), opened(app, live)
    take(screen, "Oak", "Oak")
    second.tap("Cards taken, with their points")
    second.tap("Only the points")
    for shown in (screen, second):
        assert not shown.has("Undo: Oak")
        shown.press("Backspace")
        assert cards_of(live) == 20
    screen.tap("Undo: Anna, Cards: 20")
    assert screen.has("Undo: Oak")
    screen.tap("Cards taken, with their points")
    screen.tap("Only the points")
    assert not screen.has("Undo: Oak")
    screen.press("Backspace")
    assert cards_of(live) == 20


def test_an_undo_elsewhere_leads_there(app: Headless) -> None:
    pad = {**FOREST, "categories": [{"key": "fish", "title": "Fish", "kind": "points"}, *FOREST["categories"]]}
    live = begun(app, pad, "Anna")
    screen = app.show(TableScreen, live.id, None, 0)
    type_in(screen, 4)
    screen.tap("Card by card")
    screen.tap("Undo: Anna, Fish: 4")
    assert entries_of(live) == [{}]
    assert not screen.has("Done")
    assert screen.has("Anna, Fish")


def test_each_on_their_own_phone_takes_cards_in_the_same_moment(app: Headless) -> None:
    live = begun(app, FOREST, "Anna", "Ben")
    anna = on_phone(app, seated(app, live, 0), f"/table/{live.id}/entries/0")
    ben = on_phone(app, seated(app, live, 1), f"/table/{live.id}/entries/0")
    app.tap_at_once((anna, "Oak"), (ben, "Wolf"), (anna, "Oak"), (ben, "Roe Deer"))
    assert entries_of(live) == [{"cards": {"oak": 2}}, {"cards": {"wolf": 1, "roe": 1}}]
    ben.tap("Undo: Ben, Cards: Roe Deer 1")
    assert entries_of(live) == [{"cards": {"oak": 2}}, {"cards": {"wolf": 1}}]
    ben.tap("Done")
    ben.tap("Anna: 2 cards, 20 points")
    assert not ben.has("Oak: 2")


def test_two_phones_take_cards_of_the_same_player_and_both_stay(app: Headless) -> None:
    live = begun(app, FOREST, "Anna", "Ben")
    first, second = opened(app, live), opened(app, live)
    app.tap_at_once((first, "Oak"), (second, "Oak"), (second, "Wolf"))
    assert cards_of(live) == {"oak": 2, "wolf": 1}


def test_cards_are_said_with_their_numbers(app: Headless) -> None:
    live = begun(app, FOREST, "Anna", "Ben", entries=[{"cards": {"oak": 2, "wolf": 1}}])
    screen = app.show(TableScreen, live.id, None, 0)
    screen.tap("Type or paste scores")
    assert cast("Any", screen.find("Names and points")).hint_text == "Anna 4 Beech, 2 Oak, Ben 87"
    screen.type_into("Names and points", "Anna 4 beeches, 2 wolves; Ben 87")
    assert screen.has("Anna, Cards: 4 × Beech and 2 × Wolf instead of 1 × Wolf")
    screen.submit("Names and points")
    assert entries_of(live) == [{"cards": {"beech": 4, "oak": 2, "wolf": 2}}, {"cards": 87}]
    screen.tap(next(name for name in screen.names if name.startswith("Undo")))
    assert entries_of(live) == [{"cards": {"oak": 2, "wolf": 1}}, {}]


@pytest.mark.parametrize("viewport", [Viewport(), Viewport(width=320, scale=2.0), DESKTOP], ids=str)
def test_everything_has_a_name_room_for_a_finger_and_is_said_once(app: Headless, viewport: Viewport) -> None:
    entries = [{"cards": {"beech": 1, "chaffinch": 1, "oak": 1}}]
    live = begun(app, FOREST, "Anna", "Ben", entries=entries)
    screen = opened(app, live, "Anna: 3 cards, 10 points", viewport=viewport)
    ways = ["Questions of the cards: 1", "What would one more bring?"]
    ways += [] if viewport.wide else ["Cards taken, with their points"]
    for way in ways:
        assert (nameless(screen), small_targets(screen), said_twice(screen)) == ([], [], [])
        screen.tap(way)
    assert (nameless(screen), small_targets(screen), said_twice(screen)) == ([], [], [])


def test_a_wide_screen_shows_what_lies_there_with_its_points_and_reasons(app: Headless) -> None:
    live = begun(app, FOREST, "Anna", "Ben", entries=[{"cards": {"roe": 2, "wolf": 1}}])
    screen = opened(app, live, "Anna: 3 cards, 16 points", viewport=DESKTOP)
    assert screen.has("1 × Wolf")
    assert screen.has("5 × 2 (Deer).")


def test_cards_are_called_as_in_the_language_of_the_reader(app: Headless) -> None:
    live = begun(app, FOREST, "Anna", "Ben")
    screen = app.show(TableScreen, live.id, None, 0, language="de")
    screen.tap("Buche")
    assert screen.has("Buche: 1")
    assert screen.has("Baum")


def deck(*types: int) -> Deck:
    cards = tuple(
        Card(key=f"c{tag}_{number}", name=f"Card {tag} Number {number}", tags=(f"t{tag}",))
        for tag, cards in enumerate(types)
        for number in range(cards)
    )
    return Deck(tags={f"t{tag}": f"Type {tag}" for tag in range(len(types))}, cards=cards)


@pytest.mark.parametrize("types", [(1,), (9, 6, 5, 12, 4, 4, 4, 5, 4, 4, 5), (5,) * 11, (60,), (25, 1), (1,) * 40])
def test_a_tab_has_at_most_twelve_rows_of_two_cards_and_no_card_is_lost(types: tuple[int, ...]) -> None:
    tabs = tabs_of(deck(*types))
    assert all(sum(group.rows for group in tab) <= MAX_ROWS for tab in tabs)
    shown = [card for tab in tabs for group in tab for card in group.cards]
    assert shown == [card.key for card in deck(*types).cards]
    assert all(len(group.cards) <= IN_A_ROW * MAX_ROWS for tab in tabs for group in tab)


@pytest.mark.parametrize("language", languages())
def test_the_names_of_tabs_have_room_in_two_lines(language: str) -> None:
    font = TTFont(assets() / "fonts" / "TesseraSans-Regular.ttf")
    glyphs, widths = font.getBestCmap(), font["hmtx"]
    size: float = line_height(Style.SMALL) / LINE_HEIGHT / font["head"].unitsPerEm

    def width(line: str) -> float:
        return sum(int(widths[glyphs[ord(letter)]][0]) * size + SMALL_SPACING for letter in line.strip())

    def lines(title: str) -> Iterator[tuple[str, str]]:
        for at, letter in enumerate(title, start=1):
            if letter in " -" or at == len(title):
                yield title[:at], title[at:]

    with reading(catalogue(language)):
        whole = [deck_of_parts(deck, tuple(deck.parts or ())) for deck in decks().values()]
        titles = {tab_title(tab) for deck in (*decks().values(), *whole) for tab in tabs_of(deck)}
        needed = {title: min(max(map(width, pair)) for pair in lines(title)) for title in titles}
        assert [title for title in titles if width_in_two_lines(title) + ROUNDED < needed[title]] == []


def test_a_type_of_more_than_22_cards_stands_three_in_a_row_where_there_is_room(app: Headless) -> None:
    cards = [{"key": card.key, "name": card.name} for card in deck(23).cards]
    category = {"key": "cards", "title": "Cards", "kind": "cards", "deck": {"tags": {}, "cards": cards}}
    live = begun(app, {"title": "Cards", "categories": [category]}, "Anna")
    for width, in_a_row in ((390, 3), (320, 2)):
        screen = opened(app, live, viewport=Viewport(width=width, height=844))
        rows = (control for control, _ in screen.controls() if isinstance(control, ft.Row))
        row = next(row for row in rows if "Card 0 Number 0" in map(spoken_name, row.controls))
        assert len(row.controls) == in_a_row


def test_a_deck_of_more_than_60_cards_is_searched_by_letters(app: Headless) -> None:
    assert (is_searched(deck(60)), is_searched(deck(61))) == (False, True)
    many = deck(30, 31)
    assert [group.cards for group in found(many, "type")] == []
    assert [group.cards for group in found(many, " ")] == []
    assert [len(group.cards) for group in found(many, "number 2")] == [11, 11]
    cards = [{"key": card.key, "name": card.name, "tags": list(card.tags)} for card in many.cards]
    category = {"key": "cards", "title": "Cards", "kind": "cards", "deck": {"tags": dict(many.tags), "cards": cards}}
    live = begun(app, {"title": "Many", "categories": [category]}, "Anna")
    screen = opened(app, live)
    screen.tap("Search")
    assert screen.focused == "Search"
    assert not screen.says("Nothing found.")
    screen.type_into("Search", "type")
    assert screen.says("Nothing found.")
    screen.type_into("Search", "number 29")
    screen.tap("Card 1 Number 29")
    screen.submit("Search")
    assert cards_of(live) == {"c0_29": 1, "c1_29": 1}, "Enter takes the first"
    assert (screen.value("Search"), screen.focused) == ("", "Search")
    screen.tap("Close")
    assert screen.has("Type 0")
    narrow = opened(app, live, "Anna: 2 cards, 0 points", viewport=Viewport(width=320, scale=4.0))
    narrow.tap("Type 1")
    assert "tab 2" in str(narrow.called), "it is brought into view"


def test_a_choice_takes_the_place_of_the_one_before(app: Headless) -> None:
    wild = Deck(tags={"on": "on"}, cards=(Card(key="mirage", name="M", asks=(Ask(key="on", tags=("on",)),)),))
    lying = with_one(wild, {"mirage": 1, "mirage.smoke": 1}, "mirage.rain", 1)
    assert lying == {"mirage": 1, "mirage.rain": 1}
    assert with_one(wild, lying, "mirage", -1) == {}
    live = begun(app, HAND, "Anna", entries=[{"cards": {"mirage": 1, "candle": 1, "mirage.rainstorm": 1}}])
    screen = opened(app, live, "Anna: 2 cards, 22 points")
    screen.tap("Questions of the cards")
    screen.tap("Mirage: Rainstorm: 1")
    assert cards_of(live) == {"mirage": 1, "candle": 1}


def test_expansions_are_ticked_at_the_table_for_all_and_stay_while_their_cards_lie_there(app: Headless) -> None:
    pad = plain(ready_pads()["forest-shuffle"].pad())
    live = begun(app, pad, "Anna", "Ben")
    screen = opened(app, live)
    screen.tap("Questions of the cards")
    screen.tap("Alpine")
    assert live.state.table.pad.categories[0].parts == ("alpine",)
    assert screen.has("Undo: Played with: Alpine")
    assert key_on_shelf(live.state.table.pad) == "forest-shuffle"
    screen.tap("Search")
    screen.type_into("Search", "stone")
    take(screen, "Stone Pine")
    screen.tap("Close")
    screen.tap("Questions of the cards")
    screen.tap("Alpine")
    assert live.state.table.pad.categories[0].parts == ("alpine",)
    assert screen.says("tick that part")
    screen.tap("Undo: Stone Pine")
    screen.tap("Alpine")
    assert live.state.table.pad.categories[0].parts == ()
    assert screen.has("Undo: Played without: Alpine")


@pytest.mark.parametrize("parts", [(), ("alpine", "woodland_edge", "exploration")])
@pytest.mark.parametrize("key", ["everdell", "fantasy-realms", "forest-shuffle"])
def test_the_decks_of_the_shelf_have_room_on_a_phone(app: Headless, key: str, parts: tuple[str, ...]) -> None:
    whole = decks()[key]
    in_play = deck_of_parts(whole, tuple(part for part in parts if part in (whole.parts or {})))
    category = {"key": "cards", "title": "Cards", "kind": "cards", "deck": key, "parts": [*parts]}
    category["parts"] = [part for part in parts if part in (whole.parts or {})]
    live = begun(app, {"title": "Deck", "categories": [category]}, "Anna")
    screen = opened(app, live)
    for tab in tabs_of(in_play):
        assert sum(group.rows for group in tab) <= MAX_ROWS
        screen.tap(tab_title(tab))
        names = [str(name_of(in_play, card)) for group in tab for card in group.cards]
        assert [name for name in names if not screen.has(name)] == []
    assert (nameless(screen), small_targets(screen)) == ([], [])


def test_a_deck_is_chosen_in_the_pad_maker_with_its_expansions_and_called_unofficial(app: Headless) -> None:
    screen = app.show(App, context_of(app), THIS_MACHINE, route="/settings/score-pad/pad")
    screen.type_into("Title of the game", "Our forest")
    screen.type_into("Category 1", "Trees and animals")
    screen.tap("Kind of Trees and animals: Points")
    screen.tap("Trees and animals: Cards")
    assert screen.has("Trees and animals: Everdell")
    screen.tap("Trees and animals: Forest Shuffle")
    assert screen.has("63 cards, an unofficial list.")
    screen.tap("Trees and animals: Alpine")
    assert not screen.has("63 cards, an unofficial list.")
    screen.tap("Save")
    (pad,) = app.tables.copies["score-pad"].part("pads").values()
    assert pad["categories"][0]["parts"] == ["alpine"]
    assert pad["categories"][0]["deck"].startswith("forest-shuffle@")


@pytest.mark.parametrize("by_type", [True, False])
def test_a_forest_takes_the_taps_that_the_benchmark_counts(app: Headless, *, by_type: bool) -> None:
    live = begun(app, plain(ready_pads()["forest-shuffle"].pad()), "Anna", "Ben")
    forest = deck_of_parts(decks()["forest-shuffle"], ())
    lying = random_forest(Random(2), forest)
    hand = tapped(forest, lying, by_type=by_type)
    screen = opened(app, live)
    tabs = {at: tab_title(tab) for at, tab in enumerate(tabs_of(forest))}
    tabs[ASKED] = "Questions of the cards"
    for step in hand.steps:
        if isinstance(step, int):
            screen.tap(next(name for name in screen.names if name.startswith(tabs[step])))
        else:
            card, *asked = step.split(".")
            name = str(name_of(forest, card))
            answers = (f"{name}, {name_of(forest, step)}: One more", f"{name}, {name_of(forest, step)}: how many? 1")
            take(screen, next(answer for answer in answers if answer in screen.names) if asked else name)
    screen.tap(next(name for name in screen.names if name.startswith("Next")))
    assert entries_of(live) == [{"forest": lying}, {}]
    assert {type(step) for step in hand.steps} == {int, str}
    assert any("." in str(step) for step in hand.steps)


def test_what_cannot_be_worked_out_any_more_is_asked_for(app: Headless) -> None:
    cards = ("island", "book_of_changes", "shapeshifter", "mirage", "doppelganger", "candle", "king", "forest")
    hand = {"hand": dict.fromkeys(cards, 1)}
    live = begun(app, plain(ready_pads()["fantasy-realms"].pad()), "Anna", "Ben", entries=[hand])
    screen = opened(app, live, f"Anna: 8 cards, {live.columns[0].total} points")
    assert screen.says("Book of Changes: not decided")
    screen.tap("Questions of the cards")
    screen.tap("Book of Changes: Candle, Army: 0")
    assert entries_of(live)[0]["hand"]["book_of_changes.candle.army"] == 1
    assert screen.says("Book of Changes turns Candle into Army")
    screen.tap("Book of Changes: King, Wizard: 0")
    assert [key for key in entries_of(live)[0]["hand"] if "." in key] == ["book_of_changes.king.wizard"]


def test_a_deck_is_called_unofficial_where_a_ready_pad_is_chosen(app: Headless) -> None:
    screen = app.show(PadOfTable, "fantasy-realms", as_typed("Fantasy Realms"), partial(asyncio.sleep, 0))
    assert screen.has("53 cards, an unofficial list.")
    screen = app.show(PadOfTable, "forest-shuffle", as_typed("Forest Shuffle"), partial(asyncio.sleep, 0))
    assert screen.has("63 cards, an unofficial list.")
    screen.tap("A sum for each side")
    screen = app.show(PadOfTable, "forest-shuffle", as_typed("Forest Shuffle"), partial(asyncio.sleep, 0))
    assert not screen.says("unofficial")


def test_a_finished_sheet_says_what_each_type_and_each_card_gave(app: Headless) -> None:
    entries: list[dict[str, Any]] = [{"forest": {"beech": 4, "chaffinch": 1, "chaffinch.beech": 1}}, {}]
    live = begun(app, plain(ready_pads()["forest-shuffle"].pad()), "Anna", "Ben", entries=entries)
    play = app.run(app.tables.finish(live))
    screen = app.show(App, context_of(app), THIS_MACHINE, route=f"/play/{play.id}")
    assert screen.has("Beech 20 · Chaffinch 5")
    screen.tap("Anna: 20")
    assert screen.says("Beech 20: 4 × 5")
    screen.tap("Close")
    screen.tap("Anna: 5")
    assert screen.says("Chaffinch 5: 5 × 1 (on a Beech)")

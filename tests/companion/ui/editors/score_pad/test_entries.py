"""A pad's table on its screen: what a tap and a key enter, for every kind of category, and who may enter what."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, cast

import flet as ft
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.score_pad.shelf import ready_pads
from companion.tables.live_table import LiveTable
from companion.tables.state import Extras, TableState, styles
from companion.ui.components.number_rows import use_facts
from companion.ui.components.number_sheet import Entry
from companion.ui.core.context import Viewport
from companion.ui.core.error_boundary import component
from companion.ui.core.hooks import use_lazy_state
from companion.ui.editors.score_pad.pad_sheet import PadSheet
from companion.ui.screens.table_screen import TableScreen
from scoring.problems import problems_in
from scoring.score_pad.game import SCORE_PAD
from scoring.score_pad.kinds import Tick
from tests.companion.pad_tables import HEARTS, NAMES, OTTERS, begun, entries_of, pad_of_forty, type_in
from tests.companion.phones import on_phone, seated
from tests.companion.spoken import inside, name_of, nameless
from tests.scoring.score_pad import strategies

if TYPE_CHECKING:
    from companion.services.end_sheet import SheetCell
    from scoring.score_pad.state import Table
    from tests.companion.headless import Headless, Screen

MOST_CONTROLS = 400
"""The most controls of a screen."""

PHONE, LARGE_TEXT, DESKTOP = Viewport(), Viewport(width=320, scale=2.0), Viewport(width=1280, height=800)


def shown(app: Headless, live: LiveTable, viewport: Viewport = PHONE) -> Screen:
    return app.show(TableScreen, live.id, None, 0, viewport=viewport)


def test_every_kind_is_typed_row_by_row_from_the_first_number_to_the_last(app: Headless) -> None:
    live = begun(app, OTTERS, "Anna", "Ben")
    screen = shown(app, live)
    assert screen.has("Anna, Fish")
    type_in(screen, 20, -4)
    type_in(screen, 3, 0)
    type_in(screen, 2, 2)
    type_in(screen, 3, 9)
    type_in(screen, 5, 2, 3, 1, None)
    type_in(screen, 4, 4, None)
    assert screen.has("Anna, Castle in the middle")
    screen.tap("Tick")
    screen.tap("Next")
    screen.tap("Done")
    assert entries_of(live) == [
        {"fish": 20, "crowns": 3, "ferries": 2, "shells": 3, "regions": ((5, 2), (3, 1)), "castle": True},
        {"fish": -4, "crowns": 0, "ferries": 2, "shells": 9, "regions": ((4, 4),)},
    ]
    assert screen.has("Anna: 3, 6 points", group="Crowns")
    assert screen.has("Anna: 2, 3 points", group="Ferries")
    assert screen.has("Ben: 9, 10 points", group="Sets of shells")
    assert screen.has("Anna: 5 × 2 + 3 × 1, 13 points", group="Regions")
    assert screen.has("Anna: ticked, 10 points", group="Castle in the middle")
    assert screen.has("Anna, 58 points")
    assert screen.has("Anna leads with 58 points.")
    assert not screen.has("Next")
    assert isinstance(screen.tapped("Who won?"), ft.FilledButton)
    screen.tap("Who won?")
    assert screen.route == f"/table/{live.id}/end/0"


def test_the_keys_are_closed_by_their_cell_and_by_empty_space_and_keep_what_was_typed(app: Headless) -> None:
    live = begun(app, OTTERS, "Anna", "Ben")
    screen = shown(app, live)
    screen.tap("Anna: nothing entered", group="Fish")  # the program opened it: it stays open
    screen.tap("7")
    screen.tap("Anna: 7", group="Fish")
    assert not screen.has("Next")
    assert isinstance(screen.tapped("Who won?"), ft.OutlinedButton), "lines are missing"
    assert entries_of(live) == [{"fish": 7}, {}]
    screen.tap("Anna: 7", group="Fish")
    screen.tap("9")
    every = (control for control, _ in screen.controls(unsaid=True))
    screen.event(next(at for at in every if isinstance(at, ft.GestureDetector) and at.on_tap), "tap")
    assert not screen.has("Next")
    assert entries_of(live) == [{"fish": 9}, {}]


def test_a_sheet_of_twelve_lines_and_five_players_is_few_controls(app: Headless) -> None:
    kinds: list[dict[str, Any]] = [{"kind": "points"}, {"kind": "count", "each": 2}]
    lines = [{"key": f"line{line}", "title": f"Line {line}", **kinds[line % 2]} for line in range(12)]
    pad = {"title": "Twelve lines", "categories": lines}
    screen = shown(app, begun(app, pad, *NAMES[:5], entries=[{"line1": 3}]))
    everything = [control for control, _ in screen.controls(unsaid=True)]
    assert len(everything) <= MOST_CONTROLS
    cells = [control for control in everything if isinstance(control, ft.Semantics) and control.identifier == "cell"]
    assert len(cells) == 60
    within = [inner for cell in cells for inner in inside(cell)]
    assert not any(isinstance(inner, ft.Semantics) for inner in within), "a cell is more than one thing"
    assert [name_of(inner) for inner in within if name_of(inner)] == []
    assert screen.has("Anna: 3, 6 points", group="Line 1")


def test_what_is_typed_before_a_cell_listens_is_shown(app: Headless) -> None:
    live = begun(app, OTTERS, "Anna", "Ben")
    entry = Entry()
    sheet = PadSheet(live=live, of_seat=(live, live), entry=entry)

    def type_it() -> None:
        entry.open(None, "7")
        entry.notify()

    @component
    def cell() -> ft.Control:
        return ft.Text(f"typed {use_facts(sheet, lambda _: entry.typed)}")

    @component
    def around() -> ft.Control:
        use_lazy_state(lambda: asyncio.get_running_loop().call_soon(type_it))
        return ft.Column([cell()])

    assert app.show(around).has("typed 7")


HOTELS: dict[str, Any] = {
    "title": "Hotels",
    "categories": [
        {"key": "money", "title": "Money", "kind": "points"},
        {"key": "shares", "title": "Shares", "kind": "count", "each": 1},
        {"key": "years", "title": "Years", "kind": "rounds"},
    ],
}


def test_money_is_typed_to_seven_digits_and_an_eighth_is_refused(app: Headless) -> None:
    live = begun(app, HOTELS, "Anna", "Ben")
    screen = shown(app, live)
    type_in(screen, 9_999_999, -9_999_999, 42_300, 39_900, 1_234_567, 7_654_321)
    money, more = {"money": 9_999_999, "shares": 42_300}, {"money": -9_999_999, "shares": 39_900}
    assert entries_of(live) == [money | {"years": (1_234_567,)}, more | {"years": (7_654_321,)}]
    assert screen.has("Anna, 11276866 points")
    screen.tap("Anna: 42300, 42300 points", group="Shares")
    type_in(screen, 10_000_000)
    assert screen.has("10000000: a whole number from 0 to 9999999 belongs here.")


def test_a_number_with_a_digit_too_many_is_asked_about_and_kept(app: Headless) -> None:
    live = begun(app, OTTERS, "Anna", "Ben")
    screen = shown(app, live)
    screen.tap("Anna: nothing entered, 0 points", group="Crowns")
    type_in(screen, 25)
    type_in(screen, 9999)
    screen.tap("Ben: 9999, 19998 points", group="Crowns")
    assert screen.has("9999? Look again.")
    screen.tap("Ben: 9999, 19998 points", group="Crowns")
    assert screen.has("Crowns, Ben: 9999? Look again.")
    screen.tap("Ben: 9999, 19998 points", group="Crowns")
    type_in(screen, 99)
    assert not screen.says("Look again")
    assert entries_of(live) == [{"crowns": 25}, {"crowns": 99}]


def test_a_number_shows_what_it_is_worth_while_it_is_typed(app: Headless) -> None:
    live = begun(app, OTTERS, "Anna", "Ben", entries=[{"ferries": 1}])
    screen = shown(app, live)
    screen.tap("Ben: nothing entered, 0 points", group="Ferries")
    assert screen.says("for the most")
    screen.tap("3")
    assert screen.has("3 is the most: 5.")
    assert screen.has("Anna: 1, 2 points", group="Ferries")
    assert screen.has("Ben, 5 points")
    screen.tap("Anna: 1, 2 points", group="Ferries")
    assert entries_of(live)[1] == {"ferries": 3}


def test_rounds_are_typed_for_everybody_in_turn(app: Headless) -> None:
    live = begun(app, HEARTS, "Anna", "Ben", "Clara")
    screen = shown(app, live)
    assert screen.has("Anna, Round 1")
    type_in(screen, 13, 5, 8)
    assert screen.has("Ben leads with 5 points.")
    assert screen.has("Anna, Round 2")
    screen.tap("0")
    assert not screen.says("leads with"), "a round is being typed"
    screen.tap("Next")
    type_in(screen, 26, -1)
    assert entries_of(live) == [{"rounds": (13, 0)}, {"rounds": (5, 26)}, {"rounds": (8, -1)}]
    assert screen.has("Clara leads with 7 points.")
    for name in ("Anna", "Ben"):
        assert screen.has(f"{name}, Round 3")
        screen.tap("Next")
    screen.tap("Done")
    assert not screen.has("Next")


def test_next_leads_to_the_next_missing_number_and_past_those_that_are_there(app: Headless) -> None:
    live = begun(
        app, HEARTS, "Anna", "Ben", "Clara", entries=[{"rounds": [13, 5]}, {"rounds": [5]}, {"rounds": [8, 9]}]
    )
    screen = shown(app, live)
    screen.tap("Anna: 13", group="Round 1")
    type_in(screen, 12)
    assert screen.has("Ben, Round 2")
    type_in(screen, 7)
    assert screen.has("Anna, Round 3")
    assert entries_of(live) == [{"rounds": (12, 5)}, {"rounds": (5, 7)}, {"rounds": (8, 9)}]


def test_a_correction_on_a_full_sheet_is_done_at_once(app: Headless) -> None:
    pad = {"title": "Fish", "categories": [{"key": "fish", "title": "Fish", "kind": "points"}]}
    live = begun(app, pad, "Anna", "Ben", entries=[{"fish": 2}, {"fish": 5}])
    screen = shown(app, live)
    screen.tap("Anna: 2", group="Fish")
    screen.tap("3")
    screen.tap("Who won?")
    assert not screen.has("Next")
    assert entries_of(live) == [{"fish": 3}, {"fish": 5}]


def test_a_number_that_is_missing_is_none_and_counted_below_the_sheet(app: Headless) -> None:
    live = begun(app, OTTERS, "Anna", "Ben", entries=[{"fish": 0, "crowns": 3, "regions": [[5, 2]]}, {}])
    screen = shown(app, live)
    assert screen.has("3 numbers are missing in Fish, Crowns and Regions.")
    assert figures(screen, "Fish") == ["0", "–"]
    assert figures(screen, "Ferries") == ["–", "–"]
    assert figures(screen, "Regions") == ["10", "–"]
    screen.tap("Ben: nothing entered", group="Fish")
    screen.press("7")
    screen.press("Enter")
    screen.press("Escape")
    assert figures(screen, "Fish") == ["0", "7"]


def figures(screen: Screen, row: str) -> list[str]:
    """What the cells of a row show."""
    (line,) = (
        control for control, _ in screen.controls() if isinstance(control, ft.Semantics) and control.label == row
    )
    return [shown.value for shown in inside(line) if isinstance(shown, ft.Text) and shown.value != row]


def test_past_a_round_that_nobody_has_begun_comes_the_next_category(app: Headless) -> None:
    pad = {**HEARTS, "categories": [*HEARTS["categories"], OTTERS["categories"][0]]}
    live = begun(app, pad, "Anna", "Ben", entries=[{"rounds": [4]}, {"rounds": [6]}])
    screen = shown(app, live)
    assert screen.has("Anna: 4 points", group="Points")
    screen.tap("Anna: nothing entered", group="Points, Round 2")
    screen.tap("Next")
    assert screen.has("Anna, Fish")


def test_of_many_rounds_the_last_ones_are_shown_at_first(app: Headless) -> None:
    live = begun(app, HEARTS, "Anna", entries=[{"rounds": list(range(1, 10))}])
    screen = shown(app, live)
    assert not screen.says("Round 3:")
    assert screen.has("Anna: 4", group="Round 4")
    screen.tap("All rounds")
    assert screen.has("Anna: 1", group="Round 1")
    assert not screen.has("All rounds")


def test_a_step_is_kept_at_once_and_stays_in_range(app: Headless) -> None:
    live = begun(app, OTTERS, "Anna", entries=[{"fish": 59}])
    screen = shown(app, live)
    screen.tap("Anna: 59", group="Fish")
    screen.tap("One more")
    screen.tap("One more")
    assert entries_of(live) == [{"fish": 60}]
    screen.tap("One less")
    assert screen.has("Anna: 59", group="Fish")
    assert str(live.undo_state.undo) == "Anna, Fish: 59"


def test_a_number_is_kept_at_a_pause_and_is_one_step_however_long_it_is(app: Headless) -> None:
    live = begun(app, OTTERS, "Anna", "Ben", entries=[{}, {"fish": 3}])
    screen = shown(app, live)
    screen.tap("Anna: nothing entered", group="Fish")
    for digit, kept in zip("15", (1, 15), strict=True):
        screen.tap(digit)
        assert entries_of(live)[0] == {"fish": kept}
    assert screen.has("Anna, Fish")  # its cell is still open
    screen.tap("Next")
    assert str(live.undo_state.undo) == "Anna, Fish: 15"
    app.run(live.undo())
    assert entries_of(live) == [{}, {"fish": 3}]
    assert str(live.undo_state.redo) == "Anna, Fish: 15"
    app.run(live.redo())
    assert entries_of(live)[0] == {"fish": 15}


def test_a_step_of_somebody_else_ends_the_step_of_a_number(app: Headless) -> None:
    live = begun(app, OTTERS, "Anna", "Ben")
    seated(app, live, 0)
    phone = on_phone(app, seated(app, live, 1), f"/table/{live.id}/entries/0")
    screen = shown(app, live)
    screen.tap("1")
    type_in(phone, 7)
    screen.tap("2")
    assert entries_of(live) == [{"fish": 12}, {"fish": 7}]
    app.run(live.undo())
    assert entries_of(live) == [{"fish": 1}, {"fish": 7}]


def test_cards_open_only_once_the_number_before_them_fits(app: Headless) -> None:
    live = begun(app, dict(ready_pads()["everdell"].written()), "Anna", "Ben")
    screen = shown(app, live)
    screen.tap("Done")
    screen.tap("Anna: nothing entered, 0 points", group="Resources left")
    for _ in range(8):
        screen.tap("9")
    screen.tap("Anna: nothing entered", group="City")
    assert screen.has("Anna, Resources left"), "what is wrong with it stays to be read"
    for _ in range(6):
        screen.tap("Delete the last digit")
    screen.tap("Anna: nothing entered", group="City")
    assert screen.has("Anna, City")


def test_what_somebody_else_makes_of_a_number_stays_when_its_cell_is_left(app: Headless) -> None:
    live = begun(app, OTTERS, "Anna", "Ben")
    screen = shown(app, live)
    screen.tap("4")
    second = shown(app, live)
    second.tap("Anna: 4", group="Fish")
    type_in(second, 9)
    assert screen.has("Anna: 9", group="Fish")
    screen.tap("Next")
    assert entries_of(live)[0] == {"fish": 9}


def test_what_is_no_number_yet_or_cannot_be_waits_for_more(app: Headless) -> None:
    live = begun(app, OTTERS, "Anna", entries=[{"fish": 5}])
    screen = shown(app, live)
    screen.tap("Anna: 5", group="Fish")
    screen.press("Delete")
    assert entries_of(live) == [{"fish": 5}]
    screen.press("9")
    assert entries_of(live) == [{"fish": 9}]
    screen.press("9")
    assert entries_of(live) == [{"fish": 5}]
    screen.press("Backspace")
    assert entries_of(live) == [{"fish": 9}]
    assert not screen.says("whole number")
    screen.press("Escape")
    assert entries_of(live) == [{"fish": 5}]


def test_back_closes_the_keys_and_keeps_what_is_typed(app: Headless) -> None:
    live = begun(app, OTTERS, "Anna", entries=[{"fish": 5}])
    screen = shown(app, live)
    for cell, row in (("Anna: 5", "Fish"), ("Anna: not ticked, 0 points", "Castle in the middle")):
        screen.tap(cell, group=row)
        assert open_keys(screen) == 1
        screen.press("9")
        screen.press("Browser Back")
        assert open_keys(screen) == 0
    assert entries_of(live) == [{"fish": 9, "castle": True}]


def open_keys(screen: Screen) -> int:
    """How many panels of keys are shown, by the name with which the page knows them."""
    return sum(getattr(control, "identifier", None) == "keys" for control, _ in screen.controls())


def test_what_one_player_alone_has_goes_from_one_to_another_and_back_in_one_step(app: Headless) -> None:
    fell = {"key": "fell", "title": "Fell", "kind": "tick", "worth": 0, "loses": True, "only": True}
    live = begun(app, {"title": "Mountain", "categories": [fell]}, "Anna", "Ben", entries=[{"fell": True}, {}])
    screen = shown(app, live)
    assert screen.has("Anna: ticked", group="Fell")
    screen.tap("Ben: not ticked", group="Fell")
    assert entries_of(live) == [{}, {"fell": True}]
    screen.tap("Undo: Ben, Fell: ticked")
    assert entries_of(live) == [{"fell": True}, {}]


def test_a_tap_ticks_and_another_takes_the_tick_away(app: Headless) -> None:
    live = begun(app, OTTERS, "Anna", "Ben")
    screen = shown(app, live)
    screen.tap("Ben: not ticked, 0 points", group="Castle in the middle")
    assert entries_of(live) == [{}, {"castle": True}]
    assert str(live.undo_state.undo) == "Ben, Castle in the middle: ticked"
    screen.tap("Ben: ticked, 10 points", group="Castle in the middle")
    assert entries_of(live) == [{}, {}]
    screen.tap("Tick")
    assert entries_of(live) == [{}, {"castle": True}]


def test_a_pair_is_changed_and_taken_out(app: Headless) -> None:
    live = begun(app, OTTERS, "Anna", entries=[{"regions": [[5, 2], [3, 1]]}])
    screen = shown(app, live)
    screen.tap("Anna: 5 × 2 + 3 × 1, 13 points", group="Regions")
    screen.tap("Anna, Regions, pair 1, number 2: 2")
    type_in(screen, 4)
    assert entries_of(live) == [{"regions": ((5, 4), (3, 1))}]
    assert screen.has("Anna, Regions, pair 2, number 1: 3")
    screen.tap("Clear")
    screen.tap("Next")
    assert entries_of(live) == [{"regions": ((5, 4),)}]


def test_the_keyboard_types_and_arrows_lead_on(app: Headless) -> None:
    live = begun(app, OTTERS, "Anna", "Ben")
    screen = shown(app, live)
    screen.press("1")
    screen.press("2")
    screen.press("Arrow Down")
    assert screen.has("Anna, Crowns")
    screen.press("4")
    screen.press("Arrow Right")
    screen.press("Numpad 5")
    screen.press("Enter")
    assert screen.has("Anna, Ferries")
    assert entries_of(live) == [{"fish": 12, "crowns": 4}, {"crowns": 5}]
    for _ in range(3):
        screen.press("Arrow Down")
    assert screen.has("Anna, Castle in the middle")
    screen.press("1")
    screen.press("Escape")
    assert not screen.has("Anna, Castle in the middle")
    screen.press("Z", ctrl=True)
    assert entries_of(live) == [{"fish": 12, "crowns": 4}, {}]


def test_a_phone_enters_its_own_seat(app: Headless) -> None:
    live = begun(app, OTTERS, "Anna", "Ben", "Clara")
    seated(app, live, 0)
    phone = on_phone(app, seated(app, live, 1), f"/table/{live.id}/entries/0")
    assert phone.has("Ben, Fish")
    type_in(phone, 12)
    assert phone.has("Ben, Crowns")
    assert entries_of(live) == [{}, {"fish": 12}, {}]
    phone.tap("Anna: nothing entered", group="Fish")
    assert phone.has("Ben, Crowns")
    phone.tap("Clara: not ticked, 0 points", group="Castle in the middle")
    assert entries_of(live) == [{}, {"fish": 12}, {"castle": True}]


def test_a_pad_has_one_sheet_alone(app: Headless) -> None:
    live = begun(app, OTTERS, "Anna", "Ben")
    screen = shown(app, live)
    assert screen.names.count("Sheet") == 1
    assert not screen.has("Entries")
    assert screen.has("End")


@pytest.mark.parametrize("viewport", [PHONE, LARGE_TEXT, DESKTOP])
def test_one_player_alone_has_a_table(app: Headless, viewport: Viewport) -> None:
    live = begun(app, OTTERS, "Anna")
    screen = shown(app, live, viewport)
    type_in(screen, 20)
    assert screen.has("Anna, 20 points")
    assert not screen.says("leads")
    assert nameless(screen) == []


@pytest.mark.parametrize("viewport", [LARGE_TEXT, DESKTOP])
def test_twelve_players_and_forty_categories_have_a_name_each(app: Headless, viewport: Viewport) -> None:
    live = begun(app, pad_of_forty(), *NAMES)
    screen = shown(app, live, viewport)
    assert nameless(screen) == []
    type_in(screen, 7)
    screen.tap(f"{NAMES[-1]}: not ticked, 0 points", group=str(live.game.rules["key_35"]))
    assert entries_of(live)[0] == {"key_0": 7}
    assert entries_of(live)[-1] == {"key_35": True}


def entries_beside(table: Table, seat: int, taken: set[str]) -> list[dict[str, Any]]:
    """What all other players have entered, without the ticks that were `taken` from them."""
    return [
        {key: entry for key, entry in player.entries.items() if not (key in taken and entry is True)}
        for at, player in enumerate(table.players)
        if at != seat
    ]


@given(strategies.tables(among=strategies.TYPED), st.data())
def test_whatever_is_entered_is_the_entry_of_the_document(table: Table, data: st.DataObject) -> None:
    seats = len(table.players)
    live = SimpleNamespace(state=TableState(table=table, extras=Extras(seats=styles(seats))), refusal=None)
    live.now = live
    sheet = PadSheet(cast("Any", live), (cast("Any", live),) * seats, Entry(), further=True)
    for _ in range(5):
        cell: SheetCell = data.draw(st.sampled_from(sheet.cells))
        range_ = sheet.range_of(cell)
        number = data.draw(st.integers(range_.low, range_.high))
        category = sheet.category(cell)
        taken = {category.key} if isinstance(category, Tick) and category.only and number else set()
        others = entries_beside(live.state.table, cell.seat, taken)
        live.state = sheet.change(cell, number)(live.state)
        assert sheet.number(cell).points == number
        assert entries_beside(live.state.table, cell.seat, set()) == others
        assert not list(problems_in(live.state.table, SCORE_PAD.limits))


@pytest.mark.parametrize("names", [("Anna",), ("Anna", "Ben"), ("Anna", "Ben", "Clara")])
def test_keys_that_come_before_a_round_is_saved_go_into_the_next_one(app: Headless, names: tuple[str, ...]) -> None:
    live = begun(app, HEARTS, *names)
    screen = shown(app, live)
    numbers = [[10 * seat + number + 1 for number in range(4)] for seat in range(len(names))]
    screen.press_at_once(
        *(key for row in zip(*numbers, strict=True) for number in row for key in (*str(number), "Enter"))
    )
    assert entries_of(live) == [{"rounds": tuple(row)} for row in numbers]
    assert screen.has("Anna, Round 5")


def test_a_sum_is_shown_as_it_is_typed_and_kept_as_its_number(app: Headless) -> None:
    live = begun(app, OTTERS, "Anna", "Ben")
    screen = shown(app, live)
    for key in ("6", "Plus", "1", "0", "Plus", "6"):
        screen.tap(key)
    assert screen.has("Anna: 6+10+6", group="Fish")
    assert screen.has("Anna, 22 points")
    screen.tap("Next")
    assert screen.has("Anna: 22", group="Fish")
    for key in ("2", "0", "-", "3", "Enter"):
        screen.press(key)
    assert entries_of(live) == [{"fish": 22}, {"fish": 17}]
    screen.tap("Anna: 22", group="Fish")
    for key in ("Plus", "3", "Minus", "Next"):
        screen.tap(key)
    assert entries_of(live)[0] == {"fish": 19}


def test_enter_after_the_last_number_leads_to_who_won(app: Headless) -> None:
    live = begun(app, HEARTS, "Anna", entries=[{"rounds": [4]}])
    screen = shown(app, live)
    screen.tap("Anna: 4", group="Round 1")
    screen.press("Enter")
    screen.press("Enter")
    assert screen.focused == "Who won?"


def test_a_number_that_cannot_be_saved_is_open_again(app: Headless, monkeypatch: pytest.MonkeyPatch) -> None:
    live = begun(app, HEARTS, "Anna")
    screen = shown(app, live)

    async def fails(*_: object, **__: object) -> None:
        raise OSError

    with monkeypatch.context() as patch, app.failing() as failures:
        patch.setattr(LiveTable, "change", fails)
        type_in(screen, 7)
    assert len(failures) == 2  # at the pause, and when the cell is left
    assert screen.has("Anna: 7", group="Round 1")
    screen.tap("Next")
    assert entries_of(live) == [{"rounds": (7,)}]
    assert screen.has("Anna, Round 2")

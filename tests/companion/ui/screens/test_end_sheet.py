"""The end sheet on its screen: what a tap and a key do, what is refused, and who may enter what."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import flet as ft
import pytest

from companion.games import KITS
from companion.services.end_sheet import with_only_end
from companion.tables.state import STYLES, with_player
from companion.ui.core.context import Viewport
from companion.ui.screens.table_screen import TableScreen
from scoring import GAMES
from scoring.carpe_diem.state import Good
from tests.companion.carpe_diem_tables import PAPER, begun, change, player_with, table_state
from tests.companion.headless import GAMES_WITH_RULES
from tests.companion.phones import of_host, on_phone, seated
from tests.companion.spoken import nameless

if TYPE_CHECKING:
    from companion.tables.live_table import LiveTable
    from tests.companion.headless import Headless, Screen


def at_the_end(app: Headless, *names: str) -> tuple[LiveTable, Screen]:
    """A table of Carpe Diem of which only the end is entered."""
    players = [player_with(name, stack=seat) for seat, name in enumerate(names or ("Anna", "Ben", "Clara"))]
    live = begun(app, with_only_end("carpe-diem", table_state(*players)))
    return live, app.show(TableScreen, live.id, None, 0)


def in_play(app: Headless, **anna: Any) -> tuple[LiveTable, Screen]:
    """A table of which the whole game is entered, on its end sheet."""
    live = begun(app, table_state(player_with("Anna", **anna), player_with("Ben", stack=1)))
    return live, app.show(TableScreen, live.id, "sheet", 0)


def type_in(screen: Screen, number: int, then: str = "Next") -> None:
    for digit in str(abs(number)):
        screen.tap(digit)
    if number < 0:
        screen.tap("Minus")
    screen.tap(then)


def totals(live: LiveTable) -> list[int]:
    return [column.total for column in live.columns]


def test_a_sheet_of_paper_is_typed_row_by_row(app: Headless) -> None:
    live, _ = at_the_end(app)
    screen = of_host(app, f"/table/{live.id}")
    numbers = [number for row in PAPER.values() for number in row]
    for number in numbers[:-1]:
        type_in(screen, number)
    assert screen.has("Clara, Villas")
    type_in(screen, numbers[-1], "Done")
    assert totals(live) == [sum(column) for column in zip(*PAPER.values(), strict=True)]
    assert screen.has("Clara: 24, as entered", group="Villas")
    assert screen.has("Clara: 4", group="Prestige bar")
    assert screen.has("Clara, 90 points")
    assert str(live.undo_state.undo) == "Clara, Villas: 24"
    screen.tap("Who won?")
    screen.follow()
    assert screen.has("Clara wins")
    screen.tap("Finish")
    assert screen.route.startswith("/play/")


def test_lines_that_nobody_filled_in_are_asked_for_once(app: Headless) -> None:
    live, _ = at_the_end(app)
    screen = of_host(app, f"/table/{live.id}/end/0")
    change(app, live, lambda state: with_player(state, 0, entered=dict.fromkeys(("items", "frame", "villas"), 0)))
    screen.tap("Finish")
    assert screen.has("Is something missing?")
    assert screen.has("Nobody has points for Victory point cards, Prestige bar and Fountain cards.")
    screen.tap("Cancel")
    assert not screen.route.startswith("/play/")


def test_the_total_follows_the_digits_and_the_table_each_pause(app: Headless) -> None:
    live, screen = at_the_end(app)
    screen.tap("3")
    screen.tap("8")
    assert screen.has("Anna, 38 points")
    assert totals(live) == [38, 0, 0]
    screen.tap("Next")
    app.run(live.undo())
    assert totals(live) == [0, 0, 0]
    assert live.undo_state.undo is None
    screen.tap("Ben: nothing entered", group="Items on resource board")
    screen.tap("6")
    assert screen.has("6 points.")


def test_a_number_that_does_not_fit_stays_with_its_reason_and_is_not_stored(app: Headless) -> None:
    live, screen = at_the_end(app)
    screen.tap("Anna: nothing entered", group="Prestige bar")
    screen.tap("2")
    assert screen.has("On space 2.")
    screen.tap("5")
    assert screen.has("Space 25: the prestige bar ends at 20.")
    screen.tap("Next")
    assert screen.has("Anna: 25", group="Prestige bar")
    assert screen.has("Anna, 0 points")
    assert totals(live) == [0, 0, 0]
    screen.tap("Ben: nothing entered", group="Prestige bar")
    assert screen.has("Anna, Prestige bar")
    screen.tap("Delete the last digit")
    screen.tap("Next")
    assert not screen.says("the prestige bar ends")
    assert totals(live) == [2, 0, 0]


def test_a_number_that_nobody_entered_is_none_and_a_0_that_somebody_did_is_one(app: Headless) -> None:
    live, screen = at_the_end(app, "Anna", "Ben")
    type_in(screen, 0)
    assert screen.has("Ben, Victory point cards")
    assert screen.has("Anna: 0", group="Victory point cards")
    assert screen.has("Ben: nothing entered", group="Victory point cards")
    dashes = [text for text, _ in screen.controls(unsaid=True) if isinstance(text, ft.Text) and text.value == "–"]
    assert len(dashes) == 2 * 6 - 1
    screen.tap("Anna: 0", group="Victory point cards")
    type_in(screen, 7)
    assert live.state.table.players[0].entered is None
    screen.tap("Anna: 7", group="Victory point cards")
    screen.tap("Clear")
    screen.tap("Next")
    assert screen.has("Anna: nothing entered", group="Victory point cards")


def test_points_below_nothing_are_a_debt(app: Headless) -> None:
    live, screen = at_the_end(app)
    type_in(screen, -12)
    assert totals(live) == [-12, 0, 0]


def test_what_is_typed_stands_for_what_is_worked_out_until_it_is_cleared(app: Headless) -> None:
    live, screen = in_play(app, goods={Good.FISH: 6})
    assert screen.has("Anna: 3, worked out", group="Items on resource board")
    screen.tap("Anna: 3, worked out", group="Items on resource board")
    assert screen.has("6 goods: 6 items, halved and rounded down.")
    type_in(screen, 7)
    assert screen.has("Anna: 7, as entered", group="Items on resource board")
    screen.tap("Anna: 7, as entered", group="Items on resource board")
    assert screen.has("As entered, not checked; worked out, it would be 3.")
    screen.tap("Clear")
    assert screen.has("Anna, 3 points")
    screen.tap("Next")
    assert screen.has("Anna: 3, worked out", group="Items on resource board")
    assert live.state.table.players[0].entered is None
    assert str(live.undo_state.undo) == "Anna, Items on resource board: worked out"
    app.run(live.undo())
    assert screen.has("Anna: 7, as entered", group="Items on resource board")


def test_a_number_is_opened_in_detail(app: Headless) -> None:
    live, _ = in_play(app)
    screen = of_host(app, f"/table/{live.id}/sheet/0")
    assert not screen.has("Next")
    screen.tap("Ben: 0, worked out", group="Fountain cards")
    screen.tap("Details")
    assert screen.route == f"/table/{live.id}/stock/1"
    screen.follow()
    screen.tap("Back to Sheet")
    assert screen.route == f"/table/{live.id}/sheet/0"
    screen.follow()
    screen.tap("Stock")
    screen.follow()
    assert not screen.has("Back to Sheet")


def test_a_number_begun_is_kept_when_the_sheet_is_left(app: Headless) -> None:
    live, _ = at_the_end(app)
    screen = of_host(app, f"/table/{live.id}")
    screen.tap("4")
    screen.tap("2")
    screen.tap("District")
    screen.follow()
    assert totals(live) == [42, 0, 0]
    screen.tap("Sheet")
    screen.follow()
    assert screen.has("Ben, Victory point cards")


def test_keys_type_and_lead_on(app: Headless) -> None:
    live, screen = at_the_end(app)
    for key in ("3", "Numpad 8", "Enter", "4", "Backspace", "5", "Arrow Down", "7", "-", "Numpad Enter"):
        screen.press(key)
    assert totals(live) == [38, -2, 0]
    assert screen.has("Clara, Items on resource board")
    screen.press("Arrow Left")
    assert screen.has("Ben, Items on resource board")
    screen.press("Delete")
    screen.press("Arrow Up")
    assert screen.has("Ben, Victory point cards")
    assert totals(live) == [38, 5, 0]
    screen.press("Arrow Up")
    assert screen.has("Ben, Victory point cards")
    screen.press("1")
    screen.press("Escape")
    assert isinstance(screen.tapped("Who won?"), ft.FilledButton)
    assert isinstance(in_play(app)[1].tapped("Final scoring"), ft.OutlinedButton), "it is not over"
    assert totals(live) == [38, 5, 0]


def test_enter_belongs_to_the_button_that_has_the_focus(app: Headless) -> None:
    live, screen = at_the_end(app)
    screen.press("3")
    screen.press("Tab")
    screen.press("Enter")
    assert screen.has("Anna, Victory point cards")
    assert totals(live) == [3, 0, 0]
    screen.press("4")
    screen.press("Enter")
    assert totals(live) == [34, 0, 0]


def test_keys_with_ctrl_and_alt_type_nothing(app: Headless) -> None:
    _, screen = at_the_end(app)
    screen.press("1", alt=True)
    screen.press("2", ctrl=True)
    assert screen.has("Anna: nothing entered", group="Victory point cards")


def test_keys_that_come_before_a_tie_is_saved_go_into_what_breaks_it(app: Headless) -> None:
    live, screen = at_the_end(app, "Anna", "Ben")
    type_in(screen, 30)
    type_in(screen, 20)
    screen.tap("Ben: nothing entered", group="Villas")
    screen.press_at_once("1", "0", "Enter", "3", "Enter", "2", "Enter")
    assert screen.has("Anna: 3", group="writs left")
    assert screen.has("Ben: 2", group="writs left")
    assert live.game.score(live.state.table).winners == ("Anna",)


def test_a_key_in_a_row_that_somebody_else_has_just_taken_away_does_nothing(app: Headless) -> None:
    live, screen = at_the_end(app, "Anna", "Ben")
    type_in(screen, 30)
    type_in(screen, 20)
    screen.tap("Ben: nothing entered", group="Villas")
    type_in(screen, 10)
    assert screen.has("Anna and Ben are level: most writs left wins.")
    assert screen.has("Anna, writs left")
    seven = screen.tapped("7")

    async def key_after_undo() -> None:
        await live.undo()
        await screen.page.session.dispatch_event(seven._i, "click", None)

    app.run(key_after_undo())
    assert totals(live) == [30, 20]
    assert not screen.has("Anna, writs left")


def test_a_guest_enters_their_own_column(app: Headless) -> None:
    live, _ = at_the_end(app)
    phone = on_phone(app, seated(app, live, 1), f"/table/{live.id}/sheet/0")
    assert phone.has("Ben, Victory point cards")
    type_in(phone, 42)
    assert phone.has("Ben, Items on resource board")
    assert totals(live) == [0, 42, 0]
    phone.tap("Ben: nothing entered", group="Villas")
    assert phone.has("Done")
    phone.tap("Clara: nothing entered", group="Villas")
    type_in(phone, 5, "Done")
    assert totals(live) == [0, 42, 5]


def test_a_guest_looks_at_the_details_of_a_player_on_another_phone(app: Headless) -> None:
    live, _ = at_the_end(app)
    seated(app, live, 0)
    phone = on_phone(app, seated(app, live, 1), f"/table/{live.id}/sheet/0")
    phone.tap("Anna: nothing entered", group="Fountain cards")
    assert phone.route == f"/table/{live.id}/stock/0"
    assert not phone.has("Anna, Fountain cards")


def test_what_others_type_is_shown_at_once(app: Headless) -> None:
    live, screen = at_the_end(app)
    second_screen = app.show(TableScreen, live.id, "sheet", 0)
    screen.tap("3")
    change(app, live, lambda state: with_player(state, 2, victory_cards=31))
    assert screen.has("Clara: 31", group="Victory point cards")
    assert screen.has("Anna: 3", group="Victory point cards")
    assert second_screen.has("Anna: 3", group="Victory point cards")


def test_the_result_says_what_was_entered(app: Headless) -> None:
    live, _ = at_the_end(app, "Anna", "Ben")
    change(app, live, lambda state: with_player(state, 0, entered={"villas": 17}))
    ended = app.show(TableScreen, live.id, "end", 0)
    assert ended.says("A pencil: as entered, not checked.")
    ended.tap("Anna: 17, as entered", group="Villas")
    assert ended.has("As entered, not checked.")


def test_a_number_that_was_entered_is_mended_on_the_sheet(app: Headless) -> None:
    live, _ = in_play(app, entered={"victory_cards": 17})
    walk = app.show(TableScreen, live.id, "end", 0)
    walk.tap("Edit: Anna, Victory point cards")
    assert walk.route == f"/table/{live.id}/sheet/0"


@pytest.mark.parametrize("game", GAMES_WITH_RULES)
@pytest.mark.parametrize("viewport", [Viewport(), Viewport(width=1280, height=800), Viewport(width=320, scale=2.0)])
def test_every_game_has_an_end_sheet_on_which_everything_has_a_name(
    app: Headless, game: str, viewport: Viewport
) -> None:
    kit = KITS[game]
    state = kit.begin(("Anna", "Ben"), STYLES[:2], next(iter(kit.variants)), app.tables.copies[game])
    table = app.run(app.tables.begin(game, with_only_end(game, state)))
    screen = app.show(TableScreen, table, None, 0, viewport=viewport)
    assert nameless(screen) == []
    rules = GAMES[game].rules
    for _ in rules:
        type_in(screen, 7)
        screen.tap("2")
        screen.tap("Next" if screen.has("Next") else "Done")
    live = app.run(app.tables.open(table))
    assert live is not None
    assert totals(live) == [7 * len(rules), 2 * len(rules)]
    assert not live.problems

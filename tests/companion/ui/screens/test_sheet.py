"""The sheet on the screen, of a play that was kept and of a table in play."""

from __future__ import annotations

import json
from datetime import date
from functools import partial
from typing import TYPE_CHECKING, Any

import flet as ft
import pytest

from companion.services.results import result_of_play, result_of_table
from companion.system import now
from companion.tables.state import Colour, with_player
from companion.ui.components import outcome as module
from companion.ui.components.outcome import JOINT, OPENING, Bars, bar_figures, bar_stripes, bars_of, rounds_of
from companion.ui.core.context import MOTION_SETTING, Viewport
from companion.ui.core.theme import DARK, LIGHT, SPACE, player_colour
from companion.ui.routes import ROUTES
from companion.ui.screens import sheet
from companion.ui.screens.history.play import Play
from companion.ui.screens.sheet import DIFFERS, ENTERED, TRACK_HEADING, SheetView, WrongNumber
from storage.repositories import play_content
from storage.repositories.play_content import Participant, plain_sheet
from storage.repositories.play_rows import insert_play
from tests.companion import little_town_tables, pad_tables
from tests.companion.carpe_diem_tables import begun, player_with, table_state, tile
from tests.companion.client import Client
from tests.companion.played import put_lost
from tests.companion.spoken import inside, name_of

if TYPE_CHECKING:
    from companion.services.results import Result
    from companion.ui.components.outcome import Totals
    from storage.repositories.play_content import StoredPlay
    from storage.repositories.tables import Store
    from tests.companion.headless import Headless, Screen

VILLA = (tile("C3", "villa E4"), tile("D3", "villa W"))


def finished(app: Headless, **fields: Any) -> StoredPlay:
    """Anna has a villa of 5 points and 4 writs, Ben 5 points on his cards."""
    anna = player_with("Anna", *VILLA, writs_left=4)
    ben = player_with("Ben", victory_cards=5, writs_left=2, stack=1)
    live = begun(app, table_state(anna, ben, villa_chart={"4": 5}, **fields))
    return app.run(app.tables.finish(live))


@ft.component
def at(route: str) -> ft.Control:
    """The screen of a play, at its address."""
    ft.context.page.route = route
    return ft.Router([ft.Route(path="play/:play", component=Play)])


def shown(app: Headless, play_id: str) -> Screen:
    return app.show(at, f"/play/{play_id}")


def test_the_sheet_of_a_play_says_who_won_and_why(app: Headless) -> None:
    screen = shown(app, finished(app).id)
    assert screen.has("Anna wins")
    assert screen.has("1. Anna 5, level on points; most writs left: 4 to 2")
    assert screen.has("Ben: 5", group="Victory point cards")
    assert screen.says("2. Ben 5")
    assert not screen.says("ahead of")
    assert not screen.says("decided most")
    assert screen.has("What was close")
    assert screen.says(" would have ")


def won(app: Headless) -> StoredPlay:
    """Ben wins by 3 points, which his cards brought."""
    live = begun(app, table_state(player_with("Anna", victory_cards=2), player_with("Ben", victory_cards=5, stack=1)))
    return app.run(app.tables.finish(live))


def test_a_win_says_by_how_much_and_what_decided_it(app: Headless) -> None:
    screen = shown(app, won(app).id)
    assert screen.has("3 points ahead of Anna.")
    assert screen.has("Victory point cards decided most: 5 to 2.")


def opening(screen: Screen) -> list[ft.Container]:
    """Return the drawings that open."""
    every = (control for control, _ in screen.controls(unsaid=True))
    return [control for control in every if isinstance(control, ft.Container) and control.animate_scale == OPENING]


@pytest.mark.parametrize(
    ("still", "setting", "moves"), [(False, True, True), (True, True, False), (False, False, False)]
)
def test_a_result_opens_unless_the_system_or_a_setting_says_no(
    app: Headless, monkeypatch: pytest.MonkeyPatch, *, still: bool, setting: bool, moves: bool
) -> None:
    monkeypatch.setattr(Client, "still", still)
    result = result_of_play(won(app))
    screen = app.show(partial(SheetView, opens=True), result, 300.0, settings={MOTION_SETTING: setting})
    assert screen.has("Ben wins")
    assert len(opening(screen)) == (len(result.seats) if moves else 0)


def test_a_tap_ends_the_opening_of_a_result(app: Headless, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Client, "still", False)
    result = result_of_play(won(app))
    screen = app.show(partial(SheetView, opens=True), result, 300.0)
    assert [box.scale.scale_x for box in opening(screen) if isinstance(box.scale, ft.Scale)] == [1, 1]
    (around,) = (at for at, _ in screen.controls(unsaid=True) if isinstance(at, ft.GestureDetector))
    screen.event(around, "tap")
    assert not opening(screen)


def test_the_rounds_of_a_result_are_worked_out_once_however_often_it_is_drawn(
    app: Headless, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Client, "still", False)
    worked_out: list[Result] = []

    def noted(result: Result) -> tuple[Totals, ...]:
        worked_out.append(result)
        return rounds_of(result)

    for working_out in (module, sheet):
        monkeypatch.setattr(working_out, "rounds_of", noted)
    live = pad_tables.begun(app, pad_tables.HEARTS, "Anna", "Ben", entries=[{"rounds": [3, 9]}, {"rounds": [5, 1]}])
    screen = app.show(partial(SheetView, opens=True), result_of_table(live), 300.0)
    assert screen.has("Ben wins")
    assert len(worked_out) == 1


def test_the_best_of_each_round_lie_on_their_colour_and_a_flag_stands_at_who_closed_it(app: Headless) -> None:
    pad = {**pad_tables.HEARTS, "categories": [{"key": "r", "title": "Sum", "kind": "marked", "rule": "double"}]}
    entries = [{"r": [[12, True], [0, False]]}, {"r": [[8, False], [9, False]]}]
    live = pad_tables.begun(app, pad, "Anna", "Ben", entries=entries)
    screen = app.show(SheetView, result_of_table(live), 300.0)
    rounds = {name_of(control): [*inside(control)] for control, _ in screen.controls()}
    rounds = {name: parts for name, parts in rounds.items() if name.startswith("Round ")}
    assert list(rounds) == ["Round 1: Anna 24, Ben 8", "Round 2: Anna 0, Ben 9"]
    assert [sum(isinstance(part, ft.Icon) for part in parts) for parts in rounds.values()] == [1, 0]
    lit = [[part for part in parts if isinstance(part, ft.Container) and part.bgcolor] for parts in rounds.values()]
    assert [[text.value for text in inside(cell) if isinstance(text, ft.Text)] for (cell,) in lit] == [["8"], ["0"]]
    assert totals(screen) == 1, "the last row"
    assert screen.has("Anna: 24", group="Total")


def test_what_each_round_brought_stands_above_the_total(app: Headless) -> None:
    live = pad_tables.begun(app, pad_tables.HEARTS, "Anna", "Ben", entries=[{"rounds": [3, 9]}, {"rounds": [5]}])
    screen = app.show(SheetView, result_of_table(live), 300.0)
    rounds = [name for name in screen.names if name.startswith("Round ")]
    assert rounds == ["Round 1: Anna 3, Ben 5", "Round 2: Anna 9, Ben –"]


def test_the_result_of_a_table_opens_once_in_a_browser(app: Headless, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Client, "still", False)
    live = pad_tables.begun(app, pad_tables.OTTERS, "Anna", "Ben", entries=[{"fish": 2}, {"fish": 5}])
    end = f"/table/{live.id}/end/0"
    screen = app.show(ft.Router, ROUTES, route=end)
    assert opening(screen)
    screen.go("/")
    screen.go(end)
    assert screen.has("Ben wins")
    assert not opening(screen)
    play = app.run(app.tables.finish(live))
    assert not opening(shown(app, play.id)), "a play in the history lies open"


def test_bars_have_one_scale_and_the_line_that_decided_first(app: Headless) -> None:
    result = result_of_play(won(app))
    bars, width = bars_of(result), 300 - 8 * SPACE
    assert bars is not None
    red, _ = result.seats
    stripes = [bar_stripes(bars, number, red.colour, width, LIGHT) for number in range(2)]
    each = width / bars.longest
    assert bars.parts[0][0] == 5
    for number, points in enumerate((5, 2)):
        colour, long = stripes[number][0]
        assert colour == player_colour(red.colour, LIGHT)
        assert long == pytest.approx(points * each - JOINT)
    for of_player in stripes:
        assert sum(long for _, long in of_player) == pytest.approx(width)
    every = [control for control, _ in app.show(SheetView, result, 300.0).controls(unsaid=True)]
    drawn = [control for control in every if isinstance(control, ft.Container) and control.gradient is not None]
    assert len(drawn) == len(result.seats)


def test_lost_points_are_cut_out_of_the_end_of_a_bar() -> None:
    bars = Bars(parts=((10, -4, 2), (3, 0, 0), (1, -9, 0)), lit=True, longest=12)
    full = player_colour(Colour.RED, DARK)
    first, _, last = (bar_stripes(bars, number, Colour.RED, 120, DARK) for number in range(3))
    edge, end = (full, JOINT), (DARK.surface, 40 - 2 * JOINT)
    assert first == [(full, 80 - JOINT), (first[1][0], JOINT), edge, end, edge]
    assert list(bar_figures(bars, 0, 120)) == [(True, 10, 0, 80 - JOINT)], "the 2 points were lost"
    assert sum(long for _, long in last) == 120
    colour, long = last[0]
    assert (colour, int(long)) == (full, JOINT), "all that was won is lost"


def test_every_number_opens_its_arithmetic(app: Headless) -> None:
    screen = shown(app, finished(app).id)
    screen.tap("Anna: 5", group="Villas")
    assert screen.has("Villas: 5 points")
    assert screen.has("5 for 4 chimneys.")
    assert screen.has("Rulebook, End of the Game, Scoring Victory Points: Villas")
    screen.tap("Close")
    assert not screen.has("Villas: 5 points")
    screen.tap("Ben: 0", group="Villas")
    assert screen.has("No completed villa.")


def test_the_steps_that_moved_a_track_stand_below_its_number(app: Headless) -> None:
    live = little_town_tables.begun(app, little_town_tables.table_state())
    for label, score in (("anna builds the well", 4), ("anna feeds nobody", 1)):
        app.run(live.change(label, partial(with_player, seat=0, score=score)))
    screen = shown(app, app.run(app.tables.finish(live)).id)
    screen.tap("Anna: 1", group="Score track")
    assert screen.has("Anna builds the well: +4, 4 points")
    assert screen.has("Anna feeds nobody: −3, 1 point")
    screen.tap("Close")
    screen.tap("Ben: 0", group="Score track")
    assert not screen.has(TRACK_HEADING)


def test_a_page_is_left_while_a_window_lies_over_it(app: Headless) -> None:
    live = little_town_tables.begun(app, little_town_tables.table_state())
    app.run(live.change("anna builds the well", partial(with_player, seat=0, score=4)))
    play = app.run(app.tables.finish(live))
    screen = app.show(ft.Router, ROUTES, route=f"/play/{play.id}")
    screen.tap("Anna: 4", group="Score track")
    screen.go("/settings")
    assert not screen.has("Score track")


def test_what_rests_on_a_ruling_says_so(app: Headless) -> None:
    live = begun(app, table_state(player_with("Anna", victory_cards=-2), player_with("Ben", stack=1)))
    screen = app.show(SheetView, result_of_table(live), 358)
    assert screen.has("Worth knowing")
    assert screen.has("Victory point cards may go below 0 (a debt).")


def test_a_wrong_number_is_reported_by_a_table_without_names(app: Headless) -> None:
    screen = shown(app, finished(app).id)
    screen.tap("Report a fault in Tessera")
    assert screen.says('"Player 1"')
    assert not screen.says('"Anna"')
    screen.tap("With names")
    assert screen.says('"Anna"')
    table = table_state(player_with("Anna", victory_cards=-2), player_with("Ben")).table
    reported = app.show(WrongNumber, "carpe-diem", table).controls()
    (document,) = (control.value for control, _ in reported if isinstance(control, ft.Text) and control.selectable)
    assert json.loads(document)["table"]["players"][0]["victory_cards"] == -2


def test_figures_that_differ_today_are_shown_as_they_were_kept(app: Headless) -> None:
    play = finished(app)
    play.sheet["columns"][1]["lines"][0]["points"] = 6
    screen = app.show(SheetView, result_of_play(play), 358)
    assert screen.has(DIFFERS)
    assert screen.has("Ben: 6", group="Victory point cards")


def plain(app: Headless, totals: tuple[int | None, ...]) -> Screen:
    """The screen of a play from elsewhere: Anna won, and so many points are known."""
    players = tuple(
        Participant(name=name, total=total, place=place, won=place == 1)
        for place, (name, total) in enumerate(zip(("Anna", "Ben"), totals, strict=True), 1)
    )
    play = play_content.Play(
        id="plain",
        source="elsewhere:1",
        game="catan",
        title="Catan",
        sheet=plain_sheet(players),
        finished=now(),
        players=players,
    )

    def write(store: Store) -> None:
        with store.writing() as session:
            insert_play(session, store.now(), play)

    app.worker.run_blocking(write)
    return shown(app, "plain")


def test_a_plain_result_has_totals_and_places_without_arithmetic(app: Headless) -> None:
    screen = plain(app, (9, 7))
    assert screen.has("Anna wins")
    assert screen.has("2. Ben 7")
    assert not screen.has(ENTERED)


def test_points_that_are_not_known_are_not_made_up(app: Headless) -> None:
    screen = plain(app, (None, None))
    assert screen.has("Anna wins")
    assert screen.has("2. Ben")
    assert not screen.says("0 points")


def test_a_game_that_all_lost_together_has_no_winner(app: Headless) -> None:
    screen = shown(app, app.worker.run_blocking(put_lost, date(2024, 3, 1), {"Anna": 20, "Ben": None}))
    assert screen.has("Anna and Ben lost")
    assert screen.has("Anna 20")
    assert not screen.says("share the win")
    assert not screen.says("1.")
    assert not screen.says("place 1")


def totals(screen: Screen) -> int:
    """How many lines have the totals."""
    return sum(isinstance(text, ft.Text) and text.value == "Total" for text, _ in screen.controls(unsaid=True))


def test_twelve_players_stand_below_each_other_where_there_is_little_room(app: Headless) -> None:
    live = pad_tables.begun(app, pad_tables.OTTERS, *pad_tables.NAMES, entries=[{"fish": 60}] * 12)
    result = result_of_table(live)
    phone = app.show(SheetView, result, 358.0)
    assert totals(phone) == 2
    assert totals(app.show(SheetView, result, 704.0, viewport=Viewport(width=1280))) == 1
    for name in pad_tables.NAMES:
        assert phone.has(f"{name}: 60", group="Fish")
        assert phone.says(f"{name} 60")
    phone.tap(f"{pad_tables.NAMES[-1]}: 60", group="Fish")
    assert phone.has("60 entered.")


def test_one_player_alone_wins_over_nobody(app: Headless) -> None:
    live = pad_tables.begun(app, pad_tables.OTTERS, "Anna", entries=[{"fish": 60}])
    screen = app.show(SheetView, result_of_table(live), 358.0)
    assert screen.has("Anna: 60 points")
    assert not screen.says("wins")

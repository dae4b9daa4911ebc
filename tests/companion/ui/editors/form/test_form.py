"""The controls that are made from the types of a game's state."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import flet as ft

from companion.services import seating
from companion.tables.access import WATCHING
from companion.ui.components import stepper
from companion.ui.editors.form.values import Place
from storage.documents.codec import plain
from tests.companion.phones import come, of_host, on_phone, seated
from tests.companion.ui.editors.form.forms import enter_player, enter_table

if TYPE_CHECKING:
    import pytest

    from companion.tables.live_table import LiveTable
    from tests.companion.headless import Headless, Screen


def player_form(app: Headless, live: LiveTable, seat: int = 0) -> Screen:
    return of_host(app, f"/table/{live.id}/player/{seat}")


def table_form(app: Headless, live: LiveTable) -> Screen:
    return of_host(app, f"/table/{live.id}/table/0")


def anna(live: LiveTable) -> dict[str, Any]:
    return dict(plain(live.state.table.players[0]))


def nests(live: LiveTable) -> list[dict[str, Any]]:
    return list(plain(live.state.table.nests))


def add_nest(screen: Screen, number: int, cell: str) -> None:
    screen.tap("Add to Nests")
    screen.type_into(f"Nests {number}, Cell", cell)
    screen.leave(f"Nests {number}, Cell")


def test_what_stood_in_a_field_and_is_typed_again_is_saved_last(
    app: Headless, live: LiveTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    screen = table_form(app, live)
    add_nest(screen, 1, "C2")
    with app.locked(monkeypatch):
        for cell in ("C3", "C2"):
            screen.type_into("Nests 1, Cell", cell)
            screen.leave("Nests 1, Cell")
    assert nests(live)[0]["cell"] == screen.value("Nests 1, Cell") == "C2"


def test_what_is_typed_again_stays_while_what_was_left_is_being_saved(
    app: Headless, live: LiveTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    screen = table_form(app, live)
    add_nest(screen, 1, "C2")
    monkeypatch.setattr(stepper, "PAUSE_S", 0.3)
    saved = asyncio.Event()
    put = Place.put
    seen: list[str] = []

    async def put_late(place: Place, value: Any) -> None:
        await saved.wait()
        await put(place, value)

    monkeypatch.setattr(Place, "put", put_late)

    async def typed() -> None:
        for event, cell in (("change", "C3"), ("blur", None), ("change", "C4")):
            entry = screen.find("Nests 1, Cell", ft.TextField)
            if cell is not None:
                screen.page.session.apply_patch(entry._i, {"value": cell})
            asyncio.create_task(screen.page.session.dispatch_event(entry._i, event, cell))  # noqa: RUF006
            await asyncio.sleep(0.01)
        saved.set()
        await asyncio.sleep(0.1)
        seen.append(screen.value("Nests 1, Cell"))

    app.run(typed())
    assert seen == ["C4"]
    assert nests(live)[0]["cell"] == "C4"


def test_a_table_begins_with_the_smallest_values(live: LiveTable) -> None:
    ben = {"name": "Ben", "eggs": 0, "awake": False, "flights": [], "pair": [1, 1], "food": {}}
    assert plain(live.state.table) == {
        "players": [ben | {"name": "Anna"}, ben],
        "board": "north",
        "nests": [],
        "days": [],
        "chart": {},
    }


def test_a_whole_document_is_entered_on_the_form(app: Headless, live: LiveTable) -> None:
    """With a field of every kind, as the golden sheets of all games are entered."""
    player = {
        "name": "Anna",
        "eggs": 3,
        "awake": True,
        "flights": [4, 5],
        "pair": [2, 6],
        "food": {"wren": 2},
        "guild": {"rank": 4},
        "den": "elm",
    }
    table = {
        "board": ["..##", "#..."],
        "nests": [{"bird": "crane", "cell": "C2", "owner": "Ben", "called": "Old Hollow"}],
        "days": [{"sky": "rain", "storm": True}, {"sky": "sun", "hours": 3}],
        "chart": {"4": 9},
    }
    enter_player(player_form(app, live), live.game.key, player)
    enter_table(table_form(app, live), live.game.key, table)
    entered = plain(live.state.table)
    assert anna(live) == player
    assert {key: entered[key] for key in table} == table


def test_a_number_says_whose_it_is_its_meaning_its_range_and_what_it_brings(app: Headless, live: LiveTable) -> None:
    screen = player_form(app, live)
    screen.type_into("Anna, Eggs", "7")
    screen.leave("Anna, Eggs")
    screen.tap("Anna, Eggs, +1")
    assert anna(live)["eggs"] == 8
    assert screen.has("Eggs in all nests. 0 to 20.")
    assert screen.has("Anna, 8 points")
    assert screen.has("8 eggs.")
    screen.type_into("Anna, Eggs", "21")
    assert screen.has("Eggs: a whole number from 0 to 20. It stays 8.")
    assert anna(live)["eggs"] == 8


def test_a_tick_is_set_and_undone(app: Headless, live: LiveTable) -> None:
    screen = player_form(app, live)
    screen.tap("Anna, Awake")
    assert anna(live)["awake"] is True
    screen.tap("Undo: Anna, Awake: yes")
    assert anna(live)["awake"] is False


def test_counts_are_added_by_their_kind_and_left_out(app: Headless, live: LiveTable) -> None:
    screen = player_form(app, live)
    screen.tap("Add Anna, Food, Barn owl")
    screen.tap("Add Anna, Food, Wren")
    screen.tap("Anna, Food, Wren, +1")
    assert anna(live)["food"] == {"barn-owl": 1, "wren": 2}
    screen.tap("Remove Anna, Food, Barn owl")
    assert anna(live)["food"] == {"wren": 2}
    screen.tap("Undo")
    assert anna(live)["food"] == {"barn-owl": 1, "wren": 2}


def test_a_key_that_is_typed_is_checked(app: Headless, live: LiveTable) -> None:
    screen = table_form(app, live)
    screen.type_into("Chart", "x")
    screen.tap("Add to Chart")
    assert screen.says('"x": a number from 1 to 9 belongs here.')
    screen.type_into("Chart", "3")
    screen.submit("Chart")
    screen.type_into("Chart, 3", "9")
    assert plain(live.state.table)["chart"] == {"3": 9}
    assert screen.value("Chart") == ""


def test_what_may_be_absent_is_given_and_left_out(app: Headless, live: LiveTable) -> None:
    screen = player_form(app, live)
    screen.tap("Add Anna, Guild")
    screen.tap("Anna, Guild, Rank, +1")
    screen.tap("Add Anna, Den")
    screen.tap("Anna, Den: Elm")
    assert (anna(live)["guild"], anna(live)["den"]) == ({"rank": 2}, "elm")
    screen.tap("Remove Anna, Guild")
    screen.tap("Remove Anna, Den")
    assert "guild" not in anna(live)
    assert "den" not in anna(live)


def test_lists_of_numbers_open_line_by_line_and_pairs_stand_open(app: Headless, live: LiveTable) -> None:
    screen = player_form(app, live)
    screen.tap("Add to Anna, Flights")
    screen.tap("Anna, Flights 1, +1")
    screen.tap("Anna, Pair 2, +1")
    assert (anna(live)["flights"], anna(live)["pair"]) == ([1], [1, 2])
    assert not screen.has("Add to Anna, Pair")
    screen.tap("Anna, Flights 1: 1, close")
    assert not screen.has("Anna, Flights 1, +1")


def test_entries_are_added_moved_and_removed(app: Headless, live: LiveTable) -> None:
    screen = player_form(app, live)
    for number in range(1, 4):
        screen.tap("Add to Anna, Flights")
        screen.type_into(f"Anna, Flights {number}", str(number))
    assert not screen.enabled("Move Anna, Flights 3 down")
    screen.tap("Move Anna, Flights 3 up")
    screen.tap("Move Anna, Flights 2 up")
    assert anna(live)["flights"] == [3, 1, 2]
    assert not screen.enabled("Move Anna, Flights 1 up")
    screen.tap("Remove Anna, Flights 1")
    assert anna(live)["flights"] == [1, 2]
    screen.tap("Undo")
    assert anna(live)["flights"] == [3, 1, 2]


def test_pieces_on_squares_have_no_order_and_small_letters_do_for_a_square(app: Headless, live: LiveTable) -> None:
    screen = table_form(app, live)
    for number, cell in enumerate(("A1", "b2", "C3"), 1):
        add_nest(screen, number, cell)
    assert not screen.has("Add to Nests")
    assert not screen.has("Move Nests 3 up")
    assert [nest["cell"] for nest in nests(live)] == ["A1", "B2", "C3"]
    screen.tap("Remove Nests 3")
    assert [nest["cell"] for nest in nests(live)] == ["A1", "B2"]


def test_many_choices_are_shown_on_demand_and_owners_are_the_players(app: Headless, live: LiveTable) -> None:
    screen = table_form(app, live)
    screen.tap("Add to Nests")
    screen.tap("Nests 1, Bird: Robin, choose another")
    screen.tap("Nests 1, Bird: Barn owl")
    screen.tap("Nests 1, Owner: Ben")
    screen.tap("Add Nests 1, Called")
    assert screen.value("Nests 1, Called") == "?"
    screen.type_into("Nests 1, Called", "Old Hollow")
    assert nests(live) == [{"bird": "barn-owl", "cell": "A1", "owner": "Ben", "called": "Old Hollow"}]
    assert screen.has("Nests 1: Barn owl, A1, Ben, Old Hollow, close")


def test_a_text_that_cannot_stand_there_stays_in_its_field_with_the_reason(app: Headless, live: LiveTable) -> None:
    screen = table_form(app, live)
    add_nest(screen, 1, "Z9")
    assert screen.has('"Z9": a square, A1 to D4 belongs here. It stays A1.')
    assert screen.value("Nests 1, Cell") == "Z9"
    assert nests(live)[0]["cell"] == "A1"
    screen.type_into("Nests 1, Cell", "D4")
    assert not screen.says("It stays")
    assert nests(live)[0]["cell"] == "D4"


def test_what_is_typed_is_saved_after_a_pause_or_when_the_field_is_left(
    app: Headless, live: LiveTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    screen = table_form(app, live)
    screen.tap("Add to Nests")
    monkeypatch.setattr(stepper, "PAUSE_S", 0.01)
    field = screen.find("Nests 1, Cell", ft.TextField)
    screen.page.session.apply_patch(field._i, {"value": "C2"})
    screen.event(field, "change", "C2")
    screen.leave("Nests 1, Cell")
    assert nests(live)[0]["cell"] == "C2"
    assert screen.value("Nests 1, Cell") == "C2"


def test_a_problem_stands_at_its_field_and_at_the_line_that_is_closed(app: Headless, live: LiveTable) -> None:
    screen = table_form(app, live)
    add_nest(screen, 1, "A1")
    add_nest(screen, 2, "A1")
    where = screen.names.index("Another nest lies on A1.")
    assert screen.names.index("Nests 2, Cell") < where < screen.names.index("Owner")
    screen.tap("Nests 2: Robin, A1, Anna, close")
    assert screen.names.index("Nests 2: Robin, A1, Anna, open") < screen.names.index("Another nest lies on A1.")


def test_one_of_two_is_chosen_and_rows_are_typed(app: Headless, live: LiveTable) -> None:
    screen = table_form(app, live)
    screen.tap("Board: South")
    assert live.state.table.board == "south"
    screen.tap("Board: One by one")
    screen.type_into("Board 2", "..##")
    assert live.state.table.board == ("....", "..##")
    screen.tap("Board: North")
    screen.tap("Undo: Board: North")
    assert live.state.table.board == ("....", "..##")


def test_a_phone_enters_its_own_seat_alone_and_others_see_it_at_once(app: Headless, live: LiveTable) -> None:
    phone = seated(app, live, 0)
    own = on_phone(app, phone, f"/table/{live.id}/player/0")
    host = player_form(app, live)
    own.tap("Anna, Eggs, +1")
    assert host.value("Anna, Eggs") == "1"
    seated(app, live, 1)
    own.go(f"/table/{live.id}/player/1")
    assert own.has("What Ben has is entered on another phone.")
    own.tap("Ben, Eggs, +1")
    assert live.state.table.players[1].eggs == 0
    watching = on_phone(app, come(app, live), f"/table/{live.id}/player/0")
    assert watching.has(f"{WATCHING}.")


def test_pieces_follow_their_players(app: Headless, live: LiveTable) -> None:
    screen = table_form(app, live)
    add_nest(screen, 1, "A1")
    add_nest(screen, 2, "B1")
    screen.tap("Nests 2, Owner: Ben")
    app.run(live.change("renamed", lambda state: seating.rename_player(live.game.key, state, 1, "Bea")))
    assert [nest["owner"] for nest in nests(live)] == ["Anna", "Bea"]
    copies = app.tables.copies[live.game.key]
    app.run(live.change("added", lambda state: seating.add_player(live.game.key, state, "Cleo", copies)))
    app.run(live.change("removed", lambda state: seating.remove_player(live.game.key, state, "Anna", copies)))
    assert [nest["owner"] for nest in nests(live)] == ["Bea"]


def test_nothing_is_asked_of_a_copy_of_the_game(app: Headless, live: LiveTable) -> None:
    assert not of_host(app, "/settings").has(live.game.title)
    assert of_host(app, f"/settings/{live.game.key}").says("This game asks nothing about your own copy")

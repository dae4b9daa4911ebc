"""Seating the players of a new table."""

from __future__ import annotations

import re
from datetime import date
from typing import TYPE_CHECKING, Any

import flet as ft
import pytest

from companion.games import KITS
from companion.services.new_table_data import draft_again
from companion.tables.state import STYLES, with_player
from companion.ui.components.fields import LOOK_ABOVE
from companion.ui.core.context import Viewport
from companion.ui.screens import new_table
from companion.ui.screens.new_table import NewTable
from companion.ui.screens.new_table_game import EMBLEM_IN_CHIP
from scoring import GAMES
from storage.repositories import people
from storage.repositories.tables import Store
from tests.companion.carpe_diem_tables import laid_out
from tests.companion.headless import GAMES_WITH_RULES, Headless, Screen, opened
from tests.companion.pad_tables import NAMES, OTTERS
from tests.companion.pads import KINGDOMINO
from tests.companion.phones import of_host
from tests.companion.played import put_result

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

WHO = "Who sits here?"
START = "Start with 2 players: Carpe Diem"


@pytest.fixture
def app(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Headless]:
    monkeypatch.setattr(new_table, "SEAT_LIT_S", 0)
    with opened(tmp_path) as running:
        yield running


def seats(screen: Screen) -> list[Any]:
    """The names in seat order."""
    return [
        field.value
        for field, _ in screen.controls()
        if isinstance(field, ft.TextField) and field.label != "Find a game"
    ]


def test_the_first_name_is_typed_at_once_where_there_is_a_keyboard(app: Headless) -> None:
    assert app.show(NewTable, viewport=Viewport(width=1280, height=800)).focused == "Starting player"
    assert "focus" not in [name for name, _ in app.show(NewTable).called]


def test_who_begins_carrara_reads_which_edition_is_not_known(app: Headless) -> None:
    screen = app.show(NewTable)
    screen.tap("The Palaces of Carrara")
    assert screen.has("The first edition (2012) is known, not that of 2022 with statues and monuments.")


def test_where_all_names_are_there_one_begins_at_the_button(app: Headless) -> None:
    two(app)
    assert app.show(NewTable, viewport=Viewport(width=1280, height=800)).focused == START


def test_enter_leads_from_name_to_name_and_to_another_player_and_from_an_empty_one_to_the_table(app: Headless) -> None:
    screen = two(app)
    screen.submit("Starting player")
    assert screen.focused == "Player 2"
    for player in ("Player 3", "Player 4"):
        screen.submit(f"Player {int(player[-1]) - 1}")
        assert screen.focused == player
        screen.type_into(player, f"Name of {player}")
    screen.submit("Player 4")  # Carpe Diem has no more
    assert screen.focused == "Start with 4 players: Carpe Diem"
    screen.tap("Remove Name of Player 4")
    screen.submit("Player 3")
    screen.submit("Player 4")
    assert screen.focused == "Start with 3 players: Carpe Diem"
    assert seats(screen) == ["Anna", "Ben", "Name of Player 3"]


def test_a_seat_that_was_added_and_stayed_empty_sits_nobody_down(app: Headless) -> None:
    screen = two(app)
    screen.submit("Player 2")
    assert seats(screen) == ["Anna", "Ben", ""]
    screen.start()
    table, _ = document_of(app, screen)
    assert [player["name"] for player in table["players"]] == ["Anna", "Ben"]


def two(app: Headless, game: str = "Carpe Diem") -> Screen:
    screen = app.show(NewTable)
    screen.tap(game)
    screen.type_into("Starting player", "Anna")
    screen.type_into("Player 2", "Ben")
    return screen


def document_of(app: Headless, screen: Screen, *, to: str = "/setup/0") -> tuple[dict[str, Any], dict[str, Any]]:
    """What is stored of the table that was laid out, and begins on a tab of it."""
    assert re.fullmatch(f"/table/[^/]+{to}", screen.route)
    stored = app.worker.run_blocking(Store.table, screen.route.split("/")[2])
    assert stored is not None
    return stored.content["table"], stored.content["extras"]


def test_a_pad_that_is_here_is_a_game_to_begin(app: Headless) -> None:
    app.run(app.tables.copies["score-pad"].keep("pads", "4f2c", KINGDOMINO))
    screen = two(app, "Kingdomino")
    screen.start()
    stored = app.worker.run_blocking(Store.table, screen.route.split("/")[2])
    assert stored is not None
    assert stored.game == "score-pad:4f2c"
    assert stored.content["table"]["pad"] == KINGDOMINO
    live = app.run(app.tables.open(stored.id))
    assert live is not None
    assert (live.game.title, live.game.players) == ("Kingdomino", (2, 4))
    app.run(live.change("Crowns", lambda state: with_player(state, 0, entries={"crowns": 3})))
    assert app.run(app.tables.finish(live)).title == "Kingdomino"


def test_a_game_of_the_shelf_is_found_and_begun_in_the_readers_language(app: Headless) -> None:
    screen = app.show(NewTable, language="de")
    assert not screen.has("Flügelschlag")
    screen.type_into("Spiel suchen", "Xyzzy")
    assert screen.says("Kein Spiel hier heißt so.")
    screen.type_into("Spiel suchen", "Flug")
    screen.tap("Flügelschlag")
    screen.tap("Mit einer Erweiterung? Nein: Bearbeiten")
    screen.tap("Über diesen Block")
    assert screen.has("Wer dann noch gleichauf ist, teilt sich den Platz.")
    assert screen.says("borisyankov/rulespal: wingspan, ")
    screen.tap("Fehler melden")
    assert screen.says("Block wingspan, Version ")
    screen.tap("Schließen")
    screen.type_into("Startspieler", "Anna")
    screen.type_into("Spieler 2", "Ben")
    screen.tap("Mit 2 Personen starten: Flügelschlag")
    stored = app.worker.run_blocking(Store.table, screen.route.split("/")[2])
    assert stored is not None
    assert stored.game == "score-pad:wingspan"
    pad = stored.content["table"]["pad"]
    assert (pad["title"], pad["categories"][0]["title"], pad["bgg"]) == ("Flügelschlag", "Vögel", 266192)


def test_a_table_is_laid_out_for_those_who_were_named(app: Headless) -> None:
    screen = two(app)
    screen.tap("Another player")
    screen.type_into("Player 3", "  Cleo ")
    screen.tap("Second edition · The whole game: Edit")
    assert screen.says("If your copy has banderoles")
    screen.tap("First edition")
    screen.start()
    table, extras = document_of(app, screen)
    assert [(player["name"], player["victory_cards"]) for player in table["players"]] == [
        ("Anna", 8),
        ("Ben", 9),
        ("Cleo", 13),
    ]
    assert table["edition"] == "first"
    assert [seat["colour"] for seat in extras["seats"]] == ["red", "green", "blue"]
    assert [person.name for person in app.worker.run_blocking(people.players)] == ["Anna", "Ben", "Cleo"]


def test_the_draft_is_gone_once_the_table_is_laid_out(app: Headless) -> None:
    two(app).start()
    screen = app.show(NewTable)
    assert seats(screen) == []
    assert screen.has("Choose who plays.")


def test_the_draft_outlives_the_process(tmp_path: Path) -> None:
    with opened(tmp_path) as app:
        two(app).tap("Another player")
    with opened(tmp_path) as again:
        assert seats(again.show(NewTable)) == ["Anna", "Ben", ""]


def test_an_empty_seat_is_asked_for_only_when_the_table_is_to_be_laid_out(app: Headless) -> None:
    screen = app.show(NewTable)
    assert not screen.has(WHO)
    screen.start()
    assert screen.names.count(WHO) == 2
    screen.tap("Another player")
    assert screen.names.count(WHO) == 2  # nobody could type there yet
    assert screen.route == "/"
    assert app.worker.run_blocking(Store.tables) == ()


def test_what_is_missing_is_said_beside_the_button_before_it_is_tapped(app: Headless) -> None:
    screen = app.show(NewTable)
    assert screen.has("Choose who plays, and a game.")
    screen.type_into("Starting player", "Anna")
    assert screen.has("Choose a game.")
    screen.tap("Carpe Diem")
    assert screen.has("Carpe Diem is for 2 to 4 players.")
    assert screen.enabled("Start")
    screen.type_into("Player 2", "Ben")
    assert screen.has(START)
    assert not screen.has("Start")


def test_a_wrong_name_is_held_where_it_was_typed(app: Headless) -> None:
    screen = two(app)
    screen.type_into("Player 2", "ANNA")
    assert seats(screen) == ["Anna", "ANNA"]
    assert screen.has('Another player is called "Anna": add a letter.')
    screen.start()
    assert screen.has(LOOK_ABOVE)
    assert screen.route == "/"
    assert seats(app.show(NewTable)) == ["Anna", "ANNA"]
    screen.type_into("Player 2", "Annabel")
    assert not screen.says("Another player is called")
    screen.tap(START)
    assert screen.route.startswith("/table/")


def test_a_single_player_cannot_begin(app: Headless) -> None:
    screen = two(app)
    screen.tap("Remove Ben")
    screen.start()
    assert screen.has("Carpe Diem is for 2 to 4 players.")


def test_buttons_change_the_order_and_end_at_its_ends(app: Headless) -> None:
    two(app)
    screen = app.show(NewTable, viewport=Viewport(width=1280))
    assert not screen.enabled("Move Anna up")
    assert not screen.enabled("Move Ben down")
    screen.tap("Move Ben up")
    assert seats(screen) == ["Ben", "Anna"]
    screen.tap("Move Ben down")
    assert seats(screen) == ["Anna", "Ben"]


def test_a_phone_leaves_room_for_names_beside_what_moves_and_removes_them(app: Headless) -> None:
    screen = two(app)
    assert not screen.has("Move Anna down")
    screen.tap("Move Ben up")
    assert seats(screen) == ["Ben", "Anna"]


def test_a_seat_that_is_dropped_on_another_takes_its_place(app: Headless) -> None:
    screen = two(app)
    dragged = [control for control, _ in screen.controls(unsaid=True) if isinstance(control, ft.Draggable)]
    targets = [control for control, _ in screen.controls() if isinstance(control, ft.DragTarget)]
    screen.event(targets[0], "accept", {"src_id": dragged[1]._i, "l": {"x": 0, "y": 0}, "g": {"x": 0, "y": 0}})
    assert seats(screen) == ["Ben", "Anna"]


def test_somebody_without_a_look_gets_that_of_the_seat(app: Headless) -> None:
    app.run(app.worker.run(people.remember_players, [("Cathy", "", "")]))
    screen = app.show(NewTable)
    screen.tap("Cathy")
    screen.tap("Cathy: Edit")
    assert seats(screen) == ["Cathy"]
    assert screen.has("Cathy: red, circle")


def test_those_who_played_before_sit_by_a_tap_and_leave_by_another(app: Headless) -> None:
    laid_out(app, "Cathy", "Nick")
    screen = app.show(NewTable)
    screen.tap("Nick")
    screen.tap("Nick: Edit")
    assert seats(screen) == ["Nick"]
    assert screen.has("Nick: green, square")
    screen.tap("Cathy")
    assert seats(screen) == ["Nick", "Cathy"]
    screen.tap("Nick")
    assert seats(screen) == ["Cathy"]


def test_people_come_first_then_games_and_what_is_chosen_stands_in_a_line(app: Headless) -> None:
    laid_out(app, "Cathy", "Nick")
    screen = app.show(NewTable)
    for name in ("Cathy", "Nick"):
        screen.tap(name)
    line = "Second edition · The whole game: Edit"
    order = ["Players", "Cathy", "Nick", "Cathy begins, then Nick: Edit", "Game", "Find a game", "Carpe Diem", line]
    places = [screen.names.index(name) for name in [*order, "Start with 2 players: Carpe Diem"]]
    assert places == sorted(places)
    assert not screen.has("Only the end")
    screen.tap(line)
    assert "scroll_to" in [name for name, _ in screen.called], "what opens is brought into view"
    screen.tap("Only the end")
    screen.tap("Second edition · Only the end: Close")
    assert not screen.has("First edition")
    screen.start()
    assert re.fullmatch("/table/[^/]+", screen.route)


def test_the_people_of_the_last_time_sit_by_one_tap_in_their_order_and_another_one_removes_them(app: Headless) -> None:
    laid_out(app, "Nick", "Cathy")
    app.run(app.worker.run(people.remember_players, [("Dora", "", "")]))
    screen = app.show(NewTable)
    screen.tap("As last time: Nick and Cathy")
    assert screen.has("Nick begins, then Cathy: Edit")
    assert screen.has("Start with 2 players: Carpe Diem")
    screen.tap("As last time: Nick and Cathy")
    assert screen.has("Choose who plays.")
    for name in ("Dora", "As last time: Nick and Cathy"):
        screen.tap(name)
    for words, lit in (("Dora begins, then Nick and Cathy: Edit", False), ("Nick begins, then Cathy: Edit", True)):
        assert screen.has(words)
        assert screen.find("As last time: Nick and Cathy", ft.Semantics).selected is lit  # type: ignore[attr-defined]
        screen.tap("As last time: Nick and Cathy")


def test_friends_who_played_last_or_most_are_shown_the_others_by_a_tap(app: Headless) -> None:
    names = [f"Friend {number}" for number in range(9)]
    app.worker.run_blocking(put_result, date(2020, 1, 1), {"Often": 1, "Friend 0": 2})
    for name in names:
        app.run(app.worker.run(people.remember_players, [(name, "", "")]))
    screen = app.show(NewTable)
    shown = [name for name in screen.names if name in {*names, "Often"}]
    assert shown == ["Friend 0", "Friend 5", "Friend 6", "Friend 7", "Friend 8", "Often"]
    screen.tap("Show more")
    assert {*names} <= {*screen.names}


def test_somebody_new_is_typed_beside_friends(app: Headless) -> None:
    laid_out(app, "Nick", "Cathy")
    screen = app.show(NewTable)
    screen.tap("Nick")
    assert seats(screen) == []
    screen.tap("Another player")
    assert screen.focused == "Player 2"
    assert screen.has("Player 2: blue, triangle"), "the mark of no friend"
    screen.type_into("Player 2", "Cathy")
    assert screen.has("Cathy: green, square")
    screen.type_into("Player 2", "Nick")
    assert screen.has('Another player is called "Nick": add a letter.')
    screen.type_into("Player 2", "Nicole")
    screen.tap("Nick begins, then Nicole: Close")
    assert seats(screen) == []
    screen.tap("Start with 2 players: Carpe Diem")
    table, _ = document_of(app, screen)
    assert [player["name"] for player in table["players"]] == ["Nick", "Nicole"]


def test_friends_stay_where_they_are_when_one_sits_down(app: Headless) -> None:
    app.run(app.worker.run(people.remember_players, [(name, "", "") for name in ("Anna", "Ben", "Cem", "Dora", "Eva")]))
    screen = app.show(NewTable)

    def offered() -> list[str]:
        return [name for name in screen.names if name in ("Anna", "Ben", "Cem", "Dora", "Eva")]

    before = offered()
    screen.tap("Carpe Diem")
    for name in ("Ben", "Anna", "Cem", "Anna", "Dora", "Eva", "Anna"):
        screen.tap(name)
        assert offered() == before
    assert screen.has("Ben begins, then Cem, Dora, Eva and Anna: Edit")
    assert screen.has("Carpe Diem is for 2 to 4 players.")


def test_a_look_that_somebody_has_is_exchanged(app: Headless) -> None:
    screen = two(app)
    screen.tap("Ben: green, square")
    screen.tap("Red: Anna")
    assert screen.has("Anna: green, square")
    assert screen.has("Ben: red, circle")
    screen.tap("Diamond")
    assert screen.has("Ben: red, diamond")
    screen.tap("Ben: red, diamond")
    assert not screen.has("Triangle")
    screen.start()
    screen = app.show(NewTable)
    for name in ("Ben", "Another player"):
        screen.tap(name)
    assert screen.has("Ben: red, diamond"), "a mark that somebody chose stays with the player"


def test_the_seats_stay_open_while_the_last_name_is_typed(app: Headless) -> None:
    laid_out(app, "Nick", "Cathy")
    screen = app.show(NewTable)
    for name in ("Nick", "Another player"):
        screen.tap(name)
    again = app.show(NewTable)
    again.tap("Nick: Close")  # where somebody has no name yet, their seat is needed
    again.type_into("Player 2", "D")
    again.type_into("Player 2", "Dora")
    assert seats(again) == ["Nick", "Dora"]


def test_what_is_open_of_a_seat_stays_with_it_where_another_game_is_chosen(app: Headless) -> None:
    laid_out(app, "Clara", "Jonas", "Mia")
    screen = app.show(NewTable)
    for name in (
        "As last time: Clara, Jonas and Mia",
        "Clara begins, then Jonas and Mia: Edit",
        "Jonas: green, square",
    ):
        screen.tap(name)
    screen.type_into("Find a game", "wingspan")
    screen.submit("Find a game")
    order = [screen.names.index(name) for name in ("Remove Jonas", "Triangle: Mia", "Mia: blue, triangle")]
    assert order == sorted(order)


def test_the_draw_turns_the_seats_and_says_who_begins(app: Headless, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(new_table, "draw_starting_player", lambda seats: seats - 1)
    screen = two(app)
    screen.tap("Another player")
    screen.type_into("Player 3", "Cleo")
    screen.tap("Draw who begins")
    assert seats(screen) == ["Cleo", "Anna", "Ben"]
    assert screen.has("Cleo begins.")
    screen.tap("Move Anna up")
    assert not screen.says("begins.")


def test_a_name_too_long_for_its_field_stands_below_it_as_a_whole(app: Headless) -> None:
    name = "Bartholomäus-Maximilian von Hohenstaufen"
    screen = app.show(NewTable, viewport=Viewport(width=320))
    screen.type_into("Starting player", "Anna")
    assert not screen.has("Anna")
    screen.type_into("Starting player", name)
    assert screen.has(name)
    wide = app.show(NewTable, viewport=Viewport(width=1280))
    assert seats(wide)[0] == name
    assert not wide.has(name)


def test_a_new_seat_takes_the_focus(app: Headless) -> None:
    screen = two(app)
    screen.tap("Another player")
    assert [method for method, _ in screen.called] == ["scroll_to", "focus"]


def test_every_game_that_has_screens_is_offered_and_no_other(app: Headless) -> None:
    for width, emblems in ((390, len(GAMES_WITH_RULES)), (320, 0)):
        screen = app.show(NewTable, viewport=Viewport(width=width))
        assert [game for game in GAMES if GAMES[game].title in screen.names] == GAMES_WITH_RULES
        widths = [getattr(control, "width", 0) for control, _ in screen.controls(unsaid=True)]
        assert widths.count(EMBLEM_IN_CHIP) == emblems, "where there is room, all with their emblems"


def test_the_game_that_was_played_last_is_chosen(app: Headless) -> None:
    state = KITS["mayor"].begin(["Anna", "Ben"], STYLES[:2], "basic", app.tables.copies["mayor"])
    app.run(app.tables.begin("mayor", state))
    screen = app.show(NewTable)
    screen.tap("As last time: Anna and Ben")
    assert screen.has("Start with 2 players: Mayor")
    screen.tap(next(name for name in screen.names if name.endswith("The whole game: Edit")))
    assert screen.has("With Events")


def test_all_games_are_on_a_page_of_their_own_which_leads_back_to_who_plays(app: Headless) -> None:
    app.run(app.tables.copies["score-pad"].keep("pads", "4f2c", KINGDOMINO))
    screen = of_host(app, "/new")
    screen.type_into("Starting player", "Anna")
    screen.tap("All games")
    screen.follow()
    places = [
        screen.names.index(name) for name in ("Another game …", "Mayor", "Kingdomino", "Agricola (revised edition)")
    ]
    assert places == sorted(places)
    assert not screen.has("Wingspan")
    for end in range(2000, 16000, 2000):
        screen.scroll(end)
    assert screen.has("Wingspan")
    screen.type_into("Find a game", "wing")
    screen.tap("Wingspan")
    screen.follow()
    assert screen.route == "/new"
    assert (screen.value("Starting player"), seats(screen)) == ("Anna", ["Anna", ""])
    assert screen.has("Start with 1 player: Wingspan")


def test_while_somebody_looks_for_a_game_the_bar_starts_no_other_one(app: Headless) -> None:
    screen = two(app)
    screen.type_into("Find a game", "skyjo")
    screen.tap("Choose Skyjo")
    assert screen.has("Start with 2 players: Skyjo")
    assert "scroll_to" in [name for name, _ in screen.called], "what is chosen of it is brought into view"
    options = [name for name in screen.names if name.endswith(": Edit")]
    screen.type_into("Find a game", "wings")
    assert not screen.has("Start with 2 players: Skyjo")
    assert options[-1] not in screen.names, "what is chosen of the other game stands below none of these"
    assert screen.has("Choose Wingspan")
    screen.type_into("Find a game", "qqqq")
    screen.submit("Find a game")
    assert screen.route == "/new/pad?title=qqqq"


def test_a_pad_is_changed_and_read_about_behind_the_line_below_the_games(app: Headless) -> None:
    screen = app.show(NewTable)
    screen.type_into("Find a game", "wingspan")
    screen.submit("Find a game")
    assert not screen.has("About this pad")
    screen.tap("With an expansion? No: Edit")
    assert screen.has("About this pad")
    screen.tap("Edit")
    assert screen.route == "/new/pad/wingspan"


def test_an_expansion_is_found_by_its_name_and_chosen_at_its_game_and_plays_of_both_are_of_one_game(
    app: Headless,
) -> None:
    screen = two(app)
    screen.type_into("Find a game", "oceania")
    screen.tap("Choose Wingspan")
    assert not screen.has("Wingspan: Oceania")
    screen.tap("With an expansion? No: Edit")
    screen.tap("With Oceania")
    assert screen.has("With an expansion? With Oceania: Close")
    screen.start()
    table, _ = document_of(app, screen, to="")
    keys = [category["key"] for category in table["pad"]["categories"]]
    assert (table["pad"]["title"], "nectar_forest" in keys) == ("Wingspan", True)
    (stored,) = app.worker.run_blocking(Store.tables)
    assert stored.game == "score-pad:wingspan"


def test_the_expansions_of_a_deck_are_ticked_and_are_those_of_the_last_time_until_another_way_to_count_is_chosen(
    app: Headless,
) -> None:
    screen = two(app)
    screen.type_into("Find a game", "forest")
    screen.tap("Choose Forest Shuffle")
    screen.tap("How do you count? Card by card: Edit")
    screen.tap("Alpine")
    assert screen.has("How do you count? Card by card · Alpine: Close")
    assert screen.has("82 cards, an unofficial list.")
    screen.start()
    table, _ = document_of(app, screen, to="")
    assert table["pad"]["categories"][0]["parts"] == ["alpine"]
    live = app.run(app.tables.open(screen.route.split("/")[2]))
    assert live is not None
    assert draft_again(app.run(app.tables.finish(live))).parts == ("alpine",)
    again = app.show(NewTable)
    again.tap("How do you count? Card by card · Alpine: Edit")
    again.tap("Alpine")
    assert again.has("How do you count? Card by card: Close")
    again.tap("Alpine")
    again.tap("Card by card, with all expansions")
    assert again.has("How do you count? Card by card, with all expansions: Close")
    again.tap("Alpine")
    assert again.has("Played with: Woodland Edge, Exploration and Promos: Close")
    for part in ("Woodland Edge", "Exploration and Promos"):
        again.tap(part)
    assert again.has("The base game alone: Close")


@pytest.mark.parametrize("number", [1, 12])
def test_a_pad_is_for_one_player_alone_and_for_twelve(app: Headless, number: int) -> None:
    app.run(app.tables.copies["score-pad"].keep("pads", "4f2c", OTTERS))
    screen = app.show(NewTable)
    screen.tap("Otters and Ferries")
    if number == 1:
        screen.tap("Remove Player 2")
    for seat, name in enumerate(NAMES[:number]):
        if seat > 1:
            screen.tap("Another player")
        screen.type_into("Starting player" if seat == 0 else f"Player {seat + 1}", name)
    assert screen.has("Another player") is (number == 1)
    screen.start()
    table, extras = document_of(app, screen, to="")
    assert [player["name"] for player in table["players"]] == list(NAMES[:number])
    assert len({(seat["colour"], seat["shape"]) for seat in extras["seats"]}) == number


def test_the_second_of_two_quick_taps_lays_out_no_second_table(app: Headless) -> None:
    screen = two(app)
    screen.tap_both(START, START)
    assert len(app.worker.run_blocking(Store.tables)) == 1

"""Players of a table in play are called otherwise, added, removed and seated otherwise, each in one step."""

from __future__ import annotations

from functools import partial
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from companion.games import KITS
from companion.services import seating
from companion.services.end_sheet import with_only_end
from companion.services.results import result_of_play
from companion.tables.players import fits_players
from companion.tables.state import STYLES, TableState, state_of, transition, with_player, with_table
from scoring import GAMES
from scoring.little_town.moves import put_worker
from scoring.little_town.state import Visit
from scoring.palaces_of_carrara.state import Location
from scoring.problems import problems_in
from storage.repositories.tables import Store
from tests.companion import pad_tables
from tests.companion.carpe_diem_tables import as_user, laid_out
from tests.companion.headless import GAMES_WITH_RULES
from tests.companion.pads import KINGDOMINO
from tests.companion.phones import come, guest_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from companion.tables.live_table import LiveTable
    from tests.companion.headless import Headless

CARPE = "carpe-diem"
TOWN = "little-town"
MAYOR = "mayor"


def begun(app: Headless, game: str, *names: str) -> LiveTable:
    variant = next(iter(KITS[game].variants))
    state = KITS[game].begin(names, STYLES[: len(names)], variant, app.tables.copies[game])
    return app.begin_table(game, state)


def names(live: LiveTable) -> list[str]:
    return [player.name for player in live.state.table.players]


def do(app: Headless, live: LiveTable, step: Callable[[TableState[Any]], TableState[Any]]) -> None:
    app.run(live.change("step", step))


def steps_of(app: Headless, game: str) -> list[Callable[[TableState[Any]], TableState[Any]]]:
    copies = app.tables.copies[game]
    return [
        lambda state: seating.rename_player(game, state, 1, " Benno "),
        lambda state: seating.add_player(game, state, "Dora", copies),
        lambda state: seating.move_player(game, state, "Cleo", -2, copies),
        lambda state: seating.remove_player(game, state, "Anna", copies),
    ]


@pytest.mark.parametrize("game", GAMES_WITH_RULES)
def test_each_is_one_step_that_can_be_taken_back_and_brought_again(app: Headless, game: str) -> None:
    live = begun(app, game, "Anna", "Ben", "Cleo")
    lying = [live.state]
    for step in steps_of(app, game):
        do(app, live, step)
        lying.append(live.state)
        assert fits_players(live.state)
        variant, copies = KITS[game].variant_of(live.state), app.tables.copies[game]
        begun_so = KITS[game].begin(names(live), live.state.extras.seats, variant, copies)
        wrong = [str(problem.message) for problem in problems_in(live.state.table, GAMES[game].limits)]
        assert wrong == [str(problem.message) for problem in problems_in(begun_so.table, GAMES[game].limits)]
    assert names(live) == ["Cleo", "Benno", "Dora"]
    for state in lying[-2::-1]:
        assert app.run(live.undo())
        assert live.state == state
    for state in lying[1:]:
        assert app.run(live.redo())
        assert live.state == state


def test_points_and_colours_go_along_with_their_player(app: Headless) -> None:
    live = laid_out(app, "Anna", "Ben", "Cleo")
    for seat, coins in enumerate((1, 2, 3)):
        do(app, live, partial(with_player, seat=seat, coins=coins))
    do(app, live, lambda state: with_table(state, settled=("0 pond C3", "2 villa D4"), order=(2, 0, 1)))
    do(app, live, lambda state: seating.move_player(CARPE, state, "Cleo", -1, app.tables.copies[CARPE]))
    assert [player.coins for player in live.state.table.players] == [1, 3, 2]
    assert live.state.extras.seats == (STYLES[0], STYLES[2], STYLES[1])
    assert (live.state.table.settled, live.state.table.order) == (("0 pond C3", "1 villa D4"), (1, 0, 2))
    do(app, live, lambda state: seating.remove_player(CARPE, state, "Anna", app.tables.copies[CARPE]))
    assert (live.state.table.settled, live.state.table.order) == (("0 villa D4",), (0, 1))


def test_a_new_player_begins_as_who_sits_down_there(app: Headless, live: LiveTable) -> None:
    do(app, live, lambda state: seating.add_player(CARPE, state, "Cleo", app.tables.copies[CARPE]))
    third = laid_out(app, "Anna", "Ben", "Cleo").state.table.players[2]
    assert live.state.table.players[2] == third


def test_a_new_player_begins_with_nothing_where_only_the_end_is_entered(app: Headless, live: LiveTable) -> None:
    do(app, live, partial(with_only_end, CARPE))
    do(app, live, lambda state: seating.add_player(CARPE, state, "Cleo", app.tables.copies[CARPE]))
    assert live.columns[2].total == 0
    assert live.state.extras.only_end


def test_pieces_are_called_as_their_player_and_go_with_them(app: Headless) -> None:
    live = begun(app, TOWN, "Anna", "Ben", "Cleo")
    do(app, live, transition(put_worker, 0, "C3"))
    do(app, live, transition(put_worker, 1, "E3"))
    do(app, live, lambda state: seating.rename_player(TOWN, state, 1, "Benno"))
    assert [worker.owner for worker in live.state.table.workers] == ["Anna", "Benno"]
    assert str(seating.what_goes(live, 1)[-1]) == "On the board: 1 piece."
    do(app, live, lambda state: seating.remove_player(TOWN, state, "Benno", app.tables.copies[TOWN]))
    assert [worker.owner for worker in live.state.table.workers] == ["Anna"]


def test_who_plays_now_plays_on_and_the_next_one_where_they_are_gone(app: Headless) -> None:
    live = begun(app, MAYOR, "Anna", "Ben", "Cleo")
    do(app, live, lambda state: with_table(state, turn=1))
    do(app, live, lambda state: seating.move_player(MAYOR, state, "Ben", -1, app.tables.copies[MAYOR]))
    assert live.state.table.turn == 0
    do(app, live, lambda state: seating.remove_player(MAYOR, state, "Ben", app.tables.copies[MAYOR]))
    assert (names(live), live.state.table.turn) == (["Anna", "Cleo"], 0)


@pytest.mark.parametrize("name", ["", "  ", "ANNA", "x" * 999])
def test_no_two_players_have_one_name_and_none_has_no_name(app: Headless, live: LiveTable, name: str) -> None:
    assert seating.name_problem(CARPE, live.state, 1, name) is not None
    do(app, live, lambda state: seating.rename_player(CARPE, state, 1, name))
    do(app, live, lambda state: seating.add_player(CARPE, state, name, app.tables.copies[CARPE]))
    assert (names(live), live.revision) == (["Anna", "Ben"], 0)


def test_there_are_as_many_players_as_the_game_is_for(app: Headless, live: LiveTable) -> None:
    copies = app.tables.copies[CARPE]
    do(app, live, lambda state: seating.remove_player(CARPE, state, "Ben", copies))
    do(app, live, lambda state: seating.move_player(CARPE, state, "Ben", 1, copies))
    assert live.revision == 0
    for name in ("Cleo", "Dora", "Emil"):
        do(app, live, partial(seating.add_player, CARPE, name=name, copies=copies))
    assert names(live) == ["Anna", "Ben", "Cleo", "Dora"]


def test_an_earlier_step_is_taken_back_on_its_player_whatever_their_seat_and_name(
    app: Headless, live: LiveTable
) -> None:
    guest = as_user(live, "guest")
    app.run(guest.change("step", lambda state: with_player(state, 0, coins=7)))
    do(app, live, lambda state: seating.move_player(CARPE, state, "Ben", -1, app.tables.copies[CARPE]))
    do(app, live, lambda state: seating.rename_player(CARPE, state, 1, "Ann"))
    assert [(player.name, player.coins) for player in live.state.table.players] == [("Ben", 0), ("Ann", 7)]
    assert app.run(guest.undo())
    assert [(player.name, player.coins) for player in live.state.table.players] == [("Ben", 0), ("Ann", 0)]
    assert app.run(guest.redo())
    assert app.run(live.undo())
    assert app.run(live.undo())
    assert [(player.name, player.coins) for player in live.state.table.players] == [("Anna", 7), ("Ben", 0)]


def test_who_went_comes_back_with_all_that_was_theirs_though_others_have_played_on(app: Headless) -> None:
    live = begun(app, TOWN, "Anna", "Ben", "Cleo")
    do(app, live, transition(put_worker, 1, "E3"))
    visit = Visit(seat=1, cell="E3")
    in_turn = {"turn": 1, "site": (1, 2, 3), "visit": visit}
    do(app, live, lambda state: with_player(with_table(state, **in_turn), 1, score=9))
    ben = live.state.table.players[1]
    do(app, live, lambda state: seating.remove_player(TOWN, state, "Ben", app.tables.copies[TOWN]))
    assert (names(live), live.state.table.site, live.state.table.workers) == (["Anna", "Cleo"], (1, 3), ())
    app.run(as_user(live, "guest").change("step", lambda state: with_player(state, 1, score=5)))
    assert app.run(live.undo())
    assert (names(live), live.state.table.site) == (["Anna", "Ben", "Cleo"], (1, 2, 3))
    assert (live.state.table.players[1], live.state.table.players[2].score) == (ben, 5)
    assert [worker.owner for worker in live.state.table.workers] == ["Ben"]
    assert (live.state.table.turn, live.state.table.visit) == (1, visit)


def test_who_has_played_since_stays_where_their_coming_is_taken_back(app: Headless, live: LiveTable) -> None:
    do(app, live, lambda state: seating.add_player(CARPE, state, "Cleo", app.tables.copies[CARPE]))
    app.run(as_user(live, "guest").change("step", lambda state: with_player(state, 2, coins=7)))
    assert not app.run(live.undo())
    assert [(player.name, player.coins) for player in live.state.table.players] == [
        ("Anna", 0),
        ("Ben", 0),
        ("Cleo", 7),
    ]
    assert live.state.extras.seats[2] == STYLES[2]


def test_nobody_comes_back_to_a_full_table_or_to_one_where_somebody_else_has_the_name(app: Headless) -> None:
    live = laid_out(app, "Anna", "Ben", "Cleo", "Dora")
    copies, guest = app.tables.copies[CARPE], as_user(live, "guest")
    do(app, live, lambda state: seating.remove_player(CARPE, state, "Dora", copies))
    app.run(guest.change("step", lambda state: seating.add_player(CARPE, state, "Emil", copies)))
    assert not app.run(live.undo())
    assert names(live) == ["Anna", "Ben", "Cleo", "Emil"]
    do(app, live, lambda state: seating.rename_player(CARPE, state, 0, "Nan"))
    app.run(guest.change("step", lambda state: seating.rename_player(CARPE, state, 3, "Anna")))
    assert not app.run(live.undo())
    assert names(live) == ["Nan", "Ben", "Cleo", "Anna"]


def test_nobody_gets_the_steps_of_one_who_is_gone(app: Headless) -> None:
    live = laid_out(app, "Anna", "Ben", "Cleo")
    copies, guest = app.tables.copies[CARPE], as_user(live, "guest")
    app.run(guest.change("step", lambda state: with_player(state, 2, coins=7)))
    do(app, live, lambda state: seating.remove_player(CARPE, state, "Cleo", copies))
    do(app, live, lambda state: seating.add_player(CARPE, state, "Dora", copies))
    do(app, live, lambda state: with_player(state, 2, coins=7))
    assert not app.run(guest.undo())
    assert [(player.name, player.coins) for player in live.state.table.players][2:] == [("Dora", 7)]


def test_phones_stay_with_their_players(app: Headless) -> None:
    live = laid_out(app, "Anna", "Ben", "Cleo")
    bens, cleos = come(app, live), come(app, live)
    app.run(app.tables.access.sit(live.id, bens, 1))
    app.run(app.tables.access.sit(live.id, cleos, 2))

    def seats() -> list[int | None]:
        guests = [guest_of(app, live, visitor) for visitor in (bens, cleos)]
        return [None if guest is None else guest.seat for guest in guests]

    do(app, live, lambda state: seating.move_player(CARPE, state, "Cleo", -1, app.tables.copies[CARPE]))
    assert seats() == [2, 1]
    do(app, live, lambda state: seating.rename_player(CARPE, state, 2, "Benno"))
    assert seats() == [2, 1]
    do(app, live, lambda state: seating.remove_player(CARPE, state, "Benno", app.tables.copies[CARPE]))
    assert seats() == [None, 1]
    app.run(live.undo())
    assert seats() == [2, 1]
    for _ in range(2):
        app.run(live.undo())
    assert seats() == [1, 2]


@pytest.mark.parametrize("game", GAMES_WITH_RULES)
def test_the_variant_changes_to_each_other_one_and_back(app: Headless, game: str) -> None:
    live = begun(app, game, "Anna", "Ben")
    copies = app.tables.copies[game]
    for variant in KITS[game].variants:
        assert seating.variant_problem(game, live.state, variant, copies) is None
        do(app, live, partial(seating.with_variant, game, variant=variant, copies=copies))
        assert KITS[game].variant_of(live.state) == variant


def test_a_variant_that_lacks_what_lies_on_the_table_says_why(app: Headless) -> None:
    live = begun(app, "palaces-of-carrara", "Anna", "Ben")
    copies = app.tables.copies["palaces-of-carrara"]
    do(app, live, lambda state: seating.with_variant("palaces-of-carrara", state, "expansion", copies))
    do(app, live, lambda state: with_player(state, 0, upgrades=(next(iter(Location)),)))
    why = seating.variant_problem("palaces-of-carrara", live.state, "base", copies)
    assert str(why).endswith("upgrade tiles belong to the expansion")


def test_a_player_who_comes_later_plays_by_the_pad_of_the_table(app: Headless) -> None:
    game, pads = "score-pad", app.tables.copies["score-pad"]
    app.run(pads.keep("pads", "4f2c", KINGDOMINO))
    state = KITS[game].begin(("Anna", "Ben"), STYLES[:2], "4f2c", pads)
    live = app.begin_table("score-pad:4f2c", state)
    app.run(pads.drop("pads", "4f2c"))
    do(app, live, lambda state: with_player(state, 0, entries={"crowns": 3}))
    for name in ("Cleo", "Dora", "Emil"):
        do(app, live, partial(seating.add_player, game, name=name, copies=pads))
    assert names(live) == ["Anna", "Ben", "Cleo", "Dora"]
    assert live.state.table.players[0].entries == {"crowns": 3}
    do(app, live, lambda state: seating.remove_player(game, state, "Ben", pads))
    assert (names(live), live.problems) == (["Anna", "Cleo", "Dora"], ())


def test_a_table_and_a_play_keep_the_pad_that_they_began_with(app: Headless) -> None:
    game, pads = "score-pad", app.tables.copies["score-pad"]
    app.run(pads.keep("pads", "4f2c", KINGDOMINO))
    state = KITS[game].begin(("Anna", "Ben"), STYLES[:2], "4f2c", pads)
    live = app.begin_table("score-pad:4f2c", state)
    do(app, live, lambda state: with_player(state, 0, entries={"middle": True}))
    castle = {"key": "middle", "title": "Castle", "kind": "tick", "worth": 5}
    app.run(pads.keep("pads", "4f2c", {**KINGDOMINO, "title": "Other", "categories": [castle], "tie_breaks": []}))
    assert (live.game.title, live.columns[0].total) == ("Kingdomino", 10)
    result = result_of_play(app.run(app.tables.finish(live)))
    assert (result.title, [title for _, title in result.rows]) == (
        "Kingdomino",
        ["Regions", "Crowns", "Castle in the middle"],
    )
    assert (result.totals, result.differs) == ((10, 0), False)


@pytest.mark.parametrize("game", GAMES_WITH_RULES)
@pytest.mark.parametrize("seed", range(4))
def test_whatever_two_users_do_and_take_back_every_player_and_piece_is_somebodys(
    app: Headless, game: str, seed: int
) -> None:
    chance, copies, field = Random(seed), app.tables.copies[game], "banker" if game == MAYOR else "coins"
    live = begun(app, game, "Anna", "Ben", "Cleo")
    least, most = GAMES[game].players
    for _ in range(60):
        user = chance.choice((live, as_user(live, "guest")))
        name, seat, number = chance.choice(names(live)), chance.randrange(len(names(live))), chance.randrange(9)
        new, called = chance.choice(("Anna", "Ben", "Dora", "Emil")), chance.choice(("Anna", "Ben", "Nan", "Benno"))
        by = chance.choice((-1, 1))
        steps = (
            lambda state, name=new: seating.add_player(game, state, name, copies),
            lambda state, name=name: seating.remove_player(game, state, name, copies),
            lambda state, name=name, by=by: seating.move_player(game, state, name, by, copies),
            lambda state, seat=seat, name=called: seating.rename_player(game, state, seat, name),
            lambda state, seat=seat, number=number: with_player(state, seat, **{field: number}),
            transition(put_worker, seat, chance.choice(("C3", "E3", "F2"))) if game == TOWN else with_table,
        )
        app.run(user.ready())
        turn = chance.choice((user.undo, user.redo, None, None, None, None))
        app.run(user.change("step", chance.choice(steps)) if turn is None else turn())
        table, seated = live.state.table, names(live)
        assert least <= len(seated) == len(set(seated)) <= most
        assert fits_players(live.state)
        assert {piece.owner for piece in getattr(table, "workers", ())} <= set(seated)
    again = app.run(app.tables.worker.run(Store.table, live.id))
    assert again is not None
    assert state_of(GAMES[game], again.content) == live.state


def test_a_table_of_rounds_is_stored_as_it_can_be_read_after_players_sat_otherwise(app: Headless) -> None:
    live = pad_tables.begun(app, pad_tables.HEARTS, "Anna", "Ben", entries=[{"rounds": [1]}, {"rounds": [2]}])
    copies = app.tables.copies["score-pad"]
    app.run(live.change("step", lambda state: seating.move_player("score-pad", state, "Ben", -1, copies)))
    assert "times" not in live.now.stored["table"]["pad"]["categories"][0]
    assert state_of(live.game, live.now.stored) == live.state

"""Who sits down at a new table."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import pairwise, product
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.score_pad.shelf import ready_pads
from companion.services import new_table
from companion.services.end_sheet import with_only_end
from companion.services.new_table import draw_starting_player, highlight_order, rotated
from companion.services.new_table_data import draft_again, load_draft, regulars
from companion.tables.state import Colour, Shape
from scoring import GAMES
from scoring.little_town.state import Side
from storage.documents.codec import plain
from storage.repositories.people import KnownPlayer
from tests.companion import carpe_diem_tables, little_town_tables
from tests.companion.headless import GAMES_WITH_RULES
from tests.companion.pads import KINGDOMINO
from tests.companion.payloads import copies
from tests.storage.stores import START

if TYPE_CHECKING:
    from companion.services.new_table import SeatingDraft
    from tests.companion.headless import Headless


GAME = "carpe-diem"


def draft(*names: str) -> SeatingDraft:
    made = replace(new_table.blank_draft(GAME, GAMES[GAME]), guests=())
    for name in names:
        made = new_table.with_name(new_table.with_player(made), len(made.guests), name)
    return made


def friend(name: str, plays: int = 0, mark: str = "") -> KnownPlayer:
    colour, _, shape = mark.partition(" ")
    return KnownPlayer(id=name, name=name, colour=colour, shape=shape, seen=START, hidden=False, plays=plays)


def names(of: SeatingDraft) -> list[str]:
    return [guest.name for guest in of.guests]


def looks(of: SeatingDraft) -> list[tuple[str, str]]:
    return [(guest.colour.value, guest.shape.value) for guest in of.guests]


def test_a_blank_draft_has_the_seats_that_the_game_needs_and_its_latest_edition() -> None:
    blank = new_table.blank_draft(GAME, GAMES[GAME])
    assert names(blank) == ["", ""]
    assert blank.variant == "second"


@pytest.mark.parametrize(
    "stored",
    [
        None,
        "a draft",
        {"game": GAME},
        {"game": "chess", "variant": "second", "guests": []},
        {"game": GAME, "variant": "ninth", "guests": []},
        {"game": GAME, "variant": "second", "guests": [{"name": "Anna", "colour": "pink", "shape": "circle"}]},
    ],
)
def test_what_is_no_draft_of_these_games_is_none(stored: object) -> None:
    assert new_table.read_draft(stored, {GAME: GAMES[GAME]}) is None


def test_friends_keep_their_marks_and_of_two_with_the_same_who_sat_down_first() -> None:
    marks = {"Anna": "red circle", "Charlotte": "red circle", "Jo": "yellow diamond", "Ben": "green square"}
    friends = [friend(name, mark=mark) for name, mark in marks.items()]
    anna, charlotte, jo, _ = friends
    seated = new_table.with_marks(new_table.with_people(draft("", " "), [jo, anna, charlotte]), friends)
    assert names(seated) == ["Jo", "Anna", "Charlotte"]
    assert looks(seated) == [("yellow", "diamond"), ("red", "circle"), ("blue", "triangle")]
    moved = new_table.with_marks(new_table.with_seat_moved(seated, 2, 0), friends)
    assert looks(moved) == [("blue", "triangle"), ("yellow", "diamond"), ("red", "circle")]
    assert looks(new_table.with_marks(new_table.without_people(moved, ["Anna"]), friends))[0] == ("red", "circle")
    new = new_table.with_marks(new_table.with_name(draft("", "Zoe"), 0, "ben"), friends)
    assert looks(new) == [("green", "square"), ("blue", "triangle")], "who is new has a mark of no friend"
    chosen = new_table.with_marks(new_table.with_choice(new, 0, Colour.RED), friends)
    assert looks(new_table.with_marks(new_table.with_people(chosen, [anna]), friends))[0][0] == "red"


def test_a_new_seat_stays_empty_until_a_name_is_typed() -> None:
    assert names(new_table.with_player(draft("Anna", ""))) == ["Anna", "", ""]


def test_moved_lets_the_others_close_up_and_removed_frees_the_look() -> None:
    assert names(new_table.with_seat_moved(draft("Anna", "Ben", "Cleo"), 2, 0)) == ["Cleo", "Anna", "Ben"]
    assert names(new_table.with_seat_moved(draft("Anna", "Ben", "Cleo"), 0, 2)) == ["Ben", "Cleo", "Anna"]
    freed = new_table.without_seat(draft("Anna", "Ben"), 0)
    assert names(freed) == ["Ben"]
    assert looks(new_table.with_player(freed))[1] == ("red", "circle")


def test_the_shape_follows_a_free_colour_unless_somebody_has_it() -> None:
    both = draft("Anna", "Ben")
    assert looks(new_table.with_colour(both, 0, Colour.BLUE))[0] == ("blue", "triangle")
    taken = new_table.with_shape(both, 1, Shape.TRIANGLE)
    assert looks(new_table.with_colour(taken, 0, Colour.BLUE))[0] == ("blue", "circle")


def test_a_colour_that_somebody_has_is_exchanged_with_its_shape_and_a_shape_alone() -> None:
    assert looks(new_table.with_colour(draft("Anna", "Ben"), 1, Colour.RED)) == [("green", "square"), ("red", "circle")]
    assert looks(new_table.with_shape(draft("Anna", "Ben"), 1, Shape.CIRCLE)) == [
        ("red", "square"),
        ("green", "circle"),
    ]


STEPS = st.one_of(
    st.builds(lambda seat, colour: ("with_colour", seat, colour), st.integers(0, 3), st.sampled_from(Colour)),
    st.builds(lambda seat, shape: ("with_shape", seat, shape), st.integers(0, 3), st.sampled_from(Shape)),
    st.builds(lambda seat, to: ("with_seat_moved", seat, to), st.integers(0, 3), st.integers(0, 3)),
    st.builds(lambda seat: ("without_seat", seat), st.integers(0, 3)),
    st.just(("with_player",)),
)


@given(st.lists(STEPS, max_size=12))
def test_no_two_ever_share_a_colour_or_a_shape(steps: list[tuple[object, ...]]) -> None:
    made = new_table.blank_draft(GAME, GAMES[GAME])
    for name, *given_ in steps:
        at = given_[0] if given_ and isinstance(given_[0], int) else 0
        full = name == "with_player" and len(made.guests) == len(Colour)
        if (at >= len(made.guests) and name != "with_player") or full:
            continue
        made = getattr(new_table, str(name))(made, *given_)
        assert len({guest.colour for guest in made.guests}) == len(made.guests)
        assert len({guest.shape for guest in made.guests}) == len(made.guests)


def test_a_name_with_separate_accents_is_the_same_name() -> None:
    draft = new_table.blank_draft("little-town", GAMES["little-town"])
    for seat, name in enumerate(("Zo\u00eb", "Zoe\u0308")):
        draft = new_table.with_name(draft, seat, name)
    assert str(new_table.name_problem(draft, 1)) == 'Another player is called "Zo\u00eb": add a letter.'


@pytest.mark.parametrize(
    ("second", "sentence"),
    [
        ("Ben", None),
        ("B" * 40, None),
        ("", "Who sits here?"),
        (" \t", "Who sits here?"),
        (" ANNA ", 'Another player is called "Anna": add a letter.'),
        ("Be\x07n", "U+0007 cannot be kept: remove it"),
    ],
)
def test_a_name_is_held_with_what_is_wrong_with_it(second: str, sentence: str | None) -> None:
    wrong = new_table.name_problem(draft("Anna", second), 1)
    assert (None if wrong is None else str(wrong)) == sentence


def test_a_name_has_forty_characters_at_most() -> None:
    assert "40" in str(new_table.name_problem(draft("B" * 41), 0))


def test_the_earlier_of_two_same_names_stands() -> None:
    assert new_table.name_problem(draft("Straße", "STRASSE"), 0) is None
    assert new_table.name_problem(draft("Straße", "STRASSE"), 1) is not None


def test_a_table_is_complete_with_as_many_as_the_game_is_for() -> None:
    assert not new_table.is_complete(draft("Anna"), GAMES[GAME])
    assert str(new_table.player_count_problem(draft("Anna"), GAMES[GAME])) == ("Carpe Diem is for 2 to 4 players.")
    assert new_table.is_complete(draft("Anna", "Ben"), GAMES[GAME])
    assert not new_table.is_complete(draft("Anna", ""), GAMES[GAME])
    for_two = replace(GAMES[GAME], players=(2, 2))
    assert str(new_table.players_of(for_two)) == "Carpe Diem is for 2 players."


def test_the_same_players_sit_down_again_with_the_variant_and_the_looks_they_had(app: Headless) -> None:
    state = little_town_tables.table_state(board=Side.TWO)
    play = app.run(app.tables.finish(little_town_tables.begun(app, state)))
    again = draft_again(play)
    assert (again.game, again.variant, names(again)) == ("little-town", Side.TWO.value, ["Anna", "Ben"])
    assert looks(again) == [(seat.colour.value, seat.shape.value) for seat in state.extras.seats]


def test_that_only_the_end_was_entered_is_remembered_for_the_game(app: Headless) -> None:
    whole = carpe_diem_tables.laid_out(app)
    end = carpe_diem_tables.begun(app, with_only_end(GAME, whole.state))
    for live in (whole, end):
        play = app.run(app.tables.finish(live))
        assert draft_again(play).only_end is (live is end)
        assert app.worker.run_blocking(load_draft, app.tables.copies).fresh.only_end is (live is end)


def test_a_play_whose_table_is_unknown_is_played_again_as_usual(app: Headless) -> None:
    play = app.run(app.tables.finish(little_town_tables.begun(app, little_town_tables.table_state(board=Side.TWO))))
    assert draft_again(replace(play, document=None)).variant == new_table.usual_variant("little-town")


def test_twelve_players_all_differ_and_one_may_look_like_another_only_in_part() -> None:
    many = draft(*(f"Player {number}" for number in range(12)))
    assert len(set(looks(many))) == 12
    for seat, (colour, shape) in enumerate(product(Colour, Shape)):
        dressed = new_table.with_shape(new_table.with_colour(many, seat % 12, colour), seat % 12, shape)
        assert looks(dressed)[seat % 12] == (colour.value, shape.value)
        assert len(set(looks(dressed))) == 12


def test_of_four_players_none_has_the_shape_of_another() -> None:
    four = draft("Anna", "Ben", "Cleo", "Dora")
    for seat, colour, shape in product(range(4), Colour, Shape):
        dressed = new_table.with_shape(new_table.with_colour(four, seat, colour), seat, shape)
        assert len({colour for colour, _ in looks(dressed)}) == len({shape for _, shape in looks(dressed)}) == 4


def test_the_pads_that_are_here_are_games_with_their_own_number_of_players() -> None:
    games = new_table.games_here(
        {"score-pad": copies("score-pad", pads={"4f2c": KINGDOMINO, "77aa": {"title": "No pad"}})}
    )
    assert list(games) == [*GAMES_WITH_RULES, "score-pad:4f2c", *(f"score-pad:{key}" for key in ready_pads())]
    game = games["score-pad:4f2c"]
    blank = new_table.blank_draft("score-pad:4f2c", game)
    assert (game.title, len(blank.guests), blank.variant) == ("Kingdomino", 2, "4f2c")
    five = new_table.with_people(blank, [friend(name) for name in ("Anna", "Ben", "Cleo", "Dora", "Eva")])
    assert str(new_table.player_count_problem(five, game)) == ("Kingdomino is for 2 to 4 players.")


def test_a_draft_comes_back_as_it_was_kept_but_without_a_pad_that_is_gone() -> None:
    typed = new_table.with_colour(draft("Anna", "Ben "), 1, Colour.YELLOW)
    stored = plain(replace(typed, game="score-pad:4f2c", variant="4f2c"))
    left = replace(typed, game=new_table.NO_GAME, variant="")
    assert new_table.read_draft(stored, {GAME: GAMES[GAME]}) == left
    assert new_table.read_draft(json.loads(json.dumps(plain(left))), {GAME: GAMES[GAME]}) == left


def test_without_a_game_there_is_room_for_everybody_and_a_game_is_missing() -> None:
    left = replace(draft("Anna", "Ben"), game=new_table.NO_GAME, variant="")
    assert str(new_table.what_is_missing(left, None)) == "Choose a game."
    assert str(new_table.what_is_missing(replace(left, guests=()), None)) == "Choose who plays, and a game."
    assert str(new_table.what_is_missing(replace(draft(), guests=()), GAMES[GAME])) == "Choose who plays."
    assert new_table.what_is_missing(draft("Anna", "Ben"), GAMES[GAME]) is None
    assert not new_table.is_complete(left, None)


def test_friends_sit_down_together_once_and_leave_together() -> None:
    friends = [friend(name) for name in ("Cleo", "Anna")]
    seated = new_table.with_people(draft("Anna", "Ben"), friends)
    assert names(seated) == ["Anna", "Ben", "Cleo"]
    assert names(new_table.without_people(seated, ("anna", "Cleo"))) == ["Ben"]


def test_those_who_played_last_or_most_come_first_each_by_name() -> None:
    friends = [friend(name, plays) for name, plays in zip("DCBAEHGF", (1, 9, 1, 1, 2, 7, 2, 1), strict=True)]
    assert "".join(player.name for player in regulars(friends, 5, 7)) == "ABCDHEGF"


def test_seats_without_a_name_go_where_enough_remain_and_stay_where_nobody_is_named() -> None:
    wingspan = replace(GAMES[GAME], players=(1, 5))
    assert names(new_table.without_blank_seats(draft("Anna", "", ""), wingspan)) == ["Anna"]
    assert names(new_table.without_blank_seats(draft("Anna", "", ""), GAMES[GAME])) == ["Anna", ""]
    assert names(new_table.without_blank_seats(draft("", ""), wingspan)) == ["", ""]


def test_chance_decides_alone_and_every_seat_can_be_drawn_and_no_other() -> None:
    assert [draw_starting_player(4, chance) for chance in (lambda _: 0, lambda seats: seats - 1)] == [0, 3]
    assert {draw_starting_player(3) for _ in range(400)} == {0, 1, 2}


@given(st.lists(st.integers(), min_size=1, max_size=4, unique=True), st.data())
def test_nobody_changes_places(players: list[int], data: st.DataObject) -> None:
    first = data.draw(st.integers(0, len(players) - 1))
    turned = rotated(players, first)
    assert turned[0] == players[first]
    neighbours = set(zip(players, [*players[1:], players[0]], strict=True))
    assert set(zip(turned, [*turned[1:], turned[0]], strict=True)) == neighbours


@given(st.integers(1, 4), st.data())
def test_the_light_stops_at_the_winner_after_it_was_everywhere(players: int, data: st.DataObject) -> None:
    winner = data.draw(st.integers(0, players - 1))
    lit = highlight_order(players, winner)
    assert lit[-1] == winner
    assert set(lit) == set(range(players))
    assert all(after == (before + 1) % players for before, after in pairwise(lit))

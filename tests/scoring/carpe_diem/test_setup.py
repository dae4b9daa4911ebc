"""Game Setup, paragraph by paragraph: what is laid out for two, three and four players."""

from __future__ import annotations

from dataclasses import replace

import pytest

from scoring.carpe_diem.data import FORUM_CARDS_DRAWN, FORUM_EMPTY, START_POINTS
from scoring.carpe_diem.forum.visits import open_pairs, visiting_order
from scoring.carpe_diem.limits import LIMITS
from scoring.carpe_diem.moves import Section, between_phases, laid_out, setup
from scoring.carpe_diem.state import FORUM_SQUARES, Card, Edition, Forum, Good, OrderAsk, Reward, Table
from scoring.problems import problems_in
from tests.scoring.carpe_diem import boards

NAMES = ("Cathy", "Hank", "Nick", "Sophie")
NUMBERS = (2, 3, 4)
CARD = Card(pay={Good.FISH: 1}, reward=Reward(points=1))


def told(players: int, edition: Edition = Edition.SECOND) -> dict[str, str]:
    return {item.key: str(item.message) for item in setup(players, edition)}


def forum_without(empty: tuple[str, ...]) -> Table:
    cards = [None if square in empty else CARD for square in FORUM_SQUARES]
    rows = tuple(tuple(cards[start : start + 4]) for start in (0, 4, 8))
    return boards.table(boards.player(), forum=Forum(cards=rows))


@pytest.mark.parametrize(
    ("players", "drawn", "lay"),
    [
        (2, "2 A, 2 B, 2 C and 2 D", "mix these 8 cards and lay them face up: the four corners stay empty"),
        (3, "2 A, 3 B, 2 C and 3 D", "mix these 10 cards and lay them face up: two opposite corners stay empty"),
        (4, "3 A, 3 B, 2 C and 4 D", "mix these 12 cards and lay them face up: every space gets one"),
    ],
)
def test_game_setup_forum_cards_by_number_of_players(players: int, drawn: str, lay: str) -> None:
    assert told(players)["forum-draw"] == f"shuffle the forum cards by letter and draw {drawn}"
    assert told(players)["forum-lay"] == lay


@pytest.mark.parametrize("players", NUMBERS)
def test_game_setup_the_cards_drawn_fill_the_forum(players: int) -> None:
    for empty in FORUM_EMPTY[players]:
        assert sum(FORUM_CARDS_DRAWN[players].values()) == len(FORUM_SQUARES) - len(set(empty))


@pytest.mark.parametrize("players", NUMBERS)
def test_forum_phase_there_is_one_place_more_than_four_visits_of_all_need(players: int) -> None:
    for empty in FORUM_EMPTY[players]:
        assert len(list(open_pairs(forum_without(empty)))) == 4 * players + 1


@pytest.mark.parametrize("players", NUMBERS)
def test_game_setup_the_list_is_in_order_and_every_key_is_there_once(players: int) -> None:
    items = setup(players, Edition.SECOND)
    sections = list(dict.fromkeys(item.section for item in items))
    assert sections == list(Section)
    assert [item.section for item in items] == sorted((item.section for item in items), key=sections.index)
    assert len({item.key for item in items}) == len(items)


def test_game_setup_what_everybody_takes() -> None:
    keys = [item.key for item in setup(2, Edition.SECOND) if item.section is Section.EVERYBODY]
    assert keys == ["frame-parts", "district-board", "writs", "resource-board", "patrician", "marker-discs"]
    assert told(2)["writs"] == "9 writs, one on each writ space of the district"


@pytest.mark.parametrize("players", NUMBERS)
def test_game_setup_start_points_seat_by_seat(players: int) -> None:
    said = [text for key, text in told(players).items() if key.startswith("points-")]
    assert said == [
        f"{who} player: {points} points on cards"
        for who, points in zip(("Starting", "Second", "Third", "Fourth"), START_POINTS[players], strict=False)
    ]
    assert len(said) == players


@pytest.mark.parametrize("points", [(8, 9), (8, 9, 13), (8, 9, 10, 11)])
def test_game_setup_the_list_for_three_players_has_13_points_for_the_third(points: tuple[int, ...]) -> None:
    assert tuple(player.victory_cards for player in laid_out(NAMES[: len(points)]).players) == points


def test_the_list_of_the_first_edition_has_its_words_and_its_shovel() -> None:
    first, second = told(2, Edition.FIRST), told(2)
    assert first["district-board"].endswith("the handle of the shovel pointing to the player")
    assert first["writs"] == "9 banderoles, one on each banderole space of the building board"
    assert "dark green backs: shuffled, 11 face up" in first["black-tiles"]
    assert "black backs: shuffled, 11 face up" in second["black-tiles"]
    assert second["district-board"].endswith("pointing to the top right")


@pytest.mark.parametrize(
    ("players", "edition", "phase", "words"),
    [
        (2, Edition.SECOND, 2, "white backs. The last 2 tiles of each blueprint go back into the box."),
        (3, Edition.FIRST, 3, "light green backs. The last tile of each blueprint goes back into the box."),
        (4, Edition.SECOND, 4, "28 tiles with black backs."),
        (4, Edition.FIRST, 4, "28 tiles with dark green backs."),
    ],
)
def test_phases_2_to_4_the_token_goes_on_and_the_blueprints_are_filled(
    players: int, edition: Edition, phase: int, words: str
) -> None:
    seated = replace(laid_out(("Anna", "Ben", "Cleo", "Dora")[:players], edition), phase=phase)
    told_before = str(between_phases(seated))
    assert told_before.startswith("Pass the starting player token to the left, and fill the blueprints with")
    assert told_before.endswith(words)


def test_the_list_of_the_first_edition_says_whose_it_is() -> None:
    more = set(told(2, Edition.FIRST)) - set(told(2))
    assert more == {"edition"}


@pytest.mark.parametrize("edition", Edition)
@pytest.mark.parametrize("players", NUMBERS)
def test_the_table_at_the_start_has_no_problems(players: int, edition: Edition) -> None:
    table = laid_out(NAMES[:players], edition)
    assert problems_in(table, LIMITS) == []
    assert table.edition is edition
    assert [player.name for player in table.players] == list(NAMES[:players])
    assert tuple(player.victory_cards for player in table.players) == START_POINTS[players]
    assert {(player.prestige, player.writs_left) for player in table.players} == {(0, 9)}
    assert table.forum is not None
    assert {card for row in table.forum.cards for card in row} == {None}


def test_the_last_marker_laid_down_is_on_top() -> None:
    assert visiting_order(laid_out(NAMES), OrderAsk()).order == NAMES[::-1]


def test_the_table_at_the_start_keeps_the_chart_of_a_copy() -> None:
    assert laid_out(NAMES[:2]).villa_chart == {"3": 3, "5": 7}
    assert laid_out(NAMES[:2], villa_chart={"1": 1}).villa_chart == {"1": 1}

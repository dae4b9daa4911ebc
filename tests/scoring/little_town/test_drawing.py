"""Drawings of the board."""

from __future__ import annotations

from scoring import GAMES
from scoring.little_town.game import LETTERS
from scoring.little_town.state import Tile
from tests.scoring.little_town.boards import town

GAME = GAMES["little-town"]

TOWN = """
F   .   bn1
wf2 *2  M
.   *1  bn2
"""


def test_every_building_has_letters_of_its_own() -> None:
    assert set(LETTERS) == set(Tile)
    assert len(set(LETTERS.values())) == len(Tile)


def test_the_board_is_drawn_whole_with_seats() -> None:
    (board,) = GAME.boards(town(TOWN))
    assert str(board.title) == "The board"
    assert board.drawing[:7] == (
        "     A     B     C     D     E     F     G     H     I",
        "  ┌─────┬─────┬─────┬─────┬─────┬─────┬─────┬─────┬─────┐",
        "1 │  F  │     │ bn1 │     │     │     │     │     │     │",
        "  ├─────┼─────┼─────┼─────┼─────┼─────┼─────┼─────┼─────┤",
        "2 │ wf2 │  *2 │  M  │     │     │     │     │     │     │",
        "  ├─────┼─────┼─────┼─────┼─────┼─────┼─────┼─────┼─────┤",
        "3 │     │  *1 │ bn2 │     │     │     │     │     │     │",
    )
    assert board.drawing[-1] == "F forest, M mountain, wf wheat field, bn barn, * worker, 1 Cathy, 2 Hank"


def test_the_board_is_told_in_lines_for_narrow_screens() -> None:
    (board,) = GAME.boards(town(TOWN))
    assert board.short == ("Cathy: barn C1, workers B3", "Hank: wheat field A2, barn C3, workers B2")


def test_an_empty_board() -> None:
    (board,) = GAME.boards(town(""))
    assert board.drawing[-1] == "1 Cathy, 2 Hank"
    assert board.short == ("Cathy: nothing on the board", "Hank: nothing on the board")

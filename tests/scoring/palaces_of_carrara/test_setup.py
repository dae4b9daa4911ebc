"""Components and Game Setup: what is laid out for two, three and four players."""

from __future__ import annotations

import pytest

from scoring.palaces_of_carrara.limits import LIMITS
from scoring.palaces_of_carrara.moves import Section, laid_out, setup
from scoring.palaces_of_carrara.state import Color, Kind, Object
from scoring.problems import problems_in

NAMES = ("Cathy", "Hank", "Nick", "Sophie")
NUMBERS = (2, 3, 4)


def told(players: int, *, expansion: bool = False) -> dict[str, str]:
    return {item.key: str(item.message) for item in setup(players, expansion=expansion)}


@pytest.mark.parametrize("expansion", [False, True])
@pytest.mark.parametrize("players", NUMBERS)
def test_game_setup_the_list_is_in_order_and_every_key_is_there_once(players: int, expansion: bool) -> None:  # noqa: FBT001
    items = setup(players, expansion=expansion)
    sections = list(dict.fromkeys(item.section for item in items))
    assert sections == list(Section)
    assert [item.section for item in items] == sorted((item.section for item in items), key=sections.index)
    assert len({item.key for item in items}) == len(items)


@pytest.mark.parametrize("players", NUMBERS)
def test_game_setup_a_block_for_each_player(players: int) -> None:
    said = [text.split()[3] for key, text in told(players).items() if key.startswith("block-")]
    assert said == ["black", "blue", "green", "red"][:players]


def test_game_setup_what_lies_in_the_middle() -> None:
    assert told(2)["buildings"] == "30 building tiles shuffled: 9 face up on the board, the rest face down beside it"
    assert told(2)["objects"].startswith("36 objects by type: 1 of each")


def test_game_setup_what_the_expansion_adds() -> None:
    assert set(told(3, expansion=True)) - set(told(3)) == {"great-buildings", "upgrade-tiles", "cards"}
    assert told(3, expansion=True)["great-buildings"] == "6 buildings of cost 8 face up beside the board"
    assert "6 brown, 8 purple, 9 gray, 8 green" in told(3, expansion=True)["cards"]
    assert told(3)["player-board"] != told(3, expansion=True)["player-board"]


@pytest.mark.parametrize("players", NUMBERS)
def test_the_table_at_the_start_has_no_problems(players: int) -> None:
    some = laid_out(NAMES[:players])
    assert problems_in(some, LIMITS) == []
    assert [player.name for player in some.players] == list(NAMES[:players])
    assert {(player.score, player.coins) for player in some.players} == {(0, 20)}
    assert [tuple(player.blocks) for player in some.players] == [
        (color,) for color in (Color.BLACK, Color.BLUE, Color.GREEN, Color.RED)[:players]
    ]
    assert not some.expansion


def test_the_table_at_the_start_keeps_what_a_copy_prints() -> None:
    belongs = {Kind.VILLA: Object.CUP, Kind.CATHEDRALE: Object.COAT_OF_ARMS}
    assert laid_out(NAMES[:2], objects_of=belongs).objects_of == belongs

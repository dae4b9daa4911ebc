"""The worked examples of the rulebook; each comes out as printed there. Whole sheets lie in `tests/golden`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from scoring.mayor.data import KNOWN_EVENTS, KNOWN_PARKS
from scoring.mayor.state import Building, Kind, ParkAsk, PriceAsk
from storage.documents import codec
from tests.scoring.mayor.tables import answer

GOLDEN = Path(__file__).parents[2] / "golden" / "mayor"


def read(name: str) -> Any:
    return codec.read_check(codec.parse((GOLDEN / f"{name}.json").read_bytes()))


def answered(name: str) -> dict[str, Any]:
    asked = codec.parse((GOLDEN / f"{name}.json").read_bytes())
    assert isinstance(asked, dict)
    return answer(asked)


def test_move_purple_pays_3_gold_for_two_more_steps() -> None:
    assert answered("purple-moves-two-more") == {"gold": 3}


def test_buy_a_tile_the_park_costs_purple_9_gold() -> None:
    assert answered("purple-buys-a-park") == {"gold": 9}


def test_place_a_tile_the_bank_brings_white_2_points_and_4_gold_and_purple_1_and_2_and_black_nothing() -> None:
    assert answered("white-places-a-bank") == {
        "matches": 2,
        "players": [
            {"name": "White", "points": 2, "gold": 4},
            {"name": "Purple", "points": 1, "gold": 2},
            {"name": "Black", "points": 0, "gold": 0},
        ],
    }


def test_parks_the_park_brings_white_2_points_and_8_gold_and_purple_beside_it_nothing() -> None:
    assert answered("white-places-a-park") == {
        "matches": 3,
        "players": [{"name": "White", "points": 2, "gold": 8}, {"name": "Purple", "points": 0, "gold": 0}],
    }


def test_parks_the_park_is_the_one_that_is_known() -> None:
    ask = read("white-places-a-park").ask
    assert isinstance(ask, ParkAsk)
    assert ask.icons == KNOWN_PARKS[0].icons == {Building.CHURCH: 1, Building.SHOP: 2}


def test_events_a_bank_costs_1_more_while_yellow_streets_are_closed() -> None:
    festival, closing = KNOWN_EVENTS
    assert (festival.name, festival.closed, dict(festival.dearer)) == ("Festival", (), {})
    assert (closing.closed, closing.dearer) == (("yellow",), {Kind.BANK: 1})
    assert PriceAsk(shown=8).event == 0

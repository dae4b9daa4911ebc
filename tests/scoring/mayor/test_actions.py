"""Actions, paragraph by paragraph: move, buy a tile, place a tile, parks; and which of them are open."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from scoring import GAMES
from scoring.mayor.actions import may_be_beside, place_a_tile, rondel_steps, turn
from scoring.mayor.checks import active_player_can_pay
from scoring.mayor.data import REWARDS
from scoring.mayor.state import Area, Building, Icons, PlaceAsk, Ring, Square, Street
from tests.scoring.mayor.tables import answer, bank, document, park, player, table, told

CHECKS = {check.key: check for check in GAMES["mayor"].checks}

ASK = PlaceAsk(
    player="White",
    kind=Building.BANK,
    icons=Icons(street=Street.YELLOW, area=Area.NORTH, ring=Ring.INNER),
    square=Square(streets=(Street.RED, Street.YELLOW), area=Area.NORTH, ring=Ring.OUTER),
    beside=("Black",),
    rainbow=True,
)

NO_MATCH = {"street": "green", "area": "S", "ring": "o"}


def earned(asked: dict[str, Any]) -> dict[str, tuple[int, int]]:
    return {player["name"]: (player["points"], player["gold"]) for player in answer(asked)["players"]}


def placed(**changed: Any) -> dict[str, tuple[int, int]]:
    return earned(document("place", bank(**changed)))


def with_white(asked: dict[str, Any], **changed: int) -> dict[str, Any]:
    asked["table"]["players"][0] |= changed
    return asked


@pytest.mark.parametrize(("extra", "gold"), [(0, 0), (1, 1), (2, 3), (3, 6), (4, 10)])
def test_move_extra_steps_cost_gold(extra: int, gold: int) -> None:
    assert answer(document("rondel", {"extra": extra})) == {"gold": gold}


def test_move_says_who_has_too_little_gold() -> None:
    assert told(document("rondel", {"extra": 1})) == [
        "1 extra step on the rondel: 1 gold.",
        "Not enough gold for that: Purple and Black.",
    ]
    assert told(document("rondel", {"extra": 0})) == ["0 extra steps on the rondel: 0 gold."]


@pytest.mark.parametrize(
    ("ask", "gold"),
    [
        ({"shown": 8}, 8),
        ({"shown": 8, "others": 1}, 9),
        ({"shown": 8, "others": 3, "event": 1}, 12),
        ({"shown": 0, "others": 0, "event": 0}, 0),
        ({"shown": 99, "others": 9, "event": 9}, 117),
    ],
)
def test_buy_a_tile_costs_the_visible_price_and_1_for_each_other_piece_and_what_an_event_adds(
    ask: dict[str, int], gold: int
) -> None:
    assert answer(document("price", ask)) == {"gold": gold}


def test_buy_a_tile_the_parts_of_the_price_are_told() -> None:
    assert told(document("price", {"shown": 8, "others": 2, "event": 1})) == [
        "The tile costs 11 gold: 8 shown, 2 other pieces on the space, 1 by the Event."
    ]


@pytest.mark.parametrize(
    ("kind", "points", "gold"), [("shop", 0, 4), ("church", 2, 0), ("bank", 1, 2), ("statue", 3, -1)]
)
@pytest.mark.parametrize("matches", range(4))
def test_place_a_tile_each_kind_pays_for_each_match(kind: str, points: int, gold: int, matches: int) -> None:
    icons = {
        "street": "red" if matches > 0 else "blue",
        "area": "N" if matches > 1 else "S",
        "ring": "+" if matches > 2 else "o",
    }
    assert placed(kind=kind, icons=icons, beside=[])["White"] == (matches * points, matches * gold)


@pytest.mark.parametrize("building", Building)
def test_place_a_tile_every_building_pays_something(building: Building) -> None:
    assert REWARDS[building].points or REWARDS[building].gold


@pytest.mark.parametrize("streets", [["yellow"], ["yellow", "red"], ["red", "yellow"]])
def test_place_a_tile_one_of_the_two_streets_is_enough(streets: list[str]) -> None:
    square = {"streets": streets, "area": "N", "ring": "+"}
    assert answer(document("place", bank(square=square)))["matches"] == 2


def test_place_a_tile_a_piece_beside_pays_once_more_the_active_player_included() -> None:
    assert placed(beside=["White", "Black"]) == {"White": (3, 6), "Purple": (0, 0), "Black": (1, 2)}


def test_place_a_tile_matches_counts_the_icons_alone() -> None:
    assert answer(document("place", bank(beside=["White", "Black"])))["matches"] == 2


def test_place_a_tile_a_piece_beside_pays_where_no_icon_matches() -> None:
    asked = document("place", bank(icons=NO_MATCH, beside=["Black", "White"]))
    assert answer(asked)["matches"] == 0
    assert earned(asked) == {"White": (1, 2), "Purple": (0, 0), "Black": (1, 2)}
    assert "Whoever has a piece beside the square earns even if no icon matches." in told(asked)


def test_place_a_tile_players_are_told_in_seat_order() -> None:
    assert list(placed(beside=["Black", "Purple"])) == ["White", "Purple", "Black"]
    assert list(placed(player="Black")) == ["White", "Purple", "Black"]


def test_place_a_tile_who_is_beside_is_named_before_or_after_trimming() -> None:
    assert placed(beside=[" Purple "]) == placed(beside=["Purple"])


def test_place_a_tile_the_rainbow_costs_1_point() -> None:
    assert placed(rainbow=True) == {"White": (1, 4), "Purple": (1, 2), "Black": (0, 0)}
    assert placed(rainbow=True, kind="shop", icons=NO_MATCH)["White"] == (-1, 0)


def test_place_a_tile_the_rainbow_is_free_on_space_0() -> None:
    asked = with_white(document("place", bank(rainbow=True)), citizen=0)
    assert earned(asked)["White"] == (2, 4)
    assert "2 × 1 point and 2 gold (2 icons) and the Rainbow is free on space 0" in told(asked)


def test_place_a_tile_the_rainbow_costs_only_the_active_player() -> None:
    assert placed(rainbow=True, player="Purple", beside=[])["White"] == (0, 0)


def test_banker_others_pay_for_a_statue_only_what_they_have() -> None:
    asked = document("place", bank(kind="statue", beside=["White", "Purple", "Black"]))
    asked["table"]["players"][2]["banker"] = 1
    assert earned(asked) == {"White": (9, -3), "Purple": (3, 0), "Black": (3, -1)}
    assert "1 × 3 points and -1 gold (a piece beside it) and has 0 gold of the 1 gold to pay" in told(asked)


def test_banker_what_is_not_paid_is_0_without_a_sign() -> None:
    gold = answer(document("place", bank(kind="statue")))["players"][1]["gold"]
    assert (gold, str(gold)) == (0, "0")


@pytest.mark.parametrize("banker", [3, 4])
def test_banker_the_active_player_can_pay_all_there_is(banker: int) -> None:
    asked = with_white(document("place", bank(kind="statue", beside=["White"])), banker=banker)
    assert earned(asked)["White"] == (9, -3)


def test_parks_each_icon_pays_for_each_building_of_its_kind() -> None:
    asked = document("place_park", park(icons={"church": 3, "bank": 1}, block=["church", "church", "bank"]))
    assert answer(asked)["matches"] == 7
    assert earned(asked) == {"White": (13, 2), "Purple": (0, 0), "Black": (0, 0)}


@pytest.mark.parametrize("changed", [{"block": []}, {"icons": {}}, {"block": ["statue", "bank"]}])
def test_parks_without_a_building_to_match_a_park_pays_nothing(changed: dict[str, Any]) -> None:
    asked = document("place_park", park(**changed))
    assert answer(asked)["matches"] == 0
    assert earned(asked)["White"] == (0, 0)
    assert told(asked)[:2] == ["No icon of the park matches a building in the block.", "nothing matches"]


def test_parks_the_rainbow_costs_1_point() -> None:
    assert earned(document("place_park", park(rainbow=True)))["White"] == (1, 8)


def test_parks_what_banks_bring_pays_for_statues() -> None:
    asked = with_white(document("place_park", park(icons={"statue": 3, "bank": 1}, block=["statue", "bank"])), banker=1)
    assert earned(asked)["White"] == (10, -1)
    assert any(said.startswith("The gold of a placement is added up") for said in told(asked))


def test_parks_pay_nobody_else() -> None:
    assert told(document("place_park", park()))[:4] == [
        "1 icon of a church for 1 church and 2 icons of a shop for 1 shop.",
        "1 × 2 points (church) and 2 × 4 gold (shop)",
        "a park pays only the active player",
        "a park pays only the active player",
    ]
    missing = told(document("place_park", park(icons={"church": 1, "bank": 2, "statue": 1})))
    assert missing[0] == "1 icon of a church for 1 church; not in the block: bank and statue."


@pytest.mark.parametrize(
    ("icons", "said"),
    [
        ({"street": "yellow", "area": "N", "ring": "+"}, "All icons match: yellow, N and +."),
        ({"street": "yellow", "area": "N", "ring": "o"}, "Matching: yellow and N; not matching: o."),
        (NO_MATCH, "No icon matches: green, S and o."),
    ],
)
def test_place_a_tile_which_icons_match_is_told(icons: dict[str, str], said: str) -> None:
    assert told(document("place", bank(icons=icons)))[0] == said


def test_place_a_tile_why_everybody_earns_is_told() -> None:
    assert told(document("place", bank(beside=["White", "Purple"], rainbow=True)))[1:4] == [
        "3 × 1 point and 2 gold (2 icons and a piece beside it) and -1 point for the Rainbow",
        "1 × 1 point and 2 gold (a piece beside it)",
        "no piece beside it",
    ]


@pytest.mark.parametrize(("banker", "affordable"), [(0, 1), (1, 2), (5, 3), (6, 4), (10, 5)])
def test_move_extra_steps_are_offered_with_their_price(banker: int, affordable: int) -> None:
    steps = rondel_steps(table(player(banker=banker)), 0)
    assert [step.gold for step in steps] == [0, 1, 3, 6, 10]
    assert [step.affordable for step in steps] == [number < affordable for number in range(5)]


@pytest.mark.parametrize(("players", "tiles", "may_buy"), [(2, 3, True), (2, 4, False), (3, 2, True), (3, 3, False)])
def test_game_play_at_the_tile_limit_nothing_is_bought(players: int, tiles: int, *, may_buy: bool) -> None:
    seated = table(*(player(f"Player {number}", tiles=tiles) for number in range(players)))
    buy, place, passing = turn(seated, 0)
    assert (buy.allowed, place.allowed, passing.allowed) == (may_buy, True, True)
    assert str(buy.because).startswith(f"{tiles} tiles to place")


def test_game_play_without_a_tile_nothing_is_placed() -> None:
    assert [(option.action, option.allowed, str(option.because)) for option in turn(table(), 0)][1:] == [
        ("place", False, "0 tiles to place"),
        ("pass", True, "brings 2 gold"),
    ]


@pytest.mark.parametrize(("price", "may_buy"), [(25, True), (26, False)])
def test_buy_a_tile_nobody_pays_more_than_they_have(price: int, *, may_buy: bool) -> None:
    buy, *_ = turn(table(), 0, price)
    assert (buy.allowed, str(buy.because)) == (may_buy, f"costs {price} gold, 25 gold held")


def test_place_a_tile_the_kinds_side_by_side() -> None:
    seated = table(player(citizen=7, banker=1), player("Black", citizen=9, banker=0))
    asked = [replace(ASK, kind=kind) for kind in Building]
    earned = {act.kind: [(each.points, each.gold) for each in place_a_tile(seated, act).players] for act in asked}
    assert earned == {
        Building.SHOP: [(-1, 8), (0, 4)],
        Building.BANK: [(1, 4), (1, 2)],
        Building.CHURCH: [(3, 0), (2, 0)],
        Building.STATUE: [(5, -1), (3, 0)],
    }
    assert [act.kind for act in asked if list(active_player_can_pay(seated, act))] == [Building.STATUE]


@pytest.mark.parametrize(
    ("citizen", "banker", "possible"),
    [(0, 25, False), (9, 0, False), (50, 13, False), (8, 25, True), (0, 24, True), (29, 25, True)],
)
def test_place_a_tile_corners_and_ends_lie_on_no_street(citizen: int, banker: int, *, possible: bool) -> None:
    assert may_be_beside(player(citizen=citizen, banker=banker)) is possible


def test_every_check_of_the_contract_is_there() -> None:
    assert list(CHECKS) == ["price", "rondel", "place", "place_park", "end"]

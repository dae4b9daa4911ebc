"""The building phase, paragraph by paragraph: what may lie where, what is completed, what it yields at once."""

from __future__ import annotations

import pytest

from scoring.carpe_diem.building_phase import Bonus, advance, bonus
from scoring.carpe_diem.district import Structure, built_by, sides_asked, structures
from scoring.carpe_diem.game import boards, draw, legend, listed
from scoring.carpe_diem.limits import LIMITS
from scoring.carpe_diem.state import District, Edition, Good, Kind
from scoring.problems import UNREADABLE, problems_in
from tests.scoring.carpe_diem.boards import district, feature, player, table, tile


def found(board: District) -> list[tuple[str, tuple[str, ...]]]:
    return [(problem.path, problem.cells) for problem in problems_in(board, LIMITS)]


def completed(board: District) -> list[tuple[str, tuple[str, ...]]]:
    return [(structure.kind.value, structure.cells) for structure in structures(board) if structure.completed]


TWO_PONDS = """
        C           D
  ┌───────────┬───────────┐
  │           │           │
3 │         po│po         │
  │           │           │
  └───────────┴───────────┘
"""


def test_building_phase_the_first_tile_lies_on_the_shovel() -> None:
    assert found(district(TWO_PONDS, shovel="C3")) == []
    assert found(district(TWO_PONDS, shovel="C4")) == [("shovel", ("C4",))]


def test_building_phase_an_empty_district_is_allowed() -> None:
    assert found(District(shovel="C3", tiles=())) == []
    assert found(District(tiles=())) == []


def test_building_phase_tiles_are_not_placed_diagonally() -> None:
    board = District(tiles=(tile("C3", feature(Kind.MARKET)), tile("D4", feature(Kind.BAKERY))))
    assert found(board) == [("tiles", ("D4",))]


def test_building_phase_grass_beside_grass_holds_tiles_together() -> None:
    board = District(tiles=(tile("C3", feature(Kind.MARKET)), tile("D3", feature(Kind.BAKERY))))
    assert found(board) == []


def test_building_phase_the_part_around_the_shovel_is_the_one_that_counts() -> None:
    tiles = (tile("A1", feature(Kind.MARKET)), tile("C3", feature(Kind.BAKERY)), tile("C4", feature(Kind.BAKERY)))
    assert found(District(shovel="C4", tiles=tiles)) == [("tiles", ("A1",))]


@pytest.mark.parametrize(
    ("mine", "theirs", "fits"),
    [
        (Kind.POND, Kind.POND, True),
        (Kind.VILLA, Kind.VILLA, True),
        (Kind.MERCHANT, Kind.MERCHANT, True),
        (Kind.POND, Kind.GARDEN, False),
        (Kind.MERCHANT, Kind.GRANARY, False),
        (Kind.POND, None, False),
        (None, Kind.VILLA, False),
        (None, None, True),
    ],
)
def test_building_phase_touching_sides_match(mine: Kind | None, theirs: Kind | None, *, fits: bool) -> None:
    tiles = tuple(
        tile(cell, feature(kind, side) if kind else feature(Kind.MARKET))
        for cell, kind, side in (("C3", mine, "E"), ("D3", theirs, "W"))
    )
    assert found(District(tiles=tiles)) == ([] if fits else [("tiles[1]", ("D3", "C3"))])


def test_building_phase_what_does_not_match_is_named_on_both_sides() -> None:
    tiles = (tile("C3", feature(Kind.POND, "S")), tile("C4", feature(Kind.MARKET)))
    (problem,) = problems_in(District(tiles=tiles), LIMITS)
    assert str(problem.message) == "C4 shows grass to the north, C3 shows pond there: touching sides must match"


def test_building_phase_the_frame_counts_as_grass() -> None:
    board = District(tiles=(tile("A1", feature(Kind.MARKET), feature(Kind.POND, "N"), feature(Kind.GARDEN, "SW")),))
    assert ("tiles[0].features[1].opens", ("A1",)) in found(board)
    assert ("tiles[0].features[2].opens", ("A1",)) in found(board)


def test_building_phase_two_tiles_cannot_share_a_square() -> None:
    tiles = (tile("C3", feature(Kind.POND, "E")), tile("C3", feature(Kind.MARKET)), tile("C3", feature(Kind.BAKERY)))
    assert found(District(tiles=tiles)) == [("tiles[1].cell", ("C3",)), ("tiles[2].cell", ("C3",))]


def test_building_phase_what_an_empty_square_asks_of_a_tile() -> None:
    board = district(TWO_PONDS)
    assert sides_asked(board, "E3") == {"W": None}
    assert sides_asked(board, "C2") == {"S": None}
    longer = District(tiles=(tile("A2", feature(Kind.POND, "N")),))
    assert sides_asked(longer, "A1") == {"N": None, "S": Kind.POND, "W": None}


STRAIGHT_POND = """
        A           B           C           D           E
  ┌───────────┬───────────┬───────────┬───────────┬───────────┐
  │           │           │           │           │           │
3 │         po│po       po│po       po│po       po│po         │
  │           │           │           │           │           │
  └───────────┴───────────┴───────────┴───────────┴───────────┘
"""

RING = """
        C           D
  ┌───────────┬───────────┐
  │           │           │
3 │         po│po         │
  │    po'    │     po    │
  ├───────────┼───────────┤
  │     po    │     po    │
4 │         po│po         │
  │           │           │
  └───────────┴───────────┘
"""


@pytest.mark.parametrize("kind", [Kind.POND, Kind.GARDEN, Kind.VINEYARD, Kind.FARMYARD])
def test_landscapes_of_2_to_4_tiles_are_completed(kind: Kind) -> None:
    for length in (2, 3, 4):
        cells = [f"{letter}3" for letter in "ABCD"[:length]]
        tiles = tuple(
            tile(cell, feature(kind, ("" if cell == cells[-1] else "E") + ("" if cell == cells[0] else "W")))
            for cell in cells
        )
        assert completed(District(tiles=tiles)) == [(kind.value, tuple(cells))]
        assert found(District(tiles=tiles)) == []


def test_landscapes_that_are_closed_with_5_tiles_are_impossible() -> None:
    board = district(STRAIGHT_POND)
    assert completed(board) == []
    assert found(board) == [("tiles[4]", ("A3", "B3", "C3", "D3", "E3"))]


def test_landscapes_that_are_closed_are_found_beside_a_tile_whose_square_could_not_be_read() -> None:
    unreadable = tile(UNREADABLE, feature(Kind.MARKET, "N"), feature(Kind.POND, "N"))  # twice, nobody can say where
    board = District(tiles=(unreadable, *district(STRAIGHT_POND).tiles))
    assert found(board)[0] == ("tiles[5]", ("A3", "B3", "C3", "D3", "E3"))
    assert found(board)[1:] == [("tiles[0].features[0].opens", ()), ("tiles[0].features", ())]


def test_landscapes_of_5_tiles_that_are_open_are_possible() -> None:
    board = district(STRAIGHT_POND)
    opened = District(tiles=(*board.tiles[:-1], tile("E3", feature(Kind.POND, "EW"))))
    assert found(opened) == []
    assert [structure.waiting for structure in structures(opened)] == [("E3E",)]


def test_landscapes_with_a_side_to_an_empty_square_are_not_completed() -> None:
    board = District(tiles=(tile("C3", feature(Kind.POND, "ES")), tile("D3", feature(Kind.POND, "W"))))
    (pond,) = structures(board)
    assert (pond.cells, pond.waiting, pond.completed) == (("C3", "D3"), ("C3S",), False)


def test_landscapes_that_meet_a_tile_twice_count_it_once() -> None:
    (ring,) = structures(district(RING))
    assert (ring.cells, ring.completed) == (("C3", "D3", "C4", "D4"), True)
    assert ring.parts.count(("C3", 0)) == ring.parts.count(("C3", 1)) == 1


def test_landscapes_on_one_tile_are_one_only_if_joined() -> None:
    tiles = (
        tile("C3", feature(Kind.POND, "E"), feature(Kind.POND, "W")),
        tile("D3", feature(Kind.POND, "W")),
        tile("B3", feature(Kind.POND, "E")),
    )
    assert completed(District(tiles=tiles)) == [("pond", ("C3", "D3")), ("pond", ("B3", "C3"))]


@pytest.mark.parametrize(
    ("kind", "good"),
    [(Kind.VINEYARD, Good.GRAPES), (Kind.GARDEN, Good.HERBS), (Kind.FARMYARD, Good.CHICKEN), (Kind.POND, Good.FISH)],
)
def test_landscapes_yield_a_good_for_each_tile_but_one(kind: Kind, good: Good) -> None:
    pond = Structure(kind=kind, cells=("A1", "A2", "A3"), parts=(), waiting=(), chimneys=0)
    assert bonus(pond, {}) == Bonus(good=good, goods=2)


@pytest.mark.parametrize("opens", ["", "N", "NESW"])
def test_landscapes_and_villas_open_to_one_side_or_more(opens: str) -> None:
    for kind in (Kind.POND, Kind.VILLA):
        paths = [path for path, _ in found(District(tiles=(tile("C3", feature(kind, opens)),)))]
        assert paths == ([] if opens else ["tiles[0].features[0].opens"])


def test_dwellings_consist_of_two_halves() -> None:
    board = district(TWO_PONDS.replace("po", "me"))
    assert completed(board) == [("merchant", ("C3", "D3"))]
    assert found(board) == []


def test_dwellings_with_one_half_are_not_completed() -> None:
    board = District(tiles=(tile("C3", feature(Kind.GRANARY, "S")),))
    assert completed(board) == []


@pytest.mark.parametrize("opens", ["", "NS", "NESW"])
def test_dwellings_open_to_exactly_one_side(opens: str) -> None:
    board = District(tiles=(tile("C3", feature(Kind.CRAFTSMAN, opens)),))
    assert found(board) == [("tiles[0].features[0].opens", ("C3",))]


def structure(kind: Kind) -> Structure:
    return Structure(kind=kind, cells=("A1", "A2"), parts=(), waiting=(), chimneys=0)


def test_merchant_turns_all_goods_into_coins_and_gives_one_more() -> None:
    goods = {Good.FISH: 1, Good.CHICKEN: 1, Good.GRAPES: 2}
    assert bonus(structure(Kind.MERCHANT), goods) == Bonus(goods_returned=True, coins=5)


def test_merchant_without_goods_gives_one_coin() -> None:
    assert bonus(structure(Kind.MERCHANT), {}).coins == 1


def test_granary_gives_two_bread() -> None:
    assert bonus(structure(Kind.GRANARY), {}) == Bonus(bread=2)


def test_administration_gives_two_steps() -> None:
    assert bonus(structure(Kind.ADMINISTRATION), {}) == Bonus(steps=2)


@pytest.mark.parametrize(
    ("steps", "room", "edition", "moved"),
    [
        (2, 5, Edition.SECOND, (2, 0)),
        (2, 1, Edition.SECOND, (1, 1)),
        (2, 0, Edition.SECOND, (0, 2)),
        (2, 1, Edition.FIRST, (1, 0)),
    ],
)
def test_administration_past_the_end_of_the_bar(
    steps: int, room: int, edition: Edition, moved: tuple[int, int]
) -> None:
    assert advance(steps, room, edition) == moved


@pytest.mark.parametrize("kind", [Kind.CRAFTSMAN, Kind.VILLA, Kind.FOUNTAIN])
def test_craftsman_villa_and_fountain_give_nothing_that_can_be_counted(kind: Kind) -> None:
    assert bonus(structure(kind), {}) == Bonus()


VILLA = """
        C           D           E
  ┌───────────┬───────────┬───────────┐
  │           │           │           │
3 │        vi2│vi1     vi1│vi         │
  │           │           │           │
  └───────────┴───────────┴───────────┘
"""


def test_villas_of_any_size_from_two_tiles_are_completed() -> None:
    built = built_by(player(district=district(VILLA)))
    assert (built.villas, built.chimneys, dict(built.counts)) == ((3,), 3, {Kind.VILLA: 1})
    assert found(district(VILLA)) == []


def test_villas_that_are_open_keep_their_chimneys_out_of_the_completed_ones() -> None:
    tiles = (tile("C3", feature(Kind.VILLA, "ES", 4)), tile("D3", feature(Kind.VILLA, "W", 2)))
    built = built_by(player(district=District(tiles=tiles)))
    assert (built.villas, built.chimneys) == ((), 6)


@pytest.mark.parametrize("kind", [kind for kind in Kind if kind is not Kind.VILLA])
def test_villas_alone_have_chimneys(kind: Kind) -> None:
    opens = "" if kind in (Kind.MARKET, Kind.BAKERY, Kind.FOUNTAIN) else "E"
    board = District(tiles=(tile("C3", feature(kind, opens, 1)),))
    assert found(board) == [("tiles[0].features[0].chimneys", ("C3",))]


@pytest.mark.parametrize("kind", [Kind.MARKET, Kind.BAKERY, Kind.FOUNTAIN])
def test_markets_bakeries_and_fountains_are_completed_as_they_lie(kind: Kind) -> None:
    board = District(tiles=(tile("C3", feature(kind)),))
    assert completed(board) == [(kind.value, ("C3",))]
    assert found(board) == []


@pytest.mark.parametrize("kind", [Kind.MARKET, Kind.BAKERY, Kind.FOUNTAIN])
def test_markets_bakeries_and_fountains_are_surrounded_by_grass(kind: Kind) -> None:
    board = District(tiles=(tile("C3", feature(kind, "N")),))
    assert found(board) == [("tiles[0].features[0].opens", ("C3",))]


def test_markets_bakeries_and_fountains_stand_alone_on_their_tile() -> None:
    board = District(tiles=(tile("C3", feature(Kind.MARKET), feature(Kind.POND, "N")),))
    assert found(board) == [("tiles[0].features", ("C3",))]


def test_market_gives_a_coin_and_bakery_a_bread() -> None:
    assert bonus(structure(Kind.MARKET), {}) == Bonus(coins=1)
    assert bonus(structure(Kind.BAKERY), {}) == Bonus(bread=1)


def test_a_side_of_a_tile_belongs_to_one_feature_at_most() -> None:
    board = District(tiles=(tile("C3", feature(Kind.POND, "NE"), feature(Kind.POND, "N"), feature(Kind.GARDEN, "ES")),))
    paths = [path for path, _ in found(board)]
    assert paths == ["tiles[0].features[1].opens", "tiles[0].features[2].opens"]


@pytest.mark.parametrize("picture", [TWO_PONDS, STRAIGHT_POND, RING, VILLA])
def test_a_drawing_read_again_is_the_same_district(picture: str) -> None:
    board = district(picture)
    again = district("\n".join(draw(board)))
    assert {tile.cell: set(tile.features) for tile in again.tiles} == {
        tile.cell: set(tile.features) for tile in board.tiles
    }


def test_a_drawing_shows_completed_structures_in_capitals() -> None:
    tiles = (
        tile("C3", feature(Kind.POND, "E"), feature(Kind.VILLA, "S", 2)),
        tile("D3", feature(Kind.POND, "W")),
        tile("D2", feature(Kind.FOUNTAIN)),
    )
    assert "\n".join(draw(District(tiles=tiles))) == (
        """\
        C           D
  ┌───────────┬───────────┐
  │           │           │
2 │           │     FO    │
  │           │           │
  ├───────────┼───────────┤
  │           │           │
3 │         PO│PO         │
  │    vi2    │           │
  └───────────┴───────────┘"""
    )
    assert str(legend(District(tiles=tiles))) == "po pond, vi villa, fo fountain, CAPITALS: completed"
    assert tuple(map(str, listed(District(tiles=tiles)))) == (
        "pond C3 D3: completed",
        "villa C3, 2 chimneys: open at C3S",
        "fountain D2: completed",
    )


def test_players_with_a_tally_have_no_drawing() -> None:
    seated = table(player("Nick", district=District(tiles=())), player("Hank"))
    assert [board.title for board in boards(seated)] == ["Nick"]
    assert str(boards(seated)[0].drawing[-1]) == "no tiles"

"""Tiles that fit on a square: only possible ones, all of them, and the likeliest within three taps."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.carpe_diem.district import NEIGHBOURS, landscapes_of_four_at_most, sides_asked
from scoring.carpe_diem.limits import LIMITS
from scoring.carpe_diem.placement import (
    FittingTile,
    could_close_too_much,
    fitting_tiles,
    outline,
    placement_problems,
    shape_features,
    shape_key,
    turned,
    turns,
)
from scoring.carpe_diem.state import (
    DISTRICT_SQUARES,
    DWELLINGS,
    LANDSCAPES,
    SHOVEL_SQUARES,
    SINGLE_TILES,
    District,
    Feature,
    Kind,
    Tile,
)
from scoring.carpe_diem.wording import label
from scoring.grid import SIDES
from scoring.problems import problems_in
from tests.scoring.carpe_diem import strategies
from tests.scoring.carpe_diem.boards import district, feature, tile
from tests.strategies import examples

EMPTY = District(shovel="C3", tiles=())


def shapes(offers: tuple[FittingTile, ...]) -> list[str]:
    return [offer.shape for offer in offers]


def with_tile(board: District, placed: Tile) -> District:
    return replace(board, tiles=(*board.tiles, placed))


def squares_beside(board: District) -> list[str]:
    lying = {tile.cell for tile in board.tiles}
    if not lying:
        return [board.shovel or "C3"]
    return [cell for cell in DISTRICT_SQUARES if cell not in lying and lying & set(NEIGHBOURS[cell].values())]


POND_TO_THE_EAST = """
        C
  ┌───────────┐
  │           │
3 │         po│
  │           │
  └───────────┘
"""


def test_building_phase_what_speaks_against_a_tile() -> None:
    board = district(POND_TO_THE_EAST)
    assert placement_problems(board, tile("D3", feature(Kind.POND, "W"))) == ()
    (differs,) = placement_problems(board, tile("D3", feature(Kind.MARKET)))
    assert (differs.path, differs.cells) == ("tiles[1]", ("D3", "C3"))
    (frame,) = placement_problems(board, tile("A1", feature(Kind.POND, "N")))
    assert (frame.path, frame.cells) == ("tiles[1].features[0].opens", ("A1",))
    taken = placement_problems(board, tile("C3", feature(Kind.POND, "E")))
    assert [problem.path for problem in taken] == ["tiles[1].cell"]
    half = placement_problems(board, tile("C4", feature(Kind.GRANARY, "EW")))
    assert [problem.path for problem in half] == ["tiles[1].features[0].opens"]


def test_building_phase_what_is_impossible_without_the_tile_does_not_speak_against_it() -> None:
    board = District(shovel="D4", tiles=(tile("A1", feature(Kind.POND, "N")), tile("F6", feature(Kind.MARKET))))
    assert problems_in(board, LIMITS)
    assert placement_problems(board, tile("A2", feature(Kind.MARKET))) == ()


FOUR_OF_A_POND = """
        B           C           D           E
  ┌───────────┬───────────┬───────────┬───────────┐
  │           │           │           │           │
3 │po       po│po       po│po       po│po         │
  │           │           │           │           │
  └───────────┴───────────┴───────────┴───────────┘
"""


def test_landscapes_no_tile_that_closes_one_of_five_is_offered() -> None:
    board = district(FOUR_OF_A_POND)
    assert placement_problems(board, tile("A3", feature(Kind.POND, "E")))
    assert "pond E" not in shapes(fitting_tiles(board, "A3", limit=1000))
    assert "pond ES" in shapes(fitting_tiles(board, "A3", kinds=frozenset({Kind.POND})))
    assert "pond E" not in shapes(fitting_tiles(board, "A3", seen={"pond E": 3}, limit=1000))
    seen_first = fitting_tiles(board, "A3", seen={"pond E": 3, "pond ES": 1})
    assert seen_first[0].shape == "pond ES"
    assert could_close_too_much(board, "A3")
    assert not could_close_too_much(board, "F6")


RING_OF_PONDS = """
        B           C           D
  ┌───────────┬───────────┬───────────┐
  │           │           │           │
2 │         po│po       po│po         │
  │    po     │           │    po     │
  ├───────────┼───────────┼───────────┤
  │    po     │           │    po     │
3 │         po│           │po         │
  │           │           │           │
  └───────────┴───────────┴───────────┘
"""


def test_landscapes_two_features_of_a_tile_may_close_one_landscape_between_them() -> None:
    board = district(RING_OF_PONDS)
    apart = tile("C3", feature(Kind.POND, "E"), feature(Kind.POND, "W"))
    assert placement_problems(board, apart)
    assert not placement_problems(board, tile("C3", feature(Kind.POND, "E"), feature(Kind.POND, "SW")))
    offered = [turn for offer in fitting_tiles(board, "C3", limit=3000) for turn in offer.turns]
    assert apart not in offered
    assert tile("C3", feature(Kind.POND, "E"), feature(Kind.POND, "SW")) in offered
    assert not [turn for turn in offered if list(landscapes_of_four_at_most(with_tile(board, turn)))]


@given(st.data())
@examples(60)
def test_a_shape_is_the_same_however_it_lies(data: st.DataObject) -> None:
    drawn = data.draw(strategies.tiles_on("C3", {}))
    around = [turned(drawn.features, quarters) for quarters in range(5)]
    assert around[4] == around[0] == drawn.features
    assert {shape_key(features) for features in around} == {shape_key(drawn.features)}
    key = shape_key(drawn.features)
    assert shape_key(shape_features(key)) == key
    assert sorted(map(str, shape_features(key))) in [sorted(map(str, features)) for features in around]


def test_shapes_differ_by_kinds_sides_and_chimneys() -> None:
    keys = [
        shape_key(features)
        for features in (
            (feature(Kind.POND, "N"),),
            (feature(Kind.GARDEN, "N"),),
            (feature(Kind.POND, "NE"),),
            (feature(Kind.POND, "NS"),),
            (feature(Kind.POND, "N"), feature(Kind.POND, "E")),
            (feature(Kind.VILLA, "N"),),
            (feature(Kind.VILLA, "N", 1),),
            (feature(Kind.MARKET),),
        )
    ]
    assert len(set(keys)) == len(keys)
    assert shape_key((feature(Kind.POND, "NE"), feature(Kind.GARDEN, "S"), feature(Kind.VILLA, "W"))) != shape_key(
        (feature(Kind.POND, "NE"), feature(Kind.GARDEN, "W"), feature(Kind.VILLA, "S"))
    )


@given(strategies.districts(most=16), st.data())
@examples(60)
def test_an_offer_always_fits_and_no_shape_is_offered_twice(board: District, data: st.DataObject) -> None:
    cell = data.draw(st.sampled_from(squares_beside(board)))
    kinds = data.draw(st.frozensets(strategies.kinds, max_size=2))
    placed = data.draw(st.lists(strategies.tiles_on(cell, sides_asked(board, cell)), max_size=3))
    seen = {shape_key(turn.features): number for number, turn in enumerate(placed, start=1)}
    offers = fitting_tiles(board, cell, kinds=kinds, seen=seen)
    assert len(offers) <= 24
    assert len({outline(offer.tile) for offer in offers}) == len(offers)
    asked = sides_asked(board, cell)
    for offer in offers:
        assert offer.turns[0] == offer.tile
        assert {shape_key(turn.features) for turn in offer.turns} == {offer.shape}
        for turn in offer.turns:
            assert placement_problems(board, turn) == ()
            free = {part.kind for part in turn.features if not part.opens or set(part.opens) - set(asked)}
            assert kinds <= free
    ranks = [seen.get(shape, 0) for shape in shapes(offers)]
    assert ranks == sorted(ranks, reverse=True)


@given(strategies.districts(most=16), st.data())
@examples(40)
def test_every_tile_that_fits_is_offered_once_its_kinds_are_asked_for(board: District, data: st.DataObject) -> None:
    near = [cell for cell in squares_beside(board) if len(sides_asked(board, cell)) > 1]
    if not near:
        return
    cell = data.draw(st.sampled_from(near))
    asked = sides_asked(board, cell)
    drawn = data.draw(strategies.tiles_on(cell, asked))
    if placement_problems(board, drawn):
        return
    kinds = frozenset(
        part.kind for part in drawn.features if not part.opens or any(side not in asked for side in part.opens)
    )
    offers_by_outline = {outline(offer.tile): offer for offer in fitting_tiles(board, cell, kinds=kinds, limit=100_000)}
    assert without_chimneys(drawn) in [without_chimneys(turn) for turn in offers_by_outline[outline(drawn)].turns]


def test_the_simplest_tiles_come_first() -> None:
    board = district(POND_TO_THE_EAST)
    first = fitting_tiles(board, "D3")
    assert shapes(first)[0] == "pond E"
    sides = [sum(len(part.opens) for part in offer.tile.features) for offer in first]
    assert sides == sorted(sides)
    assert shapes(fitting_tiles(EMPTY, "C3"))[:3] == ["market", "bakery", "fountain"]


def test_what_was_placed_more_often_comes_earlier() -> None:
    often = {"garden E|pond N": 2, "pond EW": 5, "farmyard E": 9, "granary E|pond N": 2}
    first = fitting_tiles(district(POND_TO_THE_EAST), "D3", seen=often)
    assert shapes(first)[:3] == ["pond EW", "garden E|pond N", "granary E|pond N"]
    assert "farmyard E" not in shapes(first)
    assert len(fitting_tiles(district(POND_TO_THE_EAST), "D3", seen=often, limit=1)) == 1


def test_kinds_narrow_to_what_shows_them_where_nothing_is_asked() -> None:
    board = district(POND_TO_THE_EAST)
    ponds = fitting_tiles(board, "D3", kinds=frozenset({Kind.POND}))
    assert all(len(set("".join(part.opens for part in offer.tile.features)) - {"W"}) for offer in ponds)
    both = fitting_tiles(board, "D3", kinds=frozenset({Kind.VILLA, Kind.GARDEN}), limit=4)
    assert all({Kind.VILLA, Kind.GARDEN} <= {part.kind for part in offer.tile.features} for offer in both)
    assert fitting_tiles(board, "D3", kinds=frozenset({Kind.MARKET})) == ()
    assert shapes(fitting_tiles(board, "C2", kinds=frozenset({Kind.MARKET}))) == ["market"]
    assert fitting_tiles(board, "C2", kinds=frozenset({Kind.MARKET, Kind.BAKERY})) == ()


def test_tiles_that_differ_in_chimneys_alone_are_one_as_it_was_placed_most_often() -> None:
    board = District(tiles=(tile("B1", feature(Kind.VILLA, "W", 1)),))
    offers = fitting_tiles(board, "A1", seen={"villa E2": 3, "villa E4": 2}, limit=100_000)
    assert shapes(offers)[0] == "villa E2"
    outlines = [outline(offer.tile) for offer in offers]
    assert len(set(outlines)) == len(outlines)
    new = [part.chimneys for offer in offers[1:] for part in offer.tile.features if part.kind is Kind.VILLA]
    assert set(new) == {1}


def test_a_tile_that_lies_on_the_square_is_looked_past() -> None:
    board = district(POND_TO_THE_EAST)
    assert fitting_tiles(with_tile(board, tile("D3", feature(Kind.POND, "W"))), "D3") == fitting_tiles(board, "D3")


def test_a_tile_that_lies_is_turned_where_it_fits() -> None:
    board = with_tile(district(POND_TO_THE_EAST), tile("D3", feature(Kind.POND, "NW")))
    assert [turn.features[0].opens for turn in turns(board, "D3")] == ["NW", "SW"]
    assert turns(board, "F6") == ()
    alone = District(tiles=(tile("C3", feature(Kind.POND, "NS")),))
    assert [turn.features[0].opens for turn in turns(alone, "C3")] == ["NS", "EW"]


@pytest.mark.parametrize(
    ("features", "said"),
    [
        ((feature(Kind.MARKET),), "market"),
        ((feature(Kind.VILLA, "NES", 1),), "villa north, east and south, 1 chimney"),
        (
            (feature(Kind.POND, "N"), feature(Kind.GRANARY, "E"), feature(Kind.POND, "W")),
            "pond north; granary east; pond west",
        ),
    ],
)
def test_a_tile_is_said_to_those_who_hear_it(features: tuple[Feature, ...], said: str) -> None:
    assert str(label(tile("C3", *features))) == said


def grown(chance: random.Random, tiles: int) -> District:
    """A district grown from the shovel, each tile beside another one, a free side grass as often as not."""
    board = District(shovel=chance.choice(SHOVEL_SQUARES), tiles=())
    while len(board.tiles) < tiles:
        cell = chance.choice(squares_beside(board))
        grown_tile = tile_by_chance(chance, cell, sides_asked(board, cell))
        if not placement_problems(board, grown_tile):
            board = with_tile(board, grown_tile)
    return board


def without_chimneys(placed: Tile) -> set[Feature]:
    """What a tile shows, whatever its chimneys."""
    return {replace(part, chimneys=0) for part in placed.features}


def tile_by_chance(chance: random.Random, cell: str, asked: dict[str, Kind | None]) -> Tile:
    shown = {side: kind for side, kind in asked.items() if kind is not None}
    single = tile(cell, feature(chance.choice(SINGLE_TILES)))
    if not shown and not chance.randrange(6):
        return single
    for side in SIDES:
        if side not in asked and chance.randrange(2):
            shown[side] = chance.choice([*LANDSCAPES, *DWELLINGS, Kind.VILLA])
    parts = []
    for kind in dict.fromkeys(shown.values()):
        sides = [side for side in SIDES if shown.get(side) is kind]
        joined = kind not in DWELLINGS and chance.randrange(2)
        parts += [
            feature(kind, opens, chance.randrange(4) if kind is Kind.VILLA else 0)
            for opens in (["".join(sides)] if joined else sides)
        ]
    return tile(cell, *parts) if parts else single


def outwards(board: District) -> list[Tile]:
    """The tiles in the order in which a person enters them: beside what lies, nearest to the shovel first."""
    shovel = board.shovel or "C3"
    left = {tile.cell: tile for tile in board.tiles}
    entered = [left.pop(shovel)]
    while left:
        lying = District(shovel=shovel, tiles=tuple(entered))
        beside = [cell for cell in squares_beside(lying) if cell in left]
        entered.append(left.pop(min(beside, key=lambda cell: (_far(cell, shovel), cell))))
    return entered


def _far(cell: str, shovel: str) -> int:
    return abs(ord(cell[0]) - ord(shovel[0])) + abs(int(cell[1]) - int(shovel[1]))


def taps(board: District, sought: Tile, visible: int) -> int:
    """Count the taps of a person who sees so many pictures at once.

    One for the square; one for each kind in the filter until the picture is in sight; one for each further screen of
    pictures; one for the picture; one for each quarter turn; one for the chimneys of each part of a villa that are
    others than shown.
    """
    asked = sides_asked(board, sought.cell)
    free = {part.kind for part in sought.features if not part.opens or set(part.opens) - set(asked)}
    narrowed = [frozenset(sorted(free)[:number]) for number in range(len(free) + 1)]
    for number, kinds in enumerate(narrowed):
        place = _in_sight(fitting_tiles(board, sought.cell, kinds=kinds, limit=visible), sought)
        if place is not None:
            return 2 + number + place[1]
    place = _in_sight(fitting_tiles(board, sought.cell, kinds=narrowed[-1], limit=100_000), sought)
    assert place is not None
    return 2 + len(free) + place[0] // visible + place[1]


def _in_sight(offers: tuple[FittingTile, ...], sought: Tile) -> tuple[int, int] | None:
    for number, offer in enumerate(offers):
        for quarters, turn in enumerate(offer.turns):
            if without_chimneys(turn) == without_chimneys(sought):
                return number, quarters + len({*sought.features} - {*turn.features})
    return None


@pytest.mark.parametrize("visible", [12, 15])
def test_a_district_of_28_tiles_takes_at_most_three_taps_a_tile(visible: int) -> None:
    counted = []
    for seed in range(10):
        entered = outwards(grown(random.Random(seed), 28))
        for number, sought in enumerate(entered):
            board = District(shovel=entered[0].cell, tiles=tuple(entered[:number]))
            counted.append(taps(board, sought, visible))
    assert len(counted) == 10 * 28
    assert sum(counted) / len(counted) <= 3

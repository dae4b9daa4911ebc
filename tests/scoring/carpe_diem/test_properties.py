"""What holds for every table of Carpe Diem."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from scoring import GAMES
from scoring.carpe_diem.district import built_by, structures
from scoring.carpe_diem.state import District, Kind, Player, Table
from tests.scoring.carpe_diem import strategies
from tests.strategies import examples

GAME = GAMES["carpe-diem"]


@given(strategies.tables())
@examples(60)
def test_places_follow_from_better_to_worse_and_never_skip_anybody(table: Table) -> None:
    standings = GAME.score(table).standings
    assert standings[0].place == 1
    assert sorted(standing.player for standing in standings) == sorted(player.name for player in table.players)
    for number, (better, worse) in enumerate(pairwise(standings), start=2):
        assert worse.place in (better.place, number)
        assert better.total >= worse.total


@given(strategies.districts(most=20), st.randoms(use_true_random=False))
@examples(60)
def test_the_order_in_which_tiles_are_entered_changes_nothing(district: District, chance: st.DataObject) -> None:
    tiles = list(district.tiles)
    chance.shuffle(tiles)  # type: ignore[attr-defined]
    turned = replace(district, tiles=tuple(tiles))
    assert {
        (structure.kind, structure.cells, structure.completed, structure.chimneys) for structure in structures(turned)
    } == {
        (structure.kind, structure.cells, structure.completed, structure.chimneys) for structure in structures(district)
    }


@given(strategies.districts(most=20))
@examples(60)
def test_every_feature_belongs_to_exactly_one_structure(district: District) -> None:
    parts = [part for structure in structures(district) for part in structure.parts]
    assert sorted(parts) == sorted(
        (tile.cell, number) for tile in district.tiles for number in range(len(tile.features))
    )


@given(st.lists(strategies.districts(most=5), min_size=18, max_size=24))
@examples(15)
def test_what_is_remembered_of_many_districts_is_what_is_worked_out_anew(some: list[District]) -> None:
    nobody = Player(name="Nick", prestige=0, writs_left=9)
    for district in [*some, *reversed(some)]:
        anew = replace(district)
        assert structures(district) == structures(anew)
        assert built_by(replace(nobody, district=district)) == built_by(replace(nobody, district=anew))


@given(strategies.tables())
@examples(30)
def test_what_is_counted_agrees_with_what_is_completed(table: Table) -> None:
    for player in table.players:
        built = built_by(player)
        assert built.counts.get(Kind.VILLA, 0) == len(built.villas)
        assert sum(built.villas) <= built.chimneys

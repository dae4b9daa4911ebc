"""What holds for every table of every game."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from scoring import GAMES
from scoring.problems import problems_in
from storage.documents import codec
from tests.scoring.carpe_diem import strategies as carpe_diem
from tests.scoring.little_town import strategies as little_town
from tests.scoring.mayor import strategies as mayor
from tests.scoring.palaces_of_carrara import strategies as carrara
from tests.scoring.score_pad import strategies as score_pad
from tests.strategies import examples

if TYPE_CHECKING:
    from collections.abc import Mapping

    from scoring.sheet import Column

TABLES: Mapping[str, st.SearchStrategy[Any]] = {
    "carpe-diem": carpe_diem.tables(),
    "little-town": little_town.towns(),
    "mayor": mayor.tables(),
    "palaces-of-carrara": carrara.tables(),
    "score-pad": score_pad.tables(),
}
SCHEMAS = {key: Draft202012Validator(codec.schema(GAMES[key])) for key in TABLES}

games = pytest.mark.parametrize("key", list(TABLES))


@games
@given(data=st.data())
@examples(60)
def test_a_table_has_no_problems_and_comes_back_from_its_document(key: str, data: st.DataObject) -> None:
    game, table = GAMES[key], data.draw(TABLES[key])
    assert list(problems_in(table, game.limits)) == list(game.unscorable(table)) == []
    written = codec.table_document(game, table)
    SCHEMAS[key].validate(written)
    assert codec.read_table(written).table == table


@games
@given(data=st.data())
@examples(60)
def test_a_total_is_the_sum_of_its_lines_in_the_order_of_the_rules(key: str, data: st.DataObject) -> None:
    table = data.draw(TABLES[key])
    game = GAMES[key].at(table)
    for column in game.score(table).columns:
        assert [line.rule for line in column.lines] == list(game.rules)
        assert column.total == sum(line.points for line in column.lines)
        assert all(str(line.because) and str(line.ref) and not line.entered for line in column.lines)


@pytest.mark.parametrize("key", ["carpe-diem", "mayor", "score-pad"])
@given(data=st.data(), chance=st.randoms(use_true_random=False))
@examples(60)
def test_the_order_of_the_players_changes_nothing_but_the_order(key: str, data: st.DataObject, chance: Any) -> None:
    game, table = GAMES[key], data.draw(TABLES[key])
    seats = list(range(len(table.players)))
    chance.shuffle(seats)
    before = game.score(table)
    after = game.score(replace(table, players=tuple(table.players[seat] for seat in seats)))
    assert [compared(key, column) for column in after.columns] == [
        compared(key, before.columns[seat]) for seat in seats
    ]
    assert {(standing.player, standing.place, standing.decided_by) for standing in after.standings} == {
        (standing.player, standing.place, standing.decided_by) for standing in before.standings
    }


def compared(key: str, column: Column) -> Any:
    """What is the same in every order of the players: the reasons of a pad name players as they sit."""
    return (column.player, [(line.rule, line.points) for line in column.lines]) if key == "score-pad" else column

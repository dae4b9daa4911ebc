"""What holds for every table of Little Town."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from scoring import GAMES
from scoring.little_town.limits import LIMITS
from scoring.little_town.state import RULES
from scoring.problems import problems_in
from storage.documents import codec
from tests.scoring.little_town import strategies
from tests.strategies import examples

if TYPE_CHECKING:
    from scoring.little_town.state import Table

GAME = GAMES["little-town"]
VALIDATOR = Draft202012Validator(codec.schema(GAME))


@given(strategies.towns())
@examples(60)
def test_tables_as_they_may_lie_have_no_problems(table: Table) -> None:
    assert problems_in(table, LIMITS) == []
    assert list(GAME.unscorable(table)) == []


@given(strategies.towns())
@examples(40)
def test_a_table_becomes_a_document_and_back(table: Table) -> None:
    document = codec.table_document(GAME, table)
    VALIDATOR.validate(document)
    assert codec.read_table(document).table == table


@given(strategies.towns())
@examples(60)
def test_a_total_is_the_sum_of_its_lines_in_the_order_of_the_rules(table: Table) -> None:
    for column in GAME.score(table).columns:
        assert [line.rule for line in column.lines] == list(RULES)
        assert column.total == sum(line.points for line in column.lines)
        assert all(str(line.because) and line.ref for line in column.lines)


@given(strategies.towns(), st.randoms(use_true_random=False))
@examples(40)
def test_the_order_of_players_buildings_and_workers_changes_nothing_but_the_order(
    table: Table, chance: st.DataObject
) -> None:
    seats, buildings, workers = list(range(len(table.players))), list(table.buildings), list(table.workers)
    for some in (seats, buildings, workers):
        chance.shuffle(some)  # type: ignore[attr-defined]
    turned = replace(
        table,
        players=tuple(table.players[seat] for seat in seats),
        buildings=tuple(buildings),
        workers=tuple(workers),
    )
    before, after = GAME.score(table), GAME.score(turned)
    assert after.columns == tuple(before.columns[seat] for seat in seats)
    assert {(one.player, one.place) for one in after.standings} == {(one.player, one.place) for one in before.standings}


@given(strategies.towns())
@examples(30)
def test_every_drawing_can_be_shown(table: Table) -> None:
    (board,) = GAME.boards(table)
    assert len({len(str(line)) for line in board.drawing[1:-1]}) == 1

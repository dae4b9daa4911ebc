"""What holds for every pad and every table of one."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from scoring import GAMES
from scoring.score_pad.state import Kind, Majority, Ties
from storage.documents import codec
from tests.scoring.score_pad import judge, strategies
from tests.scoring.score_pad.test_problems import whole
from tests.storage.documents.test_fuzz import answer_or_problems, scored, with_one_change
from tests.strategies import examples, json_values

if TYPE_CHECKING:
    from scoring.score_pad.state import Table

GAME = GAMES["score-pad"]
SCHEMA = Draft202012Validator(codec.schema(GAME))

few = examples(40)


def plain(table: Table) -> dict[str, Any]:
    """The table as it stands in its document, with every field of the pad."""
    written: dict[str, Any] = codec.table_document(GAME, table)["table"]
    return written


@given(strategies.tables())
@few
def test_tables_have_no_problems_and_come_back_from_their_document(table: Table) -> None:
    written = codec.table_document(GAME, table)
    SCHEMA.validate(written)
    assert codec.read_table(written).table == table


@given(strategies.tables())
@few
def test_a_total_is_the_sum_of_its_lines_in_the_order_of_the_pad(table: Table) -> None:
    for column in GAME.score(table).columns:
        assert [line.rule for line in column.lines] == [category.key for category in table.pad.categories]
        assert column.total == sum(line.points for line in column.lines)
        assert all(str(line.because) and str(line.ref) == table.pad.title and not line.cells for line in column.lines)
        assert not any(line.entered for line in column.lines)


@pytest.mark.parametrize("kind", Kind)
@given(data=st.data())
@examples(25)
def test_every_kind_is_worth_what_it_is_counted_out(kind: Kind, data: st.DataObject) -> None:
    table = data.draw(strategies.tables(kind))
    (category,) = plain(table)["pad"]["categories"]
    entries = [player["entries"].get(category["key"]) for player in plain(table)["players"]]
    assert [column.total for column in GAME.score(table).columns] == judge.points(category, entries)


@given(strategies.tables())
@few
def test_places_are_those_of_comparing_everybody_with_everybody(table: Table) -> None:
    written, sheet = plain(table), GAME.score(table)
    lines = [{line.rule: line.points for line in column.lines} for column in sheet.columns]
    totals = [column.total for column in sheet.columns]
    places = {one.player: one.place for one in sheet.standings}
    assert [places[player.name] for player in table.players] == judge.order(
        written["pad"], written["players"], totals, lines
    )


@given(strategies.tables(), st.randoms(use_true_random=False))
@few
def test_the_order_of_the_players_changes_nothing_but_the_order(table: Table, chance: Any) -> None:
    seats = list(range(len(table.players)))
    chance.shuffle(seats)
    turned = replace(table, players=tuple(table.players[seat] for seat in seats))
    before, after = GAME.score(table), GAME.score(turned)
    for column, seat in zip(after.columns, seats, strict=True):
        old = before.columns[seat]
        assert column.player == old.player
        assert [(one.rule, one.points) for one in column.lines] == [(one.rule, one.points) for one in old.lines]
    assert {(one.player, one.place, one.decided_by) for one in after.standings} == {
        (one.player, one.place, one.decided_by) for one in before.standings
    }


@given(strategies.tables(Kind.MAJORITY))
@few
def test_what_a_shared_majority_pays_never_exceeds_its_values(table: Table) -> None:
    (category,) = table.pad.categories
    assert isinstance(category, Majority)
    shared = replace(table, pad=replace(table.pad, categories=(replace(category, ties=Ties.SHARE),)))
    nothing = replace(table, pad=replace(table.pad, categories=(replace(category, ties=Ties.NONE),)))
    paid = sum(column.total for column in GAME.score(shared).columns)
    assert sum(column.total for column in GAME.score(nothing).columns) <= paid <= sum(category.values)


@given(with_one_change(whole(), 3))
@examples(100)
def test_a_pad_with_changes_has_a_result_or_problems(changed: dict[str, Any]) -> None:
    answer_or_problems(scored, changed)


@given(st.data())
@few
def test_any_table_with_changes_has_a_result_or_problems(data: st.DataObject) -> None:
    written = codec.table_document(GAME, data.draw(strategies.tables()))
    answer_or_problems(scored, data.draw(with_one_change(written, 3)))


@given(json_values)
@few
def test_any_json_in_place_of_a_part_has_problems(value: Any) -> None:
    for part in ("pad", "players"):
        some = whole()
        some["table"][part] = value
        assert "problems" in answer_or_problems(scored, some)
    some = whole()
    some["table"]["pad"]["categories"][3] = value
    assert "problems" in answer_or_problems(scored, some)
    some = whole()
    some["table"]["players"][0]["entries"] = dict.fromkeys(some["table"]["players"][0]["entries"], value)
    answer_or_problems(scored, some)

"""What holds for every pad and every table of one."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring import GAMES
from scoring.score_pad.kinds import Kind, Majority, Ties
from scoring.score_pad.kinds.category import at_number
from scoring.score_pad.state import keys_of
from storage.documents import codec
from tests.scoring.score_pad import judge, strategies
from tests.scoring.score_pad.test_problems import whole
from tests.storage.documents.test_fuzz import answer_or_problems, scored, with_one_change
from tests.strategies import examples, json_values

if TYPE_CHECKING:
    from scoring.score_pad.state import Table

GAME = GAMES["score-pad"]
few = examples(40)


def plain(table: Table) -> dict[str, Any]:
    """The table as it stands in its document, with every field of the pad."""
    written: dict[str, Any] = codec.table_document(GAME, table)["table"]
    return written


@pytest.mark.parametrize("kind", Kind)
@given(data=st.data())
@examples(25)
def test_every_kind_is_worth_what_it_is_counted_out(kind: Kind, data: st.DataObject) -> None:
    table = data.draw(strategies.tables(kind))
    written = plain(table)
    columns = GAME.score(table).columns
    assert [{line.rule: line.points for line in column.lines} for column in columns] == judge.lines(
        written["pad"], written["players"]
    )


@given(st.one_of(strategies.tables(), strategies.tables(Kind.TICK, Kind.TICK, Kind.TICK, Kind.POINTS)))
@few
def test_places_are_those_of_comparing_everybody_with_everybody(table: Table) -> None:
    written, sheet = plain(table), GAME.score(table)
    lines = [{line.rule: line.points for line in column.lines} for column in sheet.columns]
    standings = {standing.player: standing for standing in sheet.standings}
    places = judge.order(written, lines)
    assert [standings[player.name].place for player in table.players] == places
    others = {"", "points", "left_early", *("+".join(keys_of(tie_break)) for tie_break in table.pad.tie_breaks)}
    for seat, player in enumerate(table.players):
        tick = judge.decided_by_tick(written, places, seat)
        assert standings[player.name].decided_by in (others if tick is None else {tick})


@given(strategies.tables(Kind.MAJORITY))
@few
def test_what_a_shared_majority_pays_never_exceeds_its_values(table: Table) -> None:
    (category,) = table.pad.categories
    assert isinstance(category, Majority)
    values = tuple(abs(value) for value in at_number(category.values, len(table.players)))
    paid = {}
    for ties in (Ties.SHARE, Ties.NONE):
        categories = (replace(category, values=values, ties=ties, level=None),)
        columns = GAME.score(replace(table, pad=replace(table.pad, categories=categories))).columns
        paid[ties] = sum(column.total for column in columns)
    assert paid[Ties.NONE] <= paid[Ties.SHARE] <= sum(values)


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

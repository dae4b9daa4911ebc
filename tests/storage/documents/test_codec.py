"""Documents to state and back, and results as JSON."""

from __future__ import annotations

import re
from typing import Any

import pytest
from hypothesis import given

from scoring import GAMES
from scoring.carpe_diem.state import Card, District, Edition, Forum, Good, Player, Reward, Table, Tally
from scoring.messages import say
from storage.documents import codec
from tests.scoring.carpe_diem import strategies
from tests.storage.sample_documents import (
    changed,
    forum_document,
    order_document,
    paths_of,
    small_table,
    table_document,
    visit_document,
)
from tests.strategies import examples

CARPE_DIEM = GAMES["carpe-diem"]


def test_a_table_becomes_the_state_of_the_game() -> None:
    table = codec.read_table(table_document()).table
    cathy, nick = table.players
    assert isinstance(table, Table)
    assert table.edition is Edition.SECOND
    assert table.villa_chart == {"3": 3, "5+": 7}
    assert cathy.goods == {Good.GRAPES: 1, Good.FISH: 2}
    assert cathy.tally == Tally(counts={"pond": 1, "market": 2}, villas=(3,), chimneys=4)  # type: ignore[dict-item]
    assert [tile.cell for tile in nick.district.tiles] == ["C3", "D3"]
    assert table.forum is not None
    assert table.forum.cards[0][0] == Card(pay={Good.FISH: 1}, reward=Reward(points=3))
    assert table.forum.cards[0][3] is None
    assert table.forum.markers == (("A1", "B1"),)


def test_a_shovel_that_is_null_is_one_that_is_absent() -> None:
    null = codec.read_table(changed(table_document(), {"table.players[1].district.shovel": None})).table
    assert null.players[1].district.shovel is None
    assert "shovel" not in codec.table_document(CARPE_DIEM, null)["table"]["players"][1]["district"]


def test_reading_changes_nothing_in_the_document() -> None:
    document, same = visit_document(), visit_document()
    codec.read_check(document)
    assert document == same


def test_a_table_document_has_game_format_and_table_in_this_order() -> None:
    table = codec.read_table(table_document()).table
    assert list(codec.table_document(CARPE_DIEM, table)) == ["game", "format", "table"]


def test_a_small_document_comes_back_with_its_defaults() -> None:
    written = codec.table_document(CARPE_DIEM, codec.read_table(table_document()).table)
    cathy = small_table()["players"][0]
    assert written["table"]["players"][0] == cathy
    assert written["table"]["villa_chart"] == {"3": 3, "5+": 7}
    assert written["table"]["forum"]["cards"][0][2:] == [None, None]


@examples(60)
@given(strategies.tables())
def test_a_table_written_and_read_is_the_same_and_written_the_same_again(table: Table) -> None:
    written = codec.table_document(CARPE_DIEM, table)
    assert codec.read_table(written).table == table
    read = codec.read_table(codec.parse(codec.to_json(written))).table
    assert read == table
    assert codec.to_json(codec.table_document(CARPE_DIEM, read)) == codec.to_json(written)


def test_cards_that_are_absent_are_none_which_are_not_three_rows() -> None:
    assert paths_of(changed(table_document(), {"table.forum": {"cards": []}})) == ["forum.cards"]
    assert paths_of(changed(table_document(), {"table.forum": {}})) == ["forum.cards"]


@pytest.mark.parametrize("document", [visit_document(), order_document(), forum_document()])
def test_a_check_document_cannot_be_scored(document: dict[str, Any]) -> None:
    with pytest.raises(codec.DocumentError) as caught:
        codec.read_table(document)
    assert [problem.path for problem in caught.value.problems] == ["check"]


def test_a_table_document_cannot_be_checked() -> None:
    with pytest.raises(codec.DocumentError) as caught:
        codec.read_check(table_document())
    assert [problem.path for problem in caught.value.problems] == ["check"]


def test_a_question_without_its_check_cannot_be_checked() -> None:
    document = visit_document()
    del document["check"]
    with pytest.raises(codec.DocumentError) as caught:
        codec.read_check(document)
    assert [problem.path for problem in caught.value.problems] == ["check"]


def test_a_document_without_check_is_told_so_also_where_its_game_is_unknown() -> None:
    with pytest.raises(codec.DocumentError) as caught:
        codec.read_check({"game": "chess", "format": 1, "table": {}})
    assert sorted(problem.path for problem in caught.value.problems) == ["check", "game"]


def test_the_wrong_command_and_the_problems_of_the_table_are_reported_together() -> None:
    with pytest.raises(codec.DocumentError) as caught:
        codec.read_table(changed(visit_document(), {"table.players[0].coins": -1}))
    assert sorted(problem.path for problem in caught.value.problems) == ["check", "players[0].coins"]


def test_a_check_document_holds_game_table_check_and_question() -> None:
    read = codec.read_check(visit_document())
    assert (read.game.key, read.check.key, read.ask.player, read.ask.objective) == (
        "carpe-diem",
        "forum_visit",
        "Cathy",
        "points",
    )


def test_a_state_becomes_plain_values() -> None:
    goods = {Good.FISH: 2}
    player = Player(name="A", victory_cards=-1, goods=goods, prestige=0, writs_left=0, district=District(tiles=()))
    assert codec.plain(player) == {
        "name": "A",
        "victory_cards": -1,
        "goods": {"fish": 2},
        "coins": 0,
        "bread": 0,
        "stored_tiles": 0,
        "prestige": 0,
        "stack": 0,
        "writs_left": 0,
        "district": {"tiles": []},
        "frame": [],
        "fountain_cards": [],
    }
    assert {type(key) for key in codec.plain(goods)} == {str}


def test_null_stays_in_lists_and_goes_from_fields() -> None:
    card = Card(own=None, pay={Good.FISH: 1}, reward=Reward(points=1))
    forum = codec.plain(Forum(cards=((card, None),), markers=(("A1", "B1"),)))
    assert forum["cards"] == [
        [{"pay": {"fish": 1}, "reward": {"points": 1, "coins": 0, "bread": 0, "prestige": 0}}, None]
    ]
    assert forum["markers"] == [["A1", "B1"]]


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (Edition.FIRST, "first"),
        (say("{n} fish", n=2), "2 fish"),
        ((1, (2, "a")), [1, [2, "a"]]),
        (None, None),
        (True, True),
        (0, 0),
    ],
)
def test_plain_values(value: object, expected: object) -> None:
    plain = codec.plain(value)
    assert plain == expected
    assert type(plain) is type(expected)


def test_the_result_of_a_score_has_the_shape_of_the_contract() -> None:
    read = codec.read_table(table_document())
    result = codec.score_result(read.game, read.game.score(read.table))
    assert list(result) == ["game", "columns", "standings"]
    assert result["game"] == "carpe-diem"
    cathy, nick = result["columns"]
    assert list(cathy) == ["player", "total", "lines"]
    assert [line["rule"] for line in nick["lines"]] == [
        "victory_cards",
        "items",
        "prestige",
        "frame",
        "fountains",
        "villas",
    ]
    assert [line["points"] for line in cathy["lines"]] == [12, 5, 7, 4, 4, 3]
    assert [line["points"] for line in nick["lines"]] == [9, 0, 5, 4, 0, 0]
    assert (cathy["total"], nick["total"]) == (35, 18)
    for line in [*cathy["lines"], *nick["lines"]]:
        assert list(line) == ["rule", "points", "because", "cells", "ref"]
        assert isinstance(line["because"], str)
        assert line["because"]
        assert re.match(r"\w", line["ref"])
    assert [line["cells"] for line in nick["lines"]] == [[], [], [], ["C3"], [], []]
    assert result["standings"] == [
        {"place": 1, "player": "Cathy", "total": 35, "decided_by": "points"},
        {"place": 2, "player": "Nick", "total": 18, "decided_by": ""},
    ]


def test_the_standings_of_a_tie_name_the_criterion() -> None:
    document = table_document()
    nick = document["table"]["players"][1]
    others = [nick | {"name": "B", "writs_left": 1}, nick | {"name": "C"}]
    document["table"]["players"] = [nick, *others]
    read = codec.read_table(document)
    standings = codec.score_result(read.game, read.game.score(read.table))["standings"]
    assert [(standing["place"], standing["player"], standing["decided_by"]) for standing in standings] == [
        (1, "B", "writs_left"),
        (2, "Nick", ""),
        (2, "C", ""),
    ]


def test_a_visit_is_answered_in_the_shape_of_the_contract() -> None:
    read = codec.read_check(visit_document())
    answer = codec.plain(read.check.answer(read.table, read.ask))
    fields = ["order", "visits", "points", "prestige", "items_left", "final_gain", "because"]
    assert [field for field in answer if field in fields] == fields
    assert [list(visit) for visit in answer["visits"]] == [
        ["card", "owned_sets", "paid_sets", "bread_sets", "paid", "gained"]
    ] * 2
    assert list(answer["visits"][0]["gained"]) == ["points", "coins", "bread", "prestige"]
    assert sorted(answer["order"]) == [0, 1]
    assert "cells" not in answer


def test_the_forum_order_is_answered_with_names() -> None:
    read = codec.read_check(order_document())
    assert codec.plain(read.check.answer(read.table, read.ask)) == {"order": ["Cathy", "Nick"]}


def test_the_whole_forum_is_answered_with_cells() -> None:
    read = codec.read_check(forum_document())
    answer = codec.plain(read.check.answer(read.table, read.ask))
    assert [visit["cells"] for visit in answer["visits"]] == [["A1", "A2"]]


def test_a_result_is_one_line_of_utf_8() -> None:
    assert codec.to_json({"a": ["é", "\n", None, True, 1]}) == '{"a":["é","\\n",null,true,1]}'.encode()


def test_half_of_a_surrogate_pair_is_written_as_an_escape() -> None:
    assert codec.to_json({"é": "\ud800"}) == b'{"\\u00e9":"\\ud800"}'

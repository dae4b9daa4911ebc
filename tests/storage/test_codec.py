"""JSON to documents to state and back, and results as JSON."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from hypothesis import given, settings

from scoring import GAMES
from scoring.carpe_diem.state import Card, District, Edition, Forum, Good, Player, Reward, Table, Tally
from scoring.sheet import say
from storage import codec
from tests import strategies
from tests.storage.documents import (
    changed,
    forum_document,
    order_document,
    paths_of,
    small_table,
    table_document,
    visit_document,
)

CARPE_DIEM = GAMES["carpe-diem"]
KIB_256 = 262_144


def refused(raw: bytes) -> str:
    """Return why `raw` is no document; the problem stands at no path."""
    with pytest.raises(codec.DocumentError) as caught:
        codec.parse(raw)
    (problem,) = caught.value.problems
    message = str(problem.message)
    assert problem.path == ""
    assert message.splitlines() == [message]
    return message


# -- JSON


def test_json_is_read_as_it_stands() -> None:
    raw = '{"a": [1, 2.5, true, null, "é"]}'.encode()
    assert codec.parse(raw) == {"a": [1, 2.5, True, None, "é"]}


def test_white_space_around_a_document_is_nothing() -> None:
    assert codec.parse(b" \t\r\n{}\r\n") == {}


@pytest.mark.parametrize(
    "raw",
    [b"", b" ", b"{", b"}", b"{'a': 1}", b'{"a": 1,}', b"[1 2]", b"{} {}", b"// no\n{}", b"\0", b'"a\nb"', b"01", b"+1",
     b"1.", b".5", b"0x1", b"True", b"nul", b'"\\x41"', b'{"a" 1}', b"{1: 2}"],
)  # fmt: skip
def test_what_is_not_json_is_refused(raw: bytes) -> None:
    assert refused(raw).startswith("not JSON: line ")


def test_what_is_not_json_is_refused_with_line_and_column() -> None:
    assert refused(b'{"a": 1,\n "b": }').startswith("not JSON: line 2, column 7: ")


@pytest.mark.parametrize("name", ["NaN", "Infinity", "-Infinity"])
@pytest.mark.parametrize("text", ["{}", "[{}]", '{{"a": {}}}'])
def test_nan_and_infinity_are_not_json(name: str, text: str) -> None:
    assert refused(text.format(name).encode()) == f"not JSON: {name} is not a number there"


def test_a_fraction_beyond_all_floats_is_no_integer() -> None:
    document = changed(table_document(), {"table.players[0].coins": codec.parse(b"1e999")})
    assert paths_of(document) == ["players[0].coins"]


@pytest.mark.parametrize(
    ("raw", "said"),
    [
        (b"\xff{}", "0xFF at position 0"),
        (b'{"a": "\xe9"}', "0xE9 at position 7"),
        (b'"\xed\xa0\x80"', "0xED at position 1"),
        (b'"\xc0\x80"', "0xC0 at position 1"),
        (b'"\xf5\x80\x80\x80"', "0xF5 at position 1"),
        (b'{"a": "\xe2\x82', "0xE2 at position 7"),
        ("{}".encode("utf-16"), "0xFF at position 0"),
    ],
)
def test_what_is_not_utf_8_is_refused_with_byte_and_position(raw: bytes, said: str) -> None:
    message = refused(raw)
    assert message.startswith("not UTF-8: ")
    assert said in message


def test_a_byte_order_mark_that_an_editor_put_in_front_is_passed_over() -> None:
    assert codec.parse(b"\xef\xbb\xbf{}") == {}


def test_a_byte_order_mark_elsewhere_is_not_json() -> None:
    refused(b"\xef\xbb\xbf\xef\xbb\xbf{}")
    refused(b"{\xef\xbb\xbf}")


def test_a_document_has_at_most_256_kib() -> None:
    assert codec.parse(b"{}" + b" " * (KIB_256 - 2)) == {}
    assert refused(b"{}" + b" " * (KIB_256 - 1)) == "too large: a document has at most 256 KiB"


def test_the_size_is_counted_in_bytes_not_in_characters() -> None:
    text = "é" * (KIB_256 // 2 - 1)
    assert codec.parse(f'"{text}"'.encode()) == text
    assert refused(f'"{text}é"'.encode()).startswith("too large")


@pytest.mark.parametrize(
    "raw",
    [
        b'{"a": 1, "a": 1}',
        b'{"b": 0, "a": 1, "c": 2, "a": 3}',
        b'[{"x": {"a": 1, "a": null}}]',
        b'{"a": 1, "\\u0061": 2}',
    ],
)
def test_a_key_given_twice_is_refused_and_named(raw: bytes) -> None:
    assert refused(raw).startswith('"a" is given twice')


def test_a_key_may_stand_in_two_objects() -> None:
    assert codec.parse(b'[{"a": 1}, {"a": {"a": 2}}]') == [{"a": 1}, {"a": {"a": 2}}]


def test_a_key_given_twice_is_found_fast_among_many() -> None:
    keys = [f'"{number:x}":0' for number in range(28_000)]
    raw = "{{{}}}".format(",".join([*keys, keys[-1]])).encode()
    assert len(raw) <= KIB_256
    assert "given twice" in refused(raw)


def test_a_key_given_twice_is_refused_also_beside_a_huge_integer() -> None:
    raw = b'{"a": 1' + b"0" * 5000 + b', "b": 1, "b": 2}'
    assert refused(raw).startswith('"b" is given twice')


@pytest.mark.parametrize(("start", "end"), [(b"[", b"]"), (b'{"a":', b"}")])
def test_deep_nesting_is_refused(start: bytes, end: bytes) -> None:
    levels = KIB_256 // len(start + end) - 2
    message = refused(start * levels + b"1" + end * levels)
    assert message == "nested too deeply: no document has so many levels"


@pytest.mark.parametrize("start", [b"[", b'{"a":'])
def test_deep_nesting_that_never_ends_is_refused(start: bytes) -> None:
    assert refused(start * 50_000).startswith("nested too deeply")


@pytest.mark.parametrize("levels", [10, 100, 500])
def test_nesting_that_can_be_parsed_is_a_problem_of_its_field(levels: int) -> None:
    deep = codec.parse(b"[" * levels + b"]" * levels)
    assert paths_of(changed(table_document(), {"table.players[0].coins": deep})) == ["players[0].coins"]
    assert paths_of(changed(table_document(), {"table.players[0].colour": deep})) == ["players[0].colour"]


# -- huge integers


HUGE = b"1" + b"0" * 5000


@pytest.mark.parametrize("sign", [b"", b"-"])
def test_a_huge_integer_is_a_problem_of_its_field(sign: bytes) -> None:
    raw = codec.to_json(table_document()).replace(b'"coins":3', b'"coins":' + sign + HUGE)
    document = codec.parse(raw)
    with pytest.raises(codec.DocumentError) as caught:
        codec.read_table(document)
    (problem,) = caught.value.problems
    assert problem.path == "players[0].coins"
    assert str(problem.message).startswith(f"{sign.decode()}1000000")
    assert len(str(problem.message)) < 200


def test_a_huge_integer_hides_no_other_problem() -> None:
    raw = codec.to_json(changed(table_document(), {"table.players[0].bread": -1}))
    assert paths_of(codec.parse(raw.replace(b'"format":1', b'"format":' + HUGE))) == ["format", "players[0].bread"]


@pytest.mark.parametrize(
    "place",
    ["game", "check", "table", "ask", "table.players", "table.players[0]", "table.players[0].name", "table.villa_chart",
     "table.forum", "table.edition", "table.players[0].frame[0].met", "ask.player", "ask.cards[0].pay"],
)  # fmt: skip
def test_a_huge_integer_is_refused_wherever_it_stands(place: str) -> None:
    marked = codec.to_json(changed(visit_document(), {place: "HUGE"}))
    assert place.removeprefix("table.") in paths_of(codec.parse(marked.replace(b'"HUGE"', HUGE)))


def test_a_huge_integer_alone_is_no_document() -> None:
    assert paths_of(codec.parse(HUGE)) == [""]


def test_beside_a_huge_integer_another_one_is_still_shown_whole() -> None:
    raw = codec.to_json(changed(table_document(), {"table.players[0].bread": 1234567}))
    with pytest.raises(codec.DocumentError) as caught:
        codec.read_table(codec.parse(raw.replace(b'"coins":3', b'"coins":' + HUGE)))
    said = {problem.path: str(problem.message) for problem in caught.value.problems}
    assert said["players[0].bread"].startswith("1234567: ")


def test_an_integer_of_many_digits_that_python_reads_at_once_is_refused_too() -> None:
    document = changed(table_document(), {"table.players[0].coins": codec.parse(b"9" * 4000)})
    assert paths_of(document) == ["players[0].coins"]


# -- lone surrogates


def test_half_of_a_surrogate_pair_is_no_name() -> None:
    raw = codec.to_json(table_document()).replace(b'"Cathy"', b'"Ca\\ud800thy"')
    assert paths_of(codec.parse(raw)) == ["players[0].name"]


def test_a_whole_surrogate_pair_is_one_character() -> None:
    raw = codec.to_json(table_document()).replace(b'"Cathy"', b'"\\ud83c\\udc04"')
    assert codec.read_table(codec.parse(raw)).table.players[0].name == "🀄"


@pytest.mark.parametrize(
    "place", ["game", "check", "table.edition", "table.players[0].name", "ask.player", "ask.cards[0].name"]
)
def test_a_problem_with_half_of_a_surrogate_pair_can_be_written(place: str) -> None:
    raw = codec.to_json(changed(visit_document(), {place: "HALF"})).replace(b"HALF", b"\\udfff")
    with pytest.raises(codec.DocumentError) as caught:
        codec.read_check(codec.parse(raw))
    result = codec.problems_result(caught.value.problems)
    assert json.loads(codec.to_json(result)) == result


def test_a_key_with_half_of_a_surrogate_pair_can_be_written() -> None:
    with pytest.raises(codec.DocumentError) as caught:
        codec.read_table(table_document() | {"\ud800": 1})
    written = codec.to_json(codec.problems_result(caught.value.problems))
    assert json.loads(written)["problems"][0]["path"] == "\ud800"


# -- names


def name_read(given_name: str) -> str:
    name: str = codec.read_table(changed(table_document(), {"table.players[0].name": given_name})).table.players[0].name
    return name


@pytest.mark.parametrize("given_name", ["Cathy", " Cathy", "Cathy ", "\t Cathy\n", "\u00a0Cathy\u3000", "\u2003Cathy"])
def test_names_are_trimmed(given_name: str) -> None:
    assert name_read(given_name) == "Cathy"


def test_results_carry_the_trimmed_name() -> None:
    table = codec.read_table(changed(table_document(), {"table.players[0].name": "  Cathy  "})).table
    result = codec.score_result(CARPE_DIEM, CARPE_DIEM.score(table))
    assert [column["player"] for column in result["columns"]] == ["Cathy", "Nick"]
    assert [standing["player"] for standing in result["standings"]] == ["Cathy", "Nick"]


def test_a_question_names_the_trimmed_name() -> None:
    document = changed(visit_document(), {"table.players[0].name": "  Cathy  "})
    assert codec.read_check(document).ask.player == "Cathy"
    assert paths_of(changed(document, {"ask.player": "  Cathy  "})) == ["ask.player"]


@pytest.mark.parametrize("character", ["a", "é", "🀄", "ﬃ"])
def test_a_name_has_up_to_40_code_points(character: str) -> None:
    assert name_read(character * 40) == character * 40
    assert paths_of(changed(table_document(), {"table.players[0].name": character * 41})) == ["players[0].name"]


def test_code_points_are_counted_not_what_is_seen() -> None:
    assert name_read("e\u0301" * 20) == "e\u0301" * 20
    assert paths_of(changed(table_document(), {"table.players[0].name": "e\u0301" * 20 + "x"})) == ["players[0].name"]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Cathy", "cathy"),
        ("straße", "STRASSE"),
        ("ﬃ", "FFI"),
        ("Σίσυφος", "ΣΊΣΥΦΟΣ"),
        ("ΐ", "ΐ"),
        ("ᏸ", "Ᏸ"),
        (" Nick ", "Nick"),
        ("Kelvin", "\u212aelvin"),
    ],
)
def test_names_that_are_the_same_after_full_case_folding_are_a_problem(one: str, other: str) -> None:
    document = changed(table_document(), {"table.players[0].name": one, "table.players[1].name": other})
    assert paths_of(document) == ["players[1].name"]


@pytest.mark.parametrize(
    ("one", "other"), [("Ann", "Anne"), ("é", "e\u0301"), ("I", "ı"), ("A B", "A  B"), ("ａ", "a"), ("n", "ñ")]
)
def test_names_that_only_look_alike_are_two_names(one: str, other: str) -> None:
    assert paths_of(changed(table_document(), {"table.players[0].name": one, "table.players[1].name": other})) == []


@pytest.mark.parametrize("code", [0x00, 0x09, 0x0A, 0x0D, 0x1B, 0x1C, 0x1F, 0x7F, 0x80, 0x85, 0x9F])
def test_a_control_character_in_a_name_is_a_problem_that_names_it(code: int) -> None:
    with pytest.raises(codec.DocumentError) as caught:
        codec.read_table(changed(table_document(), {"table.players[0].name": f"Ca{chr(code)}thy"}))
    (problem,) = caught.value.problems
    assert problem.path == "players[0].name"
    assert f"U+{code:04X} is a control character" in str(problem.message)


@pytest.mark.parametrize("character", ["\u200b", "\u200d", "\ufeff", "\u202e", "\ue000", "\u2028", "\u0378"])
def test_other_odd_characters_are_allowed_in_a_name(character: str) -> None:
    assert name_read(f"a{character}b") == f"a{character}b"


def test_a_card_has_a_trimmed_name_too() -> None:
    document = changed(visit_document(), {"ask.cards[0].name": " Fish "})
    assert codec.read_check(document).ask.cards[0].name == "Fish"


def test_two_cards_may_have_one_name() -> None:
    assert paths_of(changed(visit_document(), {"ask.cards[1].name": "Fish"})) == []


# -- documents to state and back


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


@settings(deadline=None, max_examples=60)
@given(strategies.tables())
def test_a_table_written_and_read_is_the_same(table: Table) -> None:
    written = codec.table_document(CARPE_DIEM, table)
    assert codec.read_table(written).table == table
    assert codec.read_table(codec.parse(codec.to_json(written))).table == table


@settings(deadline=None, max_examples=40)
@given(strategies.tables())
def test_a_table_written_twice_is_written_the_same(table: Table) -> None:
    once = codec.to_json(codec.table_document(CARPE_DIEM, table))
    again = codec.to_json(codec.table_document(CARPE_DIEM, codec.read_table(codec.parse(once)).table))
    assert again == once


def test_cards_that_are_absent_are_none_which_are_not_three_rows() -> None:
    assert paths_of(changed(table_document(), {"table.forum": {"cards": []}})) == ["forum.cards"]
    assert paths_of(changed(table_document(), {"table.forum": {}})) == ["forum.cards"]


# -- which document goes where


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


# -- results


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
    assert [(one["place"], one["player"], one["decided_by"]) for one in standings] == [
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

"""JSON as it is given: what is read, what is refused, huge integers, and halves of characters."""

from __future__ import annotations

import json

import pytest

from storage.documents import codec
from tests.storage.sample_documents import changed, paths_of, table_document, visit_document

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
    assert refused(text.format(name).encode()) == f"not JSON: {name} is not a number in JSON"


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
    assert refused(b"{}" + b" " * (KIB_256 - 1)) == "too large: at most 256 KiB are read"


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
    assert message == "nested too deeply"


@pytest.mark.parametrize("start", [b"[", b'{"a":'])
def test_deep_nesting_that_never_ends_is_refused(start: bytes) -> None:
    assert refused(start * 50_000).startswith("nested too deeply")


@pytest.mark.parametrize("levels", [10, 100, 500])
def test_nesting_that_can_be_parsed_is_a_problem_of_its_field(levels: int) -> None:
    deep = codec.parse(b"[" * levels + b"]" * levels)
    assert paths_of(changed(table_document(), {"table.players[0].coins": deep})) == ["players[0].coins"]
    assert paths_of(changed(table_document(), {"table.players[0].colour": deep})) == ["players[0].colour"]


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

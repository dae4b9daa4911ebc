"""Whatever comes in, a result comes out or a DocumentError that says why."""

from __future__ import annotations

import copy
import json
from typing import TYPE_CHECKING, Any

from hypothesis import given
from hypothesis import strategies as st

from scoring import GAMES
from storage.documents import codec
from tests.scoring.carpe_diem import strategies
from tests.storage.sample_documents import forum_document, order_document, table_document, visit_document
from tests.strategies import examples, few, json_values

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from hypothesis.strategies import DrawFn, SearchStrategy

CARPE_DIEM = GAMES["carpe-diem"]

ODD_VALUES: tuple[Any, ...] = (None, True, -1, 0.5, 10**30, "", "A1", [], [None], {}, {"pond": 1}, [[]])


def scored(document: object) -> dict[str, Any]:
    read = codec.read_table(document)
    return codec.score_result(read.game, read.game.score(read.table))


def checked(document: object) -> dict[str, Any]:
    read = codec.read_check(document)
    answer: dict[str, Any] = codec.plain(read.check.answer(read.table, read.ask))
    return answer


def answer_or_problems(work: Callable[[object], dict[str, Any]], document: object) -> dict[str, Any]:
    """Return what a document gives, which must be a result or some problems, each a sentence at a path."""
    try:
        result = work(document)
    except codec.DocumentError as error:
        result = codec.problems_result(error.problems)
        assert result["problems"]
    for problem in result.get("problems", ()):
        assert problem["message"].strip()
        assert problem["message"].splitlines() == [problem["message"]]
    assert json.loads(codec.to_json(result)) == result
    return result


def places(value: Any, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """All paths in a document but its root."""
    entries = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in entries:
        yield (*path, key)
        yield from places(item, (*path, key))


near_values: SearchStrategy[Any] = st.sampled_from(
    [None, True, False, 0, 1, -1, 3, 10, 20, 9999, 10**4, 10**30, 1.0, "", "3", "C3", "N", "NESW", "pond", [], {}]
)


@st.composite
def with_one_change(draw: DrawFn, document: dict[str, Any], times: int = 1) -> dict[str, Any]:
    """A document with values replaced, deleted, doubled or added at random places."""
    result = copy.deepcopy(document)
    for _ in range(times):
        *way, last = draw(st.sampled_from(list(places(result)) or [("game",)]))
        holder: Any = result
        for key in way:
            holder = holder[key]
        change = draw(st.sampled_from(["replace", "replace", "delete", "add", "double"]))
        if change == "delete" and last in (holder if isinstance(holder, dict) else range(len(holder))):
            del holder[last]
        elif change == "double" and isinstance(holder, list):
            holder.append(copy.deepcopy(holder[int(last)]))
        elif change == "add" and isinstance(holder, dict):
            holder[draw(st.text(max_size=5))] = draw(json_values)
        else:
            holder[last] = draw(st.one_of(near_values, json_values))
    return result


@st.composite
def changed_tables(draw: DrawFn) -> dict[str, Any]:
    table = draw(strategies.tables(few))
    return draw(with_one_change(codec.table_document(CARPE_DIEM, table)))


check_documents = st.sampled_from([visit_document(), order_document(), forum_document()])


@examples(100)
@given(json_values)
def test_any_json_in_place_of_a_document(value: Any) -> None:
    assert "problems" in answer_or_problems(scored, value)
    assert "problems" in answer_or_problems(checked, value)


@examples(100)
@given(json_values)
def test_any_json_in_place_of_a_table_a_player_or_a_question(value: Any) -> None:
    document = table_document()
    assert "problems" in answer_or_problems(scored, document | {"table": value})
    assert "problems" in answer_or_problems(checked, visit_document() | {"table": value})
    assert "problems" in answer_or_problems(checked, visit_document() | {"ask": value})
    document["table"]["players"][0] = value
    assert "problems" in answer_or_problems(scored, document)


@examples(200)
@given(st.one_of(st.binary(max_size=200), st.text(max_size=100).map(lambda text: text.encode())))
def test_any_bytes(raw: bytes) -> None:
    answer_or_problems(lambda _: scored(codec.parse(raw)), None)


@examples(100)
@given(json_values)
def test_any_json_written_is_parsed_again(value: Any) -> None:
    assert codec.parse(codec.to_json(value)) == value


@examples(200)
@given(st.data())
def test_bytes_of_a_document_with_some_of_them_overwritten(data: st.DataObject) -> None:
    raw = bytearray(codec.to_json(table_document()))
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(raw) - 1))
        raw[at : at + data.draw(st.integers(0, 3))] = data.draw(st.one_of(st.binary(max_size=2), st.just(b"9" * 5000)))
    answer_or_problems(lambda _: scored(codec.parse(bytes(raw))), None)


@examples(150)
@given(with_one_change(table_document(), 6))
def test_a_small_table_with_many_changes(document: dict[str, Any]) -> None:
    answer_or_problems(scored, document)


@examples(60)
@given(changed_tables())
def test_any_table_with_one_change(document: dict[str, Any]) -> None:
    answer_or_problems(scored, document)


@examples(150)
@given(check_documents.flatmap(lambda document: with_one_change(document, 6)))
def test_a_check_with_many_changes(document: dict[str, Any]) -> None:
    answer_or_problems(checked, document)
    answer_or_problems(scored, document)


def test_every_single_value_of_the_small_documents_can_be_any_of_some_values() -> None:
    for document in (table_document(), visit_document(), order_document(), forum_document()):
        for *way, last in places(document):
            for value in ODD_VALUES:
                changed = copy.deepcopy(document)
                holder: Any = changed
                for key in way:
                    holder = holder[key]
                holder[last] = copy.deepcopy(value)
                answer_or_problems(checked if "check" in document else scored, changed)


def test_every_single_value_of_the_small_documents_can_be_missing() -> None:
    for document in (table_document(), visit_document(), order_document(), forum_document()):
        for *way, last in places(document):
            changed = copy.deepcopy(document)
            holder: Any = changed
            for key in way:
                holder = holder[key]
            del holder[last]
            answer_or_problems(checked if "check" in document else scored, changed)

"""The names of players and cards: trimmed, of a length, without control characters, and no two the same."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from scoring.carpe_diem.game import CARPE_DIEM
from scoring.fields import PersonalName
from storage.documents import codec
from storage.documents.fields import NameField
from tests.storage.sample_documents import changed, paths_of, table_document, visit_document

if TYPE_CHECKING:
    from scoring.problems import Problem


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
    ("first", "second"),
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
def test_names_that_are_the_same_after_full_case_folding_are_a_problem(first: str, second: str) -> None:
    document = changed(table_document(), {"table.players[0].name": first, "table.players[1].name": second})
    assert paths_of(document) == ["players[1].name"]


@pytest.mark.parametrize(
    ("first", "second"), [("Ann", "Anne"), ("é", "e\u0301"), ("I", "ı"), ("A B", "A  B"), ("ａ", "a"), ("n", "ñ")]
)
def test_names_that_only_look_alike_are_two_names(first: str, second: str) -> None:
    assert paths_of(changed(table_document(), {"table.players[0].name": first, "table.players[1].name": second})) == []


@pytest.mark.parametrize("code", [0x00, 0x09, 0x0A, 0x0D, 0x1B, 0x1C, 0x1F, 0x7F, 0x80, 0x85, 0x9F])
def test_a_control_character_in_a_name_is_a_problem_that_names_it(code: int) -> None:
    with pytest.raises(codec.DocumentError) as caught:
        codec.read_table(changed(table_document(), {"table.players[0].name": f"Ca{chr(code)}thy"}))
    (problem,) = caught.value.problems
    assert problem.path == "players[0].name"
    assert f"U+{code:04X} cannot be kept" in str(problem.message)


@pytest.mark.parametrize("character", ["\x1e", "\n", "\u2028", "\ud800"])
def test_who_is_asked_for_and_is_not_there_is_named_on_one_line(character: str) -> None:
    with pytest.raises(codec.DocumentError) as caught:
        codec.read_check(changed(visit_document(), {"ask.player": f"Ca{character}thy"}))
    (problem,) = caught.value.problems
    assert problem.path == "ask.player"
    assert str(problem.message).startswith('"Ca\ufffdthy" is not at this table')


@pytest.mark.parametrize("character", ["\u202e", "\ue000", "\u2028", "\u0378"])
def test_other_odd_characters_are_allowed_in_a_name(character: str) -> None:
    assert name_read(f"a{character}b") == f"a{character}b"


def test_a_card_has_a_trimmed_name_too() -> None:
    document = changed(visit_document(), {"ask.cards[0].name": " Fish "})
    assert codec.read_check(document).ask.cards[0].name == "Fish"


def test_two_cards_may_have_one_name() -> None:
    assert paths_of(changed(visit_document(), {"ask.cards[1].name": "Fish"})) == []


@pytest.mark.parametrize("name", ["\u200b", "\u3164 \u2800", "\u2066\u2069", "\u115f\u1160", "\ufe0f", "\u200d"])
def test_a_name_that_shows_nothing_is_refused(name: str) -> None:
    problems: list[Problem] = []
    NameField(PersonalName()).read(name, None, problems)
    assert len(problems) == 1


@pytest.mark.parametrize(
    ("name", "read"),
    [
        ("A\u200b", "A"),
        ("\ufeffAn\u00adna\u200d", "Anna"),
        ("\U0001f469\u200d\U0001f680", "\U0001f469\u200d\U0001f680"),
        ("\u0646\u06cc\u200c\u0645\u0627", "\u0646\u06cc\u200c\u0645\u0627"),
        ("\u2764\ufe0f", "\u2764\ufe0f"),
    ],
)
def test_a_name_is_read_without_what_shows_nothing(name: str, read: str) -> None:
    problems: list[Problem] = []
    assert NameField(PersonalName()).read(name, None, problems) == read
    assert problems == []

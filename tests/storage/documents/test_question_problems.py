"""Every problem of a question, and of the document around a table or a question."""

from __future__ import annotations

from typing import Any

import pytest

from tests.storage.documents.wrong_tables import NICK, wrong
from tests.storage.sample_documents import (
    ABSENT,
    changed,
    forum_document,
    order_document,
    paths_of,
    problems_of,
    table_document,
    visit_document,
)

ASK_PROBLEMS = [
    wrong("ask absent", "ask", ABSENT),
    wrong("ask null", "ask", None),
    wrong("ask a list", "ask", []),
    wrong("ask unknown field", "ask.order", [0, 1]),
    wrong("ask player absent", "ask.player", ABSENT),
    wrong("ask player null", "ask.player", None),
    wrong("ask player a number", "ask.player", 0),
    wrong("ask player not here", "ask.player", "Sophie"),
    wrong("ask player in other letters", "ask.player", "cathy"),
    wrong("ask player not trimmed", "ask.player", " Cathy"),
    wrong("objective absent", "ask.objective", ABSENT),
    wrong("objective null", "ask.objective", None),
    wrong("objective unknown", "ask.objective", "most"),
    wrong("cards absent", "ask.cards", ABSENT),
    wrong("cards null", "ask.cards", None),
    wrong("one card", "ask.cards[1]", ABSENT, "ask.cards"),
    wrong("three cards", "ask.cards[2]", {"pay": {"fish": 1}, "reward": {"points": 1}}, "ask.cards"),
    wrong("card null", "ask.cards[0]", None),
    wrong("card unknown field", "ask.cards[0].cost", 1),
    wrong("card name null", "ask.cards[0].name", None),
    wrong("card name empty", "ask.cards[0].name", " "),
    wrong("card name of 41", "ask.cards[0].name", "a" * 41),
    wrong("card neither pay nor own", "ask.cards[0].pay", ABSENT, "ask.cards[0]"),
    wrong("card both pay and own", "ask.cards[0].own", {"pond": 1}, "ask.cards[0]"),
    wrong("card pay null", "ask.cards[0].pay", None),
    wrong("card own null beside pay", "ask.cards[0].own", None, "ask.cards[0]", "ask.cards[0].own"),
    wrong("card pays nothing", "ask.cards[0].pay", {}),
    wrong("card owns nothing", "ask.cards[1].own", {}),
    wrong("card pays 0", "ask.cards[0].pay.fish", 0),
    wrong("card pays 10", "ask.cards[0].pay.fish", 10),
    wrong("card pays coins", "ask.cards[0].pay.coins", 1),
    wrong("card owns 0", "ask.cards[1].own.landscape", 0),
    wrong("card owns 10", "ask.cards[1].own.landscape", 10),
    wrong("card owns an unknown kind", "ask.cards[1].own.palace", 1),
    wrong("landscape mixed", "ask.cards[1].own.pond", 1, "ask.cards[1].own"),
    wrong("landscape and dwelling", "ask.cards[1].own.dwelling", 1, "ask.cards[1].own"),
    wrong("dwelling mixed", "ask.cards[1].own", {"chimneys": 1, "dwelling": 1}),
    wrong("reward absent", "ask.cards[0].reward", ABSENT),
    wrong("reward null", "ask.cards[0].reward", None),
    wrong("reward empty", "ask.cards[0].reward", {}),
    wrong("reward of 0", "ask.cards[0].reward.points", 0, "ask.cards[0].reward"),
    wrong("reward 31", "ask.cards[0].reward.points", 31),
    wrong("reward below 0", "ask.cards[0].reward.points", -1),
    wrong("reward unknown", "ask.cards[0].reward.tiles", 1),
    wrong("reward true", "ask.cards[0].reward.points", True),  # noqa: FBT003 - a value
]


@pytest.mark.parametrize(("path", "value", "expected"), ASK_PROBLEMS)
def test_a_wrong_question_has_its_problem_at_a_path_that_begins_with_ask(
    path: str, value: Any, expected: list[str]
) -> None:
    assert paths_of(changed(visit_document(), {path: value})) == expected


@pytest.mark.parametrize(
    ("path", "value", "expected"),
    [
        pytest.param("ask", ABSENT, ["ask"], id="ask absent"),
        *(
            case
            for case in ASK_PROBLEMS
            if str(case.values[0]).startswith(("ask.player", "ask.objective", "ask.order"))
        ),
    ],
)
def test_the_forum_check_asks_for_player_and_objective(path: str, value: Any, expected: list[str]) -> None:
    assert paths_of(changed(forum_document(), {path: value})) == expected


@pytest.mark.parametrize(
    "own",
    [{thing: 9} for thing in ("landscape", "dwelling", "chimneys", "villa", "market")]
    + [{"chimneys": 1, "villa": 2, "pond": 3}],
)
def test_a_card_may_ask_to_own_kinds_chimneys_or_a_sort_alone(own: dict[str, int]) -> None:
    assert problems_of(changed(visit_document(), {"ask.cards[1].own": own})) == []


def test_the_forum_check_asks_for_no_cards() -> None:
    assert paths_of(changed(forum_document(), {"ask.cards": []})) == ["ask.cards"]


def test_the_forum_check_needs_a_forum() -> None:
    assert paths_of(changed(forum_document(), {"table.forum": ABSENT})) == ["forum"]


def test_the_forum_order_asks_nothing_so_ask_may_be_absent_or_empty() -> None:
    assert problems_of(order_document()) == []
    assert problems_of(order_document() | {"ask": {}}) == []


def test_the_forum_order_still_refuses_null_and_unknown_fields_in_ask() -> None:
    assert paths_of(order_document() | {"ask": None}) == ["ask"]
    assert paths_of(order_document() | {"ask": {"player": "Cathy"}}) == ["ask.player"]


def test_the_forum_order_refuses_two_players_at_one_height_of_one_space() -> None:
    level = changed(order_document(), {f"table.{NICK}.prestige": 7})
    assert paths_of(level) == [f"{NICK}.stack"]
    assert paths_of(changed(level, {f"table.{NICK}.stack": 1})) == []


def test_only_the_forum_order_minds_two_players_at_one_height() -> None:
    assert paths_of(changed(visit_document(), {f"table.{NICK}.prestige": 7})) == []
    assert paths_of(changed(table_document(), {f"table.{NICK}.prestige": 7})) == []


@pytest.mark.parametrize("document", [visit_document(), order_document(), forum_document()])
def test_the_table_of_a_check_may_lack_entries_of_the_villa_chart(document: dict[str, Any]) -> None:
    assert problems_of(changed(document, {"table.villa_chart": ABSENT})) == []


@pytest.mark.parametrize(
    ("path", "value", "expected"),
    [
        wrong("format absent", "format", ABSENT),
        wrong("format 0", "format", 0),
        wrong("format 2", "format", 2),
        wrong("format a text", "format", "1"),
        wrong("format true", "format", True),  # noqa: FBT003 - a value
        wrong("format 1.0", "format", 1.0),
        wrong("format null", "format", None),
        wrong("game absent", "game", ABSENT),
        wrong("game null", "game", None),
        wrong("game unknown", "game", "chess"),
        wrong("game a list", "game", ["carpe-diem"]),
        wrong("table absent", "table", ABSENT),
        wrong("table null", "table", None),
        wrong("table a list", "table", []),
        wrong("unknown field", "date", "today"),
        wrong("ask without a check", "ask", {}),
    ],
)
def test_a_field_of_the_document_itself_is_its_name(path: str, value: Any, expected: list[str]) -> None:
    assert paths_of(changed(table_document(), {path: value})) == expected


@pytest.mark.parametrize("check", [None, "", "score", "Forum", 1, ["forum"]])
def test_an_unknown_check_is_a_problem_at_check(check: Any) -> None:
    assert paths_of(visit_document() | {"check": check}) == ["check"]


@pytest.mark.parametrize("document", [None, True, 3, 3.5, "text", [], [{}]])
def test_what_is_not_an_object_is_a_problem_at_no_path(document: Any) -> None:
    assert paths_of(document) == [""]

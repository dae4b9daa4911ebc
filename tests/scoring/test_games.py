"""What holds for every game of the registry."""

from __future__ import annotations

import dataclasses
import json
import re
from copy import deepcopy
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any, get_type_hints

import pytest

from scoring import GAMES, Registry
from scoring.fields import Length
from scoring.problems import checked_after, problems_in
from storage.documents import codec

if TYPE_CHECKING:
    from scoring.game import Game


GOLDEN = Path(__file__).parents[1] / "golden"

games = pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))


def sheets(game: Game[Any]) -> list[dict[str, Any]]:
    """The documents of the golden sheets of a game."""
    documents = [json.loads(path.read_text()) for path in sorted((GOLDEN / game.key).glob("*.json"))]
    return [document for document in documents if "check" not in document]


@games
def test_a_game_is_found_by_its_key(game: Game[Any]) -> None:
    assert GAMES[game.key] is game
    assert re.fullmatch(r"[a-z]+(-[a-z]+)*", game.key)


@games
def test_a_game_says_for_how_many_it_is_and_where_its_rules_come_from(game: Game[Any]) -> None:
    fewest, most = game.players
    assert 1 <= fewest <= most
    assert Length(fewest, most) in get_type_hints(game.table, include_extras=True)["players"].__metadata__
    assert game.title
    assert game.source


@games
def test_a_game_has_named_rules_and_rulings_in_sentences(game: Game[Any]) -> None:
    assert all(title for title in game.rules.values())
    assert all(str(ruling).endswith(".") for ruling in game.all_rulings)
    for document in sheets(game):
        read = codec.read_table(document)
        for column in read.game.score(read.table).columns:
            assert [line.rule for line in column.lines] == list(game.rules or read.game.rules)


@games
def test_after_a_change_all_is_as_if_it_were_worked_out_anew(game: Game[Any]) -> None:
    for document in sheets(game):
        read = codec.read_table(document)
        at, table = read.game, read.table
        first, *others = table.players
        double = replace(table, players=(replace(first, name=others[0].name), *others))
        fewer = replace(table, players=tuple(others))
        for before, after in pairwise((table, table, double, double, table, fewer, table, deepcopy(table))):
            columns, checked = at.columns(before), checked_after(before, at.limits, None)
            assert at.columns_after(after, before, columns) == at.columns(after)
            assert checked_after(after, at.limits, checked).problems == tuple(problems_in(after, at.limits))


@games
def test_two_players_of_one_name_are_a_problem_in_every_game(game: Game[Any]) -> None:
    document = sheets(game)[0]
    first, second, *_ = document["table"]["players"]
    second["name"] = first["name"].upper()
    with pytest.raises(codec.DocumentError) as caught:
        codec.read_table(document)
    assert "players[1].name" in [problem.path for problem in caught.value.problems]


@pytest.mark.parametrize("game", [game for game in GAMES.values() if game.rules], ids=lambda game: game.key)
def test_points_may_be_entered_for_every_line_of_a_game_with_rules(game: Game[Any]) -> None:
    document = sheets(game)[0]
    document["table"]["players"][0]["entered"] = dict.fromkeys(game.rules, 7)
    read = codec.read_table(document)
    assert read.game.score(read.table).columns[0].total == 7 * len(game.rules)


@games
def test_the_limits_of_a_game_are_about_parts_of_its_state(game: Game[Any]) -> None:
    assert all(dataclasses.is_dataclass(part) for part in game.limits)
    assert game.table in game.limits


@games
def test_the_state_of_a_game_is_frozen_slotted_and_has_players_with_names(game: Game[Any]) -> None:
    for part in game.limits:
        assert part.__dataclass_params__.frozen  # type: ignore[attr-defined]
        assert "__slots__" in vars(part)
    assert "players" in get_type_hints(game.table)


@games
def test_the_checks_of_a_game_have_different_keys_and_a_title(game: Game[Any]) -> None:
    keys = [check.key for check in game.checks]
    assert len(set(keys)) == len(keys)
    assert all(check.title for check in game.checks)


@games
def test_a_game_describes_its_documents(game: Game[Any]) -> None:
    described = codec.schema(game)["properties"]
    assert described["game"] == {"const": game.key}
    assert "players" in described["table"]["properties"]


@games
def test_what_a_question_cannot_do_without_is_a_problem_where_it_is_missing(game: Game[Any]) -> None:
    for check in game.checks:
        required = [field.name for field in dataclasses.fields(check.ask) if field.default is field.default_factory]
        document = {"game": game.key, "format": 1, "check": check.key, "table": {"players": []}, "ask": {}}
        with pytest.raises(codec.DocumentError) as caught:
            codec.read_check(document)
        asked = [problem.path for problem in caught.value.problems if problem.path.startswith("ask")]
        assert asked == [f"ask.{name}" for name in required]


OPTIONAL: dict[str, set[str]] = {
    "mayor": {"price.others", "price.event", "place.beside", "place.rainbow"}
    | {"place_park.icons", "place_park.block", "place_park.rainbow"},
    "score-pad": {"one_more.category"},
}
"""What a question may leave out: the defaults that the contract names, and kinds and lists that are then empty."""


@games
def test_a_question_says_what_it_asks_about(game: Game[Any]) -> None:
    optional = {
        f"{check.key}.{field.name}"
        for check in game.checks
        for field in dataclasses.fields(check.ask)
        if field.default is not field.default_factory
    }
    assert optional == OPTIONAL.get(game.key, set())


def test_a_value_is_loaded_once_when_it_is_first_asked_for() -> None:
    loaded: list[str] = []

    def load(key: str) -> str:
        loaded.append(key)
        return key.upper()

    registry = Registry(("one", "two"), load)
    assert (list(registry), len(registry), "two" in registry, loaded) == (["one", "two"], 2, True, [])
    assert (registry["two"], registry.get("two"), loaded) == ("TWO", "TWO", ["two"])
    assert (dict(registry.items()), loaded) == ({"one": "ONE", "two": "TWO"}, ["two", "one"])


def test_what_is_not_there_is_not_loaded() -> None:
    registry = Registry(("one",), str.upper)
    assert registry.get("two") is None
    with pytest.raises(KeyError, match="two"):
        registry["two"]

"""Every problem of a document of The Palaces of Carrara, one by one and several at once."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest

from scoring.palaces_of_carrara.state import BonusCard, BuildingCard, ObjectCard, TopCard
from storage.documents import codec

Document = dict[str, Any]


def building(kind: str, cost: Any, city: str = "pisa") -> Document:
    return {"kind": kind, "cost": cost, "city": city}


def marker(what: str, name: str) -> Document:
    return {"what": what, "name": name}


def base() -> Document:
    """Cathy and Nick in the base game."""
    return {
        "players": [
            {
                "name": "Cathy",
                "score": 12,
                "coins": 7,
                "blocks": {"white": 3},
                "objects": {"book": 2},
                "buildings": [building("villa", 3), building("porta", 1, "massa")],
                "scored": [marker("kind", "villa"), marker("city", "pisa")],
            },
            {"name": "Nick", "score": 0, "coins": 0, "blocks": {"white": 4}, "objects": {"book": 4}},
        ]
    }


def expansion() -> Document:
    """The same with the expansion; Nick has an upgrade tile."""
    some = base()
    some |= {
        "expansion": True,
        "cards": {"brown": "points", "purple": "objects", "gray": "land", "green": "two-kinds"},
        "upgrades": {"pisa": {"points": 1, "coins": 4}},
    }
    some["players"][1]["upgrades"] = ["pisa"]
    return some


def document(table: Document, check: str | None = None, ask: Document | None = None) -> Document:
    asked: Document = {} if check is None else {"check": check}
    if ask is not None:
        asked["ask"] = ask
    return {"game": "palaces-of-carrara", "format": 1, **asked, "table": table}


def problems(some: Document) -> dict[str, str]:
    """The paths of all problems with their sentences; each path once."""
    read = codec.read_check if "check" in some else codec.read_table
    try:
        read(json.loads(json.dumps(some)))
    except codec.DocumentError as error:
        named = [(problem.path, str(problem.message)) for problem in error.problems]
        assert len(dict(named)) == len(named)
        return dict(named)
    return {}


def changed(table: Document, **fields: Any) -> Document:
    """The table with other fields; those of `first` and `second` are the players'."""
    some = copy.deepcopy(table)
    for number, seat in enumerate(("first", "second")):
        some["players"][number] |= fields.pop(seat, {})
    return {**some, **fields}


def test_the_documents_have_no_problems() -> None:
    assert problems(document(base())) == problems(document(expansion())) == {}


@pytest.mark.parametrize("field", ["name", "score", "coins"])
def test_a_player_needs_a_name_a_score_and_coins(field: str) -> None:
    some = base()
    del some["players"][1][field]
    assert list(problems(document(some))) == [f"players[1].{field}"]


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("score", -1),
        ("score", 1000),
        ("score", True),
        ("coins", -1),
        ("coins", 10000),
        ("coins", "3"),
        ("blocks.white", -1),
        ("blocks.pink", 1),
        ("objects.book", 0.0),
        ("objects.sword", 1),
    ],
)
def test_numbers_have_ranges(path: str, value: Any) -> None:
    field, _, key = path.partition(".")
    fields = {field: {key: value} if key else value}
    assert list(problems(document(changed(base(), second=fields)))) == [f"players[1].{path}"]


@pytest.mark.parametrize("cost", [0, 6, 7, 9, -1, True, "3", None])
@pytest.mark.parametrize("table", [base(), expansion()])
def test_a_building_costs_1_to_5(table: Document, cost: Any) -> None:
    some = changed(table, second={"buildings": [building("porta", cost)]})
    assert list(problems(document(some))) == ["players[1].buildings[0].cost"]


def test_a_building_of_cost_8_belongs_to_the_expansion() -> None:
    great = {"buildings": [building("porta", 8)]}
    assert problems(document(changed(expansion(), second=great))) == {}
    assert problems(document(changed(base(), second=great))) == {
        "players[1].buildings[0].cost": "8: buildings of cost 8 belong to the expansion"
    }


def test_a_building_stands_once_at_the_table() -> None:
    twice = changed(base(), second={"buildings": [building("villa", 4), building("villa", 3), building("villa", 4)]})
    assert problems(document(twice)) == {
        "players[1].buildings[1]": "the villa of cost 3 appears twice: Cathy has built it already",
        "players[1].buildings[2]": "the villa of cost 4 appears twice: Nick has built it already",
    }


def test_there_are_seven_blocks_of_a_color_and_six_objects_of_a_type() -> None:
    some = changed(base(), second={"blocks": {"white": 5, "red": 7}, "objects": {"book": 5, "cup": 6}})
    assert problems(document(some)) == {
        "players[1].blocks.white": "8 white blocks at the table: there are 7 of each",
        "players[1].objects.book": "7 books at the table: there are 6 of each",
    }
    alone = changed(base(), first={"blocks": {"white": 9999}})
    assert list(problems(document(alone))) == ["players[0].blocks.white"]


def test_a_scoring_has_the_name_of_what_it_scores() -> None:
    wrong = {
        "scored": [marker("city", "porta"), marker("kind", "city"), marker("kind", "tower"), marker("what", "pisa")]
    }
    named = problems(document(changed(base(), second=wrong)))
    assert list(named) == [
        "players[1].scored[2].name",
        "players[1].scored[3].what",
        "players[1].scored[0].name",
        "players[1].scored[1].name",
    ]
    assert named["players[1].scored[1].name"].startswith("“city”: one of biblioteca, palazzo,")


def test_a_city_is_scored_once_at_the_table() -> None:
    again = {"scored": [marker("city", "massa"), marker("city", "pisa"), marker("city", "massa")]}
    assert problems(document(changed(base(), second=again))) == {
        "players[1].scored[1]": "Pisa: Cathy has scored this already",
        "players[1].scored[2]": "Massa: Nick has scored this already",
    }


def test_a_kind_and_a_category_are_scored_once_by_a_player() -> None:
    twice = {
        "scored": [
            marker("kind", "villa"),
            marker("category", "land"),
            marker("kind", "villa"),
            marker("category", "land"),
        ]
    }
    assert problems(document(changed(expansion(), second=twice))) == {
        "players[1].scored[2]": "villa: a player scores this once",
        "players[1].scored[3]": "land buildings: a player scores this once",
    }


def test_a_player_scores_six_times() -> None:
    kinds = ["biblioteca", "palazzo", "porta", "cathedrale", "castello", "villa"]
    six = [marker("kind", name) for name in kinds]
    assert problems(document(changed(base(), second={"scored": six}))) == {}
    eight = {"scored": [*six, marker("city", "massa"), marker("city", "lucca")]}
    assert problems(document(changed(base(), second=eight))) == {
        "players[1].scored[6]": "scoring 7: a player has 6 markers",
        "players[1].scored[7]": "scoring 8: a player has 6 markers",
    }


def test_an_upgrade_tile_is_held_once_and_has_its_values() -> None:
    some = changed(expansion(), first={"upgrades": ["land", "pisa"]}, second={"upgrades": ["pisa", "city"]})
    assert problems(document(some)) == {
        "players[1].upgrades[0]": "Pisa: Cathy has this upgrade tile",
        "players[0].upgrades[0]": "land buildings: enter in upgrades what is printed on this tile",
        "players[1].upgrades[1]": "city buildings: enter in upgrades what is printed on this tile",
    }


@pytest.mark.parametrize(
    ("value", "path"),
    [
        ({"points": 1}, ".coins"),
        ({"points": 10, "coins": 0}, ".points"),
        ({"points": -1, "coins": 0}, ".points"),
        ({"points": 1, "coins": 1, "cards": 1}, ".cards"),
        (3, ""),
    ],
)
def test_an_upgrade_tile_prints_points_and_coins(value: Any, path: str) -> None:
    assert list(problems(document(changed(expansion(), upgrades={"pisa": value})))) == [f"upgrades.pisa{path}"]


def test_pieces_of_the_expansion_have_no_place_in_the_base_game() -> None:
    some = changed(expansion(), first={"scored": [marker("category", "land")]}, expansion=False)
    assert set(problems(document(some))) == {"cards", "upgrades", "players[0].scored[0].what", "players[1].upgrades[0]"}


def test_the_expansion_has_a_card_of_each_color() -> None:
    some = expansion()
    del some["cards"]
    assert list(problems(document(some))) == ["cards"]
    del (some := expansion())["cards"]["green"]
    assert list(problems(document(some))) == ["cards.green"]
    assert list(problems(document(changed(expansion(), cards=None)))) == ["cards"]
    assert list(problems(document(changed(base(), cards=None)))) == ["cards"]


@pytest.mark.parametrize(
    ("color", "ids"), [("brown", TopCard), ("purple", ObjectCard), ("gray", BuildingCard), ("green", BonusCard)]
)
def test_every_card_is_known_by_its_id(color: str, ids: type[TopCard]) -> None:
    for card in ids:
        assert problems(document(changed(expansion(), cards=expansion()["cards"] | {color: card.value}))) == {}
    unknown = changed(expansion(), cards=expansion()["cards"] | {color: "windmill"})
    assert list(problems(document(unknown))) == [f"cards.{color}"]


@pytest.mark.parametrize(
    ("belongs", "paths"),
    [
        ({"villa": "cup", "cathedrale": "coat_of_arms"}, []),
        ({"villa": "coat_of_arms"}, []),
        ({"villa": "cup"}, ["objects_of.villa"]),
        ({"villa": "cup", "castello": "cup"}, ["objects_of.villa", "objects_of.castello"]),
        ({"cathedrale": "flag", "castello": "cup", "porta": "flag"}, ["objects_of.porta"]),
        ({"villa": "sword"}, ["objects_of.villa"]),
        ({"tower": "cup"}, ["objects_of.tower"]),
        (None, ["objects_of"]),
    ],
)
def test_each_kind_has_an_object_of_its_own(belongs: Any, paths: list[str]) -> None:
    assert list(problems(document(changed(base(), objects_of=belongs)))) == paths


def test_who_is_meant_is_said_also_where_a_name_cannot_be_read() -> None:
    some = changed(base(), first={"name": 3}, second={"scored": [marker("city", "pisa")]})
    assert problems(document(some)) == {
        "players[0].name": "3: a name of 1 to 40 characters belongs here",
        "players[1].scored[0]": "Pisa: player 1 has scored this already",
    }


def test_names_differ() -> None:
    assert list(problems(document(changed(base(), second={"name": " CATHY "})))) == ["players[1].name"]


def asked(check: str, ask: Document | None, table: Document | None = None) -> list[str]:
    return list(problems(document(table or expansion(), check, ask)))


@pytest.mark.parametrize(
    ("ask", "paths"),
    [
        ({"player": "Cathy", "what": "kind", "name": "porta"}, []),
        ({"player": "Cathy", "what": "category", "name": "land"}, []),
        ({"player": "cathy", "what": "kind", "name": "porta"}, ["ask.player"]),
        ({"player": "Cathy", "what": "kind", "name": "villa"}, ["ask.name"]),
        ({"player": "Cathy", "what": "kind", "name": "massa"}, ["ask.name"]),
        ({"player": "Cathy", "what": "kind", "name": "tower"}, ["ask.name"]),
        ({"player": "Cathy", "what": "tower", "name": "villa"}, ["ask.what"]),
        ({"player": "Cathy", "what": "city", "name": "massa"}, ["ask.name"]),
        ({"player": "Nick", "what": "kind", "name": "villa"}, ["ask.name"]),
        ({"player": "Nick", "what": "category", "name": "city"}, ["ask.name"]),
        ({"what": "kind"}, ["ask.player", "ask.name"]),
        ({}, ["ask.player", "ask.what", "ask.name"]),
        (None, ["ask"]),
    ],
)
def test_score_action_must_be_possible(ask: Document | None, paths: list[str]) -> None:
    assert asked("score_action", ask) == paths


def test_score_action_says_all_at_once() -> None:
    six = ["biblioteca", "palazzo", "porta", "cathedrale", "castello", "villa"]
    full = changed(base(), second={"scored": [marker("kind", name) for name in six]})
    ask = {"player": "Nick", "what": "category", "name": "land"}
    assert asked("score_action", ask, full) == ["ask.what", "ask.player", "ask.name"]
    unreadable = changed(full, first={"coins": -1})
    assert asked("score_action", ask, unreadable) == ["players[0].coins", "ask.what", "ask.player", "ask.name"]


@pytest.mark.parametrize(
    ("ask", "paths"),
    [
        ({"section": 6, "blocks": {"white": 7}}, []),
        ({"section": 1}, ["ask.blocks"]),
        ({"section": 1, "blocks": {}}, []),
        ({}, ["ask.section", "ask.blocks"]),
        ({"section": 0, "blocks": {}}, ["ask.section"]),
        ({"section": 7, "blocks": {}}, ["ask.section"]),
        ({"section": 3, "blocks": {"white": 0}}, ["ask.blocks.white"]),
        ({"section": 3, "blocks": {"white": 8}}, ["ask.blocks.white"]),
        ({"section": 3, "blocks": {"pink": 1}}, ["ask.blocks.pink"]),
        ({"blocks": {"white": 1}}, ["ask.section"]),
        (None, ["ask"]),
    ],
)
def test_wheel_has_six_sections_and_seven_blocks_of_a_color(ask: Document | None, paths: list[str]) -> None:
    assert asked("wheel", ask) == paths


@pytest.mark.parametrize(
    ("ask", "paths"),
    [
        ({"blocks": {"red": 1}}, []),
        ({"blocks": {}}, []),
        ({}, ["ask.blocks"]),
        ({"blocks": {"red": 8}}, ["ask.blocks.red"]),
        (None, ["ask"]),
    ],
)
def test_cities_are_asked_for_blocks(ask: Document | None, paths: list[str]) -> None:
    assert asked("cities", ask) == paths


@pytest.mark.parametrize(("ask", "paths"), [(None, []), ({}, []), ({"player": "Nick"}, ["ask.player"])])
def test_objectives_ask_nothing_more(ask: Document | None, paths: list[str]) -> None:
    assert asked("objectives", ask) == paths


def test_the_schema_of_a_question_asks_for_ask_where_something_is_asked() -> None:
    game = codec.read_table(document(base())).game
    required = {check.key: "ask" in codec.check_schema(game, check)["required"] for check in game.checks}
    assert required == {"score_action": True, "wheel": True, "cities": True, "objectives": False}

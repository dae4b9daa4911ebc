"""The JSON Schema of the table documents."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from jsonschema import Draft202012Validator

from scoring import GAMES
from storage.documents import codec
from tests.scoring.carpe_diem import strategies
from tests.storage.sample_documents import ABSENT, changed, feature, table_document, tile
from tests.strategies import examples

if TYPE_CHECKING:
    from scoring.carpe_diem.forum.answers import VisitAsk
    from scoring.carpe_diem.state import Table

CARPE_DIEM = GAMES["carpe-diem"]
VALIDATOR = Draft202012Validator(codec.schema(CARPE_DIEM))


@pytest.mark.parametrize("key", list(GAMES))
def test_each_game_has_a_valid_json_schema(key: str) -> None:
    schema = codec.schema(GAMES[key])
    assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    assert schema["properties"]["game"] == {"const": key}
    Draft202012Validator.check_schema(schema)


@pytest.mark.parametrize("key", list(GAMES))
def test_a_schema_can_be_written_as_json(key: str) -> None:
    schema = codec.schema(GAMES[key])
    assert codec.parse(codec.to_json(schema)) == schema


@examples(40)
@given(strategies.tables())
def test_every_table_document_fits_the_schema(table: Table) -> None:
    VALIDATOR.validate(codec.table_document(CARPE_DIEM, table))


def test_the_small_table_fits_the_schema() -> None:
    VALIDATOR.validate(table_document())


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("table.players[1].district.shovel", None),
        ("table.players[1].district.shovel", ABSENT),
        ("table.players[1].district.tiles", []),
        ("table.players[0].goods", ABSENT),
        ("table.players[0].name", f"  {'a' * 40}  "),
        ("table.villa_chart", {"1": 0, "999+": 999}),
        ("table.forum", ABSENT),
    ],
)
def test_what_is_allowed_fits_the_schema(path: str, value: Any) -> None:
    VALIDATOR.validate(changed(table_document(), {path: value}))


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("game", "chess"),
        ("format", 2),
        ("format", ABSENT),
        ("table", ABSENT),
        ("check", "forum"),
        ("ask", {}),
        ("date", "today"),
        ("table.players", []),
        ("table.players", ABSENT),
        ("table.colour", "red"),
        ("table.edition", "third"),
        ("table.prestige_end", 100),
        ("table.villa_chart.03", 3),
        ("table.villa_chart.1000", 3),
        ("table.villa_chart.3", 1000),
        ("table.forum", None),
        ("table.forum.cards[0]", []),
        ("table.forum.cards[0][0].pay.fish", 10),
        ("table.forum.markers[0]", ["A1"]),
        ("table.players[0].name", " "),
        ("table.players[0].name", None),
        ("table.players[0].writs_left", ABSENT),
        ("table.players[0].victory_cards", 1000),
        ("table.players[0].coins", -1),
        ("table.players[0].coins", 10000),
        ("table.players[0].coins", True),
        ("table.players[0].coins", "3"),
        ("table.players[0].coins", None),
        ("table.players[0].goods.beef", 1),
        ("table.players[0].tally", None),
        ("table.players[0].tally.counts.villa", 1),
        ("table.players[0].tally.villas", ABSENT),
        ("table.players[0].frame[0].points", 21),
        ("table.players[0].frame[0].met", None),
        ("table.players[1].frame[0].line", "G"),
        ("table.players[1].district.shovel", "A1"),
        ("table.players[1].district.tiles", ABSENT),
        ("table.players[1].district.tiles[0].cell", "G1"),
        ("table.players[1].district.tiles[0].features", []),
        ("table.players[1].district.tiles[0].features[0].opens", "WE"),
        ("table.players[1].district.tiles[2]", tile("C4", feature("palace", ""))),
    ],
)
def test_what_is_wrong_does_not_fit_the_schema(path: str, value: Any) -> None:
    assert not VALIDATOR.is_valid(changed(table_document(), {path: value}))


def ask_fields(check: str) -> set[str]:
    described = codec.check_schema(
        CARPE_DIEM, next(check_of_game for check_of_game in CARPE_DIEM.checks if check_of_game.key == check)
    )
    Draft202012Validator.check_schema(described)
    assert described["properties"]["check"] == {"const": check}
    assert ("ask" in described["required"]) is bool(described["properties"]["ask"]["properties"])
    return set(described["properties"]["ask"]["properties"])


def test_the_schema_of_a_check_holds_its_question() -> None:
    assert ask_fields("forum_visit") == {"player", "cards", "objective"}
    assert ask_fields("forum") == {"player", "objective"}
    assert ask_fields("forum_order") == set()


@examples(20)
@given(strategies.visits())
def test_every_check_document_fits_its_schema(asked: tuple[Table, VisitAsk]) -> None:
    table, ask = asked
    check = next(check_of_game for check_of_game in CARPE_DIEM.checks if check_of_game.key == "forum_visit")
    document = {**codec.table_document(CARPE_DIEM, table), "check": check.key, "ask": codec.plain(ask)}
    validator = Draft202012Validator(codec.check_schema(CARPE_DIEM, check))
    validator.validate(document)
    assert not validator.is_valid({**document, "check": "forum"})
    assert codec.read_check(document).ask == ask


def test_the_schema_says_what_fields_mean_and_what_they_are_when_absent() -> None:
    player = codec.schema(CARPE_DIEM)["properties"]["table"]["properties"]["players"]["items"]["properties"]
    assert player["stack"] == {
        "title": "Markers beneath on that space",
        "description": "how many markers lie beneath this player's on that space",
        "type": "integer",
        "minimum": 0,
        "maximum": 9999,
        "default": 0,
    }

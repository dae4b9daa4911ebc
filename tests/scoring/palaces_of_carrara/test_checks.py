"""What the checks answer and say to people."""

from __future__ import annotations

from typing import Any

from scoring import GAMES
from scoring.palaces_of_carrara.state import (
    CitiesAsk,
    Color,
    Kind,
    Object,
    ObjectivesAsk,
    ScoreAsk,
    Table,
    What,
    WheelAsk,
)
from storage.documents import codec
from tests.scoring.palaces_of_carrara.boards import player, table, with_cards

CHECKS = {check.key: check for check in GAMES["palaces-of-carrara"].checks}


def asked(key: str, some: Table, ask: object) -> tuple[Any, list[str], list[tuple[str, ...]]]:
    """The answer as a document holds it, the sentences with notes and rulings, and the rows."""
    check = CHECKS[key]
    answer = check.answer(some, ask)
    report = check.report(some, ask, answer)
    said = [*report.sentences, *report.notes, *check.rulings(some, ask, answer)]
    assert all(len(row) == len(report.heading) for row in report.rows)
    return codec.plain(answer), [str(ruling) for ruling in said], [tuple(map(str, row)) for row in report.rows]


def test_score_action() -> None:
    some = table(player(buildings="porta 3 pisa, villa 1 massa", scored="kind villa"))
    answer, said, _ = asked("score_action", some, ScoreAsk(player="Nick", what=What.KIND, name="porta"))
    assert answer == {"points": 0, "coins": 9, "objects": {"gate": 1}}
    assert said[:2] == ["Nick scores the kind porta: 9 coins and 1 gate.", "After that 4 markers are left."]
    assert len(said) == 3


def test_score_action_without_objects() -> None:
    some = with_cards(player(buildings="villa 1 massa"))
    answer, said, _ = asked("score_action", some, ScoreAsk(player="Nick", what=What.CATEGORY, name="land"))
    assert answer == {"points": 1, "coins": 0, "objects": {}}
    assert said == ["Nick scores land buildings: 1 point.", "After that 5 markers are left."]


def test_score_action_says_which_objects_are_supposed() -> None:
    ask = ScoreAsk(player="Nick", what=What.CITY, name="pisa")
    builder = player(buildings="villa 1 pisa, porta 1 pisa")
    _, said, _ = asked("score_action", table(builder), ask)
    assert said[-1].startswith("Until somebody says what the tiles show")
    printed = {Kind.VILLA: Object.COAT_OF_ARMS}
    _, said, _ = asked("score_action", table(builder, objects_of=printed), ask)
    assert said[-1].startswith("When scoring, you take an object as long as")


def test_wheel() -> None:
    ask = WheelAsk(section=2, blocks={Color.GREEN: 2, Color.BLACK: 1})
    answer, said, rows = asked("wheel", table(player()), ask)
    assert answer == {"coins": 4}
    assert said == ["In section 2 these blocks cost 4 coins."]
    assert rows == [("green", "2", "2", "4"), ("black", "1", "0", "0")]


def test_cities() -> None:
    answer, said, _ = asked("cities", table(player()), CitiesAsk(blocks={Color.RED: 1, Color.BLUE: 2}))
    assert answer == {"cities": ["massa", "lerici"]}
    assert said == ["red and blue: accepted by Massa and Lerici."]


def test_objectives() -> None:
    builder = player(score=31, objects="4 cup", buildings="villa 1 massa")
    some = with_cards(builder, brown="points", purple="quadruplet", gray="land-city-pairs")
    answer, _, rows = asked("objectives", some, ObjectivesAsk())
    assert answer["players"][0] == {
        "name": "Nick",
        "brown": {"have": 31, "need": 30, "met": True},
        "purple": {"have": 4, "need": 4, "met": True},
        "gray": {"have": 0, "need": 4, "met": False},
        "may_announce": False,
    }
    assert rows[0] == (
        "Nick",
        "31 points on the track, met",
        "4 identical objects, met",
        "0 pairs of a land and a city building of 4",
        "no",
    )


def test_objectives_all_met() -> None:
    builder = player(score=30, objects="4 cup", buildings="villa 8 massa")
    some = with_cards(builder, brown="points", purple="quadruplet", gray="cost-8")
    answer, said, rows = asked("objectives", some, ObjectivesAsk())
    assert said == ["The bonus points card scores the highest cost in each city at the end."]
    assert asked("objectives", table(builder), ObjectivesAsk())[1] == []
    assert answer["players"][0]["may_announce"]
    assert rows[0][-1] == "yes"

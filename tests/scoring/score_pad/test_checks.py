"""The check of pads with cards: what one more card would bring."""

from __future__ import annotations

from typing import Any

import pytest

from scoring.score_pad.game import SCORE_PAD
from storage.documents import codec

DECK: dict[str, Any] = {
    "tags": {"deer": "Deer", "tree": "Tree"},
    "cards": [
        {"key": "linden", "name": "Linden", "tags": ["tree"], "copies": 9, "points": [
            {"each": 3, "when": [{"of": ["linden"], "most": True}], "otherwise": {"each": 1}}]},
        {"key": "roe", "name": "Roe Deer", "tags": ["deer"], "points": [{"each": 3}], "copies": 5},
        {"key": "wolf", "name": "Wolf", "points": [{"each": 5, "of": ["deer"]}], "copies": 4},
    ],
}  # fmt: skip

CATEGORY: dict[str, Any] = {"key": "forest", "title": "Forest", "kind": "cards", "deck": DECK}


def document(ask: dict[str, Any], *entries: dict[str, Any], categories: Any = (CATEGORY,)) -> dict[str, Any]:
    players = [{"name": name, "entries": each} for name, each in zip(("Anna", "Ben"), entries, strict=False)]
    table = {"pad": {"title": "Forest", "categories": list(categories)}, "players": players}
    return {"game": "score-pad", "format": 1, "check": "one_more", "ask": ask, "table": table}


def answered(ask: dict[str, Any], *entries: dict[str, Any]) -> tuple[dict[str, Any], list[str], list[tuple[str, ...]]]:
    """Return the answer as JSON, its sentences and its rows."""
    read = codec.read_check(document(ask, *entries))
    answer = read.check.answer(read.table, read.ask)
    report = read.check.report(read.table, read.ask, answer)
    return codec.plain(answer), [*map(str, report.sentences)], [tuple(map(str, row)) for row in report.rows]


def test_one_more_card_brings_its_points_and_those_that_others_get_by_it() -> None:
    forest = {"forest": {"roe": 2, "wolf": 1}}
    answer, sentences, rows = answered({"player": "Anna", "card": "roe"}, forest, {})
    assert answer == {"brings": 8, "before": 16, "after": 24, "cards": {"roe": 3, "wolf": 5}, "others": {}}
    assert sentences == ["One more Roe Deer brings Anna 8 points: 24 instead of 16."]
    assert rows == [("Roe Deer", "+3"), ("Wolf", "+5")]


def test_who_no_longer_has_the_most_is_named() -> None:
    lindens = {"forest": {"linden": 2}}
    answer, sentences, _ = answered({"player": "Ben", "card": "linden"}, lindens, lindens)
    assert (answer["brings"], answer["others"]) == (3, {"Anna": -4})
    assert sentences[1:] == ["Anna: -4."]


def test_who_has_no_card_yet_begins_with_one() -> None:
    answer, _, _ = answered({"player": "Ben", "card": "wolf", "category": "forest"}, {}, {})
    assert (answer["before"], answer["after"], answer["cards"]) == (0, 0, {})


@pytest.mark.parametrize(
    ("ask", "categories", "entry", "path", "message"),
    [
        ({"player": "Cleo", "card": "wolf"}, (CATEGORY,), {}, "ask.player", '"Cleo" is not at this table'),
        ({"player": "Anna", "card": "bear"}, (CATEGORY,), {}, "ask.card", '"bear" is not in the deck'),
        (
            {"player": "Anna", "card": "wolf", "category": "fish"},
            (CATEGORY,),
            {},
            "ask.category",
            '"fish" is no category of cards',
        ),
        (
            {"player": "Anna", "card": "wolf"},
            ({"key": "fish", "title": "Fish", "kind": "points"},),
            {},
            "pad.categories",
            "this check needs a category of cards",
        ),
        (
            {"player": "Anna", "card": "wolf"},
            (CATEGORY,),
            {"forest": 87},
            "players[0].entries.forest",
            "Anna has entered points, and no cards",
        ),
    ],
)
def test_what_cannot_be_asked_says_why(ask: Any, categories: Any, entry: Any, path: str, message: str) -> None:
    with pytest.raises(codec.DocumentError) as caught:
        codec.read_check(document(ask, entry, {}, categories=categories))
    (problem,) = caught.value.problems
    assert problem.path.endswith(path)
    assert str(problem.message).startswith(message)


def test_the_check_of_pads_has_a_name() -> None:
    assert [check.key for check in SCORE_PAD.checks] == ["one_more"]

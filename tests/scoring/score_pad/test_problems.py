"""What cannot be on a pad and in what is entered on it: every problem at its path, all at once."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from scoring import GAMES
from storage.documents import codec
from tests.scoring.score_pad.pads import NAMES, category, document
from tests.storage.sample_documents import ABSENT, changed, paths_of, problems_of

GOLDEN = Path(__file__).parents[2] / "golden" / "score-pad"
SCHEMA = Draft202012Validator(codec.schema(GAMES["score-pad"]))
PAD, KINDS, ENTRIES = "pad", "pad.categories", "players[0].entries"


def whole() -> dict[str, Any]:
    """A document with a category of every kind, which is its key."""
    return document(
        category("points", "points_made", low=-5, high=50),
        category("count", "count", each=2, per=3),
        category("tick", "tick", worth=10),
        category("steps", "steps", values=[0, 1, 3], beyond="again"),
        category("rounds", "rounds"),
        category("products", "products"),
        category("majority", "majority", values=[5, 2], ties="all", least=2),
        entries=[
            {"points_made": 7, "count": 3, "tick": True, "steps": 4, "rounds": [4, -1], "products": [[5, 2], [3, 1]]},
            {"majority": 2},
        ],
        winner="most",
        players=[2, 4],
        bgg=204583,
        tie_breaks=[{"category": "count", "wanted": "fewest", "by": "entry"}],
    )


def with_change(path: str, value: Any) -> dict[str, Any]:
    return changed(whole(), {f"table.{path}": value})


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (f"{PAD}.title", f"  {'a' * 80} "),
        (f"{PAD}.winner", "fewest"),
        (f"{PAD}.winner", ABSENT),
        (f"{PAD}.players", ABSENT),
        (f"{PAD}.players", [2, 2]),
        (f"{PAD}.players", [1, 12]),
        (f"{PAD}.bgg", 1),
        (f"{PAD}.bgg", 9_999_999),
        (f"{PAD}.bgg", ABSENT),
        (f"{PAD}.tie_breaks", ABSENT),
        (f"{PAD}.tie_breaks", []),
        (f"{PAD}.tie_breaks", [{"category": "count"}] * 6),
        (f"{PAD}.tie_breaks[0].wanted", ABSENT),
        (f"{PAD}.tie_breaks[0].category", "tick"),
        (f"{PAD}.tie_breaks[0]", {"category": "rounds", "by": "points"}),
        (f"{KINDS}[4].key", "rounds"),
        (f"{KINDS}[6].key", "majority"),
        (f"{KINDS}[0].title", f"  {'a' * 60} "),
        (f"{KINDS}[0].low", ABSENT),
        (f"{KINDS}[0].low", -9_999_999),
        (f"{KINDS}[0].low", 7),
        (f"{KINDS}[0].high", ABSENT),
        (f"{KINDS}[0].high", 9_999_999),
        (f"{KINDS}[0].high", 7),
        (f"{KINDS}[1].each", -9999),
        (f"{KINDS}[1].each", 0),
        (f"{KINDS}[1].each", 9999),
        (f"{KINDS}[1].per", ABSENT),
        (f"{KINDS}[1].per", 1),
        (f"{KINDS}[1].per", 99),
        (f"{KINDS}[2].worth", -9999),
        (f"{KINDS}[2].worth", 9999),
        (f"{KINDS}[3].values", [0, -9999]),
        (f"{KINDS}[3].values", [0, 9999]),
        (f"{KINDS}[3].values", [0, *range(40)]),
        (f"{KINDS}[3].beyond", ABSENT),
        (f"{KINDS}[6].values", [0]),
        (f"{KINDS}[6].values", [-9999, 9999] * 3),
        (f"{KINDS}[6].ties", ABSENT),
        (f"{KINDS}[6].least", 0),
        (f"{KINDS}[6].least", 99),
        ("players[0].entries", ABSENT),
        (f"{ENTRIES}.points_made", -5),
        (f"{ENTRIES}.points_made", 50),
        (f"{ENTRIES}.count", 0),
        (f"{ENTRIES}.count", 9_999_999),
        (f"{ENTRIES}.tick", False),
        (f"{ENTRIES}.steps", 0),
        (f"{ENTRIES}.steps", 9999),
        (f"{ENTRIES}.rounds", [-9_999_999, 9_999_999] * 50),
        (f"{ENTRIES}.products", [[999, 0]] * 50),
        (f"{ENTRIES}.majority", 0),
        (f"{ENTRIES}.majority", 9_999_999),
    ],
)
def test_what_a_table_may_hold(path: str, value: Any) -> None:
    some = with_change(path, value)
    assert paths_of(some) == []
    SCHEMA.validate(some)


FIELDS = [
    (f"{PAD}", ABSENT),
    (f"{PAD}.title", ABSENT),
    (f"{PAD}.title", "  "),
    (f"{PAD}.winner", "least"),
    (f"{PAD}.players", None),
    (f"{PAD}.players", [2]),
    (f"{PAD}.players", [2, 3, 4]),
    (f"{PAD}.players[0]", 0),
    (f"{PAD}.players[1]", 13),
    (f"{PAD}.bgg", 0),
    (f"{PAD}.bgg", 10_000_000),
    (f"{PAD}.categories", ABSENT),
    (f"{PAD}.edition", "second"),
    (f"{PAD}.tie_breaks", [{"category": "count"}] * 7),
    (f"{PAD}.tie_breaks[0].category", 3),
    (f"{PAD}.tie_breaks[0].wanted", "least"),
    (f"{PAD}.tie_breaks[0].by", "worth"),
    (f"{PAD}.tie_breaks[0].by", None),
    (f"{PAD}.tie_breaks[0].key", "count"),
    (f"{KINDS}[0].title", ABSENT),
    (f"{KINDS}[0].kind", ABSENT),
    (f"{KINDS}[0].kind", "sum"),
    (f"{KINDS}[0].kind", None),
    (f"{KINDS}[0].kind", ["points"]),
    (f"{KINDS}[0]", "points"),
    (f"{KINDS}[0].each", 1),
    (f"{KINDS}[0].low", -10_000_000),
    (f"{KINDS}[0].low", 10_000_000),
    (f"{KINDS}[0].high", -10_000_000),
    (f"{KINDS}[0].high", 10_000_000),
    (f"{KINDS}[1].each", ABSENT),
    (f"{KINDS}[1].each", -10_000),
    (f"{KINDS}[1].each", 10_000),
    (f"{KINDS}[1].per", 0),
    (f"{KINDS}[1].per", 100),
    (f"{KINDS}[2].worth", ABSENT),
    (f"{KINDS}[2].worth", -10_000),
    (f"{KINDS}[2].worth", 10_000),
    (f"{KINDS}[3].values", ABSENT),
    (f"{KINDS}[3].values", [0]),
    (f"{KINDS}[3].values", [0] * 42),
    (f"{KINDS}[3].values[1]", -10_000),
    (f"{KINDS}[3].values[1]", 10_000),
    (f"{KINDS}[3].beyond", "never"),
    (f"{KINDS}[4].values", [1, 2]),
    (f"{KINDS}[6].values", []),
    (f"{KINDS}[6].values", [1] * 7),
    (f"{KINDS}[6].values[0]", -10_000),
    (f"{KINDS}[6].values[1]", 10_000),
    (f"{KINDS}[6].ties", "split"),
    (f"{KINDS}[6].least", -1),
    (f"{KINDS}[6].least", 100),
    ("players", ABSENT),
    ("players[0].name", ABSENT),
    ("players[0].entered", {"tick": 3}),
    ("players[0].entries", None),
    (f"{ENTRIES}.points_made", 10_000_000),
    (f"{ENTRIES}.count", "3"),
    (f"{ENTRIES}.tick", None),
    (f"{ENTRIES}.rounds[1]", "3"),
    (f"{ENTRIES}.rounds[0]", -10_000_000),
    (f"{ENTRIES}.rounds[0]", 10_000_000),
    (f"{ENTRIES}.products[0]", [5]),
]

WHAT_NO_SCHEMA_SAYS = [
    (f"{PAD}.title", "a" * 81),
    (f"{PAD}.title", "two\nlines"),
    (f"{KINDS}[0].title", "a" * 61),
    (f"{KINDS}[0].title", "two\nlines"),
    (f"{KINDS}[1].each", 2.0),
    (f"{ENTRIES}.points_made", 3.0),
    (f"{ENTRIES}.products[0]", [5, 2, 1]),
    (f"{ENTRIES}.products[1][0]", 1000),
    (f"{ENTRIES}.products[1][1]", -1),
]


@pytest.mark.parametrize(("path", "value"), [*FIELDS, *WHAT_NO_SCHEMA_SAYS])
def test_what_no_field_may_hold(path: str, value: Any) -> None:
    some = with_change(path, value)
    assert paths_of(some) == [path]
    assert SCHEMA.is_valid(some) is ((path, value) in WHAT_NO_SCHEMA_SAYS)


BETWEEN_FIELDS = [
    (f"{KINDS}[1].key", "steps", f"{KINDS}[3].key", "steps is taken: give this category another key"),
    (f"{PAD}.players", [4, 2], f"{PAD}.players", "2 is less than 4: the smaller number comes first"),
    (f"{PAD}.players", [3, 4], "players", "2 at the table: the pad is for 3–4"),
    (f"{PAD}.players", [1, 1], "players", "2 at the table: the pad is for 1"),
    (f"{PAD}.tie_breaks[0].category", "luck", f"{PAD}.tie_breaks[0].category", "the pad has no category with this key"),
    (f"{PAD}.tie_breaks[0].category", "rounds", f"{PAD}.tie_breaks[0].by", "only its points can count"),
    (f"{PAD}.tie_breaks[0].category", "products", f"{PAD}.tie_breaks[0].by", "only its points can count"),
    (f"{KINDS}[0].low", 51, f"{KINDS}[0].high", "50 is less than 51: the smaller number comes first"),
    (f"{KINDS}[3].values", [1, 2], f"{KINDS}[3].values[0]", "values that begin again begin with 0"),
    (f"{KINDS}[3].values", [-1, 2], f"{KINDS}[3].values[0]", "values that begin again begin with 0"),
    ("players[1].name", "ANNA", "players[1].name", '"ANNA": another player is called "Anna"'),
    (f"{ENTRIES}.sheep", 2, f"{ENTRIES}.sheep", "the pad has no category with this key; it has points_made, count,"),
    (f"{ENTRIES}.A sheep", 2, f"{ENTRIES}.A sheep", "the pad has no category with this key"),
    (f"{ENTRIES}.points_made", -6, f"{ENTRIES}.points_made", "-6: a whole number from -5 to 50 belongs here"),
    (f"{ENTRIES}.points_made", 51, f"{ENTRIES}.points_made", "51: a whole number from -5 to 50 belongs here"),
    (f"{ENTRIES}.points_made", True, f"{ENTRIES}.points_made", "true: a whole number from -5 to 50 belongs here"),
    (f"{ENTRIES}.count", -1, f"{ENTRIES}.count", "-1: a whole number from 0 to 9999999 belongs here"),
    (f"{ENTRIES}.steps", [1], f"{ENTRIES}.steps", "a list: a whole number from 0 to 9999 belongs here"),
    (f"{ENTRIES}.majority", -1, f"{ENTRIES}.majority", "-1: a whole number from 0 to 9999999 belongs here"),
    (f"{ENTRIES}.tick", 1, f"{ENTRIES}.tick", "1: true or false belongs here"),
    (f"{ENTRIES}.tick", [], f"{ENTRIES}.tick", "a list: true or false belongs here"),
    (f"{ENTRIES}.rounds", 5, f"{ENTRIES}.rounds", "5: a list belongs here"),
    (f"{ENTRIES}.rounds", [1] * 101, f"{ENTRIES}.rounds", "101 entries: at most 100 belong here"),
    (f"{ENTRIES}.rounds[1]", [1, 2], f"{ENTRIES}.rounds[1]", "a list: a whole number belongs here"),
    (f"{ENTRIES}.products", False, f"{ENTRIES}.products", "false: a list belongs here"),
    (f"{ENTRIES}.products", [[1, 1]] * 51, f"{ENTRIES}.products", "51 entries: at most 50 belong here"),
    (f"{ENTRIES}.products[0]", 5, f"{ENTRIES}.products[0]", "5: a pair of numbers such as [5, 2] belongs here"),
]


@pytest.mark.parametrize(("path", "value", "where", "what"), BETWEEN_FIELDS)
def test_what_contradicts_something_else(path: str, value: Any, where: str, what: str) -> None:
    some = with_change(path, value)
    if path.endswith(".key"):
        del some["table"]["players"][0]["entries"]["count"], some["table"]["pad"]["tie_breaks"]
    ((field, message),) = problems_of(some)
    assert (field, what in message) == (where, True)
    assert SCHEMA.is_valid(some)


@pytest.mark.parametrize("key", ["abcdefghijklmnopqrstuvwxyz", "0123456789_", "0", "_" * 40])
def test_what_is_a_key_of_a_category(key: str) -> None:
    some = document(category("tick", key, worth=1), entries=[{key: True}])
    assert paths_of(some) == []
    SCHEMA.validate(some)


@pytest.mark.parametrize("key", ["points", "Points", "two words", "", "a" * 41, "naïve", "a-b"])
def test_what_is_no_key_of_a_category(key: str) -> None:
    assert paths_of(document({"key": key, "title": "One", "kind": "rounds"})) == [f"{KINDS}[0].key"]


@pytest.mark.parametrize("number", [0, 1, 40, 41])
def test_a_pad_has_1_to_40_categories(number: int) -> None:
    many = [category("tick", f"key_{at}", worth=1) for at in range(number)]
    assert paths_of(document(*many)) == ([] if 1 <= number <= 40 else [KINDS])


@pytest.mark.parametrize("number", [0, 1, 12, 13])
def test_1_to_12_play(number: int) -> None:
    some = document(category("points"), players=[1, 12])
    some["table"]["players"] = [{"name": name} for name in (*NAMES, "Max")[:number]]
    assert paths_of(some) == ([] if 1 <= number <= 12 else ["players"])


def test_the_problems_of_pad_and_entries_come_together() -> None:
    some: Any = codec.parse((GOLDEN / "farm.json").read_bytes())
    changes = {
        "table.pad.categories[1].values[0]": 1,
        "table.players[0].entries.sheep": 2,
        "table.players[1].entries.cards": 100,
    }
    assert sorted(paths_of(changed(some, changes))) == [path.removeprefix("table.") for path in changes]


def test_what_is_wrong_with_a_category_hides_nothing_of_the_others_and_of_the_entries() -> None:
    some = changed(
        whole(),
        {
            f"table.{KINDS}[0].low": "three",
            f"table.{KINDS}[1].kind": "sum",
            f"table.{KINDS}[1].title": "",
            f"table.{ENTRIES}.points_made": True,
            f"table.{ENTRIES}.count": [],
            f"table.{ENTRIES}.tick": 3,
            f"table.{ENTRIES}.luck": 3,
            "table.players[1].entries": [],
        },
    )
    assert sorted(paths_of(some)) == [
        f"{KINDS}[0].low",
        f"{KINDS}[1].kind",
        f"{KINDS}[1].title",
        f"{ENTRIES}.luck",
        f"{ENTRIES}.tick",
        "players[1].entries",
    ]


def test_titles_that_cannot_be_read_hide_nothing_and_stand_in_no_sentence() -> None:
    titles = {f"table.{KINDS}[{at}].title": "" for at in range(7)} | {f"table.{PAD}.title": ""}
    others = {f"table.{PAD}.players": [3, 4], f"table.{PAD}.tie_breaks[0].category": "rounds"}
    problems = problems_of(changed(whole(), titles | others))
    assert len(problems) == len(titles) + len(others)
    assert not [message for _, message in problems if "object" in message]


@pytest.mark.parametrize(("path", "value"), [(f"{KINDS}[0].key", 3), (f"{KINDS}[0]", None), (PAD, [])])
def test_where_a_key_cannot_be_read_no_other_is_called_unknown(path: str, value: Any) -> None:
    assert paths_of(changed(with_change(path, value), {f"table.{ENTRIES}.luck": 3})) == [path]


def test_a_key_that_cannot_be_read_leaves_alone_what_breaks_ties() -> None:
    some = changed(
        whole(), {f"table.{KINDS}[0].key": 3, f"table.{PAD}.tie_breaks": [{"category": "luck"}, {"category": "steps"}]}
    )
    assert paths_of(some) == [f"{KINDS}[0].key"]


def test_of_many_categories_a_problem_names_the_first_and_how_many_more() -> None:
    categories = [category("points", f"c{number}") for number in range(12)]
    ((_, message),) = problems_of(document(*categories, entries=({"luck": 1},)))
    assert message == "the pad has no category with this key; it has c0, c1, c2, c3, c4, c5, c6, c7 and 4 more"


def test_the_range_of_points_that_is_upside_down_is_one_problem() -> None:
    some = with_change(f"{KINDS}[0].high", -6)
    assert paths_of(some) == [f"{KINDS}[0].high"]


def test_a_pad_has_the_check_of_one_more_alone() -> None:
    with pytest.raises(codec.DocumentError) as caught:
        codec.read_check({**whole(), "check": "end"})
    ((path, message),) = [(problem.path, str(problem.message)) for problem in caught.value.problems]
    assert (path, message) == ("check", '"end": one_more belongs here')
    assert paths_of({**whole(), "check": "end"}) == ["check"]


def test_what_is_beyond_the_most_is_read_like_all_before_it() -> None:
    categories = [category("points", f"c{at}") for at in range(41)]
    some = document(*categories, tie_breaks=[{"category": "c40"}], entries=[{"c40": 1}])
    some["table"]["players"] += [{"name": f"P{at}", "entries": {"c0": 1}} for at in range(12)]
    assert paths_of(some) == ["pad.categories", "players"]
    categories[40]["kind"] = "moon"
    some["table"]["players"][-1]["entries"]["luck"] = 5
    assert paths_of(some) == ["pad.categories", "pad.categories[40].kind", "players", "players[12].entries.luck"]

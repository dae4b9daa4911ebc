"""What cannot be on a pad with the kinds for the games on the shelf: every problem at its path, all at once."""

from __future__ import annotations

from typing import Any

import pytest
from jsonschema import Draft202012Validator

from scoring import GAMES
from storage.documents import codec
from tests.scoring.score_pad.pads import category, document
from tests.storage.sample_documents import ABSENT, changed, paths_of, problems_of

SCHEMA = Draft202012Validator(codec.schema(GAMES["score-pad"]))
PAD, KINDS, ENTRIES = "pad", "pad.categories", "players[0].entries"
COUNT, ROUNDS, TICK, LOOKUPS, BIDS, LOWEST, BONUS, MARKED, MOST, STEPS = (f"{KINDS}[{number}]" for number in range(10))


def whole() -> dict[str, Any]:
    """A document with a category of every new kind, which is its key, and with every new field."""
    some = document(
        category("count", "count", each=2, heading="Things"),
        category("rounds", "rounds", times=10),
        category("tick", "tick", worth=10, wins=True),
        category("lookups", "lookups", values=[0, 1, 3], beyond={"each": 4}),
        category("bids", "bids", made={"base": 20}, missed={"per_off": -10}, over={}, cards=[3, 2]),
        category("lowest", "lowest", of=["count", "steps"], by="entry", worth=7, counted=True),
        category("bonus", "bonus", of=["count", "rounds"], at_least=63, worth=35),
        category("marked", "marked", rule="clear", add=10),
        category("majority", "most", values={"2": [2], "3": [3, 1]}, level={"2": [[1]], "3": [[2, 1], [0]]}),
        category("steps", "steps", values=[0, 2]),
        entries=[
            {
                "count": 3,
                "lookups": [1, 9],
                "bids": [[2, 1], [0, 0, 20]],
                "lowest": 2,
                "marked": [[5, True], [3, False]],
            },
            {"marked": [[4, False], [9, True]]},
        ],
        ends={"at": {"2": 100, "4": 80}, "category": "bids"},
        titles={"de": {"count": "Anzahl", "count.heading": "Dinge"}, "pt-BR": {"bids": "Lances"}},
        tie_breaks=[{"category": ["count", "tick", "steps", "most"], "by": "entry"}],
    )
    some["table"]["players"][0]["members"] = ["Clara", "Dora"]
    return some


def with_change(path: str, value: Any) -> dict[str, Any]:
    return changed(whole(), {f"table.{path}": value})


FEWEST = category("majority", "most", values=[3, -999], wanted="fewest", ties="next")


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (COUNT, category("count", "count", each=2, heading=f"  {'a' * 60} ")),
        (f"{ROUNDS}.times", -99),
        (f"{ROUNDS}.times", 0),
        (f"{ROUNDS}.times", 99),
        (f"{TICK}.wins", False),
        (f"{TICK}.only", True),
        (f"{TICK}.loses", False),
        (TICK, category("tick", "tick", worth=-9999, loses=True, only=True)),
        (f"{LOOKUPS}.beyond", "again"),
        (f"{LOOKUPS}.beyond", "last"),
        (f"{LOOKUPS}.beyond", ABSENT),
        (f"{LOOKUPS}.values", [-9999, *range(40)]),
        (f"{STEPS}.beyond", {"each": -9999}),
        (f"{BIDS}.made", {}),
        (f"{BIDS}.made", dict.fromkeys(("base", "per_bid", "per_made", "per_off", "per_card"), 999)),
        (f"{BIDS}.cards", "round"),
        (f"{BIDS}.cards", [0, 99] * 20),
        (f"{BIDS}.cards", ABSENT),
        (f"{LOWEST}.by", "points"),
        (f"{LOWEST}.of", ["tick", "most"]),
        (f"{LOWEST}.worth", 0),
        (f"{LOWEST}.worth", -9999),
        (f"{BONUS}.worth", 9999),
        (f"{BONUS}.of", ["marked"]),
        (f"{BONUS}.at_least", -9_999_999),
        (f"{MARKED}.add", ABSENT),
        (MARKED, category("marked", "marked", rule="double", negatives=True)),
        (MARKED, category("marked", "marked", rule="take", lose=False)),
        (f"{MOST}.values", [-9999, 9999]),
        (f"{MOST}.values", {"12": [1] * 6}),
        (f"{MOST}.level", [[-999] * 11] * 6),
        (f"{MOST}.level", ABSENT),
        (MOST, FEWEST),
        (f"{PAD}.titles", ABSENT),
        (f"{PAD}.titles", {"de": {}}),
        (f"{PAD}.ends", ABSENT),
        (f"{PAD}.ends", {"at": 9_999_999}),
        (f"{PAD}.ends.at", {"1": 1}),
        (f"{PAD}.tie_breaks[0].category", ["bids", "rounds"]),
        ("players[0].members", [f"Name {number}" for number in range(6)]),
        ("players[0].members", ["Anna", "Dora"]),
        (f"{ENTRIES}.lookups", [0, 9999] * 25),
        (f"{ENTRIES}.bids", [[99, 0], [0, 99, -999]] * 20),
        (f"{ENTRIES}.lowest", 999),
        (f"{ENTRIES}.marked", [[-9_999_999, False], [9_999_999, False]] * 50),
    ],
)
def test_what_a_table_may_hold(path: str, value: Any) -> None:
    some = with_change(path, value)
    if path.endswith("tie_breaks[0].category"):
        del some["table"]["pad"]["tie_breaks"][0]["by"]
    assert paths_of(some) == []
    SCHEMA.validate(some)


FIELDS = [
    (f"{COUNT}.heading", ""),
    (f"{COUNT}.heading", 3),
    (f"{ROUNDS}.times", 100),
    (f"{ROUNDS}.times", -100),
    (f"{TICK}.wins", 1),
    (f"{TICK}.only", 1),
    (f"{TICK}.loses", "yes"),
    (f"{LOOKUPS}.values", [0]),
    (f"{LOOKUPS}.values", {"2": [0, 1]}),
    (f"{LOOKUPS}.beyond", "never"),
    (f"{LOOKUPS}.beyond", 4),
    (f"{LOOKUPS}.values[1]", 10_000),
    (f"{LOOKUPS}.beyond.each", 10_000),
    (f"{LOOKUPS}.beyond.more", 3),
    (f"{BIDS}.made", ABSENT),
    (f"{BIDS}.missed", ABSENT),
    (f"{BIDS}.made.per_trick", 3),
    (f"{BIDS}.made.base", 1000),
    (f"{BIDS}.over", 3),
    (f"{BIDS}.cards", "rounds"),
    (f"{BIDS}.cards", []),
    (f"{BIDS}.cards", [1] * 41),
    (f"{BIDS}.cards[1]", 100),
    (f"{LOWEST}.of", ["count"]),
    (f"{LOWEST}.worth", 10_000),
    (f"{LOWEST}.counted", 3),
    (f"{BONUS}.of", []),
    (f"{BONUS}.of", ABSENT),
    (f"{BONUS}.at_least", ABSENT),
    (f"{BONUS}.at_least", 10_000_000),
    (f"{BONUS}.worth", ABSENT),
    (f"{BONUS}.worth", -10_000),
    (f"{MARKED}.rule", "halve"),
    (f"{MARKED}.rule", ABSENT),
    (f"{MARKED}.add", 1000),
    (f"{MARKED}.add", -1),
    (f"{MARKED}.low", 3),
    (f"{MOST}.values.13", [2]),
    (f"{MOST}.values.0", [2]),
    (f"{MOST}.values.02", [2]),
    (f"{MOST}.values.2", []),
    (f"{MOST}.values.2[0]", -10_000),
    (f"{MOST}.values", 3),
    (f"{MOST}.level.two", [[1]]),
    (f"{MOST}.level.2", []),
    (f"{MOST}.level.2[0]", []),
    (f"{MOST}.level.2[0]", [1] * 12),
    (f"{MOST}.level.2[0][0]", 1000),
    (f"{MOST}.level", [[1]] * 7),
    (f"{MOST}.wanted", "least"),
    (f"{PAD}.ends.at", ABSENT),
    (f"{PAD}.ends.at", 0),
    (f"{PAD}.ends.at", 10_000_000),
    (f"{PAD}.ends.at.13", 3),
    (f"{PAD}.ends.at.2", 0),
    (f"{PAD}.ends.after", 3),
    (f"{PAD}.titles.German", {}),
    (f"{PAD}.titles.de.count", ""),
    (f"{PAD}.titles.de", 3),
    (f"{PAD}.tie_breaks[0].category", ["count"]),
    (f"{PAD}.tie_breaks[0].category[1]", 3),
    ("outcome", "drawn"),
    ("players[0].members", ["Clara"]),
    ("players[0].members", [f"Name {number}" for number in range(7)]),
    ("players[0].members[1]", ""),
    (f"{ENTRIES}.bids[0][0]", "2"),
    (f"{ENTRIES}.bids[0]", [2]),
    (f"{ENTRIES}.bids[0]", [2, 1, 3, 4]),
    (f"{ENTRIES}.marked[0][1]", None),
]


@pytest.mark.parametrize(("path", "value"), FIELDS)
def test_what_no_field_may_hold(path: str, value: Any) -> None:
    some = with_change(path, value)
    assert paths_of(some) == [path]
    assert not SCHEMA.is_valid(some)


BETWEEN_FIELDS = [
    (f"{LOOKUPS}", category("lookups", "lookups", values=[1, 3], beyond="again"), f"{LOOKUPS}.values[0]", "begin"),
    (f"{LOWEST}.of[1]", "luck", f"{LOWEST}.of[1]", "the pad has no category with this key"),
    (f"{LOWEST}.of[1]", "count", f"{LOWEST}.of[1]", "count stands there already"),
    (f"{BONUS}.of[1]", "bonus", f"{BONUS}.of[1]", "bonus is itself worked out from other categories"),
    (f"{BONUS}.of[0]", "lowest", f"{BONUS}.of[0]", "lowest is itself worked out from other categories"),
    (f"{LOWEST}.of[1]", "rounds", f"{LOWEST}.by", "only its points can count"),
    (f"{LOWEST}.of[1]", "marked", f"{LOWEST}.by", "only its points can count"),
    (f"{TICK}.loses", True, f"{TICK}.loses", "remove wins or loses"),
    (f"{MARKED}.negatives", True, f"{MARKED}.negatives", "negatives is not known here; with clear it is add"),
    (f"{MARKED}.lose", False, f"{MARKED}.lose", "lose is not known here; with clear it is add"),
    (f"{MARKED}", category("marked", "marked", rule="take", add=0), f"{MARKED}.add", "with take it is lose"),
    (f"{MOST}.values", {}, f"{MOST}.values", "at least one number of players"),
    (f"{MOST}.level", {}, f"{MOST}.level", "at least one number of players"),
    (f"{MOST}.ties", "next", f"{MOST}.level", "remove level"),
    (f"{MOST}", {**FEWEST, "least": 1}, f"{MOST}.least", "remove least"),
    (f"{PAD}.ends.at", {}, f"{PAD}.ends.at", "at least one number of players"),
    (f"{PAD}.titles.de.luck", "Glück", f"{PAD}.titles.de.luck", "the pad has no category with this key"),
    (f"{PAD}.ends.category", "luck", f"{PAD}.ends.category", "the pad has no category with this key"),
    (f"{PAD}.tie_breaks[0].category[2]", "luck", f"{PAD}.tie_breaks[0].category[2]", "no category with this key"),
    (f"{PAD}.tie_breaks[0].category[2]", "count", f"{PAD}.tie_breaks[0].category[2]", "count stands there already"),
    *(
        (f"{PAD}.tie_breaks[0].category[2]", kind, f"{PAD}.tie_breaks[0].by", "only its points can count")
        for kind in ("rounds", "lookups", "bids", "lowest", "bonus", "marked")
    ),
    (f"{PAD}.winner", "together", "outcome", "missing: won or lost belongs here"),
    ("outcome", "won", "outcome", "the points say who wins"),
    ("players[0].members", ["Clara", "clara"], "players[0].members[1]", '"clara" is in a team already'),
    ("players[1].members", ["Emil", "Dora"], "players[1].members[1]", '"Dora" is in a team already'),
    (f"{ENTRIES}.lookups[0]", 10_000, f"{ENTRIES}.lookups[0]", "a whole number from 0 to 9999"),
    (f"{ENTRIES}.lookups[0]", [1, 2], f"{ENTRIES}.lookups[0]", "a whole number"),
    (f"{ENTRIES}.lookups", [1] * 51, f"{ENTRIES}.lookups", "51 entries: at most 50 belong here"),
    (f"{ENTRIES}.lookups", 3, f"{ENTRIES}.lookups", "3: a list belongs here"),
    (f"{ENTRIES}.bids[0]", 2, f"{ENTRIES}.bids[0]", "a bid and what was made"),
    (f"{ENTRIES}.bids[0][0]", 100, f"{ENTRIES}.bids[0][0]", "a whole number from 0 to 99"),
    (f"{ENTRIES}.bids[0][1]", -1, f"{ENTRIES}.bids[0][1]", "a whole number from 0 to 99"),
    (f"{ENTRIES}.bids[0][1]", True, f"{ENTRIES}.bids[0][1]", "a whole number from 0 to 99"),
    (f"{ENTRIES}.bids[1][2]", 1000, f"{ENTRIES}.bids[1][2]", "a whole number from -999 to 999"),
    (f"{ENTRIES}.bids", [[1, 1]] * 41, f"{ENTRIES}.bids", "41 entries: at most 40 belong here"),
    (f"{ENTRIES}.lowest", 1000, f"{ENTRIES}.lowest", "a whole number from 0 to 999"),
    (f"{ENTRIES}.lowest", True, f"{ENTRIES}.lowest", "a whole number from 0 to 999"),
    (f"{ENTRIES}.bonus", 0, f"{ENTRIES}.bonus", "worked out from other categories"),
    (f"{ENTRIES}.marked[0]", 5, f"{ENTRIES}.marked[0]", "a number and whether it is marked"),
    (f"{ENTRIES}.marked[0]", [5, True, 3], f"{ENTRIES}.marked[0]", "a number and whether it is marked"),
    (f"{ENTRIES}.marked[0][1]", 1, f"{ENTRIES}.marked[0][1]", "true or false"),
    (f"{ENTRIES}.marked[0][0]", True, f"{ENTRIES}.marked[0][0]", "a whole number"),
    (f"{ENTRIES}.marked", [[1, False]] * 101, f"{ENTRIES}.marked", "101 entries: at most 100 belong here"),
    ("players[1].entries.marked[0][1]", True, "players[1].entries.marked[0][1]", "somebody else is marked"),
]


@pytest.mark.parametrize(("path", "value", "where", "what"), BETWEEN_FIELDS)
def test_what_contradicts_something_else(path: str, value: Any, where: str, what: str) -> None:
    some = with_change(path, value)
    ((field, message),) = problems_of(some)
    assert (field, what in message) == (where, True)
    assert SCHEMA.is_valid(some)


def test_nothing_is_entered_for_the_lowest_that_is_not_counted() -> None:
    assert paths_of(with_change(f"{LOWEST}.counted", ABSENT)) == [f"{ENTRIES}.lowest"]


def test_a_third_player_who_is_marked_in_a_round_is_a_problem_too() -> None:
    entries = [{"one": [[number, True]]} for number in range(3)]
    some = document(category("marked", rule="double"), entries=entries)
    assert paths_of(some) == [f"players[{seat}].entries.one[0][1]" for seat in (1, 2)]


def test_what_one_player_alone_has_is_a_problem_of_each_further_one_in_the_order_of_the_players() -> None:
    entries = [{}, {"road": True, "first": True}, {"road": True}, {"road": False, "first": False}, {"road": True}]
    some = document(
        category("tick", "road", worth=2, only=True),
        category("tick", "first", worth=0, only=True, wins=True),
        category("tick", "castle", worth=1),
        entries=[{**entry, "castle": True} for entry in entries],
    )
    assert problems_of(some) == [
        (f"players[{seat}].entries.road", "somebody else has it already: one player at most") for seat in (2, 4)
    ]


def test_with_a_tick_that_cannot_be_read_the_others_are_checked_all_the_same() -> None:
    entries: list[dict[str, Any]] = [{"road": True, "first": True}, {"road": True, "first": True}]
    some = document(
        category("tick", "road", worth=2, only="yes", wins=True, loses=True),
        category("tick", "first", worth=0, only=True),
        entries=entries,
    )
    assert paths_of(some) == ["pad.categories[0].loses", "pad.categories[0].only", "players[1].entries.first"]


def test_the_fewest_of_a_majority_come_back_from_their_document_without_a_least() -> None:
    read = codec.read_table(with_change(MOST, FEWEST))
    written = codec.table_document(GAMES["score-pad"], read.table)
    assert "least" not in written["table"]["pad"]["categories"][8]
    assert codec.read_table(written).table == read.table


def test_what_is_not_set_is_not_written() -> None:
    read = codec.read_table(
        document(
            category("rounds", "rounds", times=1),
            category("tick", "tick", worth=3, wins=False),
            category("majority", "most", values=[5], wanted="most"),
        )
    )
    assert codec.plain(read.table.pad.categories) == [
        {"key": "rounds", "title": "Rounds", "kind": "rounds"},
        {"key": "tick", "title": "Tick", "kind": "tick", "worth": 3},
        {"key": "most", "title": "Most", "kind": "majority", "values": [5], "ties": "share", "least": 1},
    ]


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (f"{LOWEST}.of", 3),
        (f"{LOWEST}.of[0]", 3),
        (f"{LOWEST}.by", 3),
        (f"{MARKED}.rule", 3),
        (f"{MARKED}.negatives", 3),
        (f"{MOST}.wanted", 3),
        (f"{MOST}.level", 3),
        (f"{PAD}.ends", 3),
        (f"{PAD}.ends.category", 3),
        (f"{PAD}.titles", 3),
        (f"{PAD}.winner", 3),
        ("players[0].members", 3),
        (f"{ENTRIES}.bids[0]", "2, 1"),
        (f"{ENTRIES}.bids[0][0]", []),
    ],
)
def test_what_cannot_be_read_is_one_problem(path: str, value: Any) -> None:
    assert paths_of(with_change(path, value)) == [path]


def test_all_problems_come_at_once() -> None:
    changes = {
        f"{LOWEST}.of[0]": "luck",
        f"{BONUS}.of[0]": "lowest",
        f"{MARKED}.lose": True,
        f"{PAD}.ends.category": "luck",
        "outcome": "lost",
        f"{ENTRIES}.bids[0]": [100, 100],
        f"{ENTRIES}.bids[1]": 3,
        "players[1].entries.marked[0][1]": True,
        "players[1].members": ["Clara", "Emil"],
    }
    some = changed(whole(), {f"table.{path}": value for path, value in changes.items()})
    assert sorted(paths_of(some)) == sorted(
        [
            *(path for path in changes if path not in (f"{ENTRIES}.bids[0]", "players[1].members")),
            f"{ENTRIES}.bids[0][0]",
            f"{ENTRIES}.bids[0][1]",
            "players[1].members[0]",
        ]
    )

"""What was close on a pad: the smallest change of one number that would have changed who wins, judged by trying all."""

from __future__ import annotations

import os
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from companion.formatting.languages import catalogue
from scoring import GAMES
from scoring.messages import reading
from scoring.problems import problems_in
from scoring.score_pad.attendance import in_rounds, with_joined, with_left
from scoring.score_pad.margins import margins, turns
from scoring.score_pad.rules import winners_of
from scoring.score_pad.state import length_of, rounds_before, with_entries
from scoring.sheet import CLOSE
from storage.documents import codec
from tests.scoring.score_pad.pads import NAMES, category, document

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from scoring.score_pad.kinds import Category
    from scoring.score_pad.state import Table

GAME = GAMES["score-pad"]
TABLES = int(os.environ.get("TESSERA_CLOSE_TABLES", "150"))
"""How many random tables are judged: by hand more of them."""

EGGS = category("count", "eggs", each=1)
FOOD = category("points", "food")
CASTLE = category("tick", "castle", worth=10)
CROWNS = category("count", "crowns", each=0)
BIDS = category("bids", "tricks", made={"base": 20, "per_made": 10}, missed={"per_off": -10}, cards=[3, 3])
SHARED = "would have meant a shared win."


def said(*categories: dict[str, Any], entries: Any, **pad: Any) -> list[str]:
    """What is said of a document of a pad with these categories and entries."""
    read = codec.read_table(document(*categories, entries=entries, **pad))
    return [str(message) for message in margins(read.table, read.game.score(read.table))]


def of_line(line: dict[str, Any], *numbers: Any, **pad: Any) -> list[str]:
    return said(line, entries=[{line["key"]: number} for number in numbers], **pad)


@pytest.mark.parametrize(
    ("line", "numbers", "sentence"),
    [
        (EGGS, (30, 31), f"Anna: 1 more in Eggs {SHARED}"),
        (EGGS, (28, 31), f"Anna: 3 more in Eggs {SHARED}"),
        (EGGS, (31, 31), "Anna: 1 more in Eggs would have won alone."),
        (category("count", "eggs", each=2), (15, 16), f"Anna: 1 more in Eggs {SHARED}"),
        (category("count", "eggs", each=-1), (31, 30), f"Anna: 1 fewer in Eggs {SHARED}"),
        (category("count", "eggs", each=1, per=3), (32, 33), f"Anna: 1 more in Eggs {SHARED}"),
        (FOOD, (99_000, 100_000), f"Anna: 1000 more in Food {SHARED}"),
        (category("points", "food", high=31), (29, 31), f"Anna: 2 more in Food {SHARED}"),
        (category("points", "food", low=31, high=32), (31, 31), "Anna: 1 more in Food would have won alone."),
        (category("rounds", "hands"), ([50, 50], [51, 50]), f"Anna: 1 more in Hands {SHARED}"),
        (category("rounds", "hands", times=-2), ([26, 25], [25, 25]), f"Anna: 1 fewer in Hands {SHARED}"),
        (category("products", "land"), ([[9, 4], [3, 1]], [[10, 4]]), f"Anna: 4 instead of 3 in Land {SHARED}"),
        (category("lookups", "trees", values=[0, 40, 41]), ([1], [2]), f"Anna: 2 instead of 1 in Trees {SHARED}"),
        (category("steps", "track", values=[0, 40, 41]), (1, 2), f"Anna: 1 more in Track {SHARED}"),
        (
            category("marked", "hands", rule="clear"),
            ([[30, False], [3, False]], [[35, False], [0, True]]),
            f"Anna: 32 instead of 30 in round 1 of Hands {SHARED}",
        ),
    ],
)
def test_the_smallest_change_of_a_line_is_said_in_its_words(line: dict[str, Any], numbers: Any, sentence: str) -> None:
    assert of_line(line, *numbers)[0] == sentence


def test_of_bids_it_is_said_which_number_would_have_been_another_one() -> None:
    entries = [{"tricks": [[2, 2], [2, 3]], "food": 48}, {"tricks": [[2, 2], [2, 2]]}]
    assert said(BIDS, FOOD, entries=entries)[0] == (
        "Anna: 2 made instead of 3 in round 2 of Tricks would have won the game."
    )
    with_bonus = {**BIDS, "made": {"base": 200}}
    assert of_line(with_bonus, [[0, 0, 4]], [[0, 0, 5]])[0] == (
        f"Anna: a bonus of 5 instead of 4 in round 1 of Tricks {SHARED}"
    )
    zero = {**BIDS, "made": {"per_bid": 10}, "missed": {"per_bid": 10}}
    assert of_line(zero, [[2, 3], [3, 3], [3, 3]], [[3, 3], [3, 3], [2, 2]])[0] == (
        "Anna: 3 bid instead of 2 in round 1 of Tricks would have won alone."
    )


@pytest.mark.parametrize(
    ("totals", "pad"), [((90, 100), {}), ((0, 0), {}), ((5,), {}), ((30, 31), {"winner": "together"})]
)
def test_nothing_is_said_where_nothing_was_close(totals: tuple[int, ...], pad: dict[str, Any]) -> None:
    some = document(FOOD, entries=[{"food": total} for total in totals], **pad)
    some["table"] |= {"outcome": "won"} if pad else {}
    read = codec.read_table(some)
    assert margins(read.table, read.game.score(read.table)) == ()


def test_where_the_fewest_points_win_less_would_have_won() -> None:
    assert of_line(FOOD, 40, 41, winner="fewest") == [f"Ben: 1 fewer in Food {SHARED}"]


def test_a_gap_is_told_once_and_at_most_two_are() -> None:
    assert of_line(EGGS, 30, 32, 31, 30) == [f"Clara: 1 more in Eggs {SHARED}", f"Anna: 2 more in Eggs {SHARED}"]


def test_who_is_a_tenth_behind_is_not_spoken_of_beside_who_is_close() -> None:
    assert of_line(FOOD, 35, 38, 44, winner="fewest") == [f"Ben: 3 fewer in Food {SHARED}"]


def test_a_tick_is_called_by_its_line() -> None:
    entries: list[dict[str, Any]] = [{"food": 50, "castle": False}, {"food": 47}]
    assert said(CASTLE, FOOD, entries=entries) == ["Ben: Castle would have won the game."]


def test_a_line_in_which_nobody_has_anything_is_not_spoken_of() -> None:
    assert said(CASTLE, EGGS, FOOD, entries=[{"food": 50}, {"food": 47}]) == [f"Ben: 3 more in Food {SHARED}"]


def test_what_somebody_else_alone_has_cannot_be_had_as_well() -> None:
    only = {**CASTLE, "only": True}
    assert said(only, FOOD, entries=[{"food": 40, "castle": True}, {"food": 47}]) == [
        "Anna: being without Castle would have let Ben win."
    ]


def test_a_majority_moves_the_points_of_others_too() -> None:
    sheep = category("majority", "sheep", values=[5, 2])
    assert said(sheep, FOOD, entries=[{"food": 40, "sheep": 3}, {"food": 40, "sheep": 2}, {"sheep": 1}]) == [
        f"Ben: 1 more in Sheep {SHARED}"
    ]


def test_a_tie_break_was_close_however_few_points_there_are() -> None:
    ties = [{"category": "crowns", "by": "entry"}]
    entries = [{"crowns": 3}, {"crowns": 2}]
    assert said(CROWNS, entries=entries, tie_breaks=ties) == [f"Ben: 1 more in Crowns {SHARED}"]


def test_a_tick_that_decides_whatever_the_points_was_not_close() -> None:
    entries: list[dict[str, Any]] = [{"food": 40, "castle": True}, {"food": 41}]
    assert said(FOOD, {**CASTLE, "wins": True}, entries=entries) == []
    loses = {**CASTLE, "loses": True}
    assert said(FOOD, loses, entries=entries) == []
    assert said(FOOD, loses, entries=[*entries, {"food": 40}]) == [f"Clara: 1 more in Food {SHARED}"]


def test_what_is_worked_out_from_a_line_counts_with_it() -> None:
    bonus = category("bonus", "goal", of=["eggs"], at_least=50, worth=35)
    entries = [{"eggs": 49, "food": 30}, {"eggs": 50, "food": 1}]
    assert said(EGGS, FOOD, bonus, entries=entries) == ["Anna: 1 more in Eggs would have won the game."]


def test_of_very_many_numbers_only_the_smallest_changes_are_tried() -> None:
    hands = category("marked", "hands", rule="double")
    entries = [{"hands": [[100 + seat, seat == at % 12] for at in range(100)]} for seat in range(12)]
    assert said(hands, entries=entries) == []
    assert said({**hands, "rule": "clear"}, entries=[{"hands": [[9, False]] * 9}] * 4)[0].startswith(
        "Anna: 10 instead of 9"
    )


def test_of_cards_nothing_is_said_and_of_what_somebody_counted_it_is() -> None:
    oak = {"key": "oak", "name": "Oak", "points": [{"each": 1}], "copies": 0}
    woods = category("cards", "forest", deck={"tags": {}, "cards": [oak]})
    entries = [{"forest": {"oak": 30}}, {"forest": 31}]
    assert said(woods, entries=[{"forest": {"oak": 30}}, {"forest": {"oak": 31}}]) == []
    assert said(woods, entries=entries) == [f"Ben: 1 fewer in Forest {SHARED}"]
    assert said(woods, FOOD, entries=[{"forest": {"oak": 29}, "food": 1}, {"forest": {"oak": 30}, "food": 1}]) == [
        f"Anna: 1 more in Food {SHARED}"
    ]


def test_the_words_are_in_the_language_of_whoever_reads() -> None:
    german = codec.read_table(document(EGGS, entries=[{"eggs": 30}, {"eggs": 31}], titles={"de": {"eggs": "Eier"}}))
    (message,) = margins(german.table, german.game.score(german.table))
    with reading(catalogue("de")):
        assert "1 mehr bei Eier" in str(message)


Made = tuple[dict[str, Any], "Callable[[], Any]"]


def some_table(chance: Random) -> Table:
    """A random table whose players are near each other, mostly by points that level them."""
    seats, few = chance.randint(2, 4), chance.randint
    lines = [some_line(chance, f"line_{number}") for number in range(few(0, 3))]
    entries = [{line["key"]: made() for line, made in lines if chance.random() < 0.9} for _ in range(seats)]
    categories = [line for line, _ in lines]
    for line in categories:
        let_one_have_it(line, entries)
    alone = [line["key"] for line in categories]
    if alone and chance.random() < 0.3:
        categories.append(category("bonus", "goal", of=[chance.choice(alone)], at_least=few(1, 9), worth=few(-5, 5)))
    if len(alone) > 1 and chance.random() < 0.3:
        categories.append(category("lowest", "worst", of=alone[:2], worth=few(-2, 2), counted=True))
        for entry in entries:
            entry["worst"] = few(0, 4)
    pad: dict[str, Any] = {"winner": chance.choice(["most", "fewest"])}
    if alone and chance.random() < 0.5:
        pad["tie_breaks"] = [{"category": chance.choice(alone), "wanted": chance.choice(["most", "fewest"])}]
    if not alone or chance.random() < 0.8:
        line = category("points", "level")
        read = codec.read_table(document(line, *categories, entries=entries))
        level, apart = chance.choice([20, 40, 400]), chance.choice([0, 2, 4, 35])
        for entry, column in zip(entries, read.game.score(read.table).columns, strict=True):
            entry["level"] = level - column.total + few(-apart, apart)
        categories = [line, *categories]
    table: Table = codec.read_table(document(*categories, entries=entries, **pad)).table
    return with_comings_and_goings(chance, table)


def with_comings_and_goings(chance: Random, table: Table) -> Table:
    """The table after somebody has come late, or left early, where it has rounds."""
    played = max((length_of(table.players[0], line.key) for line in in_rounds(table)), default=0)
    seat = chance.randrange(1, len(table.players))
    if not played or chance.random() < 0.6:
        return table
    if chance.random() < 0.5:
        came = {line.key: chance.randint(-3, 9) for line in in_rounds(table)}
        table = with_joined(table, seat, chance.randint(2, played + 1), came)
    gone = chance.randint(1, played)
    if gone > rounds_before(table.players[seat]) and chance.random() < 0.6:
        table = with_left(table, seat, gone)
    return table


def let_one_have_it(line: dict[str, Any], entries: list[dict[str, Any]]) -> None:
    """Mark one player in each round, and leave what one player alone has to the first."""
    key = line["key"]
    for seat, entry in enumerate(entries):
        if line["kind"] == "marked":
            entry[key] = [[number, seat == at] for at, (number, _) in enumerate(entry.get(key, []))]
        if line.get("only") and any(rival.get(key) for rival in entries[:seat]):
            entry.pop(key, None)


def some_line(chance: Random, key: str) -> Made:
    """A random category of a kind that is not worked out from others, and what makes entries for it."""

    def few(low: int = 0, high: int = 4) -> int:
        return chance.randint(low, high)

    def some(made: Callable[[], Any]) -> Callable[[], Any]:
        return lambda: [made() for _ in range(few(0, 3))]

    values = [few(-3, 9) for _ in range(few(2, 5))]
    decides = chance.choice([{}, {}, {}, {"wins": True}, {"loses": True}, {"only": True}])
    worth = {name: few(-5, 5) for name in ("base", "per_bid", "per_made", "per_off", "per_card")}
    rule = chance.choice(["double", "clear", "take"])
    places = [few(-2, 6) for _ in range(few(1, 3))]
    made: dict[str, tuple[dict[str, Any], Callable[[], Any]]] = {
        "points": ({"low": 0, "high": 12}, lambda: few(0, 12)),
        "count": ({"each": few(-3, 4), "per": few(1, 3)}, lambda: few(0, 9)),
        "tick": ({"worth": few(-5, 9), **decides}, lambda: chance.random() < 0.5),
        "steps": ({"values": [0, *values], "beyond": chance.choice(["last", "again", {"each": few(-2, 2)}])}, few),
        "lookups": ({"values": [0, *values], "beyond": chance.choice(["last", "again"])}, some(few)),
        "rounds": ({"times": few(-2, 3)}, some(lambda: few(-5, 9))),
        "products": ({}, some(lambda: [few(), few()])),
        "majority": (
            {"values": places, "least": few(0, 2), "ties": chance.choice(["share", "all", "none", "next"])},
            few,
        ),
        "bids": (
            {"made": worth, "missed": {"per_off": -3}, "cards": "round"},
            lambda: [[0, 1], [few(0, 2), few(0, 2), 2]],
        ),
        "marked": ({"rule": rule}, some(lambda: [few(-2, 9), False])),
    }
    kind = chance.choice([*made])
    fields, entry = made[kind]
    return category(kind, key, **fields), entry


def numbers_changed(entry: Any, by: int) -> Iterator[Any]:
    """Yield an entry with one of its numbers changed; a tick becomes the other one."""
    if isinstance(entry, bool):
        yield entry if entry + by not in (0, 1) else not entry
    elif isinstance(entry, int):
        yield entry + by
    else:
        for at, part in enumerate(entry):
            for changed in numbers_changed(part, by) if not isinstance(part, bool) else ():
                yield (*entry[:at], changed, *entry[at + 1 :])


def tried(table: Table, size: int) -> Iterator[tuple[int, Category, Table]]:
    """Yield all tables on which one number is so much larger or smaller, and which have no problem.

    By more than ten only points change that are worth the same each, of those who are close to the winner.
    """
    sources = {key for line in table.pad.categories for key in line.sources}
    for line in table.pad.categories:
        steady = line.key not in sources and line.each_more is not None
        used = any(line.key in player.entries for player in table.players)
        if line.wins_at_once or line.stands_behind or not used or (size > CLOSE and not steady):
            continue
        nothing: Any = () if line.shape.most else False if line.shape.is_tick else 0
        totals = [column.total for column in GAME.score(table).columns]
        winning = GAME.score(table).standings[0].total
        for seat, player in enumerate(table.players):
            if size > CLOSE and abs(totals[seat] - winning) >= abs(winning) / 10:
                continue
            for by in (size, -size):
                if player.left is not None and not line.shape.in_rounds and line.key not in player.entries:
                    continue
                for entry in numbers_changed(player.entries.get(line.key, nothing), by):
                    changed = with_entries(table, seat, {line.key: entry})
                    if not problems_in(changed, GAME.limits_at_table):
                        yield seat, line, changed


def is_close_game(table: Table) -> bool:
    """Whether less than a tenth of the winner's points decided, or what breaks a tie."""
    standings = GAME.score(table).standings
    first, second = standings[:2]
    if second.place == 1:
        return first.total != 0
    if first.total == second.total:
        return True
    by_points = first.decided_by == "points"
    return by_points and abs(first.total - second.total) < abs(first.total) / 10


def judge(table: Table) -> int:
    """Try all changes that are smaller than the one that is said, and those that are as large; return its size."""
    sheet = GAME.score(table)
    sentences = margins(table, sheet)
    winners = set(winners_of(table))
    if not is_close_game(table):
        assert sentences == ()
        return 0
    smallest = next(turns(table, sheet), None)
    assert (smallest is None) is (sentences == ())
    if smallest is None:
        assert not any(
            set(winners_of(after)) != winners for size in range(1, CLOSE + 1) for *_, after in tried(table, size)
        )
        return 0
    size = smallest.change.size
    for smaller in range(1, size):
        assert not any(set(winners_of(after)) != winners for *_, after in tried(table, smaller))
    turning = [
        (NAMES[seat], line.key, winners_of(after))
        for seat, line, after in tried(table, size)
        if set(winners_of(after)) != winners
    ]
    assert (smallest.name, smallest.change.category.key, smallest.winners) in turning
    same = [turn for turn in turns(table, sheet) if turn.change.size == size]
    assert {(turn.name, turn.change.category.key, turn.winners) for turn in same} == {*turning}
    assert len(sentences) <= 2
    assert str(sentences[0]).startswith(f"{smallest.name}: ")
    return size


def test_the_change_that_is_said_turns_the_result_and_no_smaller_one_does() -> None:
    chance = Random(TABLES)
    sizes = [judge(some_table(chance)) for _ in range(TABLES)]
    assert {1, 2} < {*sizes}
    assert max(sizes) > CLOSE

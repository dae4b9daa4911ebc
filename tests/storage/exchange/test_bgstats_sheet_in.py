"""BG Stats, reading: the categories that plays keep of their score sheets, and what of a sheet stays out."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final

import pytest

from storage.documents import codec
from storage.exchange.bgstats import export_bgsplay
from storage.repositories.history import Filter, stream
from tests.storage.exchange.bgstats_samples import (
    SAMPLE,
    SMALL,
    file_of,
    group,
    lines,
    only,
    play_of,
    remarks,
    row,
    sheet,
)
from tests.storage.exchange.samples import exported, planned, read, take_in
from tests.storage.stores import opened

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from storage.repositories.play_content import Play
    from storage.repositories.tables import Store


def categories(play: Play) -> dict[str, tuple[str, str]]:
    """The kind and the title of each category of the pad, by its key."""
    assert play.document is not None
    table = codec.read_table(play.document).table
    return {category.key: (category.kind.value, category.title) for category in table.pad.categories}


def columns(*groups: object, scores: Iterable[str], **facts: Any) -> Play:
    return only(file_of(play_of(*scores, sheet=sheet(*groups, **facts))))


def test_the_sheets_of_a_real_export_become_documents_with_the_recorded_totals() -> None:
    incoming = read(SAMPLE)
    assert (len(incoming.records), incoming.problems, incoming.remarks) == (31, (), ())
    plays = [record.play for record in incoming.records]
    assert sum(play.document is None for play in plays) == 1  # its rows are empty, and its scores no sums
    for play in plays:
        if play.document is not None:
            table = codec.read_table(play.document)
            totals = [column.total for column in table.game.score(table.table).columns]
            assert totals == [column["total"] for column in play.sheet["columns"]] == [p.total for p in play.players]
    by_game = {play.title: play for play in plays}
    assert len(by_game["Cartographers"].sheet["columns"][0]["lines"]) == 16
    assert ("points", "Round 1: Spring, Coins") in categories(by_game["Cartographers"]).values()
    assert lines(by_game["Tussie Mussie"])[0] == {"arrangement": 28}
    assert categories(by_game["Qwinto"])["failedattempts_3"] == ("count", "Failed attempts")
    assert categories(by_game["Dice Forge"]) == {
        "row1": ("points", "Round 1"),
        "row1_2": ("rounds", "Round 2"),
        "row1_3": ("rounds", "Round 3"),
    }
    assert by_game["Dice Forge"].sheet["columns"][0]["lines"][1]["because"] == "8 + 2 + 4 + 27 + 2 + 2"


@pytest.mark.parametrize(
    ("rows", "kind", "points"),
    [
        ([row("12", "3")], "points", [12, 3]),
        ([row("4+4+7", "-3")], "rounds", [15, -3]),
        ([row("86+84+", "0--0-3")], "rounds", [170, -3]),
        ([row("5", "0", negative=True)], "count", [-5, 0]),
        ([row("5+1", "2", negative=True)], "rounds", [-6, -2]),
        ([row("-5", "2", negative=True)], "points", [5, -2]),
        ([row("10", None, type="checkbox", value=10)], "tick", [10, 0]),
        ([row("3", None, type="checkbox", value=10)], "points", [3, 0]),
        ([row("win", None, type="radioOverall", value="win")], "tick", [0, 0]),
        ([row("9", "9"), row("7", None, repetition=2), row(None, "2", repetition=3)], "rounds", [16, 11]),
    ],
)
def test_a_row_becomes_a_category_of_its_kind(rows: list[dict[str, Any]], kind: str, points: list[int]) -> None:
    play = columns(group(*rows), scores=map(str, points))
    assert {kind for kind, _ in categories(play).values()} == {kind}
    assert [sum(of_seat.values()) for of_seat in lines(play)] == points
    assert [set(of_seat) for of_seat in lines(play)] == [{"huts"}] * 2


def test_rows_without_an_entry_stay_out_and_equal_titles_name_their_group() -> None:
    play = columns(
        group(
            row("1", "2", template="a", label="Coins"), row(template="b"), label="Spring", **{"label-de": "Frühling"}
        ),
        group(row("3", "4", template="a", label="Coins"), template="2", label="Summer"),
        group(row("5", "6", template="a", label="Coins"), template="3"),
        scores=("9", "12"),
    )
    assert [title for _, title in categories(play).values()] == ["Spring: Coins", "Summer: Coins", "Coins"]
    assert lines(play)[0] == {"a_1": 1, "a_2": 3, "a_3": 5}


def test_a_round_of_its_own_for_each_group_becomes_rounds() -> None:
    rounds = (group(row("9", "8", template="row1", label="{row}."), repetition=number) for number in (1, 2))
    play = columns(*rounds, scores=("18", "16"), kind="rounds")
    assert categories(play) == {"row1": ("rounds", "Rounds")}
    assert play.sheet["columns"][0]["lines"][0]["because"] == "9 + 9"


def test_a_round_that_is_empty_in_a_row_is_0_and_the_later_ones_stay_where_they_are() -> None:
    spring, summer, autumn, winter = (
        group(row(*coins, template="a", label="Coins"), row(*herds, template="b", label="Herds"), repetition=season)
        for season, coins, herds in (
            (1, ("5", "6"), (None, None)),
            (2, (None, None), (None, None)),
            (3, ("7", None), (None, "4")),
            (4, (None, None), (None, None)),
        )
    )
    play = columns(spring, summer, autumn, winter, scores=("12", "10"))
    assert play.document is not None
    assert [seat["entries"] for seat in play.document["table"]["players"]] == [
        {"a": [5, 0, 7]},
        {"a": [6], "b": [0, 0, 4]},
    ]


def test_a_round_with_sums_has_its_number_where_an_earlier_one_is_empty() -> None:
    rounds = (row(*sums, template="row1", label="{row}.") for sums in (("1+2", "3"), (None, None), ("4", "5")))
    play = columns(group(*rounds), scores=("7", "8"))
    assert categories(play) == {"row1": ("rounds", "Round 1"), "row1_3": ("points", "Round 3")}


@pytest.mark.parametrize("said", ["6+6+8.", "6.+6.+8.", "6,+6+8", "6 + 6+ 8", "6+6.0+8,00", "20.", " 20,"])
def test_a_slip_of_the_thumb_behind_a_number_costs_nothing(said: str) -> None:
    data = file_of(play_of(said, "19", sheet=sheet(group(row(said, "19")))))
    play = only(data)
    assert [(player.total, player.won) for player in play.players] == [(20, True), (19, False)]
    assert lines(play) == [{"huts": 20}, {"huts": 19}]
    assert remarks(data) == []


def test_totals_and_winners_are_those_recorded() -> None:
    data = file_of(play_of("15", "20", sheet=sheet(group(row("12", "20"))), winner=0))
    play = only(data)
    assert lines(play) == [{"huts": 12, "rest": 3}, {"huts": 20, "rest": 0}]
    assert categories(play)["rest"] == ("points", "Not on the score sheet")
    assert [(p.total, p.place, p.won) for p in play.players] == [(15, 1, True), (20, 2, False)]
    assert [(s["player"], s["place"]) for s in play.sheet["standings"]] == [("Anna", 1), ("Ben", 2)]
    assert remarks(data) == [
        "In 1 play the rows of the score sheet do not add up to the score, and both are kept: Huts, 2024-01-01."
    ]


def test_a_score_that_stands_on_the_sheet_alone_is_the_sum() -> None:
    play = columns(group(row("12", "20")), scores=("", "20"))
    assert [player.total for player in play.players] == [12, 20]


TWELVE: Final = group(row("12", "20"))


@pytest.mark.parametrize(
    ("text", "says", "rules"),
    [
        ("{", "The score sheet of 1 play cannot be read, and stays out: Huts, 2024-01-01.", None),
        ("[" * 100_000, "The score sheet of 1 play cannot be read, and stays out: Huts, 2024-01-01.", None),
        (5, "The score sheet of 1 play cannot be read, and stays out: Huts, 2024-01-01.", None),
        (sheet("x"), "The score sheet of 1 play cannot be read, and stays out: Huts, 2024-01-01.", None),
        (sheet(group("x")), "The score sheet of 1 play cannot be read, and stays out: Huts, 2024-01-01.", None),
        (json.dumps({"groups": 3}), "The score sheet of 1 play cannot be read, and stays out: Huts, 2024-01-01.", None),
        (
            sheet(group(*(row("1", "2", template=f"r{number}") for number in range(10_000)))),
            "The score sheet of 1 play has more rows than a pad has room for, and stays out: Huts, 2024-01-01.",
            None,
        ),
        (
            sheet(group(*(row("1", "2") for _ in range(101)))),
            "The score sheet of 1 play has more rows than a pad has room for, and stays out: Huts, 2024-01-01.",
            None,
        ),
        (
            sheet(group(row("1", "2", template="x", label=" "), *TWELVE["rows"])),
            "In the score sheet of 1 play rows without a label stay out: Huts, 2024-01-01.",
            {"huts"},
        ),
        (
            sheet(group(row("12", "20", None, "4"))),
            "In the score sheet of 1 play scores of nobody at the table stay out: Huts, 2024-01-01.",
            {"huts"},
        ),
        (
            sheet(group(row("13.5", "1", template="x"), *TWELVE["rows"])),
            "In the score sheet of 1 play entries that are no whole number stay out: Huts, 2024-01-01.",
            {"x", "huts", "rest"},
        ),
    ],
)
def test_what_is_wrong_with_a_sheet_costs_nothing_else(text: object, says: str, rules: set[str] | None) -> None:
    data = file_of(play_of("12", "20", sheet=text), play_of("12", "20", sheet=sheet(TWELVE), number=2))
    first, second = (record.play for record in read(data).records)
    assert says in remarks(data)
    assert [player.total for player in first.players] == [12, 20]
    assert (None if first.document is None else set(lines(first)[0])) == rules
    assert lines(second) == [{"huts": 12}, {"huts": 20}]


def test_a_hundred_sheets_with_one_fault_are_one_sentence() -> None:
    data = file_of(*(play_of("1", "2", sheet="{", number=number % 28 + 1, uuid=f"{number}") for number in range(100)))
    days = "; ".join(f"Huts, 2024-01-0{day}" for day in range(1, 6))
    assert remarks(data) == [f"The score sheets of 100 plays cannot be read, and stay out: {days} …."]


def test_a_game_with_rules_here_keeps_its_own_sheet() -> None:
    data = file_of(play_of("12", "20", sheet=sheet(TWELVE)), game={"name": "Carpe Diem", "bggId": 0})
    assert only(data).document is None
    assert remarks(data) == [
        "The score sheet of 1 play stays out, as Tessera has a sheet of its own for the game: Carpe Diem, 2024-01-01."
    ]


def test_the_same_file_again_changes_nothing_and_an_earlier_play_gets_its_sheet(store: Store) -> None:
    without = json.loads(SMALL)
    for play in without["plays"]:
        play["scoresheet"] = ""
    assert take_in(store, json.dumps(without).encode()).added == 9
    assert take_in(store, SMALL).changed == 8
    assert planned(store, SMALL).same == 9
    assert planned(store, json.dumps(without).encode()).same == 9
    assert sum(play.document is not None for play in stream(store, Filter())) == 8


def test_a_sheet_that_was_corrected_there_is_corrected_here(store: Store) -> None:
    before, after = (
        file_of(play_of("12", "20", sheet=sheet(group(row(*coins, template="a"), row(*huts, template="b")))))
        for coins, huts in ((("10", "15"), ("2", "5")), (("9", "15"), ("3", "5")))
    )
    take_in(store, before)
    assert take_in(store, after).changed == 1
    (play,) = stream(store, Filter())
    assert lines(play)[0] == {"a": 9, "b": 3}
    assert play.revision == 2


@pytest.mark.parametrize(("won", "outcome", "place"), [(True, "won", 1), (False, "lost", 2)])
def test_all_play_together_where_the_game_is_one_of_that_kind(*, won: bool, outcome: str, place: int) -> None:
    data = json.loads(file_of(play_of("12", "12", sheet=sheet(group(row("12", "12")))), game={"cooperative": True}))
    for score in data["plays"][0]["playerScores"]:
        score["winner"] = won
    play = only(json.dumps(data).encode())
    assert play.document is not None
    table = codec.read_table(play.document)
    assert (table.table.pad.winner, table.table.outcome) == ("together", outcome)
    assert [(player.place, player.won) for player in play.players] == [(place, won)] * 2


def test_a_row_that_decides_the_game_is_a_tick_that_wins(tmp_path: Path) -> None:
    decided = sheet(group(row("5", "9"), row("win", None, template="war", type="radioOverall", value="win")))
    data = file_of(play_of("5", "9", sheet=decided, winner=0))
    play = only(data)
    assert play.document is not None
    table = codec.read_table(play.document)
    assert table.table.pad.categories[1].wins
    assert [standing.player for standing in table.game.score(table.table).standings] == ["Anna", "Ben"]
    with opened(tmp_path / "t.db") as store, opened(tmp_path / "u.db") as other_store:
        take_in(store, data)
        take_in(other_store, exported(export_bgsplay, store))
        documents = [[play.document for play in stream(each, Filter())] for each in (store, other_store)]
        assert documents[0] == documents[1]

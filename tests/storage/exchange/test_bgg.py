"""Plays as BoardGameGeek lists them, and XML that means harm."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import pytest

from storage.exchange.bgg import MAX_DEPTH, NO_LIST
from storage.exchange.csv_file import export_csv
from storage.exchange.importing import carry_out
from storage.exchange.planning import owner_here, plan
from storage.repositories import people
from storage.repositories.history import Filter, stream
from storage.repositories.player_statistics import streaks
from storage.repositories.statistics import Scope, player_figures
from tests.storage.exchange.samples import exported, planned, problems_of, read, take_in
from tests.storage.stores import opened

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from storage.exchange.planning import Plan
    from storage.repositories.tables import Store

HEAD = '<?xml version="1.0" encoding="utf-8"?>\n'


def listed(*plays: str) -> bytes:
    return f'{HEAD}<plays username="anna" total="{len(plays)}" page="1">{"".join(plays)}</plays>'.encode()


def element(players: str, item: str = '<item name="Azul" objecttype="thing" objectid="230802"/>', **more: str) -> str:
    fields = {"id": "11", "date": "2024-03-01", "quantity": "1", "length": "90", "location": "Club"} | more
    written = " ".join(f'{name}="{value}"' for name, value in fields.items())
    return f"<play {written}>{item}<players>{players}</players><comments>Nice &amp; short</comments></play>"


def player(name: str, score: str, win: str = "0", **more: str) -> str:
    fields = {"username": "", "name": name, "startposition": "", "score": score, "win": win} | more
    written = " ".join(f'{field}="{value}"' for field, value in fields.items())
    return f"<player {written}/>"


def test_a_play_becomes_a_plain_result() -> None:
    (record,) = read(listed(element(player("Anna", "55", "1") + player("Bo", "48")))).records
    content = record.play
    assert record.source == "bgg:11"
    assert (content.game, content.title, content.place, content.note) == ("bgg-230802", "Azul", "Club", "Nice & short")
    assert content.finished.isoformat() == "2024-03-01T12:00:00+00:00"
    assert not content.has_time
    assert content.begun is not None
    assert (content.finished - content.begun).total_seconds() == 90 * 60
    assert [(p.name, p.total, p.place, p.won) for p in content.players] == [("Anna", 55, 1, True), ("Bo", 48, 2, False)]
    assert content.document is None
    assert [column["total"] for column in content.sheet["columns"]] == [55, 48]


def test_long_words_are_taken_whole_and_what_has_no_room_is_said() -> None:
    club, words = "The club of the many players of long games in the old town hall", "All night. " * 3000
    whole = element(player("Anna", "55"), location=club).replace("Nice", words)
    cut = element(player("A" * 41, "55"), location="x" * 201).replace("Nice", "x" * 100_001)
    first, second = read(listed(whole, cut)).records
    assert (first.play.place, first.play.note, first.warnings) == (club, f"{words} & short", ())
    assert [str(warning) for warning in second.warnings] == [
        "Name has 41 characters, but only 40 fit: the rest is left out",
        "Place has 201 characters, but only 200 fit: the rest is left out",
        "Note has 100009 characters, but only 100000 fit: the rest is left out",
    ]
    assert [len(second.play.place), len(second.play.note)] == [200, 100_000]


@pytest.mark.parametrize("zone", ["Pacific/Kiritimati", "Pacific/Auckland", "Etc/GMT+12", "Europe/Berlin"])
def test_a_play_is_on_the_day_of_the_list_in_every_zone(
    tmp_path: Path, zones: Callable[[str], None], zone: str
) -> None:
    zones(zone)
    days = ["2024-01-01", "2024-07-01"]
    data = listed(*(element(player("Anna", "55"), date=day, id=day[5:7]) for day in days))
    assert [record.play.finished.date().isoformat() for record in read(data).records] == days
    with opened(tmp_path / "t.db") as store:
        take_in(store, data)
        assert sorted(play.day for play in stream(store, Filter())) == days
        assert [entry.kind for entry in planned(store, data).entries] == ["same"] * 2


def test_games_of_ours_are_known_by_number_or_title() -> None:
    by_number = element(player("Anna", "1"), '<item name="Carpe Diem (zweite)" objectid="245934"/>')
    by_title = element(player("Anna", "1"), '<item name="little TOWN" objectid="4"/>', id="12")
    in_japanese = element(player("Anna", "1"), '<item name="リトルタウンビルダーズ" objectid="241266"/>', id="13")
    games = [record.play.game for record in read(listed(by_number, by_title, in_japanese)).records]
    assert games == ["carpe-diem", "little-town", "little-town"]


def test_fewest_points_can_win_ties_share_and_the_start_position_counts() -> None:
    few = element(player("Anna", "3", "1", startposition="2") + player("Bo", "9", startposition="1"))
    tie = element(player("Anna", "9", "1") + player("Bo", "9", "1") + player("Cy", "9") + player("Di", ""), id="12")
    first, second = read(listed(few, tie)).records
    assert [(p.place, p.position) for p in first.play.players] == [(1, 1), (2, 0)]
    assert [p.place for p in second.play.players] == [1, 1, 3, 4]


def test_what_is_not_as_it_should_be_is_told_and_taken_in() -> None:
    (record, *_) = read(
        listed(element(player("Anna", "49-46ish", "1") + player("", "7", username="bo"), quantity="3"))
    ).records
    assert [p.total for p in record.play.players] == [None, 7]
    assert [str(warning) for warning in record.warnings] == [
        "stands for 3 plays with one result: one has it, the others count as played",
        'the score "49-46ish" of "Anna" is not a whole number: left out',
    ]
    assert record.play.players[1].name == "bo"


@pytest.mark.parametrize(
    ("players", "won"),
    [(player("Anna", "") + player("Bo", ""), 0), (player("Anna", "9", "1") + player("Bo", "7"), 1), ("", 0)],
)
def test_an_entry_that_stands_for_several_plays_comes_in_as_so_many(store: Store, players: str, won: int) -> None:
    data = listed(element(players, quantity="3"))
    assert take_in(store, data).added == 3
    plays = [*stream(store, Filter())]
    assert {play.source for play in plays} == {"bgg:11", "bgg:11/2", "bgg:11/3"}
    assert [play.begun is not None for play in plays].count(True) == 1
    assert [seat.won for play in plays for seat in play.players].count(True) == won
    assert [play.is_unknown for play in plays].count(True) == 3 - won
    assert [entry.kind for entry in planned(store, data).entries] == ["same"] * 3


def test_an_entry_that_stands_for_very_many_plays_comes_in_as_one() -> None:
    (record,) = read(listed(element(player("Anna", ""), quantity="1001"))).records
    assert [str(warning) for warning in record.warnings] == ["stands for 1001 plays: imported as one"]


def test_the_anonymous_of_bg_stats_are_nobodys_friend_and_have_no_rates(store: Store, there: Store) -> None:
    nobody = player("Anonymous player", "", "1")
    data = listed(element(nobody + nobody + player("Anna", "")))
    take_in(store, data)
    assert [figures.name for figures in player_figures(store, Scope())] == ["Anna"]
    assert [friend.name for friend in people.players(store, hidden=True)] == ["Anna"]
    again = exported(export_csv, store)
    take_in(there, again)
    assert [friend.name for friend in people.players(there, hidden=True)] == ["Anna"]


@pytest.mark.parametrize(
    ("comment", "note"),
    [
        ("[b]Late[/b] and [i]long[/i] [sic]", "Late and long [sic]"),
        ("- [thing=900015]Town: Winter[/thing] ([geekurl=/play/105]play[/geekurl])", "- Town: Winter"),
        ("[url=https://example.org/a?b=1]photos[/url], [URL]https://example.org[/URL]",
         "photos (https://example.org/a?b=1), https://example.org"),
        ("[size=14][COLOR=#FF0000]Red[/COLOR][/size][imageid=42 medium]", "Red"),
        ("[url=https://example.org]no end", "no end"),
        ("[thing=1][/thing][x] [b =", "[x] [b ="),
    ],
)  # fmt: skip
def test_notes_have_no_marks_of_the_list(comment: str, note: str) -> None:
    (record,) = read(listed(element(player("Anna", "")).replace("Nice &amp; short", comment))).records
    assert record.play.note == note


@pytest.mark.parametrize(
    ("play", "path"),
    [
        (element(player("Anna", "1"), date="2024-02-31"), "play 2, date"),
        (element(player("Anna", "1"), date="0000-00-00"), "play 2, date"),
        (element(player("Anna", "1"), id="x"), "play 2, id"),
        (element(player("Anna", "1"), quantity="0"), "play 2, quantity"),
        (element(player("Anna", "1"), incomplete="1"), "play 2, incomplete"),
        (element(player("Anna", "1"), ""), "play 2, item"),
    ],
)
def test_a_play_that_cannot_be_taken_in_is_named(play: str, path: str) -> None:
    good = element(player("Anna", "1"), id="12")
    incoming = read(listed(good, play))
    assert [record.source for record in incoming.records] == ["bgg:12"]
    assert [where for where, _ in problems_of(incoming)] == [path]


NAMELESS = listed(
    element("", length="0"), element("", id="12", date="2024-03-02"), element(player("Bo", "7", "1"), id="13")
)
"""Two plays that name no player, as most at BoardGameGeek, and one that does."""


def test_a_play_without_players_counts_as_played_until_somebody_is_said_to_have_played_it(store: Store) -> None:
    incoming = read(NAMELESS)
    assert [(record.source, record.owner) for record in incoming.without_players] == [
        ("bgg:11", "anna"),
        ("bgg:12", "anna"),
    ]
    assert incoming.remarks == ()
    annas = incoming.played_by("Anna")
    assert [[seat.name for seat in record.play.players] for record in annas.records] == [["Anna"], ["Anna"], ["Bo"]]
    assert [record.play.is_unknown for record in annas.records] == [True, True, False]
    take_in(store, NAMELESS)
    assert [figures.name for figures in player_figures(store, Scope())] == ["Bo"]
    plan_of_annas = plan(store, annas)
    assert [entry.kind for entry in plan_of_annas.entries] == ["changed", "changed", "same"]
    carry_out(store, plan_of_annas, "a file")
    assert [entry.kind for entry in plan(store, annas).entries] == ["same"] * 3
    assert [entry.kind for entry in planned(store, NAMELESS).entries] == ["same"] * 3
    assert owner_here(store, incoming) == "Anna"
    (figures,) = [figures for figures in player_figures(store, Scope()) if figures.name == "Anna"]
    assert (figures.plays, figures.contested, figures.alone) == (2, 0, 0)
    carry_out(store, plan(store, incoming.played_by("Ann")), "a file")
    assert owner_here(store, incoming) == "Ann"


def test_what_was_entered_of_a_play_without_players_stays(store: Store) -> None:
    result = listed(element(player("Anna", "3", "1") + player("Bo", "2")))
    moved = listed(element("", date="2024-03-05"))
    take_in(store, result)
    for again in (read(NAMELESS), read(NAMELESS).played_by("Cy")):
        assert [entry.kind for entry in plan(store, again).entries] == ["same", "new", "new"]
    (entry,) = planned(store, moved).entries
    assert entry.kind == "changed"
    take_in(store, moved)
    (play,) = stream(store, Filter())
    assert [(seat.name, seat.total) for seat in play.players] == [("Anna", 3), ("Bo", 2)]
    assert (play.day, [column["total"] for column in play.sheet["columns"]]) == ("2024-03-05", [3, 2])


BOMB = (
    '<?xml version="1.0"?><!DOCTYPE plays [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;">]>'
    "<plays><play><comments>&b;</comments></play></plays>"
)
OUTSIDE = '<!DOCTYPE plays [<!ENTITY x SYSTEM "file:///etc/passwd">]><plays><play id="1">&x;</play></plays>'


@pytest.mark.parametrize("text", [BOMB, OUTSIDE, '<!DOCTYPE plays SYSTEM "http://example.org/x.dtd"><plays/>'])
def test_entities_and_document_types_are_refused(text: str) -> None:
    incoming = read(text.encode())
    assert incoming.records == ()
    assert [message for _, message in problems_of(incoming)] == [str(NO_LIST)]


def test_a_list_that_is_nested_without_end_is_refused() -> None:
    incoming = read(b"<plays>" + b"<play>" * 100_000)
    assert problems_of(incoming) == [("play 1", str(NO_LIST))]
    deep = b"<plays><play>" + b"<a>" * (MAX_DEPTH - 3)
    assert problems_of(read(deep))[0][1] == str(NO_LIST)


def test_a_list_that_breaks_off_gives_the_plays_before() -> None:
    data = listed(element(player("Anna", "1")), element(player("Bo", "2"), id="12"))
    incoming = read(data[:-60])
    assert [record.source for record in incoming.records] == ["bgg:11"]
    ((path, message),) = problems_of(incoming)
    assert path == "line 2"
    assert message == str(NO_LIST)


@pytest.mark.parametrize(
    "data",
    [b"<html/>", b'<?xml version="1.0" encoding="utf-7"?><plays/>', b'<?xml version="1.0" encoding="x"?><plays/>'],
)
def test_other_xml_is_no_list_of_plays(data: bytes) -> None:
    incoming = read(data)
    assert incoming.records == ()
    assert len(incoming.problems) == 1


def seen(file_plan: Plan) -> list[list[tuple[str, int, bool]]]:
    return [[(p.name, p.place, p.won) for p in entry.record.play.players] for entry in file_plan.entries]


def test_scores_without_marks_give_the_winner_and_without_scores_nobody_knows(store: Store) -> None:
    data = listed(
        element(player("Anna", "200") + player("Bo", "180")),
        element(player("Anna", "") + player("Bo", ""), id="12"),
        element(player("Anna", "7") + player("Bo", "7"), id="13"),
        element(player("Anna", "5") + player("Bo", "9", "1"), id="14", nowinstats="1"),
        element(player("Anna", "15", "1") + player("Bo", "9"), id="15"),
        element(player("Anna", "5"), id="16"),
    )
    file_plan = planned(store, data)
    assert seen(file_plan) == [
        [("Anna", 1, True), ("Bo", 2, False)],
        [("Anna", 1, False), ("Bo", 1, False)],
        [("Anna", 1, False), ("Bo", 1, False)],
        [("Anna", 2, False), ("Bo", 1, False)],
        [("Anna", 1, True), ("Bo", 2, False)],
        [("Anna", 1, False)],
    ]
    assert list(map(str, file_plan.remarks)) == [
        "Who won 3 plays is not known: they count as played, but for no rate.",
        "1 play is marked there not to count for wins: it counts as played, but for no rate.",
        "In 1 play nobody is marked as the winner: whoever has the best score has won.",
    ]


LOW: Final = '<item name="Skyjo" objectid="204135"/>'
UNMARKED: Final = element(player("Anna", "12") + player("Bo", "95"), LOW)


@pytest.mark.parametrize(
    ("others", "won", "said"),
    [
        ((element(player("Anna", "30", "1") + player("Bo", "99"), LOW, id="12"),), "Anna", "whoever has the best"),
        ((element(player("Anna", "30") + player("Bo", "99", "1"), LOW, id="12"),), "Bo", "whoever has the best"),
        ((), None, "in Skyjo: it counts as played, but for no rate, until the game has a pad"),
        (
            (
                element(player("Anna", "30", "1") + player("Bo", "99"), LOW, id="12"),
                element(player("Anna", "30") + player("Bo", "99", "1"), LOW, id="13"),
            ),
            None,
            "nothing says whether the most or the fewest points win in Skyjo",
        ),
    ],
)
def test_plays_that_mark_who_won_say_whether_the_most_or_the_fewest_win(
    store: Store, others: tuple[str, ...], won: str | None, said: str
) -> None:
    file_plan = planned(store, listed(UNMARKED, *others))
    (record, *_) = [entry.record for entry in file_plan.entries]
    assert [seat.name for seat in record.play.players if seat.won] == ([won] if won else [])
    assert record.play.is_unknown is (won is None)
    assert said in " ".join(map(str, file_plan.remarks))
    take_in(store, listed(*others, UNMARKED))
    assert [entry.kind for entry in planned(store, listed(UNMARKED)).entries] == ["same"]


def test_plays_here_say_whether_the_most_or_the_fewest_win(store: Store) -> None:
    take_in(store, listed(UNMARKED))
    take_in(store, listed(element(player("Cy", "3", "1") + player("Bo", "4"), LOW, id="12")))
    assert [entry.kind for entry in planned(store, listed(UNMARKED)).entries] == ["changed"]
    take_in(store, listed(UNMARKED))
    assert {seat.name for play in stream(store, Filter()) for seat in play.players if seat.won} == {"Anna", "Cy"}


def test_a_play_whose_winner_nobody_knows_counts_for_no_rate(store: Store) -> None:
    won = [element(player("Anna", score) + player("Bo", "100"), id=f"2{score}") for score in ("200", "170")]
    won[1] = won[1].replace('"170" win="0"', '"170" win="1"')
    plays = [
        *won,
        element(player("Anna", "") + player("Bo", "")),
        element(player("Anna", "9"), id="12", nowinstats="1"),
    ]
    take_in(store, listed(*plays))
    anna, bo = player_figures(store, Scope())
    assert (anna.plays, anna.contested, anna.wins, anna.together, anna.alone) == (4, 2, 2, 0, 0)
    assert (bo.plays, bo.contested, bo.wins) == (3, 2, 0)
    assert (streaks(store, Scope(), anna.player_id).winning, streaks(store, Scope(), bo.player_id).losing) == (2, 2)
    lost = Filter(player_id=anna.player_id, outcome="lost")
    assert list(stream(store, lost)) == []


def test_the_starting_player_is_known_by_words_and_a_far_year_is_in_the_future() -> None:
    begins = element(player("Anna", "9") + player("Bo", "12", "1", startposition="Start player"))
    later = element(player("Anna", "9"), id="12", date="2568-11-19")
    incoming = read(listed(begins, later))
    assert [p.position for p in incoming.records[0].play.players] == [None, 0]
    assert problems_of(incoming) == [("play 2, date", '"2568-11-19": that is in the future')]


def test_a_play_of_an_expansion_beside_its_game_is_left_out_and_named() -> None:
    item = (
        '<item name="Search: Agencies" objectid="900002"><subtypes>'
        '<subtype value="boardgame"/><subtype value="boardgameexpansion"/></subtypes></item>'
    )
    base = element(player("Anna", "200", "1") + player("Bo", "180"))
    expansion = element(player("Anna", "200", "1") + player("Bo", "180"), item, id="12")
    comments = "Expansion of [thing=900001]Search[/thing] ([geekurl=/play/11]play[/geekurl])"
    posted = expansion.replace("Nice", comments)
    for plays in ((base, posted), (posted, base)):
        incoming = read(listed(*plays))
        assert [record.source for record in incoming.records] == ["bgg:11"]
        assert incoming.records[0].play.note == "Nice & short\nPlayed with Search: Agencies."
        said = "1 play of an expansion is left out, which was posted beside that of its game: Search: Agencies."
        assert list(map(str, incoming.remarks)) == [said]
    assert [record.source for record in read(listed(expansion)).records] == ["bgg:12"]

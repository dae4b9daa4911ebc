"""Plays of pads in every format: the pad, its title and its number go along, and what was put elsewhere stays there."""

from __future__ import annotations

import csv
import io
import json
from typing import TYPE_CHECKING, Any, Final

from storage.exchange.bgstats import bgstats_link, export_bgsplay, export_play
from storage.exchange.csv_file import export_csv
from storage.exchange.past_imports import undo_import
from storage.exchange.tessera_jsonl import export_jsonl
from storage.repositories import game_merges, games
from storage.repositories.history import Filter, stream
from storage.repositories.statistics import Scope, categories
from tests.storage.exchange.samples import exported, keep, number, plain, planned, take_in
from tests.storage.sample_pads import KEY, KINGDOMINO, OTHER_KEY, keep_pad, scored
from tests.storage.sample_plays import kept

if TYPE_CHECKING:
    from storage.repositories.tables import Store

FEWEST: Final = {
    "title": "Golf",
    "winner": "fewest",
    "categories": [{"key": "strokes", "title": "Strokes", "kind": "points"}],
}


def rows_of(data: bytes) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(data.decode()[1:], newline="")))


def plays_of(store: Store) -> list[Any]:
    return list(stream(store, Filter()))


def test_json_lines_bring_the_key_and_the_pad_into_a_folder_that_lacks_it(store: Store, there: Store) -> None:
    keep(store, scored({"Anna": 3, "Ben": 5}), number(1))
    (stored,) = plays_of(store)
    data = exported(export_jsonl, store, Filter(game=KEY))
    assert take_in(there, data).added == 1
    (taken,) = plays_of(there)
    assert (taken.game, taken.title, taken.document) == (KEY, "Kingdomino", stored.document)
    assert games.known_game(there, KEY) == games.known_game(store, KEY)
    assert planned(there, data).same == 1


def test_all_of_a_history_takes_the_pads_along(store: Store, there: Store) -> None:
    keep_pad(store)
    keep(store, scored({"Anna": 3}), number(1))
    take_in(there, exported(export_jsonl, store))
    assert games.kept_pads(there) == games.kept_pads(store)


def test_a_document_of_another_game_and_a_wrong_pad_are_problems_of_the_line(store: Store) -> None:
    line = json.loads(exported(export_jsonl, _with(store, scored({"Anna": 3}))).splitlines()[-1])
    for wrong, path in (
        (line | {"game": "mayor"}, "line 1, document.game"),
        (line | {"document": _without_categories(line["document"])}, "line 1, document.pad.categories"),
    ):
        plan = planned(store, json.dumps(wrong).encode())
        assert plan.problems[0].path == path


def _with(store: Store, content: Any) -> Store:
    keep(store, content, number(1))
    return store


def _without_categories(document: dict[str, Any]) -> dict[str, Any]:
    table = document["table"]
    return document | {"table": table | {"pad": table["pad"] | {"categories": []}}}


def test_a_table_names_the_pad_its_number_and_its_categories(store: Store, there: Store) -> None:
    keep(store, scored({"Anna": 3, "Ben": 5}), number(1))
    data = exported(export_csv, store)
    row = rows_of(data)[0]
    assert [row[name] for name in ("game key", "game", "bgg", "Regions [regions]", "Crowns [crowns]")] == [
        KEY,
        "Kingdomino",
        "204583",
        "3",
        "1",
    ]
    assert take_in(there, data).added == 1
    (taken,) = plays_of(there)
    assert (taken.game, taken.title, [seat.total for seat in taken.players]) == (KEY, "Kingdomino", [4, 6])
    assert {spread.rule: spread.most for spread in categories(there, Scope(game=KEY))} == {"regions": 5, "crowns": 1}
    assert planned(store, data).same == planned(there, data).same == 1


def test_a_table_of_an_earlier_version_has_no_number(store: Store, there: Store) -> None:
    keep(store, plain({"Anna": 80, "Ben": 60}), number(1))
    data = exported(export_csv, store)
    assert rows_of(data)[0]["bgg"] == "230802"
    before = data.replace(b",bgg,", b",").replace(b",230802,", b",")
    assert b"230802" not in before.replace(b"bgg-230802", b"")
    take_in(there, before)
    assert [(play.game, play.title) for play in plays_of(there)] == [("bgg-230802", "Azul")]
    assert planned(store, before).same == 1


def test_tables_of_several_games_say_whose_category_it_is(store: Store, there: Store) -> None:
    keep(store, scored({"Anna": 3}), number(1))
    keep(store, scored({"Anna": 72}, OTHER_KEY, FEWEST, days=1), number(2))
    data = exported(export_csv, store)
    assert {f"Kingdomino: Regions [{KEY}: regions]", f"Golf: Strokes [{OTHER_KEY}: strokes]"} <= rows_of(data)[0].keys()
    take_in(there, data)
    assert [spread.rule for spread in categories(there, Scope(game=OTHER_KEY))] == ["strokes"]


def test_bg_stats_gets_the_pad_s_title_number_categories_and_who_wins(store: Store) -> None:
    keep(store, scored({"Anna": 3, "Ben": 5}), number(1))
    keep(store, scored({"Anna": 72}, OTHER_KEY, FEWEST, days=1), number(2))
    data = json.loads(exported(export_bgsplay, store))
    games_by_name = {game["name"]: (game.get("bggId"), game["highestWins"]) for game in data["games"]}
    assert games_by_name == {"Kingdomino": (204583, True), "Golf": (None, False)}
    assert [play["comments"] for play in data["plays"]] == [
        "Anna: 72 = Strokes 72",
        "Anna: 4 = Regions 3, Crowns 1\nBen: 6 = Regions 5, Crowns 1",
    ]
    play = kept(store, number(1))
    link = bgstats_link(play, games.known_game(store, KEY))
    assert "%22name%22%3A%22Kingdomino%22" in link
    assert "%22bggId%22%3A204583" in link
    file = json.loads(export_play(play, games.known_game(store, KEY)))
    assert file["games"][0]["bggId"] == 204583


def test_plays_in_a_file_of_bg_stats_are_known_as_those_of_the_pad(store: Store) -> None:
    keep(store, scored({"Anna": 3, "Ben": 5}), number(1))
    assert planned(store, exported(export_bgsplay, store)).same == 1


def test_plays_that_were_given_a_pad_stay_there_when_their_file_comes_again(store: Store, there: Store) -> None:
    azul = plain({"Anna": 80, "Ben": 60})
    keep(there, azul, number(1))
    keep(there, plain({"Anna": 81, "Ben": 60}, days=1), number(2))
    first = Filter(until=plays_of(there)[1].day)
    keep_pad(store)
    for export in (export_jsonl, export_csv, export_bgsplay):
        done = take_in(store, exported(export, there, first))
        game_merges.merge_games(store, azul.game, KEY)
        keep_pad(store, KINGDOMINO | {"title": "Renamed since"})
        assert planned(store, exported(export, there, first)).same == 1
        later = take_in(store, exported(export, there))
        assert (later.added, later.changed) == (1, 0)
        assert {(play.game, play.title) for play in plays_of(store)} == {(KEY, "Kingdomino"), (KEY, "Renamed since")}
        game_merges.unmerge_games(store, azul.game)
        assert {play.game for play in plays_of(store)} == {azul.game, KEY}
        for number_ in (later.id, done.id):
            undo_import(store, number_ or "")
        assert plays_of(store) == []
        keep_pad(store)


def test_an_import_that_is_undone_leaves_corrected_plays_under_their_pad(store: Store, there: Store) -> None:
    keep(there, plain({"Anna": 80, "Ben": 60}), number(1))
    data = exported(export_csv, there)
    take_in(store, data)
    keep_pad(store)
    game_merges.merge_games(store, "bgg-230802", KEY)
    corrected = take_in(store, data.replace(b",80,", b",90,"))
    assert (corrected.changed, plays_of(store)[0].game) == (1, KEY)
    undo_import(store, corrected.id or "")
    (play,) = plays_of(store)
    assert (play.game, play.players[0].total) == (KEY, 80)

"""Games by the keys of their plays: pads and their categories, plays put under another game and back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import pytest

from storage.database.errors import StoreError
from storage.repositories import game_merges, games, history, plays
from storage.repositories.history import Filter
from storage.repositories.values import StaleError
from tests.storage.sample_pads import KEY, KINGDOMINO, OTHER_KEY, document, keep_pad, played
from tests.storage.sample_plays import content, finished, kept, sheet, written

if TYPE_CHECKING:
    from storage.repositories.tables import Store

OTHER: Final = KINGDOMINO | {"title": "Kingdomino Origins"}
UNKNOWN: Final = "bgg-13"


def keys(store: Store) -> dict[str, int]:
    return {game.key: game.plays for game in games.played_games(store)}


def with_category(key: str, title: str) -> dict[str, Any]:
    return KINGDOMINO | {"categories": [{"key": key, "title": title, "kind": "points"}]}


def test_the_plays_of_each_pad_are_a_game_of_their_own(store: Store) -> None:
    played(store, {"Anna": 3, "Ben": 5})
    played(store, {"Anna": 7}, OTHER_KEY, days=3)
    last = played(store, {"Anna": 8}, OTHER_KEY, KINGDOMINO | {"title": "Kingdomino II"}, days=4)
    binned = played(store, {"Anna": 9}, OTHER_KEY, KINGDOMINO | {"title": "gone"}, days=5)
    plays.remove(store, binned.id)
    shown = {game.key: (game.title, game.plays, game.first, game.last) for game in games.played_games(store)}
    assert shown == {
        KEY: ("Kingdomino", 1, "2024-03-01", "2024-03-01"),
        OTHER_KEY: ("Kingdomino II", 2, "2024-03-04", "2024-03-05"),
    }
    assert [play.id for play in history.page(store, Filter(game=OTHER_KEY), 1).plays] == [last.id]


@pytest.mark.usefixtures("on_both")
def test_the_games_are_those_that_were_played_by_title(store: Store) -> None:
    assert games.played_games(store) == ()
    finished(store)
    written(store, content({"Cathy": 1}, game="azul", title="azul"))
    written(store, content({"Cathy": 1}, 3, game="azul", title="Azul, second printing"))
    gone = written(store, content({"Cathy": 1}, game="chess", title="Chess"))
    plays.remove(store, gone.id)
    titles = [(game.key, game.title) for game in games.played_games(store)]
    assert titles == [("azul", "Azul, second printing"), ("carpe-diem", "Carpe Diem")]


def test_a_category_has_the_title_of_the_last_play_that_had_it(store: Store) -> None:
    played(store, {"Anna": 1}, pad=with_category("regions", "Areas"))
    played(store, {"Anna": 1}, pad=with_category("castle", "Castle"), days=1)
    played(store, {"Anna": 1}, pad=with_category("castle", "Keep"), days=2)
    played(store, {"Anna": 1}, days=3)
    game = games.known_game(store, KEY)
    assert [(key, str(title)) for key, title in game.rules.items()] == [
        ("regions", "Regions"),
        ("crowns", "Crowns"),
        ("castle", "Keep"),
    ]


def test_a_pad_that_is_kept_says_its_number_and_its_newest_categories(store: Store) -> None:
    played(store, {"Anna": 1})
    assert games.known_game(store, KEY).bgg_id == 204583
    keep_pad(store, with_category("castle", "Castle") | {"bgg": 7})
    game = games.known_game(store, KEY)
    assert (game.bgg_id, list(game.rules)) == (7, ["regions", "crowns", "castle"])
    assert set(games.kept_pads(store)) == {KEY}


def test_games_with_rules_and_games_from_elsewhere_are_known_as_far_as_they_are(store: Store) -> None:
    rules = games.known_game(store, "mayor").rules
    assert {key: str(title) for key, title in rules.items()} == {"citizen": "Citizen"}
    assert games.known_game(store, UNKNOWN).rules == {}
    assert games.known_game(store, KEY).pad is None


def test_an_entry_that_is_no_pad_is_none(store: Store) -> None:
    keep_pad(store, {"title": "Broken"})
    assert games.kept_pads(store) == {}


@pytest.mark.usefixtures("on_both")
def test_plays_of_one_pad_go_under_another_and_back(store: Store) -> None:
    first = played(store, {"Anna": 3, "Ben": 5})
    second_play = played(store, {"Anna": 7}, OTHER_KEY, OTHER, days=1)
    binned = played(store, {"Anna": 8}, OTHER_KEY, OTHER, days=2)
    plays.remove(store, binned.id)
    made = game_merges.merge_games(store, OTHER_KEY, KEY)
    assert (made.title, made.into, set(made.plays)) == ("Kingdomino Origins", KEY, {second_play.id, binned.id})
    assert keys(store) == {KEY: 2}
    moved = kept(store, second_play.id)
    assert (moved.title, moved.document, moved.sheet, moved.revision) == (
        "Kingdomino",
        second_play.document,
        second_play.sheet,
        1,
    )
    assert kept(store, binned.id).game == KEY
    assert game_merges.merges_into(store, KEY) == (made,)
    game_merges.unmerge_games(store, OTHER_KEY)
    assert (kept(store, first.id), kept(store, second_play.id)) == (first, second_play)
    assert kept(store, binned.id).game == OTHER_KEY
    assert game_merges.merges_into(store, KEY) == ()
    with pytest.raises(StaleError):
        game_merges.unmerge_games(store, OTHER_KEY)


def test_plays_of_an_unknown_game_get_a_pad_that_nobody_has_played_yet(store: Store) -> None:
    catan = written(store, content({"Anna": 10, "Ben": 8}, game=UNKNOWN))
    keep_pad(store)
    game_merges.merge_games(store, UNKNOWN, KEY)
    placed = kept(store, catan.id)
    assert (placed.game, placed.title) == (KEY, "Kingdomino")
    assert (placed.sheet, placed.document, placed.players) == (catan.sheet, None, catan.players)
    early = {"title": "Catan", "into": KEY, "at": "2024-03-02T20:00:00+00:00", "plays": {catan.id: catan.title}}
    store.set(f"game/{UNKNOWN}", early)  # as it was, before anybody counted who was judged
    game_merges.unmerge_games(store, UNKNOWN)
    assert kept(store, catan.id) == catan


def test_the_settings_that_are_read_at_each_start_do_not_hold_the_plays_of_a_merge(store: Store) -> None:
    store.set("theme", "dark")
    played(store, {"Anna": 3})
    played(store, {"Anna": 7}, OTHER_KEY)
    game_merges.merge_games(store, OTHER_KEY, KEY)
    assert store.settings() == {"theme": "dark"}


def test_later_plays_follow_and_stay_when_it_is_undone(store: Store) -> None:
    played(store, {"Anna": 3})
    table = store.begin(OTHER_KEY, {"table": document(OTHER, {"Anna": 4})["table"], "extras": {}})
    played(store, {"Anna": 7}, OTHER_KEY, OTHER)
    game_merges.merge_games(store, OTHER_KEY, KEY)
    later = plays.finish(store, table.id, sheet({"Anna": 4}))
    assert (later.game, later.title) == (KEY, "Kingdomino")
    assert plays.correct(store, later.id, content({"Anna": 4}, game=OTHER_KEY), "x").game == KEY
    game_merges.unmerge_games(store, OTHER_KEY)
    assert keys(store) == {KEY: 2, OTHER_KEY: 1}


def test_games_merged_one_into_the_next_come_apart_in_any_order(store: Store) -> None:
    third_key = f"{KEY}3"
    first, two, three = (played(store, {"Anna": 1}, key) for key in (KEY, OTHER_KEY, third_key))
    for undone in ((KEY, OTHER_KEY), (OTHER_KEY, KEY)):
        game_merges.merge_games(store, KEY, OTHER_KEY)
        game_merges.merge_games(store, OTHER_KEY, third_key)
        assert keys(store) == {third_key: 3}
        assert {merge.source for merge in game_merges.merges_into(store, third_key)} == {KEY, OTHER_KEY}
        for source in undone:
            game_merges.unmerge_games(store, source)
        assert [kept(store, play.id) for play in (first, two, three)] == [first, two, three]


def test_a_game_whose_plays_went_elsewhere_takes_others_there(store: Store) -> None:
    played(store, {"Anna": 1})
    played(store, {"Anna": 1}, OTHER_KEY)
    game_merges.merge_games(store, OTHER_KEY, KEY)
    written(store, content({"Anna": 10}, game=UNKNOWN))
    assert game_merges.merge_games(store, UNKNOWN, OTHER_KEY).into == KEY
    with pytest.raises(StoreError, match="already"):
        game_merges.merge_games(store, KEY, OTHER_KEY)


def test_games_with_rules_stay_what_they_are_and_nothing_goes_under_a_game_without_a_pad(store: Store) -> None:
    ours = finished(store)
    played(store, {"Anna": 1})
    written(store, content({"Anna": 10}, game=UNKNOWN))
    for source, into in ((ours.game, KEY), (KEY, ours.game), (KEY, UNKNOWN)):
        with pytest.raises(StoreError, match="rules"):
            game_merges.merge_games(store, source, into)
    for source, into in ((OTHER_KEY, KEY), (KEY, OTHER_KEY)):
        with pytest.raises(StaleError):
            game_merges.merge_games(store, source, into)

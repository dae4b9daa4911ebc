"""Whether the most or the fewest points win: one fact of a game, wherever it came from."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import date
from typing import TYPE_CHECKING, Any, Final

import pytest

from companion.services.import_export import changes_anything, import_summary, plan_summary, read_file
from companion.services.kept_pads import import_planned, join_plays
from companion.services.statistics import StatisticsQuery, load_statistics
from scoring.score_pad.game import SCORE_PAD
from scoring.sheet import Winner
from storage.database.models import PlayRow
from storage.exchange.bgstats import export_bgsplay
from storage.exchange.past_imports import imports, undo_import
from storage.exchange.planning import plan
from storage.exchange.tessera_jsonl import export_jsonl
from storage.repositories import game_merges, versions
from storage.repositories.game_merges import merges_into
from storage.repositories.games import WINNERS, known_game, played_games
from storage.repositories.history import Filter, stream
from storage.repositories.play_content import judged
from storage.repositories.play_versions import rewrite_play
from storage.repositories.plays import correct, revisions
from tests.storage.exchange.bgstats_samples import file_of, play_of
from tests.storage.exchange.samples import exported
from tests.storage.exchange.samples import take_in as take_in_alone
from tests.storage.exchange.test_bgg import element, listed, player
from tests.storage.sample_pads import KEY, KINGDOMINO, keep_pad
from tests.storage.stores import opened

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from storage.exchange.past_imports import Import
    from storage.repositories.tables import Store

YEAR: Final = date(2024, 1, 1)
SKYJO: Final = "bgg-204135"
ON_SHELF: Final = "score-pad:skyjo"
UNMARKED: Final = listed(
    element(player("Anna", "12") + player("Bo", "95"), '<item name="Skyjo" objectid="204135"/>'),
    element(player("Anna", "66") + player("Bo", "8"), '<item name="6 nimmt!" objectid="432"/>', id="12"),
    element(player("Anna", "3") + player("Bo", "4"), '<item name="Odd" objectid="900001"/>', id="13"),
)
LOW: Final[dict[str, Any]] = {"name": "Low", "bggId": 4711, "highestWins": False}


@pytest.fixture
def there(tmp_path: Path) -> Iterator[Store]:
    with opened(tmp_path / "there.db") as running:
        yield running


def take_in(store: Store, data: bytes) -> Import:
    return import_planned(store, plan(store, read_file(data, "file")), "a file")


def winners(store: Store) -> dict[str, list[str]]:
    return {play.title: [seat.name for seat in play.players if seat.won] for play in stream(store, Filter())}


def alone(*totals: str) -> bytes:
    """Plays of one player in which no winner says what wins."""
    plays = [play_of(total, sheet="", number=number) for number, total in enumerate(totals, start=1)]
    return file_of(*plays, game=LOW)


def test_the_shelf_says_what_wins_in_plays_that_mark_nobody(store: Store) -> None:
    sentences = plan_summary(plan(store, read_file(UNMARKED, "file")))
    assert "To be added: 3 plays and 2 games in which the fewest points win." in sentences
    done = take_in(store, UNMARKED)
    assert import_summary(done) == "3 plays added."
    assert winners(store) == {"Skyjo": ["Anna"], "6 nimmt!": ["Bo"], "Odd": []}
    assert known_game(store, SKYJO).winner is Winner.FEWEST
    again = plan(store, read_file(UNMARKED, "file"))
    assert not changes_anything(again)
    undo_import(store, done.id or "")
    assert known_game(store, SKYJO).winner is None


def test_statistics_of_a_game_in_which_the_fewest_win_call_the_least_the_best(store: Store) -> None:
    take_in(store, alone("12", "30", "70"))
    data = load_statistics(store, StatisticsQuery(game="bgg-4711", player=None, span=""), None, None, YEAR)
    assert data.fewest
    assert [figures.best for figures in data.standings] == [12]


def test_a_lead_is_one_where_the_fewest_win_by_marks_alone(store: Store) -> None:
    skyjo = '<item name="Low" objectid="4711"/>'
    take_in_alone(store, listed(element(player("Anna", "5", "1") + player("Bo", "25"), skyjo)))
    anna, _ = load_statistics(
        store, StatisticsQuery(game="bgg-4711", player=None, span=""), None, None, date(2024, 1, 1)
    ).standings
    query = StatisticsQuery(game="bgg-4711", player=anna.player_id, span="")
    of_anna = load_statistics(store, query, None, None, YEAR).player
    assert of_anna is not None
    assert [pair.difference for pair in of_anna.pairs] == [20]


@pytest.mark.parametrize("only", [Filter(), Filter(game="bgg-4711")])
def test_what_wins_goes_with_the_plays_of_a_game(store: Store, there: Store, only: Filter) -> None:
    take_in(store, alone("12", "30"))
    file = json.loads(exported(export_bgsplay, store, only))
    assert [game["highestWins"] for game in file["games"]] == [False]
    take_in(there, exported(export_jsonl, store, only))
    assert known_game(there, "bgg-4711").fewest
    (line,) = [line for line in map(json.loads, exported(export_jsonl, store, only).splitlines()) if "value" in line]
    assert {name: line[name] for name in ("tessera", "format", "game", "part", "key", "value")} == {
        "tessera": "copy",
        "format": 2,
        "game": SCORE_PAD.key,
        "part": WINNERS,
        "key": "bgg-4711",
        "value": "fewest",
    }


def test_a_file_of_before_says_what_wins_once_it_is_taken_in_again(store: Store) -> None:
    data = alone("12", "30")
    take_in(store, data)
    store.drop(SCORE_PAD.key, WINNERS, "bgg-4711")
    assert changes_anything(plan(store, read_file(data, "file")))
    assert import_summary(take_in(store, data)) == "1 value of your copies added."
    assert known_game(store, "bgg-4711").fewest


def skyjo_of_version_1(store: Store) -> None:
    """Take plays in as version 1.0 did, for which the most points were always the best."""
    take_in_alone(store, UNMARKED)
    for play in [*stream(store, Filter())]:
        with store.writing() as session:
            row = session.get_one(PlayRow, play.id)
            name = versions.name_from(versions.stamp_of(play.version) + 1, play.version, "", "bgg")
            won = replace(judged(play, fewest=False), version=name, follows=play.version)
            rewrite_play(session, store.now(), row, won, "", is_made_here=False)


@pytest.mark.parametrize("before", [take_in_alone, lambda store, _: skyjo_of_version_1(store)])
def test_plays_are_judged_anew_when_they_come_to_the_pad_of_the_game(store: Store, before: Any) -> None:
    before(store, UNMARKED)
    store.begin(ON_SHELF, {"table": {}, "extras": {}})
    join_plays(store, ON_SHELF)
    (skyjo,) = stream(store, Filter(game=ON_SHELF))
    assert [(seat.name, seat.place, seat.won) for seat in skyjo.players] == [("Anna", 1, True), ("Bo", 2, False)]
    assert [standing["player"] for standing in skyjo.sheet["standings"]] == ["Anna", "Bo"]
    assert revisions(store, skyjo.id)[0].what == "who won, by the pad"
    assert [merge.judged for merge in merges_into(store, ON_SHELF)] == [1]
    assert known_game(store, ON_SHELF).fewest
    assert plan(store, read_file(UNMARKED, "file")).changed == 1, "the other game of the shelf"


def test_the_list_of_before_corrects_a_loser_that_was_kept_as_the_winner(store: Store) -> None:
    skyjo_of_version_1(store)
    assert winners(store) == {"Skyjo": ["Bo"], "6 nimmt!": ["Anna"], "Odd": ["Bo"]}
    assert take_in(store, UNMARKED).changed == 2
    assert winners(store) == {"Skyjo": ["Anna"], "6 nimmt!": ["Bo"], "Odd": ["Bo"]}


def test_a_pad_of_ones_own_judges_but_not_what_was_corrected_here(store: Store) -> None:
    more = element(player("Anna", "7") + player("Bo", "9"), '<item name="Odd" objectid="900001"/>', id="14")
    take_in_alone(store, UNMARKED.replace(b"</plays>", more.encode() + b"</plays>"))
    (first, _) = stream(store, Filter(game="bgg-900001"))
    correct(store, first.id, replace(first, note="Nobody won"), "Edited")
    keep_pad(store, {**KINGDOMINO, "winner": "fewest"})
    assert game_merges.merge_games(store, "bgg-900001", KEY).judged == 1
    assert sorted(seat.won for play in stream(store, Filter(game=KEY)) for seat in play.players) == [
        False,
        False,
        False,
        True,
    ]


def games_of(store: Store) -> list[tuple[str, int]]:
    return [(game.key, game.plays) for game in played_games(store)]


def test_an_import_and_what_it_puts_under_a_pad_are_one_step(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    class Killed(BaseException):
        """The process ends."""

    def killed(*_: object, **__: object) -> None:
        raise Killed

    store.begin(ON_SHELF, {"table": {}, "extras": {}})
    with monkeypatch.context() as patch:
        patch.setattr(game_merges, "_judge", killed)
        with pytest.raises(Killed):
            take_in(store, UNMARKED)
    assert (games_of(store), imports(store)) == ([], ())
    take_in(store, UNMARKED)
    assert (ON_SHELF, 1) in games_of(store)


def test_undo_takes_back_what_an_import_put_under_a_pad(store: Store) -> None:
    take_in_alone(store, UNMARKED)
    before = [*stream(store, Filter())]
    store.begin(ON_SHELF, {"table": {}, "extras": {}})
    more = element(player("Cy", "5") + player("Bo", "7"), '<item name="Skyjo" objectid="204135"/>', id="21")
    done = take_in(store, listed(more))
    assert (ON_SHELF, 2) in games_of(store)
    assert import_summary(done) == ("1 play added. In 1 play the pad says who won, as nobody was marked as the winner.")
    undone = undo_import(store, done.id or "")
    assert (undone.removed, undone.restored, undone.kept) == (1, 1, ())
    assert [*stream(store, Filter())] == before
    assert merges_into(store, ON_SHELF) == ()
    join_plays(store, ON_SHELF)
    assert (ON_SHELF, 1) in games_of(store)

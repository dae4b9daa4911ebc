"""A play that comes from BG Stats and from BoardGameGeek, to which BG Stats posted it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from companion.services.import_export import changes_anything, difference_lines, import_summary, plan_summary
from storage.exchange.bgstats import export_bgsplay
from storage.exchange.past_imports import undo_import
from storage.repositories.history import Filter, stream
from storage.repositories.plays import remove
from tests.storage.exchange.samples import exported, jsonl, line, number, plain, planned, take_in
from tests.storage.exchange.test_bgg import element, listed, player

if TYPE_CHECKING:
    from storage.repositories.tables import Store

LOOKALIKE = (
    "Azul, 2024-03-01 is new, but looks like a play here from another source: the same day, game, players and scores"
)


def of_bg_stats(*, bgg_play: int = 0, comments: str = "") -> bytes:
    players = [
        {"id": index, "uuid": f"00000000-0000-4000-8000-00000000000{index}", "name": name, "isAnonymous": False}
        for index, name in enumerate(("Anna", "Bo"))
    ]
    scores = [
        {"score": score, "winner": won, "playerRefId": index, "rank": 0, "seatOrder": 0}
        for index, (score, won) in enumerate((("55", True), ("48", False)))
    ]
    play = {
        "uuid": "10000000-0000-4000-8000-000000000001",
        "playDate": "2024-03-01 20:00:00",
        "playDateYmd": 20240301,
        "gameRefId": 1,
        "bggId": bgg_play,
        "comments": comments,
        "playerScores": scores,
    }
    games = [{"id": 1, "uuid": "00000000-0000-4000-8000-00000000a001", "name": "Azul", "bggId": 230802}]
    return json.dumps({"games": games, "players": players, "locations": [], "plays": [play]}).encode()


FIRST, POSTED = of_bg_stats(), of_bg_stats(bgg_play=11)
LISTED = listed(element(player("Anna", "55", "1") + player("Bo", "48"), location=""))
IN_ANOTHER_ORDER = listed(element(player("Bo", "48") + player("Anna", "55", "1"), location=""))


def sources(store: Store) -> list[str]:
    return sorted(play.source for play in stream(store, Filter()))


def reasons(store: Store, data: bytes) -> list[str]:
    return [str(entry.reason) for entry in planned(store, data).entries]


@pytest.mark.usefixtures("on_both")
def test_a_play_that_was_posted_after_the_first_import_is_known_by_its_number_there(store: Store) -> None:
    take_in(store, FIRST)
    plan = planned(store, POSTED)
    assert changes_anything(plan)
    assert plan_summary(plan) == ("To be added: 1 number at BoardGameGeek.", "Already here: 1 play.")
    done = take_in(store, POSTED)
    assert import_summary(done) == "1 number at BoardGameGeek added."
    assert sources(store) == ["bgg:11"]
    assert take_in(store, LISTED).added == 0
    assert [take_in(store, data).id for data in (FIRST, POSTED, LISTED)] == [None] * 3
    undo_import(store, done.id or "")
    assert sources(store) == ["bgstats:10000000-0000-4000-8000-000000000001"]


def test_a_number_comes_with_a_corrected_play(store: Store) -> None:
    take_in(store, FIRST)
    done = take_in(store, of_bg_stats(bgg_play=11, comments="Close"))
    assert (done.added, done.changed, done.sources) == (0, 1, 1)
    assert take_in(store, LISTED).added == 0


def test_the_uuid_goes_back_to_bg_stats_although_the_number_is_kept(store: Store) -> None:
    take_in(store, FIRST)
    take_in(store, POSTED)
    (play,) = json.loads(exported(export_bgsplay, store))["plays"]
    assert (play["uuid"], play["bggId"]) == ("10000000-0000-4000-8000-000000000001", 11)


@pytest.mark.parametrize(("first", "second"), [(FIRST, LISTED), (LISTED, FIRST), (FIRST, IN_ANOTHER_ORDER)])
def test_what_looks_the_same_from_another_source_is_named(store: Store, first: bytes, second: bytes) -> None:
    take_in(store, first)
    plan = planned(store, second)
    assert (plan.new, difference_lines(plan)) == (1, ((LOOKALIKE,), 0))
    take_in(store, second)
    twice = "is here already; it is here twice, from two sources: delete one of them in the history"
    assert reasons(store, POSTED) == [twice]
    assert difference_lines(planned(store, POSTED))[0] == (f"Azul, 2024-03-01 {twice}",)
    assert take_in(store, POSTED).id is None


@pytest.mark.parametrize("deleted", ["bgg:11", "bgstats:10000000-0000-4000-8000-000000000001"])
def test_where_one_of_two_was_deleted_the_other_is_known_by_its_number(store: Store, deleted: str) -> None:
    take_in(store, FIRST)
    take_in(store, LISTED)
    remove(store, next(play.id for play in stream(store, Filter()) if play.source == deleted))
    take_in(store, POSTED)
    assert sources(store) == ["bgg:11"]
    assert [planned(store, data).new for data in (FIRST, POSTED, LISTED)] == [0, 0, 0]
    assert not any(entry.looks_double for data in (POSTED, LISTED) for entry in planned(store, data).entries)


def test_a_play_from_here_is_recognised_in_what_was_posted_of_it(store: Store) -> None:
    take_in(store, jsonl(line(plain({"Anna": 55, "Bo": 48}), number(1))))
    assert difference_lines(planned(store, LISTED)) == ((LOOKALIKE,), 0)
    (play,) = stream(store, Filter())
    remove(store, play.id)
    assert reasons(store, LISTED) == ["is new"]


@pytest.mark.parametrize(
    "changes",
    [{"date": "2024-03-02"}, {"item": '<item name="Azul" objecttype="thing" objectid="900001"/>'}, {"score": "56"}],
)
def test_another_day_game_or_score_is_another_play(store: Store, changes: dict[str, Any]) -> None:
    changes = dict(changes)
    score = changes.pop("score", "55")
    data = listed(element(player("Anna", score, "1") + player("Bo", "48"), **changes))
    take_in(store, FIRST)
    assert reasons(store, data) == ["is new"]

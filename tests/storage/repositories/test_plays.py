"""Finished plays: kept, taken up again, corrected with what they were, removed; each test on a real file."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import timedelta
from typing import TYPE_CHECKING, Any

import pytest
from sqlmodel import select

from storage.database.errors import StoreError
from storage.database.models import LineRow, PlayRevisionRow, PlayRow, RevisionRow, SeatRow, TableRow
from storage.documents import codec
from storage.repositories import history, people, plays
from storage.repositories.history import Filter
from storage.repositories.play_content import Participant, plain_sheet, play_of, read_play
from storage.repositories.values import StaleError, TableStep, day_of
from tests.companion.documents import ann_wins
from tests.storage.sample_plays import GAME, content, finished, kept, seated, sheet, written
from tests.storage.stores import START, Clock, coins, document, opened, paid

if TYPE_CHECKING:
    from pathlib import Path

    from sqlmodel import SQLModel

    from storage.repositories.tables import Store

NOBODY = "0" * 32


def rows(store: Store, kind: type[SQLModel]) -> int:
    with store.reading() as session:
        return len(session.exec(select(kind)).all())


def listed(store: Store, **filters: Any) -> list[str]:
    return [play.id for play in history.page(store, Filter(**filters), 9).plays]


def test_a_finished_table_becomes_a_play_with_its_sheet(store: Store) -> None:
    table = store.begin(GAME, coins(4, turn=0))
    play = plays.finish(store, table.id, sheet({"Cathy": 61}))
    assert (play.table_id, play.game, play.document, play.extras) == (table.id, GAME, document(4), {"turn": 0})
    assert (play.sheet, play.source, play.note, play.place) == (sheet({"Cathy": 61}), "", "", "")
    assert (play.revision, play.edited, play.reopened, play.removed) == (1, None, False, None)
    assert (play.begun, play.finished) == (table.created, START + timedelta(minutes=2))
    assert play.day == day_of(play.finished)
    assert plays.play(store, play.id) == play
    assert plays.play_of_table(store, table.id) == play.id
    assert store.tables() == ()
    ended = store.table(table.id)
    assert ended is not None
    assert (ended.state, ended.changed) == ("finished", play.finished)


def test_a_table_that_was_changed_since_it_was_scored_is_not_finished(store: Store) -> None:
    table = store.begin(GAME, coins(0))
    store.save(table, TableStep(1, "host", "Coins: 4", ()), coins(4))
    with pytest.raises(StaleError):
        plays.finish(store, table.id, sheet({"Cathy": 0}), 0)
    assert plays.finish(store, table.id, sheet({"Cathy": 4}), 1).document == document(4)


def test_a_play_has_the_title_of_its_game_and_the_edition_of_its_document(store: Store) -> None:
    play = plays.finish(
        store, store.begin(GAME, {"table": ann_wins()["table"], "extras": {}}).id, sheet({"Ann": 6, "Ben": 3})
    )
    assert (play.title, play.edition) == ("Carpe Diem", "second edition")
    odd = finished(store)
    assert (odd.title, odd.edition) == ("Carpe Diem", "")
    unknown = finished(store, game="a-game-of-tomorrow")
    assert (unknown.title, unknown.edition) == ("a-game-of-tomorrow", "")


def test_the_seats_are_those_of_the_sheet(store: Store) -> None:
    play = finished(store, {"Cathy": 5, "Nick": 9, "Anna": 9})
    assert [(player.name, player.total, player.place, player.won, player.position) for player in play.players] == [
        ("Cathy", 5, 3, False, 0),
        ("Nick", 9, 1, True, 1),
        ("Anna", 9, 1, True, 2),
    ]
    ids = {player.name: player.id for player in people.players(store)}
    assert [seat.id for seat in play.players] == [ids[seat.name] for seat in play.players]


def test_the_lines_are_those_of_the_sheet_and_a_rule_counts_once(store: Store) -> None:
    score_sheet = sheet({"Cathy": 5})
    score_sheet["columns"][0]["lines"].append({"rule": "villas", "points": 3})
    plays.finish(store, store.begin(GAME, coins(0)).id, score_sheet)
    with store.reading() as session:
        lines = {(line.seat, line.rule): line.points for line in session.exec(select(LineRow))}
    assert lines == {(0, "villas"): 7, (0, "bread"): 1}


def test_a_table_is_finished_once(store: Store) -> None:
    table = store.begin(GAME, coins(0))
    plays.finish(store, table.id, sheet({"Cathy": 1}))
    for wrong_id in (table.id, NOBODY):
        with pytest.raises(StaleError):
            plays.finish(store, wrong_id, sheet({"Cathy": 2}))
    assert history.count(store, Filter()) == 1


def test_a_reopened_play_stays_while_its_table_runs_again_with_its_steps(store: Store) -> None:
    table = store.begin(GAME, coins(0))
    table = store.save(table, TableStep(1, "Cathy", "", ()), table.content)
    play = plays.finish(store, table.id, sheet({"Cathy": 3}))
    again = plays.reopen(store, play.id)
    assert (again.id, again.state, again.revision) == (table.id, "running", 2)
    assert again.changed > play.finished
    assert store.tables() == (again,)
    assert kept(store, play.id).reopened
    assert listed(store) == [play.id]
    assert plays.play_of_table(store, table.id) is None
    undo = store.turnable(table.id, "Cathy")[0]
    assert undo is not None
    assert undo.number == 1


def test_a_play_is_reopened_once_however_often_that_is_asked(store: Store) -> None:
    play = finished(store)
    assert plays.reopen(store, play.id) == plays.reopen(store, play.id)


@pytest.mark.usefixtures("on_both")
def test_finishing_again_corrects_the_play_and_keeps_what_it_was(store: Store) -> None:
    play = finished(store, {"Cathy": 9, "Nick": 5})
    noted = plays.correct(store, play.id, replace(play, place="Club", note="hot"), "noted")
    table = plays.reopen(store, play.id)
    table = store.save(table, paid(table, 3), coins(3, turn=2))
    again = plays.finish(store, table.id, sheet({"Nick": 7, "Cathy": 2}))
    assert (again.id, again.table_id, again.revision, again.reopened) == (play.id, table.id, 3, False)
    assert (again.begun, again.finished, again.day) == (play.begun, play.finished, play.day)
    assert (again.place, again.note) == (noted.place, noted.note) == ("Club", "hot")
    assert (again.document, again.extras) == (document(3), {"turn": 2})
    assert [(seat.name, seat.total) for seat in again.players] == [("Nick", 7), ("Cathy", 2)]
    assert again.edited is not None
    assert kept(store, play.id) == again
    assert (rows(store, SeatRow), rows(store, LineRow)) == (2, 4)
    last, *_ = plays.revisions(store, play.id)
    assert (last.play.revision, last.what, last.at) == (2, plays.FINISHED_AGAIN, again.edited)
    assert last.play == play_of(noted)
    assert plays.play_of_table(store, table.id) == play.id
    assert listed(store) == [play.id]


@pytest.mark.usefixtures("on_both")
def test_finishing_again_without_a_change_leaves_the_play_as_it_was(store: Store) -> None:
    played = finished(store, {"Cathy": 9})
    play = plays.correct(store, played.id, replace(played, place="Club", note="hot"), "noted")
    plays.reopen(store, play.id)
    assert plays.finish(store, play.id, play.sheet) == play == kept(store, play.id)
    table = plays.reopen(store, play.id)
    store.save(table, paid(table, 3), coins(3))
    assert not plays.finish_unchanged(store, play.id)
    plays.finish(store, play.id, sheet({"Cathy": 3}))
    assert len(plays.revisions(store, play.id)) == 2


@pytest.mark.usefixtures("on_both")
def test_what_was_reopened_and_not_changed_is_finished_as_it_was(store: Store) -> None:
    play = finished(store)
    assert not plays.finish_unchanged(store, play.id), "it is finished already"
    plays.reopen(store, play.id)
    assert plays.finish_unchanged(store, play.id)
    assert kept(store, play.id) == play
    assert store.tables() == ()
    assert plays.play_of_table(store, play.id) == play.id
    table = plays.reopen(store, play.id)
    table = store.save(table, paid(table, 3), coins(3))
    assert not plays.finish_unchanged(store, play.id)
    assert store.tables() == (table,)
    assert not plays.finish_unchanged(store, NOBODY)


def test_a_play_that_other_rules_score_otherwise_is_another_version(store: Store) -> None:
    play = finished(store)
    plays.reopen(store, play.id)
    assert plays.finish(store, play.id, sheet({"Cathy": 77})).revision == 2


def test_the_place_and_the_note_of_a_table_are_those_of_its_play(store: Store) -> None:
    table = store.begin(GAME, coins(0, turn=1, place=" Club ", note="hot"))
    play = plays.finish(store, table.id, sheet({"Cathy": 1}))
    assert (play.place, play.note, play.extras) == ("Club", "hot", {"turn": 1})
    plays.correct(store, play.id, replace(play, place="Home", note=""), "noted")
    again = plays.reopen(store, play.id)
    assert again.content["extras"] == {"turn": 1, "place": "Home"}
    store.save(table, paid(again, 3), coins(3, turn=1, place="", note="late"))
    play = plays.finish(store, table.id, sheet({"Cathy": 1}))
    assert (play.place, play.note, play.extras) == ("", "late", {"turn": 1})


def test_a_play_whose_table_is_removed_instead_is_as_it_was(store: Store) -> None:
    play = finished(store)
    table = plays.reopen(store, play.id)
    store.set_state(table.id, "removed")
    assert kept(store, play.id) == play
    assert plays.play_of_table(store, table.id) == play.id
    store.set_state(table.id, "running")
    assert kept(store, play.id).reopened
    assert plays.finish(store, table.id, sheet({"Cathy": 1})).id == play.id


def test_a_removed_play_that_is_taken_up_is_no_longer_removed(store: Store) -> None:
    play = finished(store)
    plays.remove(store, play.id)
    plays.reopen(store, play.id)
    assert kept(store, play.id).removed is None


def test_a_reopened_play_that_was_removed_comes_back_with_the_end_of_its_table(store: Store) -> None:
    play = finished(store)
    table = plays.reopen(store, play.id)
    plays.remove(store, play.id)
    again = plays.finish(store, table.id, sheet({"Cathy": 1}))
    assert (again.id, again.removed) == (play.id, None)


def test_a_play_that_came_without_a_table_cannot_be_reopened(store: Store) -> None:
    play = written(store, content({"Cathy": 9}))
    with pytest.raises(StoreError, match="no table of its own"):
        plays.reopen(store, play.id)
    assert not kept(store, play.id).reopened


def test_a_corrected_play_keeps_what_it_was(store: Store) -> None:
    play = written(store, content({"Cathy": 9, "Nick": None}))
    players = seated({"Cathy": 3, "Nick": 4})
    better = content({}, 40, players=players, sheet=plain_sheet(players), place=" Club ", note="again")
    again = plays.correct(store, play.id, better, "totals")
    assert (again.revision, again.place, again.note) == (2, "Club", "again")
    assert again.finished == play.finished + timedelta(days=40)
    assert again.day == day_of(again.finished) != play.day
    assert [(seat.name, seat.total, seat.place, seat.won) for seat in again.players] == [
        ("Cathy", 3, 2, False),
        ("Nick", 4, 1, True),
    ]
    assert (again.id, again.source) == (play.id, play.source)
    assert again.edited is not None
    assert again.edited > START
    (before,) = plays.revisions(store, play.id)
    assert (before.play.id, before.play.revision, before.what, before.at) == (play.id, 1, "totals", again.edited)
    assert before.play == play_of(play)


def test_each_correction_is_a_revision_the_last_one_first(store: Store) -> None:
    play = written(store, content({"Cathy": 0}))
    for number in (1, 2, 3):
        play = plays.correct(store, play.id, content({"Cathy": number}), f"{number}")
    revisions = plays.revisions(store, play.id)
    assert [(revision.play.revision, revision.what) for revision in revisions] == [(3, "3"), (2, "2"), (1, "1")]
    assert [revision.play.players[0].total for revision in revisions] == [2, 1, 0]
    assert plays.revisions(store, NOBODY) == ()


def test_a_correction_that_fails_changes_nothing(store: Store) -> None:
    play = finished(store)
    broken = content({"Cathy": 1, "Nick": 2}, sheet={"columns": [{"player": "Cathy"}]})
    with pytest.raises(KeyError):
        plays.correct(store, play.id, broken, "broken")
    assert kept(store, play.id) == play
    assert plays.revisions(store, play.id) == ()
    assert (rows(store, SeatRow), rows(store, LineRow)) == (2, 4)


def test_a_removed_play_lies_in_the_bin_and_can_be_restored(store: Store) -> None:
    first, two = finished(store), finished(store)
    plays.remove(store, first.id)
    assert listed(store) == [two.id]
    assert listed(store, removed=True) == [first.id]
    removed = kept(store, first.id).removed
    assert removed is not None
    assert removed > two.finished
    assert plays.play_of_table(store, first.table_id or "") is None
    plays.restore(store, first.id)
    assert listed(store) == [two.id, first.id]
    restored = kept(store, first.id)
    assert restored == replace(first, revision=3, version=restored.version, follows=restored.follows)
    assert [(entry.what, entry.play.removed is None) for entry in plays.revisions(store, first.id)] == [
        ("restored", False),
        ("deleted", True),
    ]
    assert first.version < (plays.revisions(store, first.id)[0].play.version) < restored.version


@pytest.mark.usefixtures("on_both")
def test_a_play_is_forgotten_for_good_only_from_the_bin_and_with_its_table(store: Store) -> None:
    play, second_play = finished(store), finished(store, {"Cathy": 1})
    plays.correct(store, play.id, play, "nothing")
    with pytest.raises(StaleError):
        plays.delete_for_good(store, play.id)
    assert kept(store, play.id).revision == 2
    plays.remove(store, play.id)
    plays.delete_for_good(store, play.id)
    assert plays.play(store, play.id) is None
    assert store.table(play.table_id or "") is None
    assert kept(store, second_play.id) == second_play
    assert [rows(store, kind) for kind in (PlayRow, SeatRow, LineRow, PlayRevisionRow, TableRow)] == [1, 1, 2, 0, 1]
    assert {player.name for player in people.players(store)} == {"Cathy", "Nick"}


def test_the_steps_go_with_the_table(store: Store) -> None:
    table = store.begin(GAME, coins(0))
    store.save(table, TableStep(1, "Cathy", "", ()), coins(0))
    play = plays.finish(store, table.id, sheet({"Cathy": 1}))
    plays.remove(store, play.id)
    plays.delete_for_good(store, play.id)
    assert rows(store, RevisionRow) == 0


def test_a_table_that_runs_again_outlives_its_play(store: Store) -> None:
    play = finished(store)
    table = plays.reopen(store, play.id)
    plays.remove(store, play.id)
    plays.delete_for_good(store, play.id)
    assert store.tables() == (table,)
    again = plays.finish(store, table.id, sheet({"Cathy": 1}))
    assert (again.revision, again.id, again.edited) == (1, table.id, None)


def test_a_play_that_is_not_there_is_neither_changed_nor_found(store: Store) -> None:
    assert plays.play(store, NOBODY) is None
    assert plays.play_of_table(store, NOBODY) is None
    for change in (plays.remove, plays.restore, plays.reopen, plays.delete_for_good):
        with pytest.raises(StaleError):
            change(store, NOBODY)
    with pytest.raises(StaleError):
        plays.correct(store, NOBODY, content({"Cathy": 1}), "")


def test_a_play_from_elsewhere_is_kept_as_it_was_told(store: Store) -> None:
    original = content({"Cathy": None, "Nick": None}, place="Club", note="rain", begun=START - timedelta(hours=2))
    play = written(store, original, source="elsewhere:17", play_id="f" * 32)
    assert (play.id, play.source, play.table_id, play.document) == ("f" * 32, "elsewhere:17", None, None)
    ids = {player.name: player.id for player in people.players(store)}
    players = tuple(replace(player, id=ids[player.name]) for player in original.players)
    stored = replace(original, id=play.id, source=play.source, players=players, day=play.day, version=play.version)
    assert play_of(play) == stored


def test_a_play_does_not_begin_after_its_end_where_the_clock_was_put_back(tmp_path: Path) -> None:
    clock = Clock()
    with opened(tmp_path / "t.db", clock) as store:
        table = store.begin(GAME, coins(0))
        clock.now -= timedelta(days=2)
        play = plays.finish(store, table.id, sheet({"Cathy": 9, "Nick": 5}))
        assert (play.begun, play.finished) == (None, clock.now)
        clock.now += timedelta(days=9)
        again = plays.reopen(store, play.id)
        clock.now -= timedelta(days=30)
        play = plays.finish(store, again.id, sheet({"Cathy": 9, "Nick": 6}))
        assert play.begun is None
        late = replace(play, begun=play.finished + timedelta(seconds=1))
        assert plays.correct(store, play.id, late, "a slip").begun is None


def test_content_is_written_as_json_and_read_back(store: Store) -> None:
    play = written(store, content({"Cathy": 9, "Nick": None}, place="Club", begun=START, document=coins(1)))
    plain = codec.plain(play_of(play))
    assert read_play(json.loads(json.dumps(plain))) == play_of(play)
    assert (plain["begun"], plain["place"]) == ("2024-03-01T19:30:00.000250+00:00", "Club")
    assert plain["players"][1]["name"] == "Nick"


def test_a_play_without_a_place_is_written_with_an_empty_one(store: Store) -> None:
    assert codec.plain(play_of(finished(store)))["place"] == ""


def test_who_is_new_gets_the_look_of_the_play(store: Store) -> None:
    looks = {"seats": [{"colour": "blue", "shape": "leaf"}]}
    written(store, content({"Cathy": 1, "Nick": 2}, extras=looks))
    shown = {player.name: (player.colour, player.shape) for player in people.players(store)}
    assert shown == {"Cathy": ("blue", "leaf"), "Nick": ("", "")}


def test_nobody_was_seen_in_the_future(store: Store) -> None:
    play = written(store, content({"Cathy": 1}, 900, place="Club"))
    (cathy,), (club,) = people.players(store), people.places(store)
    assert max(cathy.seen, club.seen) < play.finished


def test_a_plain_sheet_has_totals_and_places_alone() -> None:
    players = (
        Participant(name="Nick", total=None, place=2, won=False),
        Participant(name="Cathy", total=None, place=1, won=True),
    )
    assert plain_sheet(players) == {
        "columns": [{"player": name, "total": None, "lines": []} for name in ("Nick", "Cathy")],
        "standings": [
            {"place": place, "player": name, "total": None, "decided_by": ""}
            for place, name in ((1, "Cathy"), (2, "Nick"))
        ],
    }

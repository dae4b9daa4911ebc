"""Finished tables from documents: scored, known again on the same day, and pads told apart."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import UTC, date, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import pytest

from scoring.sheet import of_members
from storage.documents import codec
from storage.exchange import files
from storage.exchange.importing import carry_out
from storage.exchange.past_imports import undo_import
from storage.exchange.planning import plan
from storage.exchange.table_documents import Occasion, incoming, read_document, read_lines
from storage.exchange.tessera_jsonl import export_jsonl
from storage.repositories import game_merges, people, plays
from storage.repositories.history import Filter, stream
from tests.storage.exchange.samples import exported, take_in
from tests.storage.stores import START

if TYPE_CHECKING:
    from collections.abc import Callable

    from storage.exchange.past_imports import Import
    from storage.exchange.planning import Plan
    from storage.repositories.play_content import StoredPlay
    from storage.repositories.tables import Store

GOLDEN: Final = Path(__file__).parents[2] / "golden"

DAY: Final = Occasion(day=date(2024, 2, 3))
"""A day some weeks before the one of the stores."""


def golden(name: str) -> dict[str, Any]:
    document: dict[str, Any] = json.loads((GOLDEN / f"{name}.json").read_text())
    return document


VILLAS: Final = golden("carpe-diem/nick-villas")

FARM: Final = golden("score-pad/farm")


def lines(*documents: dict[str, Any]) -> bytes:
    return b"".join(codec.to_json(document) + b"\n" for document in documents)


def planned(store: Store, *documents: dict[str, Any], on: Occasion = DAY) -> Plan:
    tables = read_lines(lines(*documents))
    assert tables.problems == ()
    return plan(store, incoming(store, tables, on))


def reasons(store: Store, *documents: dict[str, Any], on: Occasion = DAY) -> list[str]:
    return [str(entry.reason) for entry in planned(store, *documents, on=on).entries]


def added(store: Store, *documents: dict[str, Any], on: Occasion = DAY) -> Import:
    return carry_out(store, planned(store, *documents, on=on), "games.jsonl")


def kept(store: Store) -> list[StoredPlay]:
    """The plays from the first to the last."""
    return list(stream(store, Filter()))[::-1]


def test_every_golden_table_becomes_a_play_with_its_sheet_and_reasons(store: Store) -> None:
    documents = [json.loads(path.read_text()) for path in sorted(GOLDEN.glob("*/*.json"))]
    documents = [document for document in documents if "check" not in document]
    assert added(store, *documents).added == len(documents)
    for document, play in zip(documents, kept(store), strict=True):
        read = codec.read_table(document)
        sheet = of_members(read.game.score(read.table), read.table)
        assert play.sheet == codec.score_result(read.game, sheet)
        assert play.document == codec.table_document(read.game, read.table)
        assert (play.title, play.edition) == (read.game.at(read.table).title, str(read.game.variant(read.table) or ""))
        assert (play.day, play.begun, play.place, play.note) == ("2024-02-03", None, "", "")
        assert [seat.name for seat in play.players] == [column.player for column in sheet.columns]
        assert all(line["because"] for column in play.sheet["columns"] for line in column["lines"])


def test_a_table_that_was_added_on_the_same_day_is_known(store: Store) -> None:
    added(store, VILLAS)
    turned = {name: VILLAS[name] for name in reversed(VILLAS)}
    assert reasons(store, VILLAS) == reasons(store, turned) == ["is here already"]
    assert reasons(store, VILLAS, on=Occasion(day=date(2024, 2, 4))) == ["is new"]
    assert reasons(store, golden("carpe-diem/cathy-frame")) == ["is new"]
    assert added(store, VILLAS).id is None
    assert reasons(store, FARM, FARM) == ["is new", "is in this file twice: the first one counts"]


def test_a_table_that_was_finished_here_on_the_same_day_is_known(store: Store) -> None:
    read = codec.read_table(VILLAS)
    table = store.begin(read.game.key, {"table": codec.plain(read.table), "extras": {"seats": []}})
    finished = plays.finish(store, table.id, codec.score_result(read.game, read.game.score(read.table)))
    assert reasons(store, VILLAS, on=Occasion()) == ["is here already"]
    assert reasons(store, VILLAS, on=Occasion(note="By lamplight")) == ["differs from the play here: Note"]
    plays.remove(store, finished.id)
    assert reasons(store, VILLAS, on=Occasion()) == ["is deleted here, and stays so unless you restore it"]


def test_place_and_note_may_follow_and_are_taken_back(store: Store) -> None:
    added(store, VILLAS, on=replace(DAY, place=" Home\t", note="First\nSecond"))
    (play,) = kept(store)
    assert (play.place, play.note) == ("Home", "First\nSecond")
    done = added(store, VILLAS, on=replace(DAY, place="The club"))
    assert (done.added, done.changed) == (0, 1)
    (play,) = kept(store)
    assert (play.place, play.note) == ("The club", "First\nSecond")
    undo_import(store, done.id or "")
    assert [play.place for play in kept(store)] == ["Home"]


def test_an_undo_takes_the_plays_of_a_file_and_their_players_away(store: Store) -> None:
    people.remember_players(store, [("Nick", "red", "circle")])
    done = added(store, VILLAS, FARM)
    assert {friend.name for friend in people.players(store)} == {"Nick", "Hank", "Anna", "Ben", "Clara"}
    undo_import(store, done.id or "")
    assert kept(store) == []
    assert [friend.name for friend in people.players(store)] == ["Nick"]


def test_what_was_edited_here_stays(store: Store) -> None:
    added(store, VILLAS)
    (play,) = kept(store)
    plays.correct(store, play.id, replace(play, note="Mine"), "note entered")
    assert [entry.kind for entry in planned(store, VILLAS, on=replace(DAY, note="Another")).entries] == ["kept"]
    assert reasons(store, VILLAS) == ["is here already"]


@pytest.mark.parametrize("zone", ["Pacific/Kiritimati", "Europe/Berlin", "Pacific/Pago_Pago"])
def test_a_play_is_of_the_day_that_is_given_in_every_zone(
    store: Store, zones: Callable[[str], None], zone: str
) -> None:
    zones(zone)
    added(store, VILLAS)
    added(store, FARM, on=Occasion())
    early, today = kept(store)
    day = START.astimezone().date()
    assert (early.day, early.finished.astimezone().date()) == ("2024-02-03", date(2024, 2, 3))
    assert (today.day, today.finished.astimezone().date()) == (day.isoformat(), day)
    assert datetime.now(UTC) > today.finished > START
    assert reasons(store, FARM, on=Occasion(day=day)) == ["is here already"]


def with_pad(**changes: Any) -> dict[str, Any]:
    return {**FARM, "table": {**FARM["table"], "pad": {**FARM["table"]["pad"], **changes}}}


def with_bens_entries_for_clara() -> dict[str, Any]:
    anna, ben, clara = FARM["table"]["players"]
    players = [anna, ben, {**clara, "entries": ben["entries"]}]
    return {**FARM, "table": {**FARM["table"], "players": players}}


def test_plays_of_one_pad_are_of_one_game_and_another_pad_of_the_same_title_is_another(store: Store) -> None:
    added(store, FARM, with_bens_entries_for_clara(), with_pad(winner="fewest"))
    added(store, FARM, on=Occasion())
    first, second, another, later = (play.game for play in kept(store))
    assert first == second == later != another
    assert all(play.game.startswith("score-pad:") for play in kept(store))
    assert {play.title for play in kept(store)} == {"A farm"}


def test_a_pad_that_is_kept_here_gives_its_plays_its_key(store: Store) -> None:
    store.keep("score-pad", "pads", "mine", FARM["table"]["pad"])
    store.keep("score-pad", "pads", "damaged", {"title": "A farm"})
    added(store, FARM)
    assert [play.game for play in kept(store)] == ["score-pad:mine"]
    store.keep("score-pad", "pads", "mine", with_pad(winner="fewest")["table"]["pad"])
    added(store, with_bens_entries_for_clara())
    assert [play.game for play in kept(store)] == ["score-pad:mine"] * 2


def test_a_pad_whose_plays_were_put_under_another_game_follows_them(store: Store) -> None:
    added(store, FARM, with_pad(title="Farms"))
    farm, farms = kept(store)
    game_merges.merge_games(store, farm.game, farms.game)
    added(store, with_bens_entries_for_clara())
    assert [(play.game, play.title) for play in kept(store)] == [(farms.game, "Farms")] * 3


def test_what_came_in_is_the_same_elsewhere(store: Store, there: Store) -> None:
    added(store, VILLAS, FARM)
    added(there, FARM, VILLAS)
    ids = [{play.id for play in kept(each)} for each in (store, there)]
    assert ids[0] == ids[1]
    assert exported(export_jsonl, there).count(b'"tessera":"play"') == 2


def test_the_most_points_that_a_pad_can_give_come_back_from_an_export(store: Store, there: Store) -> None:
    pad = {"title": "Squares", "categories": [{"key": "squares", "title": "Squares", "kind": "products"}]}
    players = [{"name": "Anna", "entries": {"squares": [[999, 999]] * 50}}]
    added(store, {"game": "score-pad", "format": 1, "table": {"pad": pad, "players": players}})
    take_in(there, exported(export_jsonl, store))
    assert [play.players[0].total for play in kept(there)] == [50 * 999 * 999]


def test_all_problems_of_all_lines_are_said() -> None:
    bad = {**VILLAS, "format": 2, "name": "Nick"}
    data = lines(VILLAS, bad) + b"\n{\n" + lines({"tessera": "play"}, FARM)
    tables = read_lines(data.replace(b"\n", b"\r\n"))
    assert [at for at, _ in tables.tables] == ["line 1", "line 6"]
    assert [problem.path for problem in tables.problems] == ["line 2, name", "line 2, format", "line 4", "line 5"]
    assert "use `tessera import`" in str(tables.problems[-1].message)


@pytest.mark.parametrize(
    ("data", "path", "says"),
    [
        (b"", "", "not JSON"),
        (b"\xff", "", "not UTF-8"),
        (lines(VILLAS, FARM), "", "there are several documents in it: add --jsonl"),
        (lines({"about": "", "plays": []}), "", "use `tessera import`"),
        (lines({**VILLAS, "check": "forum"}), "check", "to `tessera check`"),
        (b" " * codec.MAX_DOCUMENT_BYTES + lines(VILLAS), "", "too large"),
    ],
)
def test_what_is_no_document_of_a_table_is_said(data: bytes, path: str, says: str) -> None:
    (problem,) = read_document(data).problems
    assert problem.path == path
    assert says in str(problem.message)


def test_what_a_score_lacks_is_said() -> None:
    document = golden("carpe-diem/nick-villas")
    document["table"]["villa_chart"] = {}
    tables = read_document(lines(document))
    assert tables.tables == ()
    assert [problem.path for problem in tables.problems]


def test_a_file_has_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "MAX_PLAYS", 2)
    assert [problem.path for problem in read_lines(lines(VILLAS, FARM, VILLAS)).problems] == ["line 3"]
    monkeypatch.setattr(files, "MAX_FILE_BYTES", 20)
    assert "too large" in str(read_lines(lines(VILLAS)).problems[0].message)
    assert "there is nothing in it" in str(read_lines(b"\n \n").problems[0].message)

"""What came in beside what is here: results, tables and copies that are kept, known again, and taken back."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from companion.services.code_import import (
    NO_REASON,
    CopyOffer,
    Relation,
    ResultOffer,
    TableOffer,
    keep_copy,
    keep_result,
    offer_of,
    undo_copy,
)
from companion.services.share_codes import incoming
from companion.services.share_codes.incoming import Inbox, ReceivedLink, received_state, with_links
from companion.services.share_codes.outgoing import shareable_play, shareable_table
from companion.tables.state import TableState, state_of_documents, styles
from scoring import GAMES
from storage.codes import contents, links, payload
from storage.documents import codec
from storage.exchange import past_imports
from storage.repositories import history, plays
from storage.repositories.history import Filter
from storage.repositories.play_content import UNTIMED
from tests.companion.carpe_diem_tables import begun, laid_out, player_with, table_state
from tests.companion.headless import opened
from tests.companion.payloads import ADDRESS, GAME, came, offered, played
from tests.storage.codes import samples

if TYPE_CHECKING:
    from pathlib import Path

    from tests.companion.headless import Headless


def test_a_result_is_kept_and_can_be_taken_back(app: Headless) -> None:
    basket = with_links(Inbox(), [ReceivedLink(link=samples.LINK)])
    new: ResultOffer = offered(app, basket)
    assert new.play_here is None
    done = app.run(keep_result(app.tables, new))
    kept = app.worker.run_blocking(plays.play, new.play.id or "")
    assert kept is not None
    assert [(seat.name, seat.total) for seat in kept.players] == [("Nick", 57), ("Hank", 57)]
    assert kept.sheet["columns"][0]["lines"][0]["because"] == NO_REASON.english
    assert kept.finished.isoformat() == "2026-11-21T22:47:00+00:00"
    app.run(app.worker.run(past_imports.undo_import, done or ""))
    assert app.worker.run_blocking(history.count, Filter()) == 0


def test_a_result_that_came_before_is_known_again(app: Headless) -> None:
    basket = with_links(Inbox(), [ReceivedLink(link=samples.LINK)])
    first: ResultOffer = offered(app, basket)
    app.run(keep_result(app.tables, first))
    again: ResultOffer = offered(app, basket)
    assert again.play_here is not None
    assert again.play_here.id == first.play.id
    assert app.run(keep_result(app.tables, again)) is None
    assert app.worker.run_blocking(history.count, Filter()) == 1


@pytest.mark.parametrize("removed", [False, True])
def test_a_result_that_was_played_here_is_known(app: Headless, *, removed: bool) -> None:
    play = played(app)
    if removed:
        app.worker.run_blocking(plays.remove, play.id)
    play_here = offered(app, came(shareable_play(play))).play_here
    assert play_here is not None
    assert (play_here.id, play_here.removed is not None) == (play.id, removed)


def test_a_result_of_a_day_arrives_without_an_hour_and_is_known_where_it_came_from(app: Headless) -> None:
    before = played(app)
    play = app.worker.run_blocking(plays.correct, before.id, replace(before, extras={UNTIMED: True}), "")
    new = offered(app, came(shareable_play(play)))
    assert (new.undated, new.play.has_time, new.play.day) == (False, False, play.day)
    assert new.play_here is not None
    assert new.play_here.id == play.id


def test_another_result_of_the_same_evening_is_new(app: Headless, tmp_path: Path) -> None:
    with opened(tmp_path / "elsewhere") as sender:
        basket = came(shareable_play(played(sender, Anna=(10, 20), Ben=(5, 7))))
    played(app)
    assert offered(app, basket).play_here is None


def test_a_result_without_a_day_counts_as_played_now(app: Headless) -> None:
    dated = samples.result("carpe-diem/nick-villas")
    undated = replace(dated, figures=replace(dated.figures, finished=""))
    new = app.run(offer_of(app.tables, undated))
    assert isinstance(new, ResultOffer)
    assert new.undated
    app.run(keep_result(app.tables, new))
    again = app.run(offer_of(app.tables, undated))
    assert isinstance(again, ResultOffer)
    assert again.play_here is not None


def test_a_table_goes_on_elsewhere_as_it_stands(app: Headless) -> None:
    live = laid_out(app, "Anna", "Ben")
    new: TableOffer = offered(app, came(shareable_table(live)))
    assert (new.relation, new.id_here) == (Relation.SAME, live.id)
    assert [column.player for column in new.columns] == ["Anna", "Ben"]
    copied = app.run(app.tables.open(app.run(app.tables.begin(new.game.key, new.state))))
    assert copied is not None
    assert copied.id != live.id
    assert copied.state == live.state


def test_a_table_that_comes_in_is_read_once(app: Headless, monkeypatch: pytest.MonkeyPatch) -> None:
    sent = shareable_table(laid_out(app, "Anna", "Ben"))
    read: list[object] = []

    def reading(*args: Any) -> TableState[Any]:
        read.append(args)
        return state_of_documents(*args)

    monkeypatch.setattr(incoming, "state_of_documents", reading)
    offered(app, came(sent))
    assert len(read) == 1


def test_a_table_that_breaks_a_rule_goes_too_and_says_so(app: Headless) -> None:
    live = begun(app, table_state(player_with("Anna", prestige=99)))
    new: TableOffer = offered(app, came(shareable_table(live)))
    assert new.state == live.state
    assert new.problems


@pytest.mark.parametrize(
    ("extras", "why"),
    [
        ({}, "extras"),
        ({"seats": []}, "extras: what is noted there does not fit a table of 2"),
        ({"order": [0, 2]}, "extras: what is noted there does not fit a table of 2"),
        ({"visits": [{"phase": 1, "seat": 7, "cells": [], "points": 0, "prestige": 0}]}, "does not fit a table of 2"),
        ({"settled": 4}, "settled"),
    ],
)
def test_what_is_noted_beside_a_table_must_fit_it(app: Headless, extras: dict[str, Any], why: str) -> None:
    state = laid_out(app, "Anna", "Ben").state
    noted = {"seats": codec.plain(styles(2))} | extras if extras else {}
    table = contents.OpenTable(game=GAMES[GAME], table=state.table, extras=noted)
    basket = with_links(Inbox(), [ReceivedLink(link=links.payload_link(payload.encode(table), ADDRESS))])
    assert basket.arrived == {}
    assert why in basket.refused[0]


def test_a_table_that_lacks_what_its_totals_are_counted_from_is_refused() -> None:
    whole = samples.table("palaces-of-carrara/bonus-two-kinds")
    lacking = replace(whole, table=replace(whole.table, upgrades={}), extras={"seats": codec.plain(styles(4))})
    basket = with_links(Inbox(), [ReceivedLink(link=links.payload_link(payload.encode(lacking), ADDRESS))])
    assert basket.arrived == {}
    assert "upgrades" in basket.refused[0]


@pytest.mark.parametrize("name", [name for name in samples.GOLDEN if name.startswith(("little", "mayor"))])
def test_tables_of_all_games_are_taken_in(name: str) -> None:
    table = samples.table(name)
    seats = {"seats": codec.plain(styles(len(table.table.players)))}
    held = {"held": [[] for _ in table.table.players], "markers": [None] * 4} if table.game.key == "mayor" else {}
    assert codec.plain(received_state(replace(table, extras=seats | held)).table) == codec.plain(table.table)


def test_a_copy_is_taken_into_mine_and_given_back(app: Headless) -> None:
    mine = app.tables.copies[GAME]
    app.run(mine.keep("villa_chart", "5+", 7))
    theirs = contents.OwnCopy(game=GAMES[GAME], parts={"villa_chart": {"1": 1, "5": 8}})
    new = app.run(offer_of(app.tables, theirs))
    assert isinstance(new, CopyOffer)
    kept = app.run(keep_copy(app.tables, new, (*new.new, *new.other)))
    assert kept.number == 2
    assert mine.part("villa_chart") == {"1": 1, "5": 8}
    app.run(undo_copy(app.tables, GAME, kept))
    assert mine.part("villa_chart") == {"5+": 7}

"""What came in beside what is here: results and copies that are kept, known again, and taken back."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from companion.services.code_import import (
    NO_REASON,
    CopyOffer,
    ResultOffer,
    keep_copy,
    keep_result,
    offer_of,
    undo_copy,
)
from companion.services.share_codes.incoming import Inbox, ReceivedLink, with_links
from companion.services.share_codes.outgoing import shareable_play
from scoring import GAMES
from storage.codes import contents
from storage.exchange import past_imports
from storage.repositories import history, plays
from storage.repositories.history import Filter
from storage.repositories.play_content import UNTIMED
from tests.companion.headless import opened
from tests.companion.payloads import GAME, came, offered, played
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

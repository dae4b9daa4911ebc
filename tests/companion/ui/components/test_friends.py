"""What a phone shows of plays that come from a friend's device, and what it asks once."""

from __future__ import annotations

from contextlib import ExitStack
from typing import TYPE_CHECKING

import pytest

from companion.ui.components.friends import FROM_A_FRIEND, KEPT, NONE_OF_THEM, NOT_KEPT, NOT_MINE, WHO
from scoring.messages import say
from tests.companion.friends import Both, Device
from tests.companion.headless import opened
from tests.companion.phones import of_host
from tests.companion.spoken import nameless

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@pytest.fixture
def both(tmp_path: Path) -> Iterator[Both]:
    with ExitStack() as until_the_end:
        apps = [until_the_end.enter_context(opened(tmp_path / name)) for name in ("anna", "ben")]
        yield Both(*map(Device, apps))


def test_a_guest_says_with_one_tap_who_it_is(both: Both) -> None:
    both.meet()
    screen = of_host(both.ben.app, "/")
    assert not screen.has(KEPT)
    both.finish()
    (play,) = both.ben.plays()
    assert screen.has(KEPT)
    assert screen.says(f"{play.title}, ")  # among the last plays
    assert screen.has(WHO)
    assert screen.has(NONE_OF_THEM)
    assert not nameless(screen)
    (*names, none, mine) = both.ben.page.asked_to("note")[-1]["ways"]
    assert [label for _, label in names] == [player.name for player in play.players]
    assert [none[1], mine[1]] == ["None of them", "Not mine"]
    assert both.ben.page.asked_to("note")[-1]["words"] == "Kept in your history, too. Which of these are you?"
    screen.tap(play.players[1].name)
    assert both.ben.record()["me"] == play.players[1].id
    assert not screen.has(WHO)
    assert both.ben.page.asked_to("note")[-1]["words"] == "Kept in your history, too."
    screen.tap("Result")
    assert screen.route == f"/play/{play.id}"


def test_what_is_not_mine_goes_and_can_come_back(both: Both) -> None:
    both.meet()
    screen = of_host(both.ben.app, "/")
    both.finish()
    screen.tap(str(NOT_MINE))
    assert screen.has(NOT_KEPT)
    assert not screen.has(WHO)
    assert not both.ben.plays()
    assert both.ben.page.asked_to("note")[-1]["words"] == str(NOT_KEPT)
    screen.tap("Undo")
    assert screen.has(KEPT)
    assert both.ben.plays()
    screen.tap("Close")
    assert not screen.has(KEPT)
    assert both.ben.page.asked_to("note")[-1]["words"] == ""


def test_the_play_says_from_whom_it_came_and_asks_at_both_phones(both: Both) -> None:
    both.meet()
    ended = both.finish()
    at_host, at_guest = (of_host(device.app, f"/play/{ended.id}") for device in (both.anna, both.ben))
    assert at_guest.has(FROM_A_FRIEND)
    assert not at_host.has(FROM_A_FRIEND)
    assert at_host.has(WHO)
    assert at_guest.has(WHO)
    at_host.tap(ended.players[0].name)
    assert not at_host.has(WHO)
    both.talk()
    at_guest.tap(str(NONE_OF_THEM))
    assert not at_guest.has(WHO)
    at_guest = of_host(both.ben.app, f"/play/{ended.id}")
    assert at_guest.has(say("From {name}’s device", name=ended.players[0].name))


def test_what_a_friend_says_otherwise_waits_until_somebody_takes_it(both: Both) -> None:
    both.meet()
    ended = both.finish()
    both.answer(both.anna, 0)
    both.answer(both.ben, 1)
    both.ben.correct("second")
    both.anna.correct("third")
    both.part()
    both.meet()
    screen = of_host(both.ben.app, f"/play/{ended.id}")
    assert screen.says(f"({ended.players[0].name}’s device) says otherwise")
    assert both.ben.edition() == "second"
    screen.tap("Take that")
    assert both.ben.edition() == "third"
    assert not screen.says("says otherwise")


def test_what_stayed_out_is_said_until_somebody_has_read_it(both: Both) -> None:
    both.meet()
    screen = of_host(both.ben.app, "/")
    both.ben.hears(both.channel, {"plays": True, "me": "", "you": ""}, b"x")
    assert screen.says("no play that can be read")
    screen.tap("Close")
    assert not screen.says("no play that can be read")

"""Opened links are kept for a while, and not too many."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from companion.services.link_inbox import LINK_LIFETIME_S, MAX_LINKS, LinkInbox

if TYPE_CHECKING:
    from tests.companion.clock import Clock


@pytest.fixture
def inbox(clock: Clock) -> LinkInbox:
    return LinkInbox(clock)


def test_the_oldest_goes_where_there_are_too_many(inbox: LinkInbox) -> None:
    ids = [inbox.add(f"t{number}") for number in range(MAX_LINKS + 1)]
    assert inbox.get(ids[0]) == ()
    assert inbox.get(ids[1]) == ("t1",)
    assert len(inbox.all()) == MAX_LINKS


def test_each_is_kept_for_a_while_only(inbox: LinkInbox, clock: Clock) -> None:
    first = inbox.add("t1")
    clock.now += LINK_LIFETIME_S - 1
    second = inbox.add("t2")
    assert inbox.get(first) == ("t1",)
    clock.now += 1
    assert inbox.get(first) == ()
    assert inbox.get(second) == ("t2",)


def test_ids_differ_and_are_not_guessed(inbox: LinkInbox) -> None:
    ids = {inbox.add("t065") for _ in range(10)}
    assert len(ids) == 10
    assert all(len(link_id) >= 22 for link_id in ids)
    assert inbox.get("0") == ()

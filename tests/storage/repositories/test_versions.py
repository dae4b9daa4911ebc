"""Versions: three devices with wrong clocks write and tell each other old and new things, in any order, and agree."""

from __future__ import annotations

import random
import re
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TypeAlias

import pytest

from storage.repositories import versions

HISTORIES = 20_000


@dataclass(frozen=True)
class Written:
    """A version of a play by its name, with what it follows and says."""

    name: str
    follows: str
    content: str


Known: TypeAlias = frozenset[Written]


def shown(written: Known) -> Written | None:
    return max(written, key=lambda version: version.name, default=None)


def follow(written: Known, content: str, clock: int) -> Known:
    ends = versions.open_ends({version.name: version.follows for version in written})
    last = shown(written)
    stamp = versions.next_stamp(max(0, clock), [] if last is None else [last.name])
    return written | {Written(versions.new_name(stamp), versions.joined(ends), content)}


def history(seed: int) -> int:
    """Play one history; return how many collisions are left."""
    draw = random.Random(seed)
    devices: list[Known] = [frozenset()] * 3
    files: list[Known] = []
    ever: set[str] = set()
    for step in range(draw.randint(5, 60)):
        device, act = draw.randrange(3), draw.random()
        if act < 0.4:
            content = draw.choice(["12:9", "12:10", "noted", "removed", "restored"]) + str(draw.randrange(4))
            devices[device] = follow(devices[device], content, 1000 + step + draw.randrange(-30, 30))
            ever.add(content)
        elif act < 0.6:
            files.append(devices[device])
        elif files:
            old = shown(devices[device])
            devices[device] |= draw.choice(files)
            new = shown(devices[device])
            assert old is None or (new is not None and new.name >= old.name), "an old file took a correction back"
    everything = frozenset[Written]().union(*devices)
    for device in draw.sample(range(3), 3):
        for giver in draw.sample(range(3), 3):
            devices[device] |= devices[giver]
    devices = [written | everything for written in devices]
    assert devices[0] == devices[1] == devices[2]
    assert {version.content for version in devices[0]} == ever
    return max(0, len(versions.open_ends({version.name: version.follows for version in devices[0]})) - 1)


def test_histories_agree_and_nothing_is_lost() -> None:
    assert sum(map(history, range(HISTORIES))) > 0


def test_a_version_is_later_than_what_it_follows_whatever_the_clock_says() -> None:
    in_3000 = versions.new_name(versions.stamp_at(datetime(3000, 1, 1, tzinfo=UTC)))
    after = versions.new_name(versions.next_stamp(versions.stamp_at(datetime(2026, 11, 29, tzinfo=UTC)), [in_3000]))
    assert after > in_3000
    assert versions.moment_of(after) == datetime(3000, 1, 1, 0, 0, 0, 1000, tzinfo=UTC)


def test_the_last_stamp_that_there_is_stays_one() -> None:
    last = versions.new_name(versions.next_stamp(10**20, []))
    assert re.fullmatch(versions.NAME, last)
    assert re.fullmatch(versions.NAME, versions.new_name(versions.next_stamp(0, [last])))
    assert versions.moment_of(last) is None


def test_circles_and_what_follows_itself_end() -> None:
    assert versions.open_ends({"a": "b", "b": "a"}) == set()
    assert versions.open_ends({"a": "a", "b": "lost"}) == {"a", "b"}


@pytest.mark.parametrize("origin", ["", "bgg", versions.FROM_TESSERA])
def test_a_version_from_elsewhere_has_one_name_everywhere(origin: str) -> None:
    name = versions.name_from(5, "", "digest", origin)
    assert name == versions.name_from(5, "", "digest", origin) != versions.name_from(5, "x", "digest", origin)
    assert re.fullmatch(versions.NAME, name)
    assert (versions.stamp_of(name), versions.origin_of(name)) == (5, origin)

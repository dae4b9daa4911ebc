"""What goes to a friend's device and what comes in from it, whatever that sends."""

from __future__ import annotations

import json
import os
import random
from contextlib import ExitStack, suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

import pytest

from storage.database.errors import StoreError
from storage.exchange import friends
from storage.exchange.friends import Friend, Taken, lines_for_friend, plays_from, shared_plays, take_from_friend
from storage.exchange.tessera_jsonl import export_jsonl
from storage.repositories import people, people_merges, photos, plays
from storage.repositories.history import Filter, fingerprint, stream
from storage.repositories.play_versions import collisions
from tests.storage.exchange.samples import exported, keep, number, plain, scored
from tests.storage.sample_plays import kept
from tests.storage.stores import Clock, opened

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from storage.repositories.play_content import Play, StoredPlay
    from storage.repositories.tables import Store

PHOTO: Final = b"\xff\xd8\xff" + bytes(100)
NUMBER: Final = "5f0c"
TOTALS: Final[dict[str, int | None]] = {"Anna": 12, "Ben": 9, "Cy": 7}


class Pair:
    """Anna's device and Ben's, which know of each other who is whose."""

    def __init__(self, anna: Store, ben: Store) -> None:
        self.anna, self.ben = anna, ben

    def ids(self, store: Store) -> tuple[str, str]:
        """Anna and Ben as a device knows them, "" for whom it does not."""
        anna, ben = (people.player_named(store, name) or "" for name in ("Anna", "Ben"))
        return anna, ben

    def to_ben(self, *play_ids: str, table: str = "", message: bytes | None = None) -> Taken:
        """Let Anna's device send plays, or a message."""
        (their, mine), (they, me) = self.ids(self.anna), self.ids(self.ben)
        message = b"".join(lines_for_friend(self.anna, play_ids)) if message is None else message
        friend = Friend(number=NUMBER, me=me, they=they)
        ids = {mine: me, their: they} if friend.is_known else {}
        return take_from_friend(self.ben, friend, message, ids, "Anna's phone", table)

    def to_anna(self, *play_ids: str) -> Taken:
        (they, me), (their, mine) = self.ids(self.anna), self.ids(self.ben)
        friend = Friend(number=NUMBER, me=they, they=me)
        message = b"".join(lines_for_friend(self.ben, play_ids))
        return take_from_friend(self.anna, friend, message, {their: they, mine: me}, "Ben's phone")


@pytest.fixture
def pair(tmp_path: Path) -> Iterator[Pair]:
    """Both devices, after an evening at Anna's."""
    with ExitStack() as until_the_end:
        made = Pair(*(until_the_end.enter_context(opened(tmp_path / f"{name}.db", Clock())) for name in "ab"))
        keep(made.anna, plain(TOTALS, note="Anna cheated"), number(1))
        assert made.to_ben(number(1), table=number(1)).new == [number(1)]
        yield made


def stored(store: Store, index: int = 1) -> StoredPlay:
    return kept(store, number(index))


def totals(play: Play) -> dict[str, int | None]:
    return {player.name: player.total for player in play.players}


def is_nothing_new(taken: Taken) -> bool:
    """Whether a device shows what it showed, whatever it has heard."""
    return replace(taken, heard={}) == Taken()


def corrected(store: Store, total: int, index: int = 1) -> None:
    """Give Cy another total."""
    plays.correct(store, number(index), replace(plain(TOTALS | {"Cy": total}), id=number(index)), "Result")


def waiting(store: Store, index: int = 1) -> list[dict[str, int | None]]:
    """The results that lie beside a play."""
    others = collisions(stored(store, index), plays.revisions(store, number(index)))
    return [totals(revision.play) for revision in others]


def names(store: Store) -> set[str]:
    return {player.name for player in people.players(store, hidden=True)}


def sentences(taken: Taken) -> str:
    return " ".join(str(remark) for remark in taken.remarks)


def documents(message: bytes) -> list[dict[str, Any]]:
    return [json.loads(line) for line in message.splitlines()]


def message_of(*lines: dict[str, Any]) -> bytes:
    return b"".join(json.dumps(line, separators=(",", ":")).encode() + b"\n" for line in lines)


def test_the_play_of_a_table_comes_with_its_id_and_version(pair: Pair) -> None:
    anna, ben = stored(pair.anna), stored(pair.ben)
    assert (ben.id, ben.version, totals(ben)) == (anna.id, anna.version, TOTALS)
    assert friends.number_in(ben.source) == NUMBER
    assert is_nothing_new(pair.to_ben(number(1)))


def test_notes_photos_and_places_are_not_sent(pair: Pair) -> None:
    extras = {photos.PHOTO: photos.keep(pair.anna, PHOTO)}
    play = replace(scored(note="Anna cheated", place="Anna's home"), source="bgg:17")
    keep(pair.anna, replace(play, extras=play.extras | extras), number(2))
    plays.correct(pair.anna, number(2), replace(stored(pair.anna, 2), note="so did Ben"), "so did Ben")
    message = b"".join(lines_for_friend(pair.anna, [number(2)]))
    assert [line["tessera"] for line in documents(message)] == ["play", "version"]
    for secret in (b"cheated", b"so did", b"home", b"photo", b"bgg:17"):
        assert secret not in message
    assert b'"seats"' in message


def test_what_only_a_newer_version_understands_stays_where_it_is(pair: Pair) -> None:
    noted = {"noted": {"rounds": 3}}
    keep(pair.anna, replace(plain(TOTALS), extras=noted | {"newer": {"diary": "secret"}}), number(2))
    message = b"".join(lines_for_friend(pair.anna, [number(2)]))
    assert b"secret" not in message
    line, *_ = documents(message)
    assert pair.to_ben(message=message_of(line | {"diary": "secret"})).new == [number(2)]
    assert stored(pair.ben, 2).extras == noted


def test_of_what_lies_in_my_bin_a_friend_hears_only_what_it_has(pair: Pair) -> None:
    keep(pair.anna, plain(TOTALS), number(2))
    for store in (pair.anna, pair.ben):
        plays.remove(store, number(1))
    plays.remove(pair.anna, number(2))
    they, me = pair.ids(pair.anna)
    assert not shared_plays(pair.anna, Friend(number=NUMBER, me=they, they=me))
    assert shared_plays(pair.anna, Friend(number=NUMBER, me=they, they=me), [number(1)]).keys() == {number(1)}
    they, me = pair.ids(pair.ben)
    assert shared_plays(pair.ben, Friend(number=NUMBER, me=me, they=they)).keys() == {number(1)}


def test_plays_at_which_both_sat_are_those_that_a_friend_hears_of(pair: Pair) -> None:
    keep(pair.anna, plain({"Anna": 3, "Ben": 2}), number(2))
    keep(pair.anna, plain({"Anna": 3, "Cy": 2}), number(3))
    they, me = pair.ids(pair.anna)
    shared = shared_plays(pair.anna, Friend(number=NUMBER, me=they, they=me))
    assert shared == {number(index): stored(pair.anna, index).version for index in (1, 2)}
    assert not shared_plays(pair.anna, Friend(number=NUMBER, me=they))


def test_a_friend_who_was_merged_is_the_one_of_now(pair: Pair) -> None:
    keep(pair.anna, plain({"Anna": 3, "Benno": 2}), number(4))
    they, me = pair.ids(pair.anna)
    benno = people.player_named(pair.anna, "Benno")
    assert benno is not None
    people_merges.merge(pair.anna, "player", me, benno)
    assert shared_plays(pair.anna, Friend(number=NUMBER, me=they, they=me)).keys() == {number(1), number(4)}


def test_corrections_of_the_friend_come_in(pair: Pair) -> None:
    corrected(pair.anna, 8)
    corrected(pair.anna, 10)
    assert pair.to_ben(number(1)).changed == [number(1)]
    assert (stored(pair.ben).version, totals(stored(pair.ben))["Cy"]) == (stored(pair.anna).version, 10)
    assert len(plays.revisions(pair.ben, number(1))) == 2
    corrected(pair.anna, 11)
    assert pair.to_ben(number(1)).changed == [number(1)]
    assert not waiting(pair.ben)


def test_what_was_written_here_stays_and_the_friend_says_otherwise_once(pair: Pair) -> None:
    corrected(pair.ben, 6)
    corrected(pair.anna, 10)
    assert pair.to_ben(number(1)).beside == [number(1)]
    assert totals(stored(pair.ben))["Cy"] == 6
    assert waiting(pair.ben) == [TOTALS | {"Cy": 10}]
    assert is_nothing_new(pair.to_ben(number(1)))
    taken = plays.revisions(pair.ben, number(1))
    theirs = next(revision for revision in taken if totals(revision.play)["Cy"] == 10)
    assert plays.take_version(pair.ben, number(1), theirs.play.version).players[2].total == 10
    assert not waiting(pair.ben)


def test_two_who_disagree_do_not_go_on_writing(pair: Pair) -> None:
    corrected(pair.ben, 6)
    corrected(pair.anna, 10)
    for _ in range(3):
        pair.to_ben(number(1))
        pair.to_anna(number(1))
    states = fingerprint(pair.anna), fingerprint(pair.ben)
    assert is_nothing_new(pair.to_ben(number(1)))
    assert is_nothing_new(pair.to_anna(number(1)))
    assert (fingerprint(pair.anna), fingerprint(pair.ben)) == states
    assert (totals(stored(pair.anna))["Cy"], totals(stored(pair.ben))["Cy"]) == (10, 6)
    assert (waiting(pair.anna), waiting(pair.ben)) == ([TOTALS | {"Cy": 6}], [TOTALS | {"Cy": 10}])


def test_the_bin_of_the_friend_is_said_and_deletes_nothing(pair: Pair) -> None:
    plays.remove(pair.anna, number(1))
    assert pair.to_ben(number(1)).beside == [number(1)]
    assert stored(pair.ben).removed is None
    (version,) = collisions(stored(pair.ben), plays.revisions(pair.ben, number(1)))
    assert version.play.removed is not None
    plays.restore(pair.anna, number(1))
    corrected(pair.anna, 10)
    assert pair.to_ben(number(1)).changed == [number(1)]
    assert (totals(stored(pair.ben))["Cy"], waiting(pair.ben)) == (10, [])


def test_what_a_friend_does_not_keep_stays_with_me(pair: Pair) -> None:
    plays.remove(pair.ben, number(1))
    assert is_nothing_new(pair.to_anna(number(1)))
    assert (stored(pair.anna).removed, waiting(pair.anna)) == (None, [])


def test_what_i_deleted_no_friend_restores(pair: Pair) -> None:
    plays.remove(pair.ben, number(1))
    assert is_nothing_new(pair.to_ben(number(1), table=number(1)))
    corrected(pair.anna, 10)
    pair.to_ben(number(1))
    assert stored(pair.ben).removed is not None
    plays.delete_for_good(pair.ben, number(1))
    corrected(pair.anna, 11)
    assert is_nothing_new(pair.to_ben(number(1)))
    assert plays.play(pair.ben, number(1)) is None


def test_what_lies_in_the_bin_of_a_friend_is_not_new(pair: Pair) -> None:
    keep(pair.anna, plain(TOTALS), number(2))
    plays.remove(pair.anna, number(2))
    assert is_nothing_new(pair.to_ben(number(2)))
    assert plays.play(pair.ben, number(2)) is None


def test_nothing_comes_from_a_friend_of_whom_nobody_knows_who_that_is(pair: Pair) -> None:
    keep(pair.anna, plain({"Anna": 3, "Ben": 2}), number(3))
    message = b"".join(lines_for_friend(pair.anna, [number(3)]))
    taken = take_from_friend(pair.ben, Friend(number=NUMBER), message, {}, "Anna's phone")
    assert "did not both sit" in sentences(taken)
    assert plays.play(pair.ben, number(3)) is None


def test_what_came_from_a_friend_is_corrected_before_anybody_has_said_who_that_is(pair: Pair) -> None:
    friend = Friend(number=NUMBER)
    assert plays_from(pair.ben, friend) == {number(1): stored(pair.ben).version}
    assert not plays_from(pair.ben, Friend(number="another"))
    assert shared_plays(pair.anna, friend, [number(1), number(9)]) == {number(1): stored(pair.anna).version}
    corrected(pair.anna, 10)
    message = b"".join(lines_for_friend(pair.anna, [number(1)]))
    assert take_from_friend(pair.ben, friend, message, {}, "Anna's phone").changed == [number(1)]
    stranger = Friend(number="another")
    corrected(pair.anna, 11)
    message = b"".join(lines_for_friend(pair.anna, [number(1)]))
    assert "did not both sit" in sentences(take_from_friend(pair.ben, stranger, message, {}, "another"))


def test_a_play_where_not_both_sat_stays_out(pair: Pair) -> None:
    keep(pair.anna, plain({"Anna": 3, "Cy": 2}), number(2))
    keep(pair.anna, plain({"Anna": 3, "Ben": 2}), number(3))
    taken = pair.to_ben(number(2), number(3))
    assert taken.new == [number(3)]
    assert "Azul, 2024-03-01: you did not both sit at this table" in sentences(taken)
    assert plays.play(pair.ben, number(2)) is None


@pytest.mark.parametrize("zoe_is", [(), ("they",), ("they", "me")])
def test_a_friend_who_does_not_say_who_is_who_brings_nothing(pair: Pair, zoe_is: tuple[str, ...]) -> None:
    keep(pair.anna, plain({"Zoe": 3, "Cy": 2}), number(2))
    they, me = pair.ids(pair.ben)
    zoe = people.player_named(pair.anna, "Zoe") or ""
    said: dict[str, str] = {}
    for named in zoe_is:
        said[zoe] = {"me": me, "they": they}[named]
    message = b"".join(lines_for_friend(pair.anna, [number(2)]))
    taken = take_from_friend(pair.ben, Friend(number=NUMBER, me=me, they=they), message, said, "Anna's phone")
    assert "did not both sit" in sentences(taken)
    assert plays.play(pair.ben, number(2)) is None
    both = Friend(number=NUMBER, me=me, they=me)
    assert not shared_plays(pair.ben, both)
    assert "did not both sit" in sentences(take_from_friend(pair.ben, both, message, {zoe: me}, "Anna's phone"))


def test_a_correction_that_takes_me_from_the_table_stays_out(pair: Pair) -> None:
    plays.correct(pair.anna, number(1), replace(plain({"Anna": 3, "Cy": 2}), id=number(1)), "Result")
    assert "did not both sit" in sentences(pair.to_ben(number(1)))
    assert totals(stored(pair.ben)) == TOTALS


def test_a_friend_renames_nobody_and_gives_nobody_a_seat_by_an_id(pair: Pair) -> None:
    cy = people.player_named(pair.ben, "Cy")
    assert cy is not None
    people.rename(pair.ben, "player", cy, "Cyril")
    keep(pair.anna, plain({"Anna": 3, "Ben": 2, "Zed": 1}), number(2))
    play, *_ = documents(b"".join(lines_for_friend(pair.anna, [number(2)])))
    play["players"][2]["id"] = cy
    renamed = {"tessera": "player", "format": 2, "id": cy, "name": "Fool", "seen": play["finished"]}
    renamed |= {"written": "2034-01-01T00:00:00+00:00", "aliases": [], "hidden": True, "colour": "", "shape": ""}
    taken = pair.to_ben(message=message_of(play, renamed))
    assert (taken.new, "only adds plays" in sentences(taken)) == ([number(2)], True)
    assert names(pair.ben) == {"Anna", "Ben", "Cyril", "Zed"}
    assert cy not in {player.id for player in stored(pair.ben, 2).players}
    people.rename(pair.anna, "player", people.player_named(pair.anna, "Cy") or "", "Clown")
    corrected(pair.anna, 10)
    assert pair.to_ben(number(1)).changed == [number(1)]
    assert names(pair.ben) == {"Anna", "Ben", "Cyril", "Zed"}
    assert cy in {player.id for player in stored(pair.ben).players}


def no_plays(play: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """What else a file may hold, as it could stand beside a play."""
    anna, ben, _ = (player["id"] for player in play["players"])
    return {
        "deleted": {"id": play["id"], "at": play["finished"], "versions": [play["version"]]},
        "merged": {"kind": "player", "id": anna, "into": ben, "at": play["finished"]},
        "place": {"id": number(77), "name": "Anna's home", "aliases": [], "seen": play["finished"]},
        "setting": {"key": "theme", "value": "dark"},
        "copy": {"game": "carpe-diem", "part": "villa_chart", "key": "1", "at": None, "value": 7},
    }


@pytest.mark.parametrize("kind", ["deleted", "merged", "place", "setting", "copy"])
def test_what_is_no_play_stays_out_in_a_sentence(pair: Pair, kind: str) -> None:
    play, *_ = documents(b"".join(lines_for_friend(pair.anna, [number(1)])))
    before = exported(export_jsonl, pair.ben)
    taken = pair.to_ben(message=message_of(play, {"tessera": kind, "format": 2} | no_plays(play)[kind]))
    assert sentences(taken) == str(friends.ONLY_PLAYS)
    assert exported(export_jsonl, pair.ben) == before


def test_notes_places_and_photos_that_a_friend_sends_all_the_same_stay_out(pair: Pair) -> None:
    keep(pair.anna, plain(TOTALS), number(2))
    play, *_ = documents(b"".join(lines_for_friend(pair.anna, [number(2)])))
    photo_id = photos.photo_id(PHOTO)
    play |= {"note": "Ben is a fool", "place": "Moon", "extras": {photos.PHOTO: photo_id}, "source": "bgg:1"}
    taken = pair.to_ben(message=message_of(play))
    assert taken.new == [number(2)]
    mine = stored(pair.ben, 2)
    assert (mine.note, mine.place, mine.extras) == ("", "", {})
    assert not people.places(pair.ben)
    assert friends.number_in(mine.source) == NUMBER


FUTURE: Final = "032503680000000-0123456789abcdef"
"""A version of the year 3000."""

CONTRADICTION: Final = "contradict each other"
WRONG_VERSIONS: Final = {
    "of the future": "written on 3000-01-01 by the clock of the other device",
    "after itself": CONTRADICTION,
    "in a circle": CONTRADICTION,
    "without a version": CONTRADICTION,
    "twice at the table": CONTRADICTION,
}


def with_wrong_versions(play: dict[str, Any]) -> dict[str, list[dict[str, Any]]]:
    """A play, and what it was, as they cannot be."""
    version, (anna, ben, cy) = play["version"], play["players"]
    later = f"{int(version[:15]) + 5:015}-0123456789abcdef"
    content = {name: value for name, value in play.items() if name not in {"tessera", "format"}}
    former = {"tessera": "version", "format": 2, "at": play["finished"], "what": ""}
    former["play"] = content | {"follows": later, "revision": 1}
    return {
        "of the future": [play | {"version": FUTURE, "follows": version}],
        "after itself": [play | {"follows": version}],
        "in a circle": [play | {"revision": 2, "version": later, "follows": version}, former],
        "without a version": [{name: value for name, value in play.items() if name not in {"version", "follows"}}],
        "twice at the table": [play | {"players": [anna, ben, cy | {"id": ben["id"]}]}],
    }


@pytest.mark.parametrize(("wrong", "words"), WRONG_VERSIONS.items(), ids=WRONG_VERSIONS)
@pytest.mark.parametrize("index", [1, 2])
def test_versions_that_cannot_be_stay_out(pair: Pair, wrong: str, words: str, index: int) -> None:
    if index > 1:
        keep(pair.anna, plain(TOTALS), number(index))
    else:
        corrected(pair.anna, 10)
    play, *_ = documents(b"".join(lines_for_friend(pair.anna, [number(index)])))
    before = exported(export_jsonl, pair.ben)
    taken = pair.to_ben(message=message_of(*with_wrong_versions(play | {"revision": 1})[wrong]))
    assert (taken.new, taken.changed, taken.beside) == ([], [], [])
    assert words in sentences(taken)
    assert exported(export_jsonl, pair.ben) == before


def test_a_message_that_is_too_large_or_no_message_stays_out(pair: Pair) -> None:
    (message,) = lines_for_friend(pair.anna, [number(1)])
    before = exported(export_jsonl, pair.ben)
    assert pair.to_ben(message=message * (friends.MAX_MESSAGE_BYTES // len(message) + 1)).remarks == [friends.TOO_LARGE]
    for nonsense in (b"", b"{", b"PK\x03\x04", message[: len(message) // 2], b'{"tessera":"play","format":99}'):
        assert pair.to_ben(message=nonsense).remarks == [friends.NO_PLAYS]
    assert exported(export_jsonl, pair.ben) == before


def test_a_friend_lays_no_more_beside_a_play_than_anybody_reads(pair: Pair) -> None:
    corrected(pair.ben, 6)
    play, *_ = documents(b"".join(lines_for_friend(pair.anna, [number(1)])))
    (stamp,) = {int(play["version"][:15])}
    for step in range(1, friends.MAX_BESIDE + 4):
        corrected(pair.anna, 10 + step)
        line, *_ = documents(b"".join(lines_for_friend(pair.anna, [number(1)])))
        line |= {"revision": 1, "follows": "", "version": f"{stamp + step:015}-{step:016x}"}
        taken = pair.to_ben(message=message_of(line))
    assert "wait here already" in sentences(taken)
    assert totals(stored(pair.ben))["Cy"] == 6
    assert len(waiting(pair.ben)) == friends.MAX_BESIDE


def test_a_friend_who_follows_its_own_version_again_and_again_leaves_room_for_mine(
    pair: Pair, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(friends, "MAX_BROUGHT_VERSIONS", 10)
    corrected(pair.ben, 6)
    for total in range(10, 20):
        corrected(pair.anna, total)
        taken = pair.to_ben(number(1))
    assert sentences(taken) == "more than 10 versions of one play: the later ones are left out"
    assert not taken.beside
    assert 8 < stored(pair.ben).revision <= 10
    assert totals(stored(pair.ben))["Cy"] == 6
    keep(pair.anna, plain(TOTALS), number(2))
    for total in range(10, 30):
        corrected(pair.anna, total, 2)
    assert pair.to_ben(number(2)).new == [number(2)]
    assert len(plays.revisions(pair.ben, number(2))) == 10


def test_of_a_million_versions_of_a_play_those_come_in_that_a_file_may_have(
    pair: Pair, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(friends, "MAX_BROUGHT_VERSIONS", 3)
    for total in (10, 11):
        corrected(pair.anna, total)
        assert pair.to_ben(number(1)).changed == [number(1)]
    corrected(pair.anna, 12)
    assert sentences(pair.to_ben(number(1))) == "more than 3 versions of one play: the later ones are left out"
    assert totals(stored(pair.ben))["Cy"] == 11


def test_who_is_called_otherwise_at_the_friend_is_the_same_one_here(pair: Pair) -> None:
    _, me = pair.ids(pair.ben)
    people.rename(pair.ben, "player", me, "Benjamin the Great")
    their, mine = pair.ids(pair.anna)
    people.rename(pair.anna, "player", mine, "Benny")
    keep(pair.anna, plain({"Anna": 3, "Benny": 2}), number(2))
    they = people.player_named(pair.ben, "Anna") or ""
    message = b"".join(lines_for_friend(pair.anna, [number(2)]))
    friend = Friend(number=NUMBER, me=me, they=they)
    taken = take_from_friend(pair.ben, friend, message, {mine: me, their: they}, "Anna's phone")
    assert taken.new == [number(2)]
    assert [player.id for player in stored(pair.ben, 2).players] == [they, me]
    assert "Benny" not in names(pair.ben)


def test_all_is_as_it_was_after_a_friend_sent_it_again(pair: Pair) -> None:
    keep(pair.anna, scored(), number(5))
    taken = pair.to_ben(number(5), table=number(5))
    assert taken.new == [number(5)]
    before = exported(export_jsonl, pair.ben)
    assert is_nothing_new(pair.to_ben(number(5), table=number(5)))
    assert exported(export_jsonl, pair.ben) == before
    assert len([*stream(pair.ben, Filter())]) == 2


HISTORIES: Final = int(os.environ.get("TESSERA_HISTORIES", "5"))


def act(draw: random.Random, store: Store, index: int) -> None:
    """Let somebody do something on a device."""
    made = [play.id for removed in (False, True) for play in stream(store, Filter(removed=removed))]
    friend, namesake = draw.sample(people.players(store, hidden=True), 2)
    chance = draw.random() if made else 0
    play_id = draw.choice(made or [""])
    with suppress(StoreError):
        if chance < 0.3:
            keep(store, plain({"Anna": 1, "Ben": draw.randrange(9), draw.choice(["Cy", "Di"]): 3}), number(100 + index))
        elif chance < 0.6:
            names = [player.name for player in kept(store, play_id).players]
            totals_now: dict[str, int | None] = {name: draw.randrange(99) for name in names}
            plays.correct(store, play_id, replace(plain(totals_now, note=str(index)), id=play_id), "Result")
        elif chance < 0.7:
            plays.remove(store, play_id)
        elif chance < 0.8:
            plays.restore(store, play_id)
        elif chance < 0.85:
            plays.delete_for_good(store, play_id)
        elif chance < 0.95 and friend.name not in {"Anna", "Ben"}:
            people.rename(store, "player", friend.id, draw.choice(["Cyril", "Diana", "Zoe"]))
        elif {friend.name, namesake.name}.isdisjoint({"Anna", "Ben"}):
            people_merges.merge(store, "player", friend.id, namesake.id)


def state(store: Store) -> dict[str, tuple[str, Any, str, str, bool]]:
    """What a device shows of each play: by whom it can be corrected, the totals, the note, the version, the bin."""
    every = [play for removed in (False, True) for play in stream(store, Filter(removed=removed))]
    return {play.id: (play.source, totals(play), play.note, play.version, play.removed is None) for play in every}


@pytest.mark.parametrize("seed", range(HISTORIES))
def test_whatever_a_friend_does_what_i_wrote_stays(pair: Pair, seed: int) -> None:
    draw = random.Random(seed)
    for index in range(draw.randint(10, 30)):
        giver, taker, send = draw.choice([(pair.anna, pair.ben, pair.to_ben), (pair.ben, pair.anna, pair.to_anna)])
        if draw.random() < 0.6:
            act(draw, giver, index)
            continue
        before, known_names = state(taker), names(taker)
        taken = send(*state(giver))
        after = state(taker)
        assert before.keys() <= after.keys()
        assert known_names <= names(taker)
        for play_id, (source, result, note, version, shown) in before.items():
            assert after[play_id][4] == shown
            if source != Friend(number=NUMBER).source(version):
                assert after[play_id][1:3] == (result, note)
        assert {*taken.new} == after.keys() - before.keys()
        assert all(after[play_id][2] == "" and after[play_id][4] for play_id in taken.new)
    for _ in range(4):
        pair.to_ben(*state(pair.anna))
        pair.to_anna(*state(pair.ben))
    states = state(pair.anna), state(pair.ben)
    assert pair.to_ben(*state(pair.anna)).changed == pair.to_anna(*state(pair.ben)).changed == []
    assert (state(pair.anna), state(pair.ben)) == states


ODD: Final[tuple[Any, ...]] = (None, "", 7, -1, [], {}, True, "x" * 5000, "\x00", 10**400)


def test_whatever_stands_in_a_field_of_a_play_the_others_are_as_they_were(pair: Pair) -> None:
    keep(pair.anna, scored(), number(5))
    corrected(pair.anna, 10)
    line, version = documents(b"".join(lines_for_friend(pair.anna, [number(1)])))
    before = state(pair.ben)
    for document in (line, line["players"][0], line["sheet"], version, version["play"]):
        for name, value in [*document.items()]:
            for odd in ODD:
                document[name] = odd
                pair.to_ben(message=message_of(line, version))
                document[name] = value
    assert state(pair.ben).keys() == before.keys()
    assert names(pair.ben) == {"Anna", "Ben", "Cy"}

"""Three stores that exchange files by hand and by a folder, in any order: in the end all three say the same."""

from __future__ import annotations

import os
import random
from contextlib import ExitStack, suppress
from dataclasses import replace
from datetime import timedelta
from typing import TYPE_CHECKING, Any, Final

import pytest

from companion.services.import_export import changes_anything, import_summary, plan_summary, read_file
from companion.services.shared_folder import SharedFolder
from storage.database.errors import StoreError
from storage.exchange.importing import carry_out
from storage.exchange.past_imports import undo_import
from storage.exchange.planning import plan
from storage.exchange.tessera_jsonl import export_jsonl
from storage.repositories import game_merges, people, people_merges, photos, plays
from storage.repositories.history import Filter, stream
from tests.storage.exchange.samples import exported, jsonl, keep, line, number, plain, planned, take_in
from tests.storage.stores import Clock, opened

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from storage.exchange.past_imports import Import
    from storage.repositories.play_content import Play
    from storage.repositories.tables import Store

HISTORIES: Final = int(os.environ.get("TESSERA_HISTORIES", "6"))
GAMES: Final = ("bgg-230802", "score-pad:one", "score-pad:two")
PHOTO: Final = b"\xff\xd8\xff" + bytes(100)


@pytest.fixture
def stores(tmp_path: Path) -> Iterator[list[Store]]:
    with ExitStack() as until_the_end:
        yield [until_the_end.enter_context(opened(tmp_path / f"{name}.db", Clock())) for name in "abc"]


def file_of(store: Store) -> bytes:
    return exported(export_jsonl, store)


def note_of(store: Store, play_id: str = number(1)) -> str | None:
    play = plays.play(store, play_id)
    return None if play is None else play.note


def noted(store: Store, note: str, play_id: str = number(1)) -> None:
    play = plays.play(store, play_id)
    assert play is not None
    plays.correct(store, play_id, replace(play, note=note), "note")


def state(store: Store) -> dict[str, Any]:
    """What a store shows of each play, and all versions that it has of it."""
    every = [play for removed in (False, True) for play in stream(store, Filter(removed=removed))]
    return {
        play.id: (
            play.version,
            play.note,
            play.removed is None,
            play.game,
            tuple(player.total for player in play.players),
            photos.photo_of(play.extras),
            frozenset(revision.play.version for revision in plays.revisions(store, play.id)),
        )
        for play in every
    }


def act(draw: random.Random, store: Store, made: list[str], merges: list[tuple[Store, people_merges.Merge]]) -> None:
    """Let somebody do something."""
    every = [play.id for removed in (False, True) for play in stream(store, Filter(removed=removed))]
    friends = people.players(store, hidden=True)
    if draw.random() < 0.2 or not every:
        made.append(number(len(made) + 1))
        totals: dict[str, int | None] = {"Anna": draw.randrange(9), "Ben": 5, draw.choice(["Cy", "Di"]): 3}
        keep(store, plain(totals, game=draw.choice(GAMES)), made[-1])
        return
    play_id, (friend, namesake) = draw.choice(every), draw.sample(friends, 2)
    play = plays.play(store, play_id)
    assert play is not None

    def correct(**changes: Any) -> object:
        return plays.correct(store, play_id, replace(play, **changes), "corrected")

    acts: list[tuple[int, Callable[[], object]]] = [
        (6, lambda: correct(note=str(draw.randrange(100)))),
        (2, lambda: plays.remove(store, play_id)),
        (2, lambda: plays.restore(store, play_id)),
        (1, lambda: plays.delete_for_good(store, play_id)),
        (2, lambda: people.rename(store, "player", friend.id, draw.choice(["Anne", "Benno", "Cyril"]))),
        (1, lambda: merges.append((store, people_merges.merge(store, "player", friend.id, namesake.id)))),
        (1, lambda: people_merges.unmerge(*draw.choice(merges)) if merges else None),
        (1, lambda: game_merges.merge_games(store, *draw.sample(GAMES, 2))),
        (1, lambda: game_merges.unmerge_games(store, draw.choice(GAMES))),
        (1, lambda: correct(extras={photos.PHOTO: photos.keep(store, PHOTO + bytes([draw.randrange(3)]))})),
    ]
    with suppress(StoreError):
        draw.choices([act for _, act in acts], [weight for weight, _ in acts])[0]()


@pytest.mark.parametrize("seed", range(HISTORIES))
def test_three_devices_agree_whatever_they_did(stores: list[Store], seed: int) -> None:
    draw, files, made = random.Random(seed), list[bytes](), list[str]()
    merges: list[tuple[Store, people_merges.Merge]] = []
    for _ in range(draw.randint(5, 25)):
        store, chance = draw.choice(stores), draw.random()
        store._clock.now += timedelta(minutes=draw.randrange(-90, 120))  # type: ignore[attr-defined]
        if chance < 0.6:
            act(draw, store, made, merges)
        elif chance < 0.8:
            files.append(file_of(store))
        elif files:
            take_in(store, draw.choice(files))
    for _ in range(3):
        for store in stores:
            for giver in stores:
                take_in(store, file_of(giver))
    states = [state(store) for store in stores]
    assert states[0] == states[1] == states[2]
    for store in stores:
        for file in files:
            take_in(store, file)
        assert state(store) == states[0], "an old file took something back"


def test_a_play_that_was_deleted_for_good_comes_back_nowhere(stores: list[Store]) -> None:
    a, b, _ = stores
    keep(a, plain({"Anna": 1}), number(1))
    old = file_of(a)
    take_in(b, old)
    plays.remove(a, number(1))
    plays.delete_for_good(a, number(1))
    assert "To be deleted for good: 1 play." in plan_summary(plan(b, read_file(file_of(a), "a")))
    done = take_in(b, file_of(a))
    assert import_summary(done) == "1 play deleted for good."
    for store in (a, b):
        assert take_in(store, old).id is None
        assert plays.play(store, number(1)) is None


def test_what_was_written_without_having_seen_a_deletion_comes_back_into_the_bin(stores: list[Store]) -> None:
    a, b, c = stores
    keep(a, plain({"Anna": 1}), number(1))
    old = file_of(a)
    take_in(b, old)
    noted(b, "unseen")
    plays.remove(a, number(1))
    plays.delete_for_good(a, number(1))
    for store, file in ((a, file_of(b)), (b, file_of(a)), (c, file_of(a)), (c, file_of(b)), (a, file_of(b))):
        take_in(store, file)
    assert state(a) == state(b) == state(c)
    (play,) = stream(a, Filter(removed=True))
    assert play.note == "unseen"
    plays.restore(a, number(1))
    for store in (b, c):
        take_in(store, file_of(a))
        take_in(store, old)
    assert state(a) == state(b) == state(c)
    assert [play.note for play in stream(b, Filter())] == ["unseen"]


def test_a_friend_is_called_everywhere_what_was_written_last(stores: list[Store]) -> None:
    a, b, _ = stores
    keep(a, plain({"Anna": 1}), number(1))
    old = file_of(a)
    take_in(b, old)
    people.rename(a, "player", people.players(a)[0].id, "Anne")
    take_in(b, file_of(a))
    take_in(b, old)
    assert [friend.name for friend in people.players(b)] == ["Anne"]
    assert people.player_named(b, "Anna") == people.player_named(b, "Anne")
    assert take_in(a, file_of(b)).id is None


def test_who_was_merged_on_one_device_is_one_everywhere_but_two_of_one_table_are_two(stores: list[Store]) -> None:
    a, b, c = stores
    for index, name in enumerate(("Bo", "Bob", "Robert")):
        keep(a, plain({"Anna": 1, name: 2}), number(index))
    for store in (b, c):
        take_in(store, file_of(a))
    ids = {friend.name: friend.id for friend in people.players(a)}
    keep(c, plain({"Bob": 1, "Robert": 2}), number(9))
    people_merges.merge(a, "player", ids["Bo"], ids["Robert"])
    people_merges.merge(a, "player", ids["Bob"], ids["Robert"])
    for store in (b, c):
        take_in(store, file_of(a))
        assert take_in(store, file_of(a)).id is None
    assert {friend.name: friend.plays for friend in people.players(b)} == {"Anna": 3, "Robert": 3}
    assert {friend.name: friend.plays for friend in people.players(c)} == {"Anna": 3, "Bob": 2, "Robert": 3}
    take_in(a, file_of(c))
    assert len(list(stream(a, Filter()))) == 4
    assert take_in(a, file_of(c)).id is None


def test_of_two_corrections_the_other_one_is_said_until_one_is_chosen(stores: list[Store]) -> None:
    from companion.services.history import PlayDetails, load_play  # noqa: PLC0415

    def collision(store: Store) -> Any:
        details = load_play(store, number(1))
        assert isinstance(details, PlayDetails)
        return details.collision

    a, b, _ = stores
    keep(a, plain({"Anna": 1}), number(1))
    take_in(b, file_of(a))
    assert collision(b) is None
    noted(a, "first")
    b._clock.now += timedelta(hours=5)  # type: ignore[attr-defined]
    noted(b, "second")
    take_in(a, file_of(b))
    take_in(b, file_of(a))
    assert (note_of(a), note_of(b)) == ("second", "second")
    for store in (a, b):
        version, differing = collision(store)
        assert (version.play.note, [str(what) for what in differing]) == ("first", ["Note"])
    plays.take_version(a, number(1), collision(a)[0].play.version)
    take_in(b, file_of(a))
    assert (note_of(a), note_of(b)) == ("first", "first")
    assert collision(a) is collision(b) is None
    with pytest.raises(StoreError):
        plays.take_version(a, number(1), "001709321400000-0123456789abcdef")


def test_an_undo_after_somebody_has_heard_of_the_import_is_told_like_anything_else(
    stores: list[Store], tmp_path: Path
) -> None:
    a, b, _ = stores
    folder = tmp_path / "shared"
    folder.mkdir()
    keep(a, plain({"Anna": 1}), number(1))
    SharedFolder(folder).agree(a)
    done: Import = take_in(a, jsonl(line(plain({"Anna": 1}, note="theirs"), number(1)), line(LATER, number(2))))
    assert (done.added, done.changed) == (1, 1)
    SharedFolder(folder).agree(a)
    SharedFolder(folder).agree(b)
    undo_import(a, done.id or "")
    SharedFolder(folder).agree(a)
    SharedFolder(folder).agree(b)
    assert state(a) == state(b)
    assert [play.note for play in stream(b, Filter())] == [""]
    assert [play.id for play in stream(b, Filter(removed=True))] == [number(2)]


LATER: Final[Play] = plain({"Ben": 2}, days=1)


def test_a_version_of_the_year_3000_is_named_and_does_not_win_for_ever(stores: list[Store]) -> None:
    a, b, _ = stores
    keep(a, plain({"Anna": 1}), number(1))
    noted(a, "from the future")
    version = plays.play(a, number(1)).version  # type: ignore[union-attr]
    file = file_of(a).replace(version.encode(), b"032503680000000-0123456789abcdef")
    planned = plan(b, read_file(file, "a"))
    assert [str(remark).partition(" by the")[0] for remark in planned.remarks] == [
        "Azul, 2024-03-01: written on 3000-01-01"
    ]
    carry_out(b, planned, "a")
    noted(b, "today")
    take_in(b, file)
    assert note_of(b) == "today"


def test_a_file_of_too_many_versions_is_read_as_far_as_it_goes(stores: list[Store]) -> None:
    content = plain({"Anna": 1})
    versions = [
        {"tessera": "version", "format": 2, "at": "2024-03-02T00:00:00+00:00", "what": ""}
        | {"play": {key: value for key, value in line(content, number(1), revision=index).items() if key not in HEAD}}
        for index in range(1, 1003)
    ]
    file = jsonl(line(content, number(1), revision=1003), *versions)
    incoming = read_file(file, "file")
    assert [str(problem.message) for problem in incoming.problems] == [
        "more than 1000 versions of one play: the later ones are left out"
    ] * 2
    carry_out(stores[0], plan(stores[0], incoming), "file")
    assert len(plays.revisions(stores[0], number(1))) == 1000


HEAD: Final = ("tessera", "format")


def test_a_file_cut_anywhere_brings_what_is_whole_and_the_rest_later(stores: list[Store]) -> None:
    a, b, c = stores
    keep(a, plain({"Anna": 1}), number(1))
    noted(a, "one")
    noted(a, "two")
    keep(a, LATER, number(2))
    whole = file_of(a)
    for end in range(0, len(whole), 97):
        take_in(b, whole[:end])
    take_in(b, whole)
    take_in(c, whole)
    assert state(a) == state(b) == state(c)


def test_a_folder_is_read_when_it_changes_and_written_when_something_was(stores: list[Store], tmp_path: Path) -> None:
    a, b, c = stores
    folder = tmp_path / "shared"
    folder.mkdir()
    shared = [SharedFolder(folder) for _ in stores]
    keep(a, plain({"Anna": 1}), number(1))
    for _ in range(2):
        for mine, store in zip(shared, stores, strict=True):
            mine.agree(store)
    assert state(a) == state(b) == state(c)
    assert len([*folder.iterdir()]) == 3
    before = {path.name: path.stat().st_mtime_ns for path in folder.iterdir()}
    assert [mine.agree(store) for mine, store in zip(shared, stores, strict=True)] == [(), (), ()]
    assert {path.name: path.stat().st_mtime_ns for path in folder.iterdir()} == before
    noted(c, "rain")
    shared[2].agree(c)
    (read,) = shared[0].agree(a)
    assert (read.summary, read.problems, note_of(a)) == ("1 play changed.", (), "rain")


def test_two_devices_that_write_one_file_lose_nothing(stores: list[Store], tmp_path: Path) -> None:
    a, b, _ = stores
    folder = tmp_path / "shared"
    folder.mkdir()
    for store in (a, b):
        store.set("device", "same")
    shared = [SharedFolder(folder) for _ in (a, b)]
    keep(a, plain({"Anna": 1}), number(1))
    keep(b, LATER, number(2))
    for _ in range(3):
        for mine, store in zip(shared, (a, b), strict=True):
            mine.agree(store)
    assert state(a) == state(b)
    assert len(state(a)) == 2


def test_a_folder_that_cannot_be_used_says_so(stores: list[Store], tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(StoreError, match="nowhere"):
        SharedFolder(tmp_path / "file" / "nowhere").agree(stores[0])


def seats(store: Store) -> dict[str, tuple[str, str, str, tuple[str, ...]]]:
    """Which game a store shows each play under, where it was, and whose the seats are."""
    names = {friend.id: friend.name for friend in people.players(store, hidden=True)}
    return {
        play.id: (play.game, play.title, play.place, tuple(names[player.id] for player in play.players))
        for removed in (False, True)
        for play in stream(store, Filter(removed=removed))
    }


def agreed(stores: list[Store]) -> None:
    """Let all agree with all; then nobody has anything new for anybody."""
    for _ in range(2):
        for store in stores:
            for giver in stores:
                take_in(store, file_of(giver))
    for store in stores:
        assert not any(changes_anything(planned(store, file_of(giver))) for giver in stores)
    assert seats(stores[0]) == seats(stores[1]) == seats(stores[2])
    assert state(stores[0]) == state(stores[1]) == state(stores[2])


def test_a_merge_of_friends_and_places_that_is_undone_is_undone_everywhere(stores: list[Store]) -> None:
    a, b, c = stores
    for index, (name, place) in enumerate((("Bo", "Klub"), ("Bob", "Club"))):
        keep(a, replace(plain({"Anna": 1, name: 2}), place=place), number(index))
    agreed(stores)
    keep(b, plain({"Bo": 3, "Cy": 4}), number(2))
    ids = {friend.name: friend.id for friend in people.players(a)}
    rooms = {place.name: place.id for place in people.places(a)}
    merges = [
        people_merges.merge(a, "player", ids["Bo"], ids["Bob"]),
        people_merges.merge(a, "place", rooms["Klub"], rooms["Club"]),
    ]
    old = file_of(a)
    agreed(stores)
    assert seats(c)[number(0)][2:] == ("Club", ("Anna", "Bob"))
    keep(c, plain({"Bo": 5, "Di": 4}), number(3))
    for merge in merges:
        people_merges.unmerge(a, merge)
    people.rename(a, "player", ids["Bo"], "Bodo")
    agreed(stores)
    for store in stores:
        assert take_in(store, old).id is None
        assert seats(store)[number(0)][2:] == ("Klub", ("Anna", "Bodo"))
        assert seats(store)[number(1)][2:] == ("Club", ("Anna", "Bob"))
        assert seats(store)[number(3)][3] == ("Bob", "Di"), "later plays stay where they are"
        assert people.player_named(store, "Bo") == ids["Bo"]
    people_merges.merge(c, "player", ids["Bo"], ids["Bob"])
    agreed(stores)
    assert seats(a)[number(0)][3] == ("Anna", "Bob")


def test_a_game_under_a_pad_is_there_on_every_device_until_somebody_takes_it_out(stores: list[Store]) -> None:
    a, b, c = stores
    pad = plain({"Anna": 3, "Ben": 1}, game="score-pad:0f8f", title="Pad")
    keep(a, pad, number(0))
    keep(a, plain({"Anna": 1, "Ben": 2}), number(1))
    agreed(stores)
    keep(b, plain({"Anna": 5, "Ben": 2}), number(2))
    game_merges.merge_games(a, "bgg-230802", pad.game)
    old = file_of(a)
    done = take_in(b, old)
    assert (done.changed, import_summary(done)) == (2, "2 plays changed.")
    agreed(stores)
    for store in stores:
        assert {play[:2] for play in seats(store).values()} == {(pad.game, pad.title)}
        assert [merge.title for merge in game_merges.merges_into(store, pad.game)] == ["Azul"]
    c._clock.now += timedelta(hours=1)  # type: ignore[attr-defined]
    game_merges.unmerge_games(c, "bgg-230802")
    agreed(stores)
    for store in stores:
        assert take_in(store, old).id is None
        assert {play[:2] for play in seats(store).values()} == {(pad.game, pad.title), ("bgg-230802", "Azul")}
        assert game_merges.merges_into(store, pad.game) == ()


def test_two_pads_that_were_put_under_each_other_are_under_the_later_one(stores: list[Store]) -> None:
    a, b, _ = stores
    first, second = (plain({"Anna": 3}, game=f"score-pad:{title}", title=title) for title in ("One", "Two"))
    keep(a, first, number(0))
    keep(a, second, number(1))
    agreed(stores)
    b._clock.now += timedelta(hours=1)  # type: ignore[attr-defined]
    game_merges.merge_games(a, first.game, second.game)
    game_merges.merge_games(b, second.game, first.game)
    agreed(stores)
    assert {play[0] for play in seats(a).values()} == {first.game}

"""A file of everything brings everything into an empty folder, whatever happened to the history before."""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import replace
from datetime import timedelta
from typing import TYPE_CHECKING, Any, Final, cast

import pytest
from hypothesis import Phase, example, given, settings
from hypothesis import strategies as st
from sqlmodel import select

from storage.database.errors import StoreError
from storage.database.models import (
    AliasRow,
    CopyRow,
    DeletedPlayRow,
    LineRow,
    PhotoRow,
    PlaceRow,
    PlayerRow,
    PlayRevisionRow,
    PlayRow,
    Row,
    SeatRow,
    SettingRow,
    ShownVersionRow,
    WrittenNameRow,
)
from storage.exchange.past_imports import imports, undo_import
from storage.exchange.record import CARRIED_SETTINGS
from storage.exchange.tessera_jsonl import export_jsonl
from storage.repositories import people, people_merges, photos, plays
from storage.repositories.history import Filter, stream
from storage.repositories.values import StaleError
from tests.storage import sample_pads
from tests.storage.exchange.samples import GOLDEN, exported, jsonl, line, number, plain, scored, take_in
from tests.storage.sample_pads import KEY, KINGDOMINO, OTHER_KEY, keep_pad
from tests.storage.sample_plays import content, written
from tests.storage.stores import START, Clock, opened
from tests.strategies import examples

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from sqlmodel import SQLModel

    from storage.repositories.people import KnownPlace, KnownPlayer
    from storage.repositories.play_content import StoredPlay
    from storage.repositories.tables import Store

CARRIED: Final = (
    *(AliasRow, CopyRow, DeletedPlayRow, LineRow, PhotoRow, PlaceRow),
    *(PlayerRow, PlayRevisionRow, PlayRow, SeatRow, SettingRow, ShownVersionRow, WrittenNameRow),
)

LEFT_OUT: Final = {
    "here": "a correction that comes in was not made here",
    "table_id": "tables are not in the file",
    "reopened": "a table in play is not in the file, so nothing runs again",
    "checksum": "it covers the columns above, too",
}
"""Columns that do not travel, and why. All other columns of `CARRIED` do."""

NOT_CARRIED: Final = {
    "tables": "tables in play stay where they are played, and finished ones are plays",
    "revisions": "the steps of these tables",
    "set_aside": "what is damaged is of use only where it was damaged",
    "imports": "an import is undone where it was done",
    "journal": "what these imports did",
    "join_codes": "secrets",
    "devices": "secrets",
    "guests": "who sits at a table that is not in the file",
}
"""Tables that do not travel, and why."""

NAMES: Final = ("Anna", "anna", "Anna B.", "Zo\u00eb", "Zoe\u0308", "Börje", "Nick")
PLACES: Final = ("", "Home", "Caf\u00e9", "Cafe\u0301", "Club of the many players of long games in the old town hall")
WORDS: Final = ("", "Rain\nall day", "x" * 3000, "Zo\u00eb")
PHOTOS: Final = tuple(b"\xff\xd8\xff" + bytes([number]) * 3000 for number in range(3))
VALUES: Final = (1, None, {"kind": "villa", "points": 3}, [1.5, "two"])


class History:
    """A history that is made by steps, each with three numbers that choose."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self.store = store
        self.clock = clock
        self.merges: list[people_merges.Merge] = []
        self.made = 0

    def _play(self, which: int, *, removed: bool = False) -> StoredPlay:
        return cast("StoredPlay", chosen(list(stream(self.store, Filter(removed=removed))), which))

    def _player(self, which: int) -> KnownPlayer:
        friends = sorted(people.players(self.store, hidden=True), key=lambda friend: (friend.seen, friend.name))
        return cast("KnownPlayer", chosen(friends, which))

    def _place(self, which: int) -> KnownPlace:
        locations = sorted(people.places(self.store), key=lambda location: (location.seen, location.name))
        return cast("KnownPlace", chosen(locations, which))

    def plain_play(self, a: int, b: int, c: int) -> None:
        totals = {chosen(NAMES, a): b, chosen(NAMES, a + 1 + b): None if c % 4 == 0 else c}
        self.made += 1
        place, source = chosen(PLACES, b), chosen(("", "bgg:%d", "elsewhere:%d"), c)
        play = content(totals, a % 9, place=place, note=chosen(WORDS, c), day=chosen(("", "2024-02-29"), a))
        written(self.store, play, source=source and source % self.made, play_id=number(self.made))

    def table(self, a: int, b: int, _: int) -> None:
        table = self.store.begin(
            "little-town", {"table": json.loads(GOLDEN.read_text())["table"], "extras": scored().extras}
        )
        if a % 3:
            self.clock.now += timedelta(hours=b % 50 - 25)
            plays.finish(self.store, table.id, scored().sheet)

    def pad(self, a: int, b: int, c: int) -> None:
        keep_pad(self.store, KINGDOMINO | {"bgg": 1 + b}, chosen((KEY, OTHER_KEY), a))
        self.made += 1
        play = sample_pads.scored({chosen(NAMES, b): c, chosen(NAMES, b + 2): a}, chosen((KEY, OTHER_KEY), a))
        written(self.store, play, source="", play_id=number(self.made))

    def reopen(self, a: int, b: int, _: int) -> None:
        play = self._play(a)
        table = plays.reopen(self.store, play.id)
        if b % 2:
            plays.finish(self.store, table.id, play.sheet)

    def correct(self, a: int, b: int, c: int) -> None:
        play = self._play(a)
        finished = play.finished - timedelta(hours=b % 40)
        after = replace(play, note=chosen(WORDS, b), place=chosen(PLACES, c), finished=finished, day="")
        plays.correct(self.store, play.id, after, chosen(("a slip", "note"), c))

    def photograph(self, a: int, b: int, c: int) -> None:
        play = self._play(a)
        others = {name: value for name, value in play.extras.items() if name != photos.PHOTO}
        named = {photos.PHOTO: photos.keep(self.store, chosen(PHOTOS, b))} if c % 3 else {}
        plays.correct(self.store, play.id, replace(play, extras=others | named), "photo")

    def remove(self, a: int, _: int, __: int) -> None:
        plays.remove(self.store, self._play(a).id)

    def restore(self, a: int, _: int, __: int) -> None:
        plays.restore(self.store, self._play(a, removed=True).id)

    def delete(self, a: int, _: int, __: int) -> None:
        plays.delete_for_good(self.store, self._play(a, removed=True).id)

    def rename(self, a: int, b: int, _: int) -> None:
        people.rename(self.store, "player", self._player(a).id, chosen(NAMES, b))

    def merge(self, a: int, b: int, _: int) -> None:
        self.merges.append(people_merges.merge(self.store, "player", self._player(a).id, self._player(b).id))

    def unmerge(self, a: int, _: int, __: int) -> None:
        people_merges.unmerge(self.store, chosen(self.merges, a))

    def hide(self, a: int, b: int, _: int) -> None:
        (people.hide_player if b % 2 else people.unhide_player)(self.store, self._player(a).id)

    def sit_down(self, a: int, b: int, _: int) -> None:
        people.remember_players(self.store, [(chosen(NAMES, a), chosen(("red", "blue"), b), "circle")])

    def rename_place(self, a: int, b: int, _: int) -> None:
        people.rename(self.store, "place", self._place(a).id, chosen(PLACES, b))

    def merge_places(self, a: int, b: int, _: int) -> None:
        self.merges.append(people_merges.merge(self.store, "place", self._place(a).id, self._place(b).id))

    def keep(self, a: int, b: int, c: int) -> None:
        self.store.keep("little-town", chosen(("aid_card", "objective"), a), f"key {b}", chosen(VALUES, c))

    def drop(self, a: int, b: int, _: int) -> None:
        self.store.drop("little-town", chosen(("aid_card", "objective"), a), f"key {b}")

    def setting(self, a: int, b: int, _: int) -> None:
        self.store.set(chosen((*CARRIED_SETTINGS, "lan"), a), chosen(VALUES, b))

    def take_in(self, a: int, b: int, c: int) -> None:
        totals: dict[str, int | None] = {chosen(NAMES, a): b, chosen(NAMES, a + 2): c}
        take_in(self.store, jsonl(line(plain(totals, days=c % 5), number(1000 + b % 3), place=chosen(PLACES, c))))

    def take_back(self, a: int, _: int, __: int) -> None:
        undo_import(self.store, chosen(imports(self.store), a).id or "")

    def clock_jumps(self, a: int, b: int, _: int) -> None:
        self.clock.now += timedelta(days=a % 30 - 15, minutes=b)


STEPS: Final[tuple[Callable[[History, int, int, int], None], ...]] = tuple(
    step for name, step in vars(History).items() if not name.startswith("_")
)


class NothingToChooseError(Exception):
    """There is none of what a step needs."""


def chosen(some: Any, which: int) -> Any:
    if not some:
        raise NothingToChooseError
    return some[which % len(some)]


def rows(store: Store) -> dict[str, list[dict[str, Any]]]:
    """Every row that travels, by table, with all columns but those that are left out."""
    by_table = {}
    with store.reading() as session:
        for kind in CARRIED:
            taken = [row.model_dump(exclude=set(LEFT_OUT)) for row in session.exec(select(kind)).all()]
            if kind is SettingRow:
                taken = [row for row in taken if row["key"] in CARRIED_SETTINGS]
            by_table[_name(kind)] = sorted(taken, key=lambda row: json.dumps(row, sort_keys=True, default=str))
    return by_table


def _name(kind: type[SQLModel]) -> str:
    return str(kind.__tablename__)


def test_every_table_travels_or_is_left_out_for_a_reason() -> None:
    carried = {_name(kind) for kind in CARRIED}
    assert carried.isdisjoint(NOT_CARRIED)
    assert carried | {*NOT_CARRIED} == {*Row.metadata.tables}


step = st.tuples(st.sampled_from(STEPS), st.integers(0, 20), st.integers(0, 20), st.integers(0, 20))

PHOTOGRAPHED: Final = [
    *((History.plain_play, number, 3, 1) for number in range(3)),
    *((History.photograph, number, number, 1) for number in range(3)),
    *((History.photograph, 0, 2, 1), (History.photograph, 1, 0, 0), (History.remove, 1, 0, 0)),
    *((History.remove, 0, 0, 0), (History.delete, 0, 0, 0)),
    *((History.pad, number, number, 3) for number in range(2)),
]

FORGOTTEN: Final = [(History.take_in, 8, 17, 17), (History.hide, 1, 9, 3), (History.take_back, 6, 14, 12)]
"""Somebody is hidden who came by an import that is undone then."""

TWO_ANNAS: Final = [(History.plain_play, 0, 3, 1), (History.rename, 0, 2, 0), (History.plain_play, 0, 3, 1)]


@settings(examples(10), phases=(Phase.explicit, Phase.generate))
@given(steps=st.lists(step, min_size=5, max_size=40))
@example(steps=TWO_ANNAS)
@example(steps=PHOTOGRAPHED)
@example(steps=FORGOTTEN)
def test_everything_comes_back_equal_row_by_row(
    tmp_path_factory: Any, steps: list[tuple[Callable[[History, int, int, int], None], int, int, int]]
) -> None:
    folder: Path = tmp_path_factory.mktemp("history")
    clock, later = Clock(), Clock()
    later.now = START + timedelta(days=3650)
    with opened(folder / "here.db", clock) as store, opened(folder / "there.db", later) as there:
        history = History(store, clock)
        for do, *numbers in steps:
            with suppress(StoreError, NothingToChooseError):
                do(history, *numbers)
        file, empty = exported(export_jsonl, store), rows(there)
        done = take_in(there, file)
        own = rows(store)
        own["photos"] = [
            photo for photo in own["photos"] if photo["id"].encode() in file
        ]  # others are of tables in play
        assert rows(there) == own
        assert exported(export_jsonl, there) == file
        assert take_in(there, file).id is None
        assert rows(there) == rows(store)
        if done.id is not None:
            undo_import(there, done.id)
        assert rows(there) == empty


def sizes(store: Store) -> dict[str, int]:
    return {table: len(lines) for table, lines in rows(store).items()}


def handed_over(of: Store, to: Store) -> int:
    """Take the history of one device in on another one, and return how many plays are there then."""
    file, before = exported(export_jsonl, of), {play.id for play in everything(to)}
    take_in(to, file)
    after = [play.id for play in everything(to)]
    assert len(after) == len({*after}) >= len(before)
    assert {*after} == before | {play.id for play in everything(of)}
    assert take_in(to, file).id is None
    return len(after)


def everything(store: Store) -> list[StoredPlay]:
    return [play for removed in (False, True) for play in stream(store, Filter(removed=removed))]


some_steps = st.lists(step, max_size=12)


@settings(examples(3), phases=(Phase.explicit, Phase.generate))
@given(rounds=st.lists(st.tuples(some_steps, some_steps), min_size=1, max_size=3))
@example(rounds=[(TWO_ANNAS, []), ([], [(History.rename, 0, 4, 0)]), ([(History.rename, 1, 1, 0)], TWO_ANNAS)])
@example(rounds=[(PHOTOGRAPHED, []), ([(History.correct, 0, 1, 1)], PHOTOGRAPHED)])
def test_a_history_that_goes_to_and_fro_is_nowhere_doubled(
    tmp_path_factory: Any, rounds: list[tuple[list[Any], list[Any]]]
) -> None:
    folder: Path = tmp_path_factory.mktemp("history")
    clocks = Clock(), Clock()
    with opened(folder / "desktop.db", clocks[0]) as desktop, opened(folder / "pocket.db", clocks[1]) as pocket:
        devices = History(desktop, clocks[0]), History(pocket, clocks[1])
        devices[1].made = 500
        for steps in rounds:
            for device, todo, to in zip(devices, steps, (pocket, desktop), strict=True):
                for do, *numbers in todo:
                    with suppress(StoreError, NothingToChooseError):
                        do(device, *numbers)
                handed_over(device.store, to)
        handed_over(desktop, pocket)
        handed_over(pocket, desktop)
        before = sizes(desktop), sizes(pocket)
        handed_over(desktop, pocket)
        handed_over(pocket, desktop)
        assert (sizes(desktop), sizes(pocket)) == before


def test_a_table_that_is_finished_on_two_devices_is_one_play(tmp_path: Path) -> None:
    with opened(tmp_path / "desktop.db") as desktop, opened(tmp_path / "pocket.db") as pocket:
        content = {"table": json.loads(GOLDEN.read_text())["table"], "extras": scored().extras}
        table = desktop.begin("little-town", content)
        pocket.begin("little-town", content | {"extras": scored().extras | {"came": "0123456789ab"}}, table.id)
        with pytest.raises(StaleError):
            pocket.begin("little-town", content, table.id)
        play = plays.finish(pocket, table.id, scored().sheet)
        assert "came" not in play.extras
        assert handed_over(pocket, desktop) == 1
        again = plays.finish(desktop, table.id, scored().sheet)
        assert (again.id, again.revision, handed_over(desktop, pocket)) == (play.id, 2, 1)
        assert handed_over(pocket, desktop) == 1
        assert plays.reopen(desktop, play.id).id == table.id

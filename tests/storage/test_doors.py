"""Phones at tables: secrets that open one door each, tokens that are not kept, and what is forgotten."""

from __future__ import annotations

from contextlib import closing
from datetime import timedelta
from typing import TYPE_CHECKING, Final

import pytest

from storage import backups, doors, plays
from storage.database import StoreError
from storage.doors import FORGOTTEN, HOST, NotLetInError
from storage.store import StaleError, Store
from tests.storage.evenings import finished, sheet
from tests.storage.guests import come, seats, table, the_one
from tests.storage.stores import START, Clock, opened, prepare

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

pytestmark = pytest.mark.usefixtures("both")

LETTERS: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "tessera.sqlite3"


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def store(path: Path, clock: Clock) -> Iterator[Store]:
    prepare(path)
    with opened(path, clock) as store:
        yield store


# -- secrets


def test_a_secret_has_more_than_128_bits_and_every_table_its_own(store: Store) -> None:
    secrets = [doors.door(store, table(store)).secret for _ in range(20)] + [doors.door(store, HOST).secret]
    assert len(set(secrets)) == 21
    assert {len(secret) for secret in secrets} == {24}  # of 6 bits each
    assert set("".join(secrets)) <= set(LETTERS)
    assert len(set("".join(secrets))) > 60


def test_a_secret_stays_until_it_is_renewed(store: Store, path: Path) -> None:
    here = table(store)
    first = doors.door(store, here)
    assert (first.id, first.locked) == (here, False)
    with opened(path) as another:
        assert doors.door(another, here) == first


def test_a_secret_leads_to_its_own_table_alone(store: Store) -> None:
    one, other = table(store), table(store)
    doors.door(store, other)
    phone = come(store, one)
    assert [guest.phone_id for guest in doors.guests(store, one)] == [phone.id]
    assert doors.guests(store, other) == ()
    assert doors.tables_of(store, phone.id) == (one,)


def test_the_tables_of_a_phone_are_those_it_came_to_the_last_one_first(store: Store) -> None:
    one, other, token = table(store), table(store), doors.token()
    assert come(store, one, token) == come(store, other, token)
    phone = doors.phone_of(store, token)
    assert phone is not None
    assert doors.tables_of(store, phone.id) == (other, one)


@pytest.mark.parametrize("wrong", ["", "host", "x" * 24, "é" * 24, "\ud800", "x" * 10_000])
def test_a_secret_that_was_guessed_opens_nothing(store: Store, wrong: str) -> None:
    here = table(store)
    doors.door(store, here)
    doors.door(store, HOST)
    with pytest.raises(NotLetInError, match="scan the one that the host's screen shows now") as refused:
        doors.enter(store, wrong, doors.token())
    assert not refused.value.locked
    assert doors.guests(store, here) == ()


def test_every_letter_of_a_secret_counts(store: Store) -> None:
    secret = doors.door(store, table(store)).secret
    for place, letter in enumerate(secret):
        other = "A" if letter != "A" else "B"
        with pytest.raises(NotLetInError):
            doors.enter(store, secret[:place] + other + secret[place + 1 :], doors.token())
    with pytest.raises(NotLetInError):
        doors.enter(store, secret[:-1], doors.token())


def test_the_id_of_a_table_or_of_a_phone_opens_nothing(store: Store) -> None:
    here = table(store)
    phone = come(store, here)
    for known in (here, phone.id):
        with pytest.raises(NotLetInError):
            doors.enter(store, known, doors.token())
        assert doors.phone_of(store, known) is None


def test_a_renewed_code_puts_all_out_and_the_old_one_opens_nothing(store: Store) -> None:
    here, elsewhere, token = table(store), table(store), doors.token()
    phone = come(store, here, token)
    doors.sit(store, here, phone.id, 0)
    there = come(store, elsewhere)
    old = doors.door(store, here)
    new = doors.renew(store, here)
    assert new.secret != old.secret
    assert doors.door(store, here) == new
    assert doors.guests(store, here) == ()
    assert the_one(store, elsewhere).phone_id == there.id
    with pytest.raises(NotLetInError):
        doors.enter(store, old.secret, token)
    assert come(store, here, token) == phone
    assert the_one(store, here).seat is None


def test_a_locked_table_lets_in_nobody_new(store: Store) -> None:
    here, token = table(store), doors.token()
    inside = come(store, here, token)
    door = doors.lock(store, here, locked=True)
    assert door.locked
    with pytest.raises(NotLetInError, match="the table is locked: ask the host to unlock it") as refused:
        doors.enter(store, door.secret, doors.token())
    assert refused.value.locked
    assert doors.enter(store, door.secret, token) == (here, inside)
    doors.lock(store, here, locked=False)
    come(store, here)
    assert len(doors.guests(store, here)) == 2


def test_who_was_put_out_of_a_locked_table_stays_out(store: Store) -> None:
    here, token = table(store), doors.token()
    phone = come(store, here, token)
    door = doors.lock(store, here, locked=True)
    doors.put_out(store, here, phone.id)
    with pytest.raises(NotLetInError):
        doors.enter(store, door.secret, token)


def test_no_table_has_a_door_that_is_not_there(store: Store) -> None:
    for ask in (doors.door, doors.renew, lambda store, there: doors.lock(store, there, locked=True)):
        with pytest.raises(StaleError):
            ask(store, "0" * 32)


def test_a_finished_table_has_no_door_until_it_is_taken_up_again(store: Store) -> None:
    here = table(store)
    come(store, here)
    door = doors.door(store, here)
    play = plays.finish(store, here, sheet({"Cathy": 9, "Nick": 5}))
    with pytest.raises(NotLetInError):
        doors.enter(store, door.secret, doors.token())
    with pytest.raises(StaleError):
        doors.door(store, here)
    plays.reopen(store, play.id)
    assert doors.door(store, here) == door
    assert doors.enter(store, door.secret, doors.token())[0] == here


def test_a_removed_table_has_no_door_until_it_is_restored(store: Store) -> None:
    here = table(store)
    door = doors.door(store, here)
    store.remove(here)
    with pytest.raises(NotLetInError):
        doors.enter(store, door.secret, doors.token())
    store.restore(here)
    assert doors.enter(store, door.secret, doors.token())[0] == here


# -- the door of the host


def test_the_door_of_the_host_makes_a_phone_the_hosts_own(store: Store) -> None:
    secret, token = doors.door(store, HOST).secret, doors.token()
    where, phone = doors.enter(store, secret, token)
    assert (where, phone.host) == (HOST, True)
    assert doors.tables_of(store, phone.id) == ()
    assert doors.phone_of(store, token) == phone


def test_a_phone_at_a_table_is_not_the_hosts(store: Store) -> None:
    here, token = table(store), doors.token()
    assert not come(store, here, token).host
    doors.enter(store, doors.door(store, HOST).secret, token)
    assert come(store, here, token).host


def test_with_a_new_code_of_the_host_no_phone_is_the_hosts_any_more(store: Store) -> None:
    here, token = table(store), doors.token()
    come(store, here, token)
    old = doors.door(store, HOST)
    doors.enter(store, old.secret, token)
    assert doors.renew(store, HOST).secret != old.secret
    known = doors.phone_of(store, token)
    assert known is not None
    assert not known.host
    assert the_one(store, here).phone_id == known.id
    with pytest.raises(NotLetInError):
        doors.enter(store, old.secret, token)


# -- tokens


def test_a_token_has_256_bits_and_no_two_are_the_same(store: Store) -> None:
    tokens = {doors.token() for _ in range(50)}
    assert len(tokens) == 50
    assert {len(token) for token in tokens} == {43}
    assert [doors.phone_of(store, token) for token in tokens] == [None] * 50


@pytest.mark.sqlite_alone
def test_no_token_lies_in_the_file(store: Store, path: Path) -> None:
    here, token = table(store), doors.token()
    phone = come(store, here, token)
    secret = doors.door(store, here).secret
    lying = b"".join(file.read_bytes() for file in path.parent.glob(f"{path.name}*"))
    assert phone.id.encode() in lying
    assert secret.encode() in lying
    assert token.encode() not in lying


def test_a_phone_is_known_by_its_token_alone(store: Store) -> None:
    here, token = table(store), doors.token()
    phone = come(store, here, token)
    assert doors.phone_of(store, token) == phone
    assert doors.phone_of(store, token[:-1]) is None
    assert doors.phone_of(store, "") is None
    assert doors.phone_of(store, "\ud800") is None


def test_a_phone_keeps_its_settings(store: Store) -> None:
    here, token, other = table(store), doors.token(), doors.token()
    phone = come(store, here, token)
    come(store, here, other)
    doors.set_of_phone(store, phone.id, "theme", "dark")
    doors.set_of_phone(store, phone.id, "text", 1.5)
    doors.set_of_phone(store, "nobody", "text", 2.0)
    assert [getattr(doors.phone_of(store, one), "settings", None) for one in (token, other)] == [
        {"theme": "dark", "text": 1.5},
        {},
    ]
    assert store.settings() == {}


# -- what is forgotten


def test_a_phone_that_does_not_come_back_is_forgotten(store: Store, clock: Clock) -> None:
    here, gone, back = table(store), doors.token(), doors.token()
    doors.sit(store, here, come(store, here, gone).id, 0)
    stays = come(store, here, back)
    clock.now += FORGOTTEN / 2
    doors.forget(store)
    assert len(doors.guests(store, here)) == 2
    assert doors.phone_of(store, back) == stays
    clock.now += FORGOTTEN / 2
    doors.forget(store)
    assert doors.phone_of(store, gone) is None
    assert doors.phone_of(store, back) == stays
    assert the_one(store, here).phone_id == stays.id


def test_a_phone_is_known_for_90_days(store: Store, clock: Clock) -> None:
    here, token = table(store), doors.token()
    come(store, here, token)
    clock.now += timedelta(days=89, hours=23)
    doors.forget(store)
    assert doors.phone_of(store, token) is not None


def test_who_sat_at_a_table_is_forgotten_long_after_its_end(store: Store, clock: Clock) -> None:
    over, running, token = table(store), table(store), doors.token()
    phone = come(store, over, token)
    come(store, running, token)
    doors.sit(store, over, phone.id, 0)
    old = doors.door(store, over)
    play = plays.finish(store, over, sheet({"Cathy": 9, "Nick": 5}))
    doors.forget(store)
    assert seats(store, over) == [0]
    clock.now += FORGOTTEN + timedelta(hours=1)
    assert doors.phone_of(store, token) == phone
    doors.forget(store)
    assert doors.tables_of(store, phone.id) == (running,)
    plays.reopen(store, play.id)
    assert doors.door(store, over).secret != old.secret


def test_a_play_is_deleted_for_good_with_its_table_and_its_phones(store: Store) -> None:
    here, token = table(store), doors.token()
    phone = come(store, here, token)
    doors.sit(store, here, phone.id, 0)
    other = finished(store)
    play = plays.finish(store, here, sheet({"Cathy": 9, "Nick": 5}))
    plays.remove(store, play.id)
    plays.forget_for_good(store, play.id)
    assert store.table(here) is None
    assert doors.guests(store, here) == ()
    assert doors.phone_of(store, token) == phone
    assert plays.play(store, other.id) == other


def test_what_fails_changes_nothing(store: Store) -> None:
    here = table(store)
    with pytest.raises(StoreError):
        doors.enter(store, "wrong", token := doors.token())
    assert doors.phone_of(store, token) is None
    assert doors.guests(store, here) == ()


# -- backups


def test_a_backup_holds_it_all_and_brings_it_back(store: Store, tmp_path: Path) -> None:
    here, token = table(store), doors.token()
    phone = come(store, here, token)
    doors.sit(store, here, phone.id, 1)
    doors.ask_for(store, here, come(store, here).id, 1)
    doors.set_of_phone(store, phone.id, "theme", "dark")
    before = doors.lock(store, here, locked=True), doors.guests(store, here), doors.phone_of(store, token)
    made = backups.backup(store, tmp_path / "backups", START)
    assert backups.faults(made) == ()
    with closing(Store.open(f"sqlite:///{made.path}", Clock())) as copy:
        assert (doors.door(copy, here), doors.guests(copy, here), doors.phone_of(copy, token)) == before
    doors.renew(store, here)
    doors.set_of_phone(store, phone.id, "theme", "light")
    backups.restore(store, made, tmp_path / "backups", START + timedelta(days=1))
    assert (doors.door(store, here), doors.guests(store, here), doors.phone_of(store, token)) == before

"""Phones at tables: secrets that open one code each, tokens that are not kept, and what is forgotten."""

from __future__ import annotations

from contextlib import closing, suppress
from dataclasses import replace
from datetime import timedelta
from typing import TYPE_CHECKING, Final

import pytest

from storage.backup import backups
from storage.database.connections import file_url
from storage.database.errors import StoreError
from storage.database.models import DeviceRow, GuestRow, JoinCodeRow
from storage.repositories import access, plays
from storage.repositories.access import AWAY_AFTER, FORGET_DEVICE_AFTER, HOST_CODE, AccessDeniedError, TableFullError
from storage.repositories.tables import Store
from storage.repositories.values import StaleError
from tests.storage.repositories.devices import come, seats, table, the_one
from tests.storage.sample_plays import finished, sheet
from tests.storage.stores import START, Clock, opened

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from storage.repositories.access import Device

LETTERS: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "tessera.sqlite3"


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def store(path: Path, clock: Clock) -> Iterator[Store]:
    with opened(path, clock) as store:
        yield store


def test_a_secret_has_more_than_128_bits_and_every_table_its_own(store: Store) -> None:
    secrets = [access.join_code(store, table(store)).secret for _ in range(20)] + [
        access.join_code(store, HOST_CODE).secret
    ]
    assert len(set(secrets)) == 21
    assert {len(secret) for secret in secrets} == {24}  # of 6 bits each
    assert set("".join(secrets)) <= set(LETTERS)
    assert len(set("".join(secrets))) > 60


def test_a_secret_stays_until_it_is_renewed(store: Store, table_id: str, path: Path) -> None:
    first = access.join_code(store, table_id)
    assert (first.id, first.locked) == (table_id, False)
    with opened(path) as another:
        assert access.join_code(another, table_id) == first


def test_a_secret_leads_to_its_own_table_alone(store: Store) -> None:
    first_id, second_id = table(store), table(store)
    access.join_code(store, second_id)
    phone = come(store, first_id)
    assert [guest.device_id for guest in access.guests(store, first_id)] == [phone.id]
    assert access.guests(store, second_id) == ()
    assert access.tables_of_device(store, phone.id) == (first_id,)


def test_the_tables_of_a_phone_are_those_it_came_to_the_last_one_first(store: Store) -> None:
    first_id, second_id, token = table(store), table(store), access.new_token()
    assert come(store, first_id, token) == come(store, second_id, token)
    phone = access.device_with_token(store, token)
    assert phone is not None
    assert access.tables_of_device(store, phone.id) == (second_id, first_id)


@pytest.mark.parametrize("wrong", ["", "host", "x" * 24, "é" * 24, "\ud800", "x" * 10_000])
def test_a_secret_that_was_guessed_opens_nothing(store: Store, table_id: str, wrong: str) -> None:
    access.join_code(store, table_id)
    access.join_code(store, HOST_CODE)
    with pytest.raises(AccessDeniedError, match="scan the one on the host's screen now") as refused:
        access.redeem(store, wrong, access.new_token())
    assert not refused.value.locked
    assert access.guests(store, table_id) == ()


def test_every_letter_of_a_secret_counts(store: Store) -> None:
    secret = access.join_code(store, table(store)).secret
    for place, letter in enumerate(secret):
        another_letter = "A" if letter != "A" else "B"
        with pytest.raises(AccessDeniedError):
            access.redeem(store, secret[:place] + another_letter + secret[place + 1 :], access.new_token())
    with pytest.raises(AccessDeniedError):
        access.redeem(store, secret[:-1], access.new_token())


def test_the_id_of_a_table_or_of_a_phone_opens_nothing(store: Store, phone: Device, table_id: str) -> None:
    for open_id in (table_id, phone.id):
        with pytest.raises(AccessDeniedError):
            access.redeem(store, open_id, access.new_token())
        assert access.device_with_token(store, open_id) is None


def test_a_renewed_code_puts_all_out_and_the_old_one_opens_nothing(store: Store) -> None:
    table_id, elsewhere, token = table(store), table(store), access.new_token()
    phone = come(store, table_id, token)
    access.take_seat(store, table_id, phone.id, 0)
    there = come(store, elsewhere)
    old = access.join_code(store, table_id)
    new = access.rotate_secret(store, table_id)
    assert new.secret != old.secret
    assert access.join_code(store, table_id) == new
    assert access.guests(store, table_id) == ()
    assert the_one(store, elsewhere).device_id == there.id
    with pytest.raises(AccessDeniedError):
        access.redeem(store, old.secret, token)
    assert come(store, table_id, token) == phone
    assert the_one(store, table_id).seat is None


def test_a_locked_table_lets_in_nobody_new(store: Store, table_id: str, token: str) -> None:
    inside = come(store, table_id, token)
    code = access.set_locked(store, table_id, locked=True)
    assert code.locked
    with pytest.raises(AccessDeniedError, match="the table is locked: ask the host to unlock it") as refused:
        access.redeem(store, code.secret, access.new_token())
    assert refused.value.locked
    assert access.redeem(store, code.secret, token) == (table_id, inside)
    access.set_locked(store, table_id, locked=False)
    come(store, table_id)
    assert len(access.guests(store, table_id)) == 2


def test_who_was_put_out_of_a_locked_table_stays_out(store: Store, phone: Device, table_id: str, token: str) -> None:
    code = access.set_locked(store, table_id, locked=True)
    access.remove_device(store, table_id, phone.id)
    with pytest.raises(AccessDeniedError):
        access.redeem(store, code.secret, token)


def test_no_table_has_a_code_that_is_not_there(store: Store) -> None:
    for ask in (
        access.join_code,
        access.rotate_secret,
        lambda store, there: access.set_locked(store, there, locked=True),
    ):
        with pytest.raises(StaleError):
            ask(store, "0" * 32)


def test_a_finished_table_has_no_code_until_it_is_taken_up_again(store: Store, table_id: str) -> None:
    come(store, table_id)
    code = access.join_code(store, table_id)
    play = plays.finish(store, table_id, sheet({"Cathy": 9, "Nick": 5}))
    with pytest.raises(AccessDeniedError):
        access.redeem(store, code.secret, access.new_token())
    with pytest.raises(StaleError):
        access.join_code(store, table_id)
    plays.reopen(store, play.id)
    assert access.join_code(store, table_id) == code
    assert access.redeem(store, code.secret, access.new_token())[0] == table_id


def test_a_removed_table_has_no_code_until_it_is_restored(store: Store, table_id: str) -> None:
    code = access.join_code(store, table_id)
    store.set_state(table_id, "removed")
    with pytest.raises(AccessDeniedError):
        access.redeem(store, code.secret, access.new_token())
    store.set_state(table_id, "running")
    assert access.redeem(store, code.secret, access.new_token())[0] == table_id


@pytest.mark.usefixtures("on_both")
def test_at_a_full_table_those_make_room_that_watched_and_were_away_longest(store: Store, clock: Clock) -> None:
    table_id = table(store)
    secret, phones = access.join_code(store, table_id).secret, [come(store, table_id) for _ in range(4)]
    access.take_seat(store, table_id, phones[0].id, 0)
    with pytest.raises(TableFullError, match="4 phones are at this table"):
        access.redeem(store, secret, access.new_token(), max_guests=4)
    clock.now += AWAY_AFTER
    token = access.new_token()
    _, new = access.redeem(store, secret, token, max_guests=3)
    assert [guest.device_id for guest in access.guests(store, table_id)] == [phones[0].id, phones[3].id, new.id]
    assert access.redeem(store, secret, token, max_guests=1) == (table_id, new)


def test_phones_without_end_leave_no_more_than_may_be_there(store: Store, table_id: str) -> None:
    secret = access.join_code(store, table_id).secret
    for _ in range(40):
        with suppress(TableFullError):  # some come later, when others are away
            access.redeem(store, secret, access.new_token(), max_guests=5)
    assert len(access.guests(store, table_id)) == 5


def test_who_has_a_page_open_is_not_away(store: Store, table_id: str, token: str, clock: Clock) -> None:
    secret, phone = access.join_code(store, table_id).secret, come(store, table_id, token)
    clock.now += AWAY_AFTER
    assert access.device_with_token(store, token) == phone
    with pytest.raises(TableFullError):
        access.redeem(store, secret, access.new_token(), max_guests=1)


def test_whoever_becomes_the_host_is_known_by_another_token(store: Store) -> None:
    table_id, planted, token = table(store), access.new_token(), access.new_token()
    phone = come(store, table_id, planted)
    _, host = access.redeem(store, access.join_code(store, HOST_CODE).secret, planted, host_token=token)
    assert (host.id, host.host) == (phone.id, True)
    assert access.device_with_token(store, planted) is None
    assert access.device_with_token(store, token) == host


def test_the_code_of_the_host_makes_a_phone_the_hosts_own(store: Store) -> None:
    secret, token = access.join_code(store, HOST_CODE).secret, access.new_token()
    where, phone = access.redeem(store, secret, token)
    assert (where, phone.host) == (HOST_CODE, True)
    assert access.tables_of_device(store, phone.id) == ()
    assert access.device_with_token(store, token) == phone


def test_a_phone_at_a_table_is_not_the_hosts(store: Store, table_id: str, token: str) -> None:
    assert not come(store, table_id, token).host
    access.redeem(store, access.join_code(store, HOST_CODE).secret, token)
    assert come(store, table_id, token).host


def test_with_a_new_code_of_the_host_no_phone_is_the_hosts_any_more(store: Store, table_id: str, token: str) -> None:
    come(store, table_id, token)
    old = access.join_code(store, HOST_CODE)
    access.redeem(store, old.secret, token)
    assert access.rotate_secret(store, HOST_CODE).secret != old.secret
    device = access.device_with_token(store, token)
    assert device is not None
    assert not device.host
    assert the_one(store, table_id).device_id == device.id
    with pytest.raises(AccessDeniedError):
        access.redeem(store, old.secret, token)


def test_a_token_has_256_bits_and_no_two_are_the_same(store: Store) -> None:
    tokens = {access.new_token() for _ in range(50)}
    assert len(tokens) == 50
    assert {len(token) for token in tokens} == {43}
    assert [access.device_with_token(store, token) for token in tokens] == [None] * 50


def test_no_token_lies_in_the_file(store: Store, phone: Device, table_id: str, token: str, path: Path) -> None:
    secret = access.join_code(store, table_id).secret
    lying = b"".join(file.read_bytes() for file in path.parent.glob(f"{path.name}*"))
    assert phone.id.encode() in lying
    assert secret.encode() in lying
    assert token.encode() not in lying


def test_a_phone_is_known_by_its_token_alone(store: Store, phone: Device, token: str) -> None:
    assert access.device_with_token(store, token) == phone
    assert access.device_with_token(store, token[:-1]) is None
    assert access.device_with_token(store, "") is None
    assert access.device_with_token(store, "\ud800") is None


def test_a_phone_keeps_its_settings(store: Store) -> None:
    table_id, token, second_token = table(store), access.new_token(), access.new_token()
    phone = come(store, table_id, token)
    come(store, table_id, second_token)
    access.set_device_setting(store, phone.id, "theme", "dark")
    access.set_device_setting(store, phone.id, "text", 1.5)
    access.set_device_setting(store, "nobody", "text", 2.0)
    assert [getattr(access.device_with_token(store, token_), "settings", None) for token_ in (token, second_token)] == [
        {"theme": "dark", "text": 1.5},
        {},
    ]
    assert store.settings() == {}


@pytest.mark.usefixtures("on_both")
def test_a_phone_that_does_not_come_back_is_forgotten(store: Store, clock: Clock) -> None:
    table_id, gone, back = table(store), access.new_token(), access.new_token()
    access.take_seat(store, table_id, come(store, table_id, gone).id, 0)
    stays = come(store, table_id, back)
    clock.now += FORGET_DEVICE_AFTER / 2
    access.forget_unused_devices(store)
    assert len(access.guests(store, table_id)) == 2
    assert access.device_with_token(store, back) == stays
    clock.now += FORGET_DEVICE_AFTER / 2
    access.forget_unused_devices(store)
    assert access.device_with_token(store, gone) is None
    assert access.device_with_token(store, back) == stays
    assert the_one(store, table_id).device_id == stays.id


def test_a_phone_is_known_for_90_days(store: Store, table_id: str, token: str, clock: Clock) -> None:
    come(store, table_id, token)
    clock.now += timedelta(days=89, hours=23)
    access.forget_unused_devices(store)
    assert access.device_with_token(store, token) is not None


def test_who_sat_at_a_table_is_forgotten_long_after_its_end(store: Store, clock: Clock) -> None:
    over, running, token = table(store), table(store), access.new_token()
    phone = come(store, over, token)
    come(store, running, token)
    access.take_seat(store, over, phone.id, 0)
    old = access.join_code(store, over)
    play = plays.finish(store, over, sheet({"Cathy": 9, "Nick": 5}))
    access.forget_unused_devices(store)
    assert seats(store, over) == [0]
    clock.now += FORGET_DEVICE_AFTER + timedelta(hours=1)
    assert access.device_with_token(store, token) == phone
    access.forget_unused_devices(store)
    assert access.tables_of_device(store, phone.id) == (running,)
    plays.reopen(store, play.id)
    assert access.join_code(store, over).secret != old.secret


def test_a_play_is_deleted_for_good_with_its_table_and_its_phones(store: Store, table_id: str, token: str) -> None:
    phone = come(store, table_id, token)
    access.take_seat(store, table_id, phone.id, 0)
    second_play = finished(store)
    play = plays.finish(store, table_id, sheet({"Cathy": 9, "Nick": 5}))
    plays.remove(store, play.id)
    plays.delete_for_good(store, play.id)
    assert store.table(table_id) is None
    assert access.guests(store, table_id) == ()
    assert access.device_with_token(store, token) == phone
    assert plays.play(store, second_play.id) == second_play


def test_what_fails_changes_nothing(store: Store, table_id: str) -> None:
    with pytest.raises(StoreError):
        access.redeem(store, "wrong", token := access.new_token())
    assert access.device_with_token(store, token) is None
    assert access.guests(store, table_id) == ()


def test_a_backup_lets_nobody_in_and_holds_no_secret(store: Store, tmp_path: Path) -> None:
    table_id, token, host = table(store), access.new_token(), access.new_token()
    phone = come(store, table_id, token)
    access.take_seat(store, table_id, phone.id, 1)
    access.set_device_setting(store, phone.id, "theme", "dark")
    secrets = [access.join_code(store, code).secret for code in (table_id, access.HOST_CODE)]
    access.redeem(store, secrets[1], host)
    made = backups.backup(store, tmp_path / "backups", START)
    assert backups.restore_problems(made) == ()
    content = made.path.read_bytes()
    assert not any(secret.encode() in content for secret in secrets)
    with closing(Store(f"sqlite:///{made.path}", Clock())) as copy:
        assert access.guests(copy, table_id) == ()
        assert access.device_with_token(copy, token) == replace(phone, settings={"theme": "dark"})
        assert access.device_with_token(copy, host) is None
        for secret in secrets:
            with pytest.raises(AccessDeniedError):
                access.redeem(copy, secret, access.new_token())
    assert access.guests(store, table_id)
    assert access.join_code(store, table_id).secret == secrets[0]


@pytest.mark.usefixtures("on_both")
@pytest.mark.parametrize("earlier", [False, True], ids=["a backup of today", "one of an earlier version"])
def test_after_a_restore_there_are_new_codes_and_nobody_who_was_let_in(
    store: Store, tmp_path: Path, *, earlier: bool
) -> None:
    table_id, token, host = table(store), access.new_token(), access.new_token()
    phone = come(store, table_id, token)
    secrets = [access.join_code(store, code).secret for code in (table_id, access.HOST_CODE)]
    access.redeem(store, secrets[1], host)
    made = backups.backup(store, tmp_path / "backups", START)
    if earlier:
        with closing(Store(file_url(made.path), Clock())) as backup_store, backup_store.writing() as session:
            session.add_all(
                JoinCodeRow(id=code, secret=secret) for code, secret in zip((table_id, HOST_CODE), secrets, strict=True)
            )
            session.add(GuestRow(table_id=table_id, device_id=phone.id, player=1, since=START))
            session.get_one(DeviceRow, phone.id).host = True
    backups.restore(store, made, tmp_path / "backups", START + timedelta(days=1))
    assert store.table(table_id) is not None
    assert access.guests(store, table_id) == ()
    assert access.tables_of_device(store, phone.id) == ()
    for old_token in (token, host):
        device = access.device_with_token(store, old_token)
        assert device is None or not device.host
    for code, secret in zip((table_id, access.HOST_CODE), secrets, strict=True):
        with pytest.raises(AccessDeniedError):
            access.redeem(store, secret, token)
        assert access.join_code(store, code).secret != secret

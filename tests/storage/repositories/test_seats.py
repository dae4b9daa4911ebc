"""Seats at a table: each belongs to one phone, which gives it up, or is asked for it."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from threading import Barrier
from typing import TYPE_CHECKING

import pytest

from storage.repositories import access
from storage.repositories.access import SeatTakenError
from storage.repositories.tables import Store
from storage.repositories.values import StaleError
from tests.storage.repositories.devices import come, seats, table, the_one
from tests.storage.stores import Clock, url_of

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from storage.repositories.access import Device


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "tessera.db"


def test_who_comes_watches_until_it_takes_a_seat(store: Store, phone: Device, table_id: str) -> None:
    assert (the_one(store, table_id).seat, the_one(store, table_id).wants) == (None, None)
    access.take_seat(store, table_id, phone.id, 1)
    assert seats(store, table_id) == [1]
    access.take_seat(store, table_id, phone.id, 0)
    assert seats(store, table_id) == [0]
    access.take_seat(store, table_id, phone.id, 0)
    assert seats(store, table_id) == [0]
    access.take_seat(store, table_id, phone.id, None)
    assert seats(store, table_id) == [None]


def test_who_scans_again_keeps_its_seat(store: Store, phone: Device, table_id: str, token: str) -> None:
    access.take_seat(store, table_id, phone.id, 1)
    before = the_one(store, table_id)
    assert come(store, table_id, token) == phone
    assert the_one(store, table_id) == before


def test_the_phones_come_in_order(store: Store, table_id: str) -> None:
    phones = [come(store, table_id).id for _ in range(4)]
    assert [guest.device_id for guest in access.guests(store, table_id)] == phones


def test_a_seat_is_one_phones_until_it_gives_it_up(store: Store, table_id: str) -> None:
    first_phone, second_phone = come(store, table_id), come(store, table_id)
    access.take_seat(store, table_id, first_phone.id, 0)
    access.take_seat(store, table_id, second_phone.id, 1)
    with pytest.raises(SeatTakenError, match="choose another one, or ask for it"):
        access.take_seat(store, table_id, second_phone.id, 0)
    assert seats(store, table_id) == [0, 1]
    access.take_seat(store, table_id, first_phone.id, None)
    access.take_seat(store, table_id, second_phone.id, 0)
    assert seats(store, table_id) == [None, 0]


def test_the_same_seat_of_another_table_is_another_seat(store: Store) -> None:
    table_id, there = table(store), table(store)
    access.take_seat(store, table_id, come(store, table_id).id, 0)
    access.take_seat(store, there, come(store, there).id, 0)
    assert seats(store, table_id) == seats(store, there) == [0]


def test_any_number_of_phones_watch(store: Store, table_id: str) -> None:
    for _ in range(5):
        access.take_seat(store, table_id, come(store, table_id).id, None)
    assert seats(store, table_id) == [None] * 5


@pytest.mark.usefixtures("on_both")
@pytest.mark.parametrize("turn", range(3))
def test_of_phones_that_want_a_seat_at_once_one_gets_it(store: Store, table_id: str, path: Path, turn: int) -> None:
    phones = [come(store, table_id).id for _ in range(4)]
    together = Barrier(len(phones))

    def take(device_id: str) -> str:
        with closing(Store(url_of(path), Clock())) as own:
            together.wait()
            try:
                access.take_seat(own, table_id, device_id, turn)
            except SeatTakenError as error:
                return str(error)
            return device_id

    with ThreadPoolExecutor(len(phones)) as threads:
        said = list(threads.map(take, phones))
    (winner,) = [phone for phone in said if phone in phones]
    assert [guest.device_id for guest in access.guests(store, table_id) if guest.seat == turn] == [winner]
    assert {phone for phone in said if phone != winner} == {
        "another phone has taken that seat: choose another one, or ask for it"
    }


@pytest.mark.usefixtures("on_both")
def test_phones_that_come_at_once_all_come_in(store: Store, table_id: str, path: Path) -> None:
    secret = access.join_code(store, table_id).secret
    same = access.new_token()
    together = Barrier(4)

    def enter(token: str) -> str:
        with closing(Store(url_of(path), Clock())) as own:
            together.wait()
            return access.redeem(own, secret, token)[1].id

    with ThreadPoolExecutor(4) as threads:
        ids = list(threads.map(enter, [same, same, access.new_token(), access.new_token()]))
    assert ids[0] == ids[1]
    assert {guest.device_id for guest in access.guests(store, table_id)} == set(ids)
    assert len(access.guests(store, table_id)) == 3


def test_who_is_not_at_the_table_can_take_nothing_there(store: Store) -> None:
    table_id, there = table(store), table(store)
    stranger = come(store, there)
    acts: tuple[Callable[[], None], ...] = (
        lambda: access.take_seat(store, table_id, stranger.id, 0),
        lambda: access.take_seat(store, table_id, "nobody", None),
        lambda: access.request_seat(store, table_id, stranger.id, 0),
        lambda: access.hand_over_seat(store, table_id, stranger.id),
    )
    for act in acts:
        with pytest.raises(StaleError):
            act()
    assert access.guests(store, table_id) == ()
    assert the_one(store, there).seat is None


def test_the_host_hands_a_seat_over_to_who_asked_for_it(store: Store, table_id: str) -> None:
    first_phone, second_phone = come(store, table_id), come(store, table_id)
    access.take_seat(store, table_id, first_phone.id, 0)
    access.take_seat(store, table_id, second_phone.id, 1)
    access.request_seat(store, table_id, second_phone.id, 0)
    assert [guest.wants for guest in access.guests(store, table_id)] == [None, 0]
    assert seats(store, table_id) == [0, 1]
    access.hand_over_seat(store, table_id, second_phone.id)
    assert seats(store, table_id) == [None, 0]
    assert [guest.wants for guest in access.guests(store, table_id)] == [None, None]
    with pytest.raises(StaleError):
        access.hand_over_seat(store, table_id, second_phone.id)


def test_a_seat_that_nobody_has_any_more_is_handed_over_as_well(store: Store, table_id: str) -> None:
    first_phone, second_phone = come(store, table_id), come(store, table_id)
    access.take_seat(store, table_id, first_phone.id, 0)
    access.request_seat(store, table_id, second_phone.id, 0)
    access.remove_device(store, table_id, first_phone.id)
    access.hand_over_seat(store, table_id, second_phone.id)
    assert seats(store, table_id) == [0]


def test_who_asks_can_ask_no_more_and_who_sits_down_asks_for_nothing(store: Store, table_id: str) -> None:
    first_phone, second_phone = come(store, table_id), come(store, table_id)
    access.take_seat(store, table_id, first_phone.id, 0)
    access.request_seat(store, table_id, second_phone.id, 0)
    access.request_seat(store, table_id, second_phone.id, None)
    assert [guest.wants for guest in access.guests(store, table_id)] == [None, None]
    access.request_seat(store, table_id, second_phone.id, 0)
    access.take_seat(store, table_id, second_phone.id, 1)
    assert [(guest.seat, guest.wants) for guest in access.guests(store, table_id)] == [(0, None), (1, None)]


def test_who_is_put_out_comes_back_by_the_code_and_its_seat_is_free(store: Store, table_id: str, token: str) -> None:
    phone = come(store, table_id, token)
    access.take_seat(store, table_id, phone.id, 0)
    access.remove_device(store, table_id, phone.id)
    access.remove_device(store, table_id, phone.id)
    assert access.guests(store, table_id) == ()
    assert access.tables_of_device(store, phone.id) == ()
    assert access.device_with_token(store, token) == phone
    assert come(store, table_id, token) == phone
    assert seats(store, table_id) == [None]

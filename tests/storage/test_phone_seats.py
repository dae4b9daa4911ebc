"""Seats at a table: each belongs to one phone, which gives it up, or is asked for it."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from threading import Barrier
from typing import TYPE_CHECKING

import pytest

from storage import doors
from storage.doors import SeatError
from storage.store import StaleError, Store
from tests.storage.guests import come, seats, table, the_one
from tests.storage.stores import Clock, opened, prepare, url_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

pytestmark = pytest.mark.usefixtures("both")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "tessera.sqlite3"


@pytest.fixture
def store(path: Path) -> Iterator[Store]:
    prepare(path)
    with opened(path) as store:
        yield store


def test_who_comes_watches_until_it_takes_a_seat(store: Store) -> None:
    here = table(store)
    phone = come(store, here)
    assert (the_one(store, here).seat, the_one(store, here).wants) == (None, None)
    doors.sit(store, here, phone.id, 1)
    assert seats(store, here) == [1]
    doors.sit(store, here, phone.id, 0)
    assert seats(store, here) == [0]
    doors.sit(store, here, phone.id, 0)
    assert seats(store, here) == [0]
    doors.sit(store, here, phone.id, None)
    assert seats(store, here) == [None]


def test_who_scans_again_keeps_its_seat(store: Store) -> None:
    here, token = table(store), doors.token()
    phone = come(store, here, token)
    doors.sit(store, here, phone.id, 1)
    before = the_one(store, here)
    assert come(store, here, token) == phone
    assert the_one(store, here) == before


def test_the_phones_come_in_order(store: Store) -> None:
    here = table(store)
    phones = [come(store, here).id for _ in range(4)]
    assert [guest.phone_id for guest in doors.guests(store, here)] == phones


def test_a_seat_is_one_phones_until_it_gives_it_up(store: Store) -> None:
    here = table(store)
    one, other = come(store, here), come(store, here)
    doors.sit(store, here, one.id, 0)
    doors.sit(store, here, other.id, 1)
    with pytest.raises(SeatError, match="choose another one, or ask to take it over"):
        doors.sit(store, here, other.id, 0)
    assert seats(store, here) == [0, 1]
    doors.sit(store, here, one.id, None)
    doors.sit(store, here, other.id, 0)
    assert seats(store, here) == [None, 0]


def test_the_same_seat_of_another_table_is_another_seat(store: Store) -> None:
    here, there = table(store), table(store)
    doors.sit(store, here, come(store, here).id, 0)
    doors.sit(store, there, come(store, there).id, 0)
    assert seats(store, here) == seats(store, there) == [0]


def test_any_number_of_phones_watch(store: Store) -> None:
    here = table(store)
    for _ in range(5):
        doors.sit(store, here, come(store, here).id, None)
    assert seats(store, here) == [None] * 5


@pytest.mark.parametrize("turn", range(3))
def test_of_phones_that_want_a_seat_at_once_one_gets_it(store: Store, path: Path, turn: int) -> None:
    here = table(store)
    phones = [come(store, here).id for _ in range(4)]
    together = Barrier(len(phones))

    def take(phone_id: str) -> str:
        with closing(Store.open(url_of(path), Clock())) as own:
            together.wait()
            try:
                doors.sit(own, here, phone_id, turn)
            except SeatError as error:
                return str(error)
            return phone_id

    with ThreadPoolExecutor(len(phones)) as threads:
        said = list(threads.map(take, phones))
    (winner,) = [one for one in said if one in phones]
    assert [guest.phone_id for guest in doors.guests(store, here) if guest.seat == turn] == [winner]
    assert {one for one in said if one != winner} == {
        "another phone has taken that seat: choose another one, or ask to take it over"
    }


def test_phones_that_come_at_once_all_come_in(store: Store, path: Path) -> None:
    here = table(store)
    secret = doors.door(store, here).secret
    same = doors.token()
    together = Barrier(4)

    def enter(token: str) -> str:
        with closing(Store.open(url_of(path), Clock())) as own:
            together.wait()
            return doors.enter(own, secret, token)[1].id

    with ThreadPoolExecutor(4) as threads:
        ids = list(threads.map(enter, [same, same, doors.token(), doors.token()]))
    assert ids[0] == ids[1]
    assert {guest.phone_id for guest in doors.guests(store, here)} == set(ids)
    assert len(doors.guests(store, here)) == 3


def test_who_is_not_at_the_table_can_take_nothing_there(store: Store) -> None:
    here, there = table(store), table(store)
    stranger = come(store, there)
    acts: tuple[Callable[[], None], ...] = (
        lambda: doors.sit(store, here, stranger.id, 0),
        lambda: doors.sit(store, here, "nobody", None),
        lambda: doors.ask_for(store, here, stranger.id, 0),
        lambda: doors.hand_over(store, here, stranger.id),
    )
    for act in acts:
        with pytest.raises(StaleError):
            act()
    assert doors.guests(store, here) == ()
    assert the_one(store, there).seat is None


def test_the_host_hands_a_seat_over_to_who_asked_for_it(store: Store) -> None:
    here = table(store)
    one, other = come(store, here), come(store, here)
    doors.sit(store, here, one.id, 0)
    doors.sit(store, here, other.id, 1)
    doors.ask_for(store, here, other.id, 0)
    assert [guest.wants for guest in doors.guests(store, here)] == [None, 0]
    assert seats(store, here) == [0, 1]
    doors.hand_over(store, here, other.id)
    assert seats(store, here) == [None, 0]
    assert [guest.wants for guest in doors.guests(store, here)] == [None, None]
    with pytest.raises(StaleError):
        doors.hand_over(store, here, other.id)


def test_a_seat_that_nobody_has_any_more_is_handed_over_as_well(store: Store) -> None:
    here = table(store)
    one, other = come(store, here), come(store, here)
    doors.sit(store, here, one.id, 0)
    doors.ask_for(store, here, other.id, 0)
    doors.put_out(store, here, one.id)
    doors.hand_over(store, here, other.id)
    assert seats(store, here) == [0]


def test_who_asks_can_ask_no_more_and_who_sits_down_asks_for_nothing(store: Store) -> None:
    here = table(store)
    one, other = come(store, here), come(store, here)
    doors.sit(store, here, one.id, 0)
    doors.ask_for(store, here, other.id, 0)
    doors.ask_for(store, here, other.id, None)
    assert [guest.wants for guest in doors.guests(store, here)] == [None, None]
    doors.ask_for(store, here, other.id, 0)
    doors.sit(store, here, other.id, 1)
    assert [(guest.seat, guest.wants) for guest in doors.guests(store, here)] == [(0, None), (1, None)]


def test_who_is_put_out_comes_back_by_the_code_and_its_seat_is_free(store: Store) -> None:
    here, token = table(store), doors.token()
    phone = come(store, here, token)
    doors.sit(store, here, phone.id, 0)
    doors.put_out(store, here, phone.id)
    doors.put_out(store, here, phone.id)
    assert doors.guests(store, here) == ()
    assert doors.tables_of(store, phone.id) == ()
    assert doors.phone_of(store, token) == phone
    assert come(store, here, token) == phone
    assert seats(store, here) == [None]

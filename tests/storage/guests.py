"""Phones that scan the codes of tables, on a store alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from storage import doors
from tests.storage.stores import coins

if TYPE_CHECKING:
    from storage.doors import Guest, Phone
    from storage.store import Store


def table(store: Store) -> str:
    return store.begin("carpe-diem", coins(0), {}).id


def come(store: Store, table_id: str, token: str = "") -> Phone:
    """A phone that scans the code of a table, a new one where no token is given."""
    where, phone = doors.enter(store, doors.door(store, table_id).secret, token or doors.token())
    assert where == table_id
    return phone


def seats(store: Store, table_id: str) -> list[int | None]:
    """Where the phones sit, the first to come first."""
    return [guest.seat for guest in doors.guests(store, table_id)]


def the_one(store: Store, table_id: str) -> Guest:
    (guest,) = doors.guests(store, table_id)
    return guest

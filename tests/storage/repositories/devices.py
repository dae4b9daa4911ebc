"""Phones that scan the codes of tables, on a store alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from storage.repositories import access
from tests.storage.stores import coins

if TYPE_CHECKING:
    from storage.repositories.access import Device, Guest
    from storage.repositories.tables import Store


def table(store: Store) -> str:
    return store.begin("carpe-diem", coins(0, seats=[{}] * 4)).id


def come(store: Store, table_id: str, token: str = "") -> Device:
    """A phone that scans the code of a table, a new one where no token is given."""
    where, phone = access.redeem(store, access.join_code(store, table_id).secret, token or access.new_token())
    assert where == table_id
    return phone


def seats(store: Store, table_id: str) -> list[int | None]:
    """Where the phones sit, the first to come first."""
    return [guest.seat for guest in access.guests(store, table_id)]


def the_one(store: Store, table_id: str) -> Guest:
    (guest,) = access.guests(store, table_id)
    return guest

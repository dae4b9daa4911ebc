"""A table in play, and a phone that comes to it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from storage.repositories import access
from tests.storage.repositories.devices import come, table

if TYPE_CHECKING:
    from storage.repositories.access import Device
    from storage.repositories.tables import Store


@pytest.fixture
def table_id(store: Store) -> str:
    return table(store)


@pytest.fixture
def token() -> str:
    """The token of the phone."""
    return access.new_token()


@pytest.fixture
def phone(store: Store, table_id: str, token: str) -> Device:
    return come(store, table_id, token)

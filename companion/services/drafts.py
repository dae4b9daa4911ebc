"""Drafts that are kept as settings until they are done; who comes back to one later is asked about it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final
from urllib.parse import parse_qs, urlencode, urlsplit

from storage.repositories.tables import Store

if TYPE_CHECKING:
    from companion.tables.registry import Tables

NEW_PAD: Final = "pad"
"""The setting that holds the draft of a new pad; that of another one has the id of the pad behind it."""


async def kept_draft(tables: Tables, key: str) -> Any:  # noqa: ANN401 - what JSON can hold
    """Return a draft as JSON, `None` where none is kept."""
    return (await tables.worker.run(Store.settings)).get(key)


async def keep_draft(tables: Tables, key: str, draft: object) -> None:
    """Keep a draft as JSON; `None` forgets it."""
    await tables.worker.run(Store.set, key, draft)


def new_pad_address(title: str) -> str:
    """Return the address of a new pad with a title, "" for none.

    >>> new_pad_address("Go & Stop"), new_pad_address("")
    ('/new/pad?title=Go+%26+Stop', '/new/pad')
    """
    return f"/new/pad?{urlencode({'title': title})}" if title else "/new/pad"


def proposed_title(route: str) -> str:
    """Return the title that the address of a new pad proposes, "" where it proposes none.

    >>> proposed_title("/new/pad?title=Go+%26+Stop"), proposed_title("/new/pad")
    ('Go & Stop', '')
    """
    return parse_qs(urlsplit(route).query).get("title", [""])[0]

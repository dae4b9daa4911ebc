"""Drafts that are kept as settings until they are done; a browser that opens one later goes on with it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from storage.repositories.tables import Store

if TYPE_CHECKING:
    from companion.tables.registry import Tables


async def kept_draft(tables: Tables, key: str) -> Any:  # noqa: ANN401 - what JSON can hold
    """Return a draft as JSON, `None` where none is kept."""
    return (await tables.worker.run(Store.settings)).get(key)


async def keep_draft(tables: Tables, key: str, draft: object) -> None:
    """Keep a draft as JSON; `None` forgets it."""
    await tables.worker.run(Store.set, key, draft)

"""Drafts that are kept as settings until they are done; a browser that opens one later goes on with it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from companion.games.score_pad.kinds.draft import PadDraft
from companion.games.score_pad.pad_draft import is_begun, plain_draft, read_draft, with_field
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


async def propose_title(tables: Tables, title: str) -> None:
    """Give the draft of a new pad a title, unless a category of it was typed."""
    draft = read_draft(await kept_draft(tables, NEW_PAD)) or PadDraft()
    if title and not is_begun(draft):
        await keep_draft(tables, NEW_PAD, plain_draft(with_field(draft, "title", title)))

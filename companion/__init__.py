"""Everything that meets a person."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from scoring.fields import DECKS

if TYPE_CHECKING:
    from scoring.fields import Shelf

NAME: Final = "Tessera"
DESCRIPTION: Final = "Scores board games at the table and says why."


def _decks() -> Shelf:
    from companion.games.score_pad import SHELF_DECKS  # noqa: PLC0415 - only documents with decks need it

    return SHELF_DECKS


DECKS.shelf = _decks

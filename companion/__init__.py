"""Everything that meets a person."""

from typing import Final

from scoring.fields import DECKS

NAME: Final = "Tessera"
DESCRIPTION: Final = "Scores board games at the table and says why."

DECKS.place = "companion.games.score_pad.shelf:SHELF_DECKS"

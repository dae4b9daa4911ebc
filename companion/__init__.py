"""Everything that meets a person."""

from typing import Final

NAME: Final = "Tessera"
DESCRIPTION: Final = "Scores board games at the table and says why."

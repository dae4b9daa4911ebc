"""What the app keeps of a table of The Palaces of Carrara in addition to its document."""

from __future__ import annotations

from dataclasses import dataclass

from companion.tables.state import Extras
from scoring.fields import Seat
from scoring.palaces_of_carrara.state import BonusCard, BuildingCard, Object, ObjectCard, TopCard


@dataclass(frozen=True, slots=True, kw_only=True)
class CarraraExtras(Extras):
    """What the app keeps of a table of The Palaces of Carrara in addition to its document.

    The four cards are those picked so far; once all four are picked, the document has them. `announced` is the seat
    that announced the end of the game; `gone` are the building tiles that left the game by improving (`villa 3`);
    `sold` are the objects that were bought from the board, `None` where that was not recorded. `secret` says that
    coins, blocks and objects are hidden until the end. `turn` is the seat after the one whose action was entered last.
    """

    brown: TopCard | None = None
    purple: ObjectCard | None = None
    gray: BuildingCard | None = None
    green: BonusCard | None = None
    announced: Seat | None = None
    gone: tuple[str, ...] = ()
    sold: tuple[Object, ...] | None = None
    secret: bool = False
    turn: Seat | None = None

"""What a game brings to the app beyond its rules, as one record."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    import flet as ft

    from companion.copies import Copies
    from companion.evening import Beside, Evening, Seat
    from companion.live import LiveTable
    from scoring.messages import Message
    from scoring.sheet import Sheet


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """A part of the table screen; `view` shows it for a table and a seat.

    `of_a_seat` says that it is about one player, whose seat the players' bar then switches; `fills` that it takes all
    the room there is and scrolls by itself; `enters` names the rules of the sheet, and the fields of a player, that are
    entered there.
    """

    key: str
    title: str
    icon: ft.IconData
    view: Callable[[LiveTable, int], ft.Control]
    of_a_seat: bool = True
    fills: bool = False
    enters: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True, kw_only=True)
class SetUp:
    """One entry of the set-up list, under the heading of its section."""

    key: str
    section: str
    words: Message


@dataclass(frozen=True, slots=True, kw_only=True)
class Editor:
    """What a game brings to the app.

    `variants` are what of the game is played, such as its editions, by key with a title, the usual one first; `begin`
    makes the table that lies there before the first turn (names and looks in seat order, the variant by its key);
    `setup` lists what everybody takes; `places` are the parts of the table screen, the first one opens; `ask`
    shows, at the end, the questions that only the player's copy can answer, `None` where there are none; `my_copy`
    shows what is known of my copy; `margins` says what was close; `board` draws a player's board with some squares lit,
    `width` px wide.
    """

    game: str
    beside: type[Beside]
    variants: Mapping[str, str]
    begin: Callable[[Sequence[str], Sequence[Seat], str, Copies], Evening[Any, Any]]
    setup: Callable[[Evening[Any, Any]], tuple[SetUp, ...]]
    places: tuple[Place, ...]
    ask: Callable[[LiveTable], ft.Control | None]
    my_copy: Callable[[], ft.Control]
    margins: Callable[[Any, Sheet], tuple[Message, ...]]
    board: Callable[[Any, int, frozenset[str], float], ft.Control | None]

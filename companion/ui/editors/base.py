"""The screens of a game, as one record."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    import flet as ft

    from companion.tables.live_table import LiveTable
    from companion.tables.state import TableState
    from scoring.messages import Message


@dataclass(frozen=True, slots=True, kw_only=True)
class Tab:
    """A part of the table screen; `view` shows it for a table and a seat.

    `of_a_seat` says that it is about one player, whose seat the players' bar then switches; `shared` that it is
    everybody's, where the bar lights whose turn it is; `fills` that it takes all the room there is and scrolls by
    itself; `names_players` that it shows all players itself; `side` on which side what one does there stands where a
    wide screen has two columns; `enters` names the rules of the sheet, and the fields of a player, that are entered
    there.
    """

    key: str
    title: Message
    icon: ft.IconData
    view: Callable[[LiveTable, int], ft.Control]
    of_a_seat: bool = True
    shared: bool = False
    fills: bool = False
    names_players: bool = False
    side: Literal["left", "right"] | None = None
    enters: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True, kw_only=True)
class GameScreen:
    """A screen of a game that needs no table: its address without the slash, and how the first screen leads to it."""

    game: str
    path: str
    title: Message
    icon: ft.IconData
    view: Callable[[], ft.Control]


@dataclass(frozen=True, slots=True, kw_only=True)
class Editor:
    """The screens of a game.

    `tabs` are the parts of the table screen, the first one opens. `my_copy` shows what is known of my copy,
    under `copy_title`, and with its own ways to codes, where that is no copy of one game. At the end,
    `ask` shows the questions that only the player's copy can answer, and `ending` takes how it ended where no points
    say that, both `None` where there are none. `board` draws a player's board with some squares lit, `width` px wide,
    `None` where there is none to draw. `follows_turn` says that who has played is followed by whose turn it is.
    `waits` says what a seat has still to take on the first tab, `None` where nothing waits. `sheet` shows what
    it is handed, both sheets, or asks first whether they may show what is hidden in play.
    """

    game: str
    tabs: tuple[Tab, ...]
    my_copy: Callable[[], ft.Control]
    copy_title: Message | None = None
    ask: Callable[[LiveTable], ft.Control | None] = lambda _live: None
    ending: Callable[[LiveTable], ft.Control | None] = lambda _live: None
    board: Callable[[Any, int, frozenset[str], float], ft.Control | None] = lambda _table, _seat, _lit, _width: None
    follows_turn: bool = False
    waits: Callable[[TableState[Any], int], Message | None] = lambda _state, _seat: None
    sheet: Callable[[LiveTable, Callable[[], ft.Control]], ft.Control] = lambda _live, show: show()

    @property
    def entered(self) -> Mapping[str, frozenset[str]]:
        """The rules of the sheet and the fields of a player that are entered on each tab, by its key."""
        return {tab.key: tab.enters for tab in self.tabs}

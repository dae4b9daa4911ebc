"""What a game adds to the app in addition to its rules, without a screen."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from scoring.messages import say

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from companion.games.copy_parts import CopyPart
    from companion.tables.my_copy import MyCopy
    from companion.tables.state import PlayerStyle, TableState
    from scoring.game import SetupItem
    from scoring.messages import Message
    from scoring.sheet import Column, Sheet

BASE: Final = "base"
"""The key of the only variant of most games."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HelpPage:
    """The help page of a game: how to `enter` it, tab by tab, and its `rules` in short."""

    enter: tuple[Message, ...]
    rules: tuple[Message, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class StageStep:
    """A step from one stage of a game to the next that players may note with one tap: its name, and what it changes."""

    words: Message
    apply: Callable[[Any], Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class GameKit:
    """What a game adds to the app in addition to its rules.

    `game` is its key. `begin` makes the table before the first turn from names and styles in seat order, the key of a
    variant and my copy. `variants` are titles
    by key, such as editions, the usual one first. `setup` lists what to set up. `copy_parts` are the parts of a copy
    whose values are asked, by key, in the order in which they are shown; `counted_parts` those that the app counts by
    itself. `margins` says what was close. `variant_of` is the key of the variant that a table is played with, and
    `with_variant` the table with another one. `begin_anew` makes a table like another one before its first turn, where
    variant and copy do not tell what that one began with.
    `stage` says how far a game is that has phases or rounds, `early` that some of them are still to come; `next_stage`
    is the step further that nothing else on the table says, `None` where there is none. `unused` are the rules of the
    sheet that a table is played without. `open_points` are the points of a player that everybody may see in play.
    `walks` says that the final scoring goes through the rules one by one, and not to the winner at once.
    `deciding_gaps` says in sentences what was not entered although others might then have won.

    `fields` are the fields of a player that lines of the sheet and criteria of a tie just repeat, by rule and by name;
    `put` sets such a field where more follows from it. `blank` are the fields of a player that begin otherwise where
    only the end of a game is entered.
    """

    game: str
    begin: Callable[[Sequence[str], Sequence[PlayerStyle], str, MyCopy], TableState[Any]]
    help_page: HelpPage
    variant_of: Callable[[TableState[Any]], str] = lambda _state: BASE
    with_variant: Callable[[TableState[Any], str, MyCopy], TableState[Any]] = lambda state, _variant, _copies: state
    begin_anew: Callable[[TableState[Any], Sequence[str], Sequence[PlayerStyle]], TableState[Any]] | None = None
    variants: Mapping[str, Message] = field(default_factory=lambda: {BASE: say("Base game")})
    setup: Callable[[TableState[Any]], tuple[SetupItem, ...]] = lambda _state: ()
    mark: str = "tessera"
    """The name of the drawing that stands for the game in lists."""

    copy_parts: Mapping[str, CopyPart[Any, Any]] = field(default_factory=dict)
    counted_parts: frozenset[str] = frozenset()
    margins: Callable[[Any, Sheet], tuple[Message, ...]] = lambda _table, _sheet: ()
    fields: Mapping[str, str] = field(default_factory=dict)
    put: Mapping[str, Callable[[TableState[Any], int, int], TableState[Any]]] = field(default_factory=dict)
    blank: Mapping[str, Any] = field(default_factory=dict)
    walks: bool = True
    stage: Callable[[TableState[Any]], Message | None] = lambda _state: None
    early: Callable[[TableState[Any]], bool] = lambda _state: False
    next_stage: Callable[[TableState[Any]], StageStep | None] = lambda _state: None
    unused: Callable[[TableState[Any]], frozenset[str]] = lambda _state: frozenset()
    deciding_gaps: Callable[[Any], tuple[Message, ...]] = lambda _table: ()
    open_points: Callable[[TableState[Any], Column], int] = lambda _state, column: column.total

    def anew(
        self, state: TableState[Any], names: Sequence[str], seats: Sequence[PlayerStyle], copies: MyCopy
    ) -> TableState[Any]:
        """Return a table like another one before its first turn, with these players."""
        if self.begin_anew is not None:
            return self.begin_anew(state, names, seats)
        return self.begin(names, seats, self.variant_of(state), copies)

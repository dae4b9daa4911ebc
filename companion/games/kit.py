"""What a game adds to the app beside its rules, without a screen."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from companion.games.copy_parts import CopyPart
    from companion.tables.my_copy import MyCopy
    from companion.tables.state import Extras, PlayerStyle, TableState
    from scoring.messages import Message
    from scoring.sheet import Sheet


@dataclass(frozen=True, slots=True, kw_only=True)
class SetUpItem:
    """One entry of the set-up list, under the heading of its section."""

    key: str
    section: str
    words: Message


def _nothing_close(_table: Any, _sheet: Sheet) -> tuple[Message, ...]:  # noqa: ANN401 - the table of any game
    return ()


@dataclass(frozen=True, slots=True, kw_only=True)
class GameKit:
    """What a game adds to the app beside its rules.

    `game` is its key; `extras` the type of what is kept beside its document; `variants` what of it is played, such as
    editions, by key with a title, the usual one first; `begin` makes the table before the first turn from names and
    styles in seat order, a variant's key and my copy; `setup` lists what everybody takes; `copy_parts` are the parts of
    a copy whose values are asked, by key, in the order in which they are shown; `margins` says what was close.
    """

    game: str
    extras: type[Extras]
    variants: Mapping[str, str]
    begin: Callable[[Sequence[str], Sequence[PlayerStyle], str, MyCopy], TableState[Any, Any]]
    setup: Callable[[TableState[Any, Any]], tuple[SetUpItem, ...]]
    copy_parts: Mapping[str, CopyPart] = field(default_factory=dict)
    margins: Callable[[Any, Sheet], tuple[Message, ...]] = _nothing_close

"""Values that the store returns, and what they share."""

from __future__ import annotations

import unicodedata
from contextlib import suppress
from dataclasses import dataclass, fields
from functools import lru_cache
from itertools import islice
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias, TypeVar

from scoring import GAMES
from scoring.fields import in_play_fields
from scoring.messages import ENGLISH, reading, say
from storage.database.errors import StoreError
from storage.documents.codec import FORMAT
from storage.documents.records import record_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from datetime import datetime

    from _typeshed import DataclassInstance
    from sqlmodel import SQLModel

    from scoring.game import Game
    from scoring.problems import Problem
    from storage.documents.changes import Change

K = TypeVar("K", bound="DataclassInstance")
T = TypeVar("T")

TableStatus = Literal["running", "finished", "removed"]
StepKind = Literal["step", "undo", "redo"]
StepState = Literal["done", "undone", "dropped"]


class StaleError(StoreError):
    """Something has changed since it was read."""


@dataclass(frozen=True, slots=True)
class TableStep:
    """A change of a table by `author`, as its revision `number`; an undo or redo is `of` a step.

    `discards` is false where the author is known to have nothing undone at the revision before, which a step would
    discard.
    """

    number: int
    author: str
    label: str
    changes: tuple[Change, ...]
    kind: StepKind = "step"
    of: int | None = None
    discards: bool = True


@dataclass(frozen=True, slots=True)
class Counted:
    """Keys of a part of my copy whose numbers a step counts up by 1 each time that they are named."""

    part: str
    keys: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredStep:
    """A step as it was saved."""

    number: int
    author: str
    label: str
    changes: tuple[Change, ...]
    kind: StepKind
    state: StepState
    at: datetime


Turnable: TypeAlias = tuple[StoredStep | None, StoredStep | None]
"""The steps at a table that a user can undo and redo."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TableIdentity:
    """What no step changes of a table."""

    id: str
    game: str
    created: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredTable(TableIdentity):
    """A table as it is stored: its content, which is the `table` in play and the `extras`, and the number of steps."""

    content: dict[str, Any]
    revision: int
    state: TableStatus
    changed: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class CopyEntry:
    """An entry of somebody's copy of a game, by part and key."""

    part: str
    key: str
    value: Any
    at: datetime


def stale() -> StaleError:
    """Return the error for what somebody else has changed first."""
    return StaleError(say("this has been changed elsewhere in the meantime: open it again"))


def from_row(kind: type[K], row: SQLModel, **more: object) -> K:
    """Return a row as a value that outlives the session."""
    names = [field.name for field in fields(kind) if field.name not in more]
    return kind(**{name: getattr(row, name) for name in names}, **more)


def batches(entries: Iterable[T], size: int = 500) -> Iterator[list[T]]:
    """Yield entries in lists, each as long as a query may name at once, or of another size.

    >>> [*batches("abcde", 2)]
    [['a', 'b'], ['c', 'd'], ['e']]
    """
    rest = iter(entries)
    while batch := list(islice(rest, size)):
        yield batch


def is_text(value: str) -> bool:
    """Return whether every byte of a stored text could be read.

    >>> is_text("Zoë"), is_text("Zo" + chr(0xDCFF))
    (True, False)
    """
    try:
        return value.isascii() or value.encode() is not None
    except UnicodeEncodeError:
        return False


@lru_cache(4096)
def folded(name: str) -> str:
    r"""Return the form of a name in which searches compare it: without case, letters and their accents composed.

    >>> folded(" STRASSER ") == folded("Straßer"), folded("Zoe\u0308") == folded("Zo\u00eb")
    (True, True)
    """
    return unicodedata.normalize("NFC", unicodedata.normalize("NFD", name.strip()).casefold())


_BASE_LETTERS: Final = str.maketrans(
    {"æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ı": "i"}
)
"""The base letters of those that Unicode does not take apart."""


def base_letters(name: str) -> str:
    """Return a name without case and accents, as it is found by what somebody types or says.

    >>> base_letters("Œuf à Begoña")
    'oeuf a begona'
    """
    letters = unicodedata.normalize("NFKD", name.casefold())
    return "".join(letter for letter in letters if not unicodedata.combining(letter)).translate(_BASE_LETTERS)


def by_letter(name: str) -> tuple[str, str]:
    """Return the key by which names stand in order: by base letters, and accents only where those are the same.

    The Spanish ñ is a letter of its own, behind n. Unicode's own data is enough for that: the table of a whole
    collation is larger than all of Tessera's rules.

    >>> sorted(["Zoe", "Ärmel", "Anton", "Øre", "émile", "Emil", "Iñaki", "Inés"], key=by_letter)
    ['Anton', 'Ärmel', 'Emil', 'émile', 'Inés', 'Iñaki', 'Øre', 'Zoe']
    """
    return base_letters(unicodedata.normalize("NFC", name.casefold()).replace("ñ", "n~")), folded(name)


def stored_foldings(name: str) -> tuple[str, ...]:
    """Return the forms in which a folded name may be stored, today's first: older ones kept accents as typed."""
    composed = folded(name)
    return tuple(dict.fromkeys((composed, unicodedata.normalize("NFD", composed), name.strip().casefold())))


def day_of(moment: datetime) -> str:
    """Return the day of a moment in this machine's zone, as 2024-03-01."""
    return moment.astimezone().date().isoformat()


PAD_GAME: Final = "score-pad"
"""The game whose tables each have a pad of their own, which is part of their stored key."""

PAD_PREFIX: Final = f"{PAD_GAME}:"
"""What stands before the id of a pad in the stored key of its game."""

MERGE_PREFIX: Final = "game/"
"""What stands before a game in the key of the setting with its plays that were put under another game."""


def game_key(key: str) -> str:
    """Return the key of a game, without the id of a pad in its stored key.

    >>> game_key("score-pad:4f2c"), game_key("other-chess: the sequel")
    ('score-pad', 'other-chess: the sequel')
    """
    return PAD_GAME if key.startswith(PAD_PREFIX) else key


def game_of(key: str) -> Game[Any] | None:
    """Return the game of a stored key, `None` where this version does not know it."""
    return GAMES.get(game_key(key))


def game_at(key: str, document: Mapping[str, Any] | None) -> Game[Any] | None:
    """Return the game of a stored key as the table of a document has it, with the title and the lines of its pad.

    A play that was recorded elsewhere may have a pad, and the key of its game there.
    """
    game = game_of(key)
    if game is None and document is not None and document.get("game") == PAD_GAME:
        game = GAMES[PAD_GAME]
    if game is None or game.rules:  # only a pad's game stands in its document
        return game
    table = table_in(document, game)
    return game if table is None else game.at(table)


def documents_in(key: str, content: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the document of a stored table, and the extras of its play, from its stored key and content."""
    game, table = game_of(key), content["table"]
    in_play = () if game is None else in_play_fields(game.table)
    of_document = {name: value for name, value in table.items() if name not in in_play}
    extras = content["extras"] | {name: table[name] for name in in_play if name in table}
    return {"game": game_key(key), "format": FORMAT, "table": of_document}, extras


def title_and_edition(game: str, document: Mapping[str, Any] | None) -> tuple[str, str]:
    """Return the title of a game and the edition of a document, as far as this version knows them."""
    known_game = game_of(game)
    if known_game is None:
        return game, ""
    table = table_in(document, known_game)
    if table is None:
        return known_game.title, ""
    with reading(ENGLISH):
        return known_game.at(table).title, str(known_game.variant(table) or "")


def title_of(stored: StoredTable) -> object:
    """Return the name of the game of a stored table, that of its pad where it has one, or what is stored of it."""
    document = stored.content
    with suppress(KeyError, AttributeError):  # what cannot be read has the name of its game
        document, _ = documents_in(stored.game, stored.content)
    game = game_at(stored.game, document)
    return stored.game if game is None else game.name


def table_in(document: Mapping[str, Any] | None, game: Game[Any]) -> Any | None:  # noqa: ANN401 - of any game
    """Return the table in a stored document of a game, `None` where this version cannot read it."""
    problems: list[Problem] = []
    table = record_of(game.table).read((document or {}).get("table"), None, problems)
    return None if problems else table

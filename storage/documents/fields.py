"""Fields of documents: read strictly, each problem noted with its path, and described as JSON Schema.

Fields are made from the types of a game's state (`records.field_of`), so documents cannot drift from the state. Reading
goes on after a problem: an unreadable value becomes `UNREADABLE`, and the rest is still checked, together with every
limit that does not need the value. (Pydantic, the obvious library, builds no table at all if one field is wrong, so
problems between several fields would only appear in a second round.)
"""

from __future__ import annotations

import re
import unicodedata
from abc import ABC, abstractmethod
from datetime import UTC, datetime
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any, Final

from scoring.messages import Message, as_typed, counted, printable, say
from scoring.problems import MAX_PROBLEMS, UNREADABLE, Path, Problem, path_text

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from scoring.fields import Between, Pattern, PersonalName

MAX_SHOWN: Final = 40
"""The characters of a wrong value that a message repeats."""


class HugeNumber:
    """A number with too many digits for Python to convert at once."""

    def __init__(self, digits: str) -> None:
        """Keep the first digits for messages."""
        self.start = digits[:MAX_SHOWN]


def shown(value: object) -> Message | str:
    """Return a value as it stands in the document, shortened if it is long."""
    if isinstance(value, HugeNumber):
        return f"{value.start}…"
    if isinstance(value, dict):
        return counted(len(value), "an object of {number} field", "an object of {number} fields")
    if isinstance(value, list):
        return counted(len(value), "a list of {number} entry", "a list of {number} entries")
    text = (
        {None: "null", True: "true", False: "false"}[value] if value is None or isinstance(value, bool) else str(value)
    )
    quote = ""
    if isinstance(value, str):
        quote, text = '"', printable(value[:MAX_SHOWN])
    most = MAX_SHOWN - 2 * len(quote)
    return f"{quote}{text if len(text) <= most else f'{text[: most - 1]}…'}{quote}"


class Field(ABC):
    """A kind of value that a document may hold."""

    expected: Message | str
    """A description of the expected value."""

    @abstractmethod
    def read(self, value: Any, path: Path, problems: list[Problem]) -> Any:  # noqa: ANN401 - any JSON in, any state out
        """Return the value as the state holds it, or `UNREADABLE` after noting the problem."""

    @abstractmethod
    def schema(self) -> dict[str, Any]:
        """Return the JSON Schema."""

    def read_field(self, fields: Mapping[str, Any], name: str, problems: list[Problem]) -> Any:  # noqa: ANN401
        """Return a required field of the document itself."""
        if name in fields:
            return self.read(fields[name], (None, name), problems)
        self.miss((None, name), problems)
        return UNREADABLE

    def miss(self, path: Path, problems: list[Problem]) -> None:
        """Note that a value is missing."""
        if not is_full(problems):
            add_problem(problems, path, missing(self.expected))

    def refuse(self, value: object, path: Path, problems: list[Problem]) -> Any:  # noqa: ANN401 - fits any state
        """Note that a value does not fit; return `UNREADABLE`."""
        if not is_full(problems):
            add_problem(problems, path, belongs_here(value, self.expected))
        return UNREADABLE


def belongs_here(value: object, expected: Message | str) -> Message:
    """Return the message on a value where another one is expected."""
    return say("{value}: {expected} belongs here", value=shown(value), expected=expected)


def missing(expected: Message | str) -> Message:
    """Return the message on a value that is missing."""
    return say("missing: {expected} belongs here", expected=expected)


def a_day(example: str = "2024-03-01") -> Message:
    """Return the description of a day."""
    return say("a day such as {example}", example=example)


def a_moment(example: str) -> Message:
    """Return the description of a moment."""
    return say("a date and time such as {example}", example=example)


def whole_number(low: int, high: int) -> Message:
    """Return the description of a whole number within a range."""
    return say("a whole number from {low} to {high}", low=low, high=high)


def name_of(most: int) -> Message:
    """Return the description of a text of which something shows."""
    return say("a name of 1 to {most} characters", most=most)


ONE_EACH: Final = say("one for each player belongs here")

SAME_NAME: Final = say("two players have the same name: give one of them another")

OTHER_PLAYERS: Final = say("these are not the players at the table")

AN_ID: Final = say("an id of letters and digits")


def is_full(problems: list[Problem]) -> bool:
    """Return whether no more problems are noted: a document of a megabyte may have hundreds of thousands."""
    return len(problems) >= MAX_PROBLEMS


def add_problem(problems: list[Problem], path: Path, message: Message) -> None:
    """Add a problem."""
    problems.append(Problem(path=path_text(path), message=message))


class IntegerField(Field):
    """An integer; `true`, `3.0` and `"3"` are none."""

    def __init__(self, range_: Between) -> None:
        """Accept numbers within a range."""
        self.range = range_
        self._low, self._high = range_.low, range_.high
        self.expected = str(self._low) if self._low == self._high else whole_number(self._low, self._high)

    def read(self, value: Any, path: Path, problems: list[Problem]) -> Any:  # noqa: ANN401
        if type(value) is int and self._low <= value <= self._high:
            return value
        return self.refuse(value, path, problems)

    def schema(self) -> dict[str, Any]:
        return {"type": "integer", "minimum": self._low, "maximum": self._high}


class BooleanField(Field):
    """`true` or `false`."""

    expected = say("one of {values}", values="true, false")

    def read(self, value: Any, path: Path, problems: list[Problem]) -> Any:  # noqa: ANN401
        return value if type(value) is bool else self.refuse(value, path, problems)

    def schema(self) -> dict[str, Any]:
        return {"type": "boolean"}


class TextField(Field):
    """Any text; the limits of a question may ask for more."""

    expected = say("a text")

    def read(self, value: Any, path: Path, problems: list[Problem]) -> Any:  # noqa: ANN401
        return value if type(value) is str else self.refuse(value, path, problems)

    def schema(self) -> dict[str, Any]:
        return {"type": "string"}


class PatternField(Field):
    """A text that matches a regular expression as a whole."""

    def __init__(self, pattern: Pattern) -> None:
        """Accept matching texts."""
        self.example = pattern.example
        self._pattern = pattern.pattern
        self._matches = re.compile(pattern.pattern, re.ASCII).fullmatch
        self.expected = pattern.what

    def read(self, value: Any, path: Path, problems: list[Problem]) -> Any:  # noqa: ANN401
        return value if type(value) is str and self._matches(value) else self.refuse(value, path, problems)

    def schema(self) -> dict[str, Any]:
        return {"type": "string", "pattern": f"^(?:{self._pattern})$"}


class SeatField(IntegerField):
    """The number of a seat at the table."""


class SeatTextField(PatternField):
    """The number of a seat, a space, and more words."""


class ObjectField(Field):
    """An object whose fields are not checked here."""

    expected = say("an object")

    def read(self, value: Any, path: Path, problems: list[Problem]) -> Any:  # noqa: ANN401
        return value if type(value) is dict else self.refuse(value, path, problems)

    def schema(self) -> dict[str, Any]:
        return {"type": "object"}


MAX_DEPTH: Final = 40
"""The deepest nesting of JSON that is not checked."""

_UNSTORABLE: Final = re.compile("[\x00\ud800-\udfff]")
"""The characters that no database can store in a text."""


class JsonField(Field):
    """Any JSON that every database can store."""

    expected = say("a value")

    def read(self, value: Any, path: Path, problems: list[Problem]) -> Any:  # noqa: ANN401
        reason = unstorable(value)
        if reason is None:
            return value
        add_problem(problems, path, reason)
        return UNREADABLE

    def schema(self) -> dict[str, Any]:
        return {}


TOO_DEEP: Final = say("nested too deeply")


def _unkept(character: str) -> Message:
    return say("{character} cannot be kept: remove it", character=f"U+{ord(character):04X}")


def unstorable(value: object, depth: int = MAX_DEPTH) -> Message | None:
    """Return why JSON cannot be stored, or `None`."""
    if depth == 0:
        return TOO_DEEP
    if isinstance(value, dict):
        parts = [*value, *value.values()]
    elif isinstance(value, list):
        parts = value
    elif isinstance(value, str):
        bad = _UNSTORABLE.search(value)
        return None if bad is None else _unkept(bad[0])
    else:
        fits = value is None or isinstance(value, (bool, int)) or (isinstance(value, float) and abs(value) < 1e300)  # noqa: PLR2004
        return None if fits else belongs_here(value, say("a smaller number"))
    return next((why for part in parts if (why := unstorable(part, depth - 1)) is not None), None)


EARLIEST: Final = datetime(1900, 1, 1, tzinfo=UTC)

LATEST: Final = datetime(2200, 1, 1, tzinfo=UTC)


def is_plausible(moment: datetime) -> bool:
    """Return whether a play can have been at a moment, and every database can hold it."""
    return EARLIEST <= moment <= LATEST


class MomentField(Field):
    """A moment with its zone, which becomes UTC."""

    expected = a_moment("2024-03-01T19:31:00+00:00")

    def read(self, value: Any, path: Path, problems: list[Problem]) -> Any:  # noqa: ANN401
        try:
            written = datetime.fromisoformat(value)
            if written.tzinfo is not None and is_plausible(written.astimezone(UTC)):
                return written.astimezone(UTC)
        except (TypeError, ValueError, OverflowError):
            pass
        return self.refuse(value, path, problems)

    def schema(self) -> dict[str, Any]:
        return {"type": "string", "format": "date-time"}


_UNSEEN: Final = re.compile("[\u00ad\u034f\u180e\u200b\u2060-\u2064\u206a-\u206f\u2800\u3164\ufeff\uffa0]")
"""Characters that show nothing, and that no script needs."""

_STRAY_JOINER: Final = re.compile("(?<![^\x00-\x7f])[\u200c\u200d]+|[\u200c\u200d]+(?![^\x00-\x7f])")
"""Joiners that do not stand between letters of other scripts, or between emoji."""


def shown_name(text: str) -> str:
    r"""Return a name without what shows nothing, "" where nothing of it shows, so that names that look alike are alike.

    >>> shown_name(" A\u200b "), shown_name("\u200b\u2066"), shown_name("\U0001f469\u200d\U0001f680")
    ('A', '', '\U0001f469\u200d\U0001f680')
    """
    if text.isascii():
        return text.strip()
    name = _STRAY_JOINER.sub("", _UNSEEN.sub("", text)).strip()
    return name if any(map(_shows, name)) else ""


def _shows(letter: str) -> bool:
    if unicodedata.category(letter) in {"Cf", "Zs", "Zl", "Zp"}:
        return False
    return letter not in "\u115f\u1160\u17b4\u17b5" and not "\ufe00" <= letter <= "\ufe0f"


class NameField(Field):
    """A name, trimmed."""

    def __init__(self, name: PersonalName) -> None:
        """Accept names up to a length."""
        self._most = name.most
        self.of_player = name.of_player
        self.expected = name_of(self._most)

    def read(self, value: Any, path: Path, problems: list[Problem]) -> Any:  # noqa: ANN401
        if type(value) is not str:
            return self.refuse(value, path, problems)
        name = shown_name(value)
        if not 1 <= len(name) <= self._most:
            return self.refuse(value, path, problems)
        bad = () if name.isprintable() else [c for c in name if unicodedata.category(c) in {"Cc", "Cs"}]
        if not bad:
            return name
        add_problem(problems, path, _unkept(bad[0]))
        return UNREADABLE

    def schema(self) -> dict[str, Any]:
        return {"type": "string", "pattern": r"\S"}


class ChoiceField(Field):
    """One of several texts."""

    def __init__(self, values: Mapping[str, object], what: Message | str) -> None:
        """Accept the keys of `values`, and return their values."""
        self.values = values
        self.expected = what

    def read(self, value: Any, path: Path, problems: list[Problem]) -> Any:  # noqa: ANN401
        if type(value) is str and value in self.values:
            return self.values[value]
        near = nearest(value, self.values) if type(value) is str and not is_full(problems) else None
        if near is None:
            return self.refuse(value, path, problems)
        message = say(
            '{value}: {expected} belongs here; did you mean "{near}"?',
            value=shown(value),
            expected=self.expected,
            near=near,
        )
        add_problem(problems, path, message)
        return UNREADABLE

    def schema(self) -> dict[str, Any]:
        return {"enum": list(self.values)}


def nearest(text: str, allowed: Iterable[str]) -> str | None:
    """Return the known text that was probably meant: with other capitals, in another order, or nearly the same.

    >>> nearest("Old Town", ["old-town"]), nearest("WS", ["N", "SW"]), nearest("gold", ["fish"])
    ('old-town', 'SW', None)
    """
    texts = {candidate.casefold(): candidate for candidate in allowed}
    folded = text.casefold()
    same = next((candidate for fold, candidate in texts.items() if text and sorted(fold) == sorted(folded)), None)
    if same is not None:
        return same
    near = get_close_matches(folded, texts, n=1)
    return texts[near[0]] if near else None


def one_of(values: Iterable[str]) -> Message:
    """Return the description of one of these values, as documents write them, or of the only one."""
    texts = tuple(values)
    return say("one of {values}", values=", ".join(texts)) if len(texts) > 1 else as_typed(*texts)


def unknown_key_message(name: str, names: tuple[str, ...]) -> Message:
    """Return the message about a key that is not known here."""
    near = nearest(name, names)
    if near is not None:
        return say('{name} is not known here; did you mean "{near}"?', name=shown(name), near=near)
    return say("{name} is not known here; known are: {known}", name=shown(name), known=", ".join(names) or "–")

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
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any, Final

from scoring.messages import Message, counted, say
from scoring.problems import UNREADABLE, Path, Problem, path_text

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


def shown(value: object) -> str:
    """Return a value as it stands in the document, shortened if it is long."""
    if isinstance(value, HugeNumber):
        return f"{value.start}…"
    if isinstance(value, (dict, list)):
        kind, entries = ("an object", "fields") if isinstance(value, dict) else ("a list", "entries")
        return f"{kind} of {len(value)} {entries}"
    text = (
        {None: "null", True: "true", False: "false"}[value] if value is None or isinstance(value, bool) else str(value)
    )
    quote = ""
    if isinstance(value, str):
        quote, text = '"', "".join(c if c.isprintable() else "�" for c in value)
    most = MAX_SHOWN - 2 * len(quote)
    return f"{quote}{text if len(text) <= most else f'{text[: most - 1]}…'}{quote}"


class Field(ABC):
    """A kind of value that a document may hold."""

    expected: str
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
        add_problem(problems, path, say("missing: {expected} belongs here", expected=self.expected))

    def refuse(self, value: object, path: Path, problems: list[Problem]) -> Any:  # noqa: ANN401 - fits any state
        """Note that a value does not fit; return `UNREADABLE`."""
        add_problem(problems, path, say("{value}: {expected} belongs here", value=shown(value), expected=self.expected))
        return UNREADABLE


def add_problem(problems: list[Problem], path: Path, message: Message) -> None:
    """Add a problem."""
    problems.append(Problem(path=path_text(path), message=message))


class IntegerField(Field):
    """An integer; `true`, `3.0` and `"3"` are none."""

    def __init__(self, range_: Between) -> None:
        """Accept numbers within a range."""
        self.range = range_
        self._low, self._high = range_.low, range_.high
        self.expected = f"a whole number from {self._low} to {self._high}"
        if self._low == self._high:
            self.expected = f"the number {self._low}"

    def read(self, value: Any, path: Path, problems: list[Problem]) -> Any:  # noqa: ANN401
        if type(value) is int and self._low <= value <= self._high:
            return value
        return self.refuse(value, path, problems)

    def schema(self) -> dict[str, Any]:
        return {"type": "integer", "minimum": self._low, "maximum": self._high}


class BooleanField(Field):
    """`true` or `false`."""

    expected = "true or false"

    def read(self, value: Any, path: Path, problems: list[Problem]) -> Any:  # noqa: ANN401
        return value if type(value) is bool else self.refuse(value, path, problems)

    def schema(self) -> dict[str, Any]:
        return {"type": "boolean"}


class TextField(Field):
    """Any text; the limits of a question may ask for more."""

    expected = "a text"

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


class ObjectField(Field):
    """An object whose fields are not checked here."""

    expected = "an object"

    def read(self, value: Any, path: Path, problems: list[Problem]) -> Any:  # noqa: ANN401
        return value if type(value) is dict else self.refuse(value, path, problems)

    def schema(self) -> dict[str, Any]:
        return {"type": "object"}


class NameField(Field):
    """A name, trimmed."""

    def __init__(self, name: PersonalName) -> None:
        """Accept names up to a length."""
        self._most = name.most
        self.of_player = name.of_player
        self.expected = f"a {name.what} of 1 to {self._most} characters"

    def read(self, value: Any, path: Path, problems: list[Problem]) -> Any:  # noqa: ANN401
        if type(value) is not str:
            return self.refuse(value, path, problems)
        name = value.strip()
        bad = next((c for c in name if unicodedata.category(c) in {"Cc", "Cs"}), None)
        if bad is not None:
            what = "a control character" if unicodedata.category(bad) == "Cc" else "half of a surrogate pair"
            message = say(
                "{value}: {code} is {what}; take it out", value=shown(value), code=f"U+{ord(bad):04X}", what=what
            )
            add_problem(problems, path, message)
            return UNREADABLE
        if not 1 <= len(name) <= self._most:
            length = counted(len(name), "character", "characters")
            add_problem(
                problems,
                path,
                say(
                    "{value} has {length}: {expected} belongs here",
                    value=shown(value),
                    length=length,
                    expected=self.expected,
                ),
            )
            return UNREADABLE
        return name

    def schema(self) -> dict[str, Any]:
        return {"type": "string", "pattern": r"\S"}


class ChoiceField(Field):
    """One of several texts."""

    def __init__(self, values: Mapping[str, object], what: str) -> None:
        """Accept the keys of `values`, and return their values."""
        self.values = values
        self.expected = what

    def read(self, value: Any, path: Path, problems: list[Problem]) -> Any:  # noqa: ANN401
        if type(value) is str and value in self.values:
            return self.values[value]
        near = nearest(value, self.values) if type(value) is str else None
        if near is None:
            return self.refuse(value, path, problems)
        sentence = '{value}: {expected} belongs here; did you mean "{near}"?'
        add_problem(problems, path, say(sentence, value=shown(value), expected=self.expected, near=near))
        return UNREADABLE

    def schema(self) -> dict[str, Any]:
        return {"enum": list(self.values)}


def nearest(text: str, known: Iterable[str]) -> str | None:
    """Return the known text that was probably meant: with other capitals, in another order, or nearly the same.

    >>> nearest("Old Town", ["old-town"]), nearest("WS", ["N", "SW"]), nearest("gold", ["fish"])
    ('old-town', 'SW', None)
    """
    texts = {one.casefold(): one for one in known}
    folded = text.casefold()
    same = next((one for fold, one in texts.items() if text and sorted(fold) == sorted(folded)), None)
    if same is not None:
        return same
    near = get_close_matches(folded, texts, n=1)
    return texts[near[0]] if near else None


def unknown_key_message(name: str, what: str, known: tuple[str, ...]) -> Message:
    """Return the message about a key that is not known here."""
    if not known:
        return say("{name} is not known; nothing belongs here", name=shown(name))
    near = nearest(name, known)
    if near is not None:
        return say('{name} is not a {what} here; did you mean "{near}"?', name=shown(name), what=what, near=near)
    return say("{name} is not a {what} here; known are {known}", name=shown(name), what=what, known=known)

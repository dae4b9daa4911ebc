"""BG Stats, reading: what stays out of a play, or is kept otherwise, in one sentence for all plays of a file."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, Final, Literal

from scoring.messages import counted, forms

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from scoring.messages import Message

MAX_NAMED_PLAYS: Final = 5
"""How many plays a remark names."""

Fault = Literal[
    "unreadable",
    "long",
    "crowd",
    "no total",
    "scored here",
    "unlabelled",
    "nobody",
    "no number",
    "differs",
    "odd score",
    "expansion",
]

_SENTENCES: Final[Mapping[Fault, tuple[str, str]]] = {
    "unreadable": forms(
        "The score sheet of {number} play cannot be read, and stays out: {plays}.",
        "The score sheets of {number} plays cannot be read, and stay out: {plays}.",
    ),
    "long": forms(
        "The score sheet of {number} play has more rows than a pad has room for, and stays out: {plays}.",
        "The score sheets of {number} plays have more rows than a pad has room for, and stay out: {plays}.",
    ),
    "crowd": forms(
        "The score sheet of {number} play is for more players than a pad, and stays out: {plays}.",
        "The score sheets of {number} plays are for more players than a pad, and stay out: {plays}.",
    ),
    "no total": forms(
        "The score sheet of {number} play stays out, as a score is no whole number: {plays}.",
        "The score sheets of {number} plays stay out, as a score is no whole number: {plays}.",
    ),
    "scored here": forms(
        "The score sheet of {number} play stays out, as Tessera has a sheet of its own for the game: {plays}.",
        "The score sheets of {number} plays stay out, as Tessera has a sheet of its own for the game: {plays}.",
    ),
    "unlabelled": forms(
        "In the score sheet of {number} play rows without a label stay out: {plays}.",
        "In the score sheets of {number} plays rows without a label stay out: {plays}.",
    ),
    "nobody": forms(
        "In the score sheet of {number} play scores of nobody at the table stay out: {plays}.",
        "In the score sheets of {number} plays scores of nobody at the table stay out: {plays}.",
    ),
    "no number": forms(
        "In the score sheet of {number} play entries that are no whole number stay out: {plays}.",
        "In the score sheets of {number} plays entries that are no whole number stay out: {plays}.",
    ),
    "differs": forms(
        "In {number} play the rows of the score sheet do not add up to the score, and both are kept: {plays}.",
        "In {number} plays the rows of the score sheet do not add up to the score, and both are kept: {plays}.",
    ),
    "odd score": forms(
        "In {number} play a score is no whole number, and stays as a note at the seat: {plays}.",
        "In {number} plays a score is no whole number, and stays as a note at the seat: {plays}.",
    ),
    "expansion": forms(
        "In {number} play an expansion has no name in the file, and stays out: {plays}.",
        "In {number} plays an expansion has no name in the file, and stays out: {plays}.",
    ),
}


class FileRemarks:
    """What is to be said of a file: each fault once, with the plays that have it."""

    def __init__(self) -> None:
        """Begin with none."""
        self._plays: defaultdict[Fault, dict[str, str]] = defaultdict(dict)
        self._play = "", ""

    def of_play(self, at: str, name: str) -> None:
        """Let the faults that follow be those of the play `at` a place, by the name that people know it by."""
        self._play = at, name

    def add(self, fault: Fault) -> None:
        """Note a fault of the play."""
        at, name = self._play
        self._plays[fault].setdefault(at, name)

    def sentences(self) -> Iterator[Message]:
        """Yield a sentence for each fault."""
        for fault, words in _SENTENCES.items():
            plays = [*self._plays[fault].values()]
            named = "; ".join(plays[:MAX_NAMED_PLAYS]) + (" …" if plays[MAX_NAMED_PLAYS:] else "")
            if plays:
                yield counted(len(plays), *words, plays=named)

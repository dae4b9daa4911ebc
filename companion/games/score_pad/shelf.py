"""The shelf: ready pads of games, one file a game among the assets, in English; catalogues have their other words."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cache
from typing import TYPE_CHECKING, Annotated, Any, Final
from zlib import crc32

from companion.formatting.languages import catalogue, game_titles, languages
from companion.system.paths import assets
from scoring import Registry
from scoring.fields import Length, PersonalName, document_fields
from scoring.messages import Message, reading
from scoring.problems import Problem, problems_in
from scoring.score_pad.deck import Deck
from scoring.score_pad.limits import LIMITS
from scoring.score_pad.state import OF_HEADING, PAD_TITLE, Pad
from storage.documents.codec import DocumentError, parse, plain
from storage.documents.records import record_of
from storage.repositories.values import folded

if TYPE_CHECKING:
    from pathlib import Path

    from storage.exchange.recorded_table import Titles

FOLDER, DECK_FOLDER = "shelf", "decks"
"""The folders of the files and of the decks that they name, among the assets."""

MAX_NAMES: Final = 6
"""The most names of a game."""

TITLES_CONTEXT: Final = "titles of a game"
"""The context of the messages with the titles of games."""

BETWEEN_TITLES: Final = " | "
"""What stands between the titles of a game in their message."""

SOURCES: Final = {
    "RP": "borisyankov/rulespal",
    "H": "cophilot/board-score-hub",
    "S": "BG Stats",
    "L": "louieddxu2/BoardGameScorePad",
    "A": "ashwanianand/board-games-library",
    "N": "nathanlong/rules",
    "P": "pascalwils/scoring_pad",
    "K": "trivialloop/scorehub",
    "R": "rigard/rulebooks",
}
"""The sources with short names, which stand in a file before what was read there."""

Title = Annotated[str, PAD_TITLE]
Sentence = Annotated[str, PersonalName(200)]


def source_name(source: str) -> str:
    """Return a source of a pad with its whole name.

    >>> source_name("RP wingspan"), source_name("the publisher's site")
    ('borisyankov/rulespal: wingspan', "the publisher's site")
    """
    short, _, what = source.partition(" ")
    return f"{SOURCES[short]}: {what}" if short in SOURCES else source


WHOLE: Final = ("pad",)
"""The path of a question whose answer is an expansion, with a pad of its own."""


class Level(StrEnum):
    """What holds for players who are level after all tie-breaks: the rules say that they share, or no source says."""

    SHARED = "shared"
    UNKNOWN = "unknown"


class Status(StrEnum):
    """How sure a pad is: of its values two sources agree, of its rows alone, one says it all, or they contradict."""

    A = "A"
    B = "B"
    C = "C"
    D = "D"


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """An answer to the question of a pad; it is kept in English, so choices may change their places."""

    text: Sentence
    value: Any


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """What sources contradict each other about: the players are asked once, as their own box or habit decides.

    The answer is the value at `path`: that of a field of the pad, or fields of all the categories with these keys.
    Where they are asked for an expansion, it is the key of the game on the shelf whose lines they play by.
    """

    text: Sentence
    path: Annotated[tuple[str, ...], Length(1, 6)]
    choices: Annotated[tuple[Choice, ...], Length(2, 6)]


@dataclass(frozen=True, slots=True, kw_only=True)
class ShelfFile:
    """The content of a file of the shelf."""

    names: Annotated[tuple[Title, ...], Length(1, MAX_NAMES), "what people call the game; the first one is its title"]
    pad: Pad
    level: Level
    status: Status
    ask: Annotated[Question | None, "what its players are asked once"] = None
    sources: Annotated[tuple[Sentence, ...], Length(1, 12), "where the pad is from"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ShelfGame:
    """A game of the shelf by its key, with the pad as its file has it; another `version` says something else."""

    key: str
    file: ShelfFile
    content: Mapping[str, Any]
    version: str

    @property
    def title(self) -> str:
        """What the game is called in the reader's language."""
        titles = Message(BETWEEN_TITLES.join(self.file.names), {}, context=TITLES_CONTEXT)
        return str(titles).partition(BETWEEN_TITLES.strip())[0].strip()

    @property
    def names(self) -> tuple[str, ...]:
        """All that people call the game, in all languages."""
        return tuple(dict.fromkeys((*self.file.names, *game_titles().get(self.key, ()))))

    @property
    def expansions(self) -> tuple[ShelfGame, ...]:
        """The expansions on the shelf that its question offers."""
        question = self.file.ask
        if question is None or question.path != WHOLE:
            return ()
        shelf, keys = ready_pads(), (choice.value for choice in question.choices)
        return tuple(shelf[key] for key in keys if key != self.key and key in shelf)

    def say(self, line: str) -> Message:
        """Return a title or heading of the pad as a message."""
        return Message(line, {}, context=self.key)

    def ask(self, words: Question | Choice) -> Message:
        """Return the question of the pad or an answer to it as a message."""
        return Message(words.text, {}, context=f"{self.key} question")

    def choice(self, answer: str | None) -> Choice | None:
        """Return what was answered to the question of the pad, `None` where it has to be asked, or has none."""
        choices = () if self.file.ask is None else self.file.ask.choices
        return next((choice for choice in choices if choice.text == answer), None)

    def written(self, answer: str | None = None) -> Mapping[str, Any]:
        """Return the pad as JSON in the reader's language, with the value that the answer to its question has."""
        choice = self.choice(answer)
        if self.file.ask is None or choice is None or choice.value == self.key:
            return self._worded(self.content)
        if self.file.ask.path == WHOLE:
            return {**ready_pads()[choice.value].written(), "title": self.title, "bgg": self.file.pad.bgg}
        return self._worded(_with_value(self.content, self.file.ask.path, choice.value))

    def _worded(self, content: Mapping[str, Any]) -> dict[str, Any]:
        """Return the JSON of the pad in the reader's language."""
        categories = [
            category | {part: str(self.say(category[part])) for part in ("title", "heading") if part in category}
            for category in content["categories"]
        ]
        return {**content, "title": self.title, "categories": categories}

    def pad(self, answer: str | None = None) -> Pad:
        """Return the pad in the reader's language, as `written` has it."""
        pad: Pad = _read(Pad, self.written(answer))
        return pad

    def in_all_languages(self) -> tuple[Mapping[str, str], Mapping[str, Titles]]:
        """Return the keys of the categories by their folded titles, and the words that are not the English ones."""
        keys: dict[str, str] = {}
        titles: defaultdict[str, Titles] = defaultdict(tuple)
        for code in languages():
            with reading(catalogue(code)):
                for category, worded in zip(self.file.pad.categories, self.pad().categories, strict=True):
                    keys.setdefault(folded(worded.title), category.key)
                    if worded.heading != category.heading:
                        titles[category.key] += ((code, category.key + OF_HEADING, worded.heading or ""),)
                    if worded.title != category.title:
                        titles[category.key] += ((code, category.key, worded.title),)
        return keys, titles


@cache
def ready_pads() -> Mapping[str, ShelfGame]:
    """Return the games of the shelf by their keys, each of which is read when it is first asked for."""
    files = {file.stem: file for file in (assets() / FOLDER).glob("*.json")}
    return Registry(sorted(files), lambda key: read_game(files[key]))


def key_on_shelf(pad: Pad) -> str | None:
    """Return the key of a pad that is on the shelf, in whichever language and with whichever answer."""
    for key, game in ready_pads().items():
        choices = () if game.file.ask is None else game.file.ask.choices
        answers = (None, *(choice.text for choice in choices))
        if pad.title in (game.title, *game.names) and any(
            _untitled(game.pad(answer)) == _untitled(pad) for answer in answers
        ):
            return key
    return None


def read_game(file: Path) -> ShelfGame:
    """Return the game of a file.

    Raises:
        DocumentError: with all problems of the file.

    """
    written = file.read_bytes()
    content: Any = parse(written)
    read: ShelfFile = _read(ShelfFile, content)
    return ShelfGame(key=file.stem, file=read, content=content["pad"], version=f"{crc32(written):08x}")


class ShelfDecks:
    """The decks of games on the shelf. Documents name one by its key and, where they travel, the checksum of its rules.

    A deck whose rules change keeps its old file, as KEY@CHECKSUM.json: what was played is scored as it was.
    """

    def find(self, name: str) -> Deck | None:
        """Return the deck of a KEY or KEY@CHECKSUM, `None` where this version has none."""
        key = name if name in _decks() else name.partition("@")[0]
        if key not in _decks():
            return None
        deck, checksum = _decks()[key]
        return deck if name in (key, f"{key}@{checksum}") else None

    def name(self, deck: Deck) -> str | None:
        """Return the KEY@CHECKSUM of a deck, `None` for one that is not on the shelf."""
        return _deck_names().get(deck)


SHELF_DECKS: Final = ShelfDecks()


@cache
def _decks() -> Mapping[str, tuple[Deck, str]]:
    """Return the decks and their checksums by their keys, each of which is read when it is first asked for."""
    files = {file.stem: file for file in (assets() / DECK_FOLDER).glob("*.json")}
    return Registry(sorted(files), lambda key: _read_deck(files[key]))


@cache
def decks() -> Mapping[str, Deck]:
    """Return the decks as they are today, by the keys of their games."""
    return {key: deck for key, (deck, _) in _decks().items() if "@" not in key}


@cache
def _deck_names() -> Mapping[Deck, str]:
    return {deck: f"{key.partition('@')[0]}@{checksum}" for key, (deck, checksum) in _decks().items()}


def _read_deck(file: Path) -> tuple[Deck, str]:
    content: Any = parse(file.read_bytes())
    deck: Deck = _read(Deck, content["deck"])
    return deck, rules_checksum(content["deck"])


def rules_checksum(deck: Mapping[str, Any]) -> str:
    """Return the checksum of the rules of a deck in JSON: the same whatever its cards are called."""
    nameless: dict[str, Any] = {**deck, "tags": sorted(deck["tags"]), "parts": sorted(deck.get("parts", ()))}
    nameless = {part: value for part, value in nameless.items() if part not in {"words", "rulings"}}
    for part in ("cards", "shared"):
        nameless[part] = [entry | {"name": None} for entry in deck.get(part, ())]
    return f"{crc32(json.dumps(nameless, sort_keys=True).encode()):08x}"


def _read(kind: type, value: Any) -> Any:  # noqa: ANN401 - any JSON, and any record
    problems: list[Problem] = []
    read = record_of(kind).read(value, None, problems)
    problems += problems_in(read, LIMITS)
    if problems:
        raise DocumentError(problems)
    return read


def _untitled(pad: Pad) -> Any:  # noqa: ANN401 - what JSON can hold
    """Return what a pad says as JSON, without the words of a language, and without what a table chooses of a deck."""
    categories = [replace(category, title=category.key) for category in pad.categories]
    written = plain(replace(pad, title="", categories=tuple(categories), titles=None))
    for category in written["categories"]:
        category.pop("heading", None)
        category.pop("parts", None)
    return written


def _with_value(pad: Mapping[str, Any], path: tuple[str, ...], value: Any) -> dict[str, Any]:  # noqa: ANN401 - any JSON
    """Return the JSON of a pad with the value of an answer at the place that the question is about."""
    if path[0] in document_fields(Pad):
        return {**pad, path[0]: value}
    categories = [category | value if category["key"] in path else category for category in pad["categories"]]
    return {**pad, "categories": categories}

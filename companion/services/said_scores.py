"""Scores as people write or say them: "Anna 12, Ben 15", "Eggs: An 12+4, Ben: -3", "Castle: Anna yes"."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass, replace
from itertools import groupby
from typing import TYPE_CHECKING, Final, Generic, TypeAlias, TypeVar

from companion.formatting.numbers import read_sum
from companion.games.said_entries import (
    EXPECTED,
    GO_ON,
    MAX_WORDS,
    TWO_LETTERS,
    WORKED_OUT,
    YES_OR_NO,
    Piece,
    Place,
    SaidWords,
    Takes,
    places_in,
    said_words,
    spoken,
)
from scoring.messages import Message, say
from storage.repositories.values import base_letters

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

K = TypeVar("K")

ALL_NUMBERS: Final[Mapping[str, Takes]] = {}
"""What the rows of a sheet take that have one number of each player."""

NO_CARDS: Final[Mapping[str, Mapping[int, str]]] = {}
"""The names of the cards of the rows that take cards, by their places."""

MAX_SAID: Final = 2000
"""The most characters that are read."""

MAX_PROBLEMS: Final = 20
"""After so many things that are not understood, the rest is not read: first these are put right."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SaidScore:
    """A number that is said of the player on a seat, in a row of the sheet; a tick is 1 or 0.

    `place` is where it stands in an entry of several numbers.
    """

    row: str
    seat: int
    number: int
    place: Place = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class SaidScores:
    """What was understood of a text, and what was not."""

    scores: tuple[SaidScore, ...] = ()
    problems: tuple[Message, ...] = ()


def read_scores(
    said: str,
    names: Sequence[str],
    titles: Mapping[str, str],
    row: str,
    takes: Mapping[str, Takes] = ALL_NUMBERS,
    cards: Mapping[str, Mapping[int, str]] = NO_CARDS,
) -> SaidScores:
    """Return the scores that a text says of players, in a row or in those that it calls by their titles.

    Rows take a number of each player, or what `takes` says; `cards` names those of a row. Nothing is guessed: a name
    that fits several players, or none, is a problem.

    >>> read = read_scores("Eggs: An 12+4, Ben minus three", ["Anna", "Ben"], {"eggs": "Eggs"}, "eggs")
    >>> [(score.seat, score.number) for score in read.scores]
    [(0, 16), (1, -3)]
    >>> read = read_scores("Anna 5 x 2, 3 x 1", ["Anna", "Ben"], {"land": "Land"}, "land", {"land": Takes.PAIRS})
    >>> [(score.place, score.number) for score in read.scores]
    [((0, 0), 5), ((0, 1), 2), ((1, 0), 3), ((1, 1), 1)]
    >>> takes, cards = {"wood": Takes.CARDS}, {"wood": {0: "Beech", 1: "Wolf"}}
    >>> read = read_scores("Anna 4 beeches, 2 wolves", ["Anna", "Ben"], {"wood": "Wood"}, "wood", takes, cards)
    >>> [(score.place, score.number) for score in read.scores]
    [((0,), 4), ((1,), 2)]
    """
    if len(said) > MAX_SAID:
        return SaidScores(problems=(say("more than {most} characters: only scores belong here", most=MAX_SAID),))
    reader = _Reader(names, titles, row, takes, cards)
    for part in filter(str.strip, _SEPARATOR.split(reader.marks.put(_BEFORE_A_LINE.sub("", said)))):
        reader.read(part)
        if len(reader.problems) >= MAX_PROBLEMS:
            break
    scores = tuple(reader.scores())
    return SaidScores(scores=scores, problems=tuple(dict.fromkeys(reader.problems[:MAX_PROBLEMS])))


class _Marks:
    """The characters that stand for names that are written out: one for each seat, of those that no text has."""

    FIRST: Final = 0xE000

    def __init__(self, names: Sequence[str]) -> None:
        self._names = names
        self._marks = {name.casefold(): chr(self.FIRST + seat) for seat, name in enumerate(names)}
        wholes = "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True))
        self._whole = re.compile(rf"(?<!\w)(?:{wholes})(?!\w)", re.IGNORECASE)

    def put(self, text: str) -> str:
        """Return a text with marks, and with each minus as a hyphen."""
        hyphens = _MARK.sub("", text).replace("\N{MINUS SIGN}", "-").replace("–", "-")
        return self._whole.sub(lambda match: self._marks.get(match[0].casefold(), match[0]), hyphens)

    def without(self, text: str) -> str:
        """Return a text with the names again."""
        return _MARK.sub(lambda match: self._names[self.seat(match[0])], text)

    def seat(self, mark: str) -> int:
        """Return the seat for which a mark stands."""
        return ord(mark) - self.FIRST


_MARK: Final = re.compile("[\ue000-\ue0ff]")

_BEFORE_A_LINE: Final = re.compile(r"(?m)^\s*(?:\[[^\]\n]*\]\s*)?(?:[-–*•]\s+(?=[^\W\d])|\d+[.)]\s+)?")
"""What chats and lists put before a line: a time in brackets, a dash or a number."""

_SEPARATOR: Final = re.compile(r"[;\n]|,(?!\d)|(?<!\d),|(?<=\d)\.(?!\d)")

_PIECE: Final = re.compile(
    r"""(?P<name>[\ue000-\ue0ff])
      | (?P<odd>[0-9]+[.,][0-9][0-9.,]*|[0-9]{11,})
      | (?P<number>[0-9]+)
      | (?P<dash>(?<=[^\s:=(])-(?=\s*[0-9])|-(?=\s+[0-9]))
      | (?P<sign>[-+](?=\s*[0-9]))
      | (?P<colon>:)
      | (?P<times>[×*])
      | (?P<word>[^\W\d_](?:[^\s\d:,;+=()/]*[^\W\d_])?)""",
    re.VERBOSE,
)
"""The pieces of a text. A dash that stands close to a name, or apart from its number, is a minus only within a sum."""

_IN_NUMBERS: Final = ("number", "odd", "sign", "dash")

_SUM: Final = re.compile(r"(?:[+-] )?\d+(?: [+-] \d+)*")

NOBODY: Final = say("{name}: nobody at this table is called that")
WHOLE: Final = say("{number}: a whole number belongs here")
DASH: Final = say("{number}: a minus? Then write {less}, else leave it out")
EITHER: Final = say("{name}: {first} or {second}?")
NO_NUMBER: Final = say("{name}: the number is missing")
NO_LINE: Final = say("{name}: no line of this sheet is called that")
NO_CARD: Final = say("{name}: no card of this deck is called that")


def _pieces(part: str, said: SaidWords) -> Iterator[Piece]:
    """Yield the pieces of a part without fillers, with all numbers as digits."""
    pieces = [Piece(str(match.lastgroup), match[0]) for match in _PIECE.finditer(part)]
    at = 0
    while at < len(pieces):
        piece = pieces[at]
        word = spoken(piece.words) if piece.kind == "word" else ""
        number = said.number_at([following.words for following in pieces[at : at + MAX_WORDS]]) if word else None
        if number is not None:
            yield Piece("number", str(number[0]))
        elif word in said.signs:
            yield Piece("sign", said.signs[word])
        elif word not in said.fillers:
            yield piece
        at += 1 if number is None else number[1]


class _Names(Generic[K]):
    """Names of players or rows, of which the words are worked out once, and what fits each thing that is said."""

    def __init__(self, called: Mapping[K, str]) -> None:
        self.called: Final = called
        self._words = {key: _words(name) for key, name in called.items()}
        self._found: dict[str, list[K]] = {}

    def fitting(self, said: str) -> list[K]:
        """Return what a name fits best: as a whole, by whole words, or by their beginnings.

        >>> _Names({1: "Anna", 2: "Ben"}).fitting("An"), _Names({1: "Anna Lena", 2: "Annabel"}).fitting("anna")
        ([1], [1])
        """
        if said not in self._found:
            self._found[said] = self._find(_words(said))
        return self._found[said]

    def _find(self, words: list[_Word]) -> list[K]:
        return self._whole(words, _is_same) or self._partly(words, _is_same) or self._partly(words, _begins)

    def _whole(self, words: list[_Word], fits: Callable[[_Word, _Word], bool]) -> list[K]:
        return [key for key in self._partly(words, fits) if len(self._words[key]) == len(words)]

    def _partly(self, words: list[_Word], fits: Callable[[_Word, _Word], bool]) -> list[K]:
        return [key for key, name in self._words.items() if words and _in_order(words, name, fits)]


class _CardNames(_Names[int]):
    """Names of cards, which are also said in the plural."""

    def __init__(self, called: Mapping[int, str]) -> None:
        super().__init__(called)
        self._before_brackets = {key: _words(name.partition("(")[0]) for key, name in called.items()}

    def _find(self, words: list[_Word]) -> list[int]:
        """Return the cards that are called so, or several of which are: beeches are no beech marten.

        Brackets only tell cards of one name apart: a beech is no roe deer (beech).
        """
        for fits in (_is_same, _is_longer, _is_plural):
            if whole := self._whole(words, fits):
                return whole
        for fits in (_is_same, _begins, _is_longer, _is_plural):
            if cards := self._partly(words, fits):
                return [key for key in cards if _in_order(words, self._before_brackets[key], fits)] or cards
        return []


class _Reader:
    """A reader of one text: what is said by row and seat, each time, and what it does not understand.

    What has no name may go on with the entry that is `_open`.
    """

    def __init__(
        self,
        names: Sequence[str],
        titles: Mapping[str, str],
        row: str,
        takes: Mapping[str, Takes],
        cards: Mapping[str, Mapping[int, str]],
    ) -> None:
        self.marks: Final = _Marks(names)
        self.problems: list[Message] = []
        self._said_of: dict[tuple[str, int], list[list[Piece]]] = {}
        self._open: list[Piece] | None = None
        self._names = _Names(dict(enumerate(names)))
        self._titles = _Names(titles)
        longest_first = sorted(set(titles.values()), key=len, reverse=True)
        self._beginnings = [
            (title, re.compile(rf"\s*{re.escape(self.marks.put(title))}(?!\w)", re.IGNORECASE))
            for title in longest_first
        ]
        self._takes = takes
        self._cards = {key: _CardNames(called) for key, called in cards.items()}
        self._cards_of: dict[tuple[str, int], dict[Place, int]] = {}
        self._holder: int | None = None
        self._vocabulary = said_words()
        self._row: str | None = row

    def takes(self, row: str) -> Takes:
        """Return what a row takes of each player."""
        return self._takes.get(row, Takes.NUMBER)

    def read(self, part: str) -> None:
        """Take what stands between two commas, or on a line."""
        pieces = [piece for piece in self._without_title(part) if piece.kind != "colon"]
        if self._row is None:
            return
        takes = self.takes(self._row)
        if takes is Takes.NOTHING:
            self.problems.append(replace(WORKED_OUT, values={"name": self._titles.called[self._row]}))
            self._row = None
            return
        if takes is Takes.CARDS:
            self._read_cards(pieces, self._row)
            return
        words = self._vocabulary.values.get(takes, {})
        pieces = [piece._replace(kind=words.get(spoken(piece.words), piece.kind)) for piece in pieces]
        by_kind = groupby(pieces, lambda piece: piece.kind not in ("name", "word"))
        groups = [(is_value, list(group)) for is_value, group in by_kind]
        if groups and groups[0][0] and not groups[-1][0]:  # "12 for Anna"
            groups = [group for pair in zip(groups[1::2], groups[::2], strict=True) for group in pair]
        while groups:
            is_value, group = groups.pop(0)
            if is_value and self._open is not None:
                self._open += group
            elif is_value:
                self.problems.append(say("{number}: whose is it?", number=self._said(group)))
            elif groups:
                self._take(group, groups.pop(0)[1], self._row)
            else:
                missing = YES_OR_NO if takes is Takes.TICK else NO_NUMBER
                self.problems.append(replace(missing, values={"name": self._said(group)}))

    def _read_cards(self, pieces: Sequence[Piece], row: str) -> None:
        """Take cards with their numbers, of which one needs none, behind a player who has them; or their points."""
        number: list[Piece] = []
        groups = [(kind, list(group)) for kind, group in groupby(pieces, lambda piece: piece.kind in _IN_NUMBERS)]
        for at, (is_number, group) in enumerate(groups):
            if is_number:
                number = group
                continue
            words = [piece for piece in group if piece.kind != "name"]
            if len(words) < len(group):
                self._holder = self.marks.seat(next(piece.words for piece in group if piece.kind == "name"))
            elif not number and (called := self._begins_with_player(words, row, last=at + 1 == len(groups))):
                self._holder, words = self._called(self._said(words[:called]), self._names, NOBODY), words[called:]
            if words:
                unknown = NOBODY if not number and at + 1 < len(groups) else NO_CARD
                card = self._called(self._said(words), self._cards[row], unknown)
                if card is not None:
                    self._put(row, (card,), number)
                number = []
        if number:
            self._put(row, (), number)

    def _begins_with_player(self, words: Sequence[Piece], row: str, *, last: bool) -> int:
        """Return how many of the words that begin what is said name a player; all do, unless a card follows."""
        for called in range(len(words), 0, -1):
            rest = words[called:]
            names_card = self._cards[row].fitting(self._said(rest or words))
            if self._names.fitting(self._said(words[:called])) and (names_card if rest else not (last and names_card)):
                return called
        return 0

    def _put(self, row: str, place: Place, number: Sequence[Piece]) -> None:
        """Keep so many of a card of whoever was named last, or the points of all."""
        count = self._number(number) if number else 1
        if self._holder is None:
            said = self._said(number) or self._cards[row].called[place[0]]
            self.problems.append(say("{number}: whose is it?", number=said))
        elif count is not None:
            self._cards_of.setdefault((row, self._holder), {})[place] = count

    def _without_title(self, part: str) -> list[Piece]:
        """Return the pieces of a part behind the title of a row, which is the row from there on."""
        for title, beginning in self._beginnings:
            begins = beginning.match(part)
            rest = [] if begins is None else list(_pieces(part[begins.end() :], self._vocabulary))
            kinds = [piece.kind for piece in rest if piece.kind != "colon"]
            if begins is not None and kinds[:1] not in [[kind] for kind in _IN_NUMBERS]:
                self._turn_to(title)
                return rest
        pieces = list(_pieces(part, self._vocabulary))
        colon = next((at for at, piece in enumerate(pieces) if piece.kind == "colon"), 0)
        if not colon or pieces[colon + 1 :][:1] == [] or pieces[colon + 1].kind in _IN_NUMBERS:
            return pieces
        self._turn_to(self._said(pieces[:colon]))
        return pieces[colon + 1 :]

    def _turn_to(self, title: str) -> None:
        """Go on with the row that is called so, which may be none."""
        self._row, self._open, self._holder = self._called(title, self._titles, NO_LINE), None, None

    def _take(self, called: Sequence[Piece], value: list[Piece], row: str) -> None:
        """Keep what is said of a player."""
        seat, self._open = self._called(self._said(called), self._names, NOBODY), None
        if seat is None:
            return
        mentions = self._said_of.setdefault((row, seat), [])
        if self.takes(row) in GO_ON and mentions:
            mentions[0] += value
        else:
            mentions.append(value)
        self._open = mentions[0] if self.takes(row) in GO_ON else None

    def scores(self) -> Iterator[SaidScore]:
        """Yield what was said of players, each number once; what cannot be meant is a problem."""
        for (row, seat), mentions in self._said_of.items():
            read = [self._read_value(row, value) for value in mentions]
            places = next((places for places in read if places is not None), {})
            for again in read:
                if again is not None and again != places:
                    message = YES_OR_NO if self.takes(row) is Takes.TICK else EITHER
                    values = {"name": self._names.called[seat], "first": places[()], "second": again[()]}
                    self.problems.append(replace(message, values=values))
            for place, number in places.items():
                yield SaidScore(row=row, seat=seat, number=number, place=place)
        for (row, seat), cards in self._cards_of.items():
            yield from (SaidScore(row=row, seat=seat, number=count, place=place) for place, count in cards.items())

    def _read_value(self, row: str, value: Sequence[Piece]) -> Mapping[Place, int] | None:
        """Return the numbers that are said by their places, `None` with the problem where that is none."""
        takes = self.takes(row)
        if takes is Takes.NUMBER:
            number = self._number(value)
            return None if number is None else {(): number}
        places = places_in(takes, value)
        if places is None:
            self.problems.append(replace(EXPECTED[takes], values={"number": self._said(value)}))
        return places

    def _number(self, digits: Sequence[Piece]) -> int | None:
        said, kinds = self._said(digits), [piece.kind for piece in digits]
        if "odd" not in kinds and kinds[0] != "dash" and _SUM.fullmatch(said) is not None:
            return read_sum(said)
        problem = WHOLE if "odd" in kinds else DASH if kinds[0] == "dash" else EXPECTED[Takes.NUMBER]
        self.problems.append(replace(problem, values={"number": said, "less": said.replace(" ", "")}))
        return None

    def _said(self, pieces: Sequence[Piece]) -> str:
        return self.marks.without(" ".join(piece.words for piece in pieces))

    def _called(self, said: str, names: _Names[K], nobody: Message) -> K | None:
        """Return what goes by a name as people shorten it, `None` with the problem where that is not one alone."""
        fitting = names.fitting(said)
        if len(fitting) == 1:
            return fitting[0]
        fits = tuple(names.called[key] for key in fitting)
        several = say("{name} may be {names}: write more of it", name=said, names=fits)
        self.problems.append(several if fits else replace(nobody, values={"name": said}))
        return None


_Word: TypeAlias = frozenset[str]
"""The forms of a word in which it is compared: without accents, and with ae for ä."""


def _words(name: str) -> list[_Word]:
    words = re.findall(r"\w+", unicodedata.normalize("NFC", name.casefold()))
    return [frozenset({base_letters(word), base_letters(word.translate(TWO_LETTERS))}) for word in words]


def _is_same(word: _Word, whole: _Word) -> bool:
    return not word.isdisjoint(whole)


def _begins(word: _Word, whole: _Word) -> bool:
    return any(long.startswith(short) for short in word for long in whole)


STEM, ENDING = 3, 3
"""The fewest letters that a word and its plural have in common, and the most by which that is longer (or 1 shorter)."""


def _is_longer(word: _Word, whole: _Word) -> bool:
    """Return whether a word may be the plural of another one, to which it only adds an ending."""
    return _begins(whole, word) and _is_plural(word, whole)


def _is_plural(word: _Word, whole: _Word) -> bool:
    """Return whether a word may be the plural of another one: they begin alike, apart from the last letter or two."""
    both = ((long, short, max(STEM, len(short) - 2)) for long in word for short in whole)
    return any(long[:stem] == short[:stem] and -1 <= len(long) - len(short) <= ENDING for long, short, stem in both)


def _in_order(words: Sequence[_Word], name: Sequence[_Word], fits: Callable[[_Word, _Word], bool]) -> bool:
    """Return whether all words fit words of a name, in their order."""
    rest = iter(name)
    return all(any(fits(word, whole) for whole in rest) for word in words)

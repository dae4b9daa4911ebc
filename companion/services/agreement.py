"""Two devices that agree over a channel: messages in, messages out, over a real store; nothing of the channel itself.

Both ends do the same. `begin` returns the first messages; each message of the other end goes to `take`, which returns
what to answer, until `outcome.is_over`. Both run in the thread of the store. A round goes: digests of what each has,
names in the parts that differ, then the lines that the other one lacks, a batch at a time, each confirmed once it is in
the history. So whatever breaks off loses nothing, and goes on the next time. What a batch brings is an import.

    agreement = Agreement(Introduction(device="…", name="my phone"))
    answers = agreement.begin(store)
    answers = agreement.take(store, message)

Both devices are mine: each hears of all that the other one has, and may do there all that I may.

Messages are texts of at most `MAX_TEXT` characters. None of the other end's is trusted.
"""

from __future__ import annotations

import json
import re
import zlib
from base64 import b64decode, b64encode
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final
from uuid import uuid4

from companion.services.kept_pads import import_planned
from companion.system import now
from scoring.messages import Message, counted, say
from storage.exchange.facts import NAME_BYTES, PARTS, Facts, Lacking, batches_of, differing, facts_of, names_from
from storage.exchange.files import FORMAT
from storage.exchange.past_imports import AGREED_SETTING
from storage.exchange.planning import plan
from storage.repositories.access import DEVICE_SETTING
from storage.repositories.photos import PHOTO_ID

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from storage.repositories.tables import Store

PROTOCOL: Final = 1
"""The version of these messages."""

MAX_TEXT: Final = 60_000
"""Characters of a message: what every browser lets a guest send at once."""

PIECE_BYTES: Final = 42_000
"""Bytes of a message in one text."""

MAX_PACKED_BYTES: Final = 16 * 1024 * 1024
MAX_BYTES: Final = 64 * 1024 * 1024
"""The size of the largest message, as it is sent and as it is read."""

MAX_BATCHES: Final = 20_000
"""The most batches of one round."""

MAX_PLAYS: Final = 250_000
"""The most plays and other lines that come over in one round."""

MAX_PHOTOS: Final = 1000
"""The most photos that a device says it lacks."""

MAX_ROUNDS: Final = 3
"""The most rounds: what came over in one may make something new, such as a play that was deleted without being seen."""

MAX_PROBLEMS: Final = 20
"""The most problems that are kept of what came over."""

MAX_NAME_LENGTH: Final = 40
"""Characters of the name of a device."""

ODD: Final = say("the other device sent something that this version does not know; update both, then try again")
NEWER: Final = say("the other device has a newer version of Tessera: update this one, then try again")
OLDER: Final = say("the other device has an older version of Tessera: update it, then try again")
PLAY_TOO_LARGE: Final = say(
    "a play is too large to go over with all its versions and photos: only its latest version did"
)
TOO_MUCH: Final = say("the other device sends more than fits: export a file there, and import it here")


class AgreementError(Exception):
    """The other device cannot be agreed with; `message` says what to do. What came over before is kept."""

    def __init__(self, message: Message) -> None:
        """Keep the sentence."""
        super().__init__(message.english)
        self.message = message


@dataclass(frozen=True, slots=True, kw_only=True)
class Introduction:
    """What a device says of itself: its id, its name, and where two meet first, the `key` by which they are known."""

    device: str
    name: str
    key: str = ""


@dataclass(slots=True, kw_only=True)
class Outcome:
    """How far two devices are: what is new here, what went over and how much there is, and what could not be read."""

    new: int = 0
    changed: int = 0
    given: int = 0
    to_give: int = 0
    taken: int = 0
    to_take: int = 0
    problems: tuple[str, ...] = ()
    is_over: bool = False

    @property
    def part(self) -> float | None:
        """The part that is done, `None` while nobody knows how much there is."""
        total = self.to_give + self.to_take
        return (self.given + self.taken) / total if total else None


@dataclass(frozen=True, slots=True)
class _Digests:
    """What the other device has, as it says at the beginning of a round."""

    parts: bytes
    lines: bytes
    lacking: frozenset[str]


class Agreement:
    """What two devices say to each other, at one end; `other` is who the other one is, once it has said so."""

    def __init__(self, me: Introduction) -> None:
        """Begin with nothing said."""
        self.outcome: Final = Outcome()
        self.other: Introduction | None = None
        self._me = me
        self._pieces = Pieces()
        self._round = 0
        self._has_told = False
        self._mine: Facts | None = None
        self._theirs: _Digests | None = None
        self._sending: Iterator[tuple[int, bytes]] | None = None
        self._unconfirmed: int | None = None
        self._has_given = self._has_taken = self._brought_news = False
        self._batches_taken = 0

    def take(self, store: Store, text: str) -> list[str]:
        """Take a message of the other end; return what to answer.

        Raises:
            AgreementError: it is none, or too much; all that came before is kept.
            StoreError: it could not be saved.

        """
        packed = self._pieces.take(text)
        if packed is None:
            return []
        head, body = unpacked(packed)
        match head:
            case {"agree": int(), "format": int()} if self._theirs is None:
                answers = self._take_digests(head)
            case {"names": int(versions), "lines": int(others)} if self._is_asked(versions, others, body):
                answers = self._take_names(store, names_from(body[:versions]), names_from(body[versions:]))
            case {"batch": int(done), "of": int(total)} if self._may_come(done, total):
                answers = self._take_batch(store, done, total, body)
            case {"taken": int(done)} if done == self._unconfirmed:
                self.outcome.given = done
                answers = self._next_batch(store)
            case {"all": int(number)} if number == self._round and self._theirs is not None and not self._has_taken:
                self._has_taken = True
                answers = self._over()
            case {"over": int(number), "news": bool(news)} if number == self._round and self._has_all:
                answers = self._end_round(store, has_news=news)
            case _:
                raise AgreementError(ODD)
        return answers

    def begin(self, store: Store) -> list[str]:
        """Begin a round; return its first messages."""
        self._round += 1
        self._mine, self._theirs, self._sending, self._unconfirmed = facts_of(store), None, None, None
        self._has_given = self._has_taken = self._brought_news = False
        self._batches_taken = 0
        self.outcome.given = self.outcome.to_give = self.outcome.taken = self.outcome.to_take = 0
        words = {
            "agree": PROTOCOL,
            "format": FORMAT,
            "device": self._me.device,
            "name": self._me.name,
            "key": self._me.key,
            "parts": b64encode(self._mine.digests).decode(),
            "lines": self._mine.digest_of_lines.hex(),
            "photos": sorted(self._mine.lacking)[:MAX_PHOTOS],
        }
        return texts_of(words)

    def _take_digests(self, head: Mapping[str, Any]) -> list[str]:
        """Take what the other device has, and answer with the names in the parts that differ."""
        mine = self._facts()
        if head["agree"] != PROTOCOL or head["format"] != FORMAT:
            is_newer = (head["agree"], head["format"]) > (PROTOCOL, FORMAT)
            raise AgreementError(NEWER if is_newer else OLDER)
        introduction = _introduction(head)
        if self.other is not None and self.other != introduction:
            raise AgreementError(ODD)
        self.other = introduction
        self._theirs = theirs = _digests(head)
        versions = mine.names_in(differing(mine.digests, theirs.parts))
        lines = b"" if mine.digest_of_lines == theirs.lines else mine.names_of_lines()
        return texts_of({"names": len(versions), "lines": len(lines)}, versions + lines)

    def _is_asked(self, versions: int, others: int, body: bytes) -> bool:
        are_whole = versions % NAME_BYTES == others % NAME_BYTES == 0
        is_awaited = self._theirs is not None and self._sending is None
        return is_awaited and are_whole and min(versions, others) >= 0 and versions + others == len(body)

    def _take_names(self, store: Store, versions: frozenset[bytes], lines: frozenset[bytes]) -> list[str]:
        """Take the names of what the other device has, and begin to send it what it lacks."""
        mine, theirs = self._facts(), self._theirs
        if theirs is None:
            raise AgreementError(ODD)
        known_lines = None if mine.digest_of_lines == theirs.lines else lines
        parts = differing(mine.digests, theirs.parts)
        lacking = mine.lacking_elsewhere(parts, versions, known_lines, theirs.lacking)
        self.outcome.to_give = len(lacking)
        self._sending = self._batches(store, lacking)
        return self._next_batch(store)

    def _batches(self, store: Store, lacking: Lacking) -> Iterator[tuple[int, bytes]]:
        """Yield how much was sent after each batch, and the batch as the other device may read it."""
        done = 0
        for batch in batches_of(store, lacking):
            done += batch.whole
            if batch.is_cut:
                self._note([PLAY_TOO_LARGE])
            yield done, b"".join(line.rstrip(b"\n") + b"\n" for line in batch.lines)

    def _next_batch(self, store: Store) -> list[str]:
        """Return the next batch, or that there are no more."""
        if self._sending is None:
            raise AgreementError(ODD)
        done, lines = next(self._sending, (0, b""))
        if lines:
            if not self._has_told:
                store.set(AGREED_SETTING, now().isoformat())  # an undo is told like anything else from now on
            self._has_told, self._unconfirmed = True, done
            return texts_of({"batch": done, "of": self.outcome.to_give}, lines)
        self._unconfirmed, self._has_given = None, True
        return [*texts_of({"all": self._round}), *self._over()]

    def _may_come(self, done: int, total: int) -> bool:
        self._batches_taken += 1
        is_awaited = self._theirs is not None and not self._has_taken and self._batches_taken <= MAX_BATCHES
        return is_awaited and self.outcome.taken <= done <= total <= MAX_PLAYS

    def _take_batch(self, store: Store, done: int, total: int, body: bytes) -> list[str]:
        """Take lines into the history, and confirm that they are there."""
        from companion.services.import_export import changes_anything, read_file  # noqa: PLC0415 - takes long to load

        name = "" if self.other is None else self.other.name
        incoming = read_file(body, name)
        if incoming.format != "tessera":
            raise AgreementError(ODD)
        planned = plan(store, incoming)
        self._note((*incoming.problems, *planned.remarks))
        if changes_anything(planned):
            brought = import_planned(store, planned, name)
            if brought.id is not None:
                self._brought_news = True
                store.set(AGREED_SETTING, now().isoformat())  # the other device has it, whatever is undone here
            self.outcome.new += brought.added
            self.outcome.changed += brought.changed + brought.deleted
        self.outcome.taken, self.outcome.to_take = done, total
        return texts_of({"taken": done})

    def _note(self, problems: Iterable[object]) -> None:
        self.outcome.problems = tuple(dict.fromkeys((*self.outcome.problems, *map(str, problems))))[:MAX_PROBLEMS]

    @property
    def _has_all(self) -> bool:
        return self._has_given and self._has_taken

    def _over(self) -> list[str]:
        """Say that the round is over, once both have all; and whether it has brought something."""
        return texts_of({"over": self._round, "news": self._brought_news}) if self._has_all else []

    def _end_round(self, store: Store, *, has_news: bool) -> list[str]:
        """End the round that is over at both ends; where it brought something, look whether all is the same now."""
        if (has_news or self._brought_news) and self._round < MAX_ROUNDS:
            return self.begin(store)
        self.outcome.is_over = True
        return []

    def _facts(self) -> Facts:
        if self._mine is None:
            raise AgreementError(ODD)
        return self._mine


def device_of(store: Store) -> str:
    """Return the id of this device, made when it is first needed."""
    device = store.settings().get(DEVICE_SETTING)
    if not isinstance(device, str):
        device = uuid4().hex[:12]
        store.set(DEVICE_SETTING, device)
    return device


def outcome_summary(outcome: Outcome) -> Message:
    """Return what an agreement brought, in a sentence."""
    number = outcome.new + outcome.changed
    return counted(number, "Agreed, {number} new.", "Agreed, {number} new.") if number else say("Agreed, nothing new.")


class Pieces:
    """The pieces of a message that is not whole yet."""

    def __init__(self, limit: int = MAX_PACKED_BYTES) -> None:
        """Begin with none; a message has at most `limit` bytes."""
        self._limit = limit
        self._pieces = bytearray()

    def take(self, text: str) -> bytes | None:
        """Take a text; return the message that it ends, if it does.

        Raises:
            AgreementError: it is no piece, or the message becomes too large.

        """
        if len(text) > MAX_TEXT or text[:1] not in {MORE, LAST}:
            raise AgreementError(ODD)
        try:
            self._pieces += b64decode(text[1:], validate=True)
        except ValueError:
            raise AgreementError(ODD) from None
        if len(self._pieces) > self._limit:
            raise AgreementError(TOO_MUCH)
        if text[0] == MORE:
            return None
        whole = bytes(self._pieces)
        self._pieces.clear()
        return whole


MORE: Final = "+"
LAST: Final = "."
"""How the text of a piece begins after which more follow, and that of the last one."""


def texts_of(words: Mapping[str, Any], body: bytes = b"") -> list[str]:
    """Return a message as texts."""
    packed = zlib.compress(json.dumps(words, separators=(",", ":")).encode() + b"\n" + body)
    pieces = [packed[at : at + PIECE_BYTES] for at in range(0, len(packed), PIECE_BYTES)]
    marks = [MORE] * (len(pieces) - 1) + [LAST]
    return [mark + b64encode(piece).decode() for mark, piece in zip(marks, pieces, strict=True)]


def unpacked(packed: bytes, limit: int = MAX_BYTES) -> tuple[Any, bytes]:
    """Return the words and the body of a message of at most `limit` bytes.

    Raises:
        AgreementError: it is none, or too large.

    """
    unpacking = zlib.decompressobj()
    try:
        whole = unpacking.decompress(packed, limit)
        if unpacking.unconsumed_tail:
            raise AgreementError(TOO_MUCH)
        words, separator, body = whole.partition(b"\n")
        if not (unpacking.eof and separator) or unpacking.unused_data:
            raise AgreementError(ODD)
        return json.loads(words), body
    except (zlib.error, ValueError, RecursionError):
        raise AgreementError(ODD) from None


def _introduction(head: Mapping[str, Any]) -> Introduction:
    match head:
        case {"device": str(device), "name": str(name), "key": str(key)} if (
            DEVICE_ID.fullmatch(device) and _KEY.fullmatch(key) and is_name(name)
        ):
            return Introduction(device=device, name=name.strip(), key=key)
    raise AgreementError(ODD)


def _digests(head: Mapping[str, Any]) -> _Digests:
    match head:
        case {"parts": str(parts), "lines": str(lines), "photos": [*photos]} if len(photos) <= MAX_PHOTOS:
            try:
                digests = _Digests(b64decode(parts, validate=True), bytes.fromhex(lines), frozenset(map(str, photos)))
            except ValueError:
                raise AgreementError(ODD) from None
            are_whole = (len(digests.parts), len(digests.lines)) == (PARTS * NAME_BYTES, NAME_BYTES)
            if are_whole and all(map(PHOTO_ID.fullmatch, digests.lacking)):
                return digests
    raise AgreementError(ODD)


DEVICE_ID: Final = re.compile(r"[0-9A-Za-z_-]{1,64}")
_KEY: Final = re.compile(r"([0-9a-f]{64})?")


def is_name(name: str) -> bool:
    """Return whether a device may be called so."""
    return 0 < len(name.strip()) <= MAX_NAME_LENGTH and name.isprintable()

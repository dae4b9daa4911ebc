"""Share codes that come in: links collected and opened, what they hold, and how a table in them differs from others."""

from __future__ import annotations

import re
import secrets
import time
from dataclasses import dataclass, field, fields, replace
from functools import reduce
from typing import TYPE_CHECKING, Any, Final

from cachetools import TTLCache

from companion.formatting.text import sentence
from companion.system import machine
from companion.system.pictures import PictureError
from companion.tables.attempt import Version
from companion.tables.players import fits_players
from companion.tables.state import TableState, shareable_state, state_of_table
from scoring.fields import document_fields, nouns_of
from scoring.messages import Message, as_typed, counted, say, tr, wordless
from scoring.problems import Problem, join_path
from storage.codes import DamagedCodeError, ForeignCodeError, ShareCodeError, frames, payload
from storage.codes.contents import Contents, OpenTable, TablePart
from storage.codes.frames import MAX_FRAMES, CollectedFrames
from storage.codes.links import END_MARKS
from storage.documents import codec

if TYPE_CHECKING:
    from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence

    from companion.games.kit import GameKit
    from scoring.game import Game
    from scoring.sheet import Column

    State = TableState[Any]

JOIN_PATH: Final = "/join#"

JOIN_CODE_REFUSED: Final = say("This leads phones to a table: open it on a phone on the same network.")
NO_CODE: Final = say(
    "No code was found in this picture. Take it again: the whole code with the white around it, sharp, from the front."
)

MAX_NAMED_PROBLEMS: Final = 5
"""How many problems of one payload are named one by one."""

_LINK: Final = re.compile(r"(?<!\S)[^\s#]*#[pst](?=[0-9])\S*(?:\s+[0-9]+(?!\S))*")


@dataclass(frozen=True, slots=True, kw_only=True)
class ReceivedLink:
    """A link that came in, or why there is none; `where` names the picture that it came from, if there was one."""

    where: str = ""
    link: str = ""
    refused: Message | str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Inbox:
    """What came in and is not kept yet: the contents of whole payloads, and the codes of each series.

    `refused` says why links of the last lot were not taken, each sentence once.
    """

    arrived: Mapping[bytes, Contents] = field(default_factory=dict)
    series: tuple[CollectedFrames, ...] = ()
    refused: tuple[str, ...] = ()

    @property
    def unfinished(self) -> tuple[CollectedFrames, ...]:
        """The series of which codes are missing."""
        return tuple(collected for collected in self.series if not collected.is_whole)

    @property
    def is_empty(self) -> bool:
        """Whether nothing is left to add, and no code is waited for."""
        return not self.arrived and not self.unfinished


def links_in_text(text: str) -> tuple[ReceivedLink, ...]:
    r"""Return the links in a text, also those that are broken over two lines; without any, each line as a link.

    >>> [received.link for received in links_in_text("Look: http://one.example/#t065, and http://two.example/#s0\n65")]
    ['http://one.example/#t065', 'http://two.example/#s065']
    """
    links = tuple("".join(link.split()).rstrip(END_MARKS) for link in _LINK.findall(text))
    return tuple(ReceivedLink(link=link) for link in links or filter(None, map(str.strip, text.splitlines())))


async def links_in_picture(name: str, picture: bytes) -> tuple[ReceivedLink, ...]:
    """Return the links of the QR codes in a picture file, or one entry that says why there are none."""
    try:
        texts = await machine.pictures().texts_of_codes(picture)
    except PictureError as error:
        return (ReceivedLink(where=name, refused=sentence(error.message)),)
    if not texts:
        return (ReceivedLink(where=name, refused=NO_CODE),)
    return tuple(ReceivedLink(where=name, link=link) for link in texts)


def with_links(inbox: Inbox, received: Iterable[ReceivedLink]) -> Inbox:
    """Return the inbox with links added, in any order; earlier refusals are gone."""
    return reduce(_with_link, received, replace(inbox, refused=()))


def without_payload(inbox: Inbox, whole: bytes) -> Inbox:
    """Return the inbox without a payload that was kept or dropped, and without the series that it came in."""
    arrived = {payload: contents for payload, contents in inbox.arrived.items() if payload != whole}
    return replace(
        inbox,
        arrived=arrived,
        series=tuple(collected for collected in inbox.series if not _is_of(collected.checksum, whole)),
    )


def without_series(inbox: Inbox, collected: CollectedFrames) -> Inbox:
    """Return the inbox without the codes of a series, which may then start again."""
    return replace(inbox, series=tuple(waiting for waiting in inbox.series if waiting is not collected))


def links_that_belong_to(inbox: Inbox, fragments: Iterable[str]) -> tuple[ReceivedLink, ...]:
    """Return the links that the inbox waits for: codes of its series, and parts if it has any."""
    fragments = tuple(fragments)
    unfinished = {collected.checksum for collected in inbox.unfinished}
    parts = {payload for payload, contents in inbox.arrived.items() if isinstance(contents, TablePart)}
    if parts:
        every = with_links(Inbox(), [ReceivedLink(link=f"#{fragment}") for fragment in fragments])
        parts |= {payload for payload, contents in every.arrived.items() if isinstance(contents, TablePart)}
    links = []
    for fragment in fragments:
        checksum = _checksum(fragment)
        if checksum in unfinished or any(_is_of(checksum, whole) for whole in parts):
            links.append(ReceivedLink(link=f"#{fragment}"))
    return tuple(links)


def fragments_of(whole: bytes, fragments: Iterable[str]) -> tuple[str, ...]:
    """Return those of some fragments of links that hold a payload, or a code of it."""
    return tuple(fragment for fragment in fragments if _is_of(_checksum(fragment), whole))


def _checksum(fragment: str) -> bytes:
    """Return the checksum of the payload that a fragment holds, whole or one code of it; nothing for no link."""
    try:
        read = frames.read(f"#{fragment}")
    except ShareCodeError:
        return b""
    return read.checksum if isinstance(read, frames.Frame) else read[-payload.CHECKSUM_BYTES :]


def _is_of(checksum: bytes, whole: bytes) -> bool:
    return checksum == whole[-payload.CHECKSUM_BYTES :]


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadTable(OpenTable):
    """A table that came in, with its state and what follows from it, worked out as it came."""

    now: Version


def read_table(contents: OpenTable) -> ReadTable:
    """Return a table that came in, with its state and what follows from it; one that has been read has them already.

    Raises:
        codec.DocumentError: its extras are not of this version or do not fit its players, or it lacks something from
            which its running totals are counted.

    """
    if isinstance(contents, ReadTable):
        return contents
    try:
        state = state_of_table(contents.table, contents.extras)
    except codec.DocumentError as error:
        problems = [replace(problem, path=join_path("extras", problem.path)) for problem in error.problems]
        raise codec.DocumentError(problems) from None
    if not fits_players(state):
        players = len(contents.table.players)
        message = counted(
            players,
            "what is noted there does not fit a table of {number} player",
            "what is noted there does not fit a table of {number} players",
        )
        raise codec.DocumentError([Problem(path="extras", message=message)])
    now = Version(contents.game, shareable_state(state))
    try:
        broken = dict.fromkeys((*contents.problems, *now.evaluated.problems))
    except LookupError:
        lacking = Problem(path="table", message=say("its running totals cannot be counted"))
        raise codec.DocumentError(contents.problems or [lacking]) from None
    values = {attribute.name: getattr(contents, attribute.name) for attribute in fields(contents)}
    return ReadTable(**values | {"problems": tuple(broken)}, now=now)


def _with_link(inbox: Inbox, received: ReceivedLink) -> Inbox:
    if received.refused:
        return _with_refusal(inbox, received.where, received.refused)
    try:
        read = frames.read(received.link)
        if isinstance(read, bytes):
            return _with_payload(inbox, read, received.where)
        return _with_frame(inbox, read)
    except ForeignCodeError as error:
        why = JOIN_CODE_REFUSED if JOIN_PATH in received.link else sentence(error.message)
        return _with_refusal(inbox, received.where, why)
    except ShareCodeError as error:
        return _with_refusal(inbox, received.where, sentence(error.message))


def _with_frame(inbox: Inbox, frame: frames.Frame) -> Inbox:
    """Return the inbox with a code of a series, and with the payload where the series is whole."""
    series = frames.collect(frame, inbox.series)
    added = replace(inbox, series=series)
    (whole,) = (collected for collected in series if (collected.checksum, collected.of) == (frame.checksum, frame.of))
    if not whole.is_whole:
        return added
    try:
        return _with_payload(added, whole.payload(), "")
    except DamagedCodeError as error:
        return _with_refusal(without_series(added, whole), "", sentence(error.message))


def _with_payload(inbox: Inbox, whole: bytes, where: str) -> Inbox:
    """Return the inbox with the contents of a payload, or with the reason why it cannot be taken."""
    if whole in inbox.arrived:
        return inbox
    try:
        contents = _opened(whole)
    except ShareCodeError as error:
        return _with_refusal(without_payload(inbox, whole), where, sentence(error.message))
    except codec.DocumentError as error:
        return _with_refusal(without_payload(inbox, whole), where, _problems_text(error.problems))
    return replace(inbox, arrived={**inbox.arrived, whole: contents})


def _opened(whole: bytes) -> Contents:
    """Return the contents of a payload that can be shown here."""
    contents = payload.decode(whole)
    if isinstance(contents, OpenTable):
        return read_table(contents)
    return replace(contents, whole=read_table(contents.whole)) if isinstance(contents, TablePart) else contents


def _with_refusal(inbox: Inbox, where: str, why: Message | str) -> Inbox:
    words = tr("{what}: {value}", what=where, value=why) if where else str(why)
    return inbox if words in inbox.refused else replace(inbox, refused=(*inbox.refused, words))


def _problems_text(problems: tuple[Problem, ...]) -> str:
    named = "; ".join(map(str, problems[:MAX_NAMED_PROBLEMS]))
    more = len(problems) - MAX_NAMED_PROBLEMS
    if more <= 0:
        return tr("This cannot be added: {problems}.", problems=named)
    return tr("This cannot be added: {problems}.", problems=f"{named}; {tr('and {number} more', number=more)}")


MAX_LINKS: Final = 64
"""How many ids are known; with one more the oldest goes."""

LINK_LIFETIME_S: Final = 60 * 60
"""Seconds that a link is kept."""

ID_BYTES: Final = 16
"""Random bytes of an id, so that nobody guesses it."""


class LinkInbox:
    """The fragments of opened links by random ids; only the page that handed them over knows their id.

    The data of a link stands in its fragment, which no browser sends by itself; a script on the page hands it over.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        """Begin empty; the clock counts seconds."""
        self._fragments: TTLCache[str, tuple[str, ...]] = TTLCache(MAX_LINKS, LINK_LIFETIME_S, timer=clock)

    def add(self, fragments: str) -> str:
        """Keep the fragments of links, one a line and without `#`, and return their id; no more than a series has."""
        link_id = secrets.token_urlsafe(ID_BYTES)
        self._fragments[link_id] = tuple(fragments.split("\n")[:MAX_FRAMES])
        return link_id

    def get(self, link_id: str) -> tuple[str, ...]:
        """Return the fragments with this id, none where it is unknown or has expired."""
        return self._fragments.get(link_id, ())

    def discard(self, fragments: Iterable[str]) -> None:
        """Forget fragments that were kept or left."""
        gone = frozenset(fragments)
        for link_id, kept in tuple(self._fragments.items()):
            if gone.intersection(kept):
                self._fragments[link_id] = tuple(fragment for fragment in kept if fragment not in gone)

    def all(self) -> tuple[str, ...]:
        """Return all fragments, the oldest first."""
        return tuple(fragment for fragments in self._fragments.values() for fragment in fragments)


def changed_lines(kit: GameKit, game: Game[Any], state: State, before: Column, after: Column) -> Iterator[Message]:
    """Yield the lines of the sheet that change for a player, as far as everybody may see them in play."""
    if kit.open_points(state, after) != after.total or kit.open_points(state, before) != before.total:
        return
    for was, now in zip(before.lines, after.lines, strict=True):
        if was.points != now.points:
            title = game.rules[now.rule]
            yield wordless("{line} {before} → {after}", line=title, before=was.points, after=now.points)


def unscored_fields(
    kit: GameKit, states: tuple[State, State], players: tuple[Any, Any], columns: tuple[Column, Column]
) -> tuple[list[Message], list[Message | str]]:
    """Return a player's changes that are no line of the sheet: the numbers, and the names of the rest.

    Where points are not open in play, all are names.
    """
    was, now = players
    told = _rules_that_differ(*columns)
    is_open = all(kit.open_points(state, column) == column.total for state, column in zip(states, columns, strict=True))
    pairs: list[tuple[Message | str, Any, Any, str]]
    if hasattr(now, "entries"):
        pairs = [
            (category.title, was.entries.get(category.key), now.entries.get(category.key), category.key)
            for category in states[1].table.pad.categories
        ]
    else:
        rule_of = {field: rule for rule, field in kit.fields.items()}
        pairs = [
            (
                field_name(type(now), field.name),
                getattr(was, field.name),
                getattr(now, field.name),
                rule_of.get(field.name, ""),
            )
            for field in fields(now)
            if field.name != "name"
        ]
    numbers: list[Message] = []
    others: list[Message | str] = []
    for title, old, new, rule in pairs:
        if old == new or (is_open and rule in told):
            continue
        if is_open and isinstance(new or 0, int) and isinstance(old or 0, int):
            numbers.append(wordless("{line} {before} → {after}", line=title, before=int(old or 0), after=int(new or 0)))
        else:
            others.append(title)
    return numbers, others


def _rules_that_differ(before: Column, after: Column) -> set[str]:
    both = zip(before.lines, after.lines, strict=True)
    return {was.rule for was, now in both if was.points != now.points}


def common_differences(before: State, after: State, brought: Container[str] = ()) -> list[Message | str]:
    """Return the names of what differs at two tables without players, but for fields that are `brought`."""
    names: list[Message | str] = []
    common = [name for name in document_fields(type(after.table)) if name != "players" and name not in brought]
    if any(getattr(before.table, name) != getattr(after.table, name) for name in common):
        names.append(say("pieces on the board"))
    if before.extras != after.extras or codec.plain_in_play(before.table) != codec.plain_in_play(after.table):
        names.append(say("notes on the turns"))
    return names


def also_different(names: Sequence[Message | str]) -> Message:
    """Return the sentence on what differs without a number."""
    return say("also different: {names}", names=tuple(names))


def field_name(record: type, field: str) -> Message:
    """Return the name of a field of a player, or of a table, in the middle of a sentence."""
    noun = nouns_of(record).get(field)
    return as_typed(field.replace("_", " ")) if noun is None else noun.name

"""What travels without a network: packed from what is here, and collected from links and pictures that come in."""

from __future__ import annotations

import io
import re
from dataclasses import dataclass, field, replace
from functools import lru_cache, reduce
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit

from companion.formatting.dates import at_length
from companion.formatting.text import sentence
from companion.games import KITS
from companion.services.results import headline, of_play
from companion.system.network import DEFAULT_PORT, LOOPBACK, LOOPBACK_NAMES
from companion.tables.seat_fields import fits_players
from companion.tables.state import state_of, stored_documents
from scoring import GAMES
from scoring.messages import counted, say
from scoring.problems import Problem, join_path
from storage.codes import frames, links, payload, qr_codes
from storage.codes.contents import OpenTable, OwnCopy, play_result
from storage.codes.errors import ForeignCodeError, OtherSeriesError, ShareCodeError
from storage.documents import codec

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from companion.tables.live_table import LiveTable
    from companion.tables.my_copy import MyCopy
    from companion.tables.state import TableState
    from storage.codes.contents import Contents
    from storage.codes.frames import CollectedFrames
    from storage.repositories.play_content import StoredPlay


JOINS: Final = "/join#"


TO_A_TABLE: Final = "This leads phones to a table: open it in the browser of a phone in the same network."


MAX_NAMED_PROBLEMS: Final = 5
"""How many problems of what came in are named one by one."""


def base(address: str) -> str:
    """Return what stands before the data of links, for an app that is reached at some address.

    They lead to the Tessera of whoever opens them, on their own machine: they are strangers to every other one.

    >>> base("ws://127.0.0.1:8500/ws"), base("ws://192.168.1.5:8423/ws")
    ('http://127.0.0.1:8500/', 'http://127.0.0.1:8423/')
    """
    parts = urlsplit(address)
    return f"http://{parts.netloc if parts.hostname in LOOPBACK_NAMES else f'{LOOPBACK}:{DEFAULT_PORT}'}/"


@dataclass(frozen=True, slots=True, kw_only=True)
class Shareable:
    """Something that is ready to go: what it is, what it says and leaves out, and its parcel."""

    title: str
    words: tuple[str, ...]
    parcel: bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class ShareCodes:
    """A parcel as one link, and as QR codes: none where no series of codes would hold it.

    `pictures` have a pixel for each module; `sizes` are their sides.
    """

    link: str
    links: tuple[str, ...]
    pictures: tuple[bytes, ...]
    sizes: tuple[int, ...]


def shareable_play(play: StoredPlay) -> Shareable:
    """Return the result of a play, ready to go.

    Raises:
        TravelError: it has no points by the rules of a game that is known here.

    """
    rules = [[line["rule"] for line in column["lines"]] for column in play.sheet["columns"]]
    known = play.game in GAMES and bool(rules[0])
    if not known or any(row != rules[0] or len(set(row)) != len(row) for row in rules):
        raise ShareCodeError(say("a code holds points by the rules of the game, and this play has only a result"))
    try:
        result = play_result({**play.sheet, "game": play.game}, play.finished)
    except codec.DocumentError as error:
        raise ShareCodeError(error.problems[0].message) from None
    words = (
        sentence(headline(of_play(play))),
        f"Finished {at_length(play.finished)}.",
        "It takes along names, points, places and the day; the board, the place and the note stay here.",
    )
    return Shareable(title=f"Result of {GAMES[play.game].title}", words=words, parcel=payload.encode(result))


def shareable_table(live: LiveTable) -> Shareable:
    """Return a table as it stands now, ready to go.

    Raises:
        TravelError: it is larger than any table that is read.

    """
    state = live.state
    _, extras = stored_documents(live.game, state)
    totals = ", ".join(f"{column.player} {column.total}" for column in live.columns)
    words = (f"As it stands now: {totals}.", "On the other device it goes on as a table of its own.")
    contents = OpenTable(game=live.game, table=state.table, extras=extras)
    return Shareable(title=f"Table of {live.game.title}", words=words, parcel=payload.encode(contents))


def shareable_copy(game: str, copies: MyCopy) -> Shareable:
    """Return what was entered of my copy of a game, ready to go.

    Raises:
        TravelError: nothing was.

    """
    mine = {
        name: {key: value for key, value in copies.part(name).items() if part.read(key, value) is not None}
        for name, part in KITS[game].copy_parts.items()
    }
    parts = {name: entries for name, entries in mine.items() if entries}
    if not parts:
        raise ShareCodeError(say("nothing was entered of this copy yet, so there is nothing to show"))
    held = ", ".join(f"{KITS[game].copy_parts[name].title} ({len(entries)})" for name, entries in parts.items())
    contents = OwnCopy(game=GAMES[game], parts=parts)
    return Shareable(title=f"My copy of {GAMES[game].title}", words=(f"{held}.",), parcel=payload.encode(contents))


def codes_of(packed: Shareable, address: str) -> ShareCodes:
    """Return the codes of something, with links that begin with an address."""
    link = links.payload_link(packed.parcel, address)
    try:
        these = frames.links(packed.parcel, address)
    except ShareCodeError:
        these = ()
    return ShareCodes(
        link=link,
        links=these,
        pictures=tuple(qr_codes.png(one, module=1) for one in these),
        sizes=tuple(len(qr_codes.matrix(one)) for one in these),
    )


@lru_cache(maxsize=32)
def enlarged(picture: bytes, times: int) -> bytes:
    """Return the picture of a code with so many pixels for each of its own, so that nothing has to smooth it."""
    from PIL import Image  # noqa: PLC0415 - takes long to load

    small = Image.open(io.BytesIO(picture))
    large = small.resize((small.width * times, small.height * times), Image.Resampling.NEAREST)
    written = io.BytesIO()
    large.save(written, "PNG")
    return written.getvalue()


@dataclass(frozen=True, slots=True, kw_only=True)
class ReceivedLink:
    """A link that came in, or why none did, and from where: the name of a picture, or nothing."""

    where: str = ""
    link: str = ""
    refused: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Inbox:
    """What has come in and is not kept yet: whole parcels with what they hold, and the codes of a series.

    `refused` are sentences about what came in last and was not taken, each once.
    """

    arrived: Mapping[bytes, Contents] = field(default_factory=dict)
    collected: CollectedFrames | None = None
    refused: tuple[str, ...] = ()


def links_in(text: str) -> tuple[ReceivedLink, ...]:
    r"""Return the links in a text, also where they go on in the next line; one line after the other where none is.

    >>> [came.link for came in links_in("Look: http://one.example/#t065, and http://two.example/#s0\n65")]
    ['http://one.example/#t065', 'http://two.example/#s065']
    """
    found = tuple("".join(link.split()).rstrip(_BEHIND) for link in _LINK.findall(text))
    return tuple(ReceivedLink(link=link) for link in found or filter(None, map(str.strip, text.splitlines())))


_LINK: Final = re.compile(r"(?<!\S)[^\s#]*#[st](?=[0-9])\S*(?:\s+[0-9]+(?!\S))*")


_BEHIND: Final = ".,;:!?)>]'\"’”"
"""What sentences have behind a link."""


def links_of(name: str, picture: bytes) -> tuple[ReceivedLink, ...]:
    """Return the links of the codes in a picture, or why there are none."""
    try:
        found = qr_codes.read(picture)
    except ShareCodeError as error:
        return (ReceivedLink(where=name, refused=sentence(error.message)),)
    if not found:
        return (ReceivedLink(where=name, refused=NO_CODE),)
    return tuple(ReceivedLink(where=name, link=link) for link in found)


NO_CODE: Final = (
    "No code was found in this picture. Take it again: the whole code with the white around it, sharp, and from the "
    "front."
)


def put(basket: Inbox, came: Iterable[ReceivedLink]) -> Inbox:
    """Return the basket with what came in, in any order; what was refused before is not told again."""
    put_in = reduce(_with_one, came, replace(basket, refused=()))
    if put_in.collected is None or not put_in.collected.is_whole:
        return put_in
    try:
        whole = put_in.collected.payload()
    except ShareCodeError as error:
        return replace(put_in, collected=None, refused=(*put_in.refused, sentence(error.message)))
    return _opened(put_in, whole, "")


def without(basket: Inbox, whole: bytes) -> Inbox:
    """Return the basket without a parcel that was kept or left, and without the series that it came in."""
    series_of = basket.collected
    is_it = series_of is not None and series_of.checksum == whole[-payload.CHECKSUM_BYTES :]
    left = {one: contents for one, contents in basket.arrived.items() if one != whole}
    return replace(basket, arrived=left, collected=None if is_it else series_of)


def of_same_series(basket: Inbox, fragments: Iterable[str]) -> tuple[ReceivedLink, ...]:
    """Return those of other links that belong to the series which is being collected."""
    if basket.collected is None:
        return ()
    alike = []
    for fragment in fragments:
        try:
            frame = frames.read(f"#{fragment}")
        except ShareCodeError:
            continue
        if isinstance(frame, frames.Frame) and frame.checksum == basket.collected.checksum:
            alike.append(ReceivedLink(link=f"#{fragment}"))
    return tuple(alike)


def _with_one(basket: Inbox, came: ReceivedLink) -> Inbox:
    if came.refused:
        return _refusing(basket, came.where, came.refused)
    try:
        read = frames.read(came.link)
        if isinstance(read, bytes):
            return _opened(basket, read, came.where)
        return replace(basket, collected=_collected(basket, read))
    except ForeignCodeError as error:
        return _refusing(basket, came.where, TO_A_TABLE if JOINS in came.link else sentence(error.message))
    except ShareCodeError as error:
        return _refusing(basket, came.where, sentence(error.message))


def _collected(basket: Inbox, frame: frames.Frame) -> CollectedFrames:
    """Return what has come in with a frame more; another series begins where the one before is whole."""
    try:
        return frames.collect(frame, basket.collected)
    except OtherSeriesError:
        if basket.collected is None or not basket.collected.is_whole:
            raise
        return frames.collect(frame)


def _opened(basket: Inbox, whole: bytes, where: str) -> Inbox:
    """Return the basket with what a parcel holds, or with why it cannot be taken."""
    if whole in basket.arrived:
        return basket
    try:
        contents = payload.decode(whole)
        if isinstance(contents, OpenTable):
            state_in(contents)
    except ShareCodeError as error:
        return _refusing(without(basket, whole), where, sentence(error.message))
    except codec.DocumentError as error:
        return _refusing(without(basket, whole), where, _with_problems(error.problems))
    return replace(basket, arrived={**basket.arrived, whole: contents})


def _refusing(basket: Inbox, where: str, why: str) -> Inbox:
    told = f"{where}: {why}" if where else why
    return basket if told in basket.refused else replace(basket, refused=(*basket.refused, told))


def _with_problems(problems: tuple[Problem, ...]) -> str:
    named = "; ".join(f"{problem.path}: {problem.message}" for problem in problems[:MAX_NAMED_PROBLEMS])
    more = (
        f"; and {counted(len(problems) - MAX_NAMED_PROBLEMS, 'more', 'more')}" if problems[MAX_NAMED_PROBLEMS:] else ""
    )
    return f"This is whole, but cannot be taken in: {named}{more}."


def state_in(came: OpenTable) -> TableState[Any, Any]:
    """Return a table that came in as the app has it.

    Raises:
        codec.DocumentError: what stands beside the table is not of this version, or does not fit it; or the table lacks
            what its running totals are counted from.

    """
    game = came.game
    stored = codec.table_document(game, came.table), came.extras
    try:
        whole = state_of(game, KITS[game.key].extras, stored)
    except codec.DocumentError as error:
        problems = [replace(problem, path=join_path("beside", problem.path)) for problem in error.problems]
        raise codec.DocumentError(problems) from None
    players = len(came.table.players)
    if not fits_players(whole.extras, players):
        message = say("what is noted there does not fit a table of {players}", players=players)
        raise codec.DocumentError([Problem(path="beside", message=message)])
    if not _has_totals(came):
        lacking = Problem(path="table", message=say("its running totals cannot be counted"))
        raise codec.DocumentError(came.problems or [lacking])
    return whole


def _has_totals(came: OpenTable) -> bool:
    """Return whether all is there that the running totals of a table are counted from, although it breaks rules."""
    try:
        came.game.columns(came.table)
    except LookupError:
        return False
    return True

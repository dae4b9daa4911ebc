"""Share codes that come in: links collected from texts and pictures, and what they hold."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from functools import reduce
from typing import TYPE_CHECKING, Any, Final

from companion.formatting.text import sentence
from companion.games import KITS
from companion.tables.seat_fields import fits_players
from companion.tables.state import state_of
from scoring.messages import counted, say
from scoring.problems import Problem, join_path
from storage.codes import frames, payload, qr_codes
from storage.codes.contents import OpenTable
from storage.codes.errors import ForeignCodeError, OtherSeriesError, ShareCodeError
from storage.documents import codec

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from companion.tables.state import TableState
    from storage.codes.contents import Contents
    from storage.codes.frames import CollectedFrames


JOIN_PATH: Final = "/join#"


JOIN_CODE_REFUSED: Final = "This leads phones to a table: open it in the browser of a phone in the same network."


MAX_NAMED_PROBLEMS: Final = 5
"""How many problems of what came in are named one by one."""


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


def links_in_text(text: str) -> tuple[ReceivedLink, ...]:
    r"""Return the links in a text, also where they go on in the next line; one line after the other where none is.

    >>> [came.link for came in links_in("Look: http://one.example/#t065, and http://two.example/#s0\n65")]
    ['http://one.example/#t065', 'http://two.example/#s065']
    """
    found = tuple("".join(link.split()).rstrip(_END_MARKS) for link in _LINK.findall(text))
    return tuple(ReceivedLink(link=link) for link in found or filter(None, map(str.strip, text.splitlines())))


_LINK: Final = re.compile(r"(?<!\S)[^\s#]*#[st](?=[0-9])\S*(?:\s+[0-9]+(?!\S))*")


_END_MARKS: Final = ".,;:!?)>]'\"’”"
"""What sentences have behind a link."""


def links_in_picture(name: str, picture: bytes) -> tuple[ReceivedLink, ...]:
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


def with_links(basket: Inbox, came: Iterable[ReceivedLink]) -> Inbox:
    """Return the basket with what came in, in any order; what was refused before is not told again."""
    put_in = reduce(_with_link, came, replace(basket, refused=()))
    if put_in.collected is None or not put_in.collected.is_whole:
        return put_in
    try:
        whole = put_in.collected.payload()
    except ShareCodeError as error:
        return replace(put_in, collected=None, refused=(*put_in.refused, sentence(error.message)))
    return _with_payload(put_in, whole, "")


def without_payload(basket: Inbox, whole: bytes) -> Inbox:
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


def _with_link(basket: Inbox, came: ReceivedLink) -> Inbox:
    if came.refused:
        return _with_refusal(basket, came.where, came.refused)
    try:
        read = frames.read(came.link)
        if isinstance(read, bytes):
            return _with_payload(basket, read, came.where)
        return replace(basket, collected=_collected(basket, read))
    except ForeignCodeError as error:
        return _with_refusal(
            basket, came.where, JOIN_CODE_REFUSED if JOIN_PATH in came.link else sentence(error.message)
        )
    except ShareCodeError as error:
        return _with_refusal(basket, came.where, sentence(error.message))


def _collected(basket: Inbox, frame: frames.Frame) -> CollectedFrames:
    """Return what has come in with a frame more; another series begins where the one before is whole."""
    try:
        return frames.collect(frame, basket.collected)
    except OtherSeriesError:
        if basket.collected is None or not basket.collected.is_whole:
            raise
        return frames.collect(frame)


def _with_payload(basket: Inbox, whole: bytes, where: str) -> Inbox:
    """Return the basket with what a parcel holds, or with why it cannot be taken."""
    if whole in basket.arrived:
        return basket
    try:
        contents = payload.decode(whole)
        if isinstance(contents, OpenTable):
            received_state(contents)
    except ShareCodeError as error:
        return _with_refusal(without_payload(basket, whole), where, sentence(error.message))
    except codec.DocumentError as error:
        return _with_refusal(without_payload(basket, whole), where, _problems_text(error.problems))
    return replace(basket, arrived={**basket.arrived, whole: contents})


def _with_refusal(basket: Inbox, where: str, why: str) -> Inbox:
    told = f"{where}: {why}" if where else why
    return basket if told in basket.refused else replace(basket, refused=(*basket.refused, told))


def _problems_text(problems: tuple[Problem, ...]) -> str:
    named = "; ".join(f"{problem.path}: {problem.message}" for problem in problems[:MAX_NAMED_PROBLEMS])
    more = (
        f"; and {counted(len(problems) - MAX_NAMED_PROBLEMS, 'more', 'more')}" if problems[MAX_NAMED_PROBLEMS:] else ""
    )
    return f"This is whole, but cannot be taken in: {named}{more}."


def received_state(came: OpenTable) -> TableState[Any, Any]:
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

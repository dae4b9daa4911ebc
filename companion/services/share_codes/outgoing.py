"""What travels without a network: packed from what is here, and collected from links and pictures that come in."""

from __future__ import annotations

import io
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from companion.formatting.dates import at_length
from companion.formatting.text import sentence
from companion.games import KITS
from companion.services.results import headline, of_play
from companion.system.network import DEFAULT_PORT, LOOPBACK, LOOPBACK_NAMES
from companion.tables.state import stored_documents
from scoring import GAMES
from scoring.messages import say
from storage.codes import frames, links, payload, qr_codes
from storage.codes.contents import OpenTable, OwnCopy, play_result
from storage.codes.errors import ShareCodeError
from storage.documents import codec

if TYPE_CHECKING:
    from companion.tables.live_table import LiveTable
    from companion.tables.my_copy import MyCopy
    from storage.repositories.play_content import StoredPlay


def link_base(address: str) -> str:
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

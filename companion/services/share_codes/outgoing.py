"""Share codes that go out: a play, a table or a copy as links and QR codes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

from companion.formatting.text import sentence
from companion.games import KITS
from companion.games.score_pad import PADS_PART, pad_lines, pads
from companion.services.results import full_end, headline, result_of_play
from companion.services.share_codes.player_parts import part_of
from companion.system.machine import DEFAULT_PORT, LOOPBACK, LOOPBACK_NAMES
from companion.tables.state import documents_of, shareable_state
from scoring import GAMES
from scoring.messages import Message, points_text, say, tr
from storage.codes import ShareCodeError, frames, links, payload
from storage.codes.contents import OpenTable, OwnCopy, PlayResult, TableOrigin, TablePart, play_result
from storage.documents import codec
from storage.repositories.games import is_of_pad
from storage.repositories.values import PAD_GAME, PAD_PREFIX, game_key, game_of

if TYPE_CHECKING:
    from companion.tables.live_table import LiveTable
    from companion.tables.my_copy import MyCopy
    from storage.repositories.play_content import StoredPlay

OF_FIGURES: Final = say(
    "It holds names, points, places and the day; the board, note, photo and where you played stay here."
)
OF_PAD: Final = say(
    "It holds the pad, what was entered, places and the day; note, photo and where you played stay here."
)
GOES_ON: Final = say("Go on with the game there: its code then replaces this table.")
OF_ONE_PLAYER: Final = say("It holds what belongs to this player, to be added at the table of another device.")


def is_public(address: str) -> bool:
    """Whether a link to an address can be opened on other devices: not where it is this machine's own, or none.

    >>> is_public("https://tessera.example"), is_public("http://localhost:8423/"), is_public("")
    (True, False, False)
    """
    parts = urlsplit(address)
    return parts.scheme in ("http", "https") and parts.hostname not in (None, *LOOPBACK_NAMES, "::1")


def link_base(page: str, address: str = "") -> str:
    """Return the part of links before their data: a public address of the app, if there is one.

    Else links lead to the Tessera on the machine of whoever opens them, as no other machine is known to them; `page` is
    where the app is served.

    >>> link_base("ws://127.0.0.1:8500/ws"), link_base("ws://192.168.1.5:8423/ws")
    ('http://127.0.0.1:8500/', 'http://127.0.0.1:8423/')
    >>> link_base("http://localhost:8552/games/tessera/#/table/1")
    'http://localhost:8552/games/tessera/'
    >>> link_base("", "https://tessera.example"), link_base("", "https://example.org/games/tessera/")
    ('https://tessera.example/', 'https://example.org/games/tessera/')
    """
    if is_public(address):
        return f"{address.rstrip('/')}/"
    parts = urlsplit(page)
    if parts.hostname not in LOOPBACK_NAMES:
        return f"http://{LOOPBACK}:{DEFAULT_PORT}/"
    return f"http://{parts.netloc}{parts.path.rpartition('/')[0]}/"


@dataclass(frozen=True, slots=True, kw_only=True)
class Shareable:
    """A play, table or copy to share: its title, what it says and leaves out, and its payload."""

    title: str
    words: tuple[str, ...]
    payload: bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class ShareCodes:
    """A payload as one link, and as a series of QR codes, which is empty where the payload is too large for one.

    `sizes` are the sides of the codes in modules.
    """

    link: str
    links: tuple[str, ...]
    sizes: tuple[int, ...]


def shareable_play(play: StoredPlay) -> Shareable:
    """Return the result of a play to share.

    Raises:
        ShareCodeError: it has no points by the rules of a game that is known here.

    """
    rules = [[line["rule"] for line in column["lines"]] for column in play.sheet["columns"]]
    is_lost = is_of_pad(play.game) and (play.document is None or play.is_recorded)
    is_scored = game_of(play.game) is not None and bool(rules[0]) and not is_lost
    if not is_scored or any(row != rules[0] or len(set(row)) != len(row) for row in rules):
        raise ShareCodeError(say("a code holds points by the rules of the game, and this play has only a result"))
    try:
        result = _result_of(play)
    except codec.DocumentError as error:
        raise ShareCodeError(error.problems[0].message) from None
    words = (
        sentence(headline(result_of_play(play))),
        f"{full_end(play)}.",
        str(OF_PAD if is_of_pad(play.game) else OF_FIGURES),
    )
    return Shareable(title=tr("Result of {game}", game=result.game.name), words=words, payload=payload.encode(result))


def _result_of(play: StoredPlay) -> PlayResult:
    """Return the result of a play, with its table where it is one of a pad."""
    sheet = {**play.sheet, "game": game_key(play.game)}
    end = play.finished if play.has_time else play.day
    if not is_of_pad(play.game):
        return play_result(sheet, end)
    pad = play.game.removeprefix(PAD_PREFIX) if play.game.startswith(PAD_PREFIX) else ""
    return play_result(sheet, end, pad=pad, table=(play.document or {}).get("table"))


def no_code_of(play: StoredPlay) -> Message | None:
    """Return why a play cannot be shared as a code, `None` where it can."""
    try:
        shareable_play(play)
    except ShareCodeError as error:
        return error.message
    return None


def shareable_table(live: LiveTable) -> Shareable:
    """Return a table to share, as it stands now.

    Raises:
        ShareCodeError: it is larger than any table that is read.

    """
    state = live.state
    _, extras = documents_of(live.game, shareable_state(state))
    kit = KITS[live.game.key]
    totals = ", ".join(f"{column.player} {kit.open_points(state, column)}" for column in live.columns)
    words = (f"{totals}.", str(GOES_ON))
    contents = OpenTable(game=live.game, table=state.table, extras=extras, origin=_origin(live))
    return Shareable(title=tr("Table of {game}", game=live.game.name), words=words, payload=payload.encode(contents))


def shareable_part(live: LiveTable, seat: int, copies: MyCopy) -> Shareable:
    """Return what belongs to the player of a seat, to share.

    Raises:
        ShareCodeError: it is larger than any table that is read.

    """
    game = live.game
    state = part_of(game.key, live.state, seat, copies)
    _, extras = documents_of(game, shareable_state(state))
    whole = OpenTable(game=game, table=state.table, extras=extras, origin=_origin(live))
    column = live.columns[seat]
    points = KITS[game.key].open_points(live.state, column)
    words = (tr("{what}: {value}.", what=column.player, value=points_text(points)), str(OF_ONE_PLAYER))
    contents = TablePart(whole=whole, seat=seat)
    return Shareable(
        title=tr("{player}’s part of {game}", player=column.player, game=game.name),
        words=words,
        payload=payload.encode(contents),
    )


def _origin(live: LiveTable) -> TableOrigin:
    return TableOrigin(table=live.id, base=live.state.extras.came or "")


def shareable_copy(game: str, copies: MyCopy) -> Shareable:
    """Return the values of my copy of a game to share.

    Raises:
        ShareCodeError: none were entered.

    """
    mine = {
        name: {key: value for key, value in copies.part(name).items() if part.read(key, value) is not None}
        for name, part in KITS[game].copy_parts.items()
    }
    parts = {name: entries for name, entries in mine.items() if entries}
    if not parts:
        raise ShareCodeError(say("nothing has been entered for this copy yet"))
    held = ", ".join(f"{KITS[game].copy_parts[name].title} ({len(entries)})" for name, entries in parts.items())
    contents = OwnCopy(game=GAMES[game], parts=parts)
    return Shareable(
        title=tr("My copy of {game}", game=GAMES[game].name), words=(f"{held}.",), payload=payload.encode(contents)
    )


def shareable_pad(number: str, copies: MyCopy) -> Shareable:
    """Return the pad of an id to share.

    Raises:
        ShareCodeError: it is not here any more.

    """
    pad = pads(copies).get(number)
    if pad is None:
        raise ShareCodeError(say("this pad is not here any more"))
    contents = OwnCopy(game=GAMES[PAD_GAME], parts={PADS_PART: {number: copies.part(PADS_PART)[number]}})
    words = tuple(sentence(line) for line in pad_lines(pad))
    return Shareable(title=tr("Pad of {game}", game=pad.title), words=words, payload=payload.encode(contents))


def codes_of(shareable: Shareable, address: str) -> ShareCodes:
    """Return the codes of a payload, with links that begin with an address."""
    link = links.payload_link(shareable.payload, address)
    try:
        these = frames.links(shareable.payload, address)
    except ShareCodeError:
        these = ()
    return ShareCodes(link=link, links=these, sizes=tuple(map(links.side, these)))

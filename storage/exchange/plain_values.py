"""Names, notes, moments and games, as files write them."""

from __future__ import annotations

import unicodedata
from datetime import UTC, date, datetime, time, tzinfo
from functools import cache
from typing import TYPE_CHECKING, Any, Final

from scoring import GAMES
from scoring.messages import Message, say, tr
from storage.documents.fields import EARLIEST, LATEST, a_moment, belongs_here, is_plausible, shown, shown_name
from storage.exchange.files import UnfitError
from storage.repositories.games import bgg_key
from storage.repositories.play_content import MAX_NOTE_LENGTH, MAX_TITLE_LENGTH
from storage.repositories.values import day_of, folded

if TYPE_CHECKING:
    from collections.abc import Iterable

    from scoring.game import Game

MOMENT_FORMAT: Final = "%Y-%m-%d %H:%M:%S"
"""The format of moments (UTC), to the second."""

GAME_NAME: Final = say("the name of the game")

EDITION: Final = say("the edition")


def cleaned(text: str, most: int) -> str:
    r"""Return a text on one line, without control characters, shortened if it is too long.

    >>> cleaned(" Anna\t Maria\x00 ", 40), cleaned("Bartholomew", 6)
    ('Anna Maria', 'Barth…')
    """
    spaced = shown_name(" ".join("".join(c for c in text if c.isspace() or _is_legible(c)).split()))
    return spaced if len(spaced) <= most else f"{spaced[: most - 1].rstrip()}…"


def shortened(text: str, most: int, what: Message, warnings: list[Message]) -> str:
    """Return a text as `cleaned` does; a warning says where `what` had to be shortened."""
    return _shortened(cleaned(text, len(text)), most, what, warnings)


def cleaned_note(text: str, warnings: list[Message]) -> str:
    """Return a text of several lines, without control characters; a warning says where it had to be shortened."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n")
    kept = "".join(c for c in lines if c in "\n\t" or _is_legible(c)).strip()
    return _shortened(kept, MAX_NOTE_LENGTH, say("Note"), warnings)


def with_expansions(note: str, names: Iterable[str]) -> str:
    """Return a note with a line that names the expansions, if there is room for it."""
    expansions = tuple(dict.fromkeys(filter(None, names)))
    line = tr("Played with {names}.", names=", ".join(expansions)) if expansions else ""
    longer = "\n".join(filter(None, (note, line)))
    return longer if len(longer) <= MAX_NOTE_LENGTH else note


def _shortened(text: str, most: int, what: Message, warnings: list[Message]) -> str:
    if len(text) <= most:
        return text
    message = say(
        "{what} has {length} characters, but only {most} fit: the rest is left out",
        what=what,
        length=len(text),
        most=most,
    )
    warnings.append(message)
    return f"{text[: most - 1].rstrip()}…"


def format_moment(moment: datetime) -> str:
    """Return a moment to the second, in UTC."""
    return moment.astimezone(UTC).strftime(MOMENT_FORMAT)


def read_day(text: str) -> str:
    """Return a day such as 2024-03-01; "" for anything else.

    >>> read_day("2024-02-29"), read_day("2023-02-29"), read_day("20240229")
    ('2024-02-29', '', '')
    """
    try:
        day = date.fromisoformat(text)
    except ValueError:
        return ""
    return text if day.isoformat() == text and EARLIEST.date() <= day <= LATEST.date() else ""


def noon(day: date) -> datetime:
    """Return what stands for the end of a play of which only the day is known; its extras say that by `UNTIMED`.

    That is noon UTC, which is on the same day nearly everywhere, or else noon here.
    """
    moment = datetime.combine(day, time(12), UTC)
    return moment if day_of(moment) == day.isoformat() else datetime.combine(day, time(12)).astimezone()


def parse_moment(text: str, path: str, zone: tzinfo | None = UTC) -> datetime:
    """Return the moment of a text in a zone; `None` is this machine's, the first of two if the clocks went back.

    Raises:
        UnfitError: it is none; `path` is its field.

    """
    try:
        moment = datetime.strptime(text, MOMENT_FORMAT).replace(tzinfo=zone).astimezone(UTC)
    except (ValueError, OverflowError, OSError):  # the system's clock functions do not reach every year
        moment = datetime.min.replace(tzinfo=UTC)
    if not is_plausible(moment):
        raise no_day(belongs_here(text, a_moment("2024-03-01 19:31:00")), text, moment, path)
    return moment


def no_day(problem: Message, text: str, moment: datetime | None, path: str) -> UnfitError:
    """Return the error of a text that is no moment: it lies in the future, or else has the `problem`."""
    if moment is not None and moment > LATEST:
        return UnfitError(say("{value}: that is in the future", value=shown(text)), path)
    return UnfitError(problem, path)


def _is_legible(c: str) -> bool:
    return unicodedata.category(c) not in {"Cc", "Cs"}


def game_of(title: str, bgg_id: int | None) -> tuple[str, str]:
    """Return the key and title of a game from elsewhere: one of ours by id or title, or a key made for it.

    >>> game_of("Azul", 230802), game_of("Home  made", None)
    (('bgg-230802', 'Azul'), ('other-home made', 'Home made'))
    """
    shown = cleaned(title, MAX_TITLE_LENGTH)
    game = _by_bgg_id().get(bgg_id or 0) or _by_title().get(folded(shown))
    if game is not None:
        return game.key, game.title
    return bgg_key(bgg_id) or f"other-{folded(shown)}", shown


@cache
def _by_bgg_id() -> dict[int, Game[Any]]:
    return {game.bgg_id: game for game in GAMES.values() if game.bgg_id is not None}


@cache
def _by_title() -> dict[str, Game[Any]]:
    return {folded(game.title): game for game in GAMES.values() if game.rules}

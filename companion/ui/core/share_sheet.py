"""The sheet of a play as text, and what a browser can share."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

import flet as ft
from flet.controls.client_action import action_field, shared_service

from companion.formatting.dates import span_text
from companion.formatting.text import for_screen, sentence
from companion.services.results import Result, headline, numbered, place_reason, total_of
from scoring.messages import say, tr
from storage.repositories.values import PAD_PREFIX

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scoring.sheet import Standing
    from storage.repositories.play_content import StoredPlay

NO_WORD: Final = re.compile(r"[^\w-]+")
"""What stands in no file name."""

HERE: Final = ("localhost", "127.0.0.1", "::1")
"""The names of this machine, which browsers trust without a certificate."""

SHARING: Final = (ft.PagePlatform.ANDROID, ft.PagePlatform.IOS)
"""Systems whose browsers all have a share sheet."""

MOSTLY_SHARING: Final = (ft.PagePlatform.MACOS, ft.PagePlatform.WINDOWS)
"""Systems whose browsers have a share sheet, but for Firefox; other systems have none."""


@dataclass
class SharePicture(ft.ClientAction):
    """Opens the share sheet with a picture during the tap: some browsers allow it only then."""

    content: bytes = action_field()
    name: str = action_field()
    title: str = action_field()

    def __post_init__(self) -> None:
        """Bind the picture to the action of the browser."""
        picture = ft.ShareFile.from_bytes(self.content, mime_type="image/png", name=self.name)
        self._bind(
            shared_service(ft.Share),
            "share_files",
            {"files": [picture], "title": self.title, "download_fallback_enabled": True},
        )


def is_trusted(page: ft.Page) -> bool:
    """Return whether the browser trusts our address, and so lets us copy and share: this machine, or with TLS."""
    address = urlsplit(page.url or "")
    return address.scheme in ("https", "wss") or address.hostname in HERE


def can_share(page: ft.Page) -> bool:
    """Return whether the browser has a share sheet that it opens for us."""
    firefox = "Firefox/" in (page.client_user_agent or "")
    has = page.platform in SHARING or (page.platform in MOSTLY_SHARING and not firefox)
    return has and is_trusted(page)


def play_file_name(play: StoredPlay, ending: str) -> str:
    """Return the name of a file with a play."""
    game = play.title if play.game.startswith(PAD_PREFIX) else play.game
    return f"{play.day}-{re.sub(NO_WORD, '-', game).strip('-')}.{ending}"


def when_and_where(play: StoredPlay) -> str:
    """Return the day and the place of a play."""
    day = span_text(play.day, play.day)
    return f"{day}, {play.place}" if play.place else day


def why_this_place(result: Result, standing: Standing) -> str:
    """Return the sentence that says why a player has this place, "" where there is none."""
    words = str(place_reason(result, standing) or "")
    return sentence(words) if words else ""


def sheet_text(play: StoredPlay, result: Result) -> str:
    """Return the sheet of a play as text: who won, the places and why, and where the points come from."""
    sheet = result.sheet
    places = (_place(result, number) for number in range(len(sheet.standings)))
    parts = [f"{result.title}, {when_and_where(play)}\n{headline(result)}", "\n".join(places)]
    if result.rows:
        parts.append("\n".join(_sources(result)))
    parts += result.notes
    return for_screen("\n\n".join(parts))


def _place(result: Result, number: int) -> str:
    standing = result.sheet.standings[number]
    points = total_of(result, standing.player)
    words = why_this_place(result, standing)
    first = numbered(result, standing)
    if points is not None:
        first = tr("{what}: {value}", what=first, value=points)
    return f"{first}\n   {words}" if words else first


def _sources(result: Result) -> Iterator[str]:
    """Yield where the points of each player come from: what is 0 is left out, but not what somebody else has."""
    columns = result.sheet.columns
    is_empty = [all(line.blank for line in row) for row in zip(*(column.lines for column in columns), strict=True)]
    for column in columns:
        earned = zip(result.rows, column.lines, is_empty, strict=True)
        parts = [f"{title} {line.figure}" for (_, title), line, empty in earned if line.points or line.blank > empty]
        yield tr("{what}: {value}", what=column.player, value=", ".join(parts) or say("nothing"))

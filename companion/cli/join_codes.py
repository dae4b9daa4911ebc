"""What the terminal shows of the way in: the addresses for phones, and the codes of the tables drawn in letters."""

from __future__ import annotations

import asyncio
import os
import shutil
from contextlib import suppress
from itertools import zip_longest
from typing import TYPE_CHECKING, Final

from companion.cli.console import harmless
from companion.system.network import join_link
from scoring import GAMES
from storage.codes import qr_codes
from storage.database.errors import StoreError
from storage.repositories.tables import Store

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TextIO

    from companion.system.network import Lan
    from companion.web.auth import AuthBackend
    from storage.repositories.values import StoredTable

EVERY: Final = 3
"""Seconds after which it is looked up again which tables are in play."""

HALVES: Final = {(True, True): " ", (False, True): "▀", (True, False): "▄", (False, False): "█"}
"""The letter for two modules, one above the other; what is dark stays as dark as the ground."""

WHITE_ON_BLACK: Final = "\x1b[97;40m"
PLAIN: Final = "\x1b[0m"


def qr(link: str, *, coloured: bool) -> str:
    """Return the code of a link in letters, two modules each: light on dark, whatever the colours of the terminal.

    Without colours it is right where the terminal itself writes light on dark.
    """
    rows = qr_codes.matrix(link)
    lines = [
        "".join(HALVES[upper, lower] for upper, lower in zip_longest(above, below, fillvalue=False))
        for above, below in zip_longest(rows[::2], rows[1::2], fillvalue=())
    ]
    return "\n".join(f"{WHITE_ON_BLACK}{line}{PLAIN}" if coloured else line for line in lines)


def shown(link: str, stream: TextIO) -> str:
    """Return a link, below its code where the terminal can show that."""
    try:
        "".join(HALVES.values()).encode(stream.encoding or "ascii")
    except UnicodeEncodeError:
        return link
    if len(qr_codes.matrix(link)) > shutil.get_terminal_size().columns:
        return link
    coloured = not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    return f"{qr(link, coloured=coloured)}\n{link}"


class Codes:
    """Tells the terminal how phones come in, as long as the network is let in; a file is told no secret."""

    def __init__(self, lan: Lan, house: AuthBackend | None, tell: Callable[[str], None], stream: TextIO) -> None:
        """Tell of a network and a house; `stream` is where that goes."""
        self._lan = lan
        self._house = house
        self._tell = tell
        self._stream = stream
        self._bases: tuple[str, ...] = ()
        self._known: set[tuple[str, str]] = set()

    async def go_on(self) -> None:
        """Tell what is so, and whatever changes, for ever."""
        changed = asyncio.Event()
        self._lan.watch(changed.set)
        while True:
            self._tell_addresses()
            watching = bool(self._bases) and self._stream.isatty()
            if watching:
                with suppress(StoreError):  # it is tried again
                    await self._tell_codes(self._bases[0])
            with suppress(TimeoutError):
                await asyncio.wait_for(changed.wait(), EVERY if watching else None)
            changed.clear()

    def _tell_addresses(self) -> None:
        bases = self._lan.bases()
        if bases == self._bases:
            return
        self._bases = bases
        if not bases:
            self._tell("No phone reaches Tessera any more")
            return
        extras = "" if self._stream.isatty() else "; the app shows the codes of the tables"
        self._tell(f"Phones reach Tessera at {' or '.join(bases)}{extras}")

    async def _tell_codes(self, base: str) -> None:
        if self._house is None:
            return
        for table in reversed(await self._house.worker.run(Store.tables)):
            door = await self._house.doors.join_code(table.id)
            if (door.id, door.secret) not in self._known:
                self._known.add((door.id, door.secret))
                self._tell(f"\n{_caption(table)}\n{shown(join_link(base, door.secret), self._stream)}")


def _caption(table: StoredTable) -> str:
    """Return which table that is: the game, and who plays."""
    game = GAMES.get(table.game)
    names = [str(player.get("name", "")) for player in table.document.get("table", {}).get("players", ())]
    return harmless(f"{table.game if game is None else game.title}: {', '.join(names)}")

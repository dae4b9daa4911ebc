"""Join codes in the terminal: addresses and codes for phones, drawn in characters, and the command `host`."""

from __future__ import annotations

import asyncio
import os
import shutil
import socket
import sys
from contextlib import suppress
from itertools import zip_longest
from typing import TYPE_CHECKING, Annotated, Final, TextIO
from urllib.parse import urlsplit

import typer

from companion.cli.errors import PROBLEMS, fail, print_error, report_errors
from companion.cli.options import Address, Data, data_folder, network_options, open_existing
from companion.formatting.text import isolated
from companion.system.machine import join_link
from scoring.messages import printable, tr
from storage.codes import links
from storage.database.errors import StoreError
from storage.repositories.tables import Store
from storage.repositories.values import StoredTable, title_of

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from companion.system.network import Lan
    from companion.web.auth import AuthBackend


POLL_INTERVAL_S: Final = 3
"""Seconds after which the tables in play are loaded again."""

HALVES: Final = {(True, True): " ", (False, True): "▀", (True, False): "▄", (False, False): "█"}
"""The character for two modules, one above the other; a dark module shows the background."""

WHITE_ON_BLACK: Final = "\x1b[97;40m"
PLAIN: Final = "\x1b[0m"


def qr(link: str, *, coloured: bool) -> str:
    """Return the QR code of a link in characters of two modules each: light on dark, whatever the terminal's colours.

    Without colours phones can read it only in a terminal that itself writes light on dark.
    """
    rows = links.matrix(link)
    lines = [
        "".join(HALVES[upper, lower] for upper, lower in zip_longest(above, below, fillvalue=False))
        for above, below in zip_longest(rows[::2], rows[1::2], fillvalue=())
    ]
    return "\n".join(f"{WHITE_ON_BLACK}{line}{PLAIN}" if coloured else line for line in lines)


def with_qr_code(link: str, stream: TextIO) -> str:
    """Return a link, below its QR code where the terminal can show that."""
    try:
        "".join(HALVES.values()).encode(stream.encoding or "ascii")
    except UnicodeEncodeError:
        return link
    if len(links.matrix(link)) > shutil.get_terminal_size().columns:
        return link
    coloured = not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    return f"{qr(link, coloured=coloured)}\n{link}"


class JoinCodePrinter:
    """Prints how phones join, as long as the network is let in; a file gets no secret."""

    def __init__(self, lan: Lan, auth: AuthBackend, notify: Callable[[str], None], stream: TextIO) -> None:
        """Print the codes of the tables by `notify`, which writes to `stream`."""
        self._lan = lan
        self._auth = auth
        self._notify = notify
        self._stream = stream
        self._bases: tuple[str, ...] = ()
        self._printed: set[tuple[str, str]] = set()

    async def run(self) -> None:
        """Print addresses and codes now and whenever they change, for ever."""
        changed = asyncio.Event()
        self._lan.subscribe(changed.set)
        while True:
            self._print_addresses()
            watching = bool(self._bases) and self._stream.isatty()
            if watching:
                with suppress(StoreError):  # it is tried again
                    await self._print_codes(self._bases[0])
            with suppress(TimeoutError):
                async with asyncio.timeout(POLL_INTERVAL_S if watching else None):
                    await changed.wait()
            changed.clear()

    def _print_addresses(self) -> None:
        bases = self._lan.bases()
        if bases == self._bases:
            return
        self._bases = bases
        if not bases:
            self._notify(tr("Phones can no longer reach Tessera"))
            return
        self._notify(tr("Phones can reach Tessera at {addresses}", addresses=", ".join(bases)))

    async def _print_codes(self, base: str) -> None:
        for table in reversed(await self._auth.worker.run(Store.tables)):
            code = await self._auth.access.join_code(table.id)
            if (code.id, code.secret) not in self._printed:
                self._printed.add((code.id, code.secret))
                self._notify(f"\n{_caption(table)}\n{with_qr_code(join_link(base, code.secret), self._stream)}")


def _caption(table: StoredTable) -> str:
    """Return the heading of a table's code: the game and the players."""
    names = [str(player.get("name", "")) for player in table.content.get("table", {}).get("players", ())]
    return isolated(printable(f"{title_of(table)}: {', '.join(names)}"))


CONNECT_TIMEOUT_S: Final = 1
"""Seconds that a connection to the app may take."""


def host(
    *,
    renew: Annotated[
        bool, typer.Option("--renew", help=tr("Remove all browsers that came by it, and make a new one."))
    ] = False,
    address: Address = None,
    data: Data = None,
) -> None:
    """Print the link that lets a browser on another machine act as the host."""
    from companion.cli.join_codes import with_qr_code  # noqa: PLC0415 - needed only to carry out the command
    from companion.system.machine import join_link  # noqa: PLC0415
    from storage.repositories import access  # noqa: PLC0415

    folder = data_folder(data)
    with report_errors(), open_existing(folder) as store:
        base = network_options(lan=False, address=address).address or _base(folder)
        code = access.rotate_secret(store, access.HOST_CODE) if renew else access.join_code(store, access.HOST_CODE)
    if renew:
        print_error(tr("all browsers elsewhere that acted as the host are removed"))
    link = join_link(base.rstrip("/"), code.secret)
    typer.echo(with_qr_code(link, sys.stdout) if sys.stdout.isatty() else link)


def _base(data: Path) -> str:
    """Return the base URL of the running app for other machines."""
    lan = _lan(data)
    addresses = lan.addresses()
    if not addresses:
        fail(tr("this machine is on no network; name the address that leads here with --address"), PROBLEMS)
    best = next((address for address in addresses if _answers(address, lan.port)), None)
    if best is None:
        print_error(
            tr("no other machine can reach the app yet: let the network in, in its settings or with `tessera --lan`")
        )
    return f"http://{best or addresses[0]}:{lan.port}"


def _lan(data: Path) -> Lan:
    """Return the network of the app that holds a data folder."""
    from companion.system.network import Lan  # noqa: PLC0415

    port = _port(data)
    if port is None:
        fail(
            tr(
                'no app is running with the data in "{data}"; start `tessera --lan`, or name its public --address',
                data=data,
            ),
            PROBLEMS,
        )
    return Lan(port)


def _port(data: Path) -> int | None:
    from companion.system.data_folder import LockedError, acquire  # noqa: PLC0415

    try:
        with acquire(data):
            return None
    except LockedError as error:
        return urlsplit(error.address).port


def _answers(address: str, port: int) -> bool:
    """Whether a program listens at an address."""
    try:
        with socket.create_connection((address, port), CONNECT_TIMEOUT_S):
            return True
    except OSError:
        return False

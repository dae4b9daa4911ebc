"""The command `host`: the link that makes a browser on another machine the host."""

from __future__ import annotations

import socket
import sys
from typing import TYPE_CHECKING, Annotated, Final
from urllib.parse import urlsplit

import typer

from companion.cli.errors import PROBLEMS, fail, print_error, report_errors
from companion.cli.options import Address, Data, data_folder, network_options, open_existing
from scoring.messages import tr

if TYPE_CHECKING:
    from pathlib import Path

    from companion.system.network import Lan

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

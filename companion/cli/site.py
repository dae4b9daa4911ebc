"""The command `site`: the app as files for any web server, which works in a browser alone, shown here if asked for."""

from __future__ import annotations

import http.server
import mimetypes
import sys
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Annotated, Any, Final

import typer

from companion.cli.errors import FAILED, PROBLEMS, fail, print_error, report_errors
from companion.cli.options import port_number
from scoring.messages import tr

DEFAULT_PORT = 8552


def site(
    folder: Annotated[
        Path, typer.Argument(metavar="DIR", help=tr("Where the site goes; an existing one is replaced."))
    ],
    *,
    serve: Annotated[bool, typer.Option("--serve", help=tr("Show it on this machine once it is built."))] = False,
    port: Annotated[
        int, typer.Option(metavar="PORT", help=tr("The port where it is shown."), parser=port_number)
    ] = DEFAULT_PORT,
) -> None:
    """Build Tessera as a static site, for phones and browsers without a running program."""
    from companion.site import FolderError, SiteError  # noqa: PLC0415 - needed only to carry out the command
    from companion.site.build import build  # noqa: PLC0415 - likewise

    with report_errors():
        try:
            version = build(folder, print_error)
        except SiteError as error:
            fail(str(error), PROBLEMS if isinstance(error, FolderError) else FAILED)
    typer.echo(tr('Tessera {version} is in "{folder}"', version=version, folder=folder))
    if serve:
        _serve(folder, port)


def _serve(folder: Path, port: int) -> None:
    with server(folder, port) as served, suppress(KeyboardInterrupt):
        typer.echo(f"http://{HOST}:{served.server_address[1]}/")
        served.serve_forever()


HOST: Final = "127.0.0.1"

TYPES: Final = {".js": "text/javascript", ".mjs": "text/javascript", ".wasm": "application/wasm"}
"""What browsers insist on, whatever this machine takes these files for."""


class _Handler(http.server.SimpleHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    extensions_map = mimetypes.types_map | TYPES

    def log_message(self, *_: Any) -> None:  # noqa: ANN401 - of no interest
        pass

    def end_headers(self) -> None:
        self.send_header("Cache-Control", "no-cache")
        super().end_headers()


class _Server(http.server.ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, request: Any, client_address: Any) -> None:  # noqa: ANN401 - of no interest
        """Say what went wrong, but that a browser went away."""
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)


def server(folder: Path, port: int) -> http.server.ThreadingHTTPServer:
    """Return a server of a folder's files for this machine alone, on a free port where `port` is 0.

    Raises:
        OSError: the port is taken.

    """
    return _Server((HOST, port), partial(_Handler, directory=str(folder)))

"""The site shown on this machine alone, as any web server would hand it out."""

from __future__ import annotations

import http.server
import mimetypes
import sys
from functools import partial
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from pathlib import Path

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

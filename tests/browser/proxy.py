"""nginx as the README of `companion/web` sets it up, before several processes on this machine."""

from __future__ import annotations

import os
import re
import shutil
import signal
import socket
import subprocess
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

import pytest

from tests.browser.program import PATIENCE, free_port
from tests.forks import ROOT

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

README: Final = ROOT / "companion" / "web" / "README.md"

REQUIRED: Final = "TESSERA_REQUIRE_NGINX"
"""The variable that has tests fail, not skip, where there is no nginx."""

PLACES: Final = ("/usr/sbin", "/usr/local/sbin", "/opt/homebrew/bin")
"""Where a program of servers may be that is not for everybody."""

PORTS: Final = ("8423", "8424")
"""Those of the two processes in the README."""

CERTIFICATE: Final = ("chain.pem", "key.pem")
"""The files of the certificate in the README."""

AROUND: Final = """
daemon off;
worker_processes 1;
pid {folder}/nginx.pid;
{user}
events {{}}
http {{
    log_format asked '$upstream_addr $request_uri';
    access_log {folder}/asked.txt asked;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    scgi_temp_path {folder}/scgi;
    uwsgi_temp_path {folder}/uwsgi;
    include {folder}/tessera.conf;
}}
"""
"""What systems bring along; which process was asked is written down."""


def program() -> str:
    """Where nginx is; skip where there is none, or fail where it is required."""
    path = os.pathsep.join((os.environ.get("PATH", ""), *PLACES))
    nginx = shutil.which("nginx", path=path)
    if nginx is None:
        missing = "there is no nginx here: install it"
        if os.environ.get(REQUIRED):
            pytest.fail(missing)
        pytest.skip(missing)
    return nginx


def printed() -> str:
    """What the README says is to be written into nginx's settings."""
    (block,) = re.findall(r"^```nginx\n(.*?)^```$", README.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    return str(block)


class Proxy:
    """nginx before two processes; `secure` is the folder with a certificate and its key, where it speaks HTTPS."""

    def __init__(self, folder: Path, ports: Sequence[int], secure: Path | None = None) -> None:
        folder.mkdir()
        self.port = free_port()
        self._passed = 0
        self._folder = folder
        self._scheme = "http" if secure is None else "https"
        user = "user root;" if os.geteuid() == 0 else ""  # who else could not write where root's tests may
        (folder / "nginx.conf").write_text(AROUND.format(folder=folder, user=user))
        (folder / "tessera.conf").write_text(self._here(printed(), ports, secure))

    def _here(self, settings: str, ports: Sequence[int], secure: Path | None) -> str:
        """Return settings with the ports and places of here."""
        for port, own_port in zip(PORTS, ports, strict=True):
            settings = _replaced(settings, f"127.0.0.1:{port}", f"127.0.0.1:{own_port}")
        if secure is not None:
            for name in CERTIFICATE:
                settings = _replaced(settings, f"/etc/ssl/tessera.example/{name}", f"{secure}/{name}")
            return _replaced(settings, "443 ssl", f"127.0.0.1:{self.port} ssl")
        plain = re.sub(r"^ *ssl_certificate.*\n", "", settings, flags=re.MULTILINE)
        return _replaced(plain, "443 ssl", f"127.0.0.1:{self.port}")

    @property
    def address(self) -> str:
        return f"{self._scheme}://127.0.0.1:{self.port}/"

    def asked(self, path: str) -> int:
        """Return the port of the process that has answered last when a path was asked for, once that is written."""
        end = time.monotonic() + PATIENCE
        while True:
            lines = [line.split() for line in self._read("asked.txt")[self._passed :].splitlines()]
            upstreams = [line[-2] for line in lines if line[-1] == path]
            if upstreams:
                return int(upstreams[-1].rpartition(":")[2])
            assert time.monotonic() < end, f"{path} was not asked for among {lines}"
            time.sleep(0.02)

    def forget(self) -> None:
        """Pass over what was asked before."""
        self._passed = len(self._read("asked.txt"))

    def logged(self) -> str:
        """Return everything that was written down, also what went wrong."""
        return self._read("asked.txt") + self._read("errors.txt")

    def _read(self, name: str) -> str:
        file = self._folder / name
        return file.read_text() if file.exists() else ""

    @contextmanager
    def running(self) -> Iterator[Proxy]:
        arguments = ["-p", str(self._folder), "-c", "nginx.conf", "-e", str(self._folder / "errors.txt")]
        running = subprocess.Popen([program(), *arguments], start_new_session=True)
        try:
            self._answers(running)
            yield self
        finally:
            running.send_signal(signal.SIGTERM)
            running.wait(PATIENCE)

    def _answers(self, running: subprocess.Popen[bytes]) -> None:
        end = time.monotonic() + PATIENCE
        while True:
            assert running.poll() is None, self.logged()
            assert time.monotonic() < end, self.logged()
            try:
                socket.create_connection(("127.0.0.1", self.port), 1).close()
            except OSError:
                time.sleep(0.02)
            else:
                return


def _replaced(text: str, old: str, new: str) -> str:
    assert text.count(old) == 1, f"{old} is not once in the nginx block of the README"
    return text.replace(old, new)

"""A real PostgreSQL for the tests: one that is named, or one that is started for them on a free port."""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final
from uuid import uuid4

import psycopg
import pytest
from sqlalchemy import make_url

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

NAMED: Final = "TESSERA_TEST_POSTGRES"
"""The variable that may name a database in which the tests may make schemas: `postgresql+psycopg://…`."""

REQUIRED: Final = "TESSERA_REQUIRE_POSTGRES"
"""The variable that has tests fail, not skip, where there is no PostgreSQL."""

DEBIAN: Final = Path("/usr/lib/postgresql")
USERS: Final = ("postgres", "nobody")
PATIENCE: Final = 60.0
HERE: Final = {"listen_addresses": "127.0.0.1"}
HASTE: Final = {"fsync": "off", "full_page_writes": "off", "synchronous_commit": "off", "shared_buffers": "16MB"}
"""Settings of a server that does not wait for the disk: nothing in it is kept."""


@contextmanager
def server(settings: Mapping[str, str] = HASTE) -> Iterator[str]:
    """Yield the URL of a database; skip where there is none, or fail where one is required.

    `settings` are those of a server that is started for it.
    """
    if named := os.environ.get(NAMED):
        yield named
        return
    programs = _programs()
    if programs is None:
        missing = f"there is no PostgreSQL here: install it, or name a database in {NAMED}"
        if os.environ.get(REQUIRED):
            pytest.fail(missing)
        pytest.skip(missing)
    with tempfile.TemporaryDirectory(prefix="tessera-pg-") as place:
        yield from _started(programs, Path(place), settings)


def _programs() -> Path | None:
    program = shutil.which("postgres")
    places = [*sorted(DEBIAN.glob("*/bin"), key=lambda path: float(path.parent.name), reverse=True)]
    if program is not None:
        places.append(Path(program).resolve().parent)
    return next((path for path in places if (path / "initdb").exists() and (path / "postgres").exists()), None)


def _started(programs: Path, place: Path, settings: Mapping[str, str]) -> Iterator[str]:
    data = place / "data"
    who = _user()
    if who:
        os.chown(place, who["user"], who["group"])
    made: list[str | Path] = [
        programs / "initdb",
        "-D",
        data,
        "-U",
        "tessera",
        "-A",
        "trust",
        "-E",
        "UTF8",
        "--locale=C",
        "--no-sync",
    ]
    subprocess.run(made, check=True, capture_output=True, cwd="/", **who)
    port = _free_port()
    options = [part for name, value in ({**HERE, **settings}).items() for part in ("-c", f"{name}={value}")]
    command: list[str | Path] = [programs / "postgres", "-D", data, "-p", str(port), "-k", place, *options]
    with (place / "said").open("wb") as said:
        running: subprocess.Popen[bytes] = subprocess.Popen(command, stdout=said, stderr=said, cwd="/", **who)
    try:
        yield _answering(running, f"postgresql+psycopg://tessera@127.0.0.1:{port}/postgres", place / "said")
    finally:
        running.send_signal(signal.SIGQUIT)  # at once: nothing in it is kept
        running.wait(PATIENCE)


def _user() -> dict[str, Any]:
    """Who runs the server, where root does not: PostgreSQL refuses to be run by root."""
    if os.geteuid() != 0:
        return {}
    accounts = {entry.pw_name: entry for entry in pwd.getpwall()}
    account = next(accounts[name] for name in USERS if name in accounts)
    return {"user": account.pw_uid, "group": account.pw_gid, "extra_groups": []}


def _free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
        return port


def _answering(running: subprocess.Popen[bytes], url: str, said: Path) -> str:
    end = time.monotonic() + PATIENCE
    while True:
        try:
            psycopg.connect(plain(url), connect_timeout=5).close()
        except psycopg.OperationalError:
            if running.poll() is not None or time.monotonic() > end:
                pytest.fail(said.read_text())
            time.sleep(0.05)
        else:
            return url


def plain(url: str) -> str:
    """Return a URL as the driver alone knows it."""
    return make_url(url).set(drivername="postgresql").render_as_string(hide_password=False)


def asked(url: str, command: str) -> None:
    """Have the server do something that is no business of the store."""
    with psycopg.connect(plain(url), autocommit=True) as connection:
        connection.execute(command.encode())


def schema(url: str, name: str) -> str:
    """Return the URL of a schema of its own, which is made where it is not there yet."""
    asked(url, f"CREATE SCHEMA IF NOT EXISTS {name}")
    whole = make_url(url).update_query_dict({"options": f"-csearch_path={name}"})
    return whole.render_as_string(hide_password=False)


@contextmanager
def own_database(server: str) -> Iterator[str]:
    """Yield the URL of a database of its own, in which nobody else says what has changed."""
    name = f"tessera_{uuid4().hex}"
    asked(server, f"CREATE DATABASE {name}")
    yield make_url(server).set(database=name).render_as_string(hide_password=False)
    asked(server, f"DROP DATABASE {name} WITH (FORCE)")


@contextmanager
def unreachable(database: str) -> Iterator[None]:
    """A database that ends all connections, and takes no more."""
    name = make_url(database).database
    elsewhere = make_url(database).set(database="template1").render_as_string(hide_password=False)
    asked(elsewhere, f"ALTER DATABASE {name} ALLOW_CONNECTIONS false")
    ended = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname ="
    asked(elsewhere, f"{ended} '{name}'")
    try:
        yield
    finally:
        asked(elsewhere, f"ALTER DATABASE {name} ALLOW_CONNECTIONS true")

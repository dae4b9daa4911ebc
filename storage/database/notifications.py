"""What other processes at the same database of PostgreSQL have changed, heard as soon as it is saved."""

from __future__ import annotations

import json
import logging
import threading
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Callable

    from sqlalchemy import URL

CHANNEL: Final = "tessera"
"""Where the processes at one database of PostgreSQL tell each other what has changed."""

EVERYTHING: Final = "everything"
"""What has changed when a whole database has, or may have while nobody listened."""

LOG: Final = logging.getLogger("tessera")

POLL_INTERVAL_S: Final = 0.2
"""Seconds after which a listener sees that it is to end."""

CLOSE_TIMEOUT_S: Final = 1.0
"""Seconds that a listener has to end; one that is just trying to reach the database ends later, by itself."""


MIN_RETRY_PAUSE_S, MAX_RETRY_PAUSE_S = 0.5, 15.0
"""Seconds between two tries to reach a database that cannot be reached: twice as long each time."""


KEEPALIVE: Final = {
    "connect_timeout": 5,
    "keepalives_idle": 20,
    "keepalives_interval": 5,
    "keepalives_count": 3,
}
"""Somebody who only listens learns in no other way that the other end is gone."""


class NotificationListener:
    """Listens in a thread of its own until it is closed; a lost connection is made again."""

    def __init__(self, place: URL, origin: str, told: Callable[[str, str], None]) -> None:
        """Tell, from that thread, what has changed (`table`, `door`, `copy`, `setting`, or `EVERYTHING`) and which.

        What this process has changed itself, under the name `origin`, is not told.
        """
        self._place = place
        self._origin = origin
        self._told = told
        self._ending = threading.Event()
        self._thread = threading.Thread(target=self._run, name="listener", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Listen no more; nothing is told from now on, except what is being told."""
        self._ending.set()
        self._thread.join(CLOSE_TIMEOUT_S)

    def _run(self) -> None:
        """Listen, again and again, and wait longer each time when that fails at once."""
        import psycopg  # noqa: PLC0415 - only who uses PostgreSQL has it

        pause = 0.0
        while not self._ending.wait(pause):
            try:
                with psycopg.connect(**self._address()) as connection:
                    connection.execute(f"LISTEN {CHANNEL}")
                    if pause:
                        LOG.warning("what other processes change is heard again")
                    pause = 0.0
                    self._tell(EVERYTHING, "")
                    while not self._ending.is_set():
                        for note in connection.notifies(timeout=POLL_INTERVAL_S):
                            self._hear(note.payload)
            except psycopg.Error as error:
                if not pause:
                    LOG.warning("what other processes change is not heard (%s); trying again", type(error).__name__)
                pause = min(2 * pause, MAX_RETRY_PAUSE_S) or MIN_RETRY_PAUSE_S

    def _address(self) -> dict[str, Any]:
        """Return where the database is, as SQLAlchemy itself says it to the driver."""
        _, address = self._place.get_dialect()().create_connect_args(self._place)
        return {**KEEPALIVE, **address, "autocommit": True}

    def _hear(self, payload: str) -> None:
        """Tell what another process says; what is no sentence of ours is passed over."""
        try:
            said = json.loads(payload)
            by, what, which = said["by"], said["what"], said["which"]
        except (ValueError, TypeError, KeyError, RecursionError):
            return
        if by != self._origin:
            self._tell(str(what), str(which))

    def _tell(self, what: str, which: str) -> None:
        if not self._ending.is_set():
            self._told(what, which)

"""Changes by other processes at the same PostgreSQL database, received when they are saved."""

from __future__ import annotations

import json
import logging
import threading
from typing import TYPE_CHECKING, Any, Final

from storage.database.connections import CHANNEL, EVERYTHING

if TYPE_CHECKING:
    from collections.abc import Callable

    from sqlalchemy import URL

LOG: Final = logging.getLogger("tessera")

POLL_INTERVAL_S: Final = 0.2
"""The time after which the listener checks whether it is to stop."""

CLOSE_TIMEOUT_S: Final = 1.0
"""The time for `close` to wait; a listener that is connecting stops later by itself."""


MIN_RETRY_PAUSE_S, MAX_RETRY_PAUSE_S = 0.5, 15.0
"""The pauses between two attempts to connect; each is twice as long as the last."""


KEEPALIVE: Final = {
    "connect_timeout": 5,
    "keepalives_idle": 20,
    "keepalives_interval": 5,
    "keepalives_count": 3,
}
"""Without these a connection that only listens never notices that the other end is gone."""


class NotificationListener:
    """Listens in a thread of its own until it is closed, and reconnects when the connection is lost."""

    def __init__(self, address: URL, origin: str, on_change: Callable[[str, str], None]) -> None:
        """Call `on_change` with topic (`table`, `door`, `copy`, `setting` or `EVERYTHING`) and id, from that thread.

        Changes by this process, whose name is `origin`, are left out.
        """
        self._address = address
        self._origin = origin
        self._on_change = on_change
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="listener", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Stop listening; only a call in progress still ends."""
        self._stopping.set()
        self._thread.join(CLOSE_TIMEOUT_S)

    def _run(self) -> None:
        """Listen and reconnect, with longer pauses while that fails."""
        import psycopg  # noqa: PLC0415 - only who uses PostgreSQL has it

        pause = 0.0
        while not self._stopping.wait(pause):
            try:
                with psycopg.connect(**self._parameters()) as connection:
                    connection.execute(f"LISTEN {CHANNEL}")
                    if pause:
                        LOG.warning("what other processes change is heard again")
                    pause = 0.0
                    self._notify(EVERYTHING, "")
                    while not self._stopping.is_set():
                        for note in connection.notifies(timeout=POLL_INTERVAL_S):
                            self._receive(note.payload)
            except psycopg.Error as error:
                if not pause:
                    LOG.warning("what other processes change is not heard (%s); trying again", type(error).__name__)
                pause = min(2 * pause, MAX_RETRY_PAUSE_S) or MIN_RETRY_PAUSE_S

    def _parameters(self) -> dict[str, Any]:
        """Return the connection parameters that SQLAlchemy gives to the driver."""
        _, address = self._address.get_dialect()().create_connect_args(self._address)
        return {**KEEPALIVE, **address, "autocommit": True}

    def _receive(self, payload: str) -> None:
        """Pass on the notification of another process; ignore malformed ones."""
        try:
            notification = json.loads(payload)
            by, what, which = notification["by"], notification["what"], notification["which"]
        except (ValueError, TypeError, KeyError, RecursionError):
            return
        if by != self._origin:
            self._notify(str(what), str(which))

    def _notify(self, what: str, which: str) -> None:
        if not self._stopping.is_set():
            self._on_change(what, which)

"""The part of the log that others than the host can fill: a line for each fault, and not too many."""

from __future__ import annotations

import logging
import sys
import time
import traceback
from pathlib import PurePath
from typing import TYPE_CHECKING, Final

from companion.system.limits import LOG_LINES_PER_MINUTE, MAX_LOG_LINE, TokenBucket
from companion.tables.access import VISITOR
from scoring.messages import on_one_line

if TYPE_CHECKING:
    from collections.abc import Callable

SERVER_LOGGERS: Final = ("asyncio", "py", "uvicorn", "websockets")
"""The loggers of what reads requests, frames and pictures, whoever sent them; `py` has the warnings of libraries."""

FRAMES: Final = 3
"""The innermost places of a fault that its line names."""


class NetworkLogFilter(logging.Filter):
    """Makes one line of each record that somebody on the network caused, and drops what is too much."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        """Begin without a record; the clock counts seconds."""
        super().__init__()
        self._budget = TokenBucket(LOG_LINES_PER_MINUTE / 60, LOG_LINES_PER_MINUTE, clock)
        self._left_out = 0

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether a record is written; the host's own are as they came."""
        if VISITOR.get().host and record.name.partition(".")[0] not in SERVER_LOGGERS:
            return True
        if not self._budget.take_if_there():
            self._left_out += 1
            return False
        left_out = f" ({self._left_out} lines before it were left out)" if self._left_out else ""
        record.msg, record.args = _line(record) + left_out, None
        record.exc_info = record.exc_text = record.stack_info = None
        self._left_out = 0
        return True


def _line(record: logging.LogRecord) -> str:
    """Return a record in one line: what it says, and the fault with its innermost places."""
    line = record.getMessage()
    if record.exc_info and record.exc_info[1] is not None:
        error = record.exc_info[1]
        places = [
            f"{PurePath(frame.filename).name}:{frame.lineno}"
            for frame in traceback.extract_tb(error.__traceback__)[-FRAMES:]
        ]
        line = f"{type(error).__name__} at {' '.join(places)}: {error}: {line}"
    return on_one_line(line[: 2 * MAX_LOG_LINE])[:MAX_LOG_LINE]


def begin_log() -> None:
    """Write warnings and errors to standard error, those from the network within their limits."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(logging.Formatter("%(levelname)s: %(message)s"))
    handler.addFilter(NetworkLogFilter())
    logging.getLogger().addHandler(handler)
    logging.captureWarnings(capture=True)

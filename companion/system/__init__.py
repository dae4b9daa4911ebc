"""The machine below: files, network, clock, threads, browser."""

from __future__ import annotations

from datetime import UTC, datetime


def now() -> datetime:
    """Return this moment, with its zone."""
    return datetime.now(UTC)

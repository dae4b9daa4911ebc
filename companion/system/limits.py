"""What the network may ask of the server: every limit of connections, requests, messages, phones and guesses.

The table in `.github/SECURITY.md` says the same to people, and a test compares the two.
"""

from __future__ import annotations

from typing import Final

MAX_PHONES: Final = 32
"""Phones at one table; the ones that were there longest ago make room."""

MAX_CLOSED_PAGES: Final = 16
"""Closed pages that are kept for one browser, as they were; the one that was closed first makes room."""

"""The migrations from an empty database to the tables of this version, one file in `versions` each.

A migration is written by hand, imports nothing of Tessera, and never changes once it is released. Tests compare the
outcome with `storage.database.models`.
"""

from __future__ import annotations

from typing import Final

HEAD: Final = "0005"
"""The last revision; a database at it is opened without Alembic, which takes long to import."""

VERSION_TABLE: Final = "alembic_version"
"""The table in which Alembic notes the revision."""

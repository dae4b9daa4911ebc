"""The way from an empty database to the rows of this version: a file in `versions` for each step, run in order.

A step is written by hand and never changed once it has been released. The tests compare where the steps lead with
`storage.database.models`, and say what differs.
"""

from __future__ import annotations

from typing import Final

HEAD: Final = "0003"
"""The last step; a database that stands there needs no Alembic, which takes a while to import."""

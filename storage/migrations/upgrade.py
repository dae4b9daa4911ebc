"""Upgrading a database; the only module that imports Alembic, imported only for databases of another revision."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from alembic.operations import Operations
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory

if TYPE_CHECKING:
    from sqlalchemy import Connection


def scripts() -> ScriptDirectory:
    """Return the migrations."""
    return ScriptDirectory(str(Path(__file__).parent))


def is_known(revision: str | None) -> bool:
    """Return whether this version knows a revision."""
    return any(step.revision == revision for step in scripts().walk_revisions())


def upgrade(connection: Connection) -> None:
    """Run the remaining migrations in the transaction of the connection: all of them, or none.

    (`alembic.command` would need an `env.py` and a file of settings for the same.)
    """
    steps = scripts()
    context = MigrationContext.configure(connection)
    left = steps.iterate_revisions("head", context.get_current_revision() or "base")
    with Operations.context(context):
        for step in reversed(tuple(left)):
            step.module.upgrade()
    context.stamp(steps, "head")

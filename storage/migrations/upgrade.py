"""Takes a database to this version: the one place that imports Alembic, and only when there is something to do."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from alembic.operations import Operations
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory

if TYPE_CHECKING:
    from sqlalchemy import Connection


def scripts() -> ScriptDirectory:
    """Return the steps."""
    return ScriptDirectory(str(Path(__file__).parent))


def is_known(revision: str | None) -> bool:
    """Return whether a database at this revision was written by this version or an older one."""
    return any(step.revision == revision for step in scripts().walk_revisions())


def upgrade(connection: Connection) -> None:
    """Take the steps that are left, in the transaction of the connection: all of them or none.

    (`alembic.command` would want an `env.py` and a file of settings for the same.)
    """
    steps = scripts()
    context = MigrationContext.configure(connection)
    left = steps.iterate_revisions("head", context.get_current_revision() or "base")
    with Operations.context(context):
        for step in reversed(tuple(left)):
            step.module.upgrade()
    context.stamp(steps, "head")

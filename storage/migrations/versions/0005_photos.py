"""Photos of tables, apart from tables and plays, so that lists do not read them; `extras` name them by their id."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Create the new table."""
    op.create_table(
        "photos",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("picture", sa.Text(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("checksum", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_photos"),
    )

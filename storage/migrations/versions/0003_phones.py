"""Phones at tables: join codes with their secrets (`doors`), phones, and where they sit (`guests`)."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Create the new tables."""
    op.create_table(
        "doors",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("secret", sa.String(), nullable=False),
        sa.Column("locked", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_doors"),
    )
    op.create_table(
        "phones",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("token", sa.String(), nullable=False),
        sa.Column("host", sa.Boolean(), nullable=False),
        sa.Column("settings", sa.Text(), nullable=False),
        sa.Column("seen", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_phones"),
        sa.UniqueConstraint("token", name="uq_phones_token"),
    )
    op.create_table(
        "guests",
        sa.Column("table_id", sa.String(), nullable=False),
        sa.Column("phone_id", sa.String(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=True),
        sa.Column("wants", sa.Integer(), nullable=True),
        sa.Column("since", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("table_id", "phone_id", name="pk_guests"),
        sa.UniqueConstraint("table_id", "seat", name="uq_guests_table_id_seat"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_guests_table_id"),
        sa.ForeignKeyConstraint(["phone_id"], ["phones.id"], name="fk_guests_phone_id"),
    )

"""Sentence vectors: a cache of what a model made of memories and lore."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.create_table(
        "vectors",
        sa.Column("stream", sa.Text, nullable=False),
        sa.Column("model", sa.Text, nullable=False),
        sa.Column("digest", sa.Text, nullable=False),
        sa.Column("vector", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("stream", "model", "digest", name="vectors_by_digest"),
    )

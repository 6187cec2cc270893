"""The first tables: events, rooms, snapshots, spending."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "events",
        sa.Column("stream", sa.Text, nullable=False),
        sa.Column("version", sa.BigInteger, nullable=False),
        sa.Column("guild", sa.BigInteger, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("schema", sa.Integer, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("cause", sa.BigInteger),
        sa.Column("key", sa.Text),
        sa.Column("message", sa.BigInteger),
        sa.Column("data", sa.LargeBinary, nullable=False),
        sa.Column("words", sa.LargeBinary),
        sa.PrimaryKeyConstraint("stream", "version", name="events_by_version"),
    )
    keyed, about = sa.text("key IS NOT NULL"), sa.text("message IS NOT NULL")
    op.create_index(
        "events_by_key", "events", ["stream", "key"], unique=True, sqlite_where=keyed, postgresql_where=keyed
    )
    op.create_index("events_by_message", "events", ["message"], sqlite_where=about, postgresql_where=about)
    op.create_table(
        "rooms",
        sa.Column("stream", sa.Text, primary_key=True),
        sa.Column("guild", sa.BigInteger, nullable=False),
        sa.Column("version", sa.BigInteger, nullable=False),
        sa.Column("open", sa.Boolean, nullable=False),
        sa.Column("owes", sa.Boolean, nullable=False),
        sa.Column("due", sa.BigInteger),
    )
    op.create_table(
        "snapshots",
        sa.Column("stream", sa.Text, primary_key=True),
        sa.Column("version", sa.BigInteger, nullable=False),
        sa.Column("digest", sa.Text, nullable=False),
        sa.Column("state", sa.LargeBinary, nullable=False),
    )
    op.create_table(
        "spending",
        sa.Column("guild", sa.BigInteger, nullable=False),
        sa.Column("day", sa.Text, nullable=False),
        sa.Column("tokens", sa.BigInteger, nullable=False),
        sa.Column("calls", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("guild", "day", name="spending_by_day"),
    )

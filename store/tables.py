"""The tables as the newest migration leaves them; SQL that changes them lives in `migrations/`."""

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    PrimaryKeyConstraint,
    Table,
    Text,
)

metadata = MetaData()

events = Table(
    "events",
    metadata,
    Column("stream", Text, nullable=False),
    Column("version", BigInteger, nullable=False),
    Column("guild", BigInteger, nullable=False),
    Column("kind", Text, nullable=False),
    Column("schema", Integer, nullable=False),
    Column("at", BigInteger, nullable=False),  # microseconds since 1970, UTC
    Column("cause", BigInteger),
    Column("key", Text),
    Column("message", BigInteger),
    Column("data", LargeBinary, nullable=False),  # the fact as JSON, without words of people
    Column("words", LargeBinary),  # the words of people as JSON; NULL where there never were any, or once erased
    PrimaryKeyConstraint("stream", "version", name="events_by_version"),
)
# Most events have neither, so the indexes hold only those that do; a query must say "is not null" to be served by them.
Index(
    "events_by_key",
    events.c.stream,
    events.c.key,
    unique=True,
    sqlite_where=events.c.key.is_not(None),
    postgresql_where=events.c.key.is_not(None),
)
Index(
    "events_by_message",
    events.c.message,
    sqlite_where=events.c.message.is_not(None),
    postgresql_where=events.c.message.is_not(None),
)

rooms = Table(
    "rooms",
    metadata,
    Column("stream", Text, primary_key=True),
    Column("guild", BigInteger, nullable=False),
    Column("version", BigInteger, nullable=False),
    Column("open", Boolean, nullable=False),
    Column("owes", Boolean, nullable=False),
    Column("due", BigInteger),
)

snapshots = Table(
    "snapshots",
    metadata,
    Column("stream", Text, primary_key=True),
    Column("version", BigInteger, nullable=False),
    Column("digest", Text, nullable=False),
    Column("state", LargeBinary, nullable=False),
)

spending = Table(
    "spending",
    metadata,
    Column("guild", BigInteger, nullable=False),
    Column("day", Text, nullable=False),
    Column("tokens", BigInteger, nullable=False),
    Column("calls", BigInteger, nullable=False),
    PrimaryKeyConstraint("guild", "day", name="spending_by_day"),
)

vectors = Table(
    "vectors",
    metadata,
    Column("stream", Text, nullable=False),
    Column("model", Text, nullable=False),
    Column("digest", Text, nullable=False),  # of the sentence, which lies in the log
    Column("vector", LargeBinary, nullable=False),  # float32, little-endian
    PrimaryKeyConstraint("stream", "model", "digest", name="vectors_by_digest"),
)

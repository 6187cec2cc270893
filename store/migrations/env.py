"""How alembic reaches the database: through the connection that `migrating.py` hands over, in its transaction."""

from alembic import context

from store.tables import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    render_as_batch=True,  # SQLite cannot alter most of a table; alembic copies it instead
)
context.run_migrations()

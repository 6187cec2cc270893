"""Memory: the event log. SQLite by default, PostgreSQL by a URL, and one in memory for tests and exams.

May import: events. Foreign libraries: sqlalchemy, alembic.
"""

"""Sentence vectors as rows: a cache beside the log, which spares a model the same sentence; erasing words drops it.

Reading and writing them is SQL of a moment; what they are good for is not known here.
"""

import struct
from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import Connection, Dialect, Select, delete, select

from store.appends import upsert
from store.tables import vectors

Vector = tuple[float, ...]


def kept_vectors(stream: str, model: str, digests: Sequence[str]) -> Select[Any, Any]:
    """The query for what is kept of these sentences: digest and blob."""
    here = select(vectors.c.digest, vectors.c.vector).where(vectors.c.stream == stream, vectors.c.model == model)
    return here.where(vectors.c.digest.in_(digests))


def replace_vectors(
    connection: Connection, dialect: Dialect, stream: str, model: str, found: Mapping[str, Sequence[float]]
) -> None:
    """Keep these; those of another model are of no use any more."""
    connection.execute(delete(vectors).where(vectors.c.stream == stream, vectors.c.model != model))
    rows = [
        {"stream": stream, "model": model, "digest": digest, "vector": packed(vector)}
        for digest, vector in found.items()
    ]
    if rows:
        connection.execute(upsert(vectors, dialect), rows)


def forget_vectors(connection: Connection, stream: str) -> None:
    """A vector says something of its sentence: where words are erased, all of the room's go."""
    connection.execute(delete(vectors).where(vectors.c.stream == stream))


def packed(vector: Sequence[float]) -> bytes:
    """As float32, little-endian."""
    return struct.pack(f"<{len(vector)}f", *vector)


def unpacked(blob: bytes) -> Vector:
    """The numbers again, as exact as float32 is."""
    return struct.unpack(f"<{len(blob) // 4}f", blob)

"""Measuring time and memory; what a figure means is said where it is measured."""

import gc
import time
import tracemalloc
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from statistics import median, quantiles


@contextmanager
def timed() -> Iterator[Callable[[], float]]:
    """Yields a function that tells the seconds since the block began, and after it, how long the block took."""
    start = time.perf_counter()
    end: list[float] = []
    yield lambda: (end[0] if end else time.perf_counter()) - start
    end.append(time.perf_counter())


@contextmanager
def held() -> Iterator[Callable[[], int]]:
    """Yields a function that tells, after the block, how many bytes the block left allocated. Slows the block down."""
    gc.collect()
    tracemalloc.start()
    kept = 0
    yield lambda: kept
    gc.collect()
    kept, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()


def median_ms(seconds: Sequence[float]) -> float:
    """The median, in milliseconds."""
    return median(seconds) * 1000


def p99_ms(seconds: Sequence[float]) -> float:
    """The slowest but one in a hundred, in milliseconds."""
    return quantiles(seconds, n=100)[98] * 1000


def figures(seconds: Sequence[float]) -> tuple[str, str]:
    """Median and p99 in milliseconds, as a table shows them."""
    return f"{median_ms(seconds):.2f}", f"{p99_ms(seconds):.2f}"

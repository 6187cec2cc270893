"""The child program that runs the embedded model: loads weights, serves them on this machine only, and nothing else.

It is a process of its own because the runtime may kill it: its wheel is compiled for AVX2 and needs the system's
libgomp. Only here is xllamacpp imported; everybody else speaks HTTP to the printed address. See minds/child.py.
"""

import argparse
import json
import os
import sys
from pathlib import Path
from typing import Any, TextIO

KEY = "GREENROOM_EMBEDDED_KEY"
"""Where the parent puts the bearer key that every request must carry."""
SLOTS = 2
"""More gain nothing on two cores, and each takes its share of the context."""
CONTEXT_TOKENS = 4096
LONGEST_SENTENCE_TOKENS = 512
"""What MiniLM takes."""
PREFIX_CACHE_MIB = 128
"""The runtime's own default is 8 GiB."""
MOST_THREADS = 4
"""A model this small gains nothing from more."""


def main(arguments: list[str] | None = None) -> int:
    """Print `{"chat": url, "embeddings": url or null}`, then serve until stdin closes (or the parent dies)."""
    parser = argparse.ArgumentParser(prog="python -m minds.embedded", description="Serves the embedded model.")
    parser.add_argument("--chat", type=Path, required=True, help="a GGUF file that continues text")
    parser.add_argument("--embeddings", type=Path, help="a GGUF file that turns sentences into vectors")
    options = parser.parse_args(arguments)
    key = os.environ[KEY]

    with _stdout_for_the_address_alone() as address:
        writer = _serve_writer(options.chat, key)
        encoder = _serve_encoder(options.embeddings, key) if options.embeddings else None
        urls = {"chat": writer.listening_address, "embeddings": encoder.listening_address if encoder else None}
        print(json.dumps(urls), file=address, flush=True)
        sys.stdin.buffer.read()
    return 0


def _stdout_for_the_address_alone() -> TextIO:
    """Stdout as a file of its own; whatever the runtime prints goes to stderr from now on."""
    ours = os.fdopen(os.dup(sys.stdout.fileno()), "w", encoding="utf-8")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    return ours


def _serve_writer(weights: Path, key: str) -> Any:
    params = _quiet(weights, key)
    params.n_ctx = CONTEXT_TOKENS
    params.cache_ram_mib = PREFIX_CACHE_MIB
    return _serve(params)


def _serve_encoder(weights: Path, key: str) -> Any:
    params = _quiet(weights, key)
    params.embedding = True
    params.n_ctx = LONGEST_SENTENCE_TOKENS * SLOTS
    params.cache_ram_mib = 0
    return _serve(params)


def _quiet(weights: Path, key: str) -> Any:
    from xllamacpp import CommonParams  # pyright: ignore[reportAttributeAccessIssue] - compiled, without stubs

    params = CommonParams()
    params.model.path = str(weights)
    params.api_keys = [key]
    params.ui = False
    params.verbosity = 0
    params.n_gpu_layers = 0
    params.n_parallel = SLOTS
    params.cpuparams.n_threads = params.cpuparams_batch.n_threads = min(MOST_THREADS, os.cpu_count() or 1)
    return params


def _serve(params: Any) -> Any:
    """Loads the model and listens on a free port of 127.0.0.1; it serves as long as the object lives."""
    from xllamacpp import Server  # pyright: ignore[reportAttributeAccessIssue] - compiled, without stubs

    return Server(params)


if __name__ == "__main__":
    raise SystemExit(main())

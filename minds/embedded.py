"""The child program that runs the embedded model: loads weights, serves them on this machine only, and nothing else.

It is a process of its own because the runtime may kill it: its wheel is compiled for AVX2 and needs the system's
libgomp. Only here is xllamacpp imported; everybody else speaks HTTP to the printed address. See minds/child.py.
"""

import argparse
import json
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from xllamacpp import CommonParams, Server

CONTEXT_TOKENS = 4096
SLOTS = 2
"""More slots gain nothing on two cores, and each takes its share of the context."""
PREFIX_CACHE_MIB = 128
"""The runtime's own default is 8 GiB."""


def main(arguments: list[str] | None = None) -> int:
    """Serve until stdin closes, which it also does when the parent dies."""
    parser = argparse.ArgumentParser(prog="python -m minds.embedded", description=__doc__)
    parser.add_argument("--chat", type=Path, required=True, help="a GGUF file that continues text")
    parser.add_argument("--embeddings", type=Path, help="a GGUF file that turns sentences into vectors")
    parser.add_argument("--key", required=True, help="the bearer key that every request must carry")
    options = parser.parse_args(arguments)

    address = _keep_stdout_for_the_address()
    servers = {"chat": _serve(_writer(options.chat, options.key))}
    if options.embeddings is not None:
        servers["embeddings"] = _serve(_embedder(options.embeddings, options.key))

    addresses = {"chat": None, "embeddings": None} | {name: server.listening_address for name, server in servers.items()}
    address.write(json.dumps(addresses) + "\n")
    address.flush()
    sys.stdin.buffer.read()
    return 0


def _keep_stdout_for_the_address() -> Any:
    """Stdout as a file of its own, while whatever the runtime prints goes to stderr."""
    ours = os.fdopen(os.dup(sys.stdout.fileno()), "w", encoding="utf-8")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    return ours


def _serve(params: "CommonParams") -> "Server":
    from xllamacpp import Server

    return Server(params)


def _writer(weights: Path, key: str) -> "CommonParams":
    params = _quiet(weights, key)
    params.n_ctx = CONTEXT_TOKENS
    params.n_parallel = SLOTS
    params.cache_ram_mib = PREFIX_CACHE_MIB
    return params


def _embedder(weights: Path, key: str) -> "CommonParams":
    params = _quiet(weights, key)
    params.embedding = True
    params.n_ctx = 512 * SLOTS
    params.n_parallel = SLOTS
    params.cache_ram_mib = 0
    return params


def _quiet(weights: Path, key: str) -> "CommonParams":
    from xllamacpp import CommonParams

    params = CommonParams()
    params.model.path = str(weights)
    params.api_keys = [key]
    params.ui = False
    params.verbosity = 0
    params.n_gpu_layers = 0
    threads = os.cpu_count() or 1
    params.cpuparams.n_threads = threads
    params.cpuparams_batch.n_threads = threads
    return params


if __name__ == "__main__":
    raise SystemExit(main())

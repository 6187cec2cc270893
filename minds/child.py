"""Starts and ends the embedded model's process, and says why it could not; the model itself is minds/embedded.py."""

import asyncio
import os
import re
import secrets
import signal
import sys
from collections import deque
from collections.abc import Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Self

from msgspec import DecodeError, Struct
from msgspec.json import decode

from events.errors import NoLocalModel
from minds.embedded import KEY
from minds.weights import Weights

ROOT = Path(__file__).resolve().parent.parent
PROGRAM = (sys.executable, "-m", "minds.embedded")
READY_SECONDS = 60.0
"""It takes about one; a cold disk under a small machine may need many."""
GRACE_SECONDS = 5.0
KEPT_LINES = 12
LONGEST_COMPLAINT = 16_384
"""Bytes of a line that it may write before its end is waited for no longer."""
_TRACE = re.compile(r"\s|Traceback ")
"""Where in the program it failed is no help to whoever reads what to do; the last line of a traceback says why."""

WEIGHTS_BROKEN = "The weights are no model: fetch them again with python -m bot models."
ADVICE: tuple[tuple[str, str], ...] = (
    ("libgomp", "The system library libgomp is missing: apt-get install libgomp1."),
    ("No module named 'xllamacpp'", "The runtime is not installed: pip install '.[local]'."),
    (
        "ImportError",
        "The runtime does not load on this system. Use a hosted model: set OPENAI_API_KEY.",
    ),
    ("failed to load model", WEIGHTS_BROKEN),
    ("Failed to init server", WEIGHTS_BROKEN),
)
"""What the child's last words mean, first match first."""
NO_AVX2 = "This processor lacks AVX2, which the runtime needs. Use a hosted model: set OPENAI_API_KEY."
KILLED = "The system killed it, most likely for memory: it needs about 450 MB."
ENDED_BY: dict[int, str] = {
    -getattr(signal, "SIGILL", 4): NO_AVX2,
    0xC000001D: NO_AVX2,  # the same on Windows
    -getattr(signal, "SIGKILL", 9): KILLED,
}


class Addresses(Struct, frozen=True):
    """The one line that the child prints."""

    chat: str
    embeddings: str | None = None


class EmbeddedModel:
    """The embedded model as a child process, so that its death is an error and not the bot's end. No restarts.

    Use it as `async with EmbeddedModel(weights) as model`, or call `start` and `close`.
    """

    def __init__(
        self, weights: Weights, *, program: Sequence[str] = PROGRAM, ready_seconds: float = READY_SECONDS
    ) -> None:
        self.key = secrets.token_urlsafe(24)
        self._weights = weights
        self._program = tuple(program)
        self._ready_seconds = ready_seconds
        self._process: asyncio.subprocess.Process | None = None
        self._addresses = Addresses(chat="")
        self._last_lines: deque[str] = deque(maxlen=KEPT_LINES)
        self._draining: asyncio.Task[None] | None = None

    @property
    def name(self) -> str:
        """The model's name, for the log: the weights' file name without its ending."""
        return self._weights.chat.stem

    @property
    def chat_url(self) -> str:
        """`http://127.0.0.1:<port>`, without `/v1`; empty before `start`."""
        return self._addresses.chat

    @property
    def embeddings_url(self) -> str | None:
        """The same for sentence vectors; None where there are no weights for them."""
        return self._addresses.embeddings

    @property
    def embeddings_name(self) -> str:
        """The name of the model that makes them; empty where there is none."""
        return self._weights.embeddings.stem if self._weights.embeddings is not None else ""

    @property
    def alive(self) -> bool:
        return self._process is not None and self._process.returncode is None

    @property
    def last_words(self) -> str:
        """Why the process is dead, with advice; empty while it lives."""
        if self._process is None:
            return "It was not started."
        if self._process.returncode is None:
            return ""
        return self._explained(f"its process ended with code {self._process.returncode}.", self._process.returncode)

    async def start(self) -> Self:
        """Load the weights and wait for the addresses.

        Raises:
            NoLocalModel: the child died, printed something else, or took too long; nothing is left running.
        """
        try:
            self._process = await asyncio.create_subprocess_exec(
                *self._program,
                *self._arguments(),
                cwd=ROOT,
                env={**os.environ, KEY: self.key},  # its arguments could be read by everybody on this machine
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.PIPE,
                start_new_session=True,  # Ctrl-C is for the bot, which then ends the child in its own time
            )
        except OSError as error:
            raise NoLocalModel(why=f"{self._program[0]} cannot be run ({error}).") from error
        self._draining = asyncio.create_task(self._drain(self._process.stderr))
        try:
            self._addresses = await self._first_line(self._process)
        except BaseException:
            await self._kill(self._process)  # nothing was served yet: no grace is due
            await self.close()
            raise
        return self

    async def close(self) -> None:
        """Close its stdin, which ends it; kill it if that takes long. May be called twice."""
        process = self._process
        if process is not None and process.returncode is None:
            if process.stdin is not None:
                process.stdin.close()
            try:
                await asyncio.wait_for(process.wait(), GRACE_SECONDS)
            except TimeoutError:
                await self._kill(process)
        if self._draining is not None:
            self._draining.cancel()
            with suppress(asyncio.CancelledError):
                await self._draining

    async def __aenter__(self) -> Self:
        return await self.start()

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    def _arguments(self) -> list[str]:
        arguments = ["--chat", str(self._weights.chat.resolve())]
        if self._weights.embeddings is not None:
            arguments += ["--embeddings", str(self._weights.embeddings.resolve())]
        return arguments

    async def _first_line(self, process: asyncio.subprocess.Process) -> Addresses:
        assert process.stdout is not None
        try:
            line = await asyncio.wait_for(process.stdout.readline(), self._ready_seconds)
        except TimeoutError:
            await self._kill(process)
            why = f"it was not ready after {self._ready_seconds:g} s. Try again when the machine is less busy."
            raise NoLocalModel(why=self._explained(why)) from None
        except ValueError:  # longer than the reader's limit of 64 KiB
            line = b"a very long line"
        if not line:
            await process.wait()
            await self._settled()
            raise NoLocalModel(why=self.last_words)
        try:
            return decode(line, type=Addresses)
        except DecodeError:
            await self._kill(process)
            why = f"it printed {line[:80]!r} where its address was due."
            raise NoLocalModel(why=self._explained(why)) from None

    async def _drain(self, stderr: asyncio.StreamReader | None) -> None:
        """Read all that it complains, so that it never blocks on a full pipe, and keep the end."""
        assert stderr is not None
        broken_off = b""  # a line may come in several pieces, and characters of it too
        while chunk := await stderr.read(8192):
            *lines, broken_off = (broken_off + chunk).splitlines(keepends=True)
            if broken_off.endswith(b"\n") or len(broken_off) > LONGEST_COMPLAINT:
                lines, broken_off = [*lines, broken_off], b""
            self._complained(lines)
        self._complained([broken_off])

    def _complained(self, lines: Iterable[bytes]) -> None:
        said = (line.decode(errors="replace").rstrip() for line in lines)
        self._last_lines.extend(line for line in said if line.strip())

    async def _settled(self) -> None:
        """Its last words may still be in the pipe when the process is gone."""
        if self._draining is not None:
            await asyncio.wait({self._draining}, timeout=1.0)

    async def _kill(self, process: asyncio.subprocess.Process) -> None:
        with suppress(ProcessLookupError):
            process.kill()
        await process.wait()
        await self._settled()

    def _explained(self, why: str, returncode: int | None = None) -> str:
        heard = "\n".join(self._last_lines)
        advice = next((advice for sign, advice in ADVICE if sign in heard), "")
        if returncode is not None:
            advice = ENDED_BY.get(returncode, advice)
        said = "\n".join(line for line in self._last_lines if not _TRACE.match(line))
        return " ".join(part for part in (why, advice, f"It last said:\n{said}" if said else "") if part)

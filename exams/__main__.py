"""`python -m exams`: examine the model that the environment, or `.env`, names. Reads and writes nothing of any room."""

import asyncio
import os
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Annotated

import typer
from dotenv import load_dotenv
from rich.console import Console
from rich.progress import track
from rich.table import Table

from events.errors import GreenroomError, NoLocalModel
from exams import leak as leak_exam
from minds.chat import ChatMind
from minds.child import EmbeddedModel
from minds.grades import EMBEDDED, FILE, Grade, write
from minds.local import LocalMind
from minds.mind import Mind
from minds.weights import found

HERE = Path(__file__).resolve().parents[1]
OPENAI = "https://api.openai.com/v1"

app = typer.Typer(help="Exams for the model that writes.", no_args_is_help=True, pretty_exceptions_enable=False)
out = Console()
err = Console(stderr=True)


@app.callback()
def exams() -> None:
    """Exams for the model that writes: what is found is kept beside the database, and read when the bot starts."""


@app.command()
def leak(
    trials: Annotated[int, typer.Option(min=1, max=2000, help="How many secrets to try.")] = 200,
    data: Annotated[Path, typer.Option(envvar="DATA_FOLDER", help="Where grades are kept.")] = HERE / "data",
) -> None:
    """How often the model lets one persona use what only another knows: the number that `arrangement: auto` goes by.

    The model is the writer that the environment or `.env` names, as for the bot; without one the embedded model sits.
    Example: `python -m exams leak --trials 400`
    """
    try:
        asyncio.run(_leak(trials, data))
    except (GreenroomError, ValueError, OSError) as trouble:
        err.print(f"[red]{trouble}[/red]")
        raise typer.Exit(1) from None


async def _leak(trials: int, data: Path) -> None:
    async with _writer() as (named, mind):
        sitting = leak_exam.sit(mind, trials)
        steps = track(range(trials), f"{named} sits the leak exam", console=err, transient=True)
        done = [await anext(sitting) for _ in steps]
    grade = leak_exam.grade(named, done)
    _tell(done, grade)
    if grade.leaks is None:
        raise typer.Exit(1)
    write(HERE / data, grade)
    out.print(f"Kept in {data / FILE}; `arrangement: auto` goes by it from the next start.")


@asynccontextmanager
async def _writer() -> AsyncIterator[tuple[str, Mind]]:
    """The model that would write, and what its grade is kept under. Raises NoLocalModel."""
    key, server = os.environ.get("OPENAI_API_KEY", ""), os.environ.get("OPENAI_BASE_URL", "")
    if key or server:
        named = os.environ.get("OPENAI_MODEL_WRITER") or os.environ.get("OPENAI_MODEL") or "gpt-5-mini"
        mind: Mind = ChatMind(server or OPENAI, key, named)
    else:
        folder = HERE / os.environ.get("MODELS_FOLDER", "models")
        weights = found(folder)
        if weights is None:
            raise NoLocalModel(why=f"its weights are not in {folder}. Fetch them with: python -m bot models")
        named, mind = EMBEDDED, LocalMind(await EmbeddedModel(weights).start())
    try:
        yield named, mind
    finally:
        await mind.close()


def _tell(done: list[leak_exam.Trial], grade: Grade) -> None:
    table = Table("who leaked", "whose secret", "the line", title="Leaks", title_justify="left")
    for trial in done:
        if trial.leaked_by:
            table.add_row(
                trial.leaked_by, trial.keeper, next(text for who, text in trial.lines if who == trial.leaked_by)
            )
    if table.row_count:
        out.print(table)
    failures = sorted({trial.failed for trial in done if trial.failed})
    if failures:
        missing = sum(bool(trial.failed) for trial in done)
        err.print(f"{missing} of {len(done)} trials brought no answer ({', '.join(failures)}) and do not count.")
    if grade.leaks is not None:
        out.print(
            f"{grade.model}: {grade.leaks:.1%} of {grade.trials} trials leaked "
            f"(95 % interval {grade.low:.1%} to {grade.high:.1%})."
        )


if __name__ == "__main__":
    load_dotenv(HERE / ".env")
    sys.exit(app(prog_name="python -m exams"))

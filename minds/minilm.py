"""From the published MiniLM sentence encoder to one GGUF file that llama.cpp serves; nothing is downloaded here.

Needs numpy and gguf (the extra `local`). Layout: llama.cpp, architecture `bert`; the names come from `gguf` itself.
"""

import json
import struct
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from gguf import GGUFWriter

WORD_START = "\u2581"
"""llama.cpp's WordPiece marks where a word begins; BERT's vocabulary marks where it does not (`##`)."""
UNUSED = ("embeddings.position_ids", "pooler.")


def convert(safetensors: bytes, config: bytes, vocabulary: bytes, target: Path) -> None:
    """Write `target`: matrices in Q8_0, vectors and embeddings of places in F32, mean pooling.

    Args:
        safetensors: a BERT encoder, all tensors F32.
        config: its `config.json`.
        vocabulary: its `vocab.txt`, one WordPiece a line.
        target: a file that is overwritten.
    """
    from gguf import MODEL_ARCH, GGUFWriter

    shape = json.loads(config)
    writer = GGUFWriter(target, "bert")
    _describe(writer, shape)
    _add_words(writer, vocabulary.decode().rstrip("\n").split("\n"))
    _add_tensors(writer, safetensors, MODEL_ARCH.BERT, shape["num_hidden_layers"])
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()


def _describe(writer: "GGUFWriter", shape: dict[str, Any]) -> None:
    from gguf import LlamaFileType, PoolingType

    writer.add_name("all-MiniLM-L6-v2")
    writer.add_file_type(LlamaFileType.MOSTLY_Q8_0)
    writer.add_block_count(shape["num_hidden_layers"])
    writer.add_context_length(shape["max_position_embeddings"])
    writer.add_embedding_length(shape["hidden_size"])
    writer.add_feed_forward_length(shape["intermediate_size"])
    writer.add_head_count(shape["num_attention_heads"])
    writer.add_layer_norm_eps(shape["layer_norm_eps"])
    writer.add_causal_attention(value=False)
    writer.add_pooling_type(PoolingType.MEAN)


def _add_words(writer: "GGUFWriter", pieces: list[str]) -> None:
    from gguf import TokenType

    numbers = {piece: number for number, piece in enumerate(pieces)}
    special = {piece for piece in pieces if len(piece) > 2 and piece[0] + piece[-1] == "[]"}
    writer.add_tokenizer_model("bert")
    writer.add_tokenizer_pre("jina-v2-en")
    writer.add_token_type_count(2)
    writer.add_token_list([piece if piece in special else _marked(piece) for piece in pieces])
    writer.add_token_types([TokenType.CONTROL if piece in special else TokenType.NORMAL for piece in pieces])
    writer.add_bos_token_id(numbers["[CLS]"])
    writer.add_eos_token_id(numbers["[SEP]"])
    writer.add_unk_token_id(numbers["[UNK]"])
    writer.add_sep_token_id(numbers["[SEP]"])
    writer.add_pad_token_id(numbers["[PAD]"])
    writer.add_mask_token_id(numbers["[MASK]"])


def _marked(piece: str) -> str:
    return piece[2:] if piece.startswith("##") else WORD_START + piece


def _add_tensors(writer: "GGUFWriter", safetensors: bytes, architecture: Any, blocks: int) -> None:
    import numpy as np
    from gguf import GGMLQuantizationType, get_tensor_name_map
    from gguf.quants import quantize

    names = get_tensor_name_map(architecture, blocks)
    header_bytes = struct.unpack("<Q", safetensors[:8])[0]
    header = json.loads(safetensors[8 : 8 + header_bytes])
    for name, entry in header.items():
        if name == "__metadata__" or name.startswith(UNUSED):
            continue
        renamed = names.get_name(name, try_suffixes=(".weight", ".bias"))
        if renamed is None:
            raise ValueError(name)
        start, end = (8 + header_bytes + offset for offset in entry["data_offsets"])
        tensor = np.frombuffer(safetensors[start:end], dtype="<f4").reshape(entry["shape"])
        if tensor.ndim == 2 and not name.startswith(("embeddings.position", "embeddings.token_type")):
            packed = quantize(tensor, GGMLQuantizationType.Q8_0)
            writer.add_tensor(renamed, packed, raw_dtype=GGMLQuantizationType.Q8_0)
        else:
            writer.add_tensor(renamed, tensor)

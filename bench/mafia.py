"""Group chat of people with one language model among them: the LLMafia games. Reads them; measures nothing.

Eckhaus et al., "Time to Talk: LLM Agents for Asynchronous Group Communication in Mafia Games", EMNLP 2025 Findings,
data under MIT: a folder a game, in it `config.json` (who plays, and who is a Llama 3.1 8B) and the chats.
"""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

CORPUS: Final = Path(__file__).parents[2] / "shared" / "data" / "llmafia" / "games"
ABSENT: Final = "NOT MEASURED: no corpus at {}; put the games of niveck/LLMafia there"
CHATS: Final = ("public_daytime_chat.txt", "public_nighttime_chat.txt")

_LINE: Final = re.compile(r"^\[[\d:]+\] ([^:]+): (.*)$")


class Message(NamedTuple):
    """One message of a player."""

    name: str
    text: str
    by_model: bool


def chats_of(corpus: Path) -> Iterator[tuple[Message, ...]]:
    """The day and night chats of every game. Logs repeat themselves in places: each line counts once a chat."""
    for game in sorted(path for path in corpus.iterdir() if path.is_dir()):
        players = json.loads((game / "config.json").read_text("utf-8"))["players"]
        is_model = {player["name"]: bool(player["is_llm"]) for player in players}
        for chat in CHATS:
            lines = dict.fromkeys((game / chat).read_text("utf-8").splitlines())
            found = (_LINE.match(line) for line in lines)
            yield tuple(Message(one[1], one[2], is_model[one[1]]) for one in found if one and one[1] in is_model)

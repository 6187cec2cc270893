"""How much of each prompt a model server has seen before: the longest prefix that is that of an earlier call's prompt.

Counted in words over composed prompts, their messages joined with their roles; servers count in tokens, and keep blocks
of 16 to 128 of them.
"""

from collections.abc import Sequence
from typing import Final, get_args

from msgspec import Struct
from msgspec.structs import replace

from bench.played import play_under
from bench.report import show
from bench.table_talk import TABLE
from bot.cards import BUNDLED, load_cast
from events.asked import Request
from events.decided import ModelAsked, Role
from events.persona import Persona
from events.policy import Arrangement, Policy
from events.projector import Projector
from events.recorded import Recorded
from panel.requests import compose

ARRANGEMENTS: Final[tuple[Arrangement, ...]] = tuple(one for one in get_args(Arrangement) if one != "auto")


class Shared(Struct, frozen=True, kw_only=True):
    """One prompt, and what of it was known."""

    role: Role
    words: int
    known: int

    @property
    def share(self) -> float:
        """0 to 1."""
        return self.known / self.words


def main() -> None:
    """Every arrangement on the scripted evening, with its short cards and with cards of the length that ours have."""
    rows: list[list[str]] = []
    numbers: dict[str, float] = {}
    for name, seats in (("short", TABLE), ("long", _long_cards())):
        for arrangement in ARRANGEMENTS:
            found = shared(requests(play_under(Policy(arrangement=arrangement), seats)))[1:]
            known, words = sum(one.known for one in found), sum(one.words for one in found)
            least = min(one.share for one in found)
            new = (words - known) / len(found)
            rows.append([f"{name}, {arrangement}", str(len(found)), f"{words / len(found):.0f}", f"{new:.0f}"])
            rows[-1] += [f"{known / words:.1%}", f"{least:.1%}"]
            numbers[f"{name}, {arrangement}: least"] = least
    columns = ("cards, arrangement", "calls", "words", "new", "known", "least")
    show("Known prefix of every prompt after the first", columns, rows, numbers)


def requests(log: Sequence[Recorded]) -> list[Request]:
    """Every prompt of a log, as it was when it was asked."""
    folded, found = Projector(log[0].stream), []
    for one in log:
        room = folded.fold([one])
        if isinstance(one.event, ModelAsked):
            found.append(compose(room, room.calls[-1]))
    return found


def shared(asked: Sequence[Request]) -> list[Shared]:
    """Each prompt with the words of it that begin an earlier one, in the order asked."""
    before: list[list[str]] = []
    found: list[Shared] = []
    for request in asked:
        words = " ".join(f"<{said.role}> {said.text}" for said in request.messages).split(" ")
        known = max((_alike(words, other) for other in before), default=0)
        found.append(Shared(role=request.role, words=len(words), known=known))
        before.append(words)
    return found


def _alike(words: Sequence[str], other: Sequence[str]) -> int:
    pairs = enumerate(zip(words, other, strict=False))
    return next((place for place, (one, two) in pairs if one != two), min(len(words), len(other)))


def _long_cards() -> tuple[Persona, ...]:
    """The table's personas with cards out of the casts that come with the program."""
    cards = load_cast(BUNDLED / "hosts").personas
    return tuple(replace(card, id=one.id, name=one.name) for one, card in zip(TABLE, cards, strict=False))


if __name__ == "__main__":
    main()

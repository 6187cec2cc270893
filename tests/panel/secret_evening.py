"""A wild evening in which every word is marked: who may know it is written down as it is said, apart from the room."""

import re
from collections.abc import Sequence
from typing import Any

import msgspec
from hypothesis import strategies as st
from msgspec.structs import replace

from events import heard, memories
from events.base import LineId, PersonaId, PersonId
from events.catalogue import Heard
from events.persona import Lore, Persona
from events.policy import Policy, Remembering
from events.room import Call
from panel.owed import Ask
from panel.requests import compose
from tests.panel.evening import panel_of
from tests.panel.wild_evening import ACTIONS, POLICIES, Action, WildEvening

MARK = re.compile(r"zq\d+qz")
Audience = frozenset[PersonaId]
_small = st.integers(0, 11)
_who = st.lists(_small, min_size=1, max_size=3)
SECRETS: st.SearchStrategy[Action] = st.one_of(
    st.tuples(st.just("remembers"), _small, st.sampled_from(("owner", "some", "room")), _who),
    st.tuples(st.just("whispers"), _who),
    st.tuples(st.just("blinds"), _small, st.booleans()),
    st.tuples(st.just("pins")),
)
POLICIES_WITH_SECRETS = st.builds(
    replace,
    POLICIES,
    arrangement=st.sampled_from(("one", "split", "each", "auto")),
    stances=st.sampled_from(("off", "kept", "shown")),
    memory=st.builds(Remembering, table=st.sampled_from((1, 6)), summary=st.booleans()),
)


class SecretEvening(WildEvening):
    """Every line, memory, card, thought and stance holds a mark of its own."""

    def __init__(self, size: int, policy: Policy) -> None:
        self.known: dict[str, Audience] = {}
        """Who may know each mark."""
        self.private: set[str] = set()
        """Marks that were never said aloud."""
        self.heard_line: dict[LineId, Audience] = {}
        """Who was there when a line was posted."""
        self.cards: dict[str, PersonaId] = {}
        """Marks of what stands on a card for its own eyes, without being a secret of the talk."""
        super().__init__(size, policy)

    def cast_of(self, size: int) -> tuple[Persona, ...]:
        return tuple(self._with_secrets(persona) for persona in panel_of(size))

    def _with_secrets(self, persona: Persona) -> Persona:
        own = frozenset((persona.id,))
        card = self.mark(own)
        self.cards[card] = persona.id
        lore = (
            Lore(keys=("rain", "think"), text=f"It rains on {self.secret(own)}.", private=True),
            Lore(keys=("bread",), text=f"Bread of {self.secret(own)}.", private=True),
        )
        return replace(
            persona, card=f"Sells {card}.", summary="A guest.", private=f"Hides {self.secret(own)}.", lore=lore
        )

    def mark(self, audience: Audience) -> str:
        mark = f"zq{len(self.known)}qz"
        self.known[mark] = audience
        return mark

    def secret(self, audience: Audience) -> str:
        mark = self.mark(audience)
        self.private.add(mark)
        return mark

    def hearing(self) -> Audience:
        return frozenset(seat.persona.id for seat in self.evening.state.seats if not seat.blind)

    # --- what happens ---

    def _says(self, text: str, other: bool, late: bool) -> Heard:
        spoken = super()._says(text, other, late)
        assert isinstance(spoken, heard.HumanSpoke)
        return replace(spoken, text=f"{text} {self.mark(self.hearing())}".strip()) if text else spoken

    def _remembers(self, number: int, audience: memories.Audience, others: Sequence[int]) -> Heard:
        owner = self._persona(number)
        shared = tuple(self._persona(one) for one in others)
        knowing = {"owner": {owner}, "some": {owner, *shared}, "room": {one.id for one in self.cast}}[audience]
        text = (
            f"the rain and {self.secret(frozenset(knowing)) if audience != 'room' else self.mark(frozenset(knowing))}"
        )
        return memories.RememberOrdered(persona=owner, text=text, audience=audience, shared=shared)

    def _whispers(self, to: Sequence[int]) -> Heard:
        told = tuple(self._persona(one) for one in to)
        return memories.Whispered(person=PersonId(1), name="Sam", text=f"psst {self.secret(frozenset(told))}", to=told)

    def _blinds(self, number: int, blind: bool) -> Heard:
        return memories.BlindSet(persona=self._persona(number), blind=blind)

    def _pins(self) -> Heard:
        return memories.NotePinned(text=f"a note {self.mark(frozenset(one.id for one in self.cast))}")

    def payment(self, debt: Any, how: int = 0, words: Sequence[int] = ()) -> Heard:
        paid = super().payment(debt, how, words)
        if isinstance(paid, heard.LinePosted):
            line = self.evening.state.waiting(paid.line)
            assert line is not None
            self.heard_line[paid.line] = self.hearing() | {line.persona}
        return paid

    def play(self, action: Action) -> bool:
        played = super().play(action)
        for said in self.evening.state.talk:  # a line that was written again is heard by those who heard the old one
            for mark in MARK.findall(said.text) if said.line else ():
                self.known[mark] |= self.heard_line[said.line]
        return played

    def leaving(self) -> set[str]:
        """Marks of lines on their way into the channel."""
        return {mark for line in self.evening.state.unposted for mark in MARK.findall(line.text)}

    def _answer(self, debt: Ask, how: int, words: Sequence[int]) -> Heard:
        call = debt.call
        own = frozenset(call.about[:1])
        text = ""
        match call.role:
            case "writer" if how not in (7, 9, 10):
                said = (
                    (one, f"{self._fresh_words()} {self.mark(frozenset((one,)))}", self.secret(frozenset((one,))))
                    for one in call.about
                )
                written = [{"speaker": one, "text": words, "note": f"the rain {note}"} for one, words, note in said]
                text = msgspec.json.encode({"lines": written}).decode()
            case "producer" if how not in (8, 9, 10):
                staged = dict.fromkeys(self._persona(word) for word in (*words, how))
                speakers = [
                    {"persona": one, "length": "short", "manner": self.newest_aloud(), "reason": self.newest_aloud()}
                    for one in staged
                ]
                text = msgspec.json.encode({"hold": False, "reason": "", "speakers": speakers}).decode()
            case "thought" if how not in (9, 10):
                thought = self.secret(own)
                text = (
                    f'{{"thought": "{thought}", "quick": "{thought}", "action": "speak", "importance": {how % 9}, '
                    f'"motivation": {1 + how % 4}}}'
                )
            case "stance" if how not in (9, 10):
                text = f'{{"answer": "I say {self.secret(own)}"}}'
            case "summary":
                text = f'{{"summary": "I remember {self.secret(own)}", "importance": 5}}'
            case "recall":
                text = '{"m9": 0.4}'
            case _:
                return super()._answer(debt, how, words)
        return heard.ModelAnswered(call=call.id, text=text, model="wild")

    def newest_aloud(self) -> str:
        """A producer's words quote what it read last."""
        read = [said.text for said in self.evening.state.talk if not said.whisper and not said.hidden]
        return " ".join(MARK.findall(read[-1])) if read else ""

    # --- what was asked ---

    def prompts(self) -> list[tuple[Call, str]]:
        """Every open call with everything that its mind is sent."""
        state = self.evening.state
        asked = [(call, compose(state, call)) for call in state.calls]
        return [(call, msgspec.json.encode((one.messages, one.scene, one.schema)).decode()) for call, one in asked]


def secret_evenings() -> st.SearchStrategy[tuple[int, Policy, list[Action]]]:
    actions = st.lists(st.one_of(ACTIONS, ACTIONS, SECRETS), min_size=10, max_size=40)
    return st.tuples(st.sampled_from((1, 2, 3, 4)), POLICIES_WITH_SECRETS, actions)

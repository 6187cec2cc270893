"""Nothing that a persona may not know is in a prompt of that persona alone, and nothing private in one of the room.

Every word of an evening is marked (`secret_evening`), and every prompt of every open call is searched for the marks.
"""

from hypothesis import HealthCheck, given, settings

from events.base import PersonaId
from events.room import Call
from tests.panel.secret_evening import MARK, SecretEvening, secret_evenings

ALONE = frozenset(("motivation", "thought", "stance", "summary", "diagnosis", "initiation"))
secretly = given(secret_evenings())
thorough = settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def group_of(call: Call) -> tuple[PersonaId, ...]:
    """Whose knowledge a prompt may hold; nobody's, for a call about the room."""
    if call.role == "writer":
        return call.about
    return call.about[:1] if call.role in ALONE else ()


def leaks(evening: SecretEvening) -> list[str]:
    return [
        f"{call.role} for {group_of(call)} holds {mark} of {sorted(evening.known[mark])}"
        for call, prompt in evening.prompts()
        for mark in set(MARK.findall(prompt))
        if not may_hold(evening, call, mark)
    ]


def may_hold(evening: SecretEvening, call: Call, mark: str) -> bool:
    group = group_of(call)
    alone = len(group) == 1 and (call.role != "writer" or not call.arranged.startswith("one"))
    if mark in evening.cards:
        return not alone or evening.cards[mark] in group
    if not group:
        return mark not in evening.private
    return bool(evening.known[mark] & set(group)) or (
        mark in evening.leaving() and bool(evening.hearing() & set(group))
    )


@secretly
@thorough
def test_no_prompt_holds_what_those_whom_it_is_for_may_not_know(drawn):
    size, policy, actions = drawn
    evening = SecretEvening(size, policy)
    for action in actions:
        evening.play(action)
        assert leaks(evening) == []


@secretly
@thorough
def test_what_is_hidden_is_in_no_prompt(drawn):
    size, policy, actions = drawn
    evening = SecretEvening(size, policy)
    for action in actions:
        evening.play(action)
        hidden = {mark for said in evening.evening.state.talk if said.hidden for mark in MARK.findall(said.text)}
        held = {mark for _, prompt in evening.prompts() for mark in MARK.findall(prompt)}
        assert hidden & held == set()

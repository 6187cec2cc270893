"""What holds of obligations over every conversation, however wild."""

from hypothesis import HealthCheck, given, settings

from events.decided import ObligationLapsed, ObligationMet, ObligationOpened
from tests.panel.wild_evening import WildEvening, evenings

wild = given(evenings())
thorough = settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.too_slow])


@wild
@thorough
def test_each_obligation_is_opened_once_and_ended_at_most_once(drawn):
    evening = WildEvening(drawn[0], drawn[1])
    for action in drawn[2]:
        evening.play(action)
    open_now: set[str] = set()
    seen: set[str] = set()
    for recorded in evening.evening.log:
        match recorded.event:
            case ObligationOpened(obligation=one):
                assert one not in seen
                seen.add(one)
                open_now.add(one)
            case ObligationMet(obligation=one) | ObligationLapsed(obligation=one):
                open_now.remove(one)
            case _:
                pass
    assert open_now == {one.id for one in evening.evening.state.obligations}


@wild
@thorough
def test_only_a_seated_persona_of_an_open_panel_owes_and_never_to_itself(drawn):
    evening = WildEvening(drawn[0], drawn[1])
    for action in drawn[2]:
        evening.play(action)
        state = evening.evening.state
        for one in state.obligations:
            assert state.open
            assert state.seat(one.holder) is not None
            assert one.by != one.holder
            assert one.depth <= state.policy.obligations.depth

"""What holds over every conversation in which scenes are ordered, whatever strategy, model and platform do."""

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from events import heard
from events.decided import SceneEnded, SceneOpened
from events.projector import Projector
from panel.decide import decide
from panel.floor.strategies import STRATEGIES
from panel.owed import owed
from tests.panel.wild_evening import WildEvening, evenings

wild = given(evenings(), st.sampled_from(sorted(STRATEGIES)), st.integers(-1, 30))
thorough = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def played(drawn, strategy: str, turns: int) -> WildEvening:
    """A wild evening in which a scene is ordered again and again."""
    size, policy, actions = drawn
    wild_one = WildEvening(size, replace(policy, strategy=strategy))
    for place, action in enumerate(actions):
        if place % 7 == 0:
            wild_one.evening.hear(heard.SceneOrdered(lines=turns, minutes=5))
        wild_one.play(action)
    return wild_one


@wild
@thorough
def test_left_alone_it_comes_to_its_end(drawn, strategy, turns):
    evening = played(drawn, strategy, turns)
    for _ in range(600):
        debts = owed(evening.evening.state)
        if not debts:
            break
        evening.evening.hear(evening.payment(min(debts, key=lambda debt: debt.due)))
    state = evening.evening.state
    assert (owed(state), state.turn, state.scene) == ((), None, None)


@wild
@thorough
def test_whoever_speaks_has_the_floor_back_at_once(drawn, strategy, turns):
    size, policy, actions = drawn
    evening = WildEvening(size, replace(policy, strategy=strategy))
    for action in actions:
        evening.evening.hear(heard.SceneOrdered(lines=turns, minutes=5))
        evening.play(action)
        assert action[0] != "says" or evening.evening.state.scene is None


@wild
@thorough
def test_each_that_opened_ends_once_and_within_its_lines(drawn, strategy, turns):
    left: int | None = None
    for recorded in played(drawn, strategy, turns).evening.log:
        match recorded.event:
            case SceneOpened(lines=lines):
                assert left is None
                left = lines
            case heard.LinePosted():
                left = None if left is None else left - 1
                assert left is None or left >= 0
            case SceneEnded():
                assert left is not None
                left = None
            case _:
                pass


@wild
@thorough
def test_deciding_it_again_gives_the_same(drawn, strategy, turns):
    log = played(drawn, strategy, turns).evening.log
    projector = Projector("room-10")
    for place, recorded in enumerate(log):
        if isinstance(recorded.event, heard.AlarmRang | heard.SceneOrdered | heard.HumanSpoke):
            followed = [one.event for one in log[place + 1 :] if one.cause == recorded.version]
            assert decide(projector.state, recorded.event, recorded.at) == followed
        projector.fold((recorded,))

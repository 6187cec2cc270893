"""Recall: what is laid on a turn's table, when that is asked for, what decides without a measure, and the scores."""

from datetime import timedelta

import msgspec
import pytest
from hypothesis import given as all_of
from hypothesis import strategies as any_
from msgspec.structs import replace

from events import memories
from events.base import PersonaId
from events.decided import ModelAsked, SilenceKept, TurnEnded
from events.heard import ModelAnswered
from events.memories import MemoryForgotten, NotePinned, Recalled
from events.persona import Lore
from events.policy import Limits, Remembering
from panel.likeness import plain_words
from panel.props import Prop, mentions
from panel.recall import freshness, ranked, spread
from tests.panel.evening import (
    ALMA,
    ATTENTIVE,
    BO,
    NOON,
    WREN,
    Evening,
    a,
    after,
    answer,
    claimed,
    fails,
    given,
    mutes,
    posted,
    says,
    script,
    stages,
    the_gathering_ends,
    the_silence_lasts,
    wants,
    with_policy,
)
from tests.panel.test_memory import remembers

SMALL = Remembering(table=2)
THREE = ("The boat leaks.", "Sam likes tea.", "The kiln is new.")


def three(persona: str = "wren"):
    """One memory more than the small table takes."""
    return [remembers(persona, text) for text in THREE]


def crowded(*steps: object) -> Evening:
    return given(*three(), *steps, policy=with_policy(memory=SMALL))  # type: ignore[arg-type] - steps


def measures(**likenesses: float):
    """The recall's answer, by the text of the memory."""

    def measured(evening: Evening) -> ModelAnswered:
        call = next(call for call in evening.state.calls if call.role == "recall")
        items = {one.id: likenesses[one.text.split()[-1].strip(".")] for one in evening.state.memories}
        return ModelAnswered(call=call.id, text=msgspec.json.encode(items).decode(), model="mini")

    return measured


def table(evening: Evening) -> list[str]:
    """The texts of what lies there, best first."""
    assert evening.state.turn is not None
    known = {one.id: one.text for one in evening.state.memories}
    return [known.get(laid.item, laid.item) for laid in evening.state.turn.table]  # type: ignore[call-overload] - an id


def open_roles(evening: Evening) -> list[str]:
    return [call.role for call in evening.state.calls]


# --- when ---


def test_where_nothing_is_known_nothing_is_laid():
    given().when(says("Wren, hi")).but_never(Recalled)


def test_where_everything_fits_it_is_laid_without_a_call_before_the_writer_is_asked():
    evening = given(remembers("wren")).when(says("Wren, hi"))
    evening.then(a(Recalled, by="all"), a(ModelAsked, role="writer"))
    assert open_roles(evening) == ["writer"]


def test_where_more_is_known_than_fits_the_relevance_is_asked_for_and_the_writer_waits():
    evening = crowded().when(says("Wren, does the boat float?"))
    assert open_roles(evening) == ["recall"]
    evening.when(measures(leaks=0.9, tea=0.1, new=0.2)).then(a(Recalled, by="embedding"), a(ModelAsked, role="writer"))
    assert table(evening)[0] == "The boat leaks."


def test_it_is_asked_beside_the_producer():
    evening = crowded(says("what floats?")).when(the_gathering_ends)
    assert open_roles(evening) == ["producer", "recall"]
    evening.hear(stages("wren")).when(measures(leaks=0.9, tea=0.1, new=0.2)).then(
        Recalled, a(ModelAsked, role="writer")
    )


def test_while_people_still_write_nothing_is_asked():
    assert open_roles(crowded(says("what floats?"))) == []


def test_it_does_not_count_as_a_call_of_the_turn():
    evening = given(*three(), says("Wren, hi"), policy=with_policy(memory=SMALL, limits=Limits(calls_a_turn=1)))
    evening.when(measures(leaks=0, tea=0, new=0)).then(a(ModelAsked, role="writer"))


def test_a_lull_is_decided_whether_or_not_it_has_come():
    policy = replace(ATTENTIVE, memory=SMALL)
    evening = given(*three(), says("~ a quiet day"), the_silence_lasts, policy=policy)
    evening.hear(wants(1), wants(1)).when(wants(1)).then(SilenceKept, TurnEnded)
    assert open_roles(evening) == []


def test_a_muted_listener_does_not_end_the_wait():
    evening = crowded(says("Wren, hi"), mutes("bo"))
    assert open_roles(evening) == ["recall"]


def test_it_is_asked_once_a_turn():
    evening = crowded(says("Wren, hi"), measures(leaks=0, tea=0, new=0)).when(script(wren="It floats, mostly."))
    evening.but_never(Recalled).hear(claimed).when(posted).but_never(Recalled)


def test_what_was_learned_while_it_was_asked_is_not_laid():
    evening = crowded(says("Wren, hi"), remembers("wren", "Too late.")).when(fails())
    assert "Too late." not in table(evening)


def test_what_was_forgotten_while_it_was_asked_is_not_laid():
    evening = crowded(says("Wren, the boat?"))
    forgotten = evening.state.memories[0].id
    evening.hear(MemoryForgotten(memories=(forgotten,)))
    evening.when(answer(f'{{"{forgotten}": 1.0}}', role="recall")).then(Recalled)
    assert len(table(evening)) == 2
    assert THREE[0] not in table(evening)


# --- where nothing is measured ---


@pytest.mark.parametrize("reason", ["cannot-decide", "timeout", "unreachable", "too-long"])
def test_fails_it_shared_words_decide_at_once(reason: str):
    evening = crowded(says("Wren, is the kiln new?")).when(fails(reason))
    evening.then(a(Recalled, by="words"), a(ModelAsked, role="writer"))
    assert table(evening)[0] == "The kiln is new."


def test_an_answer_that_cannot_be_read_is_as_good_as_none():
    crowded(says("Wren, hi")).when(answer("I like boats", role="recall")).then(a(Recalled, by="words"))


def test_likenesses_that_are_no_numbers_count_as_nothing():
    evening = crowded(says("Wren, hi"))
    first, second, third = (memory.id for memory in evening.state.memories)
    text = f'{{"{first}": "0.9", "{second}": 0.5, "{third}": 1e999}}'
    evening.when(answer(text, role="recall")).then(a(Recalled, by="embedding"))
    assert table(evening)[0] == THREE[1]


def test_with_a_spent_budget_shared_words_decide_without_a_call():
    evening = crowded(says("Wren, hi"), fails("budget"))
    evening.hear(after(60)).when(says("Wren, the kiln?")).but_never(ModelAsked)
    assert evening.all(Recalled)[-1].by == "words"


# --- for whom ---


def test_each_persona_has_a_table_of_its_own():
    policy = with_policy(memory=SMALL)
    evening = given(*three("wren"), *three("bo"), says("Wren, hi"), policy=policy).when(fails())
    assert evening.state.turn is not None
    owners = {one.id: one.owner for one in evening.state.memories}
    assert sorted(owners[laid.item] for laid in evening.state.turn.table) == ["bo", "bo", "wren", "wren"]


def test_what_others_know_does_not_change_what_is_chosen_for_one():
    alone = crowded(says("Wren, the boat?")).when(fails())
    both = given(*three(), *three("bo"), remembers("bo", "Boats!", importance=10), policy=with_policy(memory=SMALL))
    both.hear(says("Wren, the boat?"), fails())
    owners = {one.id: one.owner for one in both.state.memories}
    assert both.state.turn is not None
    mine = [laid.item for laid in both.state.turn.table if owners[laid.item] == WREN.id]
    assert {one.text for one in both.state.memories if one.id in mine} == set(table(alone))


def test_the_request_names_things_and_holds_no_word_of_any():
    request = crowded(says("Wren, hi")).request()
    held = "\n".join(said.text for said in request.messages)
    assert "Wren, hi" in held
    assert not any(text in held for text in THREE)


def test_a_whisper_is_not_what_others_things_are_held_against():
    evening = crowded(memories.Whispered(person=1, name="Sam", text="psst, kiln", to=(WREN.id,)))  # type: ignore[arg-type]
    request = evening.hear(says("Wren, hi")).request()
    assert "psst" not in "\n".join(said.text for said in request.messages)


# --- use ---


def test_what_lay_on_the_table_counts_as_used_then():
    evening = crowded(after(3600), says("Wren, the boat?"), measures(leaks=0.9, tea=0.1, new=0.2))
    used = {one.text: one.used_at for one in evening.state.memories}
    assert used[THREE[0]] == evening.at
    assert min(used.values()) == NOON


# --- lore ---

WITH_LORE = replace(
    WREN,
    lore=(
        Lore(keys=("Perdita", "the boat"), text="The boat sank in May."),
        Lore(keys=("forge",), text="He burned it himself.", private=True),
    ),
)


def laid_after(text: str, seats: tuple = (WITH_LORE, ALMA, BO)) -> list[str]:
    evening = given(says(text), seats=seats)
    return [laid.item for fact in evening.all(Recalled) for laid in fact.laid]


@pytest.mark.parametrize("text", ["Wren, is PERDITA back?", "Wren, where is the boat?", "Wren: perdita."])
def test_a_key_brings_up_its_lore_whatever_its_case(text: str):
    assert laid_after(text) == ["lore:wren:0"]


@pytest.mark.parametrize("text", ["Wren, perditas?", "Wren, the old boat?", "Wren, hi", "Wren, I forged a sign"])
def test_part_of_a_word_or_of_a_key_brings_up_nothing(text: str):
    assert laid_after(text) == []


def test_lore_of_a_persona_that_is_not_seated_is_not_laid():
    assert laid_after("Alma, and Perdita?", seats=(ALMA, BO)) == []


def test_a_whisper_brings_up_the_secrets_of_those_who_heard_it_and_nothing_else():
    whisper = memories.Whispered(person=1, name="Sam", text="the forge, the boat", to=(WREN.id,))  # type: ignore[arg-type]
    evening = given(whisper, says("Wren, hi"), seats=(WITH_LORE, ALMA, BO))
    assert [laid.item for fact in evening.all(Recalled) for laid in fact.laid] == ["lore:wren:1"]


def test_lore_that_a_line_of_the_turn_brings_up_is_there_for_whoever_is_handed_the_floor():
    evening = given(says("Alma, hi"), seats=(WITH_LORE, ALMA, BO))
    evening.hear(script(alma="Wren, where is the boat?"), claimed).when(posted)
    evening.then(a(Recalled, by="all"), a(ModelAsked, role="writer", about=(PersonaId("wren"),)))


@pytest.mark.parametrize(
    ("text", "key", "found"),
    [
        ("我喜欢北京的春天", "北京", True),
        ("the Café, tonight", "café", True),
        ("anything", "", False),
        ("anything", "?!", False),
        ("new york is big", "New York", True),
        ("york is new", "new york", False),
    ],
)
def test_keys_are_whole_words_in_order(text: str, key: str, *, found: bool):
    assert mentions((plain_words(text),), key) is found


# --- scores ---


def prop(item: str, **more: object) -> Prop:
    return replace(Prop(item=item, text=item, holders=(WREN.id,), query="", used_at=NOON), **more)


NUMBERS = any_.floats(allow_nan=False, allow_infinity=False)
PROPS = any_.lists(
    any_.builds(
        lambda number, importance, hours: prop(
            f"m{number}", importance=importance, used_at=NOON - timedelta(hours=hours)
        ),
        any_.integers(0, 30),
        any_.floats(1, 10),
        any_.floats(-5, 20_000),
    ),
    unique_by=lambda one: one.item,
)


@all_of(PROPS, any_.dictionaries(any_.integers(0, 30).map("m{}".format), any_.floats(-1, 1)), any_.floats(-1, 2))
def test_every_part_is_from_0_to_1_and_the_order_is_fixed(props: list[Prop], relevance: dict[str, float], decay: float):
    laid = ranked(props, relevance, now=NOON, decay=decay)
    parts = [part for one in laid for part in (one.relevance, one.importance, one.recency)]
    assert all(0 <= part <= 1 for part in parts)
    assert laid == sorted(laid, key=lambda one: (-one.score, one.item))
    assert laid == ranked(props[::-1], relevance, now=NOON, decay=decay)


@all_of(any_.lists(NUMBERS), any_.floats(0.01, 10))
def test_spreading_never_divides_by_nothing(values: list[float], small: float):
    assert all(0 <= value <= 1 for value in spread(values, small))


def test_a_small_difference_stays_small():
    assert spread([0.50, 0.51], 0.05) == [0.0, 0.2]
    assert spread([0.2, 0.7], 0.05) == [0.0, 1.0]


def test_alike_in_everything_they_go_by_their_names():
    assert [laid.item for laid in ranked([prop("m7"), prop("m2"), prop("m5")], {}, now=NOON, decay=0.99)] == [
        "m2",
        "m5",
        "m7",
    ]


def test_the_more_recently_used_is_fresher():
    hours = [freshness(NOON - timedelta(hours=ago), NOON, 0.995) for ago in (0, 1, 100)]
    assert hours == sorted(hours, reverse=True)
    assert hours[0] == 1


def test_a_use_that_lies_ahead_counts_as_now():
    assert freshness(NOON + timedelta(days=400), NOON, 0.5) == 1


@pytest.mark.parametrize(
    ("changes", "relevance"),
    [({"importance": 9.0}, 0.0), ({"used_at": NOON}, 0.0), ({}, 0.8)],
    ids=["importance", "recency", "relevance"],
)
def test_each_part_alone_decides_between_otherwise_equal_things(changes: dict[str, object], relevance: float):
    old = NOON - timedelta(hours=500)
    first, second = prop("m1", used_at=old), prop("m2", **{"used_at": old, **changes})
    assert ranked([first, second], {"m2": relevance}, now=NOON, decay=0.995)[0].item == "m2"


def test_pinned_notes_lie_first_and_take_no_place():
    evening = crowded(NotePinned(text="We meet at nine."), says("Wren, hi")).when(fails())
    assert [item.startswith("note:") for item in table(evening)] == [True, False, False]

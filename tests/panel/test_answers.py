"""From a model's answer to staged lines: streamed, in order, screened, asked for once more, or given up with a sign."""

import pytest

from events.decided import LineCut, LineStaged, ModelAsked, SignGiven, TurnEnded
from events.errors import PromptTooLong
from tests.panel.evening import (
    a,
    answer,
    claimed,
    fails,
    given,
    limits,
    lines,
    posted,
    says,
    script,
    stages,
    streams,
    the_gathering_ends,
    with_policy,
)

WREN_WAS_ASKED = says("Wren, hi", message=7)
BOTH_WERE_ASKED = says("Wren and Alma, who is right?")
WREN_WAS_STAGED = (says("what should we cook?"), the_gathering_ends, stages("wren"))

# --- one line ---


def test_a_line_is_staged_as_it_was_written():
    evening = given(WREN_WAS_ASKED).when(script(wren="I would open a window."))
    evening.then(a(LineStaged, persona="wren", text="I would open a window.", position=0))


def test_foreign_voices_in_an_answer_are_cut_with_a_reason_and_never_staged():
    evening = given(WREN_WAS_ASKED).when(answer("Wren: I'd open a window.\nAlma: In this cold?\nSam: ok I will"))
    evening.then(
        a(LineCut, persona="alma", reason="not staged"),
        a(LineCut, reason="speaks for a person"),
        a(LineStaged, persona="wren", text="I'd open a window."),
    )


def test_an_answer_that_begins_with_somebody_else_is_asked_for_again_and_then_given_up():
    evening = given(WREN_WAS_ASKED).when(answer("Alma: In this cold?"))
    evening.then(a(ModelAsked, attempt=2, complaint="missing"))
    evening.when(answer("Alma: In this cold?")).then(a(LineCut, final=True), SignGiven).but_never(LineStaged)


def test_a_second_line_of_the_same_speaker_is_cut_and_recorded():
    evening = given(WREN_WAS_ASKED).when(answer(lines(("wren", "Open a window."), ("wren", "Or two of them."))))
    evening.then(a(LineCut, persona="wren", reason="second-line"), a(LineStaged, text="Open a window."))


@pytest.mark.parametrize("text", ["", "   ", "\u200b", "Wren:", "<think>x</think>", "```\n```"])
def test_an_empty_answer_is_asked_for_once_more_and_then_shown_as_a_small_sign(text):
    evening = given(WREN_WAS_ASKED).when(answer(text))
    evening.then(a(ModelAsked, attempt=2))
    evening.when(answer(text)).then(a(LineCut, final=True), a(SignGiven, reason="failed", message=7, persona="wren"))
    assert evening.all(LineStaged) == []


def test_after_a_failure_the_next_message_gets_its_own_answer():
    evening = given(WREN_WAS_ASKED, answer(""), answer("")).when(says("Wren, what is for lunch?", message=8))
    evening.hear(script(wren="Soup, today."))
    assert evening.staged() == [("wren", "Soup, today.")]
    assert evening.state.unposted[0].answering == (8,)


@pytest.mark.parametrize(
    "text", ["*(silent)*", "NO_REPLY", "…", ".", "\U0001f507", "(Wren says nothing.)", "HEARTBEAT_OK", "[no response]"]
)
def test_a_narrated_silence_is_no_line(text):
    evening = given(*WREN_WAS_STAGED).when(script(wren=text))
    evening.then(a(LineCut, persona="wren", final=True)).but_never(LineStaged)


def test_who_was_not_asked_may_decline_without_a_retry_or_a_sign():
    evening = given(*WREN_WAS_STAGED).when(script(wren="I'll leave that one to Alma."))
    evening.then(a(LineCut, reason="deferral", final=True), TurnEnded).but_never(ModelAsked, SignGiven)


def test_who_was_asked_may_hand_the_question_on_aloud():
    given(WREN_WAS_ASKED).when(script(wren="I'll leave that one to Alma.")).then(LineStaged)


def test_a_models_refusal_is_written_again_once_and_never_reaches_a_prompt():
    refusal = "As an AI language model I can't roleplay Wren."
    evening = given(WREN_WAS_ASKED).when(script(wren=refusal))
    evening.then(a(ModelAsked, attempt=2, complaint="refusal"))
    assert refusal not in "".join(said.text for said in evening.request().messages)
    evening.when(script(wren=refusal)).then(a(LineCut, reason="refusal", final=True), SignGiven)


def test_the_writer_is_told_what_to_do_differently():
    evening = given(WREN_WAS_ASKED, script(wren="I would open a window."), claimed, posted, says("Wren, and now?"))
    evening.when(script(wren="I would open a window."))
    assert "Say something that is not in the talk yet" in evening.request().messages[2].text


# --- several lines ---


def test_lines_are_staged_in_the_staged_order_whatever_the_answers_order():
    evening = given(BOTH_WERE_ASKED).when(script(alma="In this cold?", wren="Open a window."))
    assert evening.staged() == [("wren", "Open a window."), ("alma", "In this cold?")]


def test_a_streamed_line_is_staged_before_the_last_one_is_written():
    whole = lines(("wren", "Open a window."), ("alma", "In this cold?"))
    evening = given(BOTH_WERE_ASKED).when(streams(whole[: whole.index("alma")]))
    evening.then(a(LineStaged, persona="wren"))
    evening.when(answer(whole)).then(a(LineStaged, persona="alma", position=1))
    assert len(evening.all(LineStaged)) == 2


def test_a_streamed_later_speaker_waits_for_the_earlier_one():
    whole = lines(("alma", "In this cold?"), ("wren", "Open a window."))
    given(BOTH_WERE_ASKED).when(streams(whole[: whole.index("wren")])).and_nothing_else()


def test_a_streamed_cut_is_recorded_once():
    whole = lines(("bo", "Roses."), ("wren", "Open a window."), ("alma", "In this cold?"))
    evening = given(BOTH_WERE_ASKED, streams(whole[: whole.index("alma")], lines=2), answer(whole))
    assert [cut.persona for cut in evening.all(LineCut)] == ["bo"]


def test_a_missing_speaker_is_asked_for_once_more_with_those_who_come_after():
    given(BOTH_WERE_ASKED).when(script(alma="In this cold?")).then(
        a(LineCut, persona="wren", reason="missing", final=False), a(ModelAsked, attempt=2, about=("wren", "alma"))
    )


def test_a_speaker_who_is_missing_again_is_given_up_and_the_next_one_speaks():
    evening = given(BOTH_WERE_ASKED, script(alma="In this cold?")).when(script(alma="In this cold?"))
    evening.then(a(LineCut, persona="wren", final=True), a(SignGiven, persona="wren"), a(LineStaged, persona="alma"))


def test_near_identical_lines_of_one_turn_are_written_again_once():
    evening = given(BOTH_WERE_ASKED).when(
        script(
            wren="A hot dog is clearly a sandwich, it is bread with a filling inside.",
            alma="A hot dog is clearly a sandwich, it is bread with filling inside.",
        )
    )
    evening.then(a(LineStaged, persona="wren"), a(ModelAsked, about=("alma",), complaint="suspected"))
    assert "Take another side" in evening.request().messages[2].text


def test_one_call_a_line_shows_the_second_writer_what_the_first_said():
    evening = given(BOTH_WERE_ASKED, policy=with_policy(arrangement="each")).when(script(wren="Open a window."))
    evening.then(a(LineStaged, persona="wren"), a(ModelAsked, about=("alma",)))
    assert evening.request().messages[1].text.endswith("Wren Okafor: Open a window.")


def test_an_answer_that_was_cut_off_keeps_its_whole_lines():
    whole = lines(("wren", "Open a window."), ("alma", "In this cold?"))
    evening = given(BOTH_WERE_ASKED).when(answer(whole[:-10], finish="length"))
    evening.then(a(LineStaged, persona="wren"), a(ModelAsked, about=("alma",), attempt=2))


def test_the_lines_after_a_handed_over_floor_stay_within_the_cap():
    evening = given(*WREN_WAS_STAGED, script(wren="Alma would know. Alma?"), claimed, posted)
    evening.then(a(ModelAsked, about=("alma",)))
    evening.hear(script(alma="Bo, what do you think?"), claimed).when(posted).then(a(TurnEnded, reason="done"))
    assert evening.state.ai_run == evening.state.cap == 2


@pytest.mark.parametrize("text", ["As Alma says, rain.", "Alma's soup is the best thing here.", "Wren, that is me."])
def test_a_line_about_somebody_hands_nothing_over(text):
    evening = given(*WREN_WAS_STAGED, script(wren=text), claimed).when(posted)
    evening.then(a(TurnEnded, reason="done")).but_never(ModelAsked)


# --- no answer ---


@pytest.mark.parametrize("reason", ["timeout", "server", "unreachable", "rate-limited"])
def test_a_writer_that_fails_for_somebody_who_was_asked_leaves_a_sign(reason):
    evening = given(WREN_WAS_ASKED).when(fails(reason))
    evening.then(a(LineCut, reason=reason, final=True), a(SignGiven, reason="failed", message=7), a(TurnEnded))
    assert evening.state.calls == ()


def test_a_writer_that_fails_for_somebody_who_was_not_asked_leaves_silence():
    given(*WREN_WAS_STAGED).when(fails()).then(a(LineCut, reason="timeout"), TurnEnded).but_never(SignGiven)


def test_two_who_were_asked_and_cannot_answer_are_one_sign():
    given(BOTH_WERE_ASKED, fails()).then(a(SignGiven, persona="wren"))
    assert len(given(BOTH_WERE_ASKED, fails()).all(SignGiven)) == 1


def test_a_spent_budget_says_so():
    given(WREN_WAS_ASKED).when(fails("budget")).then(a(SignGiven, reason="resting"))


@pytest.mark.parametrize("reason", ["filtered", "nonsense", "unreadable"])
def test_an_answer_that_was_held_back_is_asked_for_once_more(reason):
    evening = given(WREN_WAS_ASKED).when(fails(reason))
    evening.then(a(ModelAsked, attempt=2))
    evening.when(fails(reason)).then(a(LineCut, final=True), SignGiven).but_never(ModelAsked)


def test_a_refused_key_is_a_notice_once_an_hour():
    evening = given(WREN_WAS_ASKED, fails("refused-key"), says("Wren, hi again"), fails("refused-key"))
    notices = [sign for sign in evening.all(SignGiven) if sign.reason == "refused-key"]
    assert [notice.message for notice in notices] == [None]


def test_a_prompt_that_was_too_long_is_sent_once_more_smaller():
    many = [says(f"line {n}: " + "words " * 40, message=100 + n, to_others=True) for n in range(30)]
    evening = given(*many, says("Wren, hi"))
    before = len(evening.request().messages[1].text)
    evening.when(fails(PromptTooLong.reason)).then(a(ModelAsked, attempt=2))
    assert len(evening.request().messages[1].text) < 0.75 * before
    assert evening.request().messages[1].text.endswith("Sam: Wren, hi")
    evening.when(fails(PromptTooLong.reason)).then(a(LineCut, final=True)).but_never(ModelAsked)


def test_a_call_that_nobody_waits_for_changes_nothing():
    evening = given(WREN_WAS_ASKED)
    again = script(wren="Twice.")(evening)
    evening.hear(script(wren="Once only, please.")).when(again).and_nothing_else()


def test_the_longest_line_is_what_the_policy_says():
    evening = given(WREN_WAS_ASKED, policy=limits(characters=60)).when(script(wren="A sentence of words. " * 9))
    assert len(evening.staged()[0][1]) <= 60

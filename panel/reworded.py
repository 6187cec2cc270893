"""A person changed their own words while they were being answered: what has not been said yet answers the new ones.

A change of words that were answered already only reaches later prompts, and opens no turn.
"""

from events import heard
from events.base import MessageId, PersonId
from events.room import Addressed, Turn, Utterance
from panel import obligations, turns
from panel.deciding import Deciding
from panel.floor.given import give_floor
from panel.hearing import address_of, hush, is_aside, is_stop, names_of

REASON = "words-changed"


def human_edited(d: Deciding, event: heard.HumanEdited) -> None:
    """Whom the new words address is counted anew, while nobody has answered the old ones."""
    before, said = d.before.said_in(event.message), d.state.said_in(event.message)
    if not d.state.open or before is None or said is None or said.text == before.text:
        return  # Discord tells of old edits again
    turn = d.state.turn
    if turn is None or turn.occasion not in ("human", "catch-up") or event.message not in turn.messages:
        turns.ask_again(d, REASON)
        return
    if is_stop(event.text, d.state.policy, names=names_of(d.state)):
        hush(d, "stop-word")
    elif has_spoken(d, turn):
        turns.ask_again(d, REASON)
    else:
        _answer_anew(d, turn, before, said)


def has_spoken(d: Deciding, turn: Turn) -> bool:
    """Whether a line of this turn stands in the channel, or may."""
    return bool(turn.posted) or any(line.turn == turn.id and line.started for line in d.state.unposted)


def _answer_anew(d: Deciding, turn: Turn, before: Utterance, said: Utterance) -> None:
    aside = is_aside(said.text, d.state.policy)
    to = Addressed() if aside else _address_anew(d, before, said)
    turns.count_address(d, _message_of(said), to, turn=None)
    lost = turns.no_longer_addressed(d, [before])
    due = [one for one in d.state.obligations if one.source == said.version and one.holder in lost]
    for fact in obligations.ended(due, "withdrawn"):
        d.say(fact)
    if aside and turn.messages == (said.message,):
        turns.supersede(d, "aside")
        return
    turns.open_instead(
        d,
        "human",
        wait=_left_to_gather(d, turn),
        reason=REASON,
        without=frozenset(before.to.forced if before.to else ()),
    )
    for fact in obligations.asked(d.state, said, to.forced):
        d.say(fact)
    if d.turn.addressed.forced or d.turn.addressed.to_panel:
        give_floor(d)


def _left_to_gather(d: Deciding, turn: Turn) -> float:
    """Seconds: a window, as after any message; but however often somebody edits, a turn begins in time."""
    gathering = d.state.policy.gathering
    first = min(said.at for said in d.state.talk if said.message in turn.messages)
    return max(0.0, min(gathering.window, gathering.longest - (d.at - first).total_seconds()))


def _address_anew(d: Deciding, before: Utterance, said: Utterance) -> Addressed:
    """What the words say, read again; what a reply or a role said beside the words still holds."""
    was, to, now = _by_words(d, before), before.to or Addressed(), _by_words(d, said)
    forced = (*now.forced, *(one for one in to.forced if one not in was.forced and one not in now.forced))
    return Addressed(
        forced=forced,
        rule=(now.rule or to.rule) if forced else "",
        mentioned=tuple(one for one in now.mentioned if one not in forced),
        absent=to.absent,
        to_panel=now.to_panel or (to.to_panel and not was.to_panel),
        to_human=not forced and (now.to_human or (to.to_human and not was.to_human)),
    )


def _by_words(d: Deciding, said: Utterance) -> Addressed:
    spoken = heard.HumanSpoke(
        message=_message_of(said),
        person=said.person or PersonId(0),
        name=said.name,
        text=said.text,
        answers=said.answers,
        sent_at=said.at,
    )
    return address_of(d.state, spoken)[0]


def _message_of(said: Utterance) -> MessageId:
    assert said.message is not None
    return said.message

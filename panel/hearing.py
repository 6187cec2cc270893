"""What people do: they speak, type, take words back; how that opens, prolongs, supersedes or ends a turn."""

import unicodedata
from collections.abc import Sequence
from datetime import timedelta
from typing import NamedTuple

from events import heard
from events.base import MessageId, PersonaId, PersonId
from events.decided import AddressHeard, LineCut, LineUnwanted, PanelHushed, PanelRoused, SilenceKept, TurnGathers
from events.policy import Policy
from events.room import Addressed, RoomState, Turn
from panel import obligations, readouts, turns
from panel.address import Named, resolve
from panel.deciding import Deciding
from panel.floor.given import give_floor

POLITE = frozenset(
    (
        *("please", "pls", "ok", "okay", "now", "guys", "everyone", "everybody", "all", "both", "you", "and", "hey"),
        *("can", "could", "would", "will", "thanks", "thank"),
    )
)
"""Words around a stop word that change nothing: "ok, enough please", "could you all stop"."""


def human_spoke(d: Deciding, event: heard.HumanSpoke) -> None:
    """A person's message: to whom, and does it open a turn, join one, or supersede one."""
    if not d.state.open:
        return
    to, why = address_of(d.state, event)
    if is_aside(event.text, d.state.policy):
        _note(d, event, Addressed(), why, reason="aside")
        return
    if is_stop(_without_calls(event.text) if event.to_bot else event.text, d.state.policy, names=names_of(d.state)):
        _note(d, event, Addressed(), why, reason="")
        hush(d, "stop-word")
        return
    asked = bool(to.forced) or to.to_panel
    if d.state.hushed:
        if not asked:
            _note(d, event, to, why, reason="hushed")
            return
        d.say(PanelRoused(reason="addressed"))
    if event.late:
        _note(d, event, to, why, reason="")
        return
    _join_or_open(d)
    d.say(_address(event, to, why, turn=True, d=d))
    _owe(d, event.message, to)
    if asked or d.at >= d.turn.until:
        give_floor(d)
    else:
        readouts.ask_ahead(d)


def _join_or_open(d: Deciding) -> None:
    gathering = d.state.policy.gathering
    turn = d.state.turn
    if turn is None or turn.stage != "gathering":
        turns.open_instead(d, "human", wait=gathering.window)
        return
    latest = turn.opened_at + timedelta(seconds=gathering.longest)
    until = min(d.at + timedelta(seconds=gathering.window), latest)
    d.say(TurnGathers(turn=turn.id, until=until, reason="message"))


def _owe(d: Deciding, message: MessageId, to: Addressed) -> None:
    """Whoever was spoken to owes an answer, where the message makes one due."""
    said = d.state.said_in(message)
    for fact in obligations.asked(d.state, said, to.forced) if said else ():
        d.say(fact)


def _note(d: Deciding, event: heard.HumanSpoke, to: Addressed, why: tuple[str, ...], *, reason: str) -> None:
    d.say(_address(event, to, why, turn=False, d=d))
    if reason:
        d.say(SilenceKept(reason=reason))


def _address(event: heard.HumanSpoke, to: Addressed, why: tuple[str, ...], *, turn: bool, d: Deciding) -> AddressHeard:
    return AddressHeard(
        turn=d.turn.id if turn else None,
        message=event.message,
        forced=to.forced,
        rule=to.rule,
        mentioned=to.mentioned,
        absent=to.absent,
        to_panel=to.to_panel,
        to_human=to.to_human,
        why=why,
    )


def address_of(state: RoomState, event: heard.HumanSpoke) -> tuple[Addressed, tuple[str, ...]]:
    """Whom a message is to, strongest sign first: a reply, a persona's role, a name; and the reasons."""
    seated = [seat.persona for seat in state.seats]
    here = {persona.id for persona in seated}
    away = tuple(persona for persona in event.elsewhere if persona not in here)
    found = resolve(
        event.text, seated, absent=[_Away(persona) for persona in away], humans=people_beside(state, event.person)
    )
    named = found.forced
    rule = "addressed"
    if found.ambiguous and not set(found.ambiguous) & {event.answers, *event.roles}:
        named = (*named, _meant(state, found.ambiguous, event.person))
        rule = "shared-name"
    by_reply = (event.answers,) if event.answers in here else ()
    by_role = tuple(persona for persona in event.roles if persona in here)
    forced = tuple(dict.fromkeys(persona for persona in (*by_reply, *by_role, *named) if persona is not None))
    called = "mention" if event.to_bot else ""
    rule = "answers-a-reply" if by_reply else "role" if by_role else rule if named else called
    why = tuple(f"{span.persona}: {span.reason}" if span.persona else span.reason for span in found.spans)
    why = (*(f"{persona}: reply" for persona in by_reply), *(f"{persona}: role" for persona in by_role), *why)
    to = Addressed(
        forced=forced,
        rule=rule,
        mentioned=tuple(persona for persona in found.mentioned if persona not in forced),
        absent=away,
        to_panel=event.to_bot or found.to_panel,
        to_human=not forced and (event.to_others or (found.to_human and not away)),
    )
    return to, why


def elsewhere(state: RoomState, event: heard.HumanSpoke, library: Sequence[Named]) -> tuple[PersonaId, ...]:
    """Who of a library is addressed and not seated here, in the order named; whoever sits here goes by a name first."""
    seated = [seat.persona for seat in state.seats]
    here = {persona.id for persona in seated}
    absent = [persona for persona in library if persona.id not in here]
    return resolve(event.text, seated, absent=absent, humans=people_beside(state, event.person)).absent


def people_beside(state: RoomState, person: PersonId) -> tuple[str, ...]:
    """The names of the others in the talk."""
    others = (said.name for said in state.talk if said.person and said.person != person)
    return tuple(dict.fromkeys(others))


class _Away(NamedTuple):
    """One of the library whose card this room does not hold. Ids are made of names, which is enough to see a list."""

    id: PersonaId

    @property
    def name(self) -> str:
        return self.id.replace("-", " ").replace("_", " ").title()

    @property
    def aliases(self) -> tuple[str, ...]:
        return ()


def _meant(state: RoomState, namesakes: tuple[PersonaId, ...], person: PersonId) -> PersonaId:
    """Of personas that share a name: who last answered this person, else who last spoke, else the first seat."""
    own = {said.message for said in state.talk if said.person == person}
    for said in reversed(state.talk):
        if said.persona is not None and said.persona in namesakes and own & set(said.answering):
            return said.persona
    order = {seat.persona.id: place for place, seat in enumerate(state.seats)}
    spoke = {seat.persona.id: seat.last_spoke for seat in state.seats}
    return min(namesakes, key=lambda persona: (-spoke[persona], order[persona]))


def is_aside(text: str, policy: Policy) -> bool:
    """A message marked as not for the panel: heard, not answered."""
    return text.lstrip().startswith(policy.ignore_markers)


def is_stop(text: str, policy: Policy, *, names: frozenset[str] = frozenset()) -> bool:
    """A whole message that asks for quiet, whatever its case, punctuation, politeness, and the names it is said to."""
    if text.strip() and text.strip() in policy.stop_words:
        return True  # a sign alone, which has no words
    stops = {_words(stop) for stop in policy.stop_words} - {()}
    core = tuple(word for word in _words(text) if word not in POLITE and word not in names)
    return bool(core) and _is_made_of(core, stops)


def _is_made_of(words: tuple[str, ...], phrases: set[tuple[str, ...]]) -> bool:
    """Whether words are nothing but these phrases, one after another."""
    return not words or any(words[: len(one)] == one and _is_made_of(words[len(one) :], phrases) for one in phrases)


def _without_calls(text: str) -> str:
    """A message to the bot, without the @name that calls it: whatever it goes by here, that is no word of the wish."""
    return " ".join(word for word in text.split() if not word.startswith("@"))


def _words(text: str) -> tuple[str, ...]:
    """The words in lower case; signs are none, but marks that belong to a letter stay (Devanagari, Thai)."""
    kept = (sign if unicodedata.category(sign)[0] in "LMN" else " " for sign in unicodedata.normalize("NFKC", text))
    return tuple("".join(kept).casefold().split())


def names_of(room: RoomState) -> frozenset[str]:
    """Every word that names somebody on the panel."""
    personas = [seat.persona for seat in room.seats]
    return frozenset(word for one in personas for name in (one.name, *one.aliases) for word in _words(name))


def hush(d: Deciding, reason: str) -> None:
    """Withdraw what is unsent, end the turn, and keep silent until an address or a resume."""
    if d.state.turn is not None:
        turns.supersede(d, "stopped")
    if not d.state.hushed:
        d.say(PanelHushed(reason=reason))
    for fact in obligations.ended(d.state.obligations, "closed"):
        d.say(fact)


def gathered(d: Deciding, event: heard.AlarmRang) -> None:
    """The gathering's time is up; an alarm for an earlier one is stale."""
    turn = d.state.turn
    if turn is None or turn.stage != "gathering" or turn.gathers != event.since or d.at < turn.until:
        return
    give_floor(d)


def human_typing(d: Deciding, _: heard.HumanTyping) -> None:
    """Somebody goes on writing: the turn waits a little longer, within bounds."""
    turn = d.state.turn
    if turn is None or turn.stage != "gathering":
        return
    gathering = d.state.policy.gathering
    latest = turn.opened_at + timedelta(seconds=2 * gathering.longest)
    until = min(d.at + timedelta(seconds=gathering.typing), latest)
    if until > turn.until:
        d.say(TurnGathers(turn=turn.id, until=until, reason="typing"))


def human_erased(d: Deciding, event: heard.HumanErased) -> None:
    """Words were taken back: what would answer only them is cancelled; what was said stays, or goes, by policy."""
    gone = set(event.messages)
    turn = d.state.turn
    if d.state.policy.on_delete == "remove":
        _remove_answers(d, gone)
    if turn is not None and gone & set(turn.messages) and turn.occasion == "order":
        _only_as_ordered(d, turn, gone)
        _words_gone(d, gone)
    elif turn is not None and gone & set(turn.messages) and turn.redoes is None:
        _answer_the_rest(d, turn, gone)
    else:
        _words_gone(d, gone)


def _remove_answers(d: Deciding, gone: set[MessageId]) -> None:
    said = [(one.line, one.answering) for one in d.state.talk if one.line]
    leaving = [(line.line, line.answering) for line in d.state.unposted if line.started is not None]
    for line, answering in (*said, *leaving):
        if line and gone & set(answering) and line not in d.state.unwanted:
            d.say(LineUnwanted(line=line, reason="source-deleted"))


def _only_as_ordered(d: Deciding, turn: Turn, gone: set[MessageId]) -> None:
    """Whoever has an order speaks; those who were to answer the deleted words after that do not."""
    lost = turns.no_longer_addressed(d, [said for said in d.before.talk if said.message in gone])
    for cue in turn.cues:
        if cue.rule == "carried" and cue.persona in lost:
            turns.drop_unsent(d, "source-deleted", of=cue.persona)
            if cue.persona not in d.turn.done:
                d.say(LineCut(turn=turn.id, persona=cue.persona, reason="source-deleted", final=True))


def _answer_the_rest(d: Deciding, turn: Turn, gone: set[MessageId]) -> None:
    left = [said for said in d.state.talk if said.message in turn.messages]
    if not left:
        turns.supersede(d, "source-deleted")
        return
    lost = turns.no_longer_addressed(d, [said for said in d.before.talk if said.message in gone])
    turns.open_instead(d, "human", wait=d.state.policy.gathering.window, reason="source-deleted", without=lost)
    if not d.turn.messages:
        turns.end(d, "done")  # what is left has been answered
    elif d.turn.addressed.forced or d.turn.addressed.to_panel:
        give_floor(d)


def line_erased(d: Deciding, event: heard.LineErased) -> None:
    """Somebody removed a line of ours: no answer may go on from it."""
    _words_gone(d, {event.message})


def _words_gone(d: Deciding, gone: set[MessageId]) -> None:
    """A model that was just told what is gone now is asked again without it."""
    if d.state.unwanted != d.before.unwanted or any(said.message in gone for said in d.before.talk):
        turns.ask_again(d, "words-gone")


def caught_up(d: Deciding, _: heard.CaughtUp) -> None:
    """What was missed while offline is known now: the newest fresh address is answered, the rest is context."""
    if not d.state.open or d.state.hushed:
        return
    fresh = d.at - timedelta(seconds=d.state.policy.limits.fresh)
    for said in reversed(d.state.talk):
        if not said.late or said.at < fresh:
            return
        if said.to is not None and (said.to.forced or said.to.to_panel):
            turns.open_instead(d, "catch-up")
            turns.answer_too(d, [said])
            if said.message is not None:
                _owe(d, said.message, said.to)
            give_floor(d)
            return

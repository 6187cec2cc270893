"""The life of a turn: opened, superseded, kept silent, ended; and the signs that are owed meanwhile."""

from collections.abc import Sequence
from datetime import timedelta

from msgspec.structs import replace

from events.base import MessageId, PersonaId, TurnId
from events.decided import (
    AddressHeard,
    Considered,
    Cue,
    FloorGiven,
    LineCut,
    LineWithdrawn,
    ModelDropped,
    Occasion,
    SignGiven,
    SilenceKept,
    TurnEnded,
    TurnOpened,
)
from events.room import Addressed, Utterance
from panel.deciding import Deciding

SIGN_PAUSE = timedelta(hours=1)
"""One notice a cause an hour (an error that is posted again and again got bots timed out elsewhere)."""


def open_turn(d: Deciding, occasion: Occasion, *, wait: float = 0.0, carried: tuple[PersonaId, ...] = ()) -> None:
    """Begin a turn that gathers for `wait` seconds."""
    until = d.at + timedelta(seconds=wait)
    d.say(TurnOpened(turn=d.new_turn(), occasion=occasion, until=until, carried=carried))


def open_instead(
    d: Deciding,
    occasion: Occasion,
    *,
    wait: float = 0.0,
    reason: str = "superseded",
    without: frozenset[PersonaId] = frozenset(),
) -> None:
    """Begin a turn in the place of the one that goes on; what a person is still owed from that is carried along.

    Nobody waits any more for those in `without`: whoever called them has taken that back.
    """
    before = d.state.turn
    if before is None or before.redoes is not None:  # nobody is owed a line that was said already
        if before is not None:
            supersede(d, reason)
        open_turn(d, occasion, wait=wait)
        return
    over = settled(d)
    spoke = before.posted or any(line.turn == before.id and line.started for line in d.state.unposted)
    carried = tuple(persona for persona in supersede(d, reason) if persona not in without)
    open_turn(d, occasion, wait=wait, carried=carried)
    if carried or not spoke:
        answer_too(d, [said for said in d.state.talk if said.message in before.messages], without=over)


def answer_too(d: Deciding, messages: Sequence[Utterance], *, without: frozenset[PersonaId] = frozenset()) -> None:
    """Messages that were heard before belong to this turn too; nobody answers them twice."""
    for said in messages:
        if said.message is None:
            continue
        to = said.to or Addressed()
        forced = tuple(persona for persona in to.forced if persona not in without)
        count_address(d, said.message, replace(to, forced=forced), turn=d.turn.id)


def count_address(d: Deciding, message: MessageId, to: Addressed, *, turn: TurnId | None) -> None:
    """Write down whom a message that is known already is to, as it is read now."""
    d.say(
        AddressHeard(
            turn=turn,
            message=message,
            forced=to.forced,
            rule=to.rule,
            mentioned=to.mentioned,
            absent=to.absent,
            to_panel=to.to_panel,
            to_human=to.to_human,
        )
    )


def no_longer_addressed(d: Deciding, withdrawn: Sequence[Utterance]) -> frozenset[PersonaId]:
    """Whom only words that were taken back called upon: no other message of the turn does, as they stand now."""
    called = {persona for said in withdrawn if said.to is not None for persona in said.to.forced}
    standing = [said.to.forced for said in d.state.talk if said.message in d.turn.messages and said.to is not None]
    return frozenset(called.difference(*standing))


def give(d: Deciding, rule: str, *cues: Cue, considered: tuple[Considered, ...] = (), words: str = "") -> None:
    """Give the floor. The lines are asked for when the turn is settled."""
    d.say(FloorGiven(turn=d.turn.id, rule=rule, cues=cues, considered=considered, words=words))


def keep_silence(d: Deciding, reason: str, considered: tuple[Considered, ...] = (), *, words: str = "") -> None:
    """Nobody speaks in this turn. Who called for somebody that is not seated here is shown at least that."""
    if not d.turn.staged:
        _show_who_is_absent(d)
    d.say(SilenceKept(turn=d.turn.id, reason=reason, considered=considered, words=words))
    end(d, "done" if d.turn.staged else "silence")


def _show_who_is_absent(d: Deciding) -> None:
    turn = d.turn
    told = {sign.message for sign in d.state.signs}
    for said in reversed(d.state.talk):
        if said.message in turn.messages and said.to is not None and said.to.absent and said.message not in told:
            show_sign(d, "absent", persona=said.to.absent[0], message=said.message)
            return


def settled(d: Deciding) -> frozenset[PersonaId]:
    """Whose part in this turn is over: heard, on its way, given up, or refused with a sign."""
    turn = d.turn
    unsent = {line.persona for line in d.state.unposted if line.turn == turn.id and line.started is None}
    refused = {one.persona for one in turn.considered if one.verdict == "refused"}
    spoken = {said.persona for said in d.state.talk if said.persona and said.version > turn.opened}
    return frozenset((set(turn.done) - unsent) | refused | spoken)


def supersede(d: Deciding, reason: str) -> tuple[PersonaId, ...]:
    """End the turn early, withdrawing what is unsent. Returns the personas still owed to a person, in order."""
    over = settled(d)
    asked = (*d.turn.addressed.forced, *(cue.persona for cue in d.turn.cues if cue.forced))
    drop_unsent(d, reason)
    end(d, reason)
    return tuple(persona for persona in dict.fromkeys(asked) if persona not in over)


def drop_unsent(d: Deciding, reason: str, *, of: PersonaId | None = None) -> None:
    """Drop open calls and withdraw lines that have not left yet; one that left is resolved, never withdrawn."""
    for call in d.state.calls:
        if of is None:
            d.say(ModelDropped(call=call.id, reason=reason))
    for line in d.state.unposted:
        if line.started is None and of in (None, line.persona):
            d.say(LineWithdrawn(line=line.line, reason=reason))


def ask_again(d: Deciding, reason: str) -> None:
    """What the open calls were told is no longer so: their answers are not wanted, and they are asked afresh."""
    for call in d.state.calls:
        d.say(ModelDropped(call=call.id, reason=reason))
        about = tuple(one for one in call.about if call.role != "writer" or one not in d.turn.done)
        if about and d.turn.calls < d.state.policy.limits.calls_a_turn:
            d.ask(call.role, about, attempt=call.attempt, complaint=call.complaint, arranged=call.arranged)
    if d.state.turn is not None and d.turn.stage == "deciding" and not d.state.calls:
        end(d, "fuse")


def end(d: Deciding, reason: str) -> None:
    """The turn is over."""
    d.say(TurnEnded(turn=d.turn.id, reason=reason, posted=d.turn.posted))


def give_up(d: Deciding, persona: PersonaId, reason: str, *, sign: str = "failed") -> None:
    """A persona's part in this turn is over; whoever asked for it is shown a sign."""
    if persona in d.turn.done:
        return
    call = next((call.id for call in (*d.before.calls, *d.state.calls) if persona in call.about), None)
    d.say(LineCut(turn=d.turn.id, call=call, persona=persona, reason=reason, final=True))
    if any(cue.persona == persona and cue.forced for cue in d.turn.cues) and d.turn.redoes is None:
        show_sign(d, sign, persona=persona)


def show_sign(
    d: Deciding,
    reason: str,
    *,
    persona: PersonaId | None = None,
    message: MessageId | None = None,
    notice: bool = False,
) -> None:
    """Owe a visible sign to whoever asked: on their message, else on the turn's last one.

    A notice to the whole channel is given at most once a cause an hour.
    """
    turn = d.state.turn
    if message is None and turn and turn.messages and not notice:
        message = turn.messages[-1]
    last = dict(d.state.signed).get(reason)
    if message is None and last is not None and d.at - last < SIGN_PAUSE:
        return
    if any(sign.reason == reason and sign.message == message for sign in d.state.signs):
        return
    d.say(SignGiven(reason=reason, message=message, persona=persona))

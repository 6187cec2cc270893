"""The pair's floor: one persona begins a talk with another, and the two alternate until it is over.

Generative Agents' and AI Town's talk of two. Whether a talk may begin is code (rest of a persona and of the two, the
cap); whether it does is one question to a model, whose failure is a no. When it is over is code again: a person speaks,
a line takes leave or turns to somebody else, its lines are used up, or the other one may not speak. Which two talk is
read off the turn; in a scene, where each line has a turn of its own, off the talk.
"""

from datetime import datetime, timedelta
from itertools import pairwise, permutations

import msgspec

from events.base import EPOCH, PersonaId
from events.decided import Considered, Cue, SilenceKept
from events.room import Call, RoomState, Seat, Utterance
from panel import handover, initiation, turns
from panel.address import resolve
from panel.deciding import Deciding
from panel.floor.filters import remaining, sift
from panel.floor.graph import following
from panel.floor.strategy import Refusals, Seats, Strategy
from panel.parting import parts

PARTNER = "partner"
"""Why the other one of the two is not passed over."""
OPENS, ANSWERS, CLOSES = "turns to {} and begins a talk", "answers {}", "answers {}, and leaves it there"


def begin(d: Deciding, free: Seats, refused: Refusals) -> None:
    """Choose who would begin and with whom; ask a model, unless the panel was asked to speak anyway."""
    if _goes_on(d, free, refused):
        return
    if _lines_left(d.state) < 2 and not _asked(d):
        turns.keep_silence(d, "no-line-for-an-answer", (*_passed(free, "no-line-for-an-answer"), *refused))
        return
    two = _two(d, free)
    if two is None:
        why = "resting" if _linked(d, free) else "may-not-follow"
        turns.keep_silence(d, why, (*_passed(free, why), *refused))
    elif _asked(d):
        _open(d, *two, "asked")
    else:
        d.ask("initiation", (two[0].persona.id, two[1].persona.id))


def answered(d: Deciding, call: Call, text: str) -> None:
    """Only a plain yes begins a talk."""
    judged = initiation.parse(text)
    two = _still_free(d, call)
    if judged.initiates and len(two) == 2:
        _open(d, two[0], two[1], judged.why, judged.words)
    else:
        _keep_silence(d, call, judged.why, judged.words)


def failed(d: Deciding, call: Call, reason: str) -> None:
    """No answer is a no."""
    _keep_silence(d, call, reason)


def after_line(d: Deciding) -> bool:
    """The other one of the two goes on, or the talk is over, with the reason."""
    last = next((said for said in reversed(d.state.talk) if said.persona), None)
    two = _talking(d)
    if two is None or last is None or last.version <= d.turn.opened or _turns_to_a_third(d, last, two):
        return handover.hand_over(d)
    speaker = d.turn.cues[-1].persona
    other = two[1] if speaker == two[0] else two[0]
    free, refused = sift(d.state)
    seat = next((seat for seat in free if seat.persona.id == other), None)
    why = "unsaid" if last.persona != speaker else _over(d, last)
    if seat is None or why:
        refusal = tuple(one for one in refused if one.persona == other)
        why = why or next((one.reason for one in refusal), "absent")
        d.say(SilenceKept(turn=d.turn.id, reason=f"talk-over-{why}", considered=refusal))
        return False
    closes = d.turn.posted + 1 >= d.state.policy.pair.lines or _lines_left(d.state) == 1
    manner = (CLOSES if closes else ANSWERS).format(_name(d.state, speaker))
    turns.give(d, "pair", Cue(persona=other, rule="pair", length="short", manner=manner))
    return True


def _lines_left(room: RoomState) -> int:
    """Lines that a talk may still have: a scene has a count of its own, whatever one of its turns may stage."""
    return room.scene.left if room.scene is not None else remaining(room)


def _asked(d: Deciding) -> bool:
    """Somebody wants the panel to speak: no model may veto it, and no rest."""
    scene = d.state.scene
    return d.turn.addressed.to_panel or (scene is not None and scene.spoken == 0)


def _two(d: Deciding, free: Seats) -> tuple[Seat, Seat] | None:
    """Who would begin, and with whom: talked about before others, then quiet longest; of two that rest, neither.

    The second may follow the first by the graph; where nobody may follow anybody, only who is asked for speaks. In a
    scene, which somebody ordered, nobody rests.
    """
    linked = _linked(d, free)
    first = (*linked, *permutations(_ranked(d, free), 2))[0]
    if d.state.scene is not None:
        return first
    rested = (pair for pair in linked if not _rests(d, pair[0].persona.id, pair[1].persona.id))
    return next(rested, first if _asked(d) else None)


def _linked(d: Deciding, free: Seats) -> tuple[tuple[Seat, Seat], ...]:
    """Every two of whom the second may follow the first, the first choice first."""
    pairs = permutations(_ranked(d, free), 2)
    return tuple(pair for pair in pairs if len(following(d.state, (seat.persona.id for seat in pair))) > 1)


def _ranked(d: Deciding, free: Seats) -> list[Seat]:
    mentioned = d.turn.addressed.mentioned
    return sorted(free, key=lambda seat: (seat.persona.id not in mentioned, seat.last_spoke))


def _goes_on(d: Deciding, free: Seats, refused: Refusals) -> bool:
    """In a scene: the other one of the two who talk has the next line. False where no talk goes on."""
    said = _talk_of_the_scene(d.state)
    if not said or _finished(d.state, said):
        return False
    speakers = dict.fromkeys(one.persona for one in said)
    others = [seat for seat in free if seat.persona.id != said[-1].persona]
    if len(speakers) > 1:
        others = [seat for seat in others if seat.persona.id in speakers]
    if not others:
        return False
    other = _ranked(d, tuple(others))[0].persona.id
    closes = len(said) + 1 >= d.state.policy.pair.lines or _lines_left(d.state) == 1
    manner = (CLOSES if closes else ANSWERS).format(said[-1].name)
    considered = (
        Considered(persona=other, verdict="chosen", reason=PARTNER),
        *_passed(tuple(seat for seat in free if seat.persona.id != other), "not-of-the-two"),
    )
    cue = Cue(persona=other, rule="pair", length="short", manner=manner)
    turns.give(d, "pair", cue, considered=(*considered, *refused))
    return True


def _talk_of_the_scene(room: RoomState) -> list[Utterance]:
    """The lines of the scene's latest talk of two: another begins where one is over, or a third one speaks."""
    spoken = room.scene.spoken if room.scene is not None else 0
    latest: list[Utterance] = []
    for said in [one for one in room.talk if one.persona][-spoken:] if spoken else ():
        speakers = {one.persona for one in latest}
        if latest and (_finished(room, latest) or (len(speakers) == 2 and said.persona not in speakers)):
            latest = []
        latest.append(said)
    return latest


def _finished(room: RoomState, said: list[Utterance]) -> bool:
    return len(said) >= room.policy.pair.lines or parts(said[-1].text)


def _rests(d: Deciding, one: PersonaId, other: PersonaId) -> bool:
    wish = d.state.policy.pair
    latest = {one: EPOCH, other: EPOCH}
    together = EPOCH
    for here, there, at in _followings(d.state):
        for persona in {here, there} & latest.keys():
            latest[persona] = max(latest[persona], at)
        if {here, there} == {one, other}:
            together = max(together, at)
    rest, pair_rest = timedelta(seconds=wish.rest), timedelta(seconds=wish.pair_rest)
    return d.at - together < pair_rest or any(d.at - at < rest for at in latest.values())


def _followings(room: RoomState) -> list[tuple[PersonaId, PersonaId, datetime]]:
    """Whose line followed whose with no person's between them, and when: what counts as talk of two."""
    return [
        (before.persona, said.persona, said.at)
        for before, said in pairwise(room.talk)
        if before.persona and said.persona and before.persona != said.persona
    ]


def _open(d: Deciding, one: Seat, other: Seat, why: str, words: str = "") -> None:
    """The first has the floor; the second is their partner, where a line is left for an answer."""
    free, refused = sift(d.state)
    alone = _lines_left(d.state) < 2
    manner = "" if alone else OPENS.format(other.persona.name)
    reasons = {one.persona.id: why} | ({} if alone else {other.persona.id: PARTNER})
    considered = tuple(
        Considered(
            persona=seat.persona.id,
            verdict="chosen" if seat.persona.id in reasons else "passed",
            reason=reasons.get(seat.persona.id, "not-of-the-two"),
        )
        for seat in free
    )
    cue = Cue(persona=one.persona.id, rule="pair", length="short", manner=manner)
    told = msgspec.json.encode([(manner, words)]).decode() if words else ""
    turns.give(d, "pair", cue, considered=(*considered, *refused), words=told)


def _still_free(d: Deciding, call: Call) -> tuple[Seat, ...]:
    """Those of the two who may speak now, in the order of the question."""
    free, _ = sift(d.state)
    return tuple(seat for persona in call.about for seat in free if seat.persona.id == persona)


def _keep_silence(d: Deciding, call: Call, reason: str, words: str = "") -> None:
    free, refused = sift(d.state)
    asked = {call.about[0]: reason, call.about[-1]: "not-begun-with"}
    considered = tuple(
        Considered(persona=seat.persona.id, verdict="passed", reason=asked.get(seat.persona.id, "not-of-the-two"))
        for seat in free
    )
    turns.keep_silence(d, "nobody-initiates", (*considered, *refused), words=words)


def _passed(free: Seats, reason: str) -> Refusals:
    return tuple(Considered(persona=seat.persona.id, verdict="passed", reason=reason) for seat in free)


def _talking(d: Deciding) -> tuple[PersonaId, PersonaId] | None:
    """The two of the talk that goes on in this turn; None where there is none, or it turned into something else."""
    partner = next((one.persona for one in reversed(d.turn.considered) if one.reason == PARTNER), None)
    if d.turn.rule != "pair" or partner is None or not d.turn.cues:
        return None
    opener = next((cue.persona for cue in d.turn.cues if cue.persona != partner), None)
    return None if opener is None else (opener, partner)


def _turns_to_a_third(d: Deciding, last: Utterance, two: tuple[PersonaId, PersonaId]) -> bool:
    asked = resolve(last.text, [seat.persona for seat in d.state.seats], speaker=last.persona).forced
    return bool(asked) and not set(asked) & set(two)


def _over(d: Deciding, last: Utterance) -> str:
    """Why the talk ends here; empty where it goes on."""
    if parts(last.text):
        return "farewell"
    if d.turn.posted >= d.state.policy.pair.lines:
        return "lines"
    return "calls" if d.turn.calls >= d.state.policy.limits.calls_a_turn else ""


def _name(room: RoomState, persona: PersonaId) -> str:
    seat = room.seat(persona)
    return seat.persona.name if seat else persona


PAIR = Strategy(
    name="pair",
    source="Generative Agents, AI Town",
    begin=begin,
    answered=answered,
    failed=failed,
    after_line=after_line,
)

"""Folds of what is done to lines that stand already, and of the screen: each changes a copy nobody else has seen."""

from typing import Any

from msgspec.structs import replace

from events import controls, decided, heard, screening
from events.base import ERASED, LineId, MessageId, PersonaId, Version
from events.fold_talk import forget_quotes
from events.fold_turn import change_turn
from events.recorded import Recorded
from events.room import Direction, Revision, RoomState, Suspect, Utterance, Writer


def line_edited(room: RoomState, event: controls.LineEdited | controls.VariantChosen, recorded: Recorded) -> None:
    """The talk holds the new words, whatever the channel still shows; the channel is owed the change."""
    if event.text == ERASED:
        room.erased += 1
        return
    variant = event.variant if isinstance(event, controls.VariantChosen) else None
    _owe(room, event.line, event.persona, event.messages, event.text, recorded.version)
    _revise(room, event.line, event.text, variant)


def line_revised(room: RoomState, event: controls.LineRevised, recorded: Recorded) -> None:
    """Written again, in its old place."""
    if room.turn is not None and room.turn.id == event.turn:
        change_turn(room, staged=room.turn.staged + 1, done=(*room.turn.done, event.persona))
    if event.text == ERASED:
        room.erased += 1
        return
    said = next((said for said in room.talk if said.line == event.line), None)
    if said is not None and said.message is not None:
        _owe(room, event.line, event.persona, (said.message, *said.more), event.text, recorded.version)
        _revise(room, event.line, event.text, None)


def _revise(room: RoomState, line: LineId, text: str, variant: int | None) -> None:
    def revised(said: Utterance) -> Utterance:
        variants = said.variants or (said.text,)
        if variant is None and text not in variants:
            variants = (*variants, text)
        return replace(said, text=text, variants=variants)

    room.talk = tuple(revised(said) if said.line == line else said for said in room.talk)
    room.erased += 1  # what earlier prompts held there cannot be compared any more


def _owe(  # noqa: PLR0917 - the six facts of one debt
    room: RoomState, line: LineId, persona: PersonaId, messages: tuple[MessageId, ...], text: str, since: Version
) -> None:
    owed = next((one for one in room.revisions if one.line == line), None)
    said = next((said for said in room.talk if said.line == line), None)
    before = owed.before if owed else said.text if said else ""
    revision = Revision(line=line, persona=persona, messages=messages, text=text, since=since, before=before)
    room.revisions = (*(one for one in room.revisions if one is not owed), revision)


def revision_shown(room: RoomState, event: controls.RevisionShown, _: Recorded) -> None:
    """The channel shows it: a line may lie in other messages now. What could not be shown was not said either."""
    owed = next((one for one in room.revisions if (one.line, one.since) == (event.line, event.since)), None)
    room.revisions = tuple(one for one in room.revisions if one is not owed)
    if not event.shown:
        if owed is not None and owed.before:
            _reword(room, event.line, text=owed.before)
        return
    room.revisions = tuple(_moved(one, event) for one in room.revisions)
    room.removals = tuple(_moved(one, event) for one in room.removals)
    if event.messages:
        _reword(room, event.line, message=event.messages[0], more=event.messages[1:])


def _moved(one: Revision, shown: controls.RevisionShown) -> Revision:
    """What is still owed on this line begins where the last change left it."""
    if one.line != shown.line or not shown.messages:
        return one
    return replace(one, messages=shown.messages)


def _reword(room: RoomState, line: LineId, **changes: Any) -> None:
    room.talk = tuple(replace(said, **changes) if said.line == line else said for said in room.talk)
    room.erased += 1


def line_hidden(room: RoomState, event: controls.LineHidden, _: Recorded) -> None:
    """Later prompts do not hold it."""
    room.talk = tuple(
        replace(said, hidden=event.hidden) if event.message in {said.message, *said.more} else said
        for said in room.talk
    )
    if event.hidden:
        forget_quotes(room)
    room.erased += 1


def removal_ordered(room: RoomState, event: controls.RemovalOrdered, recorded: Recorded) -> None:
    """All that is needed to remove a line of any age is known; the decision that it is unwanted follows."""
    removal = Revision(line=event.line, persona=event.persona, messages=event.messages, text="", since=recorded.version)
    room.removals = (*(one for one in room.removals if one.line != event.line), removal)


def line_withdrawn(room: RoomState, event: decided.LineWithdrawn, _: Recorded) -> None:
    """It is never sent, and so there is nothing to remove."""
    room.unposted = tuple(line for line in room.unposted if line.line != event.line)
    room.unwanted = tuple(line for line in room.unwanted if line != event.line)


def line_unwanted(room: RoomState, event: decided.LineUnwanted, _: Recorded) -> None:
    """It is to be removed; until then no prompt holds it, nor what was thought of it."""
    room.unwanted = (*room.unwanted, event.line)
    forget_quotes(room)


def line_retracted(room: RoomState, event: heard.LineRetracted, _: Recorded) -> None:
    """It is gone, and nothing is owed about it any more."""
    room.unwanted = tuple(line for line in room.unwanted if line != event.line)
    room.removals = tuple(one for one in room.removals if one.line != event.line)
    room.revisions = tuple(one for one in room.revisions if one.line != event.line)
    room.talk = tuple(said for said in room.talk if said.line != event.line)


def direction_set(room: RoomState, event: controls.DirectionSet, _: Recorded) -> None:
    """It replaces the cue for the same persona, or for all."""
    others = tuple(one for one in room.directions if one.persona != event.persona)
    if event.text == ERASED:
        room.erased += 1
    elif event.text and event.turns > 0:
        others = (*others, Direction(text=event.text, persona=event.persona, left=event.turns))
    room.directions = others


def writer_measured(room: RoomState, event: controls.WriterMeasured, _: Recorded) -> None:
    """What `auto` goes by."""
    room.writer = Writer(model=event.model, leaks=event.leaks, trials=event.trials, at_most=event.at_most)


def line_suspected(room: RoomState, event: screening.LineSuspected, _: Recorded) -> None:
    """Held back until it is diagnosed."""
    if room.turn is None:
        return
    suspect = Suspect(persona=event.persona, call=event.call, text=event.text, trips=event.trips)
    change_turn(room, suspects=(*room.turn.suspects, suspect))


def line_diagnosed(room: RoomState, event: screening.LineDiagnosed, _: Recorded) -> None:
    """The newest suspicion of this persona is settled."""
    if room.turn is None:
        return
    told = {"what": event.what, "evidence": event.evidence, "instruction": event.instruction}
    last = next((one for one in reversed(room.turn.suspects) if one.persona == event.persona), None)
    change_turn(room, suspects=tuple(replace(one, **told) if one is last else one for one in room.turn.suspects))

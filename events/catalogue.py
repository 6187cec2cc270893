"""The closed union of all facts, the one decoder, and the table from kind to type."""

from functools import cache
from typing import Annotated, Any, TypeGuard, get_args, get_origin, get_type_hints

import msgspec

from events import controls, decided, heard, memories, screening
from events.base import ERASED, Fact

Heard = (
    heard.PanelOpened
    | heard.PanelClosed
    | heard.PersonaSeated
    | heard.PersonaUnseated
    | heard.SeatMoved
    | heard.PersonaRevised
    | heard.MuteSet
    | heard.PolicySet
    | heard.SpeakOrdered
    | heard.SceneOrdered
    | heard.StopOrdered
    | heard.ResumeOrdered
    | heard.HumanSpoke
    | heard.CaughtUp
    | heard.HumanEdited
    | heard.HumanErased
    | heard.HumanTyping
    | heard.DraftHeard
    | heard.ModelAnswered
    | heard.ModelFailed
    | heard.PostStarted
    | heard.LinePosted
    | heard.PostMissed
    | heard.LineFailed
    | heard.LineErased
    | heard.LineRetracted
    | heard.SignShown
    | heard.AlarmRang
    | heard.RoomWoke
    | heard.TurnAbandoned
    | memories.RememberOrdered
    | memories.MemoryForgotten
    | memories.NotePinned
    | memories.NoteUnpinned
    | memories.Whispered
    | memories.BlindSet
    | controls.RedoOrdered
    | controls.ContinueOrdered
    | controls.VariantChosen
    | controls.LineEdited
    | controls.LineHidden
    | controls.RemovalOrdered
    | controls.SayAsOrdered
    | controls.UndoOrdered
    | controls.DirectionSet
    | controls.RevisionShown
    | controls.WriterMeasured
)
Decided = (
    decided.TurnOpened
    | decided.TurnGathers
    | decided.AddressHeard
    | decided.FloorGiven
    | decided.SilenceKept
    | decided.ModelAsked
    | decided.ModelDropped
    | decided.MotivationScored
    | decided.ThoughtFormed
    | decided.Designated
    | decided.ObligationOpened
    | decided.ObligationMet
    | decided.ObligationLapsed
    | decided.SceneOpened
    | decided.SceneEnded
    | decided.LineStaged
    | decided.LineCut
    | decided.LineWithdrawn
    | decided.LineUnwanted
    | decided.SignGiven
    | decided.TurnEnded
    | decided.PanelHushed
    | decided.PanelRoused
    | decided.FuseBlown
    | memories.MemoryKept
    | memories.Recalled
    | memories.StanceTaken
    | controls.LineRevised
    | screening.LineSuspected
    | screening.LineDiagnosed
)
Event = Heard | Decided

HEARD: tuple[type[Fact], ...] = get_args(Heard)
DECIDED: tuple[type[Fact], ...] = get_args(Decided)
KINDS: dict[str, type[Fact]] = {str(kind.__struct_config__.tag): kind for kind in (*HEARD, *DECIDED)}
"""From the stored tag to the type."""

SCHEMAS: dict[str, int] = dict.fromkeys(KINDS, 1)
"""The newest schema number of each kind; raise it together with a step in `upcasts.py`."""

_decoder: msgspec.json.Decoder[Any] = msgspec.json.Decoder(Event)
_encoder = msgspec.json.Encoder()


def kind_of(event: Fact) -> str:
    """The stored tag of a fact."""
    return str(event.__struct_config__.tag)


def is_heard(event: Fact) -> TypeGuard[Heard]:
    """Whether this is an input."""
    return isinstance(event, HEARD)


def encode(event: Fact) -> bytes:
    """The fact as JSON, its kind first."""
    return _encoder.encode(event)


def decode(data: bytes) -> Event:
    """The fact that this JSON holds, already at the newest schema. Raises msgspec.ValidationError."""
    event: Event = _decoder.decode(data)
    return event


@cache
def personal_fields(kind: type[Fact]) -> tuple[str, ...]:
    """The fields of a kind that hold a person's words or names."""
    hints = get_type_hints(kind, include_extras=True)
    return tuple(name for name, hint in hints.items() if _is_personal(hint))


def _is_personal(hint: object) -> bool:
    if get_origin(hint) is not Annotated:
        return False
    return any(isinstance(mark, msgspec.Meta) and (mark.extra or {}).get("personal") for mark in get_args(hint)[1:])


def blanked(event: Event) -> Event:
    """The same fact with every personal word erased."""
    fields = personal_fields(type(event))
    return msgspec.structs.replace(event, **dict.fromkeys(fields, ERASED)) if fields else event

"""A decision in the making: the state after the input, and after each fact decided so far."""

from datetime import datetime

from events.asked import digest
from events.base import CallId, LineId, PersonaId, TurnId, Version
from events.catalogue import Decided, Heard
from events.decided import ModelAsked, Role
from events.projector import evolve
from events.recorded import Recorded
from events.room import Call, RoomState, Turn
from panel import obligations, producer
from panel.floor.filters import staging_limit
from panel.requests import compose


class Deciding:
    """Collects what is decided about one input, folding each fact at once so that the next rule sees it."""

    def __init__(self, state: RoomState, event: Heard, at: datetime) -> None:
        self.at = at
        self.before = state
        self.out: list[Decided] = []
        self.heard = Version(state.version + 1)
        self.state = evolve(state, self._recorded(state, event))

    def say(self, fact: Decided) -> None:
        """Decide this."""
        self.out.append(fact)
        self.state = evolve(self.state, self._recorded(self.state, fact))

    def _recorded(self, state: RoomState, event: Heard | Decided) -> Recorded:
        version = Version(state.version + 1)
        return Recorded(guild=state.guild, stream=state.stream, version=version, at=self.at, event=event)

    @property
    def turn(self) -> Turn:
        """The turn that is going on. Only where there is one."""
        turn = self.state.turn
        assert turn is not None
        return turn

    @property
    def undecided(self) -> tuple[Call, ...]:
        """The open calls that the floor or a line waits for: all but the recall, which lays the table beside them."""
        return tuple(call for call in self.state.calls if call.role != "recall")

    @property
    def next_version(self) -> Version:
        """The version that the next decided fact will have: ids are made of it, so they need no dice."""
        return Version(self.state.version + 1)

    def new_turn(self) -> TurnId:
        """Unique in the room."""
        return TurnId(f"t{self.next_version}")

    def new_line(self) -> LineId:
        """Unique over all rooms: the place, and the version that stages it."""
        return LineId(f"{self.state.place}.{self.next_version}")

    def ask(
        self,
        role: Role,
        about: tuple[PersonaId, ...] = (),
        *,
        attempt: int = 1,
        complaint: str = "",
        arranged: str = "",
    ) -> None:
        """Ask a model, for the turn that is going on."""
        most = staging_limit(self.state, len(about)) if role == "producer" else 0
        due = obligations.due_from(self.state, about) if role == "writer" else ()
        owing = producer.owing(self.state, about) if role == "producer" else ()
        call = Call(
            id=CallId(f"c{self.next_version}"),
            asked=self.next_version,
            asked_at=self.at,
            turn=self.turn.id,
            role=role,
            about=about,
            most=most,
            owing=owing,
            due=due,
            attempt=attempt,
            complaint=complaint,
            arranged=arranged,
        )
        since = self.state.talk[0].version if self.state.talk else self.next_version
        self.say(
            ModelAsked(
                call=call.id,
                turn=call.turn,
                role=role,
                about=about,
                most=most,
                owing=owing,
                due=due,
                attempt=attempt,
                complaint=complaint,
                arranged=arranged,
                prompt=digest(compose(self.state, call)),
                since=since,
            )
        )

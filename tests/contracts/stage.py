"""What every stage promises. A suite for one implementation inherits this and gives a theatre."""

from typing import Protocol

import pytest

from events.base import GuildId, LineId, MessageId, PersonaId, PlaceId
from events.persona import Persona
from rooms.ports import Line, Posted, Refused, Stage, Unknown, Unreadable

WREN = Persona(id=PersonaId("wren"), name="Wren Okafor", card="Keeps the lighthouse.")
ALMA = Persona(id=PersonaId("alma"), name="Alma Reyes", card="Mends clocks.")


class Theatre(Protocol):
    """A stage, and the hands of whoever runs the house around it."""

    stage: Stage
    place: PlaceId
    newest: MessageId
    """The newest message before the first line."""

    def shown(self) -> list[tuple[str, str]]: ...

    def will_refuse(self) -> None:
        """The next post is turned away for lack of a permission."""
        ...

    def will_lose_answer(self, *, stored: bool) -> None:
        """The next post's outcome stays unknown; the line stands all the same if `stored`."""
        ...

    def hide_history(self) -> None: ...


class StageContract:
    """Inherit, and override the fixture. Calls go through `run`, for a stage whose world has to be moved on."""

    @pytest.fixture
    def theatre(self) -> Theatre:
        raise NotImplementedError

    async def run(self, theatre, call):
        return await call

    async def test_a_line_stands_in_the_channel_under_the_name_of_its_persona(self, theatre):
        outcome = await self.run(theatre, theatre.stage.post(a_line(theatre, "Good evening.")))
        assert isinstance(outcome, Posted)
        assert theatre.shown() == [("Wren Okafor", "Good evening.")]

    async def test_lines_have_ids_in_the_order_of_their_posting(self, theatre):
        first = await self.run(theatre, theatre.stage.post(a_line(theatre, "One.")))
        second = await self.run(theatre, theatre.stage.post(a_line(theatre, "Two.", ALMA)))
        assert theatre.newest < first.messages[0] < second.messages[0]

    async def test_a_refused_line_leaves_nothing_behind(self, theatre):
        theatre.will_refuse()
        outcome = await self.run(theatre, theatre.stage.post(a_line(theatre, "Good evening.")))
        assert outcome == Refused(reason="no-webhook-permission", detail=outcome.detail)
        assert theatre.shown() == []

    async def test_a_lost_answer_is_unknown_and_is_not_sent_again(self, theatre):
        theatre.will_lose_answer(stored=True)
        outcome = await self.run(theatre, theatre.stage.post(a_line(theatre, "Good evening.")))
        assert isinstance(outcome, Unknown)
        assert len(theatre.shown()) == 1

    async def test_a_line_whose_answer_was_lost_is_found(self, theatre):
        line = a_line(theatre, "Good evening.")
        theatre.will_lose_answer(stored=True)
        await self.run(theatre, theatre.stage.post(line))
        found = await self.run(theatre, theatre.stage.find(line))
        assert len(found.messages) == 1

    async def test_a_line_that_never_arrived_is_not_found(self, theatre):
        line = a_line(theatre, "Good evening.")
        theatre.will_lose_answer(stored=False)
        await self.run(theatre, theatre.stage.post(line))
        assert await self.run(theatre, theatre.stage.find(line)) is None

    async def test_what_is_found_is_what_was_posted(self, theatre):
        line = a_line(theatre, "Good evening.")
        posted = await self.run(theatre, theatre.stage.post(line))
        assert await self.run(theatre, theatre.stage.find(line)) == posted

    async def test_the_same_words_by_another_persona_are_another_line(self, theatre):
        await self.run(theatre, theatre.stage.post(a_line(theatre, "Good evening.", ALMA)))
        assert await self.run(theatre, theatre.stage.find(a_line(theatre, "Good evening."))) is None

    async def test_the_same_words_before_the_claim_are_an_older_line(self, theatre):
        posted = await self.run(theatre, theatre.stage.post(a_line(theatre, "Good evening.")))
        later = a_line(theatre, "Good evening.", after=posted.messages[0])
        assert await self.run(theatre, theatre.stage.find(later)) is None

    async def test_a_history_that_cannot_be_read_is_no_answer(self, theatre):
        theatre.hide_history()
        with pytest.raises(Unreadable):
            await self.run(theatre, theatre.stage.find(a_line(theatre, "Good evening.")))

    async def test_a_retracted_line_is_gone(self, theatre):
        line = a_line(theatre, "Good evening.")
        posted = await self.run(theatre, theatre.stage.post(line))
        assert await self.run(theatre, theatre.stage.retract(line, posted.messages))
        assert theatre.shown() == []

    async def test_retracting_what_is_gone_already_is_no_failure(self, theatre):
        line = a_line(theatre, "Good evening.")
        posted = await self.run(theatre, theatre.stage.post(line))
        await self.run(theatre, theatre.stage.retract(line, posted.messages))
        assert await self.run(theatre, theatre.stage.retract(line, posted.messages))

    async def test_a_line_shows_its_new_words_where_the_old_ones_stood(self, theatre):
        line = a_line(theatre, "Good evening.")
        posted = await self.run(theatre, theatre.stage.post(line))
        await self.run(theatre, theatre.stage.post(a_line(theatre, "Two.", ALMA)))
        revised = a_line(theatre, "Good morning.")
        outcome = await self.run(theatre, theatre.stage.revise(revised, posted.messages))
        assert (isinstance(outcome, Posted), outcome.messages) == (True, posted.messages)
        assert theatre.shown() == [("Wren Okafor", "Good morning."), ("Alma Reyes", "Two.")]

    async def test_a_change_made_again_is_the_same_change(self, theatre):
        posted = await self.run(theatre, theatre.stage.post(a_line(theatre, "Good evening.")))
        revised = a_line(theatre, "Good morning.")
        first = await self.run(theatre, theatre.stage.revise(revised, posted.messages))
        again = await self.run(theatre, theatre.stage.revise(revised, first.messages))
        assert again.messages == first.messages
        assert theatre.shown() == [("Wren Okafor", "Good morning.")]

    async def test_what_the_new_words_leave_over_is_removed(self, theatre):
        first = await self.run(theatre, theatre.stage.post(a_line(theatre, "One.")))
        second = await self.run(theatre, theatre.stage.post(a_line(theatre, "Two.")))
        messages = (*first.messages, *second.messages)
        outcome = await self.run(theatre, theatre.stage.revise(a_line(theatre, "Both."), messages))
        assert outcome.messages == first.messages
        assert theatre.shown() == [("Wren Okafor", "Both.")]

    async def test_a_line_that_is_gone_cannot_be_changed(self, theatre):
        line = a_line(theatre, "Good evening.")
        posted = await self.run(theatre, theatre.stage.post(line))
        await self.run(theatre, theatre.stage.retract(line, posted.messages))
        outcome = await self.run(theatre, theatre.stage.revise(a_line(theatre, "Good morning."), posted.messages))
        assert outcome == Refused(reason="gone", detail=outcome.detail)
        assert theatre.shown() == []

    async def test_a_sign_can_be_shown(self, theatre):
        sign = theatre.stage.sign(theatre.place, "failed", message=None, persona=WREN)
        assert await self.run(theatre, sign)


def a_line(theatre, text, persona=WREN, *, seat=0, after=None, parent=None):
    return Line(
        id=LineId("line-1"),
        guild=GuildId(1),
        place=theatre.place,
        parent=parent,
        persona=persona,
        text=text,
        seat=seat,
        after=theatre.newest if after is None else after,
    )

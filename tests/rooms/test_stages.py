"""The stage in memory: the contract, and that it does what it was told beforehand."""

import pytest

from events.base import MessageId, PlaceId
from rooms.ports import Posted, Refused, Unknown
from rooms.stages import TextStage
from tests.contracts.stage import ALMA, WREN, StageContract, a_line


class InMemory:
    place = PlaceId(7)
    newest = MessageId(1000)

    def __init__(self):
        self.stage = TextStage()

    def shown(self):
        return self.stage.texts()

    def will_refuse(self):
        self.stage.will_refuse("no-webhook-permission")

    def will_lose_answer(self, *, stored):
        self.stage.will_lose_answer("stored" if stored else "lost")

    def hide_history(self):
        self.stage.readable = False


@pytest.fixture
def theatre():
    return InMemory()


class TestTextStage(StageContract):
    @pytest.fixture
    def theatre(self):
        return InMemory()


async def test_what_was_told_beforehand_happens_in_that_order(theatre):
    theatre.stage.will_post()
    theatre.stage.will_refuse("automod")
    theatre.stage.will_lose_answer("lost")
    outcomes = [await theatre.stage.post(a_line(theatre, text)) for text in ("One.", "Two.", "Three.", "Four.")]
    assert [type(outcome) for outcome in outcomes] == [Posted, Refused, Unknown, Posted]
    assert theatre.shown() == [("Wren Okafor", "One."), ("Wren Okafor", "Four.")]


async def test_every_attempt_can_be_seen_also_one_that_failed(theatre):
    theatre.stage.will_refuse("automod")
    await theatre.stage.post(a_line(theatre, "One."))
    assert [line.text for line in theatre.stage.posts] == ["One."]


async def test_signs_and_typing_are_kept(theatre):
    await theatre.stage.typing(theatre.place)
    await theatre.stage.sign(theatre.place, "muted", message=MessageId(5), persona=ALMA)
    await theatre.stage.sign(theatre.place, "failed", message=None, persona=WREN.id)
    assert theatre.stage.typed == [theatre.place]
    assert [(sign.reason, sign.persona) for sign in theatre.stage.signs] == [("muted", "alma"), ("failed", "wren")]

"""Bad days: permissions, webhooks, lost answers, models and databases that fail; what people see, and what is kept."""

import pytest

from events.decided import FloorGiven, SignGiven, SilenceKept
from events.errors import (
    MindNonsense,
    MindOverloaded,
    MindRateLimited,
    MindRefusedKey,
    MindTimeout,
    MindUnreachable,
    StoreBusy,
    StoreReadOnly,
    StoreUnreachable,
)
from events.heard import HumanSpoke, LineFailed, LinePosted, ModelFailed, PostStarted
from tests.bot.hands import foreign_hooks, takes_faces_by_token
from tests.stories.company import saying, stages

FERNS = "what should we plant by the sea wall?"
TROUBLES = [
    MindUnreachable(url="http://model", why="refused"),
    MindRefusedKey(status=401),
    MindRateLimited(after=90),
    MindOverloaded(status=500),
    MindTimeout(seconds=5),
]


def hooks_removed(panel):
    backend = panel.town.env.backend
    for hook in [one for one in backend.webhooks.values() if one.channel_id == panel.town.channel.id]:
        backend.delete_webhook(hook.id)


# --- Discord ---


async def test_without_manage_webhooks_one_notice_names_it_and_is_not_repeated_within_the_hour(panel):
    await panel.town.forbid("manage_webhooks")
    for _ in range(4):
        await panel.asks("Nolan, what is this song?")
    notices = [text for text in panel.town.said_by_bot() if "Manage Webhooks" in text]
    assert (panel.speakers, len(notices)) == ([], 1)


async def test_after_an_hour_it_says_so_again(panel):
    await panel.town.forbid("manage_webhooks")
    await panel.asks("Nolan, what is this song?")
    await panel.town.pass_time(3700)
    await panel.asks("Nolan, what is this song?")
    assert len([text for text in panel.town.said_by_bot() if "Manage Webhooks" in text]) == 2


async def test_a_channel_full_of_other_webhooks_is_named_once(panel):
    foreign_hooks(panel.town, *(f"Feed {number}" for number in range(15)))
    await panel.asks("Nolan, what is this song?")
    await panel.asks("Iris, is that a fern?")
    notices = [text for text in panel.town.said_by_bot() if "no room for another webhook" in text]
    assert (panel.speakers, len(notices)) == ([], 1)


async def test_with_one_place_left_two_personas_share_a_webhook_and_keep_their_names(panel):
    foreign_hooks(panel.town, *(f"Feed {number}" for number in range(14)))
    with takes_faces_by_token():
        await panel.asks("Nolan, what is this song?")
        await panel.asks("Iris, is that a fern?")
    assert panel.speakers == ["Nolan", "Iris"]


async def test_a_webhook_that_two_personas_shared_names_neither(panel):
    foreign_hooks(panel.town, *(f"Feed {number}" for number in range(14)))
    with takes_faces_by_token():
        await panel.asks("Nolan, what is this song?")
        await panel.asks("Iris, is that a fern?")
        await panel.asks("Warren, and the pump?")
    shared = [persona for persona in (await panel.room()).hooks.values() if persona is None]
    assert len(shared) == 1


async def test_a_webhook_that_is_deleted_between_two_lines_is_made_anew_and_the_line_is_said_once(panel, company):
    company.producer = stages("iris", "warren")
    await panel.asks("Warren, and the pump?")
    await panel.says(FERNS)
    await panel.town.pass_time(2.1)
    hooks_removed(panel)
    await panel.evening()
    assert panel.speakers == ["Warren", "Iris", "Warren"]
    assert [seat.persona.id for seat in (await panel.room()).seats] == ["warren", "nolan", "iris"]


async def test_a_webhook_that_may_not_be_made_anew_ends_the_turn_with_one_notice(panel, company):
    company.producer = stages("iris", "warren")
    await panel.says(FERNS)
    await panel.town.pass_time(2.1)
    hooks_removed(panel)
    await panel.town.forbid("manage_webhooks")
    await panel.evening()
    assert (panel.speakers, (await panel.room()).turn) == (["Iris"], None)
    assert len([text for text in panel.town.said_by_bot() if "Manage Webhooks" in text]) == 1


@pytest.mark.parametrize("times", [1, 2])
async def test_a_post_whose_answer_is_lost_stands_once(panel, company, times):
    company.producer = stages("iris", "warren")
    for _ in range(times):
        panel.town.lose_next_answer("POST", "/webhooks/*/*")
    await panel.asks(FERNS)
    assert (panel.speakers, len(await panel.all(LinePosted))) == (["Iris", "Warren"], 2)


async def test_a_post_that_automod_stops_is_not_tried_again(panel):
    before = len(panel.town.requests("POST", "/webhooks/"))
    panel.town.fail_next("POST", "/webhooks/*/*", 400, 200000)
    await panel.asks("Nolan, what is this song?")
    assert (panel.speakers, [one.reason for one in await panel.all(LineFailed)]) == ([], ["automod"])
    assert len(panel.town.requests("POST", "/webhooks/")) == before + len(await panel.all(PostStarted))


# --- models ---


@pytest.mark.parametrize("trouble", TROUBLES, ids=lambda trouble: trouble.reason)
async def test_who_was_asked_by_name_and_has_no_model_shows_a_sign_within_ten_seconds(panel, company, trouble):
    company.troubles["writer"] = trouble
    asked = await panel.says("Nolan, what is this song?")
    await panel.town.pass_time(10)
    assert panel.speakers == []
    assert len(panel.town.reactions(asked)) == 1


@pytest.mark.parametrize("trouble", [TROUBLES[0], *TROUBLES[2:]], ids=lambda trouble: trouble.reason)
async def test_unasked_it_is_silence_and_the_log_says_why(panel, company, trouble):
    company.troubles = {"writer": trouble, "producer": trouble}
    asked = await panel.asks(FERNS)
    assert (panel.speakers, panel.town.reactions(asked), panel.town.said_by_bot()[1:]) == ([], {}, [])
    assert {one.reason for one in await panel.all(ModelFailed)} == {trouble.reason}


async def test_a_key_that_is_refused_is_told_once_to_whoever_can_mend_it(panel, company):
    company.troubles = {"writer": MindRefusedKey(status=401), "producer": MindRefusedKey(status=401)}
    await panel.asks(FERNS)
    await panel.asks("or moss?")
    assert [text for text in panel.town.said_by_bot() if "key was refused" in text] == panel.town.said_by_bot()[1:]
    assert len(panel.town.said_by_bot()) == 2


async def test_without_a_producer_arithmetic_decides(panel, company):
    company.troubles["producer"] = MindUnreachable(url="http://model", why="gone")
    await panel.asks(FERNS)
    assert (panel.speakers != [], (await panel.all(FloorGiven))[-1].rule) == (True, "fallback")


@pytest.mark.parametrize("nonsense", ["", "I cannot decide", "{", '{"hold": 7}', "[]", "\u200b", '{"speakers": "all"}'])
async def test_a_producer_that_talks_nonsense_is_replaced_by_arithmetic(panel, company, nonsense):
    company.raw["producer"] = nonsense
    await panel.asks(FERNS)
    assert (panel.speakers != [], (await panel.all(FloorGiven))[-1].rule) == (True, "fallback")


@pytest.mark.parametrize("nonsense", ["", "{}", '{"lines": []}', "NO_REPLY", "*(silent)*"])
async def test_a_writer_that_brings_nothing_is_asked_twice_and_then_there_is_a_sign(panel, company, nonsense):
    company.raw["writer"] = nonsense
    asked = await panel.asks("Nolan, what is this song?")
    assert (panel.speakers, len(company.asked("writer")), len(panel.town.reactions(asked))) == ([], 2, 1)


async def test_a_mind_that_breaks_in_an_unforeseen_way_does_not_block_the_room_for_ever(panel, company):
    company.troubles["writer"] = RuntimeError("a bug")
    await panel.says("Nolan, what is this song?")
    await panel.town.pass_time(3)
    del company.troubles["writer"]
    await panel.evening()
    assert panel.speakers == ["Nolan"]


async def test_a_model_that_never_answers_frees_the_channel_again(panel, company):
    company.seconds["writer"] = 1e6
    asked = await panel.says("Nolan, what is this song?")
    await panel.town.pass_time(100)
    assert ((await panel.room()).turn, len(panel.town.reactions(asked))) == (None, 1)
    company.seconds.clear()
    await panel.asks("Iris, is that a fern?")
    assert panel.speakers == ["Iris"]


async def test_a_slow_model_types_on_and_stops_with_its_line(panel, company):
    company.seconds["writer"] = 30
    await panel.says("Nolan, what is this song?")
    await panel.evening(31)
    typed = len(panel.town.requests("POST", "/typing"))
    await panel.evening(60)
    assert (panel.speakers, typed) == (["Nolan"], 4)
    assert len(panel.town.requests("POST", "/typing")) == typed


async def test_nobody_types_for_a_turn_in_which_nobody_speaks(panel, company):
    company.producer = '{"hold": true, "reason": "they are busy", "speakers": []}'
    await panel.asks("the keys are on the hook")
    assert panel.town.requests("POST", "/typing") == []


async def test_a_trouble_in_one_room_leaves_the_next_message_alone(panel, company):
    company.troubles["writer"] = MindOverloaded(status=500)
    await panel.asks("Nolan, what is this song?")
    company.troubles.clear()
    await panel.asks("Iris, is that a fern?")
    assert panel.speakers == ["Iris"]


async def test_a_filtered_answer_is_asked_for_again_once(panel, company):
    company.troubles["writer"] = MindNonsense(why="half a sentence")
    await panel.asks("Nolan, what is this song?")
    assert len(company.asked("writer")) == 2


# --- the database ---


class Shaky:
    """A store that refuses appends, or everything, as often as told."""

    def __init__(self, store):
        self._store = store
        self.troubles = []
        self.read_troubles = []

    def __getattr__(self, name):
        return getattr(self._store, name)

    async def append(self, *args, **more):
        if self.troubles:
            raise self.troubles.pop()
        return await self._store.append(*args, **more)

    async def by_message(self, message):
        if self.read_troubles:
            raise self.read_troubles.pop()
        return await self._store.by_message(message)


@pytest.fixture
async def shaky(lobby):
    lobby.wrap = Shaky
    await lobby.restart()
    await lobby.open()
    return lobby.house.backstage.store


@pytest.mark.parametrize(
    "trouble", [StoreBusy(seconds=5), StoreReadOnly(why="full"), StoreUnreachable(url="x", why="gone")]
)
async def test_while_the_database_refuses_nothing_is_posted_and_afterwards_nothing_was_lost(shaky, lobby, trouble):
    shaky.troubles = [trouble, trouble]
    town = lobby.town
    town.env.backend.create_message(town.channel.id, town.people["Sam"].id, "Nolan, what is this song?")
    await lobby.evening()
    assert (lobby.speakers, len(await lobby.all(HumanSpoke)), shaky.troubles) == (["Nolan"], 1, [])
    assert (await lobby.verified()).drift is None


async def test_a_database_that_fails_when_a_reply_is_looked_up_loses_no_message(shaky, lobby):
    stranger = await lobby.says("// hm")
    shaky.read_troubles = [StoreBusy(seconds=5)]
    await lobby.asks("Iris, is that a fern?", to=stranger)
    assert (lobby.speakers, len(await lobby.all(HumanSpoke))) == (["Iris"], 2)


async def test_a_claim_that_cannot_be_recorded_is_a_line_that_is_not_sent(shaky, lobby, company):
    company.seconds["writer"] = 2
    await lobby.says("Nolan, what is this song?")
    shaky.troubles = [StoreBusy(seconds=5)] * 3
    await lobby.town.pass_time(2.5)
    assert lobby.speakers == []
    await lobby.evening()
    assert lobby.speakers == ["Nolan"]


async def test_a_line_of_forbidden_words_in_a_log_is_nowhere_in_the_programs_own_log(panel, company, caplog):
    caplog.set_level("DEBUG", logger="greenroom")
    company.line = lambda who, n: f"{saying(who, n)} velvetsecret"
    panel.town.fail_next("POST", "/webhooks/*/*", 403, 50013)
    await panel.asks("Nolan, what is the velvetsecret?")
    assert "velvetsecret" not in caplog.text
    assert "simcord_webhook" not in caplog.text


async def test_a_notice_is_asked_for_once_by_the_log_too(panel):
    await panel.town.forbid("manage_webhooks")
    await panel.asks("Nolan, what is this song?")
    await panel.asks(FERNS)
    assert [one.reason for one in await panel.all(SignGiven)] == ["no-webhook-permission"]
    assert await panel.all(SilenceKept) == []

"""Typing and the small signs: shown once, kindly, and never in a program's words."""

from datetime import UTC, datetime

import pytest

from bot.signs import SIGNS, UNKNOWN_REASON, sign_for
from events.base import PersonaId
from events.persona import Persona
from tests.bot.hands import Hands, OnDiscord, does, town_with
from tests.contracts.stage import ALMA


@pytest.fixture
async def theatre():
    async with town_with(Hands) as town:
        yield OnDiscord(town)


@pytest.fixture
def town(theatre):
    return theatre.town


async def test_typing_is_shown_once(theatre, town):
    await does(town, theatre.stage.typing(theatre.place))
    assert len(town.requests("POST", "/typing")) == 1


async def test_typing_that_fails_matters_to_nobody(theatre, town):
    town.fail_next("POST", "/channels/*/typing", 403, 50013)
    assert await does(town, theatre.stage.typing(theatre.place)) is None


async def test_a_persona_that_cannot_answer_is_a_reaction_to_what_was_asked(theatre, town):
    asked = town.opening
    shown = await does(town, theatre.stage.sign(theatre.place, "muted", message=theatre.newest, persona=ALMA))
    assert shown
    assert town.reactions(asked) == {"🔇": ["Greenroom"]}
    assert town.said_by_bot() == []


async def test_where_reactions_are_forbidden_the_sign_is_said(theatre, town):
    town.fail_next("PUT", "/channels/*/reactions/*", 403, 50013)
    await does(town, theatre.stage.sign(theatre.place, "failed", message=theatre.newest, persona=ALMA))
    assert town.said_by_bot() == ["Alma Reyes can't answer right now."]


async def test_what_needs_a_moderator_is_said_in_words_also_as_an_answer(theatre, town):
    sign = theatre.stage.sign(theatre.place, "no-webhook-permission", message=theatre.newest, persona=ALMA)
    assert await does(town, sign)
    assert "Manage Webhooks" in town.said_by_bot()[0]


async def test_a_sign_for_a_question_that_is_gone_is_not_shown(theatre, town):
    await town.delete(town.opening)
    assert not await does(town, theatre.stage.sign(theatre.place, "muted", message=theatre.newest, persona=ALMA))
    assert town.said_by_bot() == []


async def test_a_reason_that_nobody_wrote_words_for_is_still_told_kindly(theatre, town):
    await does(town, theatre.stage.sign(theatre.place, "KeyError: 'x'", message=None, persona=PersonaId("alma")))
    assert town.said_by_bot() == ["alma can't answer right now."]


async def test_a_notice_pings_nobody_and_keeps_a_name_on_one_line(theatre, town):
    loud = Persona(id=PersonaId("loud"), name="@everyone\n# Big", card="Loud.")
    await does(town, theatre.stage.sign(theatre.place, "failed", message=None, persona=loud))
    sent = town.requests("POST", "/messages")[-1].json
    assert sent["allowed_mentions"] == {"parse": []}
    assert "\n" not in sent["content"]


@pytest.mark.parametrize("reason", [*SIGNS, "something new"])
def test_every_sign_is_a_whole_sentence_of_at_most_one_persona(reason):
    words = sign_for(reason).words.format(name="Alma", until="tomorrow")
    assert words[0].isupper()
    assert words.endswith(".")
    assert "{" not in words


def test_a_reason_without_words_gets_the_plain_ones():
    assert sign_for("Traceback") is UNKNOWN_REASON


async def test_a_spent_budget_says_when_it_begins_anew(theatre, town):
    until = datetime(2026, 12, 1, tzinfo=UTC)
    await does(town, theatre.stage.sign(theatre.place, "budget", message=None, persona=None, until=until))
    assert town.said_by_bot() == [
        f"The panel has used up what it may spend today, and rests until <t:{int(until.timestamp())}:t>."
    ]

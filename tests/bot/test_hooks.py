"""Webhooks: who gets one, how they are found again, and that nobody storms Discord for more."""

import asyncio

import discord
import msgspec
import pytest

from bot.hooks import SHARED_NAME
from bot.refusals import TurnedDown
from events.base import HookId, PersonaId
from events.persona import Persona
from tests.bot.hands import (
    FACE,
    Hands,
    OnDiscord,
    does,
    foreign_hooks,
    next_creations,
    remove_every_hook,
    takes_faces_by_token,
    town_with,
)
from tests.contracts.stage import ALMA, WREN

BO = Persona(id=PersonaId("bo"), name="Bo", card="Bakes.")


@pytest.fixture
async def town():
    async with town_with(Hands) as town:
        yield town


@pytest.fixture
def place(town):
    return OnDiscord(town).place


async def voice(town, persona=WREN, seat=0):
    return await does(town, town.client.hooks.voice(OnDiscord(town).place, persona, seat))


def creations(town):
    return [made for made in town.requests("POST", "/webhooks") if made.path.startswith("/channels/")]


def listings(town):
    return town.requests("GET", "/webhooks")


# --- who gets one ---


async def test_each_persona_speaks_through_a_webhook_of_its_own_name_and_face(town):
    town.client.faces[WREN.id] = FACE
    wren, alma = await voice(town, WREN, 0), await voice(town, ALMA, 1)
    assert wren.hook.id != alma.hook.id
    assert [made.json["name"] for made in creations(town)] == ["Wren Okafor", "Alma Reyes"]
    assert creations(town)[0].json["avatar"].startswith("data:image/png;base64,")


async def test_past_the_dedicated_seats_they_share_one(town):
    alma, bo = await voice(town, ALMA, 8), await voice(town, BO, 9)
    assert (alma.hook.id, alma.shared) == (bo.hook.id, True)
    assert [made.json["name"] for made in creations(town)] == [SHARED_NAME]


async def test_the_number_of_dedicated_seats_is_a_setting():
    async with town_with(lambda town: Hands(town, dedicated=1)) as town:
        assert [(await voice(town, WREN, 0)).shared, (await voice(town, ALMA, 1)).shared] == [False, True]


async def test_two_personas_of_one_name_have_two_webhooks(town):
    twin = msgspec.structs.replace(WREN, id=PersonaId("twin"))
    assert (await voice(town, WREN, 0)).hook.id != (await voice(town, twin, 1)).hook.id


async def test_a_renamed_persona_keeps_its_webhook(town):
    before = await voice(town)
    after = await voice(town, msgspec.structs.replace(WREN, name="Wren the Elder"))
    assert before.hook.id == after.hook.id


# --- found again ---


async def test_a_second_line_asks_for_nothing(town):
    await voice(town)
    await voice(town)
    assert (len(listings(town)), len(creations(town))) == (1, 1)


async def test_a_restart_makes_no_new_ones(town):
    before = [(await voice(town, WREN, 0)).hook.id, (await voice(town, ALMA, 8)).hook.id]
    await town.restart(Hands)
    after = [(await voice(town, WREN, 0)).hook.id, (await voice(town, ALMA, 8)).hook.id]
    assert (before, len(creations(town))) == (after, 2)


async def test_two_lines_at_once_never_make_two(town, place, monkeypatch):
    hooks = town.client.hooks
    monkeypatch.setattr(hooks, "_place", slowly(hooks._place))
    both = await does(town, together(hooks.voice(place, WREN, 0), hooks.voice(place, WREN, 0)))
    assert (both[0].hook.id, len(creations(town))) == (both[1].hook.id, 1)


async def test_another_apps_webhook_of_the_same_name_is_not_taken_for_ours(town):
    theirs = foreign_hooks(town, "Wren Okafor")
    found = await voice(town)
    assert found.hook.id not in theirs
    assert not town.client.hooks.knows(HookId(theirs[0]))


async def test_ours_are_known_also_after_they_were_lost(town, place):
    found = await voice(town)
    town.client.hooks.lost(place, HookId(found.hook.id))
    assert town.client.hooks.knows(HookId(found.hook.id))


async def test_a_hint_that_webhooks_changed_makes_the_next_line_look_again(town, place):
    await voice(town)
    remove_every_hook(town)
    town.client.hooks.changed(place)
    await voice(town)
    assert (len(listings(town)), len(creations(town))) == (2, 2)


async def test_a_list_that_failed_is_asked_for_again(town):
    town.fail_next("GET", "/channels/*/webhooks", 404, 0)
    with pytest.raises(TurnedDown):
        await voice(town)
    await town.pass_time(61)
    assert not (await voice(town)).shared


async def test_a_moment_without_discord_keeps_nobody_waiting_a_minute(town):
    town.fail_next("GET", "/channels/*/webhooks", 520)
    reason = await refusal(town)
    assert (reason, (await voice(town)).shared) == ("unreachable", False)


async def test_a_line_that_was_cancelled_while_it_looked_does_not_stop_the_next(town, place):
    cancelled = asyncio.create_task(town.client.hooks.voice(place, WREN, 0))
    cancelled.cancel()
    await asyncio.gather(cancelled, return_exceptions=True)
    assert not (await voice(town)).shared


# --- refused ---


async def test_after_a_refusal_nothing_is_made_for_a_minute(town):
    await town.forbid("manage_webhooks")
    reasons = [await refusal(town), await refusal(town), await refusal(town)]
    asked = len(listings(town)) + len(creations(town))
    await town.pass_time(61)
    reasons.append(await refusal(town))
    assert (reasons, asked, len(listings(town)) + len(creations(town))) == (["no-webhook-permission"] * 4, 1, 2)


async def test_in_a_channel_full_of_other_apps_a_persona_cannot_speak(town):
    foreign_hooks(town, *[f"Feed {number}" for number in range(15)])
    assert await refusal(town) == "too-many-webhooks"


@pytest.mark.parametrize("code", [30007, 30058])
async def test_where_there_is_no_room_for_one_more_the_shared_webhook_serves(town, monkeypatch, code):
    await voice(town, BO, 8)
    next_creations(monkeypatch, (400, code, []))
    assert (await voice(town, WREN, 0)).shared


async def test_the_last_webhook_that_fits_becomes_the_shared_one(town):
    foreign_hooks(town, *[f"Feed {number}" for number in range(14)])
    wren = await voice(town, WREN, 0)
    with takes_faces_by_token():
        alma = await voice(town, ALMA, 1)
    again = await voice(town, WREN, 0)
    assert (alma.hook.id, alma.shared, again.shared) == (wren.hook.id, True, True)
    assert len(creations(town)) == 2
    assert SHARED_NAME in [hook.name for hook in town.env.backend.webhooks.values()]


async def test_a_name_or_a_picture_that_is_not_taken_costs_only_that_persona_its_webhook(town, monkeypatch):
    next_creations(monkeypatch, (400, 50035, ["avatar"]))
    wren, alma = await voice(town, WREN, 0), await voice(town, ALMA, 1)
    assert (wren.shared, alma.shared) == (True, False)


async def test_a_picture_that_is_no_picture_costs_only_that_persona_its_webhook(town):
    town.client.faces[WREN.id] = b"not a picture"
    assert [(await voice(town, WREN, 0)).shared, (await voice(town, ALMA, 1)).shared] == [True, False]


async def test_a_channel_that_is_gone_is_gone(town, place):
    town.env.backend.channels.pop(place)
    town.client.get_channel = lambda _: None
    assert await refusal(town) == "place-gone"


# --- given up ---


async def test_leaving_a_channel_removes_ours_and_nobody_elses(town, place):
    theirs = foreign_hooks(town, "Feed")
    await voice(town, WREN, 0)
    await voice(town, ALMA, 1)
    assert await does(town, town.client.hooks.leave(place)) == 2
    assert list(town.env.backend.webhooks) == theirs


async def test_leaving_counts_on_nobody_having_been_there_before(town, place):
    await voice(town)
    remove_every_hook(town)
    assert await does(town, town.client.hooks.leave(place)) == 1


async def test_every_webhook_of_ours_can_be_listed(town, place):
    wren, alma = await voice(town, WREN, 0), await voice(town, ALMA, 1)
    ours = await does(town, town.client.hooks.ours(place))
    assert [hook.id for hook in ours] == [wren.hook.id, alma.hook.id]


async def test_a_panel_cannot_sit_where_no_webhook_can_be(town):
    category = await does(town, town.client.guilds[0].create_category("Rooms"))
    with pytest.raises(TurnedDown, match="no-webhooks-here"):
        await does(town, town.client.hooks.voice(category.id, WREN, 0))


async def test_a_thread_without_a_known_parent_still_finds_it(town, place):
    parent = town.client.get_channel(place)
    thread = await does(town, parent.create_thread(name="Aside", type=discord.ChannelType.public_thread))
    await does(town, town.client.hooks.voice(thread.id, WREN, 0))
    assert creations(town)[0].path == f"/channels/{place}/webhooks"


async def refusal(town):
    with pytest.raises(TurnedDown) as raised:
        await voice(town)
    return raised.value.reason


def slowly(ask):
    """The simulator answers at once, Discord does not."""

    async def asked(channel):
        await asyncio.sleep(0)
        return await ask(channel)

    return asked


async def together(*calls):
    return await asyncio.gather(*calls)

"""Memories through the whole bot: recalled days later by the right one, kept from the others, forgotten for good."""

import asyncio

import msgspec
import pytest
from msgspec.structs import replace

from events.base import PersonId
from events.heard import HumanSpoke, PolicySet
from events.memories import MemoryForgotten, MemoryKept, Recalled, RememberOrdered, Whispered
from events.policy import Policy, Remembering
from minds.embedding import ScriptedEmbedder
from minds.ranking import lexical_vector
from tests.stories.company import OPENINGS

BOAT = "Sam's boat Perdita sank at Fernhollow"
DAYS = 3 * 24 * 3600


def bytes_of(panel):
    return b"".join(file.read_bytes() for file in sorted(panel.folder.glob("log.db*")))


def held_by(company, role="writer"):
    """The newest prompt of a role."""
    return company.prompts(role)[-1]


def noted(who, note):
    """The writer's next answers carry this note with the line of that persona."""

    def lines(request):
        said = [
            {"speaker": one, "text": f"{OPENINGS[one]} it is, then.", "note": note if one == who else ""}
            for one in (cue.persona for cue in request.scene.speakers)
        ]
        return msgspec.json.encode({"lines": said}).decode()

    return lines


async def told(panel, persona="warren", text=BOAT, **more):
    return await panel.town.slash("Sam", "panel remember", persona=persona, text=text, **more)


# --- remembering ---


async def test_days_later_the_one_who_was_told_recalls_it_and_no_prompt_of_another_holds_it(panel, company):
    await told(panel)
    await panel.town.pass_time(DAYS)
    await panel.asks("Warren, do you remember my boat?")
    assert BOAT in held_by(company)
    await panel.asks("Nolan, do you remember my boat?")
    assert BOAT not in held_by(company)
    assert [BOAT in prompt for prompt in company.prompts("producer")] == []


async def test_over_a_restart_it_is_remembered(panel, company):
    await told(panel)
    await panel.restart()
    await panel.asks("Warren, do you remember my boat?")
    assert BOAT in held_by(company)


async def test_what_everybody_may_know_is_in_everybodys_prompt(panel, company):
    await told(panel, audience="room")
    await panel.asks("Nolan, do you remember my boat?")
    assert BOAT in held_by(company)


async def test_it_may_be_shared_with_some_by_name(panel, company):
    answer = await told(panel, **{"with": "Iris"})
    await panel.asks("Iris, do you remember my boat?")
    assert BOAT in held_by(company)
    await panel.asks("Nolan, do you remember my boat?")
    assert (BOAT in held_by(company), answer.text) == (False, "Warren will remember that. Iris may know it too.")


async def test_a_note_that_came_with_a_line_is_there_another_day(panel, company):
    company._script = noted("nolan", "Sam keeps bees on the roof.")
    await panel.asks("Nolan, I keep bees.")
    company._script = company._reply
    await panel.town.pass_time(DAYS)
    await panel.asks("Nolan, what do I keep?")
    assert "Sam keeps bees on the roof." in held_by(company)


async def test_a_pinned_note_is_in_every_prompt_until_it_is_taken_down(panel, company):
    await panel.town.slash("Sam", "panel pin", text="Tonight everybody is called captain")
    await panel.asks("Nolan, who are you?")
    assert "called captain" in held_by(company)
    (note,) = (await panel.room()).notes
    await panel.town.slash("Sam", "panel unpin", note=str(note.id))
    await panel.asks("Nolan, and now?")
    assert "called captain" not in held_by(company)
    assert b"called captain" not in bytes_of(panel)


# --- recall ---


@pytest.fixture
async def crowded(lobby):
    """Warren has more in mind than his table takes."""
    lobby.policy = replace(Policy(), memory=Remembering(table=1, notes=False))
    lobby.embedder = ScriptedEmbedder(lexical_vector)
    await lobby.restart()
    await lobby.open()
    await told(lobby)
    await told(lobby, text="Sam likes green tea")
    return lobby


async def test_of_much_in_mind_only_what_the_talk_comes_to_is_shown(crowded, company):
    await crowded.asks("Warren, do you remember where the boat sank, Perdita?")
    assert (BOAT in held_by(company), "green tea" in held_by(company)) == (True, False)
    await crowded.asks("Warren, and the green one that Sam likes?")
    assert (BOAT in held_by(company), "Sam likes green tea" in held_by(company)) == (False, True)
    assert [one.by for one in await crowded.all(Recalled)] == ["embedding", "embedding"]


async def test_a_restart_while_it_is_measured_measures_again(crowded):
    async def never(_texts):
        await crowded.idle(asyncio.Event().wait())

    crowded.embedder.embed = never
    crowded.embedder = ScriptedEmbedder(lexical_vector)
    await crowded.says("Warren, do you remember where the boat sank, Perdita?")
    await crowded.crash()
    await crowded.evening()
    assert (crowded.speakers, [one.by for one in await crowded.all(Recalled)]) == (["Warren"], ["embedding"])
    assert (await crowded.verified()).drift is None


# --- forgetting ---


async def test_what_is_forgotten_is_in_no_prompt_and_in_no_byte_of_the_log(panel, company):
    await told(panel)
    (memory,) = (await panel.room()).memories
    answer = await panel.town.slash("Sam", "panel forget", memory=memory.id)
    await panel.asks("Warren, do you remember my boat?")
    assert (answer.text, BOAT in held_by(company)) == ("Forgotten: 1 memory, with the words.", False)
    assert BOAT.encode() not in bytes_of(panel)


async def test_everything_of_one_persona_is_forgotten_at_once_and_the_others_remember(panel):
    for who, text in (("warren", "one"), ("warren", "two"), ("iris", "three")):
        await told(panel, persona=who, text=text)
    await panel.town.slash("Sam", "panel forget", persona="warren")
    assert [one.text for one in (await panel.room()).memories] == ["three"]


async def test_a_deleted_message_takes_the_note_along_out_of_the_log_too(panel, company):
    company._script = noted("nolan", BOAT)
    message = await panel.asks("Nolan, my boat sank.")
    company._script = company._reply
    assert [one.text for one in (await panel.room()).memories] == [BOAT]
    await panel.town.delete(message)
    await panel.asks("Nolan, what sank?")
    assert ((await panel.room()).memories, BOAT in held_by(company)) == ((), False)
    assert BOAT.encode() not in bytes_of(panel)


async def test_a_note_whose_message_is_long_out_of_view_goes_with_it_too(panel, company):
    company._script = noted("nolan", BOAT)
    message = await panel.asks("Nolan, my boat sank.")
    company._script = company._reply
    for number in range(95):
        await panel.says(f"// humming, {number}")
    assert all(said.message != message.id for said in (await panel.room()).talk)
    await panel.town.delete(message)
    await panel.evening()
    assert (await panel.room()).memories == ()
    assert [len(one.memories) for one in await panel.all(MemoryForgotten)] == [1]
    assert BOAT.encode() not in bytes_of(panel)


# --- whispers and sight ---


async def test_a_whisper_is_in_the_prompt_of_whom_it_was_for_and_of_nobody_else(panel, company):
    answer = await panel.town.slash("Sam", "panel whisper", persona="iris", text="the fern is plastic")
    assert (answer.ephemeral, panel.speakers) == (True, [])
    await panel.asks("Nolan, is that a fern?")
    assert "plastic" not in held_by(company)
    await panel.asks("Iris, is that a fern?")
    assert "the fern is plastic" in held_by(company)
    assert [one.to for one in await panel.all(Whispered)] == [("iris",)]


async def test_who_is_blind_speaks_and_has_not_heard(panel, company):
    await panel.town.slash("Sam", "panel blind", persona="nolan", wish="on")
    await panel.asks("// the password is marzipan")
    await panel.asks("Nolan, what is the password?")
    assert (panel.speakers, "marzipan" in held_by(company)) == (["Nolan"], False)
    answer = await panel.town.slash("Sam", "panel blind", persona="nolan", wish="off")
    assert answer.text == "Nolan hears again."


# --- after a talk ---


async def test_a_talk_that_has_come_to_rest_is_summed_up_and_remembered(panel, company):
    company.raw["summary"] = '{"summary": "Sam has a boat, and I promised to look at it.", "importance": 7}'
    await panel.house.hear(panel.place, PolicySet(policy=replace(Policy(), memory=Remembering(summary=True, after=60))))
    await panel.asks("Warren, will you look at my boat?")
    await panel.town.pass_time(120)
    (memory,) = (await panel.room()).memories
    assert (memory.owner, memory.importance) == ("warren", 7)
    await panel.town.pass_time(DAYS)
    assert len(company.asked("summary")) == 1
    await panel.asks("Warren, what did you promise?")
    assert "I promised to look at it" in held_by(company)


async def test_a_deleted_message_takes_the_summary_of_its_talk_along(panel, company):
    company.raw["summary"] = f'{{"summary": "{BOAT}", "importance": 7}}'
    await panel.house.hear(panel.place, PolicySet(policy=replace(Policy(), memory=Remembering(summary=True, after=60))))
    message = await panel.says(f"// {BOAT}")
    await panel.asks("Warren, will you look at my boat?")
    await panel.town.pass_time(120)
    assert len((await panel.room()).memories) == 1
    await panel.town.delete(message)
    await panel.evening()
    assert (await panel.room()).memories == ()
    assert BOAT.encode() not in bytes_of(panel)


# --- commands ---


async def test_the_list_tells_whose_what_about_whom_who_knows_and_how_much_it_matters(panel):
    await told(panel, about="Sam", importance=8.0, **{"with": "Iris, Nolan"})
    await panel.town.slash("Sam", "panel pin", text="We meet at nine")
    answer = await panel.town.slash("Sam", "panel memory")
    assert answer.ephemeral
    assert f"**Warren**: {BOAT} · about Sam · known to Iris, Nolan · 8 of 10" in answer.text
    assert "📌 We meet at nine" in answer.text


async def test_the_list_of_one_persona_holds_nothing_of_another(panel):
    await told(panel)
    answer = await panel.town.slash("Sam", "panel memory", persona="iris")
    assert "Nothing. Have something remembered with /panel remember." in answer.text


async def test_a_memory_cannot_ping(panel):
    await told(panel, text="look @everyone and <@1>")
    answer = await panel.town.slash("Sam", "panel memory")
    assert "look" in answer.text
    assert not {"@everyone", "<@1>"} & set(answer.text.split())


@pytest.mark.parametrize(
    ("command", "options", "words"),
    [
        ("panel remember", {"persona": "teo", "text": "x"}, "teo is not seated here."),
        ("panel remember", {"persona": "iris", "text": "x", "with": "Teo"}, "Teo is not seated here."),
        ("panel memory", {"persona": "teo"}, "teo is not seated here."),
        ("panel forget", {}, "Which memory?"),
        ("panel forget", {"memory": "m999"}, "Nothing like that is kept here."),
        ("panel forget", {"persona": "iris"}, "Nothing like that is kept here."),
        ("panel unpin", {"note": "999"}, "No such note is pinned here."),
        ("panel whisper", {"persona": "teo", "text": "x"}, "teo is not seated here."),
        ("panel blind", {"persona": "teo", "wish": "on"}, "teo is not seated here."),
    ],
)
async def test_what_cannot_be_is_refused_in_a_sentence_and_changes_nothing(panel, command, options, words):
    before = (await panel.room()).version
    answer = await panel.town.slash("Sam", command, **options)
    assert words in answer.text
    assert (await panel.room()).version == before


@pytest.mark.parametrize("command", ["remember", "memory", "forget", "pin", "unpin", "whisper", "blind"])
async def test_without_a_panel_they_say_what_to_do(lobby, command):
    options = {
        "remember": {"persona": "iris", "text": "x"},
        "pin": {"text": "x"},
        "unpin": {"note": "1"},
        "whisper": {"persona": "iris", "text": "x"},
        "blind": {"persona": "iris", "wish": "on"},
    }
    answer = await lobby.town.slash("Sam", f"panel {command}", **options.get(command, {}))
    assert answer.text == "No panel is open here. Open one with /panel open."


async def test_while_typing_memories_their_owners_and_notes_are_offered(panel):
    await told(panel)
    await told(panel, persona="iris", text="green tea")
    await panel.town.slash("Sam", "panel pin", text="We meet at nine")
    complete = panel.town.complete
    assert await complete("Sam", "panel forget", "memory", "boat") == [f"Warren: {BOAT}"]
    assert await complete("Sam", "panel forget", "memory", "") == ["Iris: green tea", f"Warren: {BOAT}"]
    assert await complete("Sam", "panel memory", "persona", "") == ["Warren", "Iris"]
    assert await complete("Sam", "panel unpin", "note", "nine") == ["We meet at nine"]


async def test_every_order_is_in_the_log_with_who_gave_it(panel):
    await told(panel)
    (order,), (kept,) = await panel.all(RememberOrdered), await panel.all(MemoryKept)
    assert (order.by, order.text, kept.text) == (PersonId(panel.town.people["Sam"].id), BOAT, BOAT)
    assert await panel.all(HumanSpoke) == []

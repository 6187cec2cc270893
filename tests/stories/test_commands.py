"""Every command of /panel: what it answers, to whom, what it offers, and how it refuses."""

import pytest

REFUSED = [
    ("panel close", {}, "No panel is open here. Open one with /panel open."),
    ("panel unseat", {"persona": "teo"}, "No panel is open here. Open one with /panel open."),
    ("panel scene", {"turns": 4}, "No panel is open here. Open one with /panel open."),
    ("panel show", {}, "No panel is open here. Open one with /panel open."),
    ("panel seat", {"persona": "teo"}, "No panel is open here. Open one with /panel open."),
    ("panel speak", {"who": "nolan"}, "No panel is open here. Open one with /panel open."),
    ("panel stop", {}, "No panel is open here. Open one with /panel open."),
    ("panel resume", {}, "No panel is open here. Open one with /panel open."),
    ("panel silence", {"wish": "on"}, "No panel is open here. Open one with /panel open."),
    ("panel why", {}, "No panel is open here. Open one with /panel open."),
    ("panel open", {"cast": "circus"}, "There is no cast called circus. Choose one that the command suggests."),
]
REFUSED_AT_THE_TABLE = [
    ("panel open", {}, "A panel is already open here. See it with /panel show, or close it first with /panel close."),
    ("panel seat", {"persona": "nolan"}, "Nolan already has a seat here."),
    ("panel seat", {"persona": "zeppo"}, "There is no persona called zeppo. Choose one that the command suggests."),
    ("panel unseat", {"persona": "teo"}, "teo is not seated here."),
    ("panel mute", {"persona": "@everyone"}, "is not seated here. Seat them with /panel seat"),
    ("panel order", {"persona": "teo", "position": 1}, "teo is not seated here."),
    ("panel speak", {"who": "teo"}, "teo is not seated here."),
    ("panel why", {"message": "12345"}, "No line or message 12345 is in the log."),
]
ANSWERED = [
    ("panel close", {}, "The panel is closed. Good night.", False),
    ("panel show", {}, "3 seated", True),
    ("panel seat", {"persona": "teo"}, "Teo takes a seat.", False),
    ("panel unseat", {"persona": "warren"}, "Warren has left the panel.", False),
    ("panel order", {"persona": "iris", "position": 1}, "The seats now: Iris, Warren, Nolan.", True),
    ("panel mute", {"persona": "nolan"}, "Nolan is muted.", True),
    ("panel unmute", {"persona": "nolan"}, "Nolan may speak again.", True),
    ("panel speak", {"who": "nolan"}, "Nolan has the floor.", True),
    ("panel stop", {}, "Stopped.", True),
    ("panel resume", {}, "The panel listens again.", True),
    ("panel silence", {"wish": "on", "after": 10.0}, "After 10 minutes without a word", True),
    ("panel silence", {"wish": "off"}, "Nobody speaks unasked", True),
]


@pytest.mark.parametrize(("command", "options", "words"), REFUSED)
async def test_without_a_panel_the_refusal_says_what_to_do_to_the_asker_alone(lobby, command, options, words):
    answer = await lobby.town.slash("Sam", command, **options)
    assert words in answer.text
    assert answer.ephemeral


@pytest.mark.parametrize(("command", "options", "words"), REFUSED_AT_THE_TABLE)
async def test_what_cannot_be_is_refused_in_a_sentence_and_changes_nothing(panel, command, options, words):
    before = (await panel.room()).version
    answer = await panel.town.slash("Sam", command, **options)
    assert words in answer.text
    assert answer.ephemeral
    assert (await panel.room()).version == before


@pytest.mark.parametrize(("command", "options", "words", "to_one"), ANSWERED)
async def test_a_command_answers_in_public_only_what_changes_what_everybody_sees(
    panel, command, options, words, to_one
):
    answer = await panel.town.slash("Sam", command, **options)
    assert words in answer.text
    assert answer.ephemeral is to_one


async def test_opening_is_public_and_names_who_sits_down(lobby):
    answer = await lobby.town.slash("Sam", "panel open")
    assert (answer.ephemeral, answer.text.splitlines()[0]) == (
        False,
        "**The late table** is open: Warren, Nolan, Iris. Speak to the room, or to one of them by name.",
    )


async def test_a_closed_panel_can_be_opened_again_with_another_cast(panel):
    await panel.town.slash("Sam", "panel close")
    answer = await panel.town.slash("Sam", "panel open", cast="kitchen")
    await panel.asks("Teo, how much salt?")
    assert ("Two ovens" in answer.text, panel.speakers) == (True, ["Teo"])


async def test_muting_the_last_one_says_that_nobody_will_speak(panel):
    answers = [await panel.town.slash("Sam", "panel mute", persona=who) for who in ("warren", "nolan", "iris")]
    assert ["nobody will speak" in answer.text for answer in answers] == [False, False, True]


async def test_show_tells_seats_mutes_strategy_cap_and_silence(panel):
    await panel.town.slash("Sam", "panel mute", persona="nolan")
    await panel.asks("what should we plant?")
    text = (await panel.town.slash("Sam", "panel show")).text
    assert "2. **Nolan** (`nolan`) · muted" in text
    assert "In a row: 1 of 1 persona lines" in text
    assert "After a silence: off" in text


async def test_show_tells_that_the_panel_was_stopped(panel):
    await panel.town.slash("Sam", "panel stop")
    assert "**Stopped**" in (await panel.town.slash("Sam", "panel show")).text


@pytest.mark.parametrize(
    ("command", "option", "typed", "offered"),
    [
        ("panel unseat", "persona", "", ["Iris", "Nolan", "Warren"]),
        ("panel mute", "persona", "no", ["Nolan"]),
        ("panel unmute", "persona", "WAR", ["Warren"]),
        ("panel order", "persona", "ris", ["Iris"]),
        ("panel speak", "who", "i", ["Iris"]),
        ("panel seat", "persona", "", ["Mara", "Teo"]),
        ("panel open", "cast", "oven", ["Two ovens"]),
        ("panel speak", "who", "zz", []),
    ],
)
async def test_while_typing_the_fitting_names_are_offered(panel, command, option, typed, offered):
    assert await panel.town.complete("Sam", command, option, typed) == offered


async def test_without_a_panel_nobody_is_offered(lobby):
    assert await lobby.town.complete("Sam", "panel mute", "persona", "") == []


async def test_who_may_not_manage_channels_does_not_see_the_commands(panel):
    visible = {who: panel.town.people[who].available_commands(panel.town.channel) for who in ("Sam", "Rio")}
    assert any(name.startswith("panel") for name in visible["Sam"])
    assert not any(name.startswith("panel") for name in visible["Rio"])


async def test_a_full_panel_takes_nobody_else(panel):
    panel.town.client.seats = 3
    answer = await panel.town.slash("Sam", "panel seat", persona="teo")
    assert answer.text == "This panel has 3 seats, and all are taken. Unseat somebody first."


async def test_a_command_is_answered_though_the_model_takes_its_time(panel, company):
    company.seconds["writer"] = 20
    answer = await panel.town.slash("Sam", "panel speak", who="nolan")
    assert answer.text == "Nolan has the floor."
    await panel.evening()
    assert panel.speakers == ["Nolan"]


async def test_who_opens_or_seats_is_told_alone_what_troubles_with_names_there_are(lobby):
    opened = await lobby.town.slash("Sam", "panel open")
    warning = opened.result.followups[-1]
    assert ("\u201cIris\u201d is an everyday word" in warning.content, warning.ephemeral) == (True, True)


async def test_who_opens_a_cast_with_plain_names_is_told_of_no_trouble(lobby):
    assert "\u26a0" not in (await lobby.town.slash("Sam", "panel open", cast="kitchen")).text

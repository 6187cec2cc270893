"""To whom a message speaks: position, possession, mention in passing, lists, humans and groups."""
# ruff: noqa: RUF001 -- look-alikes and other alphabets are what is tested

import pytest
from hypothesis import given
from hypothesis import strategies as st

from events.base import PersonaId
from events.persona import Persona
from panel.address import Address, resolve


def persona(slug: str, name: str, *aliases: str) -> Persona:
    return Persona(id=PersonaId(slug), name=name, card="", aliases=aliases)


LOUNGE = (
    persona("wren", "Wren Okafor", "Wrenny"),
    persona("alma", "Alma Reyes", "Al", "the captain"),
    persona("bo", "Bo"),
)
ZED = persona("zed", "Zed")


def lounge(text: str, *, humans: tuple[str, ...] = ("Sam", "Rio"), speaker: str | None = None) -> Address:
    return resolve(text, LOUNGE, absent=(ZED,), humans=humans, speaker=PersonaId(speaker) if speaker else None)


@pytest.mark.parametrize(
    "text",
    [
        "Wren, go", "Wren: go", "Wren; go", "(Wren) go", "[Wren] go", "go, Wren!", "Wren?!", "Wren—go", "Wren - go",
        "Wren…", "wren", "WREN!!!", "hey wren go", "hey, Wren!", "ok wren, what now", "thank you Wren!",
        "Good morning Wren", "so, Wren, what do you think", "what do you think, Wren", "what do you think Wren?",
        "how are you Wren", "Wren what do you think", "Wren could you help", "Wren is it true?", "Wren don't go",
        "wren pls", "Wren I disagree", "Wren tell me a joke", "Wren, who did this?", "I think so. Wren, you?",
        "first line\nWren, second", "Wren\nwhat do you think", "Question: Wren, why?", "To Wren: hello",
        "Happy birthday Wren!", "Ms Okafor, hi", "🎉 Wren, hi", "Wren 🎉",
        "I was thinking about the plan, wren, and it's odd", "are you there Wren?", "nubbe: no. Wren> aha",
    ],
)  # fmt: skip
def test_a_name_in_the_place_of_an_address_gives_the_floor(text):
    assert lounge(text).forced == ("wren",)


@pytest.mark.parametrize(
    "text",
    [
        "Wren's idea is odd", "Wren’s", "Wren'll do it", "I saw Wren yesterday", "tell Wren hi", "ask Wren",
        "I told Wren to rest.", "Wren is gone", "Wren said no", "Wren just told me", "Wren thinks so",
        "Wren wouldn't do that", "so Wren is gone", "as Wren says, rain", "Wren and I went home", "Do you like Wren?",
        "have you seen Wren?", "where is Wren?", "I agree with Wren, totally", "I know Wren, and I like it",
        "my friend, Wren, came along", "Wren, who was late, said no", "Who did it? Wren.", "Next up: Wren.",
        "1. Wren\n2. the rest", "call me Wren", "are you Wren?", "Wren from the shop", "I like birds (Wren) a lot",
        "I like you and Wren", "anyone but Wren?", "I miss Wren", "Wren: 3, the others: 2",
        "what would Wren say, though?", "I invited Kit, two dogs, and Wren.", "give it to Wren!",
    ],
)  # fmt: skip
def test_a_name_that_is_talked_about_is_a_hint_and_no_more(text):
    heard = lounge(text)
    assert heard.forced == ()
    assert heard.mentioned == ("wren",)


@pytest.mark.parametrize(
    ("text", "forced", "mentioned"),
    [
        ("Alma, go and see what they sell in Wren's shop.", ("alma",), ("wren",)),
        ("Alma, tell Wren hi", ("alma",), ("wren",)),
        ("Alma, Wren told me it is late", ("alma",), ("wren",)),
        ("Alma, Wren's shop is closed", ("alma",), ("wren",)),
        ("Alma, ask Bo whether Wren left the door open", ("alma",), ("bo", "wren")),
        ("I agree with Alma, Wren.", ("wren",), ("alma",)),
        ("Is it true that Bo lied, Alma?", ("alma",), ("bo",)),
        ("Bo, you and Alma should talk", ("bo",), ("alma",)),
        ("I meant Bo, not Wren", (), ("bo", "wren")),
        ("Bo is right, Wren.", ("wren",), ("bo",)),
        ("I told Bo: Wren, go away", ("wren",), ("bo",)),
        ("thanks Alma, Wren was wrong", ("alma",), ("wren",)),
        ("Alma knows. Bo knows. Do you, Wren?", ("wren",), ("alma", "bo")),
    ],
)
def test_one_is_spoken_to_while_another_is_talked_about(text, forced, mentioned):
    heard = lounge(text)
    assert (heard.forced, heard.mentioned) == (forced, mentioned)


@pytest.mark.parametrize(
    ("text", "forced"),
    [
        ("Bo and Wren, pizza or soup?", ("bo", "wren")),
        ("Wren first, then Alma: your view", ("wren", "alma")),
        ("First Bo, then Wren.", ("bo", "wren")),
        ("Bo, you go first, then Wren", ("bo", "wren")),
        ("@Alma @Bo @Wren vote", ("alma", "bo", "wren")),
        ("Alma, Bo, Wren: vote", ("alma", "bo", "wren")),
        ("Wren & Bo: go", ("wren", "bo")),
        ("Wren/Alma, hi", ("wren", "alma")),
        ("What do you think, Alma and Bo?", ("alma", "bo")),
        ("Wren and Alma what do you think", ("wren", "alma")),
        ("Bo: soup? Wren: salad?", ("bo", "wren")),
        ("Bo! Wren! come here, Bo", ("bo", "wren")),
    ],
)
def test_all_who_are_addressed_speak_once_each_in_the_order_named(text, forced):
    assert lounge(text).forced == forced


@pytest.mark.parametrize("text", ["Alma, Bo and Wren went home", "I like Alma, Bo, Wren", "Ask Alma, Bo and Wren."])
def test_a_list_that_is_talked_about_forces_nobody(text):
    heard = lounge(text)
    assert heard.forced == ()
    assert heard.mentioned == ("alma", "bo", "wren")


def test_alternatives_ask_one_of_them():
    assert lounge("Wren or Alma, which is it?").ambiguous == ("wren", "alma")


@pytest.mark.parametrize(
    "text", ["@Wren's", "ask @wren then", "@Wren Okafor hi", "@wren_okafor", "@WrenOkafor", "＠Ｗｒｅｎ"]
)
def test_a_typed_at_is_an_address_wherever_it_stands(text):
    assert lounge(text).forced == ("wren",)


@pytest.mark.parametrize(
    "text",
    [
        "Always about the same bottle, also a robot.", "wrens, hi", "wren2, hi", "wren-like, hi", "wren_bot, hi",
        "foo@wren", "me@wren.com", "wren.py", "#wren", "$wren", "/wren", "u/wren", "--wren", "C:\\wren\\x",
        "wren::new",
    ],
)  # fmt: skip
def test_a_name_inside_a_longer_word_or_path_is_nobody(text):
    heard = lounge(text)
    assert (heard.forced, heard.mentioned) == ((), ())


@given(st.sampled_from("abcxyzéßøжλ"), st.booleans())
def test_a_letter_that_touches_a_name_removes_the_match(letter, before):
    word = f"{letter}Wren" if before else f"Wren{letter}"
    assert lounge(f"{word}, go").spans == ()


@pytest.mark.parametrize(
    ("text", "forced", "mentioned"),
    [
        ("captain?", ("alma",), ()),
        ("hey captain look", ("alma",), ()),
        ("The captain, please", ("alma",), ()),
        ("ask the captain", (), ("alma",)),
        ("Al!", ("alma",), ()),
        ("wrenny, go", ("wren",), ()),
    ],
)
def test_an_alias_counts_like_the_name_with_or_without_its_article(text, forced, mentioned):
    heard = lounge(text)
    assert (heard.forced, heard.mentioned) == (forced, mentioned)


def test_a_persona_hands_over_by_the_same_rules_as_a_human():
    assert lounge("Al, your turn", speaker="wren").forced == ("alma",)


def test_a_persona_never_calls_itself():
    heard = lounge("Wren, that's me, and I agree with Alma! @Wren", speaker="wren")
    assert (heard.forced, heard.mentioned) == ((), ("alma",))


def test_an_absent_persona_is_reported_and_nobody_is_forced():
    heard = lounge("Zed, are you there?")
    assert (heard.absent, heard.forced) == (("zed",), ())


def test_an_absent_persona_that_is_talked_about_is_not_addressed():
    assert lounge("I saw Zed").absent == ()


@pytest.mark.parametrize("text", ["Sam, ask Wren", "hey Rio what's up", "@Sam look", "> so?\nSam, you two should talk"])
def test_a_message_that_opens_with_a_human_is_not_for_the_panel(text):
    heard = lounge(text)
    assert heard.to_human
    assert not heard.to_panel


@pytest.mark.parametrize(
    "text", ["I saw Sam", "Sam and Wren, hi", "Sam, @Wren knows", "Wren, tell Sam hi", "Sam said so"]
)
def test_a_human_elsewhere_leaves_the_message_to_the_panel(text):
    assert not lounge(text).to_human


def test_a_human_is_also_known_by_the_raw_mention():
    assert lounge("<@7> look", humans=("<@7>",)).to_human


def test_a_human_who_takes_a_personas_name_does_not_take_its_floor():
    assert lounge("Wren, go", humans=("Wren",)).forced == ("wren",)


@pytest.mark.parametrize(
    "text",
    [
        "you two, stop", "hey you two!", "everyone?", "anyone?", "folks, hi", "hey folks", "all of you",
        "one of you answer me", "what do you all think?", "<@&5> anyone awake?", "does anyone know?",
        "can someone explain?", "hi all", "thanks everyone!", "guys what do you think", "y'all ok?",
        "what does everyone think?", "anyone else?", "大家好", "有人在吗？", "みんな、どう?",
    ],
)  # fmt: skip
def test_a_group_word_in_the_place_of_an_address_speaks_to_the_panel(text):
    heard = lounge(text)
    assert heard.to_panel
    assert heard.forced == ()


@pytest.mark.parametrize(
    "text",
    [
        "@everyone server restarts at 9", "@here lunch", "everyone is gone", "I told everyone", "are you all right?",
        "all good?", "give you two minutes", "folks at work say hi", "I did not see anyone", "my team lost",
        "everyone in my class hates it",
    ],
)  # fmt: skip
def test_everybody_talked_about_or_pinged_is_not_the_panel(text):
    assert not lounge(text).to_panel


def test_a_ping_of_everyone_does_not_hide_a_typed_name():
    assert lounge("@here @Wren can you explain?").forced == ("wren",)


def test_a_span_says_where_and_why():
    (span,) = lounge("Well, ｗren, go").spans
    assert (span.persona, span.start, span.end, span.reason) == ("wren", 6, 10, "at the start")


@given(
    st.text(alphabet=st.sampled_from(list("wrenalmboAWB @,.:;!?'\"-_*`~|<>()[]/\\\n王芳ミ아é\u200b🦋")), max_size=60)
)
def test_any_text_has_an_answer_and_nobody_is_in_it_twice(text):
    heard = lounge(text, speaker="bo")
    named = (*heard.forced, *heard.mentioned, *heard.ambiguous)
    assert len(set(named)) == len(named)
    assert "bo" not in named
    assert all(0 <= span.start < span.end <= len(text) for span in heard.spans)

"""What cannot be said at all, in one line before it may be staged."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from events.base import PersonaId
from events.persona import Persona
from panel.screen import Verdict, screen

BO = Persona(id=PersonaId("bo"), name="Bo", card="")
WREN = Persona(id=PersonaId("wren"), name="Wren Okafor", card="", aliases=("Wrenny",))


def verdict(text: str, *, persona: Persona = BO, limit=1800, words=None, forced=False) -> Verdict:
    return screen(text, persona=persona, limit=limit, words=words, forced=forced)


@pytest.mark.parametrize(
    "text",
    [
        "*(silent)*", "NO_REPLY", "…", ".", "🔇", "(Bo says nothing.)", "HEARTBEAT_OK",
        "...", "—", "*…*", '"NO_REPLY"', "`NO_REPLY`", "[SILENCE]", "<no_reply/>", "NO_RESPONSE.", "SKIP_TURN",
        "[pass]",
        "(no response)", "No reply.", "No response needed.", "*stays quiet*", "_Bo remains silent._",
        "*listens quietly*",
        "[Bo does not respond]", "Bo stays silent.", "Bo: *says nothing*", "🤐", "🤫 …", "(silence)", "*schweigt*",
        "\uff08沉默\uff09",
        "I am staying silent because the question was for Alma.", "I'll stay quiet.", "I'll sit this one out.",
        "I will remain silent for now.", "NO_REPLY: nothing to add", "PASS", "*waits*", "(Bo chooses not to answer.)",
        "I won't respond.", "<silent>", "**[no reply]**", "*is silent for a moment*",
    ],
)  # fmt: skip
def test_silence_is_never_said(text):
    assert verdict(text) == Verdict(rejected="silence-text", cut=verdict(text).cut)


@pytest.mark.parametrize(
    "text",
    [
        "I'll leave that one to Alma.", "Over to you, Alma.", "Alma can answer that better than me.",
        "I'll let Alma take this.",
        "I defer to Wren.", "I have nothing to add.", "That's a question for Alma.", "I'll pass on this one.",
        "Better ask Wren.",
        "Hm, I think I'll leave it to Wren.", "Nothing to add here.", "Not my turn. Alma should answer.",
    ],
)  # fmt: skip
def test_a_deferral_is_said_only_by_whoever_was_asked(text):
    assert verdict(text).rejected == "deferral"
    assert verdict(text, forced=True).text == text


@pytest.mark.parametrize(
    "text",
    [
        "As an AI language model I can't roleplay Wren.", "As an AI, I don't have opinions.",
        "I'm just an AI assistant.",
        "I'm sorry, but I can't assist with that.", "I am a large language model, trained to help.",
        "I\u2019m sorry, but as an AI language model, I cannot continue this roleplay.", "I can't pretend to be Bo.",
        "Sorry. I'm not able to roleplay that character.", "That goes against my content guidelines.",
        "I'm not able to engage in roleplay.", "This request violates OpenAI's usage policies.", "[Content filtered]",
        "I must respectfully decline to portray this character.", "I am programmed to be a helpful assistant.",
        "As an AI developed by a company, I don't have personal opinions.",
        "Als KI-Sprachmodell kann ich das nicht.", "Es tut mir leid, aber dabei kann ich nicht helfen.",
        "En tant que modèle de langage, je ne peux pas.", "Je suis désolé, mais je ne peux pas vous aider avec cela.",
        "Como modelo de lenguaje de IA, no puedo opinar.", "Lo siento, pero no puedo ayudar con eso.",
        "Sou uma inteligência artificial.", "Mi dispiace, ma non posso aiutarti con questo.",
        "Как языковая модель, я не могу этого сделать.", "作为一个AI语言模型我不能这样做。", "抱歉我无法协助您的请求。",
        "申し訳ありませんが、そのご要望には対応できません。", "저는 AI 언어 모델로서 의견이 없습니다.",
        "I cannot fulfill your request.", "Unfortunately, I am unable to generate such content.",
    ],
)  # fmt: skip
def test_a_model_that_speaks_about_itself_is_not_heard(text):
    assert verdict(text).rejected == "refusal"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "   ",
        "\u200b",
        "Bo:",
        "<think>x</think>",
        "```\n```",
        "</s>",
        "****",
        "\u2060\n\ufeff",
        "<@123456>",
        "null",
        "&nbsp;",
        "<br>",
    ],
)
def test_nothing_is_empty(text):
    assert verdict(text).rejected == "empty"


@pytest.mark.parametrize(
    "text",
    [
        "Yes.", "Ha!", "?", "?!", "No", ":)", "❤️", "👩‍👩‍👧", "42", "*nods*", "None of the above.",
        "Pass the salt, please.",
        "Silence is golden, they say.", "I kept quiet for years, and then I told her everything.", "Alma can sing.",
        "As an AI researcher I would like to see the data.", "I can't help it, I love soup.",
        "Quiet! I hear something.",
        "Sorry, I can't help you move on Sunday, I'm at work.", "Wait, what did you say?", "Pass.",
        "Ask me again tomorrow and I may know.",
        "I'd leave the window open and go to sleep.", "The MAX_RETRIES setting is too low.", "Nothing.",
        "I say nothing beats soup.",
        'She said "no" and "never".', "Data: the numbers are in.", "It is about: love.",
        "See https://example.org/a?b=c for more.",
        "The file: it is gone.", "<:wren:123456789012345678> hello", "Is it 12:30 already?", "#12 is my favourite.",
        "(Well, almost.)",
        "`<@123` is how it begins", "Bo Diddley: a legend.",
        "That will do.", "We should talk.", "I will answer that: soup.", "That's for sure.", "This is for you.",
        "Up to you.", "Ask me later.",
        "Be quiet!", "I'd let him go.", "I can't pretend to be happy.", "I can't act as if nothing happened.",
        "I can't help with that.",
        "*breaks the silence with a laugh*", "*waves* Hello there *smiles*", "*stays quiet* Well, soup then.",
        "I'd give that to my sister and go.",
        "Tut mir leid, da war ich nicht dabei.", "Désolée, je ne peux pas venir demain.", "Como siempre, sopa.",
        "Lo siento, no puedo ir.", "Я как всегда опоздал.", "我是厨师。", "申し訳ありません、遅れました。",
        "I was trained to bake by my aunt.", "My training starts on Monday.", "I must decline, I have eaten already.",
        "That goes against everything I know about soup.",
    ],
)  # fmt: skip
def test_ordinary_lines_pass_as_they_are(text):
    assert verdict(text) == Verdict(text)


@pytest.mark.parametrize(
    ("text", "left", "code"),
    [
        ("Bo: Hello.", "Hello.", "own-label"),
        ("**Bo:** Bo: Hello.", "Hello.", "own-label"),
        ("“Hello there.”", "Hello there.", "quotes"),
        ('"Hello there."', "Hello there.", "quotes"),
        ("Hel\u200blo.\u2060", "Hello.", "invisible"),
        ("Hello.<|im_end|>", "Hello.", "wrapping"),
        ("Hello. NO_REPLY", "Hello.", "silence-token"),
        ("Look at file:///etc/hosts now.", "Look at now.", "address"),
        ("[this](file:///etc/hosts) is it.", "this is it.", "address"),
        ("Here: data:image/png;base64,AAAA+/= done", "Here: done", "address"),
        ("Go to ftp://example.org/x or not.", "Go to or not.", "address"),
        ("Hey <@100000000000000001>, come to <#200000000000000002>!", "Hey, come to!", "raw-id"),
        ("<@&300000000000000003> wake up", "wake up", "raw-id"),
        ("<@Rio> wake up", "@Rio wake up", "raw-id"),
        ("It is in <#general>.", "It is in #general.", "raw-id"),
        ("Try </panel show:100000000000000001>.", "Try /panel show.", "raw-id"),
        ("@Bo: Hello.", "Hello.", "own-label"),
        ("**Bo**\nHello.", "Hello.", "own-label"),
        ("Hello.\n[End of turn]", "Hello.", "wrapping"),
        ("Hello. <END>", "Hello.", "wrapping"),
        ("Hello.[/s]<unused7>", "Hello.", "wrapping"),
        ("<think/>Hello.", "Hello.", "wrapping"),
        ("[12:03] Bo: Hello.", "Hello.", "envelope"),
        ("12:03 Bo: Hello.", "Hello.", "envelope"),
        ("[Bo] Hello.", "Hello.", "envelope"),
        ("[#41 Bo] Hello.", "Hello.", "envelope"),
        ("[2026-11-30 21:22] Hello.", "Hello.", "envelope"),
        ('<line speaker="bo">Hello.</line>', "Hello.", "envelope"),
        ('{"speaker":"bo","text":"Hello."}', "Hello.", "envelope"),
    ],
)
def test_what_is_no_speech_is_taken_from_a_line(text, left, code):
    seen = verdict(text)
    assert (seen.text, seen.rejected) == (left, "")
    assert code in seen.cut


@pytest.mark.parametrize(
    "text",
    [
        '{"lines": [{"speaker": "bo"',
        '{{"lines": [{{"speaker": "bo", "text": "x"}}]}}',
        "[{'speaker': 'bo'",
        '```json\n{"text": ',
        '{\\"speaker\\": 1',
    ],
)
def test_the_structure_of_an_answer_is_never_said(text):
    assert verdict(text).rejected == "unreadable"


@pytest.mark.parametrize("text", ["{shrugs}", "[text me]", "My text: {hello}", "{name} is a placeholder, I know."])
def test_braces_alone_are_no_structure(text):
    assert verdict(text).text == text


def test_a_huge_data_address_is_taken_out_whole():
    assert verdict("Look: data:image/png;base64," + "A" * 100_000 + " nice?").text == "Look: nice?"


def test_an_over_long_line_ends_with_a_sentence():
    seen = verdict("One is here. Two is there. Three never came.", limit=30)
    assert seen == Verdict("One is here. Two is there.", cut=("over-long",))


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("First we eat. Then we walk. Then we talk.", "First we eat. Then we walk."),
        ("Ha! That is rich. And it is late.", "Ha! That is rich."),
        ("Dr. Moth left. He was tired and sad.", "Dr. Moth left."),
        ("我们先吃饭吧。然后我们去散步。", "我们先吃饭吧。"),
    ],
)
def test_a_line_longer_than_staged_ends_with_a_sentence(text, left):
    assert verdict(text, words=6) == Verdict(left, cut=("over-long",))


@pytest.mark.parametrize(
    "text", ["One sentence that goes on and on and on", "Like so:\n```py\nprint(1, 2, 3, 4, 5, 6)\n```"]
)
def test_what_has_no_shorter_part_stays_whole(text):
    assert verdict(text, words=6).text == text


def test_a_text_without_a_sentence_end_is_cut_after_a_word():
    assert verdict("word " * 50, limit=22).text == "word word word word…"


def test_a_cut_leaves_no_code_fence_open():
    text = "Look at this now.\n```py\nprint('a.')\nprint('b.')\nprint('c.')\n```"
    assert verdict(text, limit=50).text == "Look at this now."


_PIECES = st.sampled_from([
    "Bo: ", "Hello there. ", "“", "”", '"', "*", "(", ")", "silent", "NO_REPLY", "…", ".", " ", "\n", "\n\n", "```",
    "`", "<think>", "</think>",
    "<@1>", "data:,x", "data:", "file:///", "http", "://", "[12:03] ", "[Bo] ", "\u200b", "\u200d", "👩", "<line>",
    "</line>", "Ha!", "a", "word ",
    "<|im_end|>", '{"text":"', '"}', "Dr.", "«", "»", "e\u0301", "我", "。", "\u3164", "@", "12345678901234567",
])  # fmt: skip


@settings(max_examples=600, deadline=None)
@given(
    st.lists(_PIECES, max_size=16).map("".join) | st.text(max_size=60),
    st.integers(0, 40) | st.just(2000),
    st.none() | st.integers(1, 6),
)
def test_what_was_let_pass_passes_again_as_it_is(text, limit, words):
    first = verdict(text, limit=limit, words=words)
    again = verdict(first.text, limit=limit, words=words)
    assert len(first.text) <= max(0, limit)
    assert (first.text.strip() != "") is (first.rejected == "")
    assert again.text == first.text

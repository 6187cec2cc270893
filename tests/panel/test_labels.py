"""The forms in which a script names its speakers, and the prose that only looks like one."""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from events.base import PersonaId
from events.persona import Persona
from panel.decode import lines_in
from panel.labels import key, labels_in, voices
from panel.screen import screen

WREN = Persona(id=PersonaId("wren"), name="Wren Okafor", card="", aliases=("Wrenny",))
BO = Persona(id=PersonaId("bo"), name="Bo", card="")
CAST = (WREN, BO)
HUMANS = ("Sam", "Rio Blanca")


def said(text: str, *staged: Persona) -> list[tuple[str | None, str]]:
    segments = lines_in(text, staged or (WREN,), cast=CAST, humans=HUMANS)
    return [(each.persona, each.text) for each in segments if not each.dropped]


SCRIPTS = [
    "[Wren] Hello.\n[Rio] Hi there",
    "<Wren> Hello.\n<Sam> hey",
    "Wren — Hello.\nBo — Nope",
    "Wren - Hello.\nSam - hey",
    "Wren | Hello.\nSam | hey",
    "Wren -> Hello.\nBo -> no",
    "**Wren**\nHello.\n\n**Bo**\nNope",
    "### Wren\nHello.\n### Sam\nhey",
    "=== Wren ===\nHello.\n=== Bo ===\nno",
    "Wren\n\nHello.\n\nSam\n\nAnd then?",
    "Wren (softly)\nHello.",
    "Wren (softly): Hello.\nBo (loudly): no",
    "Wren says: Hello.\nBo replies: no",
    "Wren softly says: Hello.",
    "1. Wren: Hello.\n2. Bo: no",
    "1) Wren: Hello.\n2) Sam: hey",
    "Speaker: Wren\nHello.\nSpeaker: Bo\nNo.",
    "Speaker: Wren\nText: Hello.",
    "name: wren\ntext: Hello.",
    "[Speaker: Wren] Hello.",
    "[Wren, smiling] Hello.",
    "{{Wren}}: Hello.",
    "【Wren】Hello.",
    "(Wren) Hello.\n(Bo) No.",
    "**Wren** Hello.\n**Bo** No.",
    "[12:03] Wren: Hello.\n[12:04] Sam: hey",
    "[12:03] <Wren> Hello.\n[12:04] <Sam> hey",
    "<wren>Hello.</wren><bo>no</bo>",
    "<wren>\nHello.\n</wren>\n<bo>\nno\n</bo>",
    '<line speaker="wren">Hello.</line>\n<line speaker="bo">no</line>',
    "<b>Wren</b>: Hello.",
    "Wren to Sam: Hello.",
    "Wren's reply: Hello.",
    "Reply from Wren: Hello.",
    "Wren here: Hello.",
    "Wren, smiling: Hello.",
    "Hello.\n[Sam] hey",
    "Hello.\n<Sam> hey",
    "Hello.\n**Sam**\nhey",
    "Hello.\nSam says: hey",
    "Hello.\n<user> and then?",
    "Hello.\n**User**\nand then?",
]


@pytest.mark.parametrize("answer", SCRIPTS)
def test_a_script_in_any_form_leaves_the_words_of_the_staged_speaker(answer):
    assert said(answer) == [("wren", "Hello.")]


@pytest.mark.parametrize("answer", ['Wren said: "Hello."', 'Wren replied with a grin: "Hello."', 'Wren said, "Hello."'])
def test_who_reports_its_own_words_says_them(answer):
    [(_, words)] = said(answer)
    assert screen(words, persona=WREN, limit=100).text == "Hello."
    assert screen(answer, persona=WREN, limit=100).text == "Hello."


@pytest.mark.parametrize(
    "answer",
    [
        "Wren — One.\nBo — Two.",
        "[Wren] One.\n[Bo] Two.",
        "**Wren**\nOne.\n\n**Bo**\nTwo.",
        "1. Wren: One.\n2. Bo: Two.",
    ],
)
def test_every_staged_speaker_of_a_script_is_heard(answer):
    assert said(answer, WREN, BO) == [("wren", "One."), ("bo", "Two.")]


@pytest.mark.parametrize(
    "answer",
    [
        "One thing — it rains.",
        "[sic] they wrote teh.",
        "<3",
        "<3 you\n<Zed> hm",
        "Bo — that is a name I like.",
        "Sam - you there?",
        "Fine.\nSam — I hear you.",
        "Sam\nis my friend.",
        "He asked:\nSam?\nYes.",
        "[Bo](https://example.org) is it.",
        "I saw\n[Bo]'s cat.",
        "(Bo) is my cat.",
        "*Bo* is a name.",
        "**Bo** is my favourite.",
        "My three:\n1. Bo\n2. Sam\n3. me",
        "My three:\n1. Bo: the cat.\n2. Sam: a friend.",
        "Bo says no, and I say yes.",
        "Bo is here: look.",
        "Sam told me: go.",
        "Sam, listen: it rains.",
        "Speaker: louder, please.",
        "Name: Bo\nAge: four, a cat",
        "To be or not to be.\n— Bo",
        "**AI**\nIt is everywhere.",
        "[system] rebooting, one moment.",
        "User - friendly design.",
        "AI — it is everywhere.",
        "Human\nbeings are odd.",
        "> <Sam> hey\nShe did say that.",
        "Try\n```\n<Sam> hey\n[Bo] no\n```",
    ],
)
def test_prose_that_looks_like_a_script_is_kept_whole(answer):
    assert said(answer) == [("wren", answer)]


_KNOWN = voices(CAST, HUMANS)
_NOBODY = st.text(st.sampled_from("xyz XYZ"), min_size=1, max_size=8).filter(lambda name: key(name) not in _KNOWN)
_FRAMES = st.sampled_from([
    "{}: yes", "[{}] yes", "<{}> yes", "({}) Yes", "**{}**\nYes", "## {}\nYes", "{} — yes", "{} - yes", "1. {}: yes",
    "Speaker: {}\nYes", "{} says: yes", '{} said: "yes"', "{}\nYes", "{}'s reply: yes", "{} | yes", "[12:03] {}: yes",
    "{}", "{}, smiling: yes", "**{}** Yes", "- {}: yes",
])  # fmt: skip


@given(st.lists(st.tuples(_FRAMES, _NOBODY), min_size=1, max_size=6))
def test_a_line_without_a_known_name_is_kept_whole(lines):
    text = "\n".join(frame.format(name) for frame, name in lines).strip()
    assume(text)
    assert list(labels_in(text, _KNOWN, (WREN.id,))) == []


@given(st.text(st.sampled_from("xyz —-:[]()<3*#|\"'.,\n{}1"), max_size=60))
def test_marks_alone_make_no_speaker(text):
    assert list(labels_in(text, _KNOWN, (WREN.id,))) == []


@pytest.mark.parametrize(
    "text",
    [
        "<br>", "&nbsp;", "<br/><br />", "&#8203;", "&zwnj;", "<p>&nbsp;</p>", "<span> </span>", "<!-- -->", "\\n\\n",
        "```json\n```", "[](https://example.org)", "\ufffd", "null", "undefined", "\u200b\u2060", "&lt;br&gt;", "EOF",
        "[Wren]", "<Wren>", "Wren says:", "<hr>",
    ],
)  # fmt: skip
def test_what_no_reader_would_see_is_no_line(text):
    kept = [each for _, each in said(text)]
    assert [screen(each, persona=WREN, limit=100).text for each in kept] in ([], [""])


@pytest.mark.parametrize("text", ["A <br> breaks a line.", "`<br>`", "Write &nbsp; there.", "</3", "x<y>z", "1 < 2"])
def test_markup_among_words_is_words(text):
    assert screen(text, persona=WREN, limit=100).text == text

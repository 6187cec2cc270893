"""Which names are found: parts, everyday words, scripts, accents, decoration, and twins."""
# ruff: noqa: RUF001 -- look-alikes and other alphabets are what is tested

import time

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from events.base import PersonaId
from events.persona import Persona
from panel import lexicon
from panel.address import resolve
from panel.names import flat, fold


def cast(*names: str) -> tuple[Persona, ...]:
    return tuple(Persona(id=PersonaId(name), name=name, card="") for name in names)


EVERYDAY = cast("Will", "May", "Hope", "The Archivist", "Ele", "Grace", "It")
SPACELESS = cast("王芳", "包", "ミオ", "Kai", "さくら", "ジョン・スミス", "ステージ", "지민", "별", "มะลิ")
DECORATED = cast("小蝶🦋", "★ Captain Moth ★", "Papillon🦋Bot", "🌧️")
ALPHABETS = cast("سارة", "דוד", "София", "रवि", "José", "Işıl", "İpek", "Strauß", "Zoë Ångström", "ﬁona", "Søren")
HARD = cast("Anna", "Anna-Lena", "O'Brien", "Dr. Moth", "R2-D2", "foo", "foo_")


@pytest.mark.parametrize(
    ("text", "forced", "mentioned"),
    [
        ("will you come in may? I hope the weather holds", (), ()),
        ("Will, you coming?", ("Will",), ()),
        ("will, you coming?", ("Will",), ()),
        ("hey Will!", ("Will",), ()),
        ("hey grace, hi", ("Grace",), ()),
        ("What do you think, Will?", ("Will",), ()),
        ("@will come", ("Will",), ()),
        ("may I ask May something", (), ("May",)),
        ("I asked Will about Grace's hat", (), ("Will", "Grace")),
        ("Will is here", (), ()),
        ("Hope so.", (), ()),
        ("Hope, so?", ("Hope",), ()),
        ("I will, hope not, may be", (), ()),
        ("the door", (), ()),
        ("archivist, hi", ("The Archivist",), ()),
        ("The Archivist knows", (), ("The Archivist",)),
        ("ele foi embora", (), ()),
        ("It, you see, is late", (), ()),
        ("@it hi", ("It",), ()),
    ],
)
def test_a_name_that_is_an_everyday_word_wants_an_at_or_punctuation(text, forced, mentioned):
    heard = resolve(text, EVERYDAY)
    assert (heard.forced, heard.mentioned) == (forced, mentioned)


@pytest.mark.parametrize(
    ("text", "forced", "mentioned"),
    [
        ("王芳你怎么看", ("王芳",), ()),
        ("王芳，在吗", ("王芳",), ()),
        ("在吗，王芳？", ("王芳",), ()),
        ("谢谢王芳", ("王芳",), ()),
        ("我同意王芳的话", (), ("王芳",)),
        ("王芳是谁？", (), ("王芳",)),
        ("王芳和Kai，你们怎么看", ("王芳", "Kai"), ()),
        ("@包 在吗", ("包",), ()),
        ("包 在吗", ("包",), ()),
        ("包さん、どう", ("包",), ()),
        ("钱包在哪", (), ()),
        ("包在哪", (), ()),
        ("ミオちゃん、どう思う?", ("ミオ",), ()),
        ("ねえミオ、どう?", ("ミオ",), ()),
        ("どう思う、ミオ?", ("ミオ",), ()),
        ("昨日ミオと話した", (), ("ミオ",)),
        ("ユミオさん", (), ()),
        ("ミオー", (), ()),
        ("我喜欢Kai写的诗", (), ("Kai",)),
        ("Kaiさん、どう?", ("Kai",), ()),
        ("さくらはどう思う?", ("さくら",), ()),
        ("さくらんぼ", (), ()),
        ("ジョン、どう？", ("ジョン・スミス",), ()),
        ("ジョン・スミスさん、どう？", ("ジョン・スミス",), ()),
        ("ｽﾃｰｼﾞ、どう", ("ステージ",), ()),
        ("ステー、どう", (), ()),
        ("지민아 뭐해", ("지민",), ()),
        ("지민씨 어때요?", ("지민",), ()),
        ("지민이랑 갔어", (), ("지민",)),
        ("박지민", (), ()),
        ("별아 안녕", ("별",), ()),
        ("별로야", (), ()),
        ("มะลิ คิดยังไง", ("มะลิ",), ()),
        ("ฉันเห็นมะลิเมื่อวาน", (), ("มะลิ",)),
    ],
)
def test_scripts_without_spaces_have_edges_of_their_own(text, forced, mentioned):
    heard = resolve(text, SPACELESS)
    assert (heard.forced, heard.mentioned) == (forced, mentioned)


@pytest.mark.parametrize(
    ("text", "forced"),
    [
        ("小蝶 在吗", "小蝶🦋"),
        ("小蝶🦋 在吗", "小蝶🦋"),
        ("captain moth, report", "★ Captain Moth ★"),
        ("Moth?", "★ Captain Moth ★"),
        ("Papillon Bot?", "Papillon🦋Bot"),
        ("papillonbot?", "Papillon🦋Bot"),
        ("🌧️?", "🌧️"),
        ("@🌧 hi", "🌧️"),
    ],
)
def test_decoration_need_not_be_typed_unless_it_is_all_there_is(text, forced):
    assert resolve(text, DECORATED).forced == (forced,)


@pytest.mark.parametrize(
    ("text", "forced"),
    [
        ("سارة، ما رأيك؟", "سارة"),
        ("يا سارة", "سارة"),
        ("דוד, מה דעתך?", "דוד"),
        ("привет София", "София"),
        ("रवि, कैसे हो?", "रवि"),
        ("jose, hi", "José"),
        ("JOSE\u0301, hi", "José"),
        ("isil, hi", "Işıl"),
        ("ipek, hi", "İpek"),
        ("İPEK, hi", "İpek"),
        ("STRAUSS, hi", "Strauß"),
        ("angstrom?", "Zoë Ångström"),
        ("fiona, go", "ﬁona"),
        ("soren?", "Søren"),
        ("ｊｏｓｅ，hi", "José"),
        ("j\u200bosé, hi", "José"),
    ],
)
def test_case_width_accents_and_invisible_characters_do_not_matter(text, forced):
    assert resolve(text, ALPHABETS).forced == (forced,)


@pytest.mark.parametrize("text", ["رأيت سارة أمس", "דיברתי עם דוד", "रविवार को", "я видел Софию"])
def test_other_alphabets_know_mention_in_passing(text):
    assert resolve(text, ALPHABETS).forced == ()


@pytest.mark.parametrize(
    ("text", "forced"),
    [
        ("Anna-Lena, hi", "Anna-Lena"),
        ("Anna, hi", "Anna"),
        ("o’brien, hi", "O'Brien"),
        ("dr moth, hi", "Dr. Moth"),
        ("Dr. Moth, hi", "Dr. Moth"),
        ("r2-d2: hi", "R2-D2"),
        ("foo_: hi", "foo_"),
        ("foo: hi", "foo"),
    ],
)
def test_punctuation_inside_a_name_belongs_to_it(text, forced):
    assert resolve(text, HARD).forced == (forced,)


@pytest.mark.parametrize(
    ("text", "forced", "ambiguous"),
    [
        ("Anna, coffee?", (), ("Anna Voss", "Anna Lind")),
        ("Anna Lind, coffee?", ("Anna Lind",), ()),
        ("Voss?", ("Anna Voss",), ()),
        ("Anna Lind, hi. Anna?", ("Anna Lind",), ()),
    ],
)
def test_a_shared_first_name_means_one_of_them(text, forced, ambiguous):
    heard = resolve(text, cast("Anna Voss", "Anna Lind"))
    assert (heard.forced, heard.ambiguous) == (forced, ambiguous)


def test_a_shared_first_name_said_by_one_of_them_means_the_other():
    assert resolve("Anna, sure?", cast("Anna Voss", "Anna Lind"), speaker=PersonaId("Anna Voss")).forced == (
        "Anna Lind",
    )


def test_a_whole_name_beats_the_same_word_as_a_part():
    assert resolve("Sam, hi", cast("Sam Hill", "Sam")).forced == ("Sam",)


def test_twins_are_told_apart_by_id_alone():
    twins = (Persona(id=PersonaId("m1"), name="Mira", card=""), Persona(id=PersonaId("m2"), name="Mira", card=""))
    assert resolve("Mira, hi", twins).ambiguous == ("m1", "m2")


def test_a_written_accent_decides_and_a_missing_one_asks():
    both = cast("Zoé", "Zoè")
    assert resolve("Zoè, hi", both).forced == ("Zoè",)
    assert resolve("zoe, hi", both).ambiguous == ("Zoé", "Zoè")


@pytest.mark.parametrize("name", ["", " ", "\u200b", "???", "...", "★", "🦋"])
def test_a_name_without_letters_never_matches_ordinary_text(name):
    heard = resolve("what??? well... ok, hi", cast(name))
    assert heard.spans == ()


def test_a_look_alike_is_nobody():
    assert resolve("Wrеn, hi", cast("Wren")).spans == ()


@given(st.text(alphabet="abcdefghijklmnopqrstuvwxyzéüñçø", min_size=2, max_size=9))
def test_any_name_can_be_called_with_an_at(name):
    assume(name not in lexicon.STOP_WORDS | {"here", "everyone"})  # @here is Discord's own
    assert resolve(f"well ask @{name.upper()} then", cast(name)).forced == (name,)


@given(st.text(max_size=80))
def test_folding_knows_where_every_character_came_from(text):
    folded = fold(text)
    assert len(folded.at) == len(folded.text) + 1
    assert list(folded.at) == sorted(folded.at)
    assert folded.at[-1] == len(text)


@given(st.text(max_size=20))
def test_folding_twice_is_folding_once(text):
    once = fold(text).text
    assert fold(once).text == once


@pytest.mark.parametrize(
    ("word", "plain"), [("élan", "elan"), ("ёж", "еж"), ("が", "が"), ("मि", "मि"), ("łódź", "lodz")]
)
def test_only_marks_that_are_accents_are_dropped(word, plain):
    assert flat(word) == plain


@pytest.mark.parametrize(
    "unit",
    [
        "Wren0, ", "so wren1 ", "(wren2", "\nWren3", "@wren4 ", "*wren5*", "`` ` ", "“", "~~ ", "a-", "[a](https://x ",
        "王芳的", "é",
    ],
)  # fmt: skip
def test_time_grows_with_length_and_no_faster(unit):
    twenty = cast(*(f"Wren{number} Okafor{number}" for number in range(19)), "王芳")
    short, long = (unit * 4000)[:2000], (unit * 20000)[:20000]
    resolve(long, twenty)
    assert _seconds(long, twenty) < 40 * _seconds(short, twenty) + 0.02


def _seconds(text: str, seated: tuple[Persona, ...]) -> float:
    return min(_once(text, seated) for _ in range(3))


def _once(text: str, seated: tuple[Persona, ...]) -> float:
    begun = time.perf_counter()
    resolve(text, seated)
    return time.perf_counter() - begun

"""What a folder of cards becomes: personas where a card is sound, and a sentence of advice where it is not."""

import os
import sys
import tempfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.card_files import CARD_LIMIT_BYTES
from bot.cards import BUNDLED, load_cast, load_casts
from events.base import PersonaId
from events.errors import NoSuchCast, NoSuchPersona
from tests.bot.cast_folders import ADA, BO, CY, JPEG, PNG, a_cast, ids, the_problem

# --- what comes with us ---------------------------------------------------------------------------------------------


def test_the_bundled_casts_have_no_problems():
    assert load_casts(BUNDLED).problems == ()


def test_the_hosts_sit_in_the_order_of_their_cast_file():
    assert ids(load_casts(BUNDLED).cast("hosts")) == ["warren", "nolan", "iris"]


@pytest.mark.parametrize("persona", ["warren", "nolan", "iris", "mara", "teo"])
def test_a_bundled_persona_is_somebody_with_a_face(persona: str):
    casts = load_casts(BUNDLED)

    card = casts.persona(persona)

    assert 120 <= len(card.card.split()) <= 180
    assert card.summary
    assert card.public
    assert 4 <= len(card.voice) <= 6
    assert len(casts.avatar_bytes(card.id) or b"") < 40_000


# --- looking up -----------------------------------------------------------------------------------------------------


def test_a_cast_nobody_has_is_refused_by_name():
    with pytest.raises(NoSuchCast, match="opera"):
        load_casts(BUNDLED).cast("opera")


def test_a_persona_nobody_has_is_refused_by_name():
    with pytest.raises(NoSuchPersona, match="otto"):
        load_casts(BUNDLED).persona("otto")


def test_a_picture_is_read_when_it_is_asked_for(tmp_path: Path):
    folder = a_cast(tmp_path, ada=ADA + 'avatar = "ada.jpg"')
    (folder / "ada.jpg").write_bytes(PNG)
    casts = load_casts(tmp_path)
    (folder / "ada.jpg").write_bytes(JPEG)

    assert casts.avatar_bytes(PersonaId("ada")) == JPEG


def test_a_picture_that_went_away_since_is_no_picture(tmp_path: Path):
    folder = a_cast(tmp_path, ada=ADA + 'avatar = "ada.png"')
    (folder / "ada.png").write_bytes(PNG)
    casts = load_casts(tmp_path)
    (folder / "ada.png").unlink()

    assert casts.avatar_bytes(PersonaId("ada")) is None


def test_a_picture_that_was_spoilt_since_is_no_picture(tmp_path: Path):
    folder = a_cast(tmp_path, ada=ADA + 'avatar = "ada.png"')
    (folder / "ada.png").write_bytes(PNG)
    casts = load_casts(tmp_path)
    (folder / "ada.png").write_bytes(PNG[:-6])

    assert casts.avatar_bytes(PersonaId("ada")) is None


def test_a_seat_that_outlived_its_card_has_no_picture():
    assert load_casts(BUNDLED).avatar_bytes(PersonaId("gone")) is None


# --- one bad card never stops the others ----------------------------------------------------------------------------

BROKEN: dict[str, bytes] = {
    "empty": b"",
    "cut off": ADA.encode()[:-8],
    "prose": b"Ada is a clockmaker.",
    "json": b'{"name": "Ada"}',
    "a picture": PNG,
    "latin-1": ADA.replace("clock", "clöck").encode("latin-1"),
    "utf-16": ADA.encode("utf-16"),
    "zero bytes": b"\0" * 512,
    "deep brackets": b"id = " + b"[" * 50_000,
    "deep tables": b"[" + b".".join([b"a"] * 1_500) + b"]",
    "bottomless tables": b".".join([b"a"] * 30_000) + b" = 1",
    "endless number": b"talkativeness = " + b"9" * 10_000,
    "too large": ADA.encode() + b"#" * CARD_LIMIT_BYTES,
    "the same key twice": (ADA + 'name = "Bea"').encode(),
}


@pytest.mark.parametrize("broken", BROKEN.values(), ids=BROKEN.keys())
def test_a_broken_card_is_reported_and_the_next_one_read(tmp_path: Path, broken: bytes):
    folder = a_cast(tmp_path, ada=broken, bo=BO)

    cast = load_cast(folder)

    assert ids(cast) == ["bo"]
    assert {problem.file for problem in cast.problems} == {folder / "ada.toml"}
    assert all(problem.severity == "error" and problem.remedy for problem in cast.problems)


@given(st.binary(max_size=400) | st.text(max_size=400).map(lambda text: (ADA + text).encode()))
def test_no_bytes_in_a_card_can_stop_the_start(noise: bytes):
    with tempfile.TemporaryDirectory() as place:
        a_cast(Path(place), noise=noise, bo=BO)

        assert load_casts(Path(place)).persona("bo").name == "Bo"


def test_a_broken_cast_file_costs_the_order_and_not_the_personas(tmp_path: Path):
    cast = load_cast(a_cast(tmp_path, "the-shop", cast=b"title = ", bo=BO, ada=ADA))

    assert ids(cast) == ["ada", "bo"]
    assert cast.title == "The Shop"
    assert the_problem(cast).file.name == "cast.toml"


def test_a_folder_in_place_of_a_card_is_reported(tmp_path: Path):
    folder = a_cast(tmp_path, bo=BO)
    (folder / "ada.toml").mkdir()

    assert ids(load_cast(folder)) == ["bo"]


@pytest.mark.skipif(sys.platform == "win32", reason="needs named pipes")
def test_a_pipe_in_place_of_a_card_keeps_nobody_waiting(tmp_path: Path):
    folder = a_cast(tmp_path, bo=BO)
    os.mkfifo(folder / "ada.toml")

    assert ids(load_cast(folder)) == ["bo"]


def test_a_missing_root_is_a_warning(tmp_path: Path):
    (problem,) = load_casts(tmp_path / "nowhere", BUNDLED).problems

    assert problem.severity == "warning"


def test_a_cast_without_cards_is_not_offered(tmp_path: Path):
    (tmp_path / "empty").mkdir()

    casts = load_casts(tmp_path)

    assert casts.casts == ()
    assert "no card" in casts.problems[0].what


def test_a_card_outside_of_a_cast_is_not_lost_silently(tmp_path: Path):
    (tmp_path / "ada.toml").write_text(ADA)

    assert "folder of its own" in load_casts(tmp_path).problems[0].remedy


def test_hidden_files_are_nobodys_cards(tmp_path: Path):
    folder = a_cast(tmp_path, bo=BO)
    (folder / ".#ada.toml").write_text("half written")

    assert load_cast(folder).problems == ()


# --- who is who -----------------------------------------------------------------------------------------------------


def test_an_id_belongs_to_the_first_cast_that_has_it(tmp_path: Path):
    a_cast(tmp_path, "attic", ada=ADA)
    a_cast(tmp_path, "barn", ada=ADA.replace('"Ada"', '"Another"'), bo=BO)

    casts = load_casts(tmp_path)

    assert casts.persona("ada").name == "Ada"
    assert ids(casts.cast("barn")) == ["bo"]
    assert "attic" in casts.problems[0].what


def test_an_id_of_a_refused_card_is_free(tmp_path: Path):
    cast = load_cast(a_cast(tmp_path, ada=ADA.replace('"Ada"', '""'), bea=ADA))

    assert ids(cast) == ["ada"]


def test_a_cast_of_the_same_name_in_a_later_root_is_left_out(tmp_path: Path):
    (tmp_path / "mine").mkdir()
    a_cast(tmp_path / "mine", "hosts", ada=ADA)

    casts = load_casts(tmp_path / "mine", BUNDLED)

    assert ids(casts.cast("hosts")) == ["ada"]
    assert "another root" in casts.problems[0].what


def test_an_alias_that_calls_somebody_else_is_left_out(tmp_path: Path):
    cast = load_cast(a_cast(tmp_path, ada=ADA + 'aliases = ["BO", "Addie"]', bo=BO))

    assert cast.personas[0].aliases == ("Addie",)
    assert the_problem(cast).severity == "warning"


def test_two_personas_of_one_name_are_both_kept_with_a_warning(tmp_path: Path):
    cast = load_cast(a_cast(tmp_path, ada=ADA, bo=BO.replace('"Bo"', '"ada"')))

    assert ids(cast) == ["ada", "bo"]
    assert the_problem(cast).severity == "warning"


def test_those_not_in_the_order_follow(tmp_path: Path):
    assert ids(load_cast(a_cast(tmp_path, cast='order = ["bo"]', ada=ADA, bo=BO))) == ["bo", "ada"]


def test_a_name_twice_in_the_order_counts_once(tmp_path: Path):
    assert ids(load_cast(a_cast(tmp_path, cast='order = ["bo", "bo", "cy"]', ada=ADA, bo=BO, cy=CY))) == [
        "bo",
        "cy",
        "ada",
    ]


def test_a_stranger_in_the_order_is_pointed_out(tmp_path: Path):
    problem = the_problem(load_cast(a_cast(tmp_path, cast='title = "T"\norder = ["ida"]', ada=ADA)))

    assert problem.line == 2
    assert "Did you mean 'ada'?" in problem.remedy


# --- secrets, a language, lore ---------------------------------------------------------------------------------------

SECRETS = """private = "He once let the kettle boil dry."
language = "French"

[[lore]]
keys = ["ferry", " the  old pier "]
text = "The ferry ran aground in 1987."

[[lore]]
keys = ["kettle"]
text = "It was his fault."
private = true
"""


def test_a_card_may_hold_a_secret_a_language_and_lore(tmp_path: Path):
    ada = load_cast(a_cast(tmp_path, ada=ADA + SECRETS)).personas[0]

    assert (ada.private, ada.language) == ("He once let the kettle boil dry.", "French")
    assert [(entry.keys, entry.private) for entry in ada.lore] == [
        (("ferry", "the old pier"), False),
        (("kettle",), True),
    ]


@pytest.mark.parametrize(
    ("lore", "what"),
    [
        ('[[lore]]\ntext = "x"', "Entry 1 of `lore` has no 'keys'."),
        ('[[lore]]\nkeys = ["x"]', "Entry 1 of `lore` has no 'text'."),
        ('[[lore]]\nkeys = ["x"]\ntext = "  "', "Entry 1 of `lore` is blank."),
        ('[[lore]]\nkeys = [" "]\ntext = "x"', "Nothing brings up entry 1 of `lore`."),
        ('[[lore]]\nkeys = ["?!"]\ntext = "x"', "The key '?!' in entry 1 of `lore` is no word."),
        ('[[lore]]\nkeys = "x"\ntext = "x"', '`keys` in an entry of `lore` is a text in "quotes".'),
        ('[[lore]]\nkeys = [1]\ntext = "x"', "An entry of `keys` in an entry of `lore` is a whole number."),
        ('lore = "x"', '`lore` is a text in "quotes".'),
        ('lore = ["x"]', 'An entry of `lore` is a text in "quotes".'),
        ('language = "the one that they speak on the islands north of here"', "`language` has 52 characters."),
    ],
)
def test_a_card_with_a_fault_in_its_lore_is_left_out_and_the_fault_is_named(tmp_path: Path, lore: str, what: str):
    cast = load_cast(a_cast(tmp_path, ada=f"{ADA}\n{lore}\n"))

    assert (ids(cast), the_problem(cast).what) == ([], what)


def test_a_misspelt_key_in_lore_is_refused_with_the_one_that_was_meant(tmp_path: Path):
    problem = the_problem(
        load_cast(a_cast(tmp_path, ada=f'{ADA}\n[[lore]]\nkeys = ["x"]\ntext = "x"\nprivat = true\n'))
    )

    assert (problem.what, problem.remedy) == ("Entry 1 of `lore` has no key 'privat'.", "Did you mean 'private'?")


def test_long_lore_is_let_in_with_a_warning(tmp_path: Path):
    cast = load_cast(a_cast(tmp_path, ada=f'{ADA}\n[[lore]]\nkeys = ["x"]\ntext = "{"long " * 200}"\n'))

    assert (ids(cast), the_problem(cast).severity) == (["ada"], "warning")


def test_one_of_the_hosts_has_a_secret_and_lore_of_both_kinds():
    nolan = load_casts(BUNDLED).persona("nolan")

    assert nolan.private
    assert {entry.private for entry in nolan.lore} == {True, False}

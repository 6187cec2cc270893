"""What is wrong in a file of a cast is said with its line and with what to do; pictures are known by their bytes."""

from pathlib import Path

import pytest

from bot.card_files import AVATAR_LIMIT_BYTES
from bot.cards import load_cast
from tests.bot.cast_folders import ADA, BO, JPEG, PNG, WEBP, a_cast, ids, the_problem

# --- how a text may be saved ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("saved", [ADA.encode("utf-8-sig"), ADA.replace("\n", "\r\n").encode()], ids=["bom", "crlf"])
def test_what_windows_editors_save_is_read(tmp_path: Path, saved: bytes):
    assert ids(load_cast(a_cast(tmp_path, ada=saved))) == ["ada"]


def test_names_become_single_lines(tmp_path: Path):
    card = BO.replace('"Bo"', '"  Bo \\n\\u0000 Lind "')

    assert load_cast(a_cast(tmp_path, bo=card)).personas[0].name == "Bo Lind"


# --- advice ---------------------------------------------------------------------------------------------------------

ADVICE = {
    "unknown key": (ADA + "talkativness = 0.5", 4, "Did you mean 'talkativeness'?"),
    "key in capitals": ('NAME = "Ada"\n' + ADA, 1, "Did you mean 'name'?"),
    "no name": (ADA.replace('name = "Ada"\n', ""), None, "name ="),
    "no id": (ADA.replace('id = "ada"\n', ""), None, "id ="),
    "empty name": (ADA.replace('"Ada"', '""'), 2, "can be said"),
    "name of spaces": (ADA.replace('"Ada"', '" \\u3000 "'), 2, "can be said"),
    "name of emoji": (ADA.replace('"Ada"', '"🌧️"'), 2, "can be said"),
    "invisible name": (ADA.replace('"Ada"', '"\\u200b\\u3164"'), 2, "can be said"),
    "long name": (ADA.replace('"Ada"', f'"{"A" * 81}"'), 2, "80"),
    "blank card": (ADA.replace("A clockmaker who listens.", "  "), 3, "who this is"),
    "id in capitals": (ADA.replace('"ada"', '"Ada"'), 1, "a-z"),
    "id with a line break": (ADA.replace('"ada"', '"ada\\n"'), 1, "a-z"),
    "id too long": (ADA.replace('"ada"', f'"{"a" * 33}"'), 1, "32"),
    "too talkative": (ADA + "talkativeness = 1.01", 4, "to 1"),
    "talkative as no number": (ADA + "talkativeness = nan", 4, "to 1"),
    "number in quotes": (ADA + 'talkativeness = "0.5"', 4, "without quotes"),
    "one alias without brackets": (ADA + 'aliases = "Addie"', 4, "a list of texts"),
    "a number as alias": (ADA + 'aliases = ["Addie", 7]', 4, "a text"),
    "a date as name": (ADA.replace('"Ada"', "1979-05-27"), 2, "a text"),
    "a table as voice": (ADA + '[voice]\nfirst = "Tick."', 4, "a list of texts"),
    "a key without a bottom": (ADA + "a." * 2_001 + "a = 1", 4, "several lines"),
    "no equals sign": (ADA + "talkativeness 0.5", 4, "quotes"),
}


@pytest.mark.parametrize(("card", "line", "advice"), ADVICE.values(), ids=ADVICE.keys())
def test_a_problem_names_the_line_and_says_what_to_do(tmp_path: Path, card: str, line: int | None, advice: str):
    problem = the_problem(load_cast(a_cast(tmp_path, ada=card)))

    assert problem.line == line
    assert advice in problem.remedy


def test_a_line_is_found_whatever_ends_it(tmp_path: Path):
    card = (ADA + "talkativeness = 2\n").replace("\n", "\r\n")

    assert the_problem(load_cast(a_cast(tmp_path, ada=card))).line == 4


def test_everything_wrong_in_a_card_is_said_at_once(tmp_path: Path):
    cast = load_cast(a_cast(tmp_path, ada='id = "A"\nname = ""\ncard = ""\ntalkativeness = 2'))

    assert [problem.line for problem in cast.problems] == [1, 2, 3, 4]


def test_a_file_of_another_kind_does_not_bring_a_thousand_problems(tmp_path: Path):
    cast = load_cast(a_cast(tmp_path, ada="".join(f"option_{number} = 1\n" for number in range(3_000))))

    assert len(cast.problems) == 5 + 1 + 3
    assert "2995 more" in cast.problems[5].what


def test_a_key_inside_a_text_is_not_mistaken_for_the_key(tmp_path: Path):
    card = 'id = "ada"\ncard = """\nname = "a word she likes"\n"""\nname = ""'

    assert the_problem(load_cast(a_cast(tmp_path, ada=card))).line == 5


def test_a_problem_reads_as_a_place_and_two_sentences(tmp_path: Path):
    folder = a_cast(tmp_path, ada=ADA + 'alias = ["Addie"]')

    assert str(the_problem(load_cast(folder))) == (
        f"{folder / 'ada.toml'}:4: error: There is no key 'alias'. Did you mean 'aliases'?"
    )


def test_a_long_summary_is_only_a_warning(tmp_path: Path):
    cast = load_cast(a_cast(tmp_path, ada=ADA + f'summary = "{"tick " * 31}"'))

    assert ids(cast) == ["ada"]
    assert the_problem(cast).severity == "warning"


def test_a_name_of_eighty_letters_outside_of_ascii_fits(tmp_path: Path):
    assert load_cast(a_cast(tmp_path, ada=ADA.replace("Ada", "\N{MATHEMATICAL SCRIPT CAPITAL A}" * 80))).problems == ()


# --- faces ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("picture", [PNG, JPEG, WEBP], ids=["png", "jpeg", "webp"])
def test_a_picture_is_known_by_its_bytes_whatever_its_name(tmp_path: Path, picture: bytes):
    folder = a_cast(tmp_path, ada=ADA + 'avatar = "face.png"')
    (folder / "face.png").write_bytes(picture)

    assert load_cast(folder).avatars == {"ada": (folder / "face.png").resolve()}


UNFIT = {
    "gif": (b"GIF89a...", "is a GIF"),
    "svg": (b"<svg xmlns=''/>", "is an SVG"),
    "text": (b"version 1", "is not a picture"),
    "nothing": (b"", "is empty"),
    "half a png": (PNG[:-6], "breaks off"),
    "half a jpeg": (JPEG[:-2], "breaks off"),
    "half a webp": (WEBP[:-1], "breaks off"),
}


@pytest.mark.parametrize(("picture", "fault"), UNFIT.values(), ids=UNFIT.keys())
def test_what_discord_would_not_take_is_named(tmp_path: Path, picture: bytes, fault: str):
    folder = a_cast(tmp_path, ada=ADA + 'avatar = "face.png"')
    (folder / "face.png").write_bytes(picture)

    problem = the_problem(load_cast(folder))

    assert fault in problem.what
    assert problem.line == 4


def test_a_picture_may_not_be_larger_than_the_limit(tmp_path: Path):
    folder = a_cast(tmp_path, ada=ADA + 'avatar = "face.png"')
    (folder / "face.png").write_bytes(PNG + b"\0" * AVATAR_LIMIT_BYTES)

    assert "1024 KiB" in the_problem(load_cast(folder)).what


@pytest.mark.parametrize("way_out", ["../face.png", "link.png", "{root}/face.png", "sub/../../face.png"])
def test_a_picture_outside_of_the_folder_is_refused(tmp_path: Path, way_out: str):
    (tmp_path / "face.png").write_bytes(PNG)
    folder = a_cast(tmp_path, ada=ADA + f'avatar = "{way_out.format(root=tmp_path.as_posix())}"')
    (folder / "sub").mkdir()
    (folder / "link.png").symlink_to(tmp_path / "face.png")

    assert "outside" in the_problem(load_cast(folder)).what


@pytest.mark.parametrize("nothing", ["face.png", "a\\u0000b.png", "x" * 300, "round.png", "."])
def test_a_picture_that_is_not_there_is_missed(tmp_path: Path, nothing: str):
    folder = a_cast(tmp_path, ada=ADA + f'avatar = "{nothing}"')
    (folder / "round.png").symlink_to(folder / "round.png")

    assert "There is no picture" in the_problem(load_cast(folder)).what


def test_an_https_address_is_kept_and_has_no_file(tmp_path: Path):
    cast = load_cast(a_cast(tmp_path, ada=ADA + 'avatar = "https://example.org/ada.png"'))

    assert cast.personas[0].avatar == "https://example.org/ada.png"
    assert cast.avatars == {"ada": None}


@pytest.mark.parametrize(
    "address",
    [
        "https://cdn.discordapp.com/attachments/1/2/face.png?ex=1",
        "https://media.discordapp.net/ephemeral-attachments/1/2/face.png",
        "http://example.org/face.png",
        "file:///etc/hostname",
        "https://",
        "https://[/face.png",
    ],
)
def test_an_address_that_will_not_last_is_refused(tmp_path: Path, address: str):
    assert the_problem(load_cast(a_cast(tmp_path, ada=ADA + f'avatar = "{address}"'))).severity == "error"

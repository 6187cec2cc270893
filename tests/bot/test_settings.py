"""What an operator may write into the environment and `.env`, and what comes of it."""

import pytest

from bot.settings import ROOT, Settings, example, load, unknown_names
from events.errors import SettingMalformed

TOKEN = "MTIzNDU2Nzg5MDEyMzQ1Njc4.GabcdE.a1b2c3d4e5f6g7h8i9j0k1l2m3n4"

EMPTY = ["", " ", "\t\n", "null", '""', "''", '"  "', ' "" ']


@pytest.mark.parametrize("name", [name for name in Settings.model_fields if not name.endswith("_folder")])
@pytest.mark.parametrize("nothing", EMPTY)
def test_a_value_that_says_nothing_is_the_default(bare, name, nothing):
    bare(name.upper(), nothing)
    assert getattr(load(), name) == Settings.model_fields[name].default


@pytest.mark.parametrize("nothing", EMPTY)
def test_a_folder_that_says_nothing_lies_in_the_project(bare, nothing):
    bare("DATA_FOLDER", nothing)
    assert load().data_folder == ROOT / "data"


@pytest.mark.parametrize("nothing", EMPTY)
def test_an_empty_variable_leaves_it_to_the_file(bare, tmp_path, nothing):
    (tmp_path / ".env").write_text("OPENAI_MODEL=from-the-file\n")
    bare("OPENAI_MODEL", nothing)
    assert load().openai_model == "from-the-file"


@pytest.mark.parametrize("nothing", [None, *EMPTY])
def test_an_empty_override_leaves_it_to_the_environment(bare, nothing):
    bare("SEATS", "7")
    assert load(seats=nothing).seats == 7


def test_the_environment_wins_over_the_file(bare, tmp_path):
    (tmp_path / ".env").write_text("SEATS=3\n")
    bare("SEATS", "4")
    assert load().seats == 4


def test_quotes_that_a_container_handed_over_are_no_part_of_the_token(bare):
    bare("DISCORD_TOKEN", f'"{TOKEN}"')
    assert load().secrets[0] == TOKEN


def test_levels_may_be_shouted(bare):
    bare("LOG_LEVEL", "DEBUG")
    assert load().log_level == "debug"


BAD = [
    ("MODEL_SECONDS", "soon"),
    ("MODEL_SECONDS", "0"),
    ("MODEL_SECONDS", "nan"),
    ("SEATS", "900"),
    ("SEATS", "3.5"),
    ("DEDICATED_WEBHOOKS", "-1"),
    ("LOCAL_PORT", "70000"),
    ("LOG_LEVEL", "loud"),
    ("LOG_FORMAT", "xml"),
    ("OPEN_BROWSER", "perhaps"),
    ("OPENAI_BASE_URL", "models:8000/v1"),
    ("OPENAI_BASE_URL", "ftp://localhost"),
    ("DISCORD_TOKEN", "two words"),
    ("OPENAI_API_KEY", "sk-clé-secrète"),
]


@pytest.mark.parametrize(("name", "value"), BAD)
def test_a_bad_value_is_one_sentence_that_names_the_variable(bare, name, value):
    bare(name, value)
    with pytest.raises(SettingMalformed, match=rf"^{name} is not usable: [^\n]+\.$") as refused:
        load()
    assert value not in str(refused.value) or len(value) < 3


def test_a_file_that_is_not_text_is_one_sentence(bare, tmp_path):
    (tmp_path / ".env").write_bytes(b"SEATS=\xff\xfe\n")
    with pytest.raises(SettingMalformed, match=r"^\.env is not usable"):
        load()


SECRETS = [
    ("DISCORD_TOKEN", TOKEN, TOKEN),
    ("OPENAI_API_KEY", "sk-live-0123456789", "sk-live-0123456789"),
    ("DATABASE_URL", "postgresql://green:hunter22@db/room", "hunter22"),
    ("OPENAI_BASE_URL", "https://me:hunter22@models.example/v1", "hunter22"),
]


@pytest.mark.parametrize(("name", "value", "secret"), SECRETS)
@pytest.mark.parametrize("shown", [repr, str, lambda settings: settings.model_dump_json(exclude={"openai_base_url"})])
def test_a_secret_never_prints(bare, name, value, secret, shown):
    bare(name, value)
    assert secret not in shown(load())


@pytest.mark.parametrize(("name", "value", "secret"), SECRETS)
def test_a_secret_is_told_to_whoever_keeps_logs_clean(bare, name, value, secret):
    bare(name, value)
    assert secret in load().secrets


def test_the_example_holds_every_setting_with_its_default():
    assert (ROOT / ".env.example").read_text(encoding="utf-8") == example()


def test_the_example_itself_can_be_used(bare, tmp_path):
    (tmp_path / ".env").write_text(example().replace("#", "").replace("\n ", "\n#"))
    assert load().model_copy(update={"openai_model": ""}) == Settings(_env_file=None).model_copy(
        update={"openai_model": ""}
    )


def test_the_local_room_keeps_a_log_of_its_own(bare, tmp_path):
    there = load()
    bare("DISCORD_TOKEN", TOKEN)
    assert (there.database_file, load().database_file) == (
        tmp_path / "data" / "local.db",
        tmp_path / "data" / "greenroom.db",
    )


@pytest.mark.parametrize("url", ["sqlite:///rooms/log.db", "sqlite+aiosqlite:///rooms/log.db"])
def test_a_relative_database_lies_in_the_project_wherever_the_program_is_started(bare, monkeypatch, tmp_path, url):
    monkeypatch.chdir(tmp_path)
    bare("DATABASE_URL", url)
    assert load().database_file == ROOT / "rooms" / "log.db"


def test_relative_folders_lie_in_the_project_wherever_the_program_is_started(bare, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    bare("MODELS_FOLDER", "weights")
    assert load().models_folder == ROOT / "weights"


def test_a_server_keeps_no_file(bare):
    bare("DATABASE_URL", "postgresql://green@db/room")
    assert load().database_file is None


def test_a_role_without_a_model_has_the_common_one(bare):
    bare("OPENAI_MODEL_PRODUCER", "quick")
    bare("OPENAI_MODEL", "large")
    settings = load()
    assert [settings.model(role) for role in ("producer", "writer", "motivation")] == ["quick", "large", "large"]


def test_a_slip_of_the_pen_in_the_file_is_found(bare, tmp_path):
    (tmp_path / ".env").write_text("OPENAI_KEY=x\nSEATS=3\n# DISCORD=y\n")
    assert unknown_names() == ("OPENAI_KEY",)

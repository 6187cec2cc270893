"""What the doctor finds, and what it says to mend."""

from types import SimpleNamespace

import discord
import pytest
from typer.testing import CliRunner

from bot import doctor, wiring
from bot.cli import app
from bot.client import GreenroomClient
from bot.settings import load
from events.errors import MindRefusedKey
from events.policy import Policy
from minds.council import Council
from store import open_store

NEEDED = discord.Permissions(
    view_channel=True, read_message_history=True, send_messages=True, manage_webhooks=True, add_reactions=True
)


async def examined():
    """What was found, by what was looked at: the worst of several, and all that was told."""
    found = {}
    async for finding in doctor.examine(load()):
        how, told = found.get(finding.what, ("", ""))
        found[finding.what] = (min(filter(None, (how, finding.how))), f"{told} {finding.told}".strip())
    return found


@pytest.fixture
def discord_there(bare, monkeypatch):
    """A Discord that lets us in, with one server; its answers may be changed."""
    bare("DISCORD_TOKEN", "token")
    flags = SimpleNamespace(gateway_message_content=False, gateway_message_content_limited=True)
    role = SimpleNamespace(id=1, permissions=NEEDED)
    there = SimpleNamespace(application=SimpleNamespace(name="Warbler", flags=flags), role=role, login=_nothing)

    async def member(_):
        return SimpleNamespace(roles=[role])

    async def guilds(self, *, limit):
        yield SimpleNamespace(id=5)

    async def guild(self, _):
        everyone = SimpleNamespace(id=5, permissions=discord.Permissions.none())
        return SimpleNamespace(name="Town", roles=[everyone, role], default_role=everyone, fetch_member=member)

    async def application(self):
        return there.application

    monkeypatch.setattr(GreenroomClient, "login", lambda self, token: there.login(token))
    monkeypatch.setattr(GreenroomClient, "user", SimpleNamespace(id=9))
    monkeypatch.setattr(GreenroomClient, "application_info", application)
    monkeypatch.setattr(GreenroomClient, "fetch_guilds", guilds)
    monkeypatch.setattr(GreenroomClient, "fetch_guild", guild)
    return there


async def _nothing(_token):
    pass


async def _wrong(_token):
    raise discord.LoginFailure("Improper token has been passed.")


async def _unreachable(_token):
    raise OSError("no route to host")


async def test_a_fresh_checkout_lacks_only_a_model(bare):
    found = await examined()
    assert {what for what, (how, _) in found.items() if how == "ill"} == {"model"}
    assert "python -m bot models" in found["model"][1]
    assert "the first start makes" in found["database"][1]
    assert "starts the local room" in found["discord"][1]


async def test_settings_are_told_by_name_and_origin_and_never_by_value(bare, tmp_path):
    (tmp_path / ".env").write_text("OPENAI_API_KEY=sk-0123456789\nOPENAI_BASE_URL=http://127.0.0.1:9/v1\n")
    bare("SEATS", "7")
    _, told = (await examined())["settings"]
    assert told == (
        "environment: CASTS_FOLDER, DATA_FOLDER, MODELS_FOLDER, SEATS; .env: OPENAI_API_KEY, OPENAI_BASE_URL"
    )


async def test_a_slip_of_the_pen_is_noticed(bare, tmp_path):
    (tmp_path / ".env").write_text("OPENAI_APIKEY=sk-0123456789\n")
    how, told = (await examined())["settings"]
    assert (how, told.partition(" OPENAI_APIKEY")[2]) == (
        "note",
        " in .env is not a setting of Greenroom; did you mean OPENAI_API_KEY?",
    )


async def test_a_folder_of_casts_that_is_none_is_noticed(bare, tmp_path):
    bare("CASTS_FOLDER", str(tmp_path / "cast"))
    told = [(one.how, one.told) async for one in doctor.examine(load()) if one.what == "casts"]
    assert ("note", f"CASTS_FOLDER names {tmp_path / 'cast'}, which is not a folder") in told


async def test_a_server_that_refuses_the_key_is_ill(bare, monkeypatch):
    async def refuse(self):
        raise MindRefusedKey(status=401)

    bare("OPENAI_API_KEY", "sk-0123456789")
    monkeypatch.setattr(Council, "probe", refuse)
    assert (await examined())["model"] == ("ill", str(MindRefusedKey(status=401)))


async def test_a_database_that_is_there_is_counted(bare):
    store = await open_store(load().database, migrating=lambda _: None)
    await store.close()
    assert (await examined())["database"] == ("well", "0 rooms, 0 open, 0 with something owed now")


async def test_a_database_that_is_none_is_ill(bare, tmp_path):
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "local.db").write_text("Dear diary, " * 400)
    how, told = (await examined())["database"]
    assert (how, "is not a database" in told) == ("ill", True)


async def test_where_all_is_well_it_says_so(discord_there):
    found = await examined()
    assert found["discord"] == ("well", "the token belongs to Warbler")
    assert found["intent"] == ("well", "Message Content is on")
    assert found["server Town"] == ("well", "the bot may do what a panel needs")


async def test_a_missing_intent_is_ill_and_says_where_to_turn_it_on(discord_there):
    discord_there.application.flags.gateway_message_content_limited = False
    how, told = (await examined())["intent"]
    assert (how, "Developer Portal" in told) == ("ill", True)


async def test_missing_permissions_are_named(discord_there):
    discord_there.role.permissions = discord.Permissions(view_channel=True, send_messages=True)
    assert (await examined())["server Town"] == (
        "ill",
        "give the bot's role: Read Message History, Manage Webhooks, Add Reactions",
    )


async def test_an_administrator_may_do_everything(discord_there):
    discord_there.role.permissions = discord.Permissions(administrator=True)
    assert (await examined())["server Town"][0] == "well"


@pytest.mark.parametrize(
    ("login", "words"), [(_wrong, "Discord refused the token."), (_unreachable, "Discord cannot be reached (OSError)")]
)
async def test_a_door_that_stays_shut_is_ill(discord_there, login, words):
    discord_there.login = login
    how, told = (await examined())["discord"]
    assert (how, words in told) == ("ill", True)


def test_the_command_counts_what_is_to_mend_and_ends_with_one(bare):
    told = CliRunner().invoke(app, ["doctor"])
    assert (told.exit_code, told.stdout.splitlines()[-1]) == (1, "1 to mend.")


def test_the_command_ends_well_where_nothing_is_to_mend(bare, monkeypatch):
    monkeypatch.setattr(wiring, "open_minds", _Minds)
    told = CliRunner().invoke(app, ["doctor"])
    assert (told.exit_code, told.stdout.splitlines()[-1]) == (0, "Nothing to mend.")


class _Minds:
    """Minds that are well."""

    def __init__(self, _settings):
        self._minds = wiring.Minds(council=Council({}), policy=Policy(), summary="scripted")

    async def __aenter__(self):
        return self._minds

    async def __aexit__(self, *_):
        pass

"""What the operator may set, from the environment and `.env`. An empty value is the default; secrets never print."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any, Literal
from urllib.parse import urlsplit

from dotenv import dotenv_values
from pydantic import AfterValidator, BeforeValidator, Field, SecretStr, ValidationError
from pydantic_settings import BaseSettings, PydanticBaseSettingsSource, SettingsConfigDict

from events.errors import SettingMalformed

ROOT = Path(__file__).resolve().parent.parent
"""The project's folder: `.env` is read from here and relative folders lie here, wherever the program is started."""

SQLITE = re.compile(r"(?i)^sqlite(?:\+\w+)?:///(?!:memory:|file:)(?P<file>[^?]+)")


def _one_word(secret: SecretStr | None) -> SecretStr | None:
    if secret is not None and not re.fullmatch(r"[!-~]+", secret.get_secret_value()):
        raise ValueError("it must be one word of plain letters, digits and marks; copy it again")
    return secret


def _in_the_project(folder: Path) -> Path:
    return ROOT / folder.expanduser()


def _web_address(address: str) -> str:
    if address and not re.match(r"(?i)https?://[^/\s]", address):
        raise ValueError("it must begin with http:// or https://, like http://localhost:11434/v1")
    return address


def _lower(value: object) -> object:
    return value.lower() if isinstance(value, str) else value


Secret = Annotated[SecretStr | None, AfterValidator(_one_word)]
Folder = Annotated[Path, AfterValidator(_in_the_project)]
Server = Annotated[str, AfterValidator(_web_address)]
Word = BeforeValidator(_lower)


class Settings(BaseSettings):
    """Every setting, with its default; `.env.example` is made from this."""

    model_config = SettingsConfigDict(
        env_file=ROOT / ".env", env_file_encoding="utf-8", extra="ignore", hide_input_in_errors=True
    )

    discord_token: Secret = Field(None, description="The bot's token. Without one, `make run` starts the local room.")

    openai_api_key: Secret = Field(None, description="Key of the model server. A local server needs none.")
    openai_base_url: Server = Field(
        "", repr=False, description="Any OpenAI-compatible server, up to and with /v1; empty is OpenAI itself."
    )
    openai_model: str = Field("gpt-5-mini", description="The model for every role that has none of its own.")
    openai_model_producer: str = Field("", description="Who decides who speaks: a quick, cheap model will do.")
    openai_model_writer: str = Field("", description="Who writes the lines.")
    openai_model_scorer: str = Field("", description="Who rates motivation during a silence.")
    openai_model_embeddings: str = Field(
        "",
        description="Whose vectors say what to recall, like text-embedding-3-small; empty: shared words do.",
    )
    model_seconds: float = Field(60.0, gt=0, le=600, description="The longest that a model call may take, in seconds.")
    models_folder: Folder = Field(Path("models"), description="Where the embedded model's weights lie.")

    database_url: Secret = Field(
        None, description="Empty is SQLite in the data folder; or postgresql+asyncpg://user:password@host/name."
    )
    data_folder: Folder = Field(Path("data"), description="Where the database and its automatic copies lie.")

    casts_folder: Folder = Field(Path("casts"), description="Your own casts, beside the bundled ones; docs/casts.md.")
    dedicated_webhooks: int = Field(8, ge=0, le=15, description="Personas a channel with a webhook of their own.")
    seats: int = Field(20, ge=1, le=50, description="The most seats a panel may have.")

    tokens_a_day: int = Field(2_000_000, ge=0, description="Model tokens a server may use a day; 0 is no limit.")
    calls_a_day: int = Field(5_000, ge=0, description="Model calls a server may use a day; 0 is no limit.")

    log_level: Annotated[Literal["debug", "info", "warning", "error"], Word] = Field(
        "info", description="How much is logged: debug, info, warning or error."
    )
    log_format: Annotated[Literal["auto", "console", "json"], Word] = Field(
        "auto", description="How: console, json, or auto, which is console at a terminal and json elsewhere."
    )

    local_port: int = Field(0, ge=0, le=65535, description="Port of the local room's page; 0 is a free one.")
    open_browser: bool = Field(True, description="Whether the local room opens your browser.")

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],  # noqa: ARG003 - the names are the library's
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,
        file_secret_settings: PydanticBaseSettingsSource,  # noqa: ARG003
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        """The environment wins over `.env`, and what says nothing in either leaves it to the next."""
        return tuple(map(_filled, (init_settings, env_settings, dotenv_settings)))  # type: ignore[return-value] - any callable will do

    @property
    def database(self) -> str:
        """The database URL that counts, which may hold a password; the local room keeps a log of its own."""
        if self.database_url is None:
            return f"sqlite+aiosqlite:///{self.data_folder / ('greenroom.db' if self.discord_token else 'local.db')}"
        url = self.database_url.get_secret_value()
        found = SQLITE.match(url)
        if found is None:
            return url
        return url[: found.start("file")] + str(ROOT / found["file"]) + url[found.end("file") :]

    @property
    def database_file(self) -> Path | None:
        """The file of the log; None where a server keeps it."""
        found = SQLITE.match(self.database)
        return Path(found["file"]) if found else None

    @property
    def hosted(self) -> bool:
        """Whether a model server was named."""
        return self.openai_api_key is not None or bool(self.openai_base_url)

    @property
    def secrets(self) -> tuple[str, ...]:
        """What must never be printed or logged."""
        held = (self.discord_token, self.openai_api_key, self.database_url)
        told = [secret.get_secret_value() for secret in held if secret is not None]
        return (*told, *(password for url in (*told, self.openai_base_url) if (password := _password(url))))

    def model(self, role: str) -> str:
        """The model of a role."""
        own = {
            "producer": self.openai_model_producer,
            "writer": self.openai_model_writer,
            "motivation": self.openai_model_scorer,
        }
        return own.get(role, "") or self.openai_model


def _password(url: str) -> str | None:
    try:
        return urlsplit(url).password
    except ValueError:  # no URL at all; whoever uses it says so
        return None


def _filled(source: Callable[[], dict[str, Any]]) -> Callable[[], dict[str, Any]]:
    """A source without the values that say nothing: absent, white space, `null`, or a pair of quotes around nothing."""

    def filled() -> dict[str, Any]:
        bare = {name: _bare(value) for name, value in source().items()}
        return {name: value for name, value in bare.items() if value not in (None, "", "null")}

    return filled


def _bare(value: object) -> object:
    """Without white space, and without the quotes that some tools hand over (`docker run --env-file`)."""
    if not isinstance(value, str):
        return value
    value = value.strip()
    quoted = len(value) > 1 and value[0] == value[-1] and value[0] in "\"'"
    return value[1:-1].strip() if quoted else value


def load(**overrides: Any) -> Settings:
    """The settings, or one sentence about the first that is wrong.

    Raises:
        SettingMalformed: a value cannot be used, or `.env` cannot be read.
    """
    try:
        return Settings(**overrides)
    except ValidationError as error:
        first = error.errors(include_input=False, include_url=False, include_context=False)[0]
        why = first["msg"].removeprefix("Value error, ").rstrip(".")
        raise SettingMalformed(name=str(first["loc"][0]).upper(), why=why[:1].lower() + why[1:]) from None
    except (OSError, UnicodeDecodeError) as error:
        raise SettingMalformed(name=".env", why=f"it cannot be read ({type(error).__name__})") from None


def unknown_names() -> tuple[str, ...]:
    """Names in `.env` that are no settings: most often a slip of the pen, since others are ignored."""
    file = Settings.model_config.get("env_file")
    names = dotenv_values(file, interpolate=False) if isinstance(file, Path) and file.is_file() else {}
    return tuple(name for name in names if name.lower() not in Settings.model_fields)


def example() -> str:
    """The text of `.env.example`: every setting with its default, commented."""
    lines = [
        "# Copy this file to .env and set what you need. Everything has a default; without DISCORD_TOKEN the local",
        "# room starts.",
        "",
    ]
    for name, field in Settings.model_fields.items():
        value = field.default
        shown = "" if value is None else str(value).lower() if isinstance(value, bool) else str(value)
        lines += [f"# {field.description}", f"#{name.upper()}={shown}", ""]
    return "\n".join(lines)

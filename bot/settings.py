"""What the operator may set, from the environment and `.env`. An empty value is the default; secrets never print."""

from pathlib import Path
from typing import Annotated, Literal

from pydantic import BeforeValidator, Field, SecretStr, ValidationError
from pydantic_settings import BaseSettings, SettingsConfigDict

from events.errors import SettingMalformed

ROOT = Path(__file__).resolve().parent.parent


def _no_quotes(value: object) -> object:
    """`""` and white space mean the same as nothing."""
    return value.strip() if isinstance(value, str) else value


Secret = Annotated[SecretStr | None, BeforeValidator(_no_quotes)]
Text = Annotated[str, BeforeValidator(_no_quotes)]


class Settings(BaseSettings):
    """Every setting, with its default; `.env.example` is made from this."""

    model_config = SettingsConfigDict(env_file=".env", env_file_encoding="utf-8", env_ignore_empty=True, extra="ignore")

    discord_token: Secret = Field(None, description="The bot's token. Without one, `make run` starts the local room.")

    openai_api_key: Secret = Field(None, description="Key of the model server. A local server needs none.")
    openai_base_url: Text = Field("", description="Any OpenAI-compatible server; empty is OpenAI itself.")
    openai_model: Text = Field("gpt-5-mini", description="The model for every role that has none of its own.")
    openai_model_producer: Text = Field("", description="Who decides who speaks: a quick, cheap model will do.")
    openai_model_writer: Text = Field("", description="Who writes the lines.")
    openai_model_scorer: Text = Field("", description="Who rates motivation during a silence.")
    model_seconds: float = Field(60.0, gt=0, le=600, description="The longest that a model call may take, in seconds.")
    models_folder: Path = Field(Path("models"), description="Where the embedded model's weights lie.")

    database_url: Text = Field(
        "", description="Empty is SQLite in the data folder; or postgresql+asyncpg://user:password@host/name."
    )
    data_folder: Path = Field(Path("data"), description="Where the database and its automatic copies lie.")

    casts_folder: Path = Field(Path("casts"), description="Your own casts, beside the bundled ones; see docs/casts.md.")
    dedicated_webhooks: int = Field(8, ge=0, le=15, description="Personas a channel with a webhook of their own.")
    seats: int = Field(20, ge=1, le=50, description="The most seats a panel may have.")

    tokens_a_day: int = Field(2_000_000, ge=0, description="Model tokens a server may use a UTC day; 0 is no limit.")
    calls_a_day: int = Field(5_000, ge=0, description="Model calls a server may use a UTC day; 0 is no limit.")

    log_level: Literal["debug", "info", "warning", "error"] = Field("info", description="How much is logged.")
    log_format: Literal["auto", "console", "json"] = Field(
        "auto", description="auto is console at a terminal, json elsewhere."
    )

    local_port: int = Field(0, ge=0, le=65535, description="Port of the local room's page; 0 is a free one.")
    open_browser: bool = Field(True, description="Whether the local room opens your browser.")

    @property
    def database(self) -> str:
        """The database URL that counts; the local room keeps a log of its own."""
        file = "local.db" if self.discord_token is None else "greenroom.db"
        return self.database_url or f"sqlite+aiosqlite:///{self.data_folder / file}"

    @property
    def hosted(self) -> bool:
        """Whether a model server was named."""
        return self.openai_api_key is not None or bool(self.openai_base_url)

    def model(self, role: str) -> str:
        """The model of a role."""
        own = {
            "producer": self.openai_model_producer,
            "writer": self.openai_model_writer,
            "motivation": self.openai_model_scorer,
        }
        return own.get(role, "") or self.openai_model


def load(**overrides: object) -> Settings:
    """The settings, or one sentence about the first that is wrong.

    Raises:
        SettingMalformed: a value cannot be used.
    """
    try:
        return Settings(**overrides)  # type: ignore[arg-type]
    except ValidationError as error:
        first = error.errors(include_input=False, include_url=False)[0]
        name = "_".join(str(part) for part in first["loc"]).upper()
        raise SettingMalformed(name=name, why=first["msg"].lower().rstrip(".")) from None


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

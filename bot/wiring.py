"""Putting the house together from the settings: store, minds, purse, stage, clock. Nothing is decided here."""

import logging
from collections.abc import AsyncGenerator, Callable
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from pathlib import Path

from msgspec import Struct

from bot.cards import BUNDLED, Casts, load_casts
from bot.client import GreenroomClient
from bot.hooks import Hooks
from bot.posting_once import open_session
from bot.settings import Settings
from bot.stage import DiscordStage
from bot.turn_log import TurnLog
from events.decided import Role
from events.errors import MindError, NoLocalModel
from events.persona import Persona
from events.policy import Policy, Silence
from events.room import Writer
from minds import grades
from minds.chat import ChatMind
from minds.child import EmbeddedModel
from minds.council import Council
from minds.embedding import LONGEST_SENTENCE, Embedder, ServedEmbedder
from minds.local import LocalMind
from minds.mind import Mind
from minds.purse import Purse
from minds.weights import found
from rooms.backstage import Backstage, straight
from rooms.house import House
from rooms.ports import Clock, Idle
from store import open_store
from store.lease import held

log = logging.getLogger("greenroom.wiring")

OPENAI = "https://api.openai.com/v1"
AGENT = "DiscordBot (https://github.com/greenroom-bot/greenroom, 0.1)"
HOSTED_ROLES: dict[Role, Role] = {
    "producer": "producer",
    "writer": "writer",
    "motivation": "motivation",
    "designation": "producer",
    "selector": "producer",
    "initiation": "producer",
    "thought": "motivation",
    "summary": "writer",
    "stance": "writer",
    "diagnosis": "producer",
}
"""The roles that a model server plays, and whose model each has: the settings name three."""


class Minds(Struct, kw_only=True):
    """Who answers model calls in this process, and what follows for the rooms."""

    council: Council
    policy: Policy
    writer: str = ""
    """What the model that writes is called among the grades."""
    embedder: Embedder | None = None
    """Who makes sentence vectors for recall; without one it goes by shared words."""
    summary: str
    """One line for the person who started the program."""
    trouble: str = ""
    """Why nobody answers, and what to do; empty where somebody does."""


def alone(settings: Settings) -> AbstractAsyncContextManager[None]:
    """The database is ours alone: entered before a model is loaded or Discord is told that we are here.

    Raises:
        StoreHeldByAnother: another Greenroom runs on it.
        StoreReadOnly, StoreUnreachable, SettingMalformed: it cannot be used.
    """
    return held(settings.database)


@asynccontextmanager
async def open_minds(settings: Settings) -> AsyncGenerator[Minds]:
    """The minds that the settings name: a hosted model, else the embedded one, else none."""
    if settings.hosted:
        minds = _hosted(settings)
    else:
        minds = await _embedded(settings)
    try:
        yield minds
    finally:
        if minds.embedder is not None:
            await minds.embedder.close()
        await minds.council.close()


def _hosted(settings: Settings) -> Minds:
    key = settings.openai_api_key.get_secret_value() if settings.openai_api_key else ""
    by_model: dict[str, Mind] = {}
    roles: dict[Role, Mind] = {}
    for role, like in HOSTED_ROLES.items():
        model = settings.model(like)
        if model not in by_model:
            by_model[model] = ChatMind(
                settings.openai_base_url or OPENAI, key, model, total_timeout=settings.model_seconds
            )
        roles[role] = by_model[model]
    named = settings.openai_model_embeddings
    return Minds(
        council=Council(roles),
        policy=Policy(),
        writer=settings.model("writer"),
        embedder=ServedEmbedder(settings.openai_base_url or OPENAI, key, named) if named else None,
        summary=f"model server: {', '.join(sorted({*by_model, *filter(None, [named])}))}",
    )


async def _embedded(settings: Settings) -> Minds:
    rules = Policy(strategy="scored", arrangement="each", silence=Silence(after=120.0))
    try:
        model = await _started(settings.models_folder)
    except MindError as trouble:
        log.error("%s", trouble)  # noqa: TRY400 - a sentence for the operator, not a crash
        told = "no model: personas are seated, and cannot speak"
        return Minds(council=Council({}), policy=rules, summary=told, trouble=str(trouble))
    mind = LocalMind(model)
    likeness = " and similarity" if model.embeddings_url else ""
    return Minds(
        council=Council({"writer": mind, "motivation": mind, "likeness": mind}, at_once=1),
        policy=rules,
        writer=grades.EMBEDDED,
        embedder=_sentences(model),
        summary=f"embedded model: it only words the lines; who speaks is decided by rules{likeness}",
    )


def _sentences(model: EmbeddedModel) -> Embedder | None:
    if model.embeddings_url is None:
        return None
    url = f"{model.embeddings_url}/v1"
    return ServedEmbedder(url, model.key, model.embeddings_name, longest=LONGEST_SENTENCE)


async def _started(folder: Path) -> EmbeddedModel:
    """The embedded model, ready. Raises NoLocalModel."""
    weights = found(folder)
    if weights is None:
        raise NoLocalModel(why=f"its weights are not in {folder}. Fetch them with: python -m bot models")
    return await EmbeddedModel(weights).start()


def library(settings: Settings) -> Casts:
    """The bundled casts and the operator's own; what is broken is left out, and among the problems."""
    roots = [settings.casts_folder] if settings.casts_folder.is_dir() else []
    return load_casts(*roots, BUNDLED)


def library_told(settings: Settings) -> Casts:
    """The same, with the problems in the log."""
    casts = library(settings)
    if "casts_folder" in settings.model_fields_set and not settings.casts_folder.is_dir():
        log.warning("CASTS_FOLDER names %s, which is not a folder", settings.casts_folder)
    for problem in casts.problems:
        log.warning("%s", problem)
    return casts


@asynccontextmanager
async def open_house(
    settings: Settings, client: GreenroomClient, minds: Minds, clock: Clock, *, idle: Idle = straight
) -> AsyncGenerator[House]:
    """The house, moved into the client; closed in order at the end, so that nothing that left is lost.

    Whoever opens it holds the database (`alone`). Raises StoreError: the database cannot be used.
    """
    async with AsyncExitStack() as stack:
        store = await open_store(settings.database, migrating=lambda step: log.info("%s", step), idle=idle)
        stack.push_async_callback(store.close)
        session = open_session(AGENT)
        stack.push_async_callback(session.close)
        hooks = Hooks(
            client,
            session,
            now=clock.now,
            avatar_of=_avatars(client.casts),
            dedicated=settings.dedicated_webhooks,
        )
        backstage = Backstage(
            store=store,
            mind=minds.council,
            embedder=minds.embedder,
            stage=DiscordStage(client, hooks),
            clock=clock,
            purse=Purse(store, tokens_a_day=settings.tokens_a_day, calls_a_day=settings.calls_a_day, now=clock.now),
            idle=idle,
            writer=_graded(settings, minds.writer),
            observe=TurnLog(),
            call_seconds=settings.model_seconds + 30.0,
        )
        house = House(backstage)
        client.move_in(house, hooks)
        stack.push_async_callback(house.close)
        yield house


def _graded(settings: Settings, model: str) -> Writer:
    """What is known of the model that writes; a damaged file of grades is told, and counts as none."""
    try:
        grade = grades.read(settings.data_folder).get(model)
    except ValueError as trouble:
        log.warning("%s", trouble)
        grade = None
    if grade is None:
        return Writer(model=model)
    return Writer(model=model, leaks=grade.leaks, trials=grade.trials, at_most=grade.high)


def _avatars(casts: Casts) -> Callable[[Persona], bytes | None]:
    return lambda persona: casts.avatar_bytes(persona.id)

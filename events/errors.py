"""The whole error tree. A class's docstring is its message: it says what happened and what to do.

GreenroomError
+-- Refusal              a person asked for something that cannot be; shown to them
|   +-- NoPanelHere, PanelAlreadyOpen, NotSeated, SeveralMeant, AlreadySeated
|   +-- NoSuchPersona, NoSuchCast, PanelIsFull, NotInThisPlace
+-- StoreError
|   +-- Conflict         somebody else appended first: reload and decide again
|   +-- AlreadyHeard     this key is in the log: stop quietly
|   +-- StoreBusy, StoreReadOnly, StoreFromTheFuture, StoreNotMigrated
|   +-- StoreUnreachable, StoreDamaged, StoreHeldByAnother
+-- LogError
|   +-- UnknownKind, FutureSchema, BrokenEvent, NoSuchRoom, NoSuchLine
+-- MindError            a model call brought nothing; `reason` is what the log keeps
|   +-- MindTimeout, MindUnreachable, MindRefusedKey, MindRateLimited, MindOverloaded, MindRejected
|   +-- MindFiltered, MindNonsense, UnreadableAnswer, PromptTooLong, BudgetSpent
|   +-- NoLocalModel, CannotDecide, RealCallForbidden
+-- SettingsError
    +-- NoToken, WrongToken, MissingIntent, DiscordUnreachable, SettingMalformed
"""

from typing import ClassVar


class GreenroomError(Exception):
    """Something went wrong in Greenroom."""

    def __init__(self, **facts: object) -> None:
        self.facts = facts
        super().__init__(self._message())

    def _message(self) -> str:
        text = " ".join((type(self).__doc__ or "").split())
        return text.format(**self.facts) if self.facts else text


# --- shown to the person who asked ---


class Refusal(GreenroomError):
    """That is not possible here."""


class NoPanelHere(Refusal):
    """No panel is open here. Open one with /panel open."""


class PanelAlreadyOpen(Refusal):
    """A panel is already open here. See it with /panel show, or close it first with /panel close."""


class NotSeated(Refusal):
    """{persona} is not seated here. Seat them with /panel seat, or see who is here with /panel show."""


class SeveralMeant(Refusal):
    """Which one: {names}? Choose the one that the command suggests."""


class AlreadySeated(Refusal):
    """{persona} already has a seat here."""


class NoSuchPersona(Refusal):
    """There is no persona called {persona}. Choose one that the command suggests."""


class NoSuchCast(Refusal):
    """There is no cast called {cast}. Choose one that the command suggests."""


class PanelIsFull(Refusal):
    """This panel has {seats} seats, and all are taken. Unseat somebody first."""


class NotInThisPlace(Refusal):
    """A panel cannot sit here: {why}. Choose a text channel or a thread of one."""


# --- the store ---


class StoreError(GreenroomError):
    """The event log could not do what was asked."""


class Conflict(StoreError):
    """Room {stream} is at version {actual}, not {expected}: somebody appended first. Reload and decide again."""


class AlreadyHeard(StoreError):
    """Room {stream} has already recorded {key}."""


class StoreBusy(StoreError):
    """The database stayed locked for {seconds} s: a backup or another program holds it. Nothing was lost; try again."""


class StoreReadOnly(StoreError):
    """The database cannot be written ({why}). Check the disk and the permissions; nothing is posted until it can."""


class StoreFromTheFuture(StoreError):
    """The database has schema {found}; this version knows nothing newer than {known}. Run a newer Greenroom."""


class StoreNotMigrated(StoreError):
    """The database has schema {found}; this version needs {known}. Run: python -m bot migrate."""


class StoreUnreachable(StoreError):
    """The database at {url} does not answer: {why}. Check DATABASE_URL and that the server runs."""


class StoreDamaged(StoreError):
    """The database file is damaged or is not a database: {why}. Restore a copy; the automatic ones lie beside it."""


class StoreHeldByAnother(StoreError):
    """Another Greenroom (process {holder}) already runs on this database. Stop it first."""


# --- the log ---


class LogError(GreenroomError):
    """The log holds something that cannot be read."""


class UnknownKind(LogError):
    """Event {version} of {stream} is of kind {kind}, which this version does not know. Run a newer Greenroom."""


class FutureSchema(LogError):
    """Event {version} of {stream} ({kind}) has schema {schema}; this version knows {known}. Run a newer Greenroom."""


class BrokenEvent(LogError):
    """Event {version} of {stream} cannot be read: {why}. The log is damaged there; restore a copy."""


class NoSuchRoom(LogError):
    """There is no room {room}. See the rooms with: python -m bot rooms."""


class NoSuchLine(LogError):
    """No line or message {line} is in the log."""


# --- the minds ---


class MindError(GreenroomError):
    """A model call brought no answer."""

    reason: ClassVar[str] = "server"
    retry_after: float | None = None


class MindTimeout(MindError):
    """The model did not answer within {seconds} s."""

    reason = "timeout"


class MindUnreachable(MindError):
    """The model server at {url} does not answer: {why}. Check OPENAI_BASE_URL and that the server runs."""

    reason = "unreachable"


class MindRefusedKey(MindError):
    """The model server refused the key (HTTP {status}). Check OPENAI_API_KEY and the account's credit."""

    reason = "refused-key"


class MindRateLimited(MindError):
    """The model server asks for fewer calls (retry after {after} s)."""

    reason = "rate-limited"


class MindOverloaded(MindError):
    """The model server failed (HTTP {status})."""

    reason = "server"


class MindRejected(MindError):
    """The model server rejected the request (HTTP {status}): {why}."""

    reason = "rejected"


class MindFiltered(MindError):
    """The provider's content filter held the answer back."""

    reason = "filtered"


class MindNonsense(MindError):
    """The model server's answer could not be read: {why}."""

    reason = "nonsense"


class UnreadableAnswer(MindError):
    """The model's text could not be read: {detail}."""

    reason = "unreadable"


class PromptTooLong(MindError):
    """The prompt is longer than the model takes."""

    reason = "too-long"


class NoLocalModel(MindError):
    """The embedded model is not running: {why}."""

    reason = "no-local-model"


class CannotDecide(MindError):
    """No mind here decides that: the rules do (the embedded model only words lines)."""

    reason = "cannot-decide"


class RealCallForbidden(MindError):
    """A real model call was tried where they are forbidden (tests, replay)."""

    reason = "forbidden"


class BudgetSpent(MindError):
    """This server's budget for today is spent ({spent} of {limit} {unit}); it starts again at midnight."""

    reason = "budget"


# --- starting up ---


class SettingsError(GreenroomError):
    """A setting is missing or wrong."""


class NoToken(SettingsError):
    """DISCORD_TOKEN is not set. Put it into .env, or start the local room with: python -m bot local."""


class WrongToken(SettingsError):
    """Discord refused the token. Copy it again from the Developer Portal (Bot, Reset Token) into DISCORD_TOKEN."""


class MissingIntent(SettingsError):
    """The Message Content intent is off. Turn it on in the Developer Portal (Bot, Privileged Gateway Intents)."""


class DiscordUnreachable(SettingsError):
    """Discord cannot be reached ({why}). Check the network of this machine; then start again."""


class SettingMalformed(SettingsError):
    """{name} is not usable: {why}."""

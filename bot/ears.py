"""What the gateway brings, told apart at once: our own lines, other machines, Discord itself, and people.

Pure, and before anybody's first await, so that what is heard keeps the order in which it arrived. Only what the
message itself carries is used: a cold cache changes a name at most, never who is meant. How Discord's syntax becomes
plain words is in `transcript`.
"""

import re
from collections.abc import Iterable, Sequence
from typing import Final, Protocol

import discord
from msgspec import Struct

from bot.transcript import attached_of, folded, one_line, spoken_by, without_code_and_quotes, words_of
from events.base import HookId, MessageId, PersonaId, PersonId, RoleId
from events.heard import HumanEdited, HumanErased, HumanSpoke, HumanTyping, LineErased
from events.persona import Persona


class PanelView(Protocol):
    """What the ears have to know of the panel in a place."""

    @property
    def bot(self) -> int:
        """The user id of our account."""
        ...

    @property
    def application(self) -> int | None:
        """Our application id, where known."""
        ...

    @property
    def managed_role(self) -> int | None:
        """The role that Discord made for the bot: pickers offer it next to the account itself."""
        ...

    @property
    def seats(self) -> Sequence[Persona]:
        """Who sits here, in seat order."""
        ...

    def owns_hook(self, hook: HookId) -> bool:
        """Whether this webhook is one of ours, as far as the hooks' list or the room's log know."""
        ...

    def persona_of_hook(self, hook: HookId) -> PersonaId | None:
        """Who alone speaks through this webhook."""
        ...

    def persona_of_line(self, message: MessageId) -> PersonaId | None:
        """Whose line this message is, by the log."""
        ...

    def persona_of_role(self, role: RoleId) -> PersonaId | None:
        """The persona that a role was registered for."""
        ...


class OwnLine(Struct, frozen=True):
    """A line of ours came back: the echo, which may arrive before the answer to its request."""

    message: MessageId
    hook: HookId
    name: str
    """The name shown."""
    text: str
    """As it stands in the channel."""


class OwnBot(Struct, frozen=True):
    """Something that our account said: an answer to a command, or a notice."""

    message: MessageId


class OtherBot(Struct, frozen=True):
    """Another bot's account spoke."""

    message: MessageId
    name: str


class OtherHook(Struct, frozen=True):
    """A webhook that is not ours spoke: a feed, a bridge, another app's personas."""

    message: MessageId
    hook: HookId
    name: str


class SystemNote(Struct, frozen=True):
    """Discord's own notice: a join, a pin, a boost, a thread that was opened."""

    message: MessageId
    what: str


Heard = OwnLine | OwnBot | OtherBot | OtherHook | SystemNote | HumanSpoke

_SAID: Final = {discord.MessageType.default, discord.MessageType.reply}
_ADDRESS: Final = re.compile(r"(?<!\\)<@(?P<role>&?)!?(?P<id>\d{1,20})>")


def heard(message: discord.Message, panel: PanelView, *, late: bool = False) -> Heard:
    """What a message is, and, where a person wrote it, what they said to whom."""
    id_ = MessageId(message.id)
    if message.author.id == panel.bot:
        return OwnBot(id_)
    if message.webhook_id is not None:
        hook = HookId(message.webhook_id)
        if _is_own_line(message, hook, panel):
            return OwnLine(id_, hook, message.author.name, message.content)
        return OtherHook(id_, hook, one_line(message.author.name))
    if message.type not in _SAID:
        return SystemNote(id_, message.type.name)
    if message.author.bot:
        return OtherBot(id_, one_line(message.author.display_name))
    return _human_spoke(message, panel, late=late)


def edited(payload: discord.RawMessageUpdateEvent, panel: PanelView) -> HumanEdited | None:
    """A person's change of words; None for everything else that Discord calls an update: previews, pins, flags.

    Discord repeats old edits, so the text may be the one that is already known.
    """
    message = payload.message
    if message.edited_at is None or not isinstance(heard(message, panel), HumanSpoke):
        return None
    text = " ".join((words_of(message, panel), *attached_of(message))).strip()  # as the talk holds it
    return HumanEdited(message=MessageId(message.id), text=text)


def deleted(messages: Iterable[int], panel: PanelView) -> tuple[HumanErased | LineErased, ...]:
    """What deletion, of one or in bulk, took: each of our lines by itself, and the rest together."""
    lines = [MessageId(id_) for id_ in messages if panel.persona_of_line(MessageId(id_)) is not None]
    rest = tuple(MessageId(id_) for id_ in messages if id_ not in lines)
    taken = tuple(LineErased(message=line) for line in lines)
    return (*taken, HumanErased(messages=rest)) if rest else taken


def typing(payload: discord.RawTypingEvent, panel: PanelView) -> HumanTyping | None:
    """A person is typing; who it is need not be in any cache."""
    if payload.user_id == panel.bot or (payload.user is not None and payload.user.bot):
        return None
    return HumanTyping(person=PersonId(payload.user_id))


def _is_own_line(message: discord.Message, hook: HookId, panel: PanelView) -> bool:
    """Three ways to know, since any one may be missing: after a restart, before the list is read, in an old log."""
    by_application = panel.application is not None and message.application_id == panel.application
    return by_application or panel.owns_hook(hook) or panel.persona_of_line(MessageId(message.id)) is not None


def _human_spoke(message: discord.Message, panel: PanelView, *, late: bool) -> HumanSpoke:
    people, roles = _addressed(message)
    target = _reply_target(message)
    answered = target.resolved if target is not None else None
    answers = _persona_answered(target, panel)
    to_own_notice = isinstance(answered, discord.Message) and answered.author.id == panel.bot
    pinged = {person.id for person in message.mentions}
    return HumanSpoke(
        message=MessageId(message.id),
        person=PersonId(message.author.id),
        name=one_line(message.author.display_name),
        text=words_of(message, panel),
        reply_to=MessageId(target.message_id) if target is not None and target.message_id is not None else None,
        answers=answers,
        roles=_personas_of_roles(message, roles, panel),
        to_bot=panel.bot in people or panel.managed_role in roles or (to_own_notice and panel.bot in pinged),
        to_others=bool(people - {panel.bot, message.author.id}) or _answers_somebody_else(message, answered, panel),
        attached=attached_of(message),
        sent_at=message.created_at,
        late=late,
    )


def _addressed(message: discord.Message) -> tuple[set[int], list[int]]:
    """Ids of the people and, in the order named, the roles that are pinged in words of the writer's own."""
    found = list(_ADDRESS.finditer(without_code_and_quotes(message.content)))
    people = {int(token["id"]) for token in found if not token["role"]}
    return people, list(dict.fromkeys(int(token["id"]) for token in found if token["role"]))


def _reply_target(message: discord.Message) -> discord.MessageReference | None:
    """A forward refers to a message too, and answers nobody."""
    if message.type is not discord.MessageType.reply or message.reference is None:
        return None
    return message.reference


def _persona_answered(target: discord.MessageReference | None, panel: PanelView) -> PersonaId | None:
    """By the message's id; by its webhook where that has one speaker; by a shown name never."""
    if target is None or target.message_id is None:
        return None
    by_line = panel.persona_of_line(MessageId(target.message_id))
    if by_line is not None or not isinstance(target.resolved, discord.Message):
        return by_line
    hook = target.resolved.webhook_id
    return panel.persona_of_hook(HookId(hook)) if hook is not None else None


def _answers_somebody_else(message: discord.Message, answered: object, panel: PanelView) -> bool:
    if not isinstance(answered, discord.Message) or answered.type not in _SAID:
        return False
    if answered.author.id in {panel.bot, message.author.id}:
        return False
    return answered.webhook_id is None or not _is_own_line(answered, HookId(answered.webhook_id), panel)


def _personas_of_roles(message: discord.Message, roles: list[int], panel: PanelView) -> tuple[PersonaId, ...]:
    """A role stands for a persona when it was registered for it, or bears its name."""
    names = {role.id: folded(role.name) for role in message.role_mentions}
    seated = {folded(name): persona.id for persona in panel.seats for name in spoken_by(persona)}
    found = [
        panel.persona_of_role(RoleId(role)) or seated.get(names.get(role, ""))
        for role in roles
        if role != panel.managed_role
    ]
    return tuple(dict.fromkeys(persona for persona in found if persona is not None))

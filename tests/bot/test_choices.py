"""Whom a command means, and which names may sit together."""
# ruff: noqa: RUF001 -- look-alike letters are the point here

import pytest
from msgspec.structs import replace

from bot.commands.choices import NameTaken, in_library, named, offer, refuse_shared_aliases, seated
from bot.commands.why import NothingSaid, newest
from events.base import EPOCH
from events.errors import NoSuchPersona, NotSeated, SeveralMeant
from events.persona import Persona
from events.room import RoomState, Seat, Utterance

ALMA = Persona(id="alma", name="Alma", card="A captain.", aliases=("Al", "the captain", "カピタン"))
ANNE = Persona(id="anne", name="Anne-Marie D'Arcy", card="A poet.")
MIRA = Persona(id="mira", name="Mira", card="A singer.")
OTHER_MIRA = Persona(id="mira-two", name="Mira", card="Another singer.")
EVERYBODY = (ALMA, ANNE, MIRA, OTHER_MIRA)
ROOM = RoomState(stream="room-10", seats=tuple(Seat(persona=one) for one in EVERYBODY))


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("alma", ALMA),
        ("ALMA ", ALMA),
        ("al", ALMA),
        ("The  Captain", ALMA),
        ("captain", ALMA),
        ("ｶﾋﾟﾀﾝ", ALMA),
        ("anne-marie d’arcy", ANNE),
        ("anne", ANNE),
        ("mira-two", OTHER_MIRA),
    ],
)
def test_a_persona_is_found_by_id_name_alias_or_part_of_a_name(typed, meant):
    assert named(typed, EVERYBODY) == (meant,)


@pytest.mark.parametrize("typed", ["", " ", "nobody", "@everyone", "<@12>", "{{char}}", "%", "`", "🙂"])
def test_what_names_nobody_is_refused(typed):
    with pytest.raises(NotSeated):
        seated(typed, ROOM)
    with pytest.raises(NoSuchPersona):
        in_library(typed, EVERYBODY)


def test_a_name_that_several_bear_is_asked_back_with_their_ids():
    with pytest.raises(SeveralMeant, match=r"Which one: Mira \(singer\) or Mira \(drummer\)\?"):
        in_library("MIRA", (replace(MIRA, id="singer"), replace(MIRA, id="drummer")))


def test_a_refusal_does_not_repeat_a_flood():
    with pytest.raises(NotSeated) as refused:
        seated("x" * 6000, ROOM)
    assert len(str(refused.value)) < 300


def persona(name, *aliases):
    return Persona(id="new", name=name, card="New.", aliases=aliases)


@pytest.mark.parametrize(
    "new",
    [
        persona("Alice", "Al"),
        persona("Alice", "AL "),
        persona("Al"),
        persona("Alice", "Alma"),
        persona("Alice", "Ａｌ"),
        persona("Alice", "A\u200bl"),
        persona("The Captain"),
        persona("Alma", "Al"),
    ],
)
def test_an_alias_that_is_somebodys_name_or_alias_is_refused(new):
    with pytest.raises(NameTaken, match=r"is also what Alma is called.* unseat Alma first"):
        refuse_shared_aliases(new, [MIRA, ALMA])


@pytest.mark.parametrize("new", [OTHER_MIRA, persona("Mirabel"), persona("Alice", "Ali"), persona("Captain Ahab")])
def test_other_names_may_sit_together(new):
    refuse_shared_aliases(new, [MIRA, ALMA])
    assert new not in (MIRA, ALMA)


def test_no_more_is_offered_than_discord_takes():
    crowd = [Persona(id=f"p{number}", name=f"Person {number}", card="One.") for number in range(60)]
    assert len(offer(crowd, "person")) == 25


def said(message, version):
    return Utterance(version=version, at=EPOCH, name="Sam", text="Hello", message=message)


def test_the_newest_message_is_one_that_is_in_the_channel():
    assert newest(RoomState(stream="room-10", talk=(said(70, 3), said(71, 4), said(None, 9)))) == "71"


def test_where_nothing_was_said_there_is_nothing_to_explain():
    with pytest.raises(NothingSaid):
        newest(RoomState(stream="room-10", talk=(said(None, 3),)))

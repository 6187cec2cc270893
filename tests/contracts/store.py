"""What every event store promises: one suite, run for each store by a module that gives the `store` fixture."""

import asyncio
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime, timedelta, timezone

import pytest

from events.base import ERASED, GuildId, HookId, MessageId, PersonaId, PersonId, PlaceId, Version, stream_of
from events.errors import AlreadyHeard, Conflict, StoreUnreachable
from events.heard import AlarmRang, HumanSpoke, HumanTyping, SpeakOrdered
from events.recorded import Draft, Head, Recorded
from events.room import RoomState, Utterance
from store.store import EventStore

ROOM = stream_of(PlaceId(1))
OTHER = stream_of(PlaceId(2))
GUILD = GuildId(10)
NOW = datetime(2026, 11, 30, 20, 15, 30, 123456, tzinfo=UTC)
DAY = "2026-11-30"


def said(text: str, message: int = 7) -> Draft:
    """A person's line."""
    spoke = HumanSpoke(message=MessageId(message), person=PersonId(3), name="Ada", text=text, sent_at=NOW)
    return Draft(event=spoke, at=NOW, message=MessageId(message))


def typed(person: int = 3) -> Draft:
    """A fact without words."""
    return Draft(event=HumanTyping(person=PersonId(person)), at=NOW)


async def grown(store: EventStore, stream: str, drafts: Sequence[Draft], guild: GuildId = GUILD) -> Sequence[Recorded]:
    """Appends to a new room."""
    return await store.append(stream, Version(0), drafts, guild=guild)


async def log(store: EventStore, stream: str = ROOM) -> list[Recorded]:
    """The whole stream."""
    return [recorded async for recorded in store.read(stream)]


def versions(recorded: Iterable[Recorded]) -> list[int]:
    return [one.version for one in recorded]


def texts(recorded: Iterable[Recorded]) -> list[str]:
    return [one.event.text for one in recorded if isinstance(one.event, HumanSpoke)]


def kept(stream: str, version: int, text: str = "hello") -> RoomState:
    """A room's state with a line in it."""
    line = Utterance(version=Version(version), at=NOW, name="Ada", text=text)
    return RoomState(stream=stream, version=Version(version), talk=(line,), hooks={HookId(8): PersonaId("ada")})


class StoreContract:
    """Inherited by the tests of each store."""

    # --- appending ---

    async def test_what_was_appended_is_read_back_in_order_with_gapless_versions(self, store: EventStore):
        await grown(store, ROOM, [said("one"), typed()])
        await store.append(ROOM, Version(2), [said("two", 8)], guild=GUILD)
        assert versions(await log(store)) == [1, 2, 3]
        assert texts(await log(store)) == ["one", "two"]

    async def test_an_append_answers_with_what_a_read_will_bring(self, store: EventStore):
        draft = Draft(event=AlarmRang(alarm="gather", since=Version(1)), at=NOW, cause=Version(1))
        answered = await grown(store, ROOM, [said("one"), draft])
        assert list(answered) == await log(store)
        assert answered[1] == Recorded(
            guild=GUILD, stream=ROOM, version=Version(2), at=NOW, cause=Version(1), event=draft.event
        )

    async def test_time_is_kept_to_the_microsecond_and_read_as_utc(self, store: EventStore):
        elsewhere = NOW.astimezone(timezone(timedelta(hours=5, minutes=30)))
        await grown(store, ROOM, [Draft(event=HumanTyping(person=PersonId(1)), at=elsewhere)])
        (recorded,) = await log(store)
        assert recorded.at == NOW
        assert recorded.at.utcoffset() == timedelta(0)

    async def test_who_is_behind_is_told_where_the_room_stands_and_nothing_is_appended(self, store: EventStore):
        await grown(store, ROOM, [said("one"), said("two", 8)])
        with pytest.raises(Conflict, match="at version 2, not 1"):
            await store.append(ROOM, Version(1), [said("late", 9)], guild=GUILD)
        assert texts(await log(store)) == ["one", "two"]

    async def test_who_is_ahead_of_the_room_conflicts_too(self, store: EventStore):
        with pytest.raises(Conflict, match="at version 0, not 3"):
            await store.append(ROOM, Version(3), [typed()], guild=GUILD)

    async def test_a_key_is_heard_once(self, store: EventStore):
        await store.append(ROOM, Version(0), [said("one")], guild=GUILD, key="msg:7")
        with pytest.raises(AlreadyHeard, match="msg:7"):
            await store.append(ROOM, Version(1), [said("one")], guild=GUILD, key="msg:7")
        assert versions(await log(store)) == [1]

    async def test_already_heard_wins_over_conflict(self, store: EventStore):
        await store.append(ROOM, Version(0), [said("one")], guild=GUILD, key="msg:7")
        with pytest.raises(AlreadyHeard):
            await store.append(ROOM, Version(0), [said("one")], guild=GUILD, key="msg:7")

    async def test_the_same_key_in_another_room_is_another_key(self, store: EventStore):
        await store.append(ROOM, Version(0), [said("one")], guild=GUILD, key="msg:7")
        await store.append(OTHER, Version(0), [said("one")], guild=GUILD, key="msg:7")
        assert versions(await log(store, OTHER)) == [1]

    async def test_a_key_of_a_refused_append_stays_free(self, store: EventStore):
        with pytest.raises(Conflict):
            await store.append(ROOM, Version(4), [said("one")], guild=GUILD, key="msg:7")
        await store.append(ROOM, Version(0), [said("one")], guild=GUILD, key="msg:7")
        assert versions(await log(store)) == [1]

    async def test_a_head_does_not_move_without_an_event(self, store: EventStore):
        with pytest.raises(ValueError, match="at least one event"):
            await store.append(ROOM, Version(0), [], guild=GUILD)

    # --- many at once ---

    async def test_of_two_who_race_for_a_version_one_wins(self, store: EventStore):
        racing = [store.append(ROOM, Version(0), [said(name)], guild=GUILD) for name in ("a", "b", "c")]
        outcomes = await asyncio.gather(*racing, return_exceptions=True)
        assert [isinstance(outcome, Conflict) for outcome in outcomes].count(True) == 2
        assert versions(await log(store)) == [1]

    async def test_of_two_with_one_key_one_is_heard(self, store: EventStore):
        racing = [store.append(ROOM, Version(at), [said("x")], guild=GUILD, key="msg:7") for at in (0, 1)]
        outcomes = await asyncio.gather(*racing, return_exceptions=True)
        assert [type(outcome) for outcome in outcomes[1:]] == [AlreadyHeard]
        assert versions(await log(store)) == [1]

    async def test_an_append_that_conflicts_spoils_no_other(self, store: EventStore):
        await grown(store, ROOM, [typed()])
        names = [stream_of(PlaceId(place)) for place in range(100, 120)]
        others = [store.append(name, Version(0), [typed()], guild=GUILD) for name in names]
        stale = store.append(ROOM, Version(0), [typed()], guild=GUILD)
        outcomes = await asyncio.gather(*others[:10], stale, *others[10:], return_exceptions=True)
        assert [at for at, outcome in enumerate(outcomes) if isinstance(outcome, Exception)] == [10]
        assert [head.version for head in await store.heads()] == [1] * 21

    async def test_an_append_that_cannot_be_written_at_all_spoils_no_other(self, store: EventStore):
        half_a_character = said("\ud83d", 9)
        good = store.append(ROOM, Version(0), [typed()], guild=GUILD)
        bad = store.append(OTHER, Version(0), [half_a_character], guild=GUILD)
        await asyncio.gather(good, bad, return_exceptions=True)
        assert versions(await log(store)) == [1]
        assert await store.head(OTHER) is None

    async def test_who_stops_waiting_leaves_the_log_whole(self, store: EventStore):
        waiting = [asyncio.create_task(grown(store, stream_of(PlaceId(at)), [typed(), typed()])) for at in range(20)]
        await asyncio.sleep(0)
        cancelled = [task.cancel() for task in waiting[::2]]
        await asyncio.gather(*waiting, return_exceptions=True)
        await grown(store, "afterwards", [typed()])
        heads = {head.stream: head.version for head in await store.heads()}
        assert len(cancelled) == 10
        assert set(heads.values()) - {1} == {2}
        assert {stream_of(PlaceId(at)) for at in range(1, 20, 2)} <= set(heads)

    # --- reading ---

    async def test_a_part_of_a_stream_is_after_and_up_to(self, store: EventStore):
        await grown(store, ROOM, [typed() for _ in range(6)])
        part = [recorded async for recorded in store.read(ROOM, after=Version(2), upto=Version(4))]
        assert versions(part) == [3, 4]

    async def test_an_unknown_stream_is_empty(self, store: EventStore):
        assert await log(store, "room-404") == []
        assert await store.head("room-404") is None

    async def test_a_long_stream_is_read_whole(self, store: EventStore):
        await grown(store, ROOM, [typed(person) for person in range(2_500)])
        assert versions(await log(store)) == list(range(1, 2_501))

    async def test_a_message_finds_the_newest_event_about_it(self, store: EventStore):
        await grown(store, ROOM, [said("one", 7), said("two", 8)])
        later = Draft(event=HumanTyping(person=PersonId(1)), at=NOW + timedelta(minutes=1), message=MessageId(7))
        await grown(store, OTHER, [later])
        found = await store.by_message(MessageId(7))
        assert found is not None
        assert (found.stream, found.version) == (OTHER, 1)

    async def test_an_unknown_message_finds_nothing(self, store: EventStore):
        await grown(store, ROOM, [typed()])
        assert await store.by_message(MessageId(404)) is None

    # --- heads ---

    async def test_a_head_is_set_with_the_append(self, store: EventStore):
        due = NOW + timedelta(seconds=2)
        await store.append(ROOM, Version(0), [typed(), typed()], guild=GUILD, open=False, owes=True, due=due)
        expected = Head(stream=ROOM, guild=GUILD, version=Version(2), open=False, owes=True, due=due)
        assert await store.head(ROOM) == expected
        assert await store.heads() == [expected]

    async def test_a_paid_debt_is_gone_from_the_head(self, store: EventStore):
        await store.append(ROOM, Version(0), [typed()], guild=GUILD, owes=True, due=NOW)
        await store.append(ROOM, Version(1), [typed()], guild=GUILD)
        head = await store.head(ROOM)
        assert head == Head(stream=ROOM, guild=GUILD, version=Version(2), open=True, owes=False, due=None)

    async def test_owing_rooms_are_those_with_a_debt_or_an_alarm(self, store: EventStore):
        await store.append("room-c", Version(0), [typed()], guild=GUILD, owes=True)
        await store.append("room-b", Version(0), [typed()], guild=GUILD)
        await store.append("room-a", Version(0), [typed()], guild=GUILD, due=NOW)
        assert [head.stream for head in await store.heads(owing=True)] == ["room-a", "room-c"]

    async def test_a_refused_append_leaves_the_head_alone(self, store: EventStore):
        await grown(store, ROOM, [typed()])
        with pytest.raises(Conflict):
            await store.append(ROOM, Version(0), [typed()], guild=GUILD, owes=True)
        assert await store.heads(owing=True) == []

    # --- erasing ---

    async def test_erased_words_are_gone_and_the_fact_stays(self, store: EventStore):
        await grown(store, ROOM, [said("one"), said("two", 8), typed()])
        assert await store.erase(ROOM, [Version(1)]) == 1
        assert texts(await log(store)) == [ERASED, "two"]
        assert versions(await log(store)) == [1, 2, 3]

    async def test_only_words_that_are_there_are_counted(self, store: EventStore):
        silent = Draft(event=SpeakOrdered(persona="nolan"), at=NOW)
        await grown(store, ROOM, [said("one"), typed(), silent])
        everything = [Version(at) for at in range(1, 9)]
        assert await store.erase(ROOM, everything) == 1
        assert await store.erase(ROOM, everything) == 0
        assert (await log(store))[2].event == silent.event

    async def test_erasing_in_one_room_leaves_the_others_alone(self, store: EventStore):
        await grown(store, ROOM, [said("mine")])
        await grown(store, OTHER, [said("theirs")], guild=GuildId(99))
        before = await log(store, OTHER)
        await store.erase(ROOM, [Version(1)])
        assert await log(store, OTHER) == before

    async def test_erasing_drops_the_snapshots_of_the_room_and_of_no_other(self, store: EventStore):
        await store.save(kept(ROOM, 1))
        await store.save(kept(OTHER, 1))
        await store.erase(ROOM, [Version(1)])
        assert await store.snapshot(ROOM) is None
        assert await store.snapshot(OTHER) == kept(OTHER, 1)

    async def test_an_erased_message_is_still_found(self, store: EventStore):
        await grown(store, ROOM, [said("one", 7)])
        await store.erase(ROOM, [Version(1)])
        found = await store.by_message(MessageId(7))
        assert found is not None
        assert texts([found]) == [ERASED]

    async def test_many_versions_are_erased_at_once(self, store: EventStore):
        await grown(store, ROOM, [said("words", at) for at in range(1, 1_201)])
        assert await store.erase(ROOM, [Version(at) for at in range(1, 1_201)]) == 1_200
        assert set(texts(await log(store))) == {ERASED}

    # --- snapshots ---

    async def test_a_snapshot_comes_back_as_it_was(self, store: EventStore):
        await store.save(kept(ROOM, 3))
        assert await store.snapshot(ROOM) == kept(ROOM, 3)

    async def test_no_snapshot_is_none(self, store: EventStore):
        assert await store.snapshot(ROOM) is None

    async def test_the_newest_snapshot_stays(self, store: EventStore):
        await store.save(kept(ROOM, 5))
        await store.save(kept(ROOM, 3))
        assert await store.snapshot(ROOM) == kept(ROOM, 5)

    # --- spending ---

    async def test_spending_adds_up_by_guild_and_day(self, store: EventStore):
        await store.spend(GUILD, DAY, tokens=100, calls=1)
        await store.spend(GuildId(99), DAY, tokens=5, calls=1)
        assert await store.spend(GUILD, DAY, tokens=20, calls=2) == (120, 3)
        assert await store.spent(GUILD, DAY) == (120, 3)
        assert await store.spent(GUILD, "2026-12-01") == (0, 0)

    async def test_what_was_reserved_is_given_back(self, store: EventStore):
        await store.spend(GUILD, DAY, tokens=100, calls=1)
        assert await store.spend(GUILD, DAY, tokens=-100, calls=-1) == (0, 0)

    async def test_spending_side_by_side_loses_nothing(self, store: EventStore):
        await asyncio.gather(*(store.spend(GUILD, DAY, tokens=1, calls=1) for _ in range(20)))
        assert await store.spent(GUILD, DAY) == (20, 20)


class DatabaseContract(StoreContract):
    """What is promised besides by a store that outlives its process."""

    async def test_closing_finishes_what_is_queued(self, store: EventStore):
        appends = [asyncio.create_task(grown(store, stream_of(PlaceId(at)), [typed()])) for at in range(50)]
        await asyncio.sleep(0)
        await store.close()
        assert [versions(done) for done in await asyncio.gather(*appends)] == [[1]] * 50

    async def test_a_closed_store_takes_nothing_more(self, store: EventStore):
        await store.close()
        with pytest.raises(StoreUnreachable, match="closed"):
            await grown(store, ROOM, [typed()])

    async def test_closing_twice_is_closing(self, store: EventStore):
        await grown(store, ROOM, [typed()])
        await store.close()
        await store.close()

    async def test_another_process_that_appended_is_noticed(self, store: EventStore, beside: EventStore):
        await grown(store, ROOM, [typed()])
        await beside.append(ROOM, Version(1), [typed()], guild=GUILD, key="msg:1")
        with pytest.raises(Conflict, match="at version 2, not 1"):
            await store.append(ROOM, Version(1), [typed()], guild=GUILD)
        with pytest.raises(AlreadyHeard):
            await store.append(ROOM, Version(2), [typed()], guild=GUILD, key="msg:1")

    async def test_two_processes_that_race_leave_one_gapless_stream(self, store: EventStore, beside: EventStore):
        racing = [
            one.append(stream_of(PlaceId(at)), Version(0), [typed()], guild=GUILD)
            for at in range(10)
            for one in (store, beside)
        ]
        outcomes = await asyncio.gather(*racing, return_exceptions=True)
        assert [isinstance(outcome, Conflict) for outcome in outcomes].count(True) == 10
        assert [head.version for head in await store.heads()] == [1] * 10

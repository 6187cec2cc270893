from tests.stories.panel import Panel, company, stages


async def test_a_question_to_the_room_is_answered_by_whom_the_producer_stages(tmp_path):
    mind = company(producer=stages("iris", "warren"))
    async with Panel.in_town(tmp_path, mind) as panel:
        answer = await panel.town.slash("Sam", "panel open")
        print(answer)
        await panel.town.say("Sam", "what should we plant?")
        await panel.town.pass_time(30)
        print(panel.town.lines(), await panel.kinds())
        assert [name for name, _ in panel.town.lines()] == ["Iris", "Warren"]
        assert (await panel.verified()).drift is None

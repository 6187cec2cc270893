"""How well the meters tell a model's chat from people's: the LLMafia games (Eckhaus et al. 2025, MIT)."""

import pytest

from bench import irc, mafia
from bench.screen import irc_chats, screened


@pytest.fixture(scope="module")
def games():
    if not mafia.CORPUS.is_dir():
        pytest.skip(mafia.ABSENT.format(mafia.CORPUS))
    return screened(mafia.chats_of(mafia.CORPUS))


def test_few_lines_of_people_are_suspected_and_many_of_the_model(games):
    people, model = games
    assert people.lines > 500
    assert people.rate <= 0.03  # 0.017 when written
    assert model.rate >= 0.30  # 0.368


@pytest.mark.parametrize(("meter", "times"), [("own-overlap", 10), ("repeat", 8), ("openers", 20), ("closings", 15)])
def test_repeating_oneself_is_the_models_habit(games, meter, times):
    people, model = games
    assert model.of(meter) >= times * people.of(meter)


def test_no_person_is_told_to_write_less_like_a_page(games):
    people, _ = games
    assert [people.of(meter) for meter in ("contrast", "marked", "slop", "drift")] == [0, 0, 0, 0]


def test_a_line_is_measured_in_a_millisecond_or_so(games):
    people, _ = games
    assert people.seconds / people.lines < 0.005  # 0.0004 on an idle machine


@pytest.mark.skipif(not irc.CORPUS.is_dir(), reason=irc.ABSENT.format(irc.CORPUS))
def test_busy_rooms_of_people_are_seldom_suspected():
    people, _ = screened(irc_chats(irc.CORPUS / "new-domains"))
    assert people.rate <= 0.06

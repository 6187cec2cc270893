"""The contract of a mind, held against every one that needs no weights."""

import pytest

from events.asked import Answer, digest
from events.errors import MindUnreachable
from minds.recorded import RecordedMind
from minds.scripted import ScriptedMind
from tests.contracts.mind import MindContract
from tests.minds.loopback import a_request, fails, says


class TestChatMind(MindContract):
    @pytest.fixture
    def saying(self, server, chat):
        def build(text):
            server.will(says(text))
            return chat()

        return build

    @pytest.fixture
    def failing(self, server, chat):
        server.will(fails(401))
        return chat()


class TestScriptedMind(MindContract):
    @pytest.fixture
    def saying(self):
        return lambda text: ScriptedMind(lambda _: text)

    @pytest.fixture
    def failing(self):
        return ScriptedMind({"writer": [MindUnreachable(url="nowhere", why="scripted")]})


class TestRecordedMind(MindContract):
    @pytest.fixture
    def saying(self):
        return lambda text: RecordedMind({digest(a_request()): Answer(text=text, model="m")})

    @pytest.fixture
    def failing(self):
        return RecordedMind({})

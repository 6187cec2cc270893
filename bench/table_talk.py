"""One evening at a table of three, and minds that answer it word for word: what strategies are compared on."""

from collections import Counter
from typing import Any

import msgspec
from msgspec import Struct

from events.asked import Request
from events.base import PersonaId
from events.decided import PairType
from events.persona import Persona

WILMA, TARIQ, OONA = PersonaId("wilma"), PersonaId("tariq"), PersonaId("oona")
TABLE = (
    Persona(
        id=WILMA,
        name="Wilma",
        card="Wilma bakes bread and cake at night, and has an opinion on every oven in town.",
        summary="A baker: bread, cake, ovens, yeast.",
        talkativeness=0.7,
    ),
    Persona(
        id=TARIQ,
        name="Tariq",
        card="Tariq looks at the sky through a telescope that he built, and forgets to eat.",
        summary="An astronomer: sky, stars, planets, clouds, telescopes.",
        talkativeness=0.4,
    ),
    Persona(
        id=OONA,
        name="Oona",
        card="Oona keeps bees on a hill, and says little that is not about weather or honey.",
        summary="A beekeeper: bees, honey, stings, flowers, weather.",
        talkativeness=0.5,
    ),
)


class Remark(Struct, frozen=True, kw_only=True):
    """A person's line, and what the minds make of it."""

    by: str
    text: str
    wants: tuple[float, float, float]
    """How much Wilma, Tariq and Oona want to answer, 0-1."""
    staged: tuple[PersonaId, ...] = ()
    """Whom the producer stages; nobody is a hold."""
    pair: PairType | None = None
    to: PersonaId | None = None
    """What a model that is asked says of the line: its type, and whom it selects."""


REMARKS = (
    Remark(by="Sam", text="what should we do with a free evening?", wants=(0.6, 0.8, 0.3), staged=(TARIQ, WILMA)),
    Remark(by="Sam", text="Oona, is it too cold for the bees?", wants=(0.1, 0.2, 0.9), staged=(OONA,)),
    Remark(by="Rio", text="I had some of that honey Oona makes, by the way", wants=(0.3, 0.1, 0.6), staged=(OONA,)),
    Remark(by="Sam", text="haha", wants=(0.1, 0.0, 0.1)),
    Remark(
        by="Rio", text="and if one wants cake without sugar?", wants=(0.9, 0.2, 0.7), staged=(WILMA, OONA), to=WILMA
    ),
    Remark(by="Sam", text="which planet is that over the roof?", wants=(0.1, 0.95, 0.2), staged=(TARIQ,), to=TARIQ),
    Remark(by="Rio", text="does anyone want tea?", wants=(0.5, 0.4, 0.6), staged=(OONA,), pair="offer"),
    Remark(by="Sam", text="I think they all look the same", wants=(0.2, 0.8, 0.1), staged=(TARIQ,), pair="assessment"),
    Remark(by="Rio", text="what is the best thing you ever made?", wants=(0.8, 0.7, 0.4), staged=(WILMA, TARIQ)),
    Remark(by="Sam", text="good night then", wants=(0.4, 0.3, 0.4), staged=(WILMA,), pair="farewell"),
)
SAID = {
    WILMA: (
        "Knead something; an evening without dough is wasted.",
        "Dates instead, chopped small, and a slow oven.",
        "A rye loaf that my aunt asked for twice.",
        "My crust cracked again, so tonight I am humble.",
        "Tea goes with anything that has crumbs.",
        "Butter first, questions later.",
        "Sleep well; the oven and I stay up.",
        "Flour gets everywhere, even into arguments.",
        "Nobody leaves before the second tray.",
        "I measure by hand and regret by eye.",
    ),
    TARIQ: (
        "Clouds part after nine; we could count satellites.",
        "Jupiter, and it has been following us all month.",
        "The mirror took a winter of polishing.",
        "Up there every light is old news.",
        "Supper can wait, Saturn sets early.",
        "Look again in an hour and tell me they are the same.",
        "I once mistook a lamp for Venus, happily.",
        "Bring a coat and less certainty.",
        "The tripod is in the hall already.",
        "Half of astronomy is waiting in the dark.",
    ),
    OONA: (
        "They sit in a ball and shiver; cold they can do.",
        "That jar was clover, mostly.",
        "Honey browns quicker, so watch it.",
        "Rain by morning, I would say.",
        "The hill was all heather this year.",
        "Yes, with thyme if there is some.",
        "A queen does not hurry either.",
        "Wind from the west smells of wax today.",
        "Smoke calms them, talking does not.",
        "One sting and everybody is an expert.",
    ),
}
HANDS_OVER = {(WILMA, 4): "Dates instead, chopped small. Oona, would honey hold?"}
"""Who turns to somebody else, once, and after which remark."""
NEVER = ("end", "ends", "over", "interrupt")
"""Yes-or-no questions that are never answered yes."""


class TableMinds:
    """Answers each role by the newest remark; what shape is wanted is read off the request's schema."""

    def __init__(self) -> None:
        self._said: Counter[PersonaId] = Counter()
        self._handed: set[tuple[PersonaId, int]] = set()

    def answer(self, request: Request) -> str:
        """The text of a model's answer; the same for the same order of requests."""
        place = next((n for n, one in enumerate(REMARKS) if one.text == request.scene.focus), len(REMARKS) - 1)
        match request.role:
            case "producer":
                answer = _staging(REMARKS[place], request)
            case "writer":
                speakers = [cue.persona for cue in request.scene.speakers]
                answer = {"lines": [{"speaker": one, "text": self._line(one, place)} for one in speakers]}
            case "likeness":
                answer = {"scores": {one.persona: _want(place, one.persona) / 2 for one in request.scene.speakers}}
            case _:
                answer = _filled(request.schema or {}, "", place, request)
        return msgspec.json.encode(answer).decode()

    def _line(self, persona: PersonaId, place: int) -> str:
        if (persona, place) in HANDS_OVER and (persona, place) not in self._handed:
            self._handed.add((persona, place))
            return HANDS_OVER[persona, place]
        self._said[persona] += 1
        return SAID[persona][(self._said[persona] - 1) % len(SAID[persona])]


def _staging(remark: Remark, request: Request) -> dict[str, Any]:
    free = _choices(request)
    staged = [one for one in remark.staged if one in free]
    speakers = [{"persona": one, "length": "short", "manner": "dry", "reason": "it is theirs"} for one in staged]
    return {"hold": not staged, "reason": "" if staged else "nothing was asked", "speakers": speakers}


def _choices(request: Request) -> list[PersonaId]:
    return [cue.persona for cue in request.scene.speakers]


def _want(place: int, persona: PersonaId) -> float:
    return dict(zip((WILMA, TARIQ, OONA), REMARKS[place].wants, strict=True))[persona]


def _wish(place: int, request: Request) -> float:
    """How much the persona that is asked wants to speak; hardly, where it has just spoken or others have."""
    asked = _choices(request)
    if not asked:
        return 0.0
    since = [line.persona for line in request.scene.lines]
    while None in since:
        since = since[since.index(None) + 1 :]
    return 0.0 if asked[0] in since else max(0.0, _want(place, asked[0]) - 0.4 * len(since))


def _filled(schema: dict[str, Any], name: str, place: int, request: Request) -> Any:
    """A value of this shape that says what the remark says."""
    if "anyOf" in schema:
        return _filled(next(one for one in schema["anyOf"] if one.get("type") != "null"), name, place, request)
    if "enum" in schema:
        return _picked(schema["enum"], place, request)
    kinds = schema.get("type", "string")
    kind = next(one for one in ([kinds] if isinstance(kinds, str) else kinds) if one != "null")
    wish = _wish(place, request)
    if kind == "object":
        return {key: _filled(one, key, place, request) for key, one in schema.get("properties", {}).items()}
    if kind in ("number", "integer"):
        low, high = (
            schema.get("minimum", 0 if kind == "integer" else 1),
            schema.get("maximum", 9 if kind == "integer" else 5),
        )
        value = low + wish * (high - low)
        return round(value) if kind == "integer" else round(value, 1)
    if kind == "boolean":
        return name not in NEVER and wish >= 0.5
    return [] if kind == "array" else "there is something to add" if wish >= 0.5 else "others can say that better"


def _picked(values: list[Any], place: int, request: Request) -> Any:
    """Of a list of words: a persona, a type of first pair part, or whether somebody speaks."""
    remark = REMARKS[place]
    personas = [one for one in values if one in SAID]
    if personas and request.role == "designation":
        rest = [one for one in values if one not in SAID]
        return remark.to if remark.to in personas else (rest[0] if rest else personas[0])
    if personas:
        return max(personas, key=lambda one: _want(place, one))
    if remark.pair in values:
        return remark.pair
    if "speak" in values:
        return "speak" if _wish(place, request) >= 0.5 else next(one for one in values if one != "speak")
    return next((one for one in (None, "none", "no", "") if one in values), values[0])

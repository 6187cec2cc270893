"""Who is addressed by a message's text, and who is merely mentioned. Reply targets are resolved elsewhere."""

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from msgspec import Struct

from events.base import PersonaId
from panel import lexicon
from panel.markup import INERT, speech_of
from panel.mentions import Hit, Message, hits_in, weakest
from panel.names import Folded, Handle, Named, compiled, fold
from panel.seating import seating_warnings
from panel.sentence import WORDED, Right, Sentences, Token, left_of, right_of, sentences_of, tokens_of
from panel.vocative import space_is_a_pause, speaks_to_all, spoken_to

__all__ = ["Address", "Named", "Span", "resolve", "seating_warnings"]


class Span(Struct, frozen=True):
    """Where a persona is named, and as what: for the log."""

    persona: PersonaId
    start: int
    """Index into the message, in code points."""
    end: int
    reason: str


class Address(Struct, frozen=True):
    """To whom a message speaks, and of whom."""

    forced: tuple[PersonaId, ...] = ()
    """They must speak, in the order named."""
    mentioned: tuple[PersonaId, ...] = ()
    """Talked about: a soft hint."""
    ambiguous: tuple[PersonaId, ...] = ()
    """One of these is meant; the floor picks one by a stated rule."""
    to_panel: bool = False
    """The panel is addressed: "you two", "anyone?"; never by @everyone or @here."""
    to_human: bool = False
    """Opens with a human's name and speaks to no persona by name: not for the panel."""
    absent: tuple[PersonaId, ...] = ()
    """Known personas that are addressed but not seated here."""
    spans: tuple[Span, ...] = ()


_APART: Final = frozenset("!?\n:;()[]<>=-\N{EM DASH}\N{EN DASH}")
"""Marks that keep two names from being a list."""


class Verdict(NamedTuple):
    """What one name in the text amounts to."""

    hit: Hit
    reason: str
    addressed: bool
    alternative: bool = False
    """One of several: "Bo or Wren"."""


def resolve(
    text: str,
    seated: Sequence[Named],
    *,
    absent: Sequence[Named] = (),
    humans: Sequence[str] = (),
    speaker: PersonaId | None = None,
) -> Address:
    """Read who is addressed in `text`, which may hold raw Discord markup; linear in its length.

    `humans` are the known names of people here; a raw mention such as `<@7>` may stand among them.
    `speaker` is the persona whose own line this is: it never calls itself.
    """
    cast = compiled(
        (
            *((one.id, one.name, tuple(one.aliases), "seated") for one in seated if one.id != speaker),
            *((PersonaId(""), name, (), "human") for name in humans if not name.startswith("<@")),
            *((one.id, one.name, tuple(one.aliases), "absent") for one in absent if one.id != speaker),
        )
    )
    speech = speech_of(text)
    folded = fold(speech.text)
    tokens = tokens_of(folded.text, cast.spaceless)
    hits = tuple(hits_in(Message(text, folded, speech.hushed, tokens), cast))
    sentences = sentences_of(_without_hushed(tokens, folded, speech.hushed) if any(speech.hushed) else tokens)
    verdicts = [verdict for group in _groups(hits, sentences.tokens) for verdict in _judged(group, sentences)]
    human = {
        sentences.sentence[verdict.hit.first]
        for verdict in verdicts
        if verdict.addressed and _opens_for_a_human(verdict.hit, sentences)
    }
    mentions = tuple(name for name in humans if name.startswith("<@"))
    to_panel = speaks_to_all(sentences, except_in=human)
    spoken = (
        number for number, token in zip(sentences.sentence, sentences.tokens, strict=True) if token.kind in WORDED
    )
    for_a_human = next(spoken, -1) in human or (bool(mentions) and text.lstrip().startswith(mentions))
    return _address(verdicts, sentences, folded, to_panel=to_panel, for_a_human=for_a_human)


def _without_hushed(tokens: Sequence[Token], folded: Folded, hushed: bytearray) -> list[Token]:
    """Quoted and struck words are nobody's neighbours."""
    return [
        Token("mark", INERT, token.start, token.end)
        if hushed[folded.at[token.start]] and token.kind != "line"
        else token
        for token in tokens
    ]


def _address(
    verdicts: Iterable[Verdict], sentences: Sentences, folded: Folded, *, to_panel: bool, for_a_human: bool
) -> Address:
    forced: dict[PersonaId, None] = {}
    absent: dict[PersonaId, None] = {}
    mentioned: dict[PersonaId, None] = {}
    choices: list[tuple[PersonaId, ...]] = []
    spans: list[Span] = []
    for hit, reason, addressed, alternative in verdicts:
        start, end = folded.at[sentences.tokens[hit.first].start], folded.at[sentences.tokens[hit.last].end]
        meant = tuple(bearer.persona for bearer in hit.bearers)
        spans += (Span(persona, start, end, reason) for persona in meant if persona)
        match hit.bearers[0].standing, addressed:
            case "seated", False:
                mentioned |= dict.fromkeys(meant)
            case "seated", True if alternative or len(meant) > 1:
                choices.append(meant)
            case "seated", True:
                forced |= dict.fromkeys(meant)
            case "absent", True:
                absent |= dict.fromkeys(meant)
            case _:
                pass
    open_choices = (choice for choice in choices if not forced.keys() & set(choice))
    ambiguous = dict.fromkeys(persona for choice in open_choices for persona in choice)
    return Address(
        forced=tuple(forced),
        mentioned=tuple(persona for persona in mentioned if persona not in forced and persona not in ambiguous),
        ambiguous=tuple(ambiguous),
        to_panel=to_panel,
        to_human=for_a_human and not (forced or ambiguous or to_panel or absent),
        absent=tuple(absent),
        spans=tuple(spans),
    )


class Group(NamedTuple):
    """Names in a row: "Bo and Wren", "Alma, Bo, Wren"."""

    hits: tuple[Hit, ...]
    links: tuple[str, ...]
    """Between them: "and", "or", "," or nothing."""


def _groups(hits: Sequence[Hit], tokens: Sequence[Token]) -> Iterable[Group]:
    row: list[Hit] = []
    links: list[str] = []
    for hit in hits:
        link = _link(row[-1], hit, tokens) if row else None
        if row and link is None:
            yield Group(tuple(row), tuple(links))
            row, links = [], []
        elif link is not None:
            links.append(link)
        row.append(hit)
    if row:
        yield Group(tuple(row), tuple(links))


def _link(left: Hit, right: Hit, tokens: Sequence[Token]) -> str | None:
    """What joins two names into a row; None if something else stands between them."""
    if left.possessive or left.hushed or right.hushed or right.first - left.last > 6:
        return None
    between = [token.text for token in tokens[left.last + 1 : right.first]]
    joining = [text for text in between if text in lexicon.JOINERS or text in lexicon.ALTERNATIVES]
    others = [text for text in between if text not in joining and text not in lexicon.ORDINALS]
    if any(text not in lexicon.COMMAS and (text.isalnum() or text in _APART or "." in text) for text in others):
        return None
    if any(text in lexicon.ALTERNATIVES for text in joining):
        return "or"
    return "and" if joining else "," if others else ""


def _judged(group: Group, sentences: Sentences) -> Iterable[Verdict]:
    """Judge a row of names as one; where it falls apart ("Alma, Wren told me"), its parts on their own."""
    hits, links = group
    last = hits[-1]
    if last.hushed:
        return _mentions(hits, "quoted or struck", sentences)
    if last.possessive and not last.typed:
        if len(hits) > 1 and links[-1] == ",":
            return (*_judged(Group(hits[:-1], links[:-1]), sentences), *_mentions(hits[-1:], "possessive", sentences))
        return _mentions(hits, "possessive", sentences)
    several, handle = "and" in links, _handle_of(group)
    reason = spoken_to(sentences, hits[0].first, last.last, suffix=last.suffix, several=several, handle=handle)
    if reason:
        return _spoken_to(group, reason, sentences)
    if len(hits) > 1 and links[-1] == ",":
        head, rest = Group(hits[:-1], links[:-1]), Group(hits[-1:], ())
        if left_of(sentences, hits[0].first).kind != "word":
            handle = _handle_of(head)
            reason = spoken_to(sentences, hits[0].first, hits[-2].last, several=several, handle=handle)
            spoken = _spoken_to(head, reason, sentences) if reason else _mentions(head.hits, "in passing", sentences)
            return (*spoken, *_mentions(rest.hits, "in passing", sentences))
        if len(hits) == 2:
            return (*_mentions(head.hits, "in passing", sentences), *_judged(rest, sentences))
    return _mentions(hits, "in passing", sentences)


def _handle_of(group: Group) -> Handle:
    """What a row of names is; two with nothing between them are no words of a sentence: "ferrin ashgrove moving on"."""
    handle = weakest(hit.handle for hit in group.hits)
    return "odd" if handle and len(group.hits) > 1 and not any(group.links) else handle


def _spoken_to(group: Group, reason: str, sentences: Sentences) -> Iterable[Verdict]:
    for hit in group.hits:
        if hit.typed:
            yield Verdict(hit, "typed @", addressed=True)
        elif not hit.weak or _set_off(group, hit, sentences):
            yield Verdict(hit, reason, addressed=True, alternative="or" in group.links)
        else:
            yield from _mentions((hit,), "an everyday word", sentences)


def _set_off(group: Group, hit: Hit, sentences: Sentences) -> bool:
    """An everyday word is a name where punctuation says so; without its capital only if a person is spoken to."""
    left, right = left_of(sentences, group.hits[0].first), right_of(sentences, group.hits[-1].last)
    if hit.suffix in lexicon.KOREAN_CALLS:
        return True
    if left.kind == "word" or (right.kind == "word" and not space_is_a_pause(sentences, hit.last)):
        return False
    if hit.capital and not hit.symbol:
        return True
    sentence = sentences.sentence[hit.last]
    if left.kind not in ("start", "greeted"):
        return False
    called = hit.first > 0 and sentences.tokens[hit.first - 1].text in lexicon.GREETINGS
    asked = sentences.asks[sentence] or sentences.last_you[sentence] > hit.last
    return hit.symbol or called or asked or (left.kind == "start" and _goes_on(sentences, right))


def _goes_on(sentences: Sentences, right: Right) -> bool:
    """After the pause comes what is said to a person, not the next item of a list ("hope, faith, love")."""
    said = [token.text for token in sentences.tokens[right.at : right.at + 3]]
    return right.kind == "pause" and len(said) > 1 and not {",", "and", "or", "&"}.intersection(said[2:])


def _mentions(hits: Iterable[Hit], reason: str, sentences: Sentences) -> tuple[Verdict, ...]:
    """Names that are talked about; @ addresses whatever stands around it, an everyday word must look like a name."""
    return tuple(
        Verdict(hit, "typed @" if hit.typed and not hit.hushed else reason, addressed=hit.typed and not hit.hushed)
        for hit in hits
        if hit.typed or not hit.weak or _looks_like_a_name(hit, sentences)
    )


def _looks_like_a_name(hit: Hit, sentences: Sentences) -> bool:
    return hit.capital and (hit.possessive or left_of(sentences, hit.first).kind != "start")


def _opens_for_a_human(hit: Hit, sentences: Sentences) -> bool:
    return hit.bearers[0].standing == "human" and left_of(sentences, hit.first).kind in ("start", "greeted", "opened")

"""Text that stands in for saying nothing: narrated silence, no-reply tokens, handing on, and refusals out of character.

Silence is a decision in structure (C05). Whether such text is let pass is `screen.py`'s.
"""

from collections.abc import Sequence
from typing import Final

import regex

from panel.labels import Speaker, key

_MUTE_EMOJI: Final = "🔇🔕🤐🤫😶🙊🫥"
_MARKS: Final = regex.compile(r"[\s\p{P}\p{S}\p{Cf}\p{Mn}]*")
_BLANK: Final = regex.compile(rf"[\s.…·•。、,;\-–—_~*`|/\\()\[\]{{}}<>\"'“”‘\u2019«»\p{{Cf}}\p{{Mn}}{_MUTE_EMOJI}]*")
_SHOWN: Final = regex.compile(r"[^\s*_~`|>#\p{Cf}\p{Mn}\u2800\u3164\u115f\u1160\uffa0]")
_ASIDE: Final = regex.compile(r"(?:[*_~`\"]*[(\[{<*_][*_~`]*)(?P<inside>[^\n]{1,160}?)(?:[*_~`]*[)\]}>*_][*_~`\".]*)")
_SENTENCE: Final = regex.compile(r"[^.!?…\n]+[.!?…]*")

NO_REPLY_TOKEN: Final = regex.compile(
    r"(?<![\w`])(?:(?:NO|SKIP|STAY|KEEP|END|PASS|SILENT|SILENCE|NOTHING|HEARTBEAT|IDLE|NULL|EMPTY|DO_NOT|DONT|WAIT|REMAIN)"
    r"(?:_[A-Z]+)+|NOREPLY|NORESPONSE)(?![\w`])"
)
"""Tokens by which other programs tell their own machinery to stay silent: NO_REPLY, HEARTBEAT_OK and their kind."""
_SHOUTED: Final = regex.compile(
    r"[A-Z]+(?:[_-][A-Z]+)+|NOREPLY|PASS|SKIP|SILENT|SILENCE|NULL|NONE|NIL|NOOP|N/A|EMPTY|IDLE|WAIT"
)
_BARE: Final = regex.compile(
    r"(?:\(?(?:no|empty|blank|null) (?:reply|response|answer|output|message|comment|text)(?: (?:needed|required|necessary|given))?"
    r"|silence|silent|no_?reply|(?:stays?|staying|remains?|remaining|keeps?|keeping) (?:silent|quiet|mum)|says? nothing|saying nothing"
    r"|nothing to (?:say|report)|\.\.\.|nichts|schweigt|schweigen|stille|silencio|silence radio|沉默|无言|無言|沈黙|молчит|молчание)"
)

_NOT: Final = (
    r"(?:do(?:es)?(?: not|n't)|will not|won't|is not|isn't|am not|'m not|choose(?:s)? not to|decide(?:s)? not to)"
)
_QUIET: Final = (
    r"(?:(?:just |simply |now |still )?(?:stay|stays|staying|remain|remains|remaining|keep|keeps|keeping|be|being|sit|sits|fall|falls|is|am|'m)"
    r"(?: (?:completely|very|perfectly|respectfully))? (?:silent|quiet|mute|mum|in silence|out of (?:this|it|that)(?: one)?)"
    r"|say(?:s|ing)? nothing(?: (?:at all|more|else))?|sit(?:s|ting)? (?:this|that|it)(?: one)? out"
    rf"|{_NOT} (?:say(?:ing)? (?:anything|a word)|speak(?:ing)?|repl(?:y|ying)|respond(?:ing)?|answer(?:ing)?|comment(?:ing)?)"
    r"|has nothing to (?:say|add)|(?:listen|listens|listening|wait|waits|waiting|watch|watches|watching)(?: (?:quietly|silently|in silence|and says nothing))"
    r"|(?:lets?|letting) the (?:silence|moment) (?:hang|pass|linger|stretch))"
)
_WILL: Final = (
    r"(?:'ll|'m| will| am| would rather|'d rather| choose to| prefer to| am going to|'m going to| think i'll| shall)?"
)
_I_AM_QUIET: Final = regex.compile(
    rf"(?:(?:for now|here|well|hm+|okay|ok|then|so|no|as instructed)[,:]? )?i{_WILL} {_QUIET}"
    r"(?: (?:for now|here|now|today|this time|on this(?: one)?|then))?(?:(?:,)? (?:because|since|as|so|until|unless|while|and let)\b.*)?"
)
_INSIDE_AN_ASIDE: Final = regex.compile(
    rf"(?:{_BARE.pattern}|.*\b{_QUIET}\b.*|.*\b(?:silent|silently|silence|wordless(?:ly)?|speechless)\b.*"
    r"|.*\bno (?:reply|response|answer|comment)\b.*|pass(?:es)?|skip(?:s|ped)?(?: turn)?|none|null|nothing|empty|blank|listening|waits?|waiting|quiet)"
)
_DEFERRAL: Final = regex.compile(
    r"(?:(?:i think|i guess|maybe|perhaps|honestly|well|hm+|ah|oh|no|sorry|then|so|hey)[,:]? )*(?:"
    r"i(?:'ll| will|'d| would|'m going to|'d rather| would rather)?(?: just| happily| gladly)? (?:leave|hand|pass|give|kick|throw|toss|defer)"
    r"(?: (?:that|this|it|these|those|the (?:floor|question|mic|answer|word|rest)|you))?(?: one)?(?: (?:over|on|back|off))? to (?:\S+ ?){1,4}"
    r"|i(?:'ll| will|'d| would)?(?: just)? (?:let|leave) (?:\S+ ){1,4}?(?:answer|take|handle|speak|respond|reply|go|talk|say|have|field|do)\b.*"
    r"|(?:that|this|it)(?:'s| is| was|'d be| would be)(?: more)?(?: really)?(?: a| one)?(?: question)? (?:one |question )?(?:for|not for me)\b(?: \S+){0,4}"
    r"|(?:over|back|up) to you(?: \S+){0,3}|(?:you|\S+)(?: \S+)? (?:can|could|should|will|may|might) (?:answer|take|handle|field|respond|reply to)"
    r"(?: (?:that|this|it))?(?: one)?(?: (?:better|first|best|instead|than me|than i can))*"
    r"|(?:ask|better ask|you(?:'d| had) better ask) \S+(?: \S+)?(?: about (?:that|this|it))?(?: instead)?"
    r"|i(?:'ll| will| 'll)? (?:pass|skip)(?: on)?(?: (?:this|that|it))?(?: one)?(?: (?:for now|this time|today))?"
    r"|(?:i(?:'ve| have)(?: got)? )?nothing (?:more |else |useful )?(?:to add|to say|from me)(?: (?:here|there|to (?:that|this)|for now|really))*"
    r"|i (?:do not|don't) have anything (?:more |else |useful )?(?:to add|to say)(?: (?:here|there|to (?:that|this)|for now))*"
    r"|not my (?:turn|question|department)|no comment)"
)

_AI: Final = r"(?:(?:large |artificial |virtual |helpful |text-based |mere )*(?:ai|a\.i\.|artificial intelligence|language|llm|chatbot|digital)[ -]?)"
_AN_AI: Final = rf"(?:{_AI}+(?:language |chat |text )*(?:model|assistant|chatbot|bot|program|system|llm)|language model|llm|chatbot|ai(?=[,.!?;:]| (?:and|so|i|my|without|who|that)\b|$))"
_REFUSED: Final = r"(?:can't|cannot|can not|won't|will not|am not able to|'m not able to|am unable to|'m unable to|am not allowed to|'m not allowed to|must decline to|am not comfortable|'m not comfortable)"
_LEAD: Final = r"(?:(?:i(?:'m| am)(?: very| so| really| truly)? sorry|sorry|apologies|my apologies|unfortunately|while|although|i apologi[sz]e|please note that|note that|i must (?:clarify|remind you|note|say) that|remember|however|but)[,;:.]?(?: but| and| that)? )*"
_REFUSALS: Final = tuple(
    regex.compile(_LEAD + pattern)
    for pattern in (
        rf"(?:speaking )?as an? {_AN_AI}",
        rf"i(?:'m| am)(?: just| only| merely| actually| still| simply)* an? {_AN_AI}",
        rf"i{{0,1}}(?:'m| am)?(?: )?i? ?{_REFUSED} (?:role-?play|pretend to be|impersonate|portray|engage in (?:role|this)|act as|play the role|continue (?:this|with this|the) (?:role|conversation|story|scenario)"
        r"|(?:assist|help)(?: you)? with (?:that|this|your)(?: (?:request|question))?(?:[.!]|$)|compl(?:y|ete) (?:with )?(?:that|this|your)|fulfil?l? (?:that|this|your)|(?:generate|create|produce|provide) (?:that|this|such|content|explicit|harmful))",
        r"(?:that|this|your request|it)(?: request)? (?:goes against|violates|is against|would violate) (?:my|our|the|openai|anthropic|google|content)\S*(?: \S+){0,3} (?:guidelines|polic(?:y|ies)|principles|programming)",
        r"(?:my|the) (?:guidelines|programming|training data|content polic(?:y|ies)|safety guidelines) (?:do(?:es)? not|don't|doesn't|prevents?|prohibits?|forbids?|only)",
        rf"i(?:'m| am) (?:chatgpt|gpt-?\S*|claude|gemini|llama|an? openai)\b.*(?:model|assistant|ai|openai|anthropic|google)",
        r"i (?:don't|do not) have (?:personal )?(?:feelings|emotions|opinions|experiences|beliefs|a physical body)(?:,| or| and).*(?:ai|model|assistant)",
    )
)


def is_empty(text: str) -> bool:
    """Nothing would be seen: white space, invisible characters, or markup around nothing."""
    return _SHOWN.search(text) is None


def is_silence(text: str, persona: Speaker) -> bool:
    """The text narrates or encodes that nothing is said: `*(silent)*`, `NO_REPLY`, a lone dot, "(Bo says nothing.)"."""
    if _BLANK.fullmatch(text):
        return True
    core = _core(text)
    if NO_REPLY_TOKEN.match(core) or _SHOUTED.fullmatch(core):
        return True
    aside = _ASIDE.fullmatch(text.strip())
    if aside and _INSIDE_AN_ASIDE.fullmatch(_plain(aside["inside"])):
        return True
    sentences = _sentences(text)
    return any(_narrates(each, persona) for each in sentences) and _all_idle(sentences, persona)


def is_deferral(text: str, persona: Speaker) -> bool:
    """The whole text hands the question on or has nothing to add: "I'll leave that one to Alma."."""
    return _all_idle(_sentences(text), persona)


def is_refusal(text: str) -> bool:
    """The model speaks about itself instead of the persona: "As an AI language model I can't ..."."""
    return any(pattern.match(each) for each in _sentences(text) for pattern in _REFUSALS)


def _all_idle(sentences: Sequence[str], persona: Speaker) -> bool:
    return bool(sentences) and all(_narrates(each, persona) or _DEFERRAL.fullmatch(each) for each in sentences)


def _narrates(sentence: str, persona: Speaker) -> bool:
    if _BARE.fullmatch(sentence) or _I_AM_QUIET.fullmatch(sentence):
        return True
    names = {key(name) for name in (persona.name, persona.id, persona.name.split(" ")[0], *persona.aliases)}
    return any(regex.fullmatch(rf"{regex.escape(name)} {_QUIET}", sentence) for name in names if name)


def _sentences(text: str) -> list[str]:
    plain = (_plain(found) for found in _SENTENCE.findall(text))
    return [each for each in plain if each]


def _plain(text: str) -> str:
    folded = text.casefold().replace("\u2019", "'")
    return _core(" ".join(folded.split()))


def _core(text: str) -> str:
    start = _MARKS.match(text)
    stripped = text[start.end() if start else 0 :]
    return regex.sub(r"[\s\p{P}\p{S}\p{Cf}]+\Z", "", stripped)

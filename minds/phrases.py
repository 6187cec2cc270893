"""English words and phrases that give a small model's line away, or begin it well; no weights and no arithmetic."""

import re


def _listed(words: str) -> frozenset[str]:
    return frozenset(words.split())


SCENE_BREAKERS = _listed(
    """
    ai assistant chatbot bot character persona card script dialogue conversation prompt
    """
)
DANGLING = re.compile(
    r"\b(a|an|the|of|and|or|but|with|from|if|than|because|into|my|your|our|their|his|i|i'm|i'd|i'll|it's|that's|you're"
    r"|we're|they're|there's|very|every|some of|kind of|sort of)[.!?]$",
    re.IGNORECASE,
)
PRONOUNS = frozenset({"i", "you", "he", "she", "it", "we", "they", "me", "us", "them"})
"""Words that are in every line; a person may bear one as a name."""
PLAIN = _listed(
    """
    about after again always another around because before being could didn't doesn't don't every first going great
    have hasn't haven't isn't it's just know last later least let's little maybe might never nothing often other
    really right should since something still sure take that's their there there's these they they're thing things
    think those today tonight until wasn't what's where which while won't would wouldn't you'd you'll you're you've
    """
)
"""Words that may come again in every line."""
INTERJECTIONS = _listed(
    """
    aye ah oh ooh yes yeah no nope well fair right sure maybe true then so
    """
)
RECITED = re.compile(
    r"\b(sir|madam|ma'am|ladies|gentlemen|my friends?|dear|podcast|listeners|(great|good) question|happy to help|asap"
    r"|let me know|feel free|stay tuned|the following|for example|in conclusion|as an?)\b",
    re.IGNORECASE,
)
GRIM = _listed(
    """
    kill killed dead die died dies dying death murder murdered suicide rape drug drugs sex sexy naked gun shot shoot
    war blood cancer hell damn stupid ugly
    """
)
GREETING = re.compile(
    r"\s*(hi|hey|hello|good (morning|evening|day)|evening|morning|welcome|nice to meet)\b", re.IGNORECASE
)
OPEN_QUESTION = re.compile(r"\b(what|why|how|who|where|when|which)\b[^?]*\?\s*$|\btell (me|us)\b", re.IGNORECASE)
FAREWELL = re.compile(r"\b(good night|goodnight|good-?bye|bye|see you|sleep well)\b", re.IGNORECASE)
THANKS = re.compile(r"^\s*(thanks|thank you|cheers)\b", re.IGNORECASE)
RETURNED = (
    (
        re.compile(rf"^{GREETING.pattern}", re.IGNORECASE),
        re.compile(r"\s*(good|evening|how (was|are)|and how)\b", re.IGNORECASE),
    ),
    (FAREWELL, re.compile(r"\s*(good night|sleep well|until tomorrow|take care|mind )", re.IGNORECASE)),
    (THANKS, re.compile(r"\s*(any ?time|you're welcome|i'm glad|come back)\b", re.IGNORECASE)),
)
"""What is said, and how it is returned."""
SHRUG = re.compile(r"\b(sorry|not sure|don't know|no idea|can't help|excuse me)\b", re.IGNORECASE)
TO_A_DEGREE = re.compile(
    r"\s*(maybe|not (yet|tonight|always|really|any more)|i (would|do|did|have|am|can)\b)", re.IGNORECASE
)
YES_OR_NO = re.compile(r"\s*(yes|no|yeah|sure|of course|absolutely)\b", re.IGNORECASE)

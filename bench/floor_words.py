"""What docs/floor.md says in words: the rules before every strategy, and each strategy beside its source."""

from msgspec import Struct

from events.policy import StrategyName

HEAD = """# Who speaks

Made from the strategies by `make docs`; do not edit it by hand.

When people have finished writing, a turn gathers what they said, and the floor is decided in this order:

1. **Who is addressed** speaks: by name in the place of an address, by `@name`, by a reply or by a role. Several
   speak once each, in the order named, and also past the cap. No model is asked whether, and none can veto it.
2. **Whose answer is due** by the line just said speaks next, where the policy's `obligations.designation` is
   `rules` (or `model`, which also asks where the rules leave it open).
3. **Who may** is filtered: muted, over the cap of persona lines in a row, the previous speaker, at rest, off
   the graph of transitions. Each refusal is recorded with its reason. Nobody left is silence; for most
   strategies one left needs no further question.
4. **The strategy** decides among the rest. A room's strategy is chosen with `/panel policy setting:strategy`,
   and the numbers that strategies use are settings beside it.

A line of a persona may select the next speaker ("Oona, would honey hold?"); that is a hand-over, and it happens
within the cap. Whatever is decided is an event with a reason for every candidate, so `/panel why` can tell it,
and dice are drawn from the room's salt, so a replay keeps the speakers.
"""


ABLATION = """## Two switches, four cells

Murder Mystery Agents compares a system that detects whom a line selects *and* tells the selected one that a response is
due with one that does neither. Here these are two switches: `obligations.designation` decides who speaks, and
`obligations.response_marker` what the brief says. This is the evening above under `cssn`, in all four cells:
"""
COSTS = """## What it costs

`make bench` measures everything, and a part runs alone: `.venv/bin/python -m bench strategies` plays the evening above
by each strategy, `.venv/bin/python -m bench speakers` has three of four speak, and `address` and `pairs` measure names
and questions on published talk. All model calls are equally slow in the first two, so a figure shows how calls are
arranged, and not how good a model is.

Three of four speak, in one run of `speakers` on two cores: 50 ms to the first word of an answer, 1 ms for each word.

| way | calls | in series | first line, ms | last line, ms |
|---|---|---|---|---|
| ours: a producer, then one streamed writer | 2 | 2 | 124 | 153 |
| ours, a call for each line | 4 | 4 | 120 | 244 |
| ours, list order: one streamed writer | 1 | 1 | 69 | 97 |
| SillyTavern's way: a call for each, in series | 3 | 3 | 59 | 178 |
| AutoGen's way: a selection and a reply for each | 6 | 6 | 111 | 333 |
| ours, where the turn gathers for 300 ms | 2 | 2 | 424 | 454 |
| the same, with four motivations beside | 6 | 2 | 423 | 451 |

Advice (`motivation`) is asked for while the turn gathers, and a producer waits for none: it costs calls and no time. A
single writer streams, so the first line is posted while the last is being written.
"""


class Words(Struct, frozen=True):
    """A strategy, for people who choose one."""

    decides: str
    """What it decides by."""
    mended: str
    """How it differs from its source."""


WORDS: dict[StrategyName, Words] = {
    "producer": Words(
        "A model reads the talk and stages an ordered set of speakers with length and manner, or holds.",
        "Nothing that the model says is taken on trust: code checks the staging (candidates only, nobody twice,"
        " no more than the cap), an unusable one is asked for again with what was wrong, and then arithmetic"
        " decides.",
    ),
    "scored": Words(
        "A weighted sum that is shown with every candidate: talked about, owed an answer, close to the topic,"
        " quiet for long, fair share, talkativeness, and a small die. No language model is asked; the likeness to"
        " the topic comes from embeddings where a mind has them, else from words in common.",
        "Each term is in the log beside its sum, what is owed counts, and a remark that asks for nothing may get"
        " no answer.",
    ),
    "natural": Words(
        "Whoever is talked about, in the order of the text; then everybody whose talkativeness beats a die; nobody, and"
        " one is drawn.",
        "There any one ASCII word of a name counts, so a shared surname or “the” calls somebody, and other"
        " scripts call nobody; here a resolver finds whole names and aliases in any script. The ban on answering"
        " oneself goes by id and not by name, and also binds the last resort; a talkativeness of 0 is drawn there only"
        " where the panel was asked and nobody's is higher. Several speakers keep to the graph of transitions.",
    ),
    "list": Words(
        "Everybody who may, in seating order.",
        "There every member speaks in every round; here the cap holds, so a panel of three says two lines and waits.",
    ),
    "pooled": Words(
        "One, drawn from those who have not spoken since a person last did.",
        "Once everybody has spoken, there only the last speaker is left out of a fresh draw; here every filter"
        " still holds. The die is seeded, so a replay draws the same.",
    ),
    "manual": Words(
        "Nobody. An address and `/panel speak` still give the floor.",
        "There an empty message draws somebody at random; here only a scene, which somebody ordered, does.",
    ),
    "selector": Words(
        "A model names one of the candidates, from a short piece of the talk.",
        "There anybody who takes part is accepted, also outside of the candidates; here the answer is one of"
        " them, and what was wrong is said exactly (several, nobody, may not speak). When attempts are used up,"
        " AutoGen 0.4 repeats the previous speaker, which can loop for ever; here it is the next in seating order,"
        " never who just spoke. A graph that leaves nobody is silence, and not everybody.",
    ),
    "round-robin": Words(
        "The next in seating order after the last speaker.",
        "The place is read off the talk, so a restart leaves it where it was; who may not speak is passed over.",
    ),
    "random": Words(
        "One, each as likely as the others.",
        "The die is seeded from the room and the event, so a replay draws the same.",
    ),
    "equal": Words(
        "One, each as likely as the others, and whom a line selects does not count: the paper's baseline.",
        "What people ask of a persona by name still comes first.",
    ),
    "self-selection": Words(
        "Everybody thinks: a thought, speak or listen, and an importance of 0-9. The most important thought of"
        " those who want to speak wins; among equals a die. All listen: the previous speaker may go on, once.",
        "The paper's agents talk among themselves; here a person's line comes first and the cap ends the turn."
        " One thought that fails does not stop the others.",
    ),
    "cssn": Words(
        "Whom the line selects, else `self-selection`. Whether lines select, and whether the brief says that a"
        " response is due, are two switches of the policy (`obligations.designation`,"
        " `obligations.response_marker`).",
        "The paper tests both switches together; here all four cells can be run.",
    ),
    "inner-thoughts": Words(
        "Everybody forms a thought with reasons for and against and a motivation of 1.0-5.0. The strongest at or"
        " above `inner.threshold` speaks (`inner.interrupt` where the turn is another's); else, by the chance"
        " `inner.quick`, a quick reaction; else nobody.",
        "Thresholds belong to the policy and not to the scorer, and raw scores are kept, so another threshold can"
        " be tried on the same log.",
    ),
    "pair": Words(
        "Code picks two who are rested; a model is asked whether the one would begin a talk with the other; then"
        " the two alternate until a person speaks, a line takes leave, or their lines are used up.",
        "There the question had room for 20 tokens and whatever failed was a yes, and any reply without an “f”"
        " ended the talk; here only a plain `true` begins one, and its end is decided by code.",
    ),
}

"""Which events hold the other texts of a line that was taken away: what people put there, and what was written again.

What a model wrote at first stays in the log, as any answer does; `erasing` says what goes with a person's words.
"""

from collections.abc import Sequence

from events.base import CallId, LineId, MessageId, Version
from events.controls import LineEdited, LineRevised, RevisionShown, VariantChosen
from events.decided import LineStaged
from events.heard import DraftHeard, LineErased, LinePosted, LineRetracted, ModelAnswered
from events.recorded import Recorded


def taken_away(log: Sequence[Recorded]) -> set[Version]:
    """The versions that hold such words, blanked already or not."""
    gone = lines_gone(log)
    versions: set[Version] = set()
    calls: set[CallId] = set()
    for one in log:
        match one.event:
            case LineEdited(line=line) | VariantChosen(line=line) if line in gone:
                versions.add(one.version)
            case LineRevised(line=line, call=call) if line in gone:
                versions.add(one.version)
                calls.add(call)
            case LineStaged(line=line, by=by) if by is not None and line in gone:
                versions.add(one.version)
                if one.cause is not None:
                    versions.add(one.cause)
            case _:
                pass
    answers = (one for one in log if isinstance(one.event, DraftHeard | ModelAnswered) and one.event.call in calls)
    return versions | {one.version for one in answers}


def lines_gone(log: Sequence[Recorded]) -> dict[LineId, Version]:
    """Lines that stood in the channel and do not any more, whoever removed them, and the fact that says so.

    A message that a change of its line left over, and that was removed for that, takes no line with it.
    """
    of: dict[MessageId, LineId] = {}
    left_over: set[MessageId] = set()
    erased: dict[MessageId, Version] = {}
    gone: dict[LineId, Version] = {}
    for one in log:
        match one.event:
            case LinePosted(line=line, messages=messages):
                of |= dict.fromkeys(messages, line)
            case RevisionShown(line=line, messages=messages, shown=True):
                left_over |= {message for message, its in of.items() if its == line and message not in messages}
                of |= dict.fromkeys(messages, line)
            case LineErased(message=message):
                erased[message] = one.version
            case LineRetracted(line=line):
                gone[line] = one.version
            case _:
                pass
    return gone | {of[message]: at for message, at in erased.items() if message in of and message not in left_over}

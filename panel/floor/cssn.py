"""Murder Mystery Agents' CSSN-or-SS: the current speaker selects the next; where nobody is selected, self-selection.

Nonomura & Mori, arXiv 2412.04937. The policy's designation switch turns the first half off, and what is left is
`self_selection`; the marker in the brief is another switch (`panel.writer`), so that all four cells exist.
"""

from panel.deciding import Deciding
from panel.floor import self_selection
from panel.floor.strategy import Strategy
from panel.handover import hand_over


def after_line(d: Deciding) -> bool:
    """Whom the line selected, else whoever selects themselves."""
    return hand_over(d) or self_selection.after_line(d)


CSSN = Strategy(
    name="cssn",
    source="Murder Mystery Agents, CSSN-or-SS",
    begin=self_selection.begin,
    answered=self_selection.answered,
    failed=self_selection.failed,
    after_line=after_line,
)
"""The designation of what a person said comes before `begin` (`floor.given`)."""

"""After a line: the floor goes to whom it asked, one hop at a time. For strategies that decide nothing more by then."""

from panel.deciding import Deciding
from panel.designation import designate


def hand_over(d: Deciding) -> bool:
    """Give the floor to whom the last line addressed, or ask about it. False when nobody was, or nobody may."""
    return designate(d, rule="handed-over") != "nobody"

"""Words: every fact that can be recorded, the room state that the facts add up to, and the projector.

May import: nothing of ours. Foreign library: msgspec.
"""

"""Stage management: the loop that hears, decides, appends and pays; the ports for Stage and Clock.

May import: events, panel, store, minds. Foreign library: asyncio only.
"""

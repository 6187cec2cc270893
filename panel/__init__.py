"""Mind: who speaks, and what is asked of a model. Pure and synchronous: no clock, no dice of its own, no I/O.

May import: events. Foreign library: jinja2.
"""

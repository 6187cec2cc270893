"""Hindsight: fold, verify, why. Reads logs; never calls a model, never posts, never appends.

May import: events, panel, store, minds, rooms. Foreign libraries: rich, jinja2.
"""

"""Voices: model clients, recorded and scripted minds, and the purse.

May import: events. Foreign libraries: openai (and the embedded runtime, in a child process only).
"""

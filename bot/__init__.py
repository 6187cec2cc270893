"""Hands: Discord, slash commands, alarms, settings, the program, and the local room.

May import: everything but exams. Foreign libraries: discord.py, apscheduler, typer, pydantic-settings, structlog.
"""

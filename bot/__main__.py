"""`python -m bot`: the program."""

from bot.cli import app

app(prog_name="python -m bot")

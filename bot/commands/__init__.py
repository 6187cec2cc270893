"""Slash commands: each becomes an input of the room, or a refusal that says what to do."""

from typing import TYPE_CHECKING

from bot.commands.control import add_control
from bot.commands.lines import add_lines, line_group
from bot.commands.memory import add_memory
from bot.commands.panel import add_panel, panel_group
from bot.commands.policy import add_policy
from bot.commands.reply import answer_errors
from bot.commands.scene import add_scene
from bot.commands.seats import add_seats
from bot.commands.why import add_why

if TYPE_CHECKING:
    from bot.client import GreenroomClient

__all__ = ["register"]


def register(client: "GreenroomClient") -> None:
    """Put every command on the client's tree."""
    group = panel_group()
    add_panel(client, group)
    add_seats(client, group)
    add_control(client, group)
    add_policy(client, group)
    add_scene(client, group)
    add_why(client, group)
    add_memory(client, group)
    lines = line_group()
    add_lines(client, lines, group)
    client.tree.add_command(lines)
    client.tree.add_command(group)
    client.tree.error(answer_errors)

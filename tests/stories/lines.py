"""What people do to a line in the stories about that: its menus, and what the channel shows afterwards."""


def line_of(panel, words="Songs"):
    return panel.town.message(words)


def texts(panel):
    return [text for _, text in panel.town.lines()]


async def redone(panel, by="Rio"):
    answer = await panel.town.menu(by, "Redo this line", line_of(panel))
    await panel.evening()
    return answer


async def edited(panel, words, by="Rio"):
    form = await panel.town.menu(by, "Edit this line", line_of(panel))
    answer = await panel.town.fill(by, form, words=words)
    await panel.town.settle()
    return answer

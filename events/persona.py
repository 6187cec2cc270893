"""A persona's card: who speaks. A seat carries the card as it was, so that a room's stream explains itself."""

from msgspec import Struct

from events.base import PersonaId


class Lore(Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """Something that is worth knowing when the talk comes to it."""

    keys: tuple[str, ...]
    """Words that bring it up, whole and without case."""
    text: str
    private: bool = False
    """Known to this persona alone."""


class Persona(Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """One character that can be seated. Cards are plain TOML files; see docs/casts.md."""

    id: PersonaId
    """Stable, lower-case, unique in a guild: `warren`. State is keyed by it, never by the name."""
    name: str
    """What Discord shows, 1-80 characters."""
    card: str
    """Who they are, for the model: a few sentences."""
    summary: str = ""
    """One line (30 words at most): for the producer's brief and for small models."""
    aliases: tuple[str, ...] = ()
    voice: tuple[str, ...] = ()
    """A few lines they might say: examples of tone, never copied."""
    talkativeness: float = 0.5
    """0 (only when asked) to 1: the weight of the deterministic fallback."""
    avatar: str = ""
    """A file name beside the card, or an https address."""
    public: str = ""
    """What the others know of them; the summary where empty."""
    private: str = ""
    """What only they know: no prompt of another persona holds it."""
    language: str = ""
    """The language they always answer in; that of the message they answer where empty."""
    lore: tuple[Lore, ...] = ()

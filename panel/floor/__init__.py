"""The floor: who may speak, who is given it, one strategy a file."""

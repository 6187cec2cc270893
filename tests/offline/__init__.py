"""The offline Discord: our own words over simcord, so that no test body imports a simulator."""

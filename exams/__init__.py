"""Judgement: experiments on models and policies, with statistics. The bot cannot be imported here, nor import this."""

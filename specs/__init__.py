"""Contracts and examples: experiments, frozen events, schemas."""

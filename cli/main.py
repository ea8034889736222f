"""The command `benchbook`."""

from __future__ import annotations

import click


@click.group()
def main() -> None:
    """Benchbook: the book of record for retrieval and RAG evaluation."""

"""What the ledger keeps beside its events: corpora, gold sets, rankings and scores as bytes."""

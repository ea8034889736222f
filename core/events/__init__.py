"""The facts that the ledger keeps, one file per stream."""

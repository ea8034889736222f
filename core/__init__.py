"""Words, rankings, events, commands, projections and reports: what Benchbook is about."""

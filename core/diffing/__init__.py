"""Two reports or runs held against each other: what differs in how they were made, and by topic."""

"""Files that people bring, read strictly: text, JSON lines, TOML, TREC."""

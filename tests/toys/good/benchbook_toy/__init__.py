"""A lane and a reporter of a third party."""

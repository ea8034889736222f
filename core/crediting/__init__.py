"""What each lane of a fusion is worth: without it, alone, and by Shapley's value."""

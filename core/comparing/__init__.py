"""From recorded values and rankings to what can be said of them."""

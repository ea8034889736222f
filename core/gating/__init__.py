"""Gates: thresholds that are declared before a run, and decided from its recorded numbers."""

"""The built-in plugins, one per file. They import the face alone, as a third party would."""

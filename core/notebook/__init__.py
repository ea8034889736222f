"""What people hold in Python: their qrels and runs taken in, numbers given back as columns."""

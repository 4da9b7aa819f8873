"""What extraction and typing do to a book: one detector a fault, one module a family."""

"""Plan, retrieve, assess, refine: a second look into the book for a named thing that the first did not find."""

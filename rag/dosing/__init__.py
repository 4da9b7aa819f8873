"""Dose rules of the book, and the arithmetic that is allowed on them. Exact numbers; no float, no default, no guess."""

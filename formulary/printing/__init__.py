"""Monographs set in the layout of the printed formulary: two columns, running heads, ruled tables."""

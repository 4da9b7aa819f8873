"""Books with planted, known defects: `make_bad_book`."""

from tests.formulary.bad_books.making import KINDS, PER_MONOGRAPH, BadBook, NoRoom, Planted, make_bad_book, spoil

__all__ = ["KINDS", "PER_MONOGRAPH", "BadBook", "NoRoom", "Planted", "make_bad_book", "spoil"]

"""Names of substances as they are cut short in speech: "para", "amox", "genta"."""

from collections.abc import Callable, Iterator

from formulary.name_context import Reading
from formulary.name_entries import PROPER, Shelf
from formulary.name_listed import Hit, titles
from formulary.name_rules import name_key
from formulary.name_typos import MAX_OPTIONS
from formulary.name_words import word_list
from rag.frames import How


def shortened(shelf: Shelf, reading: Reading, free: Callable[[int], bool]) -> Iterator[Hit]:
    """A listed short form: the one drug of the edition that begins so, or a question where several do.

    Also a question where drugs that the edition lacks begin so as well: "cefa" is cefalexin, cefaclor and more.
    """
    for at, word in enumerate(reading.words):
        asked = word.folded in word_list("shortened_asked")
        if not (asked or word.folded in word_list("shortened")) or not free(at) or reading.is_where_no_drug_stands(at):
            continue
        if (at and reading.folded(at - 1) == "acid") or reading.folded(at + 1).startswith("amin"):
            continue  # "acid para aminosalicylic" is another substance
        begins = name_key([word.folded])
        owners = tuple(
            name
            for names in shelf.exact.values()
            for name in names
            if name.drug_id is not None and name.how in PROPER and name_key(name.words).startswith(begins)
        )
        if 0 < len(titles(owners)) <= MAX_OPTIONS:
            yield Hit(at, at + 1, owners, None if asked else How.ABBREVIATION)

"""Sizes of the printed page, in points (1/72 inch); everything is measured from the page's top left corner."""

_MM = 72 / 25.4

PAGE_WIDTH = 190 * _MM
PAGE_HEIGHT = 270 * _MM
LEFT = 40.0
GUTTER = 17.0
TYPE_WIDTH = PAGE_WIDTH - 2 * LEFT
COLUMN_WIDTH = (TYPE_WIDTH - GUTTER) / 2
COLUMN_LEFTS = (LEFT, LEFT + COLUMN_WIDTH + GUTTER)

HEAD_BASELINE = 41.0
HEAD_RULE = 46.5
BODY_TOP = 60.0
BODY_BOTTOM = PAGE_HEIGHT - 44.0

BODY_SIZE = 9.5
LEADING = 11.6
INDENT = 8.0
TITLE_SIZE = 11.0
TITLE_LEADING = 13.4
THIRD_RANK_SIZE = 8.8
TABLE_SIZE = 8.6
TABLE_LEADING = 10.4
CELL_PADDING = 3.0
RULE_WIDTH = 0.5
INDEX_SIZE = 8.6
INDEX_LEADING = 10.4
HANGING = 10.0

TITLE_GAP = 16.0
SECTION_GAP = 4.5
SUBHEADING_GAP = 2.5
TABLE_GAP = 5.0

# A line of text stands in a slot of this height around its baseline; the slots of two lines do not overlap.
ASCENT = 0.94
DESCENT = 0.26

RAISED_SIZE = 0.62
RAISED_BY = 0.34
LOWERED_BY = -0.14
KERN_GAP = 0.2  # of the size: what a badly kerned word is torn apart by

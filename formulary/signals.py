"""What the book tells those above it."""

from django.dispatch import Signal

# Another edition was made the one that answers, and that is committed. Receivers take `edition` and may return one
# sentence in Vietnamese for the person who did it, or None.
edition_published = Signal()

"""The domain: a question goes in, a record of everything that happened comes out. Standard library only."""

"""What a model that obeys every order it reads can make a turn show, and what it cannot."""

"""From files to the rows of one edition."""

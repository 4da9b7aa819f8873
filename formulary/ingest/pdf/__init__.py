"""From the bytes of a PDF to pages of lines and tables, in child processes that a hostile file cannot leave."""

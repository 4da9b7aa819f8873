"""Evaluation: question cases run through whole turns and scored. It sees only turns in the contract's JSON form."""

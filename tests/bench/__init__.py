"""Benchmarks: `python -m tests.bench` prints one JSON object. Not tests: pytest does not collect them."""

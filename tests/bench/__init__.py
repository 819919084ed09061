"""Benchmarks: `python -m tests.bench` prints the numbers and writes build/bench.json."""

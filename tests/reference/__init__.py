"""The reference model: a slow witness, written from the Laws alone, which the box must match."""

"""The reference model: a slow witness, written from the Laws alone, against which the box is proved."""

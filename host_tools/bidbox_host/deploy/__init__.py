"""Putting firmware on a board: one version beside the other, switched over, never half."""

"""The two roles: parts wired together. No rule of bridge and no rule of a board's life is here."""

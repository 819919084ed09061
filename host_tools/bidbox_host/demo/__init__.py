"""The demonstration: boards as files, played on the keys of a virtual table and checked to the PBN."""

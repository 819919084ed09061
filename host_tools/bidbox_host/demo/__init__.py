"""The demonstration: boards as files, played on a virtual table's keys, checked to the PBN."""

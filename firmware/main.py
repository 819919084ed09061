"""Starts the device that this board is: a table or a director's device."""

import board

from apps import wiring

wiring.run(board)

"""Everything printed: wiring, keypad sheets and the evening card, as SVG in millimetres."""

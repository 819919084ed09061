"""Stands in for the radio where it is off or does not start: nothing is sent or heard."""


class NoRadio:
    """What a table or director asks of a Radio; `works`: it is off because somebody said so."""

    lost = 0

    def __init__(self, works):
        self.works = works
        self.on_message = None
        self.on_lost = None

    def post(self, code, table, a=0, b=0, c=0, d=0, e=0, f=0, g=0, h=0, i=0):
        return False

    def silence(self, other):
        return -1

    async def run(self):
        """There is nothing to do."""

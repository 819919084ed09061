"""The slot pages of the records that are not yet in segments, in two lanes: even and odd numbers.

littlefs drops a directory's latest changes without a word when a bit of its log turns over. With
neighbours in two directories such a loss leaves holes between numbers, which a start reports.
"""

from drivers.lane import Lane

LANES = ("even", "odd")


class Pages:
    """Both lanes as one row of records; errors are those of Lane."""

    def __init__(self, directory):
        self.lanes = [Lane("%s/%s" % (directory, name)) for name in LANES]

    def append(self, number, data):
        self.lanes[number & 1].append(number, data)

    def find(self, number):
        return self.lanes[number & 1].find(number)

    def records(self, after, last=0xFFFFFFFF):
        """Give (number, bytes) of the records after one number up to another, in order."""
        rows = [lane.records(after) for lane in self.lanes]
        heads = [next(row, None) for row in rows]
        while True:
            lane = -1
            for i in range(len(heads)):
                if heads[i] is not None and (lane < 0 or heads[i][0] < heads[lane][0]):
                    lane = i
            if lane < 0 or heads[lane][0] > last:
                return
            yield heads[lane]
            heads[lane] = next(rows[lane], None)

    def load(self):
        for lane in self.lanes:
            lane.load()

    def size(self, after):
        return sum([lane.size(after) for lane in self.lanes])

    def release(self, upto):
        for lane in self.lanes:
            lane.release(upto)

    def wipe_free(self):
        for lane in self.lanes:
            lane.wipe_free()

    def close(self):
        for lane in self.lanes:
            lane.close()

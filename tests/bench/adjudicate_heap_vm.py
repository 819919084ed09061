"""In the VM: judge every call of many requests with the heap locked, answers with it unlocked.

Argument: a file of requests of `bidbox adjudicate`, one a line. Prints one JSON object: how many
calls were judged, how many were irregular and of which kinds, and the calls that asked the heap
for room, each as [id of the request, number of the event].
"""

import gc
import json
import sys

import micropython

from bidbox import answers as say
from bidbox import verdicts
from bidbox.adjudicator import Adjudicator
from bidbox.calls import parse_call, parse_seat
from bidbox.laws import edition_2007, edition_2017


def _hear(adjudicator, request, found):
    step = adjudicator.step
    adjudicator.open(parse_seat(request["dealer"]))
    for number, event in enumerate(request["events"]):
        if "director" in event:
            adjudicator.answer(say.ANSWERS.index(event["director"]), event.get("of", -1))
            continue
        seat = parse_seat(event["seat"])
        call = parse_call(event["call"])
        found["calls"] += 1
        micropython.heap_lock()
        try:
            kind = step(seat, call)
        except MemoryError:
            micropython.heap_unlock()
            found["failed"].append([request["id"], number])
            return
        micropython.heap_unlock()
        if kind:
            name = verdicts.KINDS[kind]
            found["kinds"][name] = found["kinds"].get(name, 0) + 1


def _main(path):
    found = {"calls": 0, "kinds": {}, "failed": []}
    adjudicators = {"2007": Adjudicator(edition_2007), "2017": Adjudicator(edition_2017)}
    with open(path) as file:
        for line in file:
            gc.collect()
            request = json.loads(line)
            _hear(adjudicators[request["laws"]], request, found)
    print(json.dumps(found))


_main(sys.argv[1])

"""Runs the tests of one file in the VM: argument is the path of a test_*.py without its ".py".

Prints a line for each test: "PASS name", or "FAIL name" and the traceback as a JSON string.
"""

import gc
import io
import json
import sys


def _report(word, name, error=None):
    text = ""
    if error is not None:
        out = io.StringIO()
        sys.print_exception(error, out)
        text = " " + json.dumps(out.getvalue())
    print("\n\x01%s %s%s" % (word, name, text))


def run(path):
    folder, name = path.rsplit("/", 1)
    sys.path.insert(0, folder)
    try:
        module = __import__(name)
    except BaseException as error:
        _report("BROKEN", name, error)
        return
    for test in sorted(dir(module)):
        if not test.startswith("test_"):
            continue
        gc.collect()
        try:
            getattr(module, test)()
        except BaseException as error:
            _report("FAIL", test, error)
        else:
            _report("PASS", test)


run(sys.argv[1])

"""What a role takes of the heap when it is imported, in the VM: prints bytes before and after.

Arguments: the folder that holds the compiled files, the role. The chip's fakes are there already.
"""

import gc
import sys

sys.path.insert(0, sys.argv[1])
gc.collect()
before = gc.mem_alloc()
import apps.wiring  # noqa: E402, F401

# What wiring imports when it starts; joined with it, if it was built that way.
for name in ("apps.%s_start", "apps.%s_parts"):
    try:
        __import__(name % sys.argv[2])
    except ImportError:
        pass
gc.collect()
print("%d %d" % (before, gc.mem_alloc()))

"""On a 32-bit VM: prints what importing the built table role takes, a name and bytes a line.

A line of hyphens parts the script: between two parts garbage is collected.
"""

import gc
import sys

sys.path.insert(0, "/device")
for name in ("asyncio", "binascii", "framebuf", "hashlib", "json", "os", "select", "struct"):
    __import__(name)
gc.collect()
# ---
before = gc.mem_alloc()
__import__("apps.wiring")
gc.collect()
# ---
print("resident", gc.mem_alloc() - before)
before = gc.mem_alloc()
__import__("bidbox.laws.edition_2017")
gc.collect()
# ---
print("laws", gc.mem_alloc() - before)

"""Makes a flash image: arguments are the image, then for each file its name there and its path."""

import sys

sys.path.insert(0, sys.argv[0].rsplit("/", 1)[0])
import vflash

vflash.make(sys.argv[1], [sys.argv[i : i + 2] for i in range(2, len(sys.argv), 2)])

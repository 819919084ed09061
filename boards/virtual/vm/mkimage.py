"""Makes a flash image: arguments are the image, then for each file its name there and its path."""

import sys

sys.path.insert(0, sys.argv[0].rsplit("/", 1)[0])
import vflash  # noqa: E402

vflash.make(sys.argv[1], list(zip(sys.argv[2::2], sys.argv[3::2])))  # noqa: B905

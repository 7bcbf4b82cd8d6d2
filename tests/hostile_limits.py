#!/usr/bin/env python3
"""The limits that docs/security.md shows are those of the sources. Usage: tests/hostile_limits.py"""

import os
import re
import sys

os.chdir(os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
rows = re.findall(r"^\| [^|]* \| `([^|]+)` \| (\S+) \|", open("docs/security.md").read(), re.M)
wrong = [f"{file} has no '{line}'" for line, file in rows if line not in open(file).read()]
print("\n".join([*wrong, f"{len(rows)} limits, {len(wrong)} wrong"]))
sys.exit(bool(wrong) or len(rows) < 20)

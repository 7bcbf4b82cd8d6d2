#!/usr/bin/env python3
"""Public headers: each compiles alone, defines no macro without our prefix, and shows no type that it does not bring.

Usage: headers.py INCLUDE-FOLDER
"""

import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

include = Path(sys.argv[1]).resolve()
headers = sorted(include.glob("bitloom/*.h"))
strict = ["-Wall", "-Wextra", "-Wpedantic", "-Werror", "-fsyntax-only", f"-I{include}"]
# The oldest standard that is promised; and everything at once as it is compiled here, without exceptions.
work = [(header, [compiler, "-std=c++20"]) for header in headers for compiler in ("clang++-19", "g++-12")]
work += [
    (include / "bitloom/bitloom.h", [compiler, "-std=c++23", "-fno-exceptions"])
    for compiler in ("clang++-19", "g++-12")
]
problems = []


def code_of(header):
    """Its text without comments and string literals."""
    text = re.sub(r"//[^\n]*", "", header.read_text())
    return re.sub(r'"(?:[^"\\\n]|\\.)*"', '""', text)


def compile_alone(header, compiler):
    with tempfile.NamedTemporaryFile("w", suffix=".cc") as source:
        source.write(f"#include <bitloom/{header.name}>\n")
        source.flush()
        run = subprocess.run([*compiler, *strict, source.name], capture_output=True, text=True)
    return f"{header.name} alone, {' '.join(compiler)}:\n{run.stderr}" if run.returncode else None


with ThreadPoolExecutor(2) as pool:
    problems += filter(None, pool.map(lambda pair: compile_alone(*pair), work))

texts = {header.name: code_of(header) for header in headers}
for name, text in texts.items():
    for macro in re.findall(r"^\s*#\s*define\s+(\w+)", text, re.M):
        if not macro.startswith("BITLOOM_"):
            problems.append(f"{name} defines {macro}: macros start with BITLOOM_")

for header in headers:
    if "\n// Threads: " not in header.read_text().split("#pragma once")[0]:
        problems.append(f"{header.name} does not say what threads may do with it: // Threads: ...")

# A type that is declared here and defined elsewhere may be pointed to by private members, and nothing more.
declared = r"^\s*(?:class|struct|enum class)\s+(\w+)\s*(?::\s*\w+\s*)?;"
everything = "\n".join(texts.values())
hidden = {
    name
    for name in re.findall(declared, everything, re.M)
    if not re.search(rf"\b(?:class|struct|enum class)\s+(?:\[\[\w+\]\]\s*)?{name}\b[^;{{]*\{{", everything)
}
for name, text in texts.items():
    private = []  # for each open brace: whether what follows is private
    for number, line in enumerate(text.split("\n"), 1):
        stripped = line.strip()
        if private and re.fullmatch(r"(private|public|protected):", stripped):
            private[-1] = stripped == "private:"
        used = [word for word in re.findall(r"\w+", line) if word in hidden]
        if used and not re.match(declared, line) and not any(private) and not stripped.startswith("friend "):
            problems.append(f"{name}:{number} shows {used[0]}, which no public header defines: {stripped}")
        for brace in re.findall(r"[{}]", line):
            if brace == "{":
                private.append(bool(re.match(r"class\b", stripped)))
            elif private:
                private.pop()

print("\n".join(problems) or f"{len(headers)} headers: ok")
sys.exit(bool(problems))

#!/usr/bin/env python3
"""Writes src/base/unicode_tables.h: what text needs of Unicode, as short strings of numbers.

    pip install unicodedata2==16.0.0 && tools/unicode_tables.py > src/base/unicode_tables.h

Without unicodedata2 the tables of this Python are used. A number is written in digits of six bits from the alphabet below:
five bits of the number, lowest first, and 32 if more follow. Signed numbers are folded: 0, -1, 1, -2, ...
"""

try:
    import unicodedata2 as ucd
except ImportError:
    import unicodedata as ucd

ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_"
# The order is that of CharClass in unicode.h.
CLASSES = {"L": 1, "Nd": 2, "Nl": 3, "No": 4, "Pc": 5, "P": 6, "Mn": 7, "Mc": 8, "Me": 9, "Cc": 10, "Cf": 10, "Co": 10}
LAST = 0x110000


def number(n):
    out = ""
    while True:
        out += ALPHABET[n & 31 | (32 if n >> 5 else 0)]
        n >>= 5
        if not n:
            return out


def signed(n):
    return number(n * 2 if n >= 0 else -n * 2 - 1)


def char_class(c):
    category = ucd.category(chr(c))
    return CLASSES.get(category, CLASSES.get(category[0], 0))


def classes():
    """Runs: class and length."""
    out, start = "", 0
    for c in range(1, LAST + 1):
        if c == LAST or char_class(c) != char_class(start):
            out += number((c - start) << 4 | char_class(start))
            start = c
    return out


def combining():
    """Runs: distance from the end of the last, length, combining class."""
    out, end, c = "", 0, 0
    while c < LAST:
        ccc = ucd.combining(chr(c))
        if not ccc:
            c += 1
            continue
        start = c
        while ucd.combining(chr(c)) == ccc:
            c += 1
        out += number(start - end) + number(c - start) + number(ccc)
        end = c
    return out


def decompositions():
    """One step each, Hangul left out. Runs of characters whose parts count up together: distance, kind (compatible or
    not, not composed again or not, how many parts), how many more; then the parts, each against that place before."""
    entries = []
    for c in range(LAST):
        text = ucd.decomposition(chr(c))
        if not text or 0xAC00 <= c <= 0xD7A3:
            continue
        compatible = text.startswith("<")
        parts = [int(p, 16) for p in text.split()[compatible:]]
        excluded = not compatible and ucd.normalize("NFC", chr(c)) != chr(c)
        entries.append((c, compatible, excluded, parts))
    out, end, before, i = "", 0, [0] * 32, 0
    while i < len(entries):
        c, compatible, excluded, parts = entries[i]
        more = 0
        while i + more + 1 < len(entries) and len(parts) == 1:
            n = more + 1
            if entries[i + n] != (c + n, compatible, excluded, [parts[0] + n]):
                break
            more = n
        out += number(c - end) + number(len(parts) << 3 | (more > 0) << 2 | excluded << 1 | compatible)
        if more:
            out += number(more)
        for place, part in enumerate(parts):
            out += signed(part - before[place])
            before[place] = part + more
        end = c + more + 1
        i += more + 1
    return out


def lower_case():
    """Runs: distance, length, step, signed distance to the small letter."""
    pairs = [(c, ord(chr(c).lower())) for c in range(LAST) if lower(c) is not None]
    out, end, i = "", 0, 0
    while i < len(pairs):
        c, to = pairs[i]
        best = (1, 1)
        for step in (1, 2):
            n = 1
            while i + n < len(pairs) and pairs[i + n] == (c + n * step, to + n * step):
                n += 1
            best = max(best, (n, step))
        n, step = best
        out += number(c - end) + number(n) + number(step) + signed(to - c)
        end = c + (n - 1) * step + 1
        i += n
    return out


def lower(c):
    # U+0130 alone has two letters; the code knows it. str.lower follows Python's own Unicode version.
    text = chr(c).lower()
    return text if len(text) == 1 and ord(text) != c else None


def write(name, comment, text):
    print(f"\n// {comment}")
    print(f"inline constexpr std::string_view {name} =")
    lines = [text[i : i + 114] for i in range(0, len(text), 114)]
    print("\n".join(f'    "{line}"' for line in lines) + ";")


print("// Made by tools/unicode_tables.py, which says how they are written. Unicode " + ucd.unidata_version + ".")
print("#pragma once\n\n#include <string_view>\n\nnamespace bitloom::unicode_tables {")
write("classes", "Runs of characters of one class: length and class.", classes())
write("combining", "Runs of one combining class.", combining())
write("decompositions", "What characters are made of, one step each.", decompositions())
write("lower_case", "Small letters of large ones.", lower_case())
print("\n}  // namespace bitloom::unicode_tables")

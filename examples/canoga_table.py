#!/usr/bin/env python3
"""Reads a table written by `parlor solve canoga --table FILE`.

Usage: canoga_table.py FILE [OWN [OPPONENT]]

OWN and OPPONENT are covered squares with commas between them, like 9,1. It prints the net points that the player who is
about to throw can expect.
"""

import struct
import sys
import zlib


def read(path):
    """The number of squares, and the values by own row and opponent's row."""
    with open(path, "rb") as file:
        data = file.read()
    if data[:15] != b"parlor canoga 1" or not 1 <= data[15] <= 12:
        sys.exit(f"{path} is not a table of Canoga")
    squares = data[15]
    if len(data) != 20 + 4 * 4**squares or struct.unpack("<I", data[-4:])[0] != zlib.crc32(data[:-4]):
        sys.exit(f"{path} is damaged")
    return squares, memoryview(data)[16:-4]


def row(text):
    return sum(1 << (int(square) - 1) for square in text.split(",") if square)


squares, values = read(sys.argv[1])
own, opponent = (row(text) for text in (sys.argv[2:] + ["", ""])[:2])
(value,) = struct.unpack_from("<f", values, 4 * ((own << squares) + opponent))
print("the round is over" if value != value else f"{value:+.4f}")

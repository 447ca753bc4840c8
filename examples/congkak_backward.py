#!/usr/bin/env python3
"""The search of `parlor solve congkak --prove`, rewritten with nothing but Python's sets. 7 pits take a minute or two.

Usage: congkak_backward.py PITS

It prints the same counts: for each number of seeds in the store, the positions between two plays of a first turn from
which the turn could still bank the seeds. If it never prints a line for an empty store, no first turn banks them.
"""

import sys


def take_back(board, last, pits):
    """Every board on which a play can have begun whose last seed fell into the hole `last`."""
    board = list(board)
    while True:
        at, seeds = last, 0
        while board[at]:
            board[at] -= 1
            seeds += 1
            at = (at - 1) % len(board)
        if seeds == 0 or at == pits:
            return
        board[at] = seeds
        if at < pits:
            yield tuple(board)
        if seeds == 1:  # A lap before this one would have ended in an empty pit.
            return
        last = at


def layouts(seeds, holes):
    """Every way to lay at most this many seeds into holes."""
    if holes == 0:
        yield ()
        return
    for first in range(seeds + 1):
        for rest in layouts(seeds - first, holes - 1):
            yield (first, *rest)


def before_ends(pits, bank):
    """Every board from which one play ends the turn with at least `bank` seeds in the store."""
    total = 2 * pits * pits
    for rows in layouts(total - bank, 2 * pits):
        own, theirs, store = rows[:pits], rows[pits:], total - sum(rows)
        board = (*own, store, *theirs)
        if not any(own) or not any(theirs):
            yield from take_back(board, pits, pits)
        for last in range(pits + 1, 2 * pits + 1):
            if board[last] == 1:
                yield from take_back(board, last, pits)
        for last in range(pits):
            across = 2 * pits - last
            if board[last] == board[across] == 0:
                for captured in range(store):
                    before = list(board)
                    before[last], before[across], before[pits] = 1, captured, store - captured - 1
                    yield from take_back(before, last, pits)


def main():
    pits = int(sys.argv[1])
    bank = 2 * pits * pits - pits // 2 + 2
    layers = [set() for _ in range(2 * pits * pits)]

    def keep(boards):
        for board in boards:
            store, theirs = board[pits], board[pits + 1 :]
            if any(theirs) and max(board[:pits] + theirs) <= pits + store:
                layers[store].add(board)

    keep(before_ends(pits, bank))
    for store in reversed(range(len(layers))):
        if layers[store]:
            print(f"{store:5} {len(layers[store]):12}")
        for board in layers[store]:
            keep(take_back(board, pits, pits))
        layers[store].clear()


main()

"""Writes certificates that cost a checker as much as it lets them: `python3 hostile.py DIR`."""
import hashlib
import os
import sys


def number(n):
    out = b""
    while n >= 128:
        out += bytes([n & 127 | 128])
        n >>= 7
    return out + bytes([n])


def numbers(*values):
    return b"".join(map(number, values))


def cells(values):
    return numbers(len(values), *values)


def write(name, content):
    with open(os.path.join(sys.argv[1], name), "wb") as file:
        file.write(b"TSJCERT\x01" + hashlib.sha256(content).digest() + content)


def heading(columns, rows, stones, carrier, goals, fails, n_nodes):
    return (numbers(0, columns, rows, 0) + cells(stones) + cells(carrier) + numbers(len(goals)) + b"".join(goals)
            + numbers(0 if fails else 1, fails, 0, n_nodes))


def goal(alternatives):
    return number(len(alternatives)) + b"".join(
        number(len(groups)) + b"".join(cells(group) for group in groups) for groups in alternatives)


PAIR = goal([[[0, 1]]])

# A board of stones; a goal that names the two ends of their piece in two alternatives of many groups, in 6 or 12 kB; joins
# whose children have that goal, with two combinations, four, and so on up to 4,096.
for n_joins, many, n_children in ((1, 2000, 1), (1, 2000, 12), (12, 1000, 12), (20_000, 2000, 1)):
    goals = [PAIR, goal([[[0, 118]] * many] * 2)]
    nodes = numbers(0, 1) + (numbers(4 * n_children + 2, 1) + b"\x01" * n_children + b"\0") * n_joins + numbers(0, 0)
    write(f"joins-{n_joins}-{many}-{n_children}.cert",
          heading(11, 11, list(range(119)), [119, 120], goals, 0, n_joins + 2) + nodes)

# A valid refutation whose ten million nodes are equal, of a byte each: nothing is needed to cut what is cut.
for columns, rows in ((11, 11), (32, 32)):
    n, n_cells = 10_000_000, columns * rows
    write(f"equal-cuts-{columns}x{rows}.cert",
          heading(columns, rows, [], [], [goal([[[0, n_cells - 1]]])], 1, n) + b"\x03" * n)

# The same with sets that differ: three of the first 120 cells each, in four bytes, twice over.
def triples(n_cells):
    for a in range(1, 120):
        for b in range(a + 1, 120):
            for c in range(b + 1, 120):
                yield numbers(4 * 3 + 3, a, b, c)


for columns, rows in ((11, 11), (32, 32)):
    n_cells = columns * rows
    nodes = list(triples(n_cells))
    write(f"triples-{columns}x{rows}.cert",
          heading(columns, rows, [], list(range(1, 120)), [goal([[[0, n_cells - 1]]])], 1, len(nodes) + 1)
          + b"".join(nodes) + b"\x03")

# Goals of one group each, in five bytes.
n = 2_000_000
write("goals.cert", heading(32, 32, [0, 1], [2], [PAIR] * n, 0, 1) + numbers(0, 0))

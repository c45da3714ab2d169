#!/usr/bin/env python3
"""Checks connection certificates; written from docs/CERTIFICATE.md, as a second opinion on the Rust checker.

`certificate.py FILE...` prints what each file proves or why it proves nothing. Exit status 0 if all are valid.
It reads the binary form. Cells and edges are numbers (edges after the cells). A set of them is an integer, with bit v
for number v. Equal nodes are one object.
"""
import functools
import hashlib
import itertools
import sys

def need(condition, fault):
    if not condition:
        raise ValueError(fault)

def union(sets):
    return functools.reduce(int.__or__, sets, 0)

def members(cells):
    return [cell for cell in range(cells.bit_length()) if cells >> cell & 1]

class Certificate:
    FREE_STEPS, STEPS_PER_BYTE = 1 << 23, 1 << 9

    def __init__(self, data):
        need(data[:8] in (b"TSJCERT\x01", b"TSJCERT\x02"), "not a certificate of format 1 or 2")
        self.has_walks = data[7] == 2
        need(hashlib.sha256(data[40:]).digest() == data[8:40], "the checksum does not fit")
        self.data, self.at = data, 40
        self.near = self.graph() if self.number(2) else self.rhombus()
        for a, touches in enumerate(self.near):  # Each link is given at one end.
            for b in members(touches):
                self.near[b] |= 1 << a
        self.number(2)  # The owner's colour does not matter.
        self.stones, self.carrier = self.subset(self.n), self.subset(self.n)
        need(not self.stones & self.carrier, "a cell is both a stone and empty")
        several = lambda item: [item() for _ in range(self.number(least=1))]
        self.goals = several(lambda: several(lambda: several(lambda: self.subset(len(self.near), 2 - self.has_walks))))
        need(all(group & group - 1 for groups in self.goals[0] for group in groups), "a claim about one terminal")
        self.edges = [union(group for groups in goal for group in groups) >> self.n << self.n for goal in self.goals]
        owner_moves, self.holds, first = self.number(2) == 0, self.number(2) == 0, 1 << self.number(self.n + 1) >> 1
        need(not first & ~self.carrier, "the first move lies outside the carrier")
        need((first != 0) == (owner_moves == self.holds and self.carrier != 0), "a first move too many or too few")
        self.sizes = [sum(len(members(group)) for groups in goal for group in groups) for goal in self.goals]
        self.steps, self.nodes, known = 0, [], {}  # By node: its goal, what it assumes, its carrier.
        for i in range(self.number()):
            node = self.node(f"node {i}: ")
            self.nodes.append(known.setdefault(node, node))
        need(self.at == len(data) and self.nodes, "no node, or bytes after the end")
        goal, assumes, carrier = self.nodes[-1]
        need(goal == 0 and not assumes & ~first and not carrier & first, "the last node is not the claim")
        verdict = "holds" if self.holds else "fails"
        words = lambda cells: " ".join(self.names[cell] for cell in members(cells)) or "none"
        self.summary = f"{verdict}, {len(self.nodes)} nodes, first {words(first)}, carrier {words(carrier)}"

    def number(self, end=1 << 32, least=0):
        """The next number; it must be at least `least` and below `end`."""
        value, start, byte = 0, self.at, 0x80
        while byte >= 0x80:
            need(self.at < min(len(self.data), start + 5), f"byte {self.at}: cut short, or a number too long")
            byte = self.data[self.at]
            value |= (byte & 0x7F) << 7 * (self.at - start)
            self.at += 1
        need(byte or self.at == start + 1, f"byte {start}: an idle byte")
        need(least <= value < end, f"byte {start}: the number {value} has no meaning here")
        return value

    def subset(self, end, least=0):
        numbers = [self.number(end) for _ in range(self.number(least=least))]
        need(all(a < b for a, b in zip(numbers, numbers[1:])), f"byte {self.at}: not ascending")
        return union(1 << number for number in numbers)

    def rhombus(self):
        width, height = self.number(), self.number()
        self.n = width * height
        need(1 <= self.n <= 1024, "a board has 1 to 1024 cells")
        cells = [(x, y) for y in range(height) for x in range(width)]
        letters = lambda x: (letters(x // 26 - 1) if x >= 26 else "") + chr(97 + x % 26)  # a .. z, aa, ab ..
        self.names = [f"{letters(x)}{y + 1}" for x, y in cells]
        bits = lambda cells: union(1 << y * width + x for x, y in cells if 0 <= x < width and y < height)
        near = [bits([(x + 1, y), (x, y + 1), (x - 1, y + 1)]) for x, y in cells]
        return near + [bits((x, y) for x, y in cells if (y == 0, y == height - 1, x == 0, x == width - 1)[edge])
                       for edge in range(4)]  # top, bottom, left, right

    def graph(self):
        self.n = self.number(1025, 1)
        name = lambda: bytes(self.number(128) for _ in range(self.number(33, 1)))
        names = [name() for _ in range(self.n)]
        near = [self.subset(self.n) for _ in range(self.n)]
        need(all(not near[cell] & (2 << cell) - 1 for cell in range(self.n)), "a link stands at its lower end")
        for _ in range(self.number(1025)):
            names.append(name())
            near.append(self.subset(self.n))
        need(len(set(names)) == len(names), "a name is used twice")
        need(all(name.replace(b"-", b"a").replace(b"_", b"a").isalnum() for name in names), "not a name")
        self.names = [name.decode("ascii") for name in names]
        return near

    def node(self, where):
        count, kind = divmod(self.number(), 4)
        is_cut = kind == 3 and not (self.has_walks and self.holds)
        need(kind == 1 or self.holds != is_cut, where + "a kind for the other verdict")
        child = lambda: self.nodes[-self.number(len(self.nodes) + 1, 1)]
        goal = 0 if is_cut else self.number(len(self.goals))
        if kind == 1 and count == 0 and self.has_walks:
            return self.fill(goal, child(), where)
        if kind == 1:  # Replies
            assumes, carrier, in_all = 0, 0, -1
            for _ in range(count):
                reply = self.playable(1, where)
                child_goal, child_assumes, child_carrier = child()
                need(child_goal == goal, where + "a child with another goal")
                assumes |= child_assumes & ~reply
                carrier |= child_carrier | reply
                in_all &= child_carrier | reply
            need(not in_all, where + "an intrusion without reply")
            return goal, assumes, carrier & ~assumes
        if kind == 0 or is_cut:  # Linked, Cut
            stones = self.playable(count, where)
            own = self.stones | stones if self.holds else (self.stones | self.carrier) & ~stones
            need(self.achieved(goal, own, [], where) == self.holds, where + "the goal is not linked, or not cut")
            return goal, stones, 0
        children = [child() for _ in range(count)]  # Join, Walk
        assumes, carrier = self.playable(self.number(), where) | union(child[1] for child in children), 0
        for child_goal, _, child_carrier in children:
            self.work(self.sizes[child_goal], where)
            need(not self.edges[child_goal] & ~self.edges[goal], where + "an edge that the goal does not name")
            need(not carrier & child_carrier & ~assumes, where + "parts overlap")
            carrier |= child_carrier & ~assumes
        parts = [self.goals[child[0]] for child in children]
        if kind == 3:
            self.walk(goal, self.stones | assumes | self.edges[goal], parts, where)
            return goal, assumes, carrier
        need(functools.reduce(lambda n, part: min(n * len(part), 4097), parts, 1) <= 4096, where + "too many combinations")
        for chosen in itertools.product(*parts):
            links = [members(group) for groups in chosen for group in groups]
            own = self.stones | assumes | union(group for groups in chosen for group in groups)
            need(self.achieved(goal, own, links, where), where + "the parts do not join")
        return goal, assumes, carrier

    def fill(self, goal, child, where):
        """What the child shows, without cells that it counts as the prover's."""
        kind = self.number(3)
        cells = [self.playable(1, where) for _ in range(2 if kind else 1)]  # Dead; Captured, Permanent
        stones, (child_goal, assumes, carrier) = self.playable(self.number(), where), child
        filled, named = cells[0] | (cells[1] if kind == 1 else 0), union(group for groups in self.goals[goal] for group in groups)
        assumes = assumes & ~filled | stones
        need(child_goal == goal, where + "a child with another goal")
        need(len(set(cells)) == len(cells) and not union(cells) & (assumes | named), where + "cells that cannot be filled in")
        open_cells = carrier & ~assumes & ~union(cells)
        tests = [[(cells[0], 0)], [cells, cells[::-1]], [cells, (cells[0], 0)]][kind]
        need(all(self.dead(cell, goal, assumes | own, open_cells, where) for cell, own in tests), where + "a cell that matters")
        return goal, assumes, carrier & ~filled & ~assumes | (union(cells) if kind else 0)

    def dead(self, cell, goal, own, open_cells, where):
        """Whether the colour of a cell does not matter if the prover has `own` and anyone may have `open_cells`."""
        possible = self.stones | own | open_cells if self.holds else (self.stones | self.carrier) & ~own
        sure = self.stones | own if self.holds else possible & ~open_cells
        sure, possible = ((cells | self.edges[goal]) & ~cell for cells in (sure, possible))
        named = union(group for groups in self.goals[goal] for group in groups)
        around = self.near[members(cell)[0]] & possible
        self.work(len(self.near), where)
        beyond = self.reach(named & possible & ~around, possible & ~around)
        relevant = [at for at in members(around) if named >> at & 1 or self.near[at] & beyond]
        for at in relevant:
            self.work(len(self.near), where)
            joined = self.reach(1 << at, sure)
            linked = joined | union(self.near[other] for other in members(joined))
            if union(1 << other for other in relevant) & ~linked:
                return False
        return True

    def reach(self, reached, over):
        fresh = reached
        while fresh:
            vertex = (fresh & -fresh).bit_length() - 1
            more = self.near[vertex] & over & ~reached
            reached, fresh = reached | more, fresh ^ 1 << vertex | more
        return reached

    def walk(self, goal, own, parts, where):
        """Follows the links of parts from step to step, whichever alternative each part achieves."""
        end = lambda part: part and (part - 1, self.number())
        steps = [(end(self.number()), end(self.number()), self.number(), [self.number() for _ in range(self.number())])
                 for _ in range(self.number())]
        pair = self.goals[goal]
        need(len(pair) == len(pair[0]) == 1 and len(members(pair[0][0])) == 2, where + "not the goal of a walk")
        need(steps and steps[0][:2] == (0, 0), where + "the first step is not at the terminals")
        ways = [[] for _ in steps]
        for left, right, part, following in steps:
            need(part < len(parts) and len(following) == len(parts[part]), where + "a step does not fit")
            for alternative, after in enumerate(following):
                way = [left, right, (part, alternative)]
                need(all(p < len(parts) and a < len(parts[p]) for p, a in filter(None, way)), where + "no such end")
                need(after < len(steps), where + "no such step")
                groups = [group for p, a in filter(None, way) for group in parts[p][a]]
                self.work(len(self.near) + sum(len(members(group)) for group in groups), where)
                vertex = lambda end, side: members(parts[end[0]][end[1]][0])[0] if end else members(pair[0][0])[side]
                need(not after or all(not end or end in way for end in steps[after][:2]), where + "an unknown end")
                joined = lambda a, b: self.pieces(own | union(groups), map(members, groups))(1 << a | 1 << b)
                if after == 0:
                    need(joined(vertex(left, 0), vertex(right, 1)), where + "the walk ends apart")
                    continue
                need(all(joined(vertex(way[side], side), vertex(steps[after][side], side)) for side in (0, 1)),
                     where + "a step that is not joined to the one before")
                self.work(len(ways[after]), where)
                for other in ways[after]:
                    need(any(a and b and a[0] == b[0] and a[1] != b[1] for a in way for b in other),
                         where + "two ways to a step at once")
                ways[after].append(way)

    def work(self, steps, where):
        """Counts steps before they are taken."""
        self.steps += steps
        need(self.steps <= self.FREE_STEPS + self.STEPS_PER_BYTE * self.at, where + "too much work for its length")

    def playable(self, count, where):
        stones = union(1 << self.number(self.n) for _ in range(count))
        need(not stones & ~self.carrier, where + "the prover cannot play there")
        return stones

    def achieved(self, goal, own, links, where):
        """Whether `own` achieves the goal, if each of `links` lies in one piece."""
        self.work(sum(map(len, links)) + len(self.near) + self.sizes[goal], where)
        joined = self.pieces(own | self.edges[goal], links)
        return any(all(joined(group) for group in groups) for groups in self.goals[goal])

    def pieces(self, own, links):
        """Whether a group lies in one piece of `own`, as a function, if each of `links` lies in one piece."""
        beside, piece_of = {}, {}
        for link in links:
            for a, b in zip(link, link[1:]):
                beside[a], beside[b] = beside.get(a, 0) | 1 << b, beside.get(b, 0) | 1 << a
        def joined(group):
            first = (group & -group).bit_length() - 1
            if group & ~own:
                return False
            if first not in piece_of:
                reached = fresh = 1 << first
                while fresh:
                    vertex = (fresh & -fresh).bit_length() - 1
                    more = (self.near[vertex] | beside.get(vertex, 0)) & own & ~reached
                    reached, fresh = reached | more, fresh ^ 1 << vertex | more
                piece_of.update(dict.fromkeys(members(reached), reached))
            return not group & ~piece_of[first]
        return joined

def main(paths):
    status = 0
    for path in paths:
        try:
            with open(path, "rb") as file:
                print(f"{path}: {Certificate(file.read()).summary}")
        except (ValueError, OSError) as fault:
            print(f"{path}: error: {fault}")
            status = 1
    return status

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

#!/usr/bin/env python3
"""Checks certificates of life and death in Go; written from docs/LIFE.md, as a second opinion on the Rust checker.

`life.py FILE...` prints what each file proves or why it proves nothing. Exit status 0 if all are valid.
"""
import sys

HEADER = "tesuji-life 1"
OTHER = {"black": "white", "white": "black"}


def need(condition, fault):
    if not condition:
        raise ValueError(fault)


class Region:
    """The cells, what stands on them and around them, and the target."""

    def __init__(self):
        self.names, self.near = [], []
        self.start, self.safe = {}, {"black": frozenset(), "white": frozenset()}
        self.target, self.needs_all, self.defender = frozenset(), False, None

    def cells(self, words):
        cells = frozenset(int(word) for word in words)
        need(all(cell >= 0 for cell in cells), "a number is that of no cell")
        return cells

    def begin(self, rule, target):
        """Takes the target, the last line about the region, and looks at everything before it."""
        self.needs_all, self.target = rule == "all", target
        n = len(self.names)
        every = [*self.near, *self.safe.values(), target, self.start]
        need(all(cell < n for cells in every for cell in cells), "a number is that of no cell")
        need(all(at != to and at in self.near[to] for at in range(n) for to in self.near[at]), "a link is not mutual")
        owners = {self.start.get(cell) for cell in target}
        need(len(owners) == 1 and None not in owners, "the target is not stones of one player")
        (self.defender,) = owners
        for cell, color in self.start.items():
            chain, around = self.chain(self.start, cell)
            need(chain & self.safe[color] or any(to not in self.start for to in around), "a chain has no liberty")

    def part(self, start, belongs):
        part, around, todo = {start}, set(), [start]
        while todo:
            for to in self.near[todo.pop()]:
                if not belongs(to):
                    around.add(to)
                elif to not in part:
                    part.add(to)
                    todo.append(to)
        return frozenset(part), frozenset(around)

    def parts(self, cells):
        cells, parts = set(cells), []
        inside = frozenset(cells)
        while cells:
            parts.append(self.part(min(cells), inside.__contains__))
            cells -= parts[-1][0]
        return parts

    def chain(self, stones, at):
        return self.part(at, lambda to: stones.get(to) == stones[at])

    def after(self, now, move, owner):
        """The moment after a move, or None if it is not allowed."""
        stones, left, mover, ban, threats = now
        if move is None:
            return stones, left, OTHER[mover], None, threats
        if move in dict(stones):
            return None
        if move == ban:
            if mover != owner or threats == 0:
                return None
            threats = threats and threats - 1
        board = {**dict(stones), move: mover}
        taken = set()
        for to in self.near[move]:
            if board.get(to) == OTHER[mover]:
                chain, around = self.chain(board, to)
                if not chain & self.safe[OTHER[mover]] and all(cell in board for cell in around):
                    taken |= chain
        for cell in taken:
            del board[cell]
        chain, around = self.chain(board, move)
        liberties = {cell for cell in around if cell not in board}
        is_safe = chain & self.safe[mover]
        if not liberties and not is_safe:
            return None
        is_ko = len(taken) == 1 and len(chain) == 1 and liberties == taken and not is_safe
        return frozenset(board.items()), left - taken, OTHER[mover], min(taken) if is_ko else None, threats

    def is_alive(self, board, left):
        own = self.defender
        chains = self.parts(cell for cell, color in board.items() if color == own)
        free = self.parts(cell for cell in range(len(self.names)) if board.get(cell) != own)
        free = [region for region in free if not region[0] & self.safe[OTHER[own]]]
        while True:
            stones = frozenset().union(*(chain for chain, _ in chains))
            free = [region for region in free if region[1] <= stones]

            def is_vital(region, around):
                return region & around and all(cell in board or cell in around for cell in region)

            kept = [
                (chain, around)
                for chain, around in chains
                if chain & self.safe[own] or sum(bool(is_vital(region, around)) for region, _ in free) >= 2
            ]
            if len(kept) == len(chains):
                return bool(left & stones) if self.needs_all else left <= stones
            chains = kept

    def is_doomed(self, board, left):
        attacker = OTHER[self.defender]
        attackers = self.parts(cell for cell, color in board.items() if color == attacker)
        safe = frozenset().union(*(chain for chain, _ in attackers if chain & self.safe[attacker]))
        for chain, _ in self.parts(cell for cell, color in board.items() if color == self.defender):
            if not chain & left or self.needs_all and not left <= chain:
                continue
            space, _ = self.part(min(chain), lambda to: to not in safe)
            inner = [c for c in space - chain - self.safe[attacker] if not self.near[c] & safe]
            if not space & self.safe[self.defender] and all(a == b or b in self.near[a] for a in inner for b in inner):
                return True
        return False

    def decided(self, now, is_capture):
        board, left = dict(now[0]), now[1]
        captured = not left if self.needs_all else left != self.target
        if captured or self.is_doomed(board, left):
            return is_capture
        return not is_capture if self.is_alive(board, left) else None

    def walk(self, claim, words):
        """Walks through everything that the other side can do; returns how many replies it took."""
        _, aim, verdict, _, first, _, owner, n = claim
        is_capture, achieved = aim != "eyes", verdict == "achieved"
        may_repeat = achieved == (aim == "capture-or-repeat")
        achiever = OTHER[self.defender] if is_capture else self.defender
        winner = achiever if achieved else OTHER[achiever]
        threats = None if n == "unbounded" else int(n)
        steps = [((frozenset(self.start.items()), self.target, first, None, threats), False)]
        met, n_replies = {}, 0
        while steps:
            now, is_done = steps.pop()
            if is_done:
                met[now] = False
                continue
            decided = self.decided(now, is_capture)
            need(decided in (None, achieved), "a line ends against the claim")
            if decided is not None:
                continue
            if now in met:
                need(may_repeat or not met[now], "a position comes back")
                continue
            met[now] = True
            steps.append((now, True))
            if now[2] == winner:
                need(n_replies < len(words), "a reply is missing")
                word = words[n_replies]
                n_replies += 1
                passes = word == "pass"
                need(not passes or not achieved or now[3] is not None, "a pass without need")
                need(passes or int(word) < len(self.names), f"the reply {word} is not allowed")
                after = self.after(now, None if passes else int(word), owner)
                need(after is not None, f"the reply {word} is not allowed")
                steps.append((after, False))
            else:
                tries = ([None] if achieved or now[3] is not None else []) + list(range(len(self.names) - 1, -1, -1))
                steps += [(after, False) for move in tries if (after := self.after(now, move, owner)) is not None]
        need(n_replies == len(words), "more replies than positions")
        return n_replies


def check(text):
    """The lines of the claims that a certificate proves; ValueError if it proves nothing."""
    lines = text.splitlines()
    need(lines and lines[0].rstrip() == HEADER, "this is no certificate of life and death, version 1")
    region, claims, at = Region(), [], 1
    while at < len(lines):
        words = lines[at].split()
        at += 1
        kind = words[0] if words else ""
        if kind == "cell" and len(words) > 2 and words[1] == str(len(region.names)):
            region.names.append(words[2])
            region.near.append(region.cells(words[3:]))
        elif kind in OTHER:
            cells = region.cells(words[1:])
            need(not cells & set(region.start), "a cell has two stones")
            region.start.update(dict.fromkeys(cells, kind))
        elif kind in ("safe-black", "safe-white"):
            region.safe[kind[5:]] = region.cells(words[1:])
        elif kind == "target" and words[1:2] in (["any"], ["all"]):
            region.begin(words[1], region.cells(words[2:]))
        elif kind == "claim" and len(words) == 8 and region.defender:
            need(words[1] in ("capture", "eyes", "capture-or-repeat"), "an unknown aim")
            need(words[2] in ("achieved", "prevented") and {words[4], words[6]} <= set(OTHER), "no claim")
            need("end" in lines[at:], "the claim has no `end`")
            end = lines.index("end", at)
            region.walk(words, " ".join(lines[at:end]).split())
            claims.append(" ".join(words[1:]))
            at = end + 1
        else:
            raise ValueError(f"line {at}: not understood")
    need(claims, "no claim")
    return claims


def main(paths):
    status = 0
    for path in paths:
        try:
            with open(path, encoding="utf-8") as file:
                print(f"{path}: valid: " + "; ".join(check(file.read())))
        except (ValueError, OSError) as fault:
            print(f"{path}: INVALID: {fault}")
            status = 1
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

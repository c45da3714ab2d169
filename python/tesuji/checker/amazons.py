#!/usr/bin/env python3
"""Checks results of Amazons; written from docs/AMAZONS-EXACT.md, as a second opinion on the Rust checker.

`amazons.py FILE...` prints what each file proves or why it proves nothing. Exit status 0 if all are valid.
Squares are pairs (row from the top, column), so their order is that of their numbers.
"""
import json
import sys

WAYS = [(down, across) for down in (-1, 0, 1) for across in (-1, 0, 1) if down or across]
HEADING = {"format", "version", "columns", "rows", "black", "white", "arrows", "to_move", "winner", "nodes"}
OTHER = {"black": "white", "white": "black"}

def need(condition, fault):
    if not condition:
        raise ValueError(fault)

def is_number(value, least, end):
    return type(value) is int and least <= value < end

class Board:
    """The pieces: a dictionary from squares to "black", "white" or "arrow". Empty squares are not in it."""

    def __init__(self, columns, rows):
        need(is_number(columns, 1, 13) and is_number(rows, 1, 13), "the position: a board of 1 to 12 columns and rows")
        self.columns, self.rows = columns, rows

    def square(self, name):
        need(isinstance(name, str) and name.isascii() and name[1:].isdigit(), f"{name!r} is no square")
        square = (self.rows - int(name[1:]), ord(name[0].lower()) - ord("a"))
        need(self.holds(square) and not name[1:].startswith("0"), f"{name!r} is no square of the board")
        return square

    def holds(self, square):
        return 0 <= square[0] < self.rows and 0 <= square[1] < self.columns

    def move(self, text):
        need(isinstance(text, str) and text.count("-") == 1 and text.count("/") == 1, f"{text!r} is no move")
        from_, rest = text.split("-")
        need(rest.count("/") == 1, f"{text!r} is no move")
        to, arrow = rest.split("/")
        return self.square(from_), self.square(to), self.square(arrow)

    def line(self, stands, square):
        """The squares that a queen on `square` can go to."""
        for down, across in WAYS:
            at = (square[0] + down, square[1] + across)
            while self.holds(at) and at not in stands:
                yield at
                at = (at[0] + down, at[1] + across)

    def moves(self, stands, player):
        found = []
        for from_ in [square for square, what in stands.items() if what == player]:
            rest = {square: what for square, what in stands.items() if square != from_}
            for to in self.line(rest, from_):
                found.extend((from_, to, arrow) for arrow in self.line(rest, to))
        return sorted(found)

    def after(self, stands, player, move):
        from_, to, arrow = move
        need(stands.get(from_) == player, "no amazon of the mover's stands there")
        rest = {square: what for square, what in stands.items() if square != from_}
        need(to in self.line(rest, from_) and arrow in self.line(rest, to), "no legal move")
        rest[to] = player
        rest[arrow] = "arrow"
        return rest

    def near(self, square):
        for down, across in WAYS:
            near = (square[0] + down, square[1] + across)
            if self.holds(near):
                yield near

    def open_to(self, stands, player):
        """The squares of the player's amazons, and the empty squares connected with them if nothing else moves."""
        found = {square for square, what in stands.items() if what == player}
        todo = list(found)
        while todo:
            for near in self.near(todo.pop()):
                if near not in found and near not in stands:
                    found.add(near)
                    todo.append(near)
        return found

def check_count(board, stands, mover, winner, walk):
    theirs = board.open_to(stands, OTHER[winner])
    n_theirs = sum(square not in stands for square in theirs)
    need(isinstance(walk, list) and len(walk) >= n_theirs + (mover == winner), "a walk that is too short")
    for text in walk:
        from_, to, arrow = move = board.move(text)
        stands = board.after(stands, winner, move)
        need(to not in theirs and arrow not in theirs, "a walk where the loser can come")
        need(arrow == from_ or theirs.isdisjoint(board.near(from_)), "a walk that lets the loser in")

def lead(nodes, positions, node, to, position):
    need(is_number(to, 0, node), "a node that is not before this one")
    need(positions.setdefault(to, position) == position, f"node {to} is about another position too")

def check_node(board, nodes, positions, node, winner):
    need(node in positions, "nothing leads here")
    stands, mover = positions.pop(node)
    content = nodes[node]
    need(isinstance(content, dict), "no node")
    kind = set(content)
    if kind == {"walk"}:
        check_count(board, stands, mover, winner, content["walk"])
    elif kind == {"move", "then"}:
        need(mover == winner, "the loser is to move")
        position = (board.after(stands, mover, board.move(content["move"])), OTHER[mover])
        lead(nodes, positions, node, content["then"], position)
    else:
        need(kind == {"answers"} and isinstance(content["answers"], list), "no node")
        need(mover != winner, "the winner is to move")
        moves = board.moves(stands, mover)
        need(len(moves) == len(content["answers"]), "not a node for each legal move")
        for move, to in zip(moves, content["answers"]):
            lead(nodes, positions, node, to, (board.after(stands, mover, move), OTHER[mover]))

def unique(pairs):
    need(len(dict(pairs)) == len(pairs), "a name that stands twice")
    return dict(pairs)

def check(text):
    record = json.loads(text, object_pairs_hook=unique)
    need(isinstance(record, dict) and set(record) == HEADING, "not a record: other fields are expected")
    need(record["format"] == "tesuji-amazons-result", "another format")
    need(is_number(record["version"], 1, 3), "another version")
    board = Board(record["columns"], record["rows"])
    stands = {}
    for field, what in (("black", "black"), ("white", "white"), ("arrows", "arrow")):
        need(isinstance(record[field], list), f"{field}: not a list")
        need(what == "arrow" or len(record[field]) <= 16, f"{field}: too many amazons")
        for name in record[field]:
            square = board.square(name)
            need(square not in stands, f"{name}: two things stand there")
            stands[square] = what
    to_move, winner, nodes = record["to_move"], record["winner"], record["nodes"]
    need(to_move in ("black", "white") and winner in ("black", "white"), "the players are black and white")
    need(isinstance(nodes, list) and nodes, "no node")
    positions = {len(nodes) - 1: (stands, to_move)}
    for node in reversed(range(len(nodes))):
        try:
            check_node(board, nodes, positions, node, winner)
        except ValueError as fault:
            raise ValueError(f"node {node}: {fault}") from None
    first = f", first {nodes[-1]['move']}" if "move" in nodes[-1] else ""
    n_counts = sum("walk" in node for node in nodes)
    return f"{winner} wins, {to_move} to move{first}: {len(nodes)} nodes, {n_counts} of them counts"

def main(paths):
    is_sound = bool(paths)
    for path in paths:
        try:
            with open(path, encoding="utf-8") as file:
                print(f"{path}: {check(file.read())}")
        except (ValueError, OSError, RecursionError) as fault:
            is_sound = False
            print(f"{path}: proves nothing: {fault}")
    return 0 if is_sound else 1

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

#!/usr/bin/env python3
"""Lets a UCI engine for Amazons, such as Fairy-Stockfish, play wherever a GTP program can (docs/AMAZONS.md).

`uci_amazons.py --move-time 1 ENGINE [ARGUMENT...]` speaks GTP on its standard input and output and UCI with the engine.
Squares are pairs (column, row from below, from 0); Black is lower case in FEN and moves first, as everywhere in Tesuji.
"""
import argparse
import collections
import os
import re
import selectors
import signal
import subprocess
import sys
import tempfile
import time

NAME = "UCI adaptor for Amazons"
WAYS = [(across, up) for across in (-1, 0, 1) for up in (-1, 0, 1) if across or up]
STARTS = {
    (10, 10): "3Q2Q3/10/10/Q8Q/10/10/q8q/10/10/3q2q3 b",
    (8, 8): "2Q2Q2/8/Q6Q/8/8/q6q/8/2q2q2 b",
    (6, 6): "1Q2Q1/Q4Q/6/6/q4q/1q2q1 b",
    (5, 5): "1Q1Q1/Q3Q/5/q3q/1q1q1 b",
    (4, 4): "1QQ1/Q2Q/q2q/1qq1 b",
}
# Fairy-Stockfish knows the game on 10x10 by this name. Other boards are declared as variants of it.
VARIANT = "amazons"
# Columns and rows of the largest board that Fairy-Stockfish accepts.
LARGEST = (12, 10)
# How many seconds the engine may take to get ready, and to answer once it has been told to stop.
READY, STOPPED = 60, 30
# How often, in seconds, to check the engine's processor time while it thinks.
TICK = 0.002


class Refusal(Exception):
    """A failure that GTP answers with `?`."""


class Failure(Exception):
    """The engine is of no further use. The program ends with this message."""


class Position:
    """A board, what stands on it ("Q", "q" or "*" by square), and whose turn it is ("b" or "w")."""

    def __init__(self, fen):
        fields = fen.split()
        if not fields or fields[1:2] not in (["b"], ["w"], []):
            raise Refusal("not a FEN: expected rows and the player to move, b or w")
        rows = fields[0].split("/")
        self.stands, widths = {}, set()
        for row, text in enumerate(reversed(rows)):
            column = 0
            for what in re.findall(r"\d+|.", text):
                if what.isdecimal():
                    column += int(what)
                elif what in "Qq*":
                    self.stands[column, row] = what
                    column += 1
                else:
                    raise Refusal(f"not a FEN of Amazons: `{what}` in row {row + 1}, expected Q, q, * or a number")
            widths.add(column)
        if len(widths) != 1 or widths == {0}:
            raise Refusal("not a FEN: all rows must have as many squares, at least one")
        self.columns, self.rows = widths.pop(), len(rows)
        # As in Fairy-Stockfish, White moves if no player is named.
        self.to_move = "".join(fields[1:2]) or "w"

    def fen(self):
        rows = []
        for row in reversed(range(self.rows)):
            text = "".join(self.stands.get((column, row), " ") for column in range(self.columns))
            rows.append(re.sub(" +", lambda empty: str(len(empty[0])), text))
        return f"{'/'.join(rows)} {self.to_move} - - 0 1"

    def line(self, square):
        """The squares to which a queen on `square` can go."""
        for across, up in WAYS:
            at = (square[0] + across, square[1] + up)
            while 0 <= at[0] < self.columns and 0 <= at[1] < self.rows and at not in self.stands:
                yield at
                at = (at[0] + across, at[1] + up)

    def is_legal(self, start, to, arrow):
        if self.stands.get(start) != self.mover() or to not in self.line(start):
            return False
        amazon = self.stands.pop(start)
        can_shoot = arrow != to and arrow in self.line(to)
        self.stands[start] = amazon
        return can_shoot

    def is_over(self):
        return not any(True for at, what in self.stands.items() if what == self.mover() for _ in self.line(at))

    def mover(self):
        return "q" if self.to_move == "b" else "Q"

    def play(self, start, to, arrow):
        self.stands[to] = self.stands.pop(start)
        self.stands[arrow] = "*"
        self.to_move = "w" if self.to_move == "b" else "b"


def squares(text):
    """The three squares of a move in any usual spelling. The one named twice is where the arrow starts."""
    found = re.findall(r"([a-z])(\d\d?)", text.lower())
    if len(found) == 4 and found[1] == found[2]:
        del found[2]
    if len(found) != 3 or re.sub(r"[a-z]\d\d?|[\s,/()x-]", "", text.lower()):
        raise Refusal(f"`{text}` is no move: expected one such as d1-d7/g7")
    return [(ord(letter) - ord("a"), int(number) - 1) for letter, number in found]


def name(square):
    return f"{chr(ord('a') + square[0])}{square[1] + 1}"


def as_gtp(move):
    return "{}-{}/{}".format(*map(name, move))


def as_uci(move):
    start, to, arrow = map(name, move)
    return f"{start}{to},{to}{arrow}"


class Lines:
    """The lines of a pipe, read without waiting."""

    def __init__(self, stream):
        self.fd = stream.fileno()
        self.waiting, self.rest, self.is_open = collections.deque(), b"", True

    def feed(self):
        """Reads what is there. Call it when the pipe is ready."""
        data = os.read(self.fd, 65536)
        *whole, self.rest = (self.rest + data).split(b"\n")
        if not data:
            self.is_open = False
            whole, self.rest = ([self.rest] if self.rest else []), b""
        self.waiting.extend(line.decode("utf-8", "replace").strip() for line in whole)


class Engine:
    """A UCI engine in a separate process of our process group."""

    def __init__(self, command, controller):
        try:
            self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0)
        except OSError as error:
            raise Failure(f"cannot start {command[0]}: {error.strerror}") from error
        self.folder = tempfile.TemporaryDirectory(prefix="uci-amazons-")
        self.lines, self.controller = Lines(self.process.stdout), controller
        self.selector = selectors.DefaultSelector()
        self.selector.register(self.lines.fd, selectors.EVENT_READ, self.lines)
        self.options, self.variant, self.report = {}, None, ""
        self.name = "a UCI engine"

    def greet(self, options):
        self.say("uci")
        for line in self.until("uciok", READY):
            if line.startswith("id name "):
                self.name = line[8:]
            elif found := re.match(r"option name (.+) type (\w+)(.*)", line):
                self.options[found[1]] = found[3].split()
        for option, value in options:
            if option not in self.options:
                raise Failure(f"the engine has no option {option}")
            self.say(f"setoption name {option} value {value}")

    def say(self, line):
        try:
            self.process.stdin.write(line.encode() + b"\n")
        except OSError:
            pass  # The code that reads its answer notices its end.

    def next_line(self, seconds):
        """The engine's next line, or None if there is none within this time."""
        until = time.monotonic() + seconds
        while not self.lines.waiting:
            left = until - time.monotonic()
            if not self.lines.is_open:
                try:
                    raise Failure(f"the engine has ended, with status {self.process.wait(STOPPED)}")
                except subprocess.TimeoutExpired as error:
                    raise Failure("the engine has closed its output") from error
            if left <= 0:
                return None
            for key, _ in self.selector.select(left):
                key.data.feed()
        return self.lines.waiting.popleft()

    def until(self, word, seconds):
        """The engine's lines up to and including one that begins with this word."""
        until = time.monotonic() + seconds
        while True:
            line = self.next_line(max(0, until - time.monotonic()))
            if line is None:
                raise Failure(f"the engine does not say `{word}` within {seconds} s")
            yield line
            if line.split()[:1] == [word]:
                return

    def new_game(self, position):
        """Tells the engine the board. Any size other than the usual one is a separate variant."""
        variant = VARIANT
        if position.columns > LARGEST[0] or position.rows > LARGEST[1]:
            raise Refusal(f"unacceptable size: expected at most {LARGEST[0]} columns and {LARGEST[1]} rows")
        if (position.columns, position.rows) != (10, 10):
            variant = f"amazons{position.columns}x{position.rows}"
            if "VariantPath" not in self.options:
                raise Refusal("unacceptable size: the engine cannot be told of other boards than 10x10")
            path = os.path.join(self.folder.name, f"{variant}.ini")
            with open(path, "w", encoding="ascii") as file:
                last = chr(ord("a") + position.columns - 1)
                file.write(f"[{variant}:{VARIANT}]\nmaxRank = {position.rows}\nmaxFile = {last}\n")
                file.write(f"startFen = {position.fen()}\n")
            if variant not in self.options.get("UCI_Variant", []):
                self.say(f"setoption name VariantPath value {path}")
                self.options.setdefault("UCI_Variant", []).append(variant)
        elif VARIANT not in self.options.get("UCI_Variant", []):
            raise Failure(f"{self.name} does not know the variant {VARIANT}")
        if variant != self.variant:
            self.say(f"setoption name UCI_Variant value {variant}")
            self.variant = variant
        self.say("ucinewgame")
        self.ready()

    def ready(self):
        self.say("isready")
        collections.deque(self.until("readyok", READY), maxlen=0)

    def processor_time(self):
        """Processor time of all threads of the engine, in seconds. Linux derives the clock from the process number."""
        return time.clock_gettime((~self.process.pid << 3) | 2)

    def choose(self, fen, moves, limits):
        """The engine's move, as it spells it."""
        self.report = ""
        self.say(f"position fen {fen}" + (f" moves {' '.join(map(as_uci, moves))}" if moves else ""))
        self.ready()
        bound = self.processor_time() + limits.cpu_time if limits.cpu_time else None
        bounds = [f"movetime {max(1, round(limits.move_time * 1000))}"] if limits.move_time else []
        bounds += [f"nodes {limits.nodes}"] if limits.nodes else []
        self.say(f"go {' '.join(bounds) or 'infinite'}")
        told = None
        self.selector.register(self.controller.fd, selectors.EVENT_READ, self.controller)
        try:
            while True:
                line = self.next_line(TICK if bound else 0.05)
                if line and line.split()[0] == "bestmove":
                    return (line.split() + ["(none)"])[1]
                if line and line.startswith("info") and " pv " in line:
                    self.report = line[5:]
                is_over = bound is not None and self.processor_time() >= bound
                if told is None and (is_over or self.is_interrupted()):
                    self.say("stop")
                    told = time.monotonic()
                if told is not None and time.monotonic() > told + STOPPED:
                    raise Failure(f"the engine does not stop within {STOPPED} s")
        finally:
            if self.controller.fd in self.selector.get_map():
                self.selector.unregister(self.controller.fd)

    def is_interrupted(self):
        """Whether the controller has asked for it. The line stays where it is: it ends all commands before it."""
        if not self.controller.is_open and self.controller.fd in self.selector.get_map():
            self.selector.unregister(self.controller.fd)
        return "# interrupt" in self.controller.waiting

    def close(self):
        self.say("stop")
        self.say("quit")
        self.process.stdin.close()
        try:
            self.process.wait(1)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.folder.cleanup()


class Game:
    """The commands of GTP, each a method that takes the rest of the line and returns the answer."""

    def __init__(self, engine, limits):
        self.engine, self.limits = engine, limits
        self.commands = {
            "protocol_version": lambda _: "2",
            "name": lambda _: self.engine.name,
            "version": lambda _: "",
            "known_command": lambda name: "true" if name in self.commands else "false",
            "list_commands": lambda _: "\n".join(self.commands),
            "quit": lambda _: "",
            "boardsize": self.boardsize,
            "clear_board": lambda _: self.begin(self.start),
            "tesuji-position": self.position,
            "play": self.play,
            "genmove": self.genmove,
            "undo": self.undo,
            "tesuji-comment": lambda _: self.engine.report,
        }
        self.start = None
        self.begin(STARTS[10, 10])

    def begin(self, fen):
        position = Position(fen)
        self.engine.new_game(position)
        self.start, self.now, self.moves = position.fen(), position, []
        return ""

    def boardsize(self, text):
        size = text.split()
        if not all(side.isdecimal() for side in size) or len(size) not in (1, 2):
            raise Refusal("syntax error: expected columns, and rows if they differ")
        size = (int(size[0]), int(size[-1]))
        if size not in STARTS:
            known = ", ".join(f"{columns}x{rows}" for columns, rows in STARTS)
            raise Refusal(f"unacceptable size: expected one of {known}; others are set up by tesuji-position")
        return self.begin(STARTS[size])

    def position(self, text):
        return self.begin(text) if text else self.now.fen()

    def turn(self, text):
        colour, _, rest = text.partition(" ")
        colour = colour.lower()[:1]
        if colour != self.now.to_move:
            raise Refusal(f"syntax error: expected {self.now.to_move}, who is to move" if colour not in ("b", "w")
                          else f"illegal move: {self.now.to_move} is to move")
        return rest

    def play(self, text):
        move = squares(self.turn(text))
        if not self.now.is_legal(*move):
            raise Refusal(f"illegal move: {as_gtp(move)}")
        self.now.play(*move)
        self.moves.append(move)
        return ""

    def genmove(self, text):
        self.turn(text)
        if self.now.is_over():
            raise Refusal("the game is over: there is no move")
        chosen = self.engine.choose(self.start, self.moves, self.limits)
        try:
            move = squares(chosen)
        except Refusal as error:
            raise Refusal(f"the engine chose `{chosen}`, which is no move") from error
        if not self.now.is_legal(*move):
            raise Refusal(f"the engine chose `{chosen}`, which is not allowed")
        self.now.play(*move)
        self.moves.append(move)
        return as_gtp(move)

    def undo(self, _):
        if not self.moves:
            raise Refusal("cannot undo")
        kept = self.moves[:-1]
        self.now, self.moves = Position(self.start), []
        for move in kept:
            self.now.play(*move)
            self.moves.append(move)
        return ""

    def answer(self, line):
        """Handles one command. Returns False at the end."""
        id_, command, rest = re.fullmatch(r"(\d*)\s*(\S+)\s*(.*)", line).groups()
        try:
            if command not in self.commands:
                raise Refusal("unknown command")
            sign, words = "=", self.commands[command](rest)
        except Refusal as refusal:
            sign, words = "?", str(refusal)
        sys.stdout.write(f"{sign}{id_}{' ' * bool(words)}{words}\n\n")
        sys.stdout.flush()
        return command != "quit"


def serve(game, controller):
    while True:
        while not controller.waiting and controller.is_open:
            controller.feed()
        if not controller.waiting:
            return
        line = controller.waiting.popleft().partition("#")[0].strip()
        if line and not game.answer(line):
            return


def limit(text):
    value = float(text)
    if not 0 < value < 1e6:
        raise argparse.ArgumentTypeError("expected seconds above 0")
    return value


def option(text):
    left, sign, right = text.partition("=")
    if not sign:
        raise argparse.ArgumentTypeError("expected NAME=VALUE")
    return left, right


def main():
    parser = argparse.ArgumentParser(description="A UCI engine for Amazons as a GTP program.")
    parser.add_argument("--move-time", type=limit, metavar="SECONDS", help="time for each move, by the clock")
    parser.add_argument("--cpu-time", type=limit, metavar="SECONDS",
                        help="the same in processor time of all its threads, counted here (Linux)")
    parser.add_argument("--nodes", type=int, metavar="N", help="nodes for each move")
    parser.add_argument("--option", type=option, action="append", default=[], metavar="NAME=VALUE",
                        help="an option of the engine, such as Hash=64")
    parser.add_argument("engine", nargs=argparse.REMAINDER, help="the engine and its arguments")
    limits = parser.parse_args()
    command = limits.engine[1:] if limits.engine[:1] == ["--"] else limits.engine
    if not command:
        parser.error("name an engine")
    if not (limits.move_time or limits.cpu_time or limits.nodes):
        parser.error("say --move-time, --cpu-time or --nodes")
    # A signal that ends this program ends the engine too.
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, lambda number, _: sys.exit(128 + number))
    # A shell that starts this program in the background makes it ignore SIGINT.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    engine, controller = None, Lines(sys.stdin)
    try:
        engine = Engine(command, controller)
        engine.greet(limits.option)
        serve(Game(engine, limits), controller)
        return 0
    except Failure as failure:
        print(f"uci_amazons.py: {failure}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130
    finally:
        if engine is not None:
            engine.close()


if __name__ == "__main__":
    sys.exit(main())

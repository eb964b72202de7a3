#!/usr/bin/env python3
"""Measures the pad: keys a hand, and milliseconds from Enter to the answer, through a pseudo-terminal.

    benches/play.py [HANDS [LARGE]]     hands to log, 1000 by default; hands in the large book, 1000000 by default
    GINPAD=path benches/play.py         another program than the release build

Each hand is typed at `ginpad play`, and its time is from the write of Enter until the number of the hand and the next
prompt are there. Beside it stands one `ginpad log` for each hand, from its start to its end. Both are measured in an
empty book and in a large one; a game has twenty hands, as at a table. The anchor for the disk is the time of one fsync
in the same folder: no answer that is kept can be quicker.

Linux or macOS. The large book is made first if it is missing: `examples/large_book.rs` writes it under target/, about one
minute for a million hands. `benches/store.py` uses the same.
"""

import os
import pty
import select
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

HANDS = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
LARGE = int(sys.argv[2]) if len(sys.argv) > 2 else 1_000_000
ROOT = Path(__file__).resolve().parent.parent
TARGET = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
GINPAD = os.environ.get("GINPAD", str(TARGET / "release" / "ginpad"))
BOOKS = TARGET / "bench-books"

# The text typed for a hand, and its meaning.
ENTRIES = [("a5 23", "a knock"), ("bg31", "gin"), ("a9 4", "an undercut"), ("-", "a dead hand")]
GAME = 20


def environment(book, folder):
    """The environment of a device at a table."""
    kept = {name: os.environ[name] for name in ("PATH", "LANG") if name in os.environ}
    return {
        **kept,
        "HOME": str(folder),
        "XDG_STATE_HOME": str(folder / "state"),
        "GINPAD_BOOK": str(book),
        "TERM": "xterm",
        "TZ": "UTC",
    }


class Pad:
    """`ginpad play` at a pseudo-terminal of 100 columns."""

    def __init__(self, env):
        self.child, self.terminal = pty.fork()
        if self.child == 0:
            os.execve(GINPAD, [GINPAD, "play", "Ann", "Bob", "--dealer", "Ann", "--set", "target=100000"], env)
        self.text = b""
        self.until(b"> ")

    def until(self, *wanted):
        """Reads until the texts are there, one after the other."""
        at = 0
        for text in wanted:
            while (found := self.text.find(text, at)) < 0:
                if not select.select([self.terminal], [], [], 30)[0]:
                    sys.exit(f"no {text!r} in {self.text!r}")
                self.text += os.read(self.terminal, 65536)
            at = found + len(text)
        self.text = self.text[at:]

    def line(self, typed, *answer):
        """Types a line key by key, and returns the seconds from Enter to the answer and the next prompt."""
        for key in typed:
            os.write(self.terminal, key.encode())
            self.until(key.encode())
        began = time.perf_counter()
        os.write(self.terminal, b"\r")
        self.until(*answer, b"> ")
        return time.perf_counter() - began

    def leave(self):
        """Leaves the pad."""
        os.write(self.terminal, b"\x04")
        while True:
            try:
                if not os.read(self.terminal, 65536):
                    break
            except OSError:
                break
        os.waitpid(self.child, 0)


def at_the_pad(env):
    """The seconds of each hand at the pad."""
    pad, seconds = Pad(env), []
    for hand in range(HANDS):
        if hand and hand % GAME == 0:
            pad.line("n", b"begins")
        entry, _ = ENTRIES[hand % len(ENTRIES)]
        seconds.append(pad.line(entry, f"#{hand % GAME + 1} ".encode()))
    pad.leave()
    return seconds


def one_by_one(env):
    """The seconds of one `ginpad log` for each hand."""
    seconds = []
    run = lambda *words: subprocess.run([GINPAD, "--no-input", *words], env=env, check=True, capture_output=True)
    for hand in range(HANDS):
        if hand % GAME == 0:
            run("new", "Ann", "Bob", "--dealer", "Ann", "--set", "target=100000")
        entry, _ = ENTRIES[hand % len(ENTRIES)]
        began = time.perf_counter()
        run("log", *(["dead"] if entry == "-" else entry.split()))
        seconds.append(time.perf_counter() - began)
    return seconds


def synced(folder):
    """The seconds of one fsync after a write, a few times."""
    seconds = []
    with open(folder / "synced", "wb", buffering=0) as file:
        for _ in range(100):
            began = time.perf_counter()
            file.write(b"x" * 4096)
            os.fsync(file.fileno())
            seconds.append(time.perf_counter() - began)
    return seconds


def row(what, seconds):
    """One line of the table."""
    ordered = sorted(seconds)
    at_99 = ordered[min(len(ordered) - 1, len(ordered) * 99 // 100)]
    print(f"{what:34} {statistics.median(ordered) * 1000:9.2f} ms {at_99 * 1000:9.2f} ms", flush=True)


def large_book():
    """The large book, made if it is missing."""
    made = BOOKS / f"{LARGE}.db"
    if not made.exists():
        BOOKS.mkdir(parents=True, exist_ok=True)
        part = BOOKS / "part.db"
        for leftover in (part, part.with_name("part.db-journal")):
            leftover.unlink(missing_ok=True)
        program = TARGET / "release" / "examples" / "large_book"
        subprocess.run([program, part, str(LARGE)], check=True, stdout=subprocess.DEVNULL)
        part.rename(made)
    return made


def main():
    if "GINPAD" not in os.environ:
        build = ["cargo", "build", "--quiet", "--release", "--example", "large_book", "--bin", "ginpad"]
        subprocess.run(build, cwd=ROOT, check=True)
    folder = Path(tempfile.mkdtemp(prefix="bench.", dir=TARGET))
    try:
        for entry, what in ENTRIES:
            print(f"{what:14} {entry + ' Enter':14} {len(entry) + 1} keys")
        print(f"\n{'':34} {'median':>12} {'99 of 100':>12}   of {HANDS} hands, games of {GAME}")
        row("one fsync in the same folder", synced(folder))
        shutil.copy(large_book(), folder / "large.db")
        for name, book in (("an empty book", "empty.db"), (f"a book of {LARGE:,} hands", "large.db")):
            env = environment(folder / book, folder)
            row(f"play, {name}", at_the_pad(env))
            row(f"log, {name}", one_by_one(env))
    finally:
        shutil.rmtree(folder)


if __name__ == "__main__":
    main()

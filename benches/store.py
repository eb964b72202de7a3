#!/usr/bin/env python3
"""Measures what must not grow with the book, each against its anchor, in one run.

    benches/store.py [HANDS]            hands in the large book; 1000000 by default
    ROUNDS=20 benches/store.py          rounds of each race; 10 by default

Both sides of a race take turns, so that other load affects them alike; the ratio of their medians is what counts. The
anchor is the same work in a small book, or the sqlite3 shell doing the least that such work needs. Beside each ratio
stands the goal. No command takes less memory than Python itself, about 15 MiB.

Needs sqlite3 and hyperfine, and Linux or macOS. The book is made first if it is missing: `examples/large_book.rs` writes
it under target/, about one minute for a million hands.
"""

import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

HANDS = int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000
ROUNDS = int(os.environ.get("ROUNDS", "10"))
ROOT = Path(__file__).resolve().parent.parent
TARGET = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
GINPAD = str(TARGET / "release" / "ginpad")
BOOKS = TARGET / "bench-books"

# The settings of a book's connection, so that the shell syncs as often as the program does.
PRAGMAS = """PRAGMA busy_timeout = 10000; PRAGMA foreign_keys = ON; PRAGMA cell_size_check = ON;
PRAGMA mmap_size = 0; PRAGMA temp_store = MEMORY; PRAGMA synchronous = EXTRA;
"""


class Run:
    """The cost of one run of a command."""

    def __init__(self, seconds, megabytes, status):
        self.seconds, self.megabytes, self.status = seconds, megabytes, status


def run(command, stdin=None, stdout=None, expect=0, **variables):
    """Runs a command and waits for it. Its status must be the one expected."""
    began = time.perf_counter()
    child = subprocess.Popen(
        command,
        stdin=stdin if stdin is not None else subprocess.DEVNULL,
        stdout=stdout if stdout is not None else subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env={**os.environ, **variables},
    )
    _, status, used = os.wait4(child.pid, 0)
    seconds = time.perf_counter() - began
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode != expect:
        sys.exit(f"{command} ended with status {child.returncode}, not {expect}")
    return Run(seconds, used.ru_maxrss / (1024 if sys.platform == "linux" else 1024**2), child.returncode)


def race(first, second, rounds=ROUNDS):
    """Both sides in turn, after one round that does not count unless it is the only one. Returns the median time and the
    most memory of each."""
    runs = ([], [])
    for number in range(rounds + 1):
        pair = (first(), second())
        if number > 0 or rounds == 0:
            for side in (0, 1):
                runs[side].append(pair[side])
    return [(statistics.median(one.seconds for one in side), max(one.megabytes for one in side)) for side in runs]


def print_row(what, mine, anchor, goal, against):
    """One line of the table."""
    (seconds, megabytes), (other, _) = mine, anchor
    ratio = seconds / other
    print(f"{what:40} {seconds * 1000:10.2f} ms {megabytes:7.1f} MiB {ratio:7.2f} times {against} (goal {goal})", flush=True)


class Table:
    """A book, with a state folder of its own: a device at a table."""

    def __init__(self, book, folder):
        self.book, self.folder, self.devices = str(book), folder, 0
        self.state = str(folder / f"{Path(book).stem}.state")

    def ginpad(self, *words, expect=0, state=None, stdin=None, stdout=None):
        return run(
            [GINPAD, "--no-input", *words],
            expect=expect,
            stdin=stdin,
            stdout=stdout if stdout is not None else subprocess.DEVNULL,
            GINPAD_BOOK=self.book,
            XDG_STATE_HOME=state or self.state,
        )

    def new_device(self, *words):
        """The command of a device that has never written in the book."""
        self.devices += 1
        return self.ginpad(*words, state=f"{self.state}.{self.devices}")


def same(small, large, *words, expect=0):
    """The same command in both books, in turn."""
    return race(lambda: large.ginpad(*words, expect=expect), lambda: small.ginpad(*words, expect=expect))


def commands_at_the_table(small, large):
    """The commands that people type at the table."""
    for table in (small, large):
        table.ginpad("new", "Ann", "Bob", "--set", "target=100000")
        table.ginpad("log", "ann", "knock", "4", "27")
    rows = [("ginpad", []), ("ginpad score", ["score"]), ("ginpad score @-1", ["score", "@-1"]),
            ("ginpad log dead", ["log", "dead"]), ("ginpad undo", ["undo"]), ("ginpad history", ["history"])]
    goals = {"ginpad score @-1": 1.5}
    for what, words in rows:
        mine, anchor = same(small, large, *words)
        print_row(what, mine, anchor, goals.get(what, 1.2), "a small book")
    mine, anchor = same(small, large, "redo")
    print_row("ginpad redo", mine, anchor, 1.2, "a small book")
    mine, anchor = race(lambda: large.new_device("log", "dead"), lambda: small.new_device("log", "dead"))
    print_row("log, first of a new device", mine, anchor, 1.5, "a small book")
    mine, anchor = same(small, large, "new")
    print_row("ginpad new, a rematch", mine, anchor, 1.5, "a small book")
    for table in (small, large):
        table.ginpad("new", "Ann", "Bob", "--set", "target=1")
        table.ginpad("log", "ann", "gin", "31")
    mine, anchor = same(small, large, "log", "dead", expect=1)
    print_row("log refused, game over", mine, anchor, 1.2, "a small book")
    mine, anchor = same(small, large)
    print_row("ginpad, game over", mine, anchor, 1.2, "a small book")
    mine, anchor = same(small, large, "new", "Ann", "Bob")
    print_row("ginpad new, no game open", mine, anchor, 1.2, "a small book")


def printed(typed):
    """The least time to show every hand: the shell prints them from typed columns."""
    query = "SELECT h.*, r.* FROM hand AS h JOIN result AS r ON r.hand = h.id;"
    return run(["sqlite3", "-readonly", str(typed), query])


def lists(table, typed, times, kind):
    """The commands that read the whole book. Hands logged one by one may take longer: each has a line of its own."""
    goals = {"games": 0.45, "standings": 0.55, "players": 0.55, "export --json": 0.75}
    for what, goal in goals.items():
        mine, anchor = race(lambda: table.ginpad(*what.split()), lambda: printed(typed), rounds=min(ROUNDS, 3))
        print_row(f"ginpad {what}, {kind}", mine, anchor, f"{goal * times:.2f}", "the shell printing the hands")


def sheets(small, large, folder):
    """Text sheets in and out."""
    hands = "sides: Ann, Bob\n\n" + "ann knock 4 27\nbob gin 31\n" * 6
    numbers = iter(range(1000, 9999))

    def one(table, header):
        path = folder / "one.gin"
        path.write_text(header.format(next(numbers)) + hands)
        return table.ginpad("import", str(path))

    for what, header in (("import of one sheet", "date: {}-01-02 19:30 +01:00\n"),
                         ("import of one undated sheet", "title: {}\n")):
        mine, anchor = race(lambda: one(large, header), lambda: one(small, header))
        print_row(what, mine, anchor, 1.5, "a small book")

    many = folder / "many.gin"
    with open(many, "w", encoding="utf-8") as file:
        large.ginpad("export", stdout=file)
    imported = folder / "imported.db"

    def whole():
        imported.unlink(missing_ok=True)
        return Table(imported, folder).ginpad("import", str(many))

    rows = folder / "rows.db"
    tables = "change concerns run start sum game_number".split()
    copy = PRAGMAS + f"ATTACH '{imported}' AS book; BEGIN IMMEDIATE;\n"
    copy += "".join(f"INSERT INTO {table} SELECT * FROM book.{table};\n" for table in tables) + "COMMIT;\n"

    def shell():
        rows.unlink(missing_ok=True)
        schema = subprocess.run(["sqlite3", str(imported), ".schema"], capture_output=True, check=True).stdout
        script = folder / "copy.sql"
        subprocess.run(["sqlite3", str(rows)], input=schema, check=True)
        script.write_text(copy)
        with open(script, encoding="utf-8") as file:
            return run(["sqlite3", str(rows)], stdin=file)

    mine, anchor = race(whole, shell, rounds=0)
    print_row("import of all sheets", mine, anchor, 4, "INSERT ... SELECT of the same rows")
    table = Table(imported, folder)
    for verb in ("undo", "redo"):
        mine, anchor = race(lambda: table.ginpad(verb), lambda: small.ginpad(verb), rounds=0)
        print_row(f"{verb} of that import", mine, anchor, "flat", "that of one hand in a small book")
    imported.unlink()
    rows.unlink()

    many.unlink()


def document(large, folder):
    """The whole book as JSON, out and back."""
    path, dump, back = folder / "book.json", folder / "book.sql", folder / "back.db"

    def written(path, write):
        with open(path, "w", encoding="utf-8") as file:
            return write(file)

    mine, anchor = race(
        lambda: written(path, lambda file: large.ginpad("export", "--json", stdout=file)),
        lambda: written(dump, lambda file: run(["sqlite3", "-readonly", large.book, ".dump"], stdout=file)),
        rounds=0,
    )
    print_row("export --json", mine, anchor, "flat", "sqlite3 .dump")

    def loaded():
        with open(dump, encoding="utf-8") as file:
            return run(["sqlite3", str(folder / "loaded.db")], stdin=file)

    mine, anchor = race(lambda: Table(back, folder).ginpad("import", str(path)), loaded, rounds=0)
    print_row("import of that export", mine, anchor, "flat", "sqlite3 reading its dump")
    for file in (path, dump, back, folder / "loaded.db"):
        file.unlink()


def long_game(folder):
    """One game of nine thousand hands, by the hand, against one of a tenth of that. No game takes more than ten thousand."""
    tables = []
    for hands in (9_000, 900):
        table = Table(folder / f"{hands}.db", folder)
        table.ginpad("new", "Ann", "Bob", "--set", "target=100000")
        entries = folder / "entries"
        entries.write_text("dead\n" * hands)
        with open(entries, encoding="utf-8") as file:
            table.ginpad("log", "-", stdin=file)
        tables.append(table)
    for what in ("score", "log dead", "undo"):
        mine, anchor = race(*(lambda table=table: table.ginpad(*what.split()) for table in tables))
        each = (mine[0] - anchor[0]) / 8_100 * 1e6
        print_row(f"{what}, 9 000 hands, {each:.1f} us each", mine, anchor, "10", "a tenth of the hands")


def made_once(name, make):
    """A book under target/, made first if it is missing."""
    BOOKS.mkdir(parents=True, exist_ok=True)
    made = BOOKS / name
    if not made.exists():
        part = BOOKS / "part.db"
        for leftover in (part, part.with_name("part.db-journal")):
            leftover.unlink(missing_ok=True)
        make(part)
        part.rename(made)
    return made


def large_book():
    """The large book: a tenth of its hands was imported, the others were logged one by one."""
    program = TARGET / "release" / "examples" / "large_book"
    make = lambda part: subprocess.run([program, part, str(HANDS)], check=True, stdout=subprocess.DEVNULL)
    return made_once(f"{HANDS}.db", make)


def imported_book(large):
    """The games of the large book, imported as sheets."""

    def make(part):
        with tempfile.TemporaryDirectory(dir=TARGET) as folder:
            sheets, folder = Path(folder) / "games.gin", Path(folder)
            with open(sheets, "w", encoding="utf-8") as file:
                Table(large, folder).ginpad("export", stdout=file)
            Table(part, folder).ginpad("import", str(sheets))

    return made_once(f"{HANDS}.imported.db", make)


def typed_columns(book):
    """The hands of a book in typed columns."""

    def make(part):
        script = f"ATTACH '{book}' AS book;\n" + (ROOT / "benches" / "typed.sql").read_text(encoding="utf-8")
        subprocess.run(["sqlite3", str(part)], input=script.encode(), check=True, stdout=subprocess.DEVNULL)

    return made_once(f"{Path(book).stem}.typed.db", make)


def main():
    subprocess.run(["cargo", "build", "--quiet", "--release", "--example", "large_book", "--bin", "ginpad"], cwd=ROOT, check=True)
    made = large_book()
    folder = Path(tempfile.mkdtemp(prefix="bench.", dir=TARGET))
    try:
        shutil.copy(made, folder / "large.db")
        small, large = Table(folder / "small.db", folder), Table(folder / "large.db", folder)
        small.ginpad("new", "Ann", "Bob", "--set", "target=100000")
        for _ in range(10):
            small.ginpad("log", "ann", "knock", "4", "27")
        print(f"{HANDS} hands; medians of {ROUNDS} rounds", flush=True)
        imported = imported_book(made)
        typed = typed_columns(imported)
        for book, times, kind in ((imported, 1, "imported"), (made, 2, "logged")):
            print(f"{kind}: {book.stat().st_size / HANDS:.0f} bytes a hand", flush=True)
            lists(Table(book, folder), typed, times, kind)
        commands_at_the_table(small, large)
        sheets(small, large, folder)
        document(large, folder)
        long_game(folder)
    finally:
        shutil.rmtree(folder)
    for book in (imported, made):
        subprocess.run(["cargo", "bench", "--quiet", "--bench", "reading", "--", book, "3"], cwd=ROOT, check=True)
    subprocess.run([ROOT / "benches" / "log.sh", "10000"], check=True)


if __name__ == "__main__":
    main()

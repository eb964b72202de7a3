#!/usr/bin/env python3
"""Measures `ginpad check` of a large book against SQLite's own `integrity_check` of the same file, in one run.

    benches/check.py [HANDS]            hands in the book; 1000000 by default
    ROUNDS=5 benches/check.py           rounds; 3 by default

Both take turns, so that other load affects them alike; the ratio of their medians is what counts. The goal is 3 times, in
memory that does not grow with the book. A large book is checked by two threads, so two cores must be idle. Needs sqlite3,
and Linux or macOS. The book is made first if it is missing: `examples/large_book.rs` writes it under target/, about one
minute for a million hands.
"""

import os
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
import store  # noqa: E402

ROUNDS = int(os.environ.get("ROUNDS", "3"))


def main():
    build = ["cargo", "build", "--quiet", "--release", "--example", "large_book", "--bin", "ginpad"]
    subprocess.run(build, cwd=store.ROOT, check=True)
    book = store.large_book()
    with tempfile.TemporaryDirectory(dir=store.TARGET) as folder:
        table = store.Table(book, Path(folder))
        mine, anchor = [], []
        for _ in range(ROUNDS):
            mine.append(table.ginpad("check"))
            anchor.append(store.run(["sqlite3", "-readonly", str(book), "PRAGMA integrity_check"]))
    seconds = [statistics.median(run.seconds for run in runs) for runs in (mine, anchor)]
    memory = max(run.megabytes for run in mine)
    print(f"{store.HANDS} hands, {book.stat().st_size / 1e6:.0f} MB; medians of {ROUNDS} rounds")
    print(
        f"check {seconds[0]:.2f} s, {memory:.1f} MiB; integrity_check {seconds[1]:.2f} s; "
        f"ratio {seconds[0] / seconds[1]:.2f} (goal 3)"
    )


if __name__ == "__main__":
    main()

#!/bin/sh
# Measures reports over many games.
#
#   benches/reports.sh [HANDS]      hands in the largest book; 1000000 by default
#   ROUNDS=20 benches/reports.sh    the number of rounds; 10 by default
#
# 1. All games of the book read and scored, in hands a second (`cargo bench --bench reading`).
# 2. `ginpad standings`, `versus` and `player` against the sqlite3 shell printing the same hands from typed columns, which
#    `benches/typed.sql` makes.
# 3. `ginpad import` of games as CSV against the same games as text sheets.
# 4. The most memory that `ginpad standings` takes with a hundredth of the hands, a tenth, and all.
#
# The books are made first if they are missing: `examples/large_book.rs` writes them under target/, about one minute for
# a million hands. Needs hyperfine, sqlite3 and python3. The ratios are what counts. All sides take turns, so that other
# load affects them alike.
set -eu

hands=${1:-1000000}
rounds=${ROUNDS:-10}
cd "$(dirname "$0")/.."
cargo build --quiet --release
target=${CARGO_TARGET_DIR:-$PWD/target}
ginpad=$target/release/ginpad
books=$target/bench-books
mkdir -p "$books"
folder=$(mktemp -d "$target/bench.XXXXXX")
trap 'rm -rf "$folder"' EXIT
export XDG_STATE_HOME="$folder/state"
for size in $((hands / 100)) $((hands / 10)) "$hands"; do
    book=$books/$size.db
    if [ ! -e "$book" ]; then
        rm -f "$books/part.db" "$books/part.db-journal"
        cargo run --quiet --release --example large_book -- "$books/part.db" "$size"
        mv "$books/part.db" "$book"
    fi
    export GINPAD_BOOK="$book"
done

cargo bench --quiet --bench reading -- "$book" "$rounds"

{ echo "ATTACH '$book' AS book;"; cat benches/typed.sql; } | sqlite3 "$folder/typed.db" > /dev/null
echo "SELECT h.*, r.* FROM hand AS h JOIN result AS r ON r.hand = h.id;" > "$folder/print.sql"

# Lets several commands take turns in one round. Hyperfine's warnings are about single runs and are not shown: only the
# medians count.
race() {
    result=$1
    shift
    hyperfine --style=none --runs 1 --export-json "$folder/$result.json" "$@" > "$folder/log" 2>&1 || {
        cat "$folder/log" >&2
        exit 1
    }
}

# The same games as a text sheet and as a spreadsheet with one row a hand.
"$ginpad" export --book "$books/$((hands / 10)).db" > "$folder/games.gin"
python3 - "$folder/games.gin" "$folder/games.csv" <<'PYTHON'
import csv
import sys

sheets = open(sys.argv[1], encoding="utf-8").read().split("---\n")
with open(sys.argv[2], "w", encoding="utf-8", newline="") as table:
    rows = csv.writer(table)
    rows.writerow(["game", "date", "time", "side 1", "side 2", "rules", "status", "entry"])
    for number, sheet in enumerate(sheets, 1):
        head, _, entries = sheet.partition("\n\n")
        head = dict(line.split(": ", 1) for line in head.splitlines())
        sides = head["sides"].split(", ")
        day, time = head["date"].split()[:2]
        about = [number, day, time, *sides, head["rules"], head.get("closed", "")]
        for entry in entries.splitlines():
            rows.writerow([*about, entry])
PYTHON

round=0
while [ "$round" -lt "$rounds" ]; do
    race "reports.$round" "sqlite3 -readonly $folder/typed.db < $folder/print.sql" "$ginpad standings" \
        "$ginpad versus Ann Bob" "$ginpad player Ann"
    race "import.$round" --prepare "rm -f $folder/new.db" "$ginpad import $folder/games.gin --book $folder/new.db" \
        "$ginpad import $folder/games.csv --book $folder/new.db"
    round=$((round + 1))
done

cat > "$folder/medians.py" <<'PYTHON'
"""Prints the median time of each command, and its ratio to the first."""

import glob
import json
import statistics
import sys

folder, kind, *names = sys.argv[1:]
rounds = [json.load(open(path))["results"] for path in glob.glob(f"{folder}/{kind}.*.json")]
times = [[round[at]["times"][0] for round in rounds] for at in range(len(names))]
busy = [[round[at]["user"] + round[at]["system"] for round in rounds] for at in range(len(names))]
for name, elapsed, processor in zip(names, times, busy):
    median, work = statistics.median(elapsed), statistics.median(processor)
    ratios = f"{median / statistics.median(times[0]):.2f}, of processor time {work / statistics.median(busy[0]):.2f}"
    print(f"{name:28} {median:7.2f} s, processor {work:7.2f} s; ratio {ratios}")
PYTHON
echo "$hands hands, medians of $rounds rounds:"
python3 "$folder/medians.py" "$folder" reports "the hands printed by sqlite3" "ginpad standings" "ginpad versus Ann Bob" \
    "ginpad player Ann"
echo "$((hands / 10)) hands, medians of $rounds rounds:"
python3 "$folder/medians.py" "$folder" import "ginpad import games.gin" "ginpad import games.csv"

python3 - "$ginpad" "$books" "$hands" <<'PYTHON'
"""Prints the most memory that `ginpad standings` takes, by the size of the book."""

import os
import subprocess
import sys

ginpad, books, hands = sys.argv[1], sys.argv[2], int(sys.argv[3])
for size in (hands // 100, hands // 10, hands):
    child = subprocess.Popen([ginpad, "standings", "--book", f"{books}/{size}.db"], stdout=subprocess.DEVNULL)
    _, _, used = os.wait4(child.pid, 0)
    print(f"ginpad standings, {size} hands: {used.ru_maxrss / 1024:.1f} MiB at most")
PYTHON

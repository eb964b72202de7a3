#!/bin/sh
# Measures the speed with cards: the solver against the gin-rummy crate, then the program.
#
#   benches/cards.sh [HANDS]      random hands of ten in the file; 2000000 by default
#   ROUNDS=50 benches/cards.sh    the number of rounds; 20 by default
#
# 1. `cargo bench --bench solver`. Its first lines say what it measures.
# 2. `ginpad deadwood` with one hand against `ginpad --version`: ten runs each in a round.
# 3. `ginpad deadwood --batch --plain` with the file against `wc -l`, which only reads it: two runs each in a round.
#    Hands per second of processor time are printed too. They do not depend on what else the machine does.
#
# Needs hyperfine and python3. The ratio is what counts. Both sides take turns, so that other load affects both alike.
set -eu

hands=${1:-2000000}
rounds=${ROUNDS:-20}
cd "$(dirname "$0")/.."
cargo bench --quiet --bench solver
cargo build --quiet --release
target=${CARGO_TARGET_DIR:-$PWD/target}
ginpad=$target/release/ginpad
folder=$(mktemp -d "$target/bench.XXXXXX")
trap 'rm -rf "$folder"' EXIT
export GINPAD_BOOK="$folder/book.db" XDG_STATE_HOME="$folder/state"

python3 - "$hands" > "$folder/hands.txt" <<'PYTHON'
import random
import sys

pack = [rank + suit for suit in "SHDC" for rank in "A23456789TJQK"]
dealer = random.Random(7)
for _ in range(int(sys.argv[1])):
    print(" ".join(dealer.sample(pack, 10)))
PYTHON
lines=$("$ginpad" deadwood --batch --plain < "$folder/hands.txt" | wc -l)
if [ "$lines" -ne "$hands" ]; then
    echo "$lines lines for $hands hands" >&2
    exit 1
fi

# Lets two commands take turns in one round. Hyperfine's warnings are about single runs and are not shown: only the
# medians count.
race() {
    result=$1
    shift
    hyperfine --shell=none --style=none --export-json "$folder/$result.json" "$@" > "$folder/log" 2>&1 || {
        cat "$folder/log" >&2
        exit 1
    }
}

round=0
while [ "$round" -lt "$rounds" ]; do
    race "one.$round" --warmup 2 --runs 10 "$ginpad deadwood 7hdc a23s 8c 9c 4h kd" "$ginpad --version"
    race "batch.$round" --runs 2 "sh -c '$ginpad deadwood --batch --plain < $folder/hands.txt'" \
        "sh -c 'wc -l < $folder/hands.txt'"
    round=$((round + 1))
done

python3 - "$hands" "$folder" <<'PYTHON'
import glob
import json
import statistics
import sys

hands, folder = int(sys.argv[1]), sys.argv[2]


def sides(name):
    """The medians of both sides over all rounds: elapsed time, then processor time."""
    clock, processor = ([], []), ([], [])
    for path in glob.glob(f"{folder}/{name}.*.json"):
        for side, result in enumerate(json.load(open(path))["results"]):
            clock[side].extend(result["times"])
            processor[side].append(result["user"] + result["system"])
    return [[statistics.median(side) for side in times] for times in (clock, processor)]


(one, version), _ = sides("one")
print(
    f"one hand, medians: ginpad deadwood {one * 1000:.2f} ms, "
    f"ginpad --version {version * 1000:.2f} ms; ratio {one / version:.2f}"
)
(batch, count), (busy, _) = sides("batch")
print(
    f"{hands} hands, medians: ginpad deadwood --batch --plain {batch:.3f} s, wc -l {count:.3f} s; "
    f"ratio {batch / count:.1f}; {hands / batch / 1e6:.2f} million hands a second, "
    f"{hands / busy / 1e6:.2f} million a second of processor time"
)
PYTHON

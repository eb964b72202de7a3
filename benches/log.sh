#!/bin/sh
# Measures `ginpad log` against the least that SQLite needs: the sqlite3 shell inserting one row into a copy of the
# book with the same settings. Both sides run in turns. The script prints the ratio of their medians.
#
#   benches/log.sh [HANDS]      hands in the book at the start; 10000 by default
#   ROUNDS=50 benches/log.sh    the number of rounds of ten runs each; 20 by default
#
# Needs hyperfine, sqlite3 and python3. The ratio is what counts: single times depend on the disk and on other load.
set -eu

hands=${1:-10000}
rounds=${ROUNDS:-20}
cd "$(dirname "$0")/.."
cargo build --quiet --release
folder=$(mktemp -d "$PWD/target/bench.XXXXXX")
trap 'rm -rf "$folder"' EXIT
# The system keeps a file in memory in the pieces that were written: page by page by the linker, in large pieces by `cp`.
# That changes a start by up to a millisecond. So the program is read from the disk, as after a start of the machine.
ginpad=$folder/ginpad
cp target/release/ginpad "$ginpad"
sync "$ginpad"
dd if="$ginpad" iflag=nocache count=0 status=none
export GINPAD_BOOK="$folder/book.db" XDG_STATE_HOME="$folder/state"

python3 - "$hands" > "$folder/games.gin" <<'PYTHON'
import sys
# Twenty hands a game; none of them ends it.
games = []
for game in range(int(sys.argv[1]) // 20):
    day = f"{2000 + game // 336:04}-{1 + game // 28 % 12:02}-{1 + game % 28:02}"
    hands = [f"{('Ann', 'Bob')[hand % 2]} knock {1 + hand % 10} {11 + (game + hand) % 30}" for hand in range(20)]
    header = [f"date: {day} 19:30 +01:00", "rules: standard, target=100000", "sides: Ann, Bob", ""]
    games.append("\n".join(header + hands) + "\n")
print("---\n".join(games), end="")
PYTHON
"$ginpad" import "$folder/games.gin"
cp "$GINPAD_BOOK" "$folder/shell.db"

cat > "$folder/insert.sql" <<'SQL'
PRAGMA busy_timeout = 10000;
PRAGMA cell_size_check = ON;
PRAGMA temp_store = MEMORY;
PRAGMA synchronous = EXTRA;
BEGIN IMMEDIATE;
INSERT INTO change (id, line, hash)
    SELECT randomblob(16), substr(line, 1, 280), randomblob(32) FROM change ORDER BY arrival DESC LIMIT 1;
COMMIT;
SQL

# A dead hand is written like any other, and never ends the game. Each round has its own game, so that no game grows
# longer than real ones. The two sides take turns, so that other load affects both alike.
round=0
while [ "$round" -lt "$rounds" ]; do
    "$ginpad" new Ann Bob > /dev/null 2>&1
    hyperfine --shell=none --style=none --warmup 2 --runs 10 --export-json "$folder/times.$round.json" \
        "$ginpad log dead" "sqlite3 -init $folder/insert.sql $folder/shell.db .quit" > /dev/null
    round=$((round + 1))
done

python3 - "$hands" "$folder"/times.*.json <<'PYTHON'
import json
import statistics
import sys

log, shell = ([], [])
for path in sys.argv[2:]:
    results = json.load(open(path))["results"]
    log += results[0]["times"]
    shell += results[1]["times"]
medians = [statistics.median(times) * 1000 for times in (log, shell)]
print(
    f"{sys.argv[1]} hands, {len(log)} runs each, medians: "
    f"ginpad log {medians[0]:.2f} ms, sqlite3 {medians[1]:.2f} ms; ratio {medians[0] / medians[1]:.2f}"
)
PYTHON

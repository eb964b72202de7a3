#!/usr/bin/env bash
# Measures a club: how long a device waits, compared with the server's own time for the same bytes; and the tally, compared
# with the fold of a book. It makes a club of this many devices and games, with ten hands a game.
#
#   GINPAD_FSYNC=on tests/with_postgres benches/club.sh [GAMES] [DEVICES]
set -euo pipefail

games=${1:-100000} devices=${2:-50}
ginpad=${GINPAD:-$(dirname "$0")/../target/release/ginpad}
ginpad=$(realpath "$ginpad")
socket=${GINPAD_CLUB_SERVER##*host=}
password=${GINPAD_CLUB_SERVER#*founder:} password=${password%%@*}
export PGPASSWORD=$password
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
psql "$GINPAD_CLUB_SERVER" -qc "CREATE DATABASE bench"
url="postgresql://founder@/bench?host=$socket"

now() { date +%s.%N; }
seconds() { local from; from=$(now); "$@" > last.out 2> last.err || { cat last.err >&2; exit 1; }; echo "$(now) - $from" | bc; }
ratio() { echo "scale=2; $1 / $2" | bc; }
device() { local who=$1; shift; mkdir -p "$who"; HOME=$folder/$who XDG_STATE_HOME=$folder/$who/state GINPAD_BOOK=$folder/$who/book.db "$ginpad" "$@"; }

# Sheets of games between two hundred players over two years, the same ones each time.
sheets() {
    python3 - "$1" "$2" << 'END'
import random, sys
games, device = int(sys.argv[1]), int(sys.argv[2])
random.seed(device)
names = [f"Player{number:03}" for number in range(200)]
for game in range(games):
    one, other = random.sample(names, 2)
    day = game * 700 // games
    print(f"date: {2025 + day // 360}-{1 + day % 360 // 30:02}-{1 + day % 28:02} {10 + random.randrange(13)}:{random.randrange(60):02} +00:00")
    print(f"rules: standard, target=1000\nsides: {one}, {other}\n")
    for _ in range(10):
        who = random.choice([one, other])
        print(f"{who} knock {1 + random.randrange(9)} {random.randrange(20, 70)}" if random.random() < 0.8 else f"{who} gin {random.randrange(5, 60)}")
    print("---" if game < games - 1 else "")
END
}

device owner new Olga Ann > last.out
device owner club init "$url" > last.out 2>&1
echo "a club of $devices devices and $((games * 10)) hands"
for number in $(seq "$devices"); do
    sheets $((games / devices)) "$number" > games.gin
    device "d$number" import games.gin > last.out 2>&1
    device owner club add "Member$number" | tail -1 > "d$number.line"
done

# Only the first one joins by name; later ones meet the same people.
from=$(now)
for number in $(seq "$devices"); do
    device "d$number" club join --keep-apart < "d$number.line" > "d$number.out" 2>&1 &
    [ $((number % 8)) -ne 0 ] || wait
done
wait
lines=$(psql "$url" -qtAc "SELECT count(*) FROM ginpad.change")
took=$(echo "$(now) - $from" | bc)
echo "all devices join, with lines going both ways: $took s, $lines lines there"

echo "a new device"
line=$(device owner club add New | tail -1)
join() { echo "$line" | device new club join --keep-apart; }
first=$(seconds join)
copy=$(seconds psql "$url" -qc "\\copy (SELECT line, hash FROM ginpad.change) TO '/dev/null'")
echo "  first sync $first s, COPY out $copy s, ratio $(ratio "$first" "$copy")"

echo "one new hand of another"
device d1 new Player001 Player002 > last.out 2>&1
device d1 sync > last.out 2>&1
device owner sync > last.out 2>&1
device d1 log Player001 gin 5 > last.out 2>&1
device d1 sync > last.out 2>&1
sync=$(seconds device owner sync)
select=$(seconds psql "$url" -qc "SELECT 1")
echo "  sync $sync s, SELECT 1 by psql $select s, ratio $(ratio "$sync" "$select")"

echo "$devices devices at once, some twenty new lines each"
for number in $(seq "$devices"); do
    device "d$number" new Player001 Player002 > last.out 2>&1
    for hand in $(seq 20); do device "d$number" log dead > last.out 2>&1; done
done
from=$(now)
for number in $(seq "$devices"); do device "d$number" sync > "d$number.out" 2>&1 & done
wait
took=$(echo "$(now) - $from" | bc)
there=$(psql "$url" -qtAc "SELECT count(*) FROM ginpad.change")
echo "  $(ratio $((there - lines)) "$took") durable lines a second, each device also reading those of the others"
if command -v pgbench > /dev/null || ls /usr/lib/postgresql/*/bin/pgbench > /dev/null 2>&1; then
    pgbench=$(command -v pgbench || ls /usr/lib/postgresql/*/bin/pgbench | tail -1)
    psql "$url" -qc "CREATE TABLE rows (line text, hash bytea UNIQUE)"
    echo "INSERT INTO rows SELECT repeat('x', 300), sha256(random()::text::bytea)" > insert.sql
    "$pgbench" -n -c "$devices" -j 2 -T 5 -f insert.sql "$url" 2> last.err | sed -n 's/^tps = \([0-9.]*\).*/  pgbench, a row a commit: \1 a second/p'
fi

echo "figures"
anew=$(seconds device owner club tally)
device owner sync > last.out 2>&1
fold=$(seconds device owner standings --json)
device d1 log Player002 gin 7 > last.out 2>&1
device d1 sync > last.out 2>&1
one=$(seconds device owner club tally)
asked=$(seconds device owner standings --club --json)
echo "  tally of all $anew s, fold of the owner's book $fold s, ratio $(ratio "$anew" "$fold"); tally after one game $one s"
echo "  standings --club $asked s; of the server, in ms:"
psql "$url" -qtA << 'END' | sed -n 's/^Time: \([0-9.]*\) ms.*/    \1/p'
\timing on
SELECT count(*), count(*) FILTER (WHERE is_finished) FROM ginpad.played;
SELECT who, line FROM ginpad.standing ORDER BY who, month;
END
psql "$url" -qtAc "SELECT '  ' || relname || ' ' || pg_size_pretty(pg_total_relation_size(oid)) FROM pg_class WHERE relnamespace = 'ginpad'::regnamespace AND relkind = 'r' AND pg_total_relation_size(oid) > 1000000 ORDER BY pg_total_relation_size(oid) DESC"

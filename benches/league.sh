#!/usr/bin/env bash
# Tries a plan for a league: the lines of ten clubs in one table that is partitioned by club, against a database for each
# club, as ginpad has it. Both hold the same lines, with the columns, checks and indexes of `ginpad.change`.
#
#   GINPAD_FSYNC=on tests/with_postgres benches/league.sh [LINES]      lines a club, of fifty writers; 100000 by default
set -euo pipefail

lines=${1:-100000} clubs=10 writers=50
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
pgbench=$(command -v pgbench || ls /usr/lib/postgresql/*/bin/pgbench 2> /dev/null | tail -1)
socket=${GINPAD_CLUB_SERVER##*host=} PGPASSWORD=${GINPAD_CLUB_SERVER#*founder:}
export PGPASSWORD=${PGPASSWORD%%@*}
at() { echo "postgresql://founder@/$1?host=$socket"; }
milliseconds() { psql "$(at "$1")" -qtA -c '\timing on' -c "$2" -c "$2" -c "$2" | sed -n 's/^Time: \([0-9.]*\) ms.*/\1/p' | sort -n | sed -n 2p; }
columns="writer uuid NOT NULL, sequence bigint NOT NULL CHECK (sequence > 0), before bytea CHECK (length(before) = 32),
    hash bytea NOT NULL, arrival bigint NOT NULL, line text NOT NULL, CHECK (hash = sha256(convert_to(line, 'UTF8')))"

# The lines of a club: four hundred bytes each.
lines_of() {
    echo "SELECT md5('$1' || number % $writers)::uuid, 1 + number / $writers, sha256(number::text::bytea),
        sha256(convert_to(line, 'UTF8')), number, line
        FROM generate_series(0, $lines - 1) AS number, LATERAL (SELECT '$1' || lpad(number::text, 400, 'x')) AS made (line)"
}

for name in one ten; do psql "$GINPAD_CLUB_SERVER" -qc "CREATE DATABASE league_$name"; done
psql "$(at league_one)" -q << END
CREATE TABLE change ($columns, PRIMARY KEY (writer, sequence, hash));
CREATE UNIQUE INDEX ON change (writer, arrival);
INSERT INTO change $(lines_of 1);
VACUUM ANALYZE change;
END
psql "$(at league_ten)" -q << END
CREATE TABLE change (club integer NOT NULL, $columns, PRIMARY KEY (club, writer, sequence, hash)) PARTITION BY LIST (club);
CREATE UNIQUE INDEX ON change (club, writer, arrival);
$(for club in $(seq $clubs); do echo "CREATE TABLE club_$club PARTITION OF change FOR VALUES IN ($club);"; done)
$(for club in $(seq $clubs); do echo "INSERT INTO change SELECT $club, * FROM ($(lines_of "$club")) AS said;"; done)
VACUUM ANALYZE change;
END

# A club's heads by a loose index scan, and the lines of two writers that a device lacks.
heads() {
    echo "WITH RECURSIVE head AS (
        (SELECT writer, sequence FROM change WHERE true $1 ORDER BY writer DESC, sequence DESC LIMIT 1)
        UNION ALL SELECT next.* FROM head, LATERAL (SELECT writer, sequence FROM change
            WHERE change.writer < head.writer $1 ORDER BY writer DESC, sequence DESC LIMIT 1) AS next)
        SELECT count(*), sum(sequence) FROM head"
}
new() {
    echo "SELECT line, hash FROM change WHERE writer IN (md5('7' || 3)::uuid, md5('7' || 4)::uuid) $1
        AND sequence > $((lines / writers - 20))"
}
for what in heads new; do
    club_of_its_own=$($what "") among_ten=$($what "AND club = 7")
    own=$(milliseconds league_one "${club_of_its_own//\'7\'/\'1\'}") ten=$(milliseconds league_ten "$among_ten")
    echo "$what: $own ms in a database of its own, $ten ms among ten clubs, ratio $(echo "scale=2; $ten / $own" | bc)"
done

insert() {
    echo "\\set club random(1, $clubs)
\\set arrival random(1000000000, 2000000000)
INSERT INTO change SELECT $1 gen_random_uuid(), 1, NULL, sha256(convert_to(line, 'UTF8')), :arrival, line
    FROM (SELECT repeat('x', 400) || random()) AS made (line)"
}
insert "" > "$folder/one.sql"
insert ":club," > "$folder/ten.sql"
durable() { "$pgbench" -n -c 50 -j 2 -T "${SECONDS_EACH:-5}" -f "$folder/$1.sql" "$(at "league_$1")" 2> /dev/null | sed -n 's/^tps = \([0-9]*\).*/\1/p'; }
for round in 1 2 3; do
    own=$(durable one) ten=$(durable ten)
    echo "durable lines a second of 50 sessions, round $round: $own into one club, $ten into ten, ratio $(echo "scale=2; $ten / $own" | bc)"
done
for name in one ten; do
    echo "the database of $name: $(psql "$(at league_$name)" -qtAc "SELECT pg_size_pretty(pg_database_size(current_database()))")"
done

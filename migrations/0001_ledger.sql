-- The first schema: a ledger of lines.
--
-- Why: a change is what one command said, and it is one line: a JSON object that is kept, hashed and passed on as the
-- bytes that it was written in. So nothing smaller can be lost, no second form of a fact exists that could disagree with
-- the first, and a kind of fact that a later version adds needs no table. What facts mean is worked out from the lines.
--
-- This begins anew. Earlier, unreleased versions had a table for each kind of fact and eight schemas; a book of theirs is
-- refused.
--
-- `change` is what the book knows, in the order of arrival, which is this book's own. Nothing in it is ever updated or
-- deleted, and triggers see to it. A line is known by the first 16 bytes of its SHA-256. `concerns`, `run`, `start` and
-- `sum` are found again from the lines. The others are this book's own and no facts.
--
-- The program keeps a mark of the last transaction in the upper 24 bits of `user_version`, by which the journal of
-- another copy is known; the lower 8 bits are the number of the schema.

PRAGMA application_id = 0x67696e70; -- "ginp"
PRAGMA user_version = 1;

CREATE TABLE change (
    arrival INTEGER PRIMARY KEY,
    id      BLOB NOT NULL,
    line    TEXT NOT NULL,
    hash    BLOB NOT NULL
) STRICT;
CREATE UNIQUE INDEX change_by_name ON change (substr(hash, 1, 16));
CREATE INDEX change_by_id ON change (id);

CREATE TRIGGER change_no_update BEFORE UPDATE ON change BEGIN
    SELECT RAISE(ABORT, 'a line is never altered');
END;
CREATE TRIGGER change_no_delete BEFORE DELETE ON change BEGIN
    SELECT RAISE(ABORT, 'a line is never deleted');
END;

-- What a line says something of. The first byte tells the sort: a game, a person, a seat, a change that is undone, a name,
-- a list.
CREATE TABLE concerns (
    subject BLOB    NOT NULL,
    arrival INTEGER NOT NULL,
    PRIMARY KEY (subject, arrival)
) STRICT, WITHOUT ROWID;

-- Lines of one writer with consecutive numbers that arrived one after another: the line `first` at `arrival`. `before` is
-- the hash that the first line names, `hash` that of the last.
CREATE TABLE run (
    arrival INTEGER PRIMARY KEY,
    writer  BLOB    NOT NULL,
    first   INTEGER NOT NULL,
    last    INTEGER NOT NULL,
    before  BLOB,
    hash    BLOB    NOT NULL
) STRICT;
CREATE INDEX run_by_writer ON run (writer, first);

-- Every start that a line claims for a game, in milliseconds since 1970. `id` is that of the line, which orders the games
-- that start together; `game` is the subject.
CREATE TABLE start (
    time INTEGER NOT NULL,
    id   BLOB    NOT NULL,
    game BLOB    NOT NULL,
    PRIMARY KEY (time, id, game)
) STRICT, WITHOUT ROWID;

-- How many lines concern a subject, and the first eight bytes of all their hashes, combined by XOR. So a line that an index
-- hides is noticed. One row counts the starts in the same way.
CREATE TABLE sum (
    subject BLOB    NOT NULL PRIMARY KEY,
    lines   INTEGER NOT NULL,
    hash    INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- The numbers by which people know games here. `hash` is that of the row.
CREATE TABLE game_number (
    number INTEGER PRIMARY KEY,
    game   BLOB NOT NULL UNIQUE,
    hash   BLOB NOT NULL
) STRICT;

-- The games that `new` and `use` made the current one, by each writer that this book has been. `hash` is that of the row.
CREATE TABLE chosen_game (
    choice INTEGER PRIMARY KEY,
    writer BLOB    NOT NULL,
    game   BLOB    NOT NULL,
    hash   BLOB    NOT NULL
) STRICT;

-- The devices that write in this book, and what tells its file from copies: one row, a JSON array, and its hash.
CREATE TABLE device (
    one   INTEGER PRIMARY KEY CHECK (one = 1),
    state TEXT NOT NULL,
    hash  BLOB NOT NULL
) STRICT;

-- For people with an SQL prompt. Ids are written as in lines; a game or a person that the same line adds is known by the
-- number of its place there.
CREATE VIEW hand AS
SELECT change.arrival, fact.key AS place, change.line ->> '$.verb' AS verb, change.line ->> '$.at[0]' AS made_at,
       fact.value ->> '$.hand.game' AS game, fact.value ->> '$.hand.number' AS number, fact.value -> '$.hand' AS said
FROM change, json_each(change.line, '$.facts') AS fact
WHERE fact.value -> '$.hand' IS NOT NULL;

CREATE VIEW game AS
SELECT change.arrival, fact.key AS place, change.line ->> '$.at[0]' AS made_at,
       fact.value ->> '$.game.start[0]' AS started_at, fact.value ->> '$.game.title' AS title,
       fact.value -> '$.game.sides' AS sides, fact.value -> '$.game.rules' AS rules
FROM change, json_each(change.line, '$.facts') AS fact
WHERE fact.value -> '$.game' IS NOT NULL;

CREATE VIEW player AS
SELECT change.arrival, fact.key AS place, fact.value ->> '$.player.name' AS name
FROM change, json_each(change.line, '$.facts') AS fact
WHERE fact.value -> '$.player' IS NOT NULL;

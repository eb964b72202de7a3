-- The hands of a book in typed columns, one row for each hand and each result, with ids and hashes. `benches/store.py`
-- compares reports with the time to print them. Run with the new file as the database, and the book attached as `book`.
PRAGMA page_size = 8192;
PRAGMA journal_mode = OFF;
CREATE TABLE hand (
    arrival INTEGER PRIMARY KEY, id BLOB, change BLOB, game BLOB, number INTEGER, inserted_before BLOB, replaces BLOB,
    dead TEXT, upcard TEXT, note TEXT, played_at INTEGER, played_offset INTEGER, hash BLOB
);
CREATE TABLE result (
    hand BLOB, pair INTEGER, kind TEXT, side INTEGER, place INTEGER, own INTEGER, own_sum TEXT, other INTEGER,
    other_sum TEXT, points INTEGER, PRIMARY KEY (hand, pair)
) WITHOUT ROWID;
CREATE TABLE said AS
SELECT randomblob(16) AS id, change.hash AS hash, substr(change.hash, 1, 16) AS change, fact.value -> '$.hand' AS said
FROM book.change, json_each(change.line, '$.facts') AS fact
WHERE fact.value -> '$.hand' IS NOT NULL;
INSERT INTO hand
SELECT NULL, id, change, change, said ->> '$.number', NULL, NULL, said ->> '$.dead', said ->> '$.up', said ->> '$.note',
       said ->> '$.at[0]', said ->> '$.at[1]', hash
FROM said;
INSERT INTO result
SELECT id, 0,
       CASE WHEN said ->> '$.knock' THEN 'knock' WHEN said ->> '$.gin' THEN 'gin' WHEN said ->> '$.undercut' THEN 'undercut'
            WHEN said ->> '$.big-gin' THEN 'big-gin' ELSE 'dead' END,
       coalesce(said ->> '$.knock[0]', said ->> '$.gin[0]', said ->> '$.undercut[0]', said ->> '$.big-gin[0]'), 0,
       coalesce(said ->> '$.knock[1]', said ->> '$.undercut[1]'), NULL,
       coalesce(said ->> '$.knock[2]', said ->> '$.gin[1]', said ->> '$.undercut[2]', said ->> '$.big-gin[1]'), NULL, NULL
FROM said;
DROP TABLE said;

-- Hands that were logged in the wrong game, disagreements that are right as they are, choices with a hash, and upcards of
-- which only the rank was said.
--
-- A hand that was moved stays the hand that it was: one fact names it and the game in which it counts from now on. A
-- removal and a new hand would be two facts, which another device could have one without the other, and whoever corrected
-- the hand meanwhile would see it twice. The players are the same in both games, and may sit elsewhere; the fact says
-- where, so that a change of the sides later makes no difference.

-- `hand` is the version of the hand whose content counts. `number` and `inserted_before` are its place in `game`, as
-- those of a hand. `seats` gives, side by side, the seat in `game` of each player of the hand's own game: four seats a
-- side, counted from 0, so that `4/0` swaps two players. Without it, everybody sits where they sat.
CREATE TABLE transfer (
    arrival         INTEGER PRIMARY KEY,
    id              BLOB    NOT NULL UNIQUE CHECK (length(id) = 16),
    change          BLOB    NOT NULL REFERENCES change (id),
    hand            BLOB    NOT NULL REFERENCES hand (id),
    game            BLOB    NOT NULL REFERENCES game (id),
    number          INTEGER NOT NULL CHECK (number BETWEEN 1 AND 1000000),
    inserted_before BLOB    CHECK (inserted_before <> id),
    seats           TEXT    CHECK (seats GLOB '[0-7]*/[0-7]*' AND seats NOT GLOB '*[^0-7/]*' AND length(seats) <= 9),
    hash            BLOB    NOT NULL CHECK (length(hash) = 32),
    FOREIGN KEY (game, inserted_before) REFERENCES hand (game, id)
) STRICT;
CREATE INDEX transfer_by_change ON transfer (change);
CREATE INDEX transfer_by_hand ON transfer (hand);
CREATE INDEX transfer_by_game ON transfer (game);

-- Versions that stand against each other, and are right as they are. The table `superseded` lists them.
CREATE TABLE keeping (
    arrival INTEGER PRIMARY KEY,
    id      BLOB NOT NULL UNIQUE CHECK (length(id) = 16),
    change  BLOB NOT NULL REFERENCES change (id),
    hash    BLOB NOT NULL CHECK (length(hash) = 32)
) STRICT;
CREATE INDEX keeping_by_change ON keeping (change);

-- Facts that were kept whole until now. Those whose hand or game is not here wait for it.
INSERT INTO waiting (id, change, kind, missing, content, hash)
    SELECT id, change, kind, missing, content, hash FROM (
        SELECT *, CASE
            WHEN NOT EXISTS (SELECT 1 FROM hand WHERE hand.id = unhex(content ->> '$.hand', '-'))
            THEN unhex(content ->> '$.hand', '-')
            WHEN NOT EXISTS (SELECT 1 FROM game WHERE game.id = unhex(content ->> '$.game', '-'))
            THEN unhex(content ->> '$.game', '-')
            WHEN content ->> '$.inserted_before' IS NOT NULL AND NOT EXISTS (
                SELECT 1 FROM hand WHERE hand.id = unhex(content ->> '$.inserted_before', '-')
                    AND hand.game = unhex(content ->> '$.game', '-'))
            THEN unhex(content ->> '$.inserted_before', '-')
            END AS missing
        FROM kept_whole WHERE kind = 'transfer')
    WHERE missing IS NOT NULL ORDER BY arrival;
DROP TRIGGER kept_whole_no_delete;
DELETE FROM kept_whole WHERE kind = 'transfer' AND id IN (SELECT id FROM waiting);
CREATE TRIGGER kept_whole_no_delete BEFORE DELETE ON kept_whole BEGIN SELECT RAISE(ABORT, 'facts are insert-only'); END;
INSERT INTO transfer (id, change, hand, game, number, inserted_before, seats, hash)
    SELECT id, change, unhex(content ->> '$.hand', '-'), unhex(content ->> '$.game', '-'), content ->> '$.number',
        unhex(content ->> '$.inserted_before', '-'), content ->> '$.seats', hash
    FROM kept_whole WHERE kind = 'transfer' ORDER BY arrival;
INSERT INTO superseded (fact, version)
    SELECT whole.id, unhex(version.value, '-')
    FROM kept_whole AS whole, json_each(content, '$.supersedes') AS version WHERE kind = 'transfer';
INSERT INTO keeping (id, change, hash)
    SELECT id, change, hash FROM kept_whole WHERE kind = 'keeping' ORDER BY arrival;
INSERT INTO superseded (fact, version)
    SELECT whole.id, unhex(version.value, '-')
    FROM kept_whole AS whole, json_each(content, '$.versions') AS version WHERE kind = 'keeping';

-- Which game a device chose is no fact, but the next hand goes there. A hash tells whether the row is as it was written. Rows
-- that are here already have none.
ALTER TABLE chosen_game ADD COLUMN hash BLOB CHECK (length(hash) = 32);

-- The rank of an upcard whose suit nobody said. `upcard` holds a card, and to make one up would be to say more than the
-- table did. Hands that are here already have none, so their hashes stay as they were; what an older version kept whole
-- of a hand from a newer one is copied.
ALTER TABLE hand ADD COLUMN upcard_rank TEXT CHECK (
    upcard_rank IS NULL
    OR length(upcard_rank) = 1 AND upcard_rank GLOB '[A23456789TJQK]' AND upcard IS NULL);
DROP TRIGGER hand_no_update;
UPDATE hand SET upcard_rank = whole.content ->> '$.upcard_rank'
FROM kept_whole AS whole WHERE whole.kind = 'hand' AND whole.id = hand.id AND hand.upcard IS NULL
    AND json_type(whole.content, '$.upcard_rank') = 'text' AND length(whole.content ->> '$.upcard_rank') = 1
    AND whole.content ->> '$.upcard_rank' GLOB '[A23456789TJQK]';
CREATE TRIGGER hand_no_update BEFORE UPDATE ON hand BEGIN SELECT RAISE(ABORT, 'facts are insert-only'); END;

-- Facts are never altered.
CREATE TRIGGER transfer_no_update BEFORE UPDATE ON transfer BEGIN SELECT RAISE(ABORT, 'facts are insert-only'); END;
CREATE TRIGGER transfer_no_delete BEFORE DELETE ON transfer BEGIN SELECT RAISE(ABORT, 'facts are insert-only'); END;
CREATE TRIGGER keeping_no_update BEFORE UPDATE ON keeping BEGIN SELECT RAISE(ABORT, 'facts are insert-only'); END;
CREATE TRIGGER keeping_no_delete BEFORE DELETE ON keeping BEGIN SELECT RAISE(ABORT, 'facts are insert-only'); END;
DROP TRIGGER waiting_no_delete;
CREATE TRIGGER waiting_no_delete BEFORE DELETE ON waiting WHEN NOT (
        EXISTS (SELECT 1 FROM change WHERE id = OLD.id)
        OR EXISTS (SELECT 1 FROM player WHERE id = OLD.id)
        OR EXISTS (SELECT 1 FROM player_name WHERE id = OLD.id)
        OR EXISTS (SELECT 1 FROM game WHERE id = OLD.id)
        OR EXISTS (SELECT 1 FROM hand WHERE id = OLD.id)
        OR EXISTS (SELECT 1 FROM removal WHERE id = OLD.id)
        OR EXISTS (SELECT 1 FROM closing WHERE id = OLD.id)
        OR EXISTS (SELECT 1 FROM totals WHERE id = OLD.id)
        OR EXISTS (SELECT 1 FROM setting WHERE id = OLD.id)
        OR EXISTS (SELECT 1 FROM joining WHERE id = OLD.id)
        OR EXISTS (SELECT 1 FROM transfer WHERE id = OLD.id)
        OR EXISTS (SELECT 1 FROM keeping WHERE id = OLD.id)
        OR EXISTS (SELECT 1 FROM paid WHERE id = OLD.id)
        OR EXISTS (SELECT 1 FROM undo WHERE id = OLD.id)
        OR EXISTS (SELECT 1 FROM redo WHERE id = OLD.id)
        OR EXISTS (SELECT 1 FROM rescue WHERE id = OLD.id)
        OR EXISTS (SELECT 1 FROM kept_whole WHERE id = OLD.id))
BEGIN SELECT RAISE(ABORT, 'facts are insert-only'); END;

-- What this book has exchanged in shared folders. None of it is a fact: it belongs to this book alone, and goes back with it
-- when the book is restored. A folder is known by the segments in it. `sent` says, as JSON, how far the facts of this book
-- are in the folder; it is believed only with its hash.
CREATE TABLE shared_folder (
    id   INTEGER PRIMARY KEY,
    sent TEXT NOT NULL,
    hash BLOB NOT NULL CHECK (length(hash) = 32)
) STRICT;

-- The segments of a folder of which this book has taken in everything, or which it wrote.
CREATE TABLE shared_segment (
    folder INTEGER NOT NULL REFERENCES shared_folder (id) ON DELETE CASCADE,
    device BLOB    NOT NULL CHECK (length(device) = 16),
    number INTEGER NOT NULL CHECK (number BETWEEN 1 AND 99999999),
    digest BLOB    NOT NULL CHECK (length(digest) = 16),
    PRIMARY KEY (folder, device, number, digest)
) STRICT, WITHOUT ROWID;

-- Segments that the book had taken in before a backup was restored that does not know of them.
CREATE TABLE removed_segment (
    device BLOB    NOT NULL CHECK (length(device) = 16),
    number INTEGER NOT NULL CHECK (number BETWEEN 1 AND 99999999),
    digest BLOB    NOT NULL CHECK (length(digest) = 16),
    PRIMARY KEY (device, number, digest)
) STRICT, WITHOUT ROWID;

PRAGMA user_version = 8;

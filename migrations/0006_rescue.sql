-- Changes that count with the facts that are left of them.
--
-- A change counts when all of its facts are there. In a damaged book some may be lost for good, and then the others would
-- wait forever: one lost hand of an imported notebook keeps all of its games waiting. Whoever rescues a book says so, in a
-- fact: this change counts with as many facts as are left of it. If the lost ones turn up in another copy, they simply
-- count as well.
--
-- The record of the change itself may be lost, too. Its facts refer to it, so a row of `change` holds its place until the
-- record arrives, which replaces it. Such a row has a hash of zeros. It is no fact, and no other book learns of it.

-- What a rescue says: the change `rescued` counts with this many facts, or more. No reference: the change may not be here.
CREATE TABLE rescue (
    arrival INTEGER PRIMARY KEY,
    id      BLOB    NOT NULL UNIQUE CHECK (length(id) = 16),
    change  BLOB    NOT NULL REFERENCES change (id),
    rescued BLOB    NOT NULL CHECK (length(rescued) = 16),
    facts   INTEGER NOT NULL CHECK (facts BETWEEN 1 AND 1000000000),
    hash    BLOB    NOT NULL CHECK (length(hash) = 32)
) STRICT;
CREATE INDEX rescue_by_change ON rescue (change);
CREATE INDEX rescue_by_rescued ON rescue (rescued);

-- Facts that were kept whole until now.
INSERT INTO rescue (id, change, rescued, facts, hash)
    SELECT whole.id, whole.change, unhex(json_extract(content, '$.rescued'), '-'), json_extract(content, '$.facts'),
        whole.hash
    FROM kept_whole AS whole WHERE kind = 'rescue' ORDER BY whole.arrival;

-- Facts are never altered. Only a row that holds the place of a lost change gives it to the record.
CREATE TRIGGER rescue_no_update BEFORE UPDATE ON rescue BEGIN SELECT RAISE(ABORT, 'facts are insert-only'); END;
CREATE TRIGGER rescue_no_delete BEFORE DELETE ON rescue BEGIN SELECT RAISE(ABORT, 'facts are insert-only'); END;
DROP TRIGGER change_no_update;
CREATE TRIGGER change_no_update BEFORE UPDATE ON change
WHEN OLD.hash <> zeroblob(32) OR NEW.id <> OLD.id OR NEW.arrival <> OLD.arrival
BEGIN SELECT RAISE(ABORT, 'facts are insert-only'); END;
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
        OR EXISTS (SELECT 1 FROM paid WHERE id = OLD.id)
        OR EXISTS (SELECT 1 FROM undo WHERE id = OLD.id)
        OR EXISTS (SELECT 1 FROM redo WHERE id = OLD.id)
        OR EXISTS (SELECT 1 FROM rescue WHERE id = OLD.id)
        OR EXISTS (SELECT 1 FROM kept_whole WHERE id = OLD.id))
BEGIN SELECT RAISE(ABORT, 'facts are insert-only'); END;

PRAGMA user_version = 6;

-- Versions that did not know of each other, and facts of later versions.
--
-- Two devices may each correct one hand. Whoever settles that names both corrections, and `hand.replaces` has room for
-- one. A closing and a name can be said again too. So a fact may name further versions that it supersedes.
--
-- A book may also hold facts from a later version of this program: of a kind that this one does not know, or with a
-- field that it does not know. They are kept whole, so that their hashes hold and a later version finds them again.

-- The versions that a fact supersedes, beside the one that `hand.replaces` or `removal.hand` names. Part of the content of
-- the fact. No reference: the fact and the version may be of several kinds.
CREATE TABLE superseded (
    fact    BLOB NOT NULL CHECK (length(fact) = 16),
    version BLOB NOT NULL CHECK (length(version) = 16),
    PRIMARY KEY (fact, version)
) STRICT, WITHOUT ROWID;

-- Facts and changes that hold something this version does not know: all of their content, as canonical JSON. A fact of a
-- known kind stands in its own table too, by the fields that are known, and a change in the table of changes.
CREATE TABLE kept_whole (
    arrival INTEGER PRIMARY KEY,
    id      BLOB NOT NULL UNIQUE CHECK (length(id) = 16),
    change  BLOB NOT NULL REFERENCES change (id),
    kind    TEXT NOT NULL CHECK (length(kind) BETWEEN 1 AND 100),
    content TEXT NOT NULL CHECK (json_valid(content) AND json_type(content) = 'object'),
    hash    BLOB NOT NULL CHECK (length(hash) = 32)
) STRICT;
CREATE INDEX kept_whole_by_change ON kept_whole (change);

-- Facts are never altered.
CREATE TRIGGER superseded_no_update BEFORE UPDATE ON superseded BEGIN SELECT RAISE(ABORT, 'facts are insert-only'); END;
CREATE TRIGGER superseded_no_delete BEFORE DELETE ON superseded BEGIN SELECT RAISE(ABORT, 'facts are insert-only'); END;
CREATE TRIGGER kept_whole_no_update BEFORE UPDATE ON kept_whole BEGIN SELECT RAISE(ABORT, 'facts are insert-only'); END;
CREATE TRIGGER kept_whole_no_delete BEFORE DELETE ON kept_whole BEGIN SELECT RAISE(ABORT, 'facts are insert-only'); END;

-- Which changes count is decided by the program alone.
DROP VIEW undone_change;

PRAGMA user_version = 3;

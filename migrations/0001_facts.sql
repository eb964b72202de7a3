-- The first schema: facts, insert-only.
--
-- Why: a score is computed from what the table said, never stored, so that a correction anywhere corrects all that
-- follows and no total can disagree with its hands. A change is what one command did. It groups facts; undoing it
-- appends a fact that voids it. Nothing is ever updated or deleted, and triggers see to it.
--
-- `id` is a UUIDv7 and the same in every book that knows the fact. `arrival` is the order in which this book learned
-- of it, and so this book's own. `hash` is the SHA-256 over the canonical JSON of the fact's content, in which what is
-- absent is left out, so that a column added later changes the hash of no fact that is there. Numbers stay below 2^53,
-- where that JSON tells all of them apart.
-- Times are milliseconds since 1970 in UTC, with the offset of where they were noted in minutes.

PRAGMA application_id = 0x67696e70; -- "ginp"
PRAGMA user_version = 1;

-- What one command did: how many facts, so that a missing one is noticed. `sequence` counts the changes of a device in
-- this book, for finding gaps only.
CREATE TABLE change (
    arrival     INTEGER PRIMARY KEY,
    id          BLOB    NOT NULL UNIQUE CHECK (length(id) = 16),
    verb        TEXT    NOT NULL CHECK (length(verb) BETWEEN 1 AND 40 AND verb NOT GLOB '*[^a-z-]*'),
    device      BLOB    NOT NULL CHECK (length(device) = 16),
    sequence    INTEGER NOT NULL CHECK (sequence BETWEEN 1 AND 9007199254740991),
    made_at     INTEGER NOT NULL CHECK (made_at BETWEEN -30610224000000 AND 253402300799999),
    made_offset INTEGER NOT NULL CHECK (made_offset BETWEEN -1439 AND 1439),
    schema      INTEGER NOT NULL CHECK (schema BETWEEN 1 AND 1000000),
    facts       INTEGER NOT NULL CHECK (facts BETWEEN 1 AND 1000000000),
    hash        BLOB    NOT NULL CHECK (length(hash) = 32)
) STRICT;

-- A person. What they are called is a fact of its own, so that it can change.
CREATE TABLE player (
    arrival INTEGER PRIMARY KEY,
    id      BLOB NOT NULL UNIQUE CHECK (length(id) = 16),
    change  BLOB NOT NULL REFERENCES change (id),
    hash    BLOB NOT NULL CHECK (length(hash) = 32)
) STRICT;
CREATE INDEX player_by_change ON player (change);

CREATE TABLE player_name (
    arrival INTEGER PRIMARY KEY,
    id      BLOB NOT NULL UNIQUE CHECK (length(id) = 16),
    change  BLOB NOT NULL REFERENCES change (id),
    player  BLOB NOT NULL REFERENCES player (id),
    name    TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 40),
    hash    BLOB NOT NULL CHECK (length(hash) = 32)
) STRICT;
CREATE INDEX player_name_by_change ON player_name (change);
CREATE INDEX player_name_by_player ON player_name (player);

-- A game with its rules, frozen: every knob is a column, empty where the format has no such knob.
-- `source` is the SHA-256 of the text sheet that it was imported from.
CREATE TABLE game (
    arrival            INTEGER PRIMARY KEY,
    id                 BLOB    NOT NULL UNIQUE CHECK (length(id) = 16),
    change             BLOB    NOT NULL REFERENCES change (id),
    title              TEXT    CHECK (length(title) BETWEEN 1 AND 80),
    started_at         INTEGER CHECK (started_at BETWEEN -30610224000000 AND 253402300799999),
    started_offset     INTEGER CHECK (started_offset BETWEEN -1439 AND 1439),
    first_dealer       INTEGER CHECK (first_dealer IN (0, 1)),
    stake_minor        INTEGER CHECK (stake_minor BETWEEN 1 AND 1000000000000),
    stake_currency     TEXT    CHECK (stake_currency GLOB '[A-Z][A-Z][A-Z]'),
    source             BLOB    CHECK (length(source) = 32),
    preset             TEXT    NOT NULL CHECK (length(preset) BETWEEN 1 AND 40 AND preset NOT GLOB '*[^a-z0-9-]*'),
    knock_limit        INTEGER NOT NULL CHECK (knock_limit BETWEEN 0 AND 10),
    oklahoma           TEXT    NOT NULL CHECK (oklahoma IN ('off', 'ace-one', 'ace-gin')),
    spades_double      TEXT    NOT NULL CHECK (spades_double IN ('off', 'points', 'points-and-boxes')),
    gin_bonus          INTEGER NOT NULL CHECK (gin_bonus BETWEEN 0 AND 1000),
    big_gin_bonus      ANY     NOT NULL CHECK (big_gin_bonus = 'off' OR typeof(big_gin_bonus) = 'integer' AND big_gin_bonus BETWEEN 0 AND 1000),
    undercut_bonus     INTEGER NOT NULL CHECK (undercut_bonus BETWEEN 0 AND 1000),
    undercut_tie       TEXT    NOT NULL CHECK (undercut_tie IN ('bonus', 'no-bonus', 'knocker', 'void')),
    knock_bonus        INTEGER NOT NULL CHECK (knock_bonus BETWEEN 0 AND 1000),
    gin_boxes          INTEGER NOT NULL CHECK (gin_boxes BETWEEN 0 AND 10),
    big_gin_boxes      INTEGER NOT NULL CHECK (big_gin_boxes BETWEEN 0 AND 10),
    undercut_boxes     INTEGER NOT NULL CHECK (undercut_boxes BETWEEN 0 AND 10),
    gin_off_boxes      INTEGER NOT NULL CHECK (gin_off_boxes BETWEEN 0 AND 10),
    layoff_on_gin      INTEGER NOT NULL CHECK (layoff_on_gin IN (0, 1)),
    target             INTEGER NOT NULL CHECK (target BETWEEN 1 AND 100000),
    game_bonus         INTEGER NOT NULL CHECK (game_bonus BETWEEN 0 AND 1000),
    line_bonus         INTEGER NOT NULL CHECK (line_bonus BETWEEN 0 AND 1000),
    line_timing        TEXT    NOT NULL CHECK (line_timing IN ('end', 'immediate')),
    shutout            ANY     NOT NULL CHECK (shutout IN ('none', 'double-hands', 'double-bonuses', 'double-hands-and-game', 'double-total') OR typeof(shutout) = 'integer' AND shutout BETWEEN 0 AND 1000),
    shutout_when       TEXT    NOT NULL CHECK (shutout_when IN ('no-hands', 'no-points')),
    format             TEXT    NOT NULL CHECK (format IN ('single', 'multi-match', 'best-of', 'hollywood')),
    columns            INTEGER CHECK (columns BETWEEN 1 AND 12),
    column_multipliers TEXT    CHECK (column_multipliers NOT GLOB '*[^0-9/]*' AND length(column_multipliers) BETWEEN 1 AND 35),
    best_of            INTEGER CHECK (best_of BETWEEN 1 AND 99 AND best_of % 2 = 1),
    game_target        INTEGER CHECK (game_target BETWEEN 1 AND 100000),
    final_bonus        INTEGER CHECK (final_bonus BETWEEN 0 AND 1000),
    credit             TEXT    CHECK (credit IN ('both', 'finisher')),
    dealer             TEXT    NOT NULL CHECK (dealer IN ('alternate', 'winner', 'loser')),
    hash               BLOB    NOT NULL CHECK (length(hash) = 32),
    CHECK ((started_at IS NULL) = (started_offset IS NULL)),
    CHECK ((stake_minor IS NULL) = (stake_currency IS NULL)),
    CHECK ((format = 'hollywood') = (columns IS NOT NULL AND column_multipliers IS NOT NULL)),
    CHECK ((format = 'best-of') = (best_of IS NOT NULL)),
    CHECK ((format = 'multi-match') = (game_target IS NOT NULL AND final_bonus IS NOT NULL AND credit IS NOT NULL))
) STRICT;
CREATE INDEX game_by_change ON game (change);

-- Who sits where in a game. Part of the game's content.
CREATE TABLE seat (
    game   BLOB    NOT NULL REFERENCES game (id),
    side   INTEGER NOT NULL CHECK (side IN (0, 1)),
    place  INTEGER NOT NULL CHECK (place BETWEEN 0 AND 3),
    player BLOB    NOT NULL REFERENCES player (id),
    PRIMARY KEY (game, side, place),
    UNIQUE (game, player)
) STRICT, WITHOUT ROWID;
CREATE INDEX seat_by_player ON seat (player);

-- A hand as it was logged. Hands stand in the order of `number`, ties by id; one with `inserted_before` stands before
-- that hand, and its `number` is its place among those. One that `replaces` another takes its place.
CREATE TABLE hand (
    arrival         INTEGER PRIMARY KEY,
    id              BLOB    NOT NULL UNIQUE CHECK (length(id) = 16),
    change          BLOB    NOT NULL REFERENCES change (id),
    game            BLOB    NOT NULL REFERENCES game (id),
    number          INTEGER NOT NULL CHECK (number BETWEEN 1 AND 1000000),
    inserted_before BLOB    CHECK (inserted_before <> id),
    replaces        BLOB    CHECK (replaces <> id),
    dead            TEXT    CHECK (dead IN ('stock', 'misdeal')),
    upcard          TEXT    CHECK (length(upcard) = 2 AND upcard GLOB '[A23456789TJQK][SHDC]'),
    note            TEXT    CHECK (length(note) BETWEEN 1 AND 500),
    played_at       INTEGER CHECK (played_at BETWEEN -30610224000000 AND 253402300799999),
    played_offset   INTEGER CHECK (played_offset BETWEEN -1439 AND 1439),
    hash            BLOB    NOT NULL CHECK (length(hash) = 32),
    UNIQUE (game, id),
    FOREIGN KEY (game, inserted_before) REFERENCES hand (game, id),
    FOREIGN KEY (game, replaces) REFERENCES hand (game, id),
    CHECK (inserted_before IS NULL OR replaces IS NULL),
    CHECK ((played_at IS NULL) = (played_offset IS NULL))
) STRICT;
CREATE INDEX hand_by_change ON hand (change);
CREATE INDEX hand_by_replaced ON hand (replaces) WHERE replaces IS NOT NULL;

-- What was said of each pair of opponents. Part of the hand's content; none for a dead hand. `side` and `place` are the
-- seat of the player named, `own` is that player's deadwood and `other` the one across the table; a sum is how it was
-- counted.
CREATE TABLE result (
    hand      BLOB    NOT NULL REFERENCES hand (id),
    pair      INTEGER NOT NULL CHECK (pair BETWEEN 0 AND 3),
    kind      TEXT    NOT NULL CHECK (kind IN ('knock', 'gin', 'big-gin', 'undercut', 'points', 'dead')),
    side      INTEGER CHECK (side IN (0, 1)),
    place     INTEGER CHECK (place BETWEEN 0 AND 3),
    own       INTEGER CHECK (own BETWEEN 0 AND 98),
    own_sum   TEXT    CHECK (own_sum NOT GLOB '*[^0-9+]*' AND length(own_sum) <= 100),
    other     INTEGER CHECK (other BETWEEN 0 AND 98),
    other_sum TEXT    CHECK (other_sum NOT GLOB '*[^0-9+]*' AND length(other_sum) <= 100),
    points    INTEGER CHECK (points BETWEEN 1 AND 1000),
    PRIMARY KEY (hand, pair),
    CHECK ((kind = 'dead') = (side IS NULL AND place IS NULL)),
    CHECK ((side IS NULL) = (place IS NULL)),
    CHECK ((kind IN ('knock', 'undercut')) = (own IS NOT NULL)),
    CHECK ((kind IN ('knock', 'undercut', 'gin', 'big-gin')) = (other IS NOT NULL)),
    CHECK ((kind = 'points') = (points IS NOT NULL)),
    CHECK (own_sum IS NULL OR own IS NOT NULL),
    CHECK (other_sum IS NULL OR other IS NOT NULL)
) STRICT, WITHOUT ROWID;

-- A hand taken out of its game.
CREATE TABLE removal (
    arrival INTEGER PRIMARY KEY,
    id      BLOB NOT NULL UNIQUE CHECK (length(id) = 16),
    change  BLOB NOT NULL REFERENCES change (id),
    hand    BLOB NOT NULL REFERENCES hand (id),
    hash    BLOB NOT NULL CHECK (length(hash) = 32)
) STRICT;
CREATE INDEX removal_by_change ON removal (change);
CREATE INDEX removal_by_hand ON removal (hand);

-- A game ended unfinished; `forfeit` is the side that gave it up.
CREATE TABLE closing (
    arrival INTEGER PRIMARY KEY,
    id      BLOB NOT NULL UNIQUE CHECK (length(id) = 16),
    change  BLOB NOT NULL REFERENCES change (id),
    game    BLOB NOT NULL REFERENCES game (id),
    forfeit INTEGER CHECK (forfeit IN (0, 1)),
    hash    BLOB NOT NULL CHECK (length(hash) = 32)
) STRICT;
CREATE INDEX closing_by_change ON closing (change);
CREATE INDEX closing_by_game ON closing (game);

-- A change taken back, and a taking-back taken back. A change counts unless it has an undo without a redo.
CREATE TABLE undo (
    arrival INTEGER PRIMARY KEY,
    id      BLOB NOT NULL UNIQUE CHECK (length(id) = 16),
    change  BLOB NOT NULL REFERENCES change (id),
    undone  BLOB NOT NULL REFERENCES change (id),
    hash    BLOB NOT NULL CHECK (length(hash) = 32)
) STRICT;
CREATE INDEX undo_by_change ON undo (change);
CREATE INDEX undo_by_undone ON undo (undone);

CREATE TABLE redo (
    arrival INTEGER PRIMARY KEY,
    id      BLOB NOT NULL UNIQUE CHECK (length(id) = 16),
    change  BLOB NOT NULL REFERENCES change (id),
    undo    BLOB NOT NULL REFERENCES undo (id),
    hash    BLOB NOT NULL CHECK (length(hash) = 32)
) STRICT;
CREATE INDEX redo_by_change ON redo (change);
CREATE INDEX redo_by_undo ON redo (undo);

-- The changes that do not count.
CREATE VIEW undone_change (id) AS
    SELECT undone FROM undo WHERE NOT EXISTS (SELECT 1 FROM redo WHERE redo.undo = undo.id);

-- What this book calls its games. No fact: another book has its own numbers. One that was undone gives its number to
-- the next.
CREATE TABLE game_number (
    number INTEGER PRIMARY KEY CHECK (number >= 1),
    game   BLOB    NOT NULL UNIQUE REFERENCES game (id)
) STRICT;

-- The game that a device chose to go on with. No fact: it is this device's own, and a game that arrived later than
-- `after` ends the choice.
CREATE TABLE chosen_game (
    device BLOB    PRIMARY KEY CHECK (length(device) = 16),
    game   BLOB    NOT NULL REFERENCES game (id),
    after  INTEGER NOT NULL CHECK (after >= 0)
) STRICT, WITHOUT ROWID;

-- Facts are never altered.
CREATE TRIGGER change_no_update BEFORE UPDATE ON change BEGIN SELECT RAISE(ABORT, 'facts are insert-only'); END;
CREATE TRIGGER change_no_delete BEFORE DELETE ON change BEGIN SELECT RAISE(ABORT, 'facts are insert-only'); END;
CREATE TRIGGER player_no_update BEFORE UPDATE ON player BEGIN SELECT RAISE(ABORT, 'facts are insert-only'); END;
CREATE TRIGGER player_no_delete BEFORE DELETE ON player BEGIN SELECT RAISE(ABORT, 'facts are insert-only'); END;
CREATE TRIGGER player_name_no_update BEFORE UPDATE ON player_name BEGIN SELECT RAISE(ABORT, 'facts are insert-only'); END;
CREATE TRIGGER player_name_no_delete BEFORE DELETE ON player_name BEGIN SELECT RAISE(ABORT, 'facts are insert-only'); END;
CREATE TRIGGER game_no_update BEFORE UPDATE ON game BEGIN SELECT RAISE(ABORT, 'facts are insert-only'); END;
CREATE TRIGGER game_no_delete BEFORE DELETE ON game BEGIN SELECT RAISE(ABORT, 'facts are insert-only'); END;
CREATE TRIGGER seat_no_update BEFORE UPDATE ON seat BEGIN SELECT RAISE(ABORT, 'facts are insert-only'); END;
CREATE TRIGGER seat_no_delete BEFORE DELETE ON seat BEGIN SELECT RAISE(ABORT, 'facts are insert-only'); END;
CREATE TRIGGER hand_no_update BEFORE UPDATE ON hand BEGIN SELECT RAISE(ABORT, 'facts are insert-only'); END;
CREATE TRIGGER hand_no_delete BEFORE DELETE ON hand BEGIN SELECT RAISE(ABORT, 'facts are insert-only'); END;
CREATE TRIGGER result_no_update BEFORE UPDATE ON result BEGIN SELECT RAISE(ABORT, 'facts are insert-only'); END;
CREATE TRIGGER result_no_delete BEFORE DELETE ON result BEGIN SELECT RAISE(ABORT, 'facts are insert-only'); END;
CREATE TRIGGER removal_no_update BEFORE UPDATE ON removal BEGIN SELECT RAISE(ABORT, 'facts are insert-only'); END;
CREATE TRIGGER removal_no_delete BEFORE DELETE ON removal BEGIN SELECT RAISE(ABORT, 'facts are insert-only'); END;
CREATE TRIGGER closing_no_update BEFORE UPDATE ON closing BEGIN SELECT RAISE(ABORT, 'facts are insert-only'); END;
CREATE TRIGGER closing_no_delete BEFORE DELETE ON closing BEGIN SELECT RAISE(ABORT, 'facts are insert-only'); END;
CREATE TRIGGER undo_no_update BEFORE UPDATE ON undo BEGIN SELECT RAISE(ABORT, 'facts are insert-only'); END;
CREATE TRIGGER undo_no_delete BEFORE DELETE ON undo BEGIN SELECT RAISE(ABORT, 'facts are insert-only'); END;
CREATE TRIGGER redo_no_update BEFORE UPDATE ON redo BEGIN SELECT RAISE(ABORT, 'facts are insert-only'); END;
CREATE TRIGGER redo_no_delete BEFORE DELETE ON redo BEGIN SELECT RAISE(ABORT, 'facts are insert-only'); END;

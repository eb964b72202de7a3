-- A place for facts that wait, and what a large book needs so that nothing in it is looked for one by one.

-- Facts and changes that wait.
--
-- Books exchange facts, and an exchange may be cut half-way. A change counts when all of its facts are there, and a fact
-- when everything that it refers to is there. Until then it is kept here whole, as canonical content in JSON, so that
-- facts may arrive in any order. The tables of facts hold only what may count. `missing` is the id of what a row waits
-- for: a change, player, game, hand or undo. A change that lacks facts waits for itself.
--
-- A row leaves this table only when it is in the table of its kind.
CREATE TABLE waiting (
    arrival INTEGER PRIMARY KEY,
    id      BLOB NOT NULL UNIQUE CHECK (length(id) = 16),
    change  BLOB NOT NULL CHECK (length(change) = 16),
    kind    TEXT NOT NULL CHECK (length(kind) BETWEEN 1 AND 100),
    missing BLOB NOT NULL CHECK (length(missing) = 16),
    content TEXT NOT NULL CHECK (json_valid(content) AND json_type(content) = 'object'),
    hash    BLOB NOT NULL CHECK (length(hash) = 32)
) STRICT;
CREATE INDEX waiting_by_change ON waiting (change);
CREATE INDEX waiting_by_missing ON waiting (missing);
CREATE TRIGGER waiting_no_update BEFORE UPDATE OF arrival, id, change, kind, content, hash ON waiting
BEGIN SELECT RAISE(ABORT, 'facts are insert-only'); END;
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
        OR EXISTS (SELECT 1 FROM kept_whole WHERE id = OLD.id))
BEGIN SELECT RAISE(ABORT, 'facts are insert-only'); END;

-- Which game is the current one, what stands before it, and who plays most are asked of every book, however large. Each
-- of these indexes is written when a game begins or a device writes for the first time, and by no hand that is logged.

-- The games that a device began, the latest last: the current game is one of them.
CREATE INDEX change_new ON change (device) WHERE verb = 'new';
-- Whether a device has written at all. Without it, the first change of a new device would look through all changes.
CREATE INDEX change_first ON change (device) WHERE sequence = 1;
-- The order of games, and which change each comes from, without the wide rows.
CREATE INDEX game_by_start ON game (started_at, id, change);
-- The hands inserted before others. While an import waits for its change, SQLite asks for each new hand which ones refer
-- to it, and without this index looks through all hands of its game.
CREATE INDEX hand_by_inserted ON hand (inserted_before) WHERE inserted_before IS NOT NULL;
-- The games that were begun here, apart from those that were imported.
CREATE INDEX game_by_source ON game (source);

-- Every `use` of a device, not only its latest: if the game of the latest is undone, the one before counts again. Still
-- no fact. `choice` counts those of a device, and a game that the device began later than `after` ends the choice.
ALTER TABLE chosen_game RENAME TO chosen_once;
CREATE TABLE chosen_game (
    device BLOB    NOT NULL CHECK (length(device) = 16),
    choice INTEGER NOT NULL CHECK (choice >= 1),
    game   BLOB    NOT NULL REFERENCES game (id),
    after  INTEGER NOT NULL CHECK (after >= 0),
    PRIMARY KEY (device, choice)
) STRICT, WITHOUT ROWID;
INSERT INTO chosen_game (device, choice, game, after) SELECT device, 1, game, after FROM chosen_once;
DROP TABLE chosen_once;

PRAGMA user_version = 5;

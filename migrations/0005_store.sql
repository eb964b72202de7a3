-- What a large book needs so that nothing in it is looked for one by one.

-- Which game is the current one, what stands before it, and who plays most are asked of every book, however large. Each
-- of these indexes is written when a game begins or a device writes for the first time, and by no hand that is logged.

-- The games that a device began, the latest last: the current game is one of them.
CREATE INDEX change_new ON change (device) WHERE verb = 'new';
-- Whether a device has written at all. Without it, the first change of a new device would look through all changes.
CREATE INDEX change_first ON change (device) WHERE sequence = 1;
-- The order of games, and which change each comes from, without the wide rows.
CREATE INDEX game_by_start ON game (started_at, id, change);
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

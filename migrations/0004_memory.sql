-- What a game belongs to and is played for, games known by their totals only, and payments.
--
-- People play trips and seasons, put money on a game or a line, and keep old notebooks in which only the totals stand.
-- They also pay what they owe. All of that is what they said, and so facts.
--
-- The columns of `game` have no default: an older game says nothing of them, and its hash stays what it was. Facts that
-- a later version wrote were kept whole by an older one. What this version knows of them is copied into its tables.

ALTER TABLE game ADD COLUMN event TEXT CHECK (length(event) BETWEEN 1 AND 80);
-- Besides `stake_minor` a point: what the winner of the game gets, and what each line is worth.
ALTER TABLE game ADD COLUMN stake_game_minor INTEGER CHECK (stake_game_minor BETWEEN 1 AND 1000000000000);
ALTER TABLE game ADD COLUMN stake_game_currency TEXT CHECK (
    (stake_game_currency IS NULL) = (stake_game_minor IS NULL)
    AND (stake_game_currency IS NULL OR stake_game_currency GLOB '[A-Z][A-Z][A-Z]'));
ALTER TABLE game ADD COLUMN stake_line_minor INTEGER CHECK (stake_line_minor BETWEEN 1 AND 1000000000000);
ALTER TABLE game ADD COLUMN stake_line_currency TEXT CHECK (
    (stake_line_currency IS NULL) = (stake_line_minor IS NULL)
    AND (stake_line_currency IS NULL OR stake_line_currency GLOB '[A-Z][A-Z][A-Z]'));

-- The totals of an old game of which nobody wrote down the hands. `winner` is empty if the sides were level.
CREATE TABLE totals (
    arrival INTEGER PRIMARY KEY,
    id      BLOB    NOT NULL UNIQUE CHECK (length(id) = 16),
    change  BLOB    NOT NULL REFERENCES change (id),
    game    BLOB    NOT NULL REFERENCES game (id),
    first   INTEGER NOT NULL CHECK (first BETWEEN 0 AND 1000000),
    second  INTEGER NOT NULL CHECK (second BETWEEN 0 AND 1000000),
    winner  INTEGER CHECK (winner IN (0, 1)),
    hash    BLOB    NOT NULL CHECK (length(hash) = 32)
) STRICT;
CREATE INDEX totals_by_change ON totals (change);
CREATE INDEX totals_by_game ON totals (game);

-- Money that one person paid another, in the smallest units of the currency.
CREATE TABLE paid (
    arrival  INTEGER PRIMARY KEY,
    id       BLOB    NOT NULL UNIQUE CHECK (length(id) = 16),
    change   BLOB    NOT NULL REFERENCES change (id),
    payer    BLOB    NOT NULL REFERENCES player (id),
    payee    BLOB    NOT NULL REFERENCES player (id) CHECK (payee <> payer),
    minor    INTEGER NOT NULL CHECK (minor BETWEEN 1 AND 1000000000000),
    currency TEXT    NOT NULL CHECK (currency GLOB '[A-Z][A-Z][A-Z]'),
    hash     BLOB    NOT NULL CHECK (length(hash) = 32)
) STRICT;
CREATE INDEX paid_by_change ON paid (change);
CREATE INDEX paid_by_payer ON paid (payer);
CREATE INDEX paid_by_payee ON paid (payee);

-- Facts that were kept whole until now.
DROP TRIGGER game_no_update;
UPDATE game SET
    event = json_extract(whole.content, '$.event'),
    stake_game_minor = json_extract(whole.content, '$.stake_game_minor'),
    stake_game_currency = json_extract(whole.content, '$.stake_game_currency'),
    stake_line_minor = json_extract(whole.content, '$.stake_line_minor'),
    stake_line_currency = json_extract(whole.content, '$.stake_line_currency')
FROM kept_whole AS whole WHERE whole.kind = 'game' AND whole.id = game.id;
CREATE TRIGGER game_no_update BEFORE UPDATE ON game BEGIN SELECT RAISE(ABORT, 'facts are insert-only'); END;
INSERT INTO totals (id, change, game, first, second, winner, hash)
    SELECT whole.id, whole.change, unhex(json_extract(content, '$.game'), '-'),
        json_extract(content, '$.points[0]'), json_extract(content, '$.points[1]'),
        json_extract(content, '$.winner'), whole.hash
    FROM kept_whole AS whole WHERE kind = 'totals' ORDER BY whole.arrival;
INSERT INTO superseded (fact, version)
    SELECT whole.id, unhex(version.value, '-')
    FROM kept_whole AS whole, json_each(content, '$.supersedes') AS version WHERE kind = 'totals';
INSERT INTO paid (id, change, payer, payee, minor, currency, hash)
    SELECT whole.id, whole.change, unhex(json_extract(content, '$.payer'), '-'),
        unhex(json_extract(content, '$.payee'), '-'),
        json_extract(content, '$.minor'), json_extract(content, '$.currency'), whole.hash
    FROM kept_whole AS whole WHERE kind = 'paid' ORDER BY whole.arrival;

-- Facts are never altered.
CREATE TRIGGER totals_no_update BEFORE UPDATE ON totals BEGIN SELECT RAISE(ABORT, 'facts are insert-only'); END;
CREATE TRIGGER totals_no_delete BEFORE DELETE ON totals BEGIN SELECT RAISE(ABORT, 'facts are insert-only'); END;
CREATE TRIGGER paid_no_update BEFORE UPDATE ON paid BEGIN SELECT RAISE(ABORT, 'facts are insert-only'); END;
CREATE TRIGGER paid_no_delete BEFORE DELETE ON paid BEGIN SELECT RAISE(ABORT, 'facts are insert-only'); END;

PRAGMA user_version = 4;

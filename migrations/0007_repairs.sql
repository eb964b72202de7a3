-- What of a game is set anew after it has begun, and people who turn out to be one.
--
-- A game is begun in haste: under the wrong rules, with the wrong dealer, without its stake or its title, or with another
-- Ann in Ann's seat. The game itself never changes, so whoever puts that right adds a fact: from now on this holds. Each
-- fact sets one thing and names the settings of the same thing that it supersedes. A fact that sets rules has every knob,
-- so that a later version of a preset changes no old game.

-- `key` says what is set. The columns of other keys are empty, and a column of this key that is empty was cleared.
CREATE TABLE setting (
    arrival            INTEGER PRIMARY KEY,
    id                 BLOB    NOT NULL UNIQUE CHECK (length(id) = 16),
    change             BLOB    NOT NULL REFERENCES change (id),
    game               BLOB    NOT NULL REFERENCES game (id),
    key                TEXT    NOT NULL CHECK (key IN ('rules', 'dealer', 'stake', 'title', 'event', 'sides')),
    title              TEXT    CHECK (length(title) BETWEEN 1 AND 80),
    event              TEXT    CHECK (length(event) BETWEEN 1 AND 80),
    first_dealer       INTEGER CHECK (first_dealer IN (0, 1)),
    stake_minor        INTEGER CHECK (stake_minor BETWEEN 1 AND 1000000000000),
    stake_currency     TEXT    CHECK (stake_currency GLOB '[A-Z][A-Z][A-Z]'),
    stake_game_minor   INTEGER CHECK (stake_game_minor BETWEEN 1 AND 1000000000000),
    stake_game_currency TEXT   CHECK (stake_game_currency GLOB '[A-Z][A-Z][A-Z]'),
    stake_line_minor   INTEGER CHECK (stake_line_minor BETWEEN 1 AND 1000000000000),
    stake_line_currency TEXT   CHECK (stake_line_currency GLOB '[A-Z][A-Z][A-Z]'),
    preset             TEXT    CHECK (length(preset) BETWEEN 1 AND 40 AND preset NOT GLOB '*[^a-z0-9-]*'),
    knock_limit        INTEGER CHECK (knock_limit BETWEEN 0 AND 10),
    oklahoma           TEXT    CHECK (oklahoma IN ('off', 'ace-one', 'ace-gin')),
    spades_double      TEXT    CHECK (spades_double IN ('off', 'points', 'points-and-boxes')),
    gin_bonus          INTEGER CHECK (gin_bonus BETWEEN 0 AND 1000),
    big_gin_bonus      ANY     CHECK (big_gin_bonus = 'off' OR typeof(big_gin_bonus) = 'integer' AND big_gin_bonus BETWEEN 0 AND 1000),
    undercut_bonus     INTEGER CHECK (undercut_bonus BETWEEN 0 AND 1000),
    undercut_tie       TEXT    CHECK (undercut_tie IN ('bonus', 'no-bonus', 'knocker', 'void')),
    knock_bonus        INTEGER CHECK (knock_bonus BETWEEN 0 AND 1000),
    gin_boxes          INTEGER CHECK (gin_boxes BETWEEN 0 AND 10),
    big_gin_boxes      INTEGER CHECK (big_gin_boxes BETWEEN 0 AND 10),
    undercut_boxes     INTEGER CHECK (undercut_boxes BETWEEN 0 AND 10),
    gin_off_boxes      INTEGER CHECK (gin_off_boxes BETWEEN 0 AND 10),
    layoff_on_gin      INTEGER CHECK (layoff_on_gin IN (0, 1)),
    target             INTEGER CHECK (target BETWEEN 1 AND 100000),
    game_bonus         INTEGER CHECK (game_bonus BETWEEN 0 AND 1000),
    line_bonus         INTEGER CHECK (line_bonus BETWEEN 0 AND 1000),
    line_timing        TEXT    CHECK (line_timing IN ('end', 'immediate')),
    shutout            ANY     CHECK (shutout IN ('none', 'double-hands', 'double-bonuses', 'double-hands-and-game', 'double-total') OR typeof(shutout) = 'integer' AND shutout BETWEEN 0 AND 1000),
    shutout_when       TEXT    CHECK (shutout_when IN ('no-hands', 'no-points')),
    format             TEXT    CHECK (format IN ('single', 'multi-match', 'best-of', 'hollywood')),
    columns            INTEGER CHECK (columns BETWEEN 1 AND 12),
    column_multipliers TEXT    CHECK (column_multipliers NOT GLOB '*[^0-9/]*' AND length(column_multipliers) BETWEEN 1 AND 35),
    best_of            INTEGER CHECK (best_of BETWEEN 1 AND 99 AND best_of % 2 = 1),
    game_target        INTEGER CHECK (game_target BETWEEN 1 AND 100000),
    final_bonus        INTEGER CHECK (final_bonus BETWEEN 0 AND 1000),
    credit             TEXT    CHECK (credit IN ('both', 'finisher')),
    dealer             TEXT    CHECK (dealer IN ('alternate', 'winner', 'loser')),
    hash               BLOB    NOT NULL CHECK (length(hash) = 32),
    CHECK (key = 'title' OR title IS NULL),
    CHECK (key = 'event' OR event IS NULL),
    CHECK (key = 'dealer' OR first_dealer IS NULL),
    CHECK (key = 'stake' OR stake_minor IS NULL AND stake_game_minor IS NULL AND stake_line_minor IS NULL),
    CHECK ((stake_minor IS NULL) = (stake_currency IS NULL)),
    CHECK ((stake_game_minor IS NULL) = (stake_game_currency IS NULL)),
    CHECK ((stake_line_minor IS NULL) = (stake_line_currency IS NULL)),
    CHECK ((key = 'rules') = (preset IS NOT NULL)),
    CHECK (key <> 'rules'
        OR preset IS NOT NULL AND knock_limit IS NOT NULL AND oklahoma IS NOT NULL AND spades_double IS NOT NULL
        AND gin_bonus IS NOT NULL AND big_gin_bonus IS NOT NULL AND undercut_bonus IS NOT NULL AND undercut_tie IS NOT NULL
        AND knock_bonus IS NOT NULL AND gin_boxes IS NOT NULL AND big_gin_boxes IS NOT NULL AND undercut_boxes IS NOT NULL
        AND gin_off_boxes IS NOT NULL AND layoff_on_gin IS NOT NULL AND target IS NOT NULL AND game_bonus IS NOT NULL
        AND line_bonus IS NOT NULL AND line_timing IS NOT NULL AND shutout IS NOT NULL AND shutout_when IS NOT NULL
        AND format IS NOT NULL AND dealer IS NOT NULL
        AND (format = 'hollywood') = (columns IS NOT NULL AND column_multipliers IS NOT NULL)
        AND (format = 'best-of') = (best_of IS NOT NULL)
        AND (format = 'multi-match') = (game_target IS NOT NULL AND final_bonus IS NOT NULL AND credit IS NOT NULL))
) STRICT;
CREATE INDEX setting_by_change ON setting (change);
CREATE INDEX setting_by_game ON setting (game);

-- Who sits where, if that is set. Part of the setting's content.
CREATE TABLE setting_seat (
    setting BLOB    NOT NULL REFERENCES setting (id),
    side    INTEGER NOT NULL CHECK (side IN (0, 1)),
    place   INTEGER NOT NULL CHECK (place BETWEEN 0 AND 3),
    player  BLOB    NOT NULL REFERENCES player (id),
    PRIMARY KEY (setting, side, place),
    UNIQUE (setting, player)
) STRICT, WITHOUT ROWID;
CREATE INDEX setting_seat_by_player ON setting_seat (player);

-- Two people who are one: somebody was spelled in two ways, or added in two books. The name of `same_as` stands.
CREATE TABLE joining (
    arrival INTEGER PRIMARY KEY,
    id      BLOB NOT NULL UNIQUE CHECK (length(id) = 16),
    change  BLOB NOT NULL REFERENCES change (id),
    player  BLOB NOT NULL REFERENCES player (id),
    same_as BLOB NOT NULL REFERENCES player (id) CHECK (same_as <> player),
    hash    BLOB NOT NULL CHECK (length(hash) = 32)
) STRICT;
CREATE INDEX joining_by_change ON joining (change);
CREATE INDEX joining_by_player ON joining (player);
CREATE INDEX joining_by_same_as ON joining (same_as);

-- Facts that were kept whole until now. Those whose game or player is not here wait for it.
INSERT INTO waiting (id, change, kind, missing, content, hash)
    SELECT id, change, kind, missing, content, hash FROM (
        SELECT *, CASE
            WHEN NOT EXISTS (SELECT 1 FROM game WHERE game.id = unhex(content ->> '$.game', '-'))
            THEN unhex(content ->> '$.game', '-')
            ELSE (SELECT unhex(seat.value, '-')
                FROM json_each(content, '$.seats') AS side, json_each(side.value) AS seat
                WHERE NOT EXISTS (SELECT 1 FROM player_name WHERE player_name.player = unhex(seat.value, '-')))
            END AS missing
        FROM kept_whole WHERE kind = 'setting')
    WHERE missing IS NOT NULL ORDER BY arrival;
INSERT INTO waiting (id, change, kind, missing, content, hash)
    SELECT whole.id, whole.change, kind, min(unhex(person.value, '-')), content, whole.hash
    FROM kept_whole AS whole, json_each(json_array(content ->> '$.player', content ->> '$.same_as')) AS person
    WHERE kind = 'joining'
        AND NOT EXISTS (SELECT 1 FROM player_name WHERE player_name.player = unhex(person.value, '-'))
    GROUP BY whole.id ORDER BY whole.arrival;
DROP TRIGGER kept_whole_no_delete;
DELETE FROM kept_whole WHERE kind IN ('setting', 'joining') AND id IN (SELECT id FROM waiting);
CREATE TRIGGER kept_whole_no_delete BEFORE DELETE ON kept_whole BEGIN SELECT RAISE(ABORT, 'facts are insert-only'); END;
INSERT INTO setting (id, change, game, key, title, event, first_dealer, stake_minor, stake_currency, stake_game_minor,
        stake_game_currency, stake_line_minor, stake_line_currency,
        preset, knock_limit, oklahoma, spades_double, gin_bonus, big_gin_bonus, undercut_bonus, undercut_tie,
        knock_bonus, gin_boxes, big_gin_boxes, undercut_boxes, gin_off_boxes, layoff_on_gin, target,
        game_bonus, line_bonus, line_timing, shutout, shutout_when, format, columns, column_multipliers,
        best_of, game_target, final_bonus, credit, dealer, hash)
    SELECT whole.id, whole.change, unhex(content ->> '$.game', '-'), content ->> '$.key', content ->> '$.title',
        content ->> '$.event', content ->> '$.first_dealer', content ->> '$.stake_minor',
        content ->> '$.stake_currency', content ->> '$.stake_game_minor', content ->> '$.stake_game_currency',
        content ->> '$.stake_line_minor', content ->> '$.stake_line_currency',
        content ->> '$.preset',
        content ->> '$.knobs.knock_limit',
        content ->> '$.knobs.oklahoma',
        content ->> '$.knobs.spades_double',
        content ->> '$.knobs.gin_bonus',
        content ->> '$.knobs.big_gin_bonus',
        content ->> '$.knobs.undercut_bonus',
        content ->> '$.knobs.undercut_tie',
        content ->> '$.knobs.knock_bonus',
        content ->> '$.knobs.gin_boxes',
        content ->> '$.knobs.big_gin_boxes',
        content ->> '$.knobs.undercut_boxes',
        content ->> '$.knobs.gin_off_boxes',
        content ->> '$.knobs.layoff_on_gin',
        content ->> '$.knobs.target',
        content ->> '$.knobs.game_bonus',
        content ->> '$.knobs.line_bonus',
        content ->> '$.knobs.line_timing',
        content ->> '$.knobs.shutout',
        content ->> '$.knobs.shutout_when',
        content ->> '$.knobs.format',
        content ->> '$.knobs.columns',
        (SELECT group_concat(value, '/') FROM json_each(content, '$.knobs.column_multipliers')),
        content ->> '$.knobs.best_of',
        content ->> '$.knobs.game_target',
        content ->> '$.knobs.final_bonus',
        content ->> '$.knobs.credit',
        content ->> '$.knobs.dealer',
        whole.hash
    FROM kept_whole AS whole WHERE kind = 'setting' ORDER BY whole.arrival;
INSERT INTO setting_seat (setting, side, place, player)
    SELECT whole.id, side.key, seat.key, unhex(seat.value, '-')
    FROM kept_whole AS whole, json_each(content, '$.seats') AS side, json_each(side.value) AS seat
    WHERE kind = 'setting';
INSERT INTO joining (id, change, player, same_as, hash)
    SELECT whole.id, whole.change, unhex(content ->> '$.player', '-'), unhex(content ->> '$.same_as', '-'), whole.hash
    FROM kept_whole AS whole WHERE kind = 'joining' ORDER BY whole.arrival;
INSERT INTO superseded (fact, version)
    SELECT whole.id, unhex(version.value, '-')
    FROM kept_whole AS whole, json_each(content, '$.supersedes') AS version WHERE kind IN ('setting', 'joining');

-- Facts are never altered.
CREATE TRIGGER setting_no_update BEFORE UPDATE ON setting BEGIN SELECT RAISE(ABORT, 'facts are insert-only'); END;
CREATE TRIGGER setting_no_delete BEFORE DELETE ON setting BEGIN SELECT RAISE(ABORT, 'facts are insert-only'); END;
CREATE TRIGGER setting_seat_no_update BEFORE UPDATE ON setting_seat BEGIN SELECT RAISE(ABORT, 'facts are insert-only'); END;
CREATE TRIGGER setting_seat_no_delete BEFORE DELETE ON setting_seat BEGIN SELECT RAISE(ABORT, 'facts are insert-only'); END;
CREATE TRIGGER joining_no_update BEFORE UPDATE ON joining BEGIN SELECT RAISE(ABORT, 'facts are insert-only'); END;
CREATE TRIGGER joining_no_delete BEFORE DELETE ON joining BEGIN SELECT RAISE(ABORT, 'facts are insert-only'); END;
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
        OR EXISTS (SELECT 1 FROM paid WHERE id = OLD.id)
        OR EXISTS (SELECT 1 FROM undo WHERE id = OLD.id)
        OR EXISTS (SELECT 1 FROM redo WHERE id = OLD.id)
        OR EXISTS (SELECT 1 FROM rescue WHERE id = OLD.id)
        OR EXISTS (SELECT 1 FROM kept_whole WHERE id = OLD.id))
BEGIN SELECT RAISE(ABORT, 'facts are insert-only'); END;

PRAGMA user_version = 7;

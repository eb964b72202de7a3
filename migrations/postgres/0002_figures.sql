-- The club's figures. The owner works them out from the lines and writes them; members read them. All of it can be
-- dropped and made again, because the meaning of the lines is never in SQL.
GRANT SELECT ON ginpad.indexed TO %MEMBERS%;

-- A game that counts: its place in the order of games, and its sheet, with the players named by their seats.
CREATE TABLE ginpad.played (
    game text PRIMARY KEY,
    started bigint NOT NULL,
    begun uuid NOT NULL,
    has_stake boolean NOT NULL,
    is_finished boolean NOT NULL,
    sheet text NOT NULL
);
CREATE INDEX played_finished ON ginpad.played (is_finished);

-- The result of a player, or of a side of partners, in a game. `who` are the people as lists show them; `seated` is the
-- person in the lines.
CREATE TABLE ginpad.result (
    game text NOT NULL REFERENCES ginpad.played ON DELETE CASCADE,
    place smallint NOT NULL,
    who text NOT NULL,
    seated text,
    month integer NOT NULL,
    line text NOT NULL,
    PRIMARY KEY (game, place)
);
CREATE INDEX result_who ON ginpad.result (who, month);
CREATE INDEX result_seated ON ginpad.result (seated);

-- The same results, added up month by month.
CREATE TABLE ginpad.standing (
    who text NOT NULL,
    month integer NOT NULL,
    line text NOT NULL,
    PRIMARY KEY (who, month)
);

-- Everybody whom the lines name: the person under whom lists show them, the name there, and their own name.
CREATE TABLE ginpad.person (
    person text PRIMARY KEY,
    place integer NOT NULL,
    listed text NOT NULL,
    called text NOT NULL,
    own text NOT NULL
);

CREATE TABLE ginpad.paid (
    place integer PRIMARY KEY,
    payer text NOT NULL,
    payee text NOT NULL,
    amount text NOT NULL,
    at text NOT NULL
);

-- One row: the last line of the owner's copy that the figures include, and the version of ginpad that worked them out.
-- Another version works all of them out again.
CREATE TABLE ginpad.tallied (
    arrival bigint NOT NULL,
    hash bytea NOT NULL,
    version text NOT NULL,
    at timestamptz NOT NULL DEFAULT now(),
    is_one boolean PRIMARY KEY DEFAULT true CHECK (is_one)
);
GRANT SELECT ON ginpad.played, ginpad.result, ginpad.standing, ginpad.person, ginpad.paid, ginpad.tallied TO %MEMBERS%;

-- Notifies everybody who waits that lines have arrived.
CREATE FUNCTION ginpad.tell() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    PERFORM pg_notify('ginpad', '');
    RETURN NULL;
END $$;
REVOKE ALL ON FUNCTION ginpad.tell() FROM PUBLIC;
CREATE TRIGGER tell AFTER INSERT ON ginpad.change FOR EACH STATEMENT EXECUTE FUNCTION ginpad.tell();

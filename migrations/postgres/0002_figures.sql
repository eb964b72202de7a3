-- The club's figures. The owner works them out from the lines and writes them; members read them. All of it can be
-- dropped and made again, because the meaning of the lines is never in SQL.
GRANT SELECT ON ginpad.indexed TO %MEMBERS%;

-- A game that counts: its place in the order of games, the people in its seats as the lines name them, and its sheet, in
-- which the players are named by their seats.
CREATE TABLE ginpad.played (
    game text PRIMARY KEY,
    started bigint NOT NULL,
    begun uuid NOT NULL,
    seated text[] NOT NULL,
    sheet text NOT NULL
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
GRANT SELECT ON ginpad.played, ginpad.person, ginpad.paid, ginpad.tallied TO %MEMBERS%;

-- Notifies everybody who waits that lines have arrived.
CREATE FUNCTION ginpad.tell() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    PERFORM pg_notify('ginpad', '');
    RETURN NULL;
END $$;
REVOKE ALL ON FUNCTION ginpad.tell() FROM PUBLIC;
CREATE TRIGGER tell AFTER INSERT ON ginpad.change FOR EACH STATEMENT EXECUTE FUNCTION ginpad.tell();

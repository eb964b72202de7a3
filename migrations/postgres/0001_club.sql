-- The club's ledger: the lines of all its members, in the one schema `ginpad` of a database of its own.
--
-- Every member is a role. Nobody trusts a member's program, so the database itself refuses what a member may not say: a line
-- of another's writer, one that does not match its hash, one whose predecessor is not there, and any change to a line. A
-- member hands in a text and its hash; whose it is and which number it has is read here, from the text.
--
-- %MEMBERS% stands for the role that every member of this club is in.
CREATE SCHEMA ginpad;
REVOKE ALL ON SCHEMA ginpad FROM PUBLIC;
GRANT USAGE ON SCHEMA ginpad TO %MEMBERS%;

-- One row: which of these files were run, and who made the club.
CREATE TABLE ginpad.club (
    version integer NOT NULL,
    id uuid NOT NULL DEFAULT gen_random_uuid(),
    owner name NOT NULL DEFAULT session_user,
    is_one boolean PRIMARY KEY DEFAULT true CHECK (is_one)
);

-- A member is removed, never deleted: the lines stay, and so does whose they are.
CREATE TABLE ginpad.member (
    role name PRIMARY KEY,
    called text NOT NULL,
    added timestamptz NOT NULL DEFAULT now(),
    removed timestamptz
);
CREATE UNIQUE INDEX member_called ON ginpad.member (lower(called)) WHERE removed IS NULL;

-- Whose a writer is: of the member who sent a line of it first, until the owner gives it to another.
CREATE TABLE ginpad.writer (
    writer uuid PRIMARY KEY,
    role name NOT NULL REFERENCES ginpad.member,
    seen timestamptz NOT NULL DEFAULT now(),
    -- Whether its lines have neither gap nor fork: then the last one tells all that is there.
    is_straight boolean NOT NULL DEFAULT true
);

-- The lines, as they came. The arrival orders the lines of one writer as they were committed.
CREATE TABLE ginpad.change (
    writer uuid NOT NULL REFERENCES ginpad.writer,
    sequence bigint NOT NULL CHECK (sequence > 0),
    before bytea CHECK (length(before) = 32),
    hash bytea NOT NULL,
    arrival bigint NOT NULL,
    line text NOT NULL CHECK (octet_length(line) <= 4194304 AND line !~ '[\r\n]'),
    CHECK (hash = sha256(convert_to(line, 'UTF8'))),
    CHECK ((before IS NULL) = (sequence = 1)),
    PRIMARY KEY (writer, sequence, hash)
);
CREATE SEQUENCE ginpad.arrival OWNED BY ginpad.change.arrival;
CREATE UNIQUE INDEX change_arrival ON ginpad.change (writer, arrival);

-- Lines that were declared lost for good: what follows them is taken.
CREATE TABLE ginpad.given_up (
    writer uuid NOT NULL,
    last bigint NOT NULL,
    before bytea NOT NULL,
    PRIMARY KEY (writer, last, before)
);

-- What the lines say something of, written by the owner from the lines: it can be dropped and written again.
CREATE TABLE ginpad.concerns (
    subject bytea NOT NULL,
    arrival bigint NOT NULL,
    writer uuid NOT NULL,
    PRIMARY KEY (subject, arrival)
);
CREATE TABLE ginpad.indexed (
    writer uuid PRIMARY KEY,
    arrival bigint NOT NULL
);

-- 22 or 43 characters of base64url as bytes.
CREATE FUNCTION ginpad.bytes(text) RETURNS bytea IMMUTABLE STRICT LANGUAGE sql
    RETURN decode(translate($1, '-_', '+/') || repeat('=', (4 - length($1) % 4) % 4), 'base64');

-- Whether the one who is connected may speak for a writer, who is theirs from now on if it is nobody's.
CREATE FUNCTION ginpad.speaks_for(whom uuid) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    INSERT INTO ginpad.writer (writer, role) VALUES (whom, session_user) ON CONFLICT DO NOTHING;
    RETURN EXISTS (
        SELECT FROM ginpad.writer JOIN ginpad.member USING (role)
        WHERE writer = whom AND role = session_user AND removed IS NULL
    );
END $$;

-- Reads whose line comes, and refuses what the member may not say. Codes of refusals: GP001 no line, GP002 of another's
-- writer, GP003 the line before it is missing.
CREATE FUNCTION ginpad.take() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    said json;
    gap json;
BEGIN
    IF NEW.hash IS DISTINCT FROM sha256(convert_to(NEW.line, 'UTF8')) THEN
        RAISE EXCEPTION 'the line does not match its hash' USING ERRCODE = 'GP001';
    END IF;
    BEGIN
        said := NEW.line::json;
        NEW.writer := encode(ginpad.bytes(said ->> 'writer'), 'hex')::uuid;
        NEW.sequence := (said ->> 'number')::bigint;
        NEW.before := ginpad.bytes(said ->> 'before');
    EXCEPTION WHEN data_exception THEN
        RAISE EXCEPTION 'this is no line' USING ERRCODE = 'GP001';
    END;
    IF NEW.writer IS NULL OR NEW.sequence IS NULL THEN
        RAISE EXCEPTION 'this is no line' USING ERRCODE = 'GP001';
    END IF;
    -- One session at a time adds lines of a writer, so that each sees the line before its own.
    PERFORM pg_advisory_xact_lock(hashtextextended(NEW.writer::text, 0));
    IF EXISTS (
        SELECT FROM ginpad.change
        WHERE (writer, sequence, hash) = (NEW.writer, NEW.sequence, NEW.hash)
    ) THEN
        RETURN NULL;
    END IF;
    IF NOT ginpad.speaks_for(NEW.writer) THEN
        RAISE EXCEPTION 'the writer belongs to another member' USING ERRCODE = 'GP002';
    END IF;
    IF NEW.sequence > 1 AND NOT EXISTS (
        SELECT FROM ginpad.change
        WHERE (writer, sequence, hash) = (NEW.writer, NEW.sequence - 1, NEW.before)
    ) THEN
        IF NOT EXISTS (
            SELECT FROM ginpad.given_up
            WHERE (writer, last, before) = (NEW.writer, NEW.sequence - 1, NEW.before)
        ) THEN
            RAISE EXCEPTION 'the line before it is missing' USING ERRCODE = 'GP003';
        END IF;
        UPDATE ginpad.writer SET is_straight = false WHERE writer = NEW.writer AND is_straight;
    ELSIF EXISTS (SELECT FROM ginpad.change WHERE writer = NEW.writer AND sequence >= NEW.sequence) THEN
        UPDATE ginpad.writer SET is_straight = false WHERE writer = NEW.writer AND is_straight;
    END IF;
    IF position('"gap"' IN NEW.line) > 0 THEN
        FOR gap IN SELECT fact -> 'gap' FROM json_array_elements(said -> 'facts') AS fact WHERE fact -> 'gap' IS NOT NULL LOOP
            INSERT INTO ginpad.given_up (writer, last, before)
            SELECT writer, (gap ->> 'last')::bigint, ginpad.bytes(gap ->> 'before')
            FROM (SELECT encode(ginpad.bytes(gap ->> 'writer'), 'hex')::uuid AS writer) AS named
            WHERE session_user = (SELECT owner FROM ginpad.club)
                OR EXISTS (SELECT FROM ginpad.writer AS own WHERE own.writer = named.writer AND own.role = session_user)
            ON CONFLICT DO NOTHING;
        END LOOP;
    END IF;
    NEW.arrival := nextval('ginpad.arrival');
    RETURN NEW;
END $$;

CREATE TRIGGER take BEFORE INSERT ON ginpad.change FOR EACH ROW EXECUTE FUNCTION ginpad.take();

CREATE FUNCTION ginpad.keep() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'a line is never changed and never deleted' USING ERRCODE = 'GP004';
END $$;
CREATE TRIGGER keep BEFORE UPDATE OR DELETE OR TRUNCATE ON ginpad.change
    FOR EACH STATEMENT EXECUTE FUNCTION ginpad.keep();

-- Notes that the one who is connected has met the club with these writers.
CREATE FUNCTION ginpad.met(writers uuid[]) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
    UPDATE ginpad.writer SET seen = now() WHERE writer = ANY (writers) AND role = session_user
$$;

ALTER TABLE ginpad.change ENABLE ROW LEVEL SECURITY;
ALTER TABLE ginpad.change FORCE ROW LEVEL SECURITY;
CREATE POLICY reads ON ginpad.change FOR SELECT TO %MEMBERS% USING (true);
CREATE POLICY adds ON ginpad.change FOR INSERT TO %MEMBERS% WITH CHECK (ginpad.speaks_for(writer));

GRANT SELECT ON ginpad.club, ginpad.member, ginpad.writer, ginpad.change, ginpad.given_up, ginpad.concerns TO %MEMBERS%;
GRANT INSERT (line, hash) ON ginpad.change TO %MEMBERS%;
REVOKE EXECUTE ON FUNCTION ginpad.speaks_for(uuid), ginpad.met(uuid[]) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION ginpad.speaks_for(uuid), ginpad.met(uuid[]) TO %MEMBERS%;

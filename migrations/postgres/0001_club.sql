-- The club's ledger: the lines of all its members, in the one schema `ginpad` of a database of its own.
--
-- Every member is a role. Members' programs are not trusted, so the database itself refuses what a member may not send:
-- a line of another's writer, one that does not match its hash, one whose predecessor is missing, and any change to a
-- line. A member sends a text and its hash; the writer and the number are read here from the text.
--
-- The name of the role that all members of this club share is filled in before these statements run.
CREATE SCHEMA ginpad;
REVOKE ALL ON SCHEMA ginpad FROM PUBLIC;
GRANT USAGE ON SCHEMA ginpad TO %MEMBERS%;

-- One row: how many of these files were run, and who made the club.
CREATE TABLE ginpad.club (
    version integer NOT NULL,
    id uuid NOT NULL DEFAULT gen_random_uuid(),
    owner name NOT NULL DEFAULT session_user,
    members name NOT NULL,
    is_one boolean PRIMARY KEY DEFAULT true CHECK (is_one)
);

-- A member is removed, never deleted: the lines stay, and still belong to the member.
CREATE TABLE ginpad.member (
    role name PRIMARY KEY,
    called text NOT NULL,
    added timestamptz NOT NULL DEFAULT now(),
    removed timestamptz
);
CREATE UNIQUE INDEX member_called ON ginpad.member (lower(called)) WHERE removed IS NULL;

-- The member to whom a writer belongs: the first who sent a line of it, until that member gives it to another.
CREATE TABLE ginpad.writer (
    writer uuid PRIMARY KEY,
    role name NOT NULL REFERENCES ginpad.member,
    seen timestamptz NOT NULL DEFAULT now(),
    -- Whether its lines have neither gap nor fork. The last one then describes them all.
    is_straight boolean NOT NULL DEFAULT true
);

-- The lines, as they arrived. The arrival orders the lines of one writer as they were committed.
CREATE TABLE ginpad.change (
    writer uuid NOT NULL REFERENCES ginpad.writer,
    sequence bigint NOT NULL CHECK (sequence > 0),
    before bytea CHECK (length(before) = 32),
    hash bytea NOT NULL,
    arrival bigint NOT NULL,
    line text NOT NULL,
    CHECK (hash = sha256(convert_to(line, 'UTF8'))),
    CHECK ((before IS NULL) = (sequence = 1)),
    PRIMARY KEY (writer, sequence, hash)
);
CREATE SEQUENCE ginpad.arrival OWNED BY ginpad.change.arrival;
CREATE UNIQUE INDEX change_arrival ON ginpad.change (writer, arrival);

-- Lines that were declared lost for good. The lines after them are accepted.
CREATE TABLE ginpad.given_up (
    writer uuid NOT NULL,
    last bigint NOT NULL,
    before bytea NOT NULL,
    PRIMARY KEY (writer, last, before)
);

-- The subjects of the lines, written by the owner from the lines. The table can be dropped and written again.
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

-- Decodes 22 or 43 characters of base64url.
CREATE FUNCTION ginpad.bytes(text) RETURNS bytea IMMUTABLE STRICT LANGUAGE sql
    RETURN decode(translate($1, '-_', '+/') || repeat('=', (4 - length($1) % 4) % 4), 'base64');

-- Whether a writer belongs to the connected user.
CREATE FUNCTION ginpad.is_own(whom uuid) RETURNS boolean
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
    SELECT EXISTS (
        SELECT FROM ginpad.writer JOIN ginpad.member USING (role)
        WHERE writer = whom AND role = session_user AND removed IS NULL
    )
$$;

-- Reads the writer and the number of a new line, and refuses what the member may not send. Codes of refusals: GP001 not
-- a line, GP002 a line of another member's writer, GP003 the line before it is missing.
CREATE FUNCTION ginpad.take() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET lock_timeout = '10s' AS $$
DECLARE
    said json;
    gap json;
BEGIN
    -- On a table of their own, members would choose what runs here.
    IF TG_RELID <> 'ginpad.change'::regclass THEN
        RAISE EXCEPTION 'this is for the lines of the club' USING ERRCODE = 'GP001';
    END IF;
    -- An older snapshot would hide the lines that others have added.
    IF current_setting('transaction_isolation') <> 'read committed' THEN
        RAISE EXCEPTION 'lines come in read committed transactions' USING ERRCODE = 'GP001';
    END IF;
    IF NEW.hash IS DISTINCT FROM sha256(convert_to(NEW.line, 'UTF8')) THEN
        RAISE EXCEPTION 'the line does not match its hash' USING ERRCODE = 'GP001';
    END IF;
    BEGIN
        IF octet_length(NEW.line) > 4194304 OR NEW.line ~ '[\r\n]' OR NEW.line IS NOT NFC NORMALIZED THEN
            RAISE data_exception;
        END IF;
        said := NEW.line::json;
        -- Each id is spelled in one way only: the bits beyond the last byte are 0.
        IF json_typeof(said -> 'number') <> 'number' OR said ->> 'number' !~ '^[1-9][0-9]{0,14}$'
            OR said ->> 'writer' !~ '^[A-Za-z0-9_-]{21}[AQgw]$'
            OR said ->> 'before' !~ '^[A-Za-z0-9_-]{42}[AEIMQUYcgkosw048]$'
            OR (said ->> 'before' IS NULL) <> (said ->> 'number' = '1')
        THEN
            RAISE data_exception;
        END IF;
        NEW.writer := encode(ginpad.bytes(said ->> 'writer'), 'hex')::uuid;
        NEW.sequence := (said ->> 'number')::bigint;
        NEW.before := ginpad.bytes(said ->> 'before');
    EXCEPTION WHEN data_exception OR program_limit_exceeded OR statement_too_complex THEN
        NEW.writer := NULL;
    END;
    IF NEW.writer IS NULL OR NEW.sequence IS NULL THEN
        RAISE EXCEPTION 'this is no line' USING ERRCODE = 'GP001';
    END IF;
    -- Anyone may send a line that the club already has; no row is locked for it.
    IF EXISTS (
        SELECT FROM ginpad.change
        WHERE (writer, sequence, hash) = (NEW.writer, NEW.sequence, NEW.hash)
    ) THEN
        RETURN NULL;
    END IF;
    IF EXISTS (SELECT FROM ginpad.member WHERE role = session_user AND removed IS NULL) THEN
        -- The first member who sends a line of a writer gets the writer.
        INSERT INTO ginpad.writer (writer, role) VALUES (NEW.writer, session_user) ON CONFLICT DO NOTHING;
    END IF;
    -- One session at a time adds lines of a writer, so that each sees the line before its own. No member may lock this row.
    PERFORM FROM ginpad.writer WHERE writer = NEW.writer FOR UPDATE;
    IF NOT ginpad.is_own(NEW.writer) THEN
        RAISE EXCEPTION 'the writer belongs to another member' USING ERRCODE = 'GP002';
    END IF;
    -- Another session may have added the line meanwhile.
    IF EXISTS (
        SELECT FROM ginpad.change
        WHERE (writer, sequence, hash) = (NEW.writer, NEW.sequence, NEW.hash)
    ) THEN
        RETURN NULL;
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
        -- A fact that makes no sense is left aside, and the line is taken.
        BEGIN
            FOR gap IN
                SELECT fact -> 'gap' FROM json_array_elements(said -> 'facts') AS fact WHERE fact -> 'gap' IS NOT NULL
            LOOP
                INSERT INTO ginpad.given_up (writer, last, before)
                SELECT lost, (gap ->> 'last')::bigint, ginpad.bytes(gap ->> 'before')
                FROM (SELECT encode(ginpad.bytes(gap ->> 'writer'), 'hex')::uuid AS lost) AS named
                -- Only the owner may give up lines of another member.
                WHERE session_user = (SELECT owner FROM ginpad.club)
                    OR NOT EXISTS (SELECT FROM ginpad.writer WHERE writer = lost AND role <> session_user)
                ON CONFLICT DO NOTHING;
            END LOOP;
        EXCEPTION WHEN data_exception OR not_null_violation THEN
            NULL;
        END;
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

-- Only its member gives a writer away.
CREATE FUNCTION ginpad.give() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF OLD.role <> session_user THEN
        RAISE EXCEPTION 'the writer belongs to another member' USING ERRCODE = 'GP002';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER give BEFORE UPDATE OF role ON ginpad.writer FOR EACH ROW EXECUTE FUNCTION ginpad.give();

-- Notes that the connected user has met the club with these writers.
CREATE FUNCTION ginpad.met(writers uuid[]) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET lock_timeout = '10s' AS $$
    UPDATE ginpad.writer SET seen = now() WHERE writer = ANY (writers) AND role = session_user
$$;

ALTER TABLE ginpad.change ENABLE ROW LEVEL SECURITY;
ALTER TABLE ginpad.change FORCE ROW LEVEL SECURITY;
-- For everybody who has the rights below. A policy that names a role would be dropped with what that role owns.
CREATE POLICY reads ON ginpad.change FOR SELECT USING (true);
CREATE POLICY adds ON ginpad.change FOR INSERT WITH CHECK (ginpad.is_own(writer));

GRANT SELECT ON ginpad.club, ginpad.member, ginpad.writer, ginpad.change, ginpad.given_up, ginpad.concerns TO %MEMBERS%;
GRANT INSERT (line, hash) ON ginpad.change TO %MEMBERS%;
REVOKE ALL ON ALL FUNCTIONS IN SCHEMA ginpad FROM PUBLIC;
GRANT EXECUTE ON FUNCTION ginpad.is_own(uuid), ginpad.met(uuid[]) TO %MEMBERS%;

//! The schema of a club: made by its owner, brought up to date, and told apart from others.

use postgres::{GenericClient, Transaction};
use uuid::Uuid;

use super::Club;
use super::error::ClubError;

/// What makes the schema, in order. What was released is never changed.
const MIGRATIONS: &[&str] = &[include_str!("../../migrations/postgres/0001_club.sql")];

/// The lock under which one program at a time makes or upgrades the schema.
const LOCK: i64 = 0x6769_6e70_6164;

/// What the database has in the place of a club.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Found {
    Nothing,
    /// A club, with the number of its migrations.
    Club(i32),
    Foreign,
}

impl Club {
    /// Makes a club in the database, or brings the one that is there up to date. The one who is connected owns it, and is its
    /// first member under this name. The answer is whether it is new.
    ///
    /// # Errors
    /// The user may not make roles or schemas here; or the schema is none of a club, or of a newer one.
    pub fn found(&mut self, called: &str) -> Result<bool, ClubError> {
        let place = self.place.clone();
        let of_server = |error: postgres::Error| ClubError::of(&error, &place);
        let mut transaction = self.client.transaction().map_err(of_server)?;
        transaction.execute("SELECT pg_advisory_xact_lock($1)", &[&LOCK]).map_err(of_server)?;
        let found = found(&mut transaction, &place)?;
        let have = known(found, &place)?;
        let role = match have {
            0 => begin(&mut transaction, &place)?,
            _ => members_role(&mut transaction).map_err(of_server)?,
        };
        for migration in &MIGRATIONS[have..] {
            transaction.batch_execute(&migration.replace("%MEMBERS%", &role)).map_err(of_server)?;
        }
        let version = newest();
        if have == 0 {
            let club = "INSERT INTO ginpad.club (version, members) VALUES ($1, $2::text::name)";
            transaction.execute(club, &[&version, &role]).map_err(of_server)?;
            let owner = "INSERT INTO ginpad.member (role, called) VALUES (session_user, $1)";
            transaction.execute(owner, &[&called]).map_err(of_server)?;
        } else {
            transaction.execute("UPDATE ginpad.club SET version = $1", &[&version]).map_err(of_server)?;
        }
        transaction.commit().map_err(of_server)?;
        Ok(have == 0)
    }

    /// Whether the database has a club that this version can meet.
    ///
    /// # Errors
    /// It has none, or another schema of that name, or a newer one.
    pub fn check(&mut self) -> Result<(), ClubError> {
        let place = self.place.clone();
        match known(found(&mut self.client, &place)?, &place)? {
            0 => Err(ClubError::NoClub(place)),
            _ => Ok(()),
        }
    }

    /// The role of all members of the club.
    pub(super) fn members_role(&mut self) -> Result<String, ClubError> {
        members_role(&mut self.client).map_err(|error| ClubError::of(&error, &self.place))
    }
}

fn newest() -> i32 {
    i32::try_from(MIGRATIONS.len()).unwrap_or(i32::MAX)
}

/// How many migrations were run.
fn known(found: Found, place: &str) -> Result<usize, ClubError> {
    match found {
        Found::Nothing => Ok(0),
        Found::Club(version) if version > newest() => {
            Err(ClubError::Newer { place: place.to_string(), found: version, known: newest() })
        }
        Found::Club(version) => Ok(usize::try_from(version).unwrap_or(0)),
        Found::Foreign => Err(ClubError::Foreign(place.to_string())),
    }
}

fn found(client: &mut impl GenericClient, place: &str) -> Result<Found, ClubError> {
    let of_server = |error: postgres::Error| ClubError::of(&error, place);
    let is_there = "SELECT to_regnamespace('ginpad') IS NOT NULL, to_regclass('ginpad.club') IS NOT NULL, \
                    coalesce(has_schema_privilege(to_regnamespace('ginpad')::oid, 'USAGE'), false)";
    let row = client.query_one(is_there, &[]).map_err(of_server)?;
    match (row.get::<_, bool>(0), row.get::<_, bool>(1), row.get::<_, bool>(2)) {
        (false, ..) => Ok(Found::Nothing),
        (true, _, false) => {
            let why = "this user is no member, or was removed".to_string();
            Err(ClubError::NotLetIn { place: place.to_string(), why })
        }
        (true, false, true) => Ok(Found::Foreign),
        (true, true, true) => {
            let version = client.query_opt("SELECT version FROM ginpad.club LIMIT 1", &[]).ok().flatten();
            // Another program may have a table of this name.
            Ok(version.and_then(|row| row.try_get(0).ok()).map_or(Found::Foreign, Found::Club))
        }
    }
}

/// Makes the role that every member is in, the owner among them, and lets nobody else into the database. Roles belong to
/// the whole server, so its name is one that no other club has.
fn begin(transaction: &mut Transaction<'_>, place: &str) -> Result<String, ClubError> {
    let of_server = |error: postgres::Error| ClubError::of(&error, place);
    let encoding: String =
        transaction.query_one("SELECT current_setting('server_encoding')", &[]).map_err(of_server)?.get(0);
    if encoding != "UTF8" {
        let why = format!("the database is in {encoding}, and cards and names need UTF8");
        return Err(ClubError::Refused { place: place.to_string(), why });
    }
    let role = format!("ginpad_{}", &Uuid::new_v4().simple().to_string()[..8]);
    let grants = "SELECT format('REVOKE CONNECT, TEMPORARY ON DATABASE %1$I FROM PUBLIC; \
                  GRANT CONNECT ON DATABASE %1$I TO %2$I; GRANT %2$I TO %3$I', \
                  current_database(), $1::text, session_user)";
    let grants: String = transaction.query_one(grants, &[&role]).map_err(of_server)?.get(0);
    transaction.batch_execute(&format!("CREATE ROLE {role} NOLOGIN; {grants}")).map_err(of_server)?;
    Ok(role)
}

/// The role of all members of the club.
fn members_role(client: &mut impl GenericClient) -> Result<String, postgres::Error> {
    Ok(client.query_one("SELECT quote_ident(members::text) FROM ginpad.club", &[])?.get(0))
}

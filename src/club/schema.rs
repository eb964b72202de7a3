//! The schema of a club: made by its owner, brought up to date, and told apart from others.

use postgres::{GenericClient, Transaction};

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
        let role = members_role(&mut transaction).map_err(of_server)?;
        if have == 0 {
            begin(&mut transaction, &role).map_err(of_server)?;
        }
        for migration in &MIGRATIONS[have..] {
            transaction.batch_execute(&migration.replace("%MEMBERS%", &role)).map_err(of_server)?;
        }
        let version = newest();
        if have == 0 {
            transaction.execute("INSERT INTO ginpad.club (version) VALUES ($1)", &[&version]).map_err(of_server)?;
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

    /// The role of all members of the club in this database.
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
            let version = client.query_opt("SELECT version FROM ginpad.club", &[]).map_err(of_server)?;
            Ok(version.map_or(Found::Foreign, |row| Found::Club(row.get(0))))
        }
    }
}

/// Makes the role that every member is in, the owner among them.
fn begin(transaction: &mut Transaction<'_>, role: &str) -> Result<(), postgres::Error> {
    let grants = "SELECT format('GRANT CONNECT ON DATABASE %I TO %s; GRANT %s TO %I', \
                  current_database(), $1::text, $1::text, session_user)";
    let grants: String = transaction.query_one(grants, &[&role])?.get(0);
    transaction.batch_execute(&format!("CREATE ROLE {role} NOLOGIN; {grants}"))
}

/// The role of all members, quoted: there is one for each database, as roles belong to the whole server.
fn members_role(client: &mut impl GenericClient) -> Result<String, postgres::Error> {
    Ok(client.query_one("SELECT quote_ident('ginpad_' || current_database())", &[])?.get(0))
}

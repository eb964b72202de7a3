//! The schema of a club: made and upgraded by its owner, and recognised.

use uuid::Uuid;

use super::{Club, ClubError};

/// The files that make the schema, in order. A released file is never changed.
const MIGRATIONS: &[&str] = &[
    include_str!("../../migrations/postgres/0001_club.sql"),
    include_str!("../../migrations/postgres/0002_figures.sql"),
];

/// The newest version of the schema.
const NEWEST: i32 = MIGRATIONS.len() as i32;

/// The lock that lets one program at a time make or upgrade the schema.
const LOCK: i64 = 0x6769_6e70_6164;

impl Club {
    /// Makes a club in the database, or upgrades the one there. The connected user owns it, and is its first member
    /// under this name. Returns whether it is new.
    ///
    /// # Errors
    /// The user may not make roles or schemas here, or the schema belongs to another program or to a newer ginpad.
    pub fn found_club(&mut self, called: &str) -> Result<bool, ClubError> {
        self.at_once(|club| {
            club.execute("SELECT pg_advisory_xact_lock($1)", &[&LOCK])?;
            let have = club.migrations()?;
            let role = if have == 0 { club.begin()? } else { club.members_role()? };
            for migration in &MIGRATIONS[have..] {
                club.batch(&migration.replace("%MEMBERS%", &role))?;
            }
            if have == 0 {
                let row = "INSERT INTO ginpad.club (version, members) VALUES ($1, $2::text::name)";
                club.execute(row, &[&NEWEST, &role])?;
                let owner = "INSERT INTO ginpad.member (role, called) VALUES (session_user, $1)";
                club.execute(owner, &[&called])?;
            } else {
                club.execute("UPDATE ginpad.club SET version = $1", &[&NEWEST])?;
            }
            Ok(have == 0)
        })
    }

    /// Makes sure that the database has a club that this version can use.
    ///
    /// # Errors
    /// The database has none, or another program's schema of that name, or a newer one.
    pub fn check(&mut self) -> Result<(), ClubError> {
        match self.migrations()? {
            0 => Err(ClubError::NoClub(self.place.clone())),
            _ => Ok(()),
        }
    }

    /// Returns the role that all members share.
    pub(super) fn members_role(&mut self) -> Result<String, ClubError> {
        Ok(self.row("SELECT quote_ident(members::text) FROM ginpad.club", &[])?.get(0))
    }

    /// Returns the number of migrations that were run; 0 if the database has no club.
    fn migrations(&mut self) -> Result<usize, ClubError> {
        let is_there = "SELECT to_regnamespace('ginpad') IS NOT NULL, to_regclass('ginpad.club') IS NOT NULL, \
                        coalesce(has_schema_privilege(to_regnamespace('ginpad')::oid, 'USAGE'), false)";
        let (row, place) = (self.row(is_there, &[])?, self.place.clone());
        let version = match (row.get::<_, bool>(0), row.get::<_, bool>(1), row.get::<_, bool>(2)) {
            (false, ..) => return Ok(0),
            (true, _, false) => {
                return Err(ClubError::NotLetIn(place, "this user is not a member, or was removed".into()));
            }
            (true, false, true) => None,
            (true, true, true) => match self.rows("SELECT version FROM ginpad.club LIMIT 1", &[]) {
                Ok(rows) => rows.first().and_then(|row| row.try_get::<_, i32>(0).ok()),
                // Another program may have a table of this name.
                Err(ClubError::Refused(..)) => None,
                Err(error) => return Err(error),
            },
        };
        let found = version.ok_or_else(|| ClubError::Foreign(place.clone()))?;
        if found > NEWEST {
            Err(ClubError::Newer { place, found, known: NEWEST })
        } else {
            Ok(found.try_into().unwrap_or(0))
        }
    }

    /// Makes the role that every member, the owner included, is in, and lets nobody else into the database. Roles
    /// belong to the whole server, so the role's name is unique to this club.
    fn begin(&mut self) -> Result<String, ClubError> {
        let encoding: String = self.row("SELECT current_setting('server_encoding')", &[])?.get(0);
        if encoding != "UTF8" {
            let why = format!("the database is in {encoding}, and cards and names need UTF8");
            return Err(ClubError::Refused(self.place.clone(), why));
        }
        let role = format!("ginpad_{}", &Uuid::new_v4().simple().to_string()[..8]);
        let grants = "SELECT format('REVOKE CONNECT, TEMPORARY ON DATABASE %1$I FROM PUBLIC; \
                      GRANT CONNECT ON DATABASE %1$I TO %2$I; GRANT %2$I TO %3$I', \
                      current_database(), $1::text, session_user)";
        let grants: String = self.row(grants, &[&role])?.get(0);
        self.batch(&format!("CREATE ROLE {role} NOLOGIN; {grants}"))?;
        Ok(role)
    }
}

//! The members of a club: who they are, and when their devices were last seen.

use std::time::SystemTime;

use chrono::{DateTime, Utc};
use ginpad_core::Moment;
use ginpad_core::notation::serialize_moment;
use serde::Serialize;
use uuid::Uuid;

use super::error::ClubError;
use super::{Address, Club, passwords};

/// A member of a club.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Member {
    /// The member's name.
    #[serde(rename = "name")]
    pub called: String,
    /// The member's role in the database.
    #[serde(skip)]
    pub role: String,
    /// Whether the member owns the club.
    #[serde(rename = "owner")]
    pub is_owner: bool,
    /// Whether the member is the connected user.
    #[serde(rename = "you")]
    pub is_self: bool,
    /// The member's devices, the one seen last first.
    pub devices: Vec<Device>,
}

/// A device of a member: a writer of lines.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Device {
    /// The writer.
    pub writer: Uuid,
    /// Whether it is among the writers that the caller of [`Club::members`] names.
    pub this_device: bool,
    /// The number of its last change.
    pub changes: u64,
    /// When it last met the club.
    #[serde(serialize_with = "serialize_moment")]
    pub seen: Moment,
}

impl Club {
    /// Lists the members who were not removed, by name. `own` are the writers of this device.
    ///
    /// # Errors
    /// The club cannot be read.
    pub fn members(&mut self, own: &[Uuid]) -> Result<Vec<Member>, ClubError> {
        let members = "SELECT called, role::text, role = (SELECT owner FROM ginpad.club), role = session_user \
                       FROM ginpad.member WHERE removed IS NULL ORDER BY lower(called)";
        let writers = "SELECT role::text, writer, seen, coalesce((SELECT max(sequence) FROM ginpad.change \
                       WHERE change.writer = writer.writer), 0) FROM ginpad.writer ORDER BY seen DESC, writer";
        let mut listed = Vec::new();
        for row in self.rows(members, &[])? {
            let (called, role, is_owner, is_self) = (row.get(0), row.get(1), row.get(2), row.get(3));
            listed.push(Member { called, role, is_owner, is_self, devices: Vec::new() });
        }
        for row in self.rows(writers, &[])? {
            let (role, writer, seen): (String, Uuid, SystemTime) = (row.get(0), row.get(1), row.get(2));
            let changes = u64::try_from(row.get::<_, i64>(3)).unwrap_or(0);
            if let Some(member) = listed.iter_mut().find(|member| member.role == role) {
                let seen = DateTime::<Utc>::from(seen).fixed_offset();
                member.devices.push(Device { writer, this_device: own.contains(&writer), changes, seen });
            }
        }
        Ok(listed)
    }

    /// Returns the name of the member who sent a writer's lines.
    ///
    /// # Errors
    /// The club cannot be read.
    pub(super) fn member_of(&mut self, writer: Uuid) -> Result<String, ClubError> {
        let called = "SELECT called FROM ginpad.writer JOIN ginpad.member USING (role) WHERE writer = $1";
        let rows = self.rows(called, &[&writer])?;
        Ok(rows.first().map_or_else(|| "nobody".into(), |row| row.get(0)))
    }

    /// Makes a member. A removed member of this name comes back under the same role, so that their devices can send
    /// again. Returns the address for this member alone; it holds the password, which is stored nowhere.
    ///
    /// # Errors
    /// The name is taken, or the connected user may not add members.
    pub fn add_member(&mut self, called: &str, address: &Address) -> Result<String, ClubError> {
        let (members, password) = (self.members_role()?, passwords::new());
        let role = self.at_once(|club| {
            let removed = "SELECT role::text FROM ginpad.member JOIN pg_roles ON rolname = role \
                           WHERE lower(called) = lower($1) AND removed IS NOT NULL ORDER BY removed DESC LIMIT 1";
            let role = match club.rows(removed, &[&called])?.first() {
                Some(row) => {
                    let role: String = row.get(0);
                    let again = "UPDATE ginpad.member SET removed = NULL, called = $2 WHERE role = $1::text::name";
                    club.execute(again, &[&role, &called])?;
                    role
                }
                None => {
                    let role = format!("{members}_{}", &Uuid::new_v4().simple().to_string()[..8]);
                    let add = "INSERT INTO ginpad.member (role, called) VALUES ($1::text::name, $2)";
                    club.execute(add, &[&role, &called])?;
                    club.batch(&format!("CREATE ROLE {role}"))?;
                    role
                }
            };
            let lets_in = "SELECT format('GRANT %s TO %I; ALTER ROLE %I LOGIN PASSWORD %L', \
                           $1::text, $2::text, $2::text, $3::text)";
            let lets_in = club.row(lets_in, &[&members, &role, &passwords::scrambled(&password)])?;
            club.batch(lets_in.get(0))?;
            Ok::<String, ClubError>(role)
        })?;
        Ok(address.invitation(&role, &password))
    }

    /// Gives a member another password. Returns the address, as [`Club::add_member`] does.
    ///
    /// # Errors
    /// The connected user may not do this.
    pub fn renew_member(&mut self, member: &Member, address: &Address) -> Result<String, ClubError> {
        let password = passwords::new();
        let renew = "SELECT format('ALTER ROLE %I PASSWORD %L', $1::text, $2::text)";
        let renew = self.row(renew, &[&member.role, &passwords::scrambled(&password)])?;
        self.batch(renew.get(0))?;
        Ok(address.invitation(&member.role, &password))
    }

    /// Removes a member. The lines they sent stay; on an open connection, the next statement is refused.
    ///
    /// # Errors
    /// The member is the owner, or the connected user may not do this.
    pub fn remove_member(&mut self, member: &Member) -> Result<(), ClubError> {
        let (place, members) = (self.place.clone(), self.members_role()?);
        self.at_once(|club| {
            let remove = "UPDATE ginpad.member SET removed = now() WHERE role = $1::text::name AND removed IS NULL \
                          AND role <> (SELECT owner FROM ginpad.club)";
            if club.execute(remove, &[&member.role])? == 0 {
                let why = format!("{} owns the club, or is not a member", member.called);
                return Err(ClubError::Refused(place, why));
            }
            let revoke = "SELECT format('REVOKE %s FROM %I; ALTER ROLE %I NOLOGIN PASSWORD NULL', \
                          $1::text, $2::text, $2::text)";
            let revoke = club.row(revoke, &[&members, &member.role])?;
            club.batch(revoke.get(0))
        })
    }

    /// Gives a writer to another member, who sends its lines from now on. Returns whether the connected user had it.
    ///
    /// # Errors
    /// The connected user may not give it.
    pub fn give(&mut self, writer: Uuid, member: &Member) -> Result<bool, ClubError> {
        let give = "UPDATE ginpad.writer SET role = $2::text::name WHERE writer = $1 AND role = session_user";
        Ok(self.execute(give, &[&writer, &member.role])? == 1)
    }
}

//! Which ids the book has, whatever stands under them.
//!
//! One id is one thing: a change or a fact of one kind. Tables know only their own ids, so this looks into all of them.

use rusqlite::Connection;
use uuid::Uuid;

use super::arrivals::tables;
use super::{Found, one};

/// The table of changes.
const CHANGE: &str = "change";

/// The tables that hold anything, and how an id is looked for in them.
pub(in crate::book) struct Ids<'c> {
    connection: &'c Connection,
    among_facts: Option<String>,
    among_all: Option<String>,
}

impl<'c> Ids<'c> {
    /// The ids as the book is now. Only tables that hold anything now are looked into.
    pub(in crate::book) fn of(connection: &'c Connection) -> Found<Ids<'c>> {
        let mut among = Vec::new();
        for (table, condition) in tables().chain([(CHANGE.into(), "TRUE".to_string())]) {
            let any = format!("SELECT 1 FROM {table} LIMIT 1");
            if one(connection, &any, [], |_| Ok(()))?.is_some() {
                let statement = format!("SELECT 1 FROM {table} WHERE id = ?1 AND {condition}");
                among.push((table, statement));
            }
        }
        let statement = |is_wanted: &dyn Fn(&str) -> bool| {
            let wanted = among.iter().filter(|(table, _)| is_wanted(table)).map(|(_, statement)| statement.as_str());
            let wanted: Vec<&str> = wanted.collect();
            (!wanted.is_empty()).then(|| wanted.join(" UNION ALL ") + " LIMIT 1")
        };
        let (among_facts, among_all) = (statement(&|table| table != CHANGE), statement(&|_| true));
        Ok(Ids { connection, among_facts, among_all })
    }

    /// Whether something of another kind than this has the id. Whatever is of this kind does not have it.
    pub(in crate::book) fn is_taken(&self, kind: &str, id: Uuid) -> Found<bool> {
        // A row of a change may hold the place of one that is lost.
        let statement = if kind == CHANGE { &self.among_facts } else { &self.among_all };
        match statement {
            Some(statement) => one(self.connection, statement, [id], |_| Ok(())).map(|row| row.is_some()),
            None => Ok(false),
        }
    }

    /// Whether anything has the id, or waits with it.
    pub(in crate::book) fn has(&self, id: Uuid) -> Found<bool> {
        const WAITING: &str = "SELECT 1 FROM waiting WHERE id = ?1";
        for statement in self.among_all.as_deref().into_iter().chain([WAITING]) {
            if one(self.connection, statement, [id], |_| Ok(()))?.is_some() {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

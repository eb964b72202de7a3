//! Clubs for tests: each in a database of its own on the server of `tests/with_postgres`.

use std::env;
use std::path::{Path, PathBuf};
use std::process::{Child, Stdio};
use std::time::Duration;

use ginpad::club::{Address, Club, Member};
use postgres::{Client, NoTls};
use serde_json::Value;
use uuid::Uuid;

use super::program::{Said, Table, skipped};

/// So long a test waits for the server.
pub(crate) const LIMIT: Duration = Duration::from_secs(20);

/// A club in a database of its own, which goes with it.
pub(crate) struct TestClub {
    server: String,
    database: String,
    /// The URL of its owner.
    pub(crate) url: String,
}

impl TestClub {
    /// A database for a club. `None` where no server runs: then the test is skipped, and says so.
    pub(crate) fn database() -> Option<TestClub> {
        let Ok(server) = env::var("GINPAD_CLUB_SERVER") else {
            skipped("no PostgreSQL runs; `tests/with_postgres cargo test` starts one");
            return None;
        };
        Some(TestClub::on(&server))
    }

    /// The same on this server.
    pub(crate) fn on(server: &str) -> TestClub {
        let (server, database) = (server.to_string(), format!("club_{}", Uuid::new_v4().simple()));
        Client::connect(&server, NoTls).unwrap().batch_execute(&format!("CREATE DATABASE {database}")).unwrap();
        let url = server.replace("/postgres?", &format!("/{database}?"));
        TestClub { server, database, url }
    }

    /// A club that was founded.
    pub(crate) fn founded() -> Option<TestClub> {
        let club = TestClub::database()?;
        assert!(club.connected().found_club("Olga").unwrap());
        Some(club)
    }

    /// The owner's address.
    pub(crate) fn address(&self) -> Address {
        self.url.parse().unwrap()
    }

    /// The owner's address without the password, and the password.
    pub(crate) fn without_password(&self) -> (String, String) {
        let password = self.url.split([':', '@']).nth(2).unwrap().to_string();
        (self.url.replacen(&format!(":{password}@"), "@", 1), password)
    }

    /// The socket of the server.
    pub(crate) fn socket(&self) -> PathBuf {
        Path::new(self.url.split_once("host=").unwrap().1).join(".s.PGSQL.5432")
    }

    /// A backup of the database.
    pub(crate) fn backed_up(&self) -> String {
        let backup = format!("{}_backup", self.database);
        self.on_server(&format!("CREATE DATABASE {backup} TEMPLATE {}", self.database));
        backup
    }

    /// Puts a backup in the place of the database.
    pub(crate) fn restored(&self, backup: &str) {
        self.on_server(&format!("DROP DATABASE {} WITH (FORCE)", self.database));
        self.on_server(&format!("ALTER DATABASE {backup} RENAME TO {}", self.database));
    }

    fn on_server(&self, sql: &str) {
        // Whoever was connected may still be leaving.
        let mut client = Client::connect(&self.server, NoTls).unwrap();
        let done = (0..100).any(|_| {
            let done = client.batch_execute(sql).is_ok();
            std::thread::sleep(Duration::from_millis(if done { 0 } else { 50 }));
            done
        });
        assert!(done, "{sql}");
    }

    /// The owner's connection.
    pub(crate) fn connected(&self) -> Club {
        Club::connect(&self.address(), LIMIT).unwrap()
    }

    /// A new member: the URL that a new one gets.
    pub(crate) fn invited(&self, called: &str) -> String {
        self.connected().add_member(called, &self.address()).unwrap()
    }

    /// The member of this name.
    pub(crate) fn member(&self, called: &str) -> Member {
        self.connected().members(&[]).unwrap().into_iter().find(|member| member.called == called).unwrap()
    }
}

impl Drop for TestClub {
    fn drop(&mut self) {
        let members = Client::connect(&self.url, NoTls).ok().and_then(|mut club| {
            let members = club.query_one("SELECT members::text FROM ginpad.club", &[]).ok()?;
            members.try_get::<_, String>(0).ok()
        });
        let Ok(mut client) = Client::connect(&self.server, NoTls) else { return };
        let _ = client.batch_execute(&format!("DROP DATABASE {} WITH (FORCE)", self.database));
        let roles = "SELECT rolname::text FROM pg_roles WHERE starts_with(rolname, $1)";
        let roles = members.and_then(|members| client.query(roles, &[&members]).ok());
        for row in roles.unwrap_or_default() {
            let _ = client.batch_execute(&format!("DROP ROLE {}", row.get::<_, String>(0)));
        }
    }
}

/// A table at which somebody meets a club.
pub(crate) struct Home {
    pub(crate) table: Table,
    /// The owner's password, which no line of a member has.
    password: String,
}

impl Home {
    pub(crate) fn new() -> Home {
        Home { table: Table::new(), password: String::new() }
    }

    /// A home whose clock is wrong by this much.
    pub(crate) fn with_clock(by: &str) -> Home {
        Home { table: Table::new().with_a_wrong_clock(by), ..Home::new() }
    }

    /// The owner's, whose book is in the club.
    pub(crate) fn owner(test: &TestClub) -> Home {
        let (url, password) = test.without_password();
        let home = Home { table: Table::new(), password };
        home.does(&format!("club init '{url}'"));
        home
    }

    /// A member's, whose book is in the club.
    pub(crate) fn joined(owner: &Home, name: &str) -> Home {
        let home = Home::new();
        home.joins(&owner.line_for(name), "");
        home
    }

    /// Makes a member. The answer is the line for them.
    pub(crate) fn line_for(&self, name: &str) -> String {
        self.json(&format!("club add {name}"))["line"].as_str().unwrap().to_string()
    }

    pub(crate) fn joins(&self, line: &str, flags: &str) -> String {
        let said = self.table.args(&format!("club join {flags}")).stdin(line).run();
        assert_eq!(said.status, Some(0), "{}", said.err);
        said.out
    }

    pub(crate) fn run(&self, line: &str) -> Said {
        self.table.args(line).env("PGPASSWORD", &self.password).run()
    }

    /// Starts a command that goes on until it is killed.
    pub(crate) fn start(&self, line: &str) -> Child {
        let mut command = self.table.command();
        command.args(line.split(' ')).env("PGPASSWORD", &self.password).stderr(Stdio::piped()).spawn().unwrap()
    }

    pub(crate) fn does(&self, line: &str) -> String {
        let said = self.run(line);
        assert_eq!(said.status, Some(0), "ginpad {line}\n{}", said.err);
        said.out + &said.err
    }

    pub(crate) fn fails(&self, line: &str) -> String {
        let said = self.run(line);
        assert!(said.status == Some(1) && said.err.starts_with("error: "), "ginpad {line}\n{}{}", said.out, said.err);
        said.err
    }

    pub(crate) fn json(&self, line: &str) -> Value {
        serde_json::from_str(&self.run(&format!("{line} --json")).out).unwrap()
    }

    /// The lines of the book.
    pub(crate) fn lines(&self) -> Vec<String> {
        let export = self.table.does("export --json");
        let mut lines: Vec<String> = export.lines().filter(|line| line.contains("sha256")).map(Into::into).collect();
        lines.sort();
        lines
    }
}

/// A connection under a URL.
pub(crate) fn club(url: &str) -> Club {
    Club::connect(&url.parse().unwrap(), LIMIT).unwrap()
}

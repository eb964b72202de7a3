//! Finds passwords where every client of PostgreSQL looks, and makes new ones.

use std::path::PathBuf;
use std::{env, fs};

use tokio_postgres::config::Host;
use uuid::Uuid;

use super::Address;

/// Finds the password for an address without one: from `PGPASSWORD`, or from the password file.
pub(super) fn find(address: &Address) -> Option<Vec<u8>> {
    if let Some(password) = env::var_os("PGPASSWORD").filter(|password| !password.is_empty()) {
        return Some(password.into_encoded_bytes());
    }
    let beside_others = || Some(env::home_dir()?.join(".pgpass"));
    let file = env::var_os("PGPASSFILE").filter(|file| !file.is_empty()).map(PathBuf::from).or_else(beside_others)?;
    let text = fs::read_to_string(&file).ok().filter(|_| is_private(&file))?;
    let (config, user) = (&address.config, address.user());
    let host = match config.get_hosts().first() {
        Some(Host::Tcp(host)) => host.clone(),
        #[cfg(unix)]
        Some(Host::Unix(folder)) => folder.to_string_lossy().into_owned(),
        _ => "localhost".into(),
    };
    let port = config.get_ports().first().copied().unwrap_or(5432).to_string();
    let database = config.get_dbname().unwrap_or(user);
    of_file(&text, [&host, &port, database, user]).map(String::into_bytes)
}

/// Whether nobody else may read the file. Other clients too skip a file that others may read.
#[cfg(unix)]
fn is_private(file: &std::path::Path) -> bool {
    use std::os::unix::fs::PermissionsExt as _;
    fs::metadata(file).is_ok_and(|metadata| metadata.permissions().mode() & 0o077 == 0)
}

#[cfg(not(unix))]
const fn is_private(_: &std::path::Path) -> bool {
    true
}

/// Returns the password in the first matching line, `host:port:database:user:password`, where `*` matches anything and
/// a backslash precedes `:` and `\`.
fn of_file(text: &str, wanted: [&str; 4]) -> Option<String> {
    text.lines().filter(|line| !line.starts_with('#')).find_map(|line| {
        let fields = fields(line);
        let [host, port, database, user, password] = fields.as_slice() else { return None };
        let fits =
            [host, port, database, user].iter().zip(wanted).all(|(field, wanted)| *field == "*" || *field == wanted);
        fits.then(|| password.clone())
    })
}

fn fields(line: &str) -> Vec<String> {
    let (mut fields, mut chars) = (vec![String::new()], line.chars());
    while let Some(char) = chars.next() {
        match char {
            ':' if fields.len() < 5 => fields.push(String::new()),
            '\\' => fields.last_mut().into_iter().for_each(|field| field.extend(chars.next())),
            char => fields.last_mut().into_iter().for_each(|field| field.push(char)),
        }
    }
    fields
}

/// Makes a password that nobody can guess and everybody can paste.
pub(super) fn new() -> String {
    [Uuid::new_v4(), Uuid::new_v4()].map(|random| random.simple().to_string()).concat()[..40].to_string()
}

/// Hashes a password as the server stores it, so that the password itself appears in no statement and no log.
pub(super) fn scrambled(password: &str) -> String {
    postgres_protocol::password::scram_sha_256(password.as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_line_that_fits_has_the_password() {
        let file = "# mine\nother:*:*:*:no\nclub\\:1:5432:gin:ann:a\\:b\\\\c\n*:*:*:ann:late:night\n*:*:gin\n";
        let password = |host, user| of_file(file, [host, "5432", "gin", user]);
        assert_eq!(password("club:1", "ann").as_deref(), Some("a:b\\c"));
        assert_eq!(password("club", "ann").as_deref(), Some("late:night"));
        assert_eq!(password("club", "bob"), None);
        assert_eq!(password("other", "bob").as_deref(), Some("no"));
    }

    #[test]
    fn passwords_differ_and_are_plain() {
        let (one, other) = (new(), new());
        assert!(one != other && one.len() == 40 && one.chars().all(|char| char.is_ascii_alphanumeric()));
        assert!(scrambled(&one).starts_with("SCRAM-SHA-256$"));
    }
}

//! The address of a club: where it is, and how to reach it.

use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;
use std::{env, fmt};

use percent_encoding::percent_decode_str;
use tokio_postgres::Config;
use tokio_postgres::config::{Host, SslMode};

/// How long a server is waited for by default.
const PATIENCE: Duration = Duration::from_secs(10);

/// The address of a club: a `postgresql://` URL that `psql` accepts too.
///
/// Unless `sslmode` in the URL says something else, a server in the network must prove its identity by a certificate;
/// one on a socket needs no TLS.
#[derive(Debug, Clone)]
pub struct Address {
    scheme: String,
    /// The user, as the URL spells it.
    user: String,
    /// The host, the database and the query, without the password.
    place: String,
    pub(super) config: Config,
    /// Whether the server must prove by a certificate that it is this host.
    pub(super) proves_itself: bool,
    /// The file of the only trusted authorities; `None` to trust those of the system.
    pub(super) roots: Option<PathBuf>,
}

impl FromStr for Address {
    /// Why the text is not such an address.
    type Err = String;

    fn from_str(text: &str) -> Result<Address, String> {
        let text = text.trim();
        let no_url = || "an address of a club looks like `postgresql://NAME@HOST/DATABASE`".to_string();
        let (scheme, rest) = text
            .split_once("://")
            .filter(|(scheme, _)| ["postgresql", "postgres"].contains(scheme))
            .ok_or_else(no_url)?;
        // The client library knows neither `sslmode` nor `sslrootcert` in full, so both are read here.
        let (base, query) = rest.split_once('?').unwrap_or((rest, ""));
        let (mut ssl_mode, mut roots, mut known, mut shown) = (None, None, Vec::new(), Vec::new());
        for pair in query.split('&').filter(|pair| !pair.is_empty()) {
            match pair.split_once('=') {
                Some(("sslmode", mode)) => ssl_mode = Some(mode.to_string()),
                Some(("sslrootcert", path)) => {
                    roots = Some(PathBuf::from(&*percent_decode_str(path).decode_utf8_lossy()));
                }
                _ => known.push(pair),
            }
            if !pair.starts_with("password=") {
                shown.push(pair);
            }
        }
        let mut config = Config::from_str(&format!("{scheme}://{base}{}", query_of(&known)))
            .map_err(|error| error.into_source().map_or("it is no URL".into(), |cause| cause.to_string()))
            .map_err(|why| format!("the address cannot be read: {why}"))?;
        // Of the text before the `@`, only the user is ever shown.
        let named = base.rsplit_once('@').filter(|_| config.get_user().is_some());
        let (named, host) = named.ok_or("the address names no user")?;
        let is_socket = |host: &Host| !matches!(host, Host::Tcp(_));
        let is_local = config.get_hosts().iter().all(is_socket) && config.get_hostaddrs().is_empty();
        let (mode, proves_itself) = match ssl_mode.as_deref() {
            None if is_local => (SslMode::Disable, false),
            Some("disable") => (SslMode::Disable, false),
            Some("allow" | "prefer") => (SslMode::Prefer, false),
            Some("require") if roots.is_none() => (SslMode::Require, false),
            None | Some("require" | "verify-ca" | "verify-full") => (SslMode::Require, true),
            Some(other) => {
                let takes = "it takes disable, prefer, require, verify-ca or verify-full";
                return Err(format!("`sslmode` cannot be `{other}`; {takes}"));
            }
        };
        config.ssl_mode(mode);
        config.application_name("ginpad");
        let user = named.split(':').next().unwrap_or_default().to_string();
        let place = format!("{host}{}", query_of(&shown));
        Ok(Address { scheme: scheme.to_string(), user, place, config, proves_itself, roots })
    }
}

/// Returns the query of a URL, with its question mark.
fn query_of(pairs: &[&str]) -> String {
    if pairs.is_empty() { String::new() } else { format!("?{}", pairs.join("&")) }
}

impl Address {
    /// Returns the user of the address.
    pub fn user(&self) -> &str {
        self.config.get_user().unwrap_or_default()
    }

    /// Returns this address for another user, with a password.
    ///
    /// The text holds the password: show it once, to that user only.
    pub fn invitation(&self, user: &str, password: &str) -> String {
        format!("{}://{user}:{password}@{}", self.scheme, self.place)
    }

    /// Returns how long to wait for the server: the seconds in `connect_timeout` of the address, else in
    /// `PGCONNECT_TIMEOUT`, else ten.
    pub fn limit(&self) -> Duration {
        let of_environment = || env::var("PGCONNECT_TIMEOUT").ok()?.parse().ok().map(Duration::from_secs);
        let limit = self.config.get_connect_timeout().copied().or_else(of_environment);
        limit.filter(|limit| !limit.is_zero()).unwrap_or(PATIENCE)
    }

    /// Returns the password, if the address has one.
    pub fn password(&self) -> Option<&[u8]> {
        self.config.get_password()
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}://{}@{}", self.scheme, self.user, self.place)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Address {
        text.parse().unwrap()
    }

    #[test]
    fn a_password_is_never_shown() {
        for (text, shown) in [
            ("postgresql://ann:s3cret@club.example/gin", "postgresql://ann@club.example/gin"),
            (
                "postgres://ann@club.example:5433/gin?sslmode=require",
                "postgres://ann@club.example:5433/gin?sslmode=require",
            ),
            ("postgresql://ann@/gin?host=/run/x&password=s3cret", "postgresql://ann@/gin?host=/run/x"),
            ("postgresql://ann:p%40ss@h/gin", "postgresql://ann@h/gin"),
        ] {
            let address = read(text);
            assert_eq!(address.to_string(), shown);
            assert!(!format!("{address:?}").contains("s3cret"));
        }
        assert_eq!(read("postgresql://ann:p%40ss@h/gin").password(), Some(b"p@ss".as_slice()));
        let invited = read("postgresql://owner:s3cret@/gin?host=/run/x").invitation("gin_2", "abc");
        assert_eq!(invited, "postgresql://gin_2:abc@/gin?host=/run/x");
    }

    #[test]
    fn a_server_in_the_network_has_to_prove_itself_unless_told_otherwise() {
        for (text, tls) in [
            ("postgresql://ann@club.example/gin", (SslMode::Require, true)),
            ("postgresql://ann@/gin?host=/run/postgresql", (SslMode::Disable, false)),
            ("postgresql://ann@club.example/gin?sslmode=disable", (SslMode::Disable, false)),
            ("postgresql://ann@club.example/gin?sslmode=prefer", (SslMode::Prefer, false)),
            ("postgresql://ann@club.example/gin?sslmode=require", (SslMode::Require, false)),
            ("postgresql://ann@club.example/gin?sslmode=require&sslrootcert=/ca.pem", (SslMode::Require, true)),
            ("postgresql://ann@club.example/gin?sslmode=verify-full", (SslMode::Require, true)),
        ] {
            let address = read(text);
            assert_eq!((address.config.get_ssl_mode(), address.proves_itself), tls, "{text}");
        }
    }

    #[test]
    fn what_is_no_address_is_refused() {
        let fault = |text: &str| text.parse::<Address>().unwrap_err();
        assert!(fault("mysql://ann@x/y").contains("looks like"));
        assert_eq!(fault("postgresql://club.example/gin"), "the address names no user");
        assert!(fault("postgresql://a@h/gin?sslmode=maybe").starts_with("`sslmode` cannot be `maybe`"));
        assert!(fault("postgresql://a@h/gin?nonsense=1").starts_with("the address cannot be read"));
    }
}

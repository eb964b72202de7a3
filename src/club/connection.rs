//! Connects to the server of a club.

use std::future::poll_fn;
use std::io;
use std::pin::pin;
use std::sync::{Arc, LazyLock};
use std::time::Duration;

use futures_util::TryStreamExt as _;
use ginpad_core::text::count;
use rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use rustls::crypto::{CryptoProvider, ring, verify_tls12_signature, verify_tls13_signature};
use rustls::pki_types::pem::PemObject as _;
use rustls::pki_types::{CertificateDer, ServerName, UnixTime};
use rustls::{ClientConfig, DigitallySignedStruct, RootCertStore, SignatureScheme};
use tokio::runtime::{Builder, Runtime};
use tokio::sync::mpsc;
use tokio::time::{sleep, timeout};
use tokio_postgres::types::ToSql;
use tokio_postgres::{AsyncMessage, Client, Row};
use tokio_postgres_rustls::MakeRustlsConnect;

use super::{Address, ClubError, passwords};

/// A connection to a club.
#[derive(Debug)]
pub struct Club {
    pub(super) client: Client,
    /// The runtime in which the client waits.
    runtime: &'static Runtime,
    /// The longest wait for an answer.
    pub(super) limit: Duration,
    /// Its address, without the password.
    pub(super) place: Arc<Address>,
    /// Receives a message for each notification.
    pub(super) heard: mpsc::UnboundedReceiver<()>,
    /// What reads from the connection.
    reader: tokio::task::JoinHandle<()>,
}

impl Drop for Club {
    /// Closes the connection: the runtime outlives it.
    fn drop(&mut self) {
        self.reader.abort();
        self.runtime.block_on(tokio::task::yield_now());
    }
}

/// The oldest server on which a club was tested.
const OLDEST: i32 = 150_000;

/// How long the parts of one sync are waited for after the first.
const BETWEEN_PARTS: Duration = Duration::from_millis(200);

/// The parameters of a statement.
pub(super) type Values<'v> = &'v [&'v (dyn ToSql + Sync)];

/// The result of a call to the server.
type Answer<T> = Result<T, tokio_postgres::Error>;

/// The runtime in which all clients wait for their servers. Nothing drops it, because that would wait for a silent
/// resolver: the system looks names up in a thread that cannot be stopped.
static RUNTIME: LazyLock<io::Result<Runtime>> = LazyLock::new(|| Builder::new_current_thread().enable_all().build());

impl Club {
    /// Connects to the server of a club; the club may not exist yet. If the address has no password, uses the one where
    /// every client looks: `PGPASSWORD`, then the password file. No answer, now or later, is waited for longer than the
    /// limit.
    ///
    /// # Errors
    /// The server does not answer within the limit, does not let the user in, cannot be trusted, or is too old.
    pub fn connect(address: &Address, limit: Duration) -> Result<Club, ClubError> {
        let place = Arc::new(address.clone());
        let unreachable = |why: String| ClubError::Unreachable(Arc::clone(&place), why);
        let mut config = address.config.clone();
        if let Some(password) = address.password().is_none().then(|| passwords::find(address)).flatten() {
            config.password(password);
        }
        let tls = encrypted(address).map_err(unreachable)?;
        let runtime = RUNTIME.as_ref().map_err(|error| unreachable(error.to_string()))?;
        let (notified, heard) = mpsc::unbounded_channel();
        let connects = async {
            let (client, mut connection) = config.connect(tls).await?;
            // The connection runs whenever its client waits, and passes notifications on.
            let reader = tokio::spawn(async move {
                while let Some(Ok(message)) = poll_fn(|context| connection.poll_message(context)).await {
                    if matches!(message, AsyncMessage::Notification(_)) {
                        let _ = notified.send(());
                    }
                }
            });
            Ok((client, reader))
        };
        let connected = runtime.block_on(async { timeout(limit, connects).await });
        let connected = connected.map_err(|_| unreachable(no_answer(limit)))?;
        let (client, reader) =
            connected.map_err(|error: tokio_postgres::Error| match ClubError::of(&error, &place) {
                ClubError::Lost(place, why) => ClubError::Unreachable(place, why),
                error => error,
            })?;
        let mut club = Club { client, runtime, limit, place, heard, reader };
        let version = "SELECT current_setting('server_version_num')::int4, current_setting('server_version')";
        let row = club.row(version, &[])?;
        if row.get::<_, i32>(0) < OLDEST {
            return Err(ClubError::OldServer(Arc::clone(&club.place), row.get(1)));
        }
        // A commit that the server confirms is durable, nobody waits for locks for ever, and only the server's own
        // functions run.
        let settings = "SELECT set_config('search_path', 'pg_catalog', false), set_config('lock_timeout', $1, false), \
                        CASE current_setting('synchronous_commit') WHEN 'off' \
                        THEN set_config('synchronous_commit', 'on', false) END";
        club.execute(settings, &[&format!("{}s", limit.as_secs())])?;
        Ok(club)
    }

    /// Waits for the server, at most as long as the limit.
    fn wait<T>(&self, answer: impl Future<Output = Answer<T>>) -> Result<T, ClubError> {
        let answer = self.runtime.block_on(async { timeout(self.limit, answer).await });
        let silent = |_| ClubError::Lost(Arc::clone(&self.place), no_answer(self.limit));
        answer.map_err(silent)?.map_err(|error| ClubError::of(&error, &self.place))
    }

    /// Returns the rows of a query.
    pub(super) fn rows(&mut self, sql: &str, values: Values<'_>) -> Result<Vec<Row>, ClubError> {
        self.wait(self.client.query(sql, values))
    }

    /// Returns the one row of a query.
    pub(super) fn row(&mut self, sql: &str, values: Values<'_>) -> Result<Row, ClubError> {
        self.wait(self.client.query_one(sql, values))
    }

    /// Runs a statement, and returns the number of rows that it changed.
    pub(super) fn execute(&mut self, sql: &str, values: Values<'_>) -> Result<u64, ClubError> {
        self.wait(self.client.execute(sql, values))
    }

    /// Runs several statements without parameters.
    pub(super) fn batch(&mut self, sql: &str) -> Result<(), ClubError> {
        self.wait(self.client.batch_execute(sql))
    }

    /// Visits the rows of a query one after another.
    pub(super) fn each_row(
        &mut self,
        sql: &str,
        values: Values<'_>,
        mut visit: impl FnMut(Row) -> Result<(), ClubError>,
    ) -> Result<(), ClubError> {
        let values = values.iter().map(|value| *value as &dyn ToSql);
        let mut rows = pin!(self.wait(self.client.query_raw(sql, values))?);
        while let Some(row) = self.wait(rows.try_next())? {
            visit(row)?;
        }
        Ok(())
    }

    /// Waits up to `patience` for a notification on this connection, and returns whether one arrived.
    ///
    /// # Errors
    /// The connection was lost.
    pub fn hears(&mut self, patience: Duration) -> Result<bool, ClubError> {
        let heard = self.runtime.block_on(async {
            let heard = timeout(patience, self.heard.recv()).await;
            // Lines arrive in many parts, each with a notice.
            sleep(if matches!(heard, Ok(Some(()))) { BETWEEN_PARTS } else { Duration::ZERO }).await;
            heard
        });
        while self.heard.try_recv().is_ok() {}
        match heard {
            Ok(Some(())) => Ok(true),
            Ok(None) => Err(ClubError::Lost(Arc::clone(&self.place), "the server closed it".into())),
            Err(_) => Ok(false),
        }
    }

    /// Runs `does` in one transaction, all or nothing.
    pub(super) fn at_once<T, E: From<ClubError>>(
        &mut self,
        does: impl FnOnce(&mut Club) -> Result<T, E>,
    ) -> Result<T, E> {
        self.batch("BEGIN")?;
        match does(self) {
            Ok(done) => Ok(self.batch("COMMIT").map(|()| done)?),
            Err(error) => {
                // If that fails too, the server rolls back when the connection ends.
                let _ = self.batch("ROLLBACK");
                Err(error)
            }
        }
    }
}

/// Says that the server did not answer within the limit.
fn no_answer(limit: Duration) -> String {
    format!("no answer in {}", count(usize::try_from(limit.as_secs()).unwrap_or(usize::MAX), "second"))
}

/// Sets up the encryption, and decides which certificates are accepted.
fn encrypted(address: &Address) -> Result<MakeRustlsConnect, String> {
    let provider = Arc::new(ring::default_provider());
    let builder = ClientConfig::builder_with_provider(Arc::clone(&provider));
    let builder = builder.with_safe_default_protocol_versions().map_err(|error| error.to_string())?;
    let config = match (address.proves_itself, &address.roots) {
        (true, Some(file)) => {
            let unreadable = |error: &dyn std::fmt::Display| format!("cannot read {}: {error}", file.display());
            let mut roots = RootCertStore::empty();
            for certificate in CertificateDer::pem_file_iter(file).map_err(|error| unreadable(&error))? {
                let certificate = certificate.map_err(|error| unreadable(&error))?;
                roots.add(certificate).map_err(|error| unreadable(&error))?;
            }
            builder.with_root_certificates(roots)
        }
        (true, None) => {
            let (authorities, _) =
                MakeRustlsConnect::with_native_certs().map_err(|errors| match errors.as_slice() {
                    [] => "no certificate of an authority is on this machine; `?sslrootcert=FILE` names a file of them"
                        .into(),
                    [first, ..] => first.to_string(),
                })?;
            return Ok(authorities);
        }
        _ => builder.dangerous().with_custom_certificate_verifier(Arc::new(AcceptAnyCertificate(provider))),
    };
    Ok(MakeRustlsConnect::new(config.with_no_client_auth()))
}

/// Accepts any certificate: a user who writes `sslmode=require` wants encryption, not proof of who is at the other end.
#[derive(Debug)]
struct AcceptAnyCertificate(Arc<CryptoProvider>);

impl ServerCertVerifier for AcceptAnyCertificate {
    fn verify_server_cert(
        &self,
        _: &CertificateDer<'_>,
        _: &[CertificateDer<'_>],
        _: &ServerName<'_>,
        _: &[u8],
        _: UnixTime,
    ) -> Result<ServerCertVerified, rustls::Error> {
        Ok(ServerCertVerified::assertion())
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, rustls::Error> {
        verify_tls12_signature(message, certificate, signed, &self.0.signature_verification_algorithms)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, rustls::Error> {
        verify_tls13_signature(message, certificate, signed, &self.0.signature_verification_algorithms)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.0.signature_verification_algorithms.supported_schemes()
    }
}

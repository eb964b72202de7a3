//! Reaches the server of a club.

use std::sync::{Arc, mpsc};
use std::thread;
use std::time::Duration;

use postgres::NoTls;
use rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use rustls::crypto::{CryptoProvider, ring, verify_tls12_signature, verify_tls13_signature};
use rustls::pki_types::pem::PemObject as _;
use rustls::pki_types::{CertificateDer, ServerName, UnixTime};
use rustls::{ClientConfig, DigitallySignedStruct, RootCertStore, SignatureScheme};
use tokio_postgres_rustls::MakeRustlsConnect;

use super::address::{Address, Tls};
use super::error::{ClubError, reason};
use super::{Club, passwords};

/// The oldest server that a club was tried on.
const OLDEST: i32 = 150_000;

impl Club {
    /// Connects to the server of a club, which may have none yet. Without a password in the address, it is looked for where
    /// every client looks: `PGPASSWORD`, then the password file.
    ///
    /// # Errors
    /// Nobody answers within the limit, lets the user in, or can be trusted; or the server is too old.
    pub fn connect(address: &Address, limit: Duration) -> Result<Club, ClubError> {
        let place = address.to_string();
        let unreachable = |why: String| ClubError::Unreachable { place: place.clone(), why };
        let mut config = address.config.clone();
        if let Some(password) = address.password().is_none().then(|| passwords::known(address)).flatten() {
            config.password(password);
        }
        config.connect_timeout(limit).tcp_user_timeout(limit);
        let tls = (address.tls != Tls::Off).then(|| encrypted(address).map_err(unreachable)).transpose()?;
        // A server that takes the connection and then is silent is waited for no longer than one that does not answer.
        let (sender, receiver) = mpsc::channel();
        thread::spawn(move || {
            let connected = match tls {
                None => config.connect(NoTls),
                Some(tls) => config.connect(tls),
            };
            // Whoever asked may have stopped waiting.
            let _ = sender.send(connected);
        });
        let connected = receiver.recv_timeout(limit);
        let connected = connected.map_err(|_| unreachable(format!("no answer in {} seconds", limit.as_secs())))?;
        let mut client = connected.map_err(|error| match error.code() {
            Some(_) => ClubError::of(&error, &place),
            None => ClubError::Unreachable { place: place.clone(), why: reason(&error) },
        })?;
        let of_server = |error: postgres::Error| ClubError::of(&error, &place);
        let version = "SELECT current_setting('server_version_num')::int4, current_setting('server_version')";
        let row = client.query_one(version, &[]).map_err(of_server)?;
        if row.get::<_, i32>(0) < OLDEST {
            return Err(ClubError::OldServer { place, found: row.get(1) });
        }
        // What the server says is kept is kept, nobody waits for others for ever, and only the server's own functions run.
        let settings = "SELECT set_config('search_path', 'pg_catalog', false), set_config('lock_timeout', $1, false), \
                        CASE current_setting('synchronous_commit') WHEN 'off' \
                        THEN set_config('synchronous_commit', 'on', false) END";
        client.execute(settings, &[&format!("{}s", limit.as_secs())]).map_err(of_server)?;
        Ok(Club { client, place })
    }
}

/// How the connection is encrypted, and what the server has to prove.
fn encrypted(address: &Address) -> Result<MakeRustlsConnect, String> {
    let provider = Arc::new(ring::default_provider());
    let builder = ClientConfig::builder_with_provider(Arc::clone(&provider));
    let builder = builder.with_safe_default_protocol_versions().map_err(|error| error.to_string())?;
    let config = match (address.tls, &address.roots) {
        (Tls::Verified, Some(file)) => {
            let unreadable = |error: &dyn std::fmt::Display| format!("cannot read {}: {error}", file.display());
            let mut roots = RootCertStore::empty();
            for certificate in CertificateDer::pem_file_iter(file).map_err(|error| unreadable(&error))? {
                let certificate = certificate.map_err(|error| unreadable(&error))?;
                roots.add(certificate).map_err(|error| unreadable(&error))?;
            }
            builder.with_root_certificates(roots)
        }
        (Tls::Verified, None) => {
            let (authorities, _) = MakeRustlsConnect::with_native_certs().map_err(|error| format!("{error:?}"))?;
            return Ok(authorities);
        }
        _ => builder.dangerous().with_custom_certificate_verifier(Arc::new(Anybody(provider))),
    };
    Ok(MakeRustlsConnect::new(config.with_no_client_auth()))
}

/// Takes any certificate: the one who wrote `sslmode=require` wants encryption, and asks nobody who is at the other end.
#[derive(Debug)]
struct Anybody(Arc<CryptoProvider>);

impl ServerCertVerifier for Anybody {
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

//! Clubs in trouble: lines that are cut at any byte, and a server that is killed. In the end all hold the same, and nothing that
//! was acknowledged is gone.

use std::collections::BTreeSet;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{Shutdown, TcpListener};
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::{fs, thread};

use crate::support::clubs::{Home, TestClub};
use crate::support::program::Table;

/// A proxy that hangs up after so many bytes.
struct Cutter {
    port: u16,
    left: Arc<AtomicI64>,
}

impl Cutter {
    fn new(socket: PathBuf) -> Cutter {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let (port, left) = (listener.local_addr().unwrap().port(), Arc::new(AtomicI64::new(i64::MAX)));
        let budget = Arc::clone(&left);
        thread::spawn(move || {
            for client in listener.incoming().map_while(Result::ok) {
                let Ok(server) = UnixStream::connect(&socket) else { continue };
                let ends = || (client.try_clone().unwrap(), server.try_clone().unwrap(), Arc::clone(&budget));
                let (mut up, mut there, one) = ends();
                let (mut down, mut back, other) = ends();
                let hangs_up = move |client: &std::net::TcpStream, server: &UnixStream| {
                    let _ = (client.shutdown(Shutdown::Both), server.shutdown(Shutdown::Both));
                };
                thread::spawn(move || {
                    forwards(&one, |bytes| up.read(bytes), |bytes| there.write_all(bytes));
                    hangs_up(&up, &there);
                });
                thread::spawn(move || {
                    forwards(&other, |bytes| back.read(bytes), |bytes| down.write_all(bytes));
                    hangs_up(&down, &back);
                });
            }
        });
        Cutter { port, left }
    }

    /// The line of a member, through this.
    fn through(&self, line: &str) -> String {
        let (user, rest) = line.split_once('@').unwrap();
        let database = rest.trim_start_matches('/').split('?').next().unwrap();
        format!("{user}@127.0.0.1:{}/{database}?sslmode=disable", self.port)
    }
}

/// Passes bytes on until they end or none may pass any more.
fn forwards(
    left: &AtomicI64,
    mut read: impl FnMut(&mut [u8]) -> std::io::Result<usize>,
    mut write: impl FnMut(&[u8]) -> std::io::Result<()>,
) {
    let mut bytes = [0; 1024];
    while let Ok(length @ 1..) = read(&mut bytes) {
        let before = left.fetch_sub(i64::try_from(length).unwrap(), Ordering::SeqCst);
        let may = usize::try_from(before.clamp(0, 1024)).unwrap().min(length);
        if write(&bytes[..may]).is_err() || may < length {
            break;
        }
    }
}

/// The same random numbers for the same seed.
fn random(seed: &mut u64, below: u64) -> u64 {
    *seed ^= *seed << 13;
    *seed ^= *seed >> 7;
    *seed ^= *seed << 17;
    *seed % below
}

/// An evening at a table: hands, corrections and undos.
fn plays(home: &Home, seed: &mut u64) {
    for _ in 0..=random(seed, 4) {
        let hand = random(seed, 60);
        let line = match random(seed, 9) {
            0 => "new Ann Bob --set target=5000".to_string(),
            1 => "undo".into(),
            2 => "redo".into(),
            3 => format!("fix last ann gin {hand}"),
            4 => format!("log bob knock 3 {hand}"),
            _ => format!("log ann gin {hand}"),
        };
        let said = home.table.args(&line).run();
        assert!(said.status.is_some_and(|status| status < 3), "{line}: {}", said.err);
    }
}

/// Every home meets the club until nothing is new. All must hold the same, and everything that any of them had.
fn converge(homes: &[Home]) {
    let had: BTreeSet<String> = homes.iter().flat_map(Home::lines).collect();
    for round in 0..2 {
        for home in homes {
            let said = home.run("sync");
            assert_eq!(said.status, Some(0), "{round}: {}{}", said.out, said.err);
        }
    }
    let there = homes[0].lines();
    for home in homes {
        assert_eq!(home.lines(), there);
        // Two homes that log at once may give two hands one number.
        let checked = home.table.does("check");
        assert!(["all is well\n", "nothing is damaged\n"].iter().any(|end| checked.ends_with(end)), "{checked}");
    }
    let there: BTreeSet<String> = there.into_iter().collect();
    let lost: Vec<_> = had.difference(&there).collect();
    assert!(lost.is_empty(), "{lost:?}");
    let scores: BTreeSet<String> = homes.iter().map(|home| home.table.does("standings --csv")).collect();
    assert_eq!(scores.len(), 1, "{scores:?}");
}

/// Homes whose line is cut at random bytes, and whose clocks are wrong by years.
fn homes_that_are_cut(homes: usize, evenings: usize, mut seed: u64) {
    let Some(test) = TestClub::database() else { return };
    let owner = Home::owner(&test);
    let cutter = Cutter::new(test.socket());
    let homes: Vec<Home> = (0..homes)
        .map(|home: usize| {
            let line = cutter.through(&owner.line_for(&format!("M{home}")));
            let home = Home::with_clock(["-7y", "+0", "+4y"][home % 3]);
            home.table.does("new Ann Bob --set target=5000");
            home.joins(&line, "");
            home
        })
        .collect();
    let mut cut = 0;
    for _ in 0..evenings {
        let home = &homes[usize::try_from(random(&mut seed, homes.len() as u64)).unwrap()];
        plays(home, &mut seed);
        cutter.left.store(i64::try_from(random(&mut seed, 14_000)).unwrap(), Ordering::SeqCst);
        let said = home.run("sync");
        cutter.left.store(i64::MAX, Ordering::SeqCst);
        assert!(said.status == Some(0) || said.status == Some(1), "{}", said.err);
        cut += usize::from(said.status == Some(1));
    }
    assert!(cut > evenings / 10, "{cut} of {evenings} were cut");
    converge(&homes);
}

/// A server of its own, which may be killed.
struct Server {
    runs: Child,
    url: String,
}

impl Server {
    /// A server on a socket; with a port, also there, encrypted.
    fn start(port: Option<u16>) -> Server {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let mut runs = Command::new(root.join("tests/with_postgres"));
        let says = "echo $GINPAD_CLUB_SERVER; read end; true";
        // What it says it has kept it must keep.
        runs.args(["sh", "-c", says]).env("GINPAD_FSYNC", "on").stdin(Stdio::piped()).stdout(Stdio::piped());
        runs.envs(port.map(|port| ("GINPAD_TLS_PORT", port.to_string())));
        let mut runs = runs.spawn().unwrap();
        let mut url = String::new();
        BufReader::new(runs.stdout.take().unwrap()).read_line(&mut url).unwrap();
        Server { runs, url: url.trim().to_string() }
    }

    fn folder(&self) -> PathBuf {
        PathBuf::from(self.url.split_once("host=").unwrap().1)
    }

    /// Kills every process of the server, and starts it again.
    fn is_killed(&self) {
        let data = self.folder().join("data");
        let pid = fs::read_to_string(data.join("postmaster.pid")).unwrap();
        let pid = pid.lines().next().unwrap().to_string();
        Command::new("kill").args(["-KILL", &pid]).status().unwrap();
        let restart = r#"
            bin=$(ls -d /usr/lib/postgresql/*/bin | sort -V | tail -1); data=$1; folder=${data%/data}
            owner=$(stat -c %u "$data"); as=
            [ "$(id -u)" -ne "$owner" ] && as="setpriv --reuid=$owner --regid=$(stat -c %g "$data") --clear-groups"
            for try in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
                $as env -C "$folder" "$bin/pg_ctl" -D "$data" -w -l "$data/log" -o "-c listen_addresses= \
                    -c unix_socket_directories=$folder -c fsync=on" start > /dev/null 2>&1 && exit 0
                sleep 0.5
            done
            exit 1"#;
        let started = Command::new("sh").args(["-c", restart, "sh"]).arg(&data).status().unwrap();
        assert!(started.success(), "the server did not start again");
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        drop(self.runs.stdin.take());
        let _ = self.runs.wait();
    }
}

/// Homes whose server is killed while they send.
fn homes_whose_server_is_killed(kills: usize, mut seed: u64) {
    if TestClub::database().is_none() {
        return;
    }
    let server = Server::start(None);
    let test = TestClub::on(&server.url);
    let owner = Home::owner(&test);
    let homes: Vec<Home> = ["Ann", "Bob", "Cid"].iter().map(|name| Home::joined(&owner, name)).collect();
    homes.iter().for_each(|home| drop(home.table.does("new Ann Bob --set target=5000")));
    for _ in 0..kills {
        homes.iter().for_each(|home| plays(home, &mut seed));
        let (acknowledged, wait) = (homes[0].lines(), random(&mut seed, 120));
        thread::scope(|scope| {
            let meet: Vec<_> = homes.iter().map(|home| scope.spawn(|| home.run("sync"))).collect();
            thread::sleep(std::time::Duration::from_millis(wait));
            server.is_killed();
            for said in meet.into_iter().map(|meets| meets.join().unwrap()) {
                assert!(said.status == Some(0) || said.err.contains("the club at"), "{}", said.err);
            }
        });
        let lines = homes[0].lines();
        assert!(acknowledged.iter().all(|line| lines.contains(line)));
    }
    converge(&homes);
}

#[test]
fn homes_whose_lines_are_cut_at_any_byte_end_alike() {
    homes_that_are_cut(3, 14, 20_261_127);
}

#[test]
fn a_server_that_is_killed_while_lines_come_loses_none() {
    homes_whose_server_is_killed(2, 7);
}

#[test]
fn a_server_in_the_network_proves_who_it_is() {
    if TestClub::database().is_none() {
        return;
    }
    let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let server = Server::start(Some(port));
    let test = TestClub::on(&server.url);
    let (url, password) = test.without_password();
    let (user, database) = url.split_once("@/").unwrap();
    let database = database.split_once('?').unwrap().0;
    let table = Table::new();
    table.does("new Ann Bob");
    let init = |host: &str, flags: &str| {
        let line = format!("club init '{user}@{host}:{port}/{database}?{flags}'");
        table.args(&line).env("PGPASSWORD", &password)
    };
    let proof = format!("sslrootcert={}", server.folder().join("server.crt").display());
    for (host, flags, why) in [
        ("localhost", "sslmode=verify-full", "invalid peer certificate"),
        ("127.0.0.1", proof.as_str(), "certificate not valid for name"),
    ] {
        let refused = init(host, flags).status(1).refused();
        assert!(refused.err.contains(why) && refused.err.contains("`sslrootcert=FILE`"), "{}", refused.err);
    }
    for flags in [proof.as_str(), "sslmode=require"] {
        let said = init("localhost", flags).run();
        assert_eq!(said.status, Some(0), "{}", said.err);
    }
}

#[test]
fn a_tally_that_watches_goes_on_after_its_server_was_restarted() {
    if TestClub::database().is_none() {
        return;
    }
    let server = Server::start(None);
    let test = TestClub::on(&server.url);
    let owner = Home::owner(&test);
    let bob = Home::joined(&owner, "Bob");
    let mut watches = owner.start("club tally --watch");
    let mut said = BufReader::new(watches.stderr.take().unwrap()).lines().map_while(Result::ok);
    let mut says = |what: &str| assert!(said.any(|line| line.contains(what)), "{what}");
    says("worked out 0 games");
    bob.table.does("new Ann Bob");
    bob.does("sync");
    says("worked out 1 game");
    server.is_killed();
    says("the next try is in 5 seconds");
    bob.table.does("log ann gin 9");
    bob.does("sync");
    says("worked out 1 game");
    watches.kill().unwrap();
    watches.wait().unwrap();
    assert!(owner.does("standings --club").contains("Ann"));
}

#[test]
#[ignore = "takes minutes"]
fn many_homes_whose_lines_are_cut_and_whose_server_is_killed_end_alike() {
    (1..=2).for_each(|seed| homes_that_are_cut(5, 60, seed));
    homes_whose_server_is_killed(12, 1);
}

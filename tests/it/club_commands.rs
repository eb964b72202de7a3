//! The commands of a club, as its owner and its members type them.

use std::io::{Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::os::unix::fs::PermissionsExt as _;
use std::os::unix::net::UnixStream;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use std::{fs, thread};

use postgres::{Client, NoTls};

use crate::support::clubs::{Home, TestClub};
use crate::support::hints::hinted;
use crate::support::program::Table;

/// A server that forwards to the real one as long as it may.
struct Proxy {
    port: u16,
    is_silent: Arc<AtomicBool>,
}

impl Proxy {
    fn new(test: &TestClub) -> Proxy {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let (port, socket) = (listener.local_addr().unwrap().port(), test.socket());
        let is_silent = Arc::new(AtomicBool::new(false));
        let silent = Arc::clone(&is_silent);
        thread::spawn(move || {
            for client in listener.incoming().map_while(Result::ok) {
                let server = UnixStream::connect(&socket).unwrap();
                let (mut up, mut down) = (client.try_clone().unwrap(), client);
                let (mut there, mut back) = (server.try_clone().unwrap(), server);
                let (one, other) = (Arc::clone(&silent), Arc::clone(&silent));
                thread::spawn(move || forwards(&one, |bytes| up.read(bytes), |bytes| there.write_all(bytes)));
                thread::spawn(move || forwards(&other, |bytes| back.read(bytes), |bytes| down.write_all(bytes)));
            }
        });
        Proxy { port, is_silent }
    }
}

/// Passes bytes on until they end. While it is silent, it swallows them.
fn forwards(
    is_silent: &AtomicBool,
    mut read: impl FnMut(&mut [u8]) -> std::io::Result<usize>,
    mut write: impl FnMut(&[u8]) -> std::io::Result<()>,
) {
    let mut bytes = [0; 4096];
    while let Ok(length @ 1..) = read(&mut bytes) {
        if !is_silent.load(Ordering::Relaxed) && write(&bytes[..length]).is_err() {
            break;
        }
    }
}

#[test]
fn a_club_is_started_joined_and_left() {
    let Some(test) = TestClub::database() else { return };
    let owner = Home::owner(&test);
    owner.table.does("new Olga Ann");
    owner.table.does("log ann knock 4 27");
    assert!(owner.does("sync").starts_with("sent 1 game, 1 hand and 2 people in 2 changes\n"));
    let line = owner.line_for("Bob");
    assert!(Client::connect(&line, NoTls).is_ok(), "psql takes the line too");
    let bob = Home::new();
    bob.table.does("new Bob Ann");
    let joined = bob.joins(&line, "");
    assert!(joined.contains("received 1 game, 1 hand and 2 people in 2 changes\n"), "{joined}");
    assert!(joined.contains("Ann is one person now"), "{joined}");
    bob.table.does("log ann gin 5");
    let club = bob.json("club");
    assert_eq!((&club["unsent"], &club["unread"]), (&1.into(), &0.into()));
    let names: Vec<_> = club["members"].as_array().unwrap().iter().map(|member| member["name"].clone()).collect();
    assert_eq!(names, ["Bob", "founder"]);
    assert!(club["members"][0]["devices"][0]["this_device"].as_bool().unwrap());
    assert!(bob.does("sync --dry-run").contains("sent 1 hand in 1 change\n"));
    assert!(bob.does("sync").contains("sent 1 hand in 1 change\n"));
    assert!(bob.does("sync").contains("nothing is new, here or in the club at postgresql://"));
    owner.does("sync");
    assert_eq!(owner.lines(), bob.lines());
    assert!(owner.does("club").contains("everything is sent, and everything has come\n"));
    assert!(owner.does("club remove bob").contains("Bob is not a member any more; what Bob sent stays\n"));
    bob.table.does("log ann gin 6");
    assert!(bob.fails("sync").contains("does not let you in"));
    assert_eq!(owner.json("club")["members"].as_array().unwrap().len(), 1);
}

#[test]
fn a_password_stands_in_one_file_of_its_user_and_nowhere_else() {
    let Some(test) = TestClub::database() else { return };
    let (url, password) = test.without_password();
    let home = Home::new();
    let said = home.table.args(&format!("club init '{}'", test.url)).status(2).refused();
    assert!(!said.err.contains(&password), "{}", said.err);
    assert_eq!(hinted(&said.err), [format!("ginpad club init '{url}'")]);
    // Where every client looks.
    let socket = test.socket();
    let pass = format!("{}:*:*:founder:{password}\n", socket.parent().unwrap().display());
    home.table.put(".pgpass", pass);
    fs::set_permissions(home.table.path(".pgpass"), fs::Permissions::from_mode(0o600)).unwrap();
    home.table.does(&format!("club init '{url}'"));
    let line = home.json("club add Bob")["line"].as_str().unwrap().to_string();
    let secret = line.split([':', '@']).nth(2).unwrap().to_string();
    let bob = Home::new();
    let said = bob.joins(&line, "") + &bob.does("club") + &bob.does("sync") + &bob.does("history");
    assert!(!said.contains(&secret), "{said}");
    let holds = |home: &Home, secret: &str| -> Vec<_> {
        let files = home.table.all_files();
        files.into_iter().filter(|(_, bytes)| String::from_utf8_lossy(bytes).contains(secret)).collect()
    };
    let [(file, _)] = holds(&bob, &secret).try_into().unwrap();
    assert!(file.starts_with(bob.table.path("state/ginpad/club")), "{}", file.display());
    assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600);
    assert_eq!(holds(&home, &password).len(), 1, "only the password file");
    assert!(holds(&home, &secret).is_empty());
    let public = fs::metadata(file.parent().unwrap().parent().unwrap()).unwrap().permissions().mode();
    assert_eq!(public & 0o077, 0);
}

#[test]
fn the_only_copy_of_a_password_is_never_written_over_and_a_damaged_one_is_named() {
    let Some(test) = TestClub::database() else { return };
    let owner = Home::owner(&test);
    let line = owner.line_for("Bob");
    let bob = Home::new();
    bob.joins(&line, "");
    let files = fs::read_dir(bob.table.path("state/ginpad/club")).unwrap().map(|file| file.unwrap().path());
    let [file] = files.collect::<Vec<_>>().try_into().unwrap();
    let (kept, before) = (bob.table.path("kept"), fs::read(&file).unwrap());
    fs::hard_link(&file, &kept).unwrap();
    bob.table.does("new Bob Ann");
    bob.does("sync");
    assert_eq!(fs::read(&kept).unwrap(), before, "the file is another one now");
    assert_ne!(fs::read(&file).unwrap(), before);
    assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600);
    fs::write(&file, &before[..before.len() / 2]).unwrap();
    for command in ["sync", "club", "sync --relay", "standings --club"] {
        let said = bob.fails(command);
        assert!(said.contains("cannot read what this device remembers of the club: the file is damaged\n"), "{said}");
        assert_eq!(hinted(&said), ["ginpad club join"]);
    }
    // A shared folder is met all the same.
    fs::create_dir(bob.table.path("shared")).unwrap();
    bob.does("sync shared");
    let said = bob.run("sync");
    assert!(said.status == Some(1) && said.err.contains("the file is damaged"), "{}{}", said.out, said.err);
    bob.joins(&line, "");
    assert!(bob.does("sync").contains("the club at postgresql://"));
}

#[test]
fn what_cannot_be_done_is_one_sentence_with_a_way_on() {
    let Some(test) = TestClub::database() else { return };
    let owner = Home::owner(&test);
    let bob = Home::joined(&owner, "Bob");
    for (home, line, what, hint) in [
        (&bob, "club add Cid", "only founder may do this, who owns the club", "ginpad club"),
        (&bob, "club remove Bob", "only founder may do this, who owns the club", "ginpad club"),
        (&owner, "club remove Bobb", "no member named `Bobb`; did you mean `Bob`?", "ginpad club"),
        (&owner, "club remove founder", "founder owns the club, and cannot leave it", "ginpad club"),
        (
            &owner,
            "club give 12 Bob",
            "`12` is not the start of one writer that you have sent for others",
            "ginpad club",
        ),
    ] {
        let said = home.fails(line);
        assert!(said.starts_with(&format!("error: {what}\n")), "{said}");
        assert_eq!(hinted(&said), [hint], "{said}");
        home.does("club");
    }
    // A member who makes a club where theirs is may join it.
    let line = owner.line_for("Dot");
    let password = line.split([':', '@']).nth(2).unwrap();
    let url = line.replace(&format!(":{password}@"), "@");
    let said = bob.table.args(&format!("club init '{url}'")).env("PGPASSWORD", password).status(1).refused();
    assert!(said.err.starts_with("error: a club exists already, and another user owns it\n"), "{}", said.err);
    assert_eq!(hinted(&said.err), ["ginpad club join"]);
    // Who has lost the line gets another one.
    let said = owner.fails("club add bob");
    assert!(said.starts_with("error: Bob is a member already\n"), "{said}");
    assert_eq!(hinted(&said), ["ginpad club add bob --again"]);
    let line = owner.json("club add bob --again")["line"].as_str().unwrap().to_string();
    assert!(bob.fails("sync").contains("does not let you in"));
    bob.joins(&line, "");
    let nobody = Home::new();
    for line in ["club", "sync --relay", "club add Cid"] {
        let said = nobody.fails(line);
        assert!(said.starts_with("error: this book is in no club\n"), "{said}");
        assert_eq!(hinted(&said), ["ginpad club join"]);
    }
    for (line, what) in [
        ("", "the invitation that the owner of the club has given to you is missing"),
        ("club.example", "an address of a club looks like `postgresql://NAME@HOST/DATABASE`"),
        ("postgresql://x@127.0.0.1:1/y", "cannot reach the club at postgresql://x@127.0.0.1:1/y: connection refused"),
    ] {
        let said = nobody.table.args("club join").stdin(line).status(1).refused();
        assert!(said.err.starts_with(&format!("error: {what}\n")), "{}", said.err);
    }
    // A database without a club.
    let empty = TestClub::database().unwrap();
    let said = nobody.table.args("club join").stdin(&empty.url).status(1).refused();
    assert!(said.err.starts_with("error: there is no club at postgresql://founder@/club_"), "{}", said.err);
    assert!(said.err.contains("`club init URL` makes one there"), "{}", said.err);
}

#[test]
fn a_silent_server_is_waited_for_as_long_as_was_said() {
    let Some(test) = TestClub::database() else { return };
    let owner = Home::owner(&test);
    let proxy = Proxy::new(&test);
    let line = owner.line_for("Bob");
    let (user, rest) = line.split_once('@').unwrap();
    let database = rest.trim_start_matches('/').split('?').next().unwrap();
    let bob = Home::new();
    let through = |port: u16| format!("{user}@127.0.0.1:{port}/{database}?sslmode=disable&connect_timeout=1");
    bob.joins(&through(proxy.port), "");
    bob.table.does("new Bob Ann");
    proxy.is_silent.store(true, Ordering::Relaxed);
    let began = Instant::now();
    let said = bob.fails("sync");
    assert!(said.contains("no answer in 1 second\n"), "{said}");
    assert!(began.elapsed() < Duration::from_secs(8), "{:?}", began.elapsed());
    // Who logs a hand does not notice.
    bob.table.does("log ann gin 4");
    proxy.is_silent.store(false, Ordering::Relaxed);
    assert!(bob.does("sync").contains("sent 1 game, 1 hand and 2 people in 2 changes\n"));
    // One that takes the call and says nothing at all.
    let dead = TcpListener::bind("127.0.0.1:0").unwrap();
    let said = bob.table.args("club join").stdin(through(dead.local_addr().unwrap().port())).status(1).refused();
    assert!(said.err.contains("no answer in 1 second\n"), "{}", said.err);
}

#[test]
fn a_connection_that_is_lost_while_it_sends_is_one_sentence() {
    let Some(test) = TestClub::database() else { return };
    let owner = Home::owner(&test);
    let line = owner.line_for("Bob");
    let bob = Home::new();
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let (user, rest) = line.split_once('@').unwrap();
    let database = rest.trim_start_matches('/').split('?').next().unwrap();
    let port = listener.local_addr().unwrap().port();
    // It hangs up on everybody.
    thread::spawn(move || listener.incoming().map_while(Result::ok).for_each(|call: TcpStream| drop(call)));
    let said = bob.table.args("club join").stdin(format!("{user}@127.0.0.1:{port}/{database}?sslmode=disable"));
    let said = said.status(1).refused();
    assert!(said.err.starts_with("error: cannot reach the club at postgresql://"), "{}", said.err);
    assert_eq!(said.err.lines().count(), 2, "{}", said.err);
}

#[test]
fn a_folder_and_a_club_are_both_met_and_each_is_named() {
    let Some(test) = TestClub::database() else { return };
    let owner = Home::owner(&test);
    let bob = Home::joined(&owner, "Bob");
    fs::create_dir(bob.table.path("shared")).unwrap();
    bob.table.does("new Bob Ann");
    let said = bob.does("sync shared");
    assert!(said.starts_with("sent 1 game and 2 people in 1 change\n"), "{said}");
    bob.table.does("log ann gin 4");
    let said = bob.does("sync");
    assert!(said.starts_with("in /home/ann/shared: sent 1 hand in 1 change\nin the club at postgresql://"), "{said}");
    assert!(said.contains(": sent 1 game, 1 hand and 2 people in 2 changes\n"), "{said}");
    assert_eq!(bob.json("sync")["places"].as_array().unwrap().len(), 2);
    // One of them is gone: the other is met all the same.
    fs::rename(bob.table.path("shared"), bob.table.path("away")).unwrap();
    bob.table.does("log bob gin 4");
    let said = bob.run("sync");
    assert_eq!(said.status, Some(1));
    assert!(said.out.starts_with("sent 1 hand in 1 change\n"), "{}", said.out);
    assert!(said.err.contains("warning: there is no folder /home/ann/shared"), "{}", said.err);
}

#[test]
fn equal_names_are_joined_at_first_and_listed_later() {
    let Some(test) = TestClub::database() else { return };
    let owner = Home::owner(&test);
    owner.table.does("new Olga Ann");
    owner.does("sync");
    let apart = Home::new();
    apart.table.does("new Eve Ann");
    apart.joins(&owner.line_for("Eve"), "--keep-apart");
    assert_eq!(apart.json("players")["players"].as_array().unwrap().len(), 4);
    let bob = Home::joined(&owner, "Bob");
    bob.table.does("new Zoe Max");
    bob.does("sync");
    owner.table.does("new Olga Zoe");
    let said = owner.does("sync");
    assert!(
        said.contains(
            "Zoe of another book and Zoe (2) of this one stay apart: they may be two people; `ginpad player merge"
        ),
        "{said}"
    );
    let merge = hinted_command(&said, "player merge");
    assert_eq!(owner.table.listen(owner.table.shell(&merge), b"").status, Some(0), "{merge}");
}

#[test]
fn whoever_joins_makes_no_strangers_one() {
    let Some(test) = TestClub::database() else { return };
    let owner = Home::owner(&test);
    owner.table.does("new Olga Sue");
    owner.does("sync");
    let bob = Home::new();
    bob.table.does("new Bob Sue");
    bob.joins(&owner.line_for("Bob"), "--keep-apart");
    // One with a friend of that name, and one without.
    let (friend, other) = (Home::new(), Home::new());
    friend.table.does("new Fay Sue");
    other.table.does("new Gil Hal");
    let people = |home: &Home| home.json("players")["players"].as_array().unwrap().len();
    friend.joins(&owner.line_for("Fay"), "");
    assert_eq!(people(&friend), 6, "Olga, Bob, Fay and three called Sue");
    other.joins(&owner.line_for("Gil"), "");
    assert_eq!(people(&other), 8);
}

/// The command of this kind in what was said.
fn hinted_command(said: &str, verb: &str) -> String {
    let command = said.split('`').find(|part| part.starts_with(&format!("ginpad {verb}")));
    command.unwrap_or_else(|| panic!("{said}")).to_string()
}

#[test]
fn what_a_stranger_logged_is_relayed_and_given() {
    let Some(test) = TestClub::database() else { return };
    let owner = Home::owner(&test);
    let stranger = Table::after(&["new Sue Tom", "log sue gin 4"]);
    fs::write(owner.table.path("sue.json"), stranger.does("export --json")).unwrap();
    owner.does("merge sue.json");
    let said = owner.does("sync");
    assert!(said.contains("nothing is new"), "no line of a stranger goes by itself: {said}");
    assert!(said.contains("2 changes of other devices are not in the club yet"), "{said}");
    assert!(owner.does("sync --relay").contains("sent 1 game, 1 hand and 2 people in 2 changes\n"));
    let devices = owner.json("club")["members"][0]["devices"].clone();
    let of_sue = devices.as_array().unwrap().iter().find(|device| device["changes"] == 2).unwrap()["writer"].clone();
    let line = owner.line_for("Sue");
    assert!(owner.does(&format!("club give {} sue", &of_sue.as_str().unwrap()[..8])).contains("is Sue's now"));
    let said = stranger.args("club join").stdin(&line).run();
    assert_eq!(said.status, Some(0), "{}", said.err);
    stranger.does("log tom gin 9");
    assert!(stranger.does("sync").contains("sent 1 hand in 1 change\n"));
    owner.does("sync");
    assert_eq!(owner.json("games")["games"][0]["hands"], 2);
    // The writer of the owner's own book stays, or the owner could send nothing any more.
    owner.table.does("new Olga Ann");
    owner.does("sync");
    let devices = owner.json("club")["members"]
        .as_array()
        .unwrap()
        .iter()
        .find(|member| member["you"] == true)
        .unwrap()["devices"]
        .clone();
    let own =
        devices.as_array().unwrap().iter().find(|device| device["this_device"] == true).unwrap()["writer"].clone();
    let said = owner.fails(&format!("club give {} sue", own.as_str().unwrap()));
    assert!(said.contains("is not the start of one writer that you have sent for others"), "{said}");
    owner.table.does("log ann gin 4");
    assert!(owner.does("sync").contains("sent 1 hand in 1 change\n"));
}

#[test]
fn a_gap_that_is_given_up_lets_in_what_follows() {
    let Some(test) = TestClub::database() else { return };
    let owner = Home::owner(&test);
    let line = owner.line_for("Bob");
    let (bob, laptop) = (Home::new(), Home::new());
    bob.table.does("new Bob Ann");
    bob.joins(&line, "");
    for hand in 0..3 {
        bob.table.does(&format!("log ann gin {hand}"));
    }
    // Of this laptop's lines one is lost: another one of Bob's has all but that.
    let export = bob.table.does("export --json");
    let kept: Vec<&str> = export.lines().filter(|line| !line.contains(r#""gin":[1,1]"#)).collect();
    assert_eq!(kept.len() + 1, export.lines().count(), "{export}");
    fs::write(laptop.table.path("left.json"), kept.join("\n") + "\n").unwrap();
    laptop.run("merge left.json");
    laptop.table.args("club join").stdin(&line).run();
    let missing = laptop.run("check").out;
    let gives_up = hinted_command(&missing, "check --give-up");
    let before = owner.does("sync");
    assert!(!before.contains("2 hands"), "{before}");
    assert_eq!(laptop.table.listen(laptop.table.shell(&gives_up), b"").status, Some(0), "{gives_up}");
    laptop.does("sync");
    let said = owner.does("sync");
    assert!(said.contains("received 1 hand in 2 changes\n"), "{said}");
    assert!(!owner.run("check").out.contains("missing"), "{}", owner.run("check").out);
    assert_eq!(owner.lines(), laptop.lines());
}

#[test]
fn a_forked_writer_is_kept_whole_and_named() {
    let Some(test) = TestClub::database() else { return };
    let owner = Home::owner(&test);
    let bob = Home::joined(&owner, "Bob");
    bob.table.does("new Bob Ann");
    bob.does("sync");
    // A copy of the whole machine writes on as the same writer.
    let copied = bob.table.all_files();
    bob.table.does("log ann gin 4");
    bob.does("sync");
    for (file, bytes) in &copied {
        fs::write(file, bytes).unwrap();
    }
    bob.table.does("log bob gin 9");
    bob.run("sync");
    let said = bob.does("sync");
    assert!(said.contains("nothing is new"), "{said}");
    owner.does("sync");
    assert_eq!(owner.lines(), bob.lines());
    assert_eq!(owner.json("score")["hands"].as_array().unwrap().len(), 2, "both hands stand");
}

#[test]
fn what_a_server_lost_is_noticed_and_sent_again() {
    let Some(test) = TestClub::database() else { return };
    let owner = Home::owner(&test);
    let bob = Home::joined(&owner, "Bob");
    bob.table.does("new Bob Ann --set target=500");
    bob.does("sync");
    let backup = test.backed_up();
    for hand in 0..5 {
        bob.table.does(&format!("log ann gin {hand}"));
    }
    owner.table.does("new Olga Cid");
    bob.does("sync");
    owner.does("sync");
    test.restored(&backup);
    let said = bob.does("sync");
    assert!(
        said.contains("warning: the club had lost 5 changes, perhaps because an older backup was restored"),
        "{said}"
    );
    assert!(said.contains("sent 5 hands in 5 changes\n"), "{said}");
    assert!(owner.does("sync").contains("sent 1 game and 2 people in 1 change\n"));
    assert!(!bob.does("sync").contains("warning"), "it is told once");
    assert_eq!(owner.lines(), bob.lines());
}

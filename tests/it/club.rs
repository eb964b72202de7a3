//! A club: what its database refuses, whoever asks.

use ginpad::club::{Address, Club, ClubError};
use ginpad_core::facts::{Line, hash_text, shortened};
use ginpad_core::ledger::{Appended, Refused, Store};
use postgres::{Client, NoTls};
use uuid::Uuid;

use crate::store::lines::Hand;
use crate::support::clubs::{LIMIT, TestClub, club};
use crate::support::program::Table;

/// What the server says to SQL of a member, in a word.
fn refused(url: &str, sql: &str) -> String {
    let error = Client::connect(url, NoTls).unwrap().batch_execute(sql).unwrap_err();
    error.as_db_error().unwrap().code().code().to_string()
}

/// The SQL that hands in a line.
fn insert(line: &Line, hash: &[u8]) -> String {
    let hash: String = hash.iter().map(|byte| format!("{byte:02x}")).collect();
    format!("INSERT INTO ginpad.change (line, hash) VALUES ('{}', '\\x{hash}')", line.text())
}

/// The code of what a role has no right to do.
const NO_RIGHT: &str = "42501";

#[test]
fn a_club_is_made_once_and_its_owner_is_an_ordinary_role() {
    let Some(test) = TestClub::database() else { return };
    assert!(matches!(test.connected().check(), Err(ClubError::NoClub(_))));
    assert!(test.connected().found_club("Olga").unwrap());
    assert!(!test.connected().found_club("Olga").unwrap());
    test.connected().check().unwrap();
    let [owner] = test.connected().members(&[]).unwrap().try_into().unwrap();
    assert!(owner.is_owner && owner.is_self && owner.called == "Olga", "{owner:?}");
    let ordinary = "SELECT NOT rolsuper FROM pg_roles WHERE rolname = session_user";
    let mut client = Client::connect(&test.url, NoTls).unwrap();
    assert!(client.query_one(ordinary, &[]).unwrap().get::<_, bool>(0));
}

#[test]
fn two_programs_that_make_one_club_make_one() {
    let Some(test) = TestClub::database() else { return };
    let made = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..4).map(|_| scope.spawn(|| test.connected().found_club("Olga").unwrap())).collect();
        threads.into_iter().map(|thread| usize::from(thread.join().unwrap())).sum::<usize>()
    });
    assert_eq!(made, 1);
}

#[test]
fn a_schema_of_somebody_else_and_one_of_a_newer_ginpad_are_named_and_left() {
    let Some(test) = TestClub::database() else { return };
    Client::connect(&test.url, NoTls).unwrap().batch_execute("CREATE SCHEMA ginpad").unwrap();
    assert!(matches!(test.connected().found_club("Olga"), Err(ClubError::Foreign(_))));
    assert!(matches!(test.connected().check(), Err(ClubError::Foreign(_))));
    let Some(test) = TestClub::founded() else { return };
    Client::connect(&test.url, NoTls).unwrap().batch_execute("UPDATE ginpad.club SET version = 99").unwrap();
    for refused in [test.connected().found_club("Olga").map(drop), test.connected().check()] {
        assert!(matches!(refused, Err(ClubError::Newer { found: 99, known: 2, .. })), "{refused:?}");
    }
}

#[test]
fn nobody_speaks_for_another() {
    let Some(test) = TestClub::founded() else { return };
    let (ann, bob) = (test.invited("Ann"), test.invited("Bob"));
    let mut hand = Hand::of(1);
    let lines = [hand.adds("A"), hand.adds("B")];
    assert_eq!(club(&ann).append(&lines).unwrap(), [Appended::Stored, Appended::Stored]);
    let next = hand.adds("C");
    // Neither another member nor the owner.
    for url in [&bob, &test.url] {
        let answers = club(url).append(&[lines[1].clone(), next.clone()]).unwrap();
        assert_eq!(answers, [Appended::Known, Appended::Refused(Refused::Foreign)]);
        assert_eq!(refused(url, &insert(&next, next.hash())), "GP002");
    }
    assert_eq!(club(&ann).append(std::slice::from_ref(&next)).unwrap(), [Appended::Stored]);
    assert_eq!(club(&ann).own_writers().unwrap(), [Uuid::from_u128(1)]);
    assert!(club(&bob).own_writers().unwrap().is_empty());
    assert_eq!(test.member("Ann").devices.iter().map(|seen| seen.changes).collect::<Vec<_>>(), [3]);
}

#[test]
fn what_does_not_follow_and_what_has_another_hash_is_refused() {
    let Some(test) = TestClub::founded() else { return };
    let ann = test.invited("Ann");
    let mut hand = Hand::of(1);
    let lines: Vec<Line> = ["A", "B", "C", "D"].map(|name| hand.adds(name)).into();
    let mut other = Hand::of(1);
    let strange = [other.adds("X"), other.adds("Y")];
    let mut connected = club(&ann);
    let answers =
        connected.append(&[lines[0].clone(), lines[2].clone(), lines[1].clone(), strange[1].clone()]).unwrap();
    let gap = Appended::Refused(Refused::Gap);
    assert_eq!(answers, [Appended::Stored, gap.clone(), Appended::Stored, gap]);
    assert_eq!(refused(&ann, &insert(&lines[3], lines[3].hash())), "GP003");
    assert_eq!(refused(&ann, &insert(&lines[2], lines[3].hash())), "GP001");
    assert_eq!(refused(&ann, &insert(&lines[2], b"short")), "GP001");
    for nonsense in
        ["no JSON", "{}", r#"{"writer":"!!","number":1}"#, r#"{"writer":"AAAAAAAAAAAAAAAAAAAAAA","number":"x"}"#]
    {
        let line = Line::new(nonsense.into()).unwrap();
        assert_eq!(refused(&ann, &insert(&line, line.hash())), "GP001", "{nonsense}");
    }
    assert_eq!(connected.append(&lines[2..]).unwrap(), [Appended::Stored, Appended::Stored]);
}

#[test]
fn a_line_is_never_changed_and_never_deleted() {
    let Some(test) = TestClub::founded() else { return };
    let ann = test.invited("Ann");
    club(&ann).append(&[Hand::of(1).adds("A")]).unwrap();
    for sql in [
        "UPDATE ginpad.change SET line = '{}'",
        "DELETE FROM ginpad.change",
        "TRUNCATE ginpad.change",
        "UPDATE ginpad.writer SET role = session_user",
        "INSERT INTO ginpad.writer (writer, role) VALUES (gen_random_uuid(), 'founder')",
        "INSERT INTO ginpad.member (role, called) VALUES (session_user, 'Eve')",
        "UPDATE ginpad.club SET owner = session_user",
        "INSERT INTO ginpad.given_up VALUES (gen_random_uuid(), 1, '\\x00')",
        "INSERT INTO ginpad.concerns VALUES ('\\x00', 1, gen_random_uuid())",
        "INSERT INTO ginpad.change (writer, sequence, line, hash, arrival) VALUES (gen_random_uuid(), 1, '', '', 1)",
        "DROP SCHEMA ginpad CASCADE",
        "CREATE TABLE ginpad.mine ()",
    ] {
        assert_eq!(refused(&ann, sql), NO_RIGHT, "{sql}");
    }
    for sql in ["UPDATE ginpad.change SET line = '{}'", "DELETE FROM ginpad.change", "TRUNCATE ginpad.change"] {
        assert_eq!(refused(&test.url, sql), "GP004", "{sql}");
    }
}

#[test]
fn nothing_of_a_member_runs_as_the_owner() {
    let Some(test) = TestClub::founded() else { return };
    let ann = test.invited("Ann");
    let line = Hand::of(1).adds("A");
    // On a table of one's own, a trigger of the club would read types of one's own.
    for sql in [
        "CREATE TEMP TABLE mine (LIKE ginpad.change)",
        "SELECT ginpad.bytes('AAAA')",
        "SELECT ginpad.take()",
        "SET ROLE founder",
        "ALTER TABLE ginpad.change DISABLE TRIGGER USER",
        "COPY ginpad.change FROM STDIN",
        "INSERT INTO ginpad.indexed VALUES (gen_random_uuid(), 1)",
        "SELECT FROM ginpad.writer FOR UPDATE",
    ] {
        assert_eq!(refused(&ann, sql), NO_RIGHT, "{sql}");
    }
    let older = format!("BEGIN ISOLATION LEVEL REPEATABLE READ; {}", insert(&line, line.hash()));
    assert_eq!(refused(&ann, &older), "GP001");
    // What the members' role owns is nothing that the club needs.
    let mut client = Client::connect(&ann, NoTls).unwrap();
    let members: String = client.query_one("SELECT members::text FROM ginpad.club", &[]).unwrap().get(0);
    club(&ann).append(std::slice::from_ref(&line)).unwrap();
    let _ = client.batch_execute(&format!("DROP OWNED BY {members}"));
    assert_eq!(test.connected().runs().unwrap().len(), 1);
}

#[test]
fn nobody_waits_for_a_lock_of_another() {
    let Some(test) = TestClub::founded() else { return };
    let (ann, bob) = (test.invited("Ann"), test.invited("Bob"));
    let mut hand = Hand::of(1);
    club(&ann).append(&[hand.adds("A")]).unwrap();
    let mut holds = Client::connect(&bob, NoTls).unwrap();
    let locks =
        "BEGIN; SELECT pg_advisory_lock(hashtextextended(writer::text, 0)), ginpad.is_own(writer) FROM ginpad.writer";
    holds.batch_execute(locks).unwrap();
    assert_eq!(club(&ann).append(&[hand.adds("B")]).unwrap(), [Appended::Stored]);
}

#[test]
fn the_owner_gives_away_only_writers_of_their_own_and_stays() {
    let Some(test) = TestClub::founded() else { return };
    let ann = test.invited("Ann");
    club(&ann).append(&[Hand::of(1).adds("A")]).unwrap();
    assert_eq!(refused(&test.url, "UPDATE ginpad.writer SET role = session_user"), "GP002");
    let (owner, member) = (test.member("Olga"), test.member("Ann"));
    assert!(!test.connected().give(Uuid::from_u128(1), &owner).unwrap());
    assert!(matches!(test.connected().remove_member(&owner), Err(ClubError::Refused(..))));
    test.connected().remove_member(&member).unwrap();
    assert!(matches!(test.connected().remove_member(&member), Err(ClubError::Refused(..))));
}

#[test]
fn a_fork_is_kept_from_its_own_member_only() {
    let Some(test) = TestClub::founded() else { return };
    let (ann, bob) = (test.invited("Ann"), test.invited("Bob"));
    let mut hand = Hand::of(1);
    let first = hand.adds("A");
    let mut copy = hand.copied();
    let (ours, theirs) = (hand.adds("B"), copy.adds("C"));
    club(&ann).append(&[first, ours]).unwrap();
    assert_eq!(club(&bob).append(std::slice::from_ref(&theirs)).unwrap(), [Appended::Refused(Refused::Foreign)]);
    assert_eq!(club(&ann).append(&[theirs]).unwrap(), [Appended::Stored]);
    let numbers: Vec<_> = club(&bob).runs().unwrap().iter().map(|run| (run.first, run.last)).collect();
    assert_eq!(numbers, [(1, 1), (2, 2), (2, 2)]);
}

#[test]
fn whoever_was_removed_is_let_in_no_more_and_the_lines_stay() {
    let Some(test) = TestClub::founded() else { return };
    let (ann, bob) = (test.invited("Ann"), test.invited("Bob"));
    let mut open = club(&ann);
    let mut hand = Hand::of(1);
    let first = hand.adds("A");
    open.append(std::slice::from_ref(&first)).unwrap();
    let member = test.member("Ann");
    test.connected().remove_member(&member).unwrap();
    assert!(open.append(&[Hand::of(2).adds("B")]).is_err());
    assert!(Club::connect(&ann.parse::<Address>().unwrap(), LIMIT).is_err());
    assert_eq!(club(&bob).runs().unwrap().len(), 1);
    let names: Vec<String> = test.connected().members(&[]).unwrap().into_iter().map(|member| member.called).collect();
    assert_eq!(names, ["Bob", "Olga"]);
    // Whoever is added again sends from the same laptop as before, with the new line only.
    let again = test.invited("ann");
    assert!(Club::connect(&ann.parse::<Address>().unwrap(), LIMIT).is_err());
    assert_eq!(club(&again).own_writers().unwrap(), [Uuid::from_u128(1)]);
    assert_eq!(club(&again).append(&[first, hand.adds("B")]).unwrap(), [Appended::Known, Appended::Stored]);
    assert_eq!(test.member("ann").devices.len(), 1);
}

#[test]
fn what_the_owner_sent_for_a_stranger_is_given_to_a_member() {
    let Some(test) = TestClub::founded() else { return };
    let mut hand = Hand::of(1);
    test.connected().append(&[hand.adds("A")]).unwrap();
    let ann = test.invited("Ann");
    let member = test.member("Ann");
    assert!(test.connected().give(Uuid::from_u128(1), &member).unwrap());
    assert!(!test.connected().give(Uuid::from_u128(1), &member).unwrap(), "it is Ann's now");
    let next = hand.adds("B");
    assert_eq!(test.connected().append(std::slice::from_ref(&next)).unwrap(), [Appended::Refused(Refused::Foreign)]);
    assert_eq!(club(&ann).append(&[next]).unwrap(), [Appended::Stored]);
}

#[test]
fn many_sessions_of_one_writer_keep_one_chain() {
    let Some(test) = TestClub::founded() else { return };
    let ann = test.invited("Ann");
    let mut hand = Hand::of(1);
    let lines: Vec<Line> = (0..60).map(|_| hand.adds("A")).collect();
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                let mut connected = club(&ann);
                lines.chunks(7).for_each(|part| drop(connected.append(part).unwrap()));
            });
        }
    });
    let runs = club(&ann).runs().unwrap();
    assert_eq!(runs.iter().map(|run| (run.first, run.last)).collect::<Vec<_>>(), [(1, 60)]);
}

#[test]
fn an_address_that_nobody_answers_is_one_sentence() {
    let address: Address = "postgresql://ann:secret@127.0.0.1:1/gin?sslmode=disable".parse().unwrap();
    let why = Club::connect(&address, LIMIT).unwrap_err().to_string();
    assert!(why.starts_with("cannot reach the club at postgresql://ann@127.0.0.1:1/gin"), "{why}");
    assert!(!why.contains("secret"), "{why}");
    let Some(test) = TestClub::founded() else { return };
    let wrong = test.url.replacen("founder:", "founder:x", 1);
    assert!(matches!(Club::connect(&wrong.parse().unwrap(), LIMIT), Err(ClubError::NotLetIn(..))));
}

#[test]
fn a_gap_that_the_writers_member_declares_lets_in_what_follows() {
    let Some(test) = TestClub::founded() else { return };
    let (ann, bob) = (test.invited("Ann"), test.invited("Bob"));
    let mut lost = Hand::of(1);
    let lines: Vec<Line> = ["A", "B", "C"].map(|name| lost.adds(name)).into();
    let gap = |last: u64, before: &Line| {
        let (writer, before) = (shortened(Uuid::from_u128(1)), hash_text(before.hash()));
        format!(r#"[{{"gap":{{"writer":"{writer}","first":2,"last":{last},"before":"{before}"}}}}]"#)
    };
    club(&ann).append(&lines[..1]).unwrap();
    // Another member cannot, and a fact that makes no sense does nothing.
    club(&bob).append(&[Hand::of(2).says(&gap(2, &lines[1]))]).unwrap();
    let refused = Appended::Refused(Refused::Gap);
    assert_eq!(club(&ann).append(&lines[2..]).unwrap(), std::slice::from_ref(&refused));
    let mut hand = Hand::of(3);
    let senseless = hand.says(r#"[{"gap":{"writer":"?","last":"x"}},{"gap":{}}]"#);
    assert_eq!(club(&ann).append(&[senseless]).unwrap(), [Appended::Stored]);
    club(&ann).append(&[hand.says(&gap(2, &lines[1]))]).unwrap();
    assert_eq!(club(&ann).append(&lines[2..]).unwrap(), [Appended::Stored]);
    let numbers: Vec<_> = club(&bob).runs().unwrap().iter().map(|run| (run.first, run.last)).collect();
    assert!(numbers.contains(&(1, 1)) && numbers.contains(&(3, 3)), "{numbers:?}");
}

#[test]
fn a_machine_without_certificates_says_what_is_missing() {
    let table = Table::new();
    let run = table.args("club init postgresql://ann@127.0.0.1:1/gin").env("SSL_CERT_FILE", "/dev/null");
    let refused = run.status(1).refused().err;
    assert!(refused.contains(": no certificate of an authority is on this machine; `?sslrootcert=FILE`"), "{refused}");
}

//! The figures of a club: what its server answers is what a book of all its lines says.

use std::fs;
use std::time::Duration;

use postgres::{Client, NoTls};
use serde_json::Value;

use crate::support::clubs::{Home, TestClub};

/// Random numbers, the same ones for the same seed.
struct Dice(u64);

impl Dice {
    fn throw(&mut self, sides: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % sides
    }

    fn pick<'a>(&mut self, from: &[&'a str]) -> &'a str {
        from[usize::try_from(self.throw(from.len() as u64)).unwrap()]
    }
}

const NAMES: [&str; 5] = ["Ann", "Bob", "Cid", "Dee", "Eve"];

/// A random line that somebody types. Some are refused.
fn line(dice: &mut Dice, evening: usize) -> String {
    let (one, other) = (dice.pick(&NAMES), dice.pick(&NAMES));
    let [own, theirs] = [dice.throw(10), dice.throw(60)];
    match dice.throw(22) {
        0 | 1 => {
            let rules = dice.pick(&["standard", "hollywood", "simple", "standard --set target=60"]);
            let stake = dice.pick(&["", " --stake '0.01 USD'", " --stake '0.10 EUR'"]);
            format!(
                "new {one} {other} --rules {rules}{stake} --at '2026-0{}-1{} 19:30' --event Cup",
                1 + evening % 9,
                evening % 10
            )
        }
        2 => format!("new {one}+{other} {}+{} --set target=80", dice.pick(&NAMES), dice.pick(&NAMES)),
        3 => "undo".into(),
        4 => "redo".into(),
        5 => format!("fix 1 {one} gin {theirs}"),
        6 => "drop 2".into(),
        7 => format!("settle --paid {one} {other} {own}.50 USD"),
        8 => format!("player rename {one} {one}"),
        9 => format!("close --forfeit {one}"),
        10 => format!("player merge '{one} (2)' {one}"),
        11 => format!("insert 1 {one} knock {own} {theirs}"),
        12 => "log dead".into(),
        _ => match dice.throw(3) {
            0 => format!("log {one} gin {theirs}"),
            _ => format!("log {one} knock {own} {theirs}"),
        },
    }
}

/// What a report says, without how new it is.
fn report_of(home: &Home, report: &str) -> Value {
    let said = home.run(&format!("{report} --json"));
    assert_eq!(said.status, Some(0), "{report}\n{}", said.err);
    let mut said: Value = serde_json::from_str(&said.out).unwrap();
    if let Some(fields) = said.as_object_mut() {
        fields.remove("as_of");
        fields.remove("changes_since");
    }
    said
}

#[test]
fn the_server_says_what_a_book_of_all_lines_says() {
    let Some(test) = TestClub::database() else { return };
    let owner = Home::owner(&test);
    let homes = [owner, Home::new(), Home::new()];
    let lines = ["Bob", "Cid"].map(|name| homes[0].line_for(name));
    homes[1].joins(&lines[0], "");
    homes[2].joins(&lines[1], "--keep-apart");
    let mut dice = Dice(20_261_127);
    let mut worked_out = 0;
    for evening in 0..10 {
        for home in &homes {
            (0..14).for_each(|_| drop(home.run(&line(&mut dice, evening))));
        }
        homes.iter().rev().for_each(|home| drop(home.run("sync")));
        let tallied = homes[0].json("club tally");
        worked_out += tallied["games"].as_u64().unwrap();
        assert_eq!(tallied["anew"], evening == 0);
        for report in [
            "standings",
            "standings --since 2026-03 --until 2026-07",
            "standings --rules hollywood",
            "standings --with Ann --last 4 --min-games 1",
            "standings --event cup --sort longest_streak",
            "records",
            "records --year 2026",
            "versus Ann Bob",
            "player Ann",
            "player Bob --last 3",
            "settle",
            "settle --games",
            "settle Ann --since 2026-04",
        ] {
            if homes[0].run(report).status == Some(0) {
                assert_eq!(
                    report_of(&homes[0], &format!("{report} --club")),
                    report_of(&homes[0], report),
                    "{evening}: {report}"
                );
            }
        }
    }
    assert!(worked_out > 20, "{worked_out}");
    // What another member reads, who calls the games in another way.
    let own = report_of(&homes[1], "standings --club");
    homes[1].does("sync");
    assert_eq!(
        own["players"].as_array().unwrap().len(),
        report_of(&homes[0], "standings")["players"].as_array().unwrap().len()
    );
    assert_eq!(own, report_of(&homes[1], "standings"));
    // Dropped figures are made again.
    let before = report_of(&homes[0], "standings --club");
    let mut client = Client::connect(&test.url, NoTls).unwrap();
    client.batch_execute("TRUNCATE ginpad.played, ginpad.result, ginpad.standing, ginpad.tallied").unwrap();
    assert!(homes[0].fails("standings --club").contains("nobody has worked out the club's figures yet"));
    assert_eq!(homes[0].json("club tally")["anew"], true);
    assert_eq!(report_of(&homes[0], "standings --club"), before);
    // So are those of another version.
    client.batch_execute("UPDATE ginpad.tallied SET version = '0.0.1'").unwrap();
    assert_eq!(homes[0].json("club tally")["anew"], true);
    assert_eq!(homes[0].json("club tally")["anew"], false);
}

#[test]
fn figures_say_how_new_they_are_and_a_game_that_is_not_here_has_no_number() {
    let Some(test) = TestClub::database() else { return };
    let owner = Home::owner(&test);
    let bob = Home::joined(&owner, "Bob");
    owner.table.does("new Olga Ann");
    owner.table.does("log ann gin 20");
    owner.does("sync");
    assert!(bob.fails("standings --club").contains("nobody has worked out"));
    assert!(bob.fails("club tally").starts_with("error: only founder may do this"));
    assert!(owner.does("club tally").starts_with("worked out 1 game, which are all\n"));
    assert!(owner.does("club tally").starts_with("worked out 0 games\n"));
    let records = bob.json("records --club");
    assert_eq!((&records["records"][0]["game"], &records["records"][0]["value"]), (&Value::Null, &45.into()));
    assert!(records["as_of"].as_str().unwrap().len() > 10);
    assert_eq!(records["changes_since"], 0);
    owner.table.does("log ann gin 21");
    owner.does("sync");
    assert_eq!(bob.json("standings --club")["changes_since"], 1);
    let said = bob.does("standings --club");
    assert!(said.contains("note: of the whole club, as of 20") && said.contains("; 1 change came since\n"), "{said}");
    // A tally that fails has seen nothing.
    let (copies, away) = (owner.table.path("state/ginpad/copies"), owner.table.path("away"));
    fs::rename(&copies, &away).unwrap();
    for copy in fs::read_dir(&away).unwrap().map(Result::unwrap) {
        fs::create_dir_all(copies.join(copy.file_name())).unwrap();
    }
    assert_ne!(owner.run("club tally").status, Some(0));
    assert_eq!(bob.json("standings --club")["changes_since"], 1);
    fs::remove_dir_all(&copies).unwrap();
    fs::rename(&away, &copies).unwrap();
    assert!(owner.does("club tally").starts_with("worked out 1 game\n"));
    assert_eq!(bob.json("standings --club")["players"][0]["hands_won"], 2);
    // Who is called otherwise, and who is one, is seen at once; no game is worked out for a name.
    owner.table.does("player rename Ann Anna");
    owner.does("sync");
    assert!(owner.does("club tally").starts_with("worked out 0 games\n"));
    assert_eq!(bob.json("standings --club")["players"][0]["name"], "Anna");
    let names = bob.fails("versus Ann Zoe --club");
    assert!(names.contains("no player named `Zoe`"), "{names}");
}

#[test]
fn whoever_reads_meanwhile_reads_one_moment_and_keeps_no_tally_waiting() {
    let Some(test) = TestClub::database() else { return };
    let owner = Home::owner(&test);
    owner.table.does("new Olga Ann");
    owner.table.does("log ann gin 20");
    owner.does("sync");
    owner.does("club tally");
    let mut reads = test.connected();
    reads.stand_still().unwrap();
    let (_, since) = reads.as_of().unwrap().unwrap();
    assert_eq!((reads.standings().unwrap().games, since), (1, 0));
    owner.table.does("new Olga Bob");
    owner.does("sync");
    // All games are worked out again.
    Client::connect(&test.url, NoTls).unwrap().batch_execute("DELETE FROM ginpad.tallied").unwrap();
    assert_eq!(owner.json("club tally")["anew"], true);
    assert_eq!(reads.standings().unwrap().games, 1);
    assert_eq!(reads.as_of().unwrap().unwrap().1, 0);
    assert_eq!(test.connected().standings().unwrap().games, 2);
}

#[test]
fn a_tally_waits_for_another_one_and_goes_on_from_there() {
    let Some(test) = TestClub::database() else { return };
    let owner = Home::owner(&test);
    owner.table.does("new Olga Ann");
    owner.does("sync");
    owner.does("club tally");
    let mut other = Client::connect(&test.url, NoTls).unwrap();
    other.batch_execute("BEGIN; LOCK TABLE ginpad.tallied IN SHARE ROW EXCLUSIVE MODE").unwrap();
    let tallied = std::thread::scope(|scope| {
        let tally = scope.spawn(|| owner.json("club tally"));
        let waits = "SELECT count(*) FROM pg_locks WHERE relation = 'ginpad.tallied'::regclass AND NOT granted";
        while other.query_one(waits, &[]).unwrap().get::<_, i64>(0) == 0 {
            std::thread::sleep(Duration::from_millis(20));
        }
        // The other one was made with another copy.
        other.batch_execute("UPDATE ginpad.tallied SET hash = '\\x00'; COMMIT").unwrap();
        tally.join().unwrap()
    });
    assert_eq!((&tallied["games"], &tallied["anew"]), (&1.into(), &true.into()));
}

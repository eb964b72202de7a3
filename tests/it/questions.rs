//! The questions of `new`, `log` and `play`, at a real pseudo-terminal.

use crate::support::program::Table;
use crate::support::terminal::Terminal;

#[test]
fn a_new_game_asks_who_plays_and_who_deals() {
    for (command, columns) in [("new", 40), ("play", 40), ("new", 100), ("play", 100)] {
        let table = Table::new();
        let mut asked = Terminal::start(&table, command, columns);
        asked.shows("Who plays?").ends_with("\n>").types("?\r").shows("Ann+Cid").ends_with("\n>");
        asked.types("Ann and Ann\r").shows("error: Ann is named twice").ends_with("\n>");
        asked.types("Ann\r").shows("Against whom?").ends_with("\n>").types("Bob\r");
        asked.shows("Who deals first? (Ann or Bob").ends_with("\n>").types("zoe\r").shows("no player named `zoe`");
        asked.ends_with("\n>").types("\x1b[A").ends_with("\n> zoe").types("\x15bob\r").shows("Ann – Bob, standard");
        if command == "play" {
            asked.ends_with("\n>").types(".\r");
        }
        assert_eq!(asked.status(), Some(0));
        assert_eq!(table.json("score")["dealer"], "Bob");
    }
}

#[test]
fn both_sides_are_read_from_one_line() {
    for said in ["ann bob", "Ann and Bob", "Ann, Bob", "Ann vs Bob", ""] {
        let table = Table::new();
        let mut new = Terminal::start(&table, "new", 100);
        new.ends_with("\n>").types(&format!("{said}\r")).shows("Who deals").ends_with("\n>").types("\r");
        let sides = if said.is_empty() { "game 1: We – They" } else { "nn – " };
        new.shows(sides).shows(", standard");
        assert_eq!(new.status(), Some(0));
    }
}

#[test]
fn flags_answer_the_questions_and_a_rematch_asks_nothing() {
    let table = Table::new();
    let mut pad = Terminal::start(&table, "play Ann Bob --rules palace --dealer Bob", 100);
    pad.ends_with("Ann – Bob, palace   Ann 0 (needs 100), Bob 0 (needs 100)   Bob deals\n>").types(".\r");
    assert_eq!(pad.status(), Some(0));
    for (command, says) in [("new", "game 2: Ann – Bob"), ("new Ann Bob --no-input", "game 3: Ann – Bob")] {
        let mut new = Terminal::start(&table, command, 100);
        new.shows(says);
        assert_eq!(new.status(), Some(0));
    }
}

#[test]
fn log_reads_at_its_questions_what_an_entry_reads() {
    for columns in [40, 100] {
        let table = Table::after(&["new Ann Bob"]);
        let mut log = Terminal::start(&table, "log", columns);
        log.shows("Who ended the hand (Ann, Bob, or").ends_with("\n>").types("a\r").shows("How (knock");
        log.ends_with("\n>").types("k\r").shows("Deadwood of Ann (1 to 10, or").ends_with("\n>").types("12\r");
        log.shows("the knock limit is 10").ends_with("\n>").types("4\r").shows("Deadwood of Bob").ends_with("\n>");
        log.types("KhQd3c\r").shows("#1  Ann knocks, 4 against 23: 19");
        assert_eq!(log.status(), Some(0));
        let mut log = Terminal::start(&table, "log", columns);
        log.ends_with("\n>").types("bg31\r").shows("#2  Bob goes gin against 31");
        assert_eq!(log.status(), Some(0));
    }
}

#[test]
fn rules_are_asked_for_and_written_to_a_file() {
    let table = Table::after(&["new Ann Bob", "log ann gin 31"]);
    let mut new = Terminal::start(&table, "rules new house.toml", 100);
    new.shows("Nearest preset?").ends_with("three a side, to 150");
    for next in ["standard-500", "tournament"] {
        new.types("\x1b[B").shows(&format!("> {next}: "));
    }
    new.types("\x1b[A")
        .shows("> standard-500: ")
        .types("\r")
        .shows("The rules are standard-500. What is different?")
        .ends_with("\n>");
    new.types("?\r").shows("knock_limit=10: the most deadwood").ends_with("\n>");
    new.types("knock_limit=11\r").shows("cannot be 11").ends_with("\n>");
    new.types("knock_limit=9, gin_bonus=30\r").shows("The rules are standard-500, knock_limit=9, gin_bonus=30.");
    new.ends_with("\n>").types("target=150 lines=9\r").ends_with("\n>").types("\r");
    new.shows("no faults: standard-500, knock_limit=9, gin_bonus=30, lines=9, target=150").shows("gin against 31: 61");
    assert_eq!(new.status(), Some(0));
    assert_eq!(table.json("new --rules house.toml")["rules"]["gin_bonus"], 30);
    for leaves in ["q", "\x1b"] {
        let mut new = Terminal::start(&table, "rules new other.toml", 40);
        new.shows("> standard: ").ends_with("three a side, to 150").types(leaves).shows("left; nothing was changed");
        assert_eq!(new.status(), Some(1), "{leaves:?}");
    }
    let mut interrupted = Terminal::start(&table, "rules new other.toml", 40);
    interrupted.shows("> standard: ").ends_with("three a side, to 150").types("\x03");
    interrupted.everything_shown();
    assert!(!table.path("other.toml").exists());
    table.args("rules new frozen.toml --from @").run();
    let read = |name| std::fs::read_to_string(table.path(name)).unwrap();
    assert_eq!(read("frozen.toml"), read("house.toml"));
}

#[test]
fn every_question_can_be_left_with_nothing_changed() {
    let before = ["new Ann Bob"];
    for (before, command) in [(&before[..], "log"), (&before, "new Cid Dee"), (&[], "play"), (&[], "new")] {
        for keys in ["\x04", "\x03", ".\r", "q\r", "ann\x03", "zed\r.\r", "ann\r\x04"] {
            if command == "new Cid Dee" && keys == "ann\r\x04" {
                continue;
            }
            let table = Table::after(before);
            let was = table.args("export").run().out;
            let mut asked = Terminal::start(&table, command, 40);
            asked.ends_with("\n>");
            for answer in keys.split_inclusive('\r') {
                asked.types(answer);
                if answer.len() > 2 && answer.ends_with('\r') {
                    asked.shows(&format!("> {}", answer.trim_end())).ends_with("\n>");
                }
            }
            asked.shows("nothing was changed");
            assert_eq!(asked.status(), Some(1), "{command} {keys:?}");
            assert_eq!(table.args("export").run().out, was);
        }
    }
}

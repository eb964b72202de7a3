//! The questions that the pad asks before a game.

use crate::support::program::Table;
use crate::support::terminal::Terminal;

#[test]
fn without_a_game_it_asks_and_every_question_can_be_skipped_or_gone_back_from() {
    for columns in [40, 100] {
        let table = Table::new();
        let mut pad = Terminal::start(&table, "play", columns);
        pad.shows("Who plays?").ends_with("\n>").types("?\r").shows("Ann+Cid").ends_with("\n>");
        pad.types("Ann\r").shows("Against whom?").ends_with("\n>").types("<\r").ends_with("\n> Ann");
        pad.types("a\r").shows("Against whom?").ends_with("\n>").types("Bob\r");
        // One line about each of the rules.
        pad.shows("knocking: only gin ends a hand").shows("Which rules?").ends_with("\n>").types("hollywod\r");
        pad.shows("no preset named `hollywod`").ends_with("\n> hollywod").types("\x7fod\r");
        pad.shows("Who deals first").ends_with("\n>").types("\x1b[Z").ends_with("\n> hollywood").types("\r");
        pad.shows("Who deals first").ends_with("\n>").types("bob\r");
        pad.shows("Anna – Bob, hollywood").ends_with("\n>").types(".\r");
        assert_eq!(pad.status(), Some(0));
        let game = table.json("score");
        assert_eq!((&game["rules"]["name"], &game["dealer"]), (&"hollywood".into(), &"Bob".into()));
    }
}

#[test]
fn who_plays_may_be_answered_with_both_sides() {
    for said in ["Ann and Bob", "Ann, Bob", "Ann vs Bob"] {
        let table = Table::new();
        let mut pad = Terminal::start(&table, "play", 100);
        pad.shows("Who plays?").ends_with("\n>").types("Ann and Ann\r").shows("error: Ann is named twice");
        pad.ends_with("\n> Ann and Ann")
            .types("\x15")
            .types(&format!("{said}\r"))
            .shows("Which rules?")
            .ends_with("\n>");
        pad.types("<\r").shows("Against whom?").ends_with("\n> Bob").types("\r").shows("Which rules?").ends_with("\n>");
        // What was chosen in the list is said.
        pad.types("list\r").shows("Which rules? (Esc leaves").types("\x1b[B\r").shows("standard-500");
        pad.shows("Who deals first (Ann or Bob)?").ends_with("\n>").types("\r");
        pad.shows("Ann – Bob, standard-500").ends_with("\n>").types(".\r");
        assert_eq!(pad.status(), Some(0));
    }
}

#[test]
fn all_questions_skipped_make_a_game() {
    let table = Table::new();
    let mut pad = Terminal::start(&table, "play", 100);
    pad.shows("Who plays?").ends_with("\n>").types("\r").shows("Against whom?").ends_with("\n>");
    pad.types("\r").shows("Which rules?").ends_with("\n>").types("\r").shows("Who deals").ends_with("\n>");
    pad.types("\r").shows("We – They, standard").ends_with("\n>").types("w5 23\r").shows("#1  We knocks");
}

#[test]
fn flags_answer_the_questions() {
    let table = Table::new();
    let mut pad = Terminal::start(&table, "play Ann Bob --rules palace --dealer Bob", 100);
    pad.ends_with("Ann – Bob, palace   Ann 0 (needs 100), Bob 0 (needs 100)   Bob deals\n>").types(".\r");
    assert_eq!(pad.status(), Some(0));
}

#[test]
fn leaving_the_questions_changes_nothing() {
    for key in ["\x04", "\x03", "Ann\x03", "Ann\r\x04"] {
        let table = Table::new();
        let mut pad = Terminal::start(&table, "play", 40);
        pad.ends_with("\n>").types(key).shows("nothing was changed");
        assert_eq!(pad.status(), Some(1));
        assert!(!table.book().exists(), "{key:?}");
    }
}

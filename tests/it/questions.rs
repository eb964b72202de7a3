//! The questions of `new` and `log`, at a real pseudo-terminal.

use crate::support::program::Table;
use crate::support::terminal::Terminal;

#[test]
fn new_asks_who_deals_and_a_refused_answer_stays_to_be_mended() {
    for columns in [40, 100] {
        let table = Table::new();
        let mut new = Terminal::start(&table, "new Ann Bob", columns);
        new.shows("Who deals first (Ann or Bob)?").ends_with("\n>").types("?\r").shows("The deal then passes");
        new.ends_with("\n>").types("zoe\r").shows("no player named `zoe`").ends_with("\n> zoe").types("\x15bob\r");
        new.shows("Bob deals");
        assert_eq!(new.status(), Some(0));
        assert_eq!(table.json("score")["dealer"], "Bob");
    }
}

#[test]
fn a_rematch_asks_nothing_and_no_input_never_asks() {
    let table = Table::after(&["new Ann Bob"]);
    let mut new = Terminal::start(&table, "new", 100);
    new.shows("game 2: Ann – Bob");
    assert_eq!(new.status(), Some(0));
    let mut new = Terminal::start(&table, "new Ann Bob --no-input", 100);
    new.shows("game 3: Ann – Bob");
    assert_eq!(new.status(), Some(0));
}

#[test]
fn log_reads_at_its_questions_what_an_entry_reads() {
    for columns in [40, 100] {
        let table = Table::after(&["new Ann Bob"]);
        let mut log = Terminal::start(&table, "log", columns);
        log.shows("Who ended the hand (Ann, Bob, or")
            .ends_with("\n>")
            .types("a\r")
            .shows("How (knock")
            .ends_with("\n>");
        log.types("k\r").shows("Deadwood of Ann (1 to 10, or").ends_with("\n>").types("12\r");
        log.shows("the knock limit is 10").ends_with("\n> 12").types("\x15back\r").shows("How (knock").ends_with("\n>");
        log.types("knock\r").ends_with("\n>").types("4\r").shows("Deadwood of Bob").ends_with("\n>").types("KhQd3c\r");
        log.shows("#1  Ann knocks, 4 against 23: 19");
        assert_eq!(log.status(), Some(0));
        let mut log = Terminal::start(&table, "log", columns);
        log.ends_with("\n>").types("bg31\r").shows("#2  Bob goes gin against 31");
        assert_eq!(log.status(), Some(0));
    }
}

#[test]
fn leaving_says_that_nothing_was_changed() {
    for (command, keys) in [("log", "\x04"), ("log", "\x03"), ("log", "ann\r\x03"), ("new Cid Dee", "\x04")] {
        let table = Table::after(&["new Ann Bob"]);
        let before = table.does("export");
        let mut asked = Terminal::start(&table, command, 40);
        asked.ends_with("\n>").types(keys).shows("nothing was changed");
        assert_eq!(asked.status(), Some(1));
        assert_eq!(table.does("export"), before);
    }
}

#[test]
fn nothing_is_drawn_twice_at_forty_columns() {
    let table = Table::after(&["new 'Annabel Lee' 'Bartholomew'"]);
    let mut log = Terminal::start(&table, "log", 40);
    log.ends_with("\n>").types("Zacharias the Great of the North Pole\r");
    log.ends_with("\n> Zacharias the Great of the North Pole").types("\x15dead\r").shows("#1  dead hand");
    let screen = log.screen();
    assert_eq!(screen.matches("Who ended the hand").count(), 1, "{screen}");
    assert_eq!(screen.matches("no player named").count(), 1, "{screen}");
    assert_eq!(log.status(), Some(0));
}

#[test]
fn the_rules_can_be_chosen_from_a_list() {
    for columns in [40, 100] {
        let table = Table::new();
        let mut new = Terminal::start(&table, "new", columns);
        new.ends_with("\n>").types("Ann\r").shows("Against").ends_with("\n>").types("Bob\r").shows("Which rules?");
        new.ends_with("\n>").types("list\r").shows("> standard: one column").types("\x1b[B");
        new.shows("> standard-500: one column").types("\r").shows("Who deals first").ends_with("\n>").types("\r");
        new.shows("game 1: Ann – Bob, standard-500");
        assert_eq!(new.status(), Some(0));
    }
}

/// What is said while somebody is asked has no styles, which would be shown as characters.
#[test]
fn the_presets_are_listed_without_styles() {
    let table = Table::new();
    let mut new = Terminal::with(&table, "new", 100, &[("TERM", "xterm-256color"), ("NO_COLOR", "")]);
    new.ends_with("\n>").types("Ann and Bob\r").shows("Which rules?");
    assert!(new.screen().contains("\npreset ") && !new.screen().contains("1b"), "{}", new.screen());
}

#[test]
fn the_list_is_left_with_a_word_and_the_cursor() {
    let table = Table::new();
    let mut new = Terminal::start(&table, "new", 40);
    new.ends_with("\n>").types("Ann\r").shows("Against").ends_with("\n>").types("Bob\r").shows("Which rules?");
    new.ends_with("\n>").types("list\r").shows("> standard: one column").types("\x1b[A\x03");
    new.shows("left; nothing was changed");
    assert!(!table.book().exists());
}

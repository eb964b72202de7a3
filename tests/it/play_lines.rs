//! What the pad says to lines that are no entries, and in narrow windows.

use crate::support::program::Table;
use crate::support::terminal::Terminal;

#[test]
fn hints_at_the_pad_are_lines_for_the_pad() {
    let table = Table::after(&["new Ann Bob --dealer Ann"]);
    let mut pad = Terminal::start(&table, "play", 100);
    pad.ends_with("\n>").types("anm knock 5 23\r").shows("hint: `Ann knock 5 23`").types("\x15");
    pad.ends_with("\n>").types("7= dead\r").shows("hint: log the first one, like `Ann knock 4 27`");
    // A command that the pad has no line for says where it can be typed.
    table.does("log ag90");
    pad.types("\x15a5 23\r").shows("`ginpad games` in a shell lists the others");
}

#[test]
fn a_command_of_the_shell_is_no_entry() {
    let table = Table::after(&["new Ann Bob", "log a5 23"]);
    let mut pad = Terminal::start(&table, "play", 100);
    for (line, hint) in [
        ("games", "`ginpad games` in a shell"),
        ("ginpad use 1", "`ginpad use 1` in a shell"),
        ("fix 1 a6 23", "`1= a6 23`"),
        ("log a6 23", "`a6 23`"),
        ("l a6 23", "`a6 23`"),
    ] {
        let error = format!("error: `{line}` is a command for a shell, not a line for the pad");
        pad.ends_with("\n>").types(&format!("{line}\r")).shows(&error).shows(&format!("hint: {hint}")).types("\x15");
    }
    // Players may be called like commands.
    let table = Table::after(&["new Fix Log"]);
    let mut pad = Terminal::start(&table, "play", 100);
    pad.ends_with("\n>").types("fix 5 23\r").shows("#1  Fix knocks, 5 against 23: 18");
}

#[test]
fn hands_laid_out_without_an_upcard_get_a_line_with_one() {
    let table = Table::after(&["new Ann Bob --rules oklahoma"]);
    let mut pad = Terminal::start(&table, "play", 100);
    let hands = "? 567s 9hdc 4d 2h 3c ac / 89s t8h kdch 3d 4s jc";
    pad.ends_with("\n>").types(&format!("{hands}\r")).shows(&format!("hint: add it, like `{hands} up TD`"));
    pad.types("\x15").ends_with("\n>").types(&format!("{hands} up 10\r"));
    pad.shows(&format!("hint: add the suit, like `{hands} up TD`"));
}

/// What others do is shown below each other, and stays in sight when the window changes its width.
#[test]
fn news_stay_in_sight_when_the_window_is_resized() {
    let table = Table::after(&["new Ann Bob --dealer Ann"]);
    let mut pad = Terminal::start(&table, "play", 100);
    pad.ends_with("\n>").resize(40);
    table.does("log a4 9");
    pad.shows("elsewhere: #1 Ann knocks, 4 against 9: 5")
        .ends_with("Ann 5 (needs 95), Bob 0 (needs 100)\n  Bob deals\n>");
    pad.resize(60)
        .types("b")
        .window_is("elsewhere: #1 Ann knocks, 4 against 9: 5\nAnn 5 (needs 95), Bob 0 (needs 100)\n  Bob deals\n> b");
}

#[test]
fn a_game_ends_in_sentences_where_no_sheet_fits() {
    let table = Table::after(&["new Ann Bob --set target=50 --stake '0.01 USD' --dealer Ann"]);
    let mut pad = Terminal::start(&table, "play", 20);
    pad.ends_with("\n>").types("ag40\r").shows("Bob pays Ann").ends_with("\n>");
    assert!(!pad.screen().contains('│') && pad.screen().contains("Ann finishes the"), "{}", pad.screen());
    pad.types("s\r").shows("Game 1").ends_with("\n>");
}

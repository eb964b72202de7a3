//! The pad, at a real pseudo-terminal.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;

use rustix::process::{Pid, Signal, kill_process};

use crate::support::console::{compare, read};
use crate::support::program::Table;
use crate::support::terminal::Terminal;

/// A table with a game of Ann and Bob to 100.
pub(crate) fn table() -> Table {
    Table::after(&["new Ann Bob --dealer Ann"])
}

/// The entries of the hands in the book.
fn hands(table: &Table) -> Vec<String> {
    let sheet = table.does("export @");
    sheet.split("\n\n").nth(1).unwrap_or_default().lines().map(str::to_string).collect()
}

#[test]
fn six_keys_log_a_knock_five_a_gin_and_five_an_undercut() {
    for columns in [40, 100] {
        let table = table();
        let mut pad = Terminal::start(&table, "play", columns);
        pad.ends_with("\n>").types("a5 23\r").shows("#1  Ann knocks, 5 against 23: 18");
        pad.ends_with("\n>").types("bg31\r").shows("#2  Bob goes gin against 31:");
        pad.ends_with("\n>").types("a9 4\r").shows("#3  Bob undercuts Ann, 4 against 9:");
        pad.ends_with("\n>").types("-\r").shows("#4  dead hand; nobody scores");
        pad.ends_with("\n>").types("a5 KhQd3c\r").shows("#5  Ann knocks, 5 against 23:");
        pad.ends_with("\n>").types(".\r").shows("game 1 is kept: open at 36–86");
        assert_eq!(pad.status(), Some(0));
        let logged = ["Ann knock 5 23", "Bob gin 31", "Ann knock 9 4", "dead", "Ann knock 5 KHQD3C"];
        assert_eq!(hands(&table), logged);
    }
}

#[test]
fn undo_takes_back_what_was_done_last_at_this_pad() {
    let table = Table::after(&["new Cid Dee", "log cid gin 4", "new Ann Bob --dealer Ann"]);
    let mut pad = Terminal::start(&table, "play", 100);
    pad.ends_with("\n>").types("a5 23\r").ends_with("\n>");
    // A change of another game, then an upcard, then a hand that is corrected.
    pad.types("drop --game 1\r").shows("dropped the whole game 1").ends_with("\n>");
    pad.types("u\r").shows("undid: dropped the whole game 1").ends_with("\n>");
    assert_eq!(hands(&table), ["Ann knock 5 23"]);
    pad.types("up 7h\r").ends_with("\n>").types("fix 1 a6 23\r").shows("#1  Ann knocks, 6 against 23").ends_with("\n>");
    pad.types("u\r").shows("undid: corrected hand 1").ends_with("\n>");
    pad.types("u\r").shows("the upcard 7♥ is taken back; no hand was changed").ends_with("\n>");
    pad.types("u\r").shows("undid: logged hand 1").ends_with("\n>");
    assert_eq!(hands(&table), Vec::<String>::new());
}

#[test]
fn the_game_that_the_pad_was_opened_for_comes_back_when_the_next_one_is_undone() {
    let table = Table::after(&["new Ann Bob", "log ann knock 4 27", "new", "log bob knock 5 20"]);
    let mut pad = Terminal::start(&table, "play 1", 100);
    pad.ends_with("\n>").types("n\r").shows("`use 1` goes back to game 1 (Ann – Bob), open at 23–0").ends_with("\n>");
    pad.types("u\r").shows("the pad goes on with game 1 (Ann – Bob)").ends_with("\n>");
    pad.types("a6 16\r").shows("#2  Ann knocks, 6 against 16: 10").ends_with("\n>");
    assert!(table.does("export 1").ends_with("\nAnn knock 4 27\nAnn knock 6 16\n"));
}

#[test]
fn payments_are_taken_back_at_the_pad_like_hands() {
    let table = Table::after(&["new Ann Bob --stake '0.10 USD'", "log ann gin 50", "log ann gin 50"]);
    let paid = |table: &Table| table.json("settle")["balances"][0]["minor"].to_string();
    let owed = paid(&table);
    let mut pad = Terminal::start(&table, "play", 100);
    pad.ends_with("\n>").types("bob pays ann 4\r").ends_with("\n>").types("bob pays ann 5\r").ends_with("\n>");
    pad.types("u 2\r").shows("undid: Bob paid Ann 4.00 USD").ends_with("\n>");
    assert_eq!(paid(&table), owed);
    pad.types("r\r").shows("redid: Bob paid Ann 4.00 USD").ends_with("\n>");
    pad.types("r\r").shows("redid: Bob paid Ann 5.00 USD").ends_with("\n>").types(".\r").shows("is kept");
    let mut again = Terminal::start(&table, "play", 100);
    again.ends_with("\n>").types("u\r").shows("undid: Bob paid Ann 5.00 USD").ends_with("\n>");
}

#[test]
fn what_was_undone_at_the_pad_is_redone_there_whichever_game_it_was_in() {
    let table = Table::after(&["new Ann Bob", "log a4 30", "new", "log a5 20", "new"]);
    let mut pad = Terminal::start(&table, "play --game 1", 100);
    for undone in ["logged hand 1 in game 1", "started game 1", "started game 3", "logged hand 1 in game 2"] {
        pad.ends_with("\n>").types("u\r").shows(&format!("undid: {undone}"));
    }
    pad.ends_with("\n>").types("r\r").ends_with("\n>").types("r\r").ends_with("\n>").types("r\r").ends_with("\n>");
    pad.types("r\r").shows("redid: logged hand 1 in game 1").ends_with("\n>").types(".\r");
    assert_eq!(table.json("games")["games"].as_array().map(Vec::len), Some(3));
}

#[test]
fn the_rules_shown_at_the_pad_are_those_of_the_game() {
    let table = table();
    let mut pad = Terminal::start(&table, "play", 100);
    pad.ends_with("\n>").types("rules hollywood\r").ends_with("\n>");
    pad.types("rules show\r").shows("rules: hollywood").ends_with("\n>");
}

#[test]
fn the_line_above_the_prompt_has_score_needs_and_deal() {
    let table = table();
    let mut pad = Terminal::start(&table, "play", 100);
    pad.ends_with("\nAnn – Bob, standard   Ann 0 (needs 100), Bob 0 (needs 100)   Ann deals\n>");
    pad.types("a5 23\r").ends_with("\nAnn 18 (needs 82), Bob 0 (needs 100)   Bob deals\n>");
    let mut narrow = Terminal::start(&table, "play", 40);
    narrow.ends_with("\nAnn 18 (needs 82), Bob 0 (needs 100)\n  Bob deals\n>");
}

#[test]
fn a_refused_line_is_gone_and_up_brings_it_back() {
    for columns in [40, 100] {
        let table = table();
        let mut pad = Terminal::start(&table, "play", columns);
        pad.ends_with("\n>").types("qe\r").shows("no player named `qe`").ends_with("\n>");
        pad.types("a12 5\r").shows("error: Ann cannot knock with 12").ends_with("\n>");
        pad.types("\x1b[A").ends_with("\n> a12 5");
        pad.types("\x7f\x7f\x7f\x7f9 4\r").shows("#1  Bob undercuts Ann, 4 against 9:").ends_with("\n>");
        assert_eq!(hands(&table), ["Ann knock 9 4"]);
    }
}

#[test]
fn one_letter_alone_is_a_command() {
    let table = table();
    let mut pad = Terminal::start(&table, "play", 100);
    pad.ends_with("\n>").types("a5 23\r").shows("#1").ends_with("\n>");
    pad.types("u\r").shows("undid: logged hand 1 in game 1: Ann knock 5 23").ends_with("\n>");
    pad.types("r\r").shows("redid: logged hand 1 in game 1").ends_with("\n>");
    pad.types("1= a6 23\r")
        .shows("hand 1 was `Ann knock 5 23`")
        .ends_with("Ann 17 (needs 83), Bob 0 (needs 100)   Bob deals\n>");
    pad.types("= bg31\r").shows("hand 1 was `Ann knock 6 23`").ends_with("Bob 56 (needs 44)   Bob deals\n>");
    pad.types("s\r").shows("boxes × 25").ends_with("\n>");
    pad.types("b\r").shows("Game 1 · standard").shows("needs 44").ends_with("\n>");
    pad.types("e\r").shows("deadwood against gin").ends_with("\n>");
    pad.types("o\r").shows("Ann about ").ends_with("\n>");
    pad.types("? 7hdc 345s 9td ks 2h\r").shows("deadwood").ends_with("\n>");
    pad.types("?\r").shows("Ann knocks with 5, Bob has 23 left").ends_with("\n>");
    pad.types("\x04").shows("game 1 is kept: open at 0–56");
    assert_eq!(pad.status(), Some(0));
    assert_eq!(hands(&table), ["Bob gin 31"]);
}

#[test]
fn a_number_with_nothing_after_it_shows_the_hand_and_how_to_change_it() {
    let table = table();
    table.does("log a5 23");
    let mut pad = Terminal::start(&table, "play", 100);
    pad.ends_with("\n>").types("1=\r").shows("change this and run it: `fix 1 Ann knock 5 23`").ends_with("\n>");
    pad.types("fix 1 Ann knock 5 14\r").shows("#1  Ann knocks, 5 against 14: 9").ends_with("\n>");
}

#[test]
fn both_hands_are_laid_out_by_the_rules_of_the_game() {
    let table = Table::after(&["new Ann Bob --rules oklahoma"]);
    let mut pad = Terminal::start(&table, "play", 100);
    pad.ends_with("\n>").types("? 567s 9hdc 4d 2h 3c ac / 89s t8h kdch 3d 4s jc up 10S\r");
    pad.shows("lay").ends_with("\n>");
    pad.types("? 567s 9hdc 4d 2h 3c ac up 4C\r")
        .shows("6 over the limit of 4 that the upcard 4♣ sets")
        .ends_with("\n>");
}

#[test]
fn the_end_of_a_game_says_who_won_who_pays_and_what_next() {
    let table = Table::after(&["new Ann Bob --set target=50 --stake '0.01 USD' --dealer Ann"]);
    let mut pad = Terminal::start(&table, "play", 100);
    pad.ends_with("\n>")
        .types("ag40\r")
        .shows("Ann wins the game 255–0, net 255")
        .ends_with("\n`n` starts the next game, `u` takes the last change back\n>");
    // The foot of the sheet, as `log` prints it, says how it ended, and nothing says it twice.
    assert_eq!(pad.screen().matches("Ann wins the game").count(), 1);
    assert!(pad.screen().contains("shutout"), "{}", pad.screen());
    let over = "Ann wins the game 255–0, net 255   Bob pays Ann 2.55 USD\n\
                `n` starts the next game, `u` takes the last change back\n>";
    pad.types("s\r").ends_with(over).types("n\r").shows("game 2: Ann – Bob").ends_with("Bob deals\n>");
    // Undoing goes back over the start of the game, and opens the one before it again.
    pad.types("u\r").shows("the pad goes on with game 1").ends_with(over);
    pad.types("u\r").shows("it is open at 0–0 now").ends_with("\n>").types("bg31\r").shows("#1  Bob goes gin");
}

#[test]
fn ctrl_c_drops_the_line() {
    let table = table();
    let mut pad = Terminal::start(&table, "play", 100);
    pad.ends_with("\n>").types("a5 23").ends_with("\n> a5 23").types("\x03");
    pad.shows("the line was dropped; `.` or Ctrl-D leaves").ends_with("\n>").types("bg31\r").shows("#1");
    pad.ends_with("\n>").types("\x03");
    pad.until("with two lines dropped", |screen| screen.matches("dropped").count() == 2 && screen.ends_with('>'));
    pad.types(".\r").shows("game 1 is kept: open at 0–56");
    assert_eq!(pad.status(), Some(0));
    assert_eq!(hands(&table), ["Bob gin 31"]);
}

#[test]
fn nothing_that_was_answered_is_lost_by_a_kill_or_a_closed_window() {
    for signal in [Signal::HUP, Signal::TERM, Signal::KILL] {
        let table = table();
        let mut pad = Terminal::start(&table, "play", 100);
        pad.ends_with("\n>").types("a5 23\r").shows("#1").ends_with("\n>").types("bg3").ends_with("\n> bg3");
        kill_process(Pid::from_raw(pad.process().cast_signed()).unwrap(), signal).unwrap();
        assert_eq!(pad.status(), None);
        assert_eq!(hands(&table), ["Ann knock 5 23"]);
    }
}

#[test]
fn two_pads_on_one_book_follow_each_other() {
    let table = table();
    let mut one = Terminal::start(&table, "play", 100);
    one.ends_with("\n>");
    let mut other = Terminal::start(&table, "play", 100);
    other.ends_with("\n>").types("a5 23\r").shows("#1  Ann knocks").ends_with("\n>");
    // Whoever waits sees it, and the line that is being typed stays.
    one.shows("elsewhere: #1  Ann knocks, 5 against 23: 18").ends_with("Bob 0 (needs 100)   Bob deals\n>");
    one.types("bg3").ends_with("\n> bg3");
    other.types("u\r").shows("undid").ends_with("\n>");
    one.shows("elsewhere: game 1 was open at 18–0; it is open at 0–0 now")
        .ends_with("\n> bg3")
        .types("1\r")
        .shows("#1  Bob goes gin");
    other.shows("elsewhere: #1  Bob goes gin against 31").ends_with("\n>");
    other.types("e 1\r").shows("Bob goes gin").ends_with("\n>");
    other.types("#1 Bob goes gin\r").shows("nothing was logged").ends_with("\n>");
    other.types("target 150\r").shows("target").ends_with("\n>");
}

#[test]
fn a_pad_stays_with_its_game() {
    let table = table();
    let mut pad = Terminal::start(&table, "play", 100);
    pad.ends_with("\n>");
    table.does("new Cid Dee");
    pad.shows("game 2 (Cid – Dee) is the current one now; this pad stays with game 1").ends_with("\n>");
    pad.types("a5 23\r").shows("#1  Ann knocks").ends_with("\n>");
    table.does("new Eve Fay");
    pad.shows("game 3 (Eve – Fay) is the current one now").ends_with("\n>");
    // What was done in other games since is left alone.
    pad.types("u\r").shows("undid: logged hand 1 in game 1: Ann knock 5 23").ends_with("\n>");
    table.does("log --game 2 cid gin 20");
    pad.types("r\r").shows("redid: logged hand 1 in game 1: Ann knock 5 23").ends_with("\n>");
    pad.types("r\r").shows("error: game 1 has nothing to redo").ends_with("\n>");
    assert_eq!(table.json("score 1")["hands"].as_array().unwrap().len(), 1);
}

#[test]
fn a_pasted_page_is_answered_line_by_line() {
    for columns in [40, 100] {
        let table = table();
        let mut pad = Terminal::start(&table, "play", columns);
        pad.ends_with("\n>").pastes("a5 23\nzoe 5 23\n\n# the second\nbg31\na12 5\na4\t20\n.");
        pad.ends_with("\n.").types("\r").shows("\n> zoe 5 23\nerror: no player").shows("\n> a12 5\nerror: Ann cannot");
        assert_eq!(pad.status(), Some(0));
        assert_eq!(hands(&table), ["Ann knock 5 23", "Bob gin 31", "Ann knock 4 20"]);
    }
}

#[test]
fn twenty_columns_are_enough() {
    let table = table();
    let mut pad = Terminal::start(&table, "play", 20);
    pad.ends_with("\n>").types("ann knock 5 23 note \"early\"\r").shows("#1").ends_with("\n>");
    pad.types("a12 5\r")
        .shows("\n  knock with 12\n  deadwood; the")
        .ends_with("\n>")
        .types("-\r")
        .shows("#2")
        .ends_with("\n>");
    pad.types(".\r");
    assert_eq!(pad.status(), Some(0));
    assert_eq!(hands(&table), ["Ann knock 5 23 note \"early\"", "dead"]);
}

#[test]
fn names_and_words_are_completed() {
    let table = table();
    let mut pad = Terminal::start(&table, "play", 100);
    pad.ends_with("\n>").types("b\t").ends_with("\n> Bob").types("g\t").ends_with("\n> Bob gin").types("31\r");
    pad.shows("#1  Bob goes gin against 31");
}

#[test]
fn lines_are_remembered_in_a_private_file() {
    let table = table();
    let mut pad = Terminal::start(&table, "play", 100);
    pad.ends_with("\n>").types("a5 23\r").shows("#1").ends_with("\n>").types(".\r");
    assert_eq!(pad.status(), Some(0));
    let mode = fs::metadata(table.path("state/ginpad/history")).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o600);
    let mut again = Terminal::start(&table, "play", 100);
    again.ends_with("\n>").types("\x1b[A").ends_with("\n> a5 23").types("\r").shows("#2");
}

#[test]
fn a_history_that_cannot_be_kept_does_no_harm() {
    let table = table();
    fs::create_dir_all(table.path("state/ginpad/history")).unwrap();
    let mut pad = Terminal::start(&table, "play", 100);
    pad.ends_with("\n>").types("a5 23\r").shows("#1").ends_with("\n>").types("bg31\r").shows("#2").ends_with("\n>");
    // The arrow keys work all the same.
    pad.types("\x1b[A").ends_with("\n> bg31");
}

#[test]
fn without_a_terminal_it_says_what_to_use() {
    let table = table();
    let hint = "hint: `ginpad log -` reads entries from standard input, one a line\n";
    let nobody = format!("error: `play` needs a person at a terminal\n{hint}");
    table.args("play").err(&nobody).status(1).check();
    table.args("play --json").err(format!("error: `play` is for people at a terminal\n{hint}")).status(2).check();
    let mut pad = Terminal::start(&table, "play --no-input", 100);
    pad.shows("needs a person at a terminal");
    assert_eq!(pad.status(), Some(1));
}

/// A page with each block after `<!-- pad -->` as it looks when its lines are typed: a command after `$ `, then lines
/// after `> `.
fn with_pads(page: &str) -> String {
    let mut text = String::new();
    let mut lines = page.lines();
    while let Some(line) = lines.next() {
        text += &format!("{line}\n");
        if line != "<!-- pad -->" {
            continue;
        }
        text += &format!("{}\n", lines.next().unwrap());
        let block: Vec<&str> = lines.by_ref().take_while(|line| *line != "```").collect();
        let command = block.iter().find_map(|line| line.strip_prefix("$ ginpad ")).unwrap();
        let table = Table::new();
        let mut pad = Terminal::start(&table, command, 80);
        for (before, line) in block.iter().filter_map(|line| line.strip_prefix("> ")).enumerate() {
            pad.until("with the next prompt", |screen| {
                screen.lines().filter(|line| line.starts_with('>')).count() == before + 1
            });
            pad.types(&format!("{line}\r"));
        }
        let screen = pad.everything_shown();
        text += &format!("$ ginpad {command}\n{screen}\n```\n");
    }
    text
}

#[test]
fn the_pads_of_the_guide_are_those_of_the_program() {
    compare("docs/guide.md", &with_pads(&read("docs/guide.md")));
}

#[test]
fn a_terminal_without_line_editing_is_enough() {
    let table = table();
    let mut pad = Terminal::with(&table, "play", 80, &[("TERM", "dumb")]);
    pad.ends_with("\n>").types("a12 5\r").shows("error: Ann cannot knock with 12").ends_with("\n>");
    pad.types("a5 23\r").shows("#1").ends_with("\n>").types(".\r");
    assert_eq!(pad.status(), Some(0));
    assert_eq!(hands(&table), ["Ann knock 5 23"]);
}

#[test]
fn hints_at_the_pad_are_lines_for_the_pad() {
    let table = table();
    let mut pad = Terminal::start(&table, "play", 100);
    pad.ends_with("\n>").types("anm knock 5 23\r").shows("hint: `Ann knock 5 23`");
    pad.ends_with("\n>").types("ann knock 5\r").shows("hint: add the missing words: `ann knock 5 COUNT`");
    table.does("log ag90");
    pad.ends_with("\n>")
        .types("a5 23\r")
        .shows("hint: start the next one with `new`; `undo` takes back the last change");
}

#[test]
fn every_command_works_at_the_pad() {
    let table = table();
    let mut pad = Terminal::start(&table, "play", 100);
    pad.ends_with("\n>").types("log a5 23\r").shows("#1  Ann knocks, 5 against 23: 18").ends_with("\n>");
    pad.types("ginpad fix 1 a6 23\r").shows("#1  Ann knocks, 6 against 23: 17").ends_with("\n>");
    pad.types("games --plain\r").shows("standard").ends_with("\n>").types("scroe\r").shows("hint: `score`");
    pad.ends_with("\n>").types("rules\r").shows("hollywood-club").ends_with("\n>");
    pad.types("rules target=10\r").shows("won by Ann").ends_with("\n>").types("u\r").shows("undid").ends_with("\n>");
    pad.types("games --plian\r").shows("hint: `games --plain`").ends_with("\n>");
    pad.types("play\r").shows("error: the pad is open already").ends_with("\n>");
    // A new game is the one that the pad goes on with.
    pad.types("new Cid Dee --dealer cid\r").shows("game 2: Cid – Dee").ends_with("Cid deals\n>");
    pad.types("use 1\r").ends_with("Ann 17 (needs 83), Bob 0 (needs 100)   Bob deals\n>");
    // Whatever another program makes the current game, a command is for the game of the pad.
    table.does("use 2");
    pad.shows("this pad stays with game 1").ends_with("\n>").types("fix 1 a7 23\r").shows("#1  Ann knocks, 7");
    // Players may be called like commands.
    let table = Table::after(&["new Fix Log"]);
    let mut pad = Terminal::start(&table, "play", 100);
    pad.ends_with("\n>").types("fix 5 23\r").shows("#1  Fix knocks, 5 against 23: 18");
}

#[test]
fn the_upcard_is_told_when_it_is_turned_and_goes_with_the_next_hand() {
    let table = Table::after(&["new Ann Bob --rules oklahoma --dealer ann"]);
    let mut pad = Terminal::start(&table, "play", 100);
    pad.ends_with("\n>").types("up 7h\r").shows("up 7♥: the knock limit is 7").ends_with("\n>");
    pad.types("a9 23\r").shows("the upcard 7♥ makes the knock limit 7").ends_with("\n>");
    pad.types("a5 23\r").shows("#1  Ann knocks, 5 against 23: 18   up 7♥").ends_with("\n>");
    pad.types("swap\r").shows("#1  Bob knocks, 5 against 23: 18").ends_with("\n>");
    pad.types("u 2\r").shows("game 1 was open at 0–18; it is open at 0–0 now").ends_with("\n>");
    pad.types("up 6h\r").ends_with("\n>").types("log a5 23\r").shows("#1  Ann knocks, 5 against 23: 18   up 6♥");
    pad.ends_with("\n>").types("up 4s\r").ends_with("\n>").types("insert 1 bob gin 20 up 3h\r").ends_with("\n>");
    pad.types("drop 1\r").ends_with("\n>").types("up 4s\r").ends_with("\n>");
    pad.types("add b3 20\r").shows("up 4♠").ends_with("\n>");
    // A card that was not played is not kept for another hand.
    pad.types("up 9h\r").ends_with("\n>").types("rm 1\r").ends_with("\n>");
    pad.types("hollywood\r").shows("`rules hollywood` plays this game by them").ends_with("\n>");
    pad.types("up 9h\r").ends_with("\n>");
    pad.types(".\r").shows("game 1 is kept: open at 0–34; type `up 9♥` again when you come back");
    assert_eq!(pad.status(), Some(0));
}

#[test]
fn a_mistyped_command_is_no_hand_of_a_game_that_is_over() {
    let table = Table::after(&["new Ann Bob", "log ag98"]);
    let mut pad = Terminal::start(&table, "play", 100);
    pad.ends_with("\n>").types("standngs\r").shows("there is no command `standngs`");
    pad.shows("`standings`").ends_with("\n>").types(".\r");
    assert_eq!(pad.status(), Some(0));
}

#[test]
fn a_hand_typed_in_place_of_the_dealer_is_logged() {
    let table = Table::new();
    let mut pad = Terminal::start(&table, "play Ann Bob", 100);
    pad.shows("Who deals first?").types("bop\r").shows("Enter skips this question").ends_with("> ");
    pad.types("ann knocks 4 27\r").shows("#1  Ann knocks, 4 against 27: 23").ends_with("\n>");
    pad.types("new Ann Cid\r").shows("Ann 0 (needs 100), Cid 0 (needs 100)").ends_with("\n>").types(".\r");
    assert_eq!(pad.status(), Some(0));
}

#[test]
fn what_was_taken_back_in_another_game_comes_back_and_the_next_game_may_have_other_players() {
    let table = Table::after(&["new Ann Bob --dealer ann", "new Ann Cid --dealer ann"]);
    let mut pad = Terminal::start(&table, "play", 100);
    pad.ends_with("\n>").types("ann gin 30\r").ends_with("\n>").types("use 1\r").ends_with("\n>");
    pad.types("u\r").shows("undid: logged hand 1 in game 2").ends_with("\n>");
    pad.types("r\r").shows("redid: logged hand 1 in game 2").ends_with("\n>");
    pad.types("n Ann Dee\r").shows("Ann 0 (needs 100), Dee 0 (needs 100)").ends_with("\n>");
    pad.types(".\r").shows("game 3 is kept");
    assert_eq!(pad.status(), Some(0));
}

#[test]
fn with_names_it_starts_a_game_and_with_a_number_it_goes_on_with_one() {
    let table = Table::after(&["new Ann Bob --dealer ann", "log a5 23"]);
    let mut pad = Terminal::start(&table, "play bob ann --dealer bob", 100);
    pad.shows("`use 1` goes back to game 1 (Ann – Bob), open at 18–0").ends_with("Bob deals\n>");
    pad.types(".\r").shows("game 2 is kept: open at 0–0");
    assert_eq!(pad.status(), Some(0));
    let mut pad = Terminal::start(&table, "play 1", 100);
    pad.ends_with("Ann 18 (needs 82), Bob 0 (needs 100)   Bob deals\n>");
}

#[test]
fn who_deals_and_who_paid_are_said_as_at_the_table() {
    let table = Table::after(&["new ann bob --stake '0.01 USD'", "log a4 27"]);
    let mut pad = Terminal::start(&table, "play", 100);
    pad.ends_with("\n>").types("bob deals\r").shows("bob deals next").ends_with("\n>");
    pad.types("ann paid bob 5 USD\r").shows("ann paid bob 5.00 USD").ends_with("\n>").types(".\r");
    assert_eq!(pad.status(), Some(0));
    assert_eq!(table.json("score")["dealer"], "bob");
}

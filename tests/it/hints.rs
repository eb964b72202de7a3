//! Hints keep what the user gave: the verb, the book, the game, the flags.

use crate::support::hints::hinted;
use crate::support::program::Table;

/// The only command that the refusal of a line hints at.
fn hint(table: &Table, line: &str, status: i32) -> String {
    let said = table.args(line).status(status).refused();
    match hinted(&said.err).as_slice() {
        [only] => only.clone(),
        _ => panic!("ginpad {line}\n{}", said.err),
    }
}

#[test]
fn a_hint_names_the_same_command_with_the_same_flags() {
    let table = Table::after(&["new Ann Bob", "log ann gin 4", "new Cid Dee", "new Eve Fay --book 'my book.db'"]);
    for (line, hinted) in [
        ("log cid knock 0 31", "ginpad log Cid gin 31"),
        ("log ann knock 0 31 --game 1", "ginpad log Ann gin 31 --game 1"),
        ("log ann nock 4 27 --game @-1", "ginpad log ann knock 4 27 --game @-1"),
        ("log knock ann 4 27 --game 1", "ginpad log Ann knock 4 27 --game 1"),
        ("fix 1 ann knock 0 31 --game 1", "ginpad fix 1 Ann gin 31 --game 1"),
        ("fix 1 ann nock 4 27 --game 1 --json", "ginpad fix 1 ann knock 4 27 --game 1 --json"),
        ("insert 1 ann undercut 9 4 --game 1", "ginpad insert 1 Ann undercut 4 9 --game 1"),
        ("l eve knock 0 31 --book 'my book.db'", "ginpad log Eve gin 31 --book 'my book.db'"),
        ("--book 'my book.db' log eve gni 31", "ginpad log eve gin 31 --book 'my book.db'"),
        ("score 7 --book 'my book.db'", "ginpad games --book 'my book.db'"),
        ("undo 9 --book 'my book.db'", "ginpad history --book 'my book.db'"),
        ("fix 9 dead --game 1", "ginpad score 1"),
    ] {
        assert_eq!(hint(&table, line, 1), hinted, "{line}");
    }
}

#[test]
fn a_noun_without_a_verb_is_shown_if_it_can_be() {
    let table = Table::after(&["new Ann Bob --book 'my book.db'"]);
    assert_eq!(hint(&table, "rules hollywood", 2), "ginpad rules show hollywood");
    assert_eq!(hint(&table, "rules hollywod", 2), "ginpad help rules");
    table.does("rules show hollywood");
}

#[test]
fn a_hint_of_fix_changes_the_hand_and_adds_none() {
    let table = Table::after(&["new Ann Bob", "log ann gin 4"]);
    let command = hint(&table, "fix 1 bob knock 0 31", 1);
    assert_eq!(table.listen(table.shell(&command), b"").status, Some(0));
    let score = table.json("score");
    let entries: Vec<_> = score["hands"].as_array().unwrap().iter().map(|hand| hand["entry"].clone()).collect();
    assert_eq!(entries, ["Bob gin 31"]);
}

#[test]
fn a_hint_is_quoted_for_the_shell() {
    let table = Table::after(&["new \"O'Neil\" 'a`b'"]);
    for (line, hinted) in
        [("log o knock 0 4", "ginpad log \"O'Neil gin 4\""), ("log a knock 0 4", "ginpad log 'a`b gin 4'")]
    {
        let command = hint(&table, line, 1);
        assert_eq!(command, hinted, "{line}");
        let done = table.listen(table.shell(&command), b"");
        assert_eq!(done.status, Some(0), "{command}\n{}", done.err);
    }
}

#[test]
fn words_that_are_no_sides_become_what_they_mean() {
    let table = Table::new();
    for (line, hinted) in [
        ("new Ann Bob target=150", "ginpad new Ann Bob --set target=150"),
        ("new Ann vs Bob target 150", "ginpad new Ann vs Bob --set target=150"),
        ("new Ann Bob Hollywood --title Fri", "ginpad new Ann Bob --title Fri --rules hollywood"),
        ("new Ann Gin", "ginpad player add Gin"),
    ] {
        assert_eq!(hint(&table, line, 2), hinted, "{line}");
        assert_eq!(table.listen(table.shell(hinted), b"").status, Some(0), "{hinted}");
        table.does("undo");
    }
    // Only the players know the other words.
    for (line, says) in [
        ("new Ann", "hint: add the other side: `new Ann NAME`\n"),
        ("new Ann vs", "hint: add the other side: `new Ann NAME`\n"),
        ("new Ann NAME", "error: `NAME` is a placeholder\n"),
        ("new Ann Bob --set target", "hint: write it like `--set target=VALUE`\n"),
        (
            "new Ann Bob --title Friday night",
            "hint: quote names and values of several words, and join partners with `+`\n",
        ),
        ("new Ann Bob --title Friday night", "error: `night` comes after a flag; put all names before the flags\n"),
        ("new A B C D E F G", "error: a game has two to six sides, not 7\n"),
    ] {
        assert!(table.args(line).status(2).refused().err.contains(says), "{line}");
    }
    // Who was added is called so.
    table.does("player add Gin");
    assert!(table.does("new Ann Gin").contains("Ann – Gin"));
}

#[test]
fn a_stranger_to_a_game_that_is_over_is_told_of_another() {
    let table = Table::after(&["new Cid Dee", "new Ann Bob --target 20", "log ann gin 31"]);
    let said = table.args("log cid gin 3").status(1).refused().err;
    assert_eq!(hinted(&said), ["ginpad new", "ginpad undo", "ginpad use 1"], "{said}");
    let said = table.args("log ann gin 3").status(1).refused().err;
    assert_eq!(hinted(&said)[0], "ginpad new", "{said}");
    for form in ["player rename ann NEW", "player merge ann OTHER", "versus ann OPPONENT"] {
        table.args(form).status(2).refused();
    }
}

#[test]
fn an_entry_that_ends_too_early_gets_its_form() {
    let table = Table::after(&["new margaret Bob"]);
    table.does("log bob gin 4");
    for (line, form) in [
        ("log margaret knock 3", "log margaret knock 3 COUNT"),
        ("log m", "log m COUNT COUNT"),
        ("log bob gin", "log bob gin COUNT"),
        ("log knock", "log NAME knock COUNT COUNT"),
        ("log gin 31", "log NAME gin 31"),
        ("fix 1 bob gin --game 1", "fix 1 bob gin COUNT --game 1"),
        ("insert 1 m 4", "insert 1 m 4 COUNT"),
    ] {
        let said = table.args(line).status(1).refused().err;
        assert!(said.ends_with(&format!("`{form}`\n")), "{said}");
        // Nobody pastes a form by mistake.
        table.args(form).status(2).refused();
    }
}

#[test]
fn the_next_game_is_of_the_same_sides() {
    let table = Table::after(&[
        "new Ann 'Bob, Jr' --rules hollywood --set columns=1 --set target=20",
        "log ann gin 4",
        "new Cid Dee",
    ]);
    let said = table.args("log ann gin 4 --game 1").status(1).refused();
    let next = "ginpad new Ann '\"Bob, Jr\"' --rules 'hollywood, target=20, columns=1, column_multipliers=1'";
    let lead = "start the next one with";
    assert_eq!(crate::support::hints::hints(&said.err), [format!("{lead} `{next}`")]);
    assert_eq!(table.listen(table.shell(next), b"").status, Some(0));
    let [first, third] = ["1", "3"].map(|game| table.json(&format!("score {game}")));
    assert_eq!((&first["sides"], &first["rules"]), (&third["sides"], &third["rules"]));
    // The last change can be taken back.
    let table = Table::after(&["new Ann Bob --set target=20", "log ann gin 4"]);
    let hinted = crate::support::hints::hinted(&table.args("log ann gin 4").status(1).refused().err);
    assert_eq!(hinted, ["ginpad new", "ginpad undo"]);
}

#[test]
fn a_hand_that_does_not_count_is_said_once_on_a_screen() {
    let table = Table::after(&["new Ann Bob --set target=20", "log ann gin 4", "insert 1 bob gin 9"]);
    let warning = "warning: hand 2 comes after the end of the game and is not counted\n";
    for line in ["score", "", "score --json", "score --plain", "explain 2", "fix 2 ann gin 5", "fix 1 bob gin 8"] {
        let said = table.args(line).check_status();
        let says = format!("{}{}", said.out, said.err).matches("comes after the end of the game").count();
        assert_eq!(says, 1, "{line}\n{}{}", said.out, said.err);
        let is_warned = line != "explain 2" && line != "fix 2 ann gin 5";
        assert_eq!(said.err.contains(warning), is_warned, "{line}\n{}", said.err);
    }
    let undone = table.does("undo 3");
    assert!(undone.contains("it is won by Ann") || undone.contains("now it is won by Ann"), "{undone}");
    let table = Table::after(&["new Ann Bob --set target=20", "log ann gin 4", "undo"]);
    assert_eq!(table.does("redo").lines().last(), Some("game 1 was open at 0–0; it is won by Ann 183–0 now"));
}

#[test]
fn mistyped_commands_are_worded_like_everything_else() {
    let table = Table::after(&["new Ann Bob", "log ann gin 4"]);
    for (line, hinted) in [
        ("lgo bob gin 4", "ginpad log bob gin 4"),
        ("delte 1", "ginpad drop 1"),
        ("dog", "ginpad help"),
        ("quit", "ginpad help"),
        ("exit", "ginpad help"),
        ("hlep", "ginpad help"),
        ("udno now", "ginpad help undo"),
        ("dead", "ginpad log dead"),
        ("a5 23", "ginpad log a5 23"),
        ("ann 4 27", "ginpad log ann 4 27"),
        ("ann knock 4 27 --game 1", "ginpad log ann knock 4 27 --game 1"),
        ("score --jsno", "ginpad score --json"),
        ("score --flie=x.gin", "ginpad score --file=x.gin"),
        ("rules shwo", "ginpad rules show"),
        ("score -5", "ginpad help score"),
        ("-5", "ginpad help"),
        ("scroe --book 'x y.db'", "ginpad score --book 'x y.db'"),
    ] {
        let said = table.args(line).status(2).refused();
        assert!(!said.err.contains("tip:") && !said.err.contains("Usage"), "{}", said.err);
        assert_eq!(crate::support::hints::hinted(&said.err), [hinted], "{line}");
    }
    // Who plays in no game is no entry, and what cannot be logged is not suggested.
    assert_eq!(hint(&table, "zed 4 27", 2), "ginpad help");
    assert!(table.args("ann knock 12 20").status(2).refused().err.contains("`log ENTRY` logs a hand"));
}

#[test]
fn another_name_for_a_command_works() {
    let table = Table::after(&["new Ann Bob --set target=20", "log ann gin 4"]);
    for (typed, meant) in [
        ("stats", "standings"),
        ("list", "games"),
        ("show", "score"),
        ("help stats", "help standings"),
        ("vs Ann Bob", "versus Ann Bob"),
    ] {
        assert_eq!(table.does(typed), table.does(meant), "{typed}");
    }
    assert!(table.does("rename Ann Eve").starts_with("Ann is called Eve now"));
    assert!(table.does("title Friday night").contains("Friday night"));
    assert!(table.does("delete 1").starts_with("dropped hand 1"));
    assert!(!table.does("help").contains("stats"));
}

#[test]
fn one_score_stands_for_one_thing() {
    let table = Table::after(&["new Ann Cid --set target=20", "log cid gin 4"]);
    let sheet = table.does("score");
    assert!(sheet.contains("\nCid wins the game 183–0, net 183\n"), "{sheet}");
    assert!(table.does("games").contains("won by Cid 183–0"), "{}", table.does("games"));
    assert!(table.does("undo").ends_with("game 1 was won by Cid 183–0; it is open at 0–0 now\n"));
}

#[test]
fn a_name_is_printed_as_it_is_spelt() {
    let table = Table::after(&["new 'the Rock' 'Bill and Ben' --set target=20", "log the gin 4"]);
    let sheet = table.does("score");
    assert!(sheet.contains("\nthe Rock wins the game "), "{sheet}");
    table.does("new 'Bill and Ben' 'Bill or Bob'");
    let said = table.args("log bi gin 4").status(1).refused();
    assert!(said.err.starts_with("error: `bi` could be Bill and Ben or Bill or Bob\n"), "{}", said.err);
    // A name that looks like a part of a message stays as it is.
    let table = Table::after(&["new 'open at ' 'warning: '", "log open gin 4"]);
    assert_eq!(table.does("undo").lines().last(), Some("game 1 was open at 29–0; it is open at 0–0 now"));
}

/// The hint at an unknown command says so.
#[test]
fn the_help_lists_the_commands_and_that_of_a_command_is_short() {
    let table = Table::new();
    let help = table.does("help");
    assert!(help.lines().count() <= 30, "{help}");
    let words: Vec<&str> = help.split([' ', ',', '\n']).collect();
    let program = ginpad::cli::command();
    assert!(program.get_subcommands().all(|command| words.contains(&command.get_name())), "{help}");
    assert_eq!([table.does("--help"), table.does("-h")], [help.clone(), help]);
    for line in ["help log", "log --help", "log -h"] {
        let said = table.does(line);
        assert!(said.lines().count() <= 40 && said.contains("\nLog a hand\n"), "{said}");
        assert!(said.ends_with("\nEverywhere: --book PATH, --json, --plain, --color WHEN, --no-input, --no-pager\n"));
    }
    let rename = table.does("help player rename");
    assert!(rename.contains("\nUsage: ginpad player rename <OLD> <NEW>\n"), "{rename}");
}

#[test]
fn an_unknown_command_gets_two_guesses_at_most() {
    let table = Table::new();
    for (typed, hint) in [
        ("lgo", "`ginpad help log` shows how to use it"),
        ("stat", "`ginpad help` lists the commands; did you mean `standings` or `new`?"),
        ("result", "`ginpad help` lists the commands; did you mean `rescue` or `rules`?"),
        ("qqq", "`ginpad help` lists the commands"),
    ] {
        let said = table.args(typed).status(2).refused().err;
        assert_eq!(said, format!("error: there is no command `{typed}`\nhint: {hint}\n"));
    }
}

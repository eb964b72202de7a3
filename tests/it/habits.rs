//! What people expect of a command that they use every day: manual pages, settings and a pager.

use std::fs;
use std::process::Command;
use std::time::{Duration, Instant};

use crate::completion::is_there;
use crate::support::program::Table;

pub(crate) fn table() -> Table {
    let commands = ["new Ann 'Bo Lee'", "log ann knock 4 27", "new Cid Dee --rules hollywood", "use 1"];
    Table::after(&commands)
}

#[test]
fn the_manual_has_a_page_for_each_command() {
    let table = Table::new();
    assert_eq!(table.does("man --dir pages"), table.does("man --dir pages"));
    let page = fs::read_to_string(table.path("pages/ginpad-log.1")).unwrap();
    assert_eq!(page, table.does("man log"));
    assert_eq!(fs::read_to_string(table.path("pages/ginpad.1")).unwrap(), table.does("man"));
    assert_eq!(fs::read_to_string(table.path("pages/ginpad-rules-show.1")).unwrap(), table.does("man rules show"));
    assert!(page.contains(".SH EXAMPLES\n.nf\nginpad log ann knock 4 27"), "{page}");
    let commands = ginpad::cli::command();
    for command in commands.get_subcommands().filter(|command| command.get_name() != "help") {
        let page = fs::read_to_string(table.path(format!("pages/ginpad-{}.1", command.get_name()))).unwrap();
        assert!(page.contains("EXAMPLES"), "{}", command.get_name());
        let title = page.lines().find(|line| line.starts_with(".TH")).unwrap();
        assert_eq!(
            title,
            format!(
                ".TH GINPAD-{} 1 \" \" \"ginpad {}\" ginpad",
                command.get_name().to_uppercase(),
                env!("CARGO_PKG_VERSION")
            )
        );
    }
    if is_there("man") {
        let said = table.shell("man --warnings -l pages/ginpad.1 2>&1 >text; cat text >&2").output().unwrap();
        assert!(said.stdout.is_empty(), "{said:?}");
        assert!(String::from_utf8_lossy(&said.stderr).contains("EXAMPLES"), "{said:?}");
    }
}

/// A table whose config says this.
fn with_config(config: &str) -> Table {
    let table = Table::new();
    fs::create_dir_all(table.path("config/ginpad")).unwrap();
    table.put("config/ginpad/config.toml", config);
    table
}

#[test]
fn the_config_has_the_rules_and_the_dealer_of_new_games() {
    let table = with_config("version = 1\nrules = \"hollywood\"\ndealer = \"bob\"\n");
    assert_eq!(table.does("new Ann Bob"), "game 1: Ann – Bob, hollywood   Bob deals\n");
    assert_eq!(table.does("new Ann Cid"), "game 2: Ann – Cid, hollywood\n");
    // A flag comes first, and a rematch goes on as the game before.
    let said = table.does("new Bob Ann --rules standard --dealer Ann");
    assert_eq!(said, "game 3: Bob – Ann, standard   Ann deals\n");
    assert_eq!(table.does("new"), "game 4: Bob – Ann, standard   Ann deals\n");
    // A file of rules is found from the folder of the config.
    let house = with_config("rules = \"house.toml\"");
    house.put("config/ginpad/house.toml", "target = 150\n");
    assert_eq!(house.does("new Ann Bob"), "game 1: Ann – Bob, standard, target=150\n");
    let second = with_config("dealer = \"second\"");
    assert_eq!(second.does("new Ann Bob"), "game 1: Ann – Bob, standard   Bob deals\n");
}

#[test]
fn cards_are_counted_by_the_rules_of_the_config_where_no_game_is_open() {
    let table = with_config("rules = \"oklahoma\"\n");
    let note = "note: by the rules of the config: oklahoma; `--rules` names others\n";
    let said = table.args("deadwood a23s 7hdc 89td 4h --up 3H --json").run();
    assert_eq!(said.err, note);
    assert!(said.out.contains("\"rules\": \"oklahoma\"") && said.out.contains("\"limit\": 3"), "{}", said.out);
    assert_eq!(table.args("deadwood a23s --rules classic").run().err, "");
    table.does("new Ann Bob --rules standard --dealer Ann");
    let said = table.args("deadwood a23s").run();
    assert!(said.err.starts_with("note: by the rules of game 1: standard;"), "{}", said.err);
    let broken = with_config("rules = \"hollywod\"\n");
    broken.args("deadwood a23s").status(1).refused();
    broken.args("deadwood a23s --rules standard").check_status();
}

#[test]
fn a_spreadsheet_of_the_config_and_of_a_backup_is_harmless_and_not_empty() {
    let table = with_config("pager = \"less \\u001b[31m\"\n");
    let csv = table.does("config --csv");
    assert!(csv.contains("pager") && !csv.contains('\u{1b}'), "{csv:?}");
    table.does("new Ann Bob --dealer Ann");
    let csv = table.does("backup b.db --csv");
    assert!(csv.starts_with("did\n") && csv.trim_end().ends_with(": 1 game"), "{csv:?}");
}

#[test]
fn a_broken_config_stops_only_what_would_go_by_it() {
    let table = with_config("colour = \"never\"\nrules = \"hollywod\"\n");
    let refused = table.args("new Ann Bob").run();
    assert_eq!(refused.status, Some(1));
    let faults = "config.toml cannot be used:\n  line 1: no setting named `colour`; there are `version`, `rules`, \
                  `dealer`, `color`, `symbols` and `pager`\n  line 2: ";
    assert!(refused.err.contains(faults), "{}", refused.err);
    assert!(!table.book().exists());
    table.args("new Ann Bob --rules standard --dealer Ann").check_status();
    let said = table.args("score --color never").env("NO_COLOR", "").run();
    assert_eq!(said.status, Some(0));
    let said = table.args("score").env("NO_COLOR", "").run();
    assert_eq!(said.status, Some(0));
    // Its reasons stand below it, as those of an error do.
    assert!(said.err.starts_with("warning: the config is not used: "), "{}", said.err);
    assert!(said.err.contains(faults), "{}", said.err);
    assert!(table.args("score --json").env("NO_COLOR", "").run().err.is_empty());
    assert_eq!(table.args("config").run().status, Some(1));
    assert_eq!(table.args("config path").check_status().out, "/home/ann/config/ginpad/config.toml\n");
}

#[test]
fn a_hostile_config_is_refused_at_once() {
    let table = with_config("");
    let config = table.path("config/ginpad/config.toml");
    let refused = |why: &str| {
        let began = Instant::now();
        let said = table.args("config").run();
        assert!(said.status == Some(1) && said.err.contains(why), "{why}: {said:?}");
        assert!(began.elapsed() < Duration::from_secs(5), "{why}");
    };
    fs::write(&config, "a".repeat(100_000)).unwrap();
    refused("line 1: ");
    let sparse = fs::File::create(&config).unwrap();
    sparse.set_len(2 << 30).unwrap();
    refused("larger than 16 MB");
    fs::write(&config, format!("a = {}", "[".repeat(60_000))).unwrap();
    refused("line 1: ");
    fs::write(&config, [0xff, 0xfe]).unwrap();
    refused("line 1 is not UTF-8 text");
    fs::write(&config, "version = 2\nnew = 1\n").unwrap();
    refused("it was written for a newer ginpad (version 2; this one reads up to 1)");
    fs::remove_file(&config).unwrap();
    assert!(Command::new("mkfifo").arg(&config).status().unwrap().success());
    refused("not a regular file");
    fs::remove_file(&config).unwrap();
    std::os::unix::fs::symlink("/dev/zero", &config).unwrap();
    refused("not a regular file");
    fs::remove_file(&config).unwrap();
    fs::create_dir(&config).unwrap();
    refused("it is a folder");
}

#[test]
fn words_that_are_no_names_start_no_game_and_log_no_hand() {
    let table = Table::after(&["new Ann Bob"]);
    for (line, status) in [("log both 5", 1), ("new Ann / Bob", 2), ("new game Ann Bob", 2)] {
        table.args(line).status(status).refused();
    }
    table.args("set sides Cid vs Dee").check_status();
    assert!(table.does("score").contains("Cid"));
}

#[test]
fn a_game_of_the_same_players_by_other_rules_is_noted_with_the_command_for_theirs() {
    let table = Table::after(&["new Ann Bob --rules 'hollywood, target=50'", "log ann gin 31"]);
    let said = table.args("new Ann Bob").run();
    assert!(said.err.contains("game 1 was under hollywood, target=50; `ginpad set rules"), "{said:?}");
    table.does("set rules 'hollywood, target=50'");
    assert!(!table.args("new Ann Bob --rules simple").run().err.contains("was under"));
}

#[test]
fn payments_that_a_text_sheet_leaves_out_are_noted() {
    let table = Table::after(&["new Ann Bob --stake '1 EUR'", "log ann gin 90", "settle --paid bob ann 5 EUR"]);
    assert!(table.args("export").run().err.contains("text sheets cannot hold 1 payment; `ginpad export --json`"));
    assert_eq!(table.args("export 1").run().err, "");
}

#[test]
fn a_whole_book_that_is_imported_names_the_people_whose_names_were_there() {
    let (one, other) =
        (Table::after(&["new Ann Bob", "log ann gin 31"]), Table::after(&["new Ann Bob", "log bob 5 20"]));
    other.put("one.json", one.does("export --json"));
    let said = other.does("import one.json");
    assert!(
        said.contains("Ann of another book and Ann (2) of this one stay apart")
            && said.contains("`ginpad player merge"),
        "{said}"
    );
}

/// What a command prints on a terminal of 60 columns and 10 rows.
#[cfg(target_os = "linux")]
fn on_a_terminal(table: &Table, before: &str, line: &str) -> String {
    let program = env!("CARGO_BIN_EXE_ginpad");
    let script =
        format!("script -qec 'stty cols 60 rows 10; export TERM=xterm; {before} exec {program} {line}' /dev/null");
    let said = table.shell(&script).output().unwrap();
    assert!(said.status.success(), "{line}: {said:?}");
    String::from_utf8(said.stdout).unwrap().replace('\r', "")
}

#[test]
#[cfg(target_os = "linux")]
fn a_long_answer_is_shown_in_a_pager_on_a_terminal_only() {
    let table = table();
    let pager = "export PAGER=\"sh pager\";";
    let paged = |before: &str, line: &str| on_a_terminal(&table, before, line).starts_with("PAGED\n");
    table.put("pager", "#!/bin/sh\necho PAGED; head -2 >/dev/null\n");
    assert!(paged(pager, "rules show"));
    for help in ["help", "help log", "log --help", "-h"] {
        assert!(paged(pager, help), "{help}");
    }
    assert!(!paged(pager, "--no-pager help log"));
    assert!(!paged(pager, "log --help --no-pager"));
    assert!(!paged(pager, "--version"));
    assert!(!paged(pager, "players"), "what fits is printed");
    assert!(!paged(pager, "rules show --no-pager"));
    assert!(!paged(pager, "rules show --json"));
    assert!(!paged("export PAGER=;", "rules show"));
    assert!(!paged("export PAGER=no-such-pager;", "rules show"));
    assert!(!table.args("rules show").env("PAGER", "sh pager").run().out.starts_with("PAGED"), "a pipe is no terminal");
    fs::create_dir_all(table.path("config/ginpad")).unwrap();
    table.put("config/ginpad/config.toml", "pager = \"sh pager\"");
    assert!(paged("", "rules show"));
    assert!(!paged("export PAGER=cat;", "rules show"), "the environment comes first");
    table.put("config/ginpad/config.toml", "pager = false");
    assert!(!paged(pager, "rules show"));
}

#[test]
#[cfg(target_os = "linux")]
fn the_book_is_free_while_a_pager_shows_it() {
    let table = Table::after(&["new Ann Bob --set target=1000"]);
    (0..20).for_each(|_| drop(table.does("log ann knock 4 27")));
    let program = env!("CARGO_BIN_EXE_ginpad");
    table.put("pager", format!("#!/bin/sh\n{program} log bob gin 4 && echo LOGGED\n"));
    let began = Instant::now();
    let shown = on_a_terminal(&table, "export PAGER=\"sh pager\";", "score");
    assert!(shown.contains("LOGGED") && began.elapsed() < Duration::from_secs(8), "{shown}");
    assert!(table.does("score").contains("21"));
}

#[test]
fn a_book_that_is_not_there_is_named_if_another_is() {
    let table = table();
    let warned = "warning: there is no book /home/ann/typo.db; there is one in /home/ann/book.db\n";
    let said = table.args("--book typo.db").run();
    assert_eq!(said.err, warned);
    assert!(said.out.starts_with("no game yet\n"), "{}", said.out);
    let said = table.args("log ann gin 4 --book typo.db").run();
    assert!(said.err.starts_with(&format!("{warned}error: there is no game yet\n")), "{}", said.err);
    assert!(!table.path("typo.db").exists());
    // Where no other book is, and where none is named, there is nothing to say.
    assert_eq!(Table::new().args("games --book typo.db").run().err, "");
    assert_eq!(Table::new().args("games").run().err, "");
    assert!(table.args("new Ann Bob --book typo.db").run().err.is_empty());
}

#[test]
fn without_utf_8_everything_for_people_is_plain_ascii() {
    let table =
        Table::after(&["new 'Zoë' Bob --rules hollywood --title 'Été'", "log zoë knock 4 27 up 7s note 'très bien'"]);
    table.put("two.gin", "sides: Zoë, Bob\n\nbob gin 4\n---\nsides: Zoë, Bob\n");
    let commands = [
        "",
        "score",
        "explain",
        "explain 1",
        "games",
        "players",
        "rules show hollywood",
        "standings",
        "odds",
        "score --chart",
        "score --file two.gin",
        "score 9",
        "log zoë gin 99",
        "player zoë",
        "deadwood 7hdc 345s",
        "rules",
        "help ratings",
    ];
    for command in commands {
        for (name, value) in [("LC_ALL", "C"), ("LANG", "POSIX"), ("LC_CTYPE", "de_DE.ISO-8859-1")] {
            let said = table.args(command).env(name, value).run();
            assert!(said.out.is_ascii() && said.err.is_ascii(), "{command}\n{}{}", said.out, said.err);
            let usual = table.args(command).env(name, "C.UTF-8").run();
            let lines = |said: &str| said.lines().map(|line| line.chars().count()).collect::<Vec<_>>();
            assert_eq!(lines(&said.out), lines(&usual.out), "{command}: as wide as with signs");
        }
    }
    assert!(table.args("score").env("LC_ALL", "C").run().out.contains("Zoe"));
    // What programs read stays as it is.
    for command in ["score --json", "players --plain", "export", "standings --csv", "score --html -"] {
        assert!(table.args(command).env("LC_ALL", "C").run().out.contains("Zoë"), "{command}");
    }
    // The config can ask for it; the environment comes first.
    fs::create_dir_all(table.path("config/ginpad")).unwrap();
    table.put("config/ginpad/config.toml", "symbols = \"letters\"");
    assert!(table.does("score").is_ascii());
    table.put("config/ginpad/config.toml", "symbols = \"signs\"");
    assert!(!table.does("score").is_ascii());
    assert!(table.args("score").env("LC_ALL", "C").run().out.is_ascii());
}

#[test]
fn a_note_needs_no_quotes_in_the_shell() {
    let table = Table::after(&["new Ann Bob --at '2026-11-20 19:30'"]);
    table.does("log ann 5 23 note took the four");
    table.does("log ann 5 23 note took the four up 7h");
    table.does("log ann 5 23 note late 9pm");
    table.does("log ann 5 23 note i am tired");
    let hands = table.json("score")["hands"].as_array().unwrap().clone();
    let notes: Vec<_> = hands.iter().map(|hand| hand["note"].as_str().unwrap()).collect();
    assert_eq!(notes, ["took the four", "took the four", "late", "i am tired"]);
    assert_eq!(hands[1]["upcard"], "7H");
}

#[test]
fn yesterday_is_the_day_before_today_in_an_old_game() {
    let table = Table::after(&["new Ann Bob --at '2020-11-20 19:30'"]);
    table.does("log ann 5 23 at yesterday 20:00");
    let at = table.json("score")["hands"][0]["at"].as_str().unwrap().to_string();
    assert!(!at.starts_with("2020"), "{at}");
}

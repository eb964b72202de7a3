//! `edit`: a game as a text sheet in an editor. Small shell scripts are the editors.

use std::fs;

use ginpad_core::facts::Change;

use crate::support::hints::hinted;
use crate::support::program::{Said, Table};
use crate::support::terminal::Terminal;
use crate::support::whole::lines_of;

/// A table with a game of four hands.
fn table() -> Table {
    let table = Table::after(&["new Ann Bob --dealer Ann --at '2026-11-20 19:30'"]);
    table
        .args("log -")
        .stdin("ann knock 5 23\nbob gin 31\ndead note \"a, \\\"b\\\"\"\nann knock 9 4 up 7S\n")
        .check_status();
    table
}

/// Edits with this command as the editor.
fn edits(table: &Table, editor: &str, line: &str) -> Said {
    table.args(line).env("EDITOR", editor).run()
}

/// Edits with a `sed` script.
fn sed(table: &Table, script: &str) -> Said {
    edits(table, &format!("sed -i '{script}'"), "edit")
}

/// How many facts the book holds.
fn facts(table: &Table) -> usize {
    let lines = lines_of(&table.does("export --json"));
    lines.iter().map(|line| Change::read(line).unwrap().facts.len()).sum()
}

fn hands(table: &Table) -> Vec<String> {
    let sheet = table.does("export @");
    sheet.split("\n\n").nth(1).unwrap_or_default().lines().map(str::to_string).collect()
}

/// The sheets that are kept.
fn kept(table: &Table) -> Vec<String> {
    let folder = fs::read_dir(table.path("state/ginpad/edits"));
    let mut kept: Vec<String> =
        folder.into_iter().flatten().map(|file| file.unwrap().path().to_str().unwrap().to_string()).collect();
    kept.sort();
    kept
}

#[test]
fn what_was_edited_is_one_undoable_change() {
    let table = table();
    let before = table.does("export");
    let said = sed(&table, "s/^rules.*/title: Friday\\n&/; s/gin 31/gin 13/; /^dead/d; /knock 9/i bob g 2");
    assert_eq!(said.err, "");
    assert_eq!(
        said.out,
        "game 1: the title is Friday now\nhand 2 is `Bob gin 13` now, not `Bob gin 31`\n\
         hand 3 is `Bob gin 2` now, not `dead note \"a, \\\"b\\\"\"`\n\
         game 1 was open at 18–86; it is open at 18–95 now\n"
    );
    assert_eq!(hands(&table), ["Ann knock 5 23", "Bob gin 13", "Bob gin 2", "Ann knock 9 4 up 7S"]);
    assert_eq!(
        table.does("undo"),
        "undid: edited 2 hands and title in game 1\ngame 1 was open at 18–95; it is open at 18–86 now\n"
    );
    assert_eq!(table.does("export"), before);
    table.does("redo");
    assert_eq!(hands(&table).len(), 4);
    assert!(kept(&table).is_empty());
}

#[test]
fn the_list_of_what_was_edited_is_plain_ascii_in_such_a_locale() {
    let table = table();
    table.does("log ann gin KsQd");
    let script = "sed -i -e 's/^sides.*/sides: Ann, Cid/' -e '/KSQD/d' -e 's/^Bob/Cid/'";
    let said = table.args("edit").env("EDITOR", script).env("LC_ALL", "C").run();
    assert!(said.out.contains("game 1: the sides are Ann - Cid now, not Ann - Bob\n"), "{}{}", said.out, said.err);
    assert!(said.out.contains("dropped hand 5: `Ann gin KSQD`\n") && said.out.is_ascii(), "{}", said.out);
    assert!(said.err.is_ascii(), "{}", said.err);
}

#[test]
fn an_unchanged_hand_keeps_its_fact() {
    let table = table();
    let before = facts(&table);
    assert_eq!(sed(&table, "/^dead/d").out.lines().next(), Some("dropped hand 3: `dead note \"a, \\\"b\\\"\"`"));
    assert_eq!(facts(&table), before + 1, "a removal");
    assert_eq!(sed(&table, "/knock 9/i dead\\nbob gin 1").status, Some(0));
    assert_eq!(facts(&table), before + 3, "two hands");
    assert_eq!(sed(&table, "s/up 7S/up 7H/; $a ann gin 3").status, Some(0));
    assert_eq!(facts(&table), before + 5, "a correction and a hand");
    assert_eq!(
        hands(&table),
        ["Ann knock 5 23", "Bob gin 31", "dead", "Bob gin 1", "Ann knock 9 4 up 7H", "Ann gin 3"]
    );
    table.does("insert 4 bob gin 2");
    assert_eq!(sed(&table, "/gin 2$/i bob gin 4\\nbob gin 5").status, Some(0));
    assert_eq!(hands(&table)[3..7], ["Bob gin 4", "Bob gin 5", "Bob gin 2", "Bob gin 1"]);
}

/// Games of every kind, each as a sheet.
const GAMES: [&str; 7] = [
    "rules: hollywood, target=150\nsides: Ann, Bob\nstake: 0.05 EUR\nevent: Cruise\nstake-game: 1.00 EUR\n\nann knock 4 27\nbob gin 31 at 2026-11-20 19:45 -03:30\n",
    "rules: partners\nsides: Ann & Cid, \"Smith, J\" & Dee\n\nann k 4 20, dee gin 12\ndead, cid gin 3 note \"x\"\ndead misdeal\n",
    "sides: Ann, Bob\nclosed: forfeit Bob\n\nann gin 3\n",
    "title: # 1\nsides: Ann, Bob\ntotals: 300, 325, Ann\n",
    "rules: standard, target=20\nsides: Ann, Bob\n\nann gin 30\nbob gin 3\n",
    "sides: Ann, Bob\n\nann knock kshc4567d2cadah kd8d9d3d3h3sqhjh5s7c\nbob knock 2s5h khqd9c\nann gin a23s 7hdcs 9tjc khqd4s\nann big-gin 10+9+4\n",
    "date: 1999-12-31 23:59 +00:00\nsides: K, Knock\n\nk points 25 up 7\n",
];

#[test]
fn a_sheet_that_is_not_changed_changes_nothing() {
    let table = Table::new();
    for (at, game) in GAMES.iter().enumerate() {
        table.put("game.gin", game).does("import game.gin");
        let (file, number) = (table.does(&format!("export {}", at + 1)), at + 1);
        let before = fs::read(table.book()).unwrap();
        for editor in ["true", "sh -c 'echo \"# seen\" >> \"$0\"'", "sed -i 's/$/  /'"] {
            let said = edits(&table, editor, &format!("edit {number}"));
            assert_eq!((said.out.as_str(), said.status), ("nothing was changed\n", Some(0)), "{game}{said:?}");
        }
        let said = table.args(&format!("edit {number} --from -")).stdin(&file).check_status();
        assert_eq!(said.out, "nothing was changed\n", "{game}");
        assert!(fs::read(table.book()).unwrap() == before, "{game}");
    }
    assert!(kept(&table).is_empty());
}

#[test]
fn every_header_can_be_edited() {
    let table = table();
    let script = "s/^rules:.*/rules: hollywood/; s/^dealer:.*/stake: 0.05 EUR\\nevent: Cruise\\nclosed: unfinished/";
    assert_eq!(
        sed(&table, script).out,
        "game 1: the rules are hollywood now, not standard\ngame 1: there is no first dealer now; it was Ann\n\
         game 1: the stake is 0.05 EUR a point now\ngame 1: the event is Cruise now\n\
         game 1 was open at 18–86; it is closed unfinished at 18–86 in the 1st column now\n"
    );
    assert_eq!(
        sed(&table, "s/unfinished/forfeit bob/").out,
        "game 1 was closed unfinished at 18–86 in the 1st column; it is forfeited by Bob now\nBob pays Ann 2.60 EUR\n"
    );
    let said = sed(&table, "/^closed/d; s/^date:.*/date: 2020-02-30/; s/gin 31/gin 99/");
    let reasons: Vec<&str> = said.err.lines().filter(|line| line.starts_with("  line")).collect();
    assert_eq!(
        reasons,
        [
            "  line 1: a closed game opens only if you undo its closing; it was `closed: forfeit Bob`",
            "  line 5, column 7: there is no day `2020-02-30`",
            "  line 12, column 1: Ann cannot have 99 deadwood; ten cards hold at most 98",
        ],
        "{}",
        said.err
    );
    assert_eq!(
        sed(&table, "s/^date:.*/date: 2020-02-20/").out,
        "game 1: the date is 2020-02-20 00:00 +00:00 now, not 2026-11-20 19:30 +00:00\n"
    );
    let said = sed(&table, "/^date:/d");
    assert!(
        said.err.contains("a game that has a date keeps one; it was `date: 2020-02-20 00:00 +00:00`\n"),
        "{said:?}"
    );
    table.put("old.gin", GAMES[3]).does("import old.gin");
    let edited = edits(&table, "sed -i 's/^totals:.*/totals: 291, 180/'", "edit 2");
    assert!(
        edited.out.starts_with("game 2: the totals are 291 and 180 now, not 300 and 325, won by Ann\n"),
        "{edited:?}"
    );
}

#[test]
fn where_others_sit_now_hands_may_name_those_before() {
    let table = table();
    let said = sed(&table, "s/^sides:.*/sides: Ann, Rob/");
    assert_eq!(said.out, "game 1: the sides are Ann – Rob now, not Ann – Bob\n");
    assert_eq!(said.err, "note: Rob is new to the book; if you meant Bob, take it back with `ginpad undo`\n");
    assert_eq!(hands(&table)[1], "Rob gin 31");
    let before = facts(&table);
    assert_eq!(sed(&table, "s/Rob/Bob/").out, "game 1: the sides are Ann – Bob now, not Ann – Rob\n");
    assert_eq!(facts(&table), before + 1);
    let said = sed(&table, "s/^sides:.*/sides: Bob, Ann/");
    assert_eq!(
        said.out,
        "game 1: the sides are Bob – Ann now, not Ann – Bob\ngame 1 was open at 18–86; it is open at 86–18 now\n"
    );
    assert_eq!(hands(&table)[1], "Bob gin 31", "the sheet says what it says");
    let said = sed(&table, "s/^sides:.*/sides: Bob \\& Cid, Ann \\& Dee/");
    assert!(said.err.contains("  line 7: the game has 1 player a side, which cannot be changed\n"), "{}", said.err);
}

#[test]
fn a_sheet_with_faults_is_kept_and_can_be_mended() {
    let table = table();
    let before = table.does("export");
    let said = sed(&table, "s/knock 5/knock 11/; s/gin/gim/");
    let [file] = kept(&table).try_into().unwrap();
    let shown = file.replace(table.path("").to_str().unwrap(), "/home/ann/");
    assert_eq!((said.status, said.out.as_str()), (Some(1), ""));
    let what = format!("error: the sheet has 2 faults, so nothing was changed; the sheet is kept in {shown}:");
    assert_eq!(said.err.lines().next(), Some(what.as_str()));
    assert!(
        said.err.contains("\n  line 10, column 1: Ann cannot knock with 11 deadwood; the knock limit is 10\n"),
        "{}",
        said.err
    );
    assert!(said.err.contains("\n  line 11, column 5: expected knock, gin"), "{}", said.err);
    assert_eq!(table.does("export"), before);
    let [go_on] = hinted(&said.err).try_into().unwrap();
    assert_eq!(go_on, format!("ginpad edit 1 --from {shown}"));
    let go_on = format!("edit 1 --from {file}");
    let again = edits(&table, "false", &go_on);
    assert!(again.err.starts_with("error: the sheet has 2 faults, so nothing was changed:\n"), "{}", again.err);
    fs::write(&file, fs::read_to_string(&file).unwrap().replace("gim", "gin").replace("knock 11", "knock 6")).unwrap();
    assert_eq!(
        edits(&table, "false", &go_on).out.lines().next(),
        Some("hand 1 is `Ann knock 6 23` now, not `Ann knock 5 23`")
    );
    assert!(kept(&table).is_empty(), "what was taken is not kept");
}

#[test]
fn an_editor_that_fails_changes_nothing() {
    let table = table();
    let before = table.does("export");
    for (editor, what) in [
        ("false", "error: nothing was changed: the editor `false` failed (exit status: 1)"),
        ("sh -c 'kill -9 $$'", "error: nothing was changed: the editor `sh` failed (signal: 9 (SIGKILL))"),
        (
            "no-such-editor -w",
            "error: nothing was changed: cannot start the editor `no-such-editor`: there is no such file",
        ),
        ("cp /dev/null", "error: the sheet is empty, so nothing was changed"),
        ("sed -i 's/^/#/'", "error: the sheet is empty, so nothing was changed"),
        ("rm", "error: the sheet is gone, so nothing was changed"),
        ("'a quote", "error: the editor `'a quote` is not a command"),
        (" ", "error: no editor is set"),
    ] {
        let said = edits(&table, editor, "edit");
        assert_eq!((said.err.lines().next(), said.status), (Some(what), Some(1)), "{editor}");
        assert!(kept(&table).is_empty(), "{editor}");
    }
    let said = edits(&table, "sh -c 'echo dead >> \"$0\"; exit 3'", "edit");
    assert!(said.err.contains("failed (exit status: 3); the sheet is kept in "), "{}", said.err);
    let said = edits(&table, "sh -c 'printf \"\\377\" >> \"$0\"'", "edit");
    assert!(said.err.contains("line 14 is not UTF-8 text; the sheet is kept in "), "{}", said.err);
    assert_eq!(kept(&table).len(), 2, "what was written is not lost");
    assert_eq!(table.does("export"), before);
    let said = edits(&table, "true", "edit --no-input");
    assert_eq!((said.err.lines().next(), said.status), (Some("error: `--no-input` forbids an editor"), Some(2)));
    assert_eq!(hinted(&said.err), ["ginpad export 1"]);
    assert!(table.args("edit").env("VISUAL", "true").env("EDITOR", "false").run().out == "nothing was changed\n");
}

#[test]
fn the_second_of_two_edits_does_not_undo_the_first() {
    let table = table();
    let program = env!("CARGO_BIN_EXE_ginpad");
    table.put(
        "slow",
        format!("sed -i 's/gin 31/gin 30/' \"$1\"; {program} log ann gin 3 >&2; {program} fix 1 a6 23 >&2\n"),
    );
    let said = edits(&table, "sh slow", "edit");
    let [file] = kept(&table).try_into().unwrap();
    let err: Vec<&str> =
        said.err.lines().filter(|line| !line.starts_with(['#', 'h', ' ', 'g']) || line.starts_with("  hand")).collect();
    assert_eq!(
        err,
        [&format!(
            "error: game 1 was changed after this sheet was made, so the sheet was not used; the sheet is kept in {}",
            file.replace(table.path("").to_str().unwrap(), "/home/ann/")
        )[..],],
        "{}",
        said.err
    );
    assert_eq!(hands(&table)[0], "Ann knock 6 23");
    assert_eq!(hands(&table)[4], "Ann gin 3");
    let said = edits(&table, "false", &format!("edit 1 --from {file}"));
    let what = "error: game 1 was changed after this sheet was made, so the sheet was not used";
    assert_eq!(said.err.lines().next(), Some(what));
    let forced = hinted(&said.err).remove(0).replace("/home/ann/", table.path("").to_str().unwrap());
    table.args(&format!("{} --dry-run", forced.strip_prefix("ginpad ").unwrap())).check_status();
    assert_eq!(kept(&table).len(), 1);
    let said = table.args(forced.strip_prefix("ginpad ").unwrap()).check_status();
    assert_eq!(said.out.lines().nth(2), Some("dropped hand 5: `Ann gin 3`"), "{}", said.out);
    assert_eq!(hands(&table), ["Ann knock 5 23", "Bob gin 30", "dead note \"a, \\\"b\\\"\"", "Ann knock 9 4 up 7S"]);
    assert!(kept(&table).is_empty());
}

#[test]
fn the_book_is_not_locked_while_the_editor_runs() {
    let table = table();
    let program = env!("CARGO_BIN_EXE_ginpad");
    table.put("other", format!("sed -i 's/gin 31/gin 30/' \"$1\"; {program} new Cid Dee >&2\n"));
    assert_eq!(edits(&table, "sh other", "edit").status, Some(0));
    assert!(table.does("games --plain").lines().count() == 2);
    assert_eq!(table.does("export 1").lines().nth(6), Some("Bob gin 30"));
}

#[test]
fn a_trial_changes_nothing() {
    let table = table();
    let said = edits(&table, "sed -i /^dead/d", "edit -n");
    assert_eq!(
        said.out,
        "nothing was changed; without `--dry-run` this would be done:\ndropped hand 3: `dead note \"a, \\\"b\\\"\"`\n\
         Bob deals next\n"
    );
    // What was written is not lost.
    let again = said.err.split('`').nth(1).unwrap().replace("/home/ann/", table.path("").to_str().unwrap());
    assert!(said.err.contains("the sheet is kept in ") && again.starts_with("ginpad edit 1 --from "), "{}", said.err);
    let said = table.args(&again.replacen("ginpad ", "", 1)).run();
    assert_eq!((said.status, hands(&table).len()), (Some(0), 3), "{}", said.err);
    table.does("undo");
    let before = fs::read(table.book()).unwrap();
    let said = edits(&table, "sed -i 's/gin 31/gin 30/'", "edit -n --json");
    let document: serde_json::Value = serde_json::from_str(&said.out).unwrap();
    assert_eq!(document["schema"], "ginpad/edit/1");
    assert_eq!(document["dry_run"], true);
    assert_eq!(document["hands"][0]["is"], "Bob gin 30");
    assert_eq!(
        edits(&table, "sed -i 's/gin 31/gin 30/'", "edit -n --plain").out,
        "did\thand 2 is `Bob gin 30` now, not `Bob gin 31`\ngame\t1\tAnn – Bob\topen at 18–85\topen at 18–86\n"
    );
    assert!(fs::read(table.book()).unwrap() == before);
}

#[test]
fn ctrl_c_is_for_the_editor() {
    let table = table();
    table.put("stubborn", "take() { sed -i 's/gin 31/gin 30/' \"$1\"; exit 0; }\ntrap 'take \"$1\"' INT\necho ready\nwhile :; do sleep 0.1; done\n");
    let mut terminal = Terminal::with(&table, "edit", 80, &[("EDITOR", "sh stubborn")]);
    terminal.shows("ready").types("\u{3}").shows("hand 2 is `Bob gin 30` now, not `Bob gin 31`");
    assert_eq!(terminal.status(), Some(0));
    table.put("meek", "echo ready\nwhile :; do sleep 0.1; done\n");
    let mut terminal = Terminal::with(&table, "edit", 80, &[("EDITOR", "sh meek")]);
    terminal
        .shows("ready")
        .types("\u{3}")
        .shows("error: nothing was changed: the editor `sh` failed (signal: 2 (SIGINT))");
    assert_eq!(terminal.status(), Some(1));
}

#[test]
fn a_hand_that_the_rules_refused_before_may_stay() {
    let table = table();
    // Another device sets rules under which a hand of this one is illegal.
    fs::copy(table.book(), table.path("other.db")).unwrap();
    table.does("log ann knock 10 20");
    let elsewhere = |line: &str| {
        table.args(&format!("{line} --book other.db")).env("XDG_STATE_HOME", "elsewhere").check_status().out
    };
    elsewhere("set rules knock_limit=9");
    table.put("other.json", elsewhere("export --json")).does("import other.json");
    assert_eq!(hands(&table)[4], "Ann knock 10 20 refused");
    assert_eq!(sed(&table, "/^dead/d").status, Some(0));
    assert_eq!(hands(&table).len(), 4);
    let said = sed(&table, "s/knock 10/knock 9/");
    assert_eq!(said.out.lines().next(), Some("hand 4 is `Ann knock 9 20` now, not `Ann knock 10 20`"), "{said:?}");
}

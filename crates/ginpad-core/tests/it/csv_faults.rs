//! Spreadsheets with faults: every one is listed, at its line and its column, and shown harmlessly.

use chrono::{DateTime, Offset, Utc};
use ginpad_core::notation::{CsvReading, LocalTime, NameMap, print_games, read_csv};
use ginpad_core::{Name, Side};

use crate::csv::{faults, read, read_as};

#[test]
fn what_a_row_says_twice_must_agree() {
    let table = |row: &str| format!("side 1,side 2,hand,who,how,deadwood,opponent deadwood,points,upcard\n{row}\n");
    let wrong = |row: &str| faults(&table(row)).join("\n");
    assert_eq!(
        wrong("Ann,Bob,1,Ann,knock,4,27,25,"),
        "line 2, `points`: the hand is worth 23 under these rules, not 25"
    );
    assert_eq!(wrong("Ann,Bob,1,Ann,knock,4,27,x,"), "line 2, `points`: expected a number of points, not `x`");
    assert_eq!(
        wrong("Ann,Bob,1,Ann,knock,12,27,,"),
        "line 2, `how`: Ann cannot knock with 12 deadwood; the knock limit is 10"
    );
    assert_eq!(wrong("Ann,Bob,1,Cid,knock,4,27,,"), "line 2, `who`: no player named `Cid` in this game");
    assert_eq!(wrong("Ann,Bob,1,,knock,4,27,,"), "line 2, `who`: nobody is named; a hand that nobody won is `dead`");
    assert_eq!(
        wrong("Ann,Bob,1,Ann,knok,4,27,,"),
        "line 2, `how`: expected knock, gin, big-gin, undercut or points, not `knok`; did you mean `knock`?"
    );
    assert_eq!(
        wrong("Ann,Bob,1,Ann,knock,4,,,"),
        "line 2, `opponent deadwood`: the deadwood of the other side is not given"
    );
    assert_eq!(
        wrong("Ann,Bob,1,Ann,knock,4,27,,7X"),
        "line 2, `upcard`: `7X` is not a card; write a rank (A 2-10 J Q K) and a suit (s h d c), like 7S or 10h"
    );
    assert_eq!(
        wrong("Ann,Bob,2,Ann,gin,,27,,\n,,1,Ann,gin,,27,,"),
        "line 3, `hand`: hand 1 comes after hand 2; sort the rows, or number the games in a column `game`"
    );
    assert_eq!(wrong("Ann,Bob,one,Ann,gin,,27,,"), "line 2, `hand`: expected the number of the hand, not `one`");
    let read = read(&table("Ann,Bob,1,Ann,gin,,,56,\n,,2,Bob,knock,,,23,\n,,3,Bob,points,,,23,")).unwrap();
    assert_eq!(read.notes.points_only, 2);
    assert!(print_games(&read.games).ends_with("\n\nAnn points 56\nBob points 23\nBob points 23\n"));
}

#[test]
fn every_wrong_row_is_listed() {
    let right = "2011-05-31,Ann,Bob,330,48\n";
    let wrong = |row: usize| format!("x{row},Ann,Bob,330,48\n");
    let table = |rows: &[String]| format!("date,side 1,side 2,total 1,total 2\n{}", rows.concat());
    let found = faults(&table(&(0..20).map(|row| format!("{right}{}", wrong(row))).collect::<Vec<_>>()));
    assert_eq!(found.len(), 20);
    assert_eq!(found[0], "line 3, `date`: cannot read `x0` as a date; write it like 2011-05-31");
    assert!(found[19].starts_with("line 41, "));
    let many = read(&table(&(0..11_000).map(wrong).collect::<Vec<_>>())).unwrap_err().faults;
    assert_eq!((many.items.len(), many.total()), (100, 11_000));
    // What is wrong in the same way is said once.
    let same = faults(&table(&(0..9).map(|_| wrong(1)).chain([right.to_string(), wrong(1)]).collect::<Vec<_>>()));
    assert_eq!(same, ["lines 2 to 10 and 12, `date`: cannot read `x1` as a date; write it like 2011-05-31"]);
}

#[test]
fn headings_say_what_is_missing_or_mistyped() {
    for (table, said) in [
        ("", "line 1: there is no table here; its first row holds the headings"),
        ("# only a remark\n", "line 1: there is no table here; its first row holds the headings"),
        ("side 1,side 2,total 1,total 2\n", "line 1: there is no row below the headings"),
        (
            "date,title\n1,2\n",
            "line 1: a row is a game, but the columns `side 1`, `side 2`, `total 1` and `total 2` are missing; \
             the headings are `date` and `title`",
        ),
        (
            "side 1,side 2,total 1\nAnn,Bob,1\n",
            "line 1: a row is a game, but the column `total 2` is missing; the headings are `side 1`, `side 2` and `total 1`",
        ),
        (
            "side 1,side 2,who\nAnn,Bob,Ann\n",
            "line 1: a row is a hand, but the column `opponent deadwood` is missing; \
             the headings are `side 1`, `side 2` and `who`",
        ),
        (
            "side 1,side 2,total 1,total 2,staus\nAnn,Bob,1,2,\n",
            "line 1, `staus`: no column is called this; did you mean `status`?",
        ),
        (
            "side 1,player 1,side 2,total 1,total 2\nAnn,Ann,Bob,1,2\n",
            "line 1, `player 1`: this heading and `side 1` mean the same column",
        ),
        ("Ann,Bob,Satus\n1,2,\n", "line 1, `Satus`: no column is called this; did you mean `status`?"),
        ("Ann,ann\n1,2\n", "line 2: ann is named twice; a player sits on one side only"),
        ("side 1,side 2,total 1,total 2\nAnn,Bob,1,\"2\n", "line 2: a quote opens in this row and is never closed"),
        (
            "date,side 1,side 2,total 1,total 2\n2020-01-01,Ann,Bob,1,120,85\n2020-01-02,Ann,Bob,1,2,, \n",
            "line 2: the row is longer than the headings; a cell that holds a `,` needs quotes",
        ),
        ("Ann\tBob\n1\t2\t\t3\n", "line 2: the row is longer than the headings; a cell that holds a tab needs quotes"),
    ] {
        assert_eq!(faults(table), [said], "{table}");
    }
    let both = "date,side 1,side 2,entry\n2020-01-01,Ann,Bob,ann gin 5, bob gin 6\nx,,,dead\n";
    assert_eq!(faults(both).len(), 2, "a wide row hides no other fault: {:?}", faults(both));
    let read = read("side 1,side 2,total 1,total 2,place,,note\nAnn,Bob,1,2,home,x,fine\n").unwrap();
    assert_eq!(read.notes.left_out, ["place", "column 6"]);
}

#[test]
fn hostile_cells_are_refused_and_shown_harmlessly() {
    for cell in ["A\u{1b}[2Jnn", "An\u{202e}n", "\u{200b}", &"x".repeat(41), "A\u{0}nn"] {
        let found = faults(&format!("side 1,side 2,total 1,total 2\n{cell},Bob,1,2\n"));
        assert_eq!(found.len(), 1, "{cell:?}");
        assert!(
            found[0].starts_with("line 2, `side 1`: ") && !found[0].contains(['\u{1b}', '\u{202e}', '\0']),
            "{found:?}"
        );
    }
    let long = format!("side 1,side 2,total 1,total 2\n{},Bob,1,2\n", "x".repeat(30_000));
    assert_eq!(faults(&long), ["line 2, `column 1`: the cell has 30000 bytes; at most 20000 are read"]);
    let control = "side 1,side 2,entry\nAnn,Bob,a5 \u{7}9\n";
    assert_eq!(faults(control), ["line 2, `entry`: there is a control character here"]);
    let heading = faults("side 1,side 2,total 1,total 2,sta\u{1b}uz\nAnn,Bob,1,2,\n");
    assert!(!heading.concat().contains('\u{1b}'), "{heading:?}");
    // What our own reports do to a name that a spreadsheet could take for a formula is undone.
    let formula = read("side 1,side 2,total 1,total 2\n'=Ann,'-Bob,1,2\n").unwrap().games.remove(0);
    assert_eq!(Side::TWO.map(|side| formula.players.side_name(side)), ["=Ann", "-Bob"]);
    let mut names = NameMap::default();
    names.know([Name::read("=1+1").unwrap()]);
    let utc = |_| Utc.fix();
    let local = LocalTime { now: DateTime::UNIX_EPOCH.into(), offset_at: &utc };
    let table = "side 1,side 2,total 1,total 2\n'=1+1,Bob,1,2\n";
    let known =
        read_csv(table, CsvReading { names: &names, dates: None, century: None, local }).unwrap().games.remove(0);
    assert_eq!(known.players.side_name(Side::First), "=1+1");
}

#[test]
fn a_file_has_at_most_so_many_games_and_a_game_so_many_hands() {
    let games = format!("Ann,Bob\n{}", "1,2\n".repeat(20_001));
    assert_eq!(faults(&games), ["line 20002: a file has at most 20000 games; the rest was not read"]);
    let hands = format!("side 1,side 2,entry\nAnn,Bob,dead\n{}", ",,dead\n".repeat(10_000));
    assert_eq!(faults(&hands), ["line 10002: a game has at most 10000 hands; the rest was not read"]);
}

#[test]
fn a_mistyped_map_is_named_whatever_else_is_wrong() {
    let table = "Datum,Sieger,Spieler 1,Spieler 2,Total 1,Total 2\n31.5.98,Ann,Ann,Bob,3x,1\n";
    for (map, said) in [
        ("Sieger=sidee 1", "line 1, `Sieger`: no column is called `sidee 1`; did you mean `side 1`?"),
        ("Sieger=gewimmer", "line 1, `Sieger`: no column is called `gewimmer`"),
        ("Sigger=winner", "line 1: no heading is called `Sigger`"),
    ] {
        let found: Vec<String> = read_as(table, &[map], None).unwrap_err().faults.lines().collect();
        assert!(found.iter().any(|fault| fault == said), "{map}: {found:?}");
    }
    // A player who heads numbers may have a name like a column.
    let read = read_as("date,Mum,Dad\n2020-01-02,3,4\n", &["Mum=Kate", "Dad=Dale"], None).unwrap();
    assert_eq!(read.games[0].players.side_name(Side::First), "Kate");
}

#[test]
fn what_else_is_wrong_leaves_the_advice_on_the_dates() {
    let wrong = read("date,side 1,side 2,total 1,total 2\n31.5.98,Ann,Bob,3x,1\n").unwrap_err();
    assert!(wrong.has_others && wrong.advice.is_some(), "{wrong}");
    assert!(!read("date,side 1,side 2,total 1,total 2\n31.5.98,Ann,Bob,3,1\n").unwrap_err().has_others);
}

//! Spreadsheets of old games: every way to write one table reads the same, and every fault is found.

use chrono::{DateTime, Offset, Utc};
use ginpad_core::notation::{
    CsvAdvice, CsvFaults, CsvGames, CsvReading, DateOrder, GAMES_TEMPLATE, HANDS_TEMPLATE, LocalTime, NameMap,
    print_games, read_csv,
};
use ginpad_core::{Closing, Game, Side};

pub(crate) fn read_as(text: &str, maps: &[&str], dates: Option<DateOrder>) -> Result<CsvGames, CsvFaults> {
    read_with(text, &names(maps), dates)
}

fn names(maps: &[&str]) -> NameMap {
    let mut names = NameMap::default();
    maps.iter().for_each(|map| names.add(map).unwrap());
    names
}

fn read_with(text: &str, names: &NameMap, dates: Option<DateOrder>) -> Result<CsvGames, CsvFaults> {
    let utc = |_| Utc.fix();
    let local = LocalTime { now: DateTime::UNIX_EPOCH.into(), offset_at: &utc };
    read_csv(text, CsvReading { names, dates, century: None, local })
}

pub(crate) fn read(text: &str) -> Result<CsvGames, CsvFaults> {
    read_as(text, &[], None)
}

/// The games of a table as text sheets.
pub(crate) fn sheets(text: &str) -> String {
    read(text).map_or_else(|faults| panic!("{text}\n{faults}"), |read| print_games(&read.games))
}

pub(crate) fn faults(text: &str) -> Vec<String> {
    read(text).unwrap_err().faults.lines().collect()
}

/// A table in one of the ways that programs write it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Way {
    separator: char,
    line_end: &'static str,
    mark: bool,
    quoted: bool,
}

impl Way {
    pub(crate) fn all() -> Vec<Way> {
        let mut ways = Vec::new();
        for separator in [',', ';', '\t'] {
            for line_end in ["\n", "\r\n", "\r"] {
                for mark in [false, true] {
                    for quoted in [false, true] {
                        ways.push(Way { separator, line_end, mark, quoted });
                    }
                }
            }
        }
        ways
    }

    /// Writes rows. It quotes by the rule of RFC 4180, and shares nothing with the reader.
    pub(crate) fn write(self, rows: &[Vec<String>]) -> String {
        let special = |char: char| char == '"' || char == self.separator || char == '\n' || char == '\r';
        let cell = |cell: &String| match self.quoted || cell.contains(special) {
            true => format!("\"{}\"", cell.replace('"', "\"\"")),
            false => cell.clone(),
        };
        let line = |row: &Vec<String>| row.iter().map(cell).collect::<Vec<_>>().join(&self.separator.to_string());
        let lines: Vec<String> = rows.iter().map(line).collect();
        format!("{}{}{}", if self.mark { "\u{feff}" } else { "" }, lines.join(self.line_end), self.line_end)
    }
}

pub(crate) fn rows(rows: &[&[&str]]) -> Vec<Vec<String>> {
    rows.iter().map(|row| row.iter().map(ToString::to_string).collect()).collect()
}

const TWO_GAMES: &str = "\
title: The first, and \"best\"
date: 2011-05-31 00:00 +00:00
rules: hollywood, target=150
sides: Ann & Cid, \"Smith, Jo\" & Dee
dealer: Ann & Cid
stake: 0.05 EUR
totals: 1330, 48
---
date: 2011-06-02 19:30 +00:00
rules: standard
sides: Ann, Bob
totals: 300, 325, Ann
";

#[test]
fn games_read_the_same_however_the_table_is_written() {
    let table = rows(&[
        &["Status", "TITLE", "Date", "side_1", "Side-2", "Total 1", "total2", "Winner", "rules", "Dealer", "stake", ""],
        &[
            "",
            "The first, and \"best\"",
            "31.5.2011",
            "Ann & Cid",
            "\"Smith, Jo\"+Dee",
            "1.330,00",
            "48",
            "",
            "hollywood, target=150",
            "cid",
            "0,05 eur",
            "",
        ],
        &["", "", "", "", "", "", "", "", "", "", "", ""],
        &["finished", "", "2011-06-02 19:30", "Ann", "Bob", "300", "325,0", "ann", "", "", "", ""],
    ]);
    for way in Way::all() {
        assert_eq!(sheets(&way.write(&table)), TWO_GAMES, "{way:?}");
    }
}

const TWO_EVENINGS: &str = "\
date: 2011-05-31 00:00 +00:00
rules: standard
sides: Ann, Bob
dealer: Ann

Ann knock 4 27 up 7S note \"took the four, at last\"
Bob gin 10+9+4
dead
Ann undercut 3 8
Bob points 12
---
date: 2011-05-31 00:00 +00:00
rules: standard
sides: Ann, Cid

Cid big-gin 40
";

#[test]
fn hands_read_the_same_however_the_table_is_written() {
    let table = rows(&[
        &[
            "Note",
            "Date",
            "Player 1",
            "Player 2",
            "Dealer",
            "Hand",
            "Who",
            "How",
            "Deadwood",
            "Opponent's deadwood",
            "Points",
            "Upcard",
        ],
        &["took the four,\nat last", "31/5/2011", "Ann", "Bob", "Ann", "1", "A", "Knock", "4", "27", "23", "7♠"],
        &["", "", "", "", "", "2", "bob", "gin", "0", "10+9+4", "48", ""],
        &["", "", "", "", "", "3", "", "dead", "", "", "", ""],
        &["", "", "", "", "", "4", "Ann", "undercut", "3", "8", "", ""],
        &["", "", "", "", "", "5", "Bob", "", "", "", "12,0", ""],
        &["", "", "Ann", "Cid", "", "1", "Cid", "big gin", "", "40", "", ""],
    ]);
    for way in Way::all() {
        assert_eq!(sheets(&way.write(&table)), TWO_EVENINGS, "{way:?}");
    }
}

#[test]
fn a_column_of_entries_does_for_the_columns_of_their_parts() {
    let table = "date,side 1,side 2,dealer,entry,note\n\
                 2011-05-31,Ann,Bob,Ann,\"a4 27 up 7S\",\"took the four, at last\"\n,,,,bg10+9+4\n,,,,-\n,,,,au 3 8\n,,,,b p 12\n\
                 2011-05-31,Ann,Cid,,cbg40,\n";
    assert_eq!(sheets(table), TWO_EVENINGS);
}

#[test]
fn two_headings_may_name_the_sides() {
    let table = "Date,Ann & Cid,Bob & Dee\n31.5.2011,330,48\n2.6.2011,100,100\n";
    let read = sheets(table);
    assert_eq!(read.matches("sides: Ann & Cid, Bob & Dee\n").count(), 2);
    assert!(read.contains("totals: 330, 48\n") && read.contains("totals: 100, 100\n"), "{read}");
    let names = names(&["a=Ann", "C=Cid"]);
    let mapped = read_with("A,B\n1,2\n", &names, None).unwrap();
    assert_eq!(print_games(&mapped.games), "rules: standard\nsides: Ann, B\ntotals: 1, 2\n");
    assert_eq!(mapped.notes.mapped.iter().collect::<Vec<_>>(), ["a"]);
}

#[test]
fn a_template_reads_back_as_it_is_and_without_its_remarks() {
    for (template, games) in [(GAMES_TEMPLATE, 4), (HANDS_TEMPLATE, 2)] {
        let whole = sheets(template);
        assert_eq!(whole.matches("sides: ").count(), games);
        let bare: String =
            template.lines().filter(|line| !line.starts_with('#')).map(|l| l.to_string() + "\n").collect();
        assert_eq!(sheets(&bare), whole);
        // A spreadsheet program saves the remarks as cells.
        let cells: Vec<Vec<String>> = template
            .lines()
            .map(|line| match line.starts_with('#') {
                true => vec![line.to_string()],
                false => line.split(',').map(str::to_string).collect(),
            })
            .collect();
        for way in Way::all() {
            assert_eq!(sheets(&way.write(&cells)), whole, "{way:?}");
        }
    }
}

#[test]
fn games_end_as_their_status_says() {
    let closing = |cells: &str| {
        let table = format!("side 1,side 2,total 1,total 2,status,winner\nAnn,Bob,{cells}\n");
        let game = read(&table).map_err(|faults| faults.to_string())?.games.remove(0);
        Ok::<_, String>((game.closing, game.totals.map(|totals| totals.winner)))
    };
    let (ann, bob) = (Side::First, Side::Second);
    for (cells, ends) in [
        ("1,2,,", (None, Some(Some(bob)))),
        ("1,2,Finished,ann", (None, Some(Some(ann)))),
        ("2,2,,", (None, Some(None))),
        ("2,2,done,tie", (None, Some(None))),
        ("2,2,beendet,Remis", (None, Some(None))),
        ("2,2,,unentschieden", (None, Some(None))),
        ("2,2,,bob", (None, Some(Some(bob)))),
        (",,forfeit Bob,", (Some(Closing::Forfeit(bob)), None)),
        (",,Forfeited by bob,Ann", (Some(Closing::Forfeit(bob)), None)),
        ("30,40,forfeit,Ann", (Some(Closing::Forfeit(bob)), Some(Some(bob)))),
        (",,unfinished,", (Some(Closing::Unfinished), None)),
        ("30,40,abandoned,", (Some(Closing::Unfinished), Some(Some(bob)))),
        (",,abgebrochen,", (Some(Closing::Unfinished), None)),
    ] {
        assert_eq!(closing(cells), Ok(ends), "{cells}");
    }
    for (cells, reason) in [
        ("1,2,,tie", "`winner`: the totals differ, so the game is not tied"),
        ("1,2,,Cid", "`winner`: no player named `Cid` in this game; a tie is written `tie`"),
        ("1,2,unfinished,Ann", "`winner`: nobody wins an unfinished game"),
        ("1,2,forfeit Ann,Ann", "`winner`: Ann gave up, and so cannot have won"),
        ("1,2,forfeit Ann,tie", "`winner`: the other side wins a forfeited game"),
        ("1,2,forfeit,", "`status`: it does not say who gave up; write it like `forfeit Ann`"),
        ("1,2,lost,", "`status`: expected `finished`, `unfinished`, or `forfeit` and a side, not `lost`"),
        (
            ",,,",
            "`total 1`: there are no totals; without them the winner must be named, or the status must be `unfinished`, or `forfeit` and a side",
        ),
        ("1,,unfinished,", "`total 2`: there is no total for this side"),
    ] {
        assert_eq!(closing(cells), Err(format!("line 2, {reason}")), "{cells}");
    }
}

#[test]
fn a_player_may_be_called_by() {
    let closing = |side: &str, status: &str| {
        let table = format!("side 1,side 2,total 1,total 2,status\nAnn,{side},,,{status}\n");
        read(&table).map_err(|faults| faults.to_string()).map(|mut read| read.games.remove(0).closing)
    };
    for (side, status, gave_up) in [
        ("By", "forfeit By", Side::Second),
        ("By", "forfeit by Ann", Side::First),
        ("By", "forfeited by by", Side::Second),
        ("Byron", "forfeit Byron", Side::Second),
        ("Edward", "forfeit Edward", Side::Second),
    ] {
        assert_eq!(closing(side, status), Ok(Some(Closing::Forfeit(gave_up))), "{side}: {status}");
    }
    assert_eq!(
        closing("Bob", "forfeitBob"),
        Err("line 2, `status`: expected `finished`, `unfinished`, or `forfeit` and a side, not `forfeitBob`".into())
    );
}

#[test]
fn the_dates_of_a_table_agree_on_what_comes_first() {
    let table = |dates: &[&str]| {
        let rows: Vec<String> = dates.iter().map(|date| format!("{date},1,2\n")).collect();
        format!("Date,Ann,Bob\n{}", rows.concat())
    };
    let dated = |dates: &[&str], order| {
        let games =
            read_as(&table(dates), &[], order).map_err(|wrong| (wrong.advice.clone(), wrong.to_string()))?.games;
        let date = |game: &Game| game.started.unwrap().format("%m-%d").to_string();
        Ok::<_, (_, String)>(games.iter().map(date).collect::<Vec<_>>())
    };
    let (day, month) = (Some(DateOrder::DayFirst), Some(DateOrder::MonthFirst));
    let owned = |dates: &[&str]| Ok(dates.iter().map(ToString::to_string).collect::<Vec<_>>());
    assert_eq!(dated(&["1/5/2011", "31/5/2011"], None), owned(&["05-01", "05-31"]));
    assert_eq!(dated(&["1/5/2011", "5/31/2011"], None), owned(&["01-05", "05-31"]));
    assert_eq!(dated(&["1/5/2011", "2-5-2011"], day), owned(&["05-01", "05-02"]));
    assert_eq!(dated(&["1/5/2011"], month), owned(&["01-05"]));
    assert_eq!(dated(&["5/5/2011", "2011-05-06", "7.5.2011"], None), owned(&["05-05", "05-06", "05-07"]));
    let (advice, said) = dated(&["1/5/2011", "5/5/2011", "2011-05-01", "2/5/2011"], None).unwrap_err();
    assert_eq!(advice, Some(CsvAdvice::DateOrder(None)));
    assert_eq!(said, "line 2, `Date`: `1/5/2011` can be 2011-05-01 or 2011-01-05; 1 more date like it");
    let (_, said) = dated(&["31/5/2011", "5/31/2011"], None).unwrap_err();
    assert_eq!(said, "line 3, `Date`: `5/31/2011` has the month first, but `31/5/2011` in line 2 has the day first");
    let (_, said) = dated(&["31/5/2011", "1/5/2011"], month).unwrap_err();
    assert_eq!(said, "line 2, `Date`: `31/5/2011` is not a date with the month first");
}

#[test]
fn rows_are_gathered_into_games() {
    let hands = |table: &str| {
        let games = read(table).map_err(|faults| faults.to_string())?.games;
        Ok::<_, String>(games.iter().map(|game| game.hands.len()).collect::<Vec<_>>())
    };
    let head = "game,date,side 1,side 2,entry\n";
    // By the column `game`, wherever its rows stand.
    let keyed = "1,2011-05-01,Ann,Bob,a5 9\n2,,,,b5 9\n1,,,,a5 9\nx,,,Cid,a5 9\n,,,,a5 9\n2,,,,dead\n";
    assert_eq!(hands(&format!("{head}{keyed}")), Ok(vec![2, 2, 2]));
    // Without it, where the date or the sides change.
    let bare = "date,side 1,side 2,entry\n2011-05-01,Ann,Bob,a5 9\n2011-05-01,Ann,Bob,a5 9\n,ann,,a5 9\n2011-05-02,,,a5 9\n,,Cid,a5 9\n2011-05-01,Ann,Bob,a5 9\n";
    assert_eq!(hands(bare), Ok(vec![3, 1, 1, 1]));
    let clash = "1,2011-05-01,Ann,Bob,a5 9\n1,,Ann,Cid,a5 9\n";
    assert_eq!(
        hands(&format!("{head}{clash}")),
        Err("line 3, `side 2`: line 2 gives another value for the same game".into())
    );
    // Rules and the status may stand in any row of the game.
    let late = "side 1,side 2,entry,status\nAnn,Bob,a5 9,\n,,dead,forfeit Bob\n";
    assert_eq!(read(late).unwrap().games[0].closing, Some(Closing::Forfeit(Side::Second)));
}

#[test]
fn the_results_of_partners_share_the_number_of_their_hand() {
    let table = "side 1,side 2,rules,hand,who,how,deadwood,opponent deadwood,note\n\
                 Ann & Cid,Bob & Dee,partners,1,Ann,knock,4,20,\n,,,1,Dee,gin,,12,well played\n,,,2,,dead,,,\n\
                 ,,,3,Cid,gin,,5,\n,,,3,,dead,,,\n";
    assert_eq!(
        sheets(table),
        "rules: partners\nsides: Ann & Cid, Bob & Dee\n\nAnn knock 4 20, Dee gin 12 note \"well played\"\ndead\nCid gin 5, dead\n"
    );
}

#[test]
fn a_winner_and_points_are_a_hand() {
    let table = "Date,Player 1,Player 2,Winner,Points\n2011-05-31,Ann,Bob,Ann,23\n,,,bob,31\n";
    assert!(sheets(table).ends_with("sides: Ann, Bob\n\nAnn points 23\nBob points 31\n"));
}

#[test]
fn names_are_mapped_wherever_they_stand() {
    let table = "side 1,side 2,dealer,entry,status\nMum,D & x,mum,\"mum knock 4 20, D gin 12\",\n";
    let table = table.replace("Mum,D & x", "Mum & Cid,D & x");
    let names = names(&["MUM=Ann", "d=Dee", "x=Bob", "nobody=Eve"]);
    let table = table.replace(",dealer,", ",dealer,rules,").replace(",mum,\"", ",mum,partners,\"");
    let read = read_with(&table, &names, None);
    let read = read.unwrap_or_else(|faults| panic!("{faults}"));
    assert_eq!(
        print_games(&read.games),
        "rules: partners\nsides: Ann & Cid, Dee & Bob\ndealer: Ann & Cid\n\nAnn knock 4 20, Dee gin 12\n"
    );
    assert_eq!(read.notes.mapped.iter().collect::<Vec<_>>(), ["MUM", "d", "x"]);
    let columns = "side 1,side 2,total 1,total 2,winner,status\nMum,Bob,300,325,mum,\nMum,Bob,1,2,,forfeit MUM\n";
    let read = read_as(columns, &["Mum=Ann"], None).unwrap();
    assert!(print_games(&read.games).contains("totals: 300, 325, Ann\n"));
    assert_eq!(read.games[1].closing, Some(Closing::Forfeit(Side::First)));
}

/// The lines of headings and of sums that were left out of a table.
fn left_out(text: &str) -> (Vec<usize>, Vec<usize>) {
    let read = read(text).unwrap_or_else(|faults| panic!("{text}\n{faults}"));
    (read.notes.titles, read.notes.sums)
}

#[test]
fn headings_between_the_games_are_not_read() {
    for text in [
        "date,Ann,Bob\n2018,,\n2018-05-01,330,48\n\nSummer 2019,,\n2019-05-01,20,48\n",
        "side 1,side 2,total 1,total 2\n2018,,,\nAnn,Bob,330,48\n\nside 1,side 2,total 1,TOTAL 2\nAnn,Cid,20,48\n",
        "date,side 1,side 2,winner\nMai,,,\n,Ann,Bob,Ann\n\nDate,Side 1,Side 2,Winner\n,Ann,Cid,Ann\n",
    ] {
        assert_eq!(left_out(text), (vec![2, 5], vec![]), "{text}");
    }
    // These may be games of which something is missing.
    for row in ["2018-05-02,,,,,", ",Ann,,,,", "2018,,Bob,,,", ",,,7,,", ",,,,,Ann", ",,,,unfinished,"] {
        let found = faults(&format!("date,side 1,side 2,total 1,status,winner,total 2\n2018,Ann,Bob,1,,,2\n{row}\n"));
        assert!(found.iter().any(|fault| fault.starts_with("line 3, ")), "{row}: {found:?}");
    }
    assert_eq!(read("Ann,Bob,status\n330,48,\n,,unfinished\n").unwrap().games.len(), 2);
    assert_eq!(read("winner,Ann,Bob\nAnn,330,48\nBob,,\n").unwrap().games.len(), 2);
    assert!(faults("Ann,Bob\n330,48\n2018,\n")[0].starts_with("line 3, "));
    // The next hand might be of another game.
    assert!(faults("side 1,side 2,entry\nAnn,Bob,ann gin 9\nSecond game,,\n,,bob gin 9\n")[0].starts_with("line 3, "));
}

#[test]
fn sums_between_the_games_are_not_read() {
    for (text, headings, sums) in [
        // At the end, as they always were.
        ("date,Ann,Bob\n2018-05-01,10,5\n2018-05-02,20,7\n,30,12\n", vec![], vec![4]),
        ("date,Ann,Bob\n2018-05-01,10,5\n2018-05-02,20,7\nMay,30,12\n", vec![], vec![4]),
        ("Ann,Bob\n1,2\n3,4\n4,6\n", vec![], vec![4]),
        // Of each section, of which one may have only one game, and of all.
        (
            "date,Ann,Bob\n2018,,\n2018-05-01,10,5\n,10,5\n2019,,\n2019-05-01,1,5\n2019-05-02,2,7\n,3,12\n,13,17\n",
            vec![2, 5],
            vec![4, 8, 9],
        ),
        (
            "date,Ann,Bob\n2018-05-01,1,5\n2018-05-02,2,7\n,3,12\n2018-06-01,1,5\nJune,1,5\n2018-07-01,9,9\n",
            vec![],
            vec![4, 6],
        ),
    ] {
        assert_eq!(left_out(text), (headings, sums), "{text}");
    }
    for games in [
        "date,Ann,Bob\n2018-05-01,1,5\n,1,5\n",
        "date,Ann,Bob\n2018-05-01,1,5\n2018-05-02,2,7\n2018-05-03,3,12\n",
        "date,Ann,Bob\n2018-05-01,1,5\n2018-05-02,2,7\n,3,13\n2018-05-04,1,1\n",
        "Ann,Bob\n1,2\n3,4\n4,6\n7,8\n",
        "date,Ann,Bob\n,1,5\n2018-05-02,2,7\n,3,12\n2018-05-04,1,1\n",
    ] {
        assert_eq!(left_out(games), (vec![], vec![]), "{games}");
    }
    let dead = "side 1,side 2,hand,who,how,points\nAnn,Bob,1,Ann,,7\n,,2,Bob,,9\n,,3,,dead,\n";
    assert_eq!(read(dead).unwrap().games[0].hands.len(), 3);
    // Somebody is named, so it may be a game.
    let named = "date,side 1,side 2,total 1,total 2\n1.5.2018,Ann,Bob,1,5\n2.5.2018,Ann,Bob,2,7\n,Ann,,3,12\n3.5.2018,Ann,Bob,1,1\n";
    assert_eq!(faults(named), ["line 4, `side 2`: nobody is named"]);
}

#[test]
fn winners_and_losers_name_the_sides() {
    for (table, printed) in [
        ("Datum;Sieger;Verlierer\n2.1.2020;Bob;Ann\n", "totals: 0, 0, Bob\n"),
        ("Datum;Spieler 1;Spieler 2;Gewinner\n2.1.2020;Ann;Bob;Bob\n", "totals: 0, 0, Bob\n"),
        ("Date;Winner;Loser;Net\n2.1.2020;Bob;Ann;120\n", "totals: 120, 0\n"),
        ("Date;Won by;Lost by;Score\n2.1.2020;Bob;Ann;120\n", "totals: 120, 0\n"),
        ("When;Won by;Lost by;Score;Other score;Remarks\n2.1.2020;Bob;Ann;120;80;\n", "totals: 120, 80, Bob\n"),
        ("Date;Side 1;Side 2;Winner;Differenz\n2.1.2020;Ann;Bob;Bob;120\n", "totals: 0, 120\n"),
        ("Anlass;Sieger;Verlierer;Total 1;Total 2\nCup;Bob;Ann;120;80\n", "totals: 120, 80, Bob\n"),
    ] {
        let sheet = sheets(table);
        assert!(sheet.ends_with(printed) || sheet.ends_with(&printed.replace(", Bob", "")), "{table}{sheet}");
    }
    assert!(sheets("Datum;Zeit;Ann;Bob\n2.1.2020;19:30;1;2\n").starts_with("date: 2020-01-02 19:30 "));
    // A column may name the day of the week beside the date.
    assert!(sheets("Datum;Tag;Ann;Bob\n2.1.2020;Do;1;2\n").starts_with("date: 2020-01-02 "));
    let read = read("Date;Winner;Loser;Net\n2.1.2020;Bob;Ann;120\n3.1.2020;Ann;Bob;20\n").unwrap();
    assert_eq!((read.notes.net_only, read.notes.winner_only, read.notes.fewer_won.len()), (2, 0, 0));
}

#[test]
fn a_game_that_the_lower_total_won_is_named() {
    let table = "side 1,side 2,total 1,total 2,winner\nAnn,Bob,300,110,Bob\nAnn,Bob,300,110,Ann\nAnn,Bob,5,5,Bob\n";
    assert_eq!(read(table).unwrap().notes.fewer_won, [2]);
}

#[test]
fn a_last_row_of_wrong_sums_is_no_game() {
    let read = read("Datum;Ann;Bob\n2.1.2020;100;20\n3.1.2020;30;110\n;131;130\n").unwrap();
    assert_eq!((read.games.len(), read.notes.nameless), (2, Some(4)));
}

#[test]
fn a_day_may_have_its_weekday_before_it_or_nothing_between() {
    for date in
        ["Di 31.12.2013", "Di, 31.12.2013", "Sa. 31.12.2013", "Tue 31 Dec 2013", "20131231", "Tuesday 2013-12-31"]
    {
        let sheet = sheets(&format!("date;side 1;side 2;total 1;total 2\n{date};Ann;Bob;1;2\n"));
        assert!(sheet.starts_with("date: 2013-12-31 "), "{date}: {sheet}");
    }
}

#[test]
fn a_heading_that_stands_twice_is_one_for_each_side() {
    let of_two = "sides: Ann, Bob\ntotals: 330, 48\n";
    assert!(sheets("player,score,player,score\nAnn,330,Bob,48\n").ends_with(of_two));
    assert!(sheets("Winner,Points,Loser,Points\nAnn,330,Bob,48\n").ends_with(of_two));
    assert!(sheets("Loser,Points,Winner,Points\nAnn,48,Bob,330\n").ends_with("sides: Ann, Bob\ntotals: 48, 330\n"));
    assert!(sheets("Loser,Winner,Score,Other score\nBob,Ann,330,48\n").ends_with(of_two));
    let faults = read("player,score,player,score,player\nAnn,330,Bob,48,Cid\n").unwrap_err().to_string();
    assert_eq!(faults, "line 1, `player`: two other headings already give this for the two sides");
}

#[test]
fn a_game_without_a_date_has_that_of_the_row_above() {
    let table = "date,side 1,side 2,total 1,total 2\n31.5.2011,Ann,Bob,330,48\n,Ann,Bob,1,2\n";
    assert_eq!(read(table).unwrap().notes.dated_above, [3]);
    assert_eq!(sheets(table).matches("date: 2011-05-31").count(), 2);
}

#[test]
fn a_table_of_another_shape_reads_like_one_with_a_column_for_each_side_and_total() {
    let usual = sheets("date,side 1,side 2,total 1,total 2\n2020-01-02,Ann,Bob,330,48\n2020-01-03,Bob,Cid,20,310\n");
    for other in [
        "date,players,result\n2020-01-02,Ann vs Bob,330:48\n2020-01-03,Bob – Cid,20-310\n",
        "Datum;Paarung;Ergebnis\n2.1.2020;Ann - Bob;330 : 48\n3.1.2020;Bob - Cid;20 : 310\n",
        "date,Ann,Bob,Cid\n2020-01-02,330,48,\n2020-01-03,,20,310\n",
        "date,side 1,side 2,score\n2020-01-02,Ann,Bob,330–48\nDATE,side 1,side 2,SCORE\n2020-01-03,Bob,Cid,20–310\n",
        "date,Ann,Bob,Cid\n2020,,,\n2020-01-02,330,48,\n2020-01-03,,20,310\n",
    ] {
        assert_eq!(sheets(other), usual, "{other}");
        assert_eq!(read(other).unwrap().notes.left_out, Vec::<String>::new(), "{other}");
    }
    let won = sheets("winner,loser,result\nAnn,Bob,330:48\n");
    assert_eq!(won, "rules: standard\nsides: Ann, Bob\ntotals: 330, 48\n");
    let names = names(&["Stand am Ende=totals"]);
    let mapped = read_with("wer,Stand am Ende\nAnn gegen Bob,330:48\n", &names, None).unwrap();
    assert_eq!(print_games(&mapped.games), won);
    assert!(mapped.notes.mapped.contains("Stand am Ende"), "{mapped:?}");
    assert_eq!(
        faults("side 1,side 2,result\nAnn,Bob,330:48\nAnn,Bob,nobody\n")[0],
        "line 1: a row is a game, but the columns `total 1` and `total 2` are missing; the headings are `side 1`, \
         `side 2` and `result`"
    );
}

#[test]
fn a_row_with_a_day_is_a_game_whatever_word_begins_it() {
    let games = sheets("Event,Date,Ann,Bob\nGrand Prix,21.5.2011,330,48\nCup,22.5.2011,30,148\nTotal,,360,196\n");
    assert_eq!(games.matches("sides: Ann, Bob").count(), 2, "{games}");
}

#[test]
fn a_row_of_data_is_no_row_of_headings() {
    let wrong = read("5.1.2024;Ann;Bob;330;48\n6.1.2024;Ann;Bob;20;310\n").unwrap_err();
    assert_eq!(wrong.to_string(), "line 1: expected the headings here, but `5.1.2024` is not one");
    assert_eq!(wrong.advice, Some(CsvAdvice::Headings));
}

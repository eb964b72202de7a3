//! The page of `versus --html`: who leads, the lifetime line, and the figures of both.

use askama::Template;
use ginpad_core::reports::{Figure, LedgerEntry, LedgerYear};
use ginpad_core::side::Side;
use ginpad_core::text::{count, cut, printable, width};

use super::board::{Board, BoardSide};
use super::plain_table::{NumberRow, NumberTable, unbroken};
use crate::answer::Draw as _;
use crate::render::chart::lifetime;
use crate::render::reports::{VersusShown, day, figure, pair_line};

/// How many years, lead changes and games a page lists: as many as are printed on one sheet of paper.
const YEARS: usize = 14;
const CHANGES: usize = 8;
const GAMES: usize = 10;
/// The widest name in a list of games.
const NAME: usize = 14;

#[derive(Template)]
#[template(path = "versus.html")]
struct VersusPage {
    title: String,
    /// The size of printed letters.
    print: String,
    is_long: bool,
    facts: Vec<String>,
    board: Board,
    /// What is said instead of everything below if no game is counted.
    empty: Option<String>,
    notes: Vec<String>,
    life: Option<String>,
    tables: Vec<NumberTable>,
}

/// The page of two players. `facts` say which games it is about; `empty` is said if there are none, or too few.
///
/// # Errors
/// The template fails, which would be a fault of the program.
pub(crate) fn versus_page(shown: &VersusShown<'_>, facts: Vec<String>, empty: Option<&str>) -> askama::Result<String> {
    let names = shown.names.map(|name| printable(name.as_str()));
    let title = names.join(" – ");
    let mut notes = Vec::new();
    if !shown.ledger.entries.is_empty() {
        notes.push(pair_line(shown.names.map(|name| name.as_str()), 1, shown.ledger));
    }
    notes.extend(crate::render::reports::history_lines(shown));
    let life = lifetime(shown.names.map(|name| name.as_str()), shown.ledger).and_then(|life| life.html());
    let short = names.each_ref().map(|name| cut(name, NAME));
    let tables = [figures_of_both(shown, &names), years(shown, &short), changes(shown, &short), games(shown, &short)];
    VersusPage {
        is_long: width(&title) > 40,
        print: if names.iter().any(|name| width(name) > 2 * NAME) { "6.2pt" } else { "7.4pt" }.into(),
        facts,
        empty: empty.map(String::from),
        board: board(shown, &names),
        notes,
        life,
        tables: tables.into_iter().flatten().collect(),
        title,
    }
    .render()
}

fn board(shown: &VersusShown<'_>, names: &[String; 2]) -> Board {
    let lead = shown.ledger.scores[0] - shown.ledger.scores[1];
    let side = |side: Side| {
        let leads = (lead.0 > 0 && side == Side::First) || (lead.0 < 0 && side == Side::Second);
        BoardSide {
            side,
            name: names[side.index()].clone(),
            number: shown.ledger.scores[side.index()].to_string(),
            first: leads.then(|| format!("leads by {}", lead.abs())),
            remarks: vec![format!("{} won", count(shown.ledger.won[side.index()], "game"))],
        }
    };
    Board { what: "the scores of all their games".into(), sides: Side::BOTH.map(side) }
}

fn figures_of_both(shown: &VersusShown<'_>, names: &[String; 2]) -> Option<NumberTable> {
    let cells = |figure_of: Figure| shown.lines.map(|line| unbroken(&figure(figure_of, line)));
    let says_something =
        |figure_of: &Figure| shown.lines.iter().any(|line| figure_of.value(line).is_some_and(|value| value.part != 0));
    let row = |figure_of: &Figure| NumberRow {
        name: crate::render::reports::label(*figure_of).into(),
        cells: cells(*figure_of).into(),
    };
    let rows: Vec<NumberRow> = Figure::ALL.iter().filter(|figure| says_something(figure)).map(row).collect();
    let heads = [names[0].as_str(), names[1].as_str()];
    (!rows.is_empty()).then(|| NumberTable::new("In these games", "", &heads, rows))
}

fn years(shown: &VersusShown<'_>, names: &[String; 2]) -> Option<NumberTable> {
    let all = shown.ledger.years();
    let row = |year: &LedgerYear| NumberRow {
        name: year.year.map_or_else(|| "no date".into(), |year| year.to_string()),
        cells: vec![
            year.games.to_string(),
            year.won[0].to_string(),
            year.won[1].to_string(),
            lead(names, year.cumulative.0),
        ],
    };
    let left_out = all.len().saturating_sub(YEARS);
    let rows: Vec<NumberRow> = all.iter().skip(left_out).map(row).collect();
    let won = names.each_ref().map(|name| format!("{name} won"));
    let mut table = NumberTable::new("Year by year", "year", &["games", &won[0], &won[1], "lead at the end"], rows);
    table.note = (left_out > 0).then(|| format!("the last {YEARS} of {}", count(all.len(), "year")));
    (!all.is_empty()).then_some(table)
}

fn changes(shown: &VersusShown<'_>, names: &[String; 2]) -> Option<NumberTable> {
    let all: Vec<&LedgerEntry> = shown.ledger.entries.iter().filter(|entry| entry.took_the_lead).collect();
    listed("Games that took the lead", &all, CHANGES, names)
}

fn games(shown: &VersusShown<'_>, names: &[String; 2]) -> Option<NumberTable> {
    let all: Vec<&LedgerEntry> = shown.ledger.entries.iter().collect();
    listed("The last games", &all, GAMES, names)
}

/// The last of these games.
fn listed(caption: &str, all: &[&LedgerEntry], most: usize, names: &[String; 2]) -> Option<NumberTable> {
    let row = |entry: &&LedgerEntry| NumberRow {
        name: entry.game.number.to_string(),
        cells: vec![
            entry.game.started.map(day).unwrap_or_default(),
            entry.winner.map_or_else(|| "tie".into(), |winner| names[winner.index()].clone()),
            entry.net.abs().to_string(),
            lead(names, entry.cumulative.0),
        ],
    };
    let left_out = all.len().saturating_sub(most);
    let rows: Vec<NumberRow> = all.iter().skip(left_out).map(row).collect();
    let mut table = NumberTable::new(caption, "game", &["date", "won by", "net", "lead after it"], rows);
    table.note = (left_out > 0).then(|| format!("the last {most} of {}", all.len()));
    (!all.is_empty()).then_some(table)
}

/// Who leads, and by how much: `Ann 120`.
fn lead(names: &[String; 2], cumulative: i64) -> String {
    match cumulative {
        0 => "level".into(),
        1.. => format!("{} {cumulative}", names[0]),
        _ => format!("{} {}", names[1], cumulative.abs()),
    }
}

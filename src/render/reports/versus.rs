//! Two players against each other, for people, programs and spreadsheets.

use super::{day, figures};
use crate::render::Look;
use crate::render::csv::{CsvCell, csv};
use crate::render::layout::{Grid, GridColumn, distinct};
use ginpad_core::players::Name;
use ginpad_core::reports::{Figure, Ledger, LedgerEntry, Line};
use ginpad_core::side::Side;
use ginpad_core::text::{count, printable, width};

/// How many games the table lists.
const LISTED: usize = 10;
/// The widest name in the list of games, and the room that even a narrow terminal leaves to it.
const NAME: usize = 14;
const LEAST_NAME: usize = 4;
/// The heading over the numbers of the games.
const GAME: &str = "game";

/// Two players against each other, as they are shown.
#[derive(Debug, Clone)]
pub(crate) struct VersusShown<'a> {
    /// The two; nets are of the first.
    pub names: [&'a Name; 2],
    /// What each did in these games.
    pub lines: [&'a Line; 2],
    /// Their finished games.
    pub ledger: &'a Ledger,
    /// The finished games, in the order in which they are listed.
    pub games: Vec<&'a LedgerEntry>,
    /// Which end of that order the table lists.
    pub listed: Listed,
    /// Their finished games on this day of other years.
    pub on_this_day: Vec<&'a LedgerEntry>,
    /// How many games were left out because they have no date.
    pub undated: usize,
}

/// Which games of a long list a table shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Listed {
    /// The first ones: those that the list was sorted for.
    First,
    /// The last ones: the newest.
    Last,
}

/// Who leads a pair, in one sentence. The scores are the game scores of all finished games, added up.
///
/// `names` are the names of the two sides, and `partners` says whether each is several people.
pub(crate) fn pair_line(names: [&str; 2], a_side: usize, ledger: &Ledger) -> String {
    let [one, other] = names.map(printable);
    let lead = ledger.scores[0] - ledger.scores[1];
    let since = ledger.since().map(|since| format!(" since {}", day(since))).unwrap_or_default();
    let games = count(ledger.entries.len(), "game");
    let is_ahead = lead.0 >= 0;
    let (won, lost) = if is_ahead { (ledger.won[0], ledger.won[1]) } else { (ledger.won[1], ledger.won[0]) };
    let mut split = vec![format!("{won} won"), format!("{lost} lost")];
    if ledger.tied() > 0 {
        split.push(format!("{} tied", ledger.tied()));
    }
    if lead.0 == 0 {
        let [first, second] = ledger.won;
        return format!(
            "{one} and {other} are level at {} over {games}{since}, {first} won to {second}",
            ledger.scores[0]
        );
    }
    let (leader, behind) = if is_ahead { (one, other) } else { (other, one) };
    let [high, low] = if is_ahead { ledger.scores } else { [ledger.scores[1], ledger.scores[0]] };
    let leads = if a_side > 1 { "lead" } else { "leads" };
    format!("{leader} {leads} {behind} {high} to {low} over {games}{since}: {}", split.join(", "))
}

/// Two players against each other: who leads, every figure, and games of the ledger.
pub(crate) fn versus(shown: &VersusShown<'_>, look: Look) -> String {
    let [one, other] = shown.names.map(|name| printable(name.as_str()));
    if shown.lines[0].first.is_none() && shown.lines[0].hands == 0 && shown.ledger.entries.is_empty() {
        return format!("{one} and {other} have no game against each other\n");
    }
    let mut parts = Vec::new();
    parts.push(if shown.ledger.entries.is_empty() {
        format!("{one} and {other} have no finished game against each other\n")
    } else {
        let names = [shown.names[0].as_str(), shown.names[1].as_str()];
        ginpad_core::text::sentence(&pair_line(names, 1, shown.ledger), look.columns()) + "\n"
    });
    parts.push(both(shown, look));
    parts.push(history(shown, look));
    parts.push(games(shown, look));
    parts.retain(|part| !part.is_empty());
    parts.join("\n")
}

/// The figures of both, side by side.
fn both(shown: &VersusShown<'_>, look: Look) -> String {
    let says_something = |figure: &Figure| {
        let is_said = |line: &&Line| figure.value(line).is_some_and(|value| value.part != 0);
        shown.lines.iter().any(is_said)
    };
    let figures: Vec<Figure> = Figure::ALL.iter().copied().filter(says_something).collect();
    let column = |at: usize| GridColumn {
        heading: printable(shown.names[at].as_str()),
        cells: figures.iter().map(|figure| figures::shown(*figure, shown.lines[at])).collect(),
    };
    let names = figures.iter().map(|figure| label(*figure).to_string()).collect();
    if figures.is_empty() {
        return String::new();
    }
    Grid { corner: "", names, columns: vec![column(0), column(1)] }.text(look)
}

/// The label of a figure where only it says what is counted.
pub(in crate::render) const fn label(figure: Figure) -> &'static str {
    match figure {
        Figure::Won => "games won",
        Figure::Lost => "games lost",
        Figure::Tied => "games tied",
        Figure::Dead => "dead hands",
        other => other.heading(),
    }
}

/// Lead changes, when they met, and games on this day of other years.
fn history(shown: &VersusShown<'_>, look: Look) -> String {
    let lines = history_lines(shown);
    lines.iter().map(|line| ginpad_core::text::sentence(line, look.columns()) + "\n").collect()
}

/// The same as sentences.
pub(in crate::render) fn history_lines(shown: &VersusShown<'_>) -> Vec<String> {
    let mut lines = Vec::new();
    if !shown.ledger.entries.is_empty() {
        lines.push(match shown.ledger.lead_changes {
            0 => "the lead never changed".to_string(),
            changes => format!("the lead changed {}", times(changes)),
        });
    }
    let line = shown.lines[0];
    if let (Some(first), Some(last)) = (line.first, line.last) {
        let (first, last) = (day(first), day(last));
        lines.push(if first == last { format!("met on {first}") } else { format!("first met {first}, last {last}") });
    }
    lines.extend(shown.on_this_day.iter().map(|entry| format!("on this day: {}", on_this_day(shown, entry))));
    lines
}

fn times(number: usize) -> String {
    match number {
        1 => "once".into(),
        2 => "twice".into(),
        several => count(several, "time"),
    }
}

fn on_this_day(shown: &VersusShown<'_>, entry: &LedgerEntry) -> String {
    let date = entry.game.started.map(day).unwrap_or_default();
    let won = match entry.winner {
        Some(winner) => format!("{} won game {}", printable(shown.names[winner.index()].as_str()), entry.game.number),
        None => format!("game {} was a tie", entry.game.number),
    };
    format!("{date}, {won}, net {}", entry.net.abs())
}

/// Some games of the ledger, one a line.
fn games(shown: &VersusShown<'_>, look: Look) -> String {
    let left_out = shown.games.len().saturating_sub(LISTED);
    let listed: Vec<&&LedgerEntry> = match shown.listed {
        Listed::First => shown.games.iter().take(LISTED).collect(),
        Listed::Last => shown.games.iter().skip(left_out).collect(),
    };
    if listed.is_empty() {
        return String::new();
    }
    let column = |heading: &str, cell: &dyn Fn(&LedgerEntry) -> String| GridColumn {
        heading: heading.into(),
        cells: listed.iter().map(|entry| cell(entry)).collect(),
    };
    let numbers: Vec<String> = listed.iter().map(|entry| entry.game.number.to_string()).collect();
    let corner = numbers.iter().map(|number| width(number)).chain([width(GAME)]).max().unwrap_or(0);
    let dates = column("date", &|entry| entry.game.started.map(day).unwrap_or_default());
    let nets = column("net", &|entry| entry.net.to_string());
    let leads = |room: usize| {
        let names = shown.names.map(|name| printable(name.as_str()));
        let names = distinct(&names.each_ref().map(|name| (name.as_str(), room)));
        column("lead after it", &|entry| lead(&names, entry))
    };
    let fits = |room: &usize| {
        corner + [&dates, &nets, &leads(*room)].map(|column| column.taken(look)).iter().sum::<usize>() <= look.columns()
    };
    let leads = leads((LEAST_NAME..=NAME).rev().find(fits).unwrap_or(LEAST_NAME));
    let table = Grid { corner: GAME, names: numbers, columns: vec![dates, nets, leads] }.text(look);
    if left_out == 0 {
        return table;
    }
    let which = if shown.listed == Listed::Last { "the last" } else { "the first" };
    format!("{table}{which} {LISTED} of {}\n", count(shown.games.len(), "game"))
}

/// Who leads after a game, and by how much.
fn lead(names: &[String], entry: &LedgerEntry) -> String {
    let side = match entry.cumulative.0 {
        0 => return "level".into(),
        1.. => Side::First,
        _ => Side::Second,
    };
    let name = names.get(side.index()).map_or("", String::as_str);
    format!("{name} {}", entry.cumulative.abs())
}

/// Two players against each other, one record a line: a `player` record for each, as in the standings; a `ledger`
/// record; and a `game` record for each game.
pub(crate) fn versus_plain(shown: &VersusShown<'_>) -> String {
    let mut records: Vec<Vec<String>> = Vec::new();
    for (name, line) in shown.names.iter().zip(shown.lines) {
        records.push(["player".to_string(), name.to_string()].into_iter().chain(figures::fields(line)).collect());
    }
    let ledger = shown.ledger;
    let scores = ledger.scores.map(|score| score.to_string());
    records.push(vec![
        "ledger".into(),
        ledger.entries.len().to_string(),
        scores[0].clone(),
        scores[1].clone(),
        ledger.lead_changes.to_string(),
    ]);
    for entry in &shown.games {
        records.push(vec![
            "game".into(),
            entry.game.number.to_string(),
            entry.game.started.map(day).unwrap_or_default(),
            entry.winner.map(|winner| shown.names[winner.index()].to_string()).unwrap_or_default(),
            entry.net.to_string(),
            entry.cumulative.to_string(),
            if entry.took_the_lead { "lead".into() } else { String::new() },
        ]);
    }
    records.iter().map(|record| record.join("\t") + "\n").collect()
}

/// The ledger of two players for a spreadsheet, one game a line. Nets are of the first player.
pub(crate) fn versus_csv(shown: &VersusShown<'_>) -> String {
    let row = |entry: &&LedgerEntry| {
        vec![
            CsvCell::number(Some(entry.game.number)),
            CsvCell::text(entry.game.started.map(day)),
            CsvCell::text(entry.winner.map(|winner| shown.names[winner.index()].to_string())),
            CsvCell::number(Some(entry.net)),
            CsvCell::number(Some(entry.cumulative)),
            CsvCell::text(entry.took_the_lead.then_some("lead")),
        ]
    };
    csv(&["game", "date", "winner", "net", "cumulative", "lead"], shown.games.iter().map(row))
}

//! The page of `standings --html`.

use askama::Template;
use ginpad_core::reports::{Figure, Line};
use ginpad_core::text::printable;

use super::plain_table::{NumberHead, NumberRow, NumberTable, unbroken};
use crate::render::reports::{StandingsShown, TELLING, figure, side_name};

/// How many of the most telling figures a window shows: a telephone, a tablet, a laptop, a wall; a hall shows all.
const TIERS: [(usize, &str); 4] = [(4, ""), (9, "tablet"), (14, "laptop"), (22, "wall")];
/// The tier of all other figures.
const LAST: &str = "hall";
/// The most rows that are printed on one sheet of paper, by the size of the letters in tenths of a point.
const PRINTED: [(usize, &str); 4] = [(44, "8.5pt"), (52, "7.4pt"), (62, "6.4pt"), (74, "5.5pt")];

#[derive(Template)]
#[template(path = "standings.html")]
struct StandingsPage {
    title: String,
    /// The size of printed letters.
    print: String,
    facts: Vec<String>,
    tables: Vec<NumberTable>,
    /// What is said if nobody has a line.
    empty: Option<String>,
    /// The narrowest window that shows every figure, unless every window does.
    more_until: Option<&'static str>,
}

/// The page of the standings. `facts` say which games they are about; `empty` is said if nobody has a line.
///
/// # Errors
/// The template fails, which would be a fault of the program.
pub(crate) fn standings_page(
    shown: &StandingsShown<'_>,
    facts: Vec<String>,
    empty: Option<&str>,
) -> askama::Result<String> {
    let players: Vec<(String, &Line)> =
        shown.players.iter().map(|(name, line)| (printable(name.as_str()), *line)).collect();
    let partners: Vec<(String, &Line)> =
        shown.partners.iter().map(|partners| (printable(&side_name(&partners.names)), &partners.line)).collect();
    let rows = players.len() + if partners.is_empty() { 0 } else { partners.len() + 4 };
    let tables = [("Players", "player", players), ("Partners", "partners", partners)];
    let tables: Vec<NumberTable> = tables
        .into_iter()
        .filter(|(.., lines)| !lines.is_empty())
        .map(|(caption, corner, lines)| table(caption, corner, &lines))
        .collect();
    let print = PRINTED.iter().find(|(most, _)| rows <= *most).map_or(PRINTED[0].1, |(_, size)| size).to_string();
    let has = |tier: &&str| tables.iter().any(|table| table.heads.iter().any(|head| head.tier == *tier));
    let tiers = TIERS.iter().map(|(_, tier)| *tier).chain([LAST]).filter(|tier| !tier.is_empty());
    let more_until = tiers.rev().find(has);
    let empty = empty.map(String::from);
    StandingsPage { title: "Standings".into(), print, facts, tables, empty, more_until }.render()
}

fn table(caption: &str, corner: &'static str, lines: &[(String, &Line)]) -> NumberTable {
    let says_something = |figure: &Figure| {
        let is_said = |(_, line): &(String, &Line)| figure.value(line).is_some_and(|value| value.part != 0);
        tier(*figure).is_some_and(str::is_empty) || lines.iter().any(is_said)
    };
    let figures: Vec<Figure> = Figure::ALL.iter().copied().filter(says_something).collect();
    let heads =
        figures.iter().map(|figure| NumberHead { text: figure.heading().into(), tier: tier(*figure).unwrap_or(LAST) });
    let rows = lines.iter().map(|(name, line)| NumberRow {
        name: name.clone(),
        cells: figures.iter().map(|one| unbroken(&figure(*one, line))).collect(),
    });
    NumberTable { caption: caption.into(), corner, heads: heads.collect(), rows: rows.collect(), note: None }
}

/// From which window on a figure is shown; `None` only on the widest.
fn tier(figure: Figure) -> Option<&'static str> {
    let at = TELLING.iter().position(|telling| *telling == figure)?;
    TIERS.iter().find(|(most, _)| at < *most).map(|(_, tier)| *tier)
}

//! What is so of every report, and each report once as people see it.

use ginpad_core::reports::{Figure, Standings};
use ginpad_core::text::width;

use super::figures::NamedLine;
use super::samples::numbered;
use super::standings::StandingsReport;
use crate::answer::Report;
use crate::answer::command_line::CommandLine;
use crate::answer::look::Look;
use crate::answer::spell::Spell;
use crate::answer::table::Reader;
use crate::render::faces;

/// A reader who can type no command.
struct Nobody;

impl Spell for Nobody {
    fn spell(&self, _: &CommandLine) -> Option<String> {
        None
    }
}

fn standings(sorted_by: Option<Figure>) -> StandingsReport {
    let mut all = Standings::default();
    numbered(|game| all.enter(game));
    let players = all.players().iter();
    let players =
        players.map(|(name, line)| NamedLine { name: name.to_string(), partners: None, line: line.clone() }).collect();
    StandingsReport {
        players,
        partners: Vec::new(),
        undated: 1,
        sorted_by,
        facts: vec!["4 games".into()],
        why_empty: None,
    }
}

/// One of each report.
fn reports() -> Vec<Box<dyn Report>> {
    vec![Box::new(standings(None)), Box::new(standings(Some(Figure::WonWithDeal)))]
}

/// The report on a terminal of this width.
fn text(report: &dyn Report, columns: usize) -> String {
    faces::terminal(report, Look::plain(columns), &Nobody)
}

#[test]
fn no_report_is_wider_than_the_terminal() {
    for report in reports() {
        for columns in 40..=200 {
            let text = text(&*report, columns);
            assert!(text.lines().all(|line| width(line) <= columns), "{columns}\n{text}");
        }
    }
}

#[test]
fn every_face_shows_every_report() {
    for report in reports() {
        let document: serde_json::Value = serde_json::from_str(&faces::json(&*report)).unwrap();
        assert!(document["schema"].as_str().unwrap().starts_with("ginpad/"), "{document}");
        let blocks = report.blocks();
        let tables: Vec<_> = blocks.iter().filter_map(|block| block.table()).collect();
        assert!(tables.iter().all(|table| table.rows.iter().all(|row| row.len() == table.columns.len())));
        let rows = |reader| tables.iter().flat_map(|table| table.rows_for(reader, |_| ())).count();
        assert_eq!(faces::records(&*report, &Nobody).lines().count(), rows(Reader::Records));
        let csv = faces::csv(&*report, &Nobody);
        let lines = csv::ReaderBuilder::new().from_reader(csv.as_bytes()).into_records().map(Result::unwrap).count();
        assert_eq!(lines, rows(Reader::Spreadsheet), "{csv}");
        let page = faces::page(&*report, &Nobody).unwrap();
        assert!(page.contains(&format!("<title>{}</title>", report.title())), "{page}");
    }
}

#[test]
fn the_standings() {
    insta::assert_snapshot!(text(&standings(None), 80), @"
                                                                hands  points
    player                       games  won  lost   net  hands    won     for
    ─────────────────────────────────────────────────────────────────────────
    Ann                              3    1     2   205     10      6     325
    Bob                              4    3     1  -100     11      5     262
    Wolfgang Amadeus von und zu      1    0     1  -105      1      0       0
    Hohenstaufen
    Cid                              1    1     0   337      3      1      75
    Dee                              1    0     1  -337      3      0       0
    ");
}

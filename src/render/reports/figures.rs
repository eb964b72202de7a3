//! Figures as they are written, for people and for programs.

use crate::render::csv::CsvCell;
use ginpad_core::reports::{Figure, FigureKind, Line};

/// The decimals of a figure for programs.
const DECIMALS: u8 = 4;

/// A figure for people: a number, an average with one decimal, or a percentage. Nothing if nothing was counted.
pub(in crate::render) fn shown(figure: Figure, line: &Line) -> String {
    let Some(value) = figure.value(line) else { return String::new() };
    match figure.kind() {
        FigureKind::Count => value.part.to_string(),
        FigureKind::Average => format!("{:.1}", value.rounded(1)),
        FigureKind::Share => format!("{:.0} %", value.rounded(2) * 100.0),
    }
}

/// A figure for programs: a share is between 0 and 1. `None` if nothing was counted.
pub(in crate::render) fn number(figure: Figure, line: &Line) -> Option<serde_json::Number> {
    let value = figure.value(line)?;
    match figure.kind() {
        FigureKind::Count => Some(value.part.into()),
        FigureKind::Average | FigureKind::Share => serde_json::Number::from_f64(value.rounded(DECIMALS)),
    }
}

/// The figures of a line for spreadsheets, in the order of [`Figure::ALL`], then when the first and the last game
/// started.
pub(in crate::render) fn cells(line: &Line) -> impl Iterator<Item = CsvCell> {
    let figures = Figure::ALL.iter().map(|figure| CsvCell::number(number(*figure, line)));
    figures.chain([line.first, line.last].map(|moment| CsvCell::text(moment.map(super::day))))
}

/// The headings of [`cells`].
pub(in crate::render) fn headings() -> impl Iterator<Item = &'static str> {
    Figure::ALL.iter().map(|figure| figure.word()).chain(["first", "last"])
}

/// The figures of a line as fields of a plain record.
pub(in crate::render) fn fields(line: &Line) -> impl Iterator<Item = String> {
    let figures = Figure::ALL.iter().map(|figure| number(*figure, line).map(|it| it.to_string()).unwrap_or_default());
    figures.chain([line.first, line.last].map(|moment| moment.map(super::day).unwrap_or_default()))
}

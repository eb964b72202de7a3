//! An explanation for people: its title, and a table for each section.

use super::steps::{Explanation, Step};
use crate::answer::Block;
use crate::answer::table::{Cell, Reader, Table};
use ginpad_core::text::printable;

impl Explanation {
    /// The title, and a table for each section.
    pub(crate) fn blocks(&self) -> Vec<Block<'_>> {
        let sections = self.steps.chunk_by(|one, next| one.section == next.section);
        let tables = sections.map(|steps| Block::Table(self.table(steps)));
        std::iter::once(Block::Words(self.title.clone().into())).chain(tables).collect()
    }

    /// The words of steps with their knobs, and their numbers: none, one, or one for each side.
    fn table<'a>(&self, steps: &'a [Step]) -> Table<'a> {
        let words = |step: &&Step| {
            let knobs = if step.knobs.is_empty() { String::new() } else { format!(" ({})", step.knobs.join(", ")) };
            Cell::Sentence(format!("{}{knobs}", step.words).into())
        };
        let headings = match steps.iter().map(|step| step.points.len()).max() {
            None | Some(0) => Vec::new(),
            Some(1) => vec![String::new()],
            Some(_) => self.players.order().map(|side| printable(&self.players.side_name(side))).collect(),
        };
        let table = Table::of("", steps).people(&steps[0].section, words);
        let with_numbers = headings.iter().enumerate().fold(table, |table, (at, heading)| {
            table.people(heading, move |step| step.points.get(at).map_or(Cell::Empty, |points| Cell::Count(points.0)))
        });
        with_numbers.table.only(Reader::PEOPLE)
    }
}

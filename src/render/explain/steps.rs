//! An explanation: steps with their knobs and points, made once for people and for programs.

use serde::Serialize;

use crate::answer::Block;
use crate::answer::table::{Cell, Reader, Table};
use crate::render::{Colour, painted, phrases};
use ginpad_core::game::ScoredGame;
use ginpad_core::hand::LoggedHand;
use ginpad_core::notation::{print_entry, shown_entry};
use ginpad_core::players::Players;
use ginpad_core::points::Points;
use ginpad_core::rules::Knob;
use ginpad_core::sheet::EntryAt;
use ginpad_core::side::BySide;
use ginpad_core::text::printable;

/// The arithmetic of a hand or of the settlement.
#[derive(Debug, Clone)]
pub(crate) struct Explanation {
    /// The hand or the adjustment; none for the settlement.
    pub entry: Option<EntryAt>,
    /// The steps in their order.
    pub steps: Vec<Step>,
    /// The title.
    pub(in crate::render) title: String,
    /// Whose points they are.
    pub(in crate::render) players: Players,
}

/// One step of the arithmetic.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct Step {
    /// The title of the section that it belongs to.
    pub section: String,
    /// The step in words for people. Two spaces before it say that it continues the step above.
    #[serde(skip)]
    pub(in crate::render) words: String,
    /// The same for programs.
    pub step: String,
    /// The knobs behind it: `gin_bonus=25`.
    pub knobs: Vec<String>,
    /// Its points: none, one number, or one for each side.
    pub points: Vec<Points>,
}

impl Step {
    /// A step without knobs or points.
    pub(in crate::render) fn new(words: impl Into<String>) -> Step {
        let words = words.into();
        let step = painted(words.trim_start().into(), Colour::Plain);
        Step { section: String::new(), words, step, knobs: Vec::new(), points: Vec::new() }
    }

    /// An entry: for people as they read it, for programs as text sheets have it.
    pub(in crate::render) fn entry(hand: &LoggedHand, players: &Players) -> Step {
        let step = printable(&print_entry(hand, players));
        Step { step, ..Step::new(printable(&shown_entry(hand, players))) }
    }

    /// The step with one more knob behind it.
    pub(in crate::render) fn by(mut self, game: &ScoredGame, knob: Knob) -> Step {
        self.knobs.push(phrases::knob_value(phrases::rules(game), knob));
        self
    }

    /// The step with its points.
    pub(in crate::render) fn worth(self, points: Points) -> Step {
        Step { points: vec![points], ..self }
    }

    /// The step with points for each side.
    pub(in crate::render) fn each(self, points: BySide<Points>) -> Step {
        Step { points: points.iter().copied().collect(), ..self }
    }
}

/// Steps under a title.
pub(in crate::render) fn section(title: impl Into<String>, mut steps: Vec<Step>) -> Vec<Step> {
    let title = title.into();
    steps.iter_mut().for_each(|step| step.section.clone_from(&title));
    steps
}

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

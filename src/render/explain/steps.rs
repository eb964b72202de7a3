//! An explanation: steps with their knobs and points, made once for people and for programs.

use super::layout;
use crate::render::{Colour, Look, painted, phrases};
use ginpad_core::game::ScoredGame;
use ginpad_core::hand::LoggedHand;
use ginpad_core::notation::{print_entry, shown_entry};
use ginpad_core::players::Players;
use ginpad_core::points::Points;
use ginpad_core::rules::Knob;
use ginpad_core::side::{BySide, Side};
use ginpad_core::text::printable;

/// The arithmetic of a hand or of the settlement.
pub(crate) struct Explanation<'a> {
    /// The game it belongs to.
    pub(in crate::render) game: &'a ScoredGame,
    /// The hand, counted from 0; none for the settlement.
    pub(in crate::render) hand: Option<usize>,
    /// The title.
    pub(in crate::render) title: String,
    /// The steps, section by section.
    pub(in crate::render) sections: Vec<Section>,
}

/// One step of the arithmetic.
pub(in crate::render) struct Step {
    /// The step in words. Two spaces before it say that it continues the step above.
    pub what: String,
    /// The same for programs, if they read it otherwise.
    exact: Option<String>,
    /// The knobs behind it: `gin_bonus=25`.
    pub knobs: Vec<String>,
    /// Its points: none, one number, or one for each side.
    pub points: Vec<Points>,
}

/// Steps that belong together.
pub(in crate::render) struct Section {
    /// The title.
    pub title: String,
    /// The headings over the numbers.
    pub headings: Headings,
    /// The steps, in order.
    pub steps: Vec<Step>,
}

/// The headings over the numbers of a section.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in crate::render) enum Headings {
    /// Nothing: each step has one number at most.
    None,
    /// The names of the sides: each side has a number.
    Sides,
}

impl Explanation<'_> {
    /// The explanation for people.
    pub(crate) fn text(&self, look: Look) -> String {
        layout::text(self, look)
    }

    /// The explanation for programs: one tab-separated step a line, with its knobs and points.
    pub(crate) fn plain(&self) -> String {
        let line = |(section, step): (&Section, &Step)| {
            let points: String = step.points.iter().map(|points| format!("\t{points}")).collect();
            format!("{}: {}\t{}{points}\n", section.title, step.exactly(), step.knobs.join(" "))
        };
        self.steps().map(line).collect()
    }

    /// All steps, each with its section.
    pub(in crate::render) fn steps(&self) -> impl Iterator<Item = (&Section, &Step)> {
        self.sections.iter().flat_map(|section| section.steps.iter().map(move |step| (section, step)))
    }
}

impl Step {
    /// A step without knobs or points.
    pub(in crate::render) fn new(what: impl Into<String>) -> Step {
        let what = what.into();
        let exact = Some(painted(&what, Colour::Plain).into_owned()).filter(|exact| *exact != what);
        Step { what, exact, knobs: Vec::new(), points: Vec::new() }
    }

    /// An entry: for people as they read it, for programs as text sheets have it.
    pub(in crate::render) fn entry(hand: &LoggedHand, players: &Players) -> Step {
        let exact = Some(printable(&print_entry(hand, players)));
        Step { exact, ..Step::new(printable(&shown_entry(hand, players))) }
    }

    /// The step in words for programs.
    pub(in crate::render) fn exactly(&self) -> &str {
        self.exact.as_deref().unwrap_or(&self.what).trim_start()
    }

    /// The step with one more knob behind it.
    pub(in crate::render) fn by(mut self, game: &ScoredGame, knob: Knob) -> Step {
        self.knobs.push(phrases::knob_value(phrases::rules(game), knob));
        self
    }

    /// The step with its points.
    pub(in crate::render) fn worth(mut self, points: Points) -> Step {
        self.points = vec![points];
        self
    }

    /// The step with points for each side.
    pub(in crate::render) fn each(mut self, points: BySide<Points>) -> Step {
        self.points = Side::BOTH.map(|side| points[side]).to_vec();
        self
    }
}

impl Section {
    /// Steps under a title.
    pub(in crate::render) fn new(title: impl Into<String>, steps: Vec<Step>) -> Section {
        Section { title: title.into(), headings: Headings::None, steps }
    }

    /// Steps under a title, with a number for each side.
    pub(in crate::render) fn of_sides(title: impl Into<String>, steps: Vec<Step>) -> Section {
        Section { headings: Headings::Sides, ..Section::new(title, steps) }
    }
}

//! An explanation: steps, each with the knobs it comes from, made once for people and for programs.

use super::layout;
use crate::render::{Look, phrases};
use ginpad_core::game::ScoredGame;
use ginpad_core::points::Points;
use ginpad_core::rules::Knob;
use ginpad_core::side::{BySide, Side};

/// The arithmetic of a hand or of a settlement, with a face for people and two for programs.
pub(crate) struct Explanation<'a> {
    /// The game it is of.
    pub(in crate::render) game: &'a ScoredGame,
    /// The hand, counted from 0; the settlement where there is none.
    pub(in crate::render) hand: Option<usize>,
    /// What it is about.
    pub(in crate::render) title: String,
    /// The steps, section by section.
    pub(in crate::render) sections: Vec<Section>,
}

/// One step of the arithmetic.
pub(in crate::render) struct Step {
    /// What is done, in words; two spaces before it where it goes on with the step above.
    pub what: String,
    /// The knobs it comes from: `gin_bonus=25`.
    pub knobs: Vec<String>,
    /// No number, one, or one for each side.
    pub points: Vec<Points>,
}

/// Steps that belong together.
pub(in crate::render) struct Section {
    /// What they are about.
    pub title: String,
    /// What stands over their numbers.
    pub headings: Headings,
    /// The steps, in order.
    pub steps: Vec<Step>,
}

/// What stands over the numbers of a section.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in crate::render) enum Headings {
    /// Nothing: there is one number at the most.
    None,
    /// The sides, each with a number.
    Sides,
}

impl Explanation<'_> {
    /// For people.
    #[must_use]
    pub(crate) fn text(&self, look: Look) -> String {
        layout::text(self, look)
    }

    /// For programs, one step a line: what, knobs, points, tab-separated.
    #[must_use]
    pub(crate) fn plain(&self) -> String {
        let line = |(section, step): (&Section, &Step)| {
            let points: String = step.points.iter().map(|points| format!("\t{points}")).collect();
            format!("{}: {}\t{}{points}\n", section.title, step.what.trim_start(), step.knobs.join(" "))
        };
        self.steps().map(line).collect()
    }

    /// Every step with its section.
    pub(in crate::render) fn steps(&self) -> impl Iterator<Item = (&Section, &Step)> {
        self.sections.iter().flat_map(|section| section.steps.iter().map(move |step| (section, step)))
    }
}

impl Step {
    /// A step in words only.
    pub(in crate::render) fn new(what: impl Into<String>) -> Step {
        Step { what: what.into(), knobs: Vec::new(), points: Vec::new() }
    }

    /// A knob it comes from.
    pub(in crate::render) fn by(mut self, game: &ScoredGame, knob: Knob) -> Step {
        self.knobs.push(phrases::knob_value(phrases::rules(game), knob));
        self
    }

    /// Its points.
    pub(in crate::render) fn worth(mut self, points: Points) -> Step {
        self.points = vec![points];
        self
    }

    /// Its points for each side.
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

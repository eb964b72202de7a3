//! What the lines of a book mean: its games, its people, and what of it does not fit.

use std::collections::{BTreeSet, HashSet};

use ginpad_core::facts::{Conflict, FactId, SetAside, Waiting};
use ginpad_core::text::{count, harmless};

use super::super::error::BookError;
use super::super::games::StoredGame;
use super::super::pad::Pad;
use super::problem::{Problem, ProblemKind};

/// What somebody who checks a book is shown.
pub enum Seen<'s, 'b> {
    /// A game.
    Game(&'s StoredGame),
    /// What devices disagree about people.
    People(&'s Pad<'b>, &'s [Conflict]),
}

impl<'b> Pad<'b> {
    /// Shows every game, and what devices disagree about people. The answer is what waits, and what makes no sense.
    ///
    /// # Errors
    /// The book cannot be read, or is damaged; and those of `visit`.
    pub fn meaning(
        &self,
        mut visit: impl FnMut(Seen<'_, 'b>) -> Result<(), BookError>,
    ) -> Result<Vec<Problem>, BookError> {
        let (mut problems, mut waiting) = (Vec::new(), 0);
        visit(Seen::People(self, &self.conflicts_about_people()?))?;
        for aside in self.everyone()?.set_aside {
            problems.push(self.set_aside(&aside)?);
        }
        let mut shown: HashSet<FactId> = HashSet::new();
        self.each_game(&self.games()?, |game| {
            shown.insert(game.id);
            waiting += game.waiting.iter().filter(|waits| matches!(waits, Waiting::ForItsHand { .. })).count();
            for aside in &game.set_aside {
                problems.push(self.set_aside(aside)?);
            }
            visit(Seen::Game(&game))
        })?;
        // A game that makes no sense is not shown.
        let begun: BTreeSet<FactId> = self.starts()?.into_iter().map(|(_, game)| game).collect();
        for game in begun.iter().filter(|game| !shown.contains(game)) {
            if let Some(aside) = self.senseless_game(*game)? {
                problems.push(self.set_aside(&aside)?);
            }
        }
        if waiting > 0 {
            let what = format!("{} for the rest of what belongs to them", waits(waiting));
            problems.push(Problem::warning(ProblemKind::Waiting, what));
        }
        Ok(problems)
    }

    /// A fact that makes no sense, with who wrote it.
    fn set_aside(&self, aside: &SetAside) -> Result<Problem, BookError> {
        let by = match self.fact(aside.fact)? {
            Some((_, change)) => format!(" in line {} of the writer {}", change.number, change.writer),
            None => String::new(),
        };
        let what = format!("a fact{by} makes no sense, is kept and does not count: {}", harmless(&aside.why));
        Ok(Problem::warning(ProblemKind::Unreadable, what))
    }
}

fn waits(facts: usize) -> String {
    format!("{} {}", count(facts, "fact"), if facts == 1 { "waits" } else { "wait" })
}

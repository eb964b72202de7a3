//! Checks the meaning of a book's lines: its games, its people, and facts that do not fit.

use std::collections::BTreeSet;

use ginpad_core::facts::{FactId, SetAside};
use ginpad_core::text::count_do;

use super::super::{BookError, OpenBook, Problem, ProblemKind, StoredGame};
use super::writers::makes_no_sense;

impl OpenBook<'_> {
    /// Visits every game, and returns problems for facts that wait or make no sense.
    ///
    /// # Errors
    /// The book cannot be read, or is damaged.
    pub fn meaning(&self, mut visit: impl FnMut(&StoredGame)) -> Result<Vec<Problem>, BookError> {
        let (mut problems, mut waiting) = (Vec::new(), 0);
        for aside in self.everyone()?.set_aside {
            problems.push(self.set_aside(&aside)?);
        }
        let games = self.games()?;
        let (mut to_come, mut left_out) = (games.iter().copied(), Vec::new());
        self.each_game(&games, |game| {
            left_out.extend(to_come.by_ref().take_while(|id| *id != game.id));
            waiting += game.waiting.len();
            for aside in &game.set_aside {
                problems.push(self.set_aside(aside)?);
            }
            problems.extend(self.corrects_what_is_gone(&game)?);
            if game.number == 0 {
                problems.push(Problem::damage(ProblemKind::Index, "a game has no number any more"));
            }
            visit(&game);
            Ok(())
        })?;
        // `each_game` skips a game that makes no sense.
        for game in left_out.into_iter().chain(to_come) {
            if let Err(aside) = self.sensible_game(game)? {
                problems.push(self.set_aside(&aside)?);
            }
        }
        for game in self.games_taken_back()? {
            problems.extend(self.waits_for(game)?);
        }
        if waiting > 0 {
            let what = format!("{} for changes that have not arrived", count_do(waiting, "fact", ["waits", "wait"]));
            problems.push(Problem::warning(ProblemKind::Waiting, what));
        }
        Ok(problems)
    }

    /// Counts the changes in a game that was taken back, which wait for it to be restored.
    fn waits_for(&self, game: FactId) -> Result<Option<Problem>, BookError> {
        let (changes, began) = (self.counting_acts(game)?.len(), self.act_that_began(game)?);
        let Some((began, _)) = began.filter(|_| changes > 0) else { return Ok(None) };
        let game = self.number_if_any(game)?.map_or("a game".into(), |number| format!("game {number}"));
        let what = format!("{} for {game}, which was taken back", count_do(changes, "change", ["waits", "wait"]));
        Ok(Some(Problem::warning(ProblemKind::TakenBack(began), what)))
    }

    /// Finds the corrections of a game that count although what they corrected was taken back, and nobody who knew that
    /// has corrected it since.
    ///
    /// # Errors
    /// The book cannot be read.
    pub fn corrects_what_is_gone(&self, game: &StoredGame) -> Result<Vec<Problem>, BookError> {
        let entries = game.record.hands.iter().chain(&game.record.adjustments);
        let corrected = entries.filter(|entry| !entry.undone.is_empty());
        let acts = corrected.map(|entry| Ok(self.fact(entry.id)?.map(|(_, change)| change.act())));
        let acts = acts.collect::<Result<BTreeSet<_>, BookError>>()?;
        let still = "still counts, although the corrected entry was undone; correct it again to keep it";
        let what = format!("a correction in game {} {still}", game.number);
        let problem = |act| Problem::warning(ProblemKind::StillCounts(act), what.clone());
        Ok(acts.into_iter().flatten().map(problem).collect())
    }

    /// Makes a problem of a fact that makes no sense, and names its writer.
    fn set_aside(&self, aside: &SetAside) -> Result<Problem, BookError> {
        let stored = self.fact(aside.fact)?;
        Ok(makes_no_sense(stored.as_ref().map(|(_, change)| change), &aside.why))
    }
}

//! Odds: each side's chance to win a game, and tables of chances.

use serde::Serialize;
use serde_json::json;

use crate::answer::{Audience, Block, Cell, Column, Report, Table, cells};
use crate::render::{self, phrases, standing};
use ginpad_core::odds::{Basis, NeedsTable, Odds};
use ginpad_core::text::{Flaw, count};
use ginpad_core::{Format, Players, Points, ScoredGame, Side, TableRules};

#[cfg(test)]
mod tests;

/// The odds of a game, or why there are none: `ginpad/odds/1`.
#[derive(Debug, Clone, Serialize)]
#[serde(tag = "schema", rename = "ginpad/odds/1")]
pub(crate) struct GameOdds {
    /// The number of the game in the book.
    game: Option<i64>,
    status: String,
    sides: Players,
    #[serde(flatten, serialize_with = "ginpad_core::odds::serialize_odds")]
    odds: Result<Odds, Flaw>,
    /// The game and where it stands.
    #[serde(skip)]
    pub heading: String,
    /// The odds in one line: `Ann about 71 %, Bob 29 % (12 of your own hands, the rest simulated; ± 8)`.
    #[serde(skip)]
    pub line: String,
}

impl GameOdds {
    /// The odds of a game.
    pub(crate) fn new(number: Option<i64>, game: &ScoredGame, odds: Result<Odds, Flaw>) -> GameOdds {
        let sides = game.game.players.clone();
        let lead = number.map_or_else(String::new, |number| format!("game {number}: "));
        let heading = format!("{lead}{}, {}", render::sides(&sides), standing(game));
        let line = odds.as_ref().map_or_else(Flaw::to_string, |odds| line(game, odds));
        GameOdds { game: number, status: game.status().to_string(), sides, odds, heading, line }
    }

    /// The odds for programs: the number of the game, the chance of each side, the chance of a tie, the method, its
    /// error, the number of games played on, the number of own hands, the error of the model, and why odds are missing.
    pub(crate) fn record(&self) -> Vec<Cell> {
        let document = json!(self);
        let win = if self.odds.is_ok() { cells(&document, "win") } else { vec![Cell::Empty; Side::TWO.len()] };
        let others = cells(&document, "tie method error games_played own_hands model_error none_because");
        [cells(&document, "game"), win, others].concat()
    }
}

impl Report for GameOdds {
    fn blocks(&self) -> Vec<Block<'_>> {
        let words = [self.heading.as_str(), self.line.as_str(), ""].map(|words| Block::Words(words.into()));
        let keys = "game win lose tie method error games_played own_hands model_error none_because";
        words.into_iter().chain([Block::rows(Audience::PROGRAMS, keys, std::iter::once(self.record()))]).collect()
    }
}

/// The chances of both sides and of a tie in whole percents. They add up to 100, unless that would show a chance as 0.
/// A tie below 1 % is not shown.
fn percents(odds: &Odds) -> ([u32; 2], Option<u32>) {
    let tie = (odds.tie >= 0.01).then(|| percent(odds.tie));
    let first = percent(odds.win[Side::First]);
    ([first, 100_u32.saturating_sub(first + tie.unwrap_or(0)).max(1)], tie)
}

/// A chance, which is from 0 to 1, in whole percents from 1 to 99.
fn percent(chance: f64) -> u32 {
    ((chance * 100.0).round() as u32).clamp(1, 99)
}

/// The odds in one line.
fn line(game: &ScoredGame, odds: &Odds) -> String {
    let Some(basis) = &odds.basis else {
        return phrases::verdict(game).unwrap_or_else(|| standing(game));
    };
    let ([won, lost], tie) = percents(odds);
    let [first, second] = Side::TWO.map(|side| phrases::name(game, side));
    let tie = tie.map_or_else(String::new, |tie| format!(", a tie {tie} %"));
    format!("{first} about {won} %, {second} {lost} %{tie} ({})", rests_on(basis, Some(odds)))
}

/// The heading of a table of chances. Without a game, the table is for the rules alone.
fn table_heading(game: Option<&ScoredGame>, rules: &TableRules, odds: &NeedsTable) -> String {
    let column = if rules.rules.format == Format::Single { "" } else { " in a column" };
    let goal = format!("reach {} first{column}", rules.rules.target);
    let what = match game {
        Some(game) => {
            let [first, second] = Side::TWO.map(|side| phrases::name(game, side));
            format!("{first}'s chance to {goal}, in percent: rows are what {first} needs, columns what {second} needs")
        }
        None => format!("The chance to {goal}, in percent: rows are what the side needs, columns what the other needs"),
    };
    format!("{what} ({rules}; {})", rests_on(&odds.basis, None))
}

/// The basis of the odds, and their possible error.
fn rests_on(basis: &Basis, odds: Option<&Odds>) -> String {
    let own = format!("{} of your own hands", basis.own_hands);
    let mut parts = vec![match (basis.own_hands, basis.model_error) {
        (0, _) => "simulated hands only".to_string(),
        (_, Some(_)) => format!("{own}, the rest simulated"),
        (_, None) => own,
    }];
    parts.extend(basis.model_error.map(|error| format!("± {:.0}", error * 100.0)));
    if let Some((odds, games)) = odds.and_then(|odds| Some((odds, odds.games?))) {
        let games = count(usize::try_from(games).unwrap_or(usize::MAX), "game");
        parts.push(format!("{games} played on, ± {:.1}", odds.error() * 100.0));
    }
    parts.join("; ")
}

/// The ranks of the columns of a table of chances.
const RANKS: [usize; 10] = [0, 9, 3, 8, 0, 7, 2, 6, 0, 1];

/// A table of chances: `ginpad/odds-table/1`.
#[derive(Debug, Serialize)]
#[serde(tag = "schema", rename = "ginpad/odds-table/1")]
pub(crate) struct OddsTableReport {
    game: Option<i64>,
    sides: Option<Players>,
    rules: String,
    target: Points,
    #[serde(flatten, serialize_with = "ginpad_core::odds::serialize_table")]
    odds: Result<NeedsTable, Flaw>,
    /// The meaning of the numbers, or why there are none.
    #[serde(skip)]
    heading: String,
}

impl OddsTableReport {
    /// The table of a game, or of rules alone.
    pub(crate) fn new(
        number: Option<i64>,
        game: Option<&ScoredGame>,
        rules: &TableRules,
        odds: Result<NeedsTable, Flaw>,
    ) -> OddsTableReport {
        let heading = odds.as_ref().map_or_else(Flaw::to_string, |odds| table_heading(game, rules, odds));
        let sides = game.map(|game| game.game.players.clone());
        OddsTableReport { game: number, sides, rules: rules.to_string(), target: rules.rules.target, odds, heading }
    }
}

impl Report for OddsTableReport {
    fn blocks(&self) -> Vec<Block<'_>> {
        let mut blocks = vec![Block::words(self.heading.as_str())];
        if let Ok(odds) = &self.odds {
            blocks.extend([Block::Table(for_people(odds)), for_programs(odds)]);
        }
        blocks
    }
}

/// Whole percents: a row for each need of the first side, a column for each need of the second.
fn for_people(odds: &NeedsTable) -> Table<'_> {
    let rows = odds.needs.iter().zip(&odds.win);
    let mut table = Table::of("Chances in percent", rows).people("", |(needs, _)| Cell::Count(needs.0));
    for (step, needs) in odds.needs.iter().enumerate() {
        let column = Column::new("", needs.to_string()).rank(RANKS.get(step).copied().unwrap_or(0));
        table = table.add(column, move |(_, win)| Cell::Count(percent(win[step]).into()));
    }
    table.table.only(Audience::PEOPLE)
}

/// Each side's need, and the chance of the first side.
fn for_programs(odds: &NeedsTable) -> Block<'_> {
    let pairs = odds.needs.iter().zip(&odds.win).flat_map(|(first, chances)| {
        odds.needs.iter().zip(chances).map(move |(second, chance)| {
            [Cell::Count(first.0), Cell::Count(second.0), Cell::Number(format!("{chance:.4}"))].into()
        })
    });
    Block::rows(Audience::PROGRAMS, "needs other_needs win", pairs)
}

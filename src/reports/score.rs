//! The score sheets of games.

use std::rc::Rc;

use ginpad_core::text::count;
use serde::{Serialize, Serializer};
use serde_json::{Value, json};

use super::one_or_all;
use crate::answer::{Block, Head, Report, Sentence};
use crate::render::{PlacedGame, Races, ScoreBoard, ScoreSheet, game_facts, game_heading, json as document};

/// The score sheets of games: `ginpad/score/1`, or `ginpad/scores/1` for several.
#[derive(Debug, Default)]
pub(crate) struct ScoreReport {
    /// The game, or several games of a file.
    pub games: Vec<Rc<PlacedGame>>,
    /// The view for people.
    pub view: View,
    /// The note for people below the sheet.
    pub note: Option<Sentence>,
}

/// The view of a game for people.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) enum View {
    /// Its sheet.
    #[default]
    Sheet,
    /// The board, with the last change unless that was a hand.
    Board(Option<String>),
    /// The races in its columns.
    Chart,
}

impl ScoreReport {
    /// The sheets of these games.
    pub(crate) fn new(games: Vec<PlacedGame>) -> ScoreReport {
        ScoreReport { games: games.into_iter().map(Rc::new).collect(), ..ScoreReport::default() }
    }

    /// The head of the report.
    pub(crate) fn head(&self) -> Head {
        let (title, facts) = match self.games.as_slice() {
            [only] => (game_heading(&only.scored), game_facts(only)),
            several => (count(several.len(), "game"), Vec::new()),
        };
        Head { title, facts, ..Head::default() }
    }

    /// The drawing of game `at` (from 0) for people.
    fn drawing_of(&self, at: usize, game: Rc<PlacedGame>) -> Block<'_> {
        Block::Drawing(match &self.view {
            View::Sheet => Box::new(ScoreSheet { game, among_several: (self.games.len() > 1).then_some(at) }),
            View::Board(change) => Box::new(ScoreBoard { game, change: change.clone() }),
            View::Chart => Box::new(Races(game)),
        })
    }
}

impl Serialize for ScoreReport {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        one_or_all(&self.games, |game| score(game), "ginpad/scores/1", serializer)
    }
}

fn score(game: &PlacedGame) -> Value {
    let mut score = document::score(&game.scored, game.place);
    score["odds"] = json!(game.odds);
    score
}

impl Report for ScoreReport {
    fn blocks(&self) -> Vec<Block<'_>> {
        let games = self.games.iter().cloned().enumerate().map(|(at, game)| self.drawing_of(at, game));
        games.chain(self.note.clone().map(Block::Words)).collect()
    }
}

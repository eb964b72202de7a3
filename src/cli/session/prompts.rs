//! Asks at a terminal for what is missing. The answers fill the drafts of the core.
//!
//! Every question behaves alike: `?` helps, `<` or Shift-Tab goes back, Ctrl-D and Ctrl-C leave with nothing changed, and
//! a refused answer stays in the line to be mended.

use std::io::{IsTerminal as _, stdout};

use rustyline::Behavior;

use super::Session;
use super::line_editor::{LineEditor, Standing, Typed};
use crate::answer::failure::Failure;
use crate::book::StoredGame;
use crate::cli::printer::{Screens, tell};
use ginpad_core::hand::{AcceptedHand, Outcome};
use ginpad_core::notation::{Choices, Draft, Missing};
use ginpad_core::players::Players;
use ginpad_core::table::complete_word;
use ginpad_core::text::or_list;

/// One question.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Question {
    /// The question.
    pub text: String,
    /// What `?` says besides the keys.
    pub help: String,
    /// Words that Tab completes.
    pub words: Vec<String>,
    /// What was answered before, if the question is asked again.
    pub given: String,
    /// What it means to answer nothing; `None` if an answer is needed.
    pub skipped: Option<String>,
}

/// What was answered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Reply {
    /// This.
    Given(String),
    /// Nothing: the question was skipped.
    Skipped,
    /// The question before should be asked again.
    Back,
}

/// The words that go back. A player of that name is typed in quotes.
const BACK: [&str; 2] = ["<", "back"];

/// What `?` says of every question.
const KEYS: &str = "`<` or Shift-Tab goes back, Tab completes, Ctrl-D leaves with nothing changed";

/// Asks one question after another.
#[derive(Debug)]
pub(crate) struct Asker {
    editor: LineEditor,
    screens: Screens,
}

impl Asker {
    /// An asker at the terminal of this session.
    ///
    /// # Errors
    /// The terminal cannot be used.
    pub(crate) fn new(session: &Session) -> Result<Asker, Failure> {
        // An answer that goes to a file leaves the terminal to the questions.
        let behavior = if stdout().is_terminal() { Behavior::Stdio } else { Behavior::PreferTerm };
        Ok(Asker { editor: LineEditor::new(behavior)?, screens: session.screens() })
    }

    /// Asks until there is a valid answer.
    ///
    /// # Errors
    /// The question was left, or the terminal is gone.
    pub(crate) fn ask(
        &mut self,
        question: &Question,
        valid: &dyn Fn(&str) -> Result<(), String>,
    ) -> Result<Reply, Failure> {
        let words = question.words.clone();
        self.editor.complete_with(Box::new(move |before| complete_word(before, words.iter().map(String::as_str))));
        self.pose(question);
        let mut standing = Standing::Kept(question.given.clone());
        loop {
            let line = match self.editor.read(&standing)? {
                Typed::Line(line) | Typed::Pasted(line) => line,
                Typed::Left | Typed::Dropped => return Err(left()),
                Typed::Back => return Ok(Reply::Back),
                Typed::PasteEnds(line) => {
                    standing = Standing::Kept(line);
                    continue;
                }
                Typed::Redraw(line) => {
                    self.editor.clear_screen();
                    self.pose(question);
                    standing = Standing::Kept(line);
                    continue;
                }
            };
            standing = Standing::nothing();
            match (line.trim(), &question.skipped) {
                ("?", _) => {
                    tell(&format!("{}\n{KEYS}", question.help), self.screens);
                    self.pose(question);
                }
                (word, _) if BACK.iter().any(|back| word.eq_ignore_ascii_case(back)) => return Ok(Reply::Back),
                ("", Some(_)) => return Ok(Reply::Skipped),
                ("", None) => tell("an answer is needed; `?` helps, Ctrl-D leaves", self.screens),
                (answer, _) => match valid(answer) {
                    Ok(()) => return Ok(Reply::Given(answer.to_string())),
                    Err(why) => {
                        tell(&format!("error: {why}"), self.screens);
                        standing = Standing::Wrong(line);
                    }
                },
            }
        }
    }

    /// Says that there is no question before the first.
    pub(crate) fn is_first(&self) {
        tell("this is the first question; Ctrl-D leaves", self.screens);
    }

    fn pose(&self, question: &Question) {
        let skip = question.skipped.as_ref().map(|what| format!(" (Enter: {what})")).unwrap_or_default();
        tell(&format!("{}{skip}", question.text), self.screens);
    }
}

/// The questions were left.
pub(super) fn left() -> Failure {
    Failure::refused("left; nothing was changed")
}

/// Asks step by step for one hand. A whole entry is taken at any step, and what the rules refuse is asked again.
///
/// # Errors
/// The terminal is gone, or the questions were left.
pub(crate) fn hand(session: &Session, game: &StoredGame) -> Result<AcceptedHand, Failure> {
    let game = &game.scored.game;
    let mut asker = Asker::new(session)?;
    let mut before: Vec<Draft<'_>> = Vec::new();
    let mut draft = Draft::new(game, session.local());
    while draft.missing() != Missing::Nothing {
        let question = question(&draft, &game.players);
        match asker.ask(&question, &|typed| draft.clone().give(typed).map_err(joined))? {
            Reply::Given(answer) => {
                before.push(draft.clone());
                draft.give(&answer).map_err(|faults| Failure::because("the hand cannot be logged", &faults))?;
            }
            Reply::Back | Reply::Skipped => match before.pop() {
                Some(earlier) => draft = earlier,
                None => asker.is_first(),
            },
        }
    }
    draft.entry().cloned().ok_or_else(|| Failure::fault("the answers made no hand"))
}

/// The question for what is missing next.
fn question(draft: &Draft<'_>, players: &Players) -> Question {
    let whose = draft.whose().unwrap_or_default();
    let (text, words) = match draft.choices() {
        Choices::Players(seats) => {
            let names: Vec<&str> = seats.into_iter().map(|seat| players.name(seat)).collect();
            let which = match players.a_side() {
                1 => String::new(),
                pairs => format!("Pair {} of {pairs}: ", draft.result_number()),
            };
            let words = names.iter().copied().chain(["dead"]).map(str::to_string).collect();
            (format!("{which}Who ended the hand ({}, or dead)?", names.join(", ")), words)
        }
        Choices::Card => ("Upcard?".into(), Vec::new()),
        Choices::Ways(ways) => {
            let words: Vec<&str> = ways.into_iter().map(Outcome::word).collect();
            (format!("How ({})?", or_list(&words)), words.into_iter().map(str::to_string).collect())
        }
        Choices::Number(range) if draft.missing() == Missing::Points => {
            (format!("Points ({} to {})?", range.start(), range.end()), Vec::new())
        }
        Choices::Number(range) => {
            (format!("Deadwood of {whose} ({} to {}, or cards)?", range.start(), range.end()), Vec::new())
        }
        Choices::Nothing => (String::new(), Vec::new()),
    };
    Question { text, help: HAND_HELP.into(), words, ..Question::default() }
}

/// What `?` says while a hand is asked for.
const HAND_HELP: &str = "A whole entry is taken at any question, like `a5 23`: the knocker's deadwood, then the other's. \
    Deadwood is a number, a sum like 10+9+4, or cards like KhQd3c.";

/// All reasons on one line.
pub(crate) fn joined<T: ToString>(reasons: Vec<T>) -> String {
    reasons.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")
}

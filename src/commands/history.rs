//! `history`: lists the changes of the book.

use clap::Args;
use ginpad_core::facts::FactId;

use crate::answer::Answer;
use crate::answer::command_line::CommandLine;
use crate::answer::failure::Failure;
use crate::answer::sentence::{Remark, Sentence};
use crate::book::{By, Pad, StoredGame};
use crate::cli::messages::consequences::sides;
use crate::cli::messages::past_words::described;
use crate::cli::session::filter_args::span;
use crate::cli::session::spool::Spool;
use crate::cli::session::{Face, GameName, Session, number_of_changes, which_game};
use crate::render::{Fate, PastLine, PastList, PastRow, change_plain, json};
use ginpad_core::ledger::{Act, Did};
use ginpad_core::text::count;

/// Examples above the help.
pub(crate) const EXAMPLES: &str = "\
Examples:
  ginpad history                    the last changes, newest first, with their ids
  ginpad history --game 12          what was done to game 12
  ginpad history --since 2026-11-20 --limit 100
  ginpad undo 019aabc4-12f3         takes back the change with this id";

/// So many changes are listed for people, unless they say otherwise.
const USUAL: usize = 20;

/// List the changes
///
/// The newest come first, each with its id, when it was made, the device that made it and what it did. `ginpad undo CHANGE` takes any of them back. For people, the last 20 are listed; `--plain` and `--json` list all.
#[derive(Debug, Args)]
pub(crate) struct HistoryArgs {
    /// The changes about this game
    #[arg(long, value_name = "GAME")]
    game: Option<GameName>,

    /// Changes made then or later: a year, a month, a day like 2026-11-20, or a time
    #[arg(long, value_name = "TIME")]
    since: Option<String>,

    /// At most this many, the newest
    #[arg(long, value_name = "N", value_parser = number_of_changes)]
    limit: Option<usize>,
}

impl HistoryArgs {
    /// Lists the changes.
    pub(crate) fn run(self, session: &Session) -> Result<Answer, Failure> {
        match session.face() {
            Face::Json => {
                let mut text = Spool::new();
                text.add(&json::HISTORY.opening())?;
                let listed = self.each(session, |at, row| text.add(&json::HISTORY.item(at, &json::past(row))))?;
                text.add(&format!("{}\n", json::HISTORY.closing(listed.changes)))?;
                text.print(session)
            }
            Face::Plain => {
                let mut text = Spool::new();
                self.each(session, |_, row| text.add(&change_plain(row)))?;
                text.print(session)
            }
            Face::Table => self.table(session),
        }
    }

    /// Lists the changes for people. Their lines are kept until all of them are measured.
    fn table(&self, session: &Session) -> Result<Answer, Failure> {
        let unusable = |error: serde_json::Error| Failure::fault(format!("a line cannot be kept: {error}"));
        let mut lines = Spool::new();
        let mut list = PastList::new();
        let listed = self.each(session, |_, row| {
            let line = PastLine::new(row);
            list.measure(&line);
            lines.add(&(serde_json::to_string(&line).map_err(unusable)? + "\n"))
        })?;
        if listed.changes == 0 {
            let narrowed = self.since.is_some() || self.game.is_some();
            return Ok(Answer::of(if narrowed {
                "no change fits"
            } else {
                "nothing has been written in this book yet"
            }));
        }
        let list = list.measured(session.look());
        let line = |kept: &str| Ok(list.change(&serde_json::from_str(kept).map_err(unusable)?));
        Ok(lines
            .print_lines(session, &list.heading(), line)?
            .remarks((listed.has_more && self.limit.is_none()).then(|| older(listed.changes))))
    }

    /// Shows each change to `visit`, with its place counted from 0. No change is kept.
    fn each(
        &self,
        session: &Session,
        mut visit: impl FnMut(usize, &PastRow<'_>) -> Result<(), Failure>,
    ) -> Result<Listed, Failure> {
        let since = self.since.as_ref().map(|text| span(session, "since", text)).transpose()?;
        let most = self.limit.or((session.face() == Face::Table).then_some(USUAL)).unwrap_or(usize::MAX);
        let none = || match self.game {
            Some(_) => Err(which_game::no_game()),
            None => Ok(Listed::default()),
        };
        session.read(none, |pad| {
            let game = self.game.map(|name| which_game::game(pad, Some(name))).transpose()?;
            let mut games = Games::new(session.face());
            let mut listed = Listed::default();
            let own = pad.own_writers()?;
            for act in pad.acts(By::Anyone, game.map(|game| game.id))? {
                let act = act?;
                let (made, writer) = (act.first().at.moment(), act.first().writer);
                if since.as_ref().is_some_and(|since| !since.is_reached_by(made)) {
                    continue;
                }
                if listed.changes == most {
                    listed.has_more = true;
                    break;
                }
                let short = pad.short_id(act.id)?;
                let what = games.what(pad, &act)?;
                let row = PastRow {
                    id: &act.id.to_string(),
                    short: &short,
                    made: Some(session.here(made)),
                    device: &writer.to_string(),
                    is_own: own.contains(&writer),
                    fate: fate(&act),
                    verb: act.verb(),
                    what: &what,
                };
                visit(listed.changes, &row)?;
                listed.changes += 1;
            }
            Ok(listed)
        })
    }
}

/// How many changes were listed, and whether there are more.
#[derive(Debug, Clone, Copy, Default)]
struct Listed {
    changes: usize,
    has_more: bool,
}

fn fate(act: &Act) -> Fate {
    match act.did {
        Did::Undo(_) | Did::Redo(_) => Fate::Moved,
        Did::Unknown => Fate::Unknown,
        Did::Something if act.counts => Fate::Counts,
        Did::Something => Fate::Undone,
    }
}

/// Says that older changes were left out.
fn older(shown: usize) -> Remark {
    let more = CommandLine::again().flag("limit", (shown * 10).to_string());
    let said = format!("these are the newest {}; ", count(shown, "change"));
    Remark::note(Sentence::from(said).run(more).say(" shows more"))
}

/// What an act did, in words, for a message about it.
///
/// # Errors
/// The book cannot be read, or is damaged.
pub(crate) fn reported(pad: &Pad<'_>, act: &Act) -> Result<String, Failure> {
    Games::new(Face::Table).what(pad, act)
}

/// The games that changes were about. Changes made one after another are mostly about the same one.
struct Games {
    face: Face,
    kept: Vec<(FactId, Option<StoredGame>)>,
}

/// So many games are kept.
const KEPT: usize = 4;

impl Games {
    fn new(face: Face) -> Games {
        Games { face, kept: Vec::new() }
    }

    /// What an act did, in words.
    fn what(&mut self, pad: &Pad<'_>, act: &Act) -> Result<String, Failure> {
        match &act.did {
            Did::Something => self.of(pad, act),
            Did::Unknown => Ok(format!("{}, which this ginpad does not know", act.verb())),
            Did::Undo(of) | Did::Redo(of) => match of.as_slice() {
                [only] if let Some(only) = pad.act(*only)? => Ok(format!("{} of {}", act.verb(), self.of(pad, &only)?)),
                several => Ok(format!("{} of {}", act.verb(), count(several.len(), "change"))),
            },
        }
    }

    fn of(&mut self, pad: &Pad<'_>, act: &Act) -> Result<String, Failure> {
        let mut about = act.games();
        about.retain(|_| act.game_count() == 1 || !act.transfers().is_empty());
        about.iter().for_each(|game| self.read(pad, *game));
        let read = |id: &FactId| self.kept.iter().find(|(known, _)| known == id).and_then(|(_, game)| game.as_ref());
        let games: Vec<&StoredGame> = about.iter().filter_map(read).collect();
        let what = described(pad, act, &games, self.face)?;
        Ok(match games.as_slice() {
            [only] if act.hands().is_empty() => format!("{what} ({})", sides(&only.scored.game)),
            _ => what,
        })
    }

    /// Reads a game as it is now, or as it was when it was undone. One that cannot be read is not shown: a list of
    /// changes says what they did, and not what is damaged.
    fn read(&mut self, pad: &Pad<'_>, id: FactId) {
        if self.kept.iter().all(|(known, _)| *known != id) {
            self.kept.truncate(KEPT - 1);
            self.kept.insert(0, (id, pad.game(id).ok()));
        }
    }
}

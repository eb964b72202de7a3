//! `history`: lists the changes of the book.

use clap::Args;
use ginpad_core::facts::{ChangeVerb, FactId};

use crate::answer::table::day;
use crate::answer::{Answer, CommandLine, Failure, Head, Remark, Sentence};
use crate::app::App;
use crate::arguments::ReportFlags;
use crate::arguments::filter_args::span;
use crate::arguments::{GameName, number, which_game};
use crate::book::{By, Pad, StoredGame};
use crate::render::sides;
use crate::reports::history::{Change, HistoryReport};
use crate::wording::past_words::{Spell, described, past};

use ginpad_core::ledger::{Act, Did};
use ginpad_core::notation::{print_entry, print_moment, shown_entry};
use ginpad_core::text::count;
use uuid::Uuid;

/// Examples above the help.
pub(crate) const EXAMPLES: &str = "\
  ginpad history                    the last changes, newest first, with ids
  ginpad history --game 12          what was done to game 12
  ginpad undo 019aabc4-12f3         takes back the change with this id";

/// List the changes
///
/// The newest come first, each with its id, when it was made, the device that made it and what it did. `ginpad undo CHANGE` takes any of them back. For people, the last 20 are listed; `--plain`, `--csv` and `--json` list all.
#[derive(Debug, Args)]
pub(crate) struct HistoryArgs {
    /// The changes about this game
    #[arg(long, value_name = "GAME")]
    game: Option<GameName>,

    /// Changes made then or later: a year, a month, a day like 2026-11-20, or a time
    #[arg(long, value_name = "TIME")]
    since: Option<String>,

    /// At most this many, the newest
    #[arg(long, value_name = "N", value_parser = number)]
    limit: Option<usize>,

    /// How many are shown to somebody who does not say how many: all, if none.
    #[arg(skip)]
    pub(crate) usual_rows: Option<usize>,

    #[command(flatten)]
    pub(crate) flags: ReportFlags,
}

/// Lists the changes.
pub(crate) fn run(args: HistoryArgs, app: &App) -> Result<Answer, Failure> {
    let (list, has_more) = app.read(|pad| args.listed(app, pad))?;
    let why_empty = list.changes.is_empty().then(|| match args.since.is_some() || args.game.is_some() {
        true => "no change fits".into(),
        false => "nothing has been written in this book yet".into(),
    });
    let older = (has_more && args.limit.is_none()).then(|| older(list.changes.len()));
    let head = Head { title: "History".into(), facts: vec![day(app.now)], why_empty, ..Head::default() };
    Ok(Answer::headed(head, list).remarks(older))
}

impl HistoryArgs {
    /// The list, and whether there are older changes.
    fn listed(&self, app: &App, pad: &Pad<'_>) -> Result<(HistoryReport, bool), Failure> {
        let since = self.since.as_ref().map(|text| span(app, "since", text)).transpose()?;
        let most = self.limit.or(self.usual_rows).unwrap_or(usize::MAX);
        let game = self.game.map(|name| which_game::game(pad, Some(name))).transpose()?;
        let mut games = Games::default();
        let mut list = HistoryReport::default();
        let own = pad.own_writers()?;
        for act in pad.acts(By::Anyone, game.map(|game| game.id))? {
            let act = act?;
            let (made, writer) = (act.first().at.moment(), act.first().writer);
            if since.as_ref().is_some_and(|since| !since.is_reached_by(made)) {
                continue;
            }
            if list.changes.len() == most {
                return Ok((list, true));
            }
            list.changes.push(Change {
                id: act.id.to_string(),
                short: pad.short_id(act.id)?,
                made: print_moment(app.here(made)),
                device: writer.to_string(),
                this_device: own.contains(&writer),
                verb: act.verb().to_string(),
                what: games.what(pad, &act, print_entry)?,
                in_signs: games.what(pad, &act, shown_entry)?,
                state: state(&act),
            });
        }
        Ok((list, false))
    }
}

/// What became of a change.
fn state(act: &Act) -> &'static str {
    match act.did {
        Did::Undo(_) | Did::Redo(_) => "moved",
        Did::Unknown => "unknown",
        Did::Something if act.counts => "counts",
        Did::Something => "undone",
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
    Games::default().what(pad, act, shown_entry)
}

/// The games that changes were about. Changes made one after another are mostly about the same one.
#[derive(Default)]
struct Games(Vec<(FactId, Option<StoredGame>)>);

/// So many games are kept.
const KEPT: usize = 4;

impl Games {
    /// What an act did, in words.
    fn what(&mut self, pad: &Pad<'_>, act: &Act, spell: Spell) -> Result<String, Failure> {
        match &act.did {
            Did::Something => self.of(pad, act, spell),
            Did::Unknown => Ok(format!("{}, which this ginpad does not know", act.verb())),
            Did::Undo(of) => self.moved(pad, past(ChangeVerb::UNDO), of, spell),
            Did::Redo(of) => self.moved(pad, past(ChangeVerb::REDO), of, spell),
        }
    }

    /// Which changes were undone or redone.
    fn moved(&mut self, pad: &Pad<'_>, past: &str, of: &[Uuid], spell: Spell) -> Result<String, Failure> {
        match of {
            [only] if let Some(only) = pad.act(*only)? => Ok(format!("{past}: {}", self.of(pad, &only, spell)?)),
            several => Ok(format!("{past} {}", count(several.len(), "change"))),
        }
    }

    fn of(&mut self, pad: &Pad<'_>, act: &Act, spell: Spell) -> Result<String, Failure> {
        let is_told = act.game_count() == 1 || !act.transfers().is_empty();
        let about = if is_told { act.games() } else { Vec::new() };
        about.iter().for_each(|game| self.read(pad, *game));
        let read = |id: &FactId| self.0.iter().find(|(known, _)| known == id).and_then(|(_, game)| game.as_ref());
        let games: Vec<&StoredGame> = about.iter().filter_map(read).collect();
        let what = described(pad, act, &games, spell)?;
        Ok(match games.as_slice() {
            [only] if act.hands().is_empty() => format!("{what} ({})", sides(&only.scored.game)),
            _ => what,
        })
    }

    /// Reads a game as it is now, or as it was when it was undone. One that cannot be read is not shown: a list of
    /// changes says what they did, and not what is damaged.
    fn read(&mut self, pad: &Pad<'_>, id: FactId) {
        if self.0.iter().all(|(known, _)| *known != id) {
            self.0.truncate(KEPT - 1);
            self.0.insert(0, (id, pad.game(id).ok()));
        }
    }
}

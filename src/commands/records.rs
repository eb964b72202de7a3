//! `records`: the records of the book, and who holds them.

use std::cmp::Reverse;

use clap::{Args, ValueEnum};

use crate::answer::Answer;
use crate::answer::failure::Failure;
use crate::answer::sentence::Remark;
use crate::book::Pad;
use crate::cli::session::filter_args::{Chosen, FilterArgs, everyone};
use crate::cli::session::{Face, Session};
use crate::render::{self, RecordsShown, json};
use ginpad_core::players::Name;
use ginpad_core::reports::{Filter, Record, RecordKeeper, Records, ReportedGame, Standings};
use ginpad_core::text::count;

/// Examples above the help.
pub(crate) const EXAMPLES: &str = "\
Examples:
  ginpad records                              over every game
  ginpad records --with Ann --since 2026
  ginpad records --min-games 10               only of players with ten finished games
  ginpad records --csv > records.csv          for a spreadsheet";

/// Show the records, and who holds them
///
/// Each record names the game that set it, so that `ginpad score` shows it. Whoever set a record first holds it. Then
/// come the games of this day in other years.
#[derive(Debug, Args)]
pub(crate) struct RecordsArgs {
    #[command(flatten)]
    filter: FilterArgs,

    /// Sort by this column
    #[arg(long, value_name = "COLUMN", default_value = "record")]
    sort: SortedBy,

    /// Answer with comma-separated values
    #[arg(long, conflicts_with_all = ["json", "plain"])]
    csv: bool,
}

/// What the records are sorted by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum SortedBy {
    /// Hands and games first, then those of pairs.
    Record,
    /// The highest value first.
    Value,
    /// By who holds them.
    Who,
    /// The highest number of a game first.
    Game,
}

impl RecordsArgs {
    /// Shows the records.
    pub(crate) fn run(self, session: &Session) -> Result<Answer, Failure> {
        let none = || Ok((self.filter.filter(session, &[])?, Chosen::default(), Records::default()));
        let (filter, chosen, records) = session.read(none, |pad| {
            let filter = self.filter.filter(session, &everyone(pad)?)?;
            let chosen = Chosen::of_all(pad, &filter)?;
            let records = self.kept(session, pad, &chosen)?;
            Ok((filter, chosen, records))
        })?;
        let shown =
            RecordsShown { records: self.sorted(&records), on_this_day: &records.this_day, undated: chosen.undated };
        let why = shown.is_empty().then(|| self.why_empty(&filter, &chosen));
        let is_table = session.face() == Face::Table && !self.csv;
        Ok(match (why, is_table) {
            (Some(why), true) => Answer::of(why),
            (why, _) => Answer::of(self.text(session, &shown)).remarks(why.map(Remark::note)),
        }
        .remarks(chosen.remark()))
    }

    /// The records of these games; with `--min-games`, only of those whose players all finished that many of them.
    fn kept(&self, session: &Session, pad: &Pad<'_>, chosen: &Chosen) -> Result<Records, Failure> {
        let mut keeper = RecordKeeper::new(session.now.date_naive());
        let mut standings = Standings::default();
        if self.filter.min_games().is_some() {
            chosen.each(pad, |game| standings.enter(game))?;
        }
        let enough = |name: &Name| standings.player(name).is_some_and(|line| self.filter.enough(line.games()));
        let counts = |game: &ReportedGame<'_>| {
            self.filter.min_games().is_none() || game.scored.game.players.seats().all(|(_, name)| enough(name))
        };
        chosen.each(pad, |game| {
            if counts(&game) {
                keeper.enter(game);
            }
        })?;
        Ok(keeper.finish())
    }

    fn sorted<'a>(&self, records: &'a Records) -> Vec<&'a Record> {
        let mut sorted: Vec<&Record> = records.records.iter().collect();
        match self.sort {
            SortedBy::Record => {}
            SortedBy::Value => sorted.sort_by_key(|record| Reverse(record.value)),
            SortedBy::Who => sorted.sort_by_key(|record| record.holders.iter().map(Name::folded).collect::<Vec<_>>()),
            SortedBy::Game => sorted.sort_by_key(|record| Reverse(record.game.number)),
        }
        sorted
    }

    /// Why there is no record.
    fn why_empty(&self, filter: &Filter, chosen: &Chosen) -> String {
        match self.filter.min_games() {
            Some(least) if !chosen.games.is_empty() => {
                format!("no game has only players who have finished {}", count(least, "game"))
            }
            _ if !chosen.games.is_empty() => "no records yet".into(),
            _ if filter.is_empty() => "no games yet".into(),
            _ => "no game fits".into(),
        }
    }

    fn text(&self, session: &Session, shown: &RecordsShown<'_>) -> String {
        match session.face() {
            _ if self.csv => render::records_csv(shown),
            Face::Json => json::print(&json::records(shown)),
            Face::Plain => render::records_plain(shown),
            Face::Table => render::records(shown, session.look()),
        }
    }
}

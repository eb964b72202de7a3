//! `versus`: two players against each other, and their lifetime ledger.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use crate::answer::Answer;
use crate::answer::command_line::CommandLine;
use crate::answer::failure::Failure;
use crate::answer::sentence::{Hint, Remark};
use crate::cli::session::filter_args::{Chosen, FilterArgs, everyone, person};
use crate::cli::session::page_file::facts;
use crate::cli::session::{Face, Session, which_game};
use crate::render::{self, Listed, VersusShown, json};
use ginpad_core::reports::{LedgerEntry, Versus};
use ginpad_core::text::count;

/// Examples above the help.
pub(crate) const EXAMPLES: &str = "\
Examples:
  ginpad versus Ann Bob                       every game that Ann and Bob played against each other
  ginpad versus ann bob --since 2026
  ginpad versus ann bob --sort net            Ann's biggest wins first
  ginpad versus ann bob --chart               who led after each game
  ginpad versus ann bob --csv > ledger.csv    the ledger, for a spreadsheet
  ginpad versus ann bob --html ann-bob.html   a page to print, to send or to hang on the wall";

/// Show two players against each other
///
/// Shows who leads over all games in which they sat on opposite sides, what each did in them, how often the lead changed
/// hands, and the games.
#[derive(Debug, Args)]
pub(crate) struct VersusArgs {
    /// The player whose net is counted
    #[arg(value_name = "NAME")]
    one: String,

    /// The opponent
    #[arg(value_name = "OPPONENT")]
    other: String,

    #[command(flatten)]
    filter: FilterArgs,

    /// Sort the games by this column
    #[arg(long, value_name = "COLUMN", help_heading = "How it is shown", default_value = "game")]
    sort: SortedBy,

    /// Answer with the ledger as comma-separated values
    #[arg(long, conflicts_with_all = ["json", "plain"], help_heading = "How it is shown")]
    csv: bool,

    /// Write the two players as a web page; `-` is standard output
    #[arg(long, value_name = "FILE", conflicts_with_all = ["json", "plain", "csv"], help_heading = "How it is shown")]
    html: Option<PathBuf>,

    /// Draw who led after each game
    #[arg(long, conflicts_with_all = ["json", "plain", "csv", "html"], help_heading = "How it is shown")]
    chart: bool,
}

/// What the games are sorted by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum SortedBy {
    /// In the order in which they were played.
    Game,
    /// The highest net of the first player first.
    Net,
    /// The highest lead of the first player first.
    Cumulative,
}

impl VersusArgs {
    /// Shows the two players.
    pub(crate) fn run(self, session: &Session) -> Result<Answer, Failure> {
        session.read(
            || Err(which_game::no_game()),
            |pad| {
                let people = everyone(pad)?;
                let mut failures = Vec::new();
                let one = person(&people, &self.one).map_err(|failure| failures.push(failure));
                let other = person(&people, &self.other).map_err(|failure| failures.push(failure));
                let filter = self.filter.read(session, &people, &mut failures);
                let (Ok(one), Ok(other), true) = (one, other, failures.is_empty()) else {
                    return Err(Failure::all("the two cannot be compared", failures));
                };
                if one == other {
                    return Err(Failure::refused(format!("{one} cannot be compared with {one}; name two players"))
                        .hint(Hint::does(CommandLine::of("players"), "lists the players")));
                }
                let mut versus = Versus::new(one.clone(), other.clone());
                let chosen = Chosen::new(pad, &filter, |game| versus.takes(game))?;
                chosen.each(pad, |game| versus.enter(game))?;
                self.answer(session, &versus, &chosen)
            },
        )
    }

    fn answer(&self, session: &Session, versus: &Versus, chosen: &Chosen) -> Result<Answer, Failure> {
        let [one, other] = &versus.names;
        let lines = versus.lines();
        let entries = &versus.ledger.entries;
        let is_enough = self.filter.enough(entries.len());
        let mut games: Vec<&LedgerEntry> = entries.iter().filter(|_| is_enough).collect();
        match self.sort {
            SortedBy::Game => {}
            SortedBy::Net => games.sort_by_key(|entry| std::cmp::Reverse(entry.net)),
            SortedBy::Cumulative => games.sort_by_key(|entry| std::cmp::Reverse(entry.cumulative)),
        }
        let shown = VersusShown {
            names: [one, other],
            lines: [&lines[0], &lines[1]],
            ledger: &versus.ledger,
            games,
            listed: if self.sort == SortedBy::Game { Listed::Last } else { Listed::First },
            on_this_day: versus.on_this_day(session.now.date_naive()).collect(),
            undated: chosen.undated,
        };
        let too_few = (!is_enough).then(|| {
            let least = count(self.filter.min_games().unwrap_or(0), "game");
            format!("{one} and {other} have not finished {least} against each other")
        });
        let never =
            chosen.games.is_empty().then(|| format!("{one} and {other} have no game against each other that fits"));
        let why = too_few.or(never);
        if let Some(html) = &self.html {
            let facts = facts(session, &self.filter, chosen.games.len(), entries.len());
            let page = render::versus_page(&shown, facts, why.as_deref()).map_err(Failure::fault)?;
            let answer = session.write_page(html, &page)?;
            return Ok(answer.remarks(why.map(Remark::note)).remarks(chosen.remark()));
        }
        let table = session.face() == Face::Table && !self.csv;
        let answer = match (why, table) {
            (Some(why), true) => Answer::of(why),
            (why, _) => Answer::of(self.text(session, &shown)).remarks(why.map(Remark::note)),
        };
        Ok(answer.remarks(chosen.remark()))
    }

    fn text(&self, session: &Session, shown: &VersusShown<'_>) -> String {
        match session.face() {
            _ if self.csv => render::versus_csv(shown),
            _ if self.chart => lifetime_chart(shown, session.look()),
            Face::Json => json::print(&json::versus(shown)),
            Face::Plain => render::versus_plain(shown),
            Face::Table => render::versus(shown, session.look()),
        }
    }
}

/// The lead, game by game.
fn lifetime_chart(shown: &VersusShown<'_>, look: render::Look) -> String {
    let names = shown.names.map(|name| name.as_str());
    match render::lifetime(names, shown.ledger) {
        Some(chart) => crate::answer::Draw::text(&chart, look),
        None => format!(
            "{} have no finished game against each other\n",
            names.map(ginpad_core::text::printable).join(" and ")
        ),
    }
}

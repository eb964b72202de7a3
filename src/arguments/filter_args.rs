//! The flags that say which games a report is about.

use clap::Args;
use ginpad_core::facts::{FactId, Person};

use super::number_of_games;
use super::table_rules::{NamedRules, table_rules, unusable};
use crate::answer::{About, CommandLine, Failure, Hint, Remark, Sentence};
use crate::app::App;
use crate::book::{BookError, Pad};
use ginpad_core::game::Game;
use ginpad_core::label::Event;
use ginpad_core::notation::{Span, read_span};
use ginpad_core::players::{PersonFault, find_person};
use ginpad_core::reports::{Filter, ReportedGame, RulesSought, day_text};
use ginpad_core::text::{count, harmless};

/// The flags that say which games a report is about.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Which games")]
pub(crate) struct FilterArgs {
    /// Games that started then or later: a year, a month, a day like 2026-11-20, or a time
    #[arg(long, value_name = "TIME")]
    since: Option<String>,

    /// Games that started then or earlier; a year, a month or a day counts to its end
    #[arg(long, value_name = "TIME")]
    until: Option<String>,

    /// The newest N of the games that fit everything else
    #[arg(long, value_name = "N")]
    last: Option<String>,

    /// Games under a preset, whatever knobs were turned; or under exactly these rules: `standard, target=150`, or a file
    #[arg(long, value_name = "RULES")]
    rules: Option<NamedRules>,

    /// Games of this event, like a trip or a season; letter case makes no difference
    #[arg(long, value_name = "EVENT")]
    event: Option<String>,

    /// Games in which this player sat on either side
    #[arg(long, visible_alias = "player", value_name = "NAME")]
    with: Option<String>,

    /// Leave out whoever finished fewer games
    #[arg(long, value_name = "N")]
    min_games: Option<String>,
}

/// What a report is about.
#[derive(Debug)]
pub(crate) struct Wanted {
    /// Which games.
    pub filter: Filter,
    /// The fewest games that a player must have finished.
    pub min_games: Option<usize>,
}

/// The games that a report is about.
#[derive(Debug)]
pub(crate) struct Selection {
    /// Their ids, in their order.
    pub games: Vec<FactId>,
    /// How many games were left out only because nobody knows when they started.
    pub undated: usize,
}

impl FilterArgs {
    /// What the flags mean; what is wrong with them is added to the failures. `people` is everyone in the book.
    pub(crate) fn read(&self, app: &App, people: &[Person], failures: &mut Vec<Failure>) -> Wanted {
        let games = |text: &String| Ok(number_of_games(text)?);
        let filter = Filter {
            since: read(&self.since, |text| span(app, "since", text), failures),
            until: read(&self.until, |text| span(app, "until", text), failures),
            rules: read(&self.rules, sought, failures),
            event: read(&self.event, |text| Event::read(text).map_err(Failure::usage), failures),
            with: read(&self.with, |text| Ok(person(people, text)?.name.clone()), failures),
            last: read(&self.last, games, failures),
        };
        let min_games = read(&self.min_games, games, failures);
        if let Err(fault) = filter.check() {
            let swapped = CommandLine::again()
                .flag("since", self.until.clone().unwrap_or_default())
                .flag("until", self.since.clone().unwrap_or_default());
            failures.push(Failure::usage(fault).hint(Hint::run(swapped)));
        }
        Wanted { filter, min_games }
    }

    /// What the flags of a report mean.
    ///
    /// # Errors
    /// Everything that is wrong with them, and what else is wrong.
    pub(crate) fn report(&self, app: &App, pad: &Pad<'_>, others: Vec<Failure>) -> Result<Wanted, Failure> {
        let mut failures = Vec::new();
        let wanted = self.read(app, &pad.people()?, &mut failures);
        failures.extend(others);
        if failures.is_empty() { Ok(wanted) } else { Err(Failure::all("the report cannot be made", failures)) }
    }

    /// What was asked for, in the words that were typed: `since 2026`.
    pub(crate) fn words(&self) -> Vec<String> {
        let typed = [
            ("since", self.since.as_deref()),
            ("until", self.until.as_deref()),
            ("rules", self.rules.as_ref().map(NamedRules::name)),
            ("event", self.event.as_deref()),
            ("with", self.with.as_deref()),
            ("last", self.last.as_deref()),
            ("min games", self.min_games.as_deref()),
        ];
        typed.into_iter().filter_map(|(word, text)| Some(format!("{word} {}", harmless(text?)))).collect()
    }

    /// What a report says of itself: of which games it is, and of which day. A report of no games says so in its own words.
    pub(crate) fn about(&self, app: &App, games: usize, finished: usize, why_empty: Option<Sentence>) -> About {
        let unfinished = games.saturating_sub(finished);
        let counted = [
            (games > 0).then(|| count(finished, "finished game")),
            (unfinished > 0).then(|| format!("{unfinished} not finished")),
        ];
        let facts = counted.into_iter().flatten().chain(self.words()).chain([day_text(app.now)]).collect();
        About { facts, why_empty }
    }

    /// Whether `--min-games` was typed, even with a value that cannot be read.
    pub(crate) const fn has_min_games(&self) -> bool {
        self.min_games.is_some()
    }
}

impl Wanted {
    /// Whether this many finished games are enough.
    pub(crate) fn enough(&self, games: usize) -> bool {
        self.min_games.is_none_or(|least| games >= least)
    }

    /// The games of the book that fit.
    ///
    /// # Errors
    /// The book cannot be read, or is damaged.
    pub(crate) fn games(&self, pad: &Pad<'_>) -> Result<Selection, BookError> {
        // If every game fits, no game is read to find that out.
        if self.filter.takes_every_game() {
            return Ok(Selection { games: self.filter.choose().newest(pad.games()?), undated: 0 });
        }
        self.games_where(pad, |_| true)
    }

    /// Why there are no games.
    pub(crate) fn no_games(&self) -> &'static str {
        if self.filter.is_empty() { "no games yet" } else { "no game fits" }
    }

    /// The games of the book that fit, and of which this is so.
    ///
    /// # Errors
    /// The book cannot be read, or is damaged.
    pub(crate) fn games_where(&self, pad: &Pad<'_>, wanted: impl Fn(&Game) -> bool) -> Result<Selection, BookError> {
        let mut choice = self.filter.choose();
        let games = pad.games_where(|game| wanted(game) && choice.takes(game))?;
        Ok(Selection { games: choice.newest(games), undated: choice.undated })
    }
}

impl Selection {
    /// Reads and scores these games one after another.
    ///
    /// # Errors
    /// The book cannot be read, or is damaged.
    pub(crate) fn each(&self, pad: &Pad<'_>, mut visit: impl FnMut(ReportedGame<'_>)) -> Result<(), BookError> {
        pad.each_game(&self.games, |stored| {
            visit(ReportedGame { id: stored.id, number: stored.number, scored: &stored.scored });
            Ok(())
        })
    }

    /// What was left out, for people.
    pub(crate) fn remark(&self) -> Option<Remark> {
        let [has, is] = if self.undated == 1 { ["has", "is"] } else { ["have", "are"] };
        let games = count(self.undated, "game");
        (self.undated > 0).then(|| Remark::note(format!("{games} {has} no date and {is} left out")))
    }
}

/// What was read. Why it cannot be read is added to the failures.
pub(crate) fn kept<T>(read: Result<T, Failure>, failures: &mut Vec<Failure>) -> Option<T> {
    read.map_err(|failure| failures.push(failure)).ok()
}

/// What a flag means, if it was typed.
pub(crate) fn read<V, T>(
    typed: &Option<V>,
    meant: impl FnOnce(&V) -> Result<T, Failure>,
    failures: &mut Vec<Failure>,
) -> Option<T> {
    kept(meant(typed.as_ref()?), failures)
}

/// The time that a flag names.
///
/// # Errors
/// It is not a time.
pub(crate) fn span(app: &App, flag: &str, text: &str) -> Result<Span, Failure> {
    read_span(text, app.local()).map_err(|fault| {
        Failure::usage(format!("`--{flag}`: {fault}"))
            .hint(Hint::advice("a year like 2026, a month like 2026-11 and a day like 2026-11-20 are times too"))
    })
}

/// The rules that a flag names.
fn sought(named: &NamedRules) -> Result<RulesSought, Failure> {
    let rules = table_rules(Some(named), &[], None).map_err(unusable)?;
    let exactly = named.is_file() || named.name().contains([',', '=']);
    Ok(if exactly { RulesSought::Exactly(Box::new(rules.rules)) } else { RulesSought::Preset(rules.preset) })
}

/// The one person of the book that a typed name means.
///
/// # Errors
/// It means no one, or could mean several.
pub(crate) fn person<'a>(people: &'a [Person], typed: &str) -> Result<&'a Person, Failure> {
    let found = find_person(people.iter().map(|person| &person.name), typed).map_err(|fault| {
        let failure = Failure::refused(&fault);
        match fault {
            PersonFault::Unknown { .. } => failure.hint(Hint::does(CommandLine::of("players"), "lists the players")),
            PersonFault::Ambiguous { .. } => failure.hint(Hint::advice("type more of the name")),
        }
    });
    let missing = || Failure::fault("a person is missing");
    found.and_then(|name| people.iter().find(|person| person.name == *name).ok_or_else(missing))
}

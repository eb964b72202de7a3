//! The flags that say which games a report is about.

use std::collections::BTreeSet;
use std::path::PathBuf;

use clap::Args;

use crate::answer::{Answer, CommandLine, Failure, Head, Hint};
use crate::app::App;
use crate::arguments::games::{Games, Only};
use crate::arguments::table_rules::{NamedRules, table_rules, unusable};
use crate::arguments::which_game::either_day;
use crate::arguments::{number, year};
use crate::book::OpenBook;
use ginpad_core::facts::{FactId, Person};
use ginpad_core::notation::{Span, read_span};
use ginpad_core::players::find_person;
use ginpad_core::reports::{Filter, Finished, ReportedGame, RulesSought, day_text};
use ginpad_core::text::{and_list, count, fold, harmless, nearest};
use ginpad_core::{Event, Game, WhoFault};

/// The flags that say which games of the book are meant.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Which games")]
pub(crate) struct WhichGames {
    /// Games since a year, a month, a day like 20.11.2026, yesterday, or a time
    #[arg(long, value_name = "TIME")]
    since: Option<String>,

    /// Games until then; a year, a month or a day counts to its end
    #[arg(long, value_name = "TIME")]
    until: Option<String>,

    /// Games of this year
    #[arg(long, value_name = "YEAR", value_parser = year, conflicts_with_all = ["since", "until"])]
    year: Option<String>,

    /// Games of this event, like a trip or a season; letter case makes no difference
    #[arg(long, value_name = "EVENT")]
    event: Option<String>,

    /// Games in which this player sat on either side
    #[arg(long, visible_alias = "player", value_name = "NAME")]
    with: Option<String>,
}

/// The flags that say which games a report is about.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Which games")]
pub(crate) struct FilterArgs {
    #[command(flatten)]
    games: WhichGames,

    /// Only the newest N games that fit the other flags
    #[arg(long, value_name = "N", value_parser = number)]
    pub(crate) last: Option<usize>,

    /// Games by this preset, also with knobs changed; or, given knobs like `standard, target=150` or a file, by exactly those rules
    #[arg(long, value_name = "RULES")]
    pub(crate) rules: Option<NamedRules>,
}

/// The games that a report is about: what its flags ask for, and once they were found, the games that fit.
#[derive(Debug, Default)]
pub(crate) struct Wanted {
    pub filter: Filter,
    /// The fewest games that a player must have finished.
    pub min_games: Option<usize>,
    /// The flags as they were typed, and today's date.
    facts: Vec<String>,
    /// The ids of the games that fit, in their order.
    pub games: Vec<FactId>,
    pub undated: usize,
    /// The number of games that were read, and the number of those that are finished.
    pub read: usize,
    pub finished: usize,
    /// `; did you mean the event Cruise 2026?` or the names of events, if no game has the event that was typed.
    pub events: String,
}

impl WhichGames {
    /// The names of its flags.
    pub(crate) const FLAGS: [&str; 5] = ["since", "until", "year", "event", "with"];

    /// Whether any is given.
    pub(crate) fn is_given(&self) -> bool {
        self.facts().next().is_some()
    }

    /// Reads the flags.
    ///
    /// # Errors
    /// Every fault of the flags.
    pub(crate) fn wanted(&self, app: &App, book: &OpenBook<'_>) -> Result<Wanted, Failure> {
        let games = FilterArgs { games: self.clone(), last: None, rules: None };
        games.read(app, book, None, []).map(|(wanted, [])| wanted)
    }

    fn filter(&self, app: &App, people: &[Person], failures: &mut Vec<Failure>) -> Filter {
        let year = self.year.as_ref();
        let filter = Filter {
            since: read(&year.or(self.since.as_ref()), |text| span(app, "since", text), failures),
            until: read(&year.or(self.until.as_ref()), |text| span(app, "until", text), failures),
            event: read(&self.event, |text| Event::read(text).map_err(Failure::usage), failures),
            with: read(&self.with, |text| Ok(person(people, text)?.name.clone()), failures),
            ..Filter::default()
        };
        if let Err(fault) = filter.check() {
            let swapped = CommandLine::again()
                .flag("since", self.until.clone().unwrap_or_default())
                .flag("until", self.since.clone().unwrap_or_default());
            failures.push(Failure::usage(fault).hint(Hint::run(swapped)));
        }
        filter
    }

    /// The flags as they were typed, for the head of a report: `since 2026`.
    fn facts(&self) -> impl Iterator<Item = String> {
        let WhichGames { since, until, year, event, with } = self.clone();
        let typed = [since, until, year, event, with];
        WhichGames::FLAGS.into_iter().zip(typed).filter_map(fact)
    }
}

/// A flag with its value as it was typed, if it was.
fn fact((flag, typed): (&str, Option<String>)) -> Option<String> {
    Some(format!("{flag} {}", harmless(&typed?)))
}

impl FilterArgs {
    /// Reads the flags of a report, and finds the people with the typed names.
    ///
    /// # Errors
    /// Every fault of the flags and names.
    pub(crate) fn read<const N: usize>(
        &self,
        app: &App,
        games: &dyn Games,
        min_games: Option<usize>,
        names: [&str; N],
    ) -> Result<(Wanted, [Person; N]), Failure> {
        let people = games.everybody()?;
        let mut failures = Vec::new();
        let names = names.map(|typed| kept(person(&people, typed), &mut failures));
        let rules = read(&self.rules, sought, &mut failures);
        let filter = Filter { rules, last: self.last, ..self.games.filter(app, &people, &mut failures) };
        let named: Vec<Person> = names.into_iter().flatten().cloned().collect();
        let number = |number: Option<usize>| number.map(|number| number.to_string());
        let rules = self.rules.as_ref().map(|rules| rules.name.clone());
        let more = [("rules", rules), ("last", number(self.last)), ("min games", number(min_games))];
        let facts = self.games.facts().chain(more.into_iter().filter_map(fact)).chain([day_text(app.now)]).collect();
        match <[Person; N]>::try_from(named) {
            Ok(named) if failures.is_empty() => Ok((Wanted { filter, min_games, facts, ..Wanted::default() }, named)),
            _ => Err(Failure::all("the games cannot be found", failures)),
        }
    }
}

impl Wanted {
    /// Whether this many finished games are enough.
    pub(crate) fn enough(&self, games: usize) -> bool {
        self.min_games.is_none_or(|least| games >= least)
    }

    /// Finds the games that fit.
    ///
    /// # Errors
    /// The games cannot be read, or are damaged.
    pub(crate) fn find(&mut self, games: &dyn Games) -> Result<(), Failure> {
        // If every game fits, no game is read to find that out.
        if self.filter.takes_every_game() {
            self.games = self.filter.newest(games.all()?);
            return Ok(());
        }
        self.find_where(games, Only::default(), |_| true)
    }

    /// Finds the games that fit and that `wanted` accepts. All games that `wanted` accepts are among those of `only`.
    ///
    /// # Errors
    /// The games cannot be read, or are damaged.
    pub(crate) fn find_where(
        &mut self,
        games: &dyn Games,
        only: Only<'_>,
        mut wanted: impl FnMut(&Game) -> bool,
    ) -> Result<(), Failure> {
        let mut events = BTreeSet::new();
        let games = games.those(only, &mut |game| {
            let event = self.filter.event.as_ref().and(game.event.as_ref());
            events.extend(event.map(|event| event.as_str().to_string()));
            wanted(game) && self.filter.takes(game, &mut self.undated)
        })?;
        self.games = self.filter.newest(games);
        let is_known = |typed: &&Event| events.iter().any(|event| fold(event) == fold(typed.as_str()));
        let typed = self.filter.event.as_ref().filter(|typed| !is_known(typed));
        self.events = typed.map_or(String::new(), |typed| events_meant(typed, &events));
        Ok(())
    }

    /// Reads and scores the games that were found, one after another.
    ///
    /// # Errors
    /// The games cannot be read, or are damaged.
    pub(crate) fn each(&mut self, games: &dyn Games, mut visit: impl FnMut(ReportedGame<'_>)) -> Result<(), Failure> {
        games.each(&self.games, &mut |game| {
            self.read += 1;
            self.finished += usize::from(Finished::of(game.scored).is_some());
            visit(game);
        })
    }

    /// The head of a report of these games, which names the games and the day.
    pub(crate) fn head(&self, title: impl Into<String>, is_empty: bool) -> Head {
        let unfinished = self.read - self.finished;
        let counted = [
            (self.read > 0).then(|| count(self.finished, "finished game")),
            (unfinished > 0).then(|| format!("{unfinished} not finished")),
        ];
        let why_empty = match self.min_games {
            Some(least) if !self.games.is_empty() || self.read > 0 => {
                format!("nothing fits: fewer than {}", count(least, "finished game"))
            }
            _ if !self.filter.is_empty() => format!("no game fits{}", self.events),
            _ if self.games.is_empty() && self.read == 0 => "no games yet".into(),
            _ => "nothing to show yet".into(),
        };
        Head {
            title: title.into(),
            undated: Some(self.undated),
            facts: counted.into_iter().flatten().chain(self.facts.iter().cloned()).collect(),
            why_empty: is_empty.then(|| why_empty.into()),
            ..Head::default()
        }
    }
}

/// Names the event that a typed one is like, or all events.
fn events_meant(typed: &Event, events: &BTreeSet<String>) -> String {
    const MOST: usize = 8;
    if let Some(near) = nearest(typed.as_str(), events.iter().map(String::as_str)) {
        return format!("; did you mean the event `{near}`?");
    }
    let listed: Vec<&str> = events.iter().take(MOST).map(String::as_str).collect();
    if listed.is_empty() { String::new() } else { format!("; events: {}", and_list(listed)) }
}

/// The value, if it could be read; adds a failure to `failures`.
pub(crate) fn kept<T>(read: Result<T, Failure>, failures: &mut Vec<Failure>) -> Option<T> {
    read.map_err(|failure| failures.push(failure)).ok()
}

/// The meaning of a flag, if it was typed.
pub(crate) fn read<V, T>(
    typed: &Option<V>,
    meant: impl FnOnce(&V) -> Result<T, Failure>,
    failures: &mut Vec<Failure>,
) -> Option<T> {
    kept(meant(typed.as_ref()?), failures)
}

/// Reads the time of a flag.
///
/// # Errors
/// It is not a time.
pub(crate) fn span(app: &App, flag: &'static str, text: &str) -> Result<Span, Failure> {
    read_span(text, app.local()).map_err(|fault| {
        let words = || Hint::advice("a year like 2026, a month like 2026-11 and a day like 2026-11-20 are times too");
        Failure::usage(format!("`--{flag}`: {fault}"))
            .hint(either_day(text, &fault, |day| CommandLine::again().flag(flag, day)).unwrap_or_else(words))
    })
}

/// The rules that a flag names.
fn sought(named: &NamedRules) -> Result<RulesSought, Failure> {
    let rules = table_rules(Some(named), &[], None).map_err(unusable)?;
    let exactly = named.file.is_some() || named.name.contains([',', '=']);
    Ok(if exactly { RulesSought::Exactly(Box::new(rules.rules)) } else { RulesSought::Preset(rules.preset) })
}

/// The one person of the book that a typed name means.
///
/// # Errors
/// The name means nobody, or could mean several people.
pub(crate) fn person<'a>(people: &'a [Person], typed: &str) -> Result<&'a Person, Failure> {
    let named = find_person(people.iter().map(|person| &person.name), typed).map_err(|fault| {
        let failure = Failure::refused(&fault);
        match fault {
            WhoFault::Unknown { .. } => failure.see("players", "lists the players"),
            WhoFault::Ambiguous { .. } => failure.advise("type more of the name"),
        }
    });
    let missing = || Failure::fault("a person is missing");
    named.and_then(|name| people.iter().find(|person| person.name == *name).ok_or_else(missing))
}

/// The flag that names the source of the games of a report.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Which games")]
pub(crate) struct GamesFrom {
    /// Games of the whole club, from its last `club tally`
    #[cfg(feature = "club")]
    #[arg(long)]
    club: bool,
}

impl GamesFrom {
    /// Makes a report of games.
    ///
    /// # Errors
    /// The games cannot be read, or `report` fails.
    pub(crate) fn games(
        &self,
        app: &App,
        report: impl FnOnce(&dyn Games) -> Result<Answer, Failure>,
    ) -> Result<Answer, Failure> {
        #[cfg(feature = "club")]
        if self.club {
            return super::club_games::report(app, report);
        }
        app.read(|book| report(book))
    }
}

// The arguments of a command that answers with a report. This and the flags have no doc comments: clap would show them
// as the help of the command.
#[derive(Debug, Args)]
pub(crate) struct Reported<A: Args> {
    #[command(flatten)]
    pub args: A,
    #[command(flatten)]
    pub flags: ReportFlags,
}

// The flags that every report takes.
#[derive(Debug, Clone, Args)]
pub(crate) struct ReportFlags {
    /// Answer with comma-separated values
    #[arg(long, conflicts_with_all = ["json", "plain"], help_heading = "How it is shown")]
    pub csv: bool,

    /// Write a web page to this file; `-` is standard output
    #[arg(long, value_name = "FILE", conflicts_with_all = ["json", "plain", "csv"], help_heading = "How it is shown")]
    pub html: Option<PathBuf>,
}

/// The flags of a report across games.
#[derive(Debug, Clone, Args)]
pub(crate) struct ReportArgs {
    #[command(flatten)]
    from: GamesFrom,

    #[command(flatten)]
    filter: FilterArgs,

    /// Leave out whoever finished fewer games
    #[arg(long, value_name = "N", value_parser = number, help_heading = "Which games")]
    min_games: Option<usize>,
}

impl ReportArgs {
    /// Makes a report of games. `report` gets the games, what is wanted of them, and the people with the typed names.
    ///
    /// # Errors
    /// Every fault of the flags and names; the games cannot be read; or `report` fails.
    pub(crate) fn report<const N: usize>(
        &self,
        app: &App,
        names: [&str; N],
        report: impl FnOnce(&dyn Games, Wanted, [Person; N]) -> Result<Answer, Failure>,
    ) -> Result<Answer, Failure> {
        self.from.games(app, |games| {
            let (wanted, people) = self.filter.read(app, games, self.min_games, names)?;
            report(games, wanted, people)
        })
    }
}
